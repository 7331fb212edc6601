//! The rules that chess does not have, in one line each.
//!
//! Contains: [`RulesWriter::new_rules`]. Input: the definition and the rulebook. Output: lines for the list of
//! differences. Does not know: barriers, bans and promotions, and the full text of a rule.

use super::super::RulesWriter;
use super::super::phrases::position;
use super::super::words::InWords;
use super::differences::{Difference, LONGEST_RULE};
use super::endings::until;
use super::special::SpecialRule;
use crate::policy::{CheckState, ClaimThen, Consent, Then};

/// The beginning of every line on an order of play that changes.
const REVERSED: &str = "The order of play is reversed";

impl RulesWriter<'_> {
    /// Returns a line for each rule that chess does not have: on captures, pieces that enter, blockers and turns.
    pub(super) fn new_rules(&self) -> Vec<Difference> {
        let mut all: Vec<Difference> = self.capture_rules().iter().map(first_sentence).collect();
        // What an explosion or a conversion does takes two sentences.
        let whole = self.explosion_rule().into_iter().chain(self.conversion_rule());
        all.extend(whole.map(|it| Difference { text: it.text, rule: Some(it.id) }));
        all.extend(self.drops_in_short());
        all.extend(self.gating_rule().map(|it| first_sentence(&it.1)));
        all.extend(self.blocker_rule().map(|it| first_sentence(&it.1)));
        let others = self.alliance_in_short().into_iter().chain(self.reversals()).chain(self.freezing());
        all.extend(others.map(Difference::from));
        all
    }

    /// Where dropped pieces come from and go to.
    fn drops_in_short(&self) -> Option<Difference> {
        let (_, rule) = self.drop_rules().into_iter().next()?;
        let pools = self.pools();
        // Pieces that leave the game do so in chess, too.
        let from = pools.split_inclusive(". ").next().filter(|_| self.book.capturer_keeps | self.book.owner_keeps != 0);
        let more = [from.map(|it| it.trim_end().to_owned()), self.start_pools()];
        let more: String = more.into_iter().flatten().map(|it| format!(" {it}")).collect();
        let drop = match self.must_drop() {
            true => "A player who can drop a piece from their hand on an empty square must do so in place of a move.",
            false => "In place of a move, a player may drop a piece from their hand on an empty square.",
        };
        let text = format!("{drop}{more}");
        Some(Difference { text, rule: Some(rule.id) })
    }

    /// What allies may not do, and what they share.
    fn alliance_in_short(&self) -> Option<String> {
        let it = self.book.alliance.as_ref()?;
        let loss = if self.possible.elimination { format!(" {}", it.loss.sentence()) } else { String::new() };
        Some(format!(
            "Players can become allies during the game. Allies are partners. {}{loss}",
            it.captures.sentence()
        ))
    }

    /// What reverses the order of play: endings and claims.
    fn reversals(&self) -> Vec<String> {
        let outcomes = self.tested().into_iter().filter(|it| it.then == Then::Reverse);
        let by_outcome = outcomes.map(|it| {
            let written = self.def.outcomes.iter().find(|(name, _)| name.value == it.name);
            let when = written.map(|it| position(self.book, &self.without_number(&it.1.table.when.value)));
            let when = when.map(|it| it.replace("the mover", "the player who moved"));
            match when.filter(|it| it.split(' ').count() <= LONGEST_RULE) {
                Some(it) => match it.strip_prefix("the move ") {
                    Some(does) => format!("{REVERSED} if a move {does}."),
                    None => format!("{REVERSED} if {it}."),
                },
                None => "The order of play can change during the game.".to_owned(),
            }
        });
        let claims = self.def.claims.iter().filter(|it| it.1.then.value == ClaimThen::Reverse);
        let by_claim = claims.map(|(_, it)| match it.consent.value {
            Consent::Nobody => "A player may claim that the order of play is reversed.".to_owned(),
            _ => "The players can agree to reverse the order of play.".to_owned(),
        });
        by_outcome.chain(by_claim).collect()
    }

    /// Which players are frozen, and until when.
    fn freezing(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for it in self.tested().into_iter().filter(|it| it.then == Then::Freeze) {
            let frozen = match it.when.stuck.map(|it| it.check) {
                Some(CheckState::In) => "A checkmated player",
                Some(CheckState::Out) => "A stalemated player",
                Some(CheckState::Either) => "A player without a legal move",
                None => "A player",
            };
            let text = format!("{frozen} is frozen, as if eliminated. {}", until(it));
            if !all.contains(&text) {
                all.push(text);
            }
        }
        all
    }
}

/// Returns the first sentence of a rule as a line.
fn first_sentence(rule: &SpecialRule) -> Difference {
    let text = rule.text.split_inclusive(". ").next().unwrap_or_default().trim_end().to_owned();
    Difference { text, rule: Some(rule.id.clone()) }
}
