//! Compares the text of two rulebooks, key by key.
//!
//! Input: two rulebooks with their parents merged in. Output: every key whose value differs, with both values and
//! their places. A default counts as the same whether or not it is written. The order of headers counts only if it
//! has a meaning. Metadata (names, sources, drawing) is separated from rules. Does not know how games are played.

use crate::definition::load::Header;
use crate::definition::table::Entries;
use crate::definition::{fold, hash};
use crate::diagnostic::{Diagnostics, LineColumn, Sources, Span, place};
use crate::load::Checked;

/// The value of a key in one rulebook.
///
/// [`compare`](crate::compare) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeyValue {
    /// The value as written, or the default; empty for a header without keys.
    pub value: String,
    /// The place of the value; `None` if the key is left out.
    pub at: Option<LineColumn>,
}

/// A key whose value differs.
///
/// [`compare`](crate::compare) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The header without brackets; empty for the top of the file.
    pub header: String,
    /// The key; empty for a header without keys, `(order)` for the order of headers.
    pub key: String,
    /// The value in A, if the header exists there.
    pub a: Option<KeyValue>,
    /// The value in B, if the header exists there.
    pub b: Option<KeyValue>,
    /// Whether the key affects neither play nor notation.
    pub is_prose: bool,
}

/// The pseudo-key for the order of headers.
const ORDER: &str = "(order)";

/// Returns all differences in the order of A, then those that only B has.
pub fn changes(a: &Checked, b: &Checked) -> Vec<Change> {
    let (Some(one), Some(other)) = (&a.resolved, &b.resolved) else { return Vec::new() };
    let [one, other] = [one, other].map(|it| fold(it, &mut Diagnostics::default()));
    let mut changes = Vec::new();
    let top = |it: &Entries| {
        let mut keys = written(it);
        keys.retain(|(key, ..)| !matches!(key.as_str(), "extends" | "without"));
        keys
    };
    let prose = |_: &str, key: &str| key != "setup";
    let sides = (&a.sources, &b.sources);
    put("", Some(top(&one.top)), Some(top(&other.top)), sides, &prose, &mut changes);
    for number in 0..one.sources.len().max(other.sources.len()) {
        let keys = |all: &[Entries]| all.get(number).map(written);
        put("[source]", keys(&one.sources), keys(&other.sources), sides, &|_, _| true, &mut changes);
    }
    let find = |all: &[Header], name: &str| all.iter().position(|it| it.name() == name);
    let prose = |pattern: &str, key: &str| hash::is_prose(key) || hash::is_left_out(pattern);
    for header in &one.headers {
        let pattern = header.doc.pattern;
        let same = find(&other.headers, &header.name()).map(|it| keys(&other.headers[it]));
        let is_prose = |_: &str, key: &str| prose(pattern, key);
        put(&header.name(), Some(keys(header)), same, sides, &is_prose, &mut changes);
    }
    for header in other.headers.iter().filter(|it| find(&one.headers, &it.name()).is_none()) {
        let pattern = header.doc.pattern;
        put(&header.name(), None, Some(keys(header)), sides, &|_, key| prose(pattern, key), &mut changes);
    }
    changes.extend(orders(&one.headers, &other.headers, sides));
    changes
}

/// A key with its normalized value, its value as written, and its place.
type WrittenKey = (String, String, String, Option<Span>);

fn written(entries: &Entries) -> Vec<WrittenKey> {
    let key = |(key, value): &(crate::diagnostic::Spanned<String>, _)| {
        let value: &crate::diagnostic::Spanned<crate::definition::value::Value> = value;
        let text = value.value.to_string();
        (key.value.clone(), text.clone(), text, Some(key.span))
    };
    let mut keys: Vec<WrittenKey> = entries.entries.iter().map(key).collect();
    if keys.is_empty() {
        keys.push((String::new(), String::new(), String::new(), Some(entries.span)));
    }
    keys
}

/// Returns the keys of a header, including the defaults of keys that are left out.
fn keys(header: &Header) -> Vec<WrittenKey> {
    let canonical = hash::keys(header);
    let mut keys = written(&header.entries);
    for (key, value) in canonical {
        match keys.iter_mut().find(|it| it.0 == key) {
            Some(it) => it.1 = value,
            None => keys.push((key.to_owned(), value.clone(), value, None)),
        }
    }
    keys
}

/// Compares the keys of one header, and records the differences.
fn put(
    header: &str,
    a: Option<Vec<WrittenKey>>,
    b: Option<Vec<WrittenKey>>,
    sources: (&Sources, &Sources),
    is_prose: &dyn Fn(&str, &str) -> bool,
    changes: &mut Vec<Change>,
) {
    let is_alone = a.is_none() || b.is_none();
    let (a, b) = (a.unwrap_or_default(), b.unwrap_or_default());
    let value = |key: Option<&WrittenKey>, sources: &Sources| {
        key.map(|(_, _, value, span)| KeyValue { value: value.clone(), at: span.map(|it| place(sources, it)) })
    };
    let of = |keys: &[WrittenKey], name: &str| keys.iter().find(|it| it.0 == name).cloned();
    let more = b.iter().filter(|it| of(&a, &it.0).is_none());
    let names: Vec<String> = a.iter().chain(more).map(|it| it.0.clone()).collect();
    for name in names {
        let (one, other) = (of(&a, &name), of(&b, &name));
        let text = |it: &Option<WrittenKey>| it.as_ref().map(|it| it.1.clone());
        // If only one rulebook has the header, its defaults add no information.
        let is_left_out = |it: &Option<WrittenKey>| it.as_ref().is_none_or(|it| it.3.is_none());
        if text(&one) == text(&other) || (is_left_out(&one) && is_left_out(&other)) {
            continue;
        }
        // The span of a header without keys is not a key.
        if name.is_empty() && !is_alone {
            continue;
        }
        changes.push(Change {
            header: header.to_owned(),
            is_prose: is_prose(header, &name),
            a: value(one.as_ref(), sources.0),
            b: value(other.as_ref(), sources.1),
            key: name,
        });
    }
}

/// Returns headers that both rulebooks have, but in a different order.
fn orders(one: &[Header], other: &[Header], sources: (&Sources, &Sources)) -> Vec<Change> {
    let mut changes = Vec::new();
    for patterns in hash::ordered() {
        let own = |all: &[Header], them: &[Header]| -> Vec<(String, Span)> {
            let fits = |it: &&Header| patterns.contains(&it.doc.pattern);
            let shared = |it: &&Header| them.iter().any(|other| other.name() == it.name());
            all.iter().filter(fits).filter(shared).map(|it| (it.name(), it.entries.span)).collect()
        };
        let (a, b) = (own(one, other), own(other, one));
        let names = |all: &[(String, Span)]| all.iter().map(|it| it.0.clone()).collect::<Vec<_>>().join(", ");
        if names(&a) == names(&b) {
            continue;
        }
        let value = |all: &[(String, Span)], sources: &Sources| {
            let first = all.first().map(|it| place(sources, it.1));
            Some(KeyValue { value: names(all), at: first })
        };
        changes.push(Change {
            header: patterns.first().map_or_else(String::new, |it| (*it).to_owned()),
            key: ORDER.to_owned(),
            a: value(&a, sources.0),
            b: value(&b, sources.1),
            is_prose: false,
        });
    }
    changes
}
