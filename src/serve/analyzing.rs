//! Requests about analysis: the best lines of a position, and the costliest moves of a game.
//!
//! Input: a [`Request`] and the [`App`]. Output: the results so far, at once; the search runs in the
//! background. A page that wants more asks again. Does not know how a search works.

use serde_json::{Value, json};

use super::advisor::{Question, analyzer};
use super::app::App;
use super::play::with_game_by_id;
use super::route::seat;
use super::rulebooks::shorten;
use crate::game::Game;
use crate::http::{HttpError, HttpResponse, Reply, Request};
use crate::rules::{Move, Position};

/// Maximum number of lines of a position.
const MAX_LINES: usize = 5;

/// Handles `GET /api/games/ID/lines`: the best lines after `at` actions.
pub fn lines(app: &App, request: &Request, id: &str) -> Result<Reply, HttpError> {
    let number = |name: &str| -> Result<Option<usize>, HttpError> {
        let Some(text) = request.target.parameter(name) else { return Ok(None) };
        text.parse().map(Some).map_err(|_| {
            HttpError::new(400, "bad-number", format!("`{name}` must be a whole number, not `{}`", shorten(text)))
                .help(format!("for example `?{name}=1`"))
        })
    };
    let (at, lines) = (number("at")?, number("lines")?.unwrap_or(1).clamp(1, MAX_LINES));
    let (question, seen_from) = with_game_by_id(app, id, |it| {
        let game = &it.session.game;
        let at = at.unwrap_or(usize::MAX).min(game.played().len());
        let seen_from = seat(game.variant(), request.target.parameter("seat"))?;
        let (position, earlier) = (position_at(game, at), (0..at).map(|it| position_at(game, it)).collect());
        Ok((Question { id: id.to_owned(), at, lines, earlier, position }, seen_from))
    })?;
    let position = question.position.clone();
    let mut result = app.advisor.lines(question);
    let drawing = app.drawings.of(position.variant(), Some(seen_from));
    for line in result["lines"].as_array_mut().into_iter().flatten() {
        let square = |name: &str| position.variant().board().square(line[name].as_str()?);
        if let (Some(from), Some(to)) = (square("from"), square("to")) {
            line["arrow"] = json!(drawing.arrow(&position, &Move::new(from, to)));
        }
    }
    Ok(HttpResponse::json(&result).into())
}

fn position_at(game: &Game, at: usize) -> Position {
    at.checked_sub(1).map_or_else(|| game.start().clone(), |it| game.played()[it].after.clone())
}

/// Handles `GET` and `POST /api/games/ID/analysis`. A `POST` starts the analysis if there is none.
pub fn analysis(app: &App, id: &str, starts: bool) -> Result<Reply, HttpError> {
    let game = with_game_by_id(app, id, |it| Ok(it.session.game.clone()))?;
    let running = app.advisor.game(id, &game, || None);
    let found = running.or_else(|| app.games.analysis(id).filter(|it| fits(it, &game)));
    let begin = || app.advisor.game(id, &game, || Some(analyzer(&app.evaluators, &game)));
    let found = match found {
        None if starts && game.moves().next().is_some() => begin(),
        found => found,
    };
    Ok(HttpResponse::json(&found.unwrap_or_else(|| json!({ "state": "none" }))).into())
}

/// Reports whether a stored analysis is one of exactly this game.
fn fits(analysis: &Value, game: &Game) -> bool {
    let is_move = |it: &Value| {
        let at = it["at"].as_u64().and_then(|it| game.played().get(usize::try_from(it).ok()?.checked_sub(1)?));
        at.is_some_and(|at| it["move"] == at.text())
    };
    let moves = analysis["moves"].as_array();
    analysis["hash"] == game.variant().hash()
        && analysis["actions"] == game.played().len()
        && moves.is_some_and(|it| it.len() == game.moves().count() && it.iter().all(is_move))
}
