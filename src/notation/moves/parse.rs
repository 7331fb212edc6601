//! Parses the text of a move.
//!
//! Input: a text. Output: the squares and pieces that it names; `resolve` finds the move. The forms are tried in a
//! fixed order, and the first match counts: castling; origin and destination; a part of the origin and the
//! destination; the destination alone. If names have sections, the same forms are then tried without sections. Does
//! not know which moves are legal.

use super::resolve::{MoveToken, Origins};
use super::{MoveTextError, MoveTextErrorKind as Reason, MoveTexts, is_pass, print_move};
use crate::board::Square;
use crate::notation::name::{NameParts, kind_letter, own_section_first, visible};
use crate::notation::{joined, seat_title};
use crate::rulebook::KindId;
use crate::rules::{Move, Position};

/// Maximum length of a text in bytes.
const MAX_TEXT: usize = 200;

/// Parses a move of the player to move, legal or not.
///
/// [`notation`](crate::notation) has an example.
///
/// # Errors
/// Fails if the text is not a move, names a square that does not exist, or is ambiguous.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    MoveTexts::new(position).parse(text)
}

/// Parses a move like [`parse_move`], but requires every section and every promotion. On a board with sections, the
/// meaning of `e4` depends on the player to move. The text of a case must be clear without that.
///
/// [`notation`](crate::notation) has an example.
///
/// # Errors
/// Fails like [`parse_move`], and if a section is left out.
pub fn parse_exact(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    MoveTexts { is_exact: true, ..MoveTexts::new(position) }.parse(text)
}

/// Returns the full text of a move whose text leaves out a section or a promotion; `None` for every other text. The
/// text may start with the player, as in `w:e4`.
///
/// [`notation`](crate::notation) has an example.
pub fn completed(position: &Position, text: &str) -> Option<String> {
    let book = position.variant().rulebook();
    let body = text.split_once(':').filter(|it| book.seat(it.0).is_some()).map_or(text, |it| it.1).trim();
    let mv = parse_move(position, body).ok()?;
    (parse_exact(position, body) != Ok(mv)).then(|| print_move(position, mv))
}

impl MoveTexts<'_> {
    /// Parses a move of the player to move.
    ///
    /// # Errors
    /// Fails like [`parse_move`], for the same texts.
    pub fn parse(&self, text: &str) -> Result<Move, MoveTextError> {
        let offset = text.len() - text.trim_start().len();
        let body = text.trim();
        self.parse_trimmed(body).map_err(|mut error| {
            error.at += offset;
            error
        })
    }

    pub(super) fn parse_trimmed(&self, text: &str) -> Result<Move, MoveTextError> {
        let help = "write the origin and the destination, as in `e2-e4`";
        if text.is_empty() {
            return Err(bad(Reason::Empty, 0, help.to_owned()));
        }
        if text.len() > MAX_TEXT {
            return Err(bad(Reason::TooLong { max: MAX_TEXT }, 0, help.to_owned()));
        }
        if is_pass(text) || is_pass(without_signs(text)) {
            return Ok(Move::PASS);
        }
        if let Some(mv) = self.with_placement(text) {
            return mv;
        }
        match self.placed(text) {
            Some(placed) => self.joined_meaning(text, placed, self.parse_plain(text)),
            None => self.parse_plain(text),
        }
    }

    /// Parses every form except placed pieces, without advice on a missing slash.
    pub(super) fn parse_unadvised(&self, text: &str) -> Result<Move, MoveTextError> {
        if let Some((body, gate)) = self.split_gate(text)? {
            let alone = self.parse_plain(body)?;
            return self.with_gate(alone, gate, body.len() + 1);
        }
        if let Some(body) = text.strip_suffix('=') {
            // As in shogi, `=` at the end declines a promotion.
            let mv = self.parse_plain(body)?;
            return Ok(if body.contains('=') { mv } else { mv.promoting(None) });
        }
        if let Some(mv) = self.meaning(text) {
            return mv;
        }
        // Signs at the end say something about the move: a check, a comment.
        let bare = without_signs(text);
        let mv = if bare.len() < text.len() { self.meaning(bare) } else { None };
        if let Some(Ok(mv)) = mv
            && text[bare.len()..].starts_with('+')
            && let Some(kind) = self.promotion_meant(mv)
        {
            return Ok(mv.promoting(Some(kind)));
        }
        mv.unwrap_or_else(|| {
            let body = self.split_promotion(bare)?.0;
            Err(self.with_case(true, |it| it.explain(body)))
        })
    }

    /// Parses a text of any form; `None` if it has none of them.
    fn meaning(&self, text: &str) -> Option<Result<Move, MoveTextError>> {
        if let Some(castling) = self.castling(text) {
            return Some(castling);
        }
        if let Some((kind, square)) = text.split_once('@').filter(|_| !self.book().drops.is_empty()) {
            let found = self.with_case(true, |it| it.drop(kind, square));
            let has_signs = without_signs(text).len() < text.len();
            return Some(found).filter(|it| it.is_ok() || !has_signs);
        }
        let (body, promotion) = match self.split_promotion(text) {
            Ok(parts) => parts,
            Err(_) if without_signs(text).len() < text.len() => return None,
            Err(error) => return Some(Err(error)),
        };
        // Try full names of squares first, then names without their sections, then both in any case. `B8h5` is a bishop
        // of rank 8 before it is a piece on b8.
        let may_shorten = !self.is_exact && !self.book().sections.is_empty();
        let forms = [(false, false), (true, false), (false, true), (true, true)];
        for (short, any_case) in forms.into_iter().filter(|it| may_shorten || !it.0) {
            let found = self.with_case(any_case, |it| it.with_promotion(body, promotion, short));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Parses a text, whose last letter may be a promotion without its sign: `e7e8Q`.
    fn with_promotion(
        &self,
        body: &str,
        promotion: Option<KindId>,
        short: bool,
    ) -> Option<Result<Move, MoveTextError>> {
        if let Some(mv) = self.body(body, promotion, short) {
            return Some(mv);
        }
        for (index, kind) in self.book().kinds.iter().enumerate().filter(|_| promotion.is_none()) {
            let cut = body.len().saturating_sub(kind.letter.len());
            if body.get(cut..).is_some_and(|it| it.eq_ignore_ascii_case(&kind.letter))
                && let Some(mv) = self.body(&body[..cut], Some(self.promoted_kind(KindId(index as u8))), short)
            {
                return Some(mv);
            }
        }
        None
    }

    /// Parses castling: `O-O`, also with zeros.
    fn castling(&self, text: &str) -> Option<Result<Move, MoveTextError>> {
        let plain = |it: &str| it.replace('0', "O").to_ascii_uppercase();
        let book = self.book();
        let matching: Vec<usize> =
            (0..book.castlings.len()).filter(|it| plain(&book.castlings[*it].text) == plain(text)).collect();
        let looks_so = text.len() > 1 && text.chars().all(|it| matches!(it, 'O' | 'o' | '0' | '-'));
        if matching.is_empty() && !looks_so {
            return None;
        }
        let turn = self.position.turn();
        let own = matching.iter().find(|it| book.castlings[**it].seat == turn);
        Some(match own {
            Some(index) => {
                let (from, to) = book.castlings[*index].king;
                Ok(Move::new(from, to).as_castling(*index as u8))
            }
            None => {
                let own = book.castlings.iter().filter(|it| it.seat == turn);
                let expected: Vec<String> = own.map(|it| it.text.clone()).collect();
                let quoted: Vec<String> = expected.iter().map(|it| format!("`{it}`")).collect();
                let player = seat_title(book, turn);
                let help = match quoted.is_empty() {
                    true => format!("{player} cannot castle in this game"),
                    false => format!("{player} castles with {}", joined(&quoted, "or")),
                };
                Err(bad(Reason::UnknownCastling { player, text: visible(text), expected }, 0, help))
            }
        })
    }

    /// Parses a drop: `P@e4`, or `@e4` for a pawn.
    fn drop(&self, kind: &str, square: &str) -> Result<Move, MoveTextError> {
        let book = self.book();
        let pawn = || (0..book.kinds.len()).map(|it| KindId(it as u8)).find(|it| self.letter(*it).is_empty());
        let found = if kind.is_empty() { pawn() } else { book.kind(kind) };
        let Some(id) = found else {
            let letters: Vec<String> = book.kinds.iter().map(|it| it.letter.clone()).collect();
            let help = format!("the letters of the pieces are {}", letters.join(", "));
            return Err(bad(Reason::UnknownLetter { letter: visible(kind), expected: letters }, 0, help));
        };
        match self.squares(square, !self.is_exact).first() {
            Some(to) => Ok(Move::dropping(id, *to)),
            None => Err(self.no_square(square, kind.len() + 1)),
        }
    }

    /// Splits off a promotion such as `=Q`.
    fn split_promotion<'t>(&self, text: &'t str) -> Result<(&'t str, Option<KindId>), MoveTextError> {
        let Some((body, kind)) = text.split_once('=') else { return Ok((text, None)) };
        match self.book().kind(kind) {
            Some(id) => Ok((body, Some(self.promoted_kind(id)))),
            None => {
                let expected: Vec<String> = self.book().kinds.iter().map(|it| it.letter.clone()).collect();
                let help = format!("the letters of the pieces are {}", expected.join(", "));
                Err(bad(Reason::UnknownLetter { letter: visible(kind), expected }, body.len() + 1, help))
            }
        }
    }

    /// Returns the kind that a written promotion means: the kind itself if a piece can promote to it, or else the one
    /// that goes by its letter. Thus `=Q` can mean a promoted queen, which turns back into a pawn.
    fn promoted_kind(&self, written: KindId) -> KindId {
        let book = self.book();
        let named = book.named_promotions();
        let is_named = |it: &KindId| named & 1 << it.0 != 0;
        let letter = kind_letter(book, written);
        let mut known = (0..book.kinds.len()).map(|it| KindId(it as u8));
        let other = known.find(|it| is_named(it) && self.usual_letter(*it) == letter);
        if is_named(&written) { written } else { other.unwrap_or(written) }
    }

    /// Parses everything except castling and promotion; `None` if the text is not a form of move.
    fn body(&self, text: &str, promotion: Option<KindId>, short: bool) -> Option<Result<Move, MoveTextError>> {
        let signs = text.char_indices().filter(|(_, it)| matches!(it, '-' | 'x' | ':' | '–' | '—' | '×'));
        for (at, sign) in signs {
            let (before, after) = (&text[..at], &text[at + sign.len_utf8()..]);
            let Some(to) = self.named(after, short) else { continue };
            if let Some(from) = self.named(before, short) {
                return Some(self.both_ends(text, &from, &to, promotion));
            }
            if let Some(origins) = self.partly(before, short) {
                return Some(self.resolve(text, origins, &to, promotion));
            }
        }
        for (at, _) in text.char_indices().skip(1) {
            let to = MoveToken { letter: None, squares: self.squares(&text[at..], short) };
            if !to.squares.is_empty()
                && let Some(from) = self.named(&text[..at], short)
            {
                return Some(self.both_ends(text, &from, &to, promotion));
            }
        }
        if let Some(target) = self.named(text, short) {
            let origins = Origins { letter: target.letter.unwrap_or(""), squares: None, has_section: false };
            return Some(self.resolve(text, origins, &target, promotion));
        }
        // A part of the origin without a sign: `Nbd7`, `R1e2`, `ed5`.
        for (at, _) in text.char_indices().skip(1) {
            let to = MoveToken { letter: None, squares: self.squares(&text[at..], short) };
            if !to.squares.is_empty()
                && let Some(origins) = self.partly(&text[..at], short)
            {
                return Some(self.resolve(text, origins, &to, promotion));
            }
        }
        None
    }

    /// Returns the squares that a name can mean: one, or one for each section if `short` allows a name without it. The own
    /// section comes first.
    pub(super) fn squares(&self, text: &str, short: bool) -> Vec<Square> {
        let board = &self.book().board;
        let square = |name: &str| board.square(name).filter(|it| self.any_case || board.name(*it) == name);
        match square(text) {
            Some(square) => vec![square],
            None if short && !text.is_empty() => {
                let sections = own_section_first(self.book(), self.position.turn()).into_iter();
                sections.filter_map(|it| square(&format!("{it}{text}"))).collect()
            }
            None => Vec::new(),
        }
    }

    /// Parses a square, with or without the letter of a piece: `e4`, `Ne4`, `WHNe4`.
    pub(super) fn named<'t>(&self, text: &'t str, short: bool) -> Option<MoveToken<'t>> {
        let some = |letter, squares: Vec<Square>| (!squares.is_empty()).then_some(MoveToken { letter, squares });
        if let Some(named) = some(None, self.squares(text, short)) {
            return Some(named);
        }
        let book = self.book();
        for kind in &book.kinds {
            if let Some(rest) = self.strip_letter(text, &kind.letter)
                && let Some(named) = some(Some(&text[..kind.letter.len()]), self.squares(rest, short))
            {
                return Some(named);
            }
        }
        for section in &book.sections {
            let Some(rest) = strip_ignoring_case(text, section) else { continue };
            for kind in &book.kinds {
                if let Some(place) = self.strip_letter(rest, &kind.letter)
                    && let Some(square) = book.board.square(&format!("{section}{place}"))
                {
                    return some(Some(&rest[..kind.letter.len()]), vec![square]);
                }
            }
        }
        None
    }

    /// Parses a partial origin (the letter of a piece, a file or a rank, or both): `GRRc`, `Q`, `e`, `R1`.
    pub(super) fn partly<'t>(&self, text: &'t str, short: bool) -> Option<Origins<'t>> {
        let book = self.book();
        let mut sections: Vec<&str> = book.sections.iter().map(String::as_str).collect();
        if short || sections.is_empty() {
            sections.push("");
        }
        for section in sections {
            let Some(rest) = strip_ignoring_case(text, section).filter(|it| !it.is_empty()) else { continue };
            let letters = book.kinds.iter().map(|it| it.letter.as_str()).chain([""]);
            for letter in letters {
                let Some(part) = self.strip_letter(rest, letter) else { continue };
                let is_origin = |it: &Square| {
                    let parts = NameParts::of(book, *it);
                    (section.is_empty() || parts.section == section)
                        && (part.is_empty() || parts.file.eq_ignore_ascii_case(part) || parts.rank == part)
                };
                let squares: Vec<Square> = book.board.squares().filter(is_origin).collect();
                if !squares.is_empty() {
                    let has_section = !section.is_empty();
                    return Some(Origins { letter: &rest[..letter.len()], squares: Some(squares), has_section });
                }
            }
        }
        None
    }

    /// Strips the letter of a piece from the start of a text.
    fn strip_letter<'t>(&self, text: &'t str, letter: &str) -> Option<&'t str> {
        if self.any_case { strip_ignoring_case(text, letter) } else { text.strip_prefix(letter) }
    }

    /// Calls a parser that accepts letters of pieces in any case, or only in their own.
    fn with_case<R>(&self, any_case: bool, parse: impl FnOnce(&MoveTexts<'_>) -> R) -> R {
        if any_case == self.any_case {
            return parse(self);
        }
        // Both parsers need the legal moves: they are generated before they are copied.
        self.alone();
        let (legal, alone, letters) = (self.legal.clone(), self.alone.clone(), self.letters.clone());
        parse(&MoveTexts { position: self.position, legal, alone, is_exact: self.is_exact, any_case, letters })
    }
}

/// Returns a text without the signs of checks and comments at its end: `+`, `#`, `!`, `?`, `e.p.`.
pub(super) fn without_signs(text: &str) -> &str {
    let bare = text.trim_end_matches(['+', '#', '!', '?', ',', '.', ';']).trim_end();
    let bare = bare.strip_suffix("e.p").or_else(|| bare.strip_suffix("ep")).map_or(bare, str::trim_end);
    if bare.is_empty() { text } else { bare }
}

pub(super) fn strip_ignoring_case<'t>(text: &'t str, beginning: &str) -> Option<&'t str> {
    let head = text.get(..beginning.len())?;
    head.eq_ignore_ascii_case(beginning).then(|| &text[beginning.len()..])
}

pub(super) fn bad(kind: Reason, at: usize, help: String) -> MoveTextError {
    MoveTextError { kind, at, help: visible(&help) }
}
