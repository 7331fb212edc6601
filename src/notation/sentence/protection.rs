//! Sentences about the bans that currently apply.
//!
//! Input: a [`Position`] with a [`CaptureBan`] or a [`CheckBan`]. Output: a sentence with the player who
//! may not capture or give check, the pieces or king concerned, and the reason: the numbers, the label of
//! the ban and its exceptions. Makes no decisions.

use crate::board::Square;
use crate::notation::name::{a, capital, kind_name};
use crate::notation::{joined, seat_title};
use crate::policy::{MaterialCount, PartnerCaptures, TagOn};
use crate::rulebook::{Ban, BanTests, KindId, PieceTest, Rulebook, SeatId};
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
    format!("{} may not capture {which}{with}{why} {}.", title(found.mover), because(book, ban))
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
    format!("{mover} may not {what} {}.", because(book, ban))
}

/// Returns the reason why no move may capture a piece, by the refusal: its army, its owner, or its kind.
pub(super) fn uncapturable(position: &Position, refusal: &Refusal, piece: &str) -> String {
    let why = match refusal {
        Refusal::Immune { .. } => "its owner has been eliminated, and their pieces are immune".to_owned(),
        Refusal::Ally { at } => {
            let owner = position.piece_at(*at).map(|it| it.seat);
            owner.map_or_else(String::new, |it| partners_text(position, it))
        }
        _ => "its owner is still in play, and kings are never captured".to_owned(),
    };
    format!("{} cannot be captured: {why}.", capital(piece))
}

/// Reports whether the player to move may not capture the pieces of another one, because they are partners.
pub(super) fn is_spared(position: &Position, other: SeatId) -> bool {
    let (book, turn) = (position.variant().rulebook(), position.turn());
    let both = turn.bit() | other.bit();
    let forbids = |it: PartnerCaptures| it == PartnerCaptures::Forbidden;
    let are_allies = position.allies(turn) & other.bit() != 0;
    book.teams.iter().any(|it| it.seats & both == both && forbids(it.captures))
        || are_allies && book.alliance.as_ref().is_some_and(|it| forbids(it.captures))
}

/// Says that a player and the player to move are partners: `White and Red are allies`.
pub(super) fn partners_text(position: &Position, other: SeatId) -> String {
    let (book, turn) = (position.variant().rulebook(), position.turn());
    let what = if position.allies(turn) & other.bit() != 0 { "allies" } else { "partners" };
    format!("{} and {} are {what}", seat_title(book, turn), seat_title(book, other))
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

/// Returns the exceptions of a ban that can ever apply, each with its label. A tag that is switched off frees no piece.
pub fn possible_exceptions<'b>(book: &'b Rulebook, ban: &'b Ban) -> Vec<(&'b BanTests, &'b str)> {
    let is_off = |it: &PieceTest| it.tag.is_some_and(|it| book.tags[it.index()].on == TagOn::Nobody);
    let tests = |it: &BanTests| {
        let (mover, captured) =
            (it.mv.as_ref().and_then(|it| it.piece.as_ref()), it.mv.as_ref().and_then(|it| it.captures.as_ref()));
        it.piece.as_ref().into_iter().chain(mover).chain(captured).any(is_off)
    };
    let all = ban.unless.iter().map(|it| &it.1).zip(ban.exception_labels.iter().map(String::as_str));
    all.filter(|it| !tests(it.0)).collect()
}

/// Returns the label of the ban and its exceptions, in parentheses.
fn because(book: &Rulebook, ban: &Ban) -> String {
    let exceptions: Vec<&str> = possible_exceptions(book, ban).iter().map(|it| it.1).collect();
    let exceptions = match exceptions[..] {
        [] => String::new(),
        [only] => format!("; exception: {only}"),
        _ => format!("; exceptions: {}", joined(&exceptions, "or")),
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
