//! A cursor over the text of a record, which counts lines and columns.
//!
//! Input: a text and the number of its first line. Output: one character after another, with places. Does not know
//! the syntax of records.

use super::error::{RecordError, RecordErrorKind, excerpt};
use crate::sorting::CompactSort;

/// Maximum number of errors that are kept for one game.
const MAX_ERRORS: usize = 100;

/// A place in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// Byte offset in the text.
    pub at: usize,
    /// Line in the file, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// A cursor with the errors found so far.
#[derive(Debug)]
pub(super) struct RecordScanner<'t> {
    text: &'t str,
    spot: Spot,
    errors: Vec<RecordError>,
}

impl<'t> RecordScanner<'t> {
    /// Starts at the beginning of a text, which has this line and column in the file.
    pub fn new(text: &'t str, (line, column): (usize, usize)) -> Self {
        Self { text, spot: Spot { at: 0, line, column }, errors: Vec::new() }
    }

    /// Returns the current place.
    pub fn spot(&self) -> Spot {
        self.spot
    }

    /// Returns the next character without moving.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Returns the text from the current place.
    pub fn rest(&self) -> &'t str {
        &self.text[self.spot.at..]
    }

    /// Moves over one character.
    pub fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.spot.at += next.len_utf8();
        self.spot.column += 1;
        if next == '\n' {
            self.spot.line += 1;
            self.spot.column = 1;
        }
        Some(next)
    }

    /// Moves over the characters that pass a test, and returns them.
    pub fn take_while(&mut self, test: impl Fn(char) -> bool) -> &'t str {
        let start = self.spot.at;
        while self.peek().is_some_and(&test) {
            self.bump();
        }
        &self.text[start..self.spot.at]
    }

    /// Moves over white space.
    pub fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Moves over the rest of the line, and returns it without its end.
    pub fn take_line(&mut self) -> &'t str {
        self.take_while(|it| it != '\n')
    }

    /// Returns the text from a place to the end of its line.
    pub fn line_from(&self, spot: Spot) -> &'t str {
        self.text[spot.at..].lines().next().unwrap_or_default()
    }

    /// Notes an error at a place. The first hundred are kept.
    pub fn error(&mut self, kind: RecordErrorKind, spot: Spot) {
        if self.errors.len() < MAX_ERRORS {
            let place = (spot.line, spot.column);
            self.errors.push(RecordError::new(kind, place, excerpt(self.text, spot.at)));
        }
    }

    /// Returns the errors found, in order of place.
    pub fn into_errors(mut self) -> Vec<RecordError> {
        self.errors.compact_sort_by_key(|it| (it.line, it.column));
        self.errors
    }
}
