//! Selective search: lines that look unpromising are searched less deeply, or not at all.
//!
//! Contains the decisions of alpha-beta with two players left. With more, matches showed them to
//! lose points, so they are not used.
//!
//! - *Null move*: a player who could even pass and still have enough needs no full search.
//! - *Reverse futility*: so does a player whose estimate is enough by a wide margin near the leaves.
//! - *Late moves*: quiet moves that ordering puts late are searched less deeply at first.
//! - *Check extension*: a player in check gets one more ply.
//!
//! A proven ending stays proven: neither a pass nor a margin decides against such a value.
//!
//! Input: a node, its window and its moves. Output: plies to add or remove, and cutoffs. Does not
//! know the order of moves.

use super::alpha_beta::{AlphaBeta, Visit};
use super::score::{Value, plies_to_end};

/// Least depth at which a pass is tried.
const PASS_DEPTH: i32 = 3;
/// Greatest depth at which an estimate decides.
const FUTILE_DEPTH: i32 = 4;
/// Least depth at which late moves are searched less deeply.
const LATE_DEPTH: i32 = 3;
/// Number of moves that are searched at full depth.
const FULL_MOVES: usize = 3;

/// Returns the number of plies by which a late move is searched less deeply.
#[inline(always)]
pub fn reduction(depth: i32, index: usize, is_wide: bool) -> i32 {
    if depth < LATE_DEPTH || index < FULL_MOVES {
        return 0;
    }
    // About the product of the two logarithms, without floating point numbers.
    let logs = (depth as u32).ilog2() as i32 * 2 + i32::from(depth as u32 & (depth as u32 - 1) != 0);
    let more = (index as u32).ilog2() as i32;
    (1 + logs * more / 6 - i32::from(is_wide)).clamp(0, depth - 2)
}

impl<const W: usize, const T: usize, const N: usize> AlphaBeta<'_, W, T, N> {
    /// Returns a value beyond the window that the player to move at `ply` reaches even without a
    /// move; `None` if there is no such value. The window is narrow, from `high - 1` to `high`,
    /// both for the player to move.
    #[inline(always)]
    pub fn cut_early(&mut self, ply: usize, at: Visit, estimate: Value, high: Value, sign: i32) -> Option<Value> {
        if estimate < high || plies_to_end(high).is_some() || self.tree.may_settle(ply) {
            return None;
        }
        // Far from the leaves, the margin would exceed all values.
        if at.depth <= FUTILE_DEPTH && estimate.saturating_sub(self.tree.evaluation.pawn * at.depth) >= high {
            return Some(estimate);
        }
        if at.depth < PASS_DEPTH || !at.may_pass || !self.tree.has_officer(ply) {
            return None;
        }
        self.pass(ply, at, high, sign)
    }

    /// Searches a pass.
    #[inline(never)]
    fn pass(&mut self, ply: usize, at: Visit, high: Value, sign: i32) -> Option<Value> {
        if !self.tree.make_pass(ply) {
            return Some(0);
        }
        let (alpha, beta) = if sign > 0 { (high - 1, high) } else { (-high, 1 - high) };
        let depth = at.depth - 3 - at.depth / 4;
        let value = sign * self.visit(ply + 1, Visit { depth, alpha, beta, may_pass: false, ..at });
        if self.tree.control.is_over {
            return Some(0);
        }
        // An ending after a pass proves nothing.
        (value >= high).then(|| if plies_to_end(value).is_some() { high } else { value })
    }
}
