//! The one file that may be written, and those that it extends.
//!
//! In: the path that was given when the server was started. Out: its text, and the same
//! saved; the files that a text names as its parents. What comes from the page cannot make
//! it read elsewhere: a parent lies in the folder of the file or below it, or is one that
//! the saved file extends already, and its name ends in `.toml`.

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
use crate::serve::games::lock;
use crate::serve::store::write_whole;

/// The file.
#[derive(Debug)]
pub struct EditedFile {
    /// As it was given.
    pub name: String,
    /// Where it really is: a link is written through.
    path: PathBuf,
    /// Its folder.
    folder: PathBuf,
    /// What the saved file extends, as the disk calls it.
    parents: BTreeSet<PathBuf>,
    /// One writes at a time.
    writing: Mutex<()>,
}

impl EditedFile {
    /// Opens a file that is there.
    pub fn open(name: &str) -> Result<Self, String> {
        let cannot = |it: std::io::Error| format!("`{name}` cannot be read: {it}");
        let path = fs::canonicalize(name).map_err(cannot)?;
        if !path.is_file() {
            return Err(format!("`{name}` is not a file"));
        }
        String::from_utf8(bytes_of(&path).map_err(cannot)?).map_err(|_| format!("`{name}` is not UTF-8"))?;
        let folder = path.parent().map_or_else(PathBuf::new, Path::to_owned);
        let files = check(Input::Name(name)).sources.files;
        let parents = files.iter().filter_map(|it| fs::canonicalize(&it.name).ok()).collect();
        Ok(Self { name: name.to_owned(), path, folder, parents, writing: Mutex::default() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its text now; empty where it has gone.
    pub fn text(&self) -> String {
        bytes_of(&self.path).ok().map_or_else(String::new, |it| String::from_utf8_lossy(&it).into_owned())
    }

    /// What its text is like now.
    pub fn stamp(&self) -> String {
        stamp(&self.text())
    }

    /// Whether it may be written.
    pub fn is_writable(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|it| !it.permissions().readonly())
    }

    /// Writes a text over the one of that stamp, whole or not at all.
    pub fn save(&self, text: &str, over: &str) -> Result<String, HttpError> {
        if text.len() > MAX_BYTES {
            return Err(HttpError::new(413, "too-large", format!("a rulebook has no more than {MAX_BYTES} bytes")));
        }
        let _writing = lock(&self.writing);
        let now = self.text();
        if stamp(&now) != over {
            return Err(HttpError::new(409, "changed-elsewhere", format!("`{}` was changed elsewhere", self.name))
                .help("look at what it holds now, then save again")
                .more("stamp", json!(stamp(&now)))
                .more("text", json!(now)));
        }
        write_whole(&self.path, text.as_bytes()).map_err(|it| {
            HttpError::new(507, "cannot-save", format!("`{}` cannot be written: {it}", self.name))
                .help("nothing was changed; the text is still here")
        })?;
        Ok(stamp(text))
    }

    /// Whether a path out of a text may be read.
    fn may_read(&self, path: &Path) -> Result<PathBuf, String> {
        let is_rulebook = path.extension().is_some_and(|it| it == "toml");
        let real = fs::canonicalize(path).map_err(|_| "there is no such file".to_owned())?;
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

/// What a text is like.
pub fn stamp(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().take(12).map(|it| format!("{it:02x}")).collect()
}

/// One byte more than a file may have is enough to see that it is too large.
fn bytes_of(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
