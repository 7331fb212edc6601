//! An editor for tests: sends messages to the server through pipes, and waits for answers.
//!
//! Contains [`Editor`]. Input: documents and requests. Output: answers as JSON. It checks no answer.

use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::{Value, json};
use threefold::cli::{Io, run};

/// How long an answer may take. Nothing takes nearly as long.
const PATIENCE: Duration = Duration::from_secs(120);

/// A session with the server.
pub struct Editor {
    to: PipeWriter,
    from: Receiver<Value>,
    server: Option<JoinHandle<u8>>,
    last: i64,
    is_utf8: bool,
}

impl Editor {
    /// Starts the server, and a session that counts columns in one of these units.
    pub fn new(encodings: &[&str]) -> Self {
        let mut editor = Self::unopened();
        let params = json!({ "processId": null, "rootUri": null,
            "capabilities": { "general": { "positionEncodings": encodings } } });
        let answer = editor.ask("initialize", params);
        editor.is_utf8 = answer["capabilities"]["positionEncoding"] == "utf-8";
        editor.tell("initialized", json!({}));
        editor
    }

    /// Starts the server without a session.
    pub fn unopened() -> Self {
        let (input, to) = pipe().expect("a pipe");
        let (output, mut out) = pipe().expect("a pipe");
        let server = std::thread::spawn(move || {
            let (mut input, mut err) = (BufReader::new(input), Vec::new());
            let mut io = Io { input: &mut input, out: &mut out, err: &mut err, is_terminal: false };
            run(["threefold", "lsp"], &mut io)
        });
        let (messages, from) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = next_message(&mut output) {
                if messages.send(message).is_err() {
                    return;
                }
            }
        });
        Self { to, from, server: Some(server), last: 0, is_utf8: false }
    }

    /// Sends bytes as they are.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        self.to.write_all(bytes).expect("the server reads");
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.send_raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    /// Sends a notification.
    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Returns the next message of the server.
    pub fn next(&mut self) -> Value {
        self.from.recv_timeout(PATIENCE).expect("an answer of the server")
    }

    /// Sends a request, and returns its result or its error. Skips notifications.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let id = self.last;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let mut message = self.next();
            if message["id"] == id {
                let field = if message.get("error").is_some() { "error" } else { "result" };
                return message[field].take();
            }
        }
    }

    /// Opens a document.
    pub fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "toml", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Changes a document.
    pub fn change(&mut self, uri: &str, version: i64, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// Waits for the findings of a version of a document.
    pub fn findings(&mut self, uri: &str, version: i64) -> Vec<Value> {
        loop {
            let message = self.next();
            let params = &message["params"];
            let is_published = message["method"] == "textDocument/publishDiagnostics";
            if is_published && params["uri"] == uri && params["version"] == version {
                return params["diagnostics"].as_array().expect("a list").clone();
            }
        }
    }

    /// Asks about the place marked `‸` in a text, which is open under this URI.
    pub fn ask_at(&mut self, method: &str, uri: &str, marked: &str, more: Value) -> Value {
        let position = self.position(marked);
        let mut params = json!({ "textDocument": { "uri": uri }, "position": position });
        for (key, value) in more.as_object().expect("an object") {
            params[key] = value.clone();
        }
        self.ask(method, params)
    }

    /// Returns the position of the mark in a text.
    pub fn position(&self, marked: &str) -> Value {
        let before = marked.split('‸').next().expect("a text");
        let line = before.rsplit('\n').next().unwrap_or_default();
        let column = if self.is_utf8 { line.len() } else { line.encode_utf16().count() };
        json!({ "line": before.matches('\n').count(), "character": column })
    }

    /// Ends the session, and returns the exit code.
    pub fn finish(mut self) -> u8 {
        self.ask("shutdown", Value::Null);
        self.exit()
    }

    /// Ends the session without a request to shut down.
    pub fn exit(mut self) -> u8 {
        self.tell("exit", Value::Null);
        self.server.take().expect("a server").join().expect("no panic")
    }
}

/// Returns a finding in one line: range, code and the first line of its message.
pub fn line_of(finding: &Value) -> String {
    let at = |it: &Value| format!("{}:{}", it["line"], it["character"]);
    let message = finding["message"].as_str().unwrap_or_default().lines().next().unwrap_or_default();
    let (range, code) = (&finding["range"], finding["code"].as_str().unwrap_or("-"));
    format!("{}-{} {code}: {message}", at(&range["start"]), at(&range["end"]))
}

/// Returns the URI of a file in a folder.
pub fn uri(folder: &Path, name: &str) -> String {
    format!("file://{}/{name}", folder.display())
}

fn next_message(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().strip_prefix("Content-Length: ") {
            Some(number) => length = number.parse().expect("a length"),
            None if line.trim_end().is_empty() => break,
            None => {}
        }
    }
    let mut text = vec![0; length];
    output.read_exact(&mut text).ok()?;
    Some(serde_json::from_slice(&text).expect("JSON"))
}

/// Marks a place in a text: `part` is a part of it that occurs once, with the mark.
pub fn marked(text: &str, part: &str) -> String {
    let plain = part.replace('‸', "");
    assert_eq!(text.matches(&plain).count(), 1, "{plain} does not occur once");
    text.replace(&plain, part)
}
