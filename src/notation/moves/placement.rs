//! The placement of a blocker in the text of a move: `/d5` in `Nf3/d5`.
//!
//! Input: a text, or a move. Output: the move with its placement, or the text. Does not know whether a blocker can be
//! placed there.

use super::parse::without_signs;
use super::{MoveTextError, MoveTexts};
use crate::rules::{Move, Position};

/// Returns the moves without their placements, each one once. They are sorted.
pub(super) fn alone(all: &[Move]) -> Vec<Move> {
    let mut alone: Vec<Move> = all.iter().map(|it| it.placing(None)).collect();
    alone.dedup();
    alone
}

/// Returns a move that can be played: if its placement is missing, with the first legal one.
pub(super) fn completed(position: &Position, mv: Move) -> Move {
    if position.variant().rulebook().blocker.is_none() || mv.placed.is_some() {
        return mv;
    }
    let all = position.legal_moves_from(mv.from);
    all.into_iter().find(|it| it.placing(None) == mv).unwrap_or(mv)
}

impl MoveTexts<'_> {
    /// Parses a text with a placement; `None` if it has none.
    pub(super) fn with_placement(&self, text: &str) -> Option<Result<Move, MoveTextError>> {
        let book = self.book();
        book.blocker.as_ref()?;
        let (body, square) = text.rsplit_once('/')?;
        let square = without_signs(square);
        match self.squares(square, !self.is_exact).first() {
            Some(at) => Some(self.parse_trimmed(body.trim_end()).map(|it| it.placing(*at))),
            // The letter of a piece that enters, and no placement.
            None if book.gating.is_some() => None,
            None => Some(Err(self.no_square(square, body.len() + 1))),
        }
    }

    /// Prints the placement of a move: `/d5`.
    pub(super) fn placement(&self, mv: Move) -> String {
        mv.placed.map_or_else(String::new, |it| format!("/{}", self.book().board.name(it)))
    }
}
