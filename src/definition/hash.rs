//! The fingerprint of what a rulebook says about play and notation.
//!
//! In: a [`Resolved`] rulebook without errors. Out: a canonical text ([`canonical`]) and
//! its SHA-256 ([`hash`]). Comments, prose, labels, sources and drawing are left out; a default
//! that is written out and one that is not are the same. Lists keep their order, for
//! order is policy; headers are sorted, but for those whose order in the file has a
//! meaning. A change of the form gets a new first line.

use sha2::{Digest, Sha256};

use super::Shape;
use super::header::{FreeKeys, HEADERS, Holds};
use super::load::{Header, Resolved};
use super::value::{TypeDoc, Value, key_text};
use crate::diagnostic::Spanned;

/// The first line of the canonical text.
const FORM: &str = "threefold-rulebook/1";

/// Headers that change neither play nor notation.
const LEFT_OUT: &[&str] = &["source", "board.places", "score-titles"];
/// Keys of rules that are for readers only.
const PROSE: &[&str] = &["source", "label", "sentence"];
/// Headers that hold in file order: of promotions the first that fits, bars are looked at
/// in turn, and positions are written patch by patch.
const IN_ORDER: &[&str] = &["board.patch.NAME", "promotion", "promotion.NAME", "bar.NAME"];

/// SHA-256 of the canonical text, in hexadecimal.
pub fn hash(resolved: &Resolved) -> String {
    Sha256::digest(canonical(resolved)).iter().map(|it| format!("{it:02x}")).collect()
}

/// What affects play or notation, in one form for all ways to write it.
pub fn canonical(resolved: &Resolved) -> String {
    let mut text = format!("{FORM}\n");
    if let Some(array) = entry(&resolved.top.entries, "array").filter(|it| **it != Value::from("given")) {
        text.push_str(&format!("array = {array}\n"));
    }
    let mut headers: Vec<(_, &Header)> =
        resolved.headers.iter().enumerate().map(|(at, it)| (place(at, it), it)).collect();
    headers.retain(|(_, it)| !LEFT_OUT.contains(&it.doc.pattern));
    headers.sort_by(|a, b| a.0.cmp(&b.0));
    for (_, header) in headers {
        text.push_str(&format!("[{}]\n", header.name()));
        for (key, value) in keys(header) {
            text.push_str(&format!("{} = {value}\n", key_text(&key)));
        }
    }
    text
}

/// Where a header stands: by kind, then by file order or by name.
fn place(at: usize, header: &Header) -> (usize, usize, String) {
    // `[promotion]` and `[promotion.NAME]` are one row.
    let first = header.doc.pattern.strip_suffix(".NAME").filter(|it| IN_ORDER.contains(it));
    let pattern = first.unwrap_or(header.doc.pattern);
    let kind = HEADERS.iter().position(|it| it.pattern == pattern).unwrap_or(HEADERS.len());
    match IN_ORDER.contains(&header.doc.pattern) {
        true => (kind, at, String::new()),
        false => (kind, 0, header.name()),
    }
}

/// Whether a header changes neither play nor notation.
pub(crate) fn is_left_out(pattern: &str) -> bool {
    LEFT_OUT.contains(&pattern)
}

/// The headers whose order in the file has a meaning, those of one row together.
pub(crate) fn ordered() -> [&'static [&'static str]; 3] {
    [&IN_ORDER[..1], &IN_ORDER[1..3], &IN_ORDER[3..]]
}

/// The keys of a header that affect play or notation, each in one form for all ways to
/// write it, with the defaults of those that are left out.
pub(crate) fn keys(header: &Header) -> Vec<(String, String)> {
    let own = &header.entries.entries;
    match header.doc.holds {
        Holds::Keys(doc) => {
            let mut keys = Vec::new();
            for key in doc().keys {
                // What a rule rests on and what it is called do not change it.
                if PROSE.contains(&key.key.as_str()) {
                    continue;
                }
                let value = entry(own, &key.key).map(|it| canonical_value(it, &key.ty)).or(key.default);
                let value = match (header.doc.pattern, key.key.as_str()) {
                    ("board.patch.NAME", "shape") => value.map(same_board),
                    _ => value,
                };
                keys.extend(value.map(|it| (key.key, it)));
            }
            keys
        }
        Holds::Free(kind) => {
            let ty = match kind {
                FreeKeys::Points => TypeDoc::Points,
                FreeKeys::Men | FreeKeys::Places => TypeDoc::List(Box::new(TypeDoc::Text(""))),
            };
            let mut keys: Vec<_> =
                own.iter().map(|(key, value)| (key.value.clone(), canonical_value(&value.value, &ty))).collect();
            keys.sort();
            keys
        }
    }
}

/// A ring is drawn otherwise than a rectangle, and is the same board.
fn same_board(shape: String) -> String {
    let drawn = Value::from(Shape::Annulus.word()).to_string();
    if shape == drawn { Value::from(Shape::Rectangle.word()).to_string() } else { shape }
}

fn entry<'a>(entries: &'a [(Spanned<String>, Spanned<Value>)], key: &str) -> Option<&'a Value> {
    entries.iter().find(|(it, _)| it.value == key).map(|(_, value)| &value.value)
}

/// A value by its type: tables with their keys in order and their defaults, points in halves.
fn canonical_value(value: &Value, ty: &TypeDoc) -> String {
    match (value, ty) {
        (Value::Int(points), TypeDoc::Points) => format!("{points}"),
        (Value::Float(points), TypeDoc::Points) => format!("{points}"),
        (Value::Table(roles), TypeDoc::Points) => {
            let roles = roles.iter().map(|(role, it)| format!("{} = {}", role.value, canonical_value(&it.value, ty)));
            format!("{{ {} }}", roles.collect::<Vec<_>>().join(", "))
        }
        (Value::List(items), TypeDoc::List(inner)) => {
            let items = items.iter().map(|it| canonical_value(&it.value, inner));
            format!("[{}]", items.collect::<Vec<_>>().join(", "))
        }
        (Value::Table(entries), TypeDoc::Table(_, doc)) => {
            let keys = doc().keys.into_iter().filter_map(|key| {
                let value = entry(entries, &key.key).map(|it| canonical_value(it, &key.ty)).or(key.default);
                value.map(|it| format!("{} = {it}", key.key))
            });
            format!("{{ {} }}", keys.collect::<Vec<_>>().join(", "))
        }
        (Value::Text(_), TypeDoc::Either(text, _)) => canonical_value(value, text),
        (_, TypeDoc::Either(_, other)) => canonical_value(value, other),
        (value, _) => value.to_string(),
    }
}
