//! The counts of rule impact, and the figures that follow from them.
//!
//! Contains [`ImpactTally`] and [`ImpactReport`]. Tallies of the same plan can be added in any order.
//!
//! Input: what [`ImpactPlan`](super::ImpactPlan) counts. Output: shares with intervals. Does not know
//! rules or positions.

use serde::{Deserialize, Serialize};

use crate::lab::report::Share;

/// The counts of all sampled positions.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImpactTally {
    /// Number of sampled positions.
    pub samples: u64,
    /// The counts of each rule that can be removed alone.
    pub rules: Vec<RuleTally>,
}

/// In how many sampled positions a rule mattered.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleTally {
    /// Positions that the rulebook without the rule does not accept. They do not count.
    pub skipped: u64,
    /// Positions in which the rule changes the set of legal moves.
    pub changed: u64,
    /// Positions in which the rule forbids a move that is otherwise legal.
    pub forbade: u64,
    /// Positions in which the rule makes a move legal.
    pub added: u64,
    /// Positions in which the rule forbids the move that is best without the rule.
    pub forbade_best: u64,
    /// Positions in which the rule makes the move legal that is best with the rule.
    pub added_best: u64,
}

impl ImpactTally {
    /// Returns the counts of no positions, for this many rules.
    pub fn new(rules: usize) -> Self {
        Self { samples: 0, rules: vec![RuleTally::default(); rules] }
    }

    /// Adds the counts of other positions.
    pub fn merge(&mut self, other: &Self) {
        self.samples += other.samples;
        for (to, from) in self.rules.iter_mut().zip(&other.rules) {
            to.skipped += from.skipped;
            to.changed += from.changed;
            to.forbade += from.forbade;
            to.added += from.added;
            to.forbade_best += from.forbade_best;
            to.added_best += from.added_best;
        }
    }
}

/// How often each rule mattered.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, PartialEq)]
pub struct ImpactReport {
    /// Number of sampled positions.
    pub samples: u64,
    /// Nodes of the search that determines the best move.
    pub nodes: u64,
    /// Rules that can be removed alone.
    pub rules: Vec<RuleImpact>,
    /// Rules that cannot be removed alone.
    pub fixed: Vec<FixedRule>,
}

/// How often one rule mattered.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleImpact {
    /// Header or key of the rule in the file.
    pub name: String,
    /// Name of the rule in sentences.
    pub label: String,
    /// Positions in which the rule changed the set of legal moves.
    pub changed: Share,
    /// Positions in which it forbade a move that would be legal without it.
    pub forbade: Share,
    /// Positions in which it made a move legal.
    pub added: Share,
    /// Positions in which it forbade the best move.
    pub forbade_best: Share,
    /// Positions in which it made the best move legal.
    pub added_best: Share,
}

/// A rule that cannot be removed alone.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedRule {
    /// Header or key of the rule in the file.
    pub name: String,
    /// Name of the rule in sentences.
    pub label: String,
    /// Why the rulebook does not work without it.
    pub reason: String,
}

impl RuleImpact {
    /// Computes the shares of a rule among all samples.
    pub(super) fn new(name: &str, label: &str, samples: u64, tally: &RuleTally) -> Self {
        let share = |count: u64| Share::new(count, samples.saturating_sub(tally.skipped));
        Self {
            name: name.to_owned(),
            label: label.to_owned(),
            changed: share(tally.changed),
            forbade: share(tally.forbade),
            added: share(tally.added),
            forbade_best: share(tally.forbade_best),
            added_best: share(tally.added_best),
        }
    }
}
