//! What the name of a file means: a path, or a name of the catalogue.
//!
//! In: a name, and the file that it stands in. Out: a [`Location`], or why there is
//! none. A name that ends in `.toml`, or that has a `/`, is a path relative to the file
//! that names it; any other is the catalogue's, and nothing shadows. Touches no disk:
//! the [`Loader`] does.

use std::path::{Component, Path, PathBuf};

use crate::diagnostic::nearest;

/// Fetches files. The only door to a disk.
pub trait Loader {
    /// Every name of the catalogue, without `.toml`.
    fn slugs(&self) -> Vec<&str>;
    /// The text of a name of the catalogue.
    fn shipped(&self, slug: &str) -> Option<&str>;
    /// The bytes of a file.
    ///
    /// # Errors
    /// Why it cannot be read, in words.
    fn read(&self, path: &Path) -> Result<Vec<u8>, String>;
}

/// Where a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// In the catalogue.
    Shipped(String),
    /// On a disk.
    Path(PathBuf),
    /// Nowhere: a text was given, under this name.
    Text(String),
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Location::Shipped(slug) => write!(f, "catalogue:{slug}.toml"),
            Location::Path(path) => write!(f, "{}", path.display()),
            Location::Text(name) => f.write_str(name),
        }
    }
}

impl Location {
    /// The name of the variant: the slug, or the stem of the file.
    pub fn slug(&self) -> String {
        match self {
            Location::Shipped(slug) => slug.clone(),
            Location::Path(path) => path.file_stem().map_or("", |it| it.to_str().unwrap_or("")).to_owned(),
            Location::Text(name) => Path::new(name).file_stem().map_or("", |it| it.to_str().unwrap_or("")).to_owned(),
        }
    }
}

/// Why a file is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

/// Finds out what a name means in a file.
///
/// # Errors
/// A name that the catalogue does not have, with the nearest spelling.
pub fn locate(name: &str, from: &Location, loader: &dyn Loader) -> Result<Location, Fault> {
    let is_path = name.ends_with(".toml") || name.starts_with('.') || name.starts_with('/');
    if !is_path && let Some(slug) = shipped(name, loader)? {
        return Ok(Location::Shipped(slug));
    }
    if !is_path && !name.contains('/') {
        return Err(Fault { message: format!("the catalogue has no `{name}`"), help: Some(hint(name, loader)) });
    }
    let folder = match from {
        Location::Shipped(slug) => Path::new(slug).parent(),
        Location::Path(path) => path.parent(),
        Location::Text(_) => None,
    };
    let path = tidy(&folder.unwrap_or(Path::new("")).join(name));
    Ok(match from {
        // A file of the catalogue lies in no folder of a disk.
        Location::Shipped(_) if !Path::new(name).is_absolute() => {
            Location::Shipped(path.with_extension("").to_string_lossy().into_owned())
        }
        _ => Location::Path(path),
    })
}

/// The slug that a name of the catalogue stands for: the name itself, or the only slug
/// with that stem.
fn shipped(name: &str, loader: &dyn Loader) -> Result<Option<String>, Fault> {
    let slugs = loader.slugs();
    if slugs.contains(&name) {
        return Ok(Some(name.to_owned()));
    }
    let stems: Vec<_> = slugs.into_iter().filter(|it| it.rsplit('/').next() == Some(name)).collect();
    match stems.as_slice() {
        [] => Ok(None),
        [only] => Ok(Some((*only).to_owned())),
        several => Err(Fault {
            message: format!("the catalogue has several `{name}`"),
            help: Some(format!(
                "write one of {}",
                several.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ")
            )),
        }),
    }
}

fn hint(name: &str, loader: &dyn Loader) -> String {
    let slugs = loader.slugs();
    let stems = slugs.iter().flat_map(|it| [Some(*it), it.rsplit_once('/').map(|(_, stem)| stem)]).flatten();
    match nearest(name, stems) {
        _ if name.is_empty() => "`threefold list` shows what is shipped".to_owned(),
        Some(near) => format!("did you mean `{near}`? a file of your own is named by its path: `./{name}.toml`"),
        None => {
            format!("`threefold list` shows what is shipped; a file of your own is named by its path: `./{name}.toml`")
        }
    }
}

/// The bytes of a file.
pub fn fetch(location: &Location, loader: &dyn Loader) -> Result<Vec<u8>, Fault> {
    match location {
        Location::Shipped(slug) => match loader.shipped(slug) {
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => Err(Fault { message: format!("the catalogue has no `{slug}`"), help: Some(hint(slug, loader)) }),
        },
        Location::Path(path) => loader.read(path).map_err(|why| Fault {
            message: format!("`{}` cannot be read: {why}", path.display()),
            help: Some(match path.extension() {
                Some(_) => {
                    "write the path of a file that you can read; `threefold list` shows what is shipped".to_owned()
                }
                None => "the name of a file ends in `.toml`".to_owned(),
            }),
        }),
        Location::Text(name) => Err(Fault {
            message: format!("`{name}` has no text"),
            help: Some("give a path, like `./own.toml`".to_owned()),
        }),
    }
}

/// The path without `.` and without what `..` takes back.
fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(tidy.components().next_back(), Some(Component::Normal(_))) => {
                tidy.pop();
            }
            part => tidy.push(part),
        }
    }
    if tidy.as_os_str().is_empty() { PathBuf::from(".") } else { tidy }
}
