//! Where a rulebook comes from, and which files it may read.
//!
//! Input: a slug, a path, or a text with a name. Output: a location with the loader for the files that the rulebook extends.
//! Does not know what files contain.

use super::disk::Disk;
use crate::catalog::Catalog;
use crate::definition::load::{Loader, LocateError, Location, locate};

/// The source of a rulebook.
///
/// [`Name`](Input::Name) and [`Text`](Input::Text) can read every file that the program can read, and findings quote the
/// lines of these files. Use [`Slug`](Input::Slug) and [`Isolated`](Input::Isolated) for names and texts from other people,
/// for example from a record or a request: they read nothing but the catalog.
///
/// ```
/// use threefold::{Input, LoadError, Loaded, load_input};
///
/// let text = b"name = \"No castling\"\nextends = [\"chess\"]\nwithout = [\"castling\", \"castling-rules\"]\n";
/// let own: Loaded = load_input(Input::Text("own.toml", text))?;
/// assert!(own.warnings.items.is_empty());
/// assert_eq!(load_input(Input::Name("chess"))?.variant.slug(), "chess");
/// let error: LoadError = load_input(Input::Name("ches")).expect_err("there is no such game");
/// println!("{error}");
///
/// assert!(load_input(Input::Isolated("own.toml", text)).is_ok());
/// assert!(load_input(Input::Isolated("own.toml", b"name = \"x\"\nextends = [\"/etc/passwd\"]")).is_err());
/// assert!(load_input(Input::Slug("/etc/passwd")).is_err());
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Input<'a> {
    /// A slug of the catalog, or a path to a file.
    Name(&'a str),
    /// A text and its name (`-` for standard input); paths in it start at the working directory.
    Text(&'a str, &'a [u8]),
    /// A slug of the catalog. A path is an error.
    Slug(&'a str),
    /// A text and its name. It can extend rulebooks of the catalog; a path in it is an error.
    Isolated(&'a str, &'a [u8]),
}

impl<'a> Input<'a> {
    /// Returns the place of the rulebook, its text if it is not a file, and the loader for all other files.
    pub(super) fn located(self) -> (Result<Location, LocateError>, Option<Vec<u8>>, &'static dyn Loader) {
        let at = |name: &str, loader: &dyn Loader| locate(name, &Location::Text(String::new()), loader);
        match self {
            Input::Text(name, text) => (Ok(Location::Text(name.to_owned())), Some(text.to_vec()), &Disk),
            Input::Isolated(name, text) => (Ok(Location::Text(name.to_owned())), Some(text.to_vec()), &Catalog),
            Input::Name(name) => (at(name, &Disk), None, &Disk),
            Input::Slug(name) => {
                let location = at(name, &Catalog).and_then(|it| match it {
                    Location::Path(_) => Err(LocateError {
                        message: format!("`{name}` is not in the catalog"),
                        help: Some("only a shipped rulebook can be named here".to_owned()),
                    }),
                    it => Ok(it),
                });
                (location, None, &Catalog)
            }
        }
    }
}
