//! A short game between bots, to see a rulebook at work while it is edited.
//!
//! Input: a text that compiles. Output: an animated picture of the game, its moves and its result.
//! A newer game stops the one before it. Does not know the editor in the page.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::variant_of;
use crate::bot::{Bot, Style};
use crate::draw::{View, animated};
use crate::game::Game;
use crate::http::{HttpError, HttpResponse, Reply, Request};
use crate::notation::sentence::status_sentence;
use crate::rules::Variant;
use crate::search::{Algorithm, Budget, Evaluator};
use crate::serve::app::App;
use crate::serve::body::{DRAFT, body};
use crate::serve::games::lock;

/// Duration of a game.
const DURATION: Duration = Duration::from_secs(2);
/// Time limit that includes compilation and drawing.
const TIME_LIMIT: Duration = Duration::from_secs(15);
/// Maximum number of moves, so that the picture stays small.
const MAX_MOVES: usize = 60;
/// Nodes for each move.
const NODES: u64 = 2_000;

/// Handles `POST /api/design/game`.
pub fn play(app: &App, request: &Request) -> Result<Reply, HttpError> {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct GameBody {
        text: String,
        name: Option<String>,
    }
    let input: GameBody = body(request, DRAFT)?;
    let design = &app.design;
    let stop = Arc::<AtomicBool>::default();
    std::mem::replace(&mut *lock(&design.bot_game), Arc::clone(&stop)).store(true, Ordering::Relaxed);
    let variant = variant_of(design, &input.text, input.name.as_deref())?;
    let Some(game) = Game::new(&variant) else {
        return Err(HttpError::new(422, "position", "the rulebook has no starting position")
            .help("add `[setup]` with the squares of the pieces"));
    };
    let ended = Arc::clone(&stop);
    let answer = design.games.run(TIME_LIMIT, move || played(&variant, game, &ended))?;
    if stop.load(Ordering::Relaxed) {
        return Err(HttpError::new(409, "superseded", "a newer text has arrived"));
    }
    Ok(HttpResponse::json(&answer).into())
}

/// Plays a game, and describes it.
fn played(variant: &Variant, mut game: Game, stop: &Arc<AtomicBool>) -> Value {
    let begin = Instant::now();
    let evaluator = Evaluator::new(variant);
    let style = Style::search(Algorithm::default(), Budget::Nodes(NODES));
    let seats = variant.rulebook().seat_ids();
    let bot = |_| Bot::new(style.clone(), 1).with_evaluator(Some(evaluator.clone()));
    let mut bots: Vec<Bot> = seats.map(bot).collect();
    bots.iter_mut().for_each(|it| it.set_stop(Arc::clone(stop)));
    while !game.is_game_over() && game.played().len() < MAX_MOVES && begin.elapsed() < DURATION {
        let mv = bots[game.turn().index()].choose_after(game.earlier_positions(), game.position());
        let mv = mv.ok().flatten();
        if stop.load(Ordering::Relaxed) || mv.is_none_or(|it| game.play(it).is_err()) {
            break;
        }
    }
    json!({
        "moves": game.played().iter().map(|it| it.text()).collect::<Vec<_>>(),
        "sentence": status_sentence(game.position()),
        "over": game.is_game_over(),
        "svg": animated(&game, &View::default()),
    })
}
