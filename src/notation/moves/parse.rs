//! Reads moves.
//!
//! A text is tried in a fixed order: castling; from and to; a part of the origin and the
//! target; the target alone. The first that fits is meant. From and to need no legality.

use super::{MoveTextError, MoveTexts, letter};
use crate::board::Square;
use crate::notation::name::{NameParts, near, square_help, visible};
use crate::notation::{joined, seat_title};
use crate::rules::{Move, Position, Stage};
use crate::variant::KindId;

/// Reads a move: what it means for the player to move, legal or not.
///
/// # Errors
/// Where the text is no move, names no square of the board, or could be several moves.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    MoveTexts::new(position).parse(text)
}

/// What a text names: a man's letter if it has one, and where.
#[derive(Clone, Copy, Debug)]
struct Named<'t> {
    letter: Option<&'t str>,
    square: Square,
}

/// An origin in part: the men that it may mean.
type Origins = Vec<Square>;

impl MoveTexts<'_> {
    /// Reads a move.
    ///
    /// # Errors
    /// As [`parse_move`].
    pub fn parse(&self, text: &str) -> Result<Move, MoveTextError> {
        let offset = text.len() - text.trim_start().len();
        let body = text.trim();
        self.parse_trimmed(body).map_err(|mut error| {
            error.at += offset;
            error
        })
    }

    fn parse_trimmed(&self, text: &str) -> Result<Move, MoveTextError> {
        if text.is_empty() {
            return Err(bad("no move is written here", 0, "write from and to, as `e2-e4`".to_owned()));
        }
        if text.len() > 200 {
            return Err(bad("this is too long to be a move", 0, "write from and to, as `e2-e4`".to_owned()));
        }
        if let Some(castling) = self.castling(text) {
            return castling;
        }
        let (body, promotion) = self.split_promotion(text)?;
        if let Some(mv) = self.body(body, promotion) {
            return mv;
        }
        // A promotion without its sign: `e7e8Q`.
        for (index, kind) in self.book().kinds.iter().enumerate().filter(|_| promotion.is_none()) {
            let cut = body.len().saturating_sub(kind.letter.len());
            if body.get(cut..).is_some_and(|it| it.eq_ignore_ascii_case(&kind.letter))
                && let Some(mv) = self.body(&body[..cut], Some(KindId(index as u8)))
            {
                return mv;
            }
        }
        Err(self.explain(body))
    }

    /// `O-O`, also with zeros.
    fn castling(&self, text: &str) -> Option<Result<Move, MoveTextError>> {
        let plain = |it: &str| it.replace('0', "O").to_ascii_uppercase();
        let book = self.book();
        let meant: Vec<usize> =
            (0..book.castlings.len()).filter(|it| plain(&book.castlings[*it].text) == plain(text)).collect();
        let looks_so = text.len() > 1 && text.chars().all(|it| matches!(it, 'O' | 'o' | '0' | '-'));
        if meant.is_empty() && !looks_so {
            return None;
        }
        let turn = self.position.turn();
        let own = meant.iter().find(|it| book.castlings[**it].seat == turn);
        Some(match own {
            Some(index) => {
                let (from, to) = book.castlings[*index].king;
                Ok(Move { from, to, castling: Some(*index as u8), promotion: None })
            }
            None => {
                let own = book.castlings.iter().filter(|it| it.seat == turn).map(|it| format!("`{}`", it.text));
                let own: Vec<String> = own.collect();
                let help = match own.is_empty() {
                    true => format!("{} never castles", seat_title(book, turn)),
                    false => format!("{} castles by {}", seat_title(book, turn), joined(&own, "or")),
                };
                Err(bad(&format!("`{text}` is no castling of {}", seat_title(book, turn)), 0, help))
            }
        })
    }

    /// Cuts `=Q` off.
    fn split_promotion<'t>(&self, text: &'t str) -> Result<(&'t str, Option<KindId>), MoveTextError> {
        let Some((body, kind)) = text.split_once('=') else { return Ok((text, None)) };
        match self.book().kind(kind) {
            Some(id) => Ok((body, Some(id))),
            None => {
                let letters: Vec<&str> = self.book().kinds.iter().map(|it| it.letter.as_str()).collect();
                let help = format!("the letters of the men are {}", letters.join(", "));
                Err(bad(&format!("`{kind}` is the letter of no man"), body.len() + 1, help))
            }
        }
    }

    /// Everything but castling and promotion; `None` where the text has no form of a move.
    fn body(&self, text: &str, promotion: Option<KindId>) -> Option<Result<Move, MoveTextError>> {
        let signs = text.char_indices().filter(|(_, it)| matches!(it, '-' | 'x' | ':'));
        for (at, sign) in signs {
            let (before, after) = (&text[..at], &text[at + sign.len_utf8()..]);
            let Some(to) = self.named(after) else { continue };
            if let Some(from) = self.named(before) {
                return Some(self.both_ends(from, to, promotion));
            }
            if let Some((letter, origins)) = self.partly(before) {
                return Some(self.resolve(text, letter, Some(origins), to.square, promotion));
            }
        }
        for (at, _) in text.char_indices().skip(1) {
            if let (Some(from), Some(to)) = (self.named(&text[..at]), self.square(&text[at..])) {
                return Some(self.both_ends(from, Named { letter: None, square: to }, promotion));
            }
        }
        let target = self.named(text)?;
        Some(self.resolve(text, target.letter.unwrap_or(""), None, target.square, promotion))
    }

    fn square(&self, text: &str) -> Option<Square> {
        self.book().board.square(text)
    }

    /// A square, with or without a man's letter: `e4`, `Ne4`, `WHNe4`.
    fn named<'t>(&self, text: &'t str) -> Option<Named<'t>> {
        if let Some(square) = self.square(text) {
            return Some(Named { letter: None, square });
        }
        let book = self.book();
        for kind in &book.kinds {
            if let Some(rest) = text.strip_prefix(kind.letter.as_str())
                && let Some(square) = self.square(rest)
            {
                return Some(Named { letter: Some(&text[..kind.letter.len()]), square });
            }
        }
        for section in &book.sections {
            let Some(rest) = strip_ignoring_case(text, section) else { continue };
            for kind in &book.kinds {
                if let Some(place) = rest.strip_prefix(kind.letter.as_str())
                    && let Some(square) = self.square(&format!("{section}{place}"))
                {
                    return Some(Named { letter: Some(&rest[..kind.letter.len()]), square });
                }
            }
        }
        None
    }

    /// An origin in part, a man's letter or a file or both: `GRRc`, `Q`, `e`; the squares that it may mean.
    fn partly<'t>(&self, text: &'t str) -> Option<(&'t str, Origins)> {
        let book = self.book();
        let sections: Vec<&str> = match book.sections.is_empty() {
            true => vec![""],
            false => book.sections.iter().map(String::as_str).collect(),
        };
        for section in sections {
            let Some(rest) = strip_ignoring_case(text, section).filter(|it| !it.is_empty()) else { continue };
            let letters = book.kinds.iter().map(|it| it.letter.as_str()).chain([""]);
            for letter in letters {
                let Some(file) = rest.strip_prefix(letter) else { continue };
                let is_origin = |it: &Square| {
                    let parts = NameParts::of(book, *it);
                    parts.section == section && (file.is_empty() || parts.file.eq_ignore_ascii_case(file))
                };
                let origins: Origins = book.board.squares().filter(is_origin).collect();
                if !origins.is_empty() {
                    return Some((&rest[..letter.len()], origins));
                }
            }
        }
        None
    }

    /// A text that names both ends: the step, or where no man steps so, the castling of that king.
    fn both_ends(&self, from: Named, to: Named, promotion: Option<KindId>) -> Result<Move, MoveTextError> {
        let book = self.book();
        if let (Some(written), Some(kind)) = (from.letter, self.kind_at(from.square)) {
            let kind = &book.kinds[kind.index()];
            if kind.letter != written {
                let message = format!("a {} stands on {}", kind.name, book.board.name(from.square));
                let help = format!("write `{}{}`, or the squares alone", kind.letter, book.board.name(from.square));
                return Err(bad(&message, 0, help));
            }
        }
        let step = Move { from: from.square, to: to.square, castling: None, promotion };
        if promotion.is_none() && !self.legal.contains(&step) {
            let seat = self.position.man_at(from.square).map(|it| it.seat);
            let castling =
                book.castlings.iter().position(|it| Some(it.seat) == seat && it.king == (step.from, step.to));
            if let Some(index) = castling
                && self.position.explain(step).is_err_and(|it| it.stage() == Stage::Movement)
            {
                return Ok(Move { castling: Some(index as u8), ..step });
            }
        }
        Ok(step)
    }

    /// A text that leaves the origin open, wholly or in part.
    fn resolve(
        &self,
        text: &str,
        written: &str,
        origins: Option<Origins>,
        to: Square,
        promotion: Option<KindId>,
    ) -> Result<Move, MoveTextError> {
        let book = self.book();
        let fits = |from: Square| {
            origins.as_ref().is_none_or(|it| it.contains(&from))
                && self.position.man_at(from).is_some_and(|man| {
                    // A pawn may be written with its letter, too.
                    letter(book, man.kind) == written || book.kinds[man.kind.index()].letter == written
                })
        };
        let mut found: Vec<Square> = self
            .legal
            .iter()
            .filter(|it| it.to == to && it.promotion == promotion && it.castling.is_none() && fits(it.from))
            .map(|it| it.from)
            .collect();
        found.dedup();
        if found.is_empty() {
            // Nobody can go there: the one man that could be meant, so that it can be asked why.
            let turn = self.position.turn();
            let men = self.position.men();
            found = men.iter().filter(|(at, man)| man.seat == turn && fits(*at)).map(|(at, _)| *at).collect();
        }
        match found[..] {
            [from] => Ok(Move { from, to, castling: None, promotion }),
            [] => {
                let message = format!("{} has no man that `{text}` could mean", seat_title(book, self.position.turn()));
                Err(bad(&message, 0, "write from and to".to_owned()))
            }
            _ => {
                let target = book.board.name(to);
                let ways: Vec<String> =
                    found.iter().take(8).map(|it| format!("`{}-{target}`", book.board.name(*it))).collect();
                Err(bad(&format!("`{text}` can mean several men"), 0, format!("write {}", joined(&ways, "or"))))
            }
        }
    }

    /// What is wrong with a text that has no form of a move.
    fn explain(&self, text: &str) -> MoveTextError {
        let book = self.book();
        let mut ends = text.match_indices(['-', 'x', ':']).map(|(at, _)| at);
        if let Some(cut) = ends.next() {
            let (before, after) = (&text[..cut], &text[cut + 1..]);
            if self.named(before).is_none() && self.partly(before).is_none() {
                return no_square(book, before, 0);
            }
            return no_square(book, after, cut + 1);
        }
        // A square, and something behind it that is none.
        let head = text.char_indices().map(|(at, _)| at).skip(1).filter(|at| self.named(&text[..*at]).is_some()).last();
        match head {
            Some(cut) => no_square(book, &text[cut..], cut),
            None if text.len() <= 6 && near(text, book.board.squares().map(|it| book.board.name(it))).is_some() => {
                no_square(book, text, 0)
            }
            None => {
                let mut names = book.board.squares().map(|it| book.board.name(it));
                let (a, b) = (names.next().unwrap_or("a1"), names.next().unwrap_or("a2"));
                bad(&format!("`{text}` is no move"), 0, format!("write from and to, as `{a}-{b}`"))
            }
        }
    }
}

fn strip_ignoring_case<'t>(text: &'t str, beginning: &str) -> Option<&'t str> {
    let head = text.get(..beginning.len())?;
    head.eq_ignore_ascii_case(beginning).then(|| &text[beginning.len()..])
}

fn no_square(book: &crate::variant::Rulebook, text: &str, at: usize) -> MoveTextError {
    let message = match text.is_empty() {
        true => "a square is missing here".to_owned(),
        false => format!("there is no square `{text}`"),
    };
    MoveTextError { message: visible(&message), at, help: square_help(book, text), code: "no-such-square" }
}

fn bad(message: &str, at: usize, help: String) -> MoveTextError {
    MoveTextError { message: visible(message), at, help: visible(&help), code: "bad-move-text" }
}
