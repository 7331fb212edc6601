//! Quiescence search: captures, promotions, checks and check evasions beyond the depth of the search.
//!
//! Contains the search for scalar values. The player to move may also stop capturing and take
//! the estimate (stand pat). In check, all moves are searched instead. On the first ply, quiet moves
//! that give check are searched, too, if two players are left. With more, such checks scored less in
//! two games of three. Moves that lose material by static exchange are left out. A missing legal move
//! is noticed where moves are listed.
//!
//! Input: a node and a window from the perspective of the root player. Output: a value. Its choice
//! of moves depends only on the position and the distance from the last full ply. A search
//! without pruning gives the same value, unless it notices a missing move.

use super::alpha_beta::AlphaBeta;
use super::score::{INFINITE, MAX_PLY, Value};
use super::technique::Technique;
use super::tree::Entered;
use crate::rules::inside::{PackedEnding, SquareSet};

/// Maximum number of plies of quiescence search.
const MAX_QUIESCENCE_PLIES: usize = 12;
/// Number of plies of quiescence in which checks are noticed.
const MAX_EVASIONS: usize = 4;

impl<const W: usize, const T: usize, const N: usize> AlphaBeta<'_, W, T, N> {
    /// Returns the value of a node after all relevant captures.
    pub fn quiesce(&mut self, ply: usize, alpha: Value, beta: Value, distance: usize) -> Value {
        self.lines[ply].clear();
        let root = usize::from(self.root);
        if let Some(value) = self.tree.evaluation.final_value(&self.tree.nodes[ply].state, root, ply) {
            return value;
        }
        let notices_checks = distance < MAX_EVASIONS;
        let turn = self.tree.nodes[ply].state.turn;
        let in_check = notices_checks && self.tree.is_check(ply);
        let start = self.tree.moves.len();
        let mut is_full = false;
        if in_check || self.tree.may_settle(ply) {
            // Settling needs to know whether there is a legal move.
            let entered = self.tree.enter(ply);
            // A checkmated player may be out: then it is another player's turn.
            let is_same = self.tree.nodes[ply].state.turn == turn;
            let in_check = if is_same { in_check } else { notices_checks && self.tree.is_check(ply) };
            match entered {
                Entered::Moves(_) if in_check && self.quiescence && ply + 1 < MAX_PLY => is_full = true,
                Entered::Over | Entered::Stuck | Entered::Moves(_) => self.tree.moves.truncate(start),
            }
            let node = &self.tree.nodes[ply];
            if let Some(value) = self.tree.evaluation.final_value(&node.state, root, ply) {
                self.tree.moves.truncate(start);
                return value;
            }
        }
        debug_assert!(self.tree.nodes[ply].state.over == PackedEnding::NO);
        let sign = if self.tree.nodes[ply].state.turn == self.root { 1 } else { -1 };
        let (mut low, high) = if sign > 0 { (alpha, beta) } else { (-beta, -alpha) };
        let mut best = -INFINITE;
        // The opponents that a quiet move may put in check.
        let mut checkable = 0;
        if !is_full {
            best = sign * self.tree.evaluation.value(&self.tree.nodes[ply], root);
            low = low.max(best);
            if low >= high || !self.quiescence || distance >= MAX_QUIESCENCE_PLIES || ply + 1 >= MAX_PLY {
                return sign * best;
            }
            let mut also = SquareSet::EMPTY;
            let is_duel = self.tree.nodes[ply].state.living_count() == 2;
            if distance == 0 && is_duel && self.tree.techniques.has(Technique::Checks) {
                checkable = self.tree.checkable(ply);
                also = self.tree.checking_squares(ply, checkable);
            }
            if !self.tree.enter_tactical(ply, also) && self.tree.settle_stuck(ply) {
                let node = &self.tree.nodes[ply];
                let end = self.tree.evaluation.final_value(&node.state, root, ply);
                return end.unwrap_or_else(|| self.tree.evaluation.value(node, root));
            }
        }
        self.ordering.rank_tactical(&self.tree, ply, start);
        let end = self.tree.moves.len();
        for at in start..end {
            let (listed, _) = self.ordering.pick(&mut self.tree.moves[..end], at);
            if !is_full && !listed.mv.is_promotion() {
                let victim = self.tree.captured_value(ply, listed);
                if victim == 0 && !(checkable != 0 && self.tree.gives_check(ply, listed, checkable))
                    || self.tree.loses_material(ply, listed, victim)
                {
                    continue;
                }
            }
            if !self.tree.make(ply, listed) {
                break;
            }
            let (a, b) = if sign > 0 { (low, high) } else { (-high, -low) };
            let value = sign * self.quiesce(ply + 1, a, b, distance + 1);
            if self.tree.control.is_over {
                break;
            }
            if value > best {
                best = value;
                if value > low {
                    low = value;
                    self.extend_line(ply, listed);
                    if low >= high {
                        break;
                    }
                }
            }
        }
        self.tree.moves.truncate(start);
        sign * best
    }
}
