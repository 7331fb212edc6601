//! Atomic file writes for commands.
//!
//! Input: a path, the bytes, and whether an existing file may be replaced. Output: the file, or a message that says
//! why it was not written. The bytes go to a temporary file in the same folder, which is renamed once it is
//! complete. Symbolic links are followed; only regular files are written. Does not know what the bytes mean.

use std::fs::{Metadata, OpenOptions, Permissions};
use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::CliError;
use crate::load::in_words;

/// Maximum number of symbolic links to follow, as on Linux.
const LINKS: usize = 40;

/// The reason why a file was not written.
#[derive(Debug)]
pub(super) enum Refused {
    /// A regular file exists, and may not be replaced.
    Exists,
    /// Something else than a regular file exists: its kind, with an article.
    Kind(&'static str),
    /// The operating system reports an error.
    System(Error),
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Refused::System(error)
    }
}

impl Refused {
    /// Returns the message for the user; `help` says what to do if the file exists.
    pub fn message(&self, name: &str, help: &str) -> String {
        match self {
            Refused::Exists => format!("`{name}` already exists\n  = help: {help}"),
            Refused::Kind(kind) => format!(
                "`{name}` is {kind}, not a regular file\n  = help: give the name of a regular file or of a new one"
            ),
            Refused::System(error) => {
                let (reason, help) = match missing_folder(Path::new(name)) {
                    Some(folder) => {
                        let folder = folder.display().to_string();
                        let help = format!("create it with `mkdir {}`, or give another name", shell_word(&folder));
                        (format!("there is no folder `{folder}`"), help)
                    }
                    None => (reason(error), "give the name of a file in a folder in which you may write".to_owned()),
                };
                format!("`{name}` cannot be written: {reason}\n  = help: {help}")
            }
        }
    }

    /// Returns the message as the error of a command.
    pub fn error(&self, name: &str, help: &str) -> CliError {
        CliError::Usage(format!("error: {}", self.message(name, help)))
    }
}

/// Writes a complete file or nothing. Follows symbolic links, even to a file that does not exist yet. A replaced file
/// keeps its permissions.
///
/// # Errors
/// Fails if a file exists and may not be replaced, if something else than a regular file exists, or if the operating
/// system reports an error.
pub(super) fn write(path: &Path, bytes: &[u8], may_replace: bool) -> Result<(), Refused> {
    let path = &target(path)?;
    let old = check(path, may_replace)?;
    let (part, mut file) = fresh(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| name(&part, path, old));
    // After a rename, the temporary file no longer exists.
    let _ = std::fs::remove_file(&part);
    match written {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(Refused::Exists),
        other => other.map_err(Refused::System),
    }
}

/// Returns the permissions of the file that would be written, or `None` if it does not exist yet. A command that takes
/// long calls this first.
///
/// # Errors
/// Fails if the file may not be written, for the same reasons as [`write`].
pub(super) fn check(path: &Path, may_replace: bool) -> Result<Option<Permissions>, Refused> {
    match path.metadata() {
        Ok(found) if !found.is_file() => Err(Refused::Kind(kind(&found))),
        Ok(_) if !may_replace => Err(Refused::Exists),
        Ok(found) if found.permissions().readonly() => {
            Err(Error::new(ErrorKind::PermissionDenied, "it is read-only").into())
        }
        Ok(found) => Ok(Some(found.permissions())),
        // A command that takes long should not find out at its end.
        Err(error) if error.kind() == ErrorKind::NotFound && missing_folder(path).is_none() => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Returns the folder of a file if it does not exist.
fn missing_folder(path: &Path) -> Option<&Path> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty())?;
    (!folder.exists()).then_some(folder)
}

/// Returns why a file cannot be written. An error of this program has words of its own.
pub(super) fn reason(error: &Error) -> String {
    if error.raw_os_error().is_some() { in_words(error) } else { error.to_string() }
}

/// Returns a name as one word of a command line, in quotes if need be.
pub(super) fn shell_word(name: &str) -> String {
    match name {
        it if it.contains(['"', '$', '`']) => format!("'{}'", it.replace('\'', "'\\''")),
        it if it.contains([' ', '\'', '&', ';', '(', '|', '<', '>', '*', '?', '#']) => format!("\"{it}\""),
        it => it.to_owned(),
    }
}

/// Returns the path of a rulebook as a command takes it: a single word would be searched in the catalog.
pub(super) fn rulebook_word(path: &str) -> String {
    let is_path = path.ends_with(".toml") || path.starts_with('.') || path.contains('/');
    shell_word(&if is_path { path.to_owned() } else { format!("./{path}") })
}

/// Gives the temporary file its final name, and replaces the old file if there is one.
fn name(part: &Path, path: &Path, old: Option<Permissions>) -> Result<(), Error> {
    if let Some(permissions) = old {
        std::fs::set_permissions(part, permissions)?;
        return std::fs::rename(part, path);
    }
    // A hard link fails if the name exists; file systems without links use a rename.
    match std::fs::hard_link(part, path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists && path.symlink_metadata().is_err() => {
            std::fs::rename(part, path)
        }
        other => other,
    }
}

/// Resolves symbolic links in a path, whose last part need not exist.
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
    Err(Error::other("its symbolic links form a cycle"))
}

/// Creates a new temporary file next to another file.
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

/// Names the kind of something that is not a regular file.
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
    "a special file"
}
