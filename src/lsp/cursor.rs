//! The place of the cursor in a text that may be incomplete.
//!
//! Contains [`Cursor`], found by [`cursor_at`]: the header around a byte, the keys that lead to it, and
//! the word at it. Input: a text and a byte. Output: a [`Cursor`]. An author writes most of a line before
//! it is TOML, so this scanner accepts any text, in one pass. Does not know the language.

use std::ops::Range;

/// What the author writes at a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Spot {
    /// The name between the brackets of a header.
    Header,
    /// The name of a key.
    #[default]
    Key,
    /// A value, or an item of a list.
    Value,
    /// Nothing: a comment, or the end of a finished line.
    Nothing,
}

/// The surroundings of a byte.
#[derive(Clone, Debug, Default)]
pub(super) struct Cursor {
    /// What is written there.
    pub spot: Spot,
    /// The parts of the header above, or of the header that is being written.
    pub header: Vec<String>,
    /// The keys that lead to the place; the last one is the key of a value.
    pub keys: Vec<String>,
    /// The other keys of the same table.
    pub present: Vec<String>,
    /// The word there, with its quotes. Empty between words.
    pub word: Range<usize>,
}

/// One open bracket or brace, or the lines under a header.
#[derive(Clone, Debug, Default)]
struct Nesting {
    is_list: bool,
    /// The key whose value is being written.
    key: Vec<String>,
    expects_value: bool,
    is_complete: bool,
    present: Vec<String>,
}

struct Scanner<'a> {
    text: &'a str,
    target: usize,
    at: usize,
    header: Vec<String>,
    frames: Vec<Nesting>,
    found: Option<(Cursor, usize)>,
}

/// Returns the surroundings of a byte of a text.
pub(super) fn cursor_at(text: &str, byte: usize) -> Cursor {
    let mut scanner = Scanner {
        text,
        target: byte.min(text.len()),
        at: 0,
        header: Vec::new(),
        frames: vec![Nesting::default()],
        found: None,
    };
    scanner.run();
    let end = text.len();
    scanner.meet(end..end, true);
    while scanner.frames.len() > 1 {
        scanner.close();
    }
    scanner.close_lines();
    scanner.found.map(|it| it.0).unwrap_or_default()
}

/// Returns a text without its quotes.
pub(super) fn unquoted(word: &str) -> &str {
    let inner = word.strip_prefix(['"', '\'']).unwrap_or(word);
    if inner.len() < word.len() { inner.strip_suffix(['"', '\'']).unwrap_or(inner) } else { inner }
}

impl Scanner<'_> {
    fn run(&mut self) {
        let mut is_line_start = true;
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            if is_line_start {
                is_line_start = false;
                self.recover(rest);
            }
            let sign = rest.chars().next().unwrap_or('\n');
            let start = self.at;
            match sign {
                '\n' => {
                    self.meet(start..start, true);
                    self.at += 1;
                    is_line_start = true;
                    if let [only] = self.frames.as_mut_slice() {
                        (only.expects_value, only.is_complete) = (false, false);
                        only.key.clear();
                    }
                }
                '#' => {
                    // At the sign itself, a value can still be written.
                    self.meet(start..start, true);
                    self.at += rest.find('\n').unwrap_or(rest.len());
                    if self.found.is_none() && (start + 1..=self.at).contains(&self.target) {
                        let cursor = Cursor { spot: Spot::Nothing, word: start..start, ..Cursor::default() };
                        self.found = Some((cursor, self.frames.len()));
                    }
                }
                '[' if self.frames.len() == 1 && !self.frames[0].expects_value && !self.frames[0].is_complete => {
                    self.header_line(rest);
                }
                '[' | '{' => {
                    self.meet(start..start, true);
                    self.at += 1;
                    self.frames.push(Nesting {
                        is_list: sign == '[',
                        expects_value: sign == '[',
                        ..Nesting::default()
                    });
                }
                ']' | '}' => {
                    self.meet(start..start, true);
                    self.at += 1;
                    if self.frames.len() > 1 {
                        self.close();
                    }
                    self.finish_value();
                }
                ',' => {
                    self.meet(start..start, true);
                    self.at += 1;
                    let frame = self.frame();
                    frame.is_complete = false;
                    frame.expects_value = frame.is_list;
                    if !frame.is_list {
                        frame.key.clear();
                    }
                }
                '=' => {
                    self.meet(start..start, false);
                    self.at += 1;
                    let frame = self.frame();
                    (frame.expects_value, frame.is_complete) = (true, false);
                }
                '"' | '\'' => self.word(string_length(rest)),
                sign if sign.is_whitespace() => {
                    self.meet(start..start, true);
                    self.at += sign.len_utf8();
                }
                '.' => self.at += 1,
                _ => {
                    let is_end = |it: char| it.is_whitespace() || "=,[]{}#\"'".contains(it);
                    let is_key = !self.frame().expects_value;
                    let length = rest.find(|it: char| is_end(it) || (is_key && it == '.')).unwrap_or(rest.len());
                    self.word(length.max(1));
                }
            }
        }
    }

    /// Closes what the author has left open, if a line can only be a header or a key of the header above.
    fn recover(&mut self, rest: &str) {
        let line = rest.lines().next().unwrap_or_default().trim_start();
        let is_name = |it: char| it.is_alphanumeric() || matches!(it, '-' | '_' | '.' | '[');
        let is_header = line.starts_with('[') && line[1..].starts_with(|it: char| it.is_alphabetic() || it == '[');
        let key = line.trim_start_matches(is_name);
        let is_key = self.frame().is_list && key.len() < line.len() && key.trim_start().starts_with('=');
        if self.frames.len() > 1 && (is_header || is_key) {
            while self.frames.len() > 1 {
                self.close();
            }
            self.frames[0] = Nesting { present: std::mem::take(&mut self.frames[0].present), ..Nesting::default() };
        }
    }

    fn frame(&mut self) -> &mut Nesting {
        if self.frames.is_empty() {
            self.frames.push(Nesting::default());
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// Reads `[name.of.a.header]`.
    fn header_line(&mut self, rest: &str) {
        let line = rest.lines().next().unwrap_or_default();
        let open = line.len() - line.trim_start_matches('[').len();
        let length = line[open..].find([']', '#']).unwrap_or(line.len() - open);
        let name = line[open..open + length].trim_end();
        self.close_lines();
        self.header = name.split('.').map(|it| unquoted(it.trim()).to_owned()).filter(|it| !it.is_empty()).collect();
        let word = self.at + open..self.at + open + name.len();
        if self.found.is_none() && (word.start..=self.at + open + length).contains(&self.target) {
            let cursor = Cursor { spot: Spot::Header, header: self.header.clone(), word, ..Cursor::default() };
            self.found = Some((cursor, usize::MAX));
        }
        self.at += line.len().max(1);
    }

    /// Ends the lines under a header.
    fn close_lines(&mut self) {
        let frame = std::mem::take(&mut self.frames[0]);
        self.complete(1, &frame.present);
    }

    fn close(&mut self) {
        let depth = self.frames.len();
        if let Some(frame) = self.frames.pop() {
            self.complete(depth, &frame.present);
        }
    }

    /// Adds the keys after the cursor to those before it.
    fn complete(&mut self, depth: usize, present: &[String]) {
        if let Some((cursor, own)) = self.found.as_mut().filter(|it| it.1 == depth) {
            cursor.present = present.to_vec();
            *own = usize::MAX;
        }
    }

    /// Marks a value as finished.
    fn finish_value(&mut self) {
        let frame = self.frame();
        (frame.expects_value, frame.is_complete) = (false, true);
    }

    fn word(&mut self, length: usize) {
        let range = self.at..self.at + length;
        self.meet(range.clone(), true);
        let word = unquoted(&self.text[range.clone()]).to_owned();
        let is_met = (range.start..=range.end).contains(&self.target);
        let frame = self.frame();
        if frame.expects_value {
            self.finish_value();
        } else {
            frame.key.push(word.clone());
            // The key at the cursor is not yet one of the others.
            if !is_met {
                frame.present.push(word);
            }
        }
        self.at = range.end;
    }

    /// Records the surroundings if the cursor touches a range.
    fn meet(&mut self, range: Range<usize>, is_end: bool) {
        let is_met = range.start <= self.target && (self.target <= range.end && is_end);
        // Between two words, the place before the next sign counts.
        if self.found.is_some() || !is_met {
            return;
        }
        let keys: Vec<String> = self.frames.iter().flat_map(|it| it.key.iter().cloned()).collect();
        let frame = self.frame();
        let spot = match () {
            () if frame.expects_value => Spot::Value,
            () if frame.is_complete || (!frame.key.is_empty() && range.is_empty()) => Spot::Nothing,
            () => Spot::Key,
        };
        let present = frame.present.clone();
        let depth = self.frames.len();
        self.found = Some((Cursor { spot, header: self.header.clone(), keys, present, word: range }, depth));
    }
}

/// Returns the length of the string at the start of a text. A string without an end goes to the end of its line.
fn string_length(rest: &str) -> usize {
    let quote = &rest[..1];
    let triple = quote.repeat(3);
    if let Some(inner) = rest.strip_prefix(triple.as_str()) {
        return inner.find(triple.as_str()).map_or(rest.len(), |it| it + 6);
    }
    let mut is_escaped = false;
    for (at, sign) in rest.char_indices().skip(1) {
        match sign {
            '\n' => return at,
            _ if is_escaped => is_escaped = false,
            '\\' if quote == "\"" => is_escaped = true,
            sign if quote.starts_with(sign) => return at + 1,
            _ => {}
        }
    }
    rest.len()
}
