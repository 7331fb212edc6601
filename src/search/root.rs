//! The root of a search: iterative deepening, aspiration windows, several lines, and the result.
//!
//! Contains [`run`], which starts the chosen algorithm, and the loop over depths of the scalar
//! searches.
//!
//! Input: a state and options. Output: a [`SearchResult`]. A search that is broken off keeps the
//! best move found so far; with any limit it has one if there is a legal move. Does not know nodes
//! below the root.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::alpha_beta::{AlphaBeta, Visit};
use super::control::Control;
use super::evaluation::{Evaluation, Evaluator};
use super::max_n::MaxN;
use super::monte_carlo::MonteCarlo;
use super::options::{Algorithm, SearchOptions, SearchResult, Variation};
use super::score::{INFINITE, Value, plies_to_end};
use super::tree::{Entered, Tree};
use crate::rules::Move;
use crate::rules::inside::{Engine, EngineMove, Listed, Settler, State};
use crate::sorting::CompactSort;

/// Depth from which aspiration windows are used.
const ASPIRATION_DEPTH: u32 = 4;
/// Share of all points that the first aspiration window spans on each side, as a power of two.
const ASPIRATION_SHIFT: u32 = 5;

/// A move of the root with the best line that starts with it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move to make.
    pub listed: Listed,
    /// Value for the player to move, from the last iteration that searched it.
    pub value: Value,
    /// The expected moves after it, itself included.
    pub line: Vec<EngineMove>,
}

/// Searches a state.
pub fn run<const W: usize, const T: usize, const N: usize>(
    engine: &Engine<W, T, N>,
    st: &State<W, T, N>,
    evaluator: &Evaluator,
    history: Vec<u64>,
    options: &SearchOptions,
) -> SearchResult {
    let at_root: Vec<i32> = st.scores.iter().map(|it| i32::from(*it)).collect();
    let evaluation = Evaluation::new(engine, &evaluator.tables, &at_root);
    let mut tree = Tree::new(engine, evaluation, st, history, Control::new(options));
    let root_moves = match tree.enter(0) {
        Entered::Moves(start) => tree.moves.split_off(start),
        Entered::Over | Entered::Stuck => Vec::new(),
    };
    let mut root_moves: Vec<RootMove> =
        root_moves.iter().map(|it| RootMove { listed: *it, value: -INFINITE, line: vec![it.mv] }).collect();
    if !options.moves.is_empty() {
        root_moves.retain(|it| options.moves.contains(&Move::from(it.listed.mv)));
    }
    shuffle(&mut root_moves, options.seed);
    // Captures first: the first iteration may be broken off, too.
    root_moves.compact_sort_by_key(|it| std::cmp::Reverse(tree.captured_value(0, it.listed)));
    // A move that has to be made needs no thought on a clock.
    let is_forced = root_moves.len() == 1 && options.limits.clock.is_some();
    let depth_limit = if is_forced { 1 } else { tree.control.depth };
    let (tree, depth, lines) = match options.algorithm {
        _ if root_moves.is_empty() => (tree, 0, Vec::new()),
        Algorithm::MaxN => {
            let mut search = MaxN::new(tree, options.quiescence);
            let (depth, lines) = search.deepen(&mut root_moves, depth_limit, options.lines);
            (search.tree, depth, lines)
        }
        Algorithm::MonteCarlo => {
            let mut search = MonteCarlo::new(tree, options, is_forced);
            let (depth, lines) = search.run(&root_moves, options.lines);
            (search.vectors.tree, depth, lines)
        }
        Algorithm::BestReply | Algorithm::Paranoid | Algorithm::AlphaBeta => {
            let mut search = AlphaBeta::new(tree, options.algorithm, options.table_bytes, options.quiescence);
            let (depth, lines) = search.deepen(&mut root_moves, depth_limit, options.lines);
            (search.tree, depth, lines)
        }
    };
    let seat = usize::from(tree.nodes[0].state.turn);
    let variation = |it: &RootMove| variation(&tree, it, seat, &at_root);
    let lines = lines.iter().map(variation).collect();
    SearchResult { lines, nodes: tree.control.nodes, depth, elapsed: tree.control.elapsed() }
}

/// Puts the root moves into an order that depends on the seed.
fn shuffle(root_moves: &mut [RootMove], seed: u64) {
    if seed == 0 {
        return;
    }
    let mut random = Pcg64::seed_from_u64(seed);
    for last in (1..root_moves.len()).rev() {
        // The small bias of the remainder does not matter here.
        root_moves.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
    }
}

/// Converts a line to its public form. The players other than the one at the root get the points of
/// the last position.
fn variation<const W: usize, const T: usize, const N: usize>(
    tree: &Tree<'_, W, T, N>,
    root_move: &RootMove,
    seat: usize,
    at_root: &[i32],
) -> Variation {
    let mut st = tree.nodes[0].state;
    for mv in &root_move.line {
        st = Settler::new(tree.engine).play(&st, *mv);
        Settler::new(tree.engine).settle_start(&mut st, 1);
    }
    let node = tree.evaluation.node(&st);
    let vector = tree.evaluation.vector(&node);
    let stakes = &tree.evaluation.tables.stakes;
    let seats = tree.engine.book.seats().len();
    let value = |it: usize| match it == seat {
        true => root_move.value,
        false => tree.evaluation.final_value(&st, it, 0).unwrap_or(vector[it]),
    };
    Variation {
        moves: root_move.line.iter().map(|it| Move::from(*it)).collect(),
        points: (0..seats).map(|it| stakes.points(value(it), at_root[it])).collect(),
        value: root_move.value,
        plies_to_end: plies_to_end(root_move.value),
    }
}

impl<const W: usize, const T: usize, const N: usize> AlphaBeta<'_, W, T, N> {
    /// Searches deeper and deeper. Returns the last complete depth and the best lines.
    pub fn deepen(&mut self, root_moves: &mut [RootMove], limit: u32, lines: usize) -> (u32, Vec<RootMove>) {
        let wanted = lines.clamp(1, root_moves.len());
        let mut complete = 0;
        for depth in 1..=limit {
            let last = root_moves[0].value;
            for first in 0..wanted {
                self.search_line(root_moves, first, depth);
                if self.tree.control.is_over {
                    break;
                }
            }
            root_moves[..wanted].compact_sort_by_key(|it| std::cmp::Reverse(it.value));
            if self.tree.control.is_over {
                break;
            }
            complete = depth;
            let is_proven = plies_to_end(root_moves[0].value).is_some_and(|it| it <= depth) && wanted == 1;
            // Deeper searches cannot change a value that is proven within the depth.
            if is_proven && (root_moves[0].value == last || depth >= 2) || !self.tree.control.may_deepen() {
                break;
            }
        }
        (complete, root_moves[..wanted].iter().filter(|it| it.value > -INFINITE || complete == 0).cloned().collect())
    }

    /// Finds the best of the root moves from `first` on, and puts it there.
    fn search_line(&mut self, root_moves: &mut [RootMove], first: usize, depth: u32) {
        let guess = root_moves[first].value;
        let mut width = super::score::estimate(self.tree.evaluation.tables.stakes.most >> ASPIRATION_SHIFT).max(1);
        let is_wide = depth < ASPIRATION_DEPTH || guess <= -INFINITE || plies_to_end(guess).is_some();
        let (mut low, mut high) = (-INFINITE, INFINITE);
        if !is_wide {
            (low, high) = (guess.saturating_sub(width).max(-INFINITE), guess.saturating_add(width).min(INFINITE));
        }
        loop {
            let value = self.search_root(root_moves, first, depth, low, high);
            if self.tree.control.is_over {
                return;
            }
            width = width.saturating_mul(4);
            if value <= low && low > -INFINITE {
                low =
                    if plies_to_end(value).is_some() { -INFINITE } else { value.saturating_sub(width).max(-INFINITE) };
            } else if value >= high && high < INFINITE {
                high = if plies_to_end(value).is_some() { INFINITE } else { value.saturating_add(width).min(INFINITE) };
            } else {
                return;
            }
        }
    }

    /// Searches the root moves from `first` on with a window, and moves the best one to the front.
    fn search_root(
        &mut self,
        root_moves: &mut [RootMove],
        first: usize,
        depth: u32,
        mut low: Value,
        high: Value,
    ) -> Value {
        let turn = self.tree.nodes[0].state.turn;
        let mut best = -INFINITE;
        for index in first..root_moves.len() {
            let listed = root_moves[index].listed;
            let is_first = index == first;
            let before = self.ordering.index(turn, listed);
            let mut visit = Visit { depth: depth as i32 - 1, alpha: low, beta: low + 1, is_replied: false, before };
            if !self.make_root(listed) {
                return best;
            }
            let mut value = if is_first { INFINITE } else { self.visit(1, visit) };
            if value > low && !self.tree.control.is_over {
                visit.beta = high;
                value = self.visit(1, visit);
            }
            if self.tree.control.is_over {
                // A move that was about to become the best one is not proven to be so.
                return best;
            }
            if value > best {
                best = value;
            }
            if value > low || is_first {
                let found = &mut root_moves[index];
                found.value = value;
                found.line.clear();
                found.line.push(listed.mv);
                found.line.extend_from_slice(&self.lines[1]);
                low = low.max(value);
                root_moves[first..=index].rotate_right(1);
                if low >= high {
                    break;
                }
            }
        }
        best
    }

    /// Makes a root move on an empty list of moves.
    fn make_root(&mut self, listed: Listed) -> bool {
        self.tree.moves.clear();
        self.tree.make(0, listed)
    }
}
