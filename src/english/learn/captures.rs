//! Captures: what is forced, and which pieces capture without moving.
//!
//! Contains: [`RulesWriter::capture_rules`]. Input: `[capture]`, as written and as compiled. Output: numbered items. Does
//! not know: explosions and conversions.

use super::super::RulesWriter;
use super::super::phrases::{a, capital, plural};
use super::super::words::InWords;
use super::special::{SpecialRule, rest_of};
use crate::notation::joined;
use crate::policy::{ForcedCapture, OwnKing, Role};
use crate::rulebook::{Kind, KindId};

impl RulesWriter<'_> {
    /// Returns the rules of captures that chess does not have.
    pub(super) fn capture_rules(&self) -> Vec<SpecialRule> {
        let mut rules = Vec::new();
        if let Some(it) = self.def.capture.as_ref().filter(|it| it.value.forced.value != ForcedCapture::No) {
            let text = it.value.forced.value.sentence().to_owned();
            let (id, name) = ("rule-forced-capture".to_owned(), "Forced capture".to_owned());
            rules.push(SpecialRule { id, name, short: rest_of(&text), text, ..SpecialRule::default() });
        }
        rules.extend(self.capture_without_moving());
        rules
    }

    /// Returns the rule of the pieces that capture without moving, if there are any.
    fn capture_without_moving(&self) -> Option<SpecialRule> {
        let book = self.book;
        let captures = |it: &Kind| it.movement.atoms.iter().any(|it| it.capture || it.en_passant);
        let capturing: Vec<_> = book.player_kinds().filter(|it| captures(it.1)).collect();
        let stays = |it: &&(KindId, &Kind)| book.captures_without_moving(it.0);
        let kinds = || capturing.iter().filter(stays).copied();
        let names: Vec<String> = kinds().map(|it| plural(&it.1.label)).collect();
        if names.is_empty() {
            return None;
        }
        let are_all = names.len() == capturing.len();
        let subject = if are_all { "All pieces".to_owned() } else { capital(&joined(&names, "and")) };
        let text = format!(
            "{subject} capture without moving. The captured piece leaves the board, and the capturing piece stays on its \
             square."
        );
        let mut points = Vec::new();
        let promotes = |kind: KindId| book.promotions.iter().any(|rule| rule.pieces >> kind.0 & 1 != 0);
        if let Some((_, it)) = kinds().find(|it| promotes(it.0)) {
            points.push(format!(
                "{} that captures reaches no new square, so it does not promote.",
                capital(&a(&it.label))
            ));
        }
        if book.en_passant.as_ref().is_some_and(|it| it.pieces & book.capture_without_moving != 0) {
            points.push("A capture en passant leaves the capturing piece on its square, too.".to_owned());
        }
        let is_at = |at| book.setup.iter().flatten().any(|it| it.2 == at && book.captures_without_moving(it.1));
        if book.castlings.iter().any(|it| is_at(it.king.0) || is_at(it.rook.0)) {
            points.push("Such a capture is not a move of the king or the rook: castling remains possible.".to_owned());
        }
        if book.check.own_king == OwnKing::KeptSafe {
            points.push(
                "A piece that captures in this way does not block a line: the square of the captured piece is empty."
                    .to_owned(),
            );
            // An explosion would reach the king.
            let king = kinds().map(|it| it.1).find(|it| it.role == Role::Royal);
            if let Some(king) = king.filter(|_| book.explosion.is_none()) {
                points.push(format!(
                    "{} may capture a protected piece, because it does not go there.",
                    capital(&a(&king.label))
                ));
            }
        }
        let (id, name) = ("rule-capture-without-moving".to_owned(), "Captures without moving".to_owned());
        Some(SpecialRule { id, name, short: rest_of(&text), text, points, ..SpecialRule::default() })
    }
}
