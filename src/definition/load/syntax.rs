//! Syntax errors of the TOML parser, with places, messages and advice.
//!
//! Input: the text of a file, and the errors of the parser. Output: at most one error for each line, and the lines that
//! cannot be read. Does not know values, and of the language only how its headers start.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::definition::header::{HeaderDoc, HeaderNode};
use crate::diagnostic::{is_broken_header, toml_error};
use crate::sorting::CompactSort;

/// Message of the TOML parser for a key or a header that occurs twice.
pub const DUPLICATE: &str = "duplicate key";

/// A syntax error for people.
pub struct SyntaxError {
    /// Place in the text.
    pub place: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// How to correct it.
    pub help: String,
}

/// Returns the syntax errors of a text in order of place, at most one for each line.
pub fn syntax_errors(text: &str, errors: &[toml::de::Error]) -> Vec<SyntaxError> {
    let (index, deepest) = (LineIndex::of(text), OnceCell::new());
    let place = |it: &toml::de::Error| it.span().unwrap_or_else(|| deepest.get_or_init(|| nested(text)).clone());
    let mut errors: Vec<_> = errors.iter().map(|it| (place(it), it.message())).collect();
    errors.compact_sort_by_key(|it| it.0.start);
    let (mut lines, mut taken_words, mut keys) = (BTreeSet::new(), BTreeSet::new(), BTreeMap::new());
    let mut found = Vec::new();
    // The keys under a broken or repeated header are read as those of another one.
    let mut broken: Option<usize> = None;
    for (place, message) in errors {
        let line = index.start_of(place.start);
        if !lines.insert(line) {
            continue;
        }
        if message == DUPLICATE && broken.is_some_and(|it| !index.has_header(it..place.start)) {
            continue;
        }
        let is_repeated_header = message == DUPLICATE && text[line..].trim_start().starts_with('[');
        let (message, help) = match header_of_taken_word(text, &place, line, &mut keys) {
            // The other headers that start with the word are only a follow-up.
            Some((word, _)) if !taken_words.insert(word.clone()) => continue,
            Some((word, help)) => {
                (format!("`{word}` is a key at the top of this file, so no header can start with it"), help)
            }
            None => toml_error(text, place.clone(), message),
        };
        broken = (is_broken_header(&message) || is_repeated_header).then_some(place.end).or(broken);
        found.push(SyntaxError { place, message, help });
    }
    found
}

/// Returns the lines of syntax errors. Keys below a broken header would belong to the one before, so it stays.
pub fn broken_lines(text: &str, errors: &[toml::de::Error]) -> Vec<Range<usize>> {
    let index = LineIndex::of(text);
    let errors = errors.iter().filter(|it| it.message() != DUPLICATE).filter_map(toml::de::Error::span);
    let starts: BTreeSet<usize> = errors.map(|it| index.start_of(it.start)).collect();
    let lines = starts.into_iter().map(|it| it..text[it..].find('\n').map_or(text.len(), |end| it + end));
    lines.filter(|it| !text[it.clone()].trim_start().starts_with('[')).collect()
}

/// The lines of a text, for many questions about them.
struct LineIndex {
    /// The offsets of the first bytes of all lines.
    starts: Vec<usize>,
    /// For each header, the offset of the first byte of its line and that of its bracket.
    headers: Vec<(usize, usize)>,
}

impl LineIndex {
    fn of(text: &str) -> Self {
        let (mut starts, mut headers, mut start) = (vec![0], Vec::new(), 0);
        for line in text.split_inclusive('\n') {
            let inner = line.trim_start();
            if inner.starts_with('[') {
                headers.push((start, start + line.len() - inner.len()));
            }
            start += line.len();
            starts.push(start);
        }
        if !text.ends_with('\n') {
            // The end of the text is no line of its own.
            starts.pop();
        }
        Self { starts, headers }
    }

    /// Returns the offset of the first byte of the line that contains `byte`.
    fn start_of(&self, byte: usize) -> usize {
        let after = self.starts.partition_point(|it| *it <= byte);
        after.checked_sub(1).map_or(0, |it| self.starts[it])
    }

    /// Reports whether a header starts in a part of the text, on one of the lines after the first.
    fn has_header(&self, part: Range<usize>) -> bool {
        let at = self.headers.partition_point(|it| it.0 <= part.start);
        self.headers.get(at).is_some_and(|it| it.1 < part.end)
    }
}

/// Returns the range of the line at the top of a file, before the first header, that gives a key a value. A comment
/// after the value is not part of it.
fn key_at_top(text: &str, key: &str) -> Option<Range<usize>> {
    let top = text.split("\n[").next().filter(|_| !key.is_empty())?;
    let gives = |it: &&str| it.strip_prefix(key).is_some_and(|it| it.trim_start().starts_with('='));
    let line = top.lines().find(gives)?;
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    let line = line.split(" #").next().unwrap_or(line).trim_end();
    Some(start..start + line.len())
}

/// Returns the start of the most deeply nested line. The TOML parser gives no position for that error.
fn nested(text: &str) -> Range<usize> {
    let depth = |line: &str| line.bytes().filter(|it| matches!(it, b'.' | b'[' | b'{')).count();
    let Some(line) = text.lines().max_by_key(|it| depth(it)) else { return 0..0 };
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    start..start + line.len().min(1)
}

/// Returns the first word of a header that is a key at the top of the file, too, with advice on the two. `keys` remembers
/// the lines of the keys at the top.
fn header_of_taken_word(
    text: &str,
    range: &Range<usize>,
    start: usize,
    keys: &mut BTreeMap<String, Option<Range<usize>>>,
) -> Option<(String, String)> {
    let word = text.get(range.clone())?;
    if !text[start..].starts_with('[') || HeaderNode::root().child(word).is_none() {
        return None;
    }
    let line = keys.entry(word.to_owned()).or_insert_with(|| key_at_top(text, word)).clone();
    let line = &text[line.filter(|it| it.end <= start)?];
    let help = format!("remove the line `{line}`, or this header and all others that start with `[{word}`");
    Some((word.to_owned(), help))
}

/// Reports whether a misspelled table can be read beside one with the right word: both lead only to longer headers, and
/// these have different names.
pub(super) fn are_apart(node: &HeaderNode, right: &DeValue<'_>, misspelled: &DeTable<'_>) -> bool {
    let DeValue::Table(right) = right else { return false };
    let is_in = |name: &str| right.keys().any(|it| it.get_ref() == name);
    node.header().is_none() && !misspelled.keys().any(|it| is_in(it.get_ref()))
}

/// Returns the title of a header below another one, with the names of that one: `[barrier.wall.closed]`.
pub(super) fn named(below: &HeaderDoc, title: &str) -> String {
    let parts = below.pattern.split('.').enumerate();
    let own: Vec<&str> = title.trim_matches(['[', ']']).split('.').collect();
    let parts: Vec<&str> = parts.map(|(at, it)| own.get(at).copied().unwrap_or(it)).collect();
    format!("[{}]", parts.join("."))
}
