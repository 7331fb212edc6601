//! The rulebooks that may be asked for by name: those that are shipped, and the one that
//! was given when the server was started.
//!
//! A draft is a text of the design page that is played: its name is its hash.
//!
//! In: a name. Out: a [`CachedRulebook`], loaded once and kept while it is used and its files do not
//! change. No other name reads anything: a page cannot make the server open a file.

use std::collections::{BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::store::{Store, is_hash};
use crate::catalog;
use crate::definition::load::MAX_BYTES;
use crate::http::{HttpError, WorkPool, busy};
use crate::load::{Input, Loaded, load_input};
use crate::rules::Variant;

/// Advice if a rulebook takes longer to compile than a request may take.
pub const LATE_HELP: &str = "it is a very large rulebook; the command `threefold check` waits for it";

/// So many rulebooks are kept ready.
const MAX_BOOKS: usize = 32;
/// Maximum number of drafts that no game has kept yet.
const MAX_DRAFTS: usize = 32;
/// The names of drafts begin so; the hash of the rulebook follows.
const DRAFT: &str = "draft:";
/// So long is waited for one to be made ready.
const TIME: Duration = Duration::from_secs(10);

/// What the server was started with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartedWith {
    /// Nothing.
    Nothing,
    /// A name of the catalog.
    Shipped(String),
    /// The path of a file.
    File(String),
}

impl StartedWith {
    /// As the page calls it.
    pub fn name(&self) -> Option<&str> {
        match self {
            StartedWith::Nothing => None,
            StartedWith::Shipped(name) | StartedWith::File(name) => Some(name),
        }
    }
}

/// A rulebook that is ready.
#[derive(Debug)]
pub struct CachedRulebook {
    /// As the page calls it: a slug, or the path that was given.
    pub name: String,
    /// What was loaded.
    pub loaded: Loaded,
    /// The files that it was made of, as they were.
    parts: Vec<(PathBuf, u64)>,
    /// The rules in English, once somebody has asked.
    pub told: OnceLock<String>,
}

impl CachedRulebook {
    /// Ready to play.
    pub fn variant(&self) -> &Variant {
        &self.loaded.variant
    }

    fn is_current(&self) -> bool {
        self.parts.iter().all(|(path, stamp)| stamp_of(path) == *stamp)
    }
}

/// The books.
#[derive(Debug)]
pub struct RulebookCache {
    /// What the server was started with.
    pub given: StartedWith,
    works: Arc<WorkPool>,
    /// The last that was asked for is the last.
    kept: Mutex<Vec<Arc<CachedRulebook>>>,
    /// Drafts with their whole texts, the oldest first.
    drafts: Mutex<VecDeque<(String, String)>>,
    /// The drafts of games that have begun.
    store: Store,
    /// Names that somebody is making ready.
    loading: Mutex<BTreeSet<String>>,
    loaded: Condvar,
}

/// One who makes a book ready; the others wait for him.
struct Loader<'a>(&'a RulebookCache, &'a str);

impl Drop for Loader<'_> {
    fn drop(&mut self) {
        self.0.loading.lock().unwrap_or_else(PoisonError::into_inner).remove(self.1);
        self.0.loaded.notify_all();
    }
}

impl RulebookCache {
    /// An empty shelf.
    pub fn new(given: StartedWith, works: Arc<WorkPool>, store: Store) -> Self {
        let drafts = Mutex::default();
        Self { given, works, kept: Mutex::default(), drafts, store, loading: Mutex::default(), loaded: Condvar::new() }
    }

    /// Adds a draft by its hash and its whole text; returns its name.
    pub fn add_draft(&self, hash: String, text: String) -> String {
        let mut drafts = self.drafts.lock().unwrap_or_else(PoisonError::into_inner);
        drafts.retain(|it| it.0 != hash);
        if drafts.len() >= MAX_DRAFTS {
            drafts.pop_front();
        }
        let name = format!("{DRAFT}{hash}");
        drafts.push_back((hash, text));
        drop(drafts);
        // A hash is that of the rules: the same rules may have another name now.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).retain(|it| it.name != name);
        name
    }

    /// The whole text of a draft; `None` if the name is no draft's, or the draft is gone.
    pub fn draft_text(&self, name: &str) -> Option<String> {
        let hash = name.strip_prefix(DRAFT)?;
        let drafts = self.drafts.lock().unwrap_or_else(PoisonError::into_inner);
        let text = drafts.iter().find(|it| it.0 == hash).map(|it| it.1.clone());
        drop(drafts);
        text.or_else(|| self.store.rulebook_text(hash))
    }

    /// A book by its name.
    pub fn book(&self, name: &str) -> Result<Arc<CachedRulebook>, HttpError> {
        let name = self.known(name)?;
        let _loader = match self.kept_or_turn(&name)? {
            Ok(book) => return Ok(book),
            Err(loader) => loader,
        };
        let (asked, draft) = (name.clone(), self.draft_text(&name));
        if draft.is_none() && name.starts_with(DRAFT) {
            let help = "play it again from the design page";
            return Err(HttpError::new(404, "no-such-variant", "this draft is no longer kept").help(help));
        }
        let is_draft = draft.is_some();
        let load = move || match &draft {
            Some(text) => load_input(Input::Text(&asked, text.as_bytes())),
            None => load_input(Input::Name(&asked)),
        };
        let loaded = self.works.run(TIME, load)?;
        let loaded = loaded.map_err(|it| {
            let help = "`threefold check` shows the same, and the page where rulebooks are written, too";
            HttpError::new(422, "rulebook", it.to_string()).help(help)
        })?;
        let files = loaded.sources.files.iter().filter(|it| !is_draft && !it.name.starts_with("catalog:"));
        let parts = files.map(|it| (PathBuf::from(&it.name), hashed(it.text.as_bytes()))).collect();
        let book = Arc::new(CachedRulebook { name: name.clone(), loaded, parts, told: OnceLock::new() });
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|it| it.name != book.name);
        if kept.len() >= MAX_BOOKS {
            kept.remove(0);
        }
        kept.push(Arc::clone(&book));
        Ok(book)
    }

    /// Does something that may take long for a large rulebook.
    pub fn beside(&self, work: impl FnOnce() + Send + 'static) -> Result<(), HttpError> {
        self.works.run(TIME, work)
    }

    /// A variant by its name.
    pub fn variant(&self, name: &str) -> Result<Variant, HttpError> {
        self.book(name).map(|it| it.variant().clone())
    }

    /// The full name that a name stands for.
    fn known(&self, name: &str) -> Result<String, HttpError> {
        if self.given == StartedWith::File(name.to_owned()) {
            return Ok(name.to_owned());
        }
        if name.strip_prefix(DRAFT).is_some_and(is_hash) {
            return Ok(name.to_owned());
        }
        match catalog::find(name) {
            Some(shipped) => Ok(shipped.slug.clone()),
            None => {
                let help = "choose one that is shipped; a file is played by naming it when the server is started";
                Err(HttpError::new(404, "no-such-variant", format!("there is no variant `{}`", brief(name))).help(help))
            }
        }
    }

    /// A book that is ready, or else the turn to make it so. Many may ask at once for what
    /// takes long: it is done once.
    fn kept_or_turn<'a>(&'a self, name: &'a str) -> Result<Result<Arc<CachedRulebook>, Loader<'a>>, HttpError> {
        let until = Instant::now() + TIME;
        let mut loading = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(book) = self.kept(name) {
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

    fn kept(&self, name: &str) -> Option<Arc<CachedRulebook>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|it| it.name == name)?;
        let book = kept.remove(at);
        if !book.is_current() {
            return None;
        }
        kept.push(Arc::clone(&book));
        Some(book)
    }
}

/// The beginning of a text out of a request, for a sentence.
pub fn brief(text: &str) -> String {
    let mut brief: String = text.chars().map(|it| if it.is_control() { ' ' } else { it }).take(60).collect();
    if text.chars().nth(60).is_some() {
        brief.push_str("...");
    }
    brief
}

/// What a file is like now; 0 where it cannot be read.
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
