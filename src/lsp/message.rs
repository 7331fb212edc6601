//! Messages of the protocol: how they are framed, read and written.
//!
//! Contains [`Incoming`], [`read`] and [`write`]. The reader of lines of [`protocol`](crate::protocol)
//! limits the length of a message, so that no length in a header can exhaust the memory. Input: a
//! stream. Output: messages of `lsp-server`. Does not know methods.

use std::io::Write;

use lsp_server::Message;
use serde_json::{Value, json};

use crate::json::one_line;
use crate::protocol::lines::{LineError, LineReader};

/// A message, or the reason why it cannot be read.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A request, a notification or a response.
    Message(Message),
    /// A message that is not JSON, or is not a message of the protocol. The next one can be read.
    Malformed(String),
}

/// Reads the next message; `None` at the end of the stream.
pub(super) fn read(lines: &mut LineReader<'_>) -> Option<Incoming> {
    let mut length: Option<usize> = None;
    loop {
        let line = match lines.next_line()? {
            Ok(line) => line,
            Err(error) => return Some(Incoming::Malformed(error.to_string())),
        };
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().ok();
        }
        // Lines without a length before them belong to no message.
        if line.is_empty() && length.is_some() {
            break;
        }
    }
    let text = match lines.next_bytes(length?) {
        Ok(text) => text,
        Err(LineError::Incomplete) => return None,
        Err(error) => return Some(Incoming::Malformed(error.to_string())),
    };
    Some(match serde_json::from_str(&text) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Malformed(error.to_string()),
    })
}

/// Writes a message.
///
/// # Errors
/// Fails if the stream cannot be written.
pub(super) fn write(out: &mut dyn Write, message: &Message) -> std::io::Result<()> {
    let mut value = json!({ "jsonrpc": "2.0" });
    if let (Value::Object(all), Ok(Value::Object(own))) = (&mut value, serde_json::to_value(message)) {
        all.extend(own);
    }
    write_value(out, &value)
}

/// Writes the answer to a message that cannot be read, and therefore has no id.
///
/// # Errors
/// Fails if the stream cannot be written.
pub(super) fn write_malformed(out: &mut dyn Write, why: &str) -> std::io::Result<()> {
    let error = json!({ "code": lsp_server::ErrorCode::ParseError as i32, "message": why });
    write_value(out, &json!({ "jsonrpc": "2.0", "id": null, "error": error }))
}

fn write_value(out: &mut dyn Write, value: &Value) -> std::io::Result<()> {
    // Harmful characters are escaped here, because the length must fit.
    let text = one_line(value);
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    out.flush()
}
