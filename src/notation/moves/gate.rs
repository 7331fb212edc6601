//! Parses the piece that enters with a move: `/H` in `Nf3/H`, `/He1` in `O-O/He1`.
//!
//! Input: a text, and the move in it. Output: the move with the piece that enters. With castling, a text without a
//! square means the king's. Does not know whether a piece can enter.

use super::parse::{bad, without_signs};
use super::{MoveTextError, MoveTextErrorKind as Reason, MoveTexts};
use crate::notation::joined;
use crate::notation::name::visible;
use crate::rules::{Gate, Move};

impl MoveTexts<'_> {
    /// Parses every form except placed pieces.
    pub(super) fn parse_plain(&self, text: &str) -> Result<Move, MoveTextError> {
        let read = self.parse_unadvised(text);
        // The last letter of `Nf3H` can be that of a promotion or of a piece that enters.
        if read.as_ref().is_ok_and(|it| it.promotion.is_none() || self.alone().contains(it)) {
            return read;
        }
        match (self.slash_advice(without_signs(text)), read) {
            (Some(help), Ok(_)) => Err(bad(Reason::NotAMove { text: visible(text) }, 0, help)),
            (Some(help), Err(error)) => Err(MoveTextError { help, ..error }),
            (None, read) => read,
        }
    }

    /// Splits off the piece that enters; `None` if the text names none.
    pub(super) fn split_gate<'t>(&self, text: &'t str) -> Result<Option<(&'t str, &'t str)>, MoveTextError> {
        if self.book().gating.is_none() {
            return Ok(None);
        }
        Ok(text.split_once('/').map(|(body, gate)| (body, without_signs(gate))))
    }

    /// Adds the piece that enters to a move. `at` is its place in the text.
    pub(super) fn with_gate(&self, alone: Move, gate: &str, at: usize) -> Result<Move, MoveTextError> {
        let book = self.book();
        let whole = book.kind(gate).map(|it| (it, ""));
        let by_letter = |it: &crate::rulebook::KindId| {
            let letter = book.kinds[it.index()].letter.as_str();
            let head = gate.get(..letter.len()).filter(|it| it.eq_ignore_ascii_case(letter))?;
            Some((*it, &gate[head.len()..]))
        };
        let kinds = (0..book.kinds.len()).map(|it| crate::rulebook::KindId(it as u8));
        let ways: Vec<_> = whole.into_iter().chain(kinds.filter_map(|it| by_letter(&it))).collect();
        for (kind, square) in &ways {
            let on = |on_rook_square| alone.gating(Gate { on_rook_square, kind: *kind });
            let own =
                |it: &Move| it.gate_square(book).is_some_and(|it| book.board.name(it).eq_ignore_ascii_case(square));
            if square.is_empty() {
                return Ok(on(false));
            }
            if let Some(mv) = [on(false), on(true)].into_iter().find(own) {
                return Ok(mv);
            }
        }
        if let Some((_, square)) = ways.first() {
            let squares = [false, true].map(|it| alone.gating(Gate { on_rook_square: it, kind: ways[0].0 }));
            let squares = squares.iter().filter_map(|it| it.gate_square(book)).map(|it| book.board.name(it).to_owned());
            let help = format!("the piece enters on {}", joined(&squares.collect::<Vec<_>>(), "or"));
            let known = book.board.squares().map(|it| book.board.name(it)).find(|it| it.eq_ignore_ascii_case(square));
            let kind = match known {
                Some(name) => Reason::NoEntry { square: name.to_owned() },
                None => Reason::UnknownSquare { name: visible(square) },
            };
            return Err(bad(kind, at + gate.len() - square.len(), help));
        }
        let enters = book.gating.as_ref().map_or(0, |it| it.pieces);
        let kinds = book.kinds.iter().zip(0..).filter(|it| enters >> it.1 & 1 != 0);
        let expected: Vec<String> = kinds.map(|it| it.0.letter.clone()).collect();
        let help = match gate {
            "" => format!("write the letter of the piece that enters after the slash: {}", joined(&expected, "or")),
            _ => format!("these pieces can enter: {}", joined(&expected, "and")),
        };
        Err(bad(Reason::UnknownLetter { letter: visible(gate), expected }, at, help))
    }

    /// Returns advice for a text that ends with the letter of a piece that can enter, but without the slash.
    fn slash_advice(&self, text: &str) -> Option<String> {
        // A text with a slash needs no advice about it, and would ask for it again.
        let gating = self.book().gating.as_ref().filter(|_| !text.contains('/'))?;
        let kinds = self.book().kinds.iter().zip(0..).filter(|it| gating.pieces >> it.1 & 1 != 0);
        let ways = kinds.filter_map(|(kind, _)| {
            let body = text.strip_suffix(kind.letter.as_str())?;
            let meant = format!("{}/{}", body.strip_suffix('=').unwrap_or(body), kind.letter);
            self.parse_plain(&meant).ok().filter(|it| self.alone().contains(it)).map(|it| self.print(it))
        });
        ways.map(|it| format!("a piece enters with a slash: write `{it}`")).next()
    }
}
