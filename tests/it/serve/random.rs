//! Random requests from a grammar that covers every route and every kind of error.
//!
//! Some thousands of requests; 15,000 with `THREEFOLD_SLOW=1`. Each request gets a response with
//! a message, or a closed connection. No request crashes the program, and memory use does not
//! grow with their number. The server is a process of its own, because other tests run in this
//! one and use its memory.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::client::Client;
use crate::support::{Dice, Folder, is_slow};

const WORDS: &[&str] = &[
    "chess",
    "3-man-chess",
    "trichess",
    "osullivan",
    "mine",
    "../x",
    "",
    "w",
    "b",
    "g",
    "e2",
    "e4",
    "WHa1",
    "Q",
    "N",
    "e2-e4",
    "e7-e5",
    "WHe2-WHe4",
    "w claims draw",
    "b accepts",
    "b refuses",
    "w withdraws",
    "w claims resign",
    "\u{0}",
    "w:Ke1 b:Ke8 turn=w",
    "turn=q",
    "human",
    "random",
    "greedy",
    "name = \"x\"\nextends = [\"chess\"]\n",
    "[piece.",
    "%00",
    "Ng1-f3",
    "\u{1F600}",
    "readings/3-man-chess-moat-b",
    "# variant chess\nw:e2-e4 b:e7-e5\n",
    "light",
    "0",
    "1",
    "99",
];

const VARIANTS: &[&str] = &["chess", "3-man-chess", "trichess", "osullivan", "mechanisms/torus"];
const SQUARES: &[&str] = &["e2", "e4", "a1", "WHa1", "WHe2", "GRd3", "i12"];
const POSITIONS: &[&str] = &["", "w:Ke1,Pa7 b:Ke8 turn=w", "w:Ke1 b:Ke8 turn=b", "turn=w", "w:Kx9"];

struct Player {
    dice: Dice,
    ids: Vec<String>,
    created: usize,
    /// Uses parts of the last state that was read.
    version: u64,
    id: String,
    texts: Vec<String>,
}

impl Player {
    /// Returns a random value, usually one of these.
    fn of(&mut self, words: &[&str]) -> String {
        let words = if self.dice.one_in(8) { WORDS } else { words };
        self.dice.pick(words).expect("words").to_owned()
    }

    fn id(&mut self) -> String {
        match self.dice.below(10) {
            0 => self.of(WORDS),
            1..4 => self.dice.pick(&self.ids).unwrap_or_default(),
            _ => self.id.clone(),
        }
    }

    fn word_for(&mut self, name: &str) -> String {
        match name {
            "name" | "variant" | "other" => self.of(VARIANTS),
            "seat" | "as" => self.of(&["w", "b", "g", "white"]),
            "kind" => self.of(&["K", "Q", "R", "N", "P", "pawn"]),
            "square" | "select" | "from" | "to" => self.of(SQUARES),
            "position" => self.of(POSITIONS),
            _ => self.of(WORDS),
        }
    }

    fn query(&mut self, names: &[&str]) -> String {
        let mut query = String::new();
        for name in names {
            if !self.dice.one_in(6) {
                let encoded: String = self.word_for(name).bytes().map(|it| format!("%{it:02x}")).collect();
                query.push_str(&format!("{}{name}={encoded}", if query.is_empty() { "?" } else { "&" }));
            }
        }
        query
    }

    /// Returns a body with these names; one may be missing or have another type.
    fn body(&mut self, names: &[&str]) -> String {
        let mut body = json!({});
        for name in names {
            body[*name] = match (*name, self.dice.below(40)) {
                (_, 0) => continue,
                (_, 1) => json!(7),
                ("version", 2) => json!(self.dice.roll()),
                ("version", _) => json!(self.version),
                ("seconds", _) => json!(0.01),
                ("players", _) => json!({ self.of(&["w", "b", "black"]): self.of(&["human", "random", "greedy"]) }),
                ("text", 0..8) => json!(self.of(WORDS)),
                ("text", _) => json!(self.dice.pick(&self.texts).unwrap_or_default()),
                _ => json!(self.word_for(name)),
            };
        }
        body.to_string()
    }

    /// Reads a game and makes it the current one.
    fn see(&mut self, state: &Value) {
        self.version = state["version"].as_u64().expect("a version");
        self.id = state["id"].as_str().expect("an id").to_owned();
        let all = ["moves", "acts"].into_iter().flat_map(|it| state[it].as_array().expect("a list"));
        self.texts = all.map(|it| it["text"].as_str().expect("a text").to_owned()).collect();
    }

    /// Returns the request line and the body.
    fn request(&mut self) -> (String, String) {
        let id: String = self.id().bytes().map(|it| format!("%{it:02x}")).collect();
        let get = ["/", "/page.css", "/api/variants", "/api/games", "/api/design", "/nothing"];
        let post = |path: String, body: String| (format!("POST {path}"), body);
        match self.dice.below(24) {
            0 => (format!("GET {}", self.dice.pick(&get).expect("paths")), String::new()),
            1 => (format!("GET /api/variant{}", self.query(&["name"])), String::new()),
            2 => (format!("GET /api/reach{}", self.query(&["name", "seat", "kind", "square"])), String::new()),
            3 => {
                (format!("GET /api/svg{}", self.query(&["name", "position", "seat", "last", "select"])), String::new())
            }
            4 => (format!("GET /api/games/{id}{}", self.query(&["seat"])), String::new()),
            5 => (format!("GET /api/games/{id}/svg{}", self.query(&["select"])), String::new()),
            6 | 7 if self.created < 400 => {
                let names: &[&str] = match self.dice.below(4) {
                    0 => &["variant", "position"],
                    1 => &["record"],
                    2 => &["variant", "players"],
                    _ => &["variant"],
                };
                post("/api/games".to_owned(), self.body(names))
            }
            8 | 9 => post(format!("/api/games/{id}/undo"), self.body(&["version"])),
            10 => post(format!("/api/games/{id}/redo"), self.body(&["version"])),
            11 => post(format!("/api/games/{id}/players"), self.body(&["players"])),
            12 => post("/api/explain".to_owned(), self.body(&["variant", "position", "from", "to"])),
            13 => {
                let text = self.of(&["name = \"x\"\nextends = [\"chess\"]\n", "[piece.", "name = 7\n"]);
                post("/api/design/check".to_owned(), json!({ "text": text }).to_string())
            }
            14 => post("/api/design/reach".to_owned(), self.body(&["text", "seat", "kind", "square"])),
            15 if self.dice.one_in(40) => post("/api/compare".to_owned(), self.body(&["name", "other", "seconds"])),
            16 => post(format!("/api/games/{id}/act"), self.body(&["version", "text", "as"])),
            _ => post(format!("/api/games/{id}/act"), self.body(&["version", "text"])),
        }
    }

    /// Returns a whole request as bytes, sometimes with an error in it.
    fn bytes(&mut self, host: &str) -> Vec<u8> {
        let (first, body) = self.request();
        let mut text = format!("{first} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
        if first.starts_with("POST") {
            text.push_str(&format!("Origin: http://{host}\r\nContent-Type: application/json\r\n"));
            text.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        let mut bytes = format!("{text}\r\n{body}").into_bytes();
        match self.dice.below(24) {
            0 => bytes.truncate(self.dice.below(bytes.len())),
            1 => {
                let at = self.dice.below(bytes.len());
                bytes[at] = self.dice.roll() as u8;
            }
            2 => {
                let at = self.dice.below(bytes.len());
                bytes.insert(at, self.dice.roll() as u8);
            }
            _ => {}
        }
        bytes
    }
}

/// The real program as a server. Dropping it stops the process.
struct Process(Child);

impl Process {
    /// Starts the server of a folder and its rulebook `mine.toml`. Returns it with its port.
    fn start(folder: &Folder) -> (Self, u16) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_threefold"));
        command.args(["serve", "mine.toml", "--port", "0", "--games", "games"]).current_dir(folder.path());
        let piped = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().expect("the program starts");
        let mut line = String::new();
        let out = child.stdout.as_mut().expect("a pipe");
        BufReader::new(out).read_line(&mut line).expect("a line with the address");
        let port = line.trim().trim_end_matches('/').rsplit(':').next().and_then(|it| it.parse().ok());
        (Self(child), port.unwrap_or_else(|| panic!("no port in {line:?}")))
    }

    /// Returns the resident memory in kilobytes; `None` if the system does not report it.
    fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).ok()?;
        let line = status.lines().find(|it| it.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }

    /// Stops the server and returns what it wrote to standard error. A panic would be there.
    fn stop(mut self) -> String {
        assert!(self.0.try_wait().expect("a state").is_none(), "the server ended before its time");
        self.0.kill().expect("the server stops");
        let mut text = String::new();
        self.0.stderr.take().expect("a pipe").read_to_string(&mut text).expect("UTF-8");
        text
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns the responses on a connection. A misplaced line break makes two requests of one.
fn answers(mut text: &str) -> Vec<(u16, &str)> {
    let mut all = Vec::new();
    while let Some((head, rest)) = text.split_once("\r\n\r\n") {
        let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).expect("a status");
        let length = head.lines().find_map(|it| it.strip_prefix("Content-Length: "));
        let length = length.map_or(0, |it| it.parse().expect("a length")).min(rest.len());
        all.push((status, &rest[..length]));
        text = &rest[length..];
    }
    assert!(text.is_empty(), "something stands behind the answers: {text}");
    all
}

#[test]
fn every_request_gets_an_answer() {
    let folder = Folder::new("serve-random", &[("mine.toml", "name = \"Mine\"\nextends = [\"chess\"]\n")]);
    let (server, port) = Process::start(&folder);
    let client = Client::new(port);
    let many = if is_slow() { 5_000 } else { 4_000 };
    let (ids, texts) = (Vec::new(), Vec::new());
    let mut player = Player { dice: Dice(7), ids, created: 0, version: 1, id: String::new(), texts };
    let mut statuses = std::collections::BTreeMap::<u16, usize>::new();
    let mut before = None;
    for number in 0..many {
        // By now all caches are full.
        if number == many / 4 {
            before = server.memory();
        }
        let mut stream = client.open();
        let bytes = player.bytes(&client.host());
        let answer = {
            use std::io::Write;
            let _ = stream.write_all(&bytes);
            let _ = stream.shutdown(std::net::Shutdown::Write);
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer);
            String::from_utf8(answer).expect("answers are UTF-8")
        };
        let sent = || String::from_utf8_lossy(&bytes).into_owned();
        // An empty request, or one with line breaks only, gets no response.
        let response = answers(&answer);
        assert!(!response.is_empty() || sent().trim().is_empty(), "no answer to {}", sent());
        for (status, body) in response {
            *statuses.entry(status).or_default() += 1;
            assert!(status < 500 || matches!(status, 501 | 503 | 505), "{answer} to {}", sent());
            let value = || serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer} to {}", sent()));
            if body.starts_with("{\"id\"") {
                let state: Value = value();
                player.see(&state);
                if status == 201 {
                    player.created += 1;
                    player.ids.push(state["id"].as_str().expect("an id").to_owned());
                    let surplus = player.ids.len().saturating_sub(4);
                    player.ids.drain(..surplus);
                }
            } else if status >= 400 {
                let response: Value = value();
                if status == 409 && response["state"].is_object() {
                    player.see(&response["state"]);
                }
                assert!(response["error"]["message"].as_str().is_some_and(|it| !it.is_empty()), "{answer}");
            }
        }
    }
    for status in [200, 201, 400, 404, 409, 422] {
        assert!(statuses.contains_key(&status), "{status} never came: {statuses:?}");
    }
    if let (Some(before), Some(after)) = (before, server.memory()) {
        let grown = after.saturating_sub(before) / 1024;
        println!("{many} requests: {statuses:?}; {} MB held, {grown} MB more than after a quarter", after / 1024);
        assert!(grown < 300, "{grown} MB more than after a quarter of the requests");
    }
    assert_eq!(server.stop(), "", "nothing goes to standard error");
}
