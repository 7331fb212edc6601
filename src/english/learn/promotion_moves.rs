//! Promotions that are moves of their own.
//!
//! Contains: [`RulesWriter::promotion_move_rules`]. Input: `[promotion-move]` with the compiled rules. Output: numbered
//! items. Does not know: promotions on arrival ([`super::promotions`]).

use super::super::RulesWriter;
use super::super::phrases::{a, count, number_of_pieces, one_of, place};
use super::super::words::InWords;
use super::special::SpecialRule;
use crate::definition::PromotionMove;
use crate::policy::{PromotionAttack, PromotionStep};

impl RulesWriter<'_> {
    /// Returns the rules for promotions that are moves of their own, which chess does not have.
    pub(super) fn promotion_move_rules(&self) -> Vec<(bool, SpecialRule)> {
        let mut all = Vec::new();
        for (name, it) in &self.def.promotion_moves {
            let (id, name) = (format!("rule-promotion-move-{}", name.value), "Promotion as a move".to_owned());
            let (text, points) = self.promotion_move(it);
            all.push((false, SpecialRule { id, name, text, points, ..SpecialRule::default() }));
        }
        all
    }

    /// Which piece promotes so, and under which conditions.
    fn promotion_move(&self, it: &PromotionMove) -> (String, Vec<String>) {
        let book = self.book;
        let on = it.on.as_ref().map_or_else(String::new, |it| format!(" {}", place(book, it)));
        let (what, into) = (one_of(book, &it.pieces), one_of(book, &it.into));
        let text = format!("In place of another move, {what}{on} can become {into} on its square.");
        let mut points = Vec::new();
        points.extend(it.count.as_ref().map(|it| {
            format!("This is possible only if {}.", number_of_pieces(book, it).replace("the mover", "the player"))
        }));
        points.extend((it.step.value == PromotionStep::AsNewPiece).then(|| it.step.value.sentence().to_owned()));
        points.extend((it.attack.value == PromotionAttack::Forbidden).then(|| it.attack.value.sentence().to_owned()));
        for kind in it.into.value.iter().filter(|_| it.most.is_some()) {
            let label = book.kinds.iter().find(|it| it.name == kind.value.0).map_or("piece", |it| &it.label);
            let most = it.most.as_ref().map_or(1, |it| it.value);
            points.push(format!("It may not become {} if the player already has {}.", a(label), count(most)));
        }
        (text, points)
    }
}
