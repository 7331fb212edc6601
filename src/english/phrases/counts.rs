//! How many pieces a player has, in words.
//!
//! Input: a test of a number. Output: a clause. Does not know where the test is written.

use super::super::words::InWords;
use super::{a, a_player, all_of, count, how_many, is_set, kinds_or, one_of, place, plural};
use crate::definition::CountTest;
use crate::definition::value::Either;
use crate::policy::{Counted, OwnKing, Role};
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
    let only: Vec<&String> = book.player_kinds().map(|it| &it.1.label).collect();
    let pieces = match (kinds, only.len()) {
        ([], 1) => only.first().map_or(pieces, |it| if one { (*it).clone() } else { plural(it) }),
        _ => pieces,
    };
    let has = if many { "have" } else { "has" };
    let is_last = it.at_most.as_ref().is_some_and(|it| it.value == 1);
    let is_last = is_last && kinds.is_empty() && it.at.is_none() && least.is_none();
    if let Some(king) = lone_king(book).filter(|_| is_last) {
        return format!("{who} {has} only the {king} left");
    }
    let at = it.at.as_ref().map_or_else(String::new, |it| format!(" {}", place(book, it)));
    // "No player has a pawn", and not "every player has no pawn".
    let is_each = it.counted.value == Counted::Separately && several;
    if let Some(who) = who.strip_prefix("every ").filter(|_| amount == "no" && !is_each) {
        return format!("no {who} has {}{left}{at}", if kinds.is_empty() { a(&pieces) } else { one_of(book, kinds) });
    }
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

/// The label of the king if each player starts with one and keeps it safe, so that a player's last piece is the king.
fn lone_king(book: &Rulebook) -> Option<&str> {
    let setup = book.setup.as_ref().filter(|_| book.check.own_king == OwnKing::KeptSafe)?;
    let is_king = |kind: usize| book.kinds[kind].role == Role::Royal;
    let kings = |seat| setup.iter().filter(|it| it.0 == seat && is_king(it.1.index())).count();
    let mut labels = book.player_kinds().filter(|it| it.1.role == Role::Royal).map(|it| it.1.label.as_str());
    let label = labels.next().filter(|_| labels.next().is_none())?;
    book.seat_ids().all(|it| kings(it) == 1).then_some(label)
}
