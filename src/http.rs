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

pub use access::{Caller, HostNameError, address_for_others, host_name};
pub use answer::{HttpError, HttpResponse};
pub use connection::accept;
pub use events::Events;
pub use message::{MAX_BODY, Method, Request};
pub use service::{Application, Reply, Service};
pub use work::{WorkPool, busy};

/// Maximum number of connections, and how long they may take.
///
/// [`serve`](crate::serve) has an example.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Maximum number of open connections, event streams excluded.
    pub connections: usize,
    /// Maximum number of event streams.
    pub streams: usize,
    /// Time limit for a request head, from its first byte.
    pub head: Duration,
    /// Time limit for a request body.
    pub body: Duration,
    /// Time limit for the next request on an idle connection.
    pub idle: Duration,
    /// Time limit for the client to receive a response.
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
