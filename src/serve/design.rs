//! The rulebook editor: findings and a board for the text being edited.
//!
//! Input: the current text. Output: its findings and, if it compiles, its board, the reach of its
//! pieces, the results of its cases, and the figures of many games. One text is checked at a time, and of the waiting ones only
//! the newest. Reads and writes the edited file ([`file`]) and no other. Does not know the editor
//! in the page.

mod bot_game;
mod cases;
mod counterpart;
mod file;
mod lab;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::BindError;
use super::app::App;
use super::body::{DRAFT, body};
use super::games::lock;
use super::queries::{describe, reached};
use super::route::seat;
use super::rulebooks::{StartedWith, TIMEOUT_HELP, shorten};
use crate::catalog::{Catalog, find};
use crate::definition::load::{Loader, Location};
use crate::diagnostic::{Diagnostic, JsonDiagnostic, Severity, Sources, Span, place};
use crate::draw::{Drawing, View, svg};
use crate::http::{Caller, HttpError, HttpResponse, Reply, Request, WorkPool};
use crate::load::{Checked, check_while};
use crate::rules::Variant;
pub use bot_game::play;
use cases::{CaseRunner, SentCase};
pub use file::EditedFile;
pub use lab::{download_report, show_lab, start_lab, stop_lab};

/// Time limit for checking a text.
const TIME_LIMIT: Duration = Duration::from_secs(10);
/// The file name of a text without a file.
const UNNAMED: &str = "rulebook.toml";
/// Examples of requests.
const REACH: &str =
    r#"{"text": "name = 'Mine'\nextends = ['chess']", "seat": "white", "kind": "knight", "square": "e4"}"#;
const SAVE: &str = r#"{"text": "name = 'Mine'\nextends = ['chess']", "stamp": ""}"#;

/// The edited file, and the texts being checked.
#[derive(Debug)]
pub struct Design {
    /// The file given at startup.
    file: Option<Arc<EditedFile>>,
    /// The catalog slug given at startup.
    shipped: Option<String>,
    works: Arc<WorkPool>,
    /// Number of check requests so far.
    latest_check: AtomicU64,
    /// Held by the request that is being checked.
    turn: Mutex<()>,
    /// The last text that compiled, identified by its hash.
    last: Mutex<Option<(u64, Variant)>>,
    /// Rulebooks that cases refer to, ready to play.
    runner: Arc<CaseRunner>,
    /// Runs a game between bots, one at a time.
    games: Arc<WorkPool>,
    /// Stops the newest game between bots.
    bot_game: Mutex<Arc<AtomicBool>>,
    /// Version of the file, incremented at every change.
    version: AtomicU64,
    /// The stamp of the first version. Taken here, because the thread that watches the file may start late.
    opened: Option<String>,
}

impl Design {
    /// Opens the file given at startup.
    pub fn open(given: &StartedWith, broken: &Arc<AtomicUsize>) -> Result<Self, BindError> {
        let (file, shipped) = match given {
            StartedWith::Nothing => (None, None),
            StartedWith::Shipped(slug) => (None, Some(slug.clone())),
            StartedWith::File(path) => (Some(Arc::new(EditedFile::open(path)?)), None),
        };
        Ok(Self {
            opened: file.as_ref().map(|it| it.stamp()),
            file,
            shipped,
            works: WorkPool::new(2, Arc::clone(broken), TIMEOUT_HELP),
            games: WorkPool::new(1, Arc::clone(broken), TIMEOUT_HELP),
            bot_game: Mutex::default(),
            latest_check: AtomicU64::new(0),
            turn: Mutex::default(),
            last: Mutex::default(),
            runner: Arc::default(),
            version: AtomicU64::new(1),
        })
    }

    /// Stops the game between bots.
    pub fn stop(&self) {
        lock(&self.bot_game).store(true, Ordering::Relaxed);
    }

    /// Returns the version of the file, which increases at every change.
    pub fn version(&self) -> u64 {
        self.version.load(Ordering::SeqCst)
    }

    /// Polls the file for changes until the server stops.
    pub fn watch(&self, app: &App, is_over: &dyn Fn() -> bool) {
        let Some(desk) = &self.file else { return };
        let mut seen = self.opened.clone().unwrap_or_default();
        self.warm();
        while !is_over() {
            std::thread::sleep(Duration::from_millis(120));
            let now = desk.stamp();
            if now != seen {
                seen = now;
                let version = self.version.fetch_add(1, Ordering::SeqCst) + 1;
                app.service.events.publish("design".to_owned(), version);
            }
        }
    }

    /// Checks the file once at startup, so that the rulebooks of its cases are loaded.
    fn warm(&self) {
        let Some(desk) = self.file.clone() else { return };
        let (check, runner) = (self.check_text(&desk.text(), None), Arc::clone(&self.runner));
        let _turn = lock(&self.turn);
        // Findings are reported to the page when it asks.
        let _ = self.works.run(TIME_LIMIT, move || {
            if let (_, Some(variant)) = check() {
                runner.run_all(&variant, Some(&desk), None, &[]);
            }
        });
    }

    /// Returns a task that checks a text as if it were in the edited file.
    fn check_text(&self, text: &str, name: Option<&str>) -> impl FnOnce() -> (Checked, Option<Variant>) + Send + use<> {
        self.check_at(self.location(name), Some(text))
    }

    /// Returns a task that checks a file, or a text in place of it.
    fn check_at(
        &self,
        location: Location,
        text: Option<&str>,
    ) -> impl FnOnce() -> (Checked, Option<Variant>) + Send + use<> {
        let (desk, text) = (self.file.clone(), text.map(|it| it.as_bytes().to_vec()));
        move || {
            let loader: &dyn Loader = desk.as_deref().map_or(&Catalog, |it| it);
            // After the time limit nobody waits for the result, and the task has to give back its place.
            let until = Instant::now() + TIME_LIMIT;
            check_while(location, text, loader, &|| Instant::now() < until)
        }
    }

    /// Returns where the edited text is.
    fn location(&self, name: Option<&str>) -> Location {
        match (&self.file, name.or(self.shipped.as_deref()).and_then(find)) {
            (Some(desk), _) => Location::Path(PathBuf::from(&desk.name)),
            // A text from the catalog may refer to the files next to it.
            (None, Some(shipped)) => Location::Shipped(shipped.slug.clone()),
            (None, None) => Location::Text(UNNAMED.to_owned()),
        }
    }
}

/// Handles `GET /api/design`.
pub fn show(app: &App, request: &Request, caller: Caller) -> Result<Reply, HttpError> {
    let design = &app.design;
    let value = match (&design.file, request.target.parameter("name")) {
        (Some(desk), None) => {
            let text = desk.text();
            json!({
                "path": desk.name,
                "text": text,
                "stamp": file::stamp(&text),
                "writable": desk.is_writable() && caller == Caller::Owner,
                "cases": crate::watch::cases_beside(desk.path()).len(),
            })
        }
        (_, name) => {
            let name = name.or(design.shipped.as_deref());
            let text = match name {
                None => "",
                Some(name) => {
                    let no_such =
                        || HttpError::new(404, "no-such-variant", format!("the catalog has no `{}`", shorten(name)));
                    find(name).ok_or_else(no_such)?.text
                }
            };
            json!({ "path": null, "name": name, "text": text, "stamp": file::stamp(text), "writable": false, "cases": 0 })
        }
    };
    Ok(HttpResponse::json(&value).into())
}

/// Handles `GET /api/design/events`.
pub fn follow(app: &App) -> Reply {
    Reply::Stream { topic: "design".to_owned(), version: app.design.version() }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckBody {
    text: String,
    name: Option<String>,
    seat: Option<String>,
    #[serde(default)]
    cases: Vec<SentCase>,
}

/// Handles `POST /api/design/check`.
pub fn check(app: &App, request: &Request) -> Result<Reply, HttpError> {
    let input: CheckBody = body(request, DRAFT)?;
    let design = &app.design;
    let own = design.latest_check.fetch_add(1, Ordering::SeqCst) + 1;
    let _turn = lock(&design.turn);
    if design.latest_check.load(Ordering::SeqCst) != own {
        return Err(HttpError::new(409, "superseded", "a newer text has arrived"));
    }
    let check = design.check_text(&input.text, input.name.as_deref());
    let (desk, runner) = (design.file.clone(), Arc::clone(&design.runner));
    let (sent, owner) = (input.cases, input.name.clone().or_else(|| design.shipped.clone()));
    let seen_from = input.seat;
    let (value, variant) = design.works.run(TIME_LIMIT, move || {
        let (checked, variant) = check();
        let mut value = found(&checked);
        if let Some(variant) = &variant {
            let more = json!({
                "ok": true,
                "svg": variant.start().map(|it| {
                    let seen_from = seen_from.and_then(|it| seat(variant, Some(&it)).ok());
                    svg(&it, &View { seat: seen_from, named: true, ..View::default() })
                }),
                "cases": runner.run_all(variant, desk.as_deref(), owner.as_deref(), &sent),
            });
            for more in [describe(variant), more] {
                if let (Value::Object(all), Value::Object(more)) = (&mut value, more) {
                    all.extend(more);
                }
            }
        }
        (value, variant)
    })?;
    if let Some(variant) = variant {
        *lock(&design.last) = Some((hashed(&input.text, input.name.as_deref()), variant));
    }
    Ok(HttpResponse::json(&value).into())
}

/// Returns all findings of a text.
fn found(checked: &Checked) -> Value {
    let findings = checked.diagnostics.items.iter().map(|it| finding(&checked.sources, it));
    json!({
        "ok": false,
        "hash": checked.hash(),
        "title": checked.definition.top.as_ref().map(|it| it.name.value.0.clone()),
        "findings": findings.collect::<Value>(),
        "cases": [],
        "kinds": [],
        "seats": [],
    })
}

/// Returns a finding with its span. A finding in another file has no line here; its message names
/// the place.
fn finding(sources: &Sources, it: &Diagnostic) -> Value {
    let mut value = json!(JsonDiagnostic::new(sources, it));
    let Some(span) = it.span else { return value };
    if span.file == 0 {
        let end = place(sources, Span { start: span.end, ..span });
        (value["end_line"], value["end_column"]) = (json!(end.line), json!(end.column));
    } else {
        let at = place(sources, span);
        value["message"] = json!(format!("{}:{}:{}: {}", at.file, at.line, at.column, it.message));
        (value["line"], value["column"]) = (Value::Null, Value::Null);
    }
    value
}

/// Handles `POST /api/design/reach`.
pub fn reach(app: &App, request: &Request) -> Result<Reply, HttpError> {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct ReachBody {
        text: String,
        name: Option<String>,
        seat: String,
        kind: String,
        square: String,
    }
    let input: ReachBody = body(request, REACH)?;
    let design = &app.design;
    let variant = variant_of(design, &input.text, input.name.as_deref())?;
    let who = seat(&variant, Some(&input.seat))?;
    let drawing = Drawing::new(&variant, Some(who));
    Ok(HttpResponse::json(&reached(&variant, &drawing, (&input.seat, &input.kind, &input.square))?).into())
}

/// Returns the variant of a text that compiles. Caches the variant of the last text.
fn variant_of(design: &Design, text: &str, name: Option<&str>) -> Result<Variant, HttpError> {
    let hash = hashed(text, name);
    let last = lock(&design.last).as_ref().filter(|it| it.0 == hash).map(|it| it.1.clone());
    if let Some(variant) = last {
        return Ok(variant);
    }
    let (_, variant) = design.works.run(TIME_LIMIT, design.check_text(text, name))?;
    let variant = variant.ok_or_else(|| {
        HttpError::new(422, "rulebook", "the rulebook does not compile").help("fix the errors in the list of findings")
    })?;
    *lock(&design.last) = Some((hash, variant.clone()));
    Ok(variant)
}

/// Handles `POST /api/design/save`.
pub fn save(app: &App, request: &Request, caller: Caller) -> Result<Reply, HttpError> {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct SaveBody {
        text: String,
        stamp: String,
    }
    let input: SaveBody = body(request, SAVE)?;
    let desk = app.design.file.as_ref().ok_or_else(|| {
        HttpError::new(403, "no-file", "no file was given when the server was started")
            .help("start the server with the path of a file: `threefold serve my.toml`")
    })?;
    if caller == Caller::Guest {
        let help = "copy or download the text; without `--allow-host`, this machine may save";
        return Err(
            HttpError::new(403, "only-here", "only the machine that serves the page may save the file").help(help)
        );
    }
    let stamp = desk.save(&input.text, &input.stamp)?;
    Ok(HttpResponse::json(&json!({ "stamp": stamp })).into())
}

fn hashed(text: &str, name: Option<&str>) -> u64 {
    let mut hasher = DefaultHasher::new();
    (text, name).hash(&mut hasher);
    hasher.finish()
}

/// Returns a task that checks a text for a comparison.
pub fn text_for(app: &App, text: &str) -> impl FnOnce() -> (Checked, Option<Variant>) + Send + use<> {
    app.design.check_text(text, None)
}

/// Stores a text that compiles as a playable draft, and returns its name.
///
/// # Errors
///
/// Returns an error if the text does not compile.
pub fn draft(app: &App, text: &str) -> Result<String, HttpError> {
    let (checked, variant) = app.design.works.run(TIME_LIMIT, app.design.check_text(text, None))?;
    if variant.is_none() {
        let first = checked.diagnostics.items.iter().find(|it| it.severity == Severity::Error);
        let message = first.map_or_else(|| "the rulebook does not compile".to_owned(), |it| it.message.clone());
        return Err(HttpError::new(422, "rulebook", message).help("the design page shows every finding with its line"));
    }
    Ok(app.rulebooks.add_draft(checked.effective()))
}
