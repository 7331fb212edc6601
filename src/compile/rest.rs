//! Checks of what remains if the board has errors: squares if they have names, and the names of pieces, zones and
//! players.
//!
//! Input: a definition without a board, perhaps with an atlas. Output: diagnostics, so that one error in the board does
//! not hide those elsewhere. Does not know links: lines, castling paths and promotions are not checked.

use super::atlas::{Atlas, heading};
use super::barriers;
use super::board::Ground;
use super::castlings;
use super::conditions::Conditions;
use super::pools;
use super::setup;
use super::wording;
use super::zones;
use crate::definition::value::Name;
use crate::diagnostic::{Diagnostics, Spanned};
use crate::rulebook::{Kind, Zone};

/// Checks everything that does not need links.
pub(super) fn check(conditions: &Conditions, atlas: Option<Box<Atlas>>, kinds: &[Kind], sink: &mut Diagnostics) {
    let scope = conditions.scope;
    let definition = scope.definition;
    let cells = definition.board.as_ref().map(|it| it.value.cells.value);
    for (_, seat) in &definition.seats {
        cells.and_then(|it| heading(it, &seat.faces, sink));
    }
    let zones = match atlas {
        Some(atlas) => {
            // Without a symmetry and without seats, squares are looked up, but not mapped to other seats.
            let ground = Ground::unmapped(*atlas);
            let zones = zones::zones(scope, &ground, sink);
            setup::setup(scope, &ground, kinds, sink);
            castlings::squares(scope, &ground, sink);
            zones
        }
        None => {
            names(conditions, sink);
            let unplaced = |(name, by_seat): &(String, bool)| Zone {
                name: name.clone(),
                label: name.clone(),
                by_seat: *by_seat,
                squares: Vec::new(),
            };
            scope.zones.iter().map(unplaced).collect()
        }
    };
    pools::start_pools(scope, kinds, sink);
    for (name, written) in &definition.barriers {
        barriers::barrier(scope, conditions, name, written, &zones, sink);
        scope.line(&written.table.line, sink);
        written.table.owners.iter().for_each(|it| _ = scope.zone(it, sink));
    }
    for (name, line) in &definition.lines {
        wording::noun(&name.value, line.label.as_ref(), sink);
    }
}

/// Checks names that stand next to squares, if no square can be looked up.
fn names(conditions: &Conditions, sink: &mut Diagnostics) {
    let scope = conditions.scope;
    let definition = scope.definition;
    let name = |it: &Spanned<String>| Spanned::new(Name(it.value.clone()), it.span);
    let common = definition.setup.iter().flat_map(|it| it.value.iter());
    let own = definition.setup_by_seat.iter().flat_map(|it| it.1.iter());
    for (kind, _) in common.chain(own) {
        scope.kind(&name(kind), sink);
    }
    let zones = definition.zones.iter().flat_map(|it| it.1.by_seat.iter()).map(|it| &it.0);
    for seat in definition.setup_by_seat.iter().map(|it| &it.0).chain(zones) {
        scope.seat(&name(seat), sink);
    }
    castlings::names(scope, sink);
}
