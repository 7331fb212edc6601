//! A progress line for long work.
//!
//! Input: the number of items, and a call for each one that is done. Output: one line on the error stream, which is
//! rewritten. It appears only in a terminal and after one second. Does not know the work.

use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Time before the first line, so that short work prints nothing.
const SILENT: Duration = Duration::from_secs(1);
/// Minimum time between two lines.
const PAUSE: Duration = Duration::from_millis(200);

/// The progress of some work.
pub(super) struct Progress {
    what: &'static str,
    total: usize,
    /// Number of items that were done before.
    before: usize,
    done: AtomicUsize,
    begin: Instant,
    /// Time of the last line.
    last: Mutex<Option<Instant>>,
    is_shown: bool,
}

impl Progress {
    /// Creates the progress of `total` items, none of them done.
    pub fn new(what: &'static str, total: usize) -> Self {
        let (done, begin, last) = (AtomicUsize::new(0), Instant::now(), Mutex::new(None));
        Self { what, total, before: 0, done, begin, last, is_shown: stderr().is_terminal() }
    }

    /// Creates the progress of `total` items, of which `before` are done.
    pub fn resumed(what: &'static str, before: usize, total: usize) -> Self {
        let mut progress = Self::new(what, total);
        (progress.before, progress.done) = (before, AtomicUsize::new(before));
        progress
    }

    /// Counts one more item as done.
    pub fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if !self.is_shown || self.begin.elapsed() < SILENT {
            return;
        }
        let Ok(mut last) = self.last.lock() else { return };
        if last.is_none_or(|it| it.elapsed() >= PAUSE) {
            let left = self.total.saturating_sub(done) as f64 / done.saturating_sub(self.before).max(1) as f64;
            let left = time_text(self.begin.elapsed().as_secs_f64() * left);
            eprint!("\r\x1b[K{done} of {} {}, about {left} left", self.total, self.what);
            *last = Some(Instant::now());
        }
    }
}

/// Returns a number of seconds in the largest fitting unit.
fn time_text(seconds: f64) -> String {
    match seconds {
        it if it < 100.0 => format!("{it:.0} s"),
        it if it < 6_000.0 => format!("{:.0} min", it / 60.0),
        it => format!("{:.1} h", it / 3_600.0),
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        // Erase the line before the answer is printed.
        if self.last.get_mut().is_ok_and(|it| it.is_some()) {
            eprint!("\r\x1b[K");
        }
    }
}
