//! How a player goes out and how the game ends, resolved: names are ids.

use super::{BarTests, ClaimId, OutcomeId, PositionTest, Rulebook, Template};
use crate::definition as def;
use crate::definition::value::Points;

/// An outcome.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// As in the file.
    pub name: String,
    /// What to call it in sentences, without an article.
    pub label: String,
    /// How a game that it ends is reported, where the file says so.
    pub sentence: Option<Template>,
    /// When.
    pub when: PositionTest,
    /// Exceptions: any lifts it.
    pub unless: Vec<(String, BarTests)>,
    /// Who is the mater.
    pub mater: Option<def::Mater>,
    /// What follows.
    pub then: def::Then,
    /// What the file cites.
    pub source: Option<String>,
    /// Points by role, in half points, in file order.
    pub score: Vec<(def::Who, Points)>,
}

/// A claim.
#[derive(Clone, Debug)]
pub struct Claim {
    /// As in the file.
    pub name: String,
    /// What to call it in sentences, without an article.
    pub label: String,
    /// Whether the claimant names a winner.
    pub names_winner: bool,
    /// Who must agree.
    pub consent: def::Consent,
    /// When.
    pub asked: def::Asked,
    /// What follows.
    pub then: def::ClaimThen,
    /// Points by role.
    pub score: Vec<(def::Who, Points)>,
    /// What the file cites.
    pub source: Option<String>,
}

/// When outcomes are looked at.
#[derive(Clone, Debug, Default)]
pub struct Settle {
    /// After each move.
    pub after_move: Vec<OutcomeId>,
    /// As a turn begins.
    pub turn_start: Vec<OutcomeId>,
    /// When claimed.
    pub on_claim: Vec<OutcomeId>,
}

impl Rulebook {
    /// All claims, in file order.
    pub fn claim_ids(&self) -> impl Iterator<Item = ClaimId> + use<> {
        (0..self.claims.len() as u8).map(ClaimId)
    }
}
