//! Values in a record that other programs may misread: dates, terminations, clocks, evaluations, move numbers.
//!
//! Input: a [`RecordEntry`]. Output: warnings with their places. Does not know rules, and what a replay checks.

use super::replay::is_outside;
use super::{Annotation, Movetext, RecordEntry, RecordError, RecordErrorKind, commands};

/// Maximum number of warnings about one game.
const MAX_WARNINGS: usize = 20;

/// Returns the values that do not have the usual form.
pub(crate) fn odd_values(entry: &RecordEntry) -> Vec<RecordError> {
    let mut warnings = Vec::new();
    for tag in &entry.record.tags {
        let what = match tag.name.as_str() {
            "Date" if !is_date(&tag.value) => "a date such as `2026.11.??`",
            "Termination" if !is_termination(&tag.value) => "a termination such as `normal`",
            _ => continue,
        };
        warn(entry, (0, 0), &format!("[{} \"", tag.name), odd(what, &tag.value), &mut warnings);
    }
    line(entry, &entry.record.movetext, &mut warnings);
    warnings
}

fn line(entry: &RecordEntry, movetext: &Movetext, warnings: &mut Vec<RecordError>) {
    let mut previous = 0;
    for ply in &movetext.plies {
        let place = (ply.line, ply.column);
        if let Some(number) = ply.number.map(|it| it.value) {
            if previous > 0 && number > previous + 1 {
                warn(entry, place, "", RecordErrorKind::WrongNumber { number, previous }, warnings);
            }
            previous = number;
        }
        for annotation in &ply.annotations {
            match annotation {
                Annotation::Variation(variation) => line(entry, variation, warnings),
                Annotation::Comment(comment) => {
                    for (name, value) in commands(comment) {
                        let is_made_of = |signs: &str| !value.is_empty() && value.chars().all(|it| signs.contains(it));
                        let what = match name {
                            "clk" if !is_made_of("0123456789:.") => "a time such as `0:05:00`",
                            "eval" if !is_made_of("0123456789+-.,/#") => "an evaluation such as `0.4`",
                            _ => continue,
                        };
                        warn(entry, place, &format!("[%{name}"), odd(what, value), warnings);
                    }
                }
                Annotation::Nag(_) => {}
            }
        }
    }
}

fn odd(what: &'static str, written: &str) -> RecordErrorKind {
    RecordErrorKind::OddValue { what, written: crate::notation::name::visible(written) }
}

fn warn(
    entry: &RecordEntry,
    place: (usize, usize),
    mark: &str,
    kind: RecordErrorKind,
    warnings: &mut Vec<RecordError>,
) {
    if warnings.len() < MAX_WARNINGS {
        warnings.push(entry.error_at(entry.find(place, mark).unwrap_or(0), kind));
    }
}

/// Reports whether a value is a date whose unknown digits are `?`.
fn is_date(value: &str) -> bool {
    let has_form = value.len() == 10
        && value.bytes().enumerate().all(|(at, it)| match at {
            4 | 7 => it == b'.',
            _ => it.is_ascii_digit() || it == b'?',
        });
    let is_within = |part: &str, most: &str| part.contains('?') || ("01"..=most).contains(&part);
    has_form && is_within(&value[5..7], "12") && is_within(&value[8..], "31")
}

fn is_termination(value: &str) -> bool {
    ["normal", "unterminated", "?"].contains(&value) || is_outside(value)
}
