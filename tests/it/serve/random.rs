//! Requests at random, from a grammar that knows every route and every way to get it wrong.
//!
//! Some thousands; a hundred thousand with `THREEFOLD_SLOW=1`. Whatever comes, there is an
//! answer with a sentence or a connection that is closed, no request breaks the program,
//! and the memory does not grow with their number.

use serde_json::{Value, json};

use super::{Served, options};
use crate::support::{Dice, Folder, is_slow};
use threefold::serve::Options;

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
    "[man.",
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

struct Player {
    dice: Dice,
    ids: Vec<String>,
    begun: usize,
}

impl Player {
    fn word(&mut self) -> String {
        self.dice.pick(WORDS).expect("words").to_owned()
    }

    fn id(&mut self) -> String {
        let known = self.dice.pick(&self.ids);
        known.filter(|_| !self.dice.one_in(10)).unwrap_or_else(|| self.word())
    }

    fn query(&mut self, names: &[&str]) -> String {
        let mut query = String::new();
        for name in names.iter().filter(|_| true) {
            if !self.dice.one_in(6) {
                let word = self.word();
                let encoded: String = word.bytes().map(|it| format!("%{it:02x}")).collect();
                query.push_str(&format!("{}{name}={encoded}", if query.is_empty() { "?" } else { "&" }));
            }
        }
        query
    }

    fn body(&mut self, version: u64) -> Value {
        let mut body = json!({});
        for name in [
            "variant", "position", "record", "text", "as", "name", "other", "seat", "kind", "square", "from", "to",
            "stamp",
        ] {
            if self.dice.one_in(2) {
                body[name] = if self.dice.one_in(30) { json!(7) } else { json!(self.word()) };
            }
        }
        body["version"] = json!(if self.dice.one_in(8) { self.dice.roll() } else { version });
        if self.dice.one_in(4) {
            body["players"] = json!({ self.word(): self.word() });
        }
        body["seconds"] = json!(0.01);
        body
    }

    /// First line and body.
    fn request(&mut self, version: u64) -> (String, String) {
        let id = self.id();
        let id: String = id.bytes().map(|it| format!("%{it:02x}")).collect();
        let get = ["/", "/page.css", "/api/variants", "/api/games", "/api/design", "/nothing"];
        match self.dice.below(16) {
            0 => (format!("GET {}", self.dice.pick(&get).expect("paths")), String::new()),
            1 => (format!("GET /api/variant{}", self.query(&["name"])), String::new()),
            2 => (format!("GET /api/reach{}", self.query(&["name", "seat", "kind", "square"])), String::new()),
            3 => {
                (format!("GET /api/svg{}", self.query(&["name", "position", "seat", "last", "select"])), String::new())
            }
            4 => (format!("GET /api/games/{id}{}", self.query(&["seat"])), String::new()),
            5 => (format!("GET /api/games/{id}/svg{}", self.query(&["select"])), String::new()),
            6 if self.begun < 400 => ("POST /api/games".to_owned(), self.body(version).to_string()),
            7 => (format!("POST /api/games/{id}/undo"), self.body(version).to_string()),
            8 => (format!("POST /api/games/{id}/redo"), self.body(version).to_string()),
            9 => (format!("POST /api/games/{id}/players"), self.body(version).to_string()),
            10 => ("POST /api/explain".to_owned(), self.body(version).to_string()),
            11 => ("POST /api/design/check".to_owned(), self.body(version).to_string()),
            12 => ("POST /api/design/reach".to_owned(), self.body(version).to_string()),
            13 if self.dice.one_in(40) => ("POST /api/compare".to_owned(), self.body(version).to_string()),
            _ => (format!("POST /api/games/{id}/act"), self.body(version).to_string()),
        }
    }

    /// A whole request as bytes, now and then with something wrong in it.
    fn bytes(&mut self, host: &str, version: u64) -> Vec<u8> {
        let (first, body) = self.request(version);
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

/// What this program holds in memory, in kilobytes; `None` where the system does not say.
fn held() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|it| it.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn whatever_is_asked_there_is_an_answer() {
    let folder = Folder::new("serve-random", &[("mine.toml", "name = \"Mine\"\nextends = [\"chess\"]\n")]);
    let mine = folder.path().join("mine.toml").display().to_string();
    let served = Served::with(&Options { variant: Some(mine), ..options(&folder) });
    let client = served.client();
    let many = if is_slow() { 100_000 } else { 4_000 };
    let mut player = Player { dice: Dice(7), ids: Vec::new(), begun: 0 };
    let mut version = 1;
    let mut statuses = std::collections::BTreeMap::<u16, usize>::new();
    let mut before = None;
    for number in 0..many {
        // By then everything that is kept has been made.
        if number == many / 4 {
            before = held();
        }
        let mut stream = client.open();
        let bytes = player.bytes(&client.host(), version);
        let answer = {
            use std::io::{Read, Write};
            let _ = stream.write_all(&bytes);
            let _ = stream.shutdown(std::net::Shutdown::Write);
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer);
            String::from_utf8(answer).expect("answers are UTF-8")
        };
        let sent = || String::from_utf8_lossy(&bytes).into_owned();
        // Who said nothing, or nothing but line breaks, is told nothing.
        let Some((head, body)) = answer.split_once("\r\n\r\n") else {
            assert!(answer.is_empty() && sent().trim().is_empty(), "{answer} to {}", sent());
            continue;
        };
        let status: u16 = head.split(' ').nth(1).and_then(|it| it.parse().ok()).expect("a status");
        *statuses.entry(status).or_default() += 1;
        assert!(status < 500 || matches!(status, 501 | 503 | 505), "{answer} to {}", sent());
        if body.starts_with("{\"id\"") {
            let state: Value = serde_json::from_str(body).expect("a state");
            version = state["version"].as_u64().expect("a version");
            if status == 201 {
                player.begun += 1;
                player.ids.push(state["id"].as_str().expect("an id").to_owned());
                let surplus = player.ids.len().saturating_sub(4);
                player.ids.drain(..surplus);
            }
        } else if status >= 400 {
            let told: Value = serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer} to {}", sent()));
            assert!(told["error"]["message"].as_str().is_some_and(|it| !it.is_empty()), "{answer}");
        }
    }
    assert_eq!(served.handle.broken(), 0);
    for status in [200, 201, 400, 404, 409, 422] {
        assert!(statuses.contains_key(&status), "{status} never came: {statuses:?}");
    }
    if let (Some(before), Some(after)) = (before, held()) {
        let grown = after.saturating_sub(before) / 1024;
        println!("{many} requests: {statuses:?}; {} MB held, {grown} MB more than after a quarter", after / 1024);
        assert!(grown < 300, "{grown} MB more than after a quarter of the requests");
    }
}
