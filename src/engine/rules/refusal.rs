//! The reason why a move is illegal, as data.
//!
//! Input: the findings of `explain`. Output: a [`Refusal`]. Knows no text: `notation` makes the
//! sentence.

mod text;

use crate::board::Square;
use crate::rulebook::{KindId, SeatId};

/// How close to being legal a refused move came, from farthest to closest.
///
/// [`rules`](crate::rules) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// The blocker cannot be placed there.
    Placement,
    /// The player must make another move: they can capture, and must.
    OtherMove,
}

/// Why a blocker cannot be placed on a square.
///
/// [`rules`](crate::rules) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum PlacementObstacle {
    /// The square is occupied after the move.
    Occupied,
    /// The blocker is already on the square, and must move.
    Stays,
    /// The rule allows no blocker on the square.
    NotThere,
    /// The blocker does not reach the square from where the move has ended.
    NotReached,
}

/// What a move across a barrier needs permission for.
///
/// [`rules`](crate::rules) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Permission {
    /// A move without a capture.
    Quiet,
    /// A capture of any piece except a living king.
    Capture,
    /// A capture of a living player's king.
    CaptureKing,
}

/// Why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// The player already has as many pieces of the new kind as a promotion allows.
    PromotionLimit {
        /// The new kind.
        kind: KindId,
    },
    /// The promotion would attack a piece of an opponent at once, or give check, which it may not.
    PromotionAttacks {
        /// The new kind.
        kind: KindId,
        /// Square of a piece that would be attacked.
        at: Square,
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
    /// The piece must jump over exactly one piece, and there is none in the right place, or a second one.
    NoHurdle,
    /// The piece may not jump over the piece that is in the right place.
    WrongHurdle {
        /// Square of that piece.
        at: Square,
    },
    /// The piece on the target square belongs to an immune army.
    Immune {
        /// The target square.
        at: Square,
    },
    /// The piece on the target square belongs to a partner: a player of the team, or an ally.
    Ally {
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
        /// The permission that the move lacks.
        permission: Permission,
    },
    /// A ban forbids the move.
    Ban {
        /// Index into `Rulebook::bans`.
        ban: usize,
        /// The material balance behind the ban: (player behind, their total, other player, their
        /// total).
        figures: Option<(SeatId, i32, SeatId, i32)>,
        /// Each king that the move would attack with its attackers, if the ban is about an attack.
        attacks: Vec<(Square, Vec<Square>)>,
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
    /// The capture would destroy the player's own king.
    OwnKingDestroyed {
        /// Square of the king; its destination if the king captures.
        king: Square,
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
    /// The player's pool has no such piece.
    NotInPool {
        /// The kind of piece.
        kind: KindId,
    },
    /// The piece may never be dropped on the square.
    NoDropThere {
        /// The kind of piece.
        kind: KindId,
        /// The target square.
        square: Square,
    },
    /// The player already has as many such pieces on the file as a drop allows.
    FileFull {
        /// The kind of piece.
        kind: KindId,
        /// The target square.
        square: Square,
    },
    /// The player already has as many such pieces on squares of this color as a drop allows.
    ColorFull {
        /// The kind of piece.
        kind: KindId,
        /// The target square.
        square: Square,
    },
    /// The player needs the square for another piece that they must drop.
    SquareNeeded {
        /// The kind of the other piece.
        kind: KindId,
        /// The target square.
        square: Square,
    },
    /// The piece cannot enter on the square with this move.
    GateClosed {
        /// The kind of the piece that was to enter.
        kind: KindId,
        /// The square that the move leaves.
        square: Square,
    },
    /// The move must end with the placement of a blocker, and has none.
    NotPlaced {
        /// The kind of the blocker.
        kind: KindId,
    },
    /// The move must end with the placement of a blocker, and there is no square for it.
    NowhereToPlace {
        /// The kind of the blocker.
        kind: KindId,
    },
    /// The move cannot place its blocker on the square.
    Placement {
        /// The kind of the blocker.
        kind: KindId,
        /// The square where it was to be placed.
        square: Square,
        /// Why it cannot be placed there.
        obstacle: PlacementObstacle,
    },
    /// No piece next to the square allows the drop.
    DropNotBeside {
        /// The kind of piece.
        kind: KindId,
        /// The target square.
        square: Square,
    },
    /// The drop would convert nothing, and it must convert a piece.
    DropConvertsNothing {
        /// The kind of piece.
        kind: KindId,
        /// The target square.
        square: Square,
    },
    /// The drop would give checkmate, which it may not.
    DropMate {
        /// Square of the king.
        king: Square,
    },
    /// Players may not pass.
    NoPassing,
    /// The player may pass only without another legal move, and has one.
    NotStuck,
    /// The player can drop a piece that they must drop.
    MustDrop,
    /// The player can capture, so they must.
    MustCapture {
        /// Start of a legal capture.
        from: Square,
        /// Target of the same capture.
        to: Square,
    },
    /// The player must make a capture that takes the most pieces from the others, and this one takes fewer.
    MustTakeMost {
        /// Start of a legal capture.
        from: Square,
        /// Target of the same capture.
        to: Square,
        /// Number of pieces that the refused capture takes.
        taken: u32,
        /// Number of pieces that a legal capture takes.
        most: u32,
    },
}

impl Refusal {
    /// Ranks the refusals of several ways to a square. A missing hurdle says more than the piece that a hopper would have
    /// to capture, and a piece that it may not jump over says most.
    pub(crate) fn rank(&self) -> (Stage, u8) {
        let hurdle = match self {
            Refusal::WrongHurdle { .. } => 2,
            Refusal::NoHurdle => 1,
            _ => 0,
        };
        (self.stage(), hurdle)
    }

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
            | Refusal::NoPassing
            | Refusal::NotInPool { .. }
            | Refusal::NoDropThere { .. }
            | Refusal::GateClosed { .. }
            | Refusal::NoCastlingRight { .. } => Stage::Movement,
            Refusal::Blocked { .. }
            | Refusal::NoHurdle
            | Refusal::WrongHurdle { .. }
            | Refusal::Immune { .. }
            | Refusal::Ally { .. } => Stage::Blocked,
            Refusal::Barrier { .. } => Stage::Barrier,
            Refusal::KingNotCapturable { .. }
            | Refusal::PromotionLimit { .. }
            | Refusal::PromotionAttacks { .. }
            | Refusal::FileFull { .. }
            | Refusal::ColorFull { .. }
            | Refusal::SquareNeeded { .. }
            | Refusal::DropNotBeside { .. }
            | Refusal::DropConvertsNothing { .. } => Stage::CaptureRule,
            Refusal::Ban { stage, .. } => *stage,
            Refusal::OwnKing { .. } | Refusal::OwnKingDestroyed { .. } | Refusal::CastlingAttacked { .. } => {
                Stage::OwnKing
            }
            Refusal::CheckAcross { .. } | Refusal::DropMate { .. } => Stage::OtherKing,
            Refusal::NotPlaced { .. } | Refusal::NowhereToPlace { .. } | Refusal::Placement { .. } => Stage::Placement,
            Refusal::MustCapture { .. } | Refusal::MustTakeMost { .. } | Refusal::MustDrop | Refusal::NotStuck => {
                Stage::OtherMove
            }
        }
    }
}
