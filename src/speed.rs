//! Speed measurements of a variant: the figures of `threefold bench`.
//!
//! Input: a start position, and how long to measure. Output: [`SpeedReport`], medians of several runs.
//! Times are CPU time of the working thread, except that the gain of two threads is wall-clock
//! time. Knows no other programs: `cargo bench` compares with those.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use rand_core::SeedableRng;
use rand_pcg::Pcg64;

use crate::bot::bounded;
use crate::rules::{PerftOptions, Position, Variant};
use crate::search::{Algorithm, Evaluator, Limits, SearchOptions, search};
use crate::sorting::CompactSort;

/// Maximum length of a random game in plies. Longer games are cut off.
const MAX_PLIES: u32 = 2_000;
/// Number of runs per figure; odd, so that there is a middle one.
const RUNS: usize = 5;

/// The speed of a variant on this machine. Rates are per second of one thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpeedReport {
    /// Depth of the perft counts.
    pub depth: u32,
    /// Perft count at that depth.
    pub nodes: u64,
    /// Perft leaves per second with bulk counting.
    pub counted: f64,
    /// Perft leaves per second with every leaf move made.
    pub played: f64,
    /// Random games per second.
    pub games: f64,
    /// Plies of random games per second, with all rules applied.
    pub plies: f64,
    /// Nodes of the default search per second: moves made, quiescence included.
    pub searched: f64,
    /// Speedup of perft with two threads, in wall-clock time.
    pub two_threads: f64,
    /// Speedup of random games with two threads, in wall-clock time.
    pub two_threads_playing: f64,
    /// Size of a position in bytes.
    pub position_bytes: usize,
    /// Approximate size of the tables in bytes.
    pub table_bytes: usize,
}

/// Measures a variant from a position. One run of one figure takes about `each`.
pub fn measure(start: &Position, each: Duration) -> SpeedReport {
    let (depth, nodes) = depth_for(start, each);
    let count = |play_leaves| {
        let mut options = PerftOptions::default();
        options.play_leaves = play_leaves;
        median(|| nodes as f64 / busy(|| start.perft_by(depth, &options)).1)
    };
    let number = games_for(start, each);
    let mut per_game = 0.0;
    let plies = median(|| {
        let (plies, seconds) = busy(|| random_plies(start, number));
        per_game = plies as f64 / number as f64;
        plies as f64 / seconds
    });
    SpeedReport {
        depth,
        nodes,
        counted: count(false),
        played: count(true),
        games: plies / per_game.max(1.0),
        plies,
        searched: searched(start, Algorithm::default(), each),
        two_threads: two_threads(start, depth),
        two_threads_playing: two_threads_playing(start, number),
        position_bytes: start.bytes(),
        table_bytes: start.variant().table_bytes(),
    }
}

/// Number of plies of a random game after which positions are searched.
const SEARCHED_AFTER: [u32; 4] = [0, 10, 20, 40];

/// Returns the nodes per second of a search, over positions of a random game. One run takes about
/// `each`.
pub fn searched(start: &Position, algorithm: Algorithm, each: Duration) -> f64 {
    let evaluator = Evaluator::new(start.variant());
    let positions = SEARCHED_AFTER.map(|plies| {
        let mut random = Pcg64::seed_from_u64(1);
        let mut position = start.clone();
        position.play_out(plies, &mut |count| bounded(&mut random, count));
        position
    });
    let all = |nodes| {
        let options = SearchOptions::new(algorithm, Limits::nodes(nodes));
        positions.iter().map(|it| search(it, &evaluator, &options).nodes).sum::<u64>()
    };
    let (nodes, seconds) = busy(|| all(5_000));
    let wanted = each.as_secs_f64() * nodes as f64 / seconds / SEARCHED_AFTER.len() as f64;
    median(|| {
        let (nodes, seconds) = busy(|| all((wanted as u64).max(1_000)));
        nodes as f64 / seconds
    })
}

/// Returns how long `load` takes to load a variant, in seconds.
pub fn loading(load: impl Fn() -> Option<Variant>) -> f64 {
    median(|| busy(|| u64::from(load().is_some())).1)
}

/// Returns the speedup of perft to `depth` with two threads, in wall-clock time.
pub fn two_threads(start: &Position, depth: u32) -> f64 {
    let count = |threads| wall(|| start.perft_by(depth, &PerftOptions::default().with_threads(threads)));
    median(|| count(1) / count(2))
}

/// Returns the speedup of two threads that play `games` random games each, in wall-clock time.
pub fn two_threads_playing(start: &Position, games: u64) -> f64 {
    let one = || wall(|| random_plies(start, games) + random_plies(start, games));
    let two = || {
        wall(|| {
            std::thread::scope(|scope| {
                let other = scope.spawn(|| random_plies(start, games));
                random_plies(start, games) + other.join().unwrap_or(0)
            })
        })
    };
    median(|| one() / two())
}

/// Returns the wall-clock time of `work` in seconds.
fn wall(work: impl FnOnce() -> u64) -> f64 {
    let begin = Instant::now();
    work();
    begin.elapsed().as_secs_f64().max(1e-9)
}

/// Returns the greatest perft depth that takes at most `each`, and its count.
fn depth_for(start: &Position, each: Duration) -> (u32, u64) {
    let mut depth = 1;
    loop {
        let (nodes, seconds) = busy(|| start.perft(depth));
        let next = start.perft(1).max(2) as f64;
        if seconds * next > each.as_secs_f64() || nodes == 0 || depth == 64 {
            return (depth, nodes);
        }
        depth += 1;
    }
}

/// Returns the number of random games that take about `each`.
fn games_for(start: &Position, each: Duration) -> u64 {
    let (_, seconds) = busy(|| random_plies(start, 4));
    ((each.as_secs_f64() / (seconds / 4.0).max(1e-9)) as u64).clamp(1, 100_000)
}

/// Plays random games from a fixed seed, and returns their number of plies.
fn random_plies(start: &Position, games: u64) -> u64 {
    let mut random = Pcg64::seed_from_u64(1);
    (0..games).map(|_| u64::from(start.clone().play_out(MAX_PLIES, &mut |count| bounded(&mut random, count)))).sum()
}

/// Returns the result of `work` and its CPU time in seconds.
fn busy(work: impl FnOnce() -> u64) -> (u64, f64) {
    let begin = ThreadTime::now();
    let result = work();
    (result, begin.elapsed().as_secs_f64().max(1e-9))
}

fn median(mut measure: impl FnMut() -> f64) -> f64 {
    let mut all: Vec<f64> = (0..RUNS).map(|_| measure()).collect();
    all.compact_sort_by(f64::total_cmp);
    all[RUNS / 2]
}
