//! Lines and barriers of a rulebook: which pieces they affect and which moves they allow.
//!
//! Input: the `[line]` and `[barrier]` headers, with their links on the board, from `compile`. Output:
//! [`Line`], [`Barrier`] and [`BarrierInstance`]. Which barriers are open is part of a position,
//! not of a rulebook. Knows no paths.

use super::{PieceTest, SeatSet};
use crate::policy;

/// Maximum number of barriers on the board whose state can change.
#[doc(hidden)]
pub const MAX_BARRIER_STATES: usize = 50;

sealed! {
/// A line across the board: one instance for each seat, or a single one.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Line {
    /// Name in the file.
    name: String => &str,
    /// What to call it in sentences, without an article.
    label: String => &str,
    /// Indices as in [`crate::board::Link::lines`], one for each instance.
    instances: Vec<u16> => &[u16],
}
}

/// The moves that a barrier allows, or all barriers of a path together.
///
/// [`Barrier`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Permissions {
    /// Whether it allows a quiet move.
    pub quiet: bool,
    /// Whether it allows a capture.
    pub capture: bool,
    /// Whether it allows a move that ends with an opponent in check.
    pub give_check: bool,
    /// Whether it allows an attack on a king.
    pub attack: bool,
}

sealed! {
/// A barrier header: the properties that its instances share.
///
/// ```
/// use threefold::rulebook::{Barrier, BarrierInstance, Permissions};
///
/// let ring = threefold::load("3-man-chess")?.variant;
/// let book = ring.rulebook();
/// let moat: &Barrier = &book.barriers()[0];
/// let closed: Permissions = moat.closed();
/// assert!(!moat.starts_open() && !closed.capture);
/// let one: &BarrierInstance = &book.barrier_instances()[0];
/// assert_eq!(one.label(), "the moat between White and Black");
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Barrier {
    /// Name in the file.
    name: String => &str,
    /// Name in sentences, without an article.
    label: String => &str,
    /// Seats that it affects.
    binds: SeatSet,
    /// Kinds that it affects, one bit for each [`KindId`](super::KindId).
    pieces: u32,
    /// How it applies to leaps.
    leaps: policy::Leaps,
    /// Which pieces may not give check after the crossing.
    check_by: policy::CheckBy,
    /// Whether it is open in the starting position.
    starts_open: bool,
    /// How long it stays open.
    stays_open: policy::StaysOpen,
    /// The moves that it allows while closed.
    closed: Permissions,
    /// The moves that it allows while open.
    open: Permissions,
    /// The events that open it.
    opens: Vec<BarrierOpening> => &[BarrierOpening],
    /// Pieces that it does not affect.
    unless: Vec<PieceTest> => &[PieceTest],
    /// Source that the file cites.
    source: Option<String> => Option<&str>: as_deref,
    /// Its instances: indices as in [`crate::board::Link::barriers`].
    instances: Vec<u16> => &[u16],
}
}

impl Barrier {
    /// Returns what the barrier allows, if that never changes.
    pub fn always_allows(&self) -> Option<Permissions> {
        self.opens.is_empty().then_some(if self.starts_open { self.open } else { self.closed })
    }
}

/// An event that opens a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum BarrierOpening {
    /// One of its owners is eliminated.
    OwnerEliminated,
    /// The zone of one of its living owners is empty after a move.
    ZoneVacated {
        /// Index into [`Rulebook::zones`](super::Rulebook::zones).
        zone: usize,
        /// The pieces that must have left the zone.
        of: policy::Vacated,
    },
}

sealed! {
/// One barrier on the board, such as `moat.0`.
///
/// [`Barrier`] has an example.
#[derive(Clone, Debug)]
pub struct BarrierInstance {
    /// Identifier: `NAME.INDEX`, or `NAME` for a single instance.
    name: String => &str,
    /// Name in sentences, with an article and its owners: `the moat between White and Black`.
    label: String => &str,
    /// Index into [`Rulebook::barriers`](super::Rulebook::barriers).
    barrier: usize,
    /// Seats that its opening refers to.
    owners: SeatSet,
    /// Its bit in a position's barrier state; `None` if it never changes.
    state_bit: Option<u8>,
}
}
