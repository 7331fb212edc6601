//! Tuning: finds weights for the evaluation in games that a variant plays against itself.
//!
//! ```text
//!  texel   derived weights ──> games ──quiet positions──> softmax regression ──> weights
//!                               ^                                                   │
//!                               └────────────────── next round ─────────────────────┘
//!
//!  spsa    derived weights ──random changes──> pairs of games ──difference in points──> weights
//!                 ^                                                                        │
//!                 └─────────────────────────────── next batch ─────────────────────────────┘
//! ```
//!
//! [`TuneMethod`] has the two methods. Texel tuning needs fewer games; SPSA measures what counts, the
//! points.
//!
//! ```
//! use threefold::search::Evaluator;
//! use threefold::tune::{TuneMethod, TuneOptions, TuneReport, Tuned, tune};
//!
//! let chess = threefold::load("chess")?.variant;
//! // A real run needs thousands of games.
//! let options = TuneOptions { method: TuneMethod::Texel, games: 2, seed: 1, nodes: 20, threads: 2 };
//! let tuned: Tuned = tune(&chess, &options, &|| ()).expect("chess has a starting position");
//! assert!(matches!(tuned.report, TuneReport::Texel { .. }));
//! let evaluator = Evaluator::with_weights(&chess, tuned.weights);
//! assert_eq!(evaluator.weights().note(&chess), None);
//! # Ok::<(), threefold::LoadError>(())
//! ```
//!
//! Input: a [`Variant`] and [`TuneOptions`]. Output: a [`Tuned`]. The same options give the same weights,
//! for any number of threads. Does not know files.

mod fit;
mod games;
mod spsa;
mod texel;

use crate::rules::Variant;
use crate::search::Weights;

/// How weights are found.
///
/// [`tune`](crate::tune) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum TuneMethod {
    /// Texel tuning: the evaluation of quiet positions must predict the points at the end of a game.
    Texel,
    /// Simultaneous perturbation stochastic approximation: bots with random changes of all weights
    /// play against bots with the opposite changes.
    Spsa,
}

/// How to tune.
///
/// [`tune`](crate::tune) has an example.
#[derive(Clone, Copy, Debug)]
pub struct TuneOptions {
    /// The method of tuning.
    pub method: TuneMethod,
    /// Number of games. SPSA plays pairs of games.
    pub games: u32,
    /// Seed of the games.
    pub seed: u64,
    /// Nodes for each move.
    pub nodes: u64,
    /// Number of threads.
    pub threads: usize,
}

/// The result of tuning.
///
/// [`tune`](crate::tune) has an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tuned {
    /// The weights that were found.
    pub weights: Weights,
    /// What the method says about them.
    pub report: TuneReport,
}

/// What a method says about the weights that it found.
///
/// [`tune`](crate::tune) has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TuneReport {
    /// The fit of the evaluation to the results.
    Texel {
        /// Number of positions that the weights were fitted to.
        positions: usize,
        /// Mean loss of the derived weights in nats: how much worse than the results they predict, if
        /// a lead counts as much as fits best.
        loss_before: f64,
        /// Mean loss of the fitted weights.
        loss_after: f64,
    },
    /// How far the weights moved.
    Spsa {
        /// Mean distance from the derived weights, as a share of the range in which weights usually
        /// differ from them.
        distance: f64,
    },
}

/// Tunes the weights of a variant. Calls `step` after each game. Returns `None` if the variant has no
/// starting position.
///
/// [The module](crate::tune) has an example.
pub fn tune(variant: &Variant, options: &TuneOptions, step: &(dyn Fn() + Sync)) -> Option<Tuned> {
    match options.method {
        TuneMethod::Texel => texel::tune(variant, options, step),
        TuneMethod::Spsa => spsa::tune(variant, options, step),
    }
}
