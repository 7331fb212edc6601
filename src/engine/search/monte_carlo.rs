//! Monte Carlo tree search with a value for each seat.
//!
//! Contains [`MonteCarlo`]. Each simulation descends to a leaf, adds a child, evaluates it after
//! quiescence, and adds the vector to all nodes on the way (max^n backup). Selection adds to the
//! mean an exploration term (PUCT) with priors by move order, and a bonus for moves that did well
//! elsewhere (progressive history). Proven endings are backed up exactly (solver): a node is proven
//! if a move gives its player the most that the game offers, or if all of its moves are proven.
//!
//! ```text
//!   root ──> branches ──> node ──> branches ──> node ──> new node ──> quiescence ──> vector
//!     <──────────────── sums of qualities by seat, visits, proofs ───────────────────┘
//! ```
//! Input: a [`Tree`] and the root moves. Output: lines, the most visited first. Does not use
//! random numbers; the seed only orders the root moves.

use super::max_n::MaxN;
use super::options::SearchOptions;
use super::root::RootMove;
use super::score::{INFINITE, MAX_PLY, Value, estimate, plies_to_end, quality};
use super::technique::Technique;
use super::tree::{Entered, SearchNode, Tree};
use crate::rules::inside::{EngineMove, Listed, PackedEnding};

/// Weight of the exploration term, in shares of all points.
const EXPLORATION: f64 = 0.6;
/// Weight of the progressive history.
const HISTORY: f64 = 0.15;
/// Expected loss by a move that was never tried, in shares of all points.
const UNTRIED: f64 = 0.03;
/// Number of branches of a node for which memory is reserved.
const BRANCHES: usize = 40;
/// Absence of a child.
pub const NONE: u32 = u32::MAX;

/// A move of a node, with the node after it.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// The move to make, with its type.
    pub listed: Listed,
    /// Index of the node after it, or [`NONE`].
    pub child: u32,
    /// Share of simulations that the move gets at first.
    pub prior: f32,
}

/// A node of the tree that is kept.
#[derive(Clone, Debug)]
pub struct KeptNode<const W: usize, const T: usize, const N: usize> {
    /// The position after the moves on the way.
    pub node: SearchNode<W, T, N>,
    /// Range of its branches.
    pub first: u32,
    /// Number of its branches.
    pub count: u32,
    visits: u32,
    /// Sums of the qualities of all simulations, by seat.
    sums: [f64; N],
    /// The exact values of all seats, if they are known.
    pub proven: Option<[Value; N]>,
}

/// A Monte Carlo tree search from one root.
#[derive(Debug)]
pub struct MonteCarlo<'a, const W: usize, const T: usize, const N: usize> {
    /// Nodes, limits, move ordering, and the quiescence search that evaluates leaves.
    pub vectors: MaxN<'a, W, T, N>,
    pub(super) kept: Vec<KeptNode<W, T, N>>,
    pub(super) branches: Vec<Branch>,
    /// Maximum number of nodes to keep in this search.
    most_kept: usize,
    /// Maximum number of nodes that memory allows, if they have as many branches as usual.
    kept_in_memory: usize,
    /// Maximum number of branches that memory allows.
    most_branches: usize,
    /// By seat, type and destination: the sum of qualities and the number of simulations.
    history: Vec<(f64, u32)>,
    scale: f64,
    is_forced: bool,
    /// Weight of the exploration term. It differs between threads, whose trees differ then.
    exploration: f64,
    /// Weight of the progressive history.
    progressive: f64,
}

impl<'a, const W: usize, const T: usize, const N: usize> MonteCarlo<'a, W, T, N> {
    /// Creates a search of the tree's root.
    pub fn new(tree: Tree<'a, W, T, N>, options: &SearchOptions, is_forced: bool, thread: usize) -> Self {
        let engine = tree.engine;
        let (seats, types, squares) = (engine.book.seats().len(), engine.tables.n_types, engine.book.board().len());
        let stakes = &tree.evaluation.tables.stakes;
        let bytes = size_of::<KeptNode<W, T, N>>() + BRANCHES * size_of::<Branch>();
        let nodes = usize::try_from(tree.control.most_nodes()).unwrap_or(usize::MAX);
        let memory = options.table_bytes / options.threads.max(1);
        let kept_in_memory = (memory / bytes).max(64);
        let most_kept = nodes.saturating_add(1).clamp(64, kept_in_memory);
        Self {
            // Memory that is reserved and never used costs nothing, and a tree with as many branches as usual is never copied.
            kept: Vec::with_capacity(most_kept),
            branches: Vec::with_capacity(most_kept * BRANCHES),
            most_kept,
            kept_in_memory,
            most_branches: (kept_in_memory * BRANCHES).min(NONE as usize),
            history: vec![(0.0, 0); seats * types * squares],
            scale: 1.0 / f64::from(stakes.most.max(1)),
            progressive: if tree.techniques.has(Technique::Progressive) { HISTORY } else { 0.0 },
            vectors: MaxN::new(tree, options.quiescence),
            is_forced,
            exploration: EXPLORATION * (1.0 + 0.15 * (thread % 8) as f64),
        }
    }

    /// Makes room for the nodes of this search besides those of an earlier one.
    pub(super) fn make_room(&mut self) {
        let more = usize::try_from(self.vectors.tree.control.most_nodes()).unwrap_or(usize::MAX);
        self.most_kept = self.kept.len().saturating_add(more).min(self.kept_in_memory);
    }

    /// Simulates until a limit is reached, or until a path has `longest` plies. Returns the longest path and the root
    /// moves.
    pub fn run(&mut self, root_moves: &[RootMove], longest: Option<u32>) -> (u32, Vec<RootMove>) {
        let listed: Vec<Listed> = root_moves.iter().map(|it| it.listed).collect();
        self.vectors.tree.moves.clear();
        self.vectors.tree.moves.extend(&listed);
        if self.kept.is_empty() {
            self.keep(0, 0, None);
        }
        let mut depth = 0;
        while self.kept[0].proven.is_none() && !self.vectors.tree.control.is_over && !self.is_forced {
            let made = self.vectors.tree.control.nodes;
            let length = self.simulate();
            if length > depth {
                depth = length;
                self.vectors.tree.report(depth, || self.best_lines());
            }
            // A simulation that makes no move still counts as a node, so that the search ends.
            if made == self.vectors.tree.control.nodes && !self.vectors.tree.control.may_make() {
                break;
            }
            if longest.is_some_and(|it| depth >= it) {
                break;
            }
        }
        (depth, self.best_lines())
    }

    /// Keeps the node at `ply`, whose moves are those of the tree from `start` on. Returns its
    /// index.
    fn keep(&mut self, ply: usize, start: usize, proven: Option<[Value; N]>) -> u32 {
        let first = self.branches.len() as u32;
        if ply > 0 {
            self.vectors.ordering.rank(&self.vectors.tree, ply, start, 0, 0);
        }
        let end = self.vectors.tree.moves.len();
        for index in start..end {
            let listed = match ply {
                0 => self.vectors.tree.moves[index],
                _ => self.vectors.ordering.pick_sound(&mut self.vectors.tree, ply, index).0,
            };
            let prior = if ply == 0 { 1.0 / (end - start) as f32 } else { 1.0 / (index - start + 3) as f32 };
            self.branches.push(Branch { listed, child: NONE, prior });
        }
        let count = self.branches.len() as u32 - first;
        let total: f32 = self.branches[first as usize..].iter().map(|it| it.prior).sum();
        for branch in &mut self.branches[first as usize..] {
            branch.prior /= total;
        }
        let node = self.vectors.tree.nodes[ply];
        self.kept.push(KeptNode { node, first, count, visits: 0, sums: [0.0; N], proven });
        self.kept.len() as u32 - 1
    }

    /// Runs one simulation, and returns the length of its path.
    fn simulate(&mut self) -> u32 {
        let mut path: [(u32, u32); MAX_PLY + 1] = [(0, NONE); MAX_PLY + 1];
        let (mut ply, mut at) = (0, 0u32);
        self.vectors.tree.place(0, self.kept[0].node, EngineMove::PASS);
        let vector = loop {
            path[ply] = (at, NONE);
            let kept = &self.kept[at as usize];
            if let Some(values) = kept.proven {
                break values;
            }
            if kept.count == 0 || ply + 2 >= MAX_PLY {
                break self.evaluate(ply);
            }
            let branch = self.select(at);
            path[ply].1 = branch;
            let child = self.branches[branch as usize].child;
            if child != NONE {
                ply += 1;
                at = child;
                let mv = self.branches[branch as usize].listed.mv;
                self.vectors.tree.place(ply, self.kept[at as usize].node, mv);
                continue;
            }
            self.vectors.tree.moves.clear();
            if !self.vectors.tree.make(ply, self.branches[branch as usize].listed) {
                return ply as u32;
            }
            ply += 1;
            let (vector, index) = self.expand(ply);
            if self.vectors.tree.control.is_over {
                return ply as u32;
            }
            if let Some(index) = index {
                self.branches[branch as usize].child = index;
                path[ply] = (index, NONE);
            } else {
                ply -= 1;
            }
            break vector;
        };
        self.back_up(&path[..=ply], &vector);
        ply as u32
    }

    /// Evaluates the new node at `ply`, and keeps it unless the tree is full.
    fn expand(&mut self, ply: usize) -> ([Value; N], Option<u32>) {
        let is_drawn = self.vectors.tree.repeats(ply) || self.vectors.tree.is_claimable(ply);
        if is_drawn && self.vectors.tree.nodes[ply].state.over == PackedEnding::NO {
            // Another path may reach the position without repeating it, so it is not kept.
            let ends = self.vectors.tree.end_as_drawn(ply);
            let node = &self.vectors.tree.nodes[ply];
            return (if ends { self.final_vector(ply) } else { self.vectors.tree.evaluation.shared(node) }, None);
        }
        let start = self.vectors.tree.moves.len();
        let entered = self.vectors.tree.enter(ply);
        // In some games, a node has hundreds of branches.
        let more = self.vectors.tree.moves.len() - start;
        let has_room = self.kept.len() < self.most_kept && self.branches.len() + more <= self.most_branches;
        if entered == Entered::Over {
            let values = self.final_vector(ply);
            return (values, has_room.then(|| self.keep(ply, start, Some(values))));
        }
        let index = has_room.then(|| self.keep(ply, start, None));
        self.vectors.tree.moves.truncate(start);
        (self.evaluate(ply), index)
    }

    /// Returns the exact values of a finished game at `ply`.
    fn final_vector(&self, ply: usize) -> [Value; N] {
        let mut values = [0; N];
        for (seat, value) in values.iter_mut().enumerate().take(self.vectors.tree.engine.book.seats().len()) {
            *value =
                self.vectors.tree.evaluation.final_value(&self.vectors.tree.nodes[ply].state, seat, ply).unwrap_or(0);
        }
        values
    }

    /// Returns the values of the node at `ply` after captures.
    fn evaluate(&mut self, ply: usize) -> [Value; N] {
        self.vectors.quiet_vector(ply)
    }

    /// Returns the branch of a node to follow.
    fn select(&self, at: u32) -> u32 {
        let kept = &self.kept[at as usize];
        let turn = kept.node.state.turn;
        let seat = usize::from(turn);
        let visits = f64::from(kept.visits.max(1));
        let mean = kept.sums[seat] / visits * self.scale;
        let explore = self.exploration * visits.sqrt();
        let mut best = (f64::MIN, kept.first);
        let mut best_proven = (f64::MIN, kept.first);
        for index in kept.first..kept.first + kept.count {
            let branch = &self.branches[index as usize];
            let (total, times) = self.history[self.vectors.ordering.index(turn, branch.listed)];
            let usual = if times == 0 { mean } else { total / f64::from(times) * self.scale };
            let (own, n) = match self.kept.get(branch.child as usize).filter(|_| branch.child != NONE) {
                Some(child) => {
                    if let Some(values) = child.proven {
                        let own = f64::from(values[seat]);
                        if own > best_proven.0 {
                            best_proven = (own, index);
                        }
                        continue;
                    }
                    let n = f64::from(child.visits.max(1));
                    (child.sums[seat] / n * self.scale, n)
                }
                // Every move of the root is tried.
                None if at == 0 => return index,
                None => (mean - UNTRIED, 0.0),
            };
            let rank =
                own + explore * f64::from(branch.prior) / (1.0 + n) + self.progressive * (usual - mean) / (1.0 + n);
            if rank > best.0 {
                best = (rank, index);
            }
        }
        if best.0 > f64::MIN { best.1 } else { best_proven.1 }
    }

    /// Adds the values of a simulation to the nodes of its path, and proves what follows.
    fn back_up(&mut self, path: &[(u32, u32)], vector: &[Value; N]) {
        for (at, branch) in path.iter().rev() {
            let kept = &mut self.kept[*at as usize];
            kept.visits += 1;
            for (sum, value) in kept.sums.iter_mut().zip(vector) {
                *sum += f64::from(quality(*value));
            }
            if *branch == NONE {
                continue;
            }
            let turn = kept.node.state.turn;
            let index = self.vectors.ordering.index(turn, self.branches[*branch as usize].listed);
            let entry = &mut self.history[index];
            entry.0 += f64::from(quality(vector[usize::from(turn)]));
            entry.1 += 1;
            self.prove(*at);
        }
    }

    /// Proves a node if its children allow it.
    fn prove(&mut self, at: u32) {
        let kept = &self.kept[at as usize];
        if kept.proven.is_some() || !self.vectors.tree.techniques.has(Technique::Solver) {
            return;
        }
        let seat = usize::from(kept.node.state.turn);
        let most = self.vectors.tree.evaluation.tables.stakes.quality_of(1.0, kept.node.state.living_count() as usize);
        let mut best: Option<[Value; N]> = None;
        let mut is_complete = true;
        for branch in &self.branches[kept.first as usize..(kept.first + kept.count) as usize] {
            let child = self.kept.get(branch.child as usize).filter(|_| branch.child != NONE);
            match child.and_then(|it| it.proven) {
                Some(values) if best.is_none_or(|it| values[seat] > it[seat]) => best = Some(values),
                Some(_) => {}
                None => is_complete = false,
            }
        }
        let is_won = best.is_some_and(|it| quality(it[seat]) >= most - 1 && plies_to_end(it[seat]).is_some());
        if is_complete || is_won {
            self.kept[at as usize].proven = best;
        }
    }

    /// Returns the moves of the root with their lines, the most visited first.
    fn best_lines(&self) -> Vec<RootMove> {
        let root = &self.kept[0];
        let seat = usize::from(root.node.state.turn);
        let line_of = |branch: u32| {
            let mut line: Vec<EngineMove> = Vec::new();
            let mut next = Some(branch);
            while let Some(branch) = next {
                line.push(self.branches[branch as usize].listed.mv);
                next = self.child(branch).filter(|it| it.count > 0).and_then(|it| {
                    let seat = usize::from(it.node.state.turn);
                    let all = it.first..it.first + it.count;
                    let tried = all.filter(|it| self.branches[*it as usize].child != NONE);
                    tried.max_by_key(|it| (self.worth(*it, seat), std::cmp::Reverse(*it)))
                });
            }
            let listed = self.branches[branch as usize].listed;
            let child = self.child(branch);
            let is_proven = child.is_some_and(|it| it.proven.is_some());
            RootMove {
                listed,
                value: child.map_or(-INFINITE, |_| self.value(branch, seat)),
                line,
                visits: child.map_or(0, |it| it.visits),
                is_proven,
            }
        };
        (root.first..root.first + root.count).map(line_of).collect()
    }

    /// Returns the node after a branch, if there is one.
    fn child(&self, branch: u32) -> Option<&KeptNode<W, T, N>> {
        let child = self.branches[branch as usize].child;
        self.kept.get(child as usize).filter(|_| child != NONE)
    }

    /// Returns the value of a branch for a seat: proven, or the mean.
    fn value(&self, branch: u32, seat: usize) -> Value {
        self.child(branch).map_or(estimate(self.vectors.tree.evaluation.tables.stakes.least), |it| match it.proven {
            Some(values) => values[seat],
            None => estimate((it.sums[seat] / f64::from(it.visits.max(1))) as i32),
        })
    }

    /// Returns how good a branch is for a seat: proven wins first, proven losses last, the most
    /// visited between.
    fn worth(&self, branch: u32, seat: usize) -> (i8, u32, Value) {
        let value = self.value(branch, seat);
        let Some(kept) = self.child(branch) else { return (0, 0, value) };
        let class = match kept.proven {
            Some(values) => super::score::urgency(values[seat]).signum() as i8,
            None => 0,
        };
        if class != 0 { (class, 0, value) } else { (0, kept.visits, value) }
    }
}
