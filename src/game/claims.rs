//! Claims, offers and resignations: who may make them, who must agree.
//!
//! A claim uses no turn. While one waits for an answer nothing else is played; its
//! claimant may withdraw it. A refusal voids it, and the game goes on.

use super::{Act, Game, GameError, Played};
use crate::definition::{Asked, Consent};
use crate::notation::name::near;
use crate::notation::{joined, seat_title};
use crate::rules::{EndingCause, Position};
use crate::variant::{ClaimId, OutcomeId, SeatId};

/// A claim that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// Which.
    pub claim: ClaimId,
    /// Who made it.
    pub claimant: SeatId,
    /// Whom it names.
    pub winner: Option<SeatId>,
    /// Who has still to agree.
    pub waiting: Vec<SeatId>,
}

impl Game {
    /// What the player could claim now: names of claims, and of outcomes that hold.
    pub fn claims(&self, seat: SeatId) -> Vec<&str> {
        let position = self.position();
        let book = self.variant().rulebook();
        if position.ending().is_some() || !position.is_living(seat) || self.pending().is_some() {
            return Vec::new();
        }
        let is_turn = position.turn() == seat;
        let claims = book.claims.iter().filter(|it| is_turn || it.asked == Asked::AnyTime).map(|it| it.name.as_str());
        let repeated = self.repeated();
        let outcomes = book.settle.on_claim.iter().filter(|it| is_turn && position.is_claimable(**it, repeated));
        claims.chain(outcomes.map(|it| book.outcomes[it.0 as usize].name.as_str())).collect()
    }

    /// Makes a claim: an outcome that is looked at when claimed, or a claim of the rulebook,
    /// which is granted at once where nobody has to agree.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub fn claim(&mut self, seat: SeatId, name: &str, winner: Option<SeatId>) -> Result<(), GameError> {
        self.no_claim_waits()?;
        let variant = self.variant().clone();
        let book = variant.rulebook();
        let who = seat_title(book, seat);
        let position = self.position();
        if position.ending().is_some() {
            return Err(fault("the game is over", ""));
        }
        if !position.is_living(seat) {
            return Err(fault(format!("{who} is out"), ""));
        }
        let claimed = book.settle.on_claim.iter().find(|it| book.outcomes[it.0 as usize].name == name);
        if let Some(outcome) = claimed {
            return self.claim_outcome(seat, *outcome);
        }
        let Some(index) = book.claims.iter().position(|it| it.name == name) else {
            return Err(self.no_such_claim(name));
        };
        let claim = &book.claims[index];
        if claim.asked == Asked::OwnTurn && position.turn() != seat {
            return Err(fault(format!("`{name}` can be claimed at one's own turn only"), ""));
        }
        match (claim.names_winner, winner) {
            (true, None) => return Err(fault(format!("`{name}` names who is to win"), "name another player")),
            (false, Some(_)) => return Err(fault(format!("`{name}` names nobody"), "leave the player out")),
            (true, Some(other)) if other == seat => {
                return Err(fault(format!("{who} cannot name himself"), "name another player"));
            }
            (true, Some(other)) if !position.is_living(other) => {
                return Err(fault(
                    format!("{} is out and cannot win", seat_title(book, other)),
                    "name a living player",
                ));
            }
            _ => {}
        }
        let others = book.seat_ids().filter(|it| *it != seat && position.is_living(*it));
        let waiting: Vec<SeatId> = match claim.consent {
            Consent::Nobody => Vec::new(),
            Consent::Third => others.filter(|it| Some(*it) != winner).collect(),
            Consent::AllOthers => others.collect(),
        };
        let id = ClaimId(index as u8);
        let letter = &book.seats[seat.index()].letter;
        let named = winner.map_or_else(String::new, |it| format!(" for {}", book.seats[it.index()].letter));
        let text = format!("{letter} claims {name}{named}");
        let act = Act::Claim { claim: id, winner };
        if waiting.is_empty() {
            self.grant(seat, act, text, EndingCause::Claim(id), seat, winner);
        } else {
            let pending = Some(Pending { claim: id, claimant: seat, winner, waiting });
            let after = self.position().clone();
            self.put(Played { seat, act, text, after, pending, key: None });
        }
        Ok(())
    }

    fn no_such_claim(&self, name: &str) -> GameError {
        let book = self.variant().rulebook();
        let outcomes = book.settle.on_claim.iter().map(|it| book.outcomes[it.0 as usize].name.as_str());
        let names: Vec<&str> = book.claims.iter().map(|it| it.name.as_str()).chain(outcomes).collect();
        let help = match (near(name, names.iter().copied()), names.is_empty()) {
            (Some(word), _) => format!("did you mean `{word}`?"),
            (None, true) => "this variant has no claims".to_owned(),
            (None, false) => format!("the claims are {}", joined(&names, "and")),
        };
        fault(format!("there is no claim `{name}`"), help)
    }

    fn claim_outcome(&mut self, seat: SeatId, outcome: OutcomeId) -> Result<(), GameError> {
        let variant = self.variant().clone();
        let book = variant.rulebook();
        let name = &book.outcomes[outcome.0 as usize].name;
        if self.turn() != seat {
            let who = seat_title(book, self.turn());
            return Err(fault(format!("only {who}, who is to move, can claim `{name}`"), ""));
        }
        if !self.position().is_claimable(outcome, self.repeated()) {
            return Err(fault(format!("`{name}` does not hold in this position"), ""));
        }
        let text = format!("{} claims {name}", book.seats[seat.index()].letter);
        self.grant(seat, Act::Outcome(outcome), text, EndingCause::Outcome(outcome), seat, None);
        Ok(())
    }

    /// Answers the claim that waits. The last one who agrees grants it; a refusal voids it.
    ///
    /// # Errors
    /// Where nothing waits for this player's answer.
    pub fn answer(&mut self, seat: SeatId, accepts: bool) -> Result<(), GameError> {
        let variant = self.variant().clone();
        let book = variant.rulebook();
        let Some(mut pending) = self.pending().cloned() else {
            return Err(fault("no claim waits for an answer", ""));
        };
        if !pending.waiting.contains(&seat) {
            let help = format!("it waits for {}", self.waiting_text(&pending));
            return Err(fault(format!("{} is not asked", seat_title(book, seat)), help));
        }
        pending.waiting.retain(|it| *it != seat);
        let text = format!("{} {}", book.seats[seat.index()].letter, if accepts { "accepts" } else { "refuses" });
        let act = Act::Answer(accepts);
        if accepts && pending.waiting.is_empty() {
            let cause = EndingCause::Claim(pending.claim);
            self.grant(seat, act, text, cause, pending.claimant, pending.winner);
        } else {
            let after = self.position().clone();
            self.put(Played { seat, act, text, after, pending: accepts.then_some(pending), key: None });
        }
        Ok(())
    }

    /// Takes back the claim that waits.
    ///
    /// # Errors
    /// Where no claim of this player waits.
    pub fn withdraw(&mut self, seat: SeatId) -> Result<(), GameError> {
        if self.pending().is_none_or(|it| it.claimant != seat) {
            return Err(fault("no claim of this player waits for an answer", ""));
        }
        let text = format!("{} withdraws", self.variant().rulebook().seats[seat.index()].letter);
        let after = self.position().clone();
        self.put(Played { seat, act: Act::Withdraw, text, after, pending: None, key: None });
        Ok(())
    }

    pub(super) fn no_claim_waits(&self) -> Result<(), GameError> {
        match self.pending() {
            None => Ok(()),
            Some(pending) => {
                let book = self.variant().rulebook();
                let name = &book.claims[pending.claim.0 as usize].name;
                let message = format!("`{name}` waits for the answer of {}", self.waiting_text(pending));
                Err(fault(message, "accept or refuse it, or let the claimant withdraw it"))
            }
        }
    }

    fn waiting_text(&self, pending: &Pending) -> String {
        let book = self.variant().rulebook();
        let titles: Vec<String> = pending.waiting.iter().map(|it| seat_title(book, *it)).collect();
        joined(&titles, "and")
    }

    fn grant(
        &mut self,
        seat: SeatId,
        act: Act,
        text: String,
        cause: EndingCause,
        claimant: SeatId,
        winner: Option<SeatId>,
    ) {
        let mut after: Position = self.position().clone();
        after.conclude(cause, claimant, winner);
        // A resignation may only put a player out: then the turn goes on, and a new position stands.
        let key = if after.ending().is_none() {
            after.settle(self.stood(after.repetition_key()).saturating_add(1));
            Some(after.repetition_key())
        } else {
            None
        };
        self.put(Played { seat, act, text, after, pending: None, key });
    }
}

pub(super) fn fault(message: impl Into<String>, help: impl Into<String>) -> GameError {
    GameError::Claim { message: message.into(), help: help.into() }
}
