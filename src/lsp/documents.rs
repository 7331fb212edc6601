//! The open documents, and the files behind them.
//!
//! Contains [`Documents`], the [`OpenLoader`] that reads open documents before files, and the
//! conversion between URIs and paths. Input: URIs and texts. Output: locations and [`FileView`]s. Never
//! writes to the disk. Does not know findings.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::text::{DocumentText, Encoding};
use crate::catalog::Catalog;
use crate::definition::load::{Loader, Location, Resolved, load};
use crate::diagnostic::{Diagnostics, Sources};
use crate::load::read_file;

/// The texts of open documents that are files.
pub(super) type OpenTexts = Arc<BTreeMap<PathBuf, Arc<str>>>;

/// A document that the editor has open.
#[derive(Clone, Debug)]
pub(super) struct OpenDocument {
    /// The text with its lines.
    pub text: DocumentText,
    /// The number of the text, which the editor chooses.
    pub version: Option<i64>,
    /// The path of the file, or the URI if it is no file.
    pub location: Location,
}

/// All open documents, by URI.
#[derive(Debug, Default)]
pub(super) struct Documents {
    all: BTreeMap<String, OpenDocument>,
    /// The unit of columns.
    pub encoding: Encoding,
}

impl Documents {
    /// Adds a document, or replaces its text.
    pub fn set(&mut self, uri: &str, text: DocumentText, version: Option<i64>) {
        let location = path_of(uri).map_or_else(|| Location::Text(uri.to_owned()), Location::Path);
        self.all.insert(uri.to_owned(), OpenDocument { text, version, location });
    }

    /// Removes a document.
    pub fn close(&mut self, uri: &str) {
        self.all.remove(uri);
    }

    /// Returns a document.
    pub fn get(&self, uri: &str) -> Option<&OpenDocument> {
        self.all.get(uri)
    }

    /// Returns all documents with their URIs.
    pub fn iter(&self) -> impl Iterator<Item = (&String, &OpenDocument)> {
        self.all.iter()
    }

    /// Returns the texts of all documents that are files.
    pub fn texts(&self) -> OpenTexts {
        let texts = self.all.values().filter_map(|it| match &it.location {
            Location::Path(path) => Some((path.clone(), it.text.text.clone())),
            _ => None,
        });
        Arc::new(texts.collect())
    }

    /// Reads a document with its parents, without checking it.
    pub fn view(&self, uri: &str) -> Option<FileView> {
        let document = self.get(uri)?;
        let loader = OpenLoader::new(self.texts());
        let (mut sources, mut quiet) = (Sources::default(), Diagnostics::default());
        let text = document.text.text.as_bytes().to_vec();
        let resolved = load(document.location.clone(), Some(text), &loader, &mut sources, &mut quiet)?;
        Some(FileView { sources, resolved })
    }
}

/// A file with its parents merged in.
#[derive(Debug)]
pub(super) struct FileView {
    /// The files that were read, starting with the document.
    pub sources: Sources,
    /// All headers of these files.
    pub resolved: Resolved,
}

impl FileView {
    /// Returns the merged contents of the parents, those of the last parent first.
    pub fn parents(&self) -> Vec<&Resolved> {
        let mut layers: Vec<_> =
            self.resolved.lineage.as_deref().map_or_else(Vec::new, |it| it.parents().map(|it| it.1).collect());
        layers.reverse();
        layers
    }
}

/// Reads open documents first, then the disk, and the catalog.
#[derive(Debug)]
pub(super) struct OpenLoader {
    texts: OpenTexts,
    /// The paths that were read.
    pub reads: RefCell<BTreeSet<PathBuf>>,
}

impl OpenLoader {
    /// Creates a loader for these documents.
    pub fn new(texts: OpenTexts) -> Self {
        Self { texts, reads: RefCell::default() }
    }
}

impl Loader for OpenLoader {
    fn slugs(&self) -> Vec<&str> {
        Catalog.slugs()
    }
    fn shipped(&self, slug: &str) -> Option<&str> {
        Catalog.shipped(slug)
    }
    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        self.reads.borrow_mut().insert(path.to_path_buf());
        match self.texts.get(path) {
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => read_file(path),
        }
    }
}

/// Returns the path of a `file` URI.
pub(super) fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::with_capacity(path.len());
    let mut left = path.bytes();
    while let Some(byte) = left.next() {
        let digit = |it: Option<u8>| it.and_then(|it| char::from(it).to_digit(16));
        match byte {
            b'%' => bytes.push((digit(left.next())? * 16 + digit(left.next())?) as u8),
            other => bytes.push(other),
        }
    }
    let text = String::from_utf8(bytes).ok()?;
    // `/C:/games/x.toml` is a path with a drive.
    let is_drive = cfg!(windows) && text.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if is_drive { &text[1..] } else { &text }))
}

/// Returns the `file` URI of a path.
pub(super) fn uri_of(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', if cfg!(windows) { "/" } else { "\\" });
    let mut uri = format!("file://{}", if text.starts_with('/') { "" } else { "/" });
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => uri.push(char::from(byte)),
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    uri
}
