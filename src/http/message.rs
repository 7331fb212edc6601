//! A minimal, bounded HTTP/1.1 implementation over one socket.
//!
//! Input: a [`TcpStream`]. Output: a [`Request`], or a [`ConnectionEnd`] if the bytes are not a
//! valid request; and an [`HttpResponse`] written back. The sizes of head and body are bounded, and
//! so are the times to receive a request and to send a response. Does not know what is requested.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use super::Limits;
use super::answer::{HttpError, HttpResponse};
use super::uri::{Target, target};

/// Maximum size of the request line and headers, in bytes.
pub const MAX_HEAD: usize = 16 << 10;
/// Maximum number of request headers.
const MAX_HEADERS: usize = 100;
/// Maximum body length in bytes.
pub const MAX_BODY: usize = 1 << 20;
/// Maximum number of unwanted bytes to read before closing a connection, so that the response
/// arrives.
const MAX_DRAINED: usize = 4 << 20;

/// A parsed HTTP request.
#[derive(Clone, Debug)]
pub struct Request {
    /// The method: `GET`, `HEAD` or `POST`.
    pub method: Method,
    /// The path and query.
    pub target: Target,
    /// Header names in lowercase, with their values.
    headers: Vec<(String, String)>,
    /// The request body. Empty if there is none.
    pub body: Vec<u8>,
    /// Whether the connection stays open after the response.
    pub keeps_alive: bool,
}

/// The methods that the server supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Requests a resource.
    Get,
    /// Requests a resource without its body.
    Head,
    /// Requests an action.
    Post,
}

impl Request {
    /// Returns the value of a header. `None` if it is missing or repeated.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|it| it.0 == name);
        match (found.next(), found.next()) {
            (Some(only), None) => Some(&only.1),
            _ => None,
        }
    }

    /// Reports whether a header occurs at least once.
    pub fn has_header(&self, name: &str) -> bool {
        self.headers.iter().any(|it| it.0 == name)
    }
}

/// The reason why a connection ends without a request.
#[derive(Debug)]
pub enum ConnectionEnd {
    /// The client closed the connection, or was too slow for an error response.
    Gone,
    /// The client gets an error response before the connection is closed.
    Refused(HttpError),
}

impl From<HttpError> for ConnectionEnd {
    fn from(error: HttpError) -> Self {
        ConnectionEnd::Refused(error)
    }
}

/// A connection, with bytes that were read ahead.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    ahead: Vec<u8>,
    limits: Limits,
}

impl Connection {
    /// Wraps a socket.
    pub fn new(stream: TcpStream, limits: Limits) -> Self {
        // Events and responses are short and should leave at once (`TCP_NODELAY`).
        let _ = stream.set_nodelay(true);
        Self { stream, ahead: Vec::new(), limits }
    }

    /// Returns the socket, for an event stream.
    pub fn into_stream(self) -> TcpStream {
        self.stream
    }

    /// Reads the next request. `room` reports whether a body of a given length can be accepted.
    pub fn request(&mut self, room: &dyn Fn(usize) -> bool) -> Result<Request, ConnectionEnd> {
        let head = self.head()?;
        let (mut request, is_11) = parse_head(&head)?;
        if request.has_header("transfer-encoding") {
            return Err(HttpError::new(
                501,
                "no-chunks",
                "the body must have a `Content-Length`; chunked bodies are not supported",
            )
            .into());
        }
        let length = match request.has_header("content-length") {
            false => 0,
            true => {
                let digits = |it: &&str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
                let text = request.header("content-length").filter(digits);
                let number =
                    text.ok_or_else(|| HttpError::new(400, "bad-length", "`Content-Length` is not a number"))?;
                number.parse().unwrap_or(usize::MAX)
            }
        };
        if length > MAX_BODY {
            let message = format!("this text is too long (limit: {} MB)", MAX_BODY >> 20);
            return Err(HttpError::new(413, "too-large", message).into());
        }
        if !room(length) {
            return Err(HttpError::new(503, "busy", "the server is receiving too much data")
                .help("try again in a moment")
                .into());
        }
        if is_11 && request.header("expect").is_some_and(|it| it.eq_ignore_ascii_case("100-continue")) {
            self.write(b"HTTP/1.1 100 Continue\r\n\r\n").map_err(|()| ConnectionEnd::Gone)?;
        }
        request.body = self.body(length)?;
        Ok(request)
    }

    /// Reads the bytes of a head, including its empty line.
    fn head(&mut self) -> Result<Vec<u8>, ConnectionEnd> {
        let mut has_started = !self.ahead.is_empty();
        let mut until = Instant::now() + if has_started { self.limits.head } else { self.limits.idle };
        let (mut seen, mut skipped) = (0, 0);
        loop {
            // The protocol allows empty lines before a request.
            let blank = self.ahead.iter().take_while(|it| matches!(it, b'\r' | b'\n')).count();
            self.ahead.drain(..blank);
            seen = if blank > 0 { 0 } else { seen };
            skipped += blank;
            if let Some(end) = end_of_head(&self.ahead, seen) {
                if end > MAX_HEAD {
                    return Err(too_long().into());
                }
                return Ok(self.ahead.drain(..end).collect());
            }
            if skipped + self.ahead.len() > MAX_HEAD {
                return Err(too_long().into());
            }
            let is_first = self.ahead.is_empty();
            seen = self.ahead.len().saturating_sub(3);
            match self.fill(until) {
                Ok(0) if is_first => return Err(ConnectionEnd::Gone),
                Ok(0) => return Err(HttpError::new(400, "half-a-request", "the request is incomplete").into()),
                // Empty lines, too, start the time of a head.
                Ok(_) if !has_started => {
                    has_started = true;
                    until = Instant::now() + self.limits.head;
                }
                Ok(_) => {}
                Err(()) if is_first => return Err(ConnectionEnd::Gone),
                Err(()) => return Err(too_slow().into()),
            }
        }
    }

    fn body(&mut self, length: usize) -> Result<Vec<u8>, ConnectionEnd> {
        let until = Instant::now() + self.limits.body;
        while self.ahead.len() < length {
            match self.fill(until) {
                Ok(0) => return Err(HttpError::new(400, "half-a-request", "the body is incomplete").into()),
                Ok(_) => {}
                Err(()) => return Err(too_slow().into()),
            }
        }
        Ok(self.ahead.drain(..length).collect())
    }

    /// Reads available bytes until a deadline, and returns their number.
    fn fill(&mut self, until: Instant) -> Result<usize, ()> {
        let mut bytes = [0; 8 << 10];
        let count = self.read(&mut bytes, until)?;
        self.ahead.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn read(&mut self, bytes: &mut [u8], until: Instant) -> Result<usize, ()> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || self.stream.set_read_timeout(Some(left)).is_err() {
                return Err(());
            }
            match self.stream.read(bytes) {
                Ok(count) => return Ok(count),
                Err(it) if it.kind() == ErrorKind::Interrupted => {}
                // A connection reset is treated like a close.
                Err(it) if !matches!(it.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => return Ok(0),
                Err(_) => return Err(()),
            }
        }
    }

    /// Writes a response. Returns false if the client did not accept it.
    pub fn answer(&mut self, answer: &HttpResponse, method: Method, keeps_alive: bool) -> bool {
        let mut bytes = answer.head(keeps_alive).into_bytes();
        if method != Method::Head {
            bytes.extend_from_slice(&answer.body);
        }
        self.write(&bytes).is_ok()
    }

    /// Writes bytes, waiting for a slow client up to the time limit.
    pub fn write(&mut self, mut bytes: &[u8]) -> Result<(), ()> {
        let until = Instant::now() + self.limits.answer;
        while !bytes.is_empty() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || self.stream.set_write_timeout(Some(left)).is_err() {
                return Err(());
            }
            match self.stream.write(bytes) {
                Ok(0) => return Err(()),
                Ok(count) => bytes = &bytes[count..],
                Err(it) if it.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(()),
            }
        }
        Ok(())
    }

    /// Closes a connection. Reads pending data first, because closing with unread data would
    /// discard the response.
    pub fn close(mut self) {
        let _ = self.stream.shutdown(Shutdown::Write);
        let until = Instant::now() + Duration::from_secs(1);
        let mut bytes = [0; 8 << 10];
        let mut drained = 0;
        while drained < MAX_DRAINED {
            match self.read(&mut bytes, until) {
                Ok(0) | Err(()) => return,
                Ok(count) => drained += count,
            }
        }
    }
}

fn too_long() -> HttpError {
    HttpError::new(431, "head-too-long", format!("the head of the request is longer than {MAX_HEAD} bytes"))
}

fn too_slow() -> HttpError {
    HttpError::new(408, "too-slow", "the request took too long to arrive")
}

/// Returns the index after the empty line that ends a head. Bytes before `from` were searched
/// already.
fn end_of_head(bytes: &[u8], from: usize) -> Option<usize> {
    let at = |at: usize| match &bytes[at..] {
        [b'\n', b'\n', ..] => Some(at + 2),
        [b'\n', b'\r', b'\n', ..] => Some(at + 3),
        _ => None,
    };
    (from..bytes.len()).find_map(at)
}

/// Parses a head. Also returns whether it uses HTTP/1.1.
fn parse_head(head: &[u8]) -> Result<(Request, bool), HttpError> {
    let bad = |message: &str| HttpError::new(400, "bad-request", message);
    let text = std::str::from_utf8(head).map_err(|_| bad("the head of the request is not UTF-8"))?;
    let mut lines = text.lines();
    let mut words = lines.next().unwrap_or("").split(' ');
    let (Some(method), Some(uri), Some(version), None) = (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(bad("the request line needs a method, a path and a version"));
    };
    let is_11 = match version {
        "HTTP/1.1" => true,
        "HTTP/1.0" => false,
        _ => return Err(HttpError::new(505, "version", "this server supports only HTTP/1.1")),
    };
    let method = match method {
        "GET" => Method::Get,
        "HEAD" => Method::Head,
        "POST" => Method::Post,
        _ => {
            let error = HttpError::new(405, "no-such-method", "this server supports only GET, HEAD and POST");
            return Err(error.allow("GET, HEAD, POST"));
        }
    };
    let target = target(uri)?;
    let mut headers = Vec::new();
    for line in lines.take_while(|it| !it.is_empty()) {
        let (name, value) = line.split_once(':').ok_or_else(|| bad("a header has no colon"))?;
        if name.is_empty() || name.contains(|it: char| it.is_whitespace() || it.is_control()) {
            return Err(bad("the name of a header is not a token"));
        }
        if headers.len() == MAX_HEADERS {
            return Err(HttpError::new(431, "head-too-long", format!("there are more than {MAX_HEADERS} headers")));
        }
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let mut request = Request { method, target, headers, body: Vec::new(), keeps_alive: is_11 };
    let connection = request.header("connection").unwrap_or("").to_ascii_lowercase();
    request.keeps_alive = is_11 && !connection.split(',').any(|it| it.trim() == "close");
    Ok((request, is_11))
}
