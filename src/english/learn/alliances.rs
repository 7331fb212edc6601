//! Alliances and inherited turns in sentences: what allies may not do, how an alliance begins and ends, and what a claim
//! about one does.
//!
//! Input: the definition and the rulebook. Output: sentences for the rules page. Knows no position.

use super::super::words::InWords;
use super::RulesWriter;
use super::endings::in_words;
use crate::definition::Claim;
use crate::notation::joined;
use crate::policy::{ClaimThen, Consent, EliminatedTurn, Who};
use crate::rulebook::{Outcome, Player};

impl RulesWriter<'_> {
    /// What alliances mean; empty if there are none.
    pub(super) fn alliance(&self) -> Option<String> {
        let it = self.book.alliance.as_ref()?;
        let loss = if self.possible.elimination { format!(" {}", it.loss.sentence()) } else { String::new() };
        let ends = match self.possible.elimination {
            true => " The alliances of a player end when that player is eliminated.",
            false => "",
        };
        Some(format!(
            "Players can become allies during the game. Allies are partners. {} {}{loss} {}{ends}",
            it.captures.sentence(),
            it.checks.sentence(),
            it.allies.sentence(),
        ))
    }

    /// Who become allies by an outcome.
    pub(super) fn become_allies(&self, outcome: &Outcome, victim: &str) -> String {
        let described = |player: Player| match player {
            Player::Role(who @ (Who::Next | Who::Previous)) => who.sentence().to_owned(),
            other => in_words(self.book, other, "the player who moved", victim, "the player who gives checkmate"),
        };
        let names: Vec<String> = outcome.allies.iter().map(|it| described(*it)).collect();
        let subject = joined(&names, "and");
        format!("Then {subject} become allies, and the game goes on.")
    }

    /// What becomes of the turns of an eliminated player.
    pub(super) fn turns_of_eliminated(&self) -> &'static str {
        match self.book.eliminated_turn {
            EliminatedTurn::Lost => "That player's turns are skipped, and the others go on in the same order.",
            EliminatedTurn::NewOwner => EliminatedTurn::NewOwner.sentence(),
        }
    }
}

/// What a player may do by a claim that is no draw and no resignation. `ends_all` means that it ends several alliances.
pub(super) fn proposal(ends_all: bool, it: &Claim) -> Option<String> {
    let asks = it.consent.value != Consent::Nobody;
    Some(match (it.then.value, asks) {
        (ClaimThen::Ally, true) => "a player may offer another one an alliance.".to_owned(),
        (ClaimThen::Ally, false) => "a player may enter an alliance with another one.".to_owned(),
        (ClaimThen::EndAlliance, true) if ends_all => "a player may propose to end all their alliances.".to_owned(),
        (ClaimThen::EndAlliance, false) if ends_all => "a player may end all their alliances.".to_owned(),
        (ClaimThen::EndAlliance, true) => "a player may propose to end an alliance.".to_owned(),
        (ClaimThen::EndAlliance, false) => "a player may end an alliance.".to_owned(),
        (ClaimThen::Reverse, true) => "a player may propose to reverse the order of play.".to_owned(),
        (ClaimThen::Reverse, false) => "a player may reverse the order of play.".to_owned(),
        (ClaimThen::End | ClaimThen::Eliminate, _) => return None,
    })
}
