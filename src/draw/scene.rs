//! What stands on a board: a position, or pieces put there for show.
//!
//! In: a [`Position`], or a variant with pieces. Out: what the pictures ask of it. A board
//! with pieces for show knows no turn, no check and no history.

use crate::board::Square;
use crate::notation::seat_title;
use crate::rulebook::SeatId;
use crate::rules::{Move, Piece, Position, Variant};

/// What is drawn.
#[derive(Clone, Debug)]
pub(super) struct Scene<'a> {
    pub variant: &'a Variant,
    /// Each with his square, his owner and his kind.
    pub pieces: Vec<(Square, Piece)>,
    /// Which barriers are open, by instance.
    pub open: Vec<bool>,
    position: Option<&'a Position>,
}

impl<'a> Scene<'a> {
    /// A position.
    pub fn of(position: &'a Position) -> Self {
        Self {
            variant: position.variant(),
            pieces: position.pieces(),
            open: position.barriers(),
            position: Some(position),
        }
    }

    /// Pieces for show, as far as the variant has them; barriers are as they start.
    pub fn for_show(variant: &'a Variant, pieces: &[(Square, Piece)]) -> Self {
        let book = variant.rulebook();
        let open = book.barrier_instances.iter().map(|it| book.barriers[it.barrier].starts_open).collect();
        let is_there = |(square, piece): &&(Square, Piece)| {
            book.check_square(*square).and(book.check_seat(piece.seat)).and(book.check_kind(piece.kind)).is_ok()
        };
        Self { variant, pieces: pieces.iter().filter(is_there).copied().collect(), open, position: None }
    }

    /// Whether a player is still in.
    pub fn is_living(&self, seat: SeatId) -> bool {
        self.position.is_none_or(|it| it.is_living(seat))
    }

    /// Kings in check with the pieces that check them.
    pub fn checks(&self) -> Vec<(Square, Vec<Square>)> {
        let Some(position) = self.position else { return Vec::new() };
        let king = |it| Some((position.king(it)?, position.checkers(it)));
        self.variant.rulebook().seat_ids().filter_map(king).filter(|it| !it.1.is_empty()).collect()
    }

    /// Whether a piece stands there.
    pub fn is_empty(&self, square: Square) -> bool {
        self.pieces.iter().all(|it| it.0 != square)
    }

    /// Whether a move takes a piece, on its square or elsewhere.
    pub fn takes(&self, mv: Move) -> bool {
        if mv.castling.is_some() {
            return false;
        }
        let after = || self.position.and_then(|it| it.play_unsettled(mv).ok());
        !self.is_empty(mv.to)
            || after().is_some_and(|next| self.pieces.iter().any(|it| it.0 != mv.from && next.piece_at(it.0).is_none()))
    }

    /// A player, as a legend has him: `Red (out)`, `White to move`.
    pub fn player(&self, seat: SeatId) -> String {
        let title = seat_title(self.variant.rulebook(), seat);
        match self.position {
            Some(it) if !it.is_living(seat) => format!("{title} (out)"),
            Some(it) if it.ending().is_none() && it.turn() == seat => format!("{title} to move"),
            _ => title,
        }
    }

    /// What is to be known besides the pieces, in sentences.
    pub fn facts(&self) -> Vec<String> {
        self.position.map_or_else(Vec::new, crate::notation::picture::facts)
    }
}
