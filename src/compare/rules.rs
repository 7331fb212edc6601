//! What differs in what two rulebooks say, key by key.
//!
//! In: two rulebooks with their parents merged in. Out: every key whose value is not the
//! same, with both values and where they stand. A default that is written out and one that
//! is left out are the same; the order of headers counts where it has a meaning. Prose
//! (names, sources, drawing) is told apart from rules.

use crate::definition::hash;
use crate::definition::load::Header;
use crate::definition::table::Entries;
use crate::diagnostic::{LineColumn, Sources, Span, place};
use crate::load::Checked;

/// A value in one rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyValue {
    /// As it is written, or the default that holds; empty for a header without a key.
    pub value: String,
    /// Where; `None` where it is left out.
    pub at: Option<LineColumn>,
}

/// A key that does not say the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// As between brackets; empty for the top of the file.
    pub header: String,
    /// The key; empty where only the header itself is there, `(order)` for the order of headers.
    pub key: String,
    /// What the one says, where it says anything.
    pub a: Option<KeyValue>,
    /// What the other says.
    pub b: Option<KeyValue>,
    /// Whether it changes neither play nor notation.
    pub is_prose: bool,
}

/// What stands for the order of headers.
const ORDER: &str = "(order)";

/// Everything that differs, in the order of the one, then what only the other has.
pub fn changes(a: &Checked, b: &Checked) -> Vec<Change> {
    let (Some(one), Some(other)) = (&a.resolved, &b.resolved) else { return Vec::new() };
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
    let prose = |pattern: &str, key: &str| key == "source" || hash::is_left_out(pattern);
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

/// A key, its value in one form for all ways to write it, as it is written, and where.
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

/// The keys of a header, with the defaults of those that are left out.
fn keys(header: &Header) -> Vec<WrittenKey> {
    let canonical = hash::keys(header);
    let mut keys = written(&header.entries);
    for (key, value) in canonical {
        match keys.iter_mut().find(|it| it.0 == key) {
            Some(it) => it.1 = value,
            None => keys.push((key, value.clone(), value, None)),
        }
    }
    keys
}

/// Puts the keys of a header side by side.
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
    let said = |key: Option<&WrittenKey>, sources: &Sources| {
        key.map(|(_, _, value, span)| KeyValue { value: value.clone(), at: span.map(|it| place(sources, it)) })
    };
    let of = |keys: &[WrittenKey], name: &str| keys.iter().find(|it| it.0 == name).cloned();
    let more = b.iter().filter(|it| of(&a, &it.0).is_none());
    let names: Vec<String> = a.iter().chain(more).map(|it| it.0.clone()).collect();
    for name in names {
        let (one, other) = (of(&a, &name), of(&b, &name));
        let value = |it: &Option<WrittenKey>| it.as_ref().map(|it| it.1.clone());
        // Of a header that only one has, what is left out says nothing new.
        let is_left_out = |it: &Option<WrittenKey>| it.as_ref().is_none_or(|it| it.3.is_none());
        if value(&one) == value(&other) || (is_left_out(&one) && is_left_out(&other)) {
            continue;
        }
        // The span of a header without keys is no key.
        if name.is_empty() && !is_alone {
            continue;
        }
        changes.push(Change {
            header: header.to_owned(),
            is_prose: is_prose(header, &name),
            a: said(one.as_ref(), sources.0),
            b: said(other.as_ref(), sources.1),
            key: name,
        });
    }
}

/// Headers that both have and look at in another order.
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
        let said = |all: &[(String, Span)], sources: &Sources| {
            let first = all.first().map(|it| place(sources, it.1));
            Some(KeyValue { value: names(all), at: first })
        };
        changes.push(Change {
            header: patterns.first().map_or_else(String::new, |it| (*it).to_owned()),
            key: ORDER.to_owned(),
            a: said(&a, sources.0),
            b: said(&b, sources.1),
            is_prose: false,
        });
    }
    changes
}
