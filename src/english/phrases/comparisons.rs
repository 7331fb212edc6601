//! Comparisons of numbers: the material, the points and the counters of players, in words.
//!
//! Input: a test. Output: a clause. Does not know where the test is written.

use super::{count, every, how_many, is_set, label_of, player, plural, some, unit_of};
use crate::definition::value::Either;
use crate::definition::{CounterTest, MaterialTest, PlayerWord, PointsTest};
use crate::notation::name::points_text;
use crate::policy::MaterialCount;
use crate::rulebook::Rulebook;

/// A comparison of material: `the mover has fewer stones than the next player`.
pub(super) fn material(book: &Rulebook, it: &MaterialTest) -> String {
    let (of, than) = (player(book, &it.of), player(book, &it.than));
    let alike = pieces_of_equal_value(book).filter(|_| it.count.value == MaterialCount::OnBoard);
    if let Some(pieces) = alike.filter(|_| it.behind_by.value == 1) {
        return format!("{of} has fewer {pieces} than {than}");
    }
    let points = some(it.behind_by.value, "point", "points");
    format!("{of} is at least {points} of material behind {than}")
}

/// The name of the pieces of a game if each of them has the same value, so that their number decides: `stones`.
pub(in crate::english) fn pieces_of_equal_value(book: &Rulebook) -> Option<String> {
    let mut kinds = book.player_kinds().map(|it| it.1);
    let first = kinds.next()?;
    let mut rest = kinds.peekable();
    match rest.peek().is_none() {
        true => (first.value != 0).then(|| plural(&first.label)),
        false => (first.value != 0 && rest.all(|it| it.value == first.value)).then(|| "pieces".to_owned()),
    }
}

/// Turns a comparison of material into a comparison of losses: `has lost material worth at least 3 more than`.
pub(in crate::english) fn count_of_losses(text: &str, points: i64) -> String {
    let Some((before, rest)) = text.split_once(" is at least ") else { return text.to_owned() };
    let Some((_, after)) = rest.split_once(" behind ") else { return text.to_owned() };
    format!("{before} has lost material worth at least {points} more than {after}")
}

/// The limit of a counter: `the mover has reached a count of three for “checks given”`.
pub(super) fn counter(book: &Rulebook, it: &CounterTest) -> String {
    let who = how_many(book, &it.of, &it.how_many.value);
    let many = is_set(&it.of) && matches!(it.how_many.value, Either::Other(number) if number > 1);
    let has = if many { "have" } else { "has" };
    let label = label_of(book.counters.iter().map(|it| (it.name.as_str(), it.label.as_str())), &it.name);
    let counted = book.counters.iter().find(|counter| counter.name == it.name.value.0);
    // Turns without a move in a row.
    let passes =
        counted.is_some_and(|it| it.when.passed.is_some() && it.running.as_ref().is_some_and(|it| it.passed.is_some()));
    match it.at_least.value {
        1 if passes && !many => format!("{who} passed on their last turn"),
        number => format!("{who} {has} reached a count of {} for “{label}”", count(number)),
    }
}

/// A number of points or a lead: `the mover leads every opponent by at least 20 points`.
pub(super) fn points(book: &Rulebook, it: &PointsTest) -> String {
    let who = how_many(book, &it.of, &it.how_many.value);
    let many = is_set(&it.of) && matches!(it.how_many.value, Either::Other(number) if number > 1);
    let points = points_text(it.at_least.value);
    let points = format!("{points} {}", unit_of(&points));
    match &it.ahead_of {
        None => format!("{who} {} at least {points}", if many { "have" } else { "has" }),
        Some(others) => {
            let others = match &others.value {
                PlayerWord::Role(who) if is_set(&others.value) => every(*who).to_owned(),
                other => player(book, other),
            };
            format!("{who} {} {others} by at least {points}", if many { "lead" } else { "leads" })
        }
    }
}
