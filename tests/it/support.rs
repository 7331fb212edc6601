//! What several tests share: where the project lies, which files a folder holds, how
//! much may be spent, and a small seeded generator. Knows no rule.

use std::path::{Path, PathBuf};

/// The folder that holds `Cargo.toml`.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Whether `THREEFOLD_SLOW=1` asks for everything.
pub fn is_slow() -> bool {
    std::env::var("THREEFOLD_SLOW").is_ok_and(|it| it == "1")
}

/// All files under a folder whose names end in `.extension`, in order of path.
pub fn files_under(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(at) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&at) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
