//! What pages ask of games: begin one, see it, act, take back, follow it.
//!
//! In: a [`Request`] and the [`App`]. Out: the state after it. Whoever acts says which
//! version he has seen, so that of two who act at once one is told to look again.

use serde::Deserialize;
use serde_json::{Value, json};

use super::app::{App, topic};
use super::design::draft;
use super::games::OpenGame;
use super::route::{body, position, seat};
use super::rulebooks::brief;
use super::session::{MAX_ACTS, PlayerKind, Session, begun, replayed};
use super::state::{picture, state};
use crate::game::{GameError, heading};
use crate::http::{Caller, HttpError, HttpResponse, Reply, Request};
use crate::json as parts;
use crate::notation::seat_title;
use crate::notation::sentence::explain;
use crate::rulebook::SeatId;
use crate::rules::{Position, Variant};

/// So long may the text of an act be.
const MAX_TEXT: usize = 200;

#[derive(Debug, Deserialize)]
struct NewGame {
    variant: Option<String>,
    position: Option<String>,
    record: Option<String>,
    /// A text of the design page, played as a draft.
    text: Option<String>,
    #[serde(default)]
    players: serde_json::Map<String, Value>,
}

/// `POST /api/games`
pub fn begin(house: &App, request: &Request) -> Result<Reply, HttpError> {
    let asked: NewGame = body(request)?;
    let told = asked.record.as_deref().map(heading).unwrap_or_default();
    let drafted = asked.text.as_deref().map(|it| draft(house, it)).transpose()?;
    let name = drafted.or(asked.variant).or(told.variant);
    let name = name.ok_or_else(|| HttpError::new(400, "missing", "the request must say `variant`"))?;
    let book = house.shelf.book(&name)?;
    let game = match (&asked.record, &asked.position) {
        (Some(record), _) => {
            replayed(book.variant(), record).map_err(|it| HttpError::new(422, "unplayable-record", it))?
        }
        (None, text) => {
            let text = text.as_deref().filter(|it| !it.trim().is_empty());
            begun(book.variant(), text).map_err(|it| HttpError::new(422, "position", it.trim_end()))?
        }
    };
    let players = players(book.variant(), &asked.players, None)?;
    let shared = house.games.put(Session::new(book.name.clone(), game, players), &house.shelf)?;
    house.at(&shared, |it| {
        house.bots.look_at(it);
        let seen_from = seat(it.table.game.variant(), request.target.asked("seat"))?;
        // The player who begins a game gets the keys of all its seats.
        let value = state_for(house, it, seen_from, Caller::Owner);
        Ok(HttpResponse::json(&value).with(201).into())
    })
}

/// Who plays, by the letters or names of seats; who is not named stays.
fn players(
    variant: &Variant,
    asked: &serde_json::Map<String, Value>,
    now: Option<&[PlayerKind]>,
) -> Result<Vec<PlayerKind>, HttpError> {
    let book = variant.rulebook();
    let mut players = now.map_or_else(|| vec![PlayerKind::Human; book.seats.len()], <[PlayerKind]>::to_vec);
    for (name, who) in asked {
        let seat = book
            .seat(name)
            .ok_or_else(|| HttpError::new(422, "no-such-seat", format!("there is no player `{}`", brief(name))))?;
        players[seat.index()] = who.as_str().and_then(PlayerKind::of).ok_or_else(|| {
            HttpError::new(422, "no-such-player", "nobody of that kind plays").help("write human, random or greedy")
        })?;
    }
    Ok(players)
}

/// `GET /api/games`: a page of the list, `count` games after the first `from`.
pub fn list(house: &App, request: &Request) -> Result<Reply, HttpError> {
    let number = |name: &str, usual: usize| match request.target.asked(name) {
        None => Ok(usual),
        Some(text) => text.parse().map_err(|_| {
            HttpError::new(400, "bad-number", format!("`{name}` must be a whole number, not `{}`", brief(text)))
                .help(format!("for example `?{name}={usual}`"))
        }),
    };
    Ok(HttpResponse::json(&house.games.list(number("from", 0)?, number("count", 50)?)).into())
}

/// `POST /api/games/ID/delete`
pub fn delete(house: &App, request: &Request, id: &str, caller: Caller) -> Result<Reply, HttpError> {
    if caller == Caller::Guest {
        let asked: HeldKeys = body(request)?;
        with_table(house, id, |it| {
            let book = it.table.game.variant().rulebook();
            house.keys.may(caller, (&it.id, book), &asked.keys, book.seat_ids())
        })?;
    }
    house.games.delete(id)?;
    // A page that follows the game asks again, and is told that it is gone.
    house.service.events.tell(topic(id), u64::MAX);
    Ok(HttpResponse::json(&json!({ "deleted": id })).into())
}

/// `GET /api/games/ID`
pub fn show(house: &App, request: &Request, id: &str, caller: Caller) -> Result<Reply, HttpError> {
    with_table(house, id, |it| {
        house.bots.look_at(it);
        shown(house, it, request, caller)
    })
}

/// `GET /api/games/ID/svg`
pub fn show_svg(house: &App, request: &Request, id: &str) -> Result<Reply, HttpError> {
    with_table(house, id, |it| {
        let variant = it.table.game.variant();
        let seen_from = seat(variant, request.target.asked("seat"))?;
        let selected = request.target.asked("select").map(|it| super::route::square(variant, it)).transpose()?;
        Ok(HttpResponse::of("image/svg+xml", picture(&it.table.game, seen_from, selected, &house.drawings)).into())
    })
}

/// `GET /api/games/ID/events`
pub fn follow(house: &App, id: &str) -> Result<Reply, HttpError> {
    let version = with_table(house, id, |it| Ok(it.table.version))?;
    Ok(Reply::Stream { topic: topic(id), version })
}

/// The version of a game now, for whoever has just begun to follow it.
pub fn version(house: &App, id: &str) -> Option<u64> {
    with_table(house, id, |it| Ok(it.table.version)).ok()
}

#[derive(Debug, Deserialize)]
struct Act {
    version: u64,
    #[serde(default)]
    text: String,
    #[serde(rename = "as")]
    seat: Option<String>,
    /// The keys of seats that the page holds.
    #[serde(default)]
    keys: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct HeldKeys {
    #[serde(default)]
    keys: Vec<String>,
}

/// `POST /api/games/ID/act`
pub fn act(house: &App, request: &Request, id: &str, caller: Caller) -> Result<Reply, HttpError> {
    let asked: Act = body(request)?;
    with_table(house, id, |it| {
        fresh(house, it, asked.version, request)?;
        let table = &mut it.table;
        let variant = table.game.variant().clone();
        if table.game.played().len() >= MAX_ACTS {
            return Err(HttpError::new(422, "game-too-long", format!("a game has no more than {MAX_ACTS} acts")));
        }
        if asked.text.len() > MAX_TEXT {
            return Err(HttpError::new(422, "bad-move-text", format!("a move has no more than {MAX_TEXT} letters")));
        }
        let actor = table.actor(&asked.text);
        sits_there(&variant, asked.seat.as_deref(), actor, actor == table.game.turn())?;
        house.keys.may(caller, (&it.id, variant.rulebook()), &asked.keys, std::iter::once(actor))?;
        if !table.game.is_game_over() && table.players[actor.index()] != PlayerKind::Human {
            let message = format!("{} is played by a bot", seat_title(variant.rulebook(), actor));
            return Err(HttpError::new(403, "seat-of-a-bot", message).help("let a person play for this seat"));
        }
        let before = table.game.position().clone();
        table.act(&asked.text).map_err(|error| refused(&before, &asked.text, error))?;
        house.keep(it)?;
        shown(house, it, request, caller)
    })
}

/// `POST /api/games/ID/undo` and `/redo`
pub fn go(house: &App, request: &Request, id: &str, way: (Caller, bool)) -> Result<Reply, HttpError> {
    let (caller, is_back) = way;
    let asked: Act = body(request)?;
    with_table(house, id, |it| {
        fresh(house, it, asked.version, request)?;
        let table = &mut it.table;
        let variant = table.game.variant().clone();
        let person = if is_back { table.last_person() } else { table.game.undone().last().map(|it| it.seat) };
        if let Some(actor) = person {
            sits_there(&variant, asked.seat.as_deref(), actor, false)?;
        }
        // Moves of bots alone may be taken back by every player.
        let held = house.keys.seats(caller, &it.id, variant.rulebook(), &asked.keys);
        let needed = person.or(Some(SeatId(0)).filter(|_| held.is_empty()));
        house.keys.may(caller, (&it.id, variant.rulebook()), &asked.keys, needed.into_iter())?;
        let done = if is_back { table.undo() } else { table.redo() };
        if !done {
            let message = if is_back { "there is nothing to take back" } else { "nothing was taken back" };
            return Err(HttpError::new(422, "nothing", message));
        }
        house.keep(it)?;
        shown(house, it, request, caller)
    })
}

/// `POST /api/games/ID/players`
pub fn seat_players(house: &App, request: &Request, id: &str, caller: Caller) -> Result<Reply, HttpError> {
    #[derive(Debug, Deserialize)]
    struct Players {
        players: serde_json::Map<String, Value>,
        #[serde(default)]
        keys: Vec<String>,
    }
    let asked: Players = body(request)?;
    with_table(house, id, |it| {
        let players = players(it.table.game.variant(), &asked.players, Some(&it.table.players))?;
        let now = &it.table.players;
        let book = it.table.game.variant().rulebook();
        let changed = book.seat_ids().filter(|seat| players[seat.index()] != now[seat.index()]);
        house.keys.may(caller, (&it.id, book), &asked.keys, changed)?;
        it.table.seat(players);
        house.keep(it)?;
        shown(house, it, request, caller)
    })
}

fn with_table<T>(
    house: &App,
    id: &str,
    act: impl FnOnce(&mut OpenGame) -> Result<T, HttpError>,
) -> Result<T, HttpError> {
    let shared = house.games.table(id, &house.shelf)?;
    house.at(&shared, act)
}

fn shown(house: &App, it: &OpenGame, request: &Request, caller: Caller) -> Result<Reply, HttpError> {
    let seen_from = seat(it.table.game.variant(), request.target.asked("seat"))?;
    Ok(HttpResponse::json(&state_for(house, it, seen_from, caller)).into())
}

/// The state, with the keys of all seats for the owner, and the address for links.
fn state_for(house: &App, it: &OpenGame, seen_from: SeatId, caller: Caller) -> Value {
    let mut value = state(&it.id, &it.table, seen_from, &house.drawings);
    value["address"] = json!(house.address);
    if caller == Caller::Owner {
        value["keys"] = house.keys.all(&it.id, it.table.game.variant().rulebook());
    }
    value
}

/// Whether whoever acts has seen the game as it stands.
fn fresh(house: &App, it: &OpenGame, version: u64, request: &Request) -> Result<(), HttpError> {
    if it.table.version == version {
        return Ok(());
    }
    let seen_from = seat(it.table.game.variant(), request.target.asked("seat"))?;
    Err(HttpError::new(409, "stale", "the game has gone on meanwhile")
        .help("look at the board again")
        .more("state", state(&it.id, &it.table, seen_from, &house.drawings)))
}

/// Whether a page that sits at a seat acts for that seat.
fn sits_there(variant: &Variant, named: Option<&str>, actor: SeatId, is_move: bool) -> Result<(), HttpError> {
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
    let help = format!("Wait for {actor}, or choose another seat under “You sit”.");
    Err(HttpError::new(403, "not-your-seat", message).help(help))
}

/// Why an act was not carried out, with all that the board can show of it.
fn refused(before: &Position, text: &str, error: GameError) -> HttpError {
    match error {
        GameError::Illegal { mv, code, sentence } => {
            let book = before.variant().rulebook();
            let told = explain(before, mv);
            let mut why = parts::explanation(book, mv, &told);
            why["by"] = pieces_at(before, &told.by);
            HttpError::new(422, code, sentence).more("why", why)
        }
        GameError::Text(it) => HttpError::new(422, it.code, format!("{}: `{}`", it.message, brief(text))).help(it.help),
        GameError::Claim { message, help } => HttpError::new(422, "claim", message).help(help),
    }
}

/// The pieces that a reason speaks of.
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

/// Explains a move of any position, as `threefold explain` does.
pub fn explain_move(house: &App, request: &Request) -> Result<Reply, HttpError> {
    #[derive(Debug, Deserialize)]
    struct ExplainBody {
        variant: String,
        position: Option<String>,
        from: String,
        to: String,
        promotion: Option<String>,
    }
    let asked: ExplainBody = body(request)?;
    let variant = house.shelf.variant(&asked.variant)?;
    let position = position(&variant, asked.position.as_deref())?;
    let promotion = asked.promotion.map_or_else(String::new, |it| format!("={it}"));
    let text = format!("{}-{}{promotion}", asked.from, asked.to);
    let told = match crate::notation::parse_move(&position, &text) {
        Ok(mv) => parts::explanation(variant.rulebook(), mv, &explain(&position, mv)),
        Err(error) => parts::no_move(&error),
    };
    Ok(HttpResponse::json(&told).into())
}
