//! Records of games: PGN and saved games that a page opens, and PGN that it downloads.
//!
//! Input: a text, the number of a game in it, and the name of a rulebook. Output: the game, played by the rules that the
//! request or the record names, or an error with its place in the text. The rulebook inside a record is used if the one
//! that it names has other rules. The game keeps tags that still hold. Variations are left out, and comments are not kept.
//! Does not know the syntax of records.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use super::app::App;
use super::body::body;
use super::design::draft;
use super::games::OpenGame;
use super::play::with_game_by_id;
use super::rulebooks::{CachedRulebook, DRAFT, shorten};
use super::session::{MAX_ACTS, PlayerKind, replay_record};
use super::tags::KeptTags;
use crate::game::{Game, heading};
use crate::http::{HttpError, HttpResponse, Reply, Request};
use crate::load::name_of_tag;
use crate::notation::position::print;
use crate::notation::sentence::status_sentence;
use crate::record::{self, Record, RecordEntry, RecordError, RecordErrorKind, RecordReader, is_pgn, rulebook_text};

/// Maximum number of games that a list shows.
const MAX_LISTED: usize = 500;
/// The name of the text in messages with a place.
const NAME: &str = "record";

/// A game of a record, with its rulebook.
pub struct OpenedRecord {
    /// The rulebook by which it was played.
    pub book: Arc<CachedRulebook>,
    /// The game, after its last action.
    pub game: Game,
    /// Tags that the new game keeps.
    pub tags: KeptTags,
    /// All games of the text; empty for a saved game.
    listed: Vec<Value>,
    /// Whether the record was written with other rules.
    has_other_rules: bool,
}

/// What a request says about a record.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecordSource<'a> {
    /// The text of one or more games.
    pub text: &'a str,
    /// The rulebook to use, whatever the record names.
    pub variant: Option<&'a str>,
    /// The rulebook to use if the record names none.
    pub fallback: Option<&'a str>,
    /// The game to open, counted from 1.
    pub number: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordBody {
    record: String,
    variant: Option<String>,
    fallback: Option<String>,
    game: Option<usize>,
}

/// Handles `POST /api/records`: says which game a record contains, without starting it.
pub fn look(app: &App, request: &Request) -> Result<Reply, HttpError> {
    let input: RecordBody = body(request, r#"{"record": "1. e4 e5 *", "variant": "chess"}"#)?;
    let opened = open(
        app,
        RecordSource {
            text: &input.record,
            variant: input.variant.as_deref(),
            fallback: input.fallback.as_deref(),
            number: input.game.unwrap_or(1),
        },
    )?;
    let position = opened.game.position();
    let value = json!({
        "variant": opened.book.name,
        "title": title(&opened.book),
        "moves": opened.game.moves().count(),
        "position": print(position),
        "status": status_sentence(position),
        "recordedEnd": opened.tags.recorded_end(&opened.game),
        "sameRules": !opened.has_other_rules,
        "games": opened.listed,
    });
    Ok(HttpResponse::json(&value).into())
}

/// Opens a game of a record.
///
/// # Errors
/// Returns an error with its place if the text is no record, or if the rules refuse a move.
pub fn open(app: &App, source: RecordSource<'_>) -> Result<OpenedRecord, HttpError> {
    if is_pgn(source.text) { open_pgn(app, source) } else { open_saved(app, source) }
}

fn open_saved(app: &App, source: RecordSource<'_>) -> Result<OpenedRecord, HttpError> {
    let header = heading(source.text);
    let name = source.variant.or(header.variant.as_deref()).or(source.fallback);
    let book = app.rulebooks.book(name.ok_or_else(no_variant)?)?;
    let has_other_rules = header.hash.is_some_and(|it| it != book.variant().hash());
    let game = replay_record(book.variant(), source.text).map_err(|it| HttpError::new(422, "unplayable-record", it))?;
    Ok(OpenedRecord { book, game, tags: KeptTags::read(source.text), listed: Vec::new(), has_other_rules })
}

fn open_pgn(app: &App, source: RecordSource<'_>) -> Result<OpenedRecord, HttpError> {
    let unreadable = |it: std::io::Error| HttpError::new(422, NAME, format!("the record cannot be read: {it}"));
    let (mut listed, mut count, mut found) = (Vec::new(), 0, None);
    for entry in RecordReader::new(&mut source.text.as_bytes() as &mut dyn std::io::BufRead) {
        let entry = entry.map_err(unreadable)?;
        count = entry.number;
        if listed.len() < MAX_LISTED {
            listed.push(json!({ "game": entry.number, "label": label(&entry.record) }));
        }
        if entry.number == source.number {
            found = Some(entry);
        }
    }
    let mut entry = found.ok_or_else(|| {
        let message = format!("there is no game {} in the record, which has {count}", source.number);
        HttpError::new(422, "no-such-game", message)
    })?;
    let games = json!(listed);
    // The game continues on the page, so it needs no result.
    entry.errors.retain(|it| it.kind != RecordErrorKind::NoResult);
    let with_games = |error: HttpError| error.more("games", games.clone());
    if !entry.errors.is_empty() {
        return Err(with_games(syntax_error(&entry)));
    }
    let book = rulebook(app, &entry.record, source).map_err(with_games)?;
    let variant = book.variant().clone();
    let has_other_rules = entry.record.has_rules_of(&variant) == Some(false);
    let tags = KeptTags::of_record(&entry.record, variant.rulebook());
    // A long record may take a while.
    let played = app.rulebooks.run_in_background(&book.name, move || {
        let played = record::replay_record(&variant, &entry.record.main_line());
        played.map_err(|error| {
            let refused = HttpError::new(422, error.code(), error.render(NAME, &entry).trim_end());
            let help = error.help().unwrap_or_default();
            refused.more("errors", json!([place((error.line, error.column), &error.to_string(), help)]))
        })
    })?;
    let with_book = |it: HttpError| with_games(it).more("variant", json!(book.name)).more("title", title(&book));
    let game = played.map_err(with_book)?;
    if game.played().len() > MAX_ACTS {
        let message = format!("the record has more than {MAX_ACTS} actions");
        return Err(with_games(HttpError::new(422, "unplayable-record", message)));
    }
    Ok(OpenedRecord { book, game, tags, listed, has_other_rules })
}

/// Returns the rulebook of a record.
fn rulebook(app: &App, record: &Record, source: RecordSource<'_>) -> Result<Arc<CachedRulebook>, HttpError> {
    if let Some(name) = source.variant {
        return app.rulebooks.book(name);
    }
    let tag = record.tag("Variant");
    let name = match (tag, source.fallback) {
        (None, Some(fallback)) => fallback.to_owned(),
        _ => name_of_tag(tag.unwrap_or_default()),
    };
    let named = app.rulebooks.book(&name);
    let hash = record.tag("Rules");
    let is_same = named.as_ref().is_ok_and(|it| hash.is_none_or(|hash| hash == it.variant().hash()));
    match record.tag("Rulebook") {
        Some(text) if !is_same => app.rulebooks.book(&draft(app, &rulebook_text(text))?),
        _ => named.map_err(|it| it.help("choose the variant of the record from the list")),
    }
}

/// Returns the name of a rulebook for people.
fn title(book: &CachedRulebook) -> Value {
    json!(book.variant().rulebook().name)
}

fn no_variant() -> HttpError {
    HttpError::new(400, "missing", "the text has no moves in PGN and names no variant")
        .help("send a record such as `1. e4 e5 *`, or name the rulebook in `variant`")
}

fn syntax_error(entry: &RecordEntry) -> HttpError {
    const SHOWN: usize = 5;
    let mut texts: Vec<String> =
        entry.errors.iter().take(SHOWN).map(|it| it.render(NAME).trim_end().to_owned()).collect();
    if entry.errors.len() > SHOWN {
        texts.push(format!("... and {} more", entry.errors.len() - SHOWN));
    }
    let place = |it: &RecordError| place((it.line, it.column), &it.to_string(), it.kind.help());
    let places = entry.errors.iter().take(SHOWN).map(place);
    HttpError::new(422, NAME, texts.join("\n")).more("errors", places.collect())
}

/// Returns an error with its place; a line of 0 means the whole record.
fn place((line, column): (usize, usize), message: &str, help: &str) -> Value {
    match line {
        0 => json!({ "message": message, "help": help, "line": null, "column": null }),
        _ => json!({ "message": message, "help": help, "line": line, "column": column }),
    }
}

/// Returns what distinguishes a game in a list: players, event, date and result.
fn label(record: &Record) -> String {
    let tag = |name: &str| record.tag(name).filter(|it| !it.is_empty() && !it.starts_with(['?', '-']));
    let players: Vec<&str> = players(record).into_iter().filter(|it| *it != "?").collect();
    let parts = [Some(players.join(" – ")), tag("Event").map(str::to_owned), tag("Date").map(str::to_owned)];
    let mut parts: Vec<String> = parts.into_iter().flatten().filter(|it| !it.is_empty()).collect();
    parts.push(record.result.clone());
    let plies = record.movetext.plies.len();
    parts.push(format!("{plies} {}", if plies == 1 { "move" } else { "moves" }));
    shorten(&parts.join(", "))
}

/// Returns the players: the tags between the round and the result, as PGN orders them.
fn players(record: &Record) -> Vec<&str> {
    let names = record.tags.iter().skip_while(|it| it.name != "Round").skip(1).take_while(|it| it.name != "Result");
    let players: Vec<&str> = names.map(|it| it.value.as_str()).collect();
    match players.is_empty() {
        true => ["White", "Black"].into_iter().filter_map(|it| record.tag(it)).collect(),
        false => players,
    }
}

/// Handles `GET /api/games/ID/pgn`.
pub fn download(app: &App, id: &str) -> Result<Reply, HttpError> {
    with_game_by_id(app, id, |it| {
        let record = pgn(app, it);
        Ok(HttpResponse::of("application/vnd.chess-pgn; charset=utf-8", record.to_string()).into())
    })
}

/// Returns the record of a game, with its bots as players, and with the tags of the record that it continues. The
/// rulebook of a file or a draft is inside.
fn pgn(app: &App, it: &OpenGame) -> Record {
    let (game, variant) = (&it.session.game, it.session.game.variant());
    let mut record = Record::from_game(game);
    for (seat, player) in variant.rulebook().seat_ids().zip(&it.session.players) {
        if *player != PlayerKind::Human {
            record.set_tag(&record::player_tag(variant.rulebook(), seat), player.word());
        }
    }
    if let Some(date) = app.games.date(&it.id) {
        record.set_tag("Date", date);
    }
    it.session.tags.add_to(&mut record, variant.rulebook(), &it.session.players);
    if let Some(text) = it.rulebook_text(&app.rulebooks) {
        if it.session.name.starts_with(DRAFT) {
            record.set_tag("Variant", variant.rulebook().name.clone());
        }
        record.set_tag("Rulebook", record::rulebook_tag(&record::without_comments(&text)));
    }
    record
}
