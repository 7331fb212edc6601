//! Parallel work: threads take the next item until none is left.
//!
//! Contains [`parallel_map`]. Input: items, and a function to call on each. Output: the results in
//! the order of the items; if the function panicked, the panic message. Does not know what the
//! items are.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, scope};

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
            let _ = Builder::new().stack_size(STACK).spawn_scoped(scope, take_all);
        }
    });
    // Do the rest here if no thread could be started; otherwise nothing is left.
    take_all();
    let result = |it: Mutex<Option<Result<R, String>>>| it.into_inner().unwrap_or_default();
    answers.into_iter().map(|it| result(it).unwrap_or_else(|| Err("the work gave no result".to_owned()))).collect()
}

/// Returns the message of a panic.
fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|it| (*it).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "it panicked".to_owned())
}
