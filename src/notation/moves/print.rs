//! Prints moves in the notation of the game.
//!
//! Input: a move and the legal moves. Output: its text. Does not know how a text is parsed.

use super::{MoveTexts, PASS, captured};
use crate::notation::NameParts;
use crate::notation::name::kind_letter;
use crate::policy::{MoveNotation, NameForm};
use crate::rules::Move;

impl MoveTexts<'_> {
    /// Prints a move in the notation of the game.
    pub fn print(&self, mv: Move) -> String {
        let book = self.book();
        if mv.pass {
            return PASS.to_owned();
        }
        if mv.placed.is_some() && book.move_notation != Some(MoveNotation::Short) {
            return self.print(mv.placing(None)) + &self.placement(mv);
        }
        if mv.placed.is_none() && mv.gate.is_some() {
            return self.print(mv.gating(None)) + &self.gate(mv);
        }
        if book.move_notation == Some(MoveNotation::Short) {
            return self.san(mv);
        }
        if let Some(text) = self.special(mv) {
            return text;
        }
        if book.name_form == NameForm::SectionFileRank && book.move_notation.is_none() {
            let short = self.in_sections(mv);
            // Use the short text only if it reads back as the same move.
            if self.parse(&short).is_ok_and(|it| it == mv) {
                return short;
            }
        }
        self.long(mv)
    }

    /// Prints castling and drops, which every notation writes alike; `None` for other moves.
    pub(super) fn special(&self, mv: Move) -> Option<String> {
        let book = self.book();
        if let Some(castling) = mv.castling.and_then(|it| book.castlings.get(usize::from(it))) {
            return Some(castling.text.clone());
        }
        let kind = mv.drop?;
        Some(format!("{}@{}", kind_letter(book, kind), book.board.name(mv.to)))
    }

    /// Prints long algebraic notation: `Ng1-f3`.
    pub(super) fn long(&self, mv: Move) -> String {
        let book = self.book();
        let kind = self.kind_at(mv.from).map_or("", |it| self.letter(it));
        let sign = if captured(self.position, mv).is_some() { "x" } else { "-" };
        format!("{kind}{}{sign}{}{}", book.board.name(mv.from), book.board.name(mv.to), self.promotion(mv))
    }

    /// Prints a move that may not be possible, for a message: `Nb1-d2`, and `WHb1-WHd2` on boards with sections. Such a
    /// move captures nothing, whatever is on its destination.
    pub(super) fn attempt(&self, mv: Move) -> String {
        let book = self.book();
        let has_sections = book.name_form == NameForm::SectionFileRank;
        let kind = self.kind_at(mv.from).filter(|_| !has_sections).map_or("", |it| self.letter(it));
        format!("{kind}{}-{}{}", book.board.name(mv.from), book.board.name(mv.to), self.promotion(mv))
    }

    /// Prints the notation for boards with sections: `BLBa2`, `GRRc-BLf3`, `GRRc1xBLf3`.
    fn in_sections(&self, mv: Move) -> String {
        let book = self.book();
        let Some(kind) = self.kind_at(mv.from) else { return self.long(mv) };
        let letter_of = |it: &Move| self.kind_at(it.from).map(|kind| self.letter(kind));
        let piece = self.letter(kind);
        // Other pieces with the same letter that reach the same square.
        let rivals: Vec<&Move> = self
            .alone()
            .iter()
            .filter(|it| {
                it.to == mv.to
                    && it.from != mv.from
                    && it.castling.is_none()
                    && it.drop.is_none()
                    && !it.pass
                    && letter_of(it) == Some(piece)
            })
            .collect();
        let to = NameParts::of(book, mv.to);
        let takes = captured(self.position, mv).is_some();
        let promotion = self.promotion(mv);
        if !takes && rivals.is_empty() {
            return format!("{}{piece}{}{}{promotion}", to.section, to.file, to.rank);
        }
        let from = NameParts::of(book, mv.from);
        let same_file = rivals.iter().any(|it| {
            let other = NameParts::of(book, it.from);
            other.section == from.section && other.file == from.file
        });
        let rank = if same_file { from.rank } else { "" };
        let sign = if takes { "x" } else { "-" };
        let target = book.board.name(mv.to);
        format!("{}{piece}{}{rank}{sign}{target}{promotion}", from.section, from.file)
    }

    /// Prints the piece that enters with a move: `/H`, with castling its square, too: `/He1`.
    pub(super) fn gate(&self, mv: Move) -> String {
        let Some(gate) = mv.gate else { return String::new() };
        let square = mv.gate_square(self.book()).filter(|_| mv.castling.is_some());
        let square = square.map_or("", |it| self.book().board.name(it));
        format!("/{}{square}", kind_letter(self.book(), gate.kind))
    }

    fn promotion(&self, mv: Move) -> String {
        mv.promotion.map_or_else(String::new, |it| format!("={}", self.usual_letter(it)))
    }
}
