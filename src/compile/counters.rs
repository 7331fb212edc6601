//! Counters of a rulebook's own: what they count, where they start, and their limits.
//!
//! Input: the headers `[counter.NAME]` as written. Output: each [`Counter`] with all names resolved. A limit below
//! the highest one becomes a head start, so that a position needs one number for each counter. Does not
//! know when a counter is tested, or the halfmove clock.

use super::conditions::{Conditions, Seen};
use super::numbers::number;
use super::wording;
use crate::definition as def;
use crate::diagnostic::{Code, Diagnostics};
use crate::policy::CounterStart;
use crate::rulebook::{Counter, PositionTest};

/// Resolves counters in file order.
pub(super) fn counters(conditions: &Conditions, sink: &mut Diagnostics) -> Vec<Counter> {
    let scope = conditions.scope;
    let mut all = Vec::new();
    for (name, table) in &scope.definition.counters {
        scope.source(table.source.as_ref(), sink);
        let when = conditions.position(&table.when, Seen::Outcome, sink);
        if when.as_ref().is_some_and(|it| *it == PositionTest::default()) {
            sink.error(Code::ForbidsNothing, table.when.span, format!("the counter `{}` has no test", name.value))
                .help("say which moves it counts, for example `when = { captured = {} }`");
        }
        let label = wording::label(&name.value, table.label.as_ref(), sink);
        let running = table.r#while.as_ref().and_then(|it| conditions.position(it, Seen::Outcome, sink));
        all.push(Counter {
            name: name.value.clone(),
            label,
            when: when.unwrap_or_default(),
            running,
            starts: table.starts.as_ref().map_or(CounterStart::Zero, |it| it.value),
            ahead: limits(conditions, table, sink),
            highest: highest(scope.definition, &name.value),
        });
    }
    all
}

/// Returns the highest number that an outcome compares a counter with; 255 if no outcome tests it.
fn highest(definition: &def::Definition, name: &str) -> u8 {
    let outcomes = definition.outcomes.iter().map(|it| &it.1);
    let tests = outcomes.flat_map(|it| {
        let unless = it.unless.iter().flat_map(|it| [&it.1.before, &it.1.after]).flatten();
        unless.chain([&it.table.when]).filter_map(|it| it.value.counter.as_ref())
    });
    let limits = tests.filter(|it| it.value.name.value.0 == name).map(|it| it.value.at_least.value.clamp(1, 255));
    limits.max().map_or(u8::MAX, |it| it as u8)
}

/// Resolves the limits of a counter: how much higher it starts for each of them.
fn limits(
    conditions: &Conditions,
    table: &def::MoveCounter,
    sink: &mut Diagnostics,
) -> Vec<(Option<PositionTest>, u8)> {
    let Some(written) = &table.limits else { return Vec::new() };
    let mut found: Vec<(Option<PositionTest>, i64)> = Vec::new();
    for limit in &written.value {
        if found.last().is_some_and(|it| it.0.is_none()) {
            sink.error(Code::NoEffect, limit.span, "the limit before this one applies always")
                .help("write the limit without `if` last");
            break;
        }
        let Some(Some(moves)) = number(Some(&limit.value.moves), 1, 200, "moves", sink) else { continue };
        let test = match &limit.value.r#if {
            None => None,
            Some(it) => match conditions.position(it, Seen::Outcome, sink) {
                None => continue,
                Some(test) => Some(test),
            },
        };
        found.push((test, moves));
    }
    let highest = found.iter().map(|it| it.1).max().unwrap_or(0);
    found.into_iter().map(|(test, moves)| (test, (highest - moves) as u8)).collect()
}
