//! Advice for a key that a table does not have.
//!
//! Input: the key with its value, the table in which it was written, and its description. Output: what its author
//! probably meant, as a line that can be pasted where possible. Does not know which names a rulebook declares.

use super::header::{HEADERS, owners_of};
use super::synonyms;
use super::table::{Entries, meant};
use super::value::{KeyDoc, TableDoc, TypeDoc, Value};
use super::written::fitted;
use crate::diagnostic::Spanned;
use crate::sorting::CompactSort;

/// Words for the opposite of a test, and for one of several tests.
const NEGATIONS: [&str; 5] = ["not", "no", "except", "unless", "none-of"];
const ALTERNATIVES: [&str; 5] = ["or", "any", "any-of", "either", "one-of"];

/// Returns the advice for an unknown key.
pub(super) fn advice(
    entries: &Entries,
    (key, value): (&str, &Spanned<Value>),
    known: &[String],
    doc: &TableDoc,
) -> String {
    let all = known.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
    let mut elsewhere = owners_of(key);
    // Headers that share a prefix with this one are listed first.
    elsewhere.compact_sort_by_key(|it| !it.title().starts_with(entries.title.trim_end_matches(']')));
    let titles = elsewhere.iter().take(3).map(|it| format!("`{}`", it.title())).collect::<Vec<_>>().join(", ");
    let names = || known.iter().map(String::as_str);
    // The key may belong to a longer header: `width` of a board to its patch.
    let prefix = format!("{}.", entries.title.trim_end_matches(']'));
    let mut longer = HEADERS.iter().filter(|it| it.title().starts_with(&prefix));
    let below = longer.find_map(|it| {
        let keys = it.keys();
        synonyms::key_for(key, keys.iter().map(String::as_str)).map(|key| (key, it.title()))
    });
    let is_header = entries.title.starts_with('[');
    if is_place(doc) && elsewhere.iter().any(|it| it.pattern == "zone.NAME") {
        return zone_for(key, &value.value);
    }
    if let Some(test) = synonyms::test_for(doc.name, key).filter(|_| !matches!(value.value, Value::Text(_))) {
        return format!("did you mean `{test}`? its keys are {all}");
    }
    if let Some(other) = combined_tests(entries, key, known) {
        return other;
    }
    if let Some((title, line)) = synonyms::other_header(&entries.title, key) {
        return format!("write it under `{title}`, for example `{line}`; the keys here are {all}");
    }
    let inner = inner_table(entries, doc, key, is_header);
    let fits_inner = inner.as_ref().is_some_and(|it| it.1.key == key && fitted(&value.value, &it.1.ty).is_some());
    match meant(key, names()).filter(|_| !fits_inner) {
        Some(word) => format!("did you mean `{word}`? its keys are {all}"),
        None if let Some((outer, inner)) = inner => {
            format!("did you mean `{}`? its keys are {all}", with_others(entries, doc, outer, inner))
        }
        None if key == "extends" => format!("leave `extends` out; the keys here are {all}"),
        None if elsewhere.iter().any(|it| it.pattern.is_empty()) => {
            format!("`{key}` belongs at the top of the file, before the first header")
        }
        None if !titles.is_empty() => format!("`{key}` is a key of {titles}; the keys here are {all}"),
        None => match below {
            Some((key, title)) => format!("did you mean `{key}` under `{title}`? the keys here are {all}"),
            None => format!("its keys are {all}"),
        },
    }
}

/// Reports whether a table is a condition on a square.
pub(super) fn is_place(doc: &TableDoc) -> bool {
    ["zone", "links"].iter().all(|key| doc.keys.iter().any(|it| it.key == *key))
}

/// Says how squares become a zone, which a place can name.
pub(super) fn zone_for(key: &str, value: &Value) -> String {
    format!(
        "a place names a zone: add `[zone.target]` with the lines `of = \"seat\"` and `{key} = {value}` (one zone for \
         each player, written for the first), and write `{{ zone = \"target\", of = \"owner\" }}` here; a zone with \
         `of = \"board\"` is the same for all players, and needs no `of` here"
    )
}

/// Says what to write in place of a test that is negated, or of one test among several.
fn combined_tests(entries: &Entries, key: &str, known: &[String]) -> Option<String> {
    let is_test =
        ["[ban.", "[outcome."].iter().any(|it| entries.title.starts_with(it)) || entries.title == "this table";
    let is_exception = entries.title.contains(".unless.");
    if !is_test || is_exception || known.iter().any(|it| it == key) {
        return None;
    }
    let title = if entries.title.starts_with('[') { entries.title.trim_end_matches(']') } else { "[ban.NAME" };
    if NEGATIONS.contains(&key) {
        return Some(format!(
            "no test can be negated: write the test under `{title}.unless.exception]`, an exception; \
             `move = {{ captures = {{}} }}` there means “unless the move captures”"
        ));
    }
    ALTERNATIVES.contains(&key).then(|| one_of_several(title))
}

/// Says how a rule applies in one of several cases.
fn one_of_several(title: &str) -> String {
    let family = title.split('.').next().unwrap_or("[ban");
    format!(
        "all tests in one table must hold: write them side by side in one table, or write a second header, such as \
         `{family}.second]`, for the case in which only the other test holds"
    )
}

/// Says what to write in place of a list of tests.
pub(super) fn instead_of_list() -> String {
    "write one table in braces: all tests in it must hold; for one of several cases, write a second header of this \
     kind with the other test"
        .to_owned()
}

/// Returns an inline table with an unknown key in it, and with the other keys of the header that belong there.
fn with_others(entries: &Entries, doc: &TableDoc, outer: &KeyDoc, inner: &KeyDoc) -> String {
    let TypeDoc::Table(_, table) = outer.ty else { return outer.key.clone() };
    let keys = &table().keys;
    // Another unknown key may be a misspelled one of the same inline table.
    let is_meant = |written: &str, it: &KeyDoc| {
        let is_outer = doc.keys.iter().any(|it| it.key == written);
        let is_known = is_outer || keys.iter().any(|it| it.key == written);
        written == it.key && !is_outer || !is_known && meant(written, [it.key.as_str()].into_iter()).is_some()
    };
    let own = |it: &KeyDoc| {
        let (_, written) = entries.entries.iter().find(|entry| is_meant(&entry.0.value, it))?;
        Some(format!("{} = {}", it.key, fitted(&written.value, &it.ty).unwrap_or_else(|| it.ty.example(0))))
    };
    let is_own = |it: &&KeyDoc| it.key == inner.key || it.required || own(it).is_some();
    let line = |it: &KeyDoc| own(it).unwrap_or_else(|| format!("{} = {}", it.key, it.ty.example(0)));
    let lines: Vec<String> = keys.iter().filter(is_own).map(line).collect();
    format!("{} = {{ {} }}", outer.key, lines.join(", "))
}

/// Returns the key of a table whose inline table has a key, and that key: `move` and `to` of `[ban.NAME]`. Of several, the
/// one with most of the other keys that were written is meant. For a header, the key may also be misspelled.
fn inner_table<'a>(
    entries: &Entries,
    doc: &'a TableDoc,
    key: &str,
    is_header: bool,
) -> Option<(&'a KeyDoc, &'a KeyDoc)> {
    let keys_of = |it: &'a KeyDoc| match it.ty {
        TypeDoc::Table(_, table) => table().keys.as_slice(),
        _ => &[],
    };
    let strays =
        || entries.entries.iter().map(|it| it.0.value.as_str()).filter(|it| !doc.keys.iter().any(|key| key.key == *it));
    let others = |it: &'a KeyDoc| strays().filter(|stray| keys_of(it).iter().any(|key| key.key == *stray)).count();
    let find = |fits: &dyn Fn(&str) -> bool| {
        let all = doc.keys.iter().filter_map(|it| Some((it, keys_of(it).iter().find(|it| fits(&it.key))?)));
        // The first one, if several have as many.
        all.rev().max_by_key(|it| others(it.0))
    };
    let exact = find(&|it| it == key);
    exact.or_else(|| find(&|it| is_header && meant(key, [it].into_iter()) == Some(it)))
}
