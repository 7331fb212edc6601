//! Reads a file of any number of games, one game at a time.
//!
//! Input: a stream of bytes. Output: one [`RecordEntry`] for each game. At most one game is in memory, and a game has
//! at most [`MAX_RECORD`] bytes. Text that is not UTF-8 is read as Latin-1, the encoding of older files. Does not know
//! what a record contains, except for what separates games.

use std::io::BufRead;

use super::Record;
use super::error::{RecordError, RecordErrorKind, RecordErrors, excerpt};
use super::parse::{is_blank, parse_game};
use super::result::is_result;

/// Maximum length of a game in bytes.
///
/// [`record`](crate::record) has an example.
pub const MAX_RECORD: usize = 1 << 22;

/// Maximum number of bytes that are read in search of the end of a game. A stream can be endless.
const MAX_SEARCHED: u64 = 16 * MAX_RECORD as u64;

/// What some editors write at the start of a file in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Maximum length of the piece of a line that is read at once.
const PIECE: u64 = 1 << 16;

/// Reports whether a text starts as PGN does: with a tag, a comment or the number of a move. The form that `play` saves
/// starts with a move or with `#`.
#[cfg(any(feature = "cli", feature = "serve"))]
pub(crate) fn is_pgn(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let after_number = text.trim_start_matches(|it: char| it.is_ascii_digit());
    text.starts_with(['[', '{', ';', '%', '(']) || after_number.len() < text.len() && after_number.starts_with('.')
}

/// A game of a file, with the errors in its text.
///
/// [`RecordReader`] has an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecordEntry {
    /// Position in the file, from 1.
    pub number: usize,
    /// Line of the file on which the text begins, from 1.
    pub line: usize,
    /// Column in that line, from 1. It is larger than 1 after a game that ends on the same line.
    pub column: usize,
    /// The record, with all errors repaired.
    pub record: Record,
    /// The errors, in order of place.
    pub errors: Vec<RecordError>,
    /// The text of the game.
    pub text: String,
}

impl RecordEntry {
    /// Returns the record if its text has no errors.
    ///
    /// # Errors
    /// Returns all errors.
    pub fn strict(self) -> Result<Record, RecordErrors> {
        if self.errors.is_empty() { Ok(self.record) } else { Err(RecordErrors::new(self.errors)) }
    }

    /// Reports whether the text goes on with the moves of the game before: it has no tags, and starts with a later move.
    pub(super) fn goes_on(&self) -> bool {
        let first = self.record.movetext.plies.first().and_then(|it| it.number);
        self.number > 1 && self.record.tags.is_empty() && first.is_some_and(|it| it.value > 1)
    }

    /// Returns the first place of a mark at or after the place with this line and column.
    pub(super) fn find(&self, (line, column): (usize, usize), mark: &str) -> Option<usize> {
        let before = if line == self.line { self.column } else { 1 };
        let start = self.text.split_inclusive('\n').take(line.saturating_sub(self.line)).map(str::len).sum::<usize>();
        let start =
            start + self.text[start..].chars().take(column.saturating_sub(before)).map(char::len_utf8).sum::<usize>();
        self.text[start..].find(mark).map(|it| start + it)
    }

    /// Creates an error at a byte offset of the text.
    pub(super) fn error_at(&self, at: usize, kind: RecordErrorKind) -> RecordError {
        let (line, column) = self.place(at);
        RecordError::new(kind, (line, column), excerpt(&self.text, at))
    }

    /// Returns the line and the column of a byte offset, both from 1.
    pub(super) fn place(&self, at: usize) -> (usize, usize) {
        let before = self.text.get(..at).unwrap_or_default();
        end_of(before, (self.line, self.column))
    }
}

/// Returns the line and the column of the end of a text, from those of its start.
fn end_of(text: &str, (line, column): (usize, usize)) -> (usize, usize) {
    let last = text.rsplit('\n').next().unwrap_or_default().chars().count();
    match text.matches('\n').count() {
        0 => (line, column + last),
        lines => (line + lines, 1 + last),
    }
}

/// Reads the games of a file, one at a time.
///
/// ```
/// use threefold::record::{RecordEntry, RecordReader};
///
/// let file = "[White \"Ada\"]\n\n1. e4 e5 *\n\n[White \"Bo\"]\n\n1. d4 (\n";
/// let entries: Vec<RecordEntry> = RecordReader::new(file.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(entries.len(), 2);
/// assert!(entries[0].errors.is_empty());
/// // The lenient reading of the second game, and what is wrong with it.
/// assert_eq!(entries[1].record.movetext.plies.len(), 1);
/// assert_eq!(entries[1].errors[0].line, 7);
/// assert!(entries[1].clone().strict().is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct RecordReader<R> {
    input: R,
    /// Bytes of the next games, and where the next one starts.
    text: String,
    start: usize,
    /// Line and column in the file of the start.
    place: (usize, usize),
    /// A line that was read too far, or the rest of one: the beginning of the next game.
    ahead: Vec<u8>,
    is_ahead_inside_line: bool,
    /// Number of line ends after the text that were left out, and of characters after the last one.
    skipped: (usize, usize),
    /// What is wrong with the whole chunk.
    flaws: Vec<RecordErrorKind>,
    number: usize,
    is_over: bool,
    /// Whether the stream went on after [`MAX_SEARCHED`] bytes of one game.
    is_endless: bool,
}

impl<R: BufRead> RecordReader<R> {
    /// Starts to read a stream. A game of more than [`MAX_RECORD`] bytes is cut off. If it has no end within 64 MiB, the
    /// reader returns an error and reads no further.
    pub fn new(input: R) -> Self {
        Self {
            input,
            text: String::new(),
            start: 0,
            place: (1, 1),
            ahead: Vec::new(),
            is_ahead_inside_line: false,
            skipped: (0, 0),
            flaws: Vec::new(),
            number: 0,
            is_over: false,
            is_endless: false,
        }
    }

    /// Reads the bytes up to the start of the next game, at least one game.
    fn refill(&mut self) -> std::io::Result<()> {
        self.place = end_of(&self.text[self.start..], self.place);
        let (lines, columns) = std::mem::take(&mut self.skipped);
        self.place = (self.place.0 + lines, columns + if lines == 0 { self.place.1 } else { 1 });
        let is_inside_line = std::mem::take(&mut self.is_ahead_inside_line);
        let mut chunk = Chunk { is_inside_line, ..Chunk::default() };
        let mut piece = std::mem::take(&mut self.ahead);
        loop {
            if piece.is_empty() && std::io::Read::take(&mut self.input, PIECE).read_until(b'\n', &mut piece)? == 0 {
                self.is_over = true;
                break;
            }
            // Some editors begin a file with a mark of its encoding.
            if self.number == 0 && chunk.length == 0 {
                if is_utf16(&piece) {
                    let text = "the file is UTF-16, and records are UTF-8: save it as UTF-8";
                    return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, text));
                }
                if piece.starts_with(BYTE_ORDER_MARK) {
                    piece.drain(..BYTE_ORDER_MARK.len());
                }
            }
            if chunk.ends_before(&piece) {
                self.ahead = piece;
                break;
            }
            if let Some(at) = chunk.add(&piece) {
                // A game begins inside the line.
                piece.drain(..at);
                (self.ahead, self.is_ahead_inside_line) = (piece, true);
                break;
            }
            piece.clear();
            if chunk.is_complete() {
                break;
            }
            if chunk.length > MAX_SEARCHED {
                (self.is_over, self.is_endless) = (true, true);
                break;
            }
        }
        self.start = 0;
        self.flaws.clear();
        self.skipped = chunk.skipped;
        if chunk.is_cut {
            self.flaws.push(RecordErrorKind::TooLong);
        }
        self.text = match String::from_utf8(chunk.bytes) {
            Ok(text) => text,
            // A cut can split a character. That is no error of its own.
            Err(error) if chunk.is_cut && error.utf8_error().error_len().is_none() => {
                String::from_utf8_lossy(error.as_bytes()).into_owned()
            }
            Err(error) => {
                self.flaws.push(RecordErrorKind::NotUtf8);
                error.as_bytes().iter().map(|it| char::from(*it)).collect()
            }
        };
        Ok(())
    }

    /// Parses the next game of the text that was read; `None` if only blanks are left.
    fn next_entry(&mut self) -> Option<RecordEntry> {
        let blanks = self.text[self.start..].len() - self.text[self.start..].trim_start().len();
        // Keep the last line from its start, so that columns are right.
        let blanks = self.text[self.start..self.start + blanks].rfind('\n').map_or(0, |it| it + 1);
        self.place = end_of(&self.text[self.start..self.start + blanks], self.place);
        self.start += blanks;
        if self.text[self.start..].trim().is_empty() {
            return None;
        }
        let rest = &self.text[self.start..];
        let (record, errors, used) = parse_game(rest, self.place);
        // Something is always read, so that the loop ends.
        let used = used.max(rest.chars().next().map_or(1, char::len_utf8));
        let text = rest[..used].to_owned();
        let (line, column) = self.place;
        self.place = end_of(&text, self.place);
        self.start += used;
        if is_blank(&record) && self.number > 0 && text.trim_start().starts_with('%') {
            return None;
        }
        self.number += 1;
        let mut entry = RecordEntry { number: self.number, line, column, record, errors, text };
        for kind in self.flaws.drain(..) {
            // The first byte that is not ASCII is the first one that can be invalid.
            let at = match kind {
                RecordErrorKind::TooLong => entry.text.len(),
                _ => entry.text.find(|it: char| !it.is_ascii()).unwrap_or(0),
            };
            entry.errors.push(entry.error_at(at, kind));
        }
        if entry.goes_on() {
            let blanks = entry.text.len() - entry.text.trim_start().len();
            entry.errors.insert(0, entry.error_at(blanks, RecordErrorKind::MovesAfterResult));
        }
        Some(entry)
    }
}

impl<R: BufRead> Iterator for RecordReader<R> {
    type Item = std::io::Result<RecordEntry>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.next_entry() {
                return Some(Ok(entry));
            }
            if std::mem::take(&mut self.is_endless) {
                let game = self.number.max(1);
                let text = format!("game {game} has no end after {MAX_SEARCHED} bytes, and nothing after it is read");
                return Some(Err(std::io::Error::new(std::io::ErrorKind::InvalidData, text)));
            }
            if self.is_over {
                return None;
            }
            if let Err(error) = self.refill() {
                self.is_over = true;
                self.text.clear();
                self.start = 0;
                return Some(Err(error));
            }
        }
    }
}

/// The bytes of a game, or of several games on one line, and what was seen in them.
#[derive(Debug, Default)]
struct Chunk {
    bytes: Vec<u8>,
    /// Number of bytes, those that were left out included.
    length: u64,
    /// Whether the next byte continues a line.
    is_inside_line: bool,
    /// Whether the next byte continues a word.
    is_inside_word: bool,
    /// Whether the rest of the line is a comment.
    skips_line: bool,
    has_movetext: bool,
    in_comment: bool,
    depth: usize,
    /// Whether the last word was a termination marker.
    is_terminated: bool,
    /// Whether the last line was blank.
    after_blank: bool,
    /// Whether bytes were left out.
    is_cut: bool,
    /// Number of line ends in those bytes, and of characters after the last one.
    skipped: (usize, usize),
    is_closed: bool,
}

impl Chunk {
    /// Reports whether a line begins the next game: with a tag, or with anything after a termination marker.
    fn ends_before(&self, piece: &[u8]) -> bool {
        let starts_line = !self.is_inside_line;
        let is_tag = starts_line && looks_like_tag(piece);
        let is_after_end = starts_line && self.is_terminated && !self.in_comment && !is_blank_line(piece);
        // A comment that is not closed ends before a blank line and a tag.
        is_after_end || is_tag && self.has_movetext && (!self.in_comment || self.after_blank)
    }

    /// Reports whether a blank line follows the termination marker.
    fn is_complete(&self) -> bool {
        self.is_closed
    }

    /// Adds a line or a piece of one. If another game begins in it, only the part before that game is added, and its
    /// length is returned.
    fn add(&mut self, piece: &[u8]) -> Option<usize> {
        let is_blank = is_blank_line(piece);
        let is_first = self.length == 0;
        let starts_line = !std::mem::replace(&mut self.is_inside_line, !piece.ends_with(b"\n"));
        if is_blank && starts_line && !self.in_comment {
            self.is_closed = self.is_terminated;
        }
        self.after_blank = is_blank && starts_line;
        let is_tag = (starts_line || is_first) && piece.starts_with(b"[") && !self.has_movetext;
        self.skips_line = if starts_line { piece.starts_with(b"%") } else { self.skips_line };
        let mut next = None;
        if !is_blank && !is_tag && !self.skips_line {
            self.has_movetext = true;
            next = self.scan(piece);
        }
        let piece = &piece[..next.unwrap_or(piece.len())];
        self.length += piece.len() as u64;
        let space = MAX_RECORD.saturating_sub(self.bytes.len());
        self.is_cut |= piece.len() > space;
        let (kept, skipped) = piece.split_at(piece.len().min(space));
        self.bytes.extend_from_slice(kept);
        // A character begins with a byte that continues no other.
        for byte in skipped.iter().filter(|it| **it & 0xC0 != 0x80) {
            self.skipped = if *byte == b'\n' { (self.skipped.0 + 1, 0) } else { (self.skipped.0, self.skipped.1 + 1) };
        }
        next
    }

    /// Follows comments and variations, and looks for termination markers. Returns where another game begins. If the
    /// whole game is in this piece, that is the last game that begins in it.
    fn scan(&mut self, piece: &[u8]) -> Option<usize> {
        let is_first = self.length == 0;
        let is_end = |it: &u8| it.is_ascii_whitespace() || b"{}();".contains(it);
        let (mut at, mut next) = (0, None);
        if std::mem::take(&mut self.is_inside_word) {
            at = piece.iter().position(is_end).unwrap_or(piece.len());
            self.is_terminated &= at == 0;
        }
        while let Some(first) = piece.get(at) {
            let rest = &piece[at..];
            if self.in_comment {
                let end = rest.iter().position(|it| *it == b'}');
                self.in_comment = end.is_none();
                at = end.map_or(piece.len(), |it| at + it + 1);
                continue;
            }
            let is_comment_or_blank = first.is_ascii_whitespace() || b"{;".contains(first);
            if self.is_terminated && !is_comment_or_blank {
                next = Some(at);
                if !is_first {
                    return next;
                }
            }
            match first {
                b'{' => self.in_comment = true,
                b';' => {
                    self.skips_line = true;
                    return next;
                }
                b'(' => self.depth += 1,
                b')' => self.depth = self.depth.saturating_sub(1),
                it if it.is_ascii_whitespace() => {}
                _ => {
                    let length = rest.iter().position(is_end).unwrap_or(rest.len()).max(1);
                    let word = std::str::from_utf8(&rest[..length]).unwrap_or("");
                    self.is_terminated = self.depth == 0 && is_result(word);
                    self.is_inside_word = length == rest.len();
                    at += length;
                    continue;
                }
            }
            self.is_terminated &= is_comment_or_blank;
            at += 1;
        }
        next
    }
}

/// Reports whether a line or a piece of one is blank.
fn is_blank_line(piece: &[u8]) -> bool {
    piece.iter().all(u8::is_ascii_whitespace)
}

/// Reports whether bytes are UTF-16, with or without a byte order mark.
fn is_utf16(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(64)];
    let pairs = start.chunks_exact(2);
    // Without a mark, one byte of each pair is 0 in most texts.
    let is_half_empty = |it: &[u8]| (it[0] == 0) != (it[1] == 0);
    let is_unmarked = pairs.len() > 1 && pairs.clone().all(is_half_empty);
    start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") || is_unmarked
}

/// Reports whether a line starts with a tag: `[Name "`.
fn looks_like_tag(line: &[u8]) -> bool {
    let Some(body) = line.strip_prefix(b"[") else { return false };
    let name = body.iter().take_while(|it| it.is_ascii_alphanumeric() || **it == b'_').count();
    let rest = &body[name..];
    let blanks = rest.iter().take_while(|it| **it == b' ').count();
    name > 0 && blanks > 0 && rest.get(blanks) == Some(&b'"')
}
