//! Zones: resolves `[zone]`, named sets of squares.
//!
//! Input: zones by files, ranks, patch or list, for the first seat or for each seat. Output: one set of
//! squares per seat. Does not know what zones are used for.

use super::atlas::Atlas;
use super::board::Ground;
use super::ranges;
use super::scope::{Scope, is_unread};
use crate::board::{Board, HeadingSymmetry, Square};
use crate::definition as def;
use crate::definition::table::missing_key;
use crate::diagnostic::{Code, Diagnostics, Span, Spanned, nearest};
use crate::policy::{Of, Seats};
use crate::rulebook::{Seat, SquareList, Zone};

/// Resolves every zone.
pub(super) fn zones(scope: &Scope, ground: &Ground, sink: &mut Diagnostics) -> Vec<Zone> {
    let mut all = Vec::new();
    for (name, zone) in &scope.definition.zones {
        let squares = if zone.by_seat.is_empty() {
            common(scope, ground, name, zone, sink)
        } else {
            by_seat(scope, ground, name, zone, sink)
        };
        let seats = scope.seats.len().max(1);
        let squares = squares.unwrap_or_else(|| vec![SquareList::new(); seats]);
        let by_seat = scope.zones[all.len()].1;
        let label = zone.common.as_ref().and_then(|it| it.label.as_ref());
        let label = super::wording::noun(&name.value, label, sink);
        all.push(Zone { name: name.value.clone(), label, by_seat, squares });
    }
    all
}

/// Resolves a zone that is written once.
fn common(
    scope: &Scope,
    ground: &Ground,
    name: &Spanned<String>,
    zone: &def::ZoneDef,
    sink: &mut Diagnostics,
) -> Option<Vec<SquareList>> {
    let Some(table) = &zone.common else {
        return None;
    };
    let Some(of) = &table.of else {
        missing_key(name.span, &format!("[zone.{}]", name.value), "of", Some("of = \"seat\""), sink)
            .help("add `of = \"seat\"` for one of each seat, or `of = \"board\"` for one of all");
        return None;
    };
    if of.value == Of::Seat && ground.seats == Seats::Differ {
        sink.error(
            Code::BadKeys,
            of.span,
            format!("the zone `{}` cannot be copied to the other seats, because they differ", name.value),
        )
        .help(format!("write it for each player: {}", super::setup::by_seat(&format!("zone.{}", name.value), scope)));
        return None;
    }
    let first = squares(scope, &ground.atlas, name.span, &format!("[zone.{}]", name.value), table, sink)?;
    Some(match of.value {
        Of::Board => vec![first; scope.seats.len().max(1)],
        Of::Seat => ground.turned_for_seats(&first),
    })
}

/// Resolves a zone that is written for each seat.
fn by_seat(
    scope: &Scope,
    ground: &Ground,
    name: &Spanned<String>,
    zone: &def::ZoneDef,
    sink: &mut Diagnostics,
) -> Option<Vec<SquareList>> {
    if let Some(table) = &zone.common {
        let rest = [table.patch.is_some(), table.files.is_some(), table.ranks.is_some(), table.squares.is_some()];
        if rest.contains(&true) || table.of.as_ref().is_some_and(|it| it.value == Of::Board) {
            sink.error(
                Code::BadKeys,
                name.span,
                format!("the zone `{}` is defined both for all seats and for single seats", name.value),
            )
            .help(format!(
                "keep the keys of `[zone.{0}]`, or those of {1}",
                name.value,
                super::setup::by_seat(&format!("zone.{}", name.value), scope)
            ));
            return None;
        }
    }
    let mut sets: Vec<Option<SquareList>> = vec![None; scope.seats.len()];
    let mut is_valid = true;
    for (seat, table) in &zone.by_seat {
        let title = format!("[zone.{}.{}]", name.value, seat.value);
        if let Some(of) = &table.of {
            sink.error(Code::BadKeys, of.span, format!("{title} already belongs to its seat")).help("leave `of` out");
        }
        if let Some(label) = &table.label {
            sink.error(
                Code::BadKeys,
                label.span,
                format!("{title} cannot have a label: all seats share that of the zone"),
            )
            .help(format!("write `label = {:?}` under `[zone.{}]`", label.0, name.value));
        }
        let set = squares(scope, &ground.atlas, seat.span, &title, table, sink);
        let seat = scope.seat(&Spanned::new(def::value::Name(seat.value.clone()), seat.span), sink);
        match (seat, set) {
            (Some(seat), Some(set)) => sets[seat.index()] = Some(set),
            _ => is_valid = false,
        }
    }
    if !is_valid {
        return None;
    }
    // A header that could not be read is not missing.
    let is_missing = |(seat, set): &(&String, &Option<SquareList>)| {
        set.is_none() && !is_unread(scope.definition, &format!("zone.{}.{seat}", name.value))
    };
    let missing: Vec<&str> = scope.seats.iter().zip(&sets).filter(is_missing).map(|it| it.0.as_str()).collect();
    if !missing.is_empty() && (scope.strict || !scope.seats.is_empty()) {
        let headers: Vec<String> = missing.iter().map(|it| format!("`[zone.{}.{it}]`", name.value)).collect();
        sink.error(
            Code::MissingHeader,
            name.span,
            format!("the zone `{}` is not defined for {}", name.value, missing.join(", ")),
        )
        .help(
            match nearest(&name.value, scope.zones.iter().map(|it| it.0.as_str()).filter(|it| *it != name.value)) {
                Some(near) => format!("did you mean the zone `{near}`? if not, add {}", headers.join(", ")),
                None => format!("add {}", headers.join(", ")),
            },
        );
        return None;
    }
    let sets: Vec<SquareList> = sets.into_iter().collect::<Option<_>>()?;
    if ground.turning.is_some()
        && let Some(first) = ground.first_seat()
    {
        let turned = ground.turned_for_seats(&sets[first]);
        if let Some(seat) = (0..sets.len()).find(|it| turned[*it] != sets[*it]) {
            sink.error(
                Code::SeatsNotAlike,
                name.span,
                format!(
                    "the zone `{}` of `{}` is not that of `{}` under the symmetry",
                    name.value, scope.seats[seat], scope.seats[first]
                ),
            )
            .help("define it once with `of = \"seat\"`, or write `seats = \"differ\"` in [board]");
        }
    }
    Some(sets)
}

/// Checks that the heading of a piece says which seat it started with, if a test asks for it: the seats face different
/// headings, and no link turns a piece.
pub(super) fn check_facing(scope: &Scope, board: &Board, seats: &[Seat], sink: &mut Diagnostics) {
    let Some(by) = *scope.by_facing.borrow() else { return };
    let pairs = seats.iter().enumerate().flat_map(|(at, one)| seats[at + 1..].iter().map(move |other| (one, other)));
    if let Some((one, other)) = pairs.into_iter().find(|it| it.0.faces == it.1.faces) {
        let message = format!(
            "pieces of `{}` and of `{}` face the same way, so their heading names no seat",
            one.name, other.name
        );
        sink.error(Code::BadKeys, by, message)
            .help("write `of = \"owner\"` instead, or let each seat face another way");
        return;
    }
    let turns = |from: Square| board.links(from).iter().any(|it| it.1.turn != HeadingSymmetry::default());
    if board.squares().any(turns) {
        let message = "a seam or another link of this board turns the pieces that cross it, so their heading does not name \
                       the seat with which they started";
        sink.error(Code::BadKeys, by, message).help("write `of = \"owner\"` instead");
    }
}

/// Returns the squares that meet all keys of a table. Reports an empty zone.
fn squares(
    scope: &Scope,
    atlas: &Atlas,
    span: Span,
    title: &str,
    table: &def::Zone,
    sink: &mut Diagnostics,
) -> Option<SquareList> {
    let patch = match &table.patch {
        None => None,
        Some(name) => Some(atlas.patch(scope, name, sink)?),
    };
    let within = |it: &(usize, &super::atlas::Patch)| patch.is_none_or(|patch| it.0 == patch as usize);
    let most = |of: fn(&super::atlas::Patch) -> i16| {
        atlas.patches.iter().enumerate().filter(within).map(|it| of(it.1) as i64).max().unwrap_or(0)
    };
    let files = match &table.files {
        None => None,
        Some(range) => Some(ranges::numbers_within(range, most(|it| it.files), "files", sink)?),
    };
    let ranks = match &table.ranks {
        None => None,
        Some(range) => Some(ranges::numbers_within(range, most(|it| it.ranks), "ranks", sink)?),
    };
    let listed: Option<Vec<Square>> =
        table.squares.as_ref().map(|list| atlas.squares(list, sink).into_iter().map(|it| it.0).collect());
    if table.squares.as_ref().is_some_and(|it| !it.is_empty()) && listed.as_ref().is_some_and(Vec::is_empty) {
        return None;
    }
    let mut found = SquareList::new();
    for (index, cell) in atlas.cells.iter().enumerate() {
        let square = Square(index as u16);
        let fits = patch.is_none_or(|it| it == cell.patch)
            && files.is_none_or(|it| ranges::within(it, atlas.column(*cell) as i64 + 1))
            && ranks.is_none_or(|it| ranges::within(it, cell.rank as i64 + 1))
            && listed.as_ref().is_none_or(|it| it.contains(&square));
        if fits {
            found.push(square);
        }
    }
    if found.is_empty() {
        let keys = [table.patch.is_some(), table.files.is_some(), table.ranks.is_some(), table.squares.is_some()];
        sink.error(Code::EmptyZone, span, format!("{title} has no square")).help(
            match keys.iter().filter(|it| **it).count() {
                0 | 1 => "name its squares, for example `squares = [\"a1\", \"c3-f6\"]`",
                _ => "a square must fulfill all given keys of `patch`, `files`, `ranks` and `squares`: remove one",
            },
        );
        return None;
    }
    Some(found)
}
