//! max^n search: every player maximizes their own points.
//!
//! Contains [`MaxN`], a depth-first search with a value for each seat and shallow pruning. Suppose
//! that a player can get so many points that the player before them cannot improve. Then the
//! other moves are not searched. Ties go to the vector that is worse for the next players in turn,
//! so the value does not depend on the order of moves.
//!
//! Input: a [`Tree`]. Output: vectors and lines. Does not know time.

use super::ordering::{Before, Ordering};
use super::root::RootMove;
use super::score::{INFINITE, MAX_PLY, Value, plies_to_end, quality};
use super::table::{Bound, ScoreEntry, ScoreTable, pack};
use super::technique::Technique;
use super::tree::{Entered, Tree};
use crate::rules::inside::{EngineMove, NOWHERE, PackedEnding, SquareSet};

/// Maximum number of plies of quiescence search.
const MAX_QUIESCENCE_PLIES: usize = 6;
/// Number of plies of quiescence in which any piece may be captured.
const MAX_FREE: usize = 1;
/// Size of the table of best moves, in bytes.
const TABLE_BYTES: usize = 4 << 20;

/// A vector search from one root.
#[derive(Debug)]
pub struct MaxN<'a, const W: usize, const T: usize, const N: usize> {
    /// Nodes and limits.
    pub tree: Tree<'a, W, T, N>,
    /// Killer moves, history and countermoves.
    pub ordering: Ordering,
    /// Best moves by position; values are not used.
    table: ScoreTable,
    /// By ply: the best line from there.
    lines: Vec<Vec<EngineMove>>,
    quiescence: bool,
}

/// The player who moved before and their best value, for pruning.
type Rival = Option<(usize, Value)>;

impl<'a, const W: usize, const T: usize, const N: usize> MaxN<'a, W, T, N> {
    /// Creates a search of the tree's root.
    pub fn new(tree: Tree<'a, W, T, N>, quiescence: bool) -> Self {
        let ordering = Ordering::of(&tree);
        let table = ScoreTable::new(TABLE_BYTES, tree.control.most_nodes());
        let lines = vec![Vec::new(); MAX_PLY + 1];
        Self { tree, ordering, table, lines, quiescence }
    }

    /// Returns the values of all seats if their part in the game is over at `ply`, or if the
    /// position repeats.
    fn end(&mut self, ply: usize) -> Option<[Value; N]> {
        let is_over = |tree: &Tree<'a, W, T, N>| tree.nodes[ply].state.over != PackedEnding::NO;
        if !is_over(&self.tree) {
            if !self.tree.repeats(ply) && !self.tree.is_claimable(ply) {
                return None;
            }
            if !self.tree.end_as_drawn(ply) {
                return Some(self.tree.evaluation.shared(&self.tree.nodes[ply]));
            }
        }
        Some(self.vector(ply))
    }

    /// Returns the values of all seats at `ply` without looking ahead.
    fn vector(&self, ply: usize) -> [Value; N] {
        let node = &self.tree.nodes[ply];
        let mut vector = if node.state.over == PackedEnding::NO { self.tree.evaluation.vector(node) } else { [0; N] };
        for (seat, value) in vector.iter_mut().enumerate().take(self.tree.engine.book.seats().len()) {
            if let Some(end) = self.tree.evaluation.final_value(&node.state, seat, ply) {
                *value = end;
            }
        }
        vector
    }

    /// Reports whether `value` is better than `best` for a player. Ties go to the vector that is
    /// worse for the next players in turn.
    fn is_better(&self, value: &[Value; N], best: &[Value; N], seat: usize) -> bool {
        if value[seat] != best[seat] {
            return value[seat] > best[seat];
        }
        let seats = self.tree.engine.book.seats().len();
        let others = (1..seats).map(|it| (seat + it) % seats);
        others.map(|it| best[it].cmp(&value[it])).find(|it| it.is_ne()).is_some_and(|it| it.is_gt())
    }

    /// Reports whether a player has so much that the rival cannot improve on their best.
    #[inline(always)]
    fn is_refuted(&self, best: Value, seat: usize, rival: Rival) -> bool {
        let Some((other, least)) = rival.filter(|it| it.0 != seat) else { return false };
        if !self.tree.techniques.has(Technique::Pruning) {
            return false;
        }
        debug_assert!(other != seat, "a player is no rival to themselves");
        let stakes = &self.tree.evaluation.tables.stakes;
        let third = (self.tree.engine.book.seats().len() as i32 - 2).max(0) * stakes.least;
        quality(best) > stakes.most - third - quality(least)
    }

    /// Returns the values of all seats at `ply`, whose move has just been made.
    fn visit(&mut self, ply: usize, depth: i32, rival: Rival, before: Before) -> [Value; N] {
        self.lines[ply].clear();
        if let Some(vector) = self.end(ply) {
            return vector;
        }
        if depth <= 0 || ply + 1 >= MAX_PLY {
            return self.quiesce(ply, rival, 0, NOWHERE);
        }
        let key = self.tree.nodes[ply].key;
        let start = match self.tree.enter(ply) {
            Entered::Moves(start) => start,
            Entered::Over | Entered::Stuck => return self.vector(ply),
        };
        let turn = self.tree.nodes[ply].state.turn;
        let seat = usize::from(turn);
        let table_move = self.table.get(key).map_or(0, |it| it.mv);
        self.ordering.rank(&self.tree, ply, start, table_move, before);
        let end = self.tree.moves.len();
        let mut best = [-INFINITE; N];
        let mut best_move = 0;
        for index in start..end {
            let (listed, _) = self.ordering.pick_sound(&mut self.tree, ply, index);
            if !self.tree.make(ply, listed) {
                break;
            }
            let own = (index > start).then_some((seat, best[seat]));
            let value = self.visit(ply + 1, depth - 1, own, self.ordering.index(turn, listed));
            if self.tree.control.is_over {
                break;
            }
            if index == start || self.is_better(&value, &best, seat) {
                best = value;
                best_move = pack(listed.mv);
                self.extend_line(ply, listed.mv);
                if self.is_refuted(best[seat], seat, rival) {
                    if !listed.mv.is_promotion() && self.tree.captured_value(ply, listed) == 0 {
                        self.ordering.reward(turn, listed, ply, depth, before);
                    }
                    break;
                }
            }
        }
        self.tree.moves.truncate(start);
        self.table.put(key, ScoreEntry { mv: best_move, value: 0, depth: depth as u8, bound: Bound::Exact });
        best
    }

    fn extend_line(&mut self, ply: usize, mv: EngineMove) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(mv);
        before[ply].extend_from_slice(&after[0]);
    }

    /// Returns the values after captures. Later captures must be on the square of the one before.
    fn quiesce(&mut self, ply: usize, rival: Rival, distance: usize, last: u16) -> [Value; N] {
        self.lines[ply].clear();
        let start = self.tree.moves.len();
        if self.tree.nodes[ply].state.over == PackedEnding::NO && (self.tree.may_settle(ply) || self.tree.is_check(ply))
        {
            self.tree.enter(ply);
            self.tree.moves.truncate(start);
        }
        let mut best = self.vector(ply);
        let st = &self.tree.nodes[ply].state;
        let is_over = st.over != PackedEnding::NO;
        let seat = usize::from(st.turn);
        if is_over || !self.quiescence || distance >= MAX_QUIESCENCE_PLIES || ply + 1 >= MAX_PLY {
            return best;
        }
        if self.is_refuted(best[seat], seat, rival) {
            return best;
        }
        self.tree.enter_tactical(ply, SquareSet::EMPTY);
        self.ordering.rank_tactical(&self.tree, ply, start);
        let end = self.tree.moves.len();
        for at in start..end {
            let (listed, _) = self.ordering.pick(&mut self.tree.moves[..end], at);
            if distance >= MAX_FREE && listed.mv.to != last {
                continue;
            }
            if !listed.mv.is_promotion() {
                let victim = self.tree.captured_value(ply, listed);
                if victim == 0 || self.tree.loses_material(ply, listed, victim) {
                    continue;
                }
            }
            if !self.tree.make(ply, listed) {
                break;
            }
            let value =
                self.quiesce(ply + 1, Some((seat, best[seat])), distance + 1, self.tree.recapture_square(listed));
            if self.tree.control.is_over {
                break;
            }
            if self.is_better(&value, &best, seat) {
                best = value;
                self.extend_line(ply, listed.mv);
                if self.is_refuted(best[seat], seat, rival) {
                    break;
                }
            }
        }
        self.tree.moves.truncate(start);
        best
    }

    /// Returns the values after captures from the current top of the tree, for Monte Carlo search.
    pub fn quiet_vector(&mut self, ply: usize) -> [Value; N] {
        self.quiesce(ply, None, 0, NOWHERE)
    }

    /// Searches deeper and deeper. Returns the last complete depth and the best lines.
    pub fn deepen(&mut self, root_moves: &mut [RootMove], limit: u32, lines: usize) -> (u32, Vec<RootMove>) {
        let wanted = lines.clamp(1, root_moves.len());
        let turn = self.tree.nodes[0].state.turn;
        let seat = usize::from(turn);
        let mut complete = 0;
        let mut found: Vec<(usize, [Value; N])> = Vec::with_capacity(root_moves.len());
        'deepen: for depth in 1..=limit {
            found.clear();
            for (index, root_move) in root_moves.iter_mut().enumerate() {
                let listed = root_move.listed;
                self.tree.moves.clear();
                if !self.tree.make(0, listed) {
                    break 'deepen;
                }
                // With several lines, every move needs its true value.
                let own = found.first().filter(|_| wanted == 1).map(|it| (seat, it.1[seat]));
                let value = self.visit(1, depth as i32 - 1, own, self.ordering.index(turn, listed));
                if self.tree.control.is_over {
                    break 'deepen;
                }
                root_move.line.clear();
                root_move.line.push(listed.mv);
                root_move.line.extend_from_slice(&self.lines[1]);
                root_move.value = value[seat];
                let place = found.iter().position(|it| self.is_better(&value, &it.1, seat)).unwrap_or(found.len());
                found.insert(place, (index, value));
            }
            let order: Vec<RootMove> = found.iter().map(|it| root_moves[it.0].clone()).collect();
            root_moves.clone_from_slice(&order);
            found.clear();
            complete = depth;
            self.tree.report(depth, || root_moves[..wanted].to_vec());
            let is_proven = plies_to_end(root_moves[0].value).is_some_and(|it| it <= depth) && wanted == 1;
            if is_proven || !self.tree.control.may_deepen() {
                break;
            }
        }
        // Of an iteration that was broken off, the moves searched so far start with the best one.
        for (place, (index, _)) in found.iter().enumerate().take(wanted) {
            let moved_before = found[..place].iter().filter(|it| it.0 > *index).count();
            root_moves[place..=index + moved_before].rotate_right(1);
        }
        (complete, root_moves[..wanted].to_vec())
    }
}
