//! How many pieces a player has, in words.
//!
//! Input: a test of a number. Output: a clause. Does not know where the test is written.

use super::super::words::InWords;
use super::{a_player, all_of, count, how_many, is_set, kinds_or, one_of, place};
use crate::definition::CountTest;
use crate::definition::value::Either;
use crate::policy::Counted;
use crate::rulebook::Rulebook;

/// The number of pieces that a player has: `an opponent has no pawn left`.
pub(in crate::english) fn number_of_pieces(book: &Rulebook, it: &CountTest) -> String {
    let who = a_player(&how_many(book, &it.of, &it.how_many.value));
    let many = is_set(&it.of) && matches!(it.how_many.value, Either::Other(number) if number > 1);
    let least = it.at_least.as_ref().map(|it| it.value).filter(|it| *it > 0);
    let (amount, one) = match (least, it.at_most.as_ref().map(|it| it.value)) {
        (_, Some(0)) => ("no".to_owned(), true),
        (Some(least), Some(most)) if least == most => (format!("exactly {}", count(most)), most == 1),
        (Some(least), Some(most)) => (format!("between {} and {}", count(least), count(most)), false),
        (None, Some(most)) => (format!("at most {}", count(most)), most == 1),
        (least, None) => (format!("at least {}", count(least.unwrap_or(0))), least == Some(1)),
    };
    let left = if least.is_none() && it.at.is_none() { " left" } else { "" };
    let kinds = it.kind.as_ref().map(|it| it.value.as_slice()).unwrap_or_default();
    let several = kinds.len() > 1;
    let pieces = match (kinds, one) {
        ([], true) => "piece".to_owned(),
        ([], false) => "pieces".to_owned(),
        (kinds, true) => kinds_or(book, kinds),
        (kinds, false) => all_of(book, kinds),
    };
    let at = it.at.as_ref().map_or_else(String::new, |it| format!(" {}", place(book, it)));
    // "No player has a pawn", and not "every player has no pawn".
    let is_each = it.counted.value == Counted::Separately && several;
    if let Some(who) = who.strip_prefix("every ").filter(|_| amount == "no" && !is_each) {
        return format!("no {who} has {}{left}{at}", one_of(book, kinds));
    }
    let has = if many { "have" } else { "has" };
    match it.counted.value {
        Counted::Separately if several => {
            let noun = if one { "piece" } else { "pieces" };
            let kinds = kinds_or(book, kinds);
            format!("{who} {has} {amount} {noun}{left}{at} {}: {kinds}", it.counted.sentence())
        }
        _ if several && !one => format!("{who} {has} {amount} {pieces}{left}{at} {}", it.counted.sentence()),
        _ => format!("{who} {has} {amount} {pieces}{left}{at}"),
    }
}
