//! The folder of games: each a record, written whole or not at all.
//!
//! In: an id and a text. Out: the same text, after whatever happened in between: it is
//! written beside, brought to the disk, and only then given its name. Also keeps the
//! rulebooks that games were played by whose files may change. Knows no record from
//! another text; an id is letters and digits, so that it names nothing outside the folder.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// So long may a file of the folder be.
const MAX_BYTES: u64 = 2 << 20;
/// So many games are kept; a new one is refused beyond.
pub const MAX_GAMES: usize = 10_000;

/// The folder.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// A game that is kept.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Its id.
    pub id: String,
    /// When it was last written.
    pub changed: SystemTime,
}

impl Store {
    /// Opens a folder, and makes it where it is not there.
    pub fn open(folder: &Path) -> Result<Self, String> {
        let told = |it: std::io::Error| format!("the folder of games `{}` cannot be used: {it}", folder.display());
        fs::create_dir_all(folder).map_err(told)?;
        let store = Self { folder: folder.to_owned() };
        // Better said now than after the first move.
        let probe = store.folder.join(format!(".probe-{}", std::process::id()));
        fs::write(&probe, b"").and_then(|()| fs::remove_file(&probe)).map_err(told)?;
        Ok(store)
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn game(&self, id: &str) -> PathBuf {
        self.folder.join(format!("game-{id}.txt"))
    }

    fn rulebook(&self, hash: &str) -> PathBuf {
        self.folder.join(format!("rulebook-{hash}.toml"))
    }

    /// The text of a game; `None` where there is none.
    pub fn read(&self, id: &str) -> Option<String> {
        if is_id(id) { read(&self.game(id)) } else { None }
    }

    /// Writes a game.
    pub fn write(&self, id: &str, text: &str) -> std::io::Result<()> {
        self.put(&self.game(id), text)
    }

    /// Whether there is such a game.
    pub fn has(&self, id: &str) -> bool {
        self.game(id).exists()
    }

    /// The games, the newest first.
    pub fn all(&self) -> Vec<Kept> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let kept = entries.filter_map(|it| {
            let name = it.file_name().into_string().ok()?;
            let id = name.strip_prefix("game-")?.strip_suffix(".txt").filter(|it| is_id(it))?;
            let changed = it.metadata().ok().filter(fs::Metadata::is_file)?.modified().ok()?;
            Some(Kept { id: id.to_owned(), changed })
        });
        let mut all: Vec<Kept> = kept.collect();
        all.sort_by(|a, b| (b.changed, &a.id).cmp(&(a.changed, &b.id)));
        all
    }

    /// The whole rulebook of a hash, where a game needed it to be kept.
    pub fn rulebook_text(&self, hash: &str) -> Option<String> {
        if is_hash(hash) { read(&self.rulebook(hash)) } else { None }
    }

    /// Keeps a rulebook.
    pub fn keep_rulebook(&self, hash: &str, text: &str) -> std::io::Result<()> {
        let path = self.rulebook(hash);
        if !is_hash(hash) || path.exists() { Ok(()) } else { self.put(&path, text) }
    }

    fn put(&self, path: &Path, text: &str) -> std::io::Result<()> {
        write_whole(path, text.as_bytes())
    }
}

/// Writes a file whole or not at all: beside it, to the disk, then under its name.
pub fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let part = folder.join(format!(".{name}.part"));
    let write = || {
        let mut file = File::create(&part)?;
        file.write_all(bytes)?;
        if let Ok(old) = fs::metadata(path) {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&part, path)
    };
    let written = write();
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    // The name is in the folder, which has to reach the disk, too; not every system lets it.
    if let (Ok(()), Ok(folder)) = (&written, File::open(folder)) {
        let _ = folder.sync_all();
    }
    written
}

/// Whether a text is an id of a game.
pub fn is_id(text: &str) -> bool {
    (1..=16).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit())
}

fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|it| it.is_ascii_hexdigit())
}

fn read(path: &Path) -> Option<String> {
    let mut text = String::new();
    let file = File::open(path).ok()?;
    let length = file.take(MAX_BYTES + 1).read_to_string(&mut text).ok()?;
    (length as u64 <= MAX_BYTES).then_some(text)
}
