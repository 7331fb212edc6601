//! Go to definition: from a name to its header, and from `extends` to the file.
//!
//! Contains [`target`] and [`ShippedCopies`], read-only copies of shipped rulebooks for editors, in a
//! temporary folder that the session deletes at its end. Input: a place. Output: a URI and a range. Does
//! not know the protocol.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::cursor::Spot;
use super::documents::uri_of;
use super::language::CursorPlace;
use super::text::{DocumentText, Encoding};
use crate::catalog::Catalog;
use crate::definition::load::{Loader, Location, Resolved, locate};
use crate::definition::query::mentions;
use crate::diagnostic::Span;

/// Returns the place that declares the name at the cursor, as a location of the protocol.
pub(super) fn target(place: &CursorPlace<'_>, encoding: Encoding, copies: &mut ShippedCopies) -> Option<Value> {
    if let Some(location) = file_at(place) {
        let uri = match &location {
            Location::Shipped(slug) => copies.uri(slug)?,
            Location::Path(path) => uri_of(path),
            Location::Text(uri) => uri.clone(),
        };
        let start = json!({ "line": 0, "character": 0 });
        return Some(json!({ "uri": uri, "range": { "start": start, "end": start } }));
    }
    let span = declaration(place)?;
    let file = place.view.sources.files.get(usize::from(span.file))?;
    let (uri, text) = match (span.file, file.name.strip_prefix("catalog:")) {
        (0, _) => (None, place.document.text.clone()),
        (_, Some(name)) => (Some(copies.uri(name.strip_suffix(".toml")?)?), DocumentText::new(&file.text, encoding)),
        (_, None) => (Some(uri_of(Path::new(&file.name))), DocumentText::new(&file.text, encoding)),
    };
    let range = text.range(span.start as usize..span.end as usize);
    Some(json!({ "uri": uri, "range": range }))
}

/// Returns the file that the value at the cursor names.
fn file_at(place: &CursorPlace<'_>) -> Option<Location> {
    let is_file = match (place.cursor.header.as_slice(), place.cursor.keys.as_slice()) {
        ([], [key]) => matches!(key.as_str(), "extends" | "variant" | "variants"),
        _ => false,
    };
    (is_file && place.cursor.spot == Spot::Value)
        .then(|| locate(place.word(), &place.document.location, &Catalog).ok())?
}

/// Returns the span of the declaration. From a declaration it leads on to the inherited header.
fn declaration(place: &CursorPlace<'_>) -> Option<Span> {
    let (families, name, own) = place.name()?;
    let find = |layer: &Resolved| {
        let all = mentions(layer).into_iter().filter(|it| it.is_declaration && it.name == name);
        all.filter(|it| families.iter().any(|family| it.families.contains(family))).map(|it| it.span).next()
    };
    let is_here = |it: &Span| it.file == 0 && it.start as usize <= own.start && own.end <= it.end as usize;
    let found = find(&place.view.resolved);
    if found.as_ref().is_none_or(|it| is_here(it) || place.cursor.keys == ["extends"]) {
        let parent = place.view.parents().into_iter().find_map(find);
        return parent.or(found);
    }
    found
}

/// Read-only copies of shipped rulebooks, written on first use.
#[derive(Debug, Default)]
pub(super) struct ShippedCopies {
    folder: Option<PathBuf>,
}

impl ShippedCopies {
    /// Returns the URI of the copy of a shipped rulebook; `None` if it cannot be written.
    fn uri(&mut self, slug: &str) -> Option<String> {
        let text = Catalog.shipped(slug)?;
        if self.folder.is_none() {
            self.folder = new_folder();
        }
        let path = self.folder.as_ref()?.join(format!("{}.toml", slug.replace('/', "-")));
        if !path.exists() {
            std::fs::write(&path, text).ok()?;
            let mut rights = std::fs::metadata(&path).ok()?.permissions();
            rights.set_readonly(true);
            std::fs::set_permissions(&path, rights).ok()?;
        }
        Some(uri_of(&path))
    }
}

/// Creates a folder that no one else has prepared.
fn new_folder() -> Option<PathBuf> {
    let all = (0..100).map(|it| std::env::temp_dir().join(format!("threefold-shipped-{}-{it}", std::process::id())));
    all.into_iter().find(|it| std::fs::create_dir(it).is_ok())
}

impl Drop for ShippedCopies {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}
