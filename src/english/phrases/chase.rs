//! Perpetual check and perpetual chase in words.
//!
//! Input: a test of what players did with each of their moves. Output: a clause. Does not know where the test is written.

use super::super::words::InWords;
use super::{how_many, is_set, one_of, piece};
use crate::definition::value::Either;
use crate::definition::{PerpetualChaseTest, PerpetualCheckTest};
use crate::policy::{ChaseAttack, Protected};
use crate::rulebook::Rulebook;

/// Perpetual check: `the mover has given check with each of their moves since the first time`.
pub(super) fn perpetual_check(book: &Rulebook, it: &PerpetualCheckTest) -> String {
    let who = how_many(book, &it.by, &it.how_many.value);
    let many = is_set(&it.by) && matches!(it.how_many.value, Either::Other(number) if number > 1);
    let has = if many { "have" } else { "has" };
    format!("{who} {has} given check with each of their moves since the first time")
}

/// Perpetual chase: `the mover has attacked the same piece of an opponent with each of their moves since the first time`,
/// and in parentheses what counts.
pub(super) fn perpetual_chase(book: &Rulebook, it: &PerpetualChaseTest) -> String {
    let who = how_many(book, &it.by, &it.how_many.value);
    let many = is_set(&it.by) && matches!(it.how_many.value, Either::Other(number) if number > 1);
    let has = if many { "have" } else { "has" };
    let mut counts = vec![match &it.chased {
        Some(it) => piece(book, it),
        None => "any piece".to_owned(),
    }];
    if it.chased.as_ref().is_none_or(|it| it.value.kind.is_none()) {
        counts.push("not a royal piece".to_owned());
    }
    counts.extend(it.kind.as_ref().map(|it| format!("attacked by {}", one_of(book, &it.value))));
    counts.push(it.protected.sentence().to_owned());
    if it.attack.value == ChaseAttack::New {
        let new = it.attack.sentence();
        counts.push(match it.protected.value {
            Protected::NotChased => new.to_owned(),
            // A protected piece can be chased, so its protection before the move does not matter.
            Protected::Chased => new.replace(", or protected,", ""),
        });
    }
    counts.push("unable to capture the attacking piece".to_owned());
    counts.push(it.captures.sentence().to_owned());
    format!(
        "{who} {has} attacked the same piece of an opponent with each of their moves since the first time ({})",
        counts.join("; ")
    )
}
