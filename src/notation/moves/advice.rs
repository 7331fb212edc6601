//! Advice on texts that are not moves.
//!
//! Input: a text that has none of the forms of a move. Output: an error that says what is wrong and what to write. Does
//! not know which moves are legal.

use super::parse::{bad, strip_ignoring_case};
use super::{MoveTextError, MoveTextErrorKind as Reason, MoveTexts};
use crate::notation::name::{kind_letter, kind_name, near, own_section_first, square_help, square_range, visible};

impl MoveTexts<'_> {
    /// Explains why a text is not a move.
    pub(super) fn explain(&self, text: &str) -> MoveTextError {
        let book = self.book();
        if let Some(at) = text.find('@').filter(|_| book.drops.is_empty()) {
            let help = match book.gating {
                Some(_) => "a piece enters with a move: write a slash and its letter after the move",
                None => "write the origin and the destination of a move",
            };
            return bad(Reason::NoDrops { text: visible(text) }, at, help.to_owned());
        }
        if let Some((from, to)) = text.split_once(char::is_whitespace)
            && self.named(from, true).is_some()
            && self.named(to.trim_start(), true).is_some()
        {
            let help = format!("write one move without spaces: `{}-{}`", visible(from), visible(to.trim_start()));
            return bad(Reason::NotAMove { text: visible(text) }, from.len(), help);
        }
        if let Some((kind, square)) = text.split_once('*').filter(|_| !book.drops.is_empty()) {
            let help = format!("a drop has an `@`: write `{}@{}`", visible(kind), visible(square));
            return bad(Reason::NotAMove { text: visible(text) }, kind.len(), help);
        }
        if let Some(at) = text.find('/').filter(|at| self.parse_plain(&text[..*at]).is_ok()) {
            let help = format!("leave out `{}`", visible(&text[at..]));
            return bad(Reason::NoGating { text: visible(&text[at..]) }, at, help);
        }
        // A colon after a file is a capture by a pawn.
        let owner = text.split_once(':').map_or("", |it| it.0);
        let is_file = book.board.squares().any(|it| book.board.name(it).starts_with(owner));
        if !is_file && book.seats.iter().any(|it| it.letter == owner) {
            let help = format!("leave out `{owner}:`: the player to move makes the move");
            return bad(Reason::NotAMove { text: visible(text) }, 0, help);
        }
        let mut ends = text.match_indices(['-', 'x', ':']).map(|(at, _)| at);
        if let Some(cut) = ends.next() {
            let (before, after) = (&text[..cut], &text[cut + 1..]);
            if let Some(error) = self.unknown_letter(before) {
                return error;
            }
            if self.named(before, true).is_none() && self.partly(before, true).is_none() {
                return self.no_square(before, 0);
            }
            return self.no_square(after, cut + 1);
        }
        // Find a square that is followed by something else.
        let head =
            text.char_indices().map(|(at, _)| at).skip(1).filter(|at| self.named(&text[..*at], true).is_some()).last();
        if let (None, Some(at)) = (head, self.unknown_target(text)) {
            return self.no_square(&text[at..], at);
        }
        match head {
            // A rank that the board does not have.
            Some(cut) if text[cut..].bytes().all(|it| it.is_ascii_digit()) => self.no_square(text, 0),
            Some(cut) => self.no_square(&text[cut..], cut),
            None if text.len() <= 6 && near(text, book.board.squares().map(|it| book.board.name(it))).is_some() => {
                self.no_square(text, 0)
            }
            None => {
                let mut names = book.board.squares().map(|it| book.board.name(it));
                let (a, b) = (names.next().unwrap_or("a1"), names.next().unwrap_or("a2"));
                bad(
                    Reason::NotAMove { text: visible(text) },
                    0,
                    format!("write the origin and the destination, as in `{a}-{b}`"),
                )
            }
        }
    }

    /// Reports a letter that no piece has before the name of a square: the `H` of `Hh10-g8`.
    fn unknown_letter(&self, origin: &str) -> Option<MoveTextError> {
        let first = origin.chars().next().filter(|it| it.is_uppercase())?;
        let (letter, rest) = origin.split_at(first.len_utf8());
        let book = self.book();
        if self.named(origin, true).is_some() || book.kinds.iter().any(|it| it.letter.eq_ignore_ascii_case(letter)) {
            return None;
        }
        let square = *self.squares(rest, !self.is_exact).first()?;
        let expected: Vec<String> = book.kinds.iter().map(|it| it.letter.clone()).collect();
        let help = match self.position.piece_at(square) {
            Some(piece) => {
                format!("the {} on {rest} is `{}`", kind_name(book, piece.kind), kind_letter(book, piece.kind))
            }
            None => format!("the letters of the pieces are {}", expected.join(", ")),
        };
        Some(bad(Reason::UnknownLetter { letter: visible(letter), expected }, 0, help))
    }

    /// Returns where the name of a target starts after the letter of a piece or another part of an origin, such as `d9` in
    /// `Qd9`; `None` if the text has another form.
    fn unknown_target(&self, text: &str) -> Option<usize> {
        let file = text.trim_end_matches(|it: char| it.is_ascii_digit());
        let at = file.char_indices().next_back().filter(|it| it.1.is_ascii_alphabetic() && file.len() < text.len())?.0;
        (at > 0).then(|| self.partly(&text[..at], true)).flatten().map(|_| at)
    }

    /// Reports a square that does not exist. A name without a section is compared with those of the own section.
    pub(super) fn no_square(&self, text: &str, at: usize) -> MoveTextError {
        let book = self.book();
        let kind = match text.is_empty() {
            true => Reason::NoSquare,
            false => Reason::UnknownSquare { name: visible(text) },
        };
        let has_section = book.sections.iter().any(|it| strip_ignoring_case(text, it).is_some());
        let own = own_section_first(book, self.position.turn()).first().copied().unwrap_or("");
        let help = match has_section || text.is_empty() {
            true => square_help(book, text),
            false => square_help(book, &format!("{own}{text}")),
        };
        // Advice that names the section or the case of letters is complete.
        let help = match square_range(book) {
            Some(range) if help.ends_with('?') => format!("{help} The {range}"),
            Some(range) if help.starts_with("squares have") => format!("{help}: the {range}"),
            _ => help,
        };
        MoveTextError { kind, at, help }
    }
}
