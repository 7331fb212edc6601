//! Lines and barriers of a rulebook, resolved: what they bind, and what they let through.
//!
//! Out of `compile`, which finds their links on the board; which of them are open is part
//! of a position. Refuses to know how a path is walked.

use super::{ManTest, SeatSet};
use crate::definition as def;

sealed! {
/// A line: an instance for each seat, or one.
#[derive(Clone, Debug)]
pub struct Line {
    /// As in the file.
    name: String => &str,
    /// Indices as in [`crate::board::Link::lines`], one for each instance.
    instances: Vec<u16> => &[u16],
}
}

/// Permissions along a path, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct LetsSet {
    /// A quiet move.
    pub quiet: bool,
    /// A capture.
    pub capture: bool,
    /// A move that ends with an opponent in check.
    pub give_check: bool,
    /// An attack on a king.
    pub attack: bool,
}

sealed! {
/// A barrier, by its header.
#[derive(Clone, Debug)]
pub struct Barrier {
    /// As in the file.
    name: String => &str,
    /// What to call it in sentences, without an article.
    label: String => &str,
    /// Seats that it binds.
    binds: SeatSet,
    /// Kinds that it binds, one bit for each [`KindId`].
    men: u32,
    /// How it counts for leaps.
    leaps: def::Leaps,
    /// Whose check is meant.
    gives: def::Gives,
    /// How it starts.
    starts_open: bool,
    /// How long it stays open.
    stays_open: def::StaysOpen,
    /// What it lets through while closed.
    closed: LetsSet,
    /// What it lets through while open.
    open: LetsSet,
    /// What opens it.
    opens: Vec<BarrierOpening> => &[BarrierOpening],
    /// Men that it does not bind.
    unless: Vec<ManTest> => &[ManTest],
    /// What the file cites.
    source: Option<String> => Option<&str>: as_deref,
    /// Its instances: indices as in [`crate::board::Link::barriers`].
    instances: Vec<u16> => &[u16],
}
}

impl Barrier {
    /// What it lets through, where that never changes.
    pub fn lets_always(&self) -> Option<LetsSet> {
        self.opens.is_empty().then_some(if self.starts_open { self.open } else { self.closed })
    }
}

/// What opens a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarrierOpening {
    /// One of its owners is eliminated.
    OwnerEliminated,
    /// The zone of one of its living owners is empty after a move.
    ZoneVacated {
        /// Index into [`Rulebook::zones`].
        zone: usize,
        /// Of whom.
        of: def::Vacated,
    },
}

sealed! {
/// One barrier on the board: `moat.0`.
#[derive(Clone, Debug)]
pub struct BarrierInstance {
    /// `NAME.INDEX`, or `NAME` where there is one.
    name: String => &str,
    /// What to call it in sentences, with an article and its owners: `the moat between White and Black`.
    label: String => &str,
    /// Index into [`Rulebook::barriers`].
    barrier: usize,
    /// Whom its opening refers to.
    owners: SeatSet,
    /// Its bit in a position's barrier state; `None` where it never changes.
    state_bit: Option<u8>,
}
}
