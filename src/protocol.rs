//! Protocols for other programs: an engine protocol, and remote calls.
//!
//! ```text
//!   lines ──> uci: UCI, extended to any number of players   ──> info, bestmove
//!         ──> rpc: JSON-RPC 2.0, one object on each line    ──> responses
//! ```
//! Contains [`uci`], [`rpc`], and what both use: a reader of lines, and counts of moves.
//!
//! Input: a stream of lines. Output: a stream of lines, flushed after every answer. Bad input gets
//! an answer that says what is wrong, and never ends a session. Does not know arguments and exit
//! codes. [`docs::protocols`](crate::docs::protocols) describes both protocols for users.

pub(crate) mod count;
pub(crate) mod lines;
pub(crate) mod rpc;
pub(crate) mod uci;
