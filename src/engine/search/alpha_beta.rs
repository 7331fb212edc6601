//! Alpha-beta search for one player's points: paranoid search and best-reply search+.
//!
//! Contains [`AlphaBeta`], a principal variation search. Values are the expected points of the
//! player at the root, whose nodes maximize; all other nodes minimize. With two players this is
//! alpha-beta; with more, it is the paranoid search. Best-reply search+ lets one opponent between
//! two moves of the root player search all replies, and the others make the expected move, so
//! that the order of play is preserved.
//!
//! ```text
//!   root player ──> opponent 1 ──┬─ every move ──> opponent 2: the expected move ──> root player
//!                                └─ expected  ──> opponent 2: every move         ──> root player
//! ```
//! Input: a [`Tree`] and a window. Output: a value and the line that leads to it. Nothing is pruned
//! that could change the value. Does not know time.

use super::options::{Algorithm, SearchOptions};
use super::ordering::{Before, Ordering, expected_move};
use super::score::{INFINITE, MAX_PLY, Value, from_root, to_root};
use super::selective::reduction;
use super::table::{Bound, ScoreEntry, ScoreTable, pack};
use super::tree::{Entered, Tree};
use crate::rules::inside::{EngineMove, Listed, NOBODY, PackedEnding};

/// Key bits of nodes in which an opponent has already searched all replies.
const REPLIED: u64 = 0x6A09_E667_F3BC_C908;
/// Key bits of nodes whose opponents all search all replies, in a best-reply search.
const ALL_REPLIES: u64 = 0xBB67_AE85_84CA_A73B;

/// A scalar search from one root.
#[derive(Debug)]
pub struct AlphaBeta<'a, const W: usize, const T: usize, const N: usize> {
    /// Nodes and limits.
    pub tree: Tree<'a, W, T, N>,
    /// Killer moves, history and countermoves.
    pub ordering: Ordering,
    /// The transposition table, which all threads share.
    pub table: &'a ScoreTable,
    /// By ply: the best line from there.
    pub lines: Vec<Vec<EngineMove>>,
    /// The player at the root.
    pub root: u8,
    /// Whether best-reply search+ limits the replies.
    is_best_reply: bool,
    /// Key bits of the kind of search.
    mode: u64,
    /// Whether leaves are searched until they are quiet.
    pub quiescence: bool,
    /// Whether unpromising moves are searched less deeply.
    selective: bool,
}

/// A node to visit, besides its ply: what the path leaves to it.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// Plies left to the horizon.
    pub depth: i32,
    /// Lower end of the window, for the player at the root.
    pub alpha: Value,
    /// Upper end of the window, for the player at the root.
    pub beta: Value,
    /// An opponent has searched all replies since the last move of the root player.
    pub is_replied: bool,
    /// A pass may be tried.
    pub may_pass: bool,
    /// The move that led to the node.
    pub before: Before,
}

/// The best move of a node, for the player to move.
#[derive(Clone, Copy, Debug)]
struct NodeResult {
    /// 1 if the player to move is the one at the root, otherwise -1.
    sign: i32,
    /// Lower end of the window.
    floor: Value,
    /// Upper end of the window.
    high: Value,
    /// Value of the best move.
    best: Value,
    /// The best move, packed.
    best_move: u32,
}

impl<'a, const W: usize, const T: usize, const N: usize> AlphaBeta<'a, W, T, N> {
    /// Creates a search of the tree's root.
    pub fn new(tree: Tree<'a, W, T, N>, options: &SearchOptions, table: &'a ScoreTable) -> Self {
        let ordering = Ordering::of(&tree);
        Self {
            table,
            ordering,
            lines: vec![Vec::new(); MAX_PLY + 1],
            root: tree.nodes[0].state.turn,
            is_best_reply: options.algorithm == Algorithm::BestReply,
            mode: 0,
            quiescence: options.quiescence,
            selective: options.selective,
            tree,
        }
    }

    /// Reports whether opponents leave out replies in this position, so that a win is no proof.
    pub fn leaves_out_replies(&self) -> bool {
        self.is_best_reply && self.tree.nodes[0].state.living_count() > 2
    }

    /// Lets opponents search all replies, or leave some out.
    pub fn search_all_replies(&mut self, all: bool) {
        self.is_best_reply = !all;
        self.mode = if all { ALL_REPLIES } else { 0 };
    }

    /// Sets the line from `ply` to a move and the line from the next ply.
    #[inline(always)]
    pub fn extend_line(&mut self, ply: usize, listed: Listed) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(listed.mv);
        line.extend_from_slice(&after[0]);
    }

    /// Returns the value of the node at `ply`, whose move has just been made.
    pub fn visit(&mut self, ply: usize, mut at: Visit) -> Value {
        if at.depth <= 0 || ply + 1 >= MAX_PLY {
            return match self.drawn_value(ply) {
                Some(value) => value,
                None => self.quiesce(ply, at.alpha, at.beta, 0),
            };
        }
        self.lines[ply].clear();
        let root = usize::from(self.root);
        if let Some(value) = self.tree.evaluation.final_value(&self.tree.nodes[ply].state, root, ply) {
            return value;
        }
        if let Some(value) = self.drawn_value(ply) {
            return value;
        }
        let key = self.tree.nodes[ply].key ^ self.mode ^ if at.is_replied { REPLIED } else { 0 };
        let is_wide = at.beta - at.alpha > 1;
        let mut table_move = 0;
        if let Some(entry) = self.table.get(key) {
            table_move = entry.mv;
            let value = to_root(entry.value, ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= at.beta,
                Bound::Upper => value <= at.alpha,
            };
            if !is_wide && decides && i32::from(entry.depth) >= at.depth {
                return value;
            }
        }
        let is_selective = self.selective && self.tree.nodes[ply].state.living_count() == 2;
        let in_check = is_selective && self.tree.is_check(ply);
        if in_check {
            at.depth += 1;
        } else if is_selective {
            let sign = if self.tree.nodes[ply].state.turn == self.root { 1 } else { -1 };
            let high = if sign > 0 { at.beta } else { -at.alpha };
            if !is_wide {
                let estimate = sign * self.tree.evaluation.value(&self.tree.nodes[ply], root);
                if let Some(value) = self.cut_early(ply, at, estimate, high, sign) {
                    return sign * value;
                }
            }
            if table_move == 0 && at.depth >= 4 {
                at.depth -= 1;
            }
        }
        let start = match self.tree.enter(ply) {
            Entered::Moves(start) => start,
            Entered::Over | Entered::Stuck => {
                let node = &self.tree.nodes[ply];
                let end = self.tree.evaluation.final_value(&node.state, root, ply);
                return end.unwrap_or_else(|| self.tree.evaluation.value(node, root));
            }
        };
        if let Some(value) = self.tree.evaluation.final_value(&self.tree.nodes[ply].state, root, ply) {
            self.tree.moves.truncate(start);
            return value;
        }
        let value = self.best_of(ply, start, at, key, (table_move, in_check));
        self.tree.moves.truncate(start);
        value
    }

    /// Returns the value of a position that repeats, or whose end can be claimed.
    #[inline(always)]
    fn drawn_value(&mut self, ply: usize) -> Option<Value> {
        let is_drawn = self.tree.nodes[ply].state.over == PackedEnding::NO
            && (self.tree.repeats(ply) || self.tree.is_claimable(ply));
        is_drawn.then(|| self.value_of_draw(ply))
    }

    #[inline(never)]
    fn value_of_draw(&mut self, ply: usize) -> Value {
        self.lines[ply].clear();
        let root = usize::from(self.root);
        let ends = self.tree.end_as_drawn(ply);
        let node = &self.tree.nodes[ply];
        match self.tree.evaluation.final_value(&node.state, root, ply) {
            Some(value) if ends => value,
            _ => self.tree.evaluation.shared(node)[root],
        }
    }

    /// Searches the moves from `start` on.
    fn best_of(&mut self, ply: usize, start: usize, at: Visit, key: u64, (table_move, in_check): (u32, bool)) -> Value {
        let st = &self.tree.nodes[ply].state;
        let (turn, seats) = (st.turn, self.tree.engine.tables.n_seats);
        let is_own = turn == self.root;
        let sign = if is_own { 1 } else { -1 };
        let limits_replies = self.is_best_reply && !is_own && st.living_count() > 2;
        let is_selective = self.selective && st.living_count() == 2;
        let is_last = st.after(turn, seats) == self.root;
        let (floor, high) = if sign > 0 { (at.alpha, at.beta) } else { (-at.beta, -at.alpha) };
        let mut low = floor;
        let (mut best, mut best_move) = (-INFINITE, 0);
        if limits_replies && (at.is_replied || !is_last) {
            let expected = expected_move(&self.tree, ply, start);
            self.tree.moves.swap(start, expected);
            let listed = self.tree.moves[start];
            let Some(value) = self.child(ply, listed, at, (low, high), sign, at.is_replied) else { return 0 };
            best = value;
            best_move = pack(listed.mv);
            low = low.max(value);
            if value > floor {
                self.extend_line(ply, listed);
            }
            if at.is_replied || low >= high {
                return self.finish(ply, key, at.depth, NodeResult { sign, floor, high, best, best_move });
            }
        }
        let is_replied = limits_replies;
        self.ordering.rank(&self.tree, ply, start, table_move, at.before);
        let end = self.tree.moves.len();
        for index in start..end {
            let (listed, rank) = self.ordering.pick_sound(&mut self.tree, ply, index);
            // Principal variation search: the first move decides what the others must beat.
            let mut value = Value::MAX;
            let is_reducible = is_selective && !in_check && Ordering::is_late(rank) && best > -INFINITE;
            let less = if is_reducible { reduction(at.depth, index - start, high - low > 1) } else { 0 };
            if less > 0 {
                let reduced = Visit { depth: at.depth - less, ..at };
                let Some(found) = self.child(ply, listed, reduced, (low, low + 1), sign, is_replied) else { return 0 };
                if found <= low {
                    value = found;
                }
            }
            if value == Value::MAX && index > start && high - low > 1 {
                let Some(found) = self.child(ply, listed, at, (low, low + 1), sign, is_replied) else { return 0 };
                value = found;
            }
            if value > low && (value < high || value == Value::MAX) {
                let Some(found) = self.child(ply, listed, at, (low, high), sign, is_replied) else { return 0 };
                value = found;
            }
            if value > best {
                best = value;
                best_move = pack(listed.mv);
                if value > low {
                    low = value;
                    self.extend_line(ply, listed);
                    if low >= high {
                        self.learn(ply, start, index, turn, at);
                        break;
                    }
                }
            }
        }
        self.finish(ply, key, at.depth, NodeResult { sign, floor, high, best, best_move })
    }

    /// Makes a move and returns its value for the player to move; `None` if the search is over.
    #[inline(always)]
    fn child(
        &mut self,
        ply: usize,
        listed: Listed,
        at: Visit,
        (low, high): (Value, Value),
        sign: i32,
        is_replied: bool,
    ) -> Option<Value> {
        let turn = self.tree.nodes[ply].state.turn;
        if !self.tree.make(ply, listed) {
            return None;
        }
        let (alpha, beta) = if sign > 0 { (low, high) } else { (-high, -low) };
        let is_replied = is_replied && self.tree.nodes[ply + 1].state.turn != self.root;
        let before = self.ordering.index(turn, listed);
        let value =
            sign * self.visit(ply + 1, Visit { depth: at.depth - 1, alpha, beta, is_replied, may_pass: true, before });
        (!self.tree.control.is_over).then_some(value)
    }

    /// Updates move ordering after a cutoff by the move at `index`.
    #[inline(always)]
    fn learn(&mut self, ply: usize, start: usize, index: usize, turn: u8, at: Visit) {
        let occupied = self.tree.nodes[ply].state.occupied();
        let is_quiet =
            |it: &Listed| !it.mv.is_promotion() && (it.mv.castling != NOBODY || !occupied.has(usize::from(it.mv.to)));
        let listed = self.tree.moves[index];
        if !is_quiet(&listed) {
            return;
        }
        self.ordering.reward(turn, listed, ply, at.depth, at.before);
        for other in &self.tree.moves[start..index] {
            if is_quiet(other) {
                self.ordering.punish(turn, *other, at.depth);
            }
        }
    }

    /// Stores the result of a node, and returns it for the player at the root.
    #[inline(always)]
    fn finish(&mut self, ply: usize, key: u64, depth: i32, found: NodeResult) -> Value {
        let NodeResult { sign, floor, high, best, best_move } = found;
        let bound = match (best >= high, best <= floor) {
            (true, _) if sign > 0 => Bound::Lower,
            (true, _) => Bound::Upper,
            (_, true) if sign > 0 => Bound::Upper,
            (_, true) => Bound::Lower,
            _ => Bound::Exact,
        };
        let mv = if best > floor { best_move } else { 0 };
        self.table.put(key, ScoreEntry { mv, value: from_root(sign * best, ply), depth: depth as u8, bound });
        sign * best
    }
}
