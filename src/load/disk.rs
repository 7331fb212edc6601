//! The files of the catalog and of the disk.
//!
//! Input: a slug or a path. Output: the text or the bytes of a file, or why it cannot be read. Does not know what files
//! contain.

use std::io::Read;
use std::path::Path;

use crate::catalog::Catalog;
use crate::definition::load::{Loader, MAX_BYTES};

/// A loader for the catalog and the disk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Disk;

impl Loader for Disk {
    fn slugs(&self) -> Vec<&str> {
        Catalog.slugs()
    }
    fn shipped(&self, slug: &str) -> Option<&str> {
        Catalog.shipped(slug)
    }
    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        read_file(path)
    }
    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }
}

/// Returns the reason why a file cannot be read, without the number of the system's error.
pub(crate) fn in_words(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission is denied".to_owned(),
        std::io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        std::io::ErrorKind::AlreadyExists => "a file of this name exists".to_owned(),
        std::io::ErrorKind::AddrInUse => "another program uses it".to_owned(),
        _ => match error.raw_os_error() {
            Some(number) => error.to_string().replace(&format!(" (os error {number})"), ""),
            None => error.to_string(),
        },
    }
}

/// Reads a file, up to one byte more than the maximum size. Returns a message if it is unreadable.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    let kind = std::fs::metadata(path).map_err(|it| in_words(&it))?.file_type();
    if kind.is_dir() {
        return Err("it is a directory".to_owned());
    }
    // Opening a named pipe waits until something is written. The shell opens those of its own under `/dev`.
    if !kind.is_file() && !path.starts_with("/dev") && !path.starts_with("/proc") {
        return Err("it is not a regular file".to_owned());
    }
    let file = std::fs::File::open(path).map_err(|it| in_words(&it))?;
    // One byte more than the maximum is enough to detect a file that is too large.
    let mut bytes = Vec::new();
    file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(|it| in_words(&it))?;
    Ok(bytes)
}
