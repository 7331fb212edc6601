//! The file that is written beside the board.
//!
//! In: the text as it is being written. Out: what is wrong with it, and, as soon as it
//! compiles, its board. Reads and writes the file that was given, and no other.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use serde_json::json;

use super::answer::{Answer, Fault};
use super::house::House;
use super::http::Request;
use super::route::Reply;
use super::shelf::Given;

/// The file.
#[derive(Debug)]
pub struct Design {}

impl Design {
    /// Opens what was given.
    pub fn open(_given: &Given, _broken: &Arc<AtomicUsize>) -> Result<Self, String> {
        Ok(Self {})
    }

    /// Rises whenever the file changes.
    pub fn version(&self) -> u64 {
        0
    }
}

/// `GET /api/design`
pub fn show(_house: &House) -> Result<Reply, Fault> {
    Ok(Answer::json(&json!({ "path": null, "text": "", "stamp": "", "writable": false, "cases": 0 })).into())
}

/// `GET /api/design/events`
pub fn follow(_house: &House) -> Reply {
    Reply::Stream { topic: "design".to_owned(), version: 0 }
}

/// `POST /api/design/check`
pub fn check(_house: &House, _request: &Request) -> Result<Reply, Fault> {
    Err(Fault::new(501, "soon", "not yet"))
}

/// `POST /api/design/reach`
pub fn reach(_house: &House, _request: &Request) -> Result<Reply, Fault> {
    Err(Fault::new(501, "soon", "not yet"))
}

/// `POST /api/design/save`
pub fn save(_house: &House, _request: &Request) -> Result<Reply, Fault> {
    Err(Fault::new(501, "soon", "not yet"))
}
