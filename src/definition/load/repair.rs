//! Lists and tables in braces that are not closed.
//!
//! Input: the text of a file. Output: where each such value opens and which bytes belong to it, and a copy of the text
//! without some of its bytes, at the same offsets. Without this, one missing bracket would make the rest of the file
//! items of a list. Does not know any key.

use std::ops::Range;

/// A value that is not closed before the next key or header, or closed with the wrong bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenValue {
    /// The offset of the bracket or brace that is not closed, or of the wrong one that closes it.
    pub at: usize,
    /// Whether another kind of bracket closes it.
    pub is_closed: bool,
    /// Whether it is a list, or else a table in braces.
    pub is_list: bool,
    /// The whole entry, from its key to the end of its last line.
    pub entry: Range<usize>,
}

impl OpenValue {
    /// Returns the message and the suggested fix.
    pub fn words(&self) -> (&'static str, &'static str) {
        match self.is_list {
            true if self.is_closed => ("a brace cannot close a list", "write `]` here, like `[\"a\", \"b\"]`"),
            false if self.is_closed => {
                ("a bracket cannot close a table in braces", "write `}` here, like `{ kind = [\"pawn\"] }`")
            }
            true => ("this list is not closed", "a list ends with a `]`, like `[\"a\", \"b\"]`"),
            false => (
                "this table in braces is not closed",
                "a table in braces ends with a `}`, like `{ kind = [\"pawn\"] }`",
            ),
        }
    }
}

/// Returns the values that are not closed before the next key or header, or before the end of the file. A value with a
/// string that is not closed is left to the parser.
pub fn open_values(text: &str) -> Vec<OpenValue> {
    let mut found = Vec::new();
    let mut entry = ScannedEntry::default();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if !entry.open.is_empty() && !entry.is_in_text() && entry.ends_before(line) {
            found.extend(entry.unclosed(start));
            entry = ScannedEntry::default();
        }
        if entry.open.is_empty() && !entry.is_in_text() {
            entry = ScannedEntry { start, ..ScannedEntry::default() };
        }
        entry.read(line, start);
        start += line.len();
        if entry.open.is_empty() && !entry.is_in_text() {
            found.extend(entry.wrong.take().map(|it| OpenValue { entry: entry.start..start, ..it }));
        }
    }
    found.extend(entry.unclosed(text.len()));
    found
}

/// Returns the text with spaces in place of some bytes. Ends of lines stay.
pub fn without<'a>(text: &str, parts: impl IntoIterator<Item = &'a Range<usize>>) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for part in parts {
        for byte in bytes[part.clone()].iter_mut().filter(|it| !matches!(**it, b'\n' | b'\r')) {
            *byte = b' ';
        }
    }
    // The parts consist of whole characters, so this is never lossy.
    String::from_utf8_lossy(&bytes).into_owned()
}

/// An entry while it is read: a key with its value, on one line or several.
#[derive(Debug, Default)]
struct ScannedEntry {
    start: usize,
    /// The brackets and braces that are open, with their offsets.
    open: Vec<(usize, u8)>,
    /// The numbers of brackets and of braces among them.
    counts: [usize; 2],
    /// The first value that the wrong bracket closes.
    wrong: Option<OpenValue>,
    /// The delimiter of a text over several lines.
    long: Option<&'static [u8]>,
    /// A string ends at the end of a line, without its quote.
    has_open_string: bool,
    /// The last byte that is no space.
    last: u8,
}

impl ScannedEntry {
    fn is_in_text(&self) -> bool {
        self.long.is_some()
    }

    /// Reports whether a line cannot belong to the innermost open value.
    fn ends_before(&self, line: &str) -> bool {
        let line = line.trim();
        let word = line.trim_start_matches(|it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '.'));
        let is_key = word.len() < line.len() && word.trim_start().starts_with('=');
        let name = line.trim_start_matches('[');
        let is_header = name.len() < line.len() && name.starts_with(|it: char| it.is_ascii_alphabetic());
        match self.open.last() {
            Some((_, b'[')) => is_key || is_header,
            // A table in braces can have several lines, with a comma after each key.
            _ => is_header || is_key && !matches!(self.last, b',' | b'{'),
        }
    }

    fn read(&mut self, line: &str, start: usize) {
        let bytes = line.as_bytes();
        let mut at = 0;
        // A header has brackets of its own.
        if self.open.is_empty() && !self.is_in_text() && line.trim_start().starts_with('[') {
            return;
        }
        while at < bytes.len() {
            if let Some(end) = self.long {
                if bytes[at..].starts_with(end) {
                    self.long = None;
                    at += end.len();
                } else {
                    at += 1 + usize::from(bytes[at] == b'\\' && end == b"\"\"\"");
                }
                continue;
            }
            match bytes[at] {
                b'#' => break,
                _ if bytes[at..].starts_with(b"\"\"\"") => (self.long, at) = (Some(&b"\"\"\""[..]), at + 2),
                _ if bytes[at..].starts_with(b"'''") => (self.long, at) = (Some(&b"'''"[..]), at + 2),
                quote @ (b'"' | b'\'') => match string_end(bytes, at, quote) {
                    Some(end) => at = end,
                    None => {
                        self.has_open_string = true;
                        break;
                    }
                },
                open @ (b'[' | b'{') => {
                    self.open.push((start + at, open));
                    *self.count(open) += 1;
                }
                close @ (b']' | b'}') => self.close(start + at, close),
                _ => {}
            }
            if let Some(byte) = bytes.get(at).filter(|it| !it.is_ascii_whitespace()) {
                self.last = *byte;
            }
            at += 1;
        }
    }

    fn count(&mut self, opening: u8) -> &mut usize {
        &mut self.counts[usize::from(opening == b'{')]
    }

    /// Closes the innermost value. A bracket that fits an outer value leaves the inner ones open.
    fn close(&mut self, at: usize, bracket: u8) {
        let opening = if bracket == b']' { b'[' } else { b'{' };
        let Some((inner, open)) = self.open.pop() else { return };
        *self.count(open) -= 1;
        if open == opening {
            return;
        }
        let value = |at, is_closed| OpenValue { at, is_closed, is_list: open == b'[', entry: 0..0 };
        // Brackets that fit nothing are not searched for, so that many of them cost no more than they are long.
        let is_open = *self.count(opening) > 0;
        let outer = is_open.then(|| self.open.iter().rposition(|it| it.1 == opening)).flatten();
        match outer {
            Some(outer) => {
                for (_, bracket) in self.open.split_off(outer) {
                    *self.count(bracket) -= 1;
                }
                self.wrong.get_or_insert(value(inner, false));
            }
            None => _ = self.wrong.get_or_insert(value(at, true)),
        }
    }

    /// Returns the value that is not closed, if any. `end` is the start of the next entry.
    fn unclosed(&self, end: usize) -> Option<OpenValue> {
        let (at, bracket) = self.open.last().copied()?;
        let is_known = !self.has_open_string && !self.is_in_text();
        is_known.then_some(OpenValue { at, is_closed: false, is_list: bracket == b'[', entry: self.start..end })
    }
}

/// Returns the offset of the quote that ends a string on its line.
fn string_end(bytes: &[u8], start: usize, quote: u8) -> Option<usize> {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b'\n' {
        match bytes[at] {
            b'\\' if quote == b'"' => at += 1,
            it if it == quote => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}
