//! Parallel work: threads take the next item until none is left.
//!
//! Contains [`parallel_map`] and [`parallel_stream`]. Input: items, and a function to call on each.
//! Output: the results, in the order of the items or as they come; if the function panicked, the
//! panic message. Does not know what the items are.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread::{Builder, Scope, scope};

/// Stack size of a worker thread in bytes, equal to a typical main thread: large boards need it.
const STACK: usize = 8 << 20;

/// Calls `work` on every item, `jobs` at a time, and returns the results in order.
pub fn parallel_map<T, R>(items: &[T], jobs: usize, work: impl Fn(&T) -> R + Sync) -> Vec<Result<R, String>>
where
    T: Sync,
    R: Send,
{
    let next = AtomicUsize::new(0);
    let answers: Vec<Mutex<Option<Result<R, String>>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let take_all = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let (Some(item), Some(slot)) = (items.get(at), answers.get(at)) else { return };
            let answer = catch_unwind(AssertUnwindSafe(|| work(item))).map_err(|it| panic_message(it.as_ref()));
            if let Ok(mut slot) = slot.lock() {
                *slot = Some(answer);
            }
        }
    };
    scope(|scope| {
        for _ in 0..jobs.min(items.len()) {
            // If no more threads can be started, the existing ones do the work.
            spawn(scope, Box::new(take_all));
        }
    });
    // Do the rest here if no thread could be started; otherwise nothing is left.
    take_all();
    let result = |it: Mutex<Option<Result<R, String>>>| it.into_inner().unwrap_or_default();
    answers.into_iter().map(|it| result(it).unwrap_or_else(|| Err("the work gave no result".to_owned()))).collect()
}

/// Calls `work` on the items, `jobs` at a time, and passes each result to `sink` on this thread as
/// soon as it is there. If `sink` returns `false`, `stop` becomes true, no further item is taken,
/// and the results that are still to come are dropped.
pub fn parallel_stream<T, R>(
    items: &[T],
    jobs: usize,
    stop: &AtomicBool,
    work: impl Fn(&T) -> R + Sync,
    sink: &mut dyn FnMut(Result<R, String>) -> bool,
) where
    T: Sync,
    R: Send,
{
    let next = AtomicUsize::new(0);
    let take = || {
        let at = if stop.load(Ordering::Relaxed) { usize::MAX } else { next.fetch_add(1, Ordering::Relaxed) };
        let item = items.get(at)?;
        Some(catch_unwind(AssertUnwindSafe(|| work(item))).map_err(|it| panic_message(it.as_ref())))
    };
    scope(|scope| {
        let (sender, results) = mpsc::channel();
        let take = &take;
        for _ in 0..jobs.min(items.len()) {
            let sender = sender.clone();
            let take_all = move || {
                while let Some(result) = take() {
                    if sender.send(result).is_err() {
                        return;
                    }
                }
            };
            spawn(scope, Box::new(take_all));
        }
        drop(sender);
        while let Ok(result) = results.recv() {
            if !stop.load(Ordering::Relaxed) && !sink(result) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    // If no thread could be started, this one does the work.
    while let Some(result) = take() {
        if !sink(result) {
            return;
        }
    }
}

/// Starts a thread, or does nothing if the system starts no more threads. The work is boxed, so that `std::thread` is not compiled again for
/// every closure.
fn spawn<'scope>(scope: &'scope Scope<'scope, '_>, work: Box<dyn FnOnce() + Send + 'scope>) {
    drop(Builder::new().stack_size(STACK).spawn_scoped(scope, work));
}

/// Returns the message of a panic.
fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|it| (*it).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "it panicked".to_owned())
}
