//! Completion: headers, keys, words, names and parents that fit at the cursor.
//!
//! Input: a place. Output: [`Completion`]s. The editor filters them by what is already written. Does not
//! know the protocol.

use super::cursor::Spot;
use super::language::{CursorPlace, declared};
use crate::catalog::shipped;
use crate::definition::header::{HEADERS, HeaderDoc};
use crate::definition::query::{families_of, families_of_keys, key_at, keys_inside, types_of};
use crate::definition::reference::{header_text, key_text};
use crate::definition::value::{KeyDoc, TypeDoc};

/// The kind of a completion, as the protocol numbers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CompletionKind {
    Header = 9,
    Key = 10,
    Word = 12,
    Name = 18,
    Parent = 17,
}

/// One text that fits at the cursor.
#[derive(Clone, Debug)]
pub(super) struct Completion {
    /// The text that the list shows.
    pub label: String,
    /// The text that replaces the word at the cursor.
    pub insert: String,
    /// The category, which editors show as an icon.
    pub kind: CompletionKind,
    /// A few words beside the label.
    pub detail: String,
    /// The meaning, as Markdown.
    pub about: String,
}

/// Returns everything that fits at a place.
pub(super) fn completions(place: &CursorPlace<'_>) -> Vec<Completion> {
    match place.cursor.spot {
        Spot::Header if place.is_case => Vec::new(),
        Spot::Key if place.is_case => keys_of_case(place),
        Spot::Header => headers(place),
        Spot::Key => keys(place),
        Spot::Value => values(place),
        Spot::Nothing => Vec::new(),
    }
}

/// Returns the headers of the language, and the inherited headers that the file can change.
fn headers(place: &CursorPlace<'_>) -> Vec<Completion> {
    let of = |label: String, header: &HeaderDoc, detail: String| Completion {
        insert: label.clone(),
        label,
        kind: CompletionKind::Header,
        detail,
        about: header_text(header),
    };
    let named = HEADERS.iter().filter(|it| !it.pattern.is_empty());
    let mut all: Vec<Completion> = named.map(|it| of(it.pattern.to_owned(), it, String::new())).collect();
    for header in place.view.parents().into_iter().flat_map(|it| &it.headers) {
        let name = header.name();
        if !all.iter().any(|it| it.label == name) {
            let file = place.view.sources.files.get(usize::from(header.entries.span.file));
            all.push(of(name, header.doc, file.map_or_else(String::new, |it| it.name.clone())));
        }
    }
    all
}

/// Returns the keys that the table at the cursor of a case does not have yet.
fn keys_of_case(place: &CursorPlace<'_>) -> Vec<Completion> {
    let missing = place.case_keys().into_iter().filter(|it| !place.cursor.present.contains(&it.0));
    let all = missing.map(|(key, about)| Completion {
        label: key.clone(),
        insert: key,
        kind: CompletionKind::Key,
        detail: String::new(),
        about,
    });
    all.collect()
}

/// Returns the keys that the table at the cursor does not have yet.
fn keys(place: &CursorPlace<'_>) -> Vec<Completion> {
    let Some(header) = place.header else { return Vec::new() };
    let keys: Vec<&KeyDoc> = match place.cursor.keys.as_slice() {
        [] => header.key_docs().iter().collect(),
        path => key_at(header, path).map(|it| keys_inside(&it.ty)).unwrap_or_default(),
    };
    let mut all: Vec<Completion> = keys
        .iter()
        .map(|it| Completion {
            label: it.key.clone(),
            insert: it.key.clone(),
            kind: CompletionKind::Key,
            detail: it.default.as_ref().map_or_else(String::new, |it| format!("default {it}")),
            about: key_text(it),
        })
        .collect();
    if place.cursor.keys.is_empty() {
        all.extend(names(place, &families_of_keys(header), |it| it.to_owned()));
    }
    all.retain(|it| !place.cursor.present.contains(&it.label));
    all
}

/// Returns the words and names that the key at the cursor accepts.
fn values(place: &CursorPlace<'_>) -> Vec<Completion> {
    let quoted = |it: &str| format!("\"{it}\"");
    let path = &place.cursor.keys;
    if place.cursor.header.is_empty()
        && path.len() == 1
        && matches!(path[0].as_str(), "extends" | "variant" | "variants")
    {
        let all = shipped().iter().map(|it| Completion {
            label: it.slug.clone(),
            insert: quoted(&it.slug),
            kind: CompletionKind::Parent,
            detail: it.name.clone(),
            about: it.about.clone(),
        });
        return all.collect();
    }
    let Some(key) = place.key() else { return Vec::new() };
    if place.cursor.header.is_empty() && key.key == "without" {
        let inherited = place.view.parents().into_iter().flat_map(|it| &it.headers);
        let all = inherited.map(|it| Completion {
            label: it.name(),
            insert: quoted(&it.name()),
            kind: CompletionKind::Header,
            detail: String::new(),
            about: header_text(it.doc),
        });
        return all.collect();
    }
    let mut all = Vec::new();
    for ty in types_of(&key.ty) {
        if let TypeDoc::Words(_, _, words) = ty {
            all.extend(words.iter().map(|it| Completion {
                label: it.word.to_owned(),
                insert: quoted(it.word),
                kind: CompletionKind::Word,
                detail: String::new(),
                about: it.doc.split_whitespace().collect::<Vec<_>>().join(" "),
            }));
        }
    }
    all.extend(names(place, &families_of(&key.key, &key.ty), quoted));
    all
}

/// Returns the names that the rulebook declares in some families.
fn names(place: &CursorPlace<'_>, families: &[&'static str], write: impl Fn(&str) -> String) -> Vec<Completion> {
    let all = declared(&place.view.resolved, families).into_iter();
    let own = all.map(|(name, family, file)| Completion {
        insert: write(&name),
        label: name.clone(),
        kind: CompletionKind::Name,
        detail: format!("[{family}.{name}]"),
        about: match file {
            0 => String::new(),
            file => place.view.sources.files.get(usize::from(file)).map_or_else(String::new, |it| it.name.clone()),
        },
    });
    own.collect()
}
