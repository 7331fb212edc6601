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
//!
//! The figures of a report, and its forms:
//!
//! ```
//! use threefold::arena::Estimate;
//! use threefold::bot::Style;
//! use threefold::lab::{Difference, EliminationReport, EndingReport, Fairness, HistogramBin, ImpactReport, KindReport};
//! use threefold::lab::{FixedRule, KingmakingReport, LeadReport, LengthReport, RuleImpact, SeatReport, Share};
//! use threefold::lab::{LabError, LabOptions, LabPlan, Report, SquareReport, ValueEstimate};
//! use threefold::lab::{compare_reports, csv, csv_of_several, json, json_of_differences, json_of_several};
//!
//! let report = |slug: &str| -> Result<Report, LabError> {
//!     let start = threefold::load(slug).expect("a shipped game").variant.start().expect("a starting position");
//!     let plan = LabPlan::new(start, vec![Style::Random; 3], LabOptions::default())?.with_impact(10);
//!     Ok(Report::new(&plan, &plan.run(0..20, 2, &mut |_games| true)?))
//! };
//! let (one, other) = (report("3-man-chess")?, report("trichess")?);
//!
//! let seat: &SeatReport = &one.seats[0];
//! let (points, wins): (Estimate, Share) = (seat.points, seat.wins);
//! println!("{}: {:.2} points, {} wins of {}", seat.title, points.mean, wins.count, wins.of);
//! let length: &LengthReport = &one.length;
//! let bars: &[HistogramBin] = &length.bars;
//! assert_eq!(bars.iter().map(|it| it.games).sum::<u64>(), 20);
//! let endings: &[EndingReport] = &one.endings;
//! assert!(!endings.is_empty());
//! let fairness: Option<&Fairness> = one.fairness.as_ref();
//! let (out, kingmaking): (Option<&EliminationReport>, Option<&KingmakingReport>) =
//!     (one.eliminations.as_ref(), one.kingmaking.as_ref());
//! println!("{fairness:?} {out:?} {kingmaking:?}");
//! let lead: &LeadReport = &one.lead;
//! assert_eq!(lead.tenths.len(), 10);
//! let (squares, kinds): (&[SquareReport], &[KindReport]) = (&one.squares, &one.kinds);
//! let values: Vec<&ValueEstimate> = kinds.iter().filter_map(|it| it.estimated.as_ref()).collect();
//! assert!(squares.len() == 144 && values.len() <= kinds.len());
//! let impact: &ImpactReport = one.impact.as_ref().expect("every tenth game is sampled");
//! let (rules, fixed): (&[RuleImpact], &[FixedRule]) = (&impact.rules, &impact.fixed);
//! assert!(!rules.is_empty() && fixed.iter().all(|it| !it.reason.is_empty()));
//!
//! let differences: Vec<Difference> = compare_reports(&one, &other);
//! assert!(differences.iter().any(|it| it.first != it.second));
//! assert!(!json_of_differences(&one, &other).is_null());
//! let both = [one, other];
//! assert_eq!(json(&both[0])["games"], 20);
//! assert!(!json_of_several(&both).is_null());
//! assert!(csv_of_several(&both).len() > csv(&both[0]).len());
//! # Ok::<(), threefold::lab::LabError>(())
//! ```
//!
//! Games in shards, which any machine can play:
//!
//! ```
//! use threefold::bot::Style;
//! use threefold::lab::{Block, Exit, GENERATOR, GameRow, ImpactTally, LabOptions, LabPlan, Merger, PLY_LIMIT, PlanKey};
//! use threefold::lab::{RuleTally, STUCK, ShardContents, ShardError, ShardHeader, ShardWriter, Tally};
//! use threefold::lab::{blocks, plan_difference, read_shard};
//!
//! let start = threefold::load("3-man-chess")?.variant.start().expect("a starting position");
//! let plan = LabPlan::new(start, vec![Style::Random; 3], LabOptions::default())?;
//! let key: PlanKey = plan.key();
//! assert_eq!((key.generator, plan_difference(&key, &plan.key())), (GENERATOR, None));
//!
//! let mut writer = ShardWriter::default();
//! let mut shard = writer.header(&ShardHeader::new(&plan, 0..20, true))?;
//! plan.run_blocks(&blocks(&plan, 0..20), 2, true, &mut |block: Block| {
//!     let rows: &[GameRow] = &block.rows;
//!     for row in rows {
//!         let exits: &[Exit] = row.exits();
//!         assert!(exits.len() <= 2 && (row.is_finished() || [PLY_LIMIT, STUCK].contains(&row.ending)));
//!     }
//!     shard += &writer.block(&block).expect("it is written");
//!     true
//! })?;
//! shard += &writer.end()?;
//!
//! let found: ShardContents = read_shard(&mut shard.as_bytes()).expect("it is whole");
//! let tally: &Tally = &found.tally;
//! let impact: &ImpactTally = &tally.impact;
//! let rules: &[RuleTally] = &impact.rules;
//! assert!(found.problem.is_none() && rules.is_empty());
//! let error: ShardError = read_shard(&mut &b"{}"[..]).expect_err("the first line is not a header");
//! assert_eq!(error.line, 1);
//! let mut merger = Merger::default();
//! merger.add("one.jsonl", &mut shard.as_bytes()).expect("it is whole");
//! assert_eq!(merger.finish(&plan, Some(0..20))?.1, found.tally);
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
