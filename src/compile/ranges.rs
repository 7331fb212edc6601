//! Ranges and labels: parses `1-4`, `a-h`, `h-a`, or a list.
//!
//! Input: texts of a definition. Output: numbers and labels, or a diagnostic. Does not know the board.

use crate::definition::value::{Either, Range, Text};
use crate::diagnostic::{Code, Diagnostics, Spanned};

/// Parses a range of two numbers from 1 to 999, in the order written: `4-1` is (4, 1), `3` is (3, 3).
pub(super) fn numbers(range: &Spanned<Range>, sink: &mut Diagnostics) -> Option<(i64, i64)> {
    let read = |text: &str| -> Option<i64> {
        let plain = !text.is_empty() && text.len() <= 3 && text.bytes().all(|it| it.is_ascii_digit());
        plain.then(|| text.parse().ok()).flatten().filter(|it| *it >= 1)
    };
    let found = match range.0.split_once('-') {
        Some((from, to)) => read(from).zip(read(to)),
        None => read(&range.0).map(|it| (it, it)),
    };
    if found.is_none() {
        sink.error(Code::BadRange, range.span, format!("`{}` is neither a number nor a range of numbers", range.value))
            .help("write `3` or `1-4`, counted from 1");
    }
    found
}

/// Parses a range of two numbers from 1 to `most`. `what` names what is counted.
pub(super) fn numbers_within(
    range: &Spanned<Range>,
    most: i64,
    what: &str,
    sink: &mut Diagnostics,
) -> Option<(i64, i64)> {
    let (from, to) = numbers(range, sink)?;
    if from.max(to) > most {
        sink.error(Code::BadRange, range.span, format!("`{}` leaves the {most} {what}", range.value))
            .help(format!("count from 1 to {most}, for example `\"1-{most}\"`"));
        return None;
    }
    Some((from, to))
}

/// Reports whether a number is in a range, whichever way the range runs.
pub(super) fn within(range: (i64, i64), number: i64) -> bool {
    (range.0.min(range.1)..=range.0.max(range.1)).contains(&number)
}

/// Returns the labels of files or ranks, in order.
pub(super) fn labels(
    written: &Spanned<Either<Range, Vec<Spanned<Text>>>>,
    sink: &mut Diagnostics,
) -> Option<Vec<String>> {
    match &written.value {
        Either::Other(list) => {
            let (mut is_valid, mut all) = (true, Vec::new());
            for label in list {
                // More files than letters: `["a-z", "A-F"]`.
                match label.split_once('-').and_then(|(from, to)| Some((letter(from)?, letter(to)?))) {
                    Some((from, to)) => {
                        let range = Spanned::new(Range(label.0.clone()), label.span);
                        let found = letters(&range, Some(from), Some(to), sink);
                        is_valid &= found.is_some();
                        all.extend(found.into_iter().flatten());
                    }
                    None => {
                        is_valid &= is_label(label, sink);
                        all.push(label.0.clone());
                    }
                }
            }
            is_valid.then_some(all)
        }
        Either::Text(range) => {
            let range = Spanned::new(range.clone(), written.span);
            match range.0.split_once('-') {
                Some((from, to)) if letter(from).is_some() || letter(to).is_some() => {
                    letters(&range, letter(from), letter(to), sink)
                }
                None if letter(&range.0).is_some() => Some(vec![range.0.clone()]),
                _ => {
                    let (from, to) = numbers(&range, sink)?;
                    let mut all: Vec<i64> = (from.min(to)..=from.max(to)).collect();
                    if from > to {
                        all.reverse();
                    }
                    Some(all.into_iter().map(|it| it.to_string()).collect())
                }
            }
        }
    }
}

fn letter(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [it] if it.is_ascii_alphabetic() => Some(*it),
        _ => None,
    }
}

fn letters(range: &Spanned<Range>, from: Option<u8>, to: Option<u8>, sink: &mut Diagnostics) -> Option<Vec<String>> {
    let (Some(from), Some(to)) = (from, to) else {
        sink.error(Code::BadRange, range.span, format!("`{}` does not run from one letter to another", range.value))
            .help(
                "a range of letters ends at `z`; beyond it write every label in a list, like `[\"y\", \"z\", \"aa\"]`",
            );
        return None;
    };
    if from.is_ascii_lowercase() != to.is_ascii_lowercase() {
        sink.error(Code::BadRange, range.span, format!("`{}` mixes small and capital letters", range.value))
            .help(across_cases(from, to));
        return None;
    }
    let mut all: Vec<u8> = (from.min(to)..=from.max(to)).collect();
    if from > to {
        all.reverse();
    }
    Some(all.into_iter().map(|it| (it as char).to_string()).collect())
}

/// Says how to write a range from small letters to capital ones, or the reverse: two ranges, each of one case.
fn across_cases(from: u8, to: u8) -> String {
    let is_small = from.is_ascii_lowercase();
    let (last, first) = if is_small { (b'z', b'A') } else { (b'Z', b'a') };
    let part = |from: u8, to: u8| match from == to {
        true => format!("\"{}\"", from as char),
        false => format!("\"{}-{}\"", from as char, to as char),
    };
    format!("write a list with a range for each: `[{}, {}]`", part(from, last), part(first, to))
}

/// Reports whether a label can be part of the name of a square: letters and digits only.
pub(super) fn is_label(label: &Spanned<Text>, sink: &mut Diagnostics) -> bool {
    let is_valid = !label.is_empty() && label.len() <= 8 && label.bytes().all(|it| it.is_ascii_alphanumeric());
    if !is_valid {
        sink.error(Code::BadLabels, label.span, format!("`{}` cannot be part of the name of a square", label.value))
            .help("use one to eight letters and digits, like `\"a\"` or `\"10\"`");
    }
    is_valid
}
