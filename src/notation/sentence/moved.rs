//! Words for moves inside a sentence about a refused move.
//!
//! Input: the position before the move, and squares. Output: the text of a legal move to play instead, or the
//! pieces of the position after the refused move. Makes no decisions.

use super::piece_text;
use super::refusal::kind;
use crate::board::Square;
use crate::notation::moves::print_move;
use crate::notation::{joined, seat_title};
use crate::rules::{Move, Position};

/// Returns the text of a legal move between two squares, as a player can type it.
pub(super) fn example(position: &Position, from: Square, to: Square) -> String {
    let legal = position.legal_moves().into_iter().find(|it| (it.from, it.to) == (from, to));
    legal.map_or_else(String::new, |it| print_move(position, it))
}

/// Names pieces in the position after a move. The piece that moved is on its new square, as what it became.
pub(super) fn after(position: &Position, mv: Move, pieces: &[Square]) -> String {
    let book = position.variant().rulebook();
    let moved = mv.dropped().or(mv.promotion()).or_else(|| position.piece_at(mv.from).map(|it| it.kind));
    let named = |at: &Square| match moved {
        Some(moved) if *at == mv.to => {
            format!("{}'s {} on {}", seat_title(book, position.turn()), kind(book, moved), book.board.name(*at))
        }
        _ => piece_text(position, *at),
    };
    let pieces: Vec<String> = pieces.iter().map(named).collect();
    if pieces.is_empty() { "no piece".to_owned() } else { joined(&pieces, "and") }
}
