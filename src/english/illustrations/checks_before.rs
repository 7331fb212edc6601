//! Illustration of a check that was there before, and that forbids a move across an open barrier.
//!
//! Input: a variant and a kind of barrier that opens. Output: a king that the previous player has exposed to a piece of the mover,
//! and a move of another piece across the barrier. The engine decides that the check forbids this move. Does not know any game by
//! name.

use super::Illustration;
use super::crossings::{FoundMove, Wanted, crosses, crossing, shown};
use super::plain_lines::is_plain_line;
use super::refused::unsettled;
use crate::board::Square;
use crate::notation::seat_title;
use crate::policy::Role;
use crate::rulebook::SeatId;
use crate::rules::{Piece, Refusal, Variant};

/// The player who moves.
const FIRST: SeatId = SeatId(0);

/// Shows the piece that gives check, and the move that it forbids.
pub(super) fn illustration(variant: &Variant, header: usize) -> Option<Illustration> {
    let book = variant.rulebook();
    let free = crossing(variant, Wanted { header, open: true, legal: true, tags: 0 })?;
    let (found, by, king) = search(variant, header, &free)?;
    let (mover, owner) = (found.position.piece_at(found.mv.from)?, found.position.piece_at(king)?.seat);
    let others = book.seat_ids().find(|it| *it != FIRST && *it != owner);
    let exposed = others.map_or_else(String::new, |it| format!(", which {}'s last move exposed", seat_title(book, it)));
    let label = |it: Piece| &book.kinds[it.kind.index()].label;
    let (first, name) = (seat_title(book, FIRST), |it: Square| book.board.name(it));
    let (from, to) = (name(found.mv.from), name(found.mv.to));
    let checker = label(found.position.piece_at(by)?).clone();
    let mut illustration = shown(variant, header, found);
    // The picture shows the check, and needs no sign for it as a threat.
    illustration.diagram.threats.clear();
    illustration.diagram.aside.clear();
    illustration.diagram.caption = format!(
        "A check that was there before. {first}'s {checker} on {} attacks {}'s king on {}{exposed}. So {first}'s {} may not move \
         across the open {} from {from} to {to}: it would leave this check.",
        name(by),
        seat_title(book, owner),
        name(king),
        label(mover),
        book.barriers[header].label
    )
    .into();
    Some(illustration)
}

/// Adds a piece that gives a check which a player sees at once. Returns the move, the square of this piece and of the king.
fn search(variant: &Variant, header: usize, free: &FoundMove) -> Option<(FoundMove, Square, Square)> {
    let (book, board) = (variant.rulebook(), variant.board());
    let (position, mv) = (&free.position, free.mv);
    let setup = position.setup();
    let officers = || book.player_kinds().filter(|it| it.1.role == Role::Piece).map(|it| it.0);
    let touch = |one: Square, other: Square| board.links(one).iter().any(|it| it.0 == other);
    let apart = |it: Square, from: Square| it != from && !touch(it, from);
    for seat in book.seat_ids().filter(|it| *it != FIRST) {
        let king = position.king(seat)?;
        let places = board.squares().filter(|it| position.piece_at(*it).is_none() && apart(*it, king));
        let places = places.filter(|it| apart(*it, mv.from) && apart(*it, mv.to));
        for (at, kind) in places.flat_map(|at| officers().map(move |kind| (at, kind))) {
            let is_empty = |it: Square| it == at || position.piece_at(it).is_none();
            if !is_plain_line(variant, (at, kind), king, &is_empty) {
                continue;
            }
            let mut added = setup.clone();
            added.pieces.push((at, Piece::new(FIRST, kind)));
            let Some(position) = unsettled(variant, &added) else { continue };
            let is_only_check = book.seat_ids().all(|it| it == seat || !position.is_check(it));
            let forbids = |it: &Refusal| match it {
                Refusal::CheckAcross { king: it, by, .. } => *it == king && by == &[at],
                _ => false,
            };
            let is_refused = position.explain(mv).is_err_and(|it| forbids(&it));
            if is_only_check && is_refused && crosses(variant, header, mv.from, mv.to) {
                return Some((FoundMove { position, mv, beside: free.beside }, at, king));
            }
        }
    }
    None
}
