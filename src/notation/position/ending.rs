//! Parses how a game ended: `over=mate:w:b`.
//!
//! Input: the text after `over=`. Output: the ending in the setup, or an error. Does not know the other fields.

use super::PositionErrorKind as Reason;
use super::read::PositionParser;
use super::scan::TextSlice;
use crate::notation::joined;
use crate::notation::name::near;
use crate::policy::{ClaimThen, Then};
use crate::rulebook::{ClaimId, Outcome, OutcomeId, Rulebook, SeatId};
use crate::rules::{Ending, EndingCause};

impl PositionParser<'_> {
    /// Parses an ending: an outcome or a claim that can end the game, and its players.
    pub(super) fn read_over(&mut self, value: TextSlice) {
        let parts = value.split(':');
        let Some(cause) = cause(self.book(), parts[0].text) else {
            let book = self.book();
            let outcomes = book.outcomes.iter().filter(|it| ends(it)).map(|it| it.name.as_str());
            let claims = book.claims.iter().filter(|it| it.then == ClaimThen::End).map(|it| it.name.as_str());
            let names: Vec<&str> = outcomes.chain(claims).collect();
            let help = match near(parts[0].text, names.iter().copied()) {
                Some(word) => format!("did you mean `{word}`?"),
                None => format!("write {}", joined(&names, "or")),
            };
            let expected = names.into_iter().map(str::to_owned).collect();
            self.error(parts[0].range(), Reason::UnknownEnding { name: parts[0].quoted(), expected }, help);
            return;
        };
        if parts.len() < 2 || parts.len() > 4 {
            self.error(value.range(), Reason::BadEnding, "write NAME:MOVER:VICTIM:MATING-PLAYER, with `-` for none");
            return;
        }
        let Some(mover) = self.seat(parts[1]) else { return };
        let rest: Vec<Option<SeatId>> =
            parts[2..].iter().map(|it| if it.text == "-" { None } else { self.seat(*it) }).collect();
        let get = |index: usize| rest.get(index).copied().flatten();
        self.setup.over = Some(Ending { cause, mover, victim: get(0), mating_player: get(1) });
    }
}

/// Reports whether an outcome can end a game. One that passes the turn ends it if every player passes.
fn ends(outcome: &Outcome) -> bool {
    matches!(outcome.then, Then::End | Then::Pass)
}

/// Finds the outcome or claim that ended a game by name. An outcome precedes a claim with the same name, which is `claim.NAME`.
fn cause(book: &Rulebook, name: &str) -> Option<EndingCause> {
    let claim = |name: &str| {
        let found = book.claims.iter().position(|it| it.name == name && it.then == ClaimThen::End);
        found.map(|it| EndingCause::Claim(ClaimId(it as u8)))
    };
    let outcome = book.outcomes.iter().position(|it| it.name == name && ends(it));
    match (outcome, name.strip_prefix("claim.")) {
        (Some(index), _) => Some(EndingCause::Outcome(OutcomeId(index as u8))),
        (None, Some(rest)) => claim(rest),
        (None, None) => claim(name),
    }
}
