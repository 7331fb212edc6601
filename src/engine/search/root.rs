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
use super::memory::Owner;
use super::monte_carlo::MonteCarlo;
use super::options::{Algorithm, SearchOptions, SearchResult};
use super::repeats::History;
use super::report::{Reporter, variations};
use super::score::{INFINITE, Value, estimate, plies_to_end, quality, urgency};
use super::table::ScoreTable;
use super::team;
use super::technique::{Technique, Techniques};
use super::tree::{Entered, Tree};
use crate::rules::Move;
use crate::rules::inside::{Engine, EngineMove, Listed, State};
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
    /// Number of simulations that started with the move, for Monte Carlo tree search.
    pub visits: u32,
    /// Whether the value is proven, for Monte Carlo tree search and for wins of best-reply search+.
    pub is_proven: bool,
}

impl RootMove {
    /// Creates a root move without a value.
    pub fn new(listed: Listed) -> Self {
        Self { listed, value: -INFINITE, line: vec![listed.mv], visits: 0, is_proven: false }
    }

    /// Reports whether the search has found a value.
    pub fn is_searched(&self) -> bool {
        self.value > -INFINITE
    }
}

/// The result of one thread.
#[derive(Debug, Default)]
pub struct Found {
    /// The last complete depth; the longest path for Monte Carlo tree search.
    pub depth: u32,
    /// The greatest number of plies from the root to a node.
    pub deepest: u32,
    /// Number of nodes.
    pub nodes: u64,
    /// The best lines, best first. Monte Carlo tree search returns all root moves.
    pub moves: Vec<RootMove>,
}

/// Searches a state.
pub fn run<const W: usize, const T: usize, const N: usize>(
    engine: &Engine<W, T, N>,
    st: &State<W, T, N>,
    evaluator: &Evaluator,
    history: &History,
    options: &SearchOptions,
) -> SearchResult {
    let at_root: Vec<i32> = st.scores.iter().map(|it| i32::from(*it)).collect();
    let owner = Owner {
        tables: evaluator.tables.clone(),
        algorithm: options.algorithm,
        seat: st.turn,
        points: at_root.clone(),
        kind: (options.quiescence, options.selective, options.without.clone()),
    };
    let found = team::search_together(options, &owner, &|thread, control, table| {
        let evaluation = Evaluation::new(engine, &evaluator.tables, &at_root);
        let reporter = Reporter::new(options, &at_root, thread);
        let mut tree = Tree::new(engine, evaluation, st, history, control, reporter);
        tree.techniques = Techniques::without(&options.without);
        run_thread(tree, options, &owner, thread, table)
    });
    let tree = Tree::new(
        engine,
        Evaluation::new(engine, &evaluator.tables, &at_root),
        st,
        &History::default(),
        Control::new(options.limits, None),
        Reporter::new(options, &at_root, 0),
    );
    let lines = variations(&tree, &found.moves);
    let selective_depth = found.deepest.max(found.depth);
    SearchResult { lines, nodes: found.nodes, depth: found.depth, selective_depth, elapsed: found.elapsed }
}

/// Searches the root of a tree in one thread.
fn run_thread<const W: usize, const T: usize, const N: usize>(
    mut tree: Tree<'_, W, T, N>,
    options: &SearchOptions,
    owner: &Owner,
    thread: usize,
    table: &ScoreTable,
) -> Found {
    if !options.moves.is_empty() {
        tree.root_placements = usize::MAX;
    }
    let root_moves = match tree.enter(0) {
        Entered::Moves(start) => tree.moves.split_off(start),
        Entered::Over | Entered::Stuck => return Found::default(),
    };
    let mut root_moves: Vec<RootMove> = root_moves.iter().map(|it| RootMove::new(*it)).collect();
    if !options.moves.is_empty() {
        root_moves.retain(|it| options.moves.contains(&Move::from(it.listed.mv)));
    }
    if root_moves.is_empty() {
        return Found::default();
    }
    shuffle(&mut root_moves, options.seed.wrapping_add(thread as u64));
    // Captures first: the first iteration may be broken off, too.
    root_moves.compact_sort_by_key(|it| std::cmp::Reverse(tree.captured_value(0, it.listed)));
    // A move that has to be made needs no thought on a clock.
    let is_forced = root_moves.len() == 1 && options.limits.clock.is_some();
    let depth_limit = if is_forced { 1 } else { tree.control.depth };
    let (tree, depth, moves) = match options.algorithm {
        Algorithm::MaxN => {
            let mut search = MaxN::new(tree, options.quiescence);
            let (depth, lines) = search.deepen(&mut root_moves, depth_limit, options.lines);
            (search.tree, depth, lines)
        }
        Algorithm::MonteCarlo => {
            let mut search = MonteCarlo::new(tree, options, is_forced, thread);
            // A kept tree has all moves.
            let memory = options.memory.as_ref().filter(|_| options.moves.is_empty());
            if let Some(tree) = memory.and_then(|it| it.take_tree(owner, thread)).and_then(|it| it.downcast().ok()) {
                search.reuse(*tree);
            }
            let (depth, moves) = search.run(&root_moves, options.limits.depth);
            if let Some(memory) = memory {
                memory.keep_tree(owner, thread, Box::new(search.take_tree()));
            }
            (search.vectors.tree, depth, moves)
        }
        Algorithm::BestReply | Algorithm::Paranoid | Algorithm::AlphaBeta => {
            let mut search = AlphaBeta::new(tree, options, table);
            let (depth, lines) = search.deepen(&mut root_moves, depth_limit, options.lines);
            (search.tree, depth, lines)
        }
    };
    Found { depth, deepest: tree.control.deepest, nodes: tree.control.nodes, moves }
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

impl<const W: usize, const T: usize, const N: usize> AlphaBeta<'_, W, T, N> {
    /// Searches deeper and deeper. Returns the last complete depth and the best lines.
    pub fn deepen(&mut self, root_moves: &mut [RootMove], limit: u32, lines: usize) -> (u32, Vec<RootMove>) {
        let wanted = lines.clamp(1, root_moves.len());
        let mut complete = 0;
        // The best win that a search of all replies did not confirm.
        let mut refuted = -INFINITE;
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
            self.tree.report(depth, || root_moves[..wanted].to_vec());
            let claim = root_moves[0].value;
            if self.leaves_out_replies() && wanted == 1 && urgency(claim) > 0 && claim > refuted {
                match self.prove(root_moves) {
                    true => break,
                    false => refuted = claim,
                }
            }
            let is_proven = plies_to_end(claim).is_some_and(|it| it <= depth)
                && wanted == 1
                && !(self.leaves_out_replies() && urgency(claim) > 0);
            // Deeper searches cannot change a value that is proven within the depth.
            if is_proven && (root_moves[0].value == last || depth >= 2) || !self.tree.control.may_deepen() {
                break;
            }
        }
        (complete, root_moves[..wanted].iter().filter(|it| it.value > -INFINITE || complete == 0).cloned().collect())
    }

    /// Searches all replies to the win that the best move claims. Puts a move that wins as much
    /// against all replies to the front, and returns whether there is one.
    fn prove(&mut self, root_moves: &mut [RootMove]) -> bool {
        let before = root_moves.to_vec();
        let claim = root_moves[0].value;
        // A player who is mated may be out only on their next turn.
        let others = self.tree.nodes[0].state.living_count() - 2;
        let depth = plies_to_end(claim).unwrap_or(0) + others;
        self.search_all_replies(true);
        // Any win of as many points counts.
        let least = estimate(quality(claim));
        let value = self.search_root(root_moves, 0, depth, least, INFINITE);
        self.search_all_replies(false);
        let is_proven = !self.tree.control.is_over && value > least;
        match is_proven {
            true => root_moves[0].is_proven = true,
            false => root_moves.clone_from_slice(&before),
        }
        is_proven
    }

    /// Finds the best of the root moves from `first` on, and puts it there.
    fn search_line(&mut self, root_moves: &mut [RootMove], first: usize, depth: u32) {
        let guess = root_moves[first].value;
        let mut width = super::score::estimate(self.tree.evaluation.tables.stakes.most >> ASPIRATION_SHIFT).max(1);
        let is_used = self.tree.techniques.has(Technique::Aspiration);
        let is_wide = depth < ASPIRATION_DEPTH || guess <= -INFINITE || plies_to_end(guess).is_some() || !is_used;
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
            let mut visit =
                Visit { depth: depth as i32 - 1, alpha: low, beta: low + 1, is_replied: false, may_pass: true, before };
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
