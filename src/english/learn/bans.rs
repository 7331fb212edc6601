//! The bans as special rules: the prohibition, its exceptions, and an example with players.
//!
//! Contains: [`RulesWriter::ban_for_players`]. Input: a ban as written and as compiled. Output:
//! sentences. Does not know: the order of the special rules ([`super::special`]).

use super::super::RulesWriter;
use super::super::ending::{forbids, named};
use super::super::phrases::{count_of_losses, exceptions};
use crate::definition::{Ban, Named, Unless, WithUnless};
use crate::notation::name::{joined, seat_title};
use crate::policy::{MaterialCount, Who};
use crate::rulebook::{Ban as CompiledBan, SeatId};

impl RulesWriter<'_> {
    /// Returns a ban in words of players.
    pub(super) fn ban_for_players(&self, made: &CompiledBan, it: &WithUnless<Ban>) -> String {
        let captures = it.table.r#move.as_ref().is_some_and(|it| it.captures.is_some());
        let (mover, victim) = match captures {
            true => ("the capturing player", "the captured piece's owner"),
            false => ("the player", "the victim"),
        };
        let text = forbids(self.book, &it.table);
        let tests = [&it.table.before, &it.table.after];
        let counts = tests.iter().filter_map(|it| it.as_ref()?.value.material.as_ref());
        let text = match counts.map(|it| it.count.value).next() {
            Some(MaterialCount::Pool | MaterialCount::GrossLosses) => count_of_losses(&text),
            _ => text,
        };
        let text = text.replace("if, before the move, ", "if ");
        let mut text =
            vec![named(&text, mover, victim).replace("if the captured piece's owner has", "if its owner has")];
        text.extend(self.example(it));
        text.extend(self.exceptions_for_players(made, &it.unless, (mover, victim)));
        if text[0].contains(" lost at least ") {
            text.push(self.values());
        }
        text.join(" ")
    }

    /// An example with the names of players, if the ban compares players in turn order.
    fn example(&self, it: &WithUnless<Ban>) -> Option<String> {
        let book = self.book;
        let attack = it.table.after.as_ref()?.attack.as_ref()?;
        let seat = |who: Who| match who {
            Who::Mover => Some(SeatId(0)),
            Who::Next => Some(SeatId(1)),
            Who::Previous => Some(SeatId(book.seats.len() as u8 - 1)),
            _ => None,
        };
        let (by, on) = (seat(attack.by.value)?, seat(attack.on.value)?);
        Some(format!(
            "For example, after a move by {}, {} may not be attacking {}'s king.",
            seat_title(book, SeatId(0)),
            seat_title(book, by),
            seat_title(book, on)
        ))
    }

    /// The exceptions of a ban. A label of several words is a sentence of the author.
    fn exceptions_for_players(
        &self,
        made: &CompiledBan,
        all: &Named<Unless>,
        (mover, victim): (&str, &str),
    ) -> Option<String> {
        let has_tag =
            |it: &Unless| it.r#move.as_ref().and_then(|it| it.piece.as_ref()).is_some_and(|it| it.tag.is_some());
        let labels: Vec<&String> = made.exception_labels.iter().collect();
        let written = labels.len() == all.len() && labels.iter().all(|it| it.contains(' '));
        if written && !all.iter().any(|it| has_tag(&it.1)) {
            let all: Vec<String> = labels.iter().map(|it| format!("if {it}")).collect();
            return (!all.is_empty()).then(|| format!("This does not apply {}.", joined(&all, "or")));
        }
        exceptions(self.book, all).map(|it| format!("This does not apply {}.", named(&it, mover, victim)))
    }

    /// The values of the pieces: `Lost points are ...: queen 9, rook 5`.
    fn values(&self) -> String {
        let kinds = self.book.kinds.iter().filter(|it| it.value != 0);
        let values: Vec<String> = kinds.map(|it| format!("{} {}", it.label, it.value)).collect();
        format!("Lost points are the values of a player's captured pieces: {}.", values.join(", "))
    }
}
