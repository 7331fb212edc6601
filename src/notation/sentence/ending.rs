//! Sentences about the state of a game: the player to move, the ending, and the points.
//!
//! Input: a [`Position`] and an [`Ending`]. Output: sentences. The sentence of an outcome is the one in its
//! rulebook, or the standard one for its label, or the label itself. Does not know what an outcome tests.

use super::{claim, seats_text};
use crate::notation::name::{UNKNOWN, capital, count_text};
use crate::notation::{joined, points_text, seat_title};
use crate::policy::{Points, Resets};
use crate::rulebook::{Gap, Outcome, OutcomeId, Rulebook, SeatId, Template};
use crate::rules::{Ending, EndingCause, Position};
use crate::sorting::CompactSort;

/// Standard sentences for common endings, by label.
const STANDARD: &[(&[&str], &str)] = &[
    (&["checkmate"], "{victim} is checkmated[ by {mating-player}]"),
    (&["stalemate"], "{victim} is stalemated"),
    (&["threefold", "threefold repetition", "fivefold", "fivefold repetition"], "The position has occurred {times}"),
    (
        &["fifty moves", "the fifty-move rule", "seventy-five moves", "the seventy-five-move rule"],
        "Every player has made {rounds} moves without {resets}",
    ),
    (&["fifty rounds", "fifty-round rule"], "{rounds} rounds have passed without {resets}"),
    (&["perpetual check"], "{victim} has given check with every move since the position first occurred"),
    (&["perpetual chase"], "{victim} has chased the same piece with every move since the position first occurred"),
    (&["dead position"], "No player can be checkmated anymore"),
    (&["king captured", "king taken"], "{mover} has captured {victim}'s king"),
    (&["last king"], "Only {living} still has a king"),
];

/// Returns the name of the outcome or claim that ended the game; `?` for one of another variant.
pub fn ending_event(book: &Rulebook, ending: Ending) -> &str {
    let name = match ending.cause {
        EndingCause::Outcome(it) => book.outcomes.get(it.index()).map(|it| &it.name),
        EndingCause::Claim(it) => book.claims.get(it.index()).map(|it| &it.name),
        _ => None,
    };
    name.map_or(UNKNOWN, String::as_str)
}

/// Returns how the game ended, with the points: `White is checkmated by Red. Red wins. Points: Red 1, White 0.`
///
/// [`notation`](crate::notation) has an example.
pub fn ending_sentence(position: &Position, ending: Ending) -> String {
    let book = position.variant().rulebook();
    let what = match ending.cause {
        EndingCause::Outcome(it) => outcome_sentence(position, it, ending),
        EndingCause::Claim(it) => claim::granted(book, ending.victim.unwrap_or(ending.mover), it, ending.mating_player),
        _ => "The game is over".to_owned(),
    };
    format!("{what}. {}Points: {}.", result(position), scores_text(position))
}

/// Returns the winner or a draw, as far as the points show it; empty for scores with titles.
fn result(position: &Position) -> String {
    let book = position.variant().rulebook();
    let points: Vec<i32> = position.scores().iter().map(|it| it.0).collect();
    let best = points.iter().copied().max().unwrap_or(0);
    let winners: Vec<SeatId> = book.seat_ids().filter(|it| points.get(it.index()) == Some(&best)).collect();
    match winners[..] {
        _ if !book.score_titles.is_empty() => String::new(),
        [winner] => format!("{} wins. ", seat_title(book, winner)),
        _ if winners.len() == points.len() => "The game is drawn. ".to_owned(),
        _ if book.teams.iter().any(|it| winners.iter().fold(0, |set, it| set | it.bit()) == it.seats) => {
            let names: Vec<String> = winners.iter().map(|it| seat_title(book, *it)).collect();
            format!("{} win. ", joined(&names, "and"))
        }
        _ => String::new(),
    }
}

/// Returns the player to move, or how the game ended.
///
/// [`notation`](crate::notation) has an example.
pub fn status_sentence(position: &Position) -> String {
    match position.ending() {
        Some(ending) => ending_sentence(position, ending),
        None => {
            let turn = position.turn();
            let book = position.variant().rulebook();
            let check = if position.is_check(turn) { ", in check" } else { "" };
            let then =
                position.setup().extra_turn.map(|it| format!(" It is an extra turn before {}.", seat_title(book, it)));
            let inherited = position.setup().inherited_turn;
            let inherited = inherited.map(|it| format!(" This turn is inherited from {}.", seat_title(book, it)));
            let then = then.or(inherited).unwrap_or_default();
            format!("{} is to move{check}.{then}", seat_title(book, turn))
        }
    }
}

/// Returns the points in descending order: `Red 1, Black 1/2, White 0`.
///
/// [`notation`](crate::notation) has an example.
pub fn scores_text(position: &Position) -> String {
    let book = position.variant().rulebook();
    let mut scores: Vec<(SeatId, _)> = book.seat_ids().zip(position.scores()).collect();
    scores.compact_sort_by_key(|(seat, points)| (std::cmp::Reverse(points.0), *seat));
    let scores: Vec<String> = scores
        .iter()
        .map(|(seat, points)| {
            let title = usize::try_from(points.0 / Points::UNIT).ok().filter(|_| points.0 % Points::UNIT == 0);
            let title = title.and_then(|it| book.score_titles.get(it));
            let title = title.map_or_else(String::new, |it| format!(" ({it})"));
            format!("{} {}{title}", seat_title(book, *seat), points_text(*points))
        })
        .collect();
    scores.join(", ")
}

/// Returns the sentence of an outcome, without a period.
fn outcome_sentence(position: &Position, outcome: OutcomeId, ending: Ending) -> String {
    let book = position.variant().rulebook();
    let Some(outcome) = book.outcomes.get(outcome.index()) else {
        return format!("The game ends: {UNKNOWN}");
    };
    let standard = || STANDARD.iter().find(|it| it.0.contains(&outcome.label.as_str()));
    let standard = || standard().and_then(|it| Template::parse(it.1).ok());
    let template = outcome.sentence.clone().or_else(standard);
    let text = template.and_then(|it| it.fill(&|gap| filling(position, outcome, ending, gap)));
    text.map_or_else(|| format!("The game ends: {}", outcome.label), |it| capital(&it))
}

fn filling(position: &Position, outcome: &Outcome, ending: Ending, gap: Gap) -> Option<String> {
    let book = position.variant().rulebook();
    match gap {
        Gap::Mover => Some(seat_title(book, ending.mover)),
        Gap::Victim => ending.victim.map(|it| seat_title(book, it)),
        Gap::MatingPlayer => ending.mating_player.map(|it| seat_title(book, it)),
        Gap::Living => {
            let left: Vec<SeatId> = book.seat_ids().filter(|it| position.is_living(*it)).collect();
            (!left.is_empty()).then(|| seats_text(book, &left))
        }
        Gap::Times => outcome.when.repeated.map(|it| format!("{} times", count_text(u64::from(it)))),
        Gap::Rounds => outcome.when.halfmove_rounds.map(|it| it.to_string()),
        Gap::Resets => {
            let words = book.resets.iter().map(|it| match it {
                Resets::Capture => "a capture",
                Resets::PawnMove => "a pawn move",
                Resets::Elimination => "an elimination",
            });
            let words: Vec<&str> = words.collect();
            (!words.is_empty()).then(|| joined(&words, "or"))
        }
    }
}
