//! The reasons why a server does not start.
//!
//! Contains [`BindError`]. Input: the error of a port, a folder or a file. Output: a sentence with
//! its place. Does not know requests.

use std::io::Error;
use std::path::PathBuf;

use crate::definition::load::LocateError;

/// The reason why a server does not start. An error of the system is its `source`, which `Display` leaves out.
///
/// [`serve`](crate::serve) has an example.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BindError {
    /// The port cannot be bound.
    #[error("the port cannot be used")]
    Port(#[source] Error),
    /// The options name a rulebook that does not exist.
    #[error(transparent)]
    UnknownVariant(LocateError),
    /// The rulebook file cannot be read.
    #[error("`{name}` cannot be read")]
    Unreadable {
        /// Path of the file, as given.
        name: String,
        /// The error of the file system.
        source: Error,
    },
    /// The path of the rulebook leads to something else, such as a folder.
    #[error("`{name}` is not a file")]
    NotAFile {
        /// The path as given.
        name: String,
    },
    /// The rulebook file is not text.
    #[error("`{name}` is not UTF-8")]
    NotUtf8 {
        /// Path of the file, as given.
        name: String,
    },
    /// The folder of games cannot be created or written.
    #[error("the folder of games `{}` cannot be used", folder.display())]
    Games {
        /// Path of the folder.
        folder: PathBuf,
        /// The error of the file system.
        source: Error,
    },
    /// The folder of games cannot store the secret from which the keys of seats are derived.
    #[error("the folder of games `{}` cannot store the secret of its links", folder.display())]
    Secret {
        /// Path of the folder.
        folder: PathBuf,
        /// The error of the file system.
        source: Error,
    },
}
