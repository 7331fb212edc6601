//! The edited file, and the files that it extends.
//!
//! Input: the path given at startup. Output: the text of the file, saved edits, and the files that
//! a text extends. A request cannot read any other file. A parent must end in `.toml`. It must be
//! in the folder of the file or below it, or be extended by the saved file already. Does not know
//! the language of rulebooks.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde_json::json;
use sha2::{Digest, Sha256};

use crate::catalog::Catalog;
use crate::definition::load::{Loader, MAX_BYTES};
use crate::http::HttpError;
use crate::load::{Input, check};
use crate::serve::BindError;
use crate::serve::games::lock;
use crate::serve::store::write_whole;

/// The edited file.
#[derive(Debug)]
pub struct EditedFile {
    /// The path as given at startup.
    pub name: String,
    /// The resolved path. Symbolic links are followed.
    path: PathBuf,
    /// The folder that contains the file.
    folder: PathBuf,
    /// Resolved paths of the files that the saved text extends.
    parents: BTreeSet<PathBuf>,
    /// Held while the file is written.
    writing: Mutex<()>,
}

impl EditedFile {
    /// Opens an existing file.
    ///
    /// # Errors
    ///
    /// Returns the reason if the file cannot be read.
    pub fn open(name: &str) -> Result<Self, BindError> {
        let cannot = |source: std::io::Error| BindError::Unreadable { name: name.to_owned(), source };
        let path = fs::canonicalize(name).map_err(cannot)?;
        if !path.is_file() {
            return Err(BindError::NotAFile { name: name.to_owned() });
        }
        String::from_utf8(bytes_of(&path).map_err(cannot)?)
            .map_err(|_| BindError::NotUtf8 { name: name.to_owned() })?;
        let folder = path.parent().map_or_else(PathBuf::new, Path::to_owned);
        let files = check(Input::Name(name)).sources.files;
        let parents = files.iter().filter_map(|it| fs::canonicalize(&it.name).ok()).collect();
        Ok(Self { name: name.to_owned(), path, folder, parents, writing: Mutex::default() })
    }

    /// Returns the resolved path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the current text. Empty if the file is gone.
    pub fn text(&self) -> String {
        bytes_of(&self.path).ok().map_or_else(String::new, |it| String::from_utf8_lossy(&it).into_owned())
    }

    /// Returns the stamp of the current text.
    pub fn stamp(&self) -> String {
        stamp(&self.text())
    }

    /// Reports whether the file is writable.
    pub fn is_writable(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|it| !it.permissions().readonly())
    }

    /// Replaces the text that has the stamp `over`, atomically.
    ///
    /// # Errors
    ///
    /// Returns an error if the file has changed meanwhile or cannot be written.
    pub fn save(&self, text: &str, over: &str) -> Result<String, HttpError> {
        if text.len() > MAX_BYTES {
            return Err(HttpError::new(413, "too-large", format!("a rulebook may have at most {MAX_BYTES} bytes")));
        }
        let _writing = lock(&self.writing);
        let now = self.text();
        if stamp(&now) != over {
            return Err(HttpError::new(
                409,
                "changed-elsewhere",
                format!("another program has changed `{}`", self.name),
            )
            .help("compare your text with the file, then save again")
            .more("stamp", json!(stamp(&now)))
            .more("text", json!(now)));
        }
        write_whole(&self.path, text.as_bytes()).map_err(|it| {
            HttpError::new(507, "cannot-save", format!("`{}` cannot be written: {it}", self.name))
                .help("the file is unchanged, and your text is still in the editor")
        })?;
        Ok(stamp(text))
    }

    /// Resolves a path from a text.
    ///
    /// # Errors
    ///
    /// Returns a sentence if the path may not be read.
    fn may_read(&self, path: &Path) -> Result<PathBuf, String> {
        let is_rulebook = path.extension().is_some_and(|it| it == "toml");
        let real = fs::canonicalize(path).map_err(|_| "the file does not exist".to_owned())?;
        if is_rulebook && (real.starts_with(&self.folder) || self.parents.contains(&real)) {
            return Ok(real);
        }
        Err("the page reads only rulebooks in the folder of the file that it was given, and those that this file \
             extended when the server was started"
            .to_owned())
    }
}

impl Loader for EditedFile {
    fn slugs(&self) -> Vec<&str> {
        Catalog.slugs()
    }
    fn shipped(&self, slug: &str) -> Option<&str> {
        Catalog.shipped(slug)
    }
    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        bytes_of(&self.may_read(path)?).map_err(|it| it.to_string())
    }
}

/// Returns the hash by which two texts are compared.
pub fn stamp(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().take(12).map(|it| format!("{it:02x}")).collect()
}

/// Reads a file up to one byte beyond the limit, which is enough to notice that it is too large.
fn bytes_of(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
