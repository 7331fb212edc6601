//! Which path is whose: a request finds the one who answers it.
//!
//! In: a [`Request`] that may be answered. Out: a [`Reply`], or a [`HttpError`]. Reads what
//! several of them need: a body, a seat, a square, a position. Decides nothing else.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::app::App;
use super::rulebooks::brief;
use super::session::MAX_POSITION;
use super::{asks, comparing, design, page, play};
use crate::board::Square;
use crate::http::{Caller, HttpError, Method, Reply, Request};
use crate::notation::name::square_help;
use crate::notation::position::{parse_position, render};
use crate::rulebook::SeatId;
use crate::rules::{Position, Variant};

/// Answers a request.
pub fn route(house: &App, request: &Request, caller: Caller) -> Result<Reply, HttpError> {
    let path: Vec<&str> = request.target.path.iter().map(String::as_str).collect();
    match (request.method, path.as_slice()) {
        (Method::Post, ["api", "games"]) => play::begin(house, request),
        (Method::Post, ["api", "games", id, "act"]) => play::act(house, request, id, caller),
        (Method::Post, ["api", "games", id, "undo"]) => play::go(house, request, id, (caller, true)),
        (Method::Post, ["api", "games", id, "redo"]) => play::go(house, request, id, (caller, false)),
        (Method::Post, ["api", "games", id, "players"]) => play::seat_players(house, request, id, caller),
        (Method::Post, ["api", "games", id, "delete"]) => play::delete(house, request, id, caller),
        (Method::Post, ["api", "explain"]) => play::explain_move(house, request),
        (Method::Post, ["api", "compare"]) => comparing::contrast(house, request),
        (Method::Post, ["api", "design", "check"]) => design::check(house, request),
        (Method::Post, ["api", "design", "reach"]) => design::reach(house, request),
        (Method::Post, ["api", "design", "save"]) => design::save(house, request, caller),
        (Method::Post, _) => Err(nothing_here(request)),
        (_, ["api", "variants"]) => asks::variants(house),
        (_, ["api", "variant"]) => asks::variant(house, request),
        (_, ["api", "rules"]) => asks::rules(house, request),
        (_, ["api", "reach"]) => asks::reach(house, request),
        (_, ["api", "svg"]) => asks::picture(house, request),
        (_, ["api", "games"]) => play::list(house, request),
        (_, ["api", "games", id]) => play::show(house, request, id, caller),
        (_, ["api", "games", id, "svg"]) => play::show_svg(house, request, id),
        (_, ["api", "games", id, "events"]) => play::follow(house, id),
        (_, ["api", "design"]) => design::show(house, request, caller),
        (_, ["api", "design", "events"]) => Ok(design::follow(house)),
        (_, ["api", ..]) => Err(nothing_here(request)),
        (_, path) => page::file(path).map(Reply::from).ok_or_else(|| nothing_here(request)),
    }
}

fn nothing_here(request: &Request) -> HttpError {
    let path = brief(&request.target.path.join("/"));
    HttpError::new(404, "nothing-here", format!("there is nothing at `/{path}`"))
}

/// What was sent.
pub fn body<T: DeserializeOwned>(request: &Request) -> Result<T, HttpError> {
    let bad = |it: serde_json::Error| HttpError::new(400, "bad-json", format!("what was sent cannot be read: {it}"));
    let value: Value = serde_json::from_slice(&request.body).map_err(bad)?;
    if !value.is_object() {
        return Err(
            HttpError::new(400, "bad-json", "what was sent is no object").help("send names with values in braces")
        );
    }
    serde_json::from_value(value).map_err(bad)
}

/// A seat by its letter or name; the first where none is named.
pub fn seat(variant: &Variant, name: Option<&str>) -> Result<SeatId, HttpError> {
    let Some(name) = name else { return Ok(SeatId(0)) };
    let seat = variant.rulebook().seat(name);
    seat.ok_or_else(|| HttpError::new(422, "no-such-seat", format!("there is no player `{}`", brief(name))))
}

/// A square by its name.
pub fn square(variant: &Variant, name: &str) -> Result<Square, HttpError> {
    variant.board().square(name).ok_or_else(|| {
        let message = format!("there is no square `{}`", brief(name));
        HttpError::new(422, "no-such-square", message).help(square_help(variant.rulebook(), name))
    })
}

/// A position, settled: a text, or the starting position.
pub fn position(variant: &Variant, text: Option<&str>) -> Result<Position, HttpError> {
    let mut position = match text {
        Some(text) if text.len() > MAX_POSITION => {
            let message = format!("a position has no more than {MAX_POSITION} letters");
            return Err(HttpError::new(422, "position", message));
        }
        Some(text) => {
            parse_position(variant, text).map_err(|it| HttpError::new(422, "position", render(text, &it).trim_end()))?
        }
        None => variant.start().ok_or_else(|| {
            HttpError::new(422, "position", format!("`{}` has no starting position: give a position", variant.slug()))
        })?,
    };
    position.settle(1);
    Ok(position)
}
