//! How a player goes out and how the game ends, resolved: names are ids.

use super::{BarTests, OutcomeId, PositionTest};
use crate::definition as def;
use crate::definition::value::Points;

sealed! {
/// An outcome.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// As in the file.
    name: String => &str,
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
