//! The rulebooks that come with threefold.
//!
//! Input: the folder `variants/`, embedded at build time. Output: the text of each file by name. The slug
//! of a file is its path in that folder without `.toml`; the code contains no slugs. Knows the kind of
//! each file ([`Part`]), but no rules.
//!
//! ```
//! use threefold::catalog::{self, Shipped};
//!
//! assert!(catalog::games().any(|it| it.slug == "chess"));
//! let ring: &Shipped = catalog::find("3-man-chess").expect("a shipped game");
//! assert!(ring.text.contains(&ring.name));
//! assert!(!catalog::readings("3-man-chess").is_empty());
//! ```

mod family;
mod positions;

pub use family::readings;
#[doc(hidden)]
pub use family::{game_of, parents};
#[doc(hidden)]
pub use positions::positions;

use std::sync::LazyLock;

use crate::archive::archive;
use crate::definition::load::{Loader, Location, locate};
use crate::definition::{self};
use crate::policy::Part;
use crate::sorting::CompactSort;

/// The paths and texts of all rulebooks and positions in `variants`, in the order of the paths. The build script packs them.
static FILES: LazyLock<Vec<(&str, &str)>> = archive!("variants");

/// A rulebook that comes with threefold.
///
/// [`catalog`](crate::catalog) has an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Shipped {
    /// The path within the folder, without `.toml`.
    pub slug: String,
    /// The text of the file.
    pub text: &'static str,
    /// The title of the rulebook.
    pub name: String,
    /// A description in one line.
    pub about: String,
    /// The kind of file; only games can be played.
    pub part: Part,
}

/// Returns all shipped files: first the files of the folder itself, then each subfolder by name.
///
/// [`catalog`](crate::catalog) has an example.
pub fn shipped() -> &'static [Shipped] {
    static ALL: LazyLock<Vec<Shipped>> =
        LazyLock::new(|| files().iter().map(|(slug, text)| describe(slug.clone(), text)).collect());
    &ALL
}

/// Returns all shipped files as slugs and unparsed texts.
fn files() -> &'static [(String, &'static str)] {
    static ALL: LazyLock<Vec<(String, &'static str)>> = LazyLock::new(|| {
        let rulebooks = FILES.iter().filter_map(|(path, text)| Some((path.strip_suffix(".toml")?.to_owned(), *text)));
        let mut files: Vec<(String, &'static str)> = rulebooks.collect();
        files.compact_sort_by_key(|(slug, _)| (slug.matches('/').count(), slug.clone()));
        files
    });
    &ALL
}

/// Returns the shipped games.
///
/// [`catalog`](crate::catalog) has an example.
pub fn games() -> impl Iterator<Item = &'static Shipped> {
    shipped().iter().filter(|it| it.part == Part::Game)
}

/// Returns the shipped rulebook with this slug, or with this file name if it is unique.
///
/// [`catalog`](crate::catalog) has an example.
pub fn find(name: &str) -> Option<&'static Shipped> {
    match locate(name, &Location::Text(String::new()), &Catalog) {
        Ok(Location::Shipped(slug)) => shipped().iter().find(|it| it.slug == slug),
        _ => None,
    }
}

/// Reads what `list` shows of a file. Lists a broken file as well.
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

/// A [`Loader`] that reads the catalog only, never the disk.
#[doc(hidden)]
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
        Err("only the games that come with threefold can be extended here".to_owned())
    }
}
