//! File names: resolves the name of a parent to a path or to a catalog entry.
//!
//! Input: a name, and the file that contains it. Output: a [`Location`], or a [`LocateError`]. A name that
//! ends in `.toml` or begins with `.` or `/` is a path relative to the file that names it. Other names
//! belong to the catalog, and no file of the user hides them. Does not access the disk; the [`Loader`]
//! does.

use std::path::{Component, Path, PathBuf};

use crate::diagnostic::nearest;
use crate::policy::renamed;

/// Reads files. The only access to the disk.
pub trait Loader {
    /// Returns the name of every catalog entry, without `.toml`.
    fn slugs(&self) -> Vec<&str>;
    /// Returns the text of a catalog entry.
    fn shipped(&self, slug: &str) -> Option<&str>;
    /// Returns the bytes of a file.
    ///
    /// # Errors
    /// Returns a readable reason if the file cannot be read.
    fn read(&self, path: &Path) -> Result<Vec<u8>, String>;
    /// Returns whether there is a file or a folder.
    fn exists(&self, _path: &Path) -> bool {
        false
    }
}

/// The location of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// A catalog entry.
    Shipped(String),
    /// A path on disk.
    Path(PathBuf),
    /// A text without a file, under this name.
    Text(String),
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Location::Shipped(slug) => write!(f, "catalog:{slug}.toml"),
            Location::Path(path) => write!(f, "{}", path.display()),
            Location::Text(name) => f.write_str(name),
        }
    }
}

impl Location {
    /// Returns the name of the variant: the slug, or the file name without its extension.
    pub fn slug(&self) -> String {
        match self {
            Location::Shipped(slug) => slug.clone(),
            Location::Path(path) => path.file_stem().map_or("", |it| it.to_str().unwrap_or("")).to_owned(),
            Location::Text(name) => Path::new(name).file_stem().map_or("", |it| it.to_str().unwrap_or("")).to_owned(),
        }
    }
}

/// A file that cannot be located or read. `Display` prints the message, and the help below it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LocateError {
    /// Description of the problem.
    pub message: String,
    /// Suggested fix, if any.
    pub help: Option<String>,
}

impl std::fmt::Display for LocateError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.message)?;
        self.help.as_ref().map_or(Ok(()), |it| write!(out, "\n  = help: {it}"))
    }
}

impl std::error::Error for LocateError {}

/// Resolves a name that occurs in the file `from`.
/// # Errors
/// Returns a [`LocateError`] with the closest spelling if the catalog has no such entry.
pub fn locate(name: &str, from: &Location, loader: &dyn Loader) -> Result<Location, LocateError> {
    let is_path = name.ends_with(".toml") || name.starts_with('.') || name.starts_with('/');
    if !is_path && let Some(slug) = shipped(name, loader)? {
        return Ok(Location::Shipped(slug));
    }
    if !is_path && !name.contains('/') {
        return Err(LocateError { message: format!("the catalog has no `{name}`"), help: Some(hint(name, loader)) });
    }
    let folder = match from {
        Location::Shipped(slug) => Path::new(slug).parent(),
        Location::Path(path) => path.parent(),
        Location::Text(_) => None,
    };
    let path = tidy(&folder.unwrap_or(Path::new("")).join(name));
    Ok(match from {
        // Relative names in a catalog entry stay within the catalog.
        Location::Shipped(_) if !Path::new(name).is_absolute() => {
            Location::Shipped(path.with_extension("").to_string_lossy().into_owned())
        }
        _ => Location::Path(path),
    })
}

/// Returns the slug of a catalog entry: the name itself, or the only slug with that last part.
fn shipped(name: &str, loader: &dyn Loader) -> Result<Option<String>, LocateError> {
    let slugs = loader.slugs();
    // Records and rulebooks that name a file by its slug of the previous edition stay valid.
    let name = renamed::current_slug(name).unwrap_or(name);
    if slugs.contains(&name) {
        return Ok(Some(name.to_owned()));
    }
    let stems: Vec<_> = slugs.into_iter().filter(|it| it.rsplit('/').next() == Some(name)).collect();
    match stems.as_slice() {
        [] => Ok(None),
        [only] => Ok(Some((*only).to_owned())),
        several => Err(LocateError {
            message: format!("the catalog has several `{name}`"),
            help: Some(format!(
                "write one of {}",
                several.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ")
            )),
        }),
    }
}

/// Returns a name without spaces, signs and differences of case.
fn plain(name: &str) -> String {
    name.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns a plain name without `chess` at its end, which names of games have or leave out.
fn stem(plain: &str) -> &str {
    plain.strip_suffix("chess").filter(|it| it.len() >= MIN_PART).unwrap_or(plain)
}

/// Minimum number of bytes of a name that is found within a longer one.
const MIN_PART: usize = 3;

/// Returns the catalog entry with this title, or else the one whose last part has this name, starts with it or contains it, in
/// this order. The shortest one counts.
fn containing<'a>(name: &str, loader: &'a dyn Loader) -> Option<&'a str> {
    let slugs = loader.slugs();
    let (title, last) = (plain(name), plain(name.rsplit('/').next().unwrap_or(name)));
    let word = stem(&last);
    if word.len() < MIN_PART {
        return None;
    }
    let titled = |slug: &&str| {
        let top = loader.shipped(slug).and_then(super::top);
        top.is_some_and(|it| plain(&it.name.value.0) == title)
    };
    let rank = |slug: &str| {
        let own = plain(slug.rsplit('/').next().unwrap_or(slug));
        let rank = match own.find(word)? {
            _ if stem(&own) == word => 0,
            0 => 1,
            _ => 2,
        };
        Some((rank, own.len()))
    };
    let found = slugs.iter().filter_map(|it| Some((rank(it)?, *it))).min_by_key(|it| it.0);
    match found {
        Some(((0, _), slug)) => Some(slug),
        found => slugs.iter().copied().find(titled).or(found.map(|it| it.1)),
    }
}

/// Returns the slug or the last part of a slug that contains or resembles a name, or that resembles the last part of a path.
fn near_shipped<'a>(name: &str, loader: &'a dyn Loader) -> Option<&'a str> {
    if let Some(slug) = containing(name, loader) {
        return Some(slug);
    }
    let slugs = loader.slugs();
    let last = name.rsplit('/').next().unwrap_or(name);
    let stems = slugs.iter().flat_map(|it| [Some(*it), it.rsplit_once('/').map(|(_, stem)| stem)]).flatten();
    nearest(name, slugs.iter().copied()).or_else(|| nearest(last, stems))
}

fn hint(name: &str, loader: &dyn Loader) -> String {
    // A name with an extension is that of a file already, and so is that of a folder.
    let path = if name.contains('.') || loader.exists(Path::new(name)) {
        format!("./{name}")
    } else {
        format!("./{name}.toml")
    };
    match near_shipped(name, loader) {
        _ if name.is_empty() => "`threefold list` shows the shipped rulebooks".to_owned(),
        Some(near) => format!("did you mean `{near}`? a file of your own is named by its path: `{path}`"),
        None => {
            format!("`threefold list` shows the shipped rulebooks; a file of your own is named by its path: `{path}`")
        }
    }
}

/// Returns the bytes of a file.
pub fn fetch(location: &Location, loader: &dyn Loader) -> Result<Vec<u8>, LocateError> {
    match location {
        Location::Shipped(slug) => match loader.shipped(slug) {
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => {
                Err(LocateError { message: format!("the catalog has no `{slug}`"), help: Some(hint(slug, loader)) })
            }
        },
        Location::Path(path) => loader.read(path).map_err(|why| LocateError {
            message: format!("`{}` cannot be read: {why}", path.display()),
            help: Some(match path.extension() {
                Some(_) => "write the path of a file that you can read; `threefold list` shows the shipped rulebooks"
                    .to_owned(),
                None => match near_shipped(&path.to_string_lossy(), loader) {
                    Some(near) => format!("did you mean the shipped `{near}`? names of files end in `.toml`"),
                    None => {
                        "names of rulebook files end in `.toml`; `threefold list` shows the shipped ones".to_owned()
                    }
                },
            }),
        }),
        Location::Text(name) => Err(LocateError {
            message: format!("`{name}` has no text"),
            help: Some("give a path, like `./own.toml`".to_owned()),
        }),
    }
}

/// Normalizes a path: removes `.` and resolves `..`.
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
