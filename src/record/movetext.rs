//! Parses movetext: moves, numbers, NAGs, comments and variations.
//!
//! Input: a cursor after the tag pairs. Output: the main line, and the termination marker if there is one. A move is
//! any word with a letter, and castling with zeros. Does not know rules.

use super::error::RecordErrorKind;
use super::result::{is_castling, is_near_result, is_result, usual_result};
use super::scan::{RecordScanner, Spot};
use super::{Annotation, MoveNumber, Movetext, RecordedPly};

/// Maximum depth of variations inside variations.
const MAX_DEPTH: usize = 64;

/// Signs after a move, with their NAGs; longer ones first.
const SIGNS: &[(&str, u8)] = &[("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];

/// A sequence of plies that is being parsed.
#[derive(Debug, Default)]
struct OpenLine {
    movetext: Movetext,
    number: Option<MoveNumber>,
    highest: u32,
    /// Where the variation was opened; `None` for the main line.
    opened: Option<Spot>,
}

/// The movetext of one game.
#[derive(Debug, Default)]
pub(super) struct ParsedMovetext {
    /// The main line.
    pub movetext: Movetext,
    /// The termination marker, and its place.
    pub marker: Option<(String, Spot)>,
    /// Whether the game ends with a word that should be a result.
    pub has_bad_result: bool,
}

/// Parses the movetext of one game.
#[derive(Debug)]
pub(super) struct MovetextParser<'s, 't> {
    scanner: &'s mut RecordScanner<'t>,
    /// The main line, and the open variations.
    open: Vec<OpenLine>,
    /// Number of variations inside the deepest allowed one, which are left out.
    too_deep: usize,
    /// Whether the last word should be a result.
    has_bad_result: bool,
}

impl<'s, 't> MovetextParser<'s, 't> {
    /// Starts after the tag pairs.
    pub fn new(scanner: &'s mut RecordScanner<'t>) -> Self {
        Self { scanner, open: vec![OpenLine::default()], too_deep: 0, has_bad_result: false }
    }

    /// Parses up to the end of the game.
    pub fn parse(mut self) -> ParsedMovetext {
        let mut marker = None;
        while marker.is_none() {
            self.scanner.skip_blanks();
            let spot = self.scanner.spot();
            let Some(next) = self.scanner.peek() else { break };
            match next {
                '%' if spot.column == 1 => {
                    self.scanner.take_line();
                }
                // The next game begins.
                '[' if spot.column == 1 => break,
                '{' | ';' => self.comment(next, spot),
                '(' => self.open_variation(spot),
                ')' => self.close_variation(spot),
                '$' => self.nag(spot),
                '[' => {
                    let text = self.scanner.take_while(|it| !"]\n".contains(it));
                    let text = format!("{}{}", cut(text), self.scanner.bump().filter(|it| *it == ']').unwrap_or(' '));
                    self.scanner.error(RecordErrorKind::NotAMove { text: text.trim_end().to_owned() }, spot);
                }
                '}' | ']' => {
                    self.scanner.bump();
                    self.scanner.error(RecordErrorKind::ClosesNothing { sign: next }, spot);
                }
                _ => marker = self.word(spot),
            }
        }
        self.trailing_comments(marker.is_some());
        self.close_all();
        let movetext = self.open.pop().map(|it| it.movetext).unwrap_or_default();
        ParsedMovetext { movetext, marker, has_bad_result: self.has_bad_result }
    }

    /// Returns the line that is being parsed.
    fn line(&mut self) -> &mut OpenLine {
        self.open.last_mut().expect("the main line is open")
    }

    /// Adds an annotation to the last move, or reports that there is none.
    fn annotate(&mut self, annotation: Annotation, spot: Spot) {
        if self.too_deep > 0 {
            return;
        }
        let movetext = &mut self.line().movetext;
        match (movetext.plies.last_mut(), annotation) {
            (Some(ply), annotation) => ply.annotations.push(annotation),
            (None, Annotation::Comment(text)) => movetext.comments.push(text),
            (None, _) => self.scanner.error(RecordErrorKind::NoMoveBefore, spot),
        }
    }

    fn comment(&mut self, sign: char, spot: Spot) {
        self.scanner.bump();
        let text = match sign {
            ';' => self.scanner.take_line(),
            _ => self.scanner.take_while(|it| it != '}'),
        };
        if sign == '{' && self.scanner.bump().is_none() {
            self.scanner.error(RecordErrorKind::OpenComment, spot);
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        self.annotate(Annotation::Comment(words.join(" ")), spot);
    }

    fn open_variation(&mut self, spot: Spot) {
        self.scanner.bump();
        if self.open.len() > MAX_DEPTH || self.too_deep > 0 {
            if self.too_deep == 0 {
                self.scanner.error(RecordErrorKind::TooDeep { max: MAX_DEPTH }, spot);
            }
            self.too_deep += 1;
            return;
        }
        self.open.push(OpenLine { opened: Some(spot), ..OpenLine::default() });
    }

    fn close_variation(&mut self, spot: Spot) {
        self.scanner.bump();
        if self.too_deep > 0 {
            self.too_deep -= 1;
        } else if self.open.len() == 1 {
            self.scanner.error(RecordErrorKind::ClosesNothing { sign: ')' }, spot);
        } else {
            self.close();
        }
    }

    /// Closes the innermost variation.
    fn close(&mut self) {
        if let Some(OpenLine { movetext, opened: Some(spot), .. }) = self.open.pop() {
            self.annotate(Annotation::Variation(movetext), spot);
        }
    }

    fn close_all(&mut self) {
        self.too_deep = 0;
        while self.open.len() > 1 {
            if let Some(spot) = self.line().opened {
                self.scanner.error(RecordErrorKind::OpenVariation, spot);
            }
            self.close();
        }
    }

    /// Parses comments on the line of the termination marker. They belong to the last move.
    fn trailing_comments(&mut self, is_over: bool) {
        while is_over && self.open.len() == 1 {
            let blanks = self.scanner.rest().len() - self.scanner.rest().trim_start_matches([' ', '\t']).len();
            let Some(sign @ ('{' | ';')) = self.scanner.rest()[blanks..].chars().next() else { return };
            self.scanner.skip_blanks();
            let spot = self.scanner.spot();
            self.comment(sign, spot);
        }
    }

    fn nag(&mut self, spot: Spot) {
        self.scanner.bump();
        let digits = self.scanner.take_while(|it| it.is_ascii_alphanumeric());
        match digits.parse::<u8>() {
            Ok(number) => self.annotate(Annotation::Nag(number), spot),
            Err(_) => self.scanner.error(RecordErrorKind::BadNag { text: format!("${}", cut(digits)) }, spot),
        }
    }

    /// Parses a number, a move or a termination marker, which it returns.
    fn word(&mut self, spot: Spot) -> Option<(String, Spot)> {
        let is_number = |it: &str| it.chars().next().is_some_and(|it| it.is_ascii_digit());
        if is_number(self.scanner.rest()) {
            let digits = self.scanner.rest().chars().take_while(char::is_ascii_digit).count();
            let after = self.scanner.rest()[digits..].chars().next();
            let spaced = spaced_result(self.scanner.rest());
            if spaced > 0 {
                let end = spot.at + spaced;
                let start = self.scanner.rest();
                while self.scanner.spot().at < end {
                    self.scanner.bump();
                }
                self.bad_result(&start[..spaced], spot);
                return None;
            }
            if after.is_none_or(|it| it == '.' && !is_half(self.scanner.rest(), digits) || it.is_whitespace()) {
                self.number(spot);
                return None;
            }
        }
        let word = self.scanner.take_while(|it| !it.is_whitespace() && !"{}();[]$".contains(it));
        let result = usual_result(word);
        if is_result(&result) && !is_castling(&result) {
            if self.open.len() == 1 && self.too_deep == 0 {
                return Some((result, spot));
            }
            self.scanner.error(RecordErrorKind::ResultInVariation, spot);
            return None;
        }
        match is_near_result(word) {
            true => self.bad_result(word, spot),
            false => self.ply(word, spot),
        }
        None
    }

    fn bad_result(&mut self, text: &str, spot: Spot) {
        self.has_bad_result = true;
        self.scanner.error(RecordErrorKind::BadResult { text: cut(text) }, spot);
    }

    fn number(&mut self, spot: Spot) {
        let digits = self.scanner.take_while(|it| it.is_ascii_digit());
        let dots = self.scanner.take_while(|it| it == '.').len();
        if self.too_deep > 0 {
            return;
        }
        let highest = self.line().highest;
        match digits.parse::<u32>() {
            Ok(value) if value >= highest => {
                self.line().number = Some(MoveNumber { value, continues: dots > 1 });
                self.line().highest = value;
            }
            Ok(number) => self.scanner.error(RecordErrorKind::WrongNumber { number, previous: highest }, spot),
            Err(_) => self.scanner.error(RecordErrorKind::NotAMove { text: cut(digits) }, spot),
        }
    }

    fn ply(&mut self, word: &str, spot: Spot) {
        // Dots alone stand for the moves of players who moved before.
        if self.too_deep > 0 || word.chars().all(|it| it == '.') {
            return;
        }
        // Some programs write `e.p.` as a word of its own after the move.
        let is_first = self.line().number.is_some() || self.line().movetext.plies.is_empty();
        if !is_first && ["e.p.", "e.p", "ep"].contains(&word.trim_end_matches(['+', '#', '!', '?'])) {
            return;
        }
        let sign = SIGNS.iter().find(|it| word.ends_with(it.0));
        let text = sign.map_or(word, |it| &word[..word.len() - it.0.len()]);
        if !is_move(text) {
            self.scanner.error(RecordErrorKind::NotAMove { text: cut(word) }, spot);
            return;
        }
        let annotations = sign.map(|it| Annotation::Nag(it.1)).into_iter().collect();
        self.has_bad_result = false;
        let line = self.line();
        let number = line.number.take();
        let (text, line_number, column) = (text.to_owned(), spot.line, spot.column);
        line.movetext.plies.push(RecordedPly { number, text, annotations, line: line_number, column });
    }
}

/// Maximum number of characters of a result with blanks in it.
const LONGEST_SPACED: usize = 32;

/// Returns the length of a result with blanks around its dash, as in `1 - 0`; 0 if the text starts with something else.
fn spaced_result(text: &str) -> usize {
    // A line can be long, and has many numbers.
    let on_line = text.char_indices().take(LONGEST_SPACED).take_while(|it| !matches!(it.1, '\n' | '\r'));
    let end = on_line.last().map_or(0, |(at, last)| at + last.len_utf8());
    let line = &text[..end];
    let points = |it: &str| it.find(|it: char| !it.is_ascii_digit() && !"/.".contains(it)).unwrap_or(it.len());
    let first = points(line);
    let after = line[first..].trim_start();
    let Some(dashed) = after.strip_prefix(['-', '\u{2013}']) else { return 0 };
    let rest = dashed.trim_start();
    let second = points(rest);
    let is_end = rest[second..].chars().next().is_none_or(|it| it.is_whitespace() || "{;".contains(it));
    let is_spaced = after.len() < line.len() - first || rest.len() < dashed.len();
    let length = line.len() - rest.len() + second;
    let is_result = is_spaced && is_end && (1..=3).contains(&first) && (1..=3).contains(&second);
    if is_result { length } else { 0 }
}

/// Reports whether a point between digits belongs to points, as in `2.5,1,0` and `0.5-0.5`.
fn is_half(text: &str, digits: usize) -> bool {
    text[digits..].strip_prefix(".5").is_some_and(|it| it.starts_with([',', '-']))
}

/// Reports whether a word can be a move.
fn is_move(word: &str) -> bool {
    let is_letter = |it: char| it.is_alphabetic();
    let is_known = |it: char| it.is_alphanumeric() || "-+=#:@*'_/.,&<>^~".contains(it);
    (word.contains(is_letter) || is_castling(word) || word.trim_end_matches(['+', '#', '!', '?']) == "--")
        && word.len() <= 200
        && word.chars().all(is_known)
}

/// Returns the beginning of a text for a message, without control characters.
fn cut(text: &str) -> String {
    crate::notation::name::visible(&text.chars().take(40).collect::<String>())
}
