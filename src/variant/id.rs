//! Ids: numbers that mean something within one variant, and ids that a variant does not have.
//!
//! In: a number, and the rulebook that it is meant for. Out: an id, or [`UnknownId`]. An id
//! does not know its variant: every public function that takes one compares it with the
//! rulebook first, because the engine indexes its tables by ids without bounds checks.
//! Knows no rules.

use super::{Rulebook, SeatSet};
use crate::board::{Heading, Square};

/// A seat: its index in the order of play, so that `(id + 1) % n` is who plays next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SeatId(pub u8);
/// A kind of man: an index into [`Rulebook::kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindId(pub u8);
/// A tag: an index into [`Rulebook::tags`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TagId(pub u8);
/// An outcome: an index into [`Rulebook::outcomes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OutcomeId(pub u8);
/// A claim: an index into [`Rulebook::claims`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClaimId(pub u8);

macro_rules! indices {
    ($($id:ident),*) => {
        $(impl $id {
            /// As an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        })*
    };
}
indices!(SeatId, KindId, TagId, OutcomeId, ClaimId);

impl SeatId {
    /// As a set; empty for a seat that no variant has, since none has more than eight.
    pub fn bit(self) -> SeatSet {
        1u8.checked_shl(u32::from(self.0)).unwrap_or(0)
    }
}

/// What an id stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IdKind {
    /// A player: [`SeatId`].
    Seat,
    /// A kind of piece: [`KindId`].
    Kind,
    /// A square of the board.
    Square,
    /// A heading of the board.
    Heading,
    /// A tag: a bit of `Man::tags`.
    Tag,
    /// A castling: an index into [`Rulebook::castlings`].
    Castling,
    /// The state of a barrier: a bit of `Setup::open`.
    BarrierState,
    /// An outcome: [`OutcomeId`].
    Outcome,
    /// A claim: [`ClaimId`].
    Claim,
}

impl IdKind {
    /// Returns the word for one of them.
    fn word(self) -> &'static str {
        match self {
            IdKind::Seat => "player",
            IdKind::Kind => "kind of piece",
            IdKind::Square => "square",
            IdKind::Heading => "heading",
            IdKind::Tag => "tag",
            IdKind::Castling => "castling",
            IdKind::BarrierState => "barrier state",
            IdKind::Outcome => "outcome",
            IdKind::Claim => "claim",
        }
    }
}

/// An id that a variant does not have, as one that comes from another variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("this variant has no {} number {number}: it has {count}, counted from 0", .kind.word())]
pub struct UnknownId {
    /// What the id stands for.
    pub kind: IdKind,
    /// The number of the id.
    pub number: usize,
    /// How many the variant has. Its ids are the numbers below this one.
    pub count: usize,
}

impl UnknownId {
    /// Compares a number with how many there are.
    pub(crate) fn check(kind: IdKind, number: usize, count: usize) -> Result<(), Self> {
        if number < count { Ok(()) } else { Err(Self { kind, number, count }) }
    }

    /// Compares the highest bit of a set with how many there are.
    pub(crate) fn check_bits(kind: IdKind, bits: u64, count: usize) -> Result<(), Self> {
        bits.checked_ilog2().map_or(Ok(()), |highest| Self::check(kind, highest as usize, count))
    }
}

impl Rulebook {
    /// Whether the variant has this player.
    pub(crate) fn check_seat(&self, seat: SeatId) -> Result<(), UnknownId> {
        UnknownId::check(IdKind::Seat, seat.index(), self.seats.len())
    }
    /// Whether the variant has this kind of piece.
    pub(crate) fn check_kind(&self, kind: KindId) -> Result<(), UnknownId> {
        UnknownId::check(IdKind::Kind, kind.index(), self.kinds.len())
    }
    /// Whether the board has this square.
    pub(crate) fn check_square(&self, square: Square) -> Result<(), UnknownId> {
        UnknownId::check(IdKind::Square, square.index(), self.board.len())
    }
    /// Whether the board has this heading.
    pub(crate) fn check_heading(&self, heading: Heading) -> Result<(), UnknownId> {
        UnknownId::check(IdKind::Heading, usize::from(heading.0), usize::from(self.board.headings))
    }
    /// Whether the variant has this outcome.
    pub(crate) fn check_outcome(&self, outcome: OutcomeId) -> Result<(), UnknownId> {
        UnknownId::check(IdKind::Outcome, outcome.index(), self.outcomes.len())
    }
    /// Whether the variant has this claim.
    pub(crate) fn check_claim(&self, claim: ClaimId) -> Result<(), UnknownId> {
        UnknownId::check(IdKind::Claim, claim.index(), self.claims.len())
    }
}
