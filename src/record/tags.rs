//! Parses the tag pairs of a record.
//!
//! Input: a cursor before the first tag. Output: the tag pairs. Does not know what a tag means.

use foldhash::HashSet;

use super::TagPair;
use super::error::RecordErrorKind;
use super::scan::RecordScanner;

/// Parses all tag pairs, up to the movetext.
pub(super) fn tag_pairs(scanner: &mut RecordScanner) -> Vec<TagPair> {
    let mut tags: Vec<TagPair> = Vec::new();
    let mut names: HashSet<String> = HashSet::default();
    loop {
        scanner.skip_blanks();
        let spot = scanner.spot();
        match scanner.peek() {
            Some('[') => {}
            // A line that starts with `%` is not part of the record.
            Some('%') if spot.column == 1 => {
                scanner.take_line();
                continue;
            }
            _ => return tags,
        }
        scanner.bump();
        match tag_pair(scanner) {
            None => {
                // The rest of the line, from the bracket.
                let line = scanner.line_from(spot);
                scanner.take_line();
                match loose_tag(line) {
                    Some(tag) if names.insert(tag.name.clone()) => {
                        scanner.error(RecordErrorKind::LooseQuotes, spot);
                        tags.push(tag);
                    }
                    _ => scanner.error(RecordErrorKind::BadTag, spot),
                }
            }
            Some(tag) if !names.insert(tag.name.clone()) => {
                scanner.error(RecordErrorKind::DoubleTag { name: tag.name }, spot);
            }
            Some(tag) => tags.push(tag),
        }
    }
}

/// Parses a tag pair after its `[`. A tag pair is on one line.
fn tag_pair(scanner: &mut RecordScanner) -> Option<TagPair> {
    let is_blank = |it: char| it == ' ' || it == '\t';
    scanner.take_while(is_blank);
    let name = scanner.take_while(|it| it.is_ascii_alphanumeric() || it == '_').to_owned();
    scanner.take_while(is_blank);
    if name.is_empty() || scanner.peek() != Some('"') {
        return None;
    }
    scanner.bump();
    let mut value = String::new();
    loop {
        match scanner.peek()? {
            '\n' => return None,
            '"' => break,
            '\\' => {
                scanner.bump();
                match scanner.peek()? {
                    next @ ('"' | '\\') => {
                        scanner.bump();
                        value.push(next);
                    }
                    _ => value.push('\\'),
                }
            }
            '\r' => {
                scanner.bump();
            }
            next => {
                scanner.bump();
                value.push(next);
            }
        }
    }
    scanner.bump();
    scanner.take_while(is_blank);
    (scanner.peek()? == ']').then(|| scanner.bump())?;
    Some(TagPair { name, value })
}

/// Parses a tag pair whose value contains quotes without backslashes. The value ends at the last quote of the line.
fn loose_tag(line: &str) -> Option<TagPair> {
    let (name, value) = line.trim_end().strip_prefix('[')?.strip_suffix(']')?.split_once('"')?;
    let (name, value) = (name.trim(), value.trim_end().strip_suffix('"')?);
    let is_name = !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
    is_name.then(|| TagPair { name: name.to_owned(), value: value.to_owned() })
}
