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

/// Why something is not answered: a person reads it.
#[derive(Clone, Debug)]
pub struct HttpError {
    /// The status.
    pub status: u16,
    /// A stable word.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// What to do; may be empty.
    pub help: String,
    /// What else goes with it.
    more: Map<String, Value>,
}

impl HttpError {
    /// A error without help.
    pub fn new(status: u16, code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { status, code: code.into(), message: message.into(), help: String::new(), more: Map::new() }
    }

    /// Says what to do.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// Puts a value beside it.
    pub fn more(mut self, name: &str, value: Value) -> Self {
        self.more.insert(name.to_owned(), value);
        self
    }

    /// As it is sent.
    pub fn answer(&self) -> HttpResponse {
        let mut value = json!({ "error": { "code": self.code, "message": self.message, "help": self.help } });
        if let Value::Object(all) = &mut value {
            all.extend(self.more.clone());
        }
        HttpResponse::json(&value).with(self.status)
    }
}
