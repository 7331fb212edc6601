//! Requests about games: create, show, act and follow.
//!
//! Input: a [`Request`] and the [`App`]. Output: the state of the game afterwards. A request that
//! changes a game states the version it is based on. Of two simultaneous requests, one therefore
//! gets the error `stale` (optimistic locking). Does not know rules.

use serde::Deserialize;
use serde_json::{Value, json};

use super::app::{App, topic};
use super::body::body;
use super::design::draft;
use super::games::OpenGame;
use super::records::{RecordSource, open};
use super::route::{position, seat};
use super::rulebooks::shorten;
use super::session::{MAX_ACTS, PlayerKind, Session};
use super::state::{earlier, picture, state};
use super::tags::KeptTags;
use crate::game::{Game, GameError};
use crate::http::{Caller, HttpError, HttpResponse, Reply, Request};
use crate::json as parts;
use crate::notation::seat_title;
use crate::notation::sentence::explain;
use crate::rulebook::SeatId;
use crate::rules::{Position, Variant};

/// Maximum length of the text of an act, in bytes.
const MAX_TEXT: usize = 200;
/// Maximum number of games that another machine can list.
const MAX_IDS: usize = 500;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewGame {
    variant: Option<String>,
    position: Option<String>,
    record: Option<String>,
    /// The game of a record with several, counted from 1.
    game: Option<usize>,
    /// A text from the design page, to be played as a draft.
    text: Option<String>,
    #[serde(default)]
    players: serde_json::Map<String, Value>,
}

/// Handles `POST /api/games`.
pub fn begin(app: &App, request: &Request) -> Result<Reply, HttpError> {
    let input: NewGame = body(request, r#"{"variant": "chess"}"#)?;
    let drafted = input.text.as_deref().map(|it| draft(app, it)).transpose()?;
    let name = drafted.or(input.variant);
    let start = input.position.as_deref().filter(|it| !it.trim().is_empty());
    let (book, game, tags) = match &input.record {
        Some(_) if start.is_some() => {
            return Err(HttpError::new(400, "two-starts", "a game starts from `position` or goes on from `record`")
                .help("leave one of them out"));
        }
        Some(record) => {
            let number = input.game.unwrap_or(1);
            let source = RecordSource { text: record, variant: name.as_deref(), number, ..RecordSource::default() };
            let opened = open(app, source)?;
            (opened.book, opened.game, opened.tags)
        }
        None => {
            let name = name.ok_or_else(|| HttpError::new(400, "missing", "the request needs `variant`"))?;
            let book = app.rulebooks.book(&name)?;
            let game = Game::from_position(position(book.variant(), start)?);
            (book, game, KeptTags::default())
        }
    };
    let players = players(book.variant(), &input.players, None)?;
    let mut session = Session::new(book.name.clone(), game, players);
    session.tags = tags;
    let shared = app.games.put(session, &app.rulebooks)?;
    app.with_game(&shared, |it| {
        app.bots.schedule(it);
        let seen_from = seat(it.session.game.variant(), request.target.parameter("seat"))?;
        // The player who creates a game gets the keys of all its seats.
        let value = state_for(app, it, seen_from, Caller::Owner);
        Ok(HttpResponse::json(&value).with(201).into())
    })
}

/// Reads the player kinds, by letter or name of the seat. Seats that are not named stay as they
/// are.
fn players(
    variant: &Variant,
    changes: &serde_json::Map<String, Value>,
    now: Option<&[PlayerKind]>,
) -> Result<Vec<PlayerKind>, HttpError> {
    let book = variant.rulebook();
    let mut players = now.map_or_else(|| vec![PlayerKind::Human; book.seats.len()], <[PlayerKind]>::to_vec);
    for (name, who) in changes {
        let seat = seat(variant, Some(name))?;
        let who =
            who.as_str().ok_or_else(|| ("a player is not a text".to_owned(), "write `human` or a bot".to_owned()));
        players[seat.index()] = who
            .and_then(PlayerKind::of)
            .map_err(|(message, help)| HttpError::new(422, "no-such-player", message).help(help))?;
    }
    Ok(players)
}

/// Handles `GET /api/games`: one page of the list, `count` games after the first `from`. This machine sees all games.
/// Others see those whose ids they name in `ids`, because a link to a game contains its id.
pub fn list(app: &App, request: &Request, caller: Caller) -> Result<Reply, HttpError> {
    let number = |name: &str, default: usize| match request.target.parameter(name) {
        None => Ok(default),
        Some(text) => text.parse().map_err(|_| {
            HttpError::new(400, "bad-number", format!("`{name}` must be a whole number, not `{}`", shorten(text)))
                .help(format!("for example `?{name}={default}`"))
        }),
    };
    let named: Vec<&str> = request.target.parameter("ids").unwrap_or_default().split(',').take(MAX_IDS).collect();
    let only = (caller == Caller::Guest).then_some(named.as_slice());
    Ok(HttpResponse::json(&app.games.list(number("from", 0)?, number("count", 50)?, only)).into())
}

/// Handles `POST /api/games/ID/delete`.
pub fn delete(app: &App, request: &Request, id: &str, caller: Caller) -> Result<Reply, HttpError> {
    if caller == Caller::Guest {
        let input: HeldKeys = body(request, r#"{"keys": []}"#)?;
        with_game_by_id(app, id, |it| {
            let book = it.session.game.variant().rulebook();
            app.keys.may(caller, (&it.id, book), &input.keys, book.seat_ids()).map_err(|_| {
                HttpError::new(403, "no-key", "only the creator of a game can delete it")
                    .help("ask them to delete it: they have the links to all seats")
            })
        })?;
    }
    app.games.delete(id)?;
    app.bots.cancel(id);
    app.advisor.cancel(id);
    // A page that follows the game requests it again and learns that it is gone.
    app.service.events.publish(topic(id), u64::MAX);
    Ok(HttpResponse::json(&json!({ "deleted": id })).into())
}

/// Handles `GET /api/games/ID`.
pub fn show(app: &App, request: &Request, id: &str, caller: Caller) -> Result<Reply, HttpError> {
    with_game_by_id(app, id, |it| {
        app.bots.schedule(it);
        shown(app, it, request, caller)
    })
}

/// Handles `GET /api/games/ID/svg`.
pub fn show_svg(app: &App, request: &Request, id: &str) -> Result<Reply, HttpError> {
    with_game_by_id(app, id, |it| {
        let variant = it.session.game.variant();
        let seen_from = seat(variant, request.target.parameter("seat"))?;
        let selected = request.target.parameter("select").map(|it| super::route::square(variant, it)).transpose()?;
        Ok(HttpResponse::of("image/svg+xml", picture(&it.session.game, seen_from, selected, &app.drawings)).into())
    })
}

/// Handles `GET /api/games/ID/positions/COUNT`: the position after the first `COUNT` actions.
pub fn show_earlier(app: &App, request: &Request, id: &str, count: &str) -> Result<Reply, HttpError> {
    with_game_by_id(app, id, |it| {
        let seen_from = seat(it.session.game.variant(), request.target.parameter("seat"))?;
        let found = count.parse().ok().and_then(|count| earlier(&it.session, count, seen_from, &app.drawings));
        let last = it.session.game.played().len();
        let none = || {
            HttpError::new(404, "no-such-position", format!("this game has no position `{}`", shorten(count)))
                .help(format!("its positions have the numbers 0 to {last}"))
        };
        Ok(HttpResponse::json(&found.ok_or_else(none)?).into())
    })
}

/// Handles `GET /api/games/ID/events`.
pub fn follow(app: &App, id: &str) -> Result<Reply, HttpError> {
    let version = with_game_by_id(app, id, |it| Ok(it.session.version))?;
    Ok(Reply::Stream { topic: topic(id), version })
}

/// Returns the current version of a game, for a page that starts to follow it.
pub fn version(app: &App, id: &str) -> Option<u64> {
    with_game_by_id(app, id, |it| Ok(it.session.version)).ok()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ActBody {
    version: u64,
    #[serde(default)]
    text: String,
    #[serde(rename = "as")]
    seat: Option<String>,
    /// The seat keys that the page holds.
    #[serde(default)]
    keys: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HeldKeys {
    #[serde(default)]
    keys: Vec<String>,
}

/// Handles `POST /api/games/ID/act`.
pub fn act(app: &App, request: &Request, id: &str, caller: Caller) -> Result<Reply, HttpError> {
    let input: ActBody = body(request, r#"{"version": 0, "text": "e4"}"#)?;
    with_game_by_id(app, id, |it| {
        check_version(app, it, input.version, request)?;
        let session = &mut it.session;
        let variant = session.game.variant().clone();
        if session.game.played().len() >= MAX_ACTS {
            return Err(HttpError::new(422, "game-too-long", format!("a game may have at most {MAX_ACTS} actions")));
        }
        if input.text.len() > MAX_TEXT {
            return Err(HttpError::new(
                422,
                "bad-move-text",
                format!("the text of a move may have at most {MAX_TEXT} characters"),
            ));
        }
        if input.text.trim().is_empty() {
            let help = "for example `{\"version\": 1, \"text\": \"e2-e4\"}`";
            return Err(HttpError::new(400, "missing", "the request needs `text`, a move or another action").help(help));
        }
        let actor = session.actor(&input.text);
        check_seat_of_page(&variant, input.seat.as_deref(), actor, actor == session.game.turn())?;
        app.keys.may(caller, (&it.id, variant.rulebook()), &input.keys, std::iter::once(actor))?;
        if !session.game.is_game_over() && session.players[actor.index()] != PlayerKind::Human {
            let message = format!("a bot plays {}", seat_title(variant.rulebook(), actor));
            return Err(HttpError::new(403, "seat-of-a-bot", message).help("choose “a person” for this seat first"));
        }
        let before = session.game.position().clone();
        session.act(&input.text).map_err(|error| refused(&before, &input.text, error))?;
        app.save_game(it)?;
        shown(app, it, request, caller)
    })
}

/// Handles `POST /api/games/ID/players`.
pub fn seat_players(app: &App, request: &Request, id: &str, caller: Caller) -> Result<Reply, HttpError> {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Players {
        players: serde_json::Map<String, Value>,
        /// Part of every request that changes a game. The players do not depend on it.
        #[expect(dead_code, reason = "accepted, because pages send it with every request")]
        version: Option<u64>,
        #[serde(default)]
        keys: Vec<String>,
    }
    let input: Players = body(request, r#"{"players": {"black": "club"}}"#)?;
    with_game_by_id(app, id, |it| {
        let players = players(it.session.game.variant(), &input.players, Some(&it.session.players))?;
        let now = &it.session.players;
        let book = it.session.game.variant().rulebook();
        let changed = book.seat_ids().filter(|seat| players[seat.index()] != now[seat.index()]);
        // Any player may let a bot play for the one who has left the others waiting.
        let is_absent = it.replaceable_in(app.patience).is_some_and(|it| it.is_zero())
            && !app.keys.seats(caller, &it.id, book, &input.keys).is_empty();
        let is_replaced = |seat: SeatId| {
            is_absent && seat == it.session.game.turn() && matches!(players[seat.index()], PlayerKind::Bot(_))
        };
        app.keys.may(caller, (&it.id, book), &input.keys, changed.filter(|seat| !is_replaced(*seat)))?;
        it.session.seat(players);
        app.save_game(it)?;
        shown(app, it, request, caller)
    })
}

/// Handles `POST /api/games/ID/seats`: which seats the caller may play with some keys.
pub fn own_seats(app: &App, request: &Request, id: &str, caller: Caller) -> Result<Reply, HttpError> {
    let input: HeldKeys = body(request, r#"{"keys": []}"#)?;
    with_game_by_id(app, id, |it| {
        let book = it.session.game.variant().rulebook();
        let seats = app.keys.seats(caller, &it.id, book, &input.keys);
        let letters: Vec<&str> = seats.iter().map(|it| book.seats[it.index()].letter.as_str()).collect();
        Ok(HttpResponse::json(&json!({ "seats": letters })).into())
    })
}

/// Locks the game with an id, and runs `act` on it.
pub fn with_game_by_id<T>(
    app: &App,
    id: &str,
    act: impl FnOnce(&mut OpenGame) -> Result<T, HttpError>,
) -> Result<T, HttpError> {
    let shared = app.games.open(id, &app.rulebooks)?;
    app.with_game(&shared, act)
}

/// Returns the state of a game as the answer to a request.
pub(super) fn shown(app: &App, it: &OpenGame, request: &Request, caller: Caller) -> Result<Reply, HttpError> {
    let seen_from = seat(it.session.game.variant(), request.target.parameter("seat"))?;
    Ok(HttpResponse::json(&state_for(app, it, seen_from, caller)).into())
}

/// Returns the state, with the keys of all seats for the owner and the URL for links.
fn state_for(app: &App, it: &OpenGame, seen_from: SeatId, caller: Caller) -> Value {
    let mut value = state(&it.id, &it.session, seen_from, &app.drawings);
    value["address"] = json!(app.address);
    value["replaceable_in"] = json!(it.replaceable_in(app.patience).map(|it| it.as_secs_f64().ceil()));
    if caller == Caller::Owner {
        value["keys"] = app.keys.all(&it.id, it.session.game.variant().rulebook());
    }
    value
}

/// Checks that a request is based on the current version of the game.
pub(super) fn check_version(app: &App, it: &OpenGame, version: u64, request: &Request) -> Result<(), HttpError> {
    if it.session.version == version {
        return Ok(());
    }
    let seen_from = seat(it.session.game.variant(), request.target.parameter("seat"))?;
    let current = it.session.version;
    let message = match version < current {
        true => "the game has continued meanwhile".to_owned(),
        false => format!("the game has no version {version} yet: its version is {current}"),
    };
    Err(HttpError::new(409, "stale", message)
        .help("look at the board and choose again")
        .more("state", state(&it.id, &it.session, seen_from, &app.drawings)))
}

/// Checks that a page acts only for its own seat.
pub(super) fn check_seat_of_page(
    variant: &Variant,
    named: Option<&str>,
    actor: SeatId,
    is_move: bool,
) -> Result<(), HttpError> {
    let Some(name) = named else { return Ok(()) };
    let own = seat(variant, Some(name))?;
    if own == actor {
        return Ok(());
    }
    let book = variant.rulebook();
    let (actor, own) = (seat_title(book, actor), seat_title(book, own));
    let message = match is_move {
        true => format!("It is {actor}'s turn, and you play {own}."),
        false => format!("Only {actor} may do this, and you play {own}."),
    };
    let help = format!("Wait for {actor}, or choose another seat under “Your seat”.");
    Err(HttpError::new(403, "not-your-seat", message).help(help))
}

/// Returns the error for an act that was refused, with everything that the board can show about it.
fn refused(before: &Position, text: &str, error: GameError) -> HttpError {
    match error {
        GameError::Illegal { mv, code, sentence, .. } => {
            let book = before.variant().rulebook();
            let explanation = explain(before, mv);
            let mut why = parts::explanation(book, mv, &explanation);
            why["by"] = pieces_at(before, &explanation.by);
            HttpError::new(422, code, sentence).more("why", why)
        }
        GameError::Text(it) => {
            // Most messages quote what is wrong. The others need the text.
            let (message, text) = (it.to_string(), shorten(text));
            let message = if message.contains('`') { message } else { format!("{message}: `{text}`") };
            HttpError::new(422, it.code(), message).help(it.help)
        }
        GameError::Claim { kind, help } => HttpError::new(422, "claim", kind.to_string()).help(help),
    }
}

/// Returns the pieces on the squares that a reason refers to.
fn pieces_at(before: &Position, squares: &[crate::board::Square]) -> Value {
    let book = before.variant().rulebook();
    let pieces = squares.iter().filter_map(|at| {
        let piece = before.piece_at(*at)?;
        let kind = &book.kinds[piece.kind.index()];
        Some(json!({
            "seat": parts::seat(book, piece.seat),
            "kind": kind.label,
            "letter": kind.letter,
            "square": parts::square(book, *at),
        }))
    });
    pieces.collect()
}

/// Handles `POST /api/explain`: explains a move in any position, as `threefold explain` does.
pub fn explain_move(app: &App, request: &Request) -> Result<Reply, HttpError> {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct ExplainBody {
        variant: String,
        position: Option<String>,
        from: String,
        to: String,
        promotion: Option<String>,
    }
    let input: ExplainBody = body(request, r#"{"variant": "chess", "from": "e2", "to": "e5"}"#)?;
    let variant = app.rulebooks.variant(&input.variant)?;
    let position = position(&variant, input.position.as_deref())?;
    let promotion = input.promotion.map_or_else(String::new, |it| format!("={it}"));
    let text = format!("{}-{}{promotion}", input.from, input.to);
    let explanation = match crate::notation::parse_move(&position, &text) {
        Ok(mv) => parts::explanation(variant.rulebook(), mv, &explain(&position, mv)),
        Err(error) => parts::no_move(&error),
    };
    Ok(HttpResponse::json(&explanation).into())
}
