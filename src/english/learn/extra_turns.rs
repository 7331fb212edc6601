//! Extra turns: who gets one, and before which turn.
//!
//! Contains: [`RulesWriter::extra_turns`]. Input: the outcomes with `then = "extra-turn"`. Output: sentences. Does not
//! know: when an outcome happens ([`super::endings`]).

use super::super::RulesWriter;
use super::endings::in_words;
use crate::policy::{Then, Who};
use crate::rulebook::{Outcome, OutcomeId, Player};

impl RulesWriter<'_> {
    /// When a player gets an extra turn, in short: the rows of the table of endings about it.
    pub(super) fn extra_turns(&self) -> Option<String> {
        let ids = (0..self.book.outcomes.len()).map(|it| OutcomeId(it as u8));
        let ids = ids.filter(|it| self.book.outcomes[usize::from(it.0)].then == Then::ExtraTurn);
        let rows: Vec<String> = ids
            .filter_map(|it| self.outcome_row(it))
            .map(|[name, how, follows]| format!("{name}: {how} {follows}"))
            .collect();
        (!rows.is_empty()).then(|| rows.join(" "))
    }

    /// Who gets an extra turn, and before which turn. `how` says what happens before.
    pub(super) fn extra_turn(&self, outcome: &Outcome, victim: &str, how: &str) -> String {
        let after_move = self.book.settle.after_move.iter();
        let after_move = after_move.map(|it| &self.book.outcomes[usize::from(it.0)]).any(|it| it.name == outcome.name);
        // The victim of a capture is not the player whom the sentence before may name.
        let victim = if outcome.when.captured.is_some() { "the captured piece's owner" } else { victim };
        let mover = match after_move {
            true if outcome.when.captured.is_some() || outcome.when.king_captured.is_some() => "the capturing player",
            true if !how.contains("player") => "the player who moved",
            _ => "them",
        };
        let who = outcome.extra_turn_for.filter(|it| *it != Player::Role(Who::Mover));
        let who = who.map(|it| match it {
            // Only the first of several players gets it.
            Player::Role(Who::Partners) => "the partner who moves next".to_owned(),
            Player::Role(Who::Opponents) => "the opponent who moves next".to_owned(),
            Player::Role(Who::Others | Who::Living | Who::All) => "the next player".to_owned(),
            it => in_words(self.book, it, mover, victim, "the player who gives checkmate"),
        });
        match (who, after_move) {
            (None, true) => "The player who moved gets an extra turn, and then the usual order goes on.".to_owned(),
            (None, false) => "That player moves twice in a row.".to_owned(),
            (Some(who), true) => format!("Now {who} gets an extra turn, and then the usual order goes on."),
            (Some(who), false) => format!("First, {who} gets an extra turn. Then it is that player's turn."),
        }
    }
}
