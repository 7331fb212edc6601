//! Server-sent events (SSE): one thread writes to all pages that follow a topic.
//!
//! Input: sockets that requested a topic, and the newest version of each topic. Output:
//! `text/event-stream`. An event contains only the version; the page then requests the new state,
//! and several quick changes become one event. A socket that does not accept data is dropped, and
//! its page reconnects. Does not know what changed.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Interval between keep-alive comments, which let both ends detect a lost connection.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Interval between checks for closed connections.
const POLL: Duration = Duration::from_millis(500);

/// The event streams and the newest versions.
#[derive(Debug)]
pub struct Events {
    /// Maximum number of streams.
    most: usize,
    state: Mutex<EventState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct EventState {
    /// Streams that joined since the last round, each with its topic and its first version.
    joined: Vec<(String, u64, TcpStream)>,
    news: foldhash::HashMap<String, u64>,
    listening: usize,
    is_over: bool,
}

struct Listener {
    topic: String,
    sent_version: u64,
    stream: TcpStream,
}

impl Events {
    /// Creates an empty set of at most `most` streams.
    pub fn new(most: usize) -> Self {
        Self { most, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Reports whether the maximum number of streams is reached.
    pub fn is_full(&self) -> bool {
        self.listening() >= self.most
    }

    /// Adds a socket whose response headers have been sent.
    pub fn join(&self, topic: String, version: u64, stream: TcpStream) {
        let mut state = self.lock();
        if state.listening + state.joined.len() < self.most && stream.set_nonblocking(true).is_ok() {
            state.joined.push((topic, version, stream));
            self.changed.notify_all();
        }
    }

    /// Announces a new version of a topic.
    pub fn publish(&self, topic: String, version: u64) {
        let mut state = self.lock();
        let newest = state.news.entry(topic).or_insert(version);
        *newest = version.max(*newest);
        self.changed.notify_all();
    }

    /// Returns the number of open streams.
    pub fn listening(&self) -> usize {
        let state = self.lock();
        state.listening + state.joined.len()
    }

    /// Stops the event thread.
    pub fn stop(&self) {
        self.lock().is_over = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, EventState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes events until the thread is stopped.
    pub fn run(&self) {
        let mut all: Vec<Listener> = Vec::new();
        let mut beat = Instant::now() + KEEP_ALIVE;
        loop {
            let mut state = self.lock();
            if state.joined.is_empty() && state.news.is_empty() && !state.is_over {
                state = self.changed.wait_timeout(state, POLL).unwrap_or_else(PoisonError::into_inner).0;
            }
            if state.is_over {
                return;
            }
            let (joined, news) = (std::mem::take(&mut state.joined), std::mem::take(&mut state.news));
            state.listening = all.len() + joined.len();
            drop(state);
            for (topic, version, stream) in joined {
                let version = news.get(&topic).copied().unwrap_or(0).max(version);
                let mut listener = Listener { topic, sent_version: version, stream };
                if listener.put(&event(version)) {
                    all.push(listener);
                }
            }
            all.retain_mut(|it| match news.get(&it.topic) {
                Some(version) if *version > it.sent_version => {
                    it.sent_version = *version;
                    it.put(&event(*version))
                }
                _ => true,
            });
            if Instant::now() >= beat {
                beat = Instant::now() + KEEP_ALIVE;
                all.retain_mut(|it| it.put(": still here\n\n"));
            }
            all.retain_mut(Listener::is_there);
            self.lock().listening = all.len();
        }
    }
}

impl Listener {
    /// Writes a short text without blocking. Returns false if not all of it was written.
    fn put(&mut self, text: &str) -> bool {
        matches!(self.stream.write(text.as_bytes()), Ok(count) if count == text.len())
    }

    /// Reports whether the client is still connected. Data from the client is ignored up to a
    /// limit.
    fn is_there(&mut self) -> bool {
        match self.stream.read(&mut [0; 256]) {
            Ok(count) => count > 0,
            Err(it) => matches!(it.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
        }
    }
}

fn event(version: u64) -> String {
    format!("event: change\ndata: {{\"version\":{version}}}\n\n")
}
