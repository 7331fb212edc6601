//! Sentences about the bans that currently apply.
//!
//! Input: a [`Position`] with a [`CaptureBan`] or a [`CheckBan`]. Output: a sentence with the player who
//! may not capture or give check, the pieces or king concerned, and the reason: the numbers, the label of
//! the ban and its exceptions. Makes no decisions.

use crate::board::Square;
use crate::notation::name::{a, capital, kind_name};
use crate::notation::{joined, seat_title};
use crate::policy::MaterialCount;
use crate::rulebook::{Ban, KindId, Rulebook, SeatId};
use crate::rules::{CaptureBan, CheckBan, Position, Refusal};

use super::pieces_text;

/// Maximum number of protected pieces that a sentence lists with their squares.
const LISTED: usize = 2;

/// Returns a sentence for each ban that binds a player in this position.
pub fn ban_sentences(position: &Position, mover: SeatId) -> Vec<String> {
    let captures = position.capture_bans().into_iter().filter(|it| it.mover == mover);
    let captures = captures.map(|it| protection_sentence(position, &it));
    let checks = position.check_bans().into_iter().filter(|it| it.mover == mover);
    captures.chain(checks.map(|it| check_ban_sentence(position, &it))).collect()
}

/// Returns a sentence (empty for a ban of another variant) such as `White may not capture 9 of Red's pieces: Red has lost 8, White 0 (non-aggression; exception: check).`
pub fn protection_sentence(position: &Position, found: &CaptureBan) -> String {
    let book = position.variant().rulebook();
    let Some(ban) = book.bans.get(found.ban) else { return String::new() };
    let title = |it| seat_title(book, it);
    let which = protected(position, &found.at, found.owner);
    let with = binding(book, ban);
    let why = found.figures.map_or_else(String::new, |(behind, low, ahead, high)| {
        let count = ban.forbids.before.as_ref().and_then(|it| it.material).map(|it| it.count);
        let verb = if count == Some(MaterialCount::OnBoard) { "has on the board" } else { "has lost" };
        format!(": {} {verb} {low}, {} {high}", title(behind), title(ahead))
    });
    format!("{} may not capture {which}{with}{why} {}.", title(found.mover), because(ban))
}

/// Returns a sentence (empty for a ban of another variant) such as `White may not make a move after which Red attacks Black's king (shield).`
pub fn check_ban_sentence(position: &Position, found: &CheckBan) -> String {
    let book = position.variant().rulebook();
    let Some(ban) = book.bans.get(found.ban) else { return String::new() };
    let title = |it| seat_title(book, it);
    let (mover, on) = (title(found.mover), title(found.on));
    let what = match found.by == found.mover {
        true => format!("give check to {on}"),
        false => format!("make a move after which {} attacks {on}'s king", title(found.by)),
    };
    format!("{mover} may not {what} {}.", because(ban))
}

/// Returns the reason why no move may capture a piece, by the refusal: its army, its owner, or its kind.
pub(super) fn uncapturable(position: &Position, refusal: &Refusal, piece: &str) -> String {
    let why = match refusal {
        Refusal::Immune { .. } => "its owner has been eliminated, and their pieces are immune".to_owned(),
        Refusal::Ally { at } => {
            let book = position.variant().rulebook();
            let owner = position.piece_at(*at).map_or_else(String::new, |it| seat_title(book, it.seat));
            format!("{} and {owner} are allies", seat_title(book, position.turn()))
        }
        _ => "its owner is still in play, and kings are never captured".to_owned(),
    };
    format!("{} cannot be captured: {why}.", capital(piece))
}

/// Names the protected pieces, or counts them if there are many.
fn protected(position: &Position, at: &[Square], owner: SeatId) -> String {
    let player = seat_title(position.variant().rulebook(), owner);
    match (at.len(), position.pieces().iter().filter(|(_, piece)| piece.seat == owner).count()) {
        (count, own) if count == own => format!("any of {player}'s pieces"),
        (count, _) if count <= LISTED => pieces_text(position, at),
        (count, _) => format!("{count} of {player}'s pieces"),
    }
}

/// Returns the label of the ban and its exceptions, in parentheses.
fn because(ban: &Ban) -> String {
    let exceptions = &ban.exception_labels;
    let exceptions = match exceptions.len() {
        0 => String::new(),
        1 => format!("; exception: {}", exceptions[0]),
        _ => format!("; exceptions: {}", joined(exceptions, "or")),
    };
    format!("({}{exceptions})", ban.label)
}

/// Returns the pieces to which the ban applies, such as ` with a pawn`; empty for all pieces.
fn binding(book: &Rulebook, ban: &Ban) -> String {
    let (piece, mv) = (&ban.forbids.piece, &ban.forbids.mv);
    let tests = || piece.iter().chain(mv.iter().filter_map(|it| it.piece.as_ref()));
    let partly = tests().any(|it| it.tag.is_some() || it.at.is_some() || it.state.is_some())
        || mv.as_ref().is_some_and(|it| it.crosses.is_some() || it.to.is_some());
    let all = (0..book.kinds.len() as u8).map(KindId);
    let bound = |kind: &KindId| tests().all(|it| it.kind.is_none_or(|it| it >> kind.0 & 1 != 0));
    let names: Vec<&str> = all.filter(bound).map(|it| kind_name(book, it)).collect();
    match (names.len() < book.kinds.len(), partly) {
        (true, false) => format!(" with {}", a(&joined(&names, "or"))),
        (_, true) => " with some of their pieces".to_owned(),
        (false, false) => String::new(),
    }
}
