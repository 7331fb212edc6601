//! Threads without a result. Their work is boxed, so that `std::thread` is not compiled again for every closure.
//!
//! Contains: [`spawn`], [`spawn_named`] and [`spawn_scoped`]. Input: work. Output: nothing.
//! Does not know what the work does.

/// Work for a thread.
pub(crate) type Work<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Starts a thread. Panics if the system starts no more threads.
pub(crate) fn spawn(work: Work<'static>) {
    drop(std::thread::spawn(work));
}

/// Starts a thread with a name and a size of the stack in bytes. Fails if the system starts no more threads.
#[cfg(feature = "serve")]
pub(crate) fn spawn_named(name: &str, stack: usize, work: Work<'static>) -> std::io::Result<()> {
    std::thread::Builder::new().name(name.to_owned()).stack_size(stack).spawn(work).map(drop)
}

/// Starts a thread that ends before its scope does. Panics if the system starts no more threads.
#[cfg(any(feature = "cli", feature = "serve"))]
pub(crate) fn spawn_scoped<'scope>(scope: &'scope std::thread::Scope<'scope, '_>, work: Work<'scope>) {
    scope.spawn(work);
}
