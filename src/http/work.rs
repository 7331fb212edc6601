//! A bounded pool for work that may take long.
//!
//! Input: a task and a time limit. Output: the result of the task, or an [`HttpError`] if it takes
//! longer. Such a task continues until it ends by itself and still counts against the limit on
//! simultaneous tasks. Does not know what the tasks do.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use super::answer::HttpError;
use crate::threads::{Work, spawn_named};

/// Size of the stack of a task, in bytes.
const STACK: usize = 8 << 20;

/// A pool that runs a bounded number of tasks at once.
#[derive(Debug)]
pub struct WorkPool {
    busy: Mutex<usize>,
    free: Condvar,
    most: usize,
    /// Number of tasks that panicked. It should be zero.
    broken: Arc<AtomicUsize>,
    /// Advice to the user if a task takes too long.
    timeout_help: &'static str,
}

/// A place in the pool, released on drop even if the task panics.
struct WorkSlot(Arc<WorkPool>);

impl Drop for WorkSlot {
    fn drop(&mut self) {
        *self.0.busy.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.free.notify_one();
    }
}

impl WorkPool {
    /// Creates a pool for `most` tasks. `broken` counts tasks that panic.
    pub fn new(most: usize, broken: Arc<AtomicUsize>, timeout_help: &'static str) -> Arc<Self> {
        Arc::new(Self { busy: Mutex::new(0), free: Condvar::new(), most, broken, timeout_help })
    }

    /// Runs a task. Waits for a place and for the result no longer than `time`.
    pub fn run<T: Send + 'static>(
        self: &Arc<Self>,
        time: Duration,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HttpError> {
        let result = Arc::new(Mutex::new(None));
        let found = Arc::clone(&result);
        let work = move || {
            let done = work();
            *found.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
        };
        self.run_to_end(time, Box::new(work))?;
        result.lock().unwrap_or_else(PoisonError::into_inner).take().ok_or_else(internal_error)
    }

    /// Runs a task that delivers its result itself.
    fn run_to_end(self: &Arc<Self>, time: Duration, work: Work<'static>) -> Result<(), HttpError> {
        let until = Instant::now() + time;
        let place = self.place(until)?;
        let (send, receive) = mpsc::sync_channel(1);
        let broken = Arc::clone(&self.broken);
        let run = move || {
            let done = catch_unwind(AssertUnwindSafe(work));
            // The place is free before the result is delivered.
            drop(place);
            match done {
                // The receiver is gone after the time limit.
                Ok(()) => drop(send.send(())),
                Err(_) => drop(broken.fetch_add(1, Ordering::Relaxed)),
            }
        };
        spawn_named("work", STACK, Box::new(run)).map_err(|_| busy())?;
        match receive.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(()) => Ok(()),
            Err(mpsc::RecvTimeoutError::Timeout) => Err(too_long(time).help(self.timeout_help)),
            Err(mpsc::RecvTimeoutError::Disconnected) => Err(internal_error()),
        }
    }

    /// Reports whether all places are taken.
    pub fn is_busy(&self) -> bool {
        *self.busy.lock().unwrap_or_else(PoisonError::into_inner) >= self.most
    }

    fn place(self: &Arc<Self>, until: Instant) -> Result<WorkSlot, HttpError> {
        let mut working = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        while *working >= self.most {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(busy());
            }
            working = self.free.wait_timeout(working, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        *working += 1;
        Ok(WorkSlot(Arc::clone(self)))
    }
}

/// Returns the error for a panic in the server.
pub fn internal_error() -> HttpError {
    HttpError::new(500, "broken", "the server failed on this request because of a bug")
        .help("nothing is lost; load the page again")
}

/// Returns the error for a pool without free places.
pub fn busy() -> HttpError {
    HttpError::new(503, "busy", "the server is busy").help("try again in a moment")
}

fn too_long(time: Duration) -> HttpError {
    let message = format!("this takes longer than {} seconds", time.as_secs_f32());
    HttpError::new(503, "too-long", message)
}
