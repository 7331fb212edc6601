//! Step budget: a limit on the work that compiling a rulebook may take.
//!
//! Input: steps, each counted for a kind of piece. Output: whether any are left, and which kind used
//! most of them. A rulebook can reach every limit (squares, kinds, seats, tags) at once, and the
//! product of the limits is beyond any machine. Each pass counts its steps and stops when its
//! budget is exhausted. Steps are counted, never timed, so that every machine accepts the same
//! rulebooks.

use std::cell::Cell;

use super::KindId;

/// Maximum number of steps of one pass. A step examines one square of one path, or writes about
/// 64 bytes of a table.
#[doc(hidden)]
pub const MAX_STEPS: u64 = 4_000_000;

/// A counter of steps, with a limit.
#[derive(Debug)]
#[doc(hidden)]
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
    /// Creates a budget of `limit` steps.
    pub fn new(limit: u64) -> Self {
        Self { limit, steps: Cell::new(0), by_kind: [const { Cell::new(0) }; 32] }
    }

    /// Counts steps for a kind, and reports whether any are left.
    pub fn spend(&self, kind: KindId, steps: usize) -> bool {
        let steps = steps as u64;
        if let Some(own) = self.by_kind.get(kind.index()) {
            own.set(own.get().saturating_add(steps));
        }
        self.steps.set(self.steps.get().saturating_add(steps));
        !self.is_exhausted()
    }

    /// Reports whether the limit is exceeded. The result of the pass is then incomplete.
    pub fn is_exhausted(&self) -> bool {
        self.steps.get() > self.limit
    }

    /// Returns the number of steps counted so far.
    pub fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Returns the kind with the most steps. On a tie, this is the first.
    pub fn costliest(&self) -> KindId {
        let most = self.by_kind.iter().map(Cell::get).max().unwrap_or(0);
        KindId(self.by_kind.iter().position(|it| it.get() == most).unwrap_or(0) as u8)
    }
}
