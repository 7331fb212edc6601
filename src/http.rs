//! An HTTP/1.1 server for one machine, with server-sent events (SSE).
//!
//! Contains the parser of requests, the access check, the threads of connections, the streams of
//! events, and a pool for long work. Input: sockets, and an [`Application`] that answers
//! requests. Output: responses. Each connection has its own thread, so a slow client delays only
//! itself. Size, time and number of everything that arrives are bounded. Does not know chess, or
//! any path of the application.

mod access;
mod answer;
mod connection;
mod events;
mod message;
mod service;
mod uri;
mod work;

use std::time::Duration;

pub use access::{Caller, address_for_others, host_name};
pub use answer::{HttpError, HttpResponse};
pub use connection::accept;
pub use events::Events;
pub use message::{MAX_BODY, Method, Request};
pub use service::{Application, Reply, Service};
pub use work::{WorkPool, busy};

/// How many connections there may be, and how slow.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// So many may be open at once, those aside that only listen.
    pub connections: usize,
    /// So many may listen for news.
    pub streams: usize,
    /// In so long a head must have come, from its first byte on.
    pub head: Duration,
    /// In so long a body must have come.
    pub body: Duration,
    /// So long is waited for the next request.
    pub idle: Duration,
    /// In so long an answer must have been taken.
    pub answer: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self {
            connections: 512,
            streams: 512,
            head: seconds(10),
            body: seconds(20),
            idle: seconds(15),
            answer: seconds(20),
        }
    }
}
