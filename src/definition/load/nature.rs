//! Files that are no rulebooks: empty ones, cases, records and JSON.
//!
//! Input: the text of a file. Output: what it is instead, with its place and advice. Does not know what a rulebook
//! contains.

use std::ops::Range;

use toml::de::DeTable;

use crate::diagnostic::Code;

/// What a file is instead of a rulebook.
pub struct Stranger {
    pub place: Range<usize>,
    pub code: Code,
    pub message: &'static str,
    pub help: &'static str,
}

/// Returns what a file is if it is surely no rulebook. A rulebook with a mistake is one.
pub fn stranger(text: &str, table: &DeTable<'_>) -> Option<Stranger> {
    let start = text.len() - text.trim_start_matches('\u{feff}').trim_start().len();
    let mut lines = text[start..].lines().map(str::trim_start).filter(|it| !it.is_empty() && !it.starts_with('#'));
    let Some(first) = lines.next() else {
        return Some(Stranger {
            place: 0..0,
            code: Code::EmptyFile,
            message: "the file contains no rulebook",
            help: "a rulebook starts with a line like `name = \"My chess\"`; `threefold reference` shows every header",
        });
    };
    if first.starts_with('{') {
        return Some(Stranger {
            place: start..start + 1,
            code: Code::BadToml,
            message: "this is JSON, and a rulebook is TOML",
            help: "`threefold new` writes a first rulebook; `threefold reference` shows every header",
        });
    }
    let is_tag = |line: &str| {
        let name = line.strip_prefix('[').and_then(|it| it.split_once(' ')).filter(|it| it.1.starts_with('"'));
        name.is_some_and(|it| !it.0.is_empty() && it.0.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_'))
    };
    if is_tag(first) {
        return Some(Stranger {
            place: start..start + 1,
            code: Code::BadToml,
            message: "this is a record of games, not a rulebook",
            help: "`threefold record check` checks records",
        });
    }
    let key = |word: &str| table.iter().find(|it| it.0.get_ref() == word).map(|it| it.0.span());
    let is_rulebook = ["name", "extends", "board", "piece"].iter().any(|it| key(it).is_some());
    let place = key("expect").or_else(|| key("differs")).filter(|_| !is_rulebook)?;
    Some(Stranger {
        place,
        code: Code::UnknownHeader,
        message: "this is a case, not a rulebook",
        help: "`threefold verify` runs cases; the key `variant` of a case names its rulebook",
    })
}
