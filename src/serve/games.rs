//! All tables: those in memory, and those in the folder.
//!
//! In: an id, and what to do there. Out: the table after it, kept in the folder before
//! anybody is told. A game is in memory alone until its first move, offer or claim. A bounded number stands in memory; the others are read when they are
//! asked for. A record that cannot be played again is shown with its reason, and nothing
//! is ever written over it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::rulebooks::{RulebookCache, brief};
use super::session::{Session, SessionView};
use super::store::{MAX_GAMES, Store, StoredGame, is_id};
use crate::game::heading;
use crate::http::HttpError;
use crate::load::{Input, check, load_input};
use crate::rules::Variant;

/// Maximum number of tables in memory that the folder holds, too.
const MAX_TABLES: usize = 32;
/// Maximum number of tables without a move: they are in memory alone.
const MAX_UNTOUCHED: usize = 256;
/// Maximum number of games on one page of the list.
const MAX_LISTED: usize = 100;

/// A table, its text in the folder, and when it was last asked for.
#[derive(Debug)]
pub struct OpenGame {
    /// The table.
    pub table: Session,
    /// Its id.
    pub id: String,
    /// Its text in the folder; empty if it is not there yet.
    saved: String,
    /// The whole text of its rulebook, if that has to be kept beside the game.
    rulebook: Option<String>,
    /// Whether it could not be kept, so that it is not what stands in the folder.
    is_lost: bool,
}

/// A table that several may want at once.
pub type Shared = Arc<Mutex<OpenGame>>;

impl OpenGame {
    /// Whether it is still what stands in the folder.
    pub fn is_current(&self) -> bool {
        !self.is_lost
    }

    /// Whether it has not been written to the folder.
    fn is_new(&self) -> bool {
        self.saved.is_empty()
    }
}

/// All tables.
#[derive(Debug)]
pub struct Games {
    store: Store,
    tables: Mutex<HashMap<String, (u64, Shared)>>,
    clock: AtomicU64,
    /// How many the folder holds, roughly.
    count: AtomicUsize,
    /// What the list says of each game, as long as its file does not change.
    listed: Mutex<HashMap<String, Listed>>,
}

/// What the list says of a game: `None` where it is left out.
#[derive(Clone, Debug)]
struct Listed {
    changed: SystemTime,
    length: u64,
    entry: Option<Value>,
}

/// Waits for a table; one whose thread broke is used all the same, for it is kept whole.
pub fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Games {
    /// The games of a folder.
    pub fn new(store: Store) -> Self {
        let count = AtomicUsize::new(store.all().len());
        Self { store, tables: Mutex::default(), clock: AtomicU64::new(0), count, listed: Mutex::default() }
    }

    /// Adds a new table. It is written to the folder as soon as something happens in its game.
    pub fn put(&self, table: Session, shelf: &RulebookCache) -> Result<Shared, HttpError> {
        self.has_room()?;
        let id = self.new_id();
        let rulebook = rulebook_of(&table, shelf);
        let mut held = OpenGame { table, id: id.clone(), saved: String::new(), rulebook, is_lost: false };
        self.save(&mut held)?;
        let shared = Arc::new(Mutex::new(held));
        let mut tables = lock(&self.tables);
        self.make_room(&mut tables);
        tables.insert(id, (self.now(), Arc::clone(&shared)));
        Ok(shared)
    }

    /// A table by its id.
    pub fn table(&self, id: &str, shelf: &RulebookCache) -> Result<Shared, HttpError> {
        if !is_id(id) {
            return Err(no_such_game(id));
        }
        if let Some(found) = self.in_memory(id) {
            return Ok(found);
        }
        let (table, text) = self.read(id, shelf)?;
        let mut tables = lock(&self.tables);
        // Somebody else may have been faster.
        if let Some((_, found)) = tables.get(id) {
            return Ok(Arc::clone(found));
        }
        self.make_room(&mut tables);
        let shared =
            Arc::new(Mutex::new(OpenGame { table, id: id.to_owned(), saved: text, rulebook: None, is_lost: false }));
        tables.insert(id.to_owned(), (self.now(), Arc::clone(&shared)));
        Ok(shared)
    }

    /// Reads a table from the folder, with the text that it was read from.
    fn read(&self, id: &str, shelf: &RulebookCache) -> Result<(Session, String), HttpError> {
        let unreadable = |why: String| HttpError::new(422, "unplayable-record", why).help("the file is left as it is");
        let text = self.store.read(id).map_err(unreadable)?.ok_or_else(|| no_such_game(id))?;
        let unplayable = |why: String| {
            HttpError::new(422, "unplayable-record", why)
                .help("the record is kept as it is; its moves can be tried under another rulebook as a new game")
                .more("record", json!(text))
        };
        let variant = self.variant_of(&text, shelf).map_err(unplayable)?;
        let table = Session::read(&variant, &text).map_err(unplayable)?;
        Ok((table, text))
    }

    /// Reads a table again if another server has changed its file; returns whether it did.
    ///
    /// # Errors
    /// If the file is gone or can no longer be read. The table then leaves the memory.
    pub fn refresh(&self, held: &mut OpenGame, shelf: &RulebookCache) -> Result<bool, HttpError> {
        let stored = self.store.read(&held.id);
        if stored.is_ok_and(|it| it.as_deref().unwrap_or_default() == held.saved && (it.is_some() || held.is_new())) {
            return Ok(false);
        }
        // A folder that is away, perhaps for a moment, deletes no game: keeping one fails.
        if !self.store.folder().is_dir() {
            return Ok(false);
        }
        match self.read(&held.id, shelf) {
            Ok((table, text)) => {
                (held.table, held.saved) = (table, text);
                Ok(true)
            }
            Err(error) => {
                self.forget(held);
                Err(error)
            }
        }
    }

    /// Takes a table out of the memory.
    fn forget(&self, held: &mut OpenGame) {
        held.is_lost = true;
        lock(&self.tables).remove(&held.id);
    }

    /// Deletes a game. One that is in memory is locked first, so that nothing writes it again.
    pub fn delete(&self, id: &str) -> Result<(), HttpError> {
        let shared = self.still_in_memory(id);
        let mut held = shared.as_ref().map(|it| lock(it));
        if let Some(held) = held.as_mut().filter(|it| it.is_new()) {
            self.forget(held);
            return Ok(());
        }
        if !self.store.has(id) {
            return Err(no_such_game(id));
        }
        self.store.delete(id).map_err(|it| {
            let message = format!("the game cannot be deleted from {}: {it}", self.store.folder().display());
            HttpError::new(507, "cannot-delete", message).help("see that the folder may be written")
        })?;
        if let Some(held) = &mut held {
            self.forget(held);
        }
        lock(&self.listed).remove(id);
        let _ = self.count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |it| it.checked_sub(1));
        Ok(())
    }

    /// A table that stands in memory.
    pub fn in_memory(&self, id: &str) -> Option<Shared> {
        let mut tables = lock(&self.tables);
        let (asked, shared) = tables.get_mut(id)?;
        *asked = self.now();
        Some(Arc::clone(shared))
    }

    /// The same, without counting as somebody who asks.
    pub fn still_in_memory(&self, id: &str) -> Option<Shared> {
        lock(&self.tables).get(id).map(|it| Arc::clone(&it.1))
    }

    /// Keeps a table that has changed. Where that fails the table is forgotten, so that it
    /// is read again as it was kept last.
    pub fn keep(&self, held: &mut OpenGame) -> Result<(), HttpError> {
        let kept = self.save(held);
        if kept.is_err() {
            self.forget(held);
        }
        kept
    }

    fn save(&self, held: &mut OpenGame) -> Result<(), HttpError> {
        let is_new = held.is_new();
        if is_new && held.table.is_untouched() {
            return Ok(());
        }
        if is_new {
            self.has_room()?;
            self.keep_rulebook(held)?;
        }
        // Nobody else writes between the comparison and the writing.
        let _folder = self.store.lock();
        let now = self.store.read(&held.id).ok().flatten().unwrap_or_default();
        if now != held.saved {
            let help = "load the page again: another server has gone on with this game";
            return Err(HttpError::new(409, "changed-elsewhere", "the record was changed meanwhile").help(help));
        }
        let text = held.table.text();
        self.store.write(&held.id, &text).map_err(|it| {
            let message = format!("the game cannot be kept in {}: {it}", self.store.folder().display());
            HttpError::new(507, "cannot-keep", message).help("the game stands as it was kept last")
        })?;
        held.saved = text;
        if is_new {
            self.count.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Whether the folder is there and has room for another game.
    fn has_room(&self) -> Result<(), HttpError> {
        let folder = self.store.folder().display();
        if !self.store.folder().is_dir() {
            let message = format!("no game can be kept: the folder {folder} is not there");
            return Err(
                HttpError::new(507, "cannot-keep", message).help("make the folder again, or restart the server")
            );
        }
        if self.count.load(Ordering::Relaxed) >= MAX_GAMES && self.store.all().len() >= MAX_GAMES {
            let help = format!("take some away from {folder}");
            return Err(HttpError::new(507, "too-many-games", format!("{MAX_GAMES} games are kept")).help(help));
        }
        Ok(())
    }

    /// Keeps the rulebook of a file or a draft beside its game: the file may change, the game does not.
    fn keep_rulebook(&self, held: &mut OpenGame) -> Result<(), HttpError> {
        let Some(text) = &held.rulebook else { return Ok(()) };
        let cannot = |it| HttpError::new(507, "cannot-keep", format!("the rulebook cannot be kept: {it}"));
        self.store.keep_rulebook(held.table.game.variant().hash(), text).map_err(cannot)?;
        held.rulebook = None;
        Ok(())
    }

    /// The variant by which a record was played, to the letter.
    fn variant_of(&self, text: &str, shelf: &RulebookCache) -> Result<Variant, String> {
        let told = heading(text);
        let name = told.variant.ok_or("the record does not say by which variant it was played")?;
        let hash = told.hash.ok_or("the record does not say by which rulebook it was played: `# hash` is missing")?;
        let by_name = shelf.variant(&name);
        if let Ok(variant) = &by_name
            && variant.hash() == hash
        {
            return Ok(variant.clone());
        }
        if let Some(rulebook) = self.store.rulebook_text(&hash)
            && let Ok(loaded) = load_input(Input::Text(&name, rulebook.as_bytes()))
            && loaded.variant.hash() == hash
        {
            return Ok(loaded.variant);
        }
        Err(match by_name {
            Ok(_) => format!("the rulebook `{}` has changed since this game was played", brief(&name)),
            Err(error) => error.message().to_owned(),
        })
    }

    /// A page of the list of games, the newest first: `count` of them after the first `from`.
    /// Games without a move are left out.
    pub fn list(&self, from: usize, count: usize) -> Value {
        let all = self.store.all();
        let mut known = std::mem::take(&mut *lock(&self.listed));
        let mut listed = HashMap::with_capacity(all.len());
        let mut entries = Vec::new();
        for it in &all {
            let kept = known.remove(&it.id).filter(|old| old.changed == it.changed && old.length == it.length);
            let found =
                kept.unwrap_or_else(|| Listed { changed: it.changed, length: it.length, entry: self.entry(it) });
            entries.extend(found.entry.clone());
            listed.insert(it.id.clone(), found);
        }
        *lock(&self.listed) = listed;
        let total = entries.len();
        let games: Value = entries.into_iter().skip(from).take(count.min(MAX_LISTED)).collect();
        json!({ "games": games, "total": total, "from": from })
    }

    /// What the list says of a game; `None` for a game without moves.
    fn entry(&self, kept: &StoredGame) -> Option<Value> {
        let changed = kept.changed.duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
        let entry = match self.store.read(&kept.id) {
            Ok(None) => return None,
            Ok(Some(text)) => {
                let told = SessionView::read(&text);
                if told.is_untouched() {
                    return None;
                }
                json!({
                    "id": kept.id,
                    "variant": heading(&text).variant,
                    "title": told.title,
                    "moves": told.moves.unwrap_or(0),
                    "over": told.is_over,
                    "sentence": told.sentence,
                    "changed": changed,
                })
            }
            Err(why) => json!({
                "id": kept.id, "variant": null, "title": "A record that cannot be read", "moves": 0, "over": false,
                "sentence": format!("{}{}.", why[..1].to_uppercase(), &why[1..]), "changed": changed,
            }),
        };
        Some(entry)
    }

    fn make_room(&self, tables: &mut HashMap<String, (u64, Shared)>) {
        for (is_new, most) in [(false, MAX_TABLES), (true, MAX_UNTOUCHED)] {
            // A table that is in use stays; nobody else waits for one that is not.
            let free = tables.iter().filter(|(_, it)| Arc::strong_count(&it.1) == 1 && lock(&it.1).is_new() == is_new);
            let mut free: Vec<(u64, String)> = free.map(|(id, it)| (it.0, id.clone())).collect();
            free.sort_unstable();
            for (_, id) in free.iter().take((free.len() + 1).saturating_sub(most)) {
                tables.remove(id);
            }
        }
    }

    fn now(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }

    /// An id that nobody has: the clock and a count make it.
    fn new_id(&self) -> String {
        loop {
            let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_nanos() as u64);
            let number = time ^ (u64::from(std::process::id()) << 40) ^ (self.now() << 20);
            let mut rest = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 16;
            let mut id = String::new();
            while id.len() < 8 {
                id.push(char::from(b"0123456789abcdefghijklmnopqrstuvwxyz"[(rest % 36) as usize]));
                rest /= 36;
            }
            if !self.store.has(&id) && !lock(&self.tables).contains_key(&id) {
                return id;
            }
        }
    }
}

/// The whole text of a rulebook that is not shipped, so that its games stay playable.
fn rulebook_of(table: &Session, shelf: &RulebookCache) -> Option<String> {
    if crate::catalog::find(&table.name).is_some() {
        return None;
    }
    shelf.draft_text(&table.name).or_else(|| {
        let checked = check(Input::Name(&table.name));
        (checked.hash() == table.game.variant().hash()).then(|| checked.effective())
    })
}

fn no_such_game(id: &str) -> HttpError {
    HttpError::new(404, "no-such-game", format!("there is no game `{}`", brief(id)))
        .help("the list of games shows those that are kept")
}
