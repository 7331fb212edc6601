//! The order of headers and keys: that of the reference.
//!
//! Contains [`sort`]. Headers with a name that the author chose keep their relative order, because
//! it can matter: the first of two outcomes is tested first. A longer header follows the shorter one that
//! it belongs to. A header stays in its section, which starts with a comment.
//!
//! Input: a document. Output: the same document with new positions. Does not know values.

use std::collections::HashMap;

use toml_edit::{DocumentMut, Item, Table};

use super::visit;
use crate::definition::header::{HEADERS, HeaderDoc, Holds, is_placeholder};
use crate::sorting::CompactSort;

/// The place of a header among others: for each of its parts, the place in the list of headers, and
/// the order of names.
type Rank = Vec<(usize, usize)>;

/// A header of the document.
struct HeaderPlace {
    position: isize,
    path: Vec<String>,
    /// The number of comments above it that start a section.
    section: usize,
    /// The comment above it that starts a section; empty if there is none.
    title: String,
    /// The other lines above it.
    above: String,
}

/// Sorts the headers and keys of a document. Leaves the headers of other files alone. A comment with a
/// blank line below it starts a section, and headers do not move to another section.
pub fn sort(document: &mut DocumentMut) {
    let mut places: Vec<HeaderPlace> = Vec::new();
    visit(document.as_table_mut(), &mut Vec::new(), &mut |table, path| {
        let (title, above) = split_title(prefix_of(table.decor()));
        let (title, above) = (title.to_owned(), above.to_owned());
        let position = table.position().unwrap_or(isize::MAX);
        places.push(HeaderPlace { position, path: path.to_vec(), section: 0, title, above });
    });
    if !places.iter().all(|it| doc_of(&it.path).is_some()) {
        return;
    }
    places.compact_sort_by_key(|it| it.position);
    let mut section = 0;
    for place in &mut places {
        section += usize::from(!place.title.is_empty());
        place.section = section;
    }
    let changes = changes(&places);
    visit(document.as_table_mut(), &mut Vec::new(), &mut |table, path| {
        if let Some((place, above)) = table.position().and_then(|it| changes.get(&it)) {
            table.set_position(Some(*place));
            table.decor_mut().set_prefix(above.as_str());
        }
        sort_keys(table, path);
    });
    sort_top(document.as_table_mut());
}

/// Returns the new position of each header, and the lines above it, by its old position.
fn changes(places: &[HeaderPlace]) -> HashMap<isize, (isize, String)> {
    let mut names: HashMap<&[String], usize> = HashMap::new();
    for place in places {
        for length in 1..=place.path.len() {
            let next = names.len();
            names.entry(&place.path[..length]).or_insert(next);
        }
    }
    let mut sorted: Vec<(usize, Rank, &HeaderPlace)> =
        places.iter().map(|it| (it.section, rank(&it.path, &names), it)).collect();
    // Headers of the same rank, such as sources, keep their order.
    sorted.compact_sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
    let mut changes = HashMap::new();
    let mut last = 0;
    for ((section, _, place), new) in sorted.into_iter().zip(1..) {
        // The title of a section stays above its first header.
        let title = places.iter().find(|it| it.section == section).filter(|_| section != last);
        let title = title.map_or("", |it| it.title.as_str());
        changes.insert(place.position, (new, format!("{title}{}", place.above)));
        last = section;
    }
    changes
}

/// Splits the lines above a header after the last comment that has a blank line below it.
fn split_title(text: &str) -> (&str, &str) {
    let mut end = 0;
    let (mut at, mut was_comment) = (0, false);
    for line in text.split_inclusive('\n') {
        at += line.len();
        let is_blank = line.trim().is_empty() && line.ends_with('\n');
        if is_blank && was_comment {
            end = at;
        }
        was_comment = if is_blank { false } else { line.trim_start().starts_with('#') };
    }
    text.split_at(end)
}

/// Returns the place of a header.
fn rank(path: &[String], names: &HashMap<&[String], usize>) -> Rank {
    let one = |length: usize| {
        let index = HEADERS.iter().position(|it| fits(it, &path[..length])).unwrap_or(usize::MAX);
        let is_named = HEADERS.get(index).is_none_or(|it| it.parts().nth(length - 1).is_some_and(is_placeholder));
        (index, if is_named { names.get(&path[..length]).copied().unwrap_or(usize::MAX) } else { 0 })
    };
    (1..=path.len()).map(one).collect()
}

/// Reports whether a header starts with these parts.
fn fits(header: &HeaderDoc, path: &[String]) -> bool {
    let parts: Vec<&str> = header.parts().collect();
    parts.len() >= path.len()
        && !header.pattern.is_empty()
        && parts.iter().zip(path).all(|(part, own)| is_placeholder(part) || part == own)
}

/// Returns the description of a header.
fn doc_of(path: &[String]) -> Option<&'static HeaderDoc> {
    HEADERS.iter().find(|it| it.parts().count() == path.len() && fits(it, path))
}

/// Sorts the keys of a header, unless the author chose them.
fn sort_keys(table: &mut Table, path: &[String]) {
    if let Some(doc) = doc_of(path).filter(|it| matches!(it.holds, Holds::Keys(_))) {
        sort_by(table, &doc.keys());
    }
}

/// Sorts the keys above all headers. A comment for editors stays in the first line.
fn sort_top(table: &mut Table) {
    let Some(doc) = HEADERS.iter().find(|it| it.pattern.is_empty()) else { return };
    let above = first_key(table);
    let note = above.and_then(|it| take_note(table, &it));
    sort_by(table, &doc.keys());
    if let (Some(note), Some(first)) = (note, first_key(table))
        && let Some(mut key) = table.key_mut(&first)
    {
        let prefix = format!("{note}\n{}", prefix_of(key.leaf_decor()));
        key.leaf_decor_mut().set_prefix(prefix);
    }
}

fn first_key(table: &Table) -> Option<String> {
    table.iter().next().map(|it| it.0.to_owned())
}

/// Removes the comment for editors above a key, and returns it.
fn take_note(table: &mut Table, key: &str) -> Option<String> {
    let is_value = table.get(key).is_some_and(Item::is_value);
    let mut key = table.key_mut(key).filter(|_| is_value)?;
    let prefix = prefix_of(key.leaf_decor()).to_owned();
    let (note, rest) = prefix.split_once('\n').filter(|it| it.0.starts_with("#:"))?;
    key.leaf_decor_mut().set_prefix(rest);
    Some(note.trim_end().to_owned())
}

fn prefix_of(decor: &toml_edit::Decor) -> &str {
    decor.prefix().and_then(|it| it.as_str()).unwrap_or_default()
}

fn sort_by(table: &mut Table, keys: &[String]) {
    let place = |key: &str, item: &Item| {
        let known = keys.iter().position(|it| it == key);
        // Every header can have `extends`, and the other keys change what it takes over.
        let known = known.map_or(if key == "extends" { 0 } else { usize::MAX }, |it| it + 1);
        (!item.is_value(), if item.is_value() { known } else { 0 })
    };
    table.sort_values_by(|one, item, other, second| place(one.get(), item).cmp(&place(other.get(), second)));
}
