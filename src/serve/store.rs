//! The folder of games: each a record, written whole or not at all.
//!
//! In: an id and a text. Out: the same text, after whatever happened in between: it is
//! written beside, brought to the disk, and only then given its name. Also keeps the
//! rulebooks that games were played by whose files may change. Knows no record from
//! another text; an id is letters and digits, so that it names nothing outside the folder.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

/// So long may a file of the folder be.
const MAX_BYTES: u64 = 2 << 20;
/// So many games are kept; a new one is refused beyond.
pub const MAX_GAMES: usize = 10_000;

/// Numbers the temporary files of this process.
static PARTS: AtomicU64 = AtomicU64::new(0);

/// The folder.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// A game that is kept.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its id.
    pub id: String,
    /// When it was last written.
    pub changed: SystemTime,
    /// Its length in bytes.
    pub length: u64,
}

/// Holds the folder for one process at a time: another server on the same folder waits.
#[derive(Debug)]
pub struct FolderLock(#[expect(dead_code, reason = "the lock ends when the file is closed")] File);

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

    /// Locks the folder against other servers until the answer is dropped.
    ///
    /// # Errors
    /// If the lock file cannot be opened.
    pub fn lock(&self) -> std::io::Result<FolderLock> {
        let file = File::options().create(true).truncate(false).write(true).open(self.folder.join(".lock"))?;
        // Some file systems have no locks: there the comparison before each write has to do.
        let _ = file.lock();
        Ok(FolderLock(file))
    }

    /// The text of a game; `None` if there is no such game.
    ///
    /// # Errors
    /// A sentence that says why a record that exists cannot be read.
    pub fn read(&self, id: &str) -> Result<Option<String>, String> {
        if is_id(id) { read(&self.game(id)) } else { Ok(None) }
    }

    /// Removes a game.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn delete(&self, id: &str) -> std::io::Result<()> {
        if is_id(id) { fs::remove_file(self.game(id)) } else { Ok(()) }
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
    pub fn all(&self) -> Vec<StoredGame> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let kept = entries.filter_map(|it| {
            let name = it.file_name().into_string().ok()?;
            let id = name.strip_prefix("game-")?.strip_suffix(".txt").filter(|it| is_id(it))?;
            let about = it.metadata().ok().filter(fs::Metadata::is_file)?;
            Some(StoredGame { id: id.to_owned(), changed: about.modified().ok()?, length: about.len() })
        });
        let mut all: Vec<StoredGame> = kept.collect();
        all.sort_by(|a, b| (b.changed, &a.id).cmp(&(a.changed, &b.id)));
        all
    }

    /// The whole rulebook of a hash, where a game needed it to be kept.
    pub fn rulebook_text(&self, hash: &str) -> Option<String> {
        if is_hash(hash) { read(&self.rulebook(hash)).ok().flatten() } else { None }
    }

    /// Keeps a rulebook.
    pub fn keep_rulebook(&self, hash: &str, text: &str) -> std::io::Result<()> {
        let path = self.rulebook(hash);
        if !is_hash(hash) || path.exists() { Ok(()) } else { self.put(&path, text) }
    }

    /// The secret of the folder: read, or made by `new` and kept.
    ///
    /// # Errors
    /// If it can be neither read nor written.
    pub fn secret(&self, new: &dyn Fn() -> String) -> std::io::Result<String> {
        let path = self.folder.join(".secret");
        // Two servers that start at once use the same one.
        let _folder = self.lock()?;
        if let Ok(Some(text)) = read(&path)
            && is_hash(text.trim())
        {
            return Ok(text.trim().to_owned());
        }
        let mut options = File::options();
        options.create(true).truncate(true).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        drop(options.open(&path)?);
        let secret = new();
        self.put(&path, &secret)?;
        Ok(secret)
    }

    fn put(&self, path: &Path, text: &str) -> std::io::Result<()> {
        write_whole(path, text.as_bytes())
    }
}

/// Writes a file whole or not at all: beside it, to the disk, then under its name. The
/// temporary file has a name that no other process or thread uses.
pub fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let number = PARTS.fetch_add(1, Ordering::Relaxed);
    let part = folder.join(format!(".{name}.{}-{number}.part", std::process::id()));
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

/// Whether a text is the hash of a rulebook.
pub fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|it| it.is_ascii_hexdigit())
}

fn read(path: &Path) -> Result<Option<String>, String> {
    let mut bytes = Vec::new();
    let file = match File::open(path) {
        Ok(file) => file,
        Err(it) if it.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(it) => return Err(format!("the record cannot be read: {it}")),
    };
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|it| format!("the record cannot be read: {it}"))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("the record is longer than {} MB", MAX_BYTES >> 20));
    }
    String::from_utf8(bytes).map(Some).map_err(|_| "the record is not UTF-8 text".to_owned())
}
