//! Memory: what one search leaves for the next one of the same player in the same game.
//!
//! Contains [`SearchMemory`]: the transposition table of alpha-beta, and the trees of Monte Carlo
//! tree search by thread. A search uses what fits its evaluator, its player and their points, and
//! forgets the rest. The same sequence of searches gives the same results.
//!
//! Input: tables and trees. Output: the same ones later. Does not know what they contain.

use std::any::Any;
use std::sync::{Arc, Mutex};

use super::options::Algorithm;
use super::options::SearchOptions;
use super::piece_square::EvaluationTables;
use super::table::ScoreTable;
use super::technique::Technique;

/// Number of searches whose entries a table can hold.
const SEARCHES: u64 = 16;

/// Tables and trees of the searches of one player in one game. Clones share them.
///
/// [`search`](crate::search) has an example.
#[derive(Clone, Debug, Default)]
pub struct SearchMemory(Arc<Mutex<Contents>>);

/// The tables and trees that fit searches of one kind.
#[derive(Debug, Default)]
struct Contents {
    owner: Option<Owner>,
    /// Number of nodes of all searches together, if it is known.
    nodes: Option<u64>,
    table: Option<Arc<ScoreTable>>,
    trees: Vec<Option<Box<dyn Any + Send>>>,
}

/// The searches that may use a memory.
#[derive(Clone, Debug)]
pub struct Owner {
    /// The tables of the evaluator.
    pub tables: Arc<EvaluationTables>,
    /// The algorithm of the searches.
    pub algorithm: Algorithm,
    /// The player at the root.
    pub seat: u8,
    /// The twelfths of a point of all seats at the root, from which values count.
    pub points: Vec<i32>,
    /// The options on which the values depend: quiescence, selective search, techniques left out.
    pub kind: (bool, bool, Vec<Technique>),
}

impl Owner {
    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.tables, &other.tables)
            && (self.algorithm, self.seat) == (other.algorithm, other.seat)
            && (&self.points, &self.kind) == (&other.points, &other.kind)
    }
}

impl SearchMemory {
    /// Creates a memory for searches that make this many nodes together. Without the number, a
    /// memory is large enough for some searches like the first one.
    pub fn for_nodes(nodes: u64) -> Self {
        Self(Arc::new(Mutex::new(Contents { nodes: Some(nodes), ..Contents::default() })))
    }

    /// Calls a function on the contents, which belong to `owner` from now on.
    fn with<R>(&self, owner: &Owner, change: impl FnOnce(&mut Contents) -> R) -> R {
        let mut contents = self.0.lock().unwrap_or_else(|it| it.into_inner());
        if !contents.owner.as_ref().is_some_and(|it| it.is_same(owner)) {
            *contents = Contents { owner: Some(owner.clone()), nodes: contents.nodes, ..Contents::default() };
        }
        change(&mut contents)
    }

    /// Returns the table of the last search, or a new one of at most `bytes` bytes.
    pub(super) fn table(&self, owner: &Owner, options: &SearchOptions, bytes: usize) -> Arc<ScoreTable> {
        self.with(owner, |it| {
            let nodes = it.nodes.or(options.limits.nodes.map(|it| it.saturating_mul(SEARCHES)));
            it.table.get_or_insert_with(|| Arc::new(ScoreTable::new(bytes, nodes.unwrap_or(u64::MAX)))).clone()
        })
    }

    /// Takes out the tree of a thread.
    pub(super) fn take_tree(&self, owner: &Owner, thread: usize) -> Option<Box<dyn Any + Send>> {
        self.with(owner, |it| it.trees.get_mut(thread).and_then(Option::take))
    }

    /// Keeps the tree of a thread.
    pub(super) fn keep_tree(&self, owner: &Owner, thread: usize, tree: Box<dyn Any + Send>) {
        self.with(owner, |it| {
            if it.trees.len() <= thread {
                it.trees.resize_with(thread + 1, || None);
            }
            it.trees[thread] = Some(tree);
        });
    }
}
