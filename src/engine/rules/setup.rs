//! A position as plain data, before validation.
//!
//! Input: the parts of a parsed text, or a test's own values. Output: a [`Setup`], which
//! [`Position::new`](super::Position::new) turns into a valid position, or into
//! [`SetupErrors`]. Knows no text and no rules.

use crate::board::{Heading, Square};
use crate::policy::Points;
use crate::rulebook::{ClaimId, KindId, OutcomeId, SeatId, SeatSet, UnknownId};

/// A piece on the board.
///
/// [`rules`](crate::rules) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// Seat of the owner.
    pub seat: SeatId,
    /// The kind of piece.
    pub kind: KindId,
    /// The tags that the piece carries: one bit for each index into `Rulebook::tags`.
    pub tags: u32,
    /// Whether the piece has moved; always `false` for kinds without initial moves.
    pub moved: bool,
    /// The heading that the piece faces; `None` for kinds without a facing.
    pub facing: Option<Heading>,
}

impl Piece {
    /// Creates a piece that carries no tags, has not moved, and faces as the rules derive.
    pub fn new(seat: SeatId, kind: KindId) -> Self {
        Piece { seat, kind, tags: 0, moved: false, facing: None }
    }
}

/// A right to capture en passant.
///
/// [`rules`](crate::rules) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EnPassantRight {
    /// The square passed, on which the capturing piece lands.
    pub target: Square,
    /// Square of the piece that made the double step.
    pub victim: Square,
    /// Seat of that piece.
    pub owner: SeatId,
    /// Plies since the double step: 1 for the next mover.
    pub age: u8,
}

/// The rule that ended a game.
///
/// [`rules`](crate::rules) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum EndingCause {
    /// An outcome of the rulebook.
    Outcome(OutcomeId),
    /// An accepted claim.
    Claim(ClaimId),
}

/// How a game ended, and which players were involved.
///
/// [`rules`](crate::rules) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ending {
    /// The outcome or claim that ended the game.
    pub cause: EndingCause,
    /// The player with the role of mover.
    pub mover: SeatId,
    /// The player for whom the test of the outcome held: usually the one who lost. `None` if it tests no player.
    pub victim: Option<SeatId>,
    /// The mating player, or the winner that a claim names.
    pub mating_player: Option<SeatId>,
}

/// A position as plain data; it need not be valid.
///
/// Lists by seat may be shorter than the number of seats: the rest is zero. `Default` is an empty board with the first player to
/// move, and a field that JSON lacks has its default, too. [`SetupBuilder`](super::SetupBuilder) sets the
/// fields one by one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Setup {
    /// Pieces by square. [`super::Position::new`] derives a missing `facing` of a directed kind.
    pub pieces: Vec<(Square, Piece)>,
    /// The squares of blockers, in order. Empty if the rulebook has none.
    pub blockers: Vec<Square>,
    /// The player to move.
    pub turn: SeatId,
    /// Eliminated players, one bit each.
    pub out: SeatSet,
    /// Castling rights: one bit for each index into `Rulebook::castlings`.
    pub castling: u64,
    /// En passant rights, in order of owner.
    pub en_passant: Vec<EnPassantRight>,
    /// Open barriers: one bit for each `BarrierInstance::state_bit`.
    pub open: u64,
    /// Whether the order of play is reversed. Ignored if no outcome of the rulebook reverses it.
    pub reversed: bool,
    /// During an extra turn: the player who plays after it. Ignored if no outcome gives extra turns.
    pub extra_turn: Option<SeatId>,
    /// Whether an extra turn has delayed this turn, so that no other one comes before it. Ignored like
    /// `extra_turn`.
    pub delayed: bool,
    /// Frozen players, one bit each: those of `out` who return when they are no longer stuck. Ignored if
    /// no outcome freezes a player.
    pub frozen: SeatSet,
    /// The allies of each seat, one bit each. One of two bits is enough, and those of eliminated players are ignored.
    /// Empty if the rulebook has no alliances, in which case they are ignored.
    pub allies: Vec<SeatSet>,
    /// The player who inherits the turns of each seat. Ignored unless the seat is eliminated and the heir is not. Empty
    /// if no turns are inherited, in which case they are ignored.
    pub heirs: Vec<Option<SeatId>>,
    /// The eliminated player whose turn an heir plays now. Ignored like `heirs`.
    pub inherited_turn: Option<SeatId>,
    /// Number of pieces in each pool, by seat, then kind. Empty or zero if there is no pool.
    pub pool: Vec<Vec<u8>>,
    /// Counters of the rulebook, by seat, in the order of `Rulebook::counters`. Empty if it has none.
    pub counters: Vec<Vec<u8>>,
    /// Total value of all pieces that each seat has ever lost to a capture: from 0 to 65,535.
    pub lost: Vec<i32>,
    /// Points scored so far, by seat: at most 2,500 points above or below zero.
    pub scores: Vec<Points>,
    /// Halfmove clock: plies since it was last reset, from 0 to 65,535.
    pub quiet: u32,
    /// How the game ended; `None` if it is still going on.
    pub over: Option<Ending>,
}

/// All violations of a [`Setup`]: at least one.
///
/// It can be used as a slice. `Display` prints one line for each.
///
/// ```
/// use threefold::{Setup, SetupError};
///
/// let chess = threefold::load("chess")?.variant;
/// let errors = Setup::builder(&chess).build().expect_err("there are no kings");
/// assert_eq!(errors.len(), 2);
/// assert!(errors.iter().all(|it| matches!(it, SetupError::NoRoyal { .. })));
/// assert!(errors.to_string().starts_with("white is still in the game but has no king\n"));
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupErrors(Vec<SetupError>);

impl SetupErrors {
    /// Collects violations. The list is not empty.
    pub(super) fn new(errors: Vec<SetupError>) -> Self {
        debug_assert!(!errors.is_empty(), "a valid setup");
        Self(errors)
    }
}

impl std::ops::Deref for SetupErrors {
    type Target = [SetupError];

    fn deref(&self) -> &[SetupError] {
        &self.0
    }
}

impl IntoIterator for SetupErrors {
    type Item = SetupError;
    type IntoIter = std::vec::IntoIter<SetupError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a SetupErrors {
    type Item = &'a SetupError;
    type IntoIter = std::slice::Iter<'a, SetupError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl std::fmt::Display for SetupErrors {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            write!(out, "{}{error}", if index == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupErrors {}

/// A single violation of a [`Setup`].
///
/// [`rules`](crate::rules) has an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SetupError {
    /// An id that the variant does not have.
    #[error(transparent)]
    Unknown(#[from] UnknownId),
    /// A state that a barrier never has.
    #[error("{barrier} is always {}", if *.is_open { "open" } else { "closed" })]
    FixedBarrier {
        /// Name of the barrier with an article: `the moat between White and Black`.
        barrier: String,
        /// Whether the barrier is always open.
        is_open: bool,
    },
    /// A number that is too small or too large.
    #[error("{number} is {value}, but it must be from {min} to {max}")]
    OutOfRange {
        /// What the number says, in words: `the halfmove clock`, or `the score of white`.
        number: String,
        /// The value given.
        value: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// A living player has no king.
    #[error("{seat} is still in the game but has no {kind}")]
    NoRoyal {
        /// Name of the seat.
        seat: String,
        /// Name of the royal kind.
        kind: String,
    },
    /// A player has several kings.
    #[error("{seat} has {count} royal pieces, on {squares}; only one is allowed")]
    ManyRoyals {
        /// Name of the seat.
        seat: String,
        /// Number of kings.
        count: usize,
        /// Squares of the kings, separated by spaces.
        squares: String,
    },
    /// Two pieces share a square.
    #[error("there are two pieces on {square}")]
    SquareOccupied {
        /// Name of the square.
        square: String,
    },
    /// The player to move is eliminated.
    #[error("{seat} has been eliminated and cannot be the player to move")]
    TurnIsOut {
        /// Name of the seat.
        seat: String,
    },
    /// All players are eliminated, but the game is not over.
    #[error("all players have been eliminated, but the game is not over")]
    NobodyLives,
    /// A castling right without its king or rook.
    #[error("the right to castle `{castling}` needs {needs}")]
    NoCastlingPieces {
        /// Name of the castling.
        castling: String,
        /// The missing pieces and their squares, in words.
        needs: String,
    },
    /// An en passant right without the piece to capture.
    #[error("the en passant right on {target} needs a piece of {seat} on {victim} that has made a double step")]
    NoPassingPiece {
        /// Name of the square passed.
        target: String,
        /// Name of the owner's seat.
        seat: String,
        /// Name of the square on which the piece should be.
        victim: String,
    },
    /// Several en passant rights against one player.
    #[error("{seat} has several pieces that can be captured en passant; only one is allowed")]
    ManyPassingPieces {
        /// Name of the owner's seat.
        seat: String,
    },
    /// Blockers in a game that has none, or several where there is only one.
    #[error("the position has more blockers ({count}) than the board can have ({most})")]
    TooManyBlockers {
        /// Number of blockers.
        count: usize,
        /// Maximum number of blockers.
        most: usize,
    },
    /// A piece with a tag that its kind cannot carry.
    #[error("the {piece} on {square} cannot carry the mark `{mark}`")]
    WrongMark {
        /// Name of the piece's kind.
        piece: String,
        /// Name of its square.
        square: String,
        /// Names of its tags, separated by commas.
        mark: String,
    },
    /// A piece with a facing that it cannot have on its square.
    #[error("the {piece} on {square} cannot face {heading}")]
    WrongFacing {
        /// Name of the piece's kind.
        piece: String,
        /// Name of its square.
        square: String,
        /// Name of the heading.
        heading: String,
    },
}
