//! A small client that sends bytes and reads an answer. It knows only the HTTP that the tests
//! need.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

/// Timeout for everything that a test waits for.
const PATIENCE: Duration = Duration::from_secs(120);

/// A client of one server.
#[derive(Clone)]
pub struct Client {
    pub port: u16,
}

/// An HTTP response.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Response {
    /// Returns the body as a JSON value.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|it| panic!("{it}: {} {}", self.status, self.body))
    }

    /// Returns the JSON body of a successful response.
    #[track_caller]
    pub fn good(&self) -> Value {
        assert!(matches!(self.status, 200 | 201), "{} {}", self.status, self.body);
        self.json()
    }

    /// Returns the status and the code of a refusal, which must contain a message.
    #[track_caller]
    pub fn refusal(&self) -> String {
        let response = self.json();
        let error = &response["error"];
        assert!(error["message"].as_str().is_some_and(|it| it.len() > 5), "{}", self.body);
        assert!(error["help"].is_string(), "{}", self.body);
        format!("{} {}", self.status, error["code"].as_str().unwrap_or("?"))
    }

    /// Returns a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let line = self.head.lines().find(|it| it.to_lowercase().starts_with(&format!("{name}:")))?;
        line.split_once(':').map(|it| it.1.trim())
    }
}

impl Client {
    pub fn new(port: u16) -> Self {
        Self { port }
    }

    pub fn open(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.set_write_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// Sends bytes and reads until the server closes the connection.
    pub fn send(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.open();
        // The server may refuse before it has read everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let mut part = [0; 4096];
        while let Ok(count @ 1..) = stream.read(&mut part) {
            answer.extend_from_slice(&part[..count]);
        }
        answer
    }

    /// Sends bytes and parses the response.
    #[track_caller]
    pub fn exchange(&self, bytes: &[u8]) -> Response {
        let answer = String::from_utf8(self.send(bytes)).expect("answers are UTF-8");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {answer:?}"));
        let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).expect("a status");
        Response { status, head: head.to_owned(), body: body.to_owned() }
    }

    /// Sends a request with custom headers.
    #[track_caller]
    pub fn request(&self, first: &str, headers: &[(&str, &str)], body: &str) -> Response {
        let mut head = format!("{first} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if !body.is_empty() {
            head.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        self.exchange(format!("{head}\r\n{body}").as_bytes())
    }

    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    #[track_caller]
    pub fn get(&self, path: &str) -> Response {
        self.request(&format!("GET {path}"), &[("Host", &self.host())], "")
    }

    #[track_caller]
    pub fn post(&self, path: &str, body: &Value) -> Response {
        self.post_text(path, &body.to_string())
    }

    #[track_caller]
    pub fn post_text(&self, path: &str, body: &str) -> Response {
        let origin = format!("http://{}", self.host());
        let headers = [("Host", self.host()), ("Origin", origin), ("Content-Type", "application/json".to_owned())];
        let headers: Vec<(&str, &str)> = headers.iter().map(|it| (it.0, it.1.as_str())).collect();
        self.request(&format!("POST {path}"), &headers, body)
    }

    /// Starts a game.
    #[track_caller]
    pub fn create_game(&self, body: Value) -> Value {
        self.post("/api/games", &body).good()
    }

    /// Acts in a game at its current version.
    #[track_caller]
    pub fn act(&self, id: &str, text: &str) -> Value {
        let version = self.state(id)["version"].clone();
        self.post(&format!("/api/games/{id}/act"), &json!({ "version": version, "text": text })).good()
    }

    #[track_caller]
    pub fn state(&self, id: &str) -> Value {
        self.get(&format!("/api/games/{id}")).good()
    }

    /// Subscribes to server-sent events; reads the head of the response.
    pub fn listen(&self, path: &str) -> EventStream {
        let mut stream = self.open();
        let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nAccept: text/event-stream\r\n\r\n", self.host());
        stream.write_all(head.as_bytes()).expect("a request");
        let mut events = EventStream { stream, ahead: Vec::new(), head: String::new() };
        events.head = events.until("\r\n\r\n");
        events
    }
}

/// A connection that receives server-sent events.
pub struct EventStream {
    stream: TcpStream,
    ahead: Vec<u8>,
    pub head: String,
}

impl EventStream {
    /// Returns the version in the next event.
    pub fn version(&mut self) -> u64 {
        loop {
            let text = self.until("\n\n");
            // Keep-alive lines carry no event.
            if let Some((_, data)) = text.split_once("event: change\ndata: ") {
                let data: Value = serde_json::from_str(data).expect("a value");
                return data["version"].as_u64().expect("a version");
            }
        }
    }

    fn until(&mut self, end: &str) -> String {
        let end = end.as_bytes();
        loop {
            if let Some(at) = self.ahead.windows(end.len()).position(|it| it == end) {
                let rest = self.ahead.split_off(at + end.len());
                let text = std::mem::replace(&mut self.ahead, rest);
                return String::from_utf8(text).expect("events are UTF-8").trim_end().to_owned();
            }
            let mut part = [0; 512];
            let count = self.stream.read(&mut part).expect("events");
            assert!(count > 0, "the events end");
            self.ahead.extend_from_slice(&part[..count]);
        }
    }
}
