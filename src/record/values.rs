//! Values in a record that other programs may misread: dates, terminations, clocks, evaluations, move numbers.
//!
//! Input: a [`RecordEntry`], and its game for the result. Output: warnings with their places. Does not know rules, and
//! what a replay checks.

use super::export::number_of_fen;
use super::replay::is_outside;
use super::{MoveNumber, RecordEntry, RecordError, RecordErrorKind, result_text};
use crate::game::Game;

/// Maximum number of warnings about one game.
const MAX_WARNINGS: usize = 20;

/// The beginning of a value, its end, what it should be, and a test of its form.
type UsualForm = (&'static str, char, &'static str, fn(&str) -> bool);

/// The values that have a usual form.
const FORMS: &[UsualForm] = &[
    ("[Date \"", '"', "a date such as `2026.11.??`", is_date),
    ("[Termination \"", '"', "a termination such as `normal`", is_termination),
    ("[%clk ", ']', "a time such as `0:05:00`", is_time),
    ("[%eval ", ']', "an evaluation such as `0.4`", |it| consists_of(it, b"+-.,/#")),
];

/// Returns the values that do not have the usual form.
pub(crate) fn odd_values(entry: &RecordEntry) -> Vec<RecordError> {
    let mut warnings = Vec::new();
    for (start, end, what, is_usual) in FORMS {
        for (at, _) in entry.text.match_indices(start) {
            let written = entry.text[at + start.len()..].split(*end).next().unwrap_or_default().trim();
            if !is_usual(written) && warnings.len() < MAX_WARNINGS {
                let written = crate::notation::name::visible(written);
                warnings.push(entry.error_at(at, RecordErrorKind::OddValue { what, written }));
            }
        }
    }
    let mut previous = 0;
    for ply in &entry.record.movetext.plies {
        let Some(MoveNumber { value, continues }) = ply.number else { continue };
        if let Some(kind) = odd_number(entry, previous, value, continues)
            && warnings.len() < MAX_WARNINGS
        {
            let at = entry.find((ply.line, ply.column), "").unwrap_or(0);
            warnings.push(entry.error_at(at, kind));
        }
        previous = value;
    }
    warnings
}

/// Returns what is odd about a number after the previous one, which is 0 for the first move.
fn odd_number(entry: &RecordEntry, previous: u32, number: u32, continues: bool) -> Option<RecordErrorKind> {
    match previous {
        0 => odd_first_number(entry, number, continues),
        _ if number > previous + 1 => Some(RecordErrorKind::WrongNumber { number, previous }),
        _ if number == previous && !continues => Some(RecordErrorKind::RepeatedNumber { number }),
        _ if number > previous && continues => Some(RecordErrorKind::NotStarted { number }),
        _ => None,
    }
}

/// Returns what is odd about the number of the first move.
fn odd_first_number(entry: &RecordEntry, number: u32, continues: bool) -> Option<RecordErrorKind> {
    let text = entry.record.tag("FEN");
    let turn = text.and_then(|it| it.split_whitespace().nth(1));
    match (text.and_then(number_of_fen), turn) {
        (Some(expected), _) if number != expected => Some(RecordErrorKind::OtherStart { number, expected }),
        (Some(_), Some("w")) if continues => Some(RecordErrorKind::NotStarted { number }),
        _ if text.is_some() || entry.record.tag("Position").is_some() || entry.goes_on() => None,
        _ if number != 1 => Some(RecordErrorKind::FirstNumber { number }),
        _ if continues => Some(RecordErrorKind::NotStarted { number }),
        _ => None,
    }
}

/// Returns a warning if a record calls a game unfinished that is over by the rules.
pub(crate) fn open_result(entry: &RecordEntry, game: &Game) -> Option<RecordError> {
    let actual = result_text(game.position());
    let is_outside = entry.record.tag("Termination").is_some_and(is_outside);
    if entry.record.result != "*" || is_outside || ["*", ""].contains(&actual.as_str()) {
        return None;
    }
    let at = entry.text.rfind('*').unwrap_or(0);
    Some(entry.error_at(at, RecordErrorKind::OpenResult { actual }))
}

/// Reports whether a value consists of digits and some signs.
fn consists_of(value: &str, signs: &[u8]) -> bool {
    !value.is_empty() && value.bytes().all(|it| it.is_ascii_digit() || signs.contains(&it))
}

/// Reports whether a value is a date whose unknown digits are `?`.
fn is_date(value: &str) -> bool {
    let bytes = value.as_bytes();
    let is_within = |part: &[u8], most: &[u8]| part.contains(&b'?') || (b"01" as &[u8] <= part && part <= most);
    matches!(bytes, [_, _, _, _, b'.', _, _, b'.', _, _])
        && consists_of(value, b"?.")
        && is_within(&bytes[5..7], b"12")
        && is_within(&bytes[8..], last_day(value))
}

/// Returns the last day of the month in a date whose unknown digits are `?`.
fn last_day(date: &str) -> &'static [u8] {
    let is_leap = |year: u32| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match &date[5..7] {
        "04" | "06" | "09" | "11" => b"30",
        "02" if date[..4].parse().is_ok_and(|it| !is_leap(it)) => b"28",
        "02" => b"29",
        _ => b"31",
    }
}

fn is_termination(value: &str) -> bool {
    // Lichess begins these words with a capital.
    ["normal", "unterminated", "?"].contains(&value.to_ascii_lowercase().as_str()) || is_outside(value)
}

/// Reports whether a value is a time in hours, minutes and seconds, the last of which may have a fraction.
fn is_time(value: &str) -> bool {
    let is_below_60 = |it: &str| it.split('.').next().and_then(|it| it.parse().ok()).is_some_and(|it: u32| it < 60);
    consists_of(value, b":.") && value.split(':').skip(1).all(is_below_60)
}
