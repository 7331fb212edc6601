//! HTTP responses and errors.
//!
//! Input: a value or an [`HttpError`]. Output: an [`HttpResponse`] with the headers that every
//! response has. They forbid caching, content from other origins, and framing of the page. Long texts
//! are compressed for clients that accept it. Does not know the request.

use miniz_oxide::deflate::compress_to_vec_zlib;
use serde_json::{Map, Value, json};

/// Length in bytes from which a text is compressed.
const LONG: usize = 4 << 10;

/// Level of compression, from 1 to 10: the fastest one.
const FAST: u8 = 1;

/// The content security policy: everything comes from this server.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/// An HTTP response.
#[derive(Clone, Debug)]
pub struct HttpResponse {
    /// The HTTP status code.
    pub status: u16,
    /// Value of the `Content-Type` header.
    pub kind: &'static str,
    /// The response body.
    pub body: Vec<u8>,
    /// Value of the `Allow` header: the methods that the address supports, if the request used another one.
    allow: Option<&'static str>,
    /// Whether the body is compressed.
    is_deflated: bool,
}

impl HttpResponse {
    /// Creates a response with a body of the given content type.
    pub fn of(kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, kind, body: body.into(), allow: None, is_deflated: false }
    }

    /// Creates a JSON response.
    pub fn json(value: &Value) -> Self {
        Self::of("application/json", value.to_string())
    }

    /// Returns the same response with another status.
    pub fn with(self, status: u16) -> Self {
        Self { status, ..self }
    }

    /// Compresses a long text for a client that accepts it: a game with its board has a hundred kilobytes. `accepted` is
    /// the value of the header `Accept-Encoding`.
    pub fn deflated(mut self, accepted: &str) -> Self {
        let mut encodings = accepted.split(',').map(|it| it.split(';').next().unwrap_or_default().trim());
        let is_text = self.kind != "image/png";
        if is_text && !self.is_deflated && self.body.len() >= LONG && encodings.any(|it| it == "deflate") {
            self.body = compress_to_vec_zlib(&self.body, FAST);
            self.is_deflated = true;
        }
        self
    }

    /// Returns the status line and the headers.
    pub fn head(&self, keeps_alive: bool) -> String {
        let encoding = if self.is_deflated { "Content-Encoding: deflate\r\n" } else { "" };
        let allow = self.allow.map_or_else(String::new, |it| format!("Allow: {it}\r\n"));
        let length = format!("Content-Length: {}\r\n", self.body.len());
        format!("{}{allow}{encoding}{length}\r\n", headers(self.status, self.kind, keeps_alive))
    }
}

/// Returns the status line and headers of an event stream.
pub fn stream_head() -> String {
    format!("{}\r\n", headers(200, "text/event-stream", false))
}

fn headers(status: u16, kind: &str, keeps_alive: bool) -> String {
    let connection = if keeps_alive { "keep-alive" } else { "close" };
    format!(
        "HTTP/1.1 {status} {}\r\nContent-Type: {kind}\r\nCache-Control: no-store\r\nConnection: {connection}\r\n\
         Content-Security-Policy: {CONTENT_SECURITY_POLICY}\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
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

/// An error response, with sentences for people.
// Boxed: most functions of the application return it, and rarely.
#[derive(Clone, Debug)]
pub struct HttpError(Box<ErrorDetails>);

#[derive(Clone, Debug)]
struct ErrorDetails {
    status: u16,
    /// A stable error code.
    code: String,
    /// A sentence that states the problem.
    message: String,
    /// A sentence that says how to fix it. May be empty.
    help: String,
    /// The methods that the address supports.
    allow: Option<&'static str>,
    /// Additional fields of the JSON body.
    more: Map<String, Value>,
}

impl HttpError {
    /// Creates an error without help.
    pub fn new(status: u16, code: impl Into<String>, message: impl Into<String>) -> Self {
        let (code, message) = (code.into(), message.into());
        Self(Box::new(ErrorDetails { status, code, message, help: String::new(), allow: None, more: Map::new() }))
    }

    /// Adds a sentence that says how to fix the problem.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help = help.into();
        self
    }

    /// Adds the methods that the address supports, such as `GET, HEAD`.
    pub fn allow(mut self, methods: &'static str) -> Self {
        self.0.allow = Some(methods);
        self
    }

    /// Adds a field to the JSON body.
    pub fn more(mut self, name: &str, value: Value) -> Self {
        self.0.more.insert(name.to_owned(), value);
        self
    }

    /// Returns the stable code of the error.
    pub fn code(&self) -> &str {
        &self.0.code
    }

    /// Returns the sentence that states the problem.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the error as a response.
    pub fn answer(&self) -> HttpResponse {
        let it = &self.0;
        let (message, help) = (sentence(&it.message), sentence(&it.help));
        let mut value = json!({ "error": { "code": it.code, "message": message, "help": help } });
        if let Value::Object(all) = &mut value {
            all.extend(it.more.clone());
        }
        HttpResponse { allow: it.allow, ..HttpResponse::json(&value).with(it.status) }
    }
}

/// Completes a sentence with a capital letter and a period. Rendered findings have several lines
/// and stay as they are.
fn sentence(text: &str) -> String {
    let Some(first) = text.chars().next().filter(|_| !text.contains('\n')) else { return text.to_owned() };
    let period = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{}{}{period}", first.to_uppercase(), &text[first.len_utf8()..])
}
