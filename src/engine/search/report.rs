//! Reports of a running search, and the public form of its lines.
//!
//! Contains [`Reporter`], which one thread of a search keeps in its tree, and [`variations`].
//!
//! Input: a [`Tree`] and its best [`RootMove`]s. Output: a [`SearchResult`], given to a
//! [`SearchProgress`]. Does not know how a search works.

use super::options::{Algorithm, SearchOptions, SearchProgress, SearchResult, Variation};
use super::root::RootMove;
use super::score::{plies_to_end, urgency};
use super::tree::Tree;
use crate::rules::Move;
use crate::rules::inside::Settler;

/// Converts the best lines of a running search and hands them over.
#[derive(Clone, Debug)]
pub struct Reporter {
    /// The algorithm of the search.
    pub algorithm: Algorithm,
    /// The twelfths of a point of all seats at the root.
    pub at_root: Vec<i32>,
    /// Number of lines to convert.
    pub lines: usize,
    progress: Option<SearchProgress>,
}

impl Reporter {
    /// Creates a reporter. Only the first of several threads reports.
    pub fn new(options: &SearchOptions, at_root: &[i32], thread: usize) -> Self {
        let progress = options.progress.clone().filter(|_| thread == 0);
        Self { algorithm: options.algorithm, at_root: at_root.to_vec(), lines: options.lines.max(1), progress }
    }
}

impl<const W: usize, const T: usize, const N: usize> Tree<'_, W, T, N> {
    /// Reports the best lines of a completed depth. `moves` is called only if there is a receiver.
    pub fn report(&self, depth: u32, moves: impl FnOnce() -> Vec<RootMove>) {
        let Some(progress) = &self.reporter.progress else { return };
        let lines = variations(self, &moves());
        progress.receive(&SearchResult {
            lines,
            nodes: self.control.nodes,
            depth,
            selective_depth: self.control.deepest.max(depth),
            elapsed: self.control.elapsed(),
        });
    }
}

/// Converts the best lines to their public form. Moves that the search did not reach have no line, unless it reached none.
pub fn variations<const W: usize, const T: usize, const N: usize>(
    tree: &Tree<'_, W, T, N>,
    moves: &[RootMove],
) -> Vec<Variation> {
    let searched = moves.iter().filter(|it| it.is_searched()).take(tree.reporter.lines);
    let lines: Vec<Variation> = searched.map(|it| variation(tree, it)).collect();
    if lines.is_empty() { moves.iter().take(1).map(|it| variation(tree, it)).collect() } else { lines }
}

/// Converts a line to its public form. The players other than the one at the root share the other points as in the last
/// position.
fn variation<const W: usize, const T: usize, const N: usize>(
    tree: &Tree<'_, W, T, N>,
    root_move: &RootMove,
) -> Variation {
    let seat = usize::from(tree.nodes[0].state.turn);
    let Reporter { algorithm, at_root, .. } = &tree.reporter;
    let mut st = tree.nodes[0].state;
    for mv in &root_move.line {
        st = Settler::new(tree.engine).play(&st, *mv);
        Settler::new(tree.engine).settle_start(&mut st, 1.into());
    }
    let node = tree.evaluation.node(&st);
    let vector = tree.evaluation.vector(&node);
    let stakes = &tree.evaluation.tables.stakes;
    let seats = tree.engine.book.seats().len();
    // A win against some replies only is no proof; a loss against few replies is one.
    let leaves_out_replies =
        *algorithm == Algorithm::BestReply && urgency(root_move.value) > 0 && tree.nodes[0].state.living_count() > 2;
    // A search that was broken off at once knows only the evaluation.
    let own = if root_move.is_searched() { root_move.value } else { vector[seat] };
    let value = |it: usize| match it == seat {
        true => own,
        false => tree.evaluation.final_value(&st, it, 0).unwrap_or(vector[it]),
    };
    let mut points: Vec<f64> = (0..seats).map(|it| stakes.points(value(it), at_root[it])).collect();
    // The search found the value of one player; the sum is that of the last position.
    let total: f64 = (0..seats).map(|it| stakes.points(vector[it], at_root[it])).sum();
    let shares = |it: usize| it != seat && st.is_living(it as u8);
    let shared: f64 = (0..seats).filter(|it| shares(*it)).map(|it| points[it]).sum();
    let rest = total - points.iter().sum::<f64>() + shared;
    if plies_to_end(own).is_none() && shared > 0.0 && rest > 0.0 {
        (0..seats).filter(|it| shares(*it)).for_each(|it| points[it] *= rest / shared);
    }
    Variation {
        moves: root_move.line.iter().map(|it| Move::from(*it)).collect(),
        points,
        value: own,
        plies_to_end: plies_to_end(own).filter(|_| !leaves_out_replies || root_move.is_proven),
    }
}
