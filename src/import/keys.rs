//! The keys of one variant, after its parents were merged in.
//!
//! Contains [`SectionKeys`]. Input: the sections of a file. Output: values by key with their places, and the pieces in
//! order. Does not know what the keys mean, apart from those that name pieces.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use foldhash::HashMap;

use super::ini::{Section, parse};
use super::pieces::predefined;

/// Variants that a file may name as a parent without defining them.
const BUILTIN: &str = include_str!("builtin.ini");
/// Number of keys such as `customPiece1`.
const CUSTOM_PIECES: u8 = 25;
/// Maximum number of parents in a row.
const MAX_DEPTH: usize = 16;

/// A value, and its place if the file itself contains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeyValue {
    pub(super) text: String,
    pub(super) span: Option<Range<usize>>,
}

/// A piece that a section defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PieceLine {
    /// Key in the file, such as `customPiece1`.
    pub(super) key: String,
    /// Lowercase letter in the file.
    pub(super) letter: char,
    /// Movement, if the file gives one.
    pub(super) betza: Option<String>,
    /// Its place, if the file itself contains it.
    pub(super) span: Option<Range<usize>>,
}

/// The keys of a variant.
#[derive(Debug, Default)]
pub(super) struct SectionKeys {
    values: BTreeMap<String, KeyValue>,
    used: RefCell<BTreeSet<String>>,
    /// Keys with a value that they do not take, and what they take.
    rejected: RefCell<BTreeMap<String, String>>,
    /// The pieces, in the order in which they were defined.
    pub(super) pieces: Vec<PieceLine>,
    /// Pieces with an unreadable value.
    pub(super) bad_pieces: Vec<(String, KeyValue)>,
    /// Lines of keys that the same section has again below.
    pub(super) repeated: Vec<(String, Range<usize>)>,
}

/// The reason why a parent cannot be merged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ParentError {
    /// Neither the file nor this program knows the parent.
    Unknown(String),
    /// The parents form a circle, or are too many.
    Circle(String),
}

impl SectionKeys {
    /// Merges a section and its parents. The last section of a name counts.
    pub(super) fn new(sections: &[Section], index: usize) -> Result<Self, ParentError> {
        let (builtin, _) = parse(BUILTIN);
        let mut chain = vec![(&sections[index], true)];
        let mut before = index;
        while let Some(name) = chain.last().and_then(|it| it.0.parent.as_deref()) {
            if chain.len() > MAX_DEPTH {
                return Err(ParentError::Circle(name.to_owned()));
            }
            let own = sections[..before].iter().rposition(|it| it.name == name);
            let next = match own.filter(|_| chain.last().is_some_and(|it| it.1)) {
                Some(it) => {
                    before = it;
                    (&sections[it], true)
                }
                None => match builtin.iter().find(|it| it.name == name) {
                    Some(it) => (it, false),
                    None if sections.iter().any(|it| it.name == name) => {
                        return Err(ParentError::Circle(name.to_owned()));
                    }
                    None => return Err(ParentError::Unknown(name.to_owned())),
                },
            };
            chain.push(next);
        }
        let mut config = Self::default();
        for (section, is_own) in chain.into_iter().rev() {
            let mut last: HashMap<&str, usize> = HashMap::default();
            for (at, entry) in section.entries.iter().enumerate().filter(|_| is_own) {
                if let Some(before) = last.insert(&entry.key, at) {
                    config.repeated.push((entry.key.clone(), section.entries[before].span.clone()));
                }
            }
            for entry in &section.entries {
                config.add(&entry.key, &entry.value, is_own.then(|| entry.span.clone()));
            }
        }
        Ok(config)
    }

    fn add(&mut self, key: &str, text: &str, span: Option<Range<usize>>) {
        let number = key.strip_prefix("customPiece").and_then(|it| it.parse::<u8>().ok());
        let is_piece = number.is_some_and(|it| (1..=CUSTOM_PIECES).contains(&it)) || predefined(key).is_some();
        if !is_piece {
            self.values.insert(key.to_owned(), KeyValue { text: text.to_owned(), span });
            return;
        }
        self.pieces.retain(|it| it.key != key);
        let (letter, betza) = match text.split_once(':') {
            Some((letter, betza)) => (letter.trim(), Some(betza.trim().to_owned())),
            None => (text, None),
        };
        let mut letters = letter.chars();
        match (letters.next(), letters.next()) {
            (Some('-') | None, None) => {}
            (Some(letter), None) if letter.is_ascii_alphabetic() => {
                let letter = letter.to_ascii_lowercase();
                self.pieces.retain(|it| it.letter != letter);
                self.pieces.push(PieceLine { key: key.to_owned(), letter, betza, span });
            }
            _ => self.bad_pieces.push((key.to_owned(), KeyValue { text: text.to_owned(), span })),
        }
    }

    /// Returns a value, and notes that its key is understood.
    pub(super) fn value(&self, key: &str) -> Option<&KeyValue> {
        self.used.borrow_mut().insert(key.to_owned());
        self.values.get(key)
    }

    /// Notes that keys are understood, even if they mean nothing in this variant.
    pub(super) fn understand(&self, keys: &[&str]) {
        self.used.borrow_mut().extend(keys.iter().map(|it| (*it).to_owned()));
    }

    /// Returns the text of a value, or the default.
    pub(super) fn text<'a>(&'a self, key: &str, default: &'a str) -> &'a str {
        self.value(key).map_or(default, |it| &it.text)
    }

    /// Returns one of several words, or the default. Another value is rejected.
    pub(super) fn word<'a>(&'a self, key: &str, default: &'a str, words: &[&str]) -> &'a str {
        let text = self.text(key, default);
        if words.contains(&text) {
            return text;
        }
        let quoted: Vec<String> = words.iter().map(|it| format!("`{it}`")).collect();
        if let Some((last, others)) = quoted.split_last() {
            self.reject(key, &format!("{} or {last}", others.join(", ")));
        }
        default
    }

    /// Returns whether a flag is set.
    pub(super) fn flag(&self, key: &str, default: bool) -> bool {
        self.word(key, if default { "true" } else { "false" }, &["true", "false"]) == "true"
    }

    /// Returns a number, or the default if there is none. Another value is rejected.
    pub(super) fn number(&self, key: &str, default: u32) -> u32 {
        let Some(value) = self.value(key) else { return default };
        value.text.parse().unwrap_or_else(|_| {
            self.reject(key, "a whole number");
            default
        })
    }

    /// Notes that a key does not take its value, and what it takes.
    pub(super) fn reject(&self, key: &str, expected: &str) {
        self.rejected.borrow_mut().insert(key.to_owned(), expected.to_owned());
    }

    /// Returns the keys of the file with values that they do not take: the key, the value and what the key takes.
    pub(super) fn rejected(&self) -> Vec<(String, String, String)> {
        let rejected = self.rejected.borrow();
        let own = rejected.iter().filter_map(|(key, expected)| {
            let value = self.values.get(key).filter(|it| it.span.is_some())?;
            Some((key.clone(), value.text.clone(), expected.clone()))
        });
        own.collect()
    }

    /// Returns the key that is understood and differs from this one only in its case.
    pub(super) fn other_case(&self, key: &str) -> Option<String> {
        self.used.borrow().iter().find(|it| *it != key && it.eq_ignore_ascii_case(key)).cloned()
    }

    /// Returns the keys that nothing has asked for.
    pub(super) fn unused(&self) -> Vec<(String, KeyValue)> {
        let used = self.used.borrow();
        let unused = self.values.iter().filter(|it| !used.contains(it.0));
        unused.map(|(key, value)| (key.clone(), value.clone())).collect()
    }
}

/// Returns the names of the known parents.
pub(super) fn builtin_names() -> Vec<String> {
    parse(BUILTIN).0.into_iter().map(|it| it.name).collect()
}
