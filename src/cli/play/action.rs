//! The actions that short commands mean: `draw` is `w claims draw`.
//!
//! Input: a game and a command. Output: the text of an action of the player to move, or of the player who must answer.
//! Does not know whether the action is possible.

use super::command::{TableCommand, parse};
use crate::game::Game;
use crate::policy::{ClaimThen, Consent};
use crate::rulebook::{Claim, SeatId};

/// Returns the name of the claim that offers a draw.
pub(super) fn draw(game: &Game) -> Option<String> {
    let mut claims = game.variant().rulebook().claims.iter();
    let is_draw = |it: &Claim| it.consent == Consent::AllOthers && it.then == ClaimThen::End && !it.names_winner();
    claims.find(|it| is_draw(it)).map(|it| it.name.clone())
}

/// Returns the action that a command means; `None` for moves and other commands.
pub(in crate::cli) fn action(game: &Game, command: &str) -> Option<String> {
    let letter = |seat: SeatId| &game.variant().rulebook().seats[seat.index()].letter;
    let pending = game.pending();
    let asked = pending.and_then(|it| it.waiting.first().copied()).unwrap_or(game.turn());
    let claimant = pending.map_or(game.turn(), |it| it.claimant);
    let of = |winner: Option<String>| winner.map_or_else(String::new, |it| format!(" for {it}"));
    let turn = letter(game.turn());
    Some(match parse(command)?.ok()? {
        TableCommand::Draw => format!("{turn} claims {}", draw(game)?),
        TableCommand::Resign(winner) => format!("{turn} resigns{}", of(winner)),
        TableCommand::Claim(name, winner) => format!("{turn} claims {name}{}", of(winner)),
        TableCommand::Accept => format!("{} accepts", letter(asked)),
        TableCommand::Refuse => format!("{} refuses", letter(asked)),
        TableCommand::Withdraw => format!("{} withdraws", letter(claimant)),
        _ => return None,
    })
}
