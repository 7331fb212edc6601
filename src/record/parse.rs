//! Parses one game: tag pairs, movetext, result.
//!
//! Input: a text. Output: the record, all errors, and the length of the part that was read. The parser always recovers,
//! so a record with errors is the lenient reading. Does not know files and rules.

use super::error::{RecordError, RecordErrorKind, excerpt};
use super::movetext::{MovetextParser, ParsedMovetext};
use super::reader::MAX_RECORD;
use super::result::{is_result, usual_result};
use super::scan::RecordScanner;
use super::tags::tag_pairs;
use super::{Record, commands};

/// Parses a text that should be one game.
pub(super) fn parse_single(text: &str) -> (Record, Vec<RecordError>) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() > MAX_RECORD {
        let error = RecordError::new(RecordErrorKind::TooLong, (1, 1), excerpt(text, 0));
        return (Record::default(), vec![error]);
    }
    let (record, mut errors, used) = parse_game(text, (1, 1));
    let rest = text[used..].trim_start();
    if !rest.is_empty() {
        let mut scanner = RecordScanner::new(text, (1, 1));
        while scanner.spot().at + rest.len() < text.len() {
            scanner.bump();
        }
        scanner.error(RecordErrorKind::SecondGame, scanner.spot());
        errors.extend(scanner.into_errors());
    }
    (record, errors)
}

/// Parses the first game of a text that starts at this line and column of a file.
pub(super) fn parse_game(text: &str, start: (usize, usize)) -> (Record, Vec<RecordError>, usize) {
    let mut scanner = RecordScanner::new(text, start);
    let tags = tag_pairs(&mut scanner);
    let tag_line = tags.iter().find(|it| it.name == "Result").map(|it| it.value.clone());
    let ParsedMovetext { movetext, marker, has_bad_result } = MovetextParser::new(&mut scanner).parse();
    let end = scanner.spot();
    let tag = tag_line.map(|it| usual_result(&it));
    let mut record = Record { tags, movetext, result: String::new() };
    // The tag has the same form as the marker.
    if let Some(tag) = tag.as_ref().filter(|it| is_result(it)) {
        record.set_tag("Result", tag.clone());
    }
    record.result = match (marker, tag) {
        (Some((marker, spot)), Some(tag)) if marker != tag && tag != "?" => {
            scanner.error(RecordErrorKind::ResultsDiffer { tag, marker: marker.clone() }, spot);
            record.set_tag("Result", marker.clone());
            marker
        }
        (Some((marker, _)), _) => marker,
        (None, tag) => {
            // The error about a result of another form says the same.
            if !has_bad_result {
                scanner.error(RecordErrorKind::NoResult, end);
            }
            let result = tag.filter(|it| is_result(it)).unwrap_or_else(|| "*".to_owned());
            if record.tag("Result").is_some() {
                record.set_tag("Result", result.clone());
            }
            result
        }
    };
    (record, scanner.into_errors(), end.at)
}

/// Reports whether a record has nothing in it: no tags, no moves and no comments.
pub(super) fn is_blank(record: &Record) -> bool {
    record.tags.is_empty() && record.movetext.plies.is_empty() && record.movetext.comments.is_empty()
}

/// Returns the actions that a comment contains, such as `w resigns` in `[%act w resigns]`.
pub(super) fn actions(comment: &str) -> impl Iterator<Item = &str> {
    commands(comment).filter(|it| it.0 == "act").map(|it| it.1)
}
