//! The rulebooks that requests can name: the catalog, the rulebook given at startup, and drafts.
//!
//! Input: a name. Output: a [`CachedRulebook`], which is loaded once and cached while its files do
//! not change. A draft is a text from the design page that is played; its name contains the hash of the
//! text without its comments, because drafts with the same rules may differ in their names and descriptions.
//! Requests cannot make the server open any other file. Does not know games.

use std::collections::{BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use super::store::{Store, is_hash};
use crate::catalog;
use crate::definition::load::MAX_BYTES;
use crate::http::{HttpError, WorkPool, busy};
use crate::load::{Input, Loaded, load_input};
use crate::record::without_comments;
use crate::rules::Variant;

/// Advice if a rulebook takes longer to compile than a request may take.
pub const TIMEOUT_HELP: &str = "the rulebook is very large; the command `threefold check` has no time limit";

/// Maximum number of rulebooks in the cache.
const MAX_BOOKS: usize = 32;
/// Maximum number of drafts without a saved game.
const MAX_DRAFTS: usize = 32;
/// Prefix of draft names. The SHA-256 of the complete text without comments follows. In games of earlier versions, it is the hash of the
/// rules.
pub const DRAFT: &str = "draft:";
/// Time limit for loading a rulebook.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// The rulebook given at startup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartedWith {
    /// No rulebook was given.
    Nothing,
    /// A slug of the catalog.
    Shipped(String),
    /// The path of a file.
    File(String),
}

impl StartedWith {
    /// Returns the name under which the page requests it.
    pub fn name(&self) -> Option<&str> {
        match self {
            StartedWith::Nothing => None,
            StartedWith::Shipped(name) | StartedWith::File(name) => Some(name),
        }
    }
}

/// A loaded rulebook.
#[derive(Debug)]
pub struct CachedRulebook {
    /// The name in requests: a slug, or the path given at startup.
    pub name: String,
    /// The definition and the variant.
    pub loaded: Loaded,
    /// The files it was loaded from, with their stamps.
    parts: Vec<(PathBuf, u64)>,
    /// The rules as HTML, created on first request.
    pub rules_html: OnceLock<String>,
}

impl CachedRulebook {
    /// Returns the variant, which is ready to play.
    pub fn variant(&self) -> &Variant {
        &self.loaded.variant
    }

    fn is_current(&self) -> bool {
        self.parts.iter().all(|(path, stamp)| stamp_of(path) == *stamp)
    }
}

/// A bounded cache of rulebooks.
#[derive(Debug)]
pub struct RulebookCache {
    /// The rulebook given at startup.
    pub started_with: StartedWith,
    works: Arc<WorkPool>,
    /// Ordered by last use, the most recent last.
    cached: Mutex<Vec<Arc<CachedRulebook>>>,
    /// The hashes of drafts with their complete texts, the oldest first.
    drafts: Mutex<VecDeque<(String, String)>>,
    /// The folder with drafts of saved games.
    store: Store,
    /// Names of the rulebooks that are being loaded.
    loading: Mutex<BTreeSet<String>>,
    loaded: Condvar,
}

/// The right to load a rulebook. Other requests for it wait until this is dropped.
struct Loader<'a>(&'a RulebookCache, &'a str);

impl Drop for Loader<'_> {
    fn drop(&mut self) {
        self.0.loading.lock().unwrap_or_else(PoisonError::into_inner).remove(self.1);
        self.0.loaded.notify_all();
    }
}

impl RulebookCache {
    /// Creates an empty cache.
    pub fn new(started_with: StartedWith, works: Arc<WorkPool>, store: Store) -> Self {
        let drafts = Mutex::default();
        Self {
            started_with,
            works,
            cached: Mutex::default(),
            drafts,
            store,
            loading: Mutex::default(),
            loaded: Condvar::new(),
        }
    }

    /// Adds a draft by its complete text, and returns its name.
    pub fn add_draft(&self, text: String) -> String {
        // A record contains the text without its comments, and leads back to the same draft.
        let hash: String = Sha256::digest(without_comments(&text)).iter().map(|it| format!("{it:02x}")).collect();
        let name = format!("{DRAFT}{hash}");
        let mut drafts = self.drafts.lock().unwrap_or_else(PoisonError::into_inner);
        drafts.retain(|it| it.0 != hash);
        if drafts.len() >= MAX_DRAFTS {
            drafts.pop_front();
        }
        drafts.push_back((hash, text));
        name
    }

    /// Returns the complete text of a draft. `None` if the name is not that of a known draft.
    pub fn draft_text(&self, name: &str) -> Option<String> {
        let hash = name.strip_prefix(DRAFT)?;
        let drafts = self.drafts.lock().unwrap_or_else(PoisonError::into_inner);
        let text = drafts.iter().find(|it| it.0 == hash).map(|it| it.1.clone());
        drop(drafts);
        text.or_else(|| self.store.rulebook_text(hash))
    }

    /// Returns a rulebook by its name.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none, or if it does not compile.
    pub fn book(&self, name: &str) -> Result<Arc<CachedRulebook>, HttpError> {
        let name = self.resolve(name)?;
        let _loader = match self.cached_or_loader(&name)? {
            Ok(book) => return Ok(book),
            Err(loader) => loader,
        };
        let (input_name, draft) = (name.clone(), self.draft_text(&name));
        if draft.is_none() && name.starts_with(DRAFT) {
            let help = "start it again from the design page";
            return Err(HttpError::new(404, "no-such-variant", "this draft no longer exists").help(help));
        }
        let is_draft = draft.is_some();
        let load = move || match &draft {
            Some(text) => load_input(Input::Text(&input_name, text.as_bytes())),
            None => load_input(Input::Name(&input_name)),
        };
        let loaded = self.run_in_background(&name, load)?;
        let loaded = loaded.map_err(|it| {
            let help = "`threefold check` and the design page show all findings";
            HttpError::new(422, "rulebook", it.to_string()).help(help)
        })?;
        let files = loaded.sources.files.iter().filter(|it| !is_draft && !it.name.starts_with("catalog:"));
        let parts = files.map(|it| (PathBuf::from(&it.name), hashed(it.text.as_bytes()))).collect();
        let book = Arc::new(CachedRulebook { name: name.clone(), loaded, parts, rules_html: OnceLock::new() });
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        cached.retain(|it| it.name != book.name);
        if cached.len() >= MAX_BOOKS {
            cached.remove(0);
        }
        cached.push(Arc::clone(&book));
        Ok(book)
    }

    /// Runs work that may take long for a large rulebook, on another thread. No shipped rulebook is too large: if the
    /// work takes too long, the server has too much to do.
    pub fn run_in_background<T: Send + 'static>(
        &self,
        name: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HttpError> {
        let late = |it: HttpError| if it.code() == "too-long" && catalog::find(name).is_some() { busy() } else { it };
        self.works.run(TIME_LIMIT, work).map_err(late)
    }

    /// Returns a variant by the name of its rulebook.
    pub fn variant(&self, name: &str) -> Result<Variant, HttpError> {
        self.book(name).map(|it| it.variant().clone())
    }

    /// Resolves a name to its full form.
    fn resolve(&self, name: &str) -> Result<String, HttpError> {
        if self.started_with == StartedWith::File(name.to_owned()) {
            return Ok(name.to_owned());
        }
        if name.strip_prefix(DRAFT).is_some_and(is_hash) {
            return Ok(name.to_owned());
        }
        match catalog::find(name) {
            Some(shipped) => Ok(shipped.slug.clone()),
            None => {
                let help = "choose a variant of the catalog, or start the server with the path of a file";
                Err(HttpError::new(404, "no-such-variant", format!("there is no variant `{}`", shorten(name)))
                    .help(help))
            }
        }
    }

    /// Returns a cached rulebook, or else the right to load it. Many requests may arrive at once,
    /// but the rulebook is loaded only once.
    fn cached_or_loader<'a>(&'a self, name: &'a str) -> Result<Result<Arc<CachedRulebook>, Loader<'a>>, HttpError> {
        let until = Instant::now() + TIME_LIMIT;
        let mut loading = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(book) = self.cached(name) {
                return Ok(Ok(book));
            }
            if loading.insert(name.to_owned()) {
                return Ok(Err(Loader(self, name)));
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(busy());
            }
            loading = self.loaded.wait_timeout(loading, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn cached(&self, name: &str) -> Option<Arc<CachedRulebook>> {
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        let at = cached.iter().position(|it| it.name == name)?;
        let book = cached.remove(at);
        if !book.is_current() {
            return None;
        }
        cached.push(Arc::clone(&book));
        Some(book)
    }
}

/// Returns the key under which the text of a rulebook is stored with its games: the hash of the text of a draft, or the
/// hash of the rules of a file.
pub fn stored_key<'a>(name: &'a str, variant: &'a Variant) -> &'a str {
    name.strip_prefix(DRAFT).unwrap_or_else(|| variant.hash())
}

/// Shortens a text from a request for use in a sentence.
pub fn shorten(text: &str) -> String {
    let mut shorten: String = text.chars().map(|it| if it.is_control() { ' ' } else { it }).take(60).collect();
    if text.chars().nth(60).is_some() {
        shorten.push_str("...");
    }
    shorten
}

/// Returns the stamp of a file, or 0 if it cannot be read.
fn stamp_of(path: &std::path::Path) -> u64 {
    use std::io::Read;
    let mut bytes = Vec::new();
    let read = std::fs::File::open(path).and_then(|it| it.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes));
    read.map_or(0, |_| hashed(&bytes))
}

fn hashed(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}
