//! Ids: typed indices into one variant's rulebook, and their validation.
//!
//! Input: a number, and the rulebook that it is meant for. Output: an id, or [`UnknownId`]. An id does
//! not know its variant. Every public function that takes one checks it against the rulebook
//! first, because the engine indexes its tables by ids without bounds checks. Knows no rules.

use super::{Rulebook, SeatSet};
use crate::board::{Heading, Square};

/// A seat, numbered in order of play: `(id + 1) % n` plays next, unless the order of play is reversed.
///
/// Like every id, it is a number and does not know its variant, so it has no `Display`. [`name`](SeatId::name) returns the name
/// in a rulebook:
///
/// ```
/// let ring = threefold::load("3-man-chess")?.variant;
/// let (book, board) = (ring.rulebook(), ring.board());
/// let start = ring.start().expect("a starting position");
/// let square = ring.square("WHa1").expect("a square of the board");
/// let piece = start.piece_at(square).expect("a piece");
/// let text = format!("{}'s {} on {}", piece.seat.name(book), piece.kind.name(book), square.name(board));
/// assert_eq!(text, "white's rook on WHa1");
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SeatId(pub u8);
/// A kind of piece: an index into [`Rulebook::kinds`]. [`name`](KindId::name) returns its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KindId(pub u8);
/// A tag: an index into [`Rulebook::tags`]. [`name`](TagId::name) returns its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TagId(pub u8);
/// An outcome: an index into [`Rulebook::outcomes`]. [`name`](OutcomeId::name) returns its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OutcomeId(pub u8);
/// A claim: an index into [`Rulebook::claims`]. [`name`](ClaimId::name) returns its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClaimId(pub u8);

macro_rules! indices {
    ($($id:ident),*) => {
        $(impl $id {
            /// Returns the id as an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        })*
    };
}
indices!(SeatId, KindId, TagId, OutcomeId, ClaimId);

macro_rules! names {
    ($($id:ident in $list:ident),*) => {
        $(impl $id {
            /// Returns the name in a rulebook; `?` for an id of another rulebook.
            ///
            /// ```
            /// let chess = threefold::load("chess")?.variant;
            /// let white = chess.rulebook().seat("white").expect("a player");
            /// assert_eq!(white.name(chess.rulebook()), "white");
            /// # Ok::<(), threefold::LoadError>(())
            /// ```
            pub fn name(self, book: &Rulebook) -> &str {
                book.$list.get(self.index()).map_or("?", |it| it.name.as_str())
            }
        })*
    };
}
names!(SeatId in seats, KindId in kinds, TagId in tags, OutcomeId in outcomes, ClaimId in claims);

impl SeatId {
    /// Returns the set of this seat alone; empty for a seat above the maximum of eight.
    pub fn bit(self) -> SeatSet {
        1u8.checked_shl(u32::from(self.0)).unwrap_or(0)
    }
}

/// The sort of thing that an id identifies.
///
/// [`UnknownId`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum IdKind {
    /// A player: [`SeatId`].
    Seat,
    /// A kind of piece: [`KindId`].
    Kind,
    /// A square of the board.
    Square,
    /// A heading of the board.
    Heading,
    /// A tag: a bit of `Piece::tags`.
    Tag,
    /// A castling: an index into [`Rulebook::castlings`].
    Castling,
    /// A counter: an index into [`Rulebook::counters`].
    Counter,
    /// A barrier on the board: an index into [`Rulebook::barrier_instances`].
    Barrier,
    /// The state of a barrier: a bit of `Setup::open`.
    BarrierState,
    /// An outcome: [`OutcomeId`].
    Outcome,
    /// A claim: [`ClaimId`].
    Claim,
}

impl IdKind {
    /// Returns the singular noun for messages.
    fn word(self) -> &'static str {
        match self {
            IdKind::Seat => "player",
            IdKind::Kind => "kind of piece",
            IdKind::Square => "square",
            IdKind::Heading => "heading",
            IdKind::Tag => "tag",
            IdKind::Castling => "castling",
            IdKind::Counter => "counter",
            IdKind::Barrier => "barrier",
            IdKind::BarrierState => "barrier state",
            IdKind::Outcome => "outcome",
            IdKind::Claim => "claim",
        }
    }
}

/// An id that the variant does not have, such as one of another variant.
///
/// ```
/// use threefold::rulebook::{IdKind, SeatId, UnknownId};
///
/// let chess = threefold::load("chess")?.variant;
/// let error: UnknownId = chess.rulebook().check_seat(SeatId(2)).expect_err("chess has two players");
/// assert_eq!((error.kind, error.number, error.count), (IdKind::Seat, 2, 2));
/// assert_eq!(error.to_string(), "this variant has no player number 2: it has 2, counted from 0");
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[error("this variant has no {} number {number}: it has {count}, counted from 0", .kind.word())]
pub struct UnknownId {
    /// The sort of thing that the id identifies.
    pub kind: IdKind,
    /// Number of the id.
    pub number: usize,
    /// Number of such things in the variant. Valid ids are below it.
    pub count: usize,
}

impl UnknownId {
    /// Checks a number against the number of valid ids.
    #[doc(hidden)]
    pub fn check(kind: IdKind, number: usize, count: usize) -> Result<(), Self> {
        if number < count { Ok(()) } else { Err(Self { kind, number, count }) }
    }

    /// Checks the highest bit of a set against the number of valid ids.
    #[doc(hidden)]
    pub fn check_bits(kind: IdKind, bits: u64, count: usize) -> Result<(), Self> {
        bits.checked_ilog2().map_or(Ok(()), |highest| Self::check(kind, highest as usize, count))
    }
}

impl Rulebook {
    /// Checks that the variant has this player.
    #[doc(hidden)]
    pub fn check_seat(&self, seat: SeatId) -> Result<(), UnknownId> {
        UnknownId::check(IdKind::Seat, seat.index(), self.seats.len())
    }
    /// Checks that the variant has this kind of piece.
    #[doc(hidden)]
    pub fn check_kind(&self, kind: KindId) -> Result<(), UnknownId> {
        UnknownId::check(IdKind::Kind, kind.index(), self.kinds.len())
    }
    /// Checks that the board has this square.
    #[doc(hidden)]
    pub fn check_square(&self, square: Square) -> Result<(), UnknownId> {
        UnknownId::check(IdKind::Square, square.index(), self.board.len())
    }
    /// Checks that the board has this heading.
    #[doc(hidden)]
    pub fn check_heading(&self, heading: Heading) -> Result<(), UnknownId> {
        UnknownId::check(IdKind::Heading, usize::from(heading.0), usize::from(self.board.headings))
    }
    /// Checks that the variant has this outcome.
    #[doc(hidden)]
    pub fn check_outcome(&self, outcome: OutcomeId) -> Result<(), UnknownId> {
        UnknownId::check(IdKind::Outcome, outcome.index(), self.outcomes.len())
    }
    /// Checks that the variant has this claim.
    #[doc(hidden)]
    pub fn check_claim(&self, claim: ClaimId) -> Result<(), UnknownId> {
        UnknownId::check(IdKind::Claim, claim.index(), self.claims.len())
    }
}
