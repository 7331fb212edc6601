//! Why a move is not legal, as data. The sentence is made in `notation`.

use crate::board::Square;
use crate::variant::{KindId, SeatId};

/// How near to being legal a refused move came: later is nearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Not your man, not your turn, seat out, game over.
    Turn,
    /// No such movement.
    Movement,
    /// Blocked.
    Blocked,
    /// Barred by a barrier.
    Barrier,
    /// Barred by a rule about captures.
    CaptureRule,
    /// Leaves the own king attacked.
    OwnKing,
    /// Against a rule about another king: a shield, check across a barrier.
    OtherKing,
}

/// What a path over a barrier would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Move quietly.
    Quiet,
    /// Take.
    Capture,
    /// Take a living king.
    TakeKing,
}

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// Nothing stands there.
    NoMan {
        /// Where.
        square: Square,
    },
    /// The man belongs to a player who is out.
    SeatOut {
        /// The player.
        seat: SeatId,
    },
    /// The man belongs to a player who is not to move.
    NotYourTurn {
        /// Its owner.
        owner: SeatId,
    },
    /// The man does not move so.
    NoSuchMovement,
    /// The man moves so only to take, and there is nothing to take.
    NothingToTake {
        /// Where.
        square: Square,
    },
    /// The man has to become something.
    MustPromote {
        /// Into what.
        into: Vec<KindId>,
    },
    /// The man cannot become that there.
    NoSuchPromotion {
        /// Into what it could; empty where it stays what it is.
        into: Vec<KindId>,
    },
    /// The right to castle is gone.
    NoCastlingRight {
        /// Index into `Rulebook::castlings`.
        castling: u8,
    },
    /// Something stands in the way.
    Blocked {
        /// Where.
        at: Square,
    },
    /// The man on the target cannot be taken: its army is immune.
    Immune {
        /// Where.
        at: Square,
    },
    /// A living king is never taken.
    KingNotTaken {
        /// Where.
        at: Square,
    },
    /// A barrier does not let it through.
    Barrier {
        /// Index into `Rulebook::barrier_instances`.
        barrier: usize,
        /// The link that crosses it: from, to.
        link: (Square, Square),
        /// What it would do.
        action: Action,
    },
    /// A bar forbids it.
    Bar {
        /// Index into `Rulebook::bars`.
        bar: usize,
        /// The figures of its balance of material: who is behind, his figure, compared with whom, his figure.
        figures: Option<(SeatId, i32, SeatId, i32)>,
        /// The king that would stand attacked, and by what, where the bar is about that.
        attack: Option<(Square, Vec<Square>)>,
        /// Its stage.
        stage: Stage,
    },
    /// The own king would stand attacked.
    OwnKing {
        /// Where he would stand.
        king: Square,
        /// By what, as they would stand.
        by: Vec<Square>,
    },
    /// The king may not castle out of, over or into attack.
    CastlingAttacked {
        /// Which of his squares.
        square: Square,
        /// By what.
        by: Vec<Square>,
    },
    /// A move over a barrier would end with an opponent in check.
    CheckAcross {
        /// Index into `Rulebook::barrier_instances`.
        barrier: usize,
        /// The king.
        king: Square,
        /// By what.
        by: Vec<Square>,
    },
}

impl Refusal {
    /// How near to being legal it came.
    pub fn stage(&self) -> Stage {
        match self {
            Refusal::GameOver | Refusal::NoMan { .. } | Refusal::SeatOut { .. } | Refusal::NotYourTurn { .. } => {
                Stage::Turn
            }
            Refusal::NoSuchMovement
            | Refusal::NothingToTake { .. }
            | Refusal::MustPromote { .. }
            | Refusal::NoSuchPromotion { .. }
            | Refusal::NoCastlingRight { .. } => Stage::Movement,
            Refusal::Blocked { .. } | Refusal::Immune { .. } => Stage::Blocked,
            Refusal::Barrier { .. } => Stage::Barrier,
            Refusal::KingNotTaken { .. } => Stage::CaptureRule,
            Refusal::Bar { stage, .. } => *stage,
            Refusal::OwnKing { .. } | Refusal::CastlingAttacked { .. } => Stage::OwnKing,
            Refusal::CheckAcross { .. } => Stage::OtherKing,
        }
    }
}
