//! Request routing, and parsing of common parameters.
//!
//! Input: a [`Request`] that passed access control. Output: a [`Reply`] or an [`HttpError`]. Parses
//! seats, squares and positions for several handlers. Does not know what the handlers do.

use serde_json::json;

use super::app::App;
use super::rulebooks::shorten;
use super::session::MAX_POSITION;
use super::{analyzing, comparing, design, page, play, queries, records, steps};
use crate::board::Square;
use crate::http::{Caller, HttpError, Method, Reply, Request};
use crate::notation::joined;
use crate::notation::name::square_help;
use crate::notation::position::{PositionError, parse_position, render};
use crate::rulebook::SeatId;
use crate::rules::{Position, Variant};

/// Maximum number of errors in a position that an answer lists with their places.
const MAX_PLACES: usize = 20;

/// Dispatches a request to its handler.
pub fn route(app: &App, request: &Request, caller: Caller) -> Result<Reply, HttpError> {
    let path: Vec<&str> = request.target.path.iter().map(String::as_str).collect();
    match (request.method, path.as_slice()) {
        (Method::Post, ["api", "games"]) => play::begin(app, request),
        (Method::Post, ["api", "games", id, "act"]) => play::act(app, request, id, caller),
        (Method::Post, ["api", "games", id, "undo"]) => steps::undo_or_redo(app, request, id, (caller, true)),
        (Method::Post, ["api", "games", id, "redo"]) => steps::undo_or_redo(app, request, id, (caller, false)),
        (Method::Post, ["api", "games", id, "players"]) => play::seat_players(app, request, id, caller),
        (Method::Post, ["api", "games", id, "seats"]) => play::own_seats(app, request, id, caller),
        (Method::Post, ["api", "games", id, "delete"]) => play::delete(app, request, id, caller),
        (Method::Post, ["api", "games", id, "analysis"]) => analyzing::analysis(app, id, true),
        (Method::Post, ["api", "records"]) => records::look(app, request),
        (Method::Post, ["api", "explain"]) => play::explain_move(app, request),
        (Method::Post, ["api", "compare"]) => comparing::compare_rulebooks(app, request),
        (Method::Post, ["api", "design", "check"]) => design::check(app, request),
        (Method::Post, ["api", "design", "reach"]) => design::reach(app, request),
        (Method::Post, ["api", "design", "game"]) => design::play(app, request),
        (Method::Post, ["api", "design", "save"]) => design::save(app, request, caller),
        (Method::Post, ["api", "design", "lab"]) => design::start_lab(app, request),
        (Method::Post, ["api", "design", "lab", id, "stop"]) => design::stop_lab(app, id),
        (Method::Post, _) => Err(nothing_here(request)),
        (_, ["api", "variants"]) => queries::variants(app),
        (_, ["api", "variant"]) => queries::variant(app, request),
        (_, ["api", "reference"]) => Ok(queries::reference()),
        (_, ["api", "rules"]) => queries::rules(app, request),
        (_, ["api", "reach"]) => queries::reach(app, request),
        (_, ["api", "svg"]) => queries::picture(app, request),
        (_, ["api", "games"]) => play::list(app, request, caller),
        (_, ["api", "games", id]) => play::show(app, request, id, caller),
        (_, ["api", "games", id, "pgn"]) => records::download(app, id),
        (_, ["api", "games", id, "positions", count]) => play::show_earlier(app, request, id, count),
        (_, ["api", "games", id, "svg"]) => play::show_svg(app, request, id),
        (_, ["api", "games", id, "lines"]) => analyzing::lines(app, request, id),
        (_, ["api", "games", id, "analysis"]) => analyzing::analysis(app, id, false),
        (_, ["api", "games", id, "events"]) => play::follow(app, id),
        (_, ["api", "design"]) => design::show(app, request, caller),
        (_, ["api", "design", "events"]) => Ok(design::follow(app)),
        (_, ["api", "design", "lab", id]) => design::show_lab(app, id),
        (_, ["api", "design", "lab", id, file]) => design::download_report(app, id, file),
        (_, ["api", ..]) => Err(nothing_here(request)),
        (_, path) => match page::file(path) {
            Some(file) => Ok(file.into()),
            // A person sees a page, and a program gets JSON.
            None if request.header("accept").is_some_and(|it| it.contains("text/html")) => Ok(page::missing().into()),
            None => Err(nothing_here(request)),
        },
    }
}

/// The error for an address without a handler for this method.
fn nothing_here(request: &Request) -> HttpError {
    let all: Vec<&str> = request.target.path.iter().map(String::as_str).collect();
    let path = shorten(&all.join("/"));
    let is_post = request.method == Method::Post;
    match if is_post { is_read(&all) } else { is_posted(&all) } {
        true if is_post => HttpError::new(405, "no-such-method", format!("`/{path}` cannot be changed"))
            .help("send a GET request to read it")
            .allow("GET, HEAD"),
        true => HttpError::new(405, "no-such-method", format!("`/{path}` is an action, and cannot be read"))
            .help("send a POST request with a JSON body")
            .allow("POST"),
        false => HttpError::new(404, "nothing-here", format!("there is nothing at `/{path}`"))
            .help("open `/` for the page; `threefold::docs::http` in the documentation lists all requests"),
    }
}

/// Whether POST has a handler at this path. Some of them read it, too.
fn is_posted(path: &[&str]) -> bool {
    matches!(
        path,
        ["api", "records" | "explain" | "compare"]
            | ["api", "design", "check" | "reach" | "game" | "save" | "lab"]
            | ["api", "design", "lab", _, "stop"]
            | ["api", "games", _, "act" | "undo" | "redo" | "players" | "seats" | "delete"]
    )
}

/// Whether GET has a handler at this path, and POST has none.
fn is_read(path: &[&str]) -> bool {
    let is_page = path.first() != Some(&"api") && page::file(path).is_some();
    let is_resource = matches!(
        path,
        ["api", "variants" | "variant" | "reference" | "rules" | "reach" | "svg" | "design"]
            | ["api", "games", _]
            | ["api", "games", _, "pgn" | "svg" | "lines" | "events"]
            | ["api", "games", _, "positions", _]
            | ["api", "design", "events"]
            | ["api", "design", "lab", _]
    );
    is_page || is_resource
}

/// Returns a seat by letter or name, or the first seat if none is named.
pub fn seat(variant: &Variant, name: Option<&str>) -> Result<SeatId, HttpError> {
    let Some(name) = name else { return Ok(SeatId(0)) };
    let book = variant.rulebook();
    book.seat(name).ok_or_else(|| {
        let names: Vec<&str> = book.seats.iter().map(|it| it.name.as_str()).collect();
        HttpError::new(422, "no-such-seat", format!("there is no player `{}`", shorten(name)))
            .help(format!("the players are {}", joined(&names, "and")))
    })
}

/// Returns a square by its name.
pub fn square(variant: &Variant, name: &str) -> Result<Square, HttpError> {
    variant.board().square(name).ok_or_else(|| {
        let message = format!("there is no square `{}`", shorten(name));
        HttpError::new(422, "no-such-square", message).help(square_help(variant.rulebook(), name))
    })
}

/// Returns the errors of a position: as one text for people, and each one with its place in characters for the page.
fn position_error(text: &str, errors: &[PositionError]) -> HttpError {
    let at = |byte: usize| text.char_indices().take_while(|(at, _)| *at < byte).count();
    let place = |it: &PositionError| json!({ "message": it.to_string(), "help": it.help, "start": at(it.start), "end": at(it.end) });
    let places = errors.iter().take(MAX_PLACES).map(place).collect();
    HttpError::new(422, "position", render(text, errors).trim_end()).more("errors", places)
}

/// Returns a settled position from a text, or the starting position.
pub fn position(variant: &Variant, text: Option<&str>) -> Result<Position, HttpError> {
    match text {
        Some(text) if text.len() > MAX_POSITION => {
            let message = format!("the text of a position may have at most {MAX_POSITION} characters");
            Err(HttpError::new(422, "position", message))
        }
        Some(text) => parse_position(variant, text).map_err(|it| position_error(text, &it)),
        None => variant.start().ok_or_else(|| {
            HttpError::new(422, "position", format!("`{}` has no starting position; enter a position", variant.slug()))
        }),
    }
}
