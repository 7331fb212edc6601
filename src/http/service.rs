//! The interface between the server and its application.
//!
//! Contains [`Application`], the only access to the application, and [`Service`], the state of the
//! server. Input: limits and host names. Output: memory reservations for bodies. Does not know what
//! a request means.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Caller, Events, HttpError, HttpResponse, Limits, MAX_BODY, Request};

/// Maximum number of bytes of all bodies in memory.
const MAX_BODIES: usize = 32 * MAX_BODY;

/// An application that answers requests.
pub trait Application: Send + Sync + 'static {
    /// Returns the state of the server, which the application owns.
    fn service(&self) -> &Service;
    /// Answers a request that has passed the access check.
    ///
    /// # Errors
    /// Returns an error that is sent in place of the answer.
    fn answer(&self, request: &Request, caller: Caller) -> Result<Reply, HttpError>;
    /// Returns the current version of a topic, or `None` for an unknown topic.
    fn version(&self, topic: &str) -> Option<u64>;
}

/// The result of a request.
#[derive(Debug)]
pub enum Reply {
    /// A single response.
    Answer(HttpResponse),
    /// A stream of events. It starts with this version.
    Stream {
        /// The topic of the events.
        topic: String,
        /// The current version.
        version: u64,
    },
}

impl From<HttpResponse> for Reply {
    fn from(answer: HttpResponse) -> Self {
        Reply::Answer(answer)
    }
}

/// The state of a server.
#[derive(Debug)]
pub struct Service {
    /// Bounds of connections.
    pub limits: Limits,
    /// Additional host names under which the server may be called.
    pub allowed: Vec<String>,
    /// Streams of events.
    pub events: Events,
    /// Number of requests that panicked. It should be 0.
    pub broken: Arc<AtomicUsize>,
    /// Bytes of bodies in memory.
    bodies: AtomicUsize,
}

impl Service {
    /// Returns the state of a server without connections.
    pub fn new(limits: Limits, allowed: Vec<String>, broken: Arc<AtomicUsize>) -> Self {
        Self { limits, allowed, events: Events::new(limits.streams), broken, bodies: AtomicUsize::new(0) }
    }

    /// Reserves memory for a body. Returns `None` if too much is in use.
    pub(super) fn share(&self, length: usize) -> Option<BodyShare<'_>> {
        let before = self.bodies.fetch_add(length, Ordering::Relaxed);
        let share = BodyShare(self, length);
        (before + length <= MAX_BODIES).then_some(share)
    }
}

/// Memory reserved for a body. Dropping it frees the memory.
#[derive(Debug)]
pub(super) struct BodyShare<'a>(&'a Service, usize);

impl Drop for BodyShare<'_> {
    fn drop(&mut self) {
        self.0.bodies.fetch_sub(self.1, Ordering::Relaxed);
    }
}
