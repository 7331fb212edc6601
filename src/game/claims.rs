//! Claims, offers and resignations: who may make them, and who must agree.
//!
//! Input: a claim, an answer or a withdrawal of a player. Output: the game with that action carried
//! out, or a [`GameError`]. A claim does not use up a turn. While a claim waits for answers, its claimant may
//! withdraw it, and the game continues. As in the FIDE Laws (9.1.2), a player who still has to answer refuses the claim by
//! making a move. A refusal voids the claim. So does any claim that takes effect without consent and eliminates nobody. If a
//! majority is enough, a refusal voids the claim only once the majority is out of reach. Eliminated players do not answer:
//! once every remaining player has agreed, the claim takes effect. Knows no sentences beyond `notation`.

use super::{Act, ClaimErrorKind, ClaimWords, Game, GameError, Played};
use crate::notation::name::near;
use crate::notation::sentence::{claim_phrase, waiting_sentence};
use crate::notation::{joined, seat_title};
use crate::policy::{ClaimNames, ClaimThen, ClaimTiming, Consent};
use crate::rulebook::{Claim, ClaimId, OutcomeId, Rulebook, SeatId};
use crate::rules::{EndingCause, Position, RepetitionKey, UnsettledPosition};

/// A claim that waits for an answer.
///
/// [`game`](crate::game) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Pending {
    /// The claim made.
    pub claim: ClaimId,
    /// The player who made it.
    pub claimant: SeatId,
    /// The player that it names as the winner or the partner.
    pub winner: Option<SeatId>,
    /// The players who have not yet answered.
    pub waiting: Vec<SeatId>,
    /// The players who have agreed.
    pub agreed: Vec<SeatId>,
    /// The number of players who still have to agree. A majority may be fewer than those who wait.
    pub needed: usize,
}

impl Pending {
    /// Returns the claim after a refusal; `None` if too few players are left to agree.
    fn refused_by(&self, seat: SeatId) -> Option<Self> {
        let mut rest = self.clone();
        rest.waiting.retain(|it| *it != seat);
        (rest.waiting.len() >= rest.needed).then_some(rest)
    }

    /// Returns the claim without the eliminated players; `None` if its claimant, the player it names or everybody who
    /// had to answer is eliminated, or if too few players are left to agree. It may need no further answer.
    fn among_living(&self, position: &Position) -> Option<Self> {
        let claim = &position.variant().rulebook().claims[usize::from(self.claim.0)];
        let mut concerned = self.winner.into_iter().chain([self.claimant]);
        let asked = asked(position, claim, self.claimant, self.winner).len();
        if asked == 0 || concerned.any(|it| !position.is_living(it)) {
            return None;
        }
        let mut rest = self.clone();
        rest.waiting.retain(|it| position.is_living(*it));
        rest.agreed.retain(|it| position.is_living(*it));
        rest.needed = needed(claim, asked).saturating_sub(rest.agreed.len());
        (rest.waiting.len() >= rest.needed).then_some(rest)
    }
}

/// Returns the players who must answer a claim: of the living ones, those whom its consent names.
fn asked(position: &Position, claim: &Claim, claimant: SeatId, winner: Option<SeatId>) -> Vec<SeatId> {
    let living = position.variant().rulebook().seat_ids().filter(|it| *it != claimant && position.is_living(*it));
    match claim.consent {
        Consent::Nobody => Vec::new(),
        Consent::Third => living.filter(|it| Some(*it) != winner).collect(),
        Consent::AllOthers | Consent::Majority => living.collect(),
        Consent::Named => living.filter(|it| Some(*it) == winner).collect(),
    }
}

/// Returns how many of the players who must answer a claim have to agree.
fn needed(claim: &Claim, asked: usize) -> usize {
    if claim.consent == Consent::Majority { asked / 2 + 1 } else { asked }
}

impl Game {
    /// Returns the names of the claims and outcomes that a player can claim now.
    ///
    /// While an offer waits, these are the ones that need no consent. Empty for a player of another variant.
    pub fn claims(&self, seat: SeatId) -> Vec<&str> {
        let position = self.position();
        let book = self.variant().rulebook();
        if position.ending().is_some() || !position.is_living(seat) {
            return Vec::new();
        }
        let is_turn = position.turn() == seat;
        let claims = book.claims.iter().filter(|it| self.allows_claim(seat, it)).map(|it| it.name.as_str());
        let repeated = self.repetition();
        let outcomes = book.settle.on_claim.iter().filter(|it| is_turn && position.is_claimable(**it, repeated));
        claims.chain(outcomes.map(|it| book.outcomes[it.0 as usize].name.as_str())).collect()
    }

    /// Reports whether a living player may make a claim of the rulebook now: it is their turn, or the claim needs no
    /// turn, and no other offer waits that it would add to.
    pub(super) fn allows_claim(&self, seat: SeatId, claim: &Claim) -> bool {
        (claim.timing == ClaimTiming::AnyTime || self.turn() == seat)
            && (claim.consent == Consent::Nobody || self.pending().is_none())
            && self.changes_something(seat, claim, None)
    }

    /// Reports whether a claim can change something: an alliance must not exist yet, or exist. `named` is the partner
    /// whom it names; `None` stands for any.
    pub(super) fn changes_something(&self, seat: SeatId, claim: &Claim, named: Option<SeatId>) -> bool {
        let position = self.position();
        let allies = position.allies(seat);
        let others = self.variant().rulebook().seat_ids().filter(|it| *it != seat && position.is_living(*it));
        let mut named = others.filter(|it| named.is_none_or(|named| named == *it));
        match claim.then {
            ClaimThen::Ally => named.any(|it| allies & it.bit() == 0),
            ClaimThen::EndAlliance => named.any(|it| allies & it.bit() != 0),
            _ => true,
        }
    }

    /// Makes a claim: an outcome that is tested when claimed, or a claim of the rulebook.
    ///
    /// A claim that needs no consent takes effect at once.
    ///
    /// # Errors
    /// Returns an error if the claim is not possible, if it needs consent while another one waits for answers, or if
    /// the variant does not have a named player.
    pub fn claim(&mut self, seat: SeatId, name: &str, winner: Option<SeatId>) -> Result<(), GameError> {
        let variant = self.variant().clone();
        let book = variant.rulebook();
        self.check_players([Some(seat), winner])?;
        let who = seat_title(book, seat);
        let position = self.position();
        if position.ending().is_some() {
            return Err(error(ClaimErrorKind::GameOver, ""));
        }
        if !position.is_living(seat) {
            return Err(error(ClaimErrorKind::Eliminated { player: who }, ""));
        }
        let claimed = book.settle.on_claim.iter().find(|it| book.outcomes[it.0 as usize].name == name);
        if let Some(outcome) = claimed {
            return self.claim_outcome(seat, *outcome);
        }
        let Some(index) = book.claims.iter().position(|it| it.name == name) else {
            return Err(self.no_such_claim(name));
        };
        let claim = &book.claims[index];
        if claim.consent != Consent::Nobody {
            self.check_no_pending_claim()?;
        }
        let id = ClaimId(index as u8);
        let words = Box::new(ClaimWords { player: who, label: claim.label.clone(), act: claim_phrase(book, id) });
        if claim.timing == ClaimTiming::OwnTurn && position.turn() != seat {
            let turn = position.turn();
            let to_move = seat_title(book, turn);
            return Err(error(ClaimErrorKind::NotYourTurn { claim: words, turn, to_move }, ""));
        }
        let letters = |it: SeatId| &book.seats[it.index()].letter;
        let example = || {
            let other = book.seat_ids().find(|it| *it != seat && position.is_living(*it));
            other.map_or_else(String::new, |it| format!("write `{} claims {name} for {}`", letters(seat), letters(it)))
        };
        let is_partner = |it: SeatId| it != seat && position.is_living(it);
        if claim.names == Some(ClaimNames::Partner) && !winner.is_some_and(is_partner) {
            return Err(error(ClaimErrorKind::NoPartner { claim: words }, example().replace(" for ", " with ")));
        }
        if !self.changes_something(seat, claim, winner) {
            return Err(error(ClaimErrorKind::ChangesNothing { claim: words }, ""));
        }
        match (claim.names.is_some(), winner) {
            (true, None) => return Err(error(ClaimErrorKind::NoWinner { claim: words }, example())),
            (false, Some(_)) => {
                let help = format!("write `{} claims {name}`", letters(seat));
                return Err(error(ClaimErrorKind::UselessWinner { claim: words }, help));
            }
            (true, Some(other)) if other == seat => {
                return Err(error(ClaimErrorKind::OwnFavor { claim: words }, example()));
            }
            (true, Some(other)) if !position.is_living(other) => {
                let kind = ClaimErrorKind::WinnerEliminated { player: seat_title(book, other) };
                return Err(error(kind, example()));
            }
            _ => {}
        }
        let waiting = asked(position, claim, seat, winner);
        let needed = needed(claim, waiting.len());
        let letter = &book.seats[seat.index()].letter;
        let text = format!("{letter} claims {name}{}", naming(book, claim, winner));
        let act = Act::Claim { claim: id, winner };
        if waiting.is_empty() {
            let cause = EndingCause::Claim(id);
            let after = self.position().conclude(cause, seat, winner).map_err(|it| error(it, ""))?;
            self.grant(seat, act, text, cause, after);
        } else {
            let pending = Some(Pending { claim: id, claimant: seat, winner, waiting, agreed: Vec::new(), needed });
            self.append(self.entry(seat, act, text, self.position().clone(), pending));
        }
        Ok(())
    }

    /// Checks that the variant has these players.
    fn check_players(&self, seats: [Option<SeatId>; 2]) -> Result<(), GameError> {
        let mut named = seats.into_iter().flatten();
        named.try_for_each(|it| self.variant().rulebook().check_seat(it)).map_err(|it| error(it, ""))
    }

    fn no_such_claim(&self, name: &str) -> GameError {
        let book = self.variant().rulebook();
        let outcomes = book.settle.on_claim.iter().map(|it| book.outcomes[it.0 as usize].name.as_str());
        let names: Vec<&str> = book.claims.iter().map(|it| it.name.as_str()).chain(outcomes).collect();
        let help = match (near(name, names.iter().copied()), names.is_empty()) {
            (Some(word), _) => format!("did you mean `{word}`?"),
            (None, true) => "this variant has no claims".to_owned(),
            (None, false) => claims_of(&names),
        };
        let expected = names.into_iter().map(str::to_owned).collect();
        error(ClaimErrorKind::UnknownClaim { name: name.to_owned(), expected }, help)
    }

    fn claim_outcome(&mut self, seat: SeatId, outcome: OutcomeId) -> Result<(), GameError> {
        let variant = self.variant().clone();
        let book = variant.rulebook();
        let outcome_words = &book.outcomes[outcome.0 as usize];
        let (name, label) = (&outcome_words.name, &outcome_words.label);
        if self.turn() != seat {
            let act = Some(format!("claim {label}"));
            let claim = Box::new(ClaimWords { player: seat_title(book, seat), label: label.clone(), act });
            let to_move = seat_title(book, self.turn());
            return Err(error(ClaimErrorKind::NotYourTurn { claim, turn: self.turn(), to_move }, ""));
        }
        if !self.position().is_claimable(outcome, self.repetition()) {
            return Err(error(ClaimErrorKind::NotClaimable { outcome: label.clone() }, ""));
        }
        let text = format!("{} claims {name}", book.seats[seat.index()].letter);
        let cause = EndingCause::Outcome(outcome);
        let after = self.position().conclude(cause, seat, None).map_err(|it| error(it, ""))?;
        self.grant(seat, Act::Outcome(outcome), text, cause, after);
        Ok(())
    }

    /// Answers the waiting claim. The last acceptance that it needs puts it into effect. A refusal voids it if too few
    /// players are left to agree.
    ///
    /// # Errors
    /// Returns an error if no claim waits for this player's answer.
    pub fn answer(&mut self, seat: SeatId, accepts: bool) -> Result<(), GameError> {
        let variant = self.variant().clone();
        let book = variant.rulebook();
        let Some(mut pending) = self.pending().cloned() else {
            return Err(error(ClaimErrorKind::NoOffer, ""));
        };
        self.check_players([Some(seat), None])?;
        if !pending.waiting.contains(&seat) {
            let help = waiting_sentence(book, &pending.waiting);
            let kind = ClaimErrorKind::NothingToAnswer { player: seat_title(book, seat) };
            return Err(error(kind, help.trim_end_matches('.')));
        }
        let text = format!("{} {}", book.seats[seat.index()].letter, if accepts { "accepts" } else { "refuses" });
        let act = Act::Answer(accepts);
        if !accepts {
            let after = self.position().clone();
            let pending = pending.refused_by(seat);
            self.append(self.entry(seat, act, text, after, pending));
            return Ok(());
        }
        pending.waiting.retain(|it| *it != seat);
        pending.agreed.push(seat);
        pending.needed = pending.needed.saturating_sub(1);
        if pending.needed == 0 {
            let cause = EndingCause::Claim(pending.claim);
            let after = self.position().conclude(cause, pending.claimant, pending.winner);
            self.grant(seat, act, text, cause, after.map_err(|it| error(it, ""))?);
        } else {
            let after = self.position().clone();
            self.append(self.entry(seat, act, text, after, Some(pending)));
        }
        Ok(())
    }

    /// Withdraws the waiting claim.
    ///
    /// # Errors
    /// Returns an error if this player has no waiting claim.
    pub fn withdraw(&mut self, seat: SeatId) -> Result<(), GameError> {
        if self.pending().is_none_or(|it| it.claimant != seat) {
            return Err(error(ClaimErrorKind::NothingToWithdraw, ""));
        }
        let text = format!("{} withdraws", self.variant().rulebook().seats[seat.index()].letter);
        self.append(self.entry(seat, Act::Withdraw, text, self.position().clone(), None));
        Ok(())
    }

    /// Returns the offer that still waits after a move of `mover`: they refuse it if they had to answer it.
    pub(super) fn pending_after_move(&self, mover: SeatId) -> Option<Pending> {
        self.pending().and_then(|it| if it.waiting.contains(&mover) { it.refused_by(mover) } else { Some(it.clone()) })
    }

    /// Returns the position after an action, with the offer that still waits in it. If the action eliminated the last
    /// player whose answer was missing, the offer takes effect.
    pub(super) fn with_offer(
        &self,
        after: Position,
        key: RepetitionKey,
        offer: Option<Pending>,
    ) -> (Position, RepetitionKey, Option<Pending>) {
        let offer = offer.filter(|_| after.ending().is_none()).and_then(|it| it.among_living(&after));
        let agreed = offer.as_ref().filter(|it| it.needed == 0);
        let concluded = agreed.and_then(|it| after.conclude(EndingCause::Claim(it.claim), it.claimant, it.winner).ok());
        match concluded {
            Some(next) if next.as_position().ending().is_some() => (next.settle(), key, None),
            Some(next) => {
                let (next, key) = self.settled(next, None, None);
                (next, key, None)
            }
            None => (after, key, offer),
        }
    }

    fn check_no_pending_claim(&self) -> Result<(), GameError> {
        match self.pending() {
            None => Ok(()),
            Some(pending) => {
                let offer = self.pending_sentence().unwrap_or_default().trim_end_matches('.').to_owned();
                let kind = ClaimErrorKind::OfferWaits { offer, waiting: pending.waiting.clone() };
                Err(error(kind, "accept or decline the offer, or let the player who made it withdraw it"))
            }
        }
    }

    /// Adds an act whose claim or outcome has led to the position `after`.
    fn grant(&mut self, seat: SeatId, act: Act, text: String, cause: EndingCause, after: UnsettledPosition) {
        // A resignation can eliminate the player without ending the game. Play then continues
        // from a new position.
        let has_eliminated = self
            .variant()
            .rulebook()
            .seat_ids()
            .any(|it| self.position().is_living(it) && !after.as_position().is_living(it));
        let (after, key, offer) = match after.as_position().ending() {
            Some(_) => (after.settle(), None, None),
            None => {
                let (after, key) = self.settled(after, None, None);
                let offer =
                    self.pending().filter(|_| has_eliminated).filter(|it| cause != EndingCause::Claim(it.claim));
                let (after, key, offer) = self.with_offer(after, key, offer.cloned());
                (after, Some(key), offer)
            }
        };
        self.append(Played { key, ..self.entry(seat, act, text, after, offer) });
    }

    /// Creates an entry for an action other than a move.
    fn entry(&self, seat: SeatId, act: Act, text: String, after: Position, pending: Option<Pending>) -> Played {
        Played { seat, act, after, before: self.position().clone(), text: text.into(), pending, key: None, chase: None }
    }
}

/// Returns the end of a claim as text: ` for r` or ` with r` if it names a player.
pub(super) fn naming(book: &Rulebook, claim: &Claim, named: Option<SeatId>) -> String {
    let word = if claim.names == Some(ClaimNames::Partner) { "with" } else { "for" };
    named.map_or_else(String::new, |it| format!(" {word} {}", book.seats[it.index()].letter))
}

/// Lists the claims of a rulebook for a help.
pub(super) fn claims_of(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|it| format!("`{it}`")).collect();
    let (verb, noun) = if names.len() == 1 { ("is", "claim") } else { ("are", "claims") };
    format!("the possible {noun} {verb} {}", joined(&quoted, "and"))
}

pub(super) fn error(kind: impl Into<ClaimErrorKind>, help: impl Into<String>) -> GameError {
    GameError::Claim { kind: kind.into(), help: help.into() }
}
