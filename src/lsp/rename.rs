//! Renaming a name in its file, and in the open documents that extend the file.
//!
//! Contains [`rename`] and [`renamable`]. Input: a place and the new name. Output: the bytes to replace in
//! each document, or the reason why the name cannot be changed. Does not know the protocol.

use std::collections::BTreeMap;
use std::ops::Range;

use super::documents::{Documents, FileView};
use super::language::{CursorPlace, declared};
use crate::definition::load::{Location, parse::parse};
use crate::definition::query::{Mention, family_of_part, header_at, mentions};
use crate::definition::value::Value;
use crate::diagnostic::{Diagnostics, SourceFile};

/// The bytes to replace, by URI.
pub(super) type Edits = BTreeMap<String, Vec<Range<usize>>>;

/// Returns the family and the bytes of the name at a place, if its own file declares it.
///
/// # Errors
/// Returns the reason why the name cannot be changed.
pub(super) fn renamable(place: &CursorPlace<'_>) -> Result<(&'static str, String, Range<usize>), String> {
    let (families, name, range) = place.name().ok_or("there is no name of this rulebook here")?;
    for parent in place.view.parents() {
        let inherited = declared(parent, &families).into_iter().find(|it| it.0 == name);
        if let Some((_, family, file)) = inherited {
            let file = place.view.sources.files.get(usize::from(file)).map_or("", |it| it.name.as_str());
            return Err(format!("`[{family}.{name}]` is inherited from `{file}`: rename it there"));
        }
    }
    let own = declared(&place.view.resolved, &families).into_iter().find(|it| it.0 == name);
    match own {
        Some((_, family, _)) => Ok((family, name, range)),
        None => Err(format!("this rulebook does not declare `{name}`")),
    }
}

/// Returns the bytes that a new name replaces.
///
/// # Errors
/// Returns the reason why the name cannot be changed.
pub(super) fn rename(documents: &Documents, uri: &str, place: &CursorPlace<'_>, new: &str) -> Result<Edits, String> {
    let (family, name, _) = renamable(place)?;
    let is_valid = !new.is_empty() && new.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '-' | '_'));
    if !is_valid {
        return Err(format!("`{new:.60}` cannot be a name: write letters, digits and hyphens"));
    }
    let mut edits = Edits::new();
    for (other, document) in documents.iter() {
        let Some(view) = documents.view(other) else { continue };
        let extends_it = |it: &SourceFile| it.name == place.document.location.to_string();
        let is_heir = matches!(document.location, Location::Path(_)) && view.sources.files.iter().any(extends_it);
        if other != uri && !is_heir {
            continue;
        }
        if declared(&view.resolved, &[family]).iter().any(|it| it.0 == new) {
            return Err(format!("`[{family}.{new}]` exists already in `{}`", document.location));
        }
        edits.insert(other.clone(), places(&view, family, &name));
    }
    edits.retain(|_, it| !it.is_empty());
    Ok(edits)
}

/// Returns the bytes of a name in the first file of a view, without quotes.
fn places(view: &FileView, family: &str, name: &str) -> Vec<Range<usize>> {
    let Some(file) = view.sources.files.first() else { return Vec::new() };
    let layer = parse(&file.text, 0, &mut Diagnostics::default());
    let mut all: Vec<Mention> = mentions(&layer);
    // `without` names whole headers.
    for (_, value) in layer.top.entries.iter().filter(|it| it.0.value == "without") {
        let Value::List(items) = &value.value else { continue };
        for item in items {
            let Value::Text(header) = &item.value else { continue };
            let parts: Vec<String> = header.split('.').map(str::to_owned).collect();
            let mut start = item.span.start + 1;
            for (at, part) in parts.iter().enumerate() {
                // A prefix of a header drops all headers below it.
                let doc = header_at(&parts).or_else(|| header_at(&parts[..=at]));
                let family = doc.and_then(|it| family_of_part(it, at));
                let span = crate::diagnostic::Span { file: 0, start, end: start + part.len() as u32 };
                all.extend(family.map(|it| Mention {
                    families: vec![it],
                    name: part.clone(),
                    span,
                    is_declaration: false,
                }));
                start = span.end + 1;
            }
        }
    }
    let own = all.into_iter().filter(|it| it.is_of(family, name));
    let bare = own.map(|it| {
        let (start, end) = (it.span.start as usize, it.span.end as usize);
        let is_quoted = file.text.get(start..end).is_some_and(|it| it.starts_with(['"', '\'']));
        if is_quoted { start + 1..end - 1 } else { start..end }
    });
    // A header of several lines, such as `[zone.x.white]`, names its first parts each time; a dotted key, too.
    let mut places: Vec<Range<usize>> = bare.filter(|it| file.text.get(it.clone()) == Some(name)).collect();
    places.sort_by_key(|it| it.start);
    places.dedup();
    places
}
