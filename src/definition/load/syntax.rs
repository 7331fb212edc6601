//! Syntax errors of the TOML parser, with places, messages and advice.
//!
//! Input: the text of a file, and the errors of the parser. Output: at most one error for each line, and the lines that
//! cannot be read. Does not know values, and of the language only how its headers start.

use std::collections::BTreeSet;
use std::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::definition::header::{HeaderDoc, HeaderNode};
use crate::diagnostic::{BROKEN_HEADER, toml_error};
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
    let place = |it: &toml::de::Error| it.span().unwrap_or_else(|| nested(text));
    let mut errors: Vec<_> = errors.iter().map(|it| (place(it), it.message())).collect();
    errors.compact_sort_by_key(|it| it.0.start);
    let (mut lines, mut taken_words) = (BTreeSet::new(), BTreeSet::new());
    let mut found = Vec::new();
    // The keys under a broken header are read as those of the header before.
    let mut broken: Option<usize> = None;
    for (place, message) in errors {
        if !lines.insert(line_of(text, place.start)) {
            continue;
        }
        if message == DUPLICATE && broken.is_some_and(|it| !has_header(&text[it..place.start])) {
            continue;
        }
        let (message, help) = match header_of_taken_word(text, &place) {
            // The other headers that start with the word are only a follow-up.
            Some((word, _)) if !taken_words.insert(word.clone()) => continue,
            Some((word, help)) => {
                (format!("`{word}` is a key at the top of this file, so no header can start with it"), help)
            }
            None => toml_error(text, place.clone(), message),
        };
        broken = (message == BROKEN_HEADER).then_some(place.end).or(broken);
        found.push(SyntaxError { place, message, help });
    }
    found
}

/// Returns the lines of syntax errors. Keys below a broken header would belong to the one before, so it stays.
pub fn broken_lines(text: &str, errors: &[toml::de::Error]) -> Vec<Range<usize>> {
    let lines = errors.iter().filter(|it| it.message() != DUPLICATE).filter_map(toml::de::Error::span).map(|it| {
        let start = line_of(text, it.start);
        start..text[start..].find('\n').map_or(text.len(), |it| start + it)
    });
    lines.filter(|it| !text[it.clone()].trim_start().starts_with('[')).collect()
}

/// Returns the offset of the first byte of the line that contains `byte`.
fn line_of(text: &str, byte: usize) -> usize {
    let head = &text.as_bytes()[..byte.min(text.len())];
    head.iter().rposition(|it| *it == b'\n').map_or(0, |it| it + 1)
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

/// Reports whether a header starts on one of the lines after the first.
fn has_header(text: &str) -> bool {
    text.lines().skip(1).any(|it| it.trim_start().starts_with('['))
}

/// Returns the start of the most deeply nested line. The TOML parser gives no position for that error.
fn nested(text: &str) -> Range<usize> {
    let depth = |line: &str| line.bytes().filter(|it| matches!(it, b'.' | b'[' | b'{')).count();
    let Some(line) = text.lines().max_by_key(|it| depth(it)) else { return 0..0 };
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    start..start + line.len().min(1)
}

/// Returns the first word of a header that is a key at the top of the file, too, with advice on the two.
fn header_of_taken_word(text: &str, range: &Range<usize>) -> Option<(String, String)> {
    let (word, start) = (text.get(range.clone())?, line_of(text, range.start));
    let line = key_at_top(text, word).filter(|it| it.end <= start)?;
    let is_header = text[start..].starts_with('[') && HeaderNode::root().child(word).is_some();
    let help = || format!("remove the line `{}`, or this header and all others that start with `[{word}`", &text[line]);
    is_header.then(|| (word.to_owned(), help()))
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
