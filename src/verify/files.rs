//! Finding cases: in a file, in a folder, or on standard input.
//!
//! Input: paths, as a person wrote them. Output: [`FoundFiles`]: the texts of the cases in order, the files
//! skipped, and the files that cannot be read. The top-level keys tell a case from a rulebook.
//! Folders are walked recursively, without names that start with a dot.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::case::{Nature, nature};
use crate::load::{MAX_BYTES, in_words, read_file};
use crate::sorting::CompactSort;

/// The text of a case and its origin.
#[derive(Clone, Debug)]
pub struct CaseFile {
    /// Path as the person wrote it; `-` for standard input.
    pub name: String,
    /// Path of the file; `None` for standard input.
    pub path: Option<PathBuf>,
    /// The complete text.
    pub text: String,
}

/// The result of a search for cases.
#[derive(Clone, Debug, Default)]
pub struct FoundFiles {
    /// Cases in the order of the paths; within a folder, in order of their paths.
    pub cases: Vec<CaseFile>,
    /// Files in folders that are neither cases nor rulebooks.
    pub skipped: Vec<String>,
    /// Files that cannot be read, each with the reason.
    pub unreadable: Vec<(String, String)>,
}

/// Finds the cases that paths name. `input` reads standard input for the path `-`.
pub fn find(paths: &[String], input: &mut dyn FnMut() -> Result<Vec<u8>, String>) -> FoundFiles {
    let mut found = FoundFiles::default();
    let mut seen = BTreeSet::new();
    for name in paths {
        if name == "-" {
            if seen.insert(PathBuf::from("-")) {
                let text = input().and_then(utf8);
                found.add(name, None, text);
            }
            continue;
        }
        let path = Path::new(name);
        if !path.is_dir() {
            if seen.insert(real(path)) {
                found.add(name, Some(path), read(path));
            }
            continue;
        }
        let before = (found.cases.len(), found.unreadable.len());
        for file in walk(path, &mut found.unreadable) {
            found.add_folder(&file, &mut seen);
        }
        if before == (found.cases.len(), found.unreadable.len()) {
            let why = match before {
                (0, 0) => "this folder contains no case",
                _ => "this folder contains no case that is not already in the list",
            };
            found.unreadable.push((name.clone(), why.to_owned()));
        }
    }
    found
}

/// Returns the one path that all names of a file have in common.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

impl FoundFiles {
    fn add(&mut self, name: &str, path: Option<&Path>, text: Result<String, String>) {
        match text {
            Ok(text) => {
                self.cases.push(CaseFile { name: name.to_owned(), path: path.map(Path::to_path_buf), text });
            }
            Err(why) => self.unreadable.push((name.to_owned(), why)),
        }
    }
    /// Adds a file of a folder if it is a case. Ignores rulebooks, and lists other files as
    /// skipped.
    fn add_folder(&mut self, path: &Path, seen: &mut BTreeSet<PathBuf>) {
        if !seen.insert(real(path)) {
            return;
        }
        let name = path.display().to_string();
        let text = read(path);
        match text.as_deref().map(nature) {
            Ok(Nature::Rulebook) => {}
            Ok(Nature::Neither) => self.skipped.push(name),
            // A file that is not valid TOML may be meant as a case: report its error as one.
            Ok(Nature::Case | Nature::Broken) | Err(_) => self.add(&name, Some(path), text),
        }
    }
}

/// Returns all `.toml` files in a folder and its subfolders, sorted by path.
fn walk(folder: &Path, unreadable: &mut Vec<(String, String)>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(at) = open.pop() {
        let entries = match std::fs::read_dir(&at) {
            Ok(entries) => entries,
            Err(error) => {
                unreadable.push((at.display().to_string(), in_words(&error)));
                continue;
            }
        };
        for entry in entries.flatten().filter(|it| !it.file_name().to_string_lossy().starts_with('.')) {
            let path = entry.path();
            // Do not follow symbolic links to folders: they may lead back here.
            if entry.file_type().is_ok_and(|it| it.is_dir()) {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == "toml") && path.is_file() {
                files.push(path);
            }
        }
    }
    files.compact_sort_by(Ord::cmp);
    files
}

fn read(path: &Path) -> Result<String, String> {
    utf8(read_file(path)?)
}

fn utf8(bytes: Vec<u8>) -> Result<String, String> {
    if bytes.len() > MAX_BYTES {
        return Err(format!("it is larger than {MAX_BYTES} bytes"));
    }
    String::from_utf8(bytes).map_err(|it| {
        let valid = &it.as_bytes()[..it.utf8_error().valid_up_to()];
        format!("line {} is not UTF-8", valid.iter().filter(|it| **it == b'\n').count() + 1)
    })
}
