//! HTTP/1.1 over one socket, as much of it as a page on the same machine needs.
//!
//! In: a [`TcpStream`]. Out: a [`Request`], or the [`ConnectionEnd`] that answers what is none;
//! and an [`HttpResponse`] written back. Everything is bounded: the head, the body, the time in
//! which either must come, the time in which an answer must be taken. Refuses to know
//! what is asked for.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use super::Limits;
use super::answer::{HttpError, HttpResponse};
use super::uri::{Target, target};

/// So long may the first line and the headers be together.
pub const MAX_HEAD: usize = 16 << 10;
/// So many headers may there be.
const MAX_HEADERS: usize = 100;
/// So long may a body be.
pub const MAX_BODY: usize = 1 << 20;
/// So much of what nobody wants is read before a connection is closed, so that its answer arrives.
const MAX_DRAINED: usize = 4 << 20;

/// What was asked.
#[derive(Clone, Debug)]
pub struct Request {
    /// `GET`, `HEAD` or `POST`.
    pub method: Method,
    /// The path and what stands behind `?`.
    pub target: Target,
    /// Names in lowercase.
    headers: Vec<(String, String)>,
    /// The body; empty where there is none.
    pub body: Vec<u8>,
    /// Whether the connection stays open afterwards.
    pub keeps_alive: bool,
}

/// How something is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// To be shown.
    Get,
    /// To be shown without its body.
    Head,
    /// To be done.
    Post,
}

impl Request {
    /// The value of a header; `None` where it is not there, or there more than once.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|it| it.0 == name);
        match (found.next(), found.next()) {
            (Some(only), None) => Some(&only.1),
            _ => None,
        }
    }

    /// Whether a header is there, once or more often.
    pub fn has_header(&self, name: &str) -> bool {
        self.headers.iter().any(|it| it.0 == name)
    }
}

/// Why a connection ends without a request.
#[derive(Debug)]
pub enum ConnectionEnd {
    /// The other side has gone, or was too slow to be told so.
    Gone,
    /// It is told what is wrong, and the connection is closed.
    Told(HttpError),
}

impl From<HttpError> for ConnectionEnd {
    fn from(error: HttpError) -> Self {
        ConnectionEnd::Told(error)
    }
}

/// One end of a connection, with what has been read ahead.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    ahead: Vec<u8>,
    limits: Limits,
}

impl Connection {
    /// Takes a connection over.
    pub fn new(stream: TcpStream, limits: Limits) -> Self {
        // An event or an answer is short, and somebody waits for it.
        let _ = stream.set_nodelay(true);
        Self { stream, ahead: Vec::new(), limits }
    }

    /// The socket, for an answer that never ends.
    pub fn into_stream(self) -> TcpStream {
        self.stream
    }

    /// Reads the next request; `room` says whether there is room for a body of so many bytes.
    pub fn request(&mut self, room: &dyn Fn(usize) -> bool) -> Result<Request, ConnectionEnd> {
        let head = self.head()?;
        let (mut request, is_11) = parsed(&head)?;
        if request.has_header("transfer-encoding") {
            return Err(HttpError::new(501, "no-chunks", "a body must come in one piece, with `Content-Length`").into());
        }
        let length = match request.has_header("content-length") {
            false => 0,
            true => {
                let digits = |it: &&str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
                let text = request.header("content-length").filter(digits);
                let number = text.ok_or_else(|| HttpError::new(400, "bad-length", "`Content-Length` is no number"))?;
                number.parse().unwrap_or(usize::MAX)
            }
        };
        if length > MAX_BODY {
            let message = format!("the body has more than {MAX_BODY} bytes");
            return Err(HttpError::new(413, "too-large", message).into());
        }
        if !room(length) {
            return Err(HttpError::new(503, "busy", "too much is being sent at once")
                .help("try again in a moment")
                .into());
        }
        if is_11 && request.header("expect").is_some_and(|it| it.eq_ignore_ascii_case("100-continue")) {
            self.write(b"HTTP/1.1 100 Continue\r\n\r\n").map_err(|()| ConnectionEnd::Gone)?;
        }
        request.body = self.body(length)?;
        Ok(request)
    }

    /// The bytes of a head, its empty line included.
    fn head(&mut self) -> Result<Vec<u8>, ConnectionEnd> {
        let mut until = Instant::now() + if self.ahead.is_empty() { self.limits.idle } else { self.limits.head };
        let mut seen = 0;
        loop {
            // Empty lines before a request are allowed, and mean nothing.
            let blank = self.ahead.iter().take_while(|it| matches!(it, b'\r' | b'\n')).count();
            self.ahead.drain(..blank);
            seen = if blank > 0 { 0 } else { seen };
            if let Some(end) = end_of_head(&self.ahead, seen) {
                if end > MAX_HEAD {
                    return Err(too_long().into());
                }
                return Ok(self.ahead.drain(..end).collect());
            }
            if self.ahead.len() > MAX_HEAD {
                return Err(too_long().into());
            }
            let is_first = self.ahead.is_empty();
            seen = self.ahead.len().saturating_sub(3);
            match self.fill(until) {
                Ok(0) if is_first => return Err(ConnectionEnd::Gone),
                Ok(0) => return Err(HttpError::new(400, "half-a-request", "the request ends in the middle").into()),
                Ok(_) if is_first => until = Instant::now() + self.limits.head,
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
                Ok(0) => return Err(HttpError::new(400, "half-a-request", "the body ends in the middle").into()),
                Ok(_) => {}
                Err(()) => return Err(too_slow().into()),
            }
        }
        Ok(self.ahead.drain(..length).collect())
    }

    /// Reads what has come; how many bytes, or that the time is over.
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
                // Whoever resets a connection has gone, as whoever closes it.
                Err(it) if !matches!(it.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => return Ok(0),
                Err(_) => return Err(()),
            }
        }
    }

    /// Writes an answer; whether it was taken.
    pub fn answer(&mut self, answer: &HttpResponse, method: Method, keeps_alive: bool) -> bool {
        let mut bytes = answer.head(keeps_alive).into_bytes();
        if method != Method::Head {
            bytes.extend_from_slice(&answer.body);
        }
        self.write(&bytes).is_ok()
    }

    /// Writes bytes; a slow reader is waited for, but not for ever.
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

    /// Closes a connection whose other side may still be sending: were that not read, the
    /// answer would be lost with it.
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
    HttpError::new(431, "head-too-long", format!("the head of the request has more than {MAX_HEAD} bytes"))
}

fn too_slow() -> HttpError {
    HttpError::new(408, "too-slow", "the request did not come in time")
}

/// One past the empty line that ends a head; what comes before `from` was looked at.
fn end_of_head(bytes: &[u8], from: usize) -> Option<usize> {
    let at = |at: usize| match &bytes[at..] {
        [b'\n', b'\n', ..] => Some(at + 2),
        [b'\n', b'\r', b'\n', ..] => Some(at + 3),
        _ => None,
    };
    (from..bytes.len()).find_map(at)
}

/// A head, and whether it speaks HTTP/1.1.
fn parsed(head: &[u8]) -> Result<(Request, bool), HttpError> {
    let bad = |message: &str| HttpError::new(400, "bad-request", message);
    let text = std::str::from_utf8(head).map_err(|_| bad("the head of the request is not UTF-8"))?;
    let mut lines = text.lines();
    let mut words = lines.next().unwrap_or("").split(' ');
    let (Some(method), Some(uri), Some(version), None) = (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(bad("the first line must be a method, a path and a version"));
    };
    let is_11 = match version {
        "HTTP/1.1" => true,
        "HTTP/1.0" => false,
        _ => return Err(HttpError::new(505, "version", "only HTTP/1.1 is spoken here")),
    };
    let method = match method {
        "GET" => Method::Get,
        "HEAD" => Method::Head,
        "POST" => Method::Post,
        _ => return Err(HttpError::new(405, "no-such-method", "only GET, HEAD and POST are understood")),
    };
    let target = target(uri)?;
    let mut headers = Vec::new();
    for line in lines.take_while(|it| !it.is_empty()) {
        let (name, value) = line.split_once(':').ok_or_else(|| bad("a header has no colon"))?;
        if name.is_empty() || name.contains(|it: char| it.is_whitespace() || it.is_control()) {
            return Err(bad("the name of a header is no word"));
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
