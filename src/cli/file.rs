//! Writes files for commands: whole or not at all, through links, and only regular files.
//!
//! In: a path, the bytes, and whether a file that is there may be replaced. Out: the file, or
//! a message that says why there is none. The bytes go to a new file in the same folder, which
//! gets the right name only when everything is in it. Refuses to know what the bytes mean.

use std::fs::{Metadata, OpenOptions, Permissions};
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::CliError;

/// Maximum number of symbolic links that are followed, as on Linux.
const LINKS: usize = 40;

/// Why a file was not written.
#[derive(Debug)]
pub(super) enum Refused {
    /// A regular file is there, and may not be replaced.
    Exists,
    /// Something is there that is no regular file: its kind, with an article.
    Kind(&'static str),
    /// The system refused.
    System(Error),
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Refused::System(error)
    }
}

impl Refused {
    /// The message for the person who named the file; `help` says what to do about a file that is there.
    pub fn message(&self, name: &str, help: &str) -> String {
        match self {
            Refused::Exists => format!("`{name}` is there already\n  = help: {help}"),
            Refused::Kind(kind) => format!(
                "`{name}` is {kind}, and only regular files are written\n  = help: name a regular file or a new one"
            ),
            Refused::System(error) => format!("`{name}` cannot be written: {error}"),
        }
    }

    /// The message as the answer of a command.
    pub fn error(&self, name: &str, help: &str) -> CliError {
        CliError::Usage(format!("error: {}", self.message(name, help)))
    }
}

/// Writes a file whole or not at all. Symbolic links stay and lead to the file that is written,
/// also where that file is not there yet. A file that is replaced keeps its permissions.
///
/// # Errors
/// When a file is there and may not be replaced, when something else than a regular file is
/// there, or when the system refuses.
pub(super) fn write(path: &Path, bytes: &[u8], may_replace: bool) -> Result<(), Refused> {
    let path = &target(path)?;
    let old = match path.metadata() {
        Ok(found) if !found.is_file() => return Err(Refused::Kind(kind(&found))),
        Ok(_) if !may_replace => return Err(Refused::Exists),
        Ok(found) if found.permissions().readonly() => {
            return Err(Error::new(ErrorKind::PermissionDenied, "it is read-only").into());
        }
        Ok(found) => Some(found.permissions()),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    let (part, mut file) = fresh(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| name(&part, path, old));
    // Gone already where it was renamed.
    let _ = std::fs::remove_file(&part);
    match written {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(Refused::Exists),
        other => other.map_err(Refused::System),
    }
}

/// CheckBy the written file its name: over the old one, or where there is none.
fn name(part: &Path, path: &Path, old: Option<Permissions>) -> Result<(), Error> {
    if let Some(permissions) = old {
        std::fs::set_permissions(part, permissions)?;
        return std::fs::rename(part, path);
    }
    // A second name is given only where none is; a file system without links renames.
    match std::fs::hard_link(part, path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists && path.symlink_metadata().is_err() => {
            std::fs::rename(part, path)
        }
        other => other,
    }
}

/// The path to which symbolic links lead; its last part need not be there.
fn target(path: &Path) -> Result<PathBuf, Error> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        if !path.symlink_metadata().is_ok_and(|it| it.is_symlink()) {
            return match path.file_name() {
                Some(_) => Ok(path),
                None => path.canonicalize(),
            };
        }
        let to = std::fs::read_link(&path)?;
        path = path.parent().unwrap_or(Path::new("")).join(to);
    }
    Err(Error::other("its symbolic links lead in a circle"))
}

/// A new file beside another, under a name that nothing has.
fn fresh(path: &Path) -> Result<(PathBuf, std::fs::File), Error> {
    let mut number = 0;
    loop {
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(format!(".{}-{number}.part", std::process::id()));
        let part = path.with_file_name(name);
        match OpenOptions::new().write(true).create_new(true).open(&part) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && number < 100 => number += 1,
            other => return other.map(|file| (part, file)),
        }
    }
}

/// What is there that is no regular file.
fn kind(found: &Metadata) -> &'static str {
    if found.is_dir() {
        return "a directory";
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let it = found.file_type();
        if it.is_fifo() {
            return "a named pipe";
        }
        if it.is_socket() {
            return "a socket";
        }
        if it.is_char_device() || it.is_block_device() {
            return "a device";
        }
    }
    "no regular file"
}
