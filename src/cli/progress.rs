//! Progress of long work, for a person who waits.
//!
//! In: how many items there are, and each that is done. Out: one line on the error stream
//! that is rewritten, if that is a terminal and the work takes longer than a second. Knows
//! nothing of the work.

use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Time without a line: short work is done before anybody wonders.
const SILENT: Duration = Duration::from_secs(1);
/// Minimum time between two lines.
const PAUSE: Duration = Duration::from_millis(200);

/// How much of some work is done.
pub(super) struct Progress {
    what: &'static str,
    total: usize,
    done: AtomicUsize,
    begin: Instant,
    /// When the last line was written.
    last: Mutex<Option<Instant>>,
    is_shown: bool,
}

impl Progress {
    /// Returns the progress of so many items, none of them done.
    pub fn new(what: &'static str, total: usize) -> Self {
        let (done, begin, last) = (AtomicUsize::new(0), Instant::now(), Mutex::new(None));
        Self { what, total, done, begin, last, is_shown: stderr().is_terminal() }
    }

    /// Counts one more item as done.
    pub fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if !self.is_shown || self.begin.elapsed() < SILENT {
            return;
        }
        let Ok(mut last) = self.last.lock() else { return };
        if last.is_none_or(|it| it.elapsed() >= PAUSE) {
            eprint!("\r{done} of {} {}", self.total, self.what);
            *last = Some(Instant::now());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        // The line makes room for the answer.
        if self.last.get_mut().is_ok_and(|it| it.is_some()) {
            eprint!("\r\x1b[K");
        }
    }
}
