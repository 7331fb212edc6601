//! The HTTP server of the page, tested through real sockets on its own port.
//!
//! Input: requests as bytes. Output: status, code and effects. Each test has its own server and
//! folder. At its end, no request may have crashed a handler. No test asserts a time.

mod analysis;
mod client;
mod crowd;
mod design;
mod events;
mod folder;
mod games;
mod hosts;
mod lab;
mod positions;
mod random;
mod records;
mod refusals;
mod rulebooks;
mod wire;

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use threefold::serve::{Handle, Options, Server};

use super::support::Folder;
use client::Client;

/// A server that runs until it is dropped.
struct Served {
    handle: Handle,
    port: u16,
    thread: Option<JoinHandle<()>>,
}

impl Served {
    fn with(options: &Options) -> Self {
        let server = Server::bind(options).expect("a server");
        let (handle, port) = (server.handle(), server.address().port());
        Self { handle, port, thread: Some(std::thread::spawn(move || server.run())) }
    }

    /// Starts a server of a folder, without a variant.
    fn new(folder: &Folder) -> Self {
        Self::with(&options(folder))
    }

    /// Starts a server of a folder with a variant or a file of the folder.
    fn with_variant(folder: &Folder, variant: &str) -> Self {
        let is_file = variant.ends_with(".toml");
        let variant = if is_file { folder.path().join(variant).display().to_string() } else { variant.to_owned() };
        Self::with(&options_with(folder, |it| it.variant = Some(variant)))
    }

    fn client(&self) -> Client {
        Client::new(self.port)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.handle.stop();
        let ended = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            assert!(ended.is_some_and(|it| it.is_ok()), "the server ended badly");
            assert_eq!(self.handle.broken(), 0, "a request broke the program");
        }
    }
}

fn games_of(folder: &Folder) -> PathBuf {
    folder.path().join("games")
}

fn options(folder: &Folder) -> Options {
    Options::new(games_of(folder))
}

fn options_with(folder: &Folder, change: impl FnOnce(&mut Options)) -> Options {
    let mut options = options(folder);
    change(&mut options);
    options
}

/// Locks out other tests that open hundreds of connections, because a process has a limit.
fn alone() -> MutexGuard<'static, ()> {
    static CROWD: Mutex<()> = Mutex::new(());
    CROWD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for the effect of another thread.
#[track_caller]
fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    for _ in 0..3000 {
        if let Some(found) = look() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("it never came: {what}")
}
