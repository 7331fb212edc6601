//! Offers, resignations and other claims in words.
//!
//! Contains: [`RulesWriter::how_to_agree`]. Input: a claim as written. Output: who may make it, and how the others answer. Does not know:
//! what the claim is worth ([`super::endings`]).

use super::super::RulesWriter;
use super::super::ending::named;
use super::super::phrases::{a, capital};
use super::super::words::{InWords, fill};
use super::alliances;
use crate::definition::Claim;
use crate::policy::{ClaimThen, Consent, Who};
use crate::rulebook::{self, Player};

/// When an offer ends that needs the consent of a majority.
const MAJORITY_REFUSES: &str = "Saying no, or moving without an answer, is a vote against it. The offer is declined as soon as a \
                                majority is out of reach. It stays open when the player who made it moves.";

impl RulesWriter<'_> {
    /// How players agree on a draw or resign, for the table of endings.
    pub(super) fn how_to_agree(&self, name: &str, label: &str) -> Option<String> {
        let (_, it) = self.def.claims.iter().find(|it| it.0.value == name)?;
        Some(capital(&self.how_to_claim(name, label, it)))
    }

    /// An offer or a resignation: when it is possible, and how the others answer.
    fn how_to_claim(&self, name: &str, label: &str, it: &Claim) -> String {
        // A partner is no opponent, but can be named, too.
        let has_partners = !self.book.teams.is_empty() || self.book.alliance.is_some();
        let (another, opponent) =
            if has_partners { ("another player", "player") } else { ("one opponent", "opponent") };
        let made = self.book.claims.iter().find(|made| made.name == name);
        // The points of a claim call the player who loses by it the victim.
        let loses = |it: &&rulebook::Claim| it.score.iter().any(|it| it.0 == Player::Role(Who::Victim));
        let resigns = it.then.value == ClaimThen::Eliminate || made.is_some_and(|it| loses(&it));
        let offer = match (it.consent.value, &it.names) {
            (Consent::Nobody, None) if resigns => "a player may resign.".to_owned(),
            (Consent::Nobody, None) if label.contains(' ') => format!("a player may claim “{label}”."),
            (Consent::Nobody, None) => format!("a player may claim {}.", a(label)),
            (Consent::Nobody, Some(_)) => format!("a player may resign and name {another} as the winner."),
            (_, None) if resigns => "a player may offer to resign.".to_owned(),
            (_, Some(_)) => format!("a player may offer to resign and name {another} as the winner."),
            _ => format!("a player may offer {}.", a(label)),
        };
        let proposal = alliances::proposal(made.is_some_and(|it| self.book.ends_all_alliances(it)), it);
        let names = it.names.as_ref().filter(|_| proposal.is_some()).map(|it| it.sentence().to_owned());
        let mut text: Vec<String> = [proposal.unwrap_or(offer)].into_iter().chain(names).collect();
        text.push(it.timing.sentence().to_owned());
        if it.consent.value != Consent::Nobody {
            let third = match self.book.seats.len() {
                4.. => format!("the {opponent}s who are not named"),
                _ => format!("the {opponent} who is not named"),
            };
            text.push(fill(it.consent.sentence(), &[("third", &third)]));
        }
        match it.consent.value {
            Consent::Nobody => {}
            Consent::Majority => text.push(MAJORITY_REFUSES.to_owned()),
            _ => {
                let answered = match it.consent.value {
                    _ if self.book.seats.len() == 2 => "the other player answers",
                    Consent::Named => "that player has answered",
                    _ => "all have answered",
                };
                text.push(fill(it.if_refused.sentence(), &[("answered", answered)]));
            }
        }
        named(&text.join(" "), "the player", "the player")
    }
}
