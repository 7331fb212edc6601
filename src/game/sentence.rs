//! Sentences about the actions of players.
//!
//! Input: a [`Game`]. Output: `White moves e2-e4.`, `White offers a draw.`, and the claims open to a
//! player, each as an [`Offer`]. Decides nothing.

use super::claims::naming;
use super::{Act, Game};
use crate::notation::seat_title;
use crate::notation::sentence::{
    answer_sentence, claim_action, claim_sentence, outcome_action, outcome_claim_sentence, waiting_sentence,
    withdraw_sentence,
};
use crate::rulebook::SeatId;

/// An action other than a move that a player can take now.
///
/// [`game`](crate::game) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Offer {
    /// The text that carries it out: `w claims draw`.
    pub text: String,
    /// Label of a button for it: `Offer a draw`.
    pub label: String,
    /// The report once it is done: `White offers a draw.`
    pub sentence: String,
}

impl Game {
    /// Returns the sentence for an action, by its index in [`Game::played`]; empty if out of
    /// range.
    pub fn act_sentence(&self, index: usize) -> String {
        let book = self.variant().rulebook();
        let Some(played) = self.played().get(index) else { return String::new() };
        let who = played.seat;
        match played.act {
            Act::Move(_) => format!("{} plays {}.", seat_title(book, who), played.text()),
            Act::Claim { claim, winner } => claim_sentence(book, who, claim, winner),
            Act::Outcome(outcome) => outcome_claim_sentence(book, who, outcome),
            Act::Withdraw => withdraw_sentence(book, who),
            Act::Answer(accepts) => {
                let offer = index.checked_sub(1).and_then(|it| self.played()[it].pending.as_ref());
                offer.map_or_else(String::new, |it| answer_sentence(book, who, it.claim, it.winner, accepts))
            }
        }
    }

    /// Returns the sentence for an offer that the last move declined: `White declines the draw.`
    #[cfg(any(feature = "cli", feature = "serve"))]
    pub(crate) fn declined_by_move(&self) -> Option<String> {
        let [.., before, last] = self.played() else { return None };
        let offer = before.pending.as_ref().filter(|it| it.waiting.contains(&last.seat))?;
        let is_move = matches!(last.act, Act::Move(_));
        let book = self.variant().rulebook();
        is_move.then(|| answer_sentence(book, last.seat, offer.claim, offer.winner, false))
    }

    /// Returns the waiting offer and the players who have not answered.
    ///
    /// For example, `White offers a draw. Red has not answered yet.`
    pub fn pending_sentence(&self) -> Option<String> {
        let book = self.variant().rulebook();
        let pending = self.pending()?;
        let offer = claim_sentence(book, pending.claimant, pending.claim, pending.winner);
        Some(format!("{offer} {}", waiting_sentence(book, &pending.waiting)))
    }

    /// Returns the claims and offers that a player can make now, one entry for each player that can be
    /// named.
    pub fn offers(&self, seat: SeatId) -> Vec<Offer> {
        let position = self.position();
        let book = self.variant().rulebook();
        if position.ending().is_some() || !position.is_living(seat) {
            return Vec::new();
        }
        let letter = |it: SeatId| &book.seats[it.index()].letter;
        let is_turn = position.turn() == seat;
        let mut offers = Vec::new();
        for (id, claim) in book.claim_ids().zip(&book.claims).filter(|it| self.allows_claim(seat, it.1)) {
            let others = book.seat_ids().filter(|it| *it != seat && position.is_living(*it));
            let named: Vec<Option<SeatId>> =
                if claim.names.is_some() { others.map(Some).collect() } else { vec![None] };
            for winner in named.into_iter().filter(|it| self.changes_something(seat, claim, *it)) {
                offers.push(Offer {
                    text: format!("{} claims {}{}", letter(seat), claim.name, naming(book, claim, winner)),
                    label: claim_action(book, id, winner),
                    sentence: claim_sentence(book, seat, id, winner),
                });
            }
        }
        let repeated = self.repetition();
        for outcome in book.settle.on_claim.iter().filter(|it| is_turn && position.is_claimable(**it, repeated)) {
            offers.push(Offer {
                text: format!("{} claims {}", letter(seat), book.outcomes[usize::from(outcome.0)].name),
                label: outcome_action(book, *outcome),
                sentence: outcome_claim_sentence(book, seat, *outcome),
            });
        }
        offers
    }
}
