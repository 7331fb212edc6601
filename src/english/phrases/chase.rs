//! Perpetual check and perpetual chase in words.
//!
//! Input: a test of what players did with each of their moves. Output: a clause. Does not know where the test is written.

use super::super::words::InWords;
use super::{how_many, is_set, one_of, piece};
use crate::definition::value::{Either, Name};
use crate::definition::{PerpetualChaseTest, PerpetualCheckTest, PlayerWord};
use crate::diagnostic::Spanned;
use crate::policy::{ChaseAttack, Quantity};
use crate::rulebook::Rulebook;

/// Players who did something with each of their moves: `the mover has given check with each of their moves since the first time`.
fn always(book: &Rulebook, (by, number): (&PlayerWord, &Either<Quantity, i64>), what: &str) -> String {
    let many = is_set(by) && matches!(number, Either::Other(number) if *number > 1);
    let has = if many { "have" } else { "has" };
    format!("{} {has} {what} with each of their moves since the first time", how_many(book, by, number))
}

/// Perpetual check: `the mover has given check with each of their moves since the first time`.
pub(super) fn perpetual_check(book: &Rulebook, it: &PerpetualCheckTest) -> String {
    always(book, (&it.by, &it.how_many.value), "given check")
}

/// Perpetual chase: `the mover has attacked the same piece of an opponent with each of their moves since the first time`,
/// and in parentheses what counts.
pub(super) fn perpetual_chase(book: &Rulebook, it: &PerpetualChaseTest) -> String {
    let chased = it.chased.as_ref().map(|it| &it.value);
    let kinds = chased.and_then(|it| it.kind.as_ref());
    let mut counts = vec![it.chased.as_ref().map_or_else(|| "any piece".to_owned(), |it| piece(book, it))];
    if kinds.is_none() {
        counts.push("not a royal piece".to_owned());
    }
    let names = |it: &[Spanned<Name>]| it.iter().map(|it| it.value.0.clone()).collect::<Vec<_>>();
    counts.extend(it.kind.as_ref().map(|by| match kinds.is_some_and(|it| names(&it.value) == names(&by.value)) {
        true if by.value.len() > 1 => "attacked by a piece of these kinds".to_owned(),
        _ => format!("attacked by {}", one_of(book, &by.value)),
    }));
    counts.push(format!("{}, and unable to capture the attacking piece", it.protected.sentence()));
    if it.attack.value == ChaseAttack::New {
        counts.push(it.attack.sentence().to_owned());
    }
    counts.push(it.captures.sentence().to_owned());
    let what = always(book, (&it.by, &it.how_many.value), "attacked the same piece of an opponent");
    format!("{what} ({})", counts.join("; "))
}
