//! Attacks that a player of chess sees at once.
//!
//! Contains: [`is_plain_attack`], [`is_plain_line`] and [`is_straight`]. Input: a position, or a piece and the squares that are empty.
//! Output: whether the piece attacks a square along a short line or by a leap, as on a chessboard. Does not know any game by name.

use crate::board::{Heading, Link, Square};
use crate::english::crossing::is_across;
use crate::english::learn::leaps;
use crate::rulebook::{AtomShape, KindId};
use crate::rules::{Position, Variant};

/// Length of a line that a player sees at once, in steps.
const LINE: usize = 4;

/// Reports whether a piece attacks a square as on a chessboard.
pub(super) fn is_plain_attack(position: &Position, from: Square, to: Square) -> bool {
    let is_empty = |it: Square| position.piece_at(it).is_none();
    position.piece_at(from).is_some_and(|it| is_plain_line(position.variant(), (from, it.kind), to, &is_empty))
}

/// Reports whether a piece moves only straight, as a rook does. Its lines are the easiest to see.
pub(super) fn is_straight(variant: &Variant, kind: KindId) -> bool {
    let atoms = &variant.rulebook().kinds[kind.index()].movement.atoms;
    atoms.iter().all(|it| matches!(it.shape, AtomShape::Straight(_)))
}

/// Reports whether a short line without turns and barriers, or a leap on the same side of an edge, connects two squares.
pub(super) fn is_plain_line(
    variant: &Variant,
    (from, kind): (Square, KindId),
    to: Square,
    is_empty: &dyn Fn(Square) -> bool,
) -> bool {
    let (book, board) = (variant.rulebook(), variant.board());
    let atoms = &book.kinds[kind.index()].movement.atoms;
    let rides = |heading: Heading, steps: usize| {
        atoms.iter().any(|it| {
            let is_step = match it.shape {
                AtomShape::Straight(1) => board.is_straight(heading),
                AtomShape::Diagonal(1) => !board.is_straight(heading),
                _ => false,
            };
            is_step && it.capture && it.hop.is_none() && (it.range == 0 || steps <= usize::from(it.range))
        })
    };
    let mut is_on_line = false;
    for heading in (0..board.headings).map(Heading) {
        let (mut at, mut is_clear) = (from, true);
        for steps in 1..=LINE {
            let is_plain = |it: &&(Square, Link)| it.1.onward == heading && it.1.barriers.is_empty();
            let Some((next, _)) = board.steps(at, heading).find(is_plain) else { break };
            if *next == to && is_clear && rides(heading, steps) {
                return true;
            }
            is_on_line |= *next == to;
            is_clear &= is_empty(*next);
            at = *next;
        }
    }
    leaps(&book.kinds[kind.index()]) && !is_on_line && !is_across(book, from, to)
}
