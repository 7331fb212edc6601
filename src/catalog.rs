//! The rulebooks that are shipped.
//!
//! In: the folder `variants/`, embedded when the crate is built. Out: the text of a name.
//! A slug is the path in that folder without `.toml`; no slug is written in code. Knows
//! what a file is ([`Part`]) and no rules.

mod family;
mod positions;

pub use family::{game_of, parents, readings};
pub use positions::positions;

use std::sync::LazyLock;

use include_dir::{Dir, include_dir};

use crate::definition::load::{Loader, Location, locate};
use crate::definition::{self};
use crate::policy::Part;

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/variants");

/// A rulebook that is shipped.
#[derive(Clone, Debug)]
pub struct Shipped {
    /// The path in the folder, without `.toml`.
    pub slug: String,
    /// The file.
    pub text: &'static str,
    /// The title.
    pub name: String,
    /// One line about it.
    pub about: String,
    /// What the file is; only games can be played.
    pub part: Part,
}

/// Everything that is shipped: files of the folder itself first, each folder by name.
pub fn shipped() -> &'static [Shipped] {
    static ALL: LazyLock<Vec<Shipped>> =
        LazyLock::new(|| files().iter().map(|(slug, text)| describe(slug.clone(), text)).collect());
    &ALL
}

/// The same, as slugs and texts that nobody has read yet.
fn files() -> &'static [(String, &'static str)] {
    static ALL: LazyLock<Vec<(String, &'static str)>> = LazyLock::new(|| {
        let mut files = Vec::new();
        collect(&FOLDER, &mut files);
        files.sort_by_cached_key(|(slug, _)| (slug.matches('/').count(), slug.clone()));
        files
    });
    &ALL
}

/// The games that are shipped.
pub fn games() -> impl Iterator<Item = &'static Shipped> {
    shipped().iter().filter(|it| it.part == Part::Game)
}

/// The shipped rulebook of that slug, or of that stem where only one has it.
pub fn find(name: &str) -> Option<&'static Shipped> {
    match locate(name, &Location::Text(String::new()), &Catalog) {
        Ok(Location::Shipped(slug)) => shipped().iter().find(|it| it.slug == slug),
        _ => None,
    }
}

fn collect(folder: &'static Dir<'static>, files: &mut Vec<(String, &'static str)>) {
    for file in folder.files() {
        if let (Some(slug), Some(text)) =
            (file.path().to_str().and_then(|it| it.strip_suffix(".toml")), file.contents_utf8())
        {
            files.push((slug.replace('\\', "/"), text));
        }
    }
    folder.dirs().for_each(|it| collect(it, files));
}

/// Reads what `list` shows of a file; one that is broken is shown all the same.
fn describe(slug: String, text: &'static str) -> Shipped {
    let top = definition::load::top(text);
    Shipped {
        slug,
        text,
        name: top.as_ref().map_or_else(String::new, |it| it.name.value.0.clone()),
        about: top.as_ref().map_or_else(String::new, |it| it.about.value.0.clone()),
        part: top.map_or(Part::Game, |it| it.part.value),
    }
}

/// A [`Loader`] of the catalog alone: it reads no disk.
#[derive(Clone, Copy, Debug)]
pub struct Catalog;

impl Loader for Catalog {
    fn slugs(&self) -> Vec<&str> {
        files().iter().map(|it| it.0.as_str()).collect()
    }
    fn shipped(&self, slug: &str) -> Option<&str> {
        files().iter().find(|it| it.0 == slug).map(|it| it.1)
    }
    fn read(&self, _path: &std::path::Path) -> Result<Vec<u8>, String> {
        Err("files are not read here".to_owned())
    }
}
