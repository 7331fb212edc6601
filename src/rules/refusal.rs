//! The reason why a move is illegal, as data.
//!
//! In: the findings of `explain`. Out: a [`Refusal`]. Knows no text: `notation` makes the
//! sentence.

use crate::board::Square;
use crate::rulebook::{KindId, SeatId};

/// How close to being legal a refused move came, from farthest to closest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The player may not move this piece: wrong turn, eliminated, or the game is over.
    Turn,
    /// The piece does not move like that.
    Movement,
    /// The path or the target square is occupied.
    Blocked,
    /// A barrier does not allow the move.
    Barrier,
    /// A rule about captures forbids the move.
    CaptureRule,
    /// The move leaves the player's own king attacked.
    OwnKing,
    /// The move breaks a rule about another king: a ban, or check across a barrier.
    OtherKing,
}

/// The effect of a move across a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A move without a capture.
    Quiet,
    /// A capture of any piece except a living king.
    Capture,
    /// A capture of a living player's king.
    CaptureKing,
}

/// Why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// There is no piece on the square.
    NoPiece {
        /// The empty square.
        square: Square,
    },
    /// The piece belongs to an eliminated player.
    PlayerEliminated {
        /// The eliminated player.
        seat: SeatId,
    },
    /// The piece belongs to a player who is not to move.
    NotYourTurn {
        /// Owner of the piece.
        owner: SeatId,
    },
    /// The piece does not move like that.
    NoSuchMovement,
    /// The piece makes this move only to capture, and there is nothing to capture.
    NothingToCapture {
        /// The target square.
        square: Square,
    },
    /// The piece must promote.
    MustPromote {
        /// Kinds that it may promote to.
        into: Vec<KindId>,
    },
    /// The piece cannot promote to that kind on that square.
    NoSuchPromotion {
        /// Kinds that it may promote to; empty if it does not promote at all.
        into: Vec<KindId>,
    },
    /// The player no longer has the right to castle.
    NoCastlingRight {
        /// Index into `Rulebook::castlings`.
        castling: u8,
    },
    /// A piece blocks the path.
    Blocked {
        /// Square of the blocking piece.
        at: Square,
    },
    /// The piece on the target square belongs to an immune army.
    Immune {
        /// The target square.
        at: Square,
    },
    /// The target is a living player's king, which this variant does not allow to be captured.
    KingNotCapturable {
        /// Square of the king.
        at: Square,
    },
    /// A barrier does not allow the move.
    Barrier {
        /// Index into `Rulebook::barrier_instances`.
        barrier: usize,
        /// The link that crosses the barrier: (from, to).
        link: (Square, Square),
        /// The effect of the move.
        action: Action,
    },
    /// A ban forbids the move.
    Ban {
        /// Index into `Rulebook::bans`.
        ban: usize,
        /// The material balance behind the ban: (player behind, their total, other player, their
        /// total).
        figures: Option<(SeatId, i32, SeatId, i32)>,
        /// The king that the move would attack and its attackers, if the ban is about an attack.
        attack: Option<(Square, Vec<Square>)>,
        /// Stage of the ban.
        stage: Stage,
    },
    /// The move leaves the player's own king attacked.
    OwnKing {
        /// Square of the king after the move.
        king: Square,
        /// Squares of the attackers after the move.
        by: Vec<Square>,
    },
    /// The king may not castle out of, through or into check.
    CastlingAttacked {
        /// The attacked square.
        square: Square,
        /// Squares of the attackers.
        by: Vec<Square>,
    },
    /// A move across a barrier would end with an opponent in check.
    CheckAcross {
        /// Index into `Rulebook::barrier_instances`.
        barrier: usize,
        /// Square of the opponent's king.
        king: Square,
        /// Squares of the pieces that give check.
        by: Vec<Square>,
    },
}

impl Refusal {
    /// Returns how close to being legal the move came.
    pub fn stage(&self) -> Stage {
        match self {
            Refusal::GameOver
            | Refusal::NoPiece { .. }
            | Refusal::PlayerEliminated { .. }
            | Refusal::NotYourTurn { .. } => Stage::Turn,
            Refusal::NoSuchMovement
            | Refusal::NothingToCapture { .. }
            | Refusal::MustPromote { .. }
            | Refusal::NoSuchPromotion { .. }
            | Refusal::NoCastlingRight { .. } => Stage::Movement,
            Refusal::Blocked { .. } | Refusal::Immune { .. } => Stage::Blocked,
            Refusal::Barrier { .. } => Stage::Barrier,
            Refusal::KingNotCapturable { .. } => Stage::CaptureRule,
            Refusal::Ban { stage, .. } => *stage,
            Refusal::OwnKing { .. } | Refusal::CastlingAttacked { .. } => Stage::OwnKing,
            Refusal::CheckAcross { .. } => Stage::OtherKing,
        }
    }
}

/// Prints the reason with its ids. The sentence for a position comes from
/// [`notation`](crate::notation), which knows the names of squares and players.
impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the move is not legal: {self:?}")
    }
}

impl std::error::Error for Refusal {}
