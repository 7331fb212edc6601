//! Which stalemates eliminate a player, and how many players must be in play.
//!
//! Contains: [`RulesWriter::eliminating_stalemate`] and [`RulesWriter::while_playing`]. Input: the outcomes that are tested. Output: a number
//! of players, and a part of a sentence. Does not know: the goal ([`super::goal`]) and the list of differences ([`super::differences`]).

use super::super::RulesWriter;
use super::super::phrases::count;
use crate::policy::{CheckState, Then};
use crate::rulebook::Outcome;

impl RulesWriter<'_> {
    /// Returns for which number of players in play a stalemate eliminates a player: `Some(None)` for any number, `None` if it
    /// depends on more.
    pub(super) fn eliminating_stalemate(&self, outcomes: &[&Outcome]) -> Option<Option<u8>> {
        let is_stalemate = |it: &&&Outcome| it.when.stuck.is_some_and(|it| it.check == CheckState::Out);
        let (own, others): (Vec<&Outcome>, Vec<&Outcome>) =
            outcomes.iter().filter(is_stalemate).partition(|it| matches!(it.then, Then::Eliminate | Then::Freeze));
        let has = |number: u8| own.iter().any(|it| it.when.living.is_none_or(|it| it == number));
        match own.as_slice() {
            [_, ..] if others.is_empty() && (2..=self.book.seats.len() as u8).all(has) => Some(None),
            [only] => {
                let apart = |it: &&Outcome| it.when.living.is_some() && it.when.living != only.when.living;
                only.when.living.filter(|_| others.iter().all(apart)).map(Some)
            }
            _ => None,
        }
    }

    /// States how many players must be in play, after a space: ` while all three players are in play`.
    pub(super) fn while_playing(&self, living: Option<u8>) -> String {
        match living {
            Some(number) if usize::from(number) == self.book.seats.len() => {
                format!(" while all {} players are in play", count(number.into()))
            }
            Some(number) => format!(" while {} players are in play", count(number.into())),
            None => String::new(),
        }
    }
}
