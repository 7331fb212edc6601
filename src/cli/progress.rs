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
        // Erase the line before the answer is printed.
        if self.last.get_mut().is_ok_and(|it| it.is_some()) {
            eprint!("\r\x1b[K");
        }
    }
}
