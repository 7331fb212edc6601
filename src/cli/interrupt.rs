//! Ctrl-C during long work: a flag instead of the end of the program.
//!
//! Input: the signal `SIGINT`. Output: a flag, which the work looks at. On systems without this signal, Ctrl-C ends the
//! program as before. Does not know the work.

use std::sync::atomic::AtomicBool;

/// Exit code of a command that Ctrl-C has ended: 128 and the number of the signal.
pub(super) const INTERRUPTED: u8 = 130;

/// Whether Ctrl-C was pressed.
static PRESSED: AtomicBool = AtomicBool::new(false);

/// Lets the next Ctrl-C set the flag. The one after it ends the program.
pub(super) fn watched() -> &'static AtomicBool {
    #[cfg(unix)]
    unix::watch();
    &PRESSED
}

#[cfg(unix)]
mod unix {
    use std::sync::atomic::Ordering;

    const SIGINT: i32 = 2;
    /// The usual effect of a signal.
    const SIG_DFL: usize = 0;
    /// A signal without effect, as for commands in the background.
    const SIG_IGN: usize = 1;

    unsafe extern "C" {
        /// Sets what a signal does, and returns what it did before (POSIX).
        fn signal(number: i32, handler: usize) -> usize;
    }

    extern "C" fn press(number: i32) {
        super::PRESSED.store(true, Ordering::Relaxed);
        // SAFETY: POSIX allows calls of `signal` in a handler.
        unsafe { signal(number, SIG_DFL) };
    }

    pub(super) fn watch() {
        // SAFETY: the handler only stores an atomic value and calls `signal`, which handlers may do.
        unsafe {
            if signal(SIGINT, press as extern "C" fn(i32) as usize) == SIG_IGN {
                signal(SIGINT, SIG_IGN);
            }
        }
    }
}
