//! Step budget: a bound on the work that a rulebook makes before it can be played.
//!
//! In: steps as they are done, with the kind of piece that they are done for. Out: whether
//! any are left, and for which kind most of them were spent. Every limit of a rulebook
//! (squares, kinds, seats, tags) can be met at once, and the products of the limits are
//! beyond any machine. A pass counts what it does and stops when its budget is exhausted.
//! Steps are counted, never timed, so that every machine accepts the same rulebooks.

use std::cell::Cell;

use super::KindId;

/// Maximum number of steps of one pass. A step looks at one square of one way of a piece, or
/// writes about 64 bytes of a table.
pub const MAX_STEPS: u64 = 4_000_000;

/// Steps that a pass has done, and how many it may do.
#[derive(Debug)]
pub struct Budget {
    limit: u64,
    steps: Cell<u64>,
    by_kind: [Cell<u64>; 32],
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(MAX_STEPS)
    }
}

impl Budget {
    /// Returns a budget of so many steps, none of them done.
    pub fn new(limit: u64) -> Self {
        Self { limit, steps: Cell::new(0), by_kind: [const { Cell::new(0) }; 32] }
    }

    /// Counts steps that are done for a kind; returns whether any are left.
    pub fn spend(&self, kind: KindId, steps: usize) -> bool {
        let steps = steps as u64;
        if let Some(own) = self.by_kind.get(kind.index()) {
            own.set(own.get().saturating_add(steps));
        }
        self.steps.set(self.steps.get().saturating_add(steps));
        !self.is_exhausted()
    }

    /// Whether more steps were done than the budget allows: what was made is incomplete.
    pub fn is_exhausted(&self) -> bool {
        self.steps.get() > self.limit
    }

    /// Returns the number of steps done.
    pub fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Returns the kind for which most steps were done; of several, the first.
    pub fn costliest(&self) -> KindId {
        let most = self.by_kind.iter().map(Cell::get).max().unwrap_or(0);
        KindId(self.by_kind.iter().position(|it| it.get() == most).unwrap_or(0) as u8)
    }
}
