//! The limits of a running search.
//!
//! Contains [`Control`], which counts nodes and reads the clock and the stop flag.
//!
//! Input: [`Limits`] and a flag. Output: whether to go on. Does not know what is searched.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::options::{Limits, SearchOptions};
use super::score::MAX_PLY;

/// Number of nodes between two looks at the clock and the flag: far less than 20 ms on any board.
const LOOK_EVERY: u64 = 256;

/// Counts nodes and ends the search in time.
#[derive(Debug)]
pub struct Control {
    /// Number of nodes so far.
    pub nodes: u64,
    /// Whether a limit was reached. All values found after that are void.
    pub is_over: bool,
    /// Maximum depth in plies.
    pub depth: u32,
    /// The greatest number of plies from the root to a node so far.
    pub deepest: u32,
    most_nodes: u64,
    begin: Instant,
    /// No new iteration starts after this time.
    soft: Option<Duration>,
    /// The search is broken off after this time.
    hard: Option<Duration>,
    stop: Option<Arc<AtomicBool>>,
    /// Set when another thread of the same search is done.
    done: Option<Arc<AtomicBool>>,
}

impl Control {
    /// Starts the clock.
    pub fn new(limits: Limits, stop: Option<Arc<AtomicBool>>) -> Self {
        let Limits { nodes, depth, time, clock } = limits;
        let mut soft = time;
        let mut hard = time;
        if let Some(clock) = clock {
            let times = clock.times();
            let least = |it: Option<Duration>, other: Duration| Some(it.map_or(other, |it| it.min(other)));
            soft = least(soft, times.0);
            hard = least(hard, times.1);
        }
        Self {
            nodes: 0,
            is_over: false,
            depth: depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 / 2),
            deepest: 0,
            most_nodes: nodes.unwrap_or(u64::MAX),
            begin: Instant::now(),
            soft,
            hard,
            stop,
            done: None,
        }
    }

    /// Starts the clock of one of several threads, which share the nodes. All of them end when
    /// `done` is set.
    pub fn shared(options: &SearchOptions, threads: usize, thread: usize, done: &Arc<AtomicBool>) -> Self {
        let (threads, thread) = (threads as u64, thread as u64);
        let share = |nodes: u64| nodes / threads + u64::from(thread < nodes % threads);
        let limits = Limits { nodes: options.limits.nodes.map(share), ..options.limits };
        Self { done: Some(done.clone()), ..Self::new(limits, options.stop.clone()) }
    }

    /// Counts a move that is about to be made. Returns `false` if it may not be made any more.
    #[inline(always)]
    pub fn may_make(&mut self) -> bool {
        if self.is_over || self.nodes >= self.most_nodes {
            self.is_over = true;
            return false;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK_EVERY) {
            self.look();
        }
        !self.is_over
    }

    /// Reads the clock and the flag.
    #[cold]
    #[inline(never)]
    pub fn look(&mut self) {
        let is_late = self.hard.is_some_and(|it| self.begin.elapsed() >= it);
        let is_set = |it: &Option<Arc<AtomicBool>>| it.as_ref().is_some_and(|it| it.load(Ordering::Relaxed));
        self.is_over |= is_late || is_set(&self.stop) || is_set(&self.done);
    }

    /// Reports whether another iteration may begin.
    pub fn may_deepen(&mut self) -> bool {
        self.look();
        !self.is_over && self.soft.is_none_or(|it| self.begin.elapsed() < it)
    }

    /// Returns the time since the start of the search.
    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Returns the maximum number of nodes.
    pub fn most_nodes(&self) -> u64 {
        self.most_nodes
    }
}
