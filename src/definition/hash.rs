//! The hash of a rulebook: SHA-256 of everything that affects play or notation.
//!
//! Input: a [`Resolved`] rulebook without errors. Output: a canonical text ([`canonical`]) and its
//! SHA-256 ([`hash`]). Comments, prose, labels, sources and drawing do not count, and a default counts
//! whether it is written or not. Lists keep their order because order can change the rules. Headers are
//! sorted, except where the order of headers matters. If the format changes, its first line changes
//! too. Does not know what any rule means.

use crate::policy::PatchShape;
use sha2::{Digest, Sha256};

use super::fold::fold;
use super::header::{FreeKeys, HEADERS, Holds};
use super::load::{Header, Resolved};
use super::value::{TypeDoc, Value, key_text};
use crate::diagnostic::{Diagnostics, Spanned};
use crate::sorting::CompactSort;

/// First line of the canonical text: the version of its format.
const FORM: &str = "threefold-rulebook/1";

/// Headers that affect neither play nor notation.
const LEFT_OUT: &[&str] = &["source", "board.places", "score-titles"];
/// Keys that are only for readers and pictures.
const PROSE: &[&str] = &["source", "label", "sentence", "color"];
/// Headers whose order matters: the first promotion that fits applies, bans are tested in order, and positions are
/// written patch by patch.
const IN_ORDER: &[&str] =
    &["board.patch.NAME", "promotion", "promotion.NAME", "promotion-move", "promotion-move.NAME", "ban.NAME"];

/// Returns the SHA-256 of the canonical text, in hexadecimal.
pub fn hash(resolved: &Resolved) -> String {
    Sha256::digest(canonical(resolved)).iter().map(|it| format!("{it:02x}")).collect()
}

/// Returns the canonical text: everything that affects play or notation, in a single normal form.
pub fn canonical(resolved: &Resolved) -> String {
    let resolved = &fold(resolved, &mut Diagnostics::default());
    let mut text = format!("{FORM}\n");
    if let Some(setup) = entry(&resolved.top.entries, "setup").filter(|it| **it != Value::from("given")) {
        text.push_str(&format!("setup = {setup}\n"));
    }
    let mut headers: Vec<(_, &Header)> =
        resolved.headers.iter().enumerate().map(|(at, it)| (place(at, it), it)).collect();
    headers.retain(|(_, it)| !LEFT_OUT.contains(&it.doc.pattern));
    headers.compact_sort_by(|a, b| a.0.cmp(&b.0));
    for (_, header) in headers {
        text.push_str(&format!("[{}]\n", header.name()));
        for (key, value) in keys(header) {
            text.push_str(&format!("{} = {value}\n", key_text(key)));
        }
    }
    text
}

/// Returns the sort key of a header: its kind, then its position in the file or its name.
fn place(at: usize, header: &Header) -> (usize, usize, String) {
    // `[promotion]` and `[promotion.NAME]` share one order.
    let first = header.doc.pattern.strip_suffix(".NAME").filter(|it| IN_ORDER.contains(it));
    let pattern = first.unwrap_or(header.doc.pattern);
    let kind = HEADERS.iter().position(|it| it.pattern == pattern).unwrap_or(HEADERS.len());
    match IN_ORDER.contains(&header.doc.pattern) {
        true => (kind, at, String::new()),
        false => (kind, 0, header.name()),
    }
}

/// Reports whether a key affects neither play nor notation, whatever its header is.
#[cfg(feature = "lab")]
pub(crate) fn is_prose(key: &str) -> bool {
    PROSE.contains(&key)
}

/// Reports whether a header affects neither play nor notation.
#[cfg(feature = "lab")]
pub(crate) fn is_left_out(pattern: &str) -> bool {
    LEFT_OUT.contains(&pattern)
}

/// Returns the patterns of headers whose order matters, grouped by common order.
#[cfg(feature = "lab")]
pub(crate) fn ordered() -> [&'static [&'static str]; 4] {
    [&IN_ORDER[..1], &IN_ORDER[1..3], &IN_ORDER[3..5], &IN_ORDER[5..]]
}

/// Returns the keys of a header that affect play or notation, in normal form. Defaults of missing keys are
/// included.
pub(crate) fn keys(header: &Header) -> Vec<(&str, String)> {
    let own = &header.entries.entries;
    match header.doc.holds {
        Holds::Keys(doc) => {
            let mut keys = Vec::new();
            for key in &doc().keys {
                // Sources, labels and colors do not change a rule.
                if PROSE.contains(&key.key.as_str()) {
                    continue;
                }
                let value = entry(own, &key.key).map(|it| canonical_value(it, &key.ty)).or_else(|| key.default.clone());
                let value = match (header.doc.pattern, key.key.as_str()) {
                    ("board.patch.NAME", "shape") => value.map(same_board),
                    _ => value,
                };
                keys.extend(value.map(|it| (key.key.as_str(), it)));
            }
            keys
        }
        Holds::Free(kind) => {
            let ty = match kind {
                FreeKeys::Points => TypeDoc::Points,
                FreeKeys::Pieces | FreeKeys::Places => TypeDoc::List(Box::new(TypeDoc::Text(""))),
            };
            let mut keys: Vec<_> =
                own.iter().map(|(key, value)| (key.value.as_str(), canonical_value(&value.value, &ty))).collect();
            keys.compact_sort_by(Ord::cmp);
            keys
        }
    }
}

/// Maps the shape of a ring to that of a rectangle: they are the same board, drawn differently.
fn same_board(shape: String) -> String {
    let drawn = Value::from(PatchShape::Annulus.word()).to_string();
    if shape == drawn { Value::from(PatchShape::Rectangle.word()).to_string() } else { shape }
}

fn entry<'a>(entries: &'a [(Spanned<String>, Spanned<Value>)], key: &str) -> Option<&'a Value> {
    entries.iter().find(|(it, _)| it.value == key).map(|(_, value)| &value.value)
}

/// Formats a value by its type: tables list their keys in declaration order with defaults.
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
            let keys = doc().keys.iter().filter_map(|key| {
                let value =
                    entry(entries, &key.key).map(|it| canonical_value(it, &key.ty)).or_else(|| key.default.clone());
                value.map(|it| format!("{} = {it}", key.key))
            });
            format!("{{ {} }}", keys.collect::<Vec<_>>().join(", "))
        }
        (Value::Text(_), TypeDoc::Either(text, _)) => canonical_value(value, text),
        (_, TypeDoc::Either(_, other)) => canonical_value(value, other),
        (value, _) => value.to_string(),
    }
}
