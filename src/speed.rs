//! How fast a variant is on this machine: the figures of `threefold bench`.
//!
//! In: a variant, and how long to measure. Out: [`Figures`]. Times are of the thread that works
//! (CPU time), medians of several runs; only what two threads gain is taken by the clock on the
//! wall. Judges nothing: figures of other programs are the affair of `cargo bench`.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use rand_core::SeedableRng;
use rand_pcg::Pcg64;

use crate::bot::bounded;
use crate::rules::{PerftOptions, Position, Variant};

/// Games that no rule ends are broken off after so many moves.
const LONGEST: u32 = 2_000;
/// How often each figure is measured; an odd number, so that one is in the middle.
const RUNS: usize = 5;

/// How fast a variant is. Speeds are a second of one thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// The depth counted.
    pub depth: u32,
    /// Lines of so many moves.
    pub nodes: u64,
    /// Leaves a second, the last ply counted as sets.
    pub counted: f64,
    /// Leaves a second, every leaf played.
    pub played: f64,
    /// Random games a second.
    pub games: f64,
    /// Their plies a second, every rule kept.
    pub plies: f64,
    /// How much faster two threads count than one, by the clock on the wall.
    pub two_threads: f64,
    /// The same of random games.
    pub two_threads_playing: f64,
    /// Bytes of a position.
    pub position_bytes: usize,
    /// Bytes of the tables, roughly.
    pub table_bytes: usize,
}

/// Measures a variant from its array, or from another position. `each` is about how long one run
/// of one figure takes.
pub fn measure(start: &Position, each: Duration) -> Figures {
    let (depth, nodes) = depth_for(start, each);
    let count = |play_leaves| {
        let options = PerftOptions { play_leaves, ..PerftOptions::default() };
        median(|| nodes as f64 / busy(|| start.perft_by(depth, &options)).1)
    };
    let number = games_for(start, each);
    let mut per_game = 0.0;
    let plies = median(|| {
        let (plies, seconds) = busy(|| random_plies(start, number));
        per_game = plies as f64 / number as f64;
        plies as f64 / seconds
    });
    Figures {
        depth,
        nodes,
        counted: count(false),
        played: count(true),
        games: plies / per_game.max(1.0),
        plies,
        two_threads: two_threads(start, depth),
        two_threads_playing: two_threads_playing(start, number),
        position_bytes: start.bytes(),
        table_bytes: start.variant().table_bytes(),
    }
}

/// How long it takes to load a variant, in seconds; `load` loads it.
pub fn loading(load: impl Fn() -> Option<Variant>) -> f64 {
    median(|| busy(|| u64::from(load().is_some())).1)
}

/// How much faster two threads count to a depth than one, by the clock on the wall.
pub fn two_threads(start: &Position, depth: u32) -> f64 {
    let count = |threads| wall(|| start.perft_by(depth, &PerftOptions { threads, ..PerftOptions::default() }));
    median(|| count(1) / count(2))
}

/// How much faster two threads play so many random games each than one plays them all.
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

/// The seconds that work takes by the clock on the wall.
fn wall(work: impl FnOnce() -> u64) -> f64 {
    let begin = Instant::now();
    work();
    begin.elapsed().as_secs_f64().max(1e-9)
}

/// The deepest count that takes no longer than this, and its lines.
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

/// How many random games take about so long.
fn games_for(start: &Position, each: Duration) -> u64 {
    let (_, seconds) = busy(|| random_plies(start, 4));
    ((each.as_secs_f64() / (seconds / 4.0).max(1e-9)) as u64).clamp(1, 100_000)
}

/// The plies of so many random games, the same on every machine.
fn random_plies(start: &Position, games: u64) -> u64 {
    let mut random = Pcg64::seed_from_u64(1);
    (0..games).map(|_| u64::from(start.clone().play_out(LONGEST, &mut |count| bounded(&mut random, count)))).sum()
}

/// What work gives, and the seconds that its thread was busy with it.
fn busy(work: impl FnOnce() -> u64) -> (u64, f64) {
    let begin = ThreadTime::now();
    let given = work();
    (given, begin.elapsed().as_secs_f64().max(1e-9))
}

fn median(mut measure: impl FnMut() -> f64) -> f64 {
    let mut all: Vec<f64> = (0..RUNS).map(|_| measure()).collect();
    all.sort_by(f64::total_cmp);
    all[RUNS / 2]
}
