//! Long calls that Ctrl-C can end.
//!
//! Contains [`in_background`], for one long computation, and [`SignalWatch`], for a loop of short steps. Both let
//! other threads of Python run meanwhile. Input: what to compute. Output: its result, or the exception of a signal
//! handler, such as `KeyboardInterrupt`. Python handles signals in its main thread only, so in other threads a call
//! ends by itself. Knows no chess.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// Time between two looks for a signal.
const PAUSE: Duration = Duration::from_millis(20);
/// Stack of a thread in bytes, as large as that of the main thread on Linux.
const STACK: usize = 8 << 20;

/// Computes a value in a thread of its own, and watches for signals. After a signal, it sets `stop` and does not wait
/// for the thread, which has to end soon by itself.
pub fn in_background<T: Send + 'static>(
    py: Python<'_>,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut receiver) = sync_channel(1);
    let thread = Builder::new().stack_size(STACK).spawn(move || {
        // After a signal, nobody receives the result.
        let _ = sender.send(work());
    })?;
    loop {
        let receiver = &mut receiver;
        match py.detach(move || receiver.recv_timeout(PAUSE)) {
            Ok(found) => return Ok(found),
            Err(RecvTimeoutError::Timeout) => {
                py.check_signals().inspect_err(|_| stop.store(true, Ordering::Relaxed))?
            }
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Ok(()) => unreachable!("the thread sends its result before it ends"),
                Err(panic) => std::panic::resume_unwind(panic),
            },
        }
    }
}

/// Looks for signals in a loop that runs detached from Python.
#[derive(Debug)]
pub struct SignalWatch {
    last: Instant,
}

impl SignalWatch {
    /// Starts to watch.
    pub fn new() -> Self {
        Self { last: Instant::now() }
    }
    /// Runs the handlers of signals that have arrived, at most every 20 milliseconds. Returns their exception.
    pub fn check(&mut self) -> PyResult<()> {
        if self.last.elapsed() < PAUSE {
            return Ok(());
        }
        self.last = Instant::now();
        Python::attach(|py| py.check_signals())
    }
}
