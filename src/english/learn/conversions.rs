//! Conversions: which pieces become pieces of the mover.
//!
//! Contains: [`RulesWriter::conversion_rule`]. Input: `[conversion]`, as written and as compiled. Output: a
//! numbered item. Does not know: how moves are written.

use super::super::RulesWriter;
use super::super::phrases::{capital, one_of, player, plural};
use super::super::words::{InWords, fill};
use super::special::SpecialRule;
use crate::notation::joined;
use crate::policy::{King, OwnKing, Role, StepKind, Who};
use crate::rulebook::{Drop, Kind, Player};

impl RulesWriter<'_> {
    /// Returns the rule of moves that convert pieces, if the rulebook has it.
    pub(super) fn conversion_rule(&self) -> Option<SpecialRule> {
        let (book, rule) = (self.book, self.book.conversion.as_ref()?);
        let written = &self.def.conversion.as_ref()?.value;
        let piece = capital(&one_of(book, written.by.as_ref().map_or(&[], |it| &it.value)));
        let of = match rule.of {
            Player::Role(Who::Opponents) if book.seats.len() == 2 => "the opponent".to_owned(),
            _ => player(book, &written.of.value),
        };
        let steps: Vec<&str> = written.steps.iter().map(|it| it.value.sentence()).collect();
        let step = match written.steps.iter().map(|it| it.value).collect::<Vec<_>>()[..] {
            [StepKind::Straight] => "one straight step",
            [StepKind::Diagonal] => "one diagonal step",
            _ => "one straight or diagonal step",
        };
        let parts = [("step", step), ("lines", &*joined(&steps, "or"))];
        let which = fill(rule.reach.sentence(), &parts);
        let text = format!(
            "{piece} that arrives on a square converts pieces of {of}: those {which} They become pieces of its player."
        );
        let eliminated = rule.of == Player::Role(Who::Eliminated);
        let mut points = Vec::new();
        // The king of an eliminated player may have left the board.
        let is_gone = |it: &Kind| eliminated && book.king == King::Removed && it.role == Role::Royal;
        let immune = book.kinds.iter().enumerate().filter(|it| rule.immune >> it.0 & 1 != 0).map(|it| it.1);
        let immune: Vec<&Kind> = immune.filter(|it| !is_gone(it)).collect();
        if !immune.is_empty() {
            let names: Vec<String> = immune.iter().map(|it| plural(&it.label)).collect();
            points.push(capital(&format!("{} never change their owner.", joined(&names, "and"))));
        }
        let turns = book.kinds.iter().enumerate().any(|it| it.1.is_directed && rule.immune >> it.0 & 1 == 0);
        let then = match (eliminated, turns) {
            (true, true) => Some("Converted pieces move and give check again. They keep their direction."),
            (true, false) => Some("Converted pieces move and give check again."),
            (false, true) => Some("Converted pieces keep their direction."),
            (false, false) => None,
        };
        points.extend(then.map(str::to_owned));
        let converts = |it: &Drop| match it.becomes.as_slice() {
            [] => it.pieces & rule.by != 0,
            becomes => becomes.iter().any(|it| rule.by >> it.0 & 1 != 0),
        };
        if book.drops.iter().any(converts) {
            points.push("A drop converts, too.".to_owned());
        }
        if !book.barriers.is_empty() {
            points.push("Barriers do not stop a conversion.".to_owned());
        }
        if book.check.own_king == OwnKing::KeptSafe && !eliminated {
            let text = "Check is judged after the conversion. A player may therefore end a check by converting the \
                        attacking piece.";
            points.push(text.to_owned());
        }
        let (id, name) = ("rule-conversion".to_owned(), "Conversion".to_owned());
        Some(SpecialRule { id, name, text, points, ..SpecialRule::default() })
    }
}
