//! Outcomes and claims: how players are eliminated and how the game ends, with all names
//! resolved.
//!
//! In: the `[outcome]`, `[claim]` and `[settle]` headers, from `compile`. Out: [`Outcome`],
//! [`Claim`] and [`Settle`]. `rules` carries them out; nothing here knows a position.

use super::{BanTests, ClaimId, OutcomeId, PositionTest, Rulebook, Template};
use crate::policy;
use crate::policy::Points;

sealed! {
/// An outcome that ends the game, eliminates a player or passes the turn.
///
/// [`rulebook`](crate::rulebook) has an example.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Name in the file.
    name: String => &str,
    /// Name in sentences, without an article.
    label: String => &str,
    /// Sentence that reports the end of the game, if the file gives one.
    sentence: Option<Template> => Option<&Template>: as_ref,
    /// Condition under which the outcome occurs.
    when: PositionTest => &PositionTest,
    /// Exceptions by name; the outcome does not occur if any of them holds.
    unless: Vec<(String, BanTests)> => &[(String, BanTests)],
    /// How to determine the mating player.
    mating_player: Option<policy::MatingPlayer>,
    /// Consequence of the outcome.
    then: policy::Then,
    /// Source that the file cites.
    source: Option<String> => Option<&str>: as_deref,
    /// Points by role, in half points, in file order.
    score: Vec<(policy::Who, Points)> => &[(policy::Who, Points)],
}
}

sealed! {
/// A counter of moves after which a test holds. Each player has one.
///
/// [`rulebook`](crate::rulebook) has an example.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Name in the file.
    name: String => &str,
    /// What is counted, in the plural.
    label: String => &str,
    /// The test after a move.
    when: PositionTest => &PositionTest,
}
}

sealed! {
/// A claim that a player can make, such as a resignation or a draw offer.
///
/// [`rulebook`](crate::rulebook) has an example.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Name in the file.
    name: String => &str,
    /// Name in sentences, without an article.
    label: String => &str,
    /// Whether the claimant names a winner.
    names_winner: bool,
    /// The players who must agree.
    consent: policy::Consent,
    /// When the claim may be made.
    timing: policy::ClaimTiming,
    /// Consequence of an accepted claim.
    then: policy::ClaimThen,
    /// Points by role, in half points, in file order.
    score: Vec<(policy::Who, Points)> => &[(policy::Who, Points)],
    /// Source that the file cites.
    source: Option<String> => Option<&str>: as_deref,
}
}

sealed! {
/// When outcomes are tested, each list in its order.
#[derive(Clone, Debug, Default)]
pub struct Settle {
    /// Outcomes tested after each move.
    after_move: Vec<OutcomeId> => &[OutcomeId],
    /// Outcomes tested at the start of each turn.
    turn_start: Vec<OutcomeId> => &[OutcomeId],
    /// Outcomes tested when a player claims them.
    on_claim: Vec<OutcomeId> => &[OutcomeId],
}
}

impl Rulebook {
    /// Returns all claims, in file order.
    pub fn claim_ids(&self) -> impl Iterator<Item = ClaimId> + use<> {
        (0..self.claims.len() as u8).map(ClaimId)
    }
}
