//! Blockers: resolves `[blocker]`.
//!
//! Input: the table as written, the kinds of pieces and the squares. Output: the rule, with the blockers at the start.
//! Does not know how a blocker is placed.

use super::board::Ground;
use super::conditions::{Conditions, Seen};
use super::scope::Scope;
use crate::board::Square;
use crate::diagnostic::{Code, Diagnostics};
use crate::policy::{PlacementReach, Placing, Role};
use crate::rulebook::{Blocker, Kind, KindId, Promotion, SeatId};
use crate::sorting::CompactSort;

/// Maximum number of players in a game with blockers. The engine keeps them like the pieces of one more player.
const MAX_PLAYERS: usize = 7;

/// Resolves the rule by which each move ends with the placement of a blocker.
pub(super) fn blocker(
    conditions: &Conditions,
    ground: &Ground,
    kinds: &[Kind],
    sink: &mut Diagnostics,
) -> Option<Blocker> {
    let scope = conditions.scope;
    let written = scope.definition.blocker.as_ref()?;
    let table = &written.value;
    if scope.seats.len() > MAX_PLAYERS {
        let found = format!("a game with blockers has at most {MAX_PLAYERS} players");
        sink.error(Code::TooMany, written.span, found).help("leave `[blocker]` or a player out");
    }
    let kind = scope.kind(&table.piece, sink);
    if let Some(own) = kind.and_then(|it| kinds.get(it.index())) {
        let (piece, header) = (&table.piece, format!("[piece.{}]", own.name));
        if own.role != Role::Piece {
            sink.error(Code::BadKeys, piece.span, format!("a blocker cannot be a {}", own.role))
                .help(format!("write `role = \"piece\"` in `{header}`"));
        }
        if own.is_directed {
            sink.error(Code::BadKeys, piece.span, "a blocker has no owner, so it faces in no direction")
                .help(format!("write a movement without forward or backward steps in `{header}`"));
        }
        let reaches = !own.movement.atoms.is_empty();
        if table.reach.value == PlacementReach::ByMovement && !reaches {
            sink.error(Code::Needs, table.reach.span, format!("the {} has no movement", own.label))
                .help(format!("write one in `{header}`, for example `movement = \"Q\"`"));
        }
    }
    let on = table.on.as_ref().and_then(|it| conditions.place(it, Seen::Owner, sink));
    let source = scope.source(table.source.as_ref(), sink);
    let mut start: Vec<Square> = ground.atlas.squares(&table.start, sink).into_iter().map(|it| it.0).collect();
    start.compact_sort_by(Ord::cmp);
    start.dedup();
    if table.placing.value == Placing::SameOne && start.len() > 1 {
        sink.error(Code::BadKeys, table.start.span, "there is only one blocker")
            .help("name one square, or write `placing = \"one-more\"`");
    }
    Some(Blocker { kind: kind?, placing: table.placing.value, reach: table.reach.value, on, start, source })
}

/// Reports blockers that start on occupied squares, and players who have or could get a blocker.
pub(super) fn check_owners(
    scope: &Scope,
    blocker: Option<&Blocker>,
    setup: &[(SeatId, KindId, Square)],
    kinds: &[Kind],
    (promotions, held): (&[Promotion], u32),
    sink: &mut Diagnostics,
) {
    let (Some(rule), Some(written)) = (blocker, &scope.definition.blocker) else { return };
    let table = &written.value;
    if setup.iter().any(|it| rule.start.contains(&it.2)) {
        sink.error(Code::SquareOccupied, table.start.span, "a blocker starts on the square of a piece")
            .help("name an empty square");
    }
    let is_owned = setup.iter().any(|it| it.1 == rule.kind)
        || held >> rule.kind.0 & 1 != 0
        || promotions.iter().any(|it| it.choice.named() >> rule.kind.0 & 1 != 0);
    if is_owned {
        sink.error(
            Code::BadKeys,
            table.piece.span,
            format!("blockers have no owner, but a player can have a {}", table.piece.value),
        )
        .help(format!(
            "write `piece = \"blocker\"`, and add `[piece.blocker]` with the lines `letter = \"{}\"`, `movement = \"{}\"` and \
             `role = \"piece\"`",
            ('A'..='Z').rev().map(String::from).find(|it| kinds.iter().all(|kind| kind.letter != *it)).unwrap_or_default(),
            if table.reach.value == PlacementReach::ByMovement { "Q" } else { "none" }
        ));
    }
}
