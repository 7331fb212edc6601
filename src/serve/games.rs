//! All games: those in memory and those in the folder.
//!
//! Input: an id, and an operation. Output: the game after it, saved before any page is notified. A
//! game without a move, offer or claim exists only in memory. The number of games in memory is
//! bounded; others are read from the folder on request. A record that cannot be replayed is listed
//! with the reason, and its file is never overwritten. Does not know sockets.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::rulebooks::{DRAFT, RulebookCache, shorten, stored_key};
use super::session::{PlayerKind, Session, SessionView};
use super::store::{MAX_GAMES, Store, StoredGame, is_hash, is_id};
use crate::game::heading;
use crate::http::HttpError;
use crate::load::{Input, check, load_input};
use crate::rules::Variant;
use crate::sorting::CompactSort;

/// Maximum number of saved games in memory.
const MAX_SAVED: usize = 32;
/// Maximum number of unsaved games, which have no moves yet.
const MAX_UNSAVED: usize = 256;
/// Maximum number of games on one page of the list.
const MAX_LISTED: usize = 100;

/// A game in memory, with its saved text.
#[derive(Debug)]
pub struct OpenGame {
    /// The game with its participants.
    pub session: Session,
    /// The id of the game.
    pub id: String,
    /// The text of its file. Empty if the game is not saved yet.
    saved: String,
    /// The complete text of its rulebook, if it must be stored with the game.
    rulebook: Option<String>,
    /// Time of the last change, or of loading.
    changed: Instant,
    /// Whether saving failed, so that the game differs from its file.
    is_lost: bool,
}

/// A game that several threads share.
pub type SharedGame = Arc<Mutex<OpenGame>>;

impl OpenGame {
    fn new(session: Session, id: &str, saved: String, rulebook: Option<String>) -> Self {
        Self { session, id: id.to_owned(), saved, rulebook, changed: Instant::now(), is_lost: false }
    }

    /// Reports whether the game matches its file.
    pub fn is_current(&self) -> bool {
        !self.is_lost
    }

    /// Returns the time until other players may replace the player to move with a bot. `None` if no
    /// person is to move.
    pub fn replaceable_in(&self, patience: Duration) -> Option<Duration> {
        let session = &self.session;
        let is_person = session.players[session.game.turn().index()] == PlayerKind::Human;
        let waits = is_person && !session.game.is_game_over() && session.game.pending().is_none();
        waits.then(|| patience.saturating_sub(self.changed.elapsed()))
    }

    /// Returns the complete text of the rulebook of a file or a draft; `None` for a catalog variant.
    pub fn rulebook_text(&self, rulebooks: &RulebookCache) -> Option<String> {
        let key = stored_key(&self.session.name, self.session.game.variant());
        self.rulebook.clone().or_else(|| rulebooks.draft_text(&format!("{DRAFT}{key}")))
    }

    /// Reports whether the game has not been saved yet.
    fn is_new(&self) -> bool {
        self.saved.is_empty()
    }
}

/// The games of a folder.
#[derive(Debug)]
pub struct Games {
    store: Store,
    open_games: Mutex<HashMap<String, (u64, SharedGame)>>,
    clock: AtomicU64,
    /// Approximate number of games in the folder.
    count: AtomicUsize,
    /// List entries, valid until the file changes.
    listed: Mutex<HashMap<String, ListEntry>>,
}

/// A cached list entry. `None` if the list omits the game.
#[derive(Clone, Debug)]
struct ListEntry {
    changed: SystemTime,
    length: u64,
    entry: Option<Value>,
}

/// Locks a value. Ignores poisoning, because every game is changed as a whole.
pub fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Games {
    /// Opens the games of a folder.
    pub fn new(store: Store) -> Self {
        let count = AtomicUsize::new(store.all().len());
        Self { store, open_games: Mutex::default(), clock: AtomicU64::new(0), count, listed: Mutex::default() }
    }

    /// Adds a new game. It is saved when something happens in it.
    pub fn put(&self, session: Session, rulebooks: &RulebookCache) -> Result<SharedGame, HttpError> {
        self.check_capacity()?;
        let id = self.new_id();
        let rulebook = rulebook_of(&session, rulebooks);
        let mut game = OpenGame::new(session, &id, String::new(), rulebook);
        self.save(&mut game)?;
        let shared = Arc::new(Mutex::new(game));
        let mut open_games = lock(&self.open_games);
        self.make_room(&mut open_games);
        open_games.insert(id, (self.now(), Arc::clone(&shared)));
        Ok(shared)
    }

    /// Returns a game by its id.
    pub fn open(&self, id: &str, rulebooks: &RulebookCache) -> Result<SharedGame, HttpError> {
        if !is_id(id) {
            return Err(no_such_game(id));
        }
        if let Some(found) = self.in_memory(id) {
            return Ok(found);
        }
        let (session, text) = self.read(id, rulebooks)?;
        let mut open_games = lock(&self.open_games);
        // Another thread may have loaded it meanwhile.
        if let Some((_, found)) = open_games.get(id) {
            return Ok(Arc::clone(found));
        }
        self.make_room(&mut open_games);
        let shared = Arc::new(Mutex::new(OpenGame::new(session, id, text, None)));
        open_games.insert(id.to_owned(), (self.now(), Arc::clone(&shared)));
        Ok(shared)
    }

    /// Reads a game from the folder, with the text of its file.
    fn read(&self, id: &str, rulebooks: &RulebookCache) -> Result<(Session, String), HttpError> {
        let unreadable = |why: String| HttpError::new(422, "unplayable-record", why).help("the file is not changed");
        let text = self.store.read(id).map_err(unreadable)?.ok_or_else(|| no_such_game(id))?;
        let unplayable = |why: String| {
            HttpError::new(422, "unplayable-record", why)
                .help("the record is not changed; you can copy its moves into a new game with another rulebook")
                .more("record", json!(text))
        };
        let variant = self.variant_of(&text, rulebooks).map_err(unplayable)?;
        let session = Session::read(&variant, &text).map_err(unplayable)?;
        Ok((session, text))
    }

    /// Reloads a game if another server has changed its file, and reports whether it did.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is gone or unreadable. The game is then dropped from memory.
    pub fn refresh(&self, game: &mut OpenGame, rulebooks: &RulebookCache) -> Result<bool, HttpError> {
        let stored = self.store.read(&game.id);
        if stored.is_ok_and(|it| it.as_deref().unwrap_or_default() == game.saved && (it.is_some() || game.is_new())) {
            return Ok(false);
        }
        // A missing folder, perhaps for a moment, deletes no game. Saving fails instead.
        if !self.store.folder().is_dir() {
            return Ok(false);
        }
        match self.read(&game.id, rulebooks) {
            Ok((session, text)) => {
                (game.session, game.saved) = (session, text);
                game.changed = Instant::now();
                Ok(true)
            }
            Err(error) => {
                self.forget(game);
                Err(error)
            }
        }
    }

    /// Drops a game from memory.
    fn forget(&self, game: &mut OpenGame) {
        game.is_lost = true;
        lock(&self.open_games).remove(&game.id);
    }

    /// Deletes a game. A game in memory is locked first, so that no other thread saves it again.
    pub fn delete(&self, id: &str) -> Result<(), HttpError> {
        let shared = self.still_in_memory(id);
        let mut game = shared.as_ref().map(|it| lock(it));
        if let Some(game) = game.as_mut().filter(|it| it.is_new()) {
            self.forget(game);
            return Ok(());
        }
        if !self.store.has(id) {
            return Err(no_such_game(id));
        }
        self.store.delete(id).map_err(|it| {
            let message = format!("the game cannot be deleted from {}: {it}", self.store.folder().display());
            HttpError::new(507, "cannot-delete", message).help("check that the folder is writable")
        })?;
        if let Some(game) = &mut game {
            self.forget(game);
        }
        lock(&self.listed).remove(id);
        let _ = self.count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |it| it.checked_sub(1));
        Ok(())
    }

    /// Returns the day of the last change of a saved game as PGN writes it.
    pub fn date(&self, id: &str) -> Option<String> {
        self.store.date(id)
    }

    /// Returns the stored analysis of a game.
    pub fn analysis(&self, id: &str) -> Option<Value> {
        self.store.analysis_text(id).and_then(|it| serde_json::from_str(&it).ok())
    }

    /// Stores the analysis of a game that is saved.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be written.
    pub fn keep_analysis(&self, id: &str, text: &str) -> std::io::Result<()> {
        self.store.keep_analysis(id, text)
    }

    /// Returns a game if it is in memory.
    pub fn in_memory(&self, id: &str) -> Option<SharedGame> {
        let mut open_games = lock(&self.open_games);
        let (last_used, shared) = open_games.get_mut(id)?;
        *last_used = self.now();
        Some(Arc::clone(shared))
    }

    /// Returns a game if it is in memory, without counting as a use of it.
    pub fn still_in_memory(&self, id: &str) -> Option<SharedGame> {
        lock(&self.open_games).get(id).map(|it| Arc::clone(&it.1))
    }

    /// Saves a game that has changed. If that fails, the game is dropped from memory and reloaded
    /// from its last save.
    pub fn save_or_forget(&self, game: &mut OpenGame) -> Result<(), HttpError> {
        let saved = self.save(game);
        if saved.is_err() {
            self.forget(game);
        }
        saved
    }

    fn save(&self, game: &mut OpenGame) -> Result<(), HttpError> {
        let is_new = game.is_new();
        if is_new && game.session.is_untouched() {
            return Ok(());
        }
        if is_new {
            self.check_capacity()?;
            self.keep_rulebook(game)?;
        }
        // The lock prevents other writes between the comparison and the write.
        let _folder = self.store.lock();
        let now = self.store.read(&game.id).ok().flatten().unwrap_or_default();
        if now != game.saved {
            self.check_folder()?;
            let help = "load the page again, because another server has continued this game";
            return Err(HttpError::new(409, "changed-elsewhere", "the record has changed").help(help));
        }
        let text = game.session.text();
        self.store.write(&game.id, &text).map_err(|it| {
            let message = format!("the game cannot be saved in {}: {it}", self.store.folder().display());
            HttpError::new(507, "cannot-keep", message).help("the game is back at its last saved state")
        })?;
        game.saved = text;
        game.changed = Instant::now();
        if is_new {
            self.count.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Checks that the folder exists.
    fn check_folder(&self) -> Result<(), HttpError> {
        let folder = self.store.folder();
        if folder.is_dir() {
            return Ok(());
        }
        let message = format!("games cannot be saved, because the folder {} is missing", folder.display());
        Err(HttpError::new(507, "cannot-keep", message).help("create the folder, or restart the server"))
    }

    /// Checks that the folder exists and has space for another game.
    fn check_capacity(&self) -> Result<(), HttpError> {
        self.check_folder()?;
        let folder = self.store.folder().display();
        if self.count.load(Ordering::Relaxed) >= MAX_GAMES && self.store.all().len() >= MAX_GAMES {
            let help = format!("delete some games in {folder}");
            return Err(HttpError::new(
                507,
                "too-many-games",
                format!("the folder has reached its limit of {MAX_GAMES} games"),
            )
            .help(help));
        }
        Ok(())
    }

    /// Stores the rulebook of a file or a draft with its game, because the file may change later.
    fn keep_rulebook(&self, game: &mut OpenGame) -> Result<(), HttpError> {
        let Some(text) = &game.rulebook else { return Ok(()) };
        let cannot = |it| HttpError::new(507, "cannot-keep", format!("the rulebook of the game cannot be saved: {it}"));
        self.store.keep_rulebook(stored_key(&game.session.name, game.session.game.variant()), text).map_err(cannot)?;
        game.rulebook = None;
        Ok(())
    }

    /// Returns exactly the variant with which a record was played.
    fn variant_of(&self, text: &str, rulebooks: &RulebookCache) -> Result<Variant, String> {
        let header = heading(text);
        let name = header.variant.ok_or("the record does not name its variant: `# variant` is missing")?;
        let hash = header.hash.filter(|it| is_hash(it));
        let hash = hash.ok_or("the record does not identify its rulebook: `# hash` is missing or damaged")?;
        let by_name = rulebooks.variant(&name);
        if let Ok(variant) = &by_name
            && variant.hash() == hash
        {
            return Ok(variant.clone());
        }
        if let Some(rulebook) = self.store.rulebook_text(&hash)
            && let Ok(loaded) = load_input(Input::Isolated(&name, rulebook.as_bytes()))
            && loaded.variant.hash() == hash
        {
            return Ok(loaded.variant);
        }
        Err(match by_name {
            Ok(_) => format!("the rulebook `{}` has changed since this game was played", shorten(&name)),
            Err(error) => error.message().to_owned(),
        })
    }

    /// Returns a page of the list, newest first, of the games in `only`. Omits those without moves.
    pub fn list(&self, from: usize, count: usize, only: Option<&[&str]>) -> Value {
        let all = self.store.all();
        let mut known = std::mem::take(&mut *lock(&self.listed));
        let mut listed = HashMap::with_capacity(all.len());
        let mut entries = Vec::new();
        for it in &all {
            let unchanged = known.remove(&it.id).filter(|old| old.changed == it.changed && old.length == it.length);
            let found = unchanged.unwrap_or_else(|| ListEntry {
                changed: it.changed,
                length: it.length,
                entry: self.entry(it),
            });
            let is_seen = only.is_none_or(|ids| ids.contains(&it.id.as_str()));
            entries.extend(found.entry.clone().filter(|_| is_seen));
            listed.insert(it.id.clone(), found);
        }
        *lock(&self.listed) = listed;
        let total = entries.len();
        let games: Value = entries.into_iter().skip(from).take(count.min(MAX_LISTED)).collect();
        json!({ "games": games, "total": total, "from": from })
    }

    /// Returns the list entry of a game. `None` for a game without moves.
    fn entry(&self, stored: &StoredGame) -> Option<Value> {
        let changed = stored.changed.duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
        let entry = match self.store.read(&stored.id) {
            Ok(None) => return None,
            Ok(Some(text)) => {
                let view = SessionView::read(&text);
                if view.is_untouched() {
                    return None;
                }
                json!({
                    "id": stored.id,
                    "variant": heading(&text).variant,
                    "title": view.title,
                    "moves": view.moves.unwrap_or(0), "over": view.is_over,
                    "players": view.players.iter().map(|it| it.1.as_str()).collect::<Value>(),
                    "people": view.people, "sentence": view.sentence,
                    "changed": changed,
                })
            }
            Err(why) => json!({
                "id": stored.id, "variant": null, "title": "A record that cannot be read", "moves": 0, "over": false,
                "sentence": format!("{}{}.", why[..1].to_uppercase(), &why[1..]), "changed": changed,
            }),
        };
        Some(entry)
    }

    fn make_room(&self, open_games: &mut HashMap<String, (u64, SharedGame)>) {
        for (is_new, most) in [(false, MAX_SAVED), (true, MAX_UNSAVED)] {
            // A game in use stays in memory. It is not locked here either, so the list is never held while waiting for a game.
            let free =
                open_games.iter().filter(|(_, it)| Arc::strong_count(&it.1) == 1 && lock(&it.1).is_new() == is_new);
            let mut free: Vec<(u64, String)> = free.map(|(id, it)| (it.0, id.clone())).collect();
            free.compact_sort_by(Ord::cmp);
            for (_, id) in free.iter().take((free.len() + 1).saturating_sub(most)) {
                open_games.remove(id);
            }
        }
    }

    fn now(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns an unused id, made from the clock and a counter.
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
            if !self.store.has(&id) && !lock(&self.open_games).contains_key(&id) {
                return id;
            }
        }
    }
}

/// Returns the complete text of a rulebook that is not shipped, so that its games stay playable.
fn rulebook_of(session: &Session, rulebooks: &RulebookCache) -> Option<String> {
    if crate::catalog::find(&session.name).is_some() {
        return None;
    }
    rulebooks.draft_text(&session.name).or_else(|| {
        let checked = check(Input::Name(&session.name));
        (checked.hash() == session.game.variant().hash()).then(|| checked.effective())
    })
}

fn no_such_game(id: &str) -> HttpError {
    HttpError::new(404, "no-such-game", format!("there is no game `{}`", shorten(id)))
        .help("choose a game from the list of saved games")
}
