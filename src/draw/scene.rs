//! The content of a board: a position, or pieces placed for display.
//!
//! Input: a [`Position`], or a variant with pieces. Output: everything that drawing code needs to
//! know about it. A board with pieces for display has no turn, no checks and no history. Does not
//! know layout and SVG.

use crate::board::Square;
use crate::notation::seat_title;
use crate::rulebook::SeatId;
use crate::rules::{Move, Piece, Position, Variant};

/// The pieces and state to draw.
#[derive(Clone, Debug)]
pub(super) struct Scene<'a> {
    pub variant: &'a Variant,
    /// The pieces with their squares.
    pub pieces: Vec<(Square, Piece)>,
    /// The squares of blockers.
    pub blockers: Vec<Square>,
    /// Whether each barrier instance is open.
    pub open: Vec<bool>,
    position: Option<&'a Position>,
}

impl<'a> Scene<'a> {
    /// Creates the scene of a position.
    pub fn of(position: &'a Position) -> Self {
        Self {
            variant: position.variant(),
            pieces: position.pieces(),
            blockers: position.blockers(),
            open: position.barriers(),
            position: Some(position),
        }
    }

    /// Creates a scene of pieces for display. Pieces that the variant lacks are omitted; barriers
    /// are in their starting state.
    pub fn for_show(variant: &'a Variant, pieces: &[(Square, Piece)]) -> Self {
        let book = variant.rulebook();
        let open = book.barrier_instances.iter().map(|it| book.barriers[it.barrier].starts_open).collect();
        let is_there = |(square, piece): &&(Square, Piece)| {
            book.check_square(*square).and(book.check_seat(piece.seat)).and(book.check_kind(piece.kind)).is_ok()
        };
        let pieces = pieces.iter().filter(is_there).copied().collect();
        Self { variant, pieces, blockers: Vec::new(), open, position: None }
    }

    /// Reports whether a player is still in the game.
    pub fn is_living(&self, seat: SeatId) -> bool {
        self.position.is_none_or(|it| it.is_living(seat))
    }

    /// Returns each king in check with the pieces that give check.
    pub fn checks(&self) -> Vec<(Square, Vec<Square>)> {
        let Some(position) = self.position else { return Vec::new() };
        self.variant.rulebook().seat_ids().flat_map(|it| position.kings_in_check(it)).collect()
    }

    /// Returns the players and the number of their captured pieces of each kind that are kept. Empty if nobody has any.
    pub fn pools(&self) -> Vec<(SeatId, Vec<u8>)> {
        let pools = self.position.map_or_else(Vec::new, |it| it.setup().pool);
        match pools.iter().flatten().any(|it| *it > 0) {
            true => self.variant.rulebook().seat_ids().zip(pools).collect(),
            false => Vec::new(),
        }
    }

    /// Reports whether no piece is on the square.
    pub fn is_empty(&self, square: Square) -> bool {
        self.pieces.iter().all(|it| it.0 != square) && !self.blockers.contains(&square)
    }

    /// Reports whether a move captures a piece, on its destination or elsewhere.
    pub fn captures(&self, mv: Move) -> bool {
        if mv.castling.is_some() {
            return false;
        }
        let after = || self.position.and_then(|it| it.play_unsettled(mv).ok());
        !self.is_empty(mv.to)
            || after().is_some_and(|next| {
                self.pieces.iter().any(|it| it.0 != mv.from && next.as_position().piece_at(it.0).is_none())
            })
    }

    /// Returns a player as a legend shows them: `Red (eliminated)`, `White (to move)`, at the start `White (moves first)`.
    pub fn player(&self, seat: SeatId) -> String {
        let title = seat_title(self.variant.rulebook(), seat);
        match self.position {
            Some(it) if !it.is_living(seat) => format!("{title} (eliminated)"),
            Some(it) if it.ending().is_none() && it.turn() == seat => {
                let is_start = self.variant.start().is_some_and(|start| start == *it);
                format!("{title} ({})", if is_start { "moves first" } else { "to move" })
            }
            _ => title,
        }
    }

    /// Returns sentences about the state besides the pieces, such as open barriers.
    pub fn facts(&self) -> Vec<String> {
        self.position.map_or_else(Vec::new, crate::notation::picture::facts)
    }
}
