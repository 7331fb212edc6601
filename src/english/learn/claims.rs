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
use crate::notation::name::joined;
use crate::policy::{ClaimThen, Consent, Who};
use crate::rulebook::{self, Player};

/// When an offer ends that needs the consent of a majority.
const MAJORITY_REFUSES: &str = "Saying no, or moving without an answer, is a vote against it. The offer is declined as soon as a \
                                majority is out of reach. It stays open when the player who made it moves.";

/// The name of a claim in the table of endings: `draw by agreement`.
pub(super) fn ending_of(claim: &rulebook::Claim) -> String {
    let is_agreement = claim.consent != Consent::Nobody && !claim.names_winner();
    let by = if is_agreement { "agreement" } else { "resignation" };
    let ends = matches!(claim.then, ClaimThen::End | ClaimThen::Eliminate);
    match claim.label == by || claim.names_winner() || !is_agreement || !ends {
        true => claim.label.clone(),
        false => format!("{} by {by}", claim.label),
    }
}

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
        // One player has only one answer to wait for.
        if self.book.seats.len() == 2 {
            text.extend(self.how_to_answer(it));
        }
        named(&text.join(" "), "the player", "the player")
    }

    /// How the others answer each offer, for the details: `Draw by agreement: Saying no declines the offer.`
    pub(in super::super) fn answers_to_offers(&self) -> Vec<String> {
        let mut all: Vec<(Vec<String>, String)> = Vec::new();
        for claim in &self.book.claims {
            let written = self.def.claims.iter().find(|it| it.0.value == claim.name);
            let Some(answer) = written.and_then(|it| self.how_to_answer(&it.1)) else { continue };
            let ending = ending_of(claim);
            match all.iter_mut().find(|it| it.1 == answer) {
                Some(same) => same.0.push(ending),
                None => all.push((vec![ending], answer)),
            }
        }
        all.into_iter().map(|(endings, answer)| format!("{}: {answer}", capital(&joined(&endings, "and")))).collect()
    }

    /// How an offer is accepted or declined, if other players must agree.
    fn how_to_answer(&self, it: &Claim) -> Option<String> {
        let answered = match it.consent.value {
            Consent::Nobody => return None,
            Consent::Majority => return Some(MAJORITY_REFUSES.to_owned()),
            _ if self.book.seats.len() == 2 => "the other player answers",
            Consent::Named => "that player has answered",
            _ => "all have answered",
        };
        Some(fill(it.if_refused.sentence(), &[("answered", answered)]))
    }
}
