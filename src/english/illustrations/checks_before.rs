//! Illustration of a check that was there before, and that forbids a move across an open barrier.
//!
//! Input: a variant and a kind of barrier that opens. Output: a king that the previous player has exposed to a piece of the mover,
//! and a move of another piece across the barrier. The engine decides that the check forbids this move. Does not know any game by
//! name.

use super::Illustration;
use super::crossings::{FoundMove, Wanted, crosses, crossing, line, shown, state};
use super::plain_lines::is_plain_line;
use super::refused::{is_calm, unsettled};
use crate::board::Square;
use crate::notation::seat_title;
use crate::policy::Role;
use crate::rulebook::SeatId;
use crate::rules::{Move, Piece, Position, Refusal, Variant};

/// The player who moves.
const FIRST: SeatId = SeatId(0);
/// Maximum number of positions tried, before and after a piece stands between the attack and the king.
const TRIED: usize = 1000;

/// Shows the piece that gives check, and the move that it forbids.
pub(super) fn illustration(variant: &Variant, header: usize) -> Option<Illustration> {
    let book = variant.rulebook();
    let free = crossing(variant, Wanted { header, open: true, legal: true, tags: 0 })?;
    let (found, last, by, king) = search(variant, header, &free)?;
    let piece = |it: Square| {
        let piece = found.position.piece_at(it)?;
        Some((seat_title(book, piece.seat), &book.kinds[piece.kind.index()].label))
    };
    let name = |it: Square| book.board.name(it);
    let (from, to) = (name(found.mv.from), name(found.mv.to));
    let ((exposing, moved), (first, checker), (owner, royal)) = (piece(last.to)?, piece(by)?, piece(king)?);
    let caption = format!(
        "A check that was there before: {exposing}'s {moved} has just moved from {} to {}, so {first}'s {checker} on {} checks {owner}'s \
         {royal} on {}. {first}'s {} may not move across the open {} from {from} to {to}: it would leave this check. {}",
        name(last.from),
        name(last.to),
        name(by),
        name(king),
        piece(found.mv.from)?.1,
        book.barriers[header].label,
        state(variant, header, &found)
    );
    let mut illustration = shown(variant, header, found);
    // The picture shows the check, and needs no sign for it as a threat.
    illustration.diagram.threats.clear();
    illustration.diagram.aside.clear();
    illustration.diagram.last = Some(last);
    illustration.diagram.caption = caption.trim_end().into();
    Some(illustration)
}

/// Adds a piece that gives a check which a player sees at once, and the move of the previous player that exposes the king to it.
/// Returns the move across the barrier, the exposing move, and the squares of the piece and of the king.
fn search(variant: &Variant, header: usize, free: &FoundMove) -> Option<(FoundMove, Move, Square, Square)> {
    let (book, board) = (variant.rulebook(), variant.board());
    let (position, mv) = (&free.position, free.mv);
    let setup = position.setup();
    let officers = || book.player_kinds().filter(|it| it.1.role == Role::Piece).map(|it| it.0);
    let touch = |one: Square, other: Square| board.links(one).iter().any(|it| it.0 == other);
    let apart = |it: Square, from: Square| it != from && !touch(it, from);
    let previous = SeatId(book.seats.len() as u8 - 1);
    let mut tried = 0;
    for seat in book.seat_ids().filter(|it| *it != FIRST && *it != previous) {
        let king = position.king(seat)?;
        let places = board.squares().filter(|it| position.piece_at(*it).is_none() && apart(*it, king));
        let places = places.filter(|it| apart(*it, mv.from) && apart(*it, mv.to));
        for (at, kind) in places.flat_map(|at| officers().map(move |kind| (at, kind))) {
            let is_empty = |it: Square| it == at || position.piece_at(it).is_none();
            if !is_plain_line(variant, (at, kind), king, &is_empty) {
                continue;
            }
            tried += 1;
            if tried > TRIED {
                return None;
            }
            let mut added = setup.clone();
            added.pieces.push((at, Piece::new(FIRST, kind)));
            let Some(position) = unsettled(variant, &added) else { continue };
            let is_only_check = |position: &Position| book.seat_ids().all(|it| it == seat || !position.is_check(it));
            let forbids = |it: &Refusal| match it {
                Refusal::CheckAcross { king: it, by, .. } => *it == king && by == &[at],
                _ => false,
            };
            let is_refused = |it: &Position| it.explain(mv).is_err_and(|it| forbids(&it)) && is_only_check(it);
            if !is_refused(&position) || !crosses(variant, header, mv.from, mv.to) {
                continue;
            }
            let shields = line(&position, Move::new(at, king));
            for (from, kind) in shields.iter().flat_map(|from| officers().map(move |kind| (*from, kind))) {
                tried += 1;
                if tried > TRIED {
                    return None;
                }
                let mut shielded = added.clone();
                shielded.turn = previous;
                shielded.pieces.push((from, Piece::new(previous, kind)));
                let before = unsettled(variant, &shielded).filter(is_calm);
                for last in before.iter().flat_map(|it| it.legal_moves_from(from)) {
                    let is_apart = [at, king, mv.from, mv.to].iter().all(|it| apart(last.to, *it));
                    let after = before.as_ref().filter(|_| is_apart).and_then(|it| it.play(last).ok());
                    if let Some(position) = after.filter(is_refused) {
                        return Some((FoundMove { position, mv, beside: free.beside }, last, at, king));
                    }
                }
            }
        }
    }
    None
}
