//! Moves as the parts of the engine pass them to each other.
//!
//! Contains [`EngineMove`], what a move does ([`MoveEffect`]), and what the judge must know about
//! its path ([`Crossing`]). Also contains [`LegalityRules`], the rules that a move has to obey.
//!
//! Input: square numbers and ids. Output: small values that are copied. Does not know positions or
//! tables.

use super::state::{NOBODY, NOWHERE};
use crate::policy::CheckBy;
use crate::rulebook::SeatSet;

/// The number in [`EngineMove::castling`] that stands for a drop of the first kind. A rulebook has at
/// most 64 castlings and 32 kinds.
pub const FIRST_DROP: u8 = 64;

/// A move as the engine stores it. Absent parts are [`NOBODY`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineMove {
    /// The origin square; for castling, that of the king; for a drop, the destination.
    pub from: u16,
    /// The destination square; for castling, that of the king.
    pub to: u16,
    /// Index into the castlings of the rulebook, or [`FIRST_DROP`] plus the kind that is dropped.
    pub castling: u8,
    /// The kind that the piece becomes.
    pub promotion: u8,
}

impl EngineMove {
    /// Creates a move without castling or promotion.
    #[inline(always)]
    pub fn plain(from: usize, to: usize) -> Self {
        Self { from: from as u16, to: to as u16, castling: NOBODY, promotion: NOBODY }
    }

    /// Creates the drop of a piece of a kind.
    pub fn drop(kind: u8, to: usize) -> Self {
        Self { castling: FIRST_DROP + kind, ..Self::plain(to, to) }
    }

    /// Returns the kind that is dropped; `None` for other moves.
    #[inline(always)]
    pub fn dropped(self) -> Option<u8> {
        let kind = self.castling.wrapping_sub(FIRST_DROP);
        (kind < 32).then_some(kind)
    }
}

/// A captured piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured {
    /// Square of the piece before the capture. En passant, this is not the target square.
    pub square: u16,
    /// Type of the piece, as an index into `Types::all`.
    pub ty: u8,
    /// Seat of the owner.
    pub seat: u8,
}

/// The effect of a move, as tested by bans and outcomes.
#[derive(Clone, Copy, Debug)]
pub struct MoveEffect {
    /// The move made.
    pub mv: EngineMove,
    /// Type of the piece before the move.
    pub ty: u8,
    /// The captured piece, if any.
    pub captured: Option<Captured>,
    /// The players whose kings an explosion destroyed, one bit each.
    pub kings_destroyed: SeatSet,
}

/// The arrival of a piece on a square, before it chooses a promotion.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// The type of the piece.
    pub ty: usize,
    /// The square that it leaves.
    pub from: usize,
    /// The square that it reaches.
    pub to: usize,
}

/// The exchange of a piece that promotes for one from its player's pool.
#[derive(Clone, Copy, Debug)]
pub struct PoolExchange {
    /// The seat of the player.
    pub seat: u8,
    /// The kind of the piece that promotes.
    pub own: u8,
    /// The kind of the piece from the pool.
    pub kind: u8,
    /// The square that the piece leaves.
    pub from: usize,
    /// The square that the piece reaches.
    pub to: usize,
}

/// The barriers on a path that forbid giving check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Barrier instance across which no piece of the mover may give check; [`NOWHERE`] if none.
    pub any_piece: u16,
    /// Barrier instance across which the moved piece may not give check; [`NOWHERE`] if none.
    pub moved_piece: u16,
}

impl Crossing {
    /// A path without such barriers.
    pub const NONE: Self = Self { any_piece: NOWHERE, moved_piece: NOWHERE };

    /// Adds a barrier instance, unless one of its sort is already recorded.
    pub fn add(&mut self, barrier: u16, check_by: CheckBy) {
        let slot = match check_by {
            CheckBy::AnyPiece => &mut self.any_piece,
            CheckBy::MovedPiece => &mut self.moved_piece,
        };
        if *slot == NOWHERE {
            *slot = barrier;
        }
    }
}

/// The rules that generated moves must obey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegalityRules {
    /// The king of the player to move must be safe afterwards.
    pub own_king: bool,
    /// Bans apply to the moves.
    pub bans: bool,
    /// A player who must capture makes no other move.
    pub forced_capture: bool,
    /// Drops that may not give checkmate do not give it.
    pub drop_mate: bool,
}

impl LegalityRules {
    /// All rules: the moves are legal.
    pub const ALL: Self = Self { own_king: true, bans: true, forced_capture: true, drop_mate: true };
}
