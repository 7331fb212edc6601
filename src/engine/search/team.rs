//! Several threads that search the same position.
//!
//! Contains [`search_together`]. Alpha-beta threads share a transposition table and start in
//! different orders (lazy SMP); the deepest result counts. Monte Carlo threads grow a tree each,
//! and their root moves are added up (root parallelization), so a node limit gives the same result
//! in every run.
//!
//! Input: the search of one thread. Output: one result. Does not know positions.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::control::Control;
use super::memory::Owner;
use super::options::{Algorithm, SearchOptions};
use super::root::{Found, RootMove};
use super::score::{estimate, quality, urgency};
use super::table::ScoreTable;
use crate::parallel::parallel_map;
use crate::sorting::CompactSort;

/// The result of all threads.
#[derive(Debug)]
pub struct TeamResult {
    /// The greatest depth.
    pub depth: u32,
    /// The greatest number of plies from the root to a node.
    pub deepest: u32,
    /// Number of nodes of all threads.
    pub nodes: u64,
    /// The best lines, best first.
    pub moves: Vec<RootMove>,
    /// Duration of the search.
    pub elapsed: Duration,
}

/// The search of one thread: its number, its limits, and the table that all threads share.
type Work<'a> = &'a (dyn Fn(usize, Control, &ScoreTable) -> Found + Sync);

/// Runs a search in the number of threads that the options ask for.
pub fn search_together(options: &SearchOptions, owner: &Owner, work: Work<'_>) -> TeamResult {
    let begin = Instant::now();
    let threads = match options.algorithm {
        Algorithm::MaxN => 1,
        _ => options.threads.clamp(1, 256),
    };
    let is_tree = matches!(options.algorithm, Algorithm::MaxN | Algorithm::MonteCarlo);
    let bytes = if is_tree { 0 } else { options.table_bytes };
    let table = match &options.memory {
        Some(memory) => memory.table(owner, options, bytes),
        None => Arc::new(ScoreTable::new(bytes, options.limits.nodes.unwrap_or(u64::MAX))),
    };
    let table = &*table;
    let all: Vec<Found> = if threads == 1 {
        vec![work(0, Control::new(options.limits, options.stop.clone()), table)]
    } else {
        let done = Arc::new(AtomicBool::new(false));
        let numbers: Vec<usize> = (0..threads).collect();
        let one: &(dyn Fn(&usize) -> Found + Sync) = &|thread| {
            let found = work(*thread, Control::shared(options, threads, *thread, &done), table);
            // Simulations of all threads count, so each one makes its share of the nodes.
            if options.limits.nodes.is_none() || options.algorithm != Algorithm::MonteCarlo {
                done.store(true, Ordering::Relaxed);
            }
            found
        };
        parallel_map(&numbers, threads, one).into_iter().flatten().collect()
    };
    let nodes = all.iter().map(|it| it.nodes).sum();
    let depth = all.iter().map(|it| it.depth).max().unwrap_or(0);
    let deepest = all.iter().map(|it| it.deepest).max().unwrap_or(0);
    let moves = match options.algorithm {
        Algorithm::MonteCarlo => by_visits(all),
        _ => deepest_lines(all),
    };
    TeamResult { depth, deepest, nodes, moves, elapsed: begin.elapsed() }
}

/// Returns the lines of the first of the threads that searched most deeply.
fn deepest_lines(all: Vec<Found>) -> Vec<RootMove> {
    all.into_iter().min_by_key(|it| Reverse(it.depth)).map_or_else(Vec::new, |it| it.moves)
}

/// Adds up the root moves of all trees: proven wins first, proven losses last, the most visited
/// between.
fn by_visits(all: Vec<Found>) -> Vec<RootMove> {
    let mut trees = all.into_iter().map(|it| it.moves);
    let mut sum = trees.next().unwrap_or_default();
    for found in trees.flatten() {
        let Some(own) = sum.iter_mut().find(|it| it.listed.mv == found.listed.mv) else { continue };
        if own.is_proven {
            continue;
        }
        if found.is_proven || found.visits > own.visits {
            own.line.clone_from(&found.line);
        }
        let visits = own.visits + found.visits;
        let total = |it: &RootMove| i64::from(quality(it.value)) * i64::from(it.visits);
        own.value = match found.is_proven {
            true => found.value,
            false if visits == 0 => own.value,
            false => estimate(((total(own) + total(&found)) / i64::from(visits)) as i32),
        };
        own.is_proven = found.is_proven;
        own.visits = visits;
    }
    let worth = |it: &RootMove| {
        let class = if it.is_proven { urgency(it.value).signum() } else { 0 };
        (class, if class == 0 { it.visits } else { 0 }, it.value)
    };
    sum.compact_sort_by_key(|it| Reverse(worth(it)));
    sum
}
