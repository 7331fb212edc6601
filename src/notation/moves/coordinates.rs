//! Pure coordinate notation, as chess programs use it: `e2e4`, `e7e8q`, `e1g1`, `P@e4`, `h2h3+`, `b1c3h`,
//! `g1f3,f3d5`.
//!
//! Input: a position and a [`Move`], or a text. Output: the text, or the move. The notation fits games of two
//! players on one rectangle; other games use their own. Does not know which program reads it.

use super::NULL_COORDINATES;
#[cfg(feature = "cli")]
use super::{MoveTextError, parse_move, print_move};
use crate::board::Square;
use crate::notation::name::kind_letter;
#[cfg(feature = "cli")]
use crate::notation::position::board_obstacle;
use crate::notation::position::{is_promoted_form, usual_letters};
use crate::rulebook::Rulebook;
use crate::rules::Move;
#[cfg(feature = "cli")]
use crate::rules::Position;

/// Returns a move in pure coordinate notation, whether or not the board fits it.
#[doc(hidden)]
pub fn coordinates(book: &Rulebook, mv: Move) -> String {
    let Some(destination) = mv.destination() else { return NULL_COORDINATES.to_owned() };
    let to = book.board().name(destination);
    if let Some(square) = mv.placed() {
        return format!("{},{to}{}", coordinates(book, mv.placing(None)), book.board().name(square));
    }
    if let Some(kind) = mv.dropped() {
        return format!("{}@{to}", book.kinds()[kind.index()].letter().to_uppercase());
    }
    if let Some(gate) = mv.gate() {
        // The order of the squares shows where the piece enters: on the square of the king or of the rook.
        let rook = mv.gate_square(book).filter(|_| gate.on_rook_square).map(|it| book.board().name(it));
        let letter = book.kinds()[gate.kind.index()].letter().to_lowercase();
        let from = mv.origin().map_or("", |it| book.board().name(it));
        return rook.map_or_else(|| format!("{from}{to}{letter}"), |it| format!("{it}{from}{letter}"));
    }
    // A castling whose king goes one step has the squares of that step, so it keeps its own text.
    let castling = mv.castling().and_then(|it| book.castlings().get(usize::from(it)));
    let is_step = |it: Square| book.board().links(it).iter().any(|it| it.0 == destination);
    if let Some(castling) = castling.filter(|_| mv.origin().is_some_and(is_step)) {
        return castling.text().to_owned();
    }
    let from = mv.origin().map_or("", |it| book.board().name(it));
    let promotion = mv.promotion().map(|it| match is_promoted_form(book, it) {
        true => "+".to_owned(),
        false => usual_letters(book).get(it.index()).copied().unwrap_or(kind_letter(book, it)).to_lowercase(),
    });
    format!("{from}{to}{}", promotion.unwrap_or_default())
}

/// Returns a move as chess programs write it. A castling with the same squares as a step of the king keeps its own text.
/// So does every move of a game that the notation does not fit.
#[cfg(feature = "cli")]
pub(crate) fn uci_text(position: &Position, mv: Move) -> String {
    let book = position.variant().rulebook();
    let is_step = |it: &Move| it.castling() != mv.castling() && it.destination() == mv.destination();
    let is_shared =
        || mv.is_castling() && mv.origin().is_some_and(|it| position.legal_moves_from(it).iter().any(is_step));
    match board_obstacle(book).is_some() || is_shared() {
        true => print_move(position, mv),
        false => coordinates(book, mv),
    }
}

/// Parses a move in the form of [`uci_text`], or in the notation of the game. The move may be illegal.
///
/// # Errors
/// Fails like [`parse_move`].
#[cfg(feature = "cli")]
pub(crate) fn parse_uci(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let legal = position.legal_moves();
    match legal.iter().find(|it| uci_text(position, **it) == text) {
        Some(mv) => Ok(*mv),
        None => parse_move(position, text),
    }
}
