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

/// The number in [`EngineMove::castling`] for a pass: the first one after those of drops.
pub const PASS: u8 = FIRST_DROP + 32;

/// The number in [`EngineMove::promotion`] that stands for a piece of the first kind that enters on the
/// square which the moving piece leaves. A rulebook has at most 32 kinds.
pub const FIRST_GATE: u8 = 32;

/// The same for a piece that enters on the square which a castling rook leaves.
pub const FIRST_ROOK_GATE: u8 = 64;

/// A move as the engine stores it. Absent parts are [`NOBODY`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineMove {
    /// The origin square; for castling, that of the king; for a drop, the destination.
    pub from: u16,
    /// The destination square; for castling, that of the king.
    pub to: u16,
    /// Index into the castlings of the rulebook, [`FIRST_DROP`] plus the kind that is dropped, or [`PASS`].
    pub castling: u8,
    /// The kind that the piece becomes, or [`FIRST_GATE`] or [`FIRST_ROOK_GATE`] plus the kind that enters.
    pub promotion: u8,
    /// The square on which the move places a blocker; [`NOWHERE`] if it places none.
    pub placed: u16,
}

impl EngineMove {
    /// A pass. Its squares mean nothing.
    pub const PASS: Self = Self { from: 0, to: 0, castling: PASS, promotion: NOBODY, placed: NOWHERE };

    /// Creates a move without castling or promotion.
    #[inline(always)]
    pub fn plain(from: usize, to: usize) -> Self {
        Self { from: from as u16, to: to as u16, castling: NOBODY, promotion: NOBODY, placed: NOWHERE }
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

    /// Reports whether the player makes no move on the board.
    #[inline(always)]
    pub fn is_pass(self) -> bool {
        self.castling == PASS
    }

    /// Reports whether the piece becomes another kind.
    #[inline(always)]
    pub fn is_promotion(self) -> bool {
        self.promotion < FIRST_GATE
    }

    /// Returns the kind that enters on a square which the move leaves, and whether that is the square of a
    /// castling rook; `None` for other moves.
    #[inline(always)]
    pub fn gate(self) -> Option<(u8, bool)> {
        let kind = self.promotion.wrapping_sub(FIRST_GATE);
        (kind < 64).then_some((kind & 31, kind >= FIRST_ROOK_GATE - FIRST_GATE))
    }

    /// Returns the same move without the piece that enters.
    #[inline(always)]
    pub fn without_gate(self) -> Self {
        match self.gate() {
            Some(_) => Self { promotion: NOBODY, ..self },
            None => self,
        }
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
    /// Pieces may enter on squares that moves leave. If not, only the moves without such a piece are generated.
    pub gates: bool,
    /// Moves end with the placement of a blocker, if the rulebook has blockers. If not, only the moves without it are
    /// generated, and what depends on the placement is not judged.
    pub placing: bool,
    /// A pass is generated if the rulebook allows it.
    pub passes: bool,
}

impl LegalityRules {
    /// All rules: the moves are legal.
    pub const ALL: Self = Self {
        own_king: true,
        bans: true,
        forced_capture: true,
        drop_mate: true,
        gates: true,
        placing: true,
        passes: true,
    };
}
