//! Anything that can be written down as a position, before it is trusted.
//!
//! In: parts out of a text. Out: a [`Position`](super::Position) by
//! [`Setup::validate`](super::Position::new), or every fault at once.

use crate::board::{Heading, Square};
use crate::definition::value::Points;
use crate::variant::{ClaimId, KindId, OutcomeId, SeatId, SeatSet, UnknownId};

/// A man on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Man {
    /// Whose.
    pub seat: SeatId,
    /// What.
    pub kind: KindId,
    /// Tags that it carries, one bit for each index into `Rulebook::tags`.
    pub tags: u32,
    /// Whether it has moved; always false for kinds without initial moves.
    pub moved: bool,
    /// The heading that it faces; `None` for kinds without a forward.
    pub facing: Option<Heading>,
}

/// A right to take in passing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EnPassantRight {
    /// The square passed, where the taker lands.
    pub target: Square,
    /// Where the man stands that stepped past.
    pub victim: Square,
    /// Whose man.
    pub owner: SeatId,
    /// Plies since the double step: 1 for the next mover.
    pub age: u8,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EndingCause {
    /// An outcome of the rulebook.
    Outcome(OutcomeId),
    /// A claim that was granted.
    Claim(ClaimId),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ending {
    /// Why.
    pub cause: EndingCause,
    /// The mover, in the sense of the roles.
    pub mover: SeatId,
    /// The victim, where there is one.
    pub victim: Option<SeatId>,
    /// The mater, or the winner that a claim names.
    pub mater: Option<SeatId>,
}

/// A position as it may be written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Men by square. A `facing` of `None` for a directed kind, and `moved` for kinds with
    /// initial moves, are worked out by [`super::Position::new`] where `infer` says so.
    pub men: Vec<(Square, Man)>,
    /// Whose turn.
    pub turn: SeatId,
    /// Who is out.
    pub out: SeatSet,
    /// Castling rights: indices into `Rulebook::castlings`, one bit each.
    pub castling: u64,
    /// Rights to take in passing, in order of owner.
    pub en_passant: Vec<EnPassantRight>,
    /// Open barriers: bits as in `BarrierInstance::state_bit`.
    pub open: u64,
    /// Pools: how many men of each kind, by seat, then kind. Empty where there is no pool.
    pub pool: Vec<Vec<u8>>,
    /// All that was ever taken from each seat, by value.
    pub lost: Vec<i32>,
    /// Points so far.
    pub scores: Vec<Points>,
    /// Plies since the counter of quiet moves was reset.
    pub quiet: u32,
    /// How the game ended.
    pub over: Option<Ending>,
}

/// One thing that is wrong with a [`Setup`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupFault {
    /// An id that the variant does not have.
    #[error(transparent)]
    Unknown(#[from] UnknownId),
    /// A living seat without its king.
    #[error("{seat} lives and has no {kind}")]
    NoRoyal {
        /// The seat's name.
        seat: String,
        /// The royal kind's name.
        kind: String,
    },
    /// A seat with several kings.
    #[error("{seat} has {count} royal men, on {squares}; one is allowed")]
    ManyRoyals {
        /// The seat's name.
        seat: String,
        /// How many.
        count: usize,
        /// Where.
        squares: String,
    },
    /// Two men on one square.
    #[error("two men stand on {square}")]
    SquareTaken {
        /// The square's name.
        square: String,
    },
    /// The seat to move is out.
    #[error("{seat} is out and cannot be to move")]
    TurnIsOut {
        /// The seat's name.
        seat: String,
    },
    /// Everybody is out.
    #[error("no player is left")]
    NobodyLives,
    /// A castling right whose men do not stand there.
    #[error("the right to castle `{castling}` needs {needs}")]
    NoCastlingMen {
        /// The castling's name.
        castling: String,
        /// What stands where it should.
        needs: String,
    },
    /// A right in passing that fits no man.
    #[error("the right in passing on {target} fits no man of {seat} on {victim}")]
    NoPassingMan {
        /// The square passed.
        target: String,
        /// The seat's name.
        seat: String,
        /// Where the man should stand.
        victim: String,
    },
    /// Several rights in passing against one player.
    #[error("{seat} has several pieces that can be captured en passant; one is allowed")]
    ManyPassingMen {
        /// The seat's name.
        seat: String,
    },
    /// A tag on a man that cannot carry it.
    #[error("{man} on {square} cannot carry the mark `{mark}`")]
    WrongMark {
        /// The man's kind.
        man: String,
        /// Where it stands.
        square: String,
        /// The mark.
        mark: String,
    },
    /// A facing that the man cannot have there.
    #[error("{man} on {square} cannot face {heading}")]
    WrongFacing {
        /// The man's kind.
        man: String,
        /// Where it stands.
        square: String,
        /// The heading.
        heading: String,
    },
}
