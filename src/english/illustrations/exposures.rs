//! Illustration of an exposed king: a player's move lets another player attack a king at the start of their turn.
//!
//! Input: a variant. Output: for a rulebook in which such an attack ends the game, the position after the exposing move. The
//! search places one piece of the attacker and one of the player who moves before them beside the kings at home. It is bounded
//! and deterministic, and the engine decides whether the game ends. Does not know any game by name.

use super::Illustration;
use super::endings::officers;
use super::moves::{kings, piece};
use super::plain_lines::is_straight;
use super::refused::{is_calm, unsettled};
use crate::board::Square;
use crate::document::Diagram;
use crate::notation::seat_title;
use crate::policy::{Then, Who};
use crate::rulebook::{KindId, OutcomeId, Player, SeatId};
use crate::rules::{EndingCause, Move, Position, Setup, Variant};
use crate::sorting::CompactSort;

/// The player who attacks the king.
const FIRST: SeatId = SeatId(0);
/// The owner of the exposed king.
const SECOND: SeatId = SeatId(1);
/// Maximum number of positions tried.
const TRIED: usize = 4000;

/// Returns the illustration, if an exposed king ends the game.
pub(super) fn illustration(variant: &Variant) -> Option<Illustration> {
    let book = variant.rulebook();
    let exposed = |it: &&OutcomeId| {
        let outcome = &book.outcomes[usize::from(it.0)];
        let attack = outcome.when.attack.as_ref().filter(|_| outcome.then == Then::End);
        attack.is_some_and(|it| it.by == Player::Role(Who::Mover) && it.on == Player::Role(Who::Opponents))
    };
    let outcome = *book.settle.turn_start.iter().find(exposed).filter(|_| book.seats.len() > 2)?;
    let (after, mv, from) = found(variant, outcome)?;
    let name = |it: Square| book.board.name(it);
    let label = |it: Square| after.piece_at(it).map_or("piece", |it| book.kinds[it.kind.index()].label.as_str());
    let last = seat_title(book, SeatId(book.seats.len() as u8 - 1));
    let (one, other) = (seat_title(book, FIRST), seat_title(book, SECOND));
    let caption = format!(
        "{last} has just moved the {} from {} to {}. Now {one}'s {} on {} attacks {other}'s king, and it is {one}'s turn: the \
         game ends.",
        label(mv.to),
        name(mv.from),
        name(mv.to),
        label(from),
        name(from)
    );
    let (last, seat) = (Some(mv), Some(FIRST));
    let diagram = Diagram { last, is_small: true, seat, caption: caption.into(), ..Diagram::new(after) };
    Some(Illustration { rule: "rule-check-exposed".to_owned(), diagram })
}

/// Searches a move of the last player that uncovers an attack. Returns the position after it, the move and the attacker.
fn found(variant: &Variant, outcome: OutcomeId) -> Option<(Position, Move, Square)> {
    let (book, board) = (variant.rulebook(), variant.board());
    let home = kings(variant);
    let prey = home.iter().find(|it| it.1.seat == SECOND)?.0;
    let last = SeatId(book.seats.len() as u8 - 1);
    let kinds = officers(variant);
    let free = |it: &Square| home.iter().all(|king| king.0 != *it);
    let attacks = |kind: KindId, at: Square| variant.reach(FIRST, kind, at).captures.contains(&prey);
    let near = |it: Square| board.links(it).iter().any(|link| link.0 == prey);
    let all = kinds.iter().flat_map(|kind| board.squares().map(move |at| (*kind, at)));
    let mut attackers: Vec<(KindId, Square)> =
        all.filter(|it| free(&it.1) && !near(it.1) && attacks(it.0, it.1)).collect();
    attackers.compact_sort_by_key(|it| !is_straight(variant, it.0));
    let touch = |one: Square, other: Square| board.links(one).iter().any(|link| link.0 == other);
    // Pieces side by side hide the lines between them.
    let mut spare = None;
    let mut tried = 0;
    for (kind, from) in attackers {
        for at in board.squares().filter(|it| free(it) && *it != from) {
            for cover in &kinds {
                tried += 1;
                if tried > TRIED {
                    return spare;
                }
                let mut pieces = home.clone();
                pieces.extend([(from, piece(FIRST, kind)), (at, piece(last, *cover))]);
                let setup = Setup::builder(variant).turn(last).pieces(pieces).setup();
                let Some(before) = unsettled(variant, &setup).filter(is_calm) else { continue };
                for mv in before.legal_moves_from(at) {
                    let Ok(after) = before.play(mv) else { continue };
                    let cause = after.ending().map(|it| it.cause);
                    let is_quiet = before.piece_at(mv.to).is_none() && !after.is_check(FIRST);
                    if is_quiet && cause == Some(EndingCause::Outcome(outcome)) && after.checkers(SECOND) == [from] {
                        let is_loose = ![mv.from, mv.to].into_iter().any(|it| touch(it, from) || touch(it, prey));
                        if is_loose && !touch(mv.from, mv.to) {
                            return Some((after, mv, from));
                        }
                        spare = spare.or(Some((after, mv, from)));
                    }
                }
            }
        }
    }
    spare
}
