//! Sentences and button texts for claims, offers and answers.
//!
//! Input: a [`Rulebook`], a claim, the players. Output: sentences such as `White offers a draw.`, and
//! button texts. Draws and resignations have special wording, which depends on the label (`draw`,
//! `resign`, `resignation`) and on the consent that is required; so do alliances. Does not know positions.

use crate::notation::name::{UNKNOWN, capital};
use crate::notation::{joined, seat_title};
use crate::policy::{ClaimThen, Consent};
use crate::rulebook::{Claim, ClaimId, OutcomeId, Rulebook, SeatId};

/// The wording of a claim, derived from its label.
enum Sort {
    Draw,
    Resignation,
    Alliance,
    EndOfAlliance,
    EndOfAlliances,
    Reversal,
    Other,
}

fn sort(book: &Rulebook, claim: &Claim) -> Sort {
    match (claim.then, claim.label.as_str()) {
        (ClaimThen::Ally, _) => Sort::Alliance,
        (ClaimThen::EndAlliance, _) if book.ends_all_alliances(claim) => Sort::EndOfAlliances,
        (ClaimThen::EndAlliance, _) => Sort::EndOfAlliance,
        (ClaimThen::Reverse, _) => Sort::Reversal,
        (_, "draw") => Sort::Draw,
        (_, "resign" | "resignation") => Sort::Resignation,
        _ => Sort::Other,
    }
}

/// Returns the wording, label and consent of a claim; the label is `?` for a claim of another variant.
fn of(book: &Rulebook, claim: ClaimId) -> (Sort, &str, Consent) {
    match book.claims.get(claim.index()) {
        Some(it) => (sort(book, it), &it.label, it.consent),
        None => (Sort::Other, UNKNOWN, Consent::Nobody),
    }
}

fn outcome_label(book: &Rulebook, outcome: OutcomeId) -> &str {
    book.outcomes.get(outcome.index()).map_or(UNKNOWN, |it| &it.label)
}

/// Returns the claim as a noun phrase: `the draw`, `the resignation in Red's favor`.
fn noun(book: &Rulebook, claim: ClaimId, winner: Option<SeatId>) -> String {
    let favor = favor(book, winner);
    let (sort, label, _) = of(book, claim);
    match sort {
        Sort::Draw => format!("the draw{favor}"),
        Sort::Resignation => format!("the resignation{favor}"),
        Sort::Alliance => "the alliance".to_owned(),
        Sort::EndOfAlliance => "the end of the alliance".to_owned(),
        Sort::EndOfAlliances => "the end of the alliances".to_owned(),
        Sort::Reversal => "the reversal of the order of play".to_owned(),
        Sort::Other => format!("the claim: {label}{favor}"),
    }
}

fn favor(book: &Rulebook, winner: Option<SeatId>) -> String {
    winner.map_or_else(String::new, |it| format!(" in {}'s favor", seat_title(book, it)))
}

/// Returns the act of making the claim as a verb and its object: `offer`, ` a draw`.
fn action_text(book: &Rulebook, claim: ClaimId, winner: Option<SeatId>) -> (&'static str, String) {
    let (sort, label, consent) = of(book, claim);
    let partner = winner.map(|it| seat_title(book, it));
    let with = partner.as_ref().map_or_else(String::new, |it| format!(" with {it}"));
    let favor = favor(book, winner);
    match (sort, consent != Consent::Nobody) {
        (Sort::Alliance, _) if consent == Consent::Named => {
            ("offer", format!("{} an alliance", partner.map_or_else(String::new, |it| format!(" {it}"))))
        }
        (Sort::Alliance, true) => ("propose", format!(" an alliance{with}")),
        (Sort::Alliance, false) => ("enter", format!(" an alliance{with}")),
        (Sort::EndOfAlliance, true) => ("propose", format!(" to end the alliance{with}")),
        (Sort::EndOfAlliance, false) => ("end", format!(" the alliance{with}")),
        (Sort::EndOfAlliances, true) => ("propose", " to end all their alliances".to_owned()),
        (Sort::EndOfAlliances, false) => ("end", " all their alliances".to_owned()),
        (Sort::Reversal, true) => ("propose", " to reverse the order of play".to_owned()),
        (Sort::Reversal, false) => ("reverse", " the order of play".to_owned()),
        (Sort::Draw, true) => ("offer", format!(" a draw{favor}")),
        (Sort::Draw, false) => ("claim", format!(" a draw{favor}")),
        (Sort::Resignation, true) => ("offer", format!(" to resign{favor}")),
        (Sort::Resignation, false) => ("resign", favor),
        (Sort::Other, true) => ("propose", format!(": {label}{favor}")),
        (Sort::Other, false) => ("claim", format!(": {label}{favor}")),
    }
}

/// Returns the act of making a claim after `may`: `offer a draw`; `None` for a claim that has only a label.
pub fn claim_phrase(book: &Rulebook, claim: ClaimId) -> Option<String> {
    let (verb, rest) = action_text(book, claim, None);
    let has_words = !matches!(of(book, claim).0, Sort::Other);
    has_words.then(|| format!("{verb}{rest}"))
}

/// Returns the button text for a claim: `Offer a draw`, `Resign in Red's favor`.
pub fn claim_action(book: &Rulebook, claim: ClaimId, winner: Option<SeatId>) -> String {
    let (verb, rest) = action_text(book, claim, winner);
    // A button speaks to the player.
    capital(&format!("{verb}{rest}").replace(" their ", " your "))
}

/// Returns the sentence for a claim: `White offers to resign in Red's favor.`
pub fn claim_sentence(book: &Rulebook, claimant: SeatId, claim: ClaimId, winner: Option<SeatId>) -> String {
    let (verb, rest) = action_text(book, claim, winner);
    format!("{} {verb}s{rest}.", seat_title(book, claimant))
}

/// Returns the button text for claiming an outcome: `Claim threefold repetition`.
pub fn outcome_action(book: &Rulebook, outcome: OutcomeId) -> String {
    format!("Claim {}", outcome_label(book, outcome))
}

/// Returns the sentence for claiming an outcome: `White claims threefold repetition.`
pub fn outcome_claim_sentence(book: &Rulebook, claimant: SeatId, outcome: OutcomeId) -> String {
    format!("{} claims {}.", seat_title(book, claimant), outcome_label(book, outcome))
}

/// Returns the button text for an answer: `Accept the draw`, `Decline the draw`.
pub fn answer_action(book: &Rulebook, claim: ClaimId, winner: Option<SeatId>, accepts: bool) -> String {
    let verb = if accepts { "Accept" } else { "Decline" };
    format!("{verb} {}", noun(book, claim, winner))
}

/// Returns the sentence for an answer: `Red accepts the draw.`
pub fn answer_sentence(book: &Rulebook, seat: SeatId, claim: ClaimId, winner: Option<SeatId>, accepts: bool) -> String {
    let verb = if accepts { "accepts" } else { "declines" };
    format!("{} {verb} {}.", seat_title(book, seat), noun(book, claim, winner))
}

/// Returns the button text for withdrawing a claim: `Withdraw the offer`.
pub fn withdraw_action() -> String {
    "Withdraw the offer".to_owned()
}

/// Returns the sentence for withdrawing a claim: `White withdraws the offer.`
pub fn withdraw_sentence(book: &Rulebook, claimant: SeatId) -> String {
    format!("{} withdraws the offer.", seat_title(book, claimant))
}

/// Returns the players who have yet to answer: `Red and Black have not answered yet.`
pub fn waiting_sentence(book: &Rulebook, waiting: &[SeatId]) -> String {
    let titles: Vec<String> = waiting.iter().map(|it| seat_title(book, *it)).collect();
    let verb = if titles.len() == 1 { "has" } else { "have" };
    format!("{} {verb} not answered yet.", joined(&titles, "and"))
}

/// Returns how a claim ended the game, without a period: `White resigns`.
pub(super) fn granted(book: &Rulebook, claimant: SeatId, claim: ClaimId, winner: Option<SeatId>) -> String {
    let (sort, label, consent) = of(book, claim);
    let (who, favor) = (seat_title(book, claimant), favor(book, winner));
    match (sort, consent != Consent::Nobody) {
        (Sort::Draw, true) => "The players agree on a draw".to_owned(),
        (Sort::Draw, false) => format!("{who} claims a draw"),
        (Sort::Resignation, _) => format!("{who} resigns{favor}"),
        (_, true) => format!("The players agree: {label}{favor}"),
        (_, false) => format!("{who} claims: {label}{favor}"),
    }
}
