//! What goes back over the wire: a status, a kind, bytes; and what is wrong, in words.
//!
//! In: a value or a [`HttpError`]. Out: an [`HttpResponse`] with the headers that every answer
//! carries: nothing is kept by the browser, nothing comes from elsewhere, nothing frames
//! the page. Refuses to know who asked.

use serde_json::{Map, Value, json};

/// What the page may load: what comes from here.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/// An answer.
#[derive(Clone, Debug)]
pub struct HttpResponse {
    /// The status.
    pub status: u16,
    /// Its `Content-Type`.
    pub kind: &'static str,
    /// The body.
    pub body: Vec<u8>,
}

impl HttpResponse {
    /// Bytes of a kind.
    pub fn of(kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, kind, body: body.into() }
    }

    /// A value.
    pub fn json(value: &Value) -> Self {
        Self::of("application/json", value.to_string())
    }

    /// The same with another status.
    pub fn with(self, status: u16) -> Self {
        Self { status, ..self }
    }

    /// The first line and the headers.
    pub fn head(&self, keeps_alive: bool) -> String {
        let length = format!("Content-Length: {}\r\n", self.body.len());
        format!("{}{length}\r\n", headers(self.status, self.kind, keeps_alive))
    }
}

/// The headers of an answer that never ends.
pub fn stream_head() -> String {
    format!("{}\r\n", headers(200, "text/event-stream", false))
}

fn headers(status: u16, kind: &str, keeps_alive: bool) -> String {
    let connection = if keeps_alive { "keep-alive" } else { "close" };
    format!(
        "HTTP/1.1 {status} {}\r\nContent-Type: {kind}\r\nCache-Control: no-store\r\nConnection: {connection}\r\n\
         Content-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\n",
        reason(status)
    )
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        201 => "Created",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        422 => "Unprocessable Content",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        500 => "Internal Server Error",
        501 => "Not Implemented",
        503 => "Service Unavailable",
        505 => "HTTP Version Not Supported",
        507 => "Insufficient Storage",
        _ => "Other",
    }
}

/// The reason why a request is refused, for a person to read.
// Boxed: most functions of the application return it, and rarely.
#[derive(Clone, Debug)]
pub struct HttpError(Box<ErrorDetails>);

#[derive(Clone, Debug)]
struct ErrorDetails {
    status: u16,
    /// A stable word.
    code: String,
    message: String,
    /// How to fix it; may be empty.
    help: String,
    /// Further members of the JSON object that is sent.
    more: Map<String, Value>,
}

impl HttpError {
    /// Makes an error without help.
    pub fn new(status: u16, code: impl Into<String>, message: impl Into<String>) -> Self {
        let (code, message) = (code.into(), message.into());
        Self(Box::new(ErrorDetails { status, code, message, help: String::new(), more: Map::new() }))
    }

    /// Adds how to fix it.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help = help.into();
        self
    }

    /// Adds a member to the JSON object that is sent.
    pub fn more(mut self, name: &str, value: Value) -> Self {
        self.0.more.insert(name.to_owned(), value);
        self
    }

    /// Returns the sentence that states what is wrong.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the response to send.
    pub fn answer(&self) -> HttpResponse {
        let it = &self.0;
        let mut value = json!({ "error": { "code": it.code, "message": it.message, "help": it.help } });
        if let Value::Object(all) = &mut value {
            all.extend(it.more.clone());
        }
        HttpResponse::json(&value).with(it.status)
    }
}
