//! JSON-RPC 2.0 over two streams, for programs in any language.
//!
//! ```text
//!   line or message ──> request ──params──> calls ──> result ──> line or message
//!        │                │ methods: one table ──schema──> OpenRPC
//!        └─ batch, notification
//! ```
//! Contains [`serve`], which answers requests until the end of the input.
//!
//! Input: one request or batch on each line, or messages with a header `Content-Length`. Output:
//! responses in the same form. Does not know rules.

mod calls;
mod error;
mod games;
mod methods;
mod params;
mod schema;

use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};

use super::lines::{LineError, LineReader};
use crate::notation::name::visible;
use error::{INTERNAL, INVALID_REQUEST, LIMIT, NO_METHOD, PARSE_ERROR, RpcError};
use games::GameStore;
use methods::METHODS;
use params::Params;

pub use schema::schema;

/// Maximum number of requests in a batch.
const MAX_BATCH: usize = 1_000;

/// Answers requests until the end of the input.
///
/// # Errors
/// Fails if a response cannot be written.
pub fn serve(input: &mut (dyn BufRead + Send), out: &mut dyn Write) -> std::io::Result<()> {
    let mut reader = LineReader::new(input);
    let mut games = GameStore::default();
    while let Some(line) = reader.next_line() {
        let length = line.as_ref().ok().and_then(|it| length_of(it));
        let text = match length {
            Some(length) => length.and_then(|it| message(&mut reader, it)),
            None if line.as_ref().is_ok_and(|it| it.trim().is_empty()) => continue,
            None => line,
        };
        let Some(response) = respond(text, &mut games) else { continue };
        match length {
            Some(_) => write!(out, "Content-Length: {}\r\n\r\n{response}", response.len())?,
            None => writeln!(out, "{response}")?,
        }
        out.flush()?;
    }
    Ok(())
}

/// Returns the length of the message that follows a header.
fn length_of(line: &str) -> Option<Result<usize, LineError>> {
    let (name, value) = line.split_once(':')?;
    name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().map_err(|_| LineError::BadLength))
}

/// Reads the other headers and the message.
fn message(reader: &mut LineReader<'_>, length: usize) -> Result<String, LineError> {
    while !reader.next_line().ok_or(LineError::Incomplete)?.is_ok_and(|it| it.is_empty()) {}
    reader.next_bytes(length)
}

/// Returns the response to a text; `None` if there is none, because all of it are notifications.
fn respond(text: Result<String, LineError>, games: &mut GameStore) -> Option<String> {
    let failed = |code, message: String| Some(failure(Value::Null, &RpcError::new(code, message)));
    let parsed = match text {
        Ok(text) => serde_json::from_str(&text).map_err(|it| (PARSE_ERROR, it.to_string())),
        Err(LineError::TooLong) => Err((LIMIT, LineError::TooLong.to_string())),
        Err(error) => Err((PARSE_ERROR, error.to_string())),
    };
    let response = match parsed {
        Err((code, message)) => failed(code, message),
        Ok(Value::Array(batch)) if batch.is_empty() => failed(INVALID_REQUEST, "the batch is empty".to_owned()),
        Ok(Value::Array(batch)) if batch.len() > MAX_BATCH => {
            failed(LIMIT, format!("a batch may have at most {MAX_BATCH} requests"))
        }
        Ok(Value::Array(batch)) => {
            let responses: Vec<Value> = batch.into_iter().filter_map(|it| answer(it, games)).collect();
            (!responses.is_empty()).then_some(Value::Array(responses))
        }
        Ok(request) => answer(request, games),
    };
    // The output is one line, so harmful characters have to be escaped here.
    response.map(|it| crate::json::one_line(&it))
}

/// Answers one request; `None` for a notification.
fn answer(request: Value, games: &mut GameStore) -> Option<Value> {
    let invalid = |id: Value, message: &str| Some(failure(id, &RpcError::new(INVALID_REQUEST, message)));
    let Value::Object(mut request) = request else { return invalid(Value::Null, "a request is an object") };
    let id = request.remove("id");
    if id.as_ref().is_some_and(|it| !(it.is_string() || it.is_number() || it.is_null())) {
        return invalid(Value::Null, "`id` is not a string, a number or null");
    }
    let known = id.clone().unwrap_or(Value::Null);
    if request.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return invalid(known, "`jsonrpc` is not \"2.0\"");
    }
    let Some(name) = request.get("method").and_then(Value::as_str).map(str::to_owned) else {
        return invalid(known, "`method` is not a string");
    };
    let result = call(&name, request.remove("params"), games);
    let id = id?;
    Some(match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(error) => failure(id, &error),
    })
}

fn failure(id: Value, error: &RpcError) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": error.json() })
}

/// Calls a method.
fn call(name: &str, params: Option<Value>, games: &mut GameStore) -> Result<Value, RpcError> {
    let Some(method) = METHODS.iter().find(|it| it.name == name) else {
        let known: Vec<&str> = METHODS.iter().map(|it| it.name).collect();
        let message = format!("there is no method `{:.40}`", visible(name));
        return Err(RpcError::new(NO_METHOD, message).with(json!({ "methods": known })));
    };
    let params = Params::new(method, params)?;
    // A defect of the program must not end the games of its user.
    catch_unwind(AssertUnwindSafe(|| calls::call(method.name, &params, games)))
        .unwrap_or_else(|_| Err(RpcError::new(INTERNAL, "the program has an error; please report it")))
}
