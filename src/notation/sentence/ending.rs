//! How a game stands, how it ended, and who has how many points.
//!
//! The sentence follows from what the outcome tests, never from its name.

use super::seats_text;
use crate::definition::{CheckState, Consent, Resets, Who};
use crate::notation::{points_text, seat_title};
use crate::rules::{Ending, EndingCause, Position};
use crate::variant::{AttackTest, Outcome, Quantity, Rulebook, SeatId};

/// The name of the outcome or claim that ended the game.
pub fn ending_event(book: &Rulebook, ending: Ending) -> &str {
    match ending.cause {
        EndingCause::Outcome(it) => &book.outcomes[it.0 as usize].name,
        EndingCause::Claim(it) => &book.claims[it.0 as usize].name,
    }
}

/// How the game ended, with the points: `White is checkmated by Red; Red 1, Black 1/2, White 0.`
pub fn ending_sentence(position: &Position, ending: Ending) -> String {
    let book = position.variant().rulebook();
    let what = match ending.cause {
        EndingCause::Outcome(it) => outcome_text(position, &book.outcomes[it.0 as usize], ending),
        EndingCause::Claim(it) => {
            let claim = &book.claims[it.0 as usize];
            let who = seat_title(book, ending.victim.unwrap_or(ending.mover));
            match (claim.names_winner, claim.consent, ending.mater) {
                (true, _, Some(winner)) => format!("{who} gives the game to {}", seat_title(book, winner)),
                (_, Consent::Nobody, _) => format!("{who} gives up (`{}`)", claim.name),
                (_, Consent::AllOthers, _) => format!("All players agree on `{}`", claim.name),
                _ => format!("{who} has claimed `{}`", claim.name),
            }
        }
    };
    format!("{what}; {}.", scores_text(position))
}

/// How the game stands: whose turn it is, or how it ended.
pub fn status_sentence(position: &Position) -> String {
    match position.ending() {
        Some(ending) => ending_sentence(position, ending),
        None => {
            let turn = position.turn();
            let book = position.variant().rulebook();
            let check = if position.is_check(turn) { ", in check" } else { "" };
            format!("{} is to move{check}.", seat_title(book, turn))
        }
    }
}

/// The points, the most first: `Red 1, Black 1/2, White 0`.
pub fn scores_text(position: &Position) -> String {
    let book = position.variant().rulebook();
    let mut scores: Vec<(SeatId, _)> = book.seat_ids().zip(position.scores()).collect();
    scores.sort_by_key(|(seat, points)| (std::cmp::Reverse(points.0), *seat));
    let scores: Vec<String> = scores
        .iter()
        .map(|(seat, points)| {
            let title = usize::try_from(points.0 / 2).ok().filter(|_| points.0 % 2 == 0);
            let title = title.and_then(|it| book.score_titles.get(it));
            let title = title.map_or_else(String::new, |it| format!(" ({it})"));
            format!("{} {}{title}", seat_title(book, *seat), points_text(*points))
        })
        .collect();
    scores.join(", ")
}

fn outcome_text(position: &Position, outcome: &Outcome, ending: Ending) -> String {
    let book = position.variant().rulebook();
    let mover = seat_title(book, ending.mover);
    let victim = seat_title(book, ending.victim.unwrap_or(ending.mover));
    let when = &outcome.when;
    if let Some(stuck) = when.stuck {
        return match (stuck.check, when.mates_alone, ending.mater) {
            (CheckState::In, Some(0), _) => format!("{victim} is mated by the others together, by neither alone"),
            (CheckState::In, Some(many), None) if many > 1 => {
                format!("{victim} is checkmated by {many} opponents, by each alone")
            }
            (CheckState::In, _, Some(mater)) => format!("{victim} is checkmated by {}", seat_title(book, mater)),
            (CheckState::In, ..) => format!("{victim} is checkmated"),
            (CheckState::Out, ..) => format!("{victim} has no legal move and is not in check: stalemate"),
            (CheckState::Either, ..) => format!("{victim} has no legal move"),
        };
    }
    if when.king_taken.is_some() {
        return format!("{mover} has taken {victim}'s king");
    }
    if let Some(attack) = when.attack {
        return attack_text(position, attack, ending);
    }
    if let Some(times) = when.repeated {
        return format!("This position has stood {times} times");
    }
    if let Some(rounds) = when.quiet_rounds {
        let what: Vec<&str> = book
            .resets
            .iter()
            .map(|it| match it {
                Resets::Capture => "a capture",
                Resets::PawnMove => "a pawn move",
                Resets::Elimination => "an elimination",
            })
            .collect();
        return format!("{rounds} rounds have passed without {}", crate::notation::joined(&what, "or"));
    }
    if when.mate_impossible {
        return "Nobody can be mated any more".to_owned();
    }
    if when.king_in.is_some() {
        return format!("{mover}'s king has come where he wins");
    }
    if let Some(count) = when.living {
        let left: Vec<SeatId> = book.seat_ids().filter(|it| position.is_living(*it)).collect();
        let verb = if count == 1 { "is" } else { "are" };
        return match left.is_empty() {
            true => "Nobody is left".to_owned(),
            false => format!("Only {} {verb} left", seats_text(book, &left)),
        };
    }
    format!("The game ends by `{}`", outcome.name)
}

fn attack_text(position: &Position, attack: AttackTest, ending: Ending) -> String {
    let book = position.variant().rulebook();
    let mover = seat_title(book, ending.mover);
    let is_by_mover = attack.by == Who::Mover;
    match (is_by_mover, attack.how_many, ending.victim) {
        (true, Quantity::Every, _) => format!("{mover} attacks the kings of all opponents at once"),
        (true, Quantity::AtLeast(many), _) => format!("{mover} attacks at least {many} kings at once"),
        (true, Quantity::Some, Some(victim)) => format!("{mover} can take {}'s king", seat_title(book, victim)),
        (_, _, Some(victim)) => format!("{}'s king stands attacked", seat_title(book, victim)),
        _ => format!("{mover} attacks a king"),
    }
}
