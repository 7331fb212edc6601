//! Warnings about counters: those that never count, that no outcome tests, or whose limit is out of reach or too high
//! for the tests.
//!
//! Input: the counters, the tests of outcomes, and where pieces can go. Output: warnings. A limit is out of reach if
//! it exceeds the number of pieces that a player can capture. Does not know how a counter is stored.

use super::Linter;
use super::fire::royals;
use super::unused::positions;
use crate::diagnostic::Code;
use crate::policy::{Army, ClaimThen, CounterStart, Kings, Then};
use crate::rulebook::{PositionTest, PromotionChoice, Rulebook, SeatId};

impl Linter<'_> {
    /// Warns about counters that never count a move, or that no outcome tests.
    pub(super) fn counters_without_effect(&mut self) {
        let (def, book) = (self.def, self.book);
        for (at, counter) in book.counters.iter().enumerate() {
            let written = def.counters.iter().find(|it| it.0.value == counter.name);
            let name = &counter.name;
            if !positions(book).iter().any(|it| it.counter.is_some_and(|it| it.counter == at)) {
                let message = format!("no outcome tests the counter `{name}`");
                self.sink.warning(Code::NoEffect, written.map(|it| it.0.span), message).help(format!(
                    "add an outcome with the line `when = {{ counter = {{ name = \"{name}\", of = \"mover\", \
                     at-least = 3 }} }}`, or leave `[counter.{name}]` out"
                ));
                continue;
            }
            let when = self.position_never(&counter.when).map(|why| (why, written.map(|it| it.1.when.span)));
            let running = || {
                let why = counter.running.as_ref().and_then(|it| self.position_never(it))?;
                Some((why, written.and_then(|it| it.1.r#while.as_ref()).map(|it| it.span)))
            };
            // A move of other pieces ends the count, and a count of one needs no `while`.
            let kinds = |it: &PositionTest| it.moved.as_ref().and_then(|it| it.kind);
            let apart = || {
                let (one, other) = (kinds(&counter.when)?, kinds(counter.running.as_ref()?)?);
                let span = written.and_then(|it| it.1.r#while.as_ref()).map(|it| it.span);
                (one & other == 0).then(|| ("`when` and `while` never hold for the same move".to_owned(), span))
            };
            if let Some((why, span)) = when.or_else(running).or_else(apart) {
                self.warn(span, &format!("the counter `{name}` never counts a move"), &why);
            }
        }
    }

    /// Warns about counters that every outcome tests for less than the highest of their limits. A counter with a lower
    /// limit starts higher by the difference, so it would reach that number before the limit.
    pub(super) fn limits_that_disagree(&mut self) {
        for (name, counter) in &self.def.counters {
            let Some(limits) = &counter.limits else { continue };
            let tests = self.def.outcomes.iter().filter_map(|it| it.1.table.when.value.counter.as_ref());
            let tested = tests.filter(|it| *it.value.name.value == *name.value).map(|it| &it.value.at_least);
            let Some(most) = tested.max_by_key(|it| it.value) else { continue };
            let highest = limits.iter().map(|it| it.value.moves.value).max();
            let Some(highest) = highest.filter(|it| *it > most.value) else { continue };
            let message =
                format!("the counter `{}` reaches {} before its highest limit, {highest}", name.value, most.value);
            self.sink
                .warning(Code::BadNumber, most.span, message)
                .also(limits.span, "its limits")
                .help(format!("write `at-least = {highest}`, or lower `limits` in `[counter.{}]`", name.value));
        }
    }

    /// Warns about outcomes that wait for more captures than a player can make.
    pub(super) fn limits_out_of_reach(&mut self) {
        let (def, book) = (self.def, self.book);
        let Some(most) = book.seat_ids().map(|it| captures_of(book, it)).max().flatten() else { return };
        for outcome in &book.outcomes {
            let Some(test) = outcome.when.counter else { continue };
            let counter = &book.counters[test.counter];
            let is_plain = counter.ahead.is_empty() && counter.starts == CounterStart::Zero;
            if counter.when.captured.is_none() || !is_plain || usize::from(test.at_least) <= most {
                continue;
            }
            let when = def.outcomes.iter().find(|it| it.0.value == outcome.name).map(|it| &it.1.table.when);
            let span = when.map(|it| it.value.counter.as_ref().map_or(it.span, |it| it.value.at_least.span));
            self.sink
                .warning(
                    Code::CannotFire,
                    span,
                    format!(
                        "the outcome `{}` can never occur: a player can make at most {most} captures",
                        outcome.name
                    ),
                )
                .help(format!(
                    "write at most `at-least = {most}`, or count something else in `[counter.{}]`",
                    counter.name
                ));
        }
    }
}

/// Returns the maximum number of captures that a player can make; `None` if captured pieces can come back.
fn captures_of(book: &Rulebook, seat: SeatId) -> Option<usize> {
    let from_pool = book.promotions.iter().any(|it| matches!(it.choice, PromotionChoice::FromPool { .. }));
    if book.has_hand() || from_pool {
        return None;
    }
    // Pieces that change their owner can be captured by the player who had them first.
    let changes = book.conversion.is_some() || book.army == Army::TakenOver;
    let pieces = book.setup.iter().flatten().filter(|it| changes || it.0 != seat).count();
    // If the other player stays in the game, so does their king.
    let is_spared = book.check.kings == Kings::NeverCaptured && book.check.royals.is_none();
    let kings = book.setup.iter().flatten().filter(|it| it.0 != seat && royals(book) >> it.1.0 & 1 != 0).count();
    let eliminates = book.outcomes.iter().any(|it| matches!(it.then, Then::Eliminate | Then::Freeze))
        || book.claims.iter().any(|it| it.then == ClaimThen::Eliminate);
    let is_sure = is_spared && book.seats.len() == 2 && !changes && !eliminates;
    Some(if is_sure { pieces - kings } else { pieces })
}
