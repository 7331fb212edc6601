//! News that pages wait for: one thread writes to all of them.
//!
//! In: sockets that asked for a topic, and the newest version of each topic. Out: lines of
//! `text/event-stream`. A page that is told a version asks for the rest; several changes
//! between two looks are one. A socket that does not take what is written is dropped: its
//! page comes back by itself. Refuses to know what changed.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A line is sent so often, so that both ends see that the other is there.
const BEAT: Duration = Duration::from_secs(15);
/// Whether pages are still there is looked at so often.
const LOOK: Duration = Duration::from_millis(500);

/// Who listens, and what is new.
#[derive(Debug)]
pub struct Events {
    /// So many may listen at once.
    most: usize,
    state: Mutex<EventState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct EventState {
    /// Those that came since the last look, each with its topic and what it is told first.
    joined: Vec<(String, u64, TcpStream)>,
    news: BTreeMap<String, u64>,
    listening: usize,
    is_over: bool,
}

struct Listener {
    topic: String,
    told: u64,
    stream: TcpStream,
}

impl Events {
    /// Nobody listens yet, and no more than so many ever will at once.
    pub fn new(most: usize) -> Self {
        Self { most, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Whether too many listen.
    pub fn is_full(&self) -> bool {
        self.listening() >= self.most
    }

    /// Takes a socket over whose answer has begun.
    pub fn join(&self, topic: String, version: u64, stream: TcpStream) {
        let mut state = self.lock();
        if state.listening + state.joined.len() < self.most && stream.set_nonblocking(true).is_ok() {
            state.joined.push((topic, version, stream));
            self.changed.notify_all();
        }
    }

    /// Says that a topic has changed.
    pub fn tell(&self, topic: String, version: u64) {
        let mut state = self.lock();
        let newest = state.news.entry(topic).or_insert(version);
        *newest = version.max(*newest);
        self.changed.notify_all();
    }

    /// How many listen.
    pub fn listening(&self) -> usize {
        let state = self.lock();
        state.listening + state.joined.len()
    }

    /// Ends the thread that runs.
    pub fn stop(&self) {
        self.lock().is_over = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, EventState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes to all who listen, until it is stopped.
    pub fn run(&self) {
        let mut all: Vec<Listener> = Vec::new();
        let mut beat = Instant::now() + BEAT;
        loop {
            let mut state = self.lock();
            if state.joined.is_empty() && state.news.is_empty() && !state.is_over {
                state = self.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
            }
            if state.is_over {
                return;
            }
            let (joined, news) = (std::mem::take(&mut state.joined), std::mem::take(&mut state.news));
            state.listening = all.len() + joined.len();
            drop(state);
            for (topic, version, stream) in joined {
                let version = news.get(&topic).copied().unwrap_or(0).max(version);
                let mut listener = Listener { topic, told: version, stream };
                if listener.put(&event(version)) {
                    all.push(listener);
                }
            }
            all.retain_mut(|it| match news.get(&it.topic) {
                Some(version) if *version > it.told => {
                    it.told = *version;
                    it.put(&event(*version))
                }
                _ => true,
            });
            if Instant::now() >= beat {
                beat = Instant::now() + BEAT;
                all.retain_mut(|it| it.put(": still here\n\n"));
            }
            all.retain_mut(Listener::is_there);
            self.lock().listening = all.len();
        }
    }
}

impl Listener {
    /// Writes a short text at once, whole or not at all; whether it went.
    fn put(&mut self, text: &str) -> bool {
        matches!(self.stream.write(text.as_bytes()), Ok(count) if count == text.len())
    }

    /// Whether the other side has not closed. What it sends means nothing, and must end.
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
