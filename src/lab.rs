//! The lab: plays many games of one rulebook and reports whether it is fair, and how games go.
//!
//! ```text
//!  LabPlan ──play(index)──> GameRow ──add──> Tally ──merge──> Tally ──> Report ──> text, JSON, CSV
//!  rules, bots,   │         one game      integers only   threads,        intervals,
//!  seed, limits   └──record─────────────────^             machines        tests, estimates
//!                  squares, captures, samples
//! ```
//!
//! # What a game depends on
//! The generator of a game is seeded with the seed, the hash of the rules, the hashes of the bots'
//! weights, and the index of the game. A game is thus a pure function of the plan and its index.
//! Any number of threads on any machine plays the same games.
//!
//! # Why the figures are exact
//! A [`Tally`] holds integers only. Adding integers is associative and commutative, so the order of
//! games, blocks and machines does not matter. A [`Report`] is computed once, from the total.
//!
//! # Units
//! Points are counted in units of `1 / LabPlan::unit()` points, so that players can share the points
//! of an unfinished game exactly.
//!
//! Games between random bots run inside the engine, which shows each event to a recorder. All other
//! games are played as in [`arena`](crate::arena) and then shown to the same recorder.
//!
//! [`docs::lab`](crate::docs::lab) defines each figure, with its formula and its source.
//!
//! Input: a start [`Position`](crate::Position) and a [`Style`](crate::bot::Style) for each seat.
//! Output: a [`Report`]. Does not know files or the command line.
//!
//! ```
//! use threefold::bot::Style;
//! use threefold::lab::{LabOptions, LabPlan, Report};
//!
//! let start = threefold::load("3-man-chess")?.variant.start().expect("a starting position");
//! let plan = LabPlan::new(start, vec![Style::Random; 3], LabOptions::default())?;
//! let tally = plan.run(0..20, 2, &mut |_games| true)?;
//! // The halves of the games, in any order, add up to the same tally.
//! let mut parts = plan.run(8..20, 1, &mut |_games| true)?;
//! parts.merge(&plan.run(0..8, 1, &mut |_games| true)?);
//! assert_eq!(parts, tally);
//! let report = Report::new(&plan, &tally);
//! assert_eq!(report.games, 20);
//! assert_eq!(report.seats.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod compare;
mod csv;
mod document;
mod estimate;
mod impact;
#[cfg(any(feature = "cli", feature = "serve"))]
mod json;
#[cfg(any(feature = "cli", feature = "serve"))]
mod merge;
#[cfg(any(feature = "cli", feature = "serve"))]
mod page;
mod plan;
mod play;
mod record;
mod report;
mod row;
mod run;
#[cfg(any(feature = "cli", feature = "serve"))]
mod shard;
#[doc(hidden)]
pub mod statistics;
mod tally;
mod values;

pub use compare::{Difference, compare_reports};
pub use csv::{csv, csv_of_several};
#[doc(hidden)]
pub use document::{
    comparison, document, estimate_text, family, length_text, p_text, results_text, share_text, signed_text, verdict,
};
pub use impact::{FixedRule, ImpactReport, ImpactTally, RuleImpact, RuleTally};
#[cfg(any(feature = "cli", feature = "serve"))]
pub use json::{json, json_of_differences, json_of_several};
#[cfg(any(feature = "cli", feature = "serve"))]
pub use merge::{Merger, plan_difference};
#[cfg(any(feature = "cli", feature = "serve"))]
pub use page::page;
#[cfg(any(feature = "cli", feature = "serve"))]
#[doc(hidden)]
pub use page::{heat_map, length_chart, points_chart};
pub use plan::{GENERATOR, LabError, LabOptions, LabPlan, PlanKey};
pub use play::GamePlayer;
pub use report::{
    EliminationReport, EndingReport, Fairness, HistogramBin, KindReport, KingmakingReport, LeadReport, LengthReport,
    Report, SeatReport, Share, SquareReport, ValueEstimate,
};
pub use row::{Exit, GameRow, PLY_LIMIT, STUCK};
pub use run::{Block, blocks};
#[cfg(any(feature = "cli", feature = "serve"))]
pub use shard::{ShardContents, ShardError, ShardHeader, ShardWriter, read_shard};
pub use tally::Tally;
