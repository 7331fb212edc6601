//! What each method does.
//!
//! Contains [`call`]. Input: checked parameters and the games. Output: a result, or an error. The results
//! are made of the same parts as the JSON of the commands. Does not know requests and responses.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::error::{BAD_POSITION, INTERNAL, INVALID_PARAMS, LIMIT, RpcError};
use super::games::{GameStore, RpcGame};
use super::methods::{MAX_SEQUENCES, MAX_TIME};
use super::params::Params;
use crate::analysis::lines_of;
use crate::draw::{View, svg};
use crate::game::{Game, GameError, MAX_ACTS};
use crate::json as parts;
use crate::notation::moves::{legal_texts, parse_move, print_move};
use crate::notation::name::visible;
use crate::notation::picture::picture;
use crate::notation::position::{parse_position, print};
use crate::notation::sentence::explain;
use crate::protocol::count::divided;
use crate::rulebook::SeatId;
use crate::rules::Move;
use crate::search::{Algorithm, Limits, SearchOptions, search};

/// Calls a method of the table.
pub fn call(name: &str, params: &Params, games: &mut GameStore) -> Result<Value, RpcError> {
    if name == "load" {
        return load(params, games);
    }
    if name == "rpc.discover" {
        return Ok(super::schema());
    }
    let id = params.integer("game");
    if name == "unload" {
        return Ok(json!({ "game": games.remove(id)? }));
    }
    let game = games.get(id)?;
    match name {
        "status" => Ok(status(game)),
        "moves" => moves(params, game),
        "apply" => apply(params, game),
        "undo" => undo(params, game),
        "explain" => explanation(params, game),
        "perft" => perft(params, game),
        "render" => Ok(render(params, game)),
        "analyze" => Ok(analyze(params, game)),
        _ => Err(RpcError::new(INTERNAL, format!("`{name}` does nothing"))),
    }
}

fn load(params: &Params, games: &mut GameStore) -> Result<Value, RpcError> {
    let rules = match params.one_of(&["variant", "text"])? {
        "text" => GameStore::rules_of_text(params.text("text").unwrap_or_default())?,
        _ => games.rules(params.text("variant").unwrap_or_default())?,
    };
    let variant = &rules.variant;
    let game = match params.text("position") {
        Some(text) => Game::from_position(parse_position(variant, text).map_err(|it| RpcError::position(&it))?),
        None => Game::new(variant).ok_or_else(|| {
            RpcError::new(BAD_POSITION, format!("`{}` has no starting position: give `position`", variant.slug()))
        })?,
    };
    let game = games.add(game, rules)?;
    let (position, book) = (game.game.position(), game.rules.variant.rulebook());
    Ok(json!({
        "game": game.id,
        "variant": game.rules.variant.slug(),
        "hash": game.rules.variant.hash(),
        "name": book.name,
        "actions": game.rules.actions().len(),
        "position": print(position),
        "seats": parts::seats(position),
        "turn": parts::seat(book, position.turn()),
        "squares": parts::board_squares(book),
        "links": parts::board_links(book),
        "warnings": game.rules.warnings,
    }))
}

fn played(game: &Game) -> Vec<&str> {
    game.played().iter().map(|it| it.text()).collect()
}

fn status(game: &RpcGame) -> Value {
    let mut answer = parts::position(game.game.position());
    answer["game"] = game.id.into();
    answer["played"] = played(&game.game).into();
    add_pending(&mut answer, &game.game);
    answer["claims"] = claims(&game.game).into();
    answer
}

/// Adds the offer that other players have to answer, if there is one.
fn add_pending(answer: &mut Value, game: &Game) {
    let Some(offer) = game.pending() else { return };
    let book = game.variant().rulebook();
    answer["pending"] = json!({
        "by": parts::seat(book, offer.claimant),
        "name": book.claims[usize::from(offer.claim.0)].name,
        "asks": offer.waiting.iter().map(|it| parts::seat(book, *it)).collect::<Value>(),
        "sentence": game.pending_sentence(),
    });
}

/// The claims, answers and withdrawals that are possible now, as texts for `apply`.
fn claims(game: &Game) -> Vec<String> {
    let book = game.variant().rulebook();
    let letter = |it: SeatId| &book.seats[it.index()].letter;
    let answers = game.pending().into_iter().flat_map(|offer| {
        let each =
            offer.waiting.iter().flat_map(|it| ["accepts", "refuses"].map(|verb| format!("{} {verb}", letter(*it))));
        each.chain([format!("{} withdraws", letter(offer.claimant))]).collect::<Vec<_>>()
    });
    answers.chain(book.seat_ids().flat_map(|it| game.offers(it)).map(|it| it.text)).collect()
}

/// The result of `apply` and `undo`.
fn standing(game: &RpcGame) -> Value {
    let position = game.game.position();
    let mut answer = json!({
        "game": game.id,
        "played": played(&game.game),
        "position": print(position),
        "turn": parts::seat(position.variant().rulebook(), position.turn()),
        "scores": parts::scores(position),
        "status": parts::status(position),
    });
    add_pending(&mut answer, &game.game);
    answer
}

fn moves(params: &Params, game: &RpcGame) -> Result<Value, RpcError> {
    let position = game.game.position();
    let variant = &game.rules.variant;
    let no_square = |it: &str| RpcError::new(INVALID_PARAMS, format!("there is no square `{:.40}`", visible(it)));
    let from = match params.text("from") {
        Some(name) => Some(variant.square(name).ok_or_else(|| no_square(name))?),
        None => None,
    };
    let listed = legal_texts(position).into_iter().filter(|it| from.is_none() || it.0.origin() == from);
    let moves = listed.map(|(mv, text)| {
        let mut value = parts::mv(position, mv, &text);
        value["action"] = game.rules.actions().number(mv).into();
        value
    });
    let mut answer = parts::move_list(position, moves.collect());
    answer["game"] = game.id.into();
    Ok(answer)
}

fn apply(params: &Params, game: &mut RpcGame) -> Result<Value, RpcError> {
    let before = game.game.played().len();
    let result = match params.one_of(&["move", "action", "moves"])? {
        "action" => {
            let mv = game.rules.action(params.integer("action").unwrap_or_default())?;
            game.game.play(mv).map(|_| ()).map_err(|it| RpcError::action(game.game.position(), &it))
        }
        "move" => perform(&mut game.game, params.text("move").unwrap_or_default()),
        _ => {
            let texts = params.texts("moves").unwrap_or_default();
            texts.iter().try_for_each(|it| perform(&mut game.game, it))
        }
    };
    if let Err(error) = result {
        while game.game.played().len() > before {
            game.game.undo();
        }
        return Err(error);
    }
    Ok(standing(game))
}

/// Carries out the action of a text.
fn perform(game: &mut Game, text: &str) -> Result<(), RpcError> {
    if game.played().len() >= MAX_ACTS {
        return Err(RpcError::new(LIMIT, format!("a game may have at most {MAX_ACTS} moves and claims")));
    }
    let text = game.short_action(text).unwrap_or_else(|| text.to_owned());
    let result: Result<(), GameError> = game.perform(&text).map(|_| ());
    result.map_err(|it| RpcError::action(game.position(), &it))
}

fn undo(params: &Params, game: &mut RpcGame) -> Result<Value, RpcError> {
    let count = usize::try_from(params.integer("count").unwrap_or(1)).unwrap_or(usize::MAX);
    let most = game.game.played().len();
    if count > most {
        return Err(RpcError::new(
            LIMIT,
            format!("the number of moves and claims is {most}, so {count} cannot be undone"),
        ));
    }
    for _ in 0..count {
        game.game.undo();
    }
    Ok(standing(game))
}

fn explanation(params: &Params, game: &RpcGame) -> Result<Value, RpcError> {
    let position = game.game.position();
    let mv: Move = match params.one_of(&["move", "action"])? {
        "action" => game.rules.action(params.integer("action").unwrap_or_default())?,
        _ => {
            let given = params.text("move").unwrap_or_default();
            let text = game.game.short_action(given).unwrap_or_else(|| given.to_owned());
            if let Some(answer) = game.game.explain_act(&text) {
                let refusal = answer.err().map(|it| it.with_help());
                return Ok(parts::act(&text, refusal.as_deref()));
            }
            match parse_move(position, &text) {
                Ok(mv) => mv,
                Err(error) => return Ok(parts::no_move(&error)),
            }
        }
    };
    Ok(parts::explanation(position.variant().rulebook(), mv, &explain(position, mv)))
}

fn perft(params: &Params, game: &RpcGame) -> Result<Value, RpcError> {
    let depth = u32::try_from(params.integer("depth").unwrap_or_default()).unwrap_or(u32::MAX);
    let begin = Instant::now();
    let mut each: Vec<Value> = Vec::new();
    let may_go_on = |total| total <= MAX_SEQUENCES;
    let nodes = divided(game.game.position(), depth, &may_go_on, |root, mv, nodes| {
        each.push(json!({ "text": print_move(root, mv), "nodes": nodes }));
    });
    let nodes = nodes.ok_or_else(|| {
        RpcError::new(LIMIT, format!("there are more than {MAX_SEQUENCES} sequences: use a smaller depth"))
    })?;
    let mut answer = json!({
        "variant": game.rules.variant.slug(),
        "hash": game.rules.variant.hash(),
        "depth": depth,
        "nodes": nodes,
        "seconds": (begin.elapsed().as_secs_f64() * 1e6).round() / 1e6,
    });
    if params.flag("divide") {
        answer["divide"] = Value::Array(each);
    }
    Ok(answer)
}

fn render(params: &Params, game: &RpcGame) -> Value {
    let (position, last) = (game.game.position(), game.game.last_move());
    match params.text("format") {
        Some("text") => json!({ "format": "text", "picture": picture(position, last) }),
        _ => {
            let mut view = View::default();
            view.last = last.or(view.last);
            json!({ "format": "svg", "picture": svg(position, &view) })
        }
    }
}

fn analyze(params: &Params, game: &RpcGame) -> Value {
    let position = game.game.position();
    let depth = params.integer("depth").and_then(|it| u32::try_from(it).ok());
    let time = params.integer("time");
    // Without any other limit, the number of nodes is small.
    let usual = (depth.is_none() && time.is_none()).then_some(20_000);
    let limits = Limits {
        nodes: params.integer("nodes").or(usual),
        depth,
        time: Some(Duration::from_millis(time.unwrap_or(MAX_TIME))),
        clock: None,
    };
    let lines = params.integer("lines").and_then(|it| usize::try_from(it).ok()).unwrap_or(1);
    let history = game.game.earlier_positions();
    let options = SearchOptions { lines, history, ..SearchOptions::new(Algorithm::default(), limits) };
    let found = search(position, game.rules.evaluator(), &options);
    let book = position.variant().rulebook();
    json!({
        "nodes": found.nodes,
        "depth": found.depth,
        "lines": lines_of(position, &found).iter().map(|it| it.json(book)).collect::<Value>(),
    })
}
