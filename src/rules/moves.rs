//! Moves as users of the library see them.
//!
//! Contains [`Move`] and its conversion to and from the form of the engine.
//!
//! Input: squares and ids. Output: moves, in a fixed order. Does not know whether a move is legal.

use super::engine_move::EngineMove;
use super::state::NOBODY;
use crate::board::Square;
use crate::rulebook::KindId;

/// A move. Two moves are equal if all of their parts are.
///
/// A move of a later version can have more parts: a drop has no origin, and one turn can make
/// several captures. The fields are therefore private. Make a move with [`Move::new`] and the
/// methods that add parts, or take one from
/// [`Position::legal_moves`](super::Position::legal_moves).
///
/// ```
/// use threefold::{Move, Position};
///
/// let chess = threefold::load("chess")?.variant;
/// let start = chess.start().expect("chess has a starting position");
/// let square = |name: &str| chess.square(name).expect("a square of the board");
/// let advance = Move::new(square("e2"), square("e4"));
/// assert!(start.is_legal(advance));
/// assert_eq!((advance.origin(), advance.destination()), (Some(square("e2")), square("e4")));
/// assert!(!start.is_legal(Move::new(square("e2"), square("e5"))));
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Move {
    /// Square of the piece; in castling, of the king.
    pub(crate) from: Square,
    /// Target square; in castling, of the king.
    pub(crate) to: Square,
    /// The castling, as an index into `Rulebook::castlings`.
    pub(crate) castling: Option<u8>,
    /// The kind to promote to.
    pub(crate) promotion: Option<KindId>,
}

impl Move {
    /// Creates a move from one square to another, without castling or promotion.
    pub fn new(from: Square, to: Square) -> Self {
        Move { from, to, castling: None, promotion: None }
    }
    /// Returns the same move with a promotion to `kind`; `None` for no promotion.
    #[must_use]
    pub fn promoting(self, kind: impl Into<Option<KindId>>) -> Self {
        Move { promotion: kind.into(), ..self }
    }
    /// Returns the same move as a castling, given as an index into `Rulebook::castlings`.
    #[must_use]
    pub fn as_castling(self, index: impl Into<Option<u8>>) -> Self {
        Move { castling: index.into(), ..self }
    }
    /// Returns the square of the piece; in castling, of the king. `None` for a piece that enters the
    /// board, which no variant allows yet.
    pub fn origin(self) -> Option<Square> {
        Some(self.from)
    }
    /// Returns the target square of the piece; in castling, of the king.
    pub fn destination(self) -> Square {
        self.to
    }
    /// Returns the castling, as an index into `Rulebook::castlings`.
    pub fn castling(self) -> Option<u8> {
        self.castling
    }
    /// Returns the kind that the piece promotes to.
    pub fn promotion(self) -> Option<KindId> {
        self.promotion
    }
    /// Reports whether the move is a castling.
    pub fn is_castling(self) -> bool {
        self.castling.is_some()
    }
}

impl From<Move> for EngineMove {
    fn from(mv: Move) -> Self {
        EngineMove {
            from: mv.from.0,
            to: mv.to.0,
            // No variant has a castling or kind numbered `NOBODY - 1`, so an unknown id stays
            // unknown.
            castling: mv.castling.map_or(NOBODY, |it| it.min(NOBODY - 1)),
            promotion: mv.promotion.map_or(NOBODY, |it| it.0.min(NOBODY - 1)),
        }
    }
}

impl From<EngineMove> for Move {
    fn from(mv: EngineMove) -> Self {
        Move {
            from: Square(mv.from),
            to: Square(mv.to),
            castling: (mv.castling != NOBODY).then_some(mv.castling),
            promotion: (mv.promotion != NOBODY).then_some(KindId(mv.promotion)),
        }
    }
}

/// Packs a move into a number. Numbers have the order of [`Move`]: an absent part comes first.
pub fn pack(mv: EngineMove) -> u64 {
    let [castling, promotion] = [mv.castling, mv.promotion].map(|it| u64::from(it.wrapping_add(1)));
    u64::from(mv.from) << 32 | u64::from(mv.to) << 16 | castling << 8 | promotion
}

/// Returns the move of a number that [`pack`] made.
pub fn unpack(number: u64) -> EngineMove {
    EngineMove {
        from: (number >> 32) as u16,
        to: (number >> 16) as u16,
        castling: ((number >> 8) as u8).wrapping_sub(1),
        promotion: (number as u8).wrapping_sub(1),
    }
}
