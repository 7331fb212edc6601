//! How a player goes out and how the game ends, resolved: names are ids.

use super::{BarTests, ClaimId, OutcomeId, PositionTest, Rulebook, Template};
use crate::definition as def;
use crate::definition::value::Points;

sealed! {
/// An outcome.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// As in the file.
    name: String => &str,
    /// What to call it in sentences, without an article.
    label: String => &str,
    /// How a game that it ends is reported, where the file says so.
    sentence: Option<Template> => Option<&Template>: as_ref,
    /// When.
    when: PositionTest => &PositionTest,
    /// Exceptions: any lifts it.
    unless: Vec<(String, BarTests)> => &[(String, BarTests)],
    /// Who is the mater.
    mater: Option<def::Mater>,
    /// What follows.
    then: def::Then,
    /// What the file cites.
    source: Option<String> => Option<&str>: as_deref,
    /// Points by role, in half points, in file order.
    score: Vec<(def::Who, Points)> => &[(def::Who, Points)],
}
}

sealed! {
/// A claim.
#[derive(Clone, Debug)]
pub struct Claim {
    /// As in the file.
    name: String => &str,
    /// What to call it in sentences, without an article.
    label: String => &str,
    /// Whether the claimant names a winner.
    names_winner: bool,
    /// Who must agree.
    consent: def::Consent,
    /// When.
    asked: def::Asked,
    /// What follows.
    then: def::ClaimThen,
    /// Points by role.
    score: Vec<(def::Who, Points)> => &[(def::Who, Points)],
    /// What the file cites.
    source: Option<String> => Option<&str>: as_deref,
}
}

sealed! {
/// When outcomes are looked at.
#[derive(Clone, Debug, Default)]
pub struct Settle {
    /// After each move.
    after_move: Vec<OutcomeId> => &[OutcomeId],
    /// As a turn begins.
    turn_start: Vec<OutcomeId> => &[OutcomeId],
    /// When claimed.
    on_claim: Vec<OutcomeId> => &[OutcomeId],
}
}

impl Rulebook {
    /// All claims, in file order.
    pub fn claim_ids(&self) -> impl Iterator<Item = ClaimId> + use<> {
        (0..self.claims.len() as u8).map(ClaimId)
    }
}
