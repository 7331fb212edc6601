//! Explosions: what a capture destroys around it.
//!
//! Contains: [`RulesWriter::explosion_rule`]. Input: `[explosion]`, compiled. Output: a numbered item.
//! Does not know: how captures are written.

use super::super::RulesWriter;
use super::super::phrases::{capital, plural};
use super::special::SpecialRule;
use crate::notation::joined;
use crate::policy::{OwnKing, Role, StepKind};
use crate::rulebook::Kind;

impl RulesWriter<'_> {
    /// Returns the rule of captures that explode, if the rulebook has it.
    pub(super) fn explosion_rule(&self) -> Option<SpecialRule> {
        let (book, rule) = (self.book, self.book.explosion.as_ref()?);
        let steps = &self.def.explosion.as_ref()?.value.steps;
        let step = match steps.iter().map(|it| it.value).collect::<Vec<_>>()[..] {
            [StepKind::Straight] => "one straight step",
            [StepKind::Diagonal] => "one diagonal step",
            _ => "one straight or diagonal step",
        };
        let text = match steps.is_empty() {
            true => "Every capture destroys the captured piece and the capturing piece.".to_owned(),
            false => format!(
                "Every capture is an explosion. It destroys the captured piece, the capturing piece and the pieces of \
                 all players {step} away from the square where the capturing piece arrives."
            ),
        };
        let of_kinds = |kinds: u32| -> Vec<&Kind> {
            book.kinds.iter().enumerate().filter(|it| kinds >> it.0 & 1 != 0).map(|it| it.1).collect()
        };
        let several =
            |kinds: u32| joined(&of_kinds(kinds).iter().map(|it| plural(&it.label)).collect::<Vec<_>>(), "and");
        let mut points = Vec::new();
        if rule.immune != 0 && !steps.is_empty() {
            points.push(capital(&format!("{} survive next to an explosion.", several(rule.immune))));
        }
        let mut short = points.clone();
        // What captures without moving is destroyed or not like any other piece nearby.
        let unharmed = rule.unharmed & !book.capture_without_moving;
        if unharmed != 0 {
            points.push(capital(&format!("{} survive when they capture.", several(unharmed))));
            short.extend(points.last().cloned());
        }
        points.extend(self.destroyed_pieces(!steps.is_empty()));
        let stays = book.capture_without_moving & !rule.immune;
        if stays != 0 && !steps.is_empty() {
            points.push(
                "The explosion of a capture without moving is on the square of the captured piece. It destroys the capturing piece \
                 only if that piece is next to it."
                    .to_owned(),
            );
        }
        let fragile = |kinds: u32| of_kinds(!kinds).iter().any(|it| it.role == Role::Royal);
        if fragile(rule.immune) && !steps.is_empty() || fragile(rule.unharmed) {
            points.push("A king that an explosion destroys is lost as if it had been captured.".to_owned());
            if book.check.own_king == OwnKing::KeptSafe {
                let king = self.decisive_king();
                points.push(format!(
                    "No player may destroy their own {king}. A piece that could not capture a king without destroying its own \
                     player's {king} gives no check."
                ));
            }
        }
        let (id, name) = ("rule-explosion".to_owned(), "Explosions".to_owned());
        Some(SpecialRule { id, name, text, points, short: short.join(" "), ..SpecialRule::default() })
    }

    /// Where destroyed pieces go, if captured pieces go to the player who captured them. `around` states that an explosion
    /// destroys more than the two pieces of a capture.
    fn destroyed_pieces(&self, around: bool) -> Option<String> {
        let book = self.book;
        let others = match around {
            true => "Destroyed pieces of other players go to the player who captured, like the captured piece. ",
            false => "",
        };
        // A second pool may keep the pieces of their owners.
        let own = match (around, book.owner_keeps) {
            (true, 0) => "Destroyed pieces of that player leave the game.",
            (false, 0) => "The capturing piece leaves the game.",
            _ => "",
        };
        let text = format!("{others}{own}").trim_end().to_owned();
        (book.capturer_keeps != 0 && !text.is_empty()).then_some(text)
    }
}
