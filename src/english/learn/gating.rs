//! Gating: pieces that enter from the hand with the move of another piece.
//!
//! Contains: [`RulesWriter::gating_rule`]. Input: `[gating]` with the compiled rules. Output: a numbered item. Does not
//! know: drops, and what joins a pool.

use super::super::RulesWriter;
use super::super::phrases::{capital, one_of, piece};
use super::super::words::InWords;
use super::special::{SpecialRule, rest_of};
use crate::board::Square;

impl RulesWriter<'_> {
    /// Returns the rule for pieces that enter with the move of another piece, which chess does not have.
    pub(super) fn gating_rule(&self) -> Option<(bool, SpecialRule)> {
        let rule = &self.def.gating.as_ref()?.value;
        let what = one_of(self.book, &rule.pieces);
        let by = piece(self.book, &rule.by.value);
        let text = format!(
            "When {by} leaves its square, a piece can enter from the hand on that square. This is part of the same move, and \
             the player may always leave it out. {}",
            rule.opens.value.sentence()
        );
        let mut points = vec![capital(&format!("{what} can enter."))];
        if self.def.drops.is_empty() {
            points.push(self.pools());
            points.extend(self.start_pools());
        }
        points.extend(self.gating_with_castling());
        points.push(
            "The move must be legal without the piece that enters: such a piece may not save the king from check."
                .to_owned(),
        );
        let by = self.book.gating.as_ref()?.by.kind.unwrap_or(u32::MAX);
        let promotes = self.book.promotions.iter().any(|it| it.pieces & by != 0);
        points.extend(promotes.then(|| "A piece that promotes with its move lets no other piece enter.".to_owned()));
        let (id, name) = ("rule-gating".to_owned(), "Pieces that enter".to_owned());
        let (text, short) = (capital(&text), rest_of(&text));
        Some((false, SpecialRule { id, name, text, points, short, ..SpecialRule::default() }))
    }

    /// Where a piece enters with castling, if the king or the rook lets pieces enter.
    fn gating_with_castling(&self) -> Option<String> {
        let book = self.book;
        let by = book.gating.as_ref()?.by.kind;
        let lets = |at: Square| {
            let mut setup = book.setup.iter().flatten().filter(|it| it.2 == at);
            setup.next().is_none_or(|it| by.is_none_or(|by| by >> it.1.0 & 1 != 0))
        };
        let king = book.castlings.iter().any(|it| lets(it.king.0));
        let rook = book.castlings.iter().any(|it| lets(it.rook.0));
        let only = |piece: &str| format!("With castling, a piece can enter on the square of the {piece}.");
        match (king, rook) {
            (false, false) => None,
            (true, false) => Some(only("king")),
            (false, true) => Some(only("rook")),
            (true, true) => Some(
                "With castling, the piece enters on the square of the king or of the rook, but only one piece enters."
                    .to_owned(),
            ),
        }
    }
}
