//! Games between bots: one game, a whole match, and what its points mean.
//!
//! ```text
//!  Position, bots ──play──> FinishedGame              one game, by any caller
//!        │
//!        └──plan──> game 0, 1, 2, ... ──run──> MatchGames ──tally──> MatchReport
//!             seatings, openings, seeds   threads               │ intervals
//!                                            ^                  v
//!                                            └──── stop ──── sprt
//! ```
//!
//! # Rounds and seatings
//! A seating says which bot plays for which seat. A round has one game for every seating, all from
//! the same opening, so no bot gains from a seat or from a lucky opening. If there are at least as
//! many seats as bots, every bot plays in every game. The mixed seatings of two bots for three
//! seats are the six of Nijssen and Winands (2013). Otherwise, each seat has a bot of its own.
//!
//! # What the figures depend on
//! A game depends only on its number, the seed, the rules, the start, the bots and their weights.
//! Any number of threads gives the same games and the same report. A bot that is limited by time,
//! or that is another program, can change that.
//!
//! Input: a [`Position`](crate::Position) and [`Style`](crate::bot::Style)s. Output: games and a
//! [`MatchReport`]. Does not know files or the command line.
//!
//! ```
//! use threefold::arena::{MatchOptions, MatchPlan};
//! use threefold::bot::Style;
//!
//! let chess = threefold::load("chess")?.variant;
//! let start = chess.start().expect("a starting position");
//! let bots = vec![Style::parse("brs:50")?, Style::Random];
//! let plan = MatchPlan::new(start, bots, MatchOptions { ply_limit: 60, ..MatchOptions::default() })?;
//! assert_eq!(plan.seatings(), [[0, 1], [1, 0]]);
//! let found = plan.run(2, 1, Vec::new(), None, &mut |_game| true)?;
//! assert_eq!(found.report.rounds, 1);
//! assert!(found.report.bots[0].points > found.report.bots[1].points);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The parts of a report, and a single game:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use threefold::Game;
//! use threefold::arena::{BotFailure, BotReport, EndingCount, Estimate, FoundMatch, MatchGame, MatchOptions, MatchPlan};
//! use threefold::arena::{FinishedGame, MatchError, MatchReport, play_game};
//! use threefold::bot::{Bot, Style};
//!
//! let chess = threefold::load("chess")?.variant;
//! let start = chess.start().expect("a starting position");
//! let options = MatchOptions { ply_limit: 20, ..MatchOptions::default() };
//! let error = MatchPlan::new(start.clone(), vec![Style::Random], options).expect_err("one bot");
//! assert_eq!(error, MatchError::TooFewBots);
//! let plan = MatchPlan::new(start, vec![Style::Greedy, Style::Random], options)?;
//! let mut plies = 0;
//! let found: FoundMatch = plan.run(4, 1, Vec::new(), None, &mut |game: &MatchGame| {
//!     plies += game.plies;
//!     true
//! })?;
//! let report: &MatchReport = &found.report;
//! let (bot, score): (&BotReport, Estimate) = (&report.bots[0], report.score);
//! let endings: &[EndingCount] = &report.endings;
//! println!("{} games, {plies} moves, {} endings, score {:.2}", bot.games, endings.len(), score.mean);
//!
//! let mut bots = [1, 2].map(|seed| Bot::new(Style::Random, seed));
//! let game = Game::new(&chess).expect("a starting position");
//! match play_game(game, &mut bots, 20, &AtomicBool::new(false)) {
//!     Ok(played) => assert!(played.is_some_and(|it: FinishedGame| it.plies <= 20)),
//!     Err(BotFailure { seat, error, .. }) => panic!("{}: {error}", seat.name(chess.rulebook())),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod plan;
mod play;
mod run;
mod sprt;
mod statistics;
mod tally;

pub use plan::{MatchError, MatchOptions, MatchPlan};
pub(crate) use plan::{mixed, random_opening, weights_hash};
pub use play::{BotFailure, FinishedGame, play_game};
pub use run::{FoundMatch, MatchGame};
pub use sprt::{Sprt, SprtState, Verdict, elo_of_score};
pub use statistics::Estimate;
pub(crate) use statistics::{FEW, quantile};
pub use tally::{BotReport, EndingCount, MatchReport};
