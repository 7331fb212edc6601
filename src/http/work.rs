//! Work that may take long: done on a thread beside, and waited for only so long.
//!
//! In: a piece of work and a time. Out: what came of it, or a [`HttpError`] where it takes
//! longer; then it goes on until it ends by itself, and counts against those that may be
//! done at once. Refuses to know what the work is.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use super::answer::HttpError;

/// A place where so many pieces of work are done at once.
#[derive(Debug)]
pub struct WorkPool {
    busy: Mutex<usize>,
    free: Condvar,
    most: usize,
    /// How many pieces of work have broken; there should be none.
    broken: Arc<AtomicUsize>,
    /// Advice in case the work takes too long.
    late_help: &'static str,
}

/// Gives a place back, however the work ended.
struct WorkSlot(Arc<WorkPool>);

impl Drop for WorkSlot {
    fn drop(&mut self) {
        *self.0.busy.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.free.notify_one();
    }
}

impl WorkPool {
    /// A place for so many; `broken` counts what should not be.
    pub fn new(most: usize, broken: Arc<AtomicUsize>, late_help: &'static str) -> Arc<Self> {
        Arc::new(Self { busy: Mutex::new(0), free: Condvar::new(), most, broken, late_help })
    }

    /// Does a piece of work, and waits for its end and for a place no longer than `time`.
    pub fn run<T: Send + 'static>(
        self: &Arc<Self>,
        time: Duration,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HttpError> {
        let until = Instant::now() + time;
        let place = self.place(until)?;
        let (send, receive) = mpsc::sync_channel(1);
        let broken = Arc::clone(&self.broken);
        let run = move || {
            let done = catch_unwind(AssertUnwindSafe(work));
            // Whoever is told that it is done finds the place free.
            drop(place);
            match done {
                // Nobody waits any more where the time was over.
                Ok(done) => drop(send.send(done)),
                Err(_) => drop(broken.fetch_add(1, Ordering::Relaxed)),
            }
        };
        let thread = std::thread::Builder::new().name("work".to_owned()).stack_size(8 << 20).spawn(run);
        thread.map_err(|_| busy())?;
        match receive.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(done) => Ok(done),
            Err(mpsc::RecvTimeoutError::Timeout) => Err(too_long(time).help(self.late_help)),
            Err(mpsc::RecvTimeoutError::Disconnected) => Err(broke()),
        }
    }

    /// Whether all places are taken.
    pub fn is_busy(&self) -> bool {
        *self.busy.lock().unwrap_or_else(PoisonError::into_inner) >= self.most
    }

    fn place(self: &Arc<Self>, until: Instant) -> Result<WorkSlot, HttpError> {
        let mut captured = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        while *captured >= self.most {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(busy());
            }
            captured = self.free.wait_timeout(captured, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        *captured += 1;
        Ok(WorkSlot(Arc::clone(self)))
    }
}

/// What is said where the server itself is at error.
pub fn broke() -> HttpError {
    HttpError::new(500, "broken", "the program broke on this request, which is a fault of the program")
        .help("nothing is lost: load the page again")
}

/// What is said where others come first.
pub fn busy() -> HttpError {
    HttpError::new(503, "busy", "other work has to end first").help("try again in a moment")
}

fn too_long(time: Duration) -> HttpError {
    let message = format!("this takes longer than {} seconds", time.as_secs_f32());
    HttpError::new(503, "too-long", message)
}
