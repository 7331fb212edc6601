//! One game between bots.
//!
//! Contains [`play_game`]. The player to move claims an outcome as soon as the rules allow it, such
//! as a draw by repetition. Bots make no offers. A game that reaches the ply limit ends there, and
//! the players who remain share the points that are still to be won.
//!
//! Input: a [`Game`] and a bot for each seat. Output: a [`FinishedGame`]. Does not know matches.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::bot::{BotError, ChooseMove};
use crate::game::Game;
use crate::rulebook::SeatId;
use crate::rules::EndingCause;
use crate::search::shared_points;

/// The name of the ending of a game that reaches the ply limit. No outcome has it.
pub(super) const PLY_LIMIT: &str = "ply limit";

/// A game that bots have played to its end or to the ply limit.
///
/// [`arena`](crate::arena) has an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FinishedGame {
    /// The game with all moves and claims.
    pub game: Game,
    /// Points of each seat.
    pub points: Vec<f64>,
    /// Label of the outcome that ended the game; `None` at the ply limit.
    pub ending: Option<String>,
    /// Number of moves, including the opening.
    pub plies: usize,
}

/// A bot that could not move.
///
/// [`arena`](crate::arena) has an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
#[non_exhaustive]
pub struct BotFailure {
    /// The seat of the bot.
    pub seat: SeatId,
    /// The reason of the failure.
    pub error: BotError,
}

/// Plays a game to its end or until it has `ply_limit` moves. `bots` has one bot for each seat: a
/// [`Bot`](crate::bot::Bot), or one of your own. Returns `None` if `stop` becomes true before.
///
/// [`ChooseMove`] shows how to write a bot. [`arena`](crate::arena) has an example.
///
/// # Errors
/// Returns an error if a bot fails, or chooses an illegal move.
///
/// # Panics
/// Panics if there are fewer bots than seats.
pub fn play_game<P: ChooseMove>(
    mut game: Game,
    bots: &mut [P],
    ply_limit: usize,
    stop: &AtomicBool,
) -> Result<Option<FinishedGame>, BotFailure> {
    let mut plies = game.moves().count();
    while !game.is_game_over() && plies < ply_limit {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if claim_outcome(&mut game) {
            continue;
        }
        let seat = game.turn();
        let chosen = bots[seat.index()].choose_move(&game).map_err(|error| BotFailure { seat, error })?;
        let Some(mv) = chosen else { break };
        if let Err(error) = game.play(mv) {
            let error = BotError::IllegalMove { reason: error.to_string() };
            return Err(BotFailure { seat, error });
        }
        plies += 1;
    }
    let position = game.position();
    let (points, ending) = match position.ending() {
        Some(ending) => {
            let book = game.variant().rulebook();
            let label = match ending.cause {
                EndingCause::Outcome(id) => book.outcomes()[id.index()].label(),
                EndingCause::Claim(id) => book.claims()[id.index()].label(),
                _ => "another ending",
            };
            (position.scores().into_iter().map(f64::from).collect(), Some(label.to_owned()))
        }
        None => (shared_points(position), None),
    };
    Ok(Some(FinishedGame { game, points, ending, plies }))
}

/// Claims the first outcome that the player to move can claim; reports whether there is one.
fn claim_outcome(game: &mut Game) -> bool {
    let (position, turn) = (game.position(), game.turn());
    let settle = game.variant().rulebook().settle();
    if settle.on_claim().is_empty() {
        return false;
    }
    let repeated = game.repetition();
    let Some(outcome) = settle.on_claim().iter().find(|it| position.is_claimable(**it, repeated)) else { return false };
    let name = game.variant().rulebook().outcomes()[outcome.index()].name().to_owned();
    game.claim(turn, &name, None).is_ok()
}
