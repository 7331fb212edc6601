//! Rule impact: how often each rule of a rulebook mattered.
//!
//! Contains [`ImpactPlan`]. One position of each sampled game is drawn, each turn with the same
//! probability. Each rule that can be removed alone is then removed, and the legal moves of the same
//! position are compared:
//!
//! ```text
//!   position ──> legal moves with the rule ────┐
//!      │                                       ├──> forbidden moves, added moves
//!      └─setup─> legal moves without the rule ─┘        │
//!                                                       └──> is the best move among them?
//! ```
//!
//! A short search finds the best move. A search without the rule shows whether the rule forbids
//! the best move. A search with the rule shows whether the rule adds it. If the legal moves are the
//! same, neither is possible, so nothing is searched.
//!
//! # Sampling
//! The sampled games are the first [`ALWAYS`] games, and after them every n-th game. The drawn turn
//! depends only on the seed of the game. The games are the same with and without sampling.
//!
//! Input: a position of a game. Output: an [`ImpactTally`]. Does not know how games are played.

mod rule;
mod tally;

pub use tally::{FixedRule, ImpactReport, ImpactTally, RuleImpact, RuleTally};

use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use rule::Rule;

use crate::arena::mixed;
use crate::bot::bounded;
use crate::rules::{Move, Position, Setup, UnsettledPosition, Variant};
use crate::search::{Algorithm, Evaluator, Limits, SearchOptions, search};
use crate::sorting::CompactSort;

/// Number of games at the start of a lab that are all sampled.
const ALWAYS: u64 = 1_000;
/// Nodes of the search for the best move.
const NODES: u64 = 500;
/// Size of the search's transposition table, in bytes.
const TABLE_BYTES: usize = 1 << 18;
/// Mixed into the seed of a game for the turn that is sampled.
const SALT: u64 = 0x1f3a_77c1_90d2_4be5;

/// The rules of a rulebook, with one rulebook without each of them.
#[derive(Clone, Debug)]
pub struct ImpactPlan {
    step: u32,
    evaluator: Evaluator,
    rules: Vec<Lifted>,
    fixed: Vec<FixedRule>,
}

/// A rulebook without one rule.
#[derive(Clone, Debug)]
struct Lifted {
    name: String,
    label: String,
    variant: Variant,
    evaluator: Evaluator,
    /// Castling rights that positions lose.
    rights: u64,
}

impl ImpactPlan {
    /// Compiles the rulebook without each of its rules. After the first games, every `step`-th game
    /// is sampled.
    pub fn new(variant: &Variant, step: u32) -> Self {
        let book = variant.rulebook();
        let mut plan =
            Self { step: step.max(1), evaluator: Evaluator::new(variant), rules: Vec::new(), fixed: Vec::new() };
        for rule in Rule::all(book) {
            let (name, label) = (rule.name(book), rule.label(book));
            match lifted(variant, &rule) {
                Ok(variant) => {
                    let evaluator = Evaluator::new(&variant);
                    plan.rules.push(Lifted { name, label, variant, evaluator, rights: rule.rights(book) });
                }
                Err(reason) => plan.fixed.push(FixedRule { name, label, reason }),
            }
        }
        plan
    }

    /// Returns the distance between sampled games.
    pub fn step(&self) -> u32 {
        self.step
    }

    /// Reports whether a position of this game is sampled.
    pub fn is_sampled(&self, index: u64) -> bool {
        index < ALWAYS || index.is_multiple_of(self.step.into())
    }

    /// Draws the number of moves before the sampled turn, for a game with this seed and length.
    pub fn turn(&self, seed: u64, plies: u32) -> u32 {
        let mut random = Pcg64::seed_from_u64(mixed(seed, SALT));
        bounded(&mut random, u64::from(plies.max(1))) as u32
    }

    /// Returns the counts of no positions.
    pub fn tally(&self) -> ImpactTally {
        ImpactTally::new(self.rules.len())
    }

    /// Counts which rules matter in a position.
    pub fn count(&self, position: &Position, tally: &mut ImpactTally) {
        let setup = position.setup();
        let with = sorted(position);
        let mut best_with = None;
        tally.samples += 1;
        for (rule, counts) in self.rules.iter().zip(&mut tally.rules) {
            let Some(other) = rule.transfer(&setup) else {
                counts.skipped += 1;
                continue;
            };
            let without = sorted(&other);
            let lacks = |all: &[Move], it: &Move| all.binary_search(it).is_err();
            let forbids = without.iter().any(|it| lacks(&with, it));
            let adds = with.iter().any(|it| lacks(&without, it));
            counts.changed += u64::from(forbids || adds);
            counts.forbade += u64::from(forbids);
            counts.added += u64::from(adds);
            if forbids {
                let best = best(&other, &rule.evaluator);
                counts.forbade_best += u64::from(best.is_some_and(|it| lacks(&with, &it)));
            }
            if adds {
                let best = *best_with.get_or_insert_with(|| best(position, &self.evaluator));
                counts.added_best += u64::from(best.is_some_and(|it| lacks(&without, &it)));
            }
        }
    }

    /// Computes the report of all counts.
    pub fn report(&self, tally: &ImpactTally) -> ImpactReport {
        let rules = self.rules.iter().zip(&tally.rules);
        let rules = rules.map(|(rule, counts)| RuleImpact::new(&rule.name, &rule.label, tally.samples, counts));
        ImpactReport { samples: tally.samples, nodes: NODES, rules: rules.collect(), fixed: self.fixed.clone() }
    }
}

impl Lifted {
    /// Returns the same position without the rule; `None` if it is not valid then. Outcomes are not
    /// tested, because the game went on with this turn.
    fn transfer(&self, setup: &Setup) -> Option<Position> {
        let mut setup = setup.clone();
        setup.castling &= !self.rights;
        UnsettledPosition::new(&self.variant, &setup).ok().map(UnsettledPosition::into_position)
    }
}

/// Returns the variant without a rule, or the reason why there is none.
fn lifted(variant: &Variant, rule: &Rule) -> Result<Variant, String> {
    let book = variant.rulebook();
    if let Some(reason) = rule.obstacle(book) {
        return Err(reason.to_owned());
    }
    if rule.rights(book) != 0 {
        return Ok(variant.clone());
    }
    let hash = format!("{}-without-{}", variant.hash(), rule.name(book));
    let mut book = book.clone();
    rule.lift(&mut book);
    // SAFETY: `compile` made the rulebook, and `lift` only removes rules or permissions.
    unsafe { variant.altered(book, hash) }.map_err(|it| it.to_string())
}

fn sorted(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves();
    moves.compact_sort_by(Ord::cmp);
    moves
}

/// Returns the best move by a short search.
fn best(position: &Position, evaluator: &Evaluator) -> Option<Move> {
    let mut options = SearchOptions::new(Algorithm::BestReply, Limits::nodes(NODES));
    options.table_bytes = TABLE_BYTES;
    search(position, evaluator, &options).best()
}
