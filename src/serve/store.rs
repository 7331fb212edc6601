//! The folder of games, with atomic writes.
//!
//! Input: an id and a text. Output: the same text, even after a crash. A file is written under a
//! temporary name, synchronized to the disk and then renamed. Also stores rulebooks of games whose
//! files may change. Does not know the content of records. An id consists of letters and digits, so
//! it cannot name a path outside the folder.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use super::BindError;
use crate::sorting::CompactSort;

/// Maximum size of a file in the folder, in bytes.
const MAX_BYTES: u64 = 2 << 20;
/// Maximum number of stored games.
pub const MAX_GAMES: usize = 10_000;

/// Number of the next temporary file of this process.
static PARTS: AtomicU64 = AtomicU64::new(0);

/// The folder of games.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// A stored game.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// The id of the game.
    pub id: String,
    /// Time of the last write.
    pub changed: SystemTime,
    /// Length of the file in bytes.
    pub length: u64,
}

/// An exclusive lock on the folder. Other servers on the same folder wait until it is dropped.
#[derive(Debug)]
pub struct FolderLock(#[expect(dead_code, reason = "the lock ends when the file is closed")] File);

impl Store {
    /// Opens a folder, and creates it if it is missing.
    ///
    /// # Errors
    ///
    /// Returns the reason if the folder cannot be used.
    pub fn open(folder: &Path) -> Result<Self, BindError> {
        let unusable = |source: std::io::Error| BindError::Games { folder: folder.to_owned(), source };
        fs::create_dir_all(folder).map_err(unusable)?;
        let store = Self { folder: folder.to_owned() };
        // An unwritable folder should fail here, not after the first move.
        let probe = store.folder.join(format!(".probe-{}", std::process::id()));
        fs::write(&probe, b"").and_then(|()| fs::remove_file(&probe)).map_err(unusable)?;
        Ok(store)
    }

    /// Returns the path of the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn game(&self, id: &str) -> PathBuf {
        self.folder.join(format!("game-{id}.txt"))
    }

    fn rulebook(&self, hash: &str) -> PathBuf {
        self.folder.join(format!("rulebook-{hash}.toml"))
    }

    /// Locks the folder against other servers until the result is dropped.
    ///
    /// # Errors
    ///
    /// Returns an error if the lock file cannot be opened.
    pub fn lock(&self) -> std::io::Result<FolderLock> {
        let file = File::options().create(true).truncate(false).write(true).open(self.folder.join(".lock"))?;
        // Some file systems have no locks. There, the comparison before each write must suffice.
        let _ = file.lock();
        Ok(FolderLock(file))
    }

    /// Returns the text of a game. `None` if there is no such game.
    ///
    /// # Errors
    ///
    /// Returns a sentence if an existing record cannot be read.
    pub fn read(&self, id: &str) -> Result<Option<String>, String> {
        if is_id(id) { read(&self.game(id)) } else { Ok(None) }
    }

    fn analysis(&self, id: &str) -> PathBuf {
        self.folder.join(format!("analysis-{id}.json"))
    }

    /// Returns the analysis of a game as text.
    pub fn analysis_text(&self, id: &str) -> Option<String> {
        if is_id(id) { read(&self.analysis(id)).ok().flatten() } else { None }
    }

    /// Stores the analysis of a game that exists.
    ///
    /// # Errors
    ///
    /// Returns an error if the file system refuses.
    pub fn keep_analysis(&self, id: &str, text: &str) -> std::io::Result<()> {
        let _folder = self.lock()?;
        if is_id(id) && self.has(id) { self.put(&self.analysis(id), text) } else { Ok(()) }
    }

    /// Removes a game and its analysis.
    ///
    /// # Errors
    ///
    /// Returns an error if the file system refuses.
    pub fn delete(&self, id: &str) -> std::io::Result<()> {
        if !is_id(id) {
            return Ok(());
        }
        let _folder = self.lock()?;
        fs::remove_file(self.game(id))?;
        let _ = fs::remove_file(self.analysis(id));
        Ok(())
    }

    /// Writes the record of a game atomically.
    pub fn write(&self, id: &str, text: &str) -> std::io::Result<()> {
        self.put(&self.game(id), text)
    }

    /// Reports whether a game exists.
    pub fn has(&self, id: &str) -> bool {
        self.game(id).exists()
    }

    /// Returns the time of the last change of a game.
    pub fn changed(&self, id: &str) -> Option<SystemTime> {
        if is_id(id) { fs::metadata(self.game(id)).ok()?.modified().ok() } else { None }
    }

    /// Returns the day of the last change of a saved game as PGN writes it, `2026.11.25`, in UTC.
    pub fn date(&self, id: &str) -> Option<String> {
        let seconds = self.changed(id)?.duration_since(UNIX_EPOCH).ok()?.as_secs();
        // The calendar starts on March 1 of year 0, so that a leap day is the last day of a year. It
        // repeats every 146,097 days.
        let days = seconds / 86_400 + 719_468;
        let (era, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let (year, month) = (era * 400 + year + month / 10, if month < 10 { month + 3 } else { month - 9 });
        Some(format!("{year:04}.{month:02}.{day:02}"))
    }

    /// Returns the games, newest first.
    pub fn all(&self) -> Vec<StoredGame> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let games = entries.filter_map(|it| {
            let name = it.file_name().into_string().ok()?;
            let id = name.strip_prefix("game-")?.strip_suffix(".txt").filter(|it| is_id(it))?;
            let about = it.metadata().ok().filter(fs::Metadata::is_file)?;
            Some(StoredGame { id: id.to_owned(), changed: about.modified().ok()?, length: about.len() })
        });
        let mut all: Vec<StoredGame> = games.collect();
        all.compact_sort_by(|a, b| (b.changed, &a.id).cmp(&(a.changed, &b.id)));
        all
    }

    /// Returns the complete rulebook with a hash of its text or its rules, if a game needed it to be stored.
    pub fn rulebook_text(&self, hash: &str) -> Option<String> {
        if is_hash(hash) { read(&self.rulebook(hash)).ok().flatten() } else { None }
    }

    /// Stores a rulebook under its hash.
    pub fn keep_rulebook(&self, hash: &str, text: &str) -> std::io::Result<()> {
        let path = self.rulebook(hash);
        if !is_hash(hash) || path.exists() { Ok(()) } else { self.put(&path, text) }
    }

    /// Reads the secret of the folder, or creates it with `new`.
    ///
    /// # Errors
    ///
    /// Returns an error if it can be neither read nor written.
    pub fn secret(&self, new: &dyn Fn() -> String) -> std::io::Result<String> {
        let path = self.folder.join(".secret");
        // Two servers that start at once must use the same secret.
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

/// Writes a file atomically: to a temporary file, to the disk, then renamed. The name of the
/// temporary file is unique among processes and threads.
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
    // The folder must be synchronized, too, because it contains the name. Not every system supports
    // that.
    if let (Ok(()), Ok(folder)) = (&written, File::open(folder)) {
        let _ = folder.sync_all();
    }
    written
}

/// Reports whether a text has the form of a game id.
pub fn is_id(text: &str) -> bool {
    (1..=16).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit())
}

/// Reports whether a text has the form of a rulebook hash.
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
