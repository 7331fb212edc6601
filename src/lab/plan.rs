//! The plan of a lab: everything that its games depend on.
//!
//! Contains [`LabPlan`], and [`PlanKey`], which identifies it in files.
//!
//! Input: a start, a bot for each seat, and options. Output: seeds and constants of the games. Does
//! not know how games are played or counted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::impact::ImpactPlan;
use super::row::MAX_SEATS;
use crate::arena::{mixed, weights_hash};
use crate::bot::{Bot, BotError, Style};
use crate::notation::position::print;
use crate::policy::Points;
use crate::rulebook::{SeatId, SeatSet};
use crate::rules::Position;
use crate::search::{Evaluator, mean_points};

/// Version of how games and figures follow from a plan. It changes when the same plan gives other
/// figures.
///
/// [`lab`](crate::lab) has an example.
pub const GENERATOR: u32 = 1;

/// Number of random moves at the start if a bot searches. Without them, its games would be alike.
const OPENINGS: u32 = 6;

/// Options of a lab.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabOptions {
    /// Seed of the games.
    pub seed: u64,
    /// Number of random moves before the bots take over.
    pub opening_plies: u32,
    /// Maximum number of moves of a game, those of the opening included.
    pub ply_limit: u32,
}

impl Default for LabOptions {
    fn default() -> Self {
        Self { seed: 1, opening_plies: 0, ply_limit: 2_000 }
    }
}

impl LabOptions {
    /// Returns the usual number of random moves before these bots take over: none if all of them are
    /// random.
    ///
    /// ```
    /// use threefold::bot::Style;
    /// use threefold::lab::LabOptions;
    ///
    /// assert_eq!(LabOptions::usual_opening(&[Style::Random, Style::Random]), 0);
    /// assert_eq!(LabOptions::usual_opening(&[Style::Random, Style::Greedy]), 6);
    /// ```
    pub fn usual_opening(bots: &[Style]) -> u32 {
        if bots.iter().all(|it| *it == Style::Random) { 0 } else { OPENINGS }
    }
}

/// Why games cannot be played.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LabError {
    /// The number of bots is not the number of seats.
    #[error("{bots} bots cannot play on {seats} seats")]
    WrongNumberOfBots {
        /// Number of bots.
        bots: usize,
        /// Number of seats.
        seats: usize,
    },
    /// The game is over in the start position.
    #[error("the game is over in this position, so there is nothing to play")]
    Over,
    /// The weights of a bot cannot be used, or a bot failed.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// A game panicked.
    #[error("a game broke off: {0}")]
    Panicked(String),
}

/// The identity of a plan in a file: everything that its games depend on.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanKey {
    /// Version of this crate.
    pub version: String,
    /// Version of how games follow from a plan: [`GENERATOR`].
    pub generator: u32,
    /// Name of the rulebook.
    pub variant: String,
    /// Hash of the rules.
    pub rules: String,
    /// The start position as canonical text.
    pub start: String,
    /// The bot of each seat.
    pub bots: Vec<String>,
    /// Hash of the weights of each bot; `None` for a bot without weights.
    pub weights: Vec<Option<String>>,
    /// Seed of the games.
    pub seed: u64,
    /// Number of random moves before the bots take over.
    pub openings: u32,
    /// Maximum number of moves of a game.
    pub plies: u32,
    /// Distance between the games sampled for rule impact; 0 if none is sampled.
    pub impact: u32,
}

/// A lab that can be played game by game.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug)]
pub struct LabPlan {
    start: Position,
    bots: Vec<Style>,
    evaluators: Vec<Option<Evaluator>>,
    options: LabOptions,
    /// Seed of the games, mixed from the version of the generator, the seed of the lab, the rules and the weights.
    base: u64,
    unit: i32,
    /// By number of remaining players: units that each of them receives in an unfinished game.
    shared: [i32; MAX_SEATS + 1],
    /// By kind: the material value.
    values: Vec<i32>,
    impact: Option<Arc<ImpactPlan>>,
    /// Whether to stop.
    stop: &'static AtomicBool,
}

/// The flag of a plan that nothing stops.
static NEVER: AtomicBool = AtomicBool::new(false);

impl LabPlan {
    /// Plans games from a position that is not over.
    ///
    /// # Errors
    /// Returns an error if the game is over, if the number of bots is wrong, or if the weights of a
    /// bot cannot be used.
    pub fn new(start: Position, bots: Vec<Style>, options: LabOptions) -> Result<Self, LabError> {
        let variant = start.variant().clone();
        let book = variant.rulebook();
        let seats = book.seats().len();
        if start.ending().is_some() {
            return Err(LabError::Over);
        }
        if bots.len() != seats {
            return Err(LabError::WrongNumberOfBots { bots: bots.len(), seats });
        }
        let evaluators = bots.iter().map(|it| it.evaluator(&variant)).collect::<Result<Vec<_>, _>>()?;
        let common = |a: i32, b: i32| a / greatest_common_divisor(a, b) * b;
        let scores =
            book.outcomes().iter().flat_map(|it| it.score()).chain(book.claims().iter().flat_map(|it| it.score()));
        let is_finer = scores.into_iter().any(|it| it.1.0 % (Points::UNIT / 2) != 0);
        let unit = 2 * (1..=seats as i32).fold(1, common);
        let unit = if is_finer { common(unit, Points::UNIT) } else { unit };
        let mut shared = [0; MAX_SEATS + 1];
        for (living, entry) in shared.iter_mut().enumerate().skip(1).take(seats) {
            *entry = (mean_points(book, living) * f64::from(unit)).round() as i32;
        }
        // Without values in the rulebook, each piece counts as one.
        let mut values: Vec<i32> = book.kinds().iter().map(|it| it.value().clamp(0, 10_000)).collect();
        if values.iter().all(|it| *it == 0) {
            values.fill(1);
        }
        let mut plan =
            Self { start, bots, evaluators, options, base: 0, unit, shared, values, impact: None, stop: &NEVER };
        let key = plan.key();
        let seeded = format!("{}\n{}\n{}\n{:?}", GENERATOR, key.seed, key.rules, key.weights);
        let digest = Sha256::digest(seeded);
        plan.base = digest.iter().take(8).fold(0, |base, byte| base << 8 | u64::from(*byte));
        Ok(plan)
    }

    /// Samples positions to find out how often each rule matters: one position of each of the first
    /// thousand games, and then of every `step`-th game. The games stay the same.
    ///
    /// ```
    /// use threefold::bot::Style;
    /// use threefold::lab::{LabOptions, LabPlan, Report};
    ///
    /// let start = threefold::load("chess")?.variant.start().expect("a starting position");
    /// let plan = LabPlan::new(start, vec![Style::Random; 2], LabOptions::default())?.with_impact(100);
    /// let tally = plan.run(0..10, 1, &mut |_games| true)?;
    /// let impact = Report::new(&plan, &tally).impact.expect("it was sampled");
    /// assert_eq!(impact.samples, 10);
    /// assert!(impact.rules.iter().any(|it| it.name == "double-step" && it.added.count > 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_impact(mut self, step: u32) -> Self {
        self.impact = (step > 0).then(|| Arc::new(ImpactPlan::new(self.start.variant(), step)));
        self
    }

    /// Stops all runs once the flag is true. [`LabPlan::run`] then returns the counts of the first games, as many as are
    /// complete without a gap, and [`LabPlan::run_blocks`] passes on whole blocks only.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use threefold::bot::Style;
    /// use threefold::lab::{LabOptions, LabPlan};
    ///
    /// static STOP: AtomicBool = AtomicBool::new(true);
    /// let start = threefold::load("chess")?.variant.start().expect("a starting position");
    /// let plan = LabPlan::new(start, vec![Style::Random; 2], LabOptions::default())?.with_stop(&STOP);
    /// assert_eq!(plan.run(0..10, 1, &mut |_games| true)?.games, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_stop(mut self, stop: &'static AtomicBool) -> Self {
        self.stop = stop;
        self
    }

    /// Returns the flag that stops all runs.
    pub(super) fn stop_flag(&self) -> &'static AtomicBool {
        self.stop
    }

    /// Reports whether all runs have to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns the rules whose impact is measured.
    pub(super) fn impact(&self) -> Option<&ImpactPlan> {
        self.impact.as_deref()
    }

    /// Returns the number of moves before the sampled turn of a game of this length.
    pub(super) fn sampled_turn(&self, index: u64, plies: u32) -> Option<u32> {
        let impact = self.impact().filter(|it| it.is_sampled(index) && plies > 0)?;
        Some(impact.turn(mixed(self.base, index), plies))
    }

    /// Returns the position from which all games start.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the bot of each seat.
    pub fn bots(&self) -> &[Style] {
        &self.bots
    }

    /// Returns the options of the lab.
    pub fn options(&self) -> &LabOptions {
        &self.options
    }

    /// Returns the number of units that make one point.
    pub fn unit(&self) -> i32 {
        self.unit
    }

    /// Returns what identifies the plan in files.
    pub fn key(&self) -> PlanKey {
        let variant = self.start.variant();
        PlanKey {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            generator: GENERATOR,
            variant: variant.slug().to_owned(),
            rules: variant.hash().to_owned(),
            start: print(&self.start),
            bots: self.bots.iter().map(ToString::to_string).collect(),
            weights: self.evaluators.iter().map(|it| it.as_ref().map(weights_hash)).collect(),
            seed: self.options.seed,
            openings: self.options.opening_plies,
            plies: self.options.ply_limit,
            impact: self.impact.as_ref().map_or(0, |it| it.step()),
        }
    }

    /// Reports whether every game is the same in every run: no bot is limited by time or uses
    /// another program.
    pub fn is_reproducible(&self) -> bool {
        self.bots.iter().all(Style::is_reproducible)
    }

    /// Reports whether all moves are random, so that games run inside the engine.
    pub fn is_random(&self) -> bool {
        self.bots.iter().all(|it| *it == Style::Random)
    }

    /// Returns the generator of a game.
    pub(super) fn random(&self, index: u64) -> Pcg64 {
        Pcg64::seed_from_u64(mixed(self.base, index))
    }

    /// Returns the bots of a game, one for each seat.
    pub(super) fn seated(&self, index: u64) -> Vec<Bot> {
        let seed = mixed(self.base, index);
        let all = self.bots.iter().zip(&self.evaluators).enumerate();
        all.map(|(seat, (style, made))| Bot::new(style.clone(), mixed(seed, seat as u64)).with_evaluator(made.clone()))
            .collect()
    }

    /// Returns the units that each of `living` remaining players receives in an unfinished game.
    pub(super) fn shared(&self, living: SeatSet) -> i32 {
        self.shared[living.count_ones() as usize]
    }

    /// Returns the material value of each kind.
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// Returns the seats that play in the start position.
    pub(super) fn players(&self) -> Vec<SeatId> {
        self.start.variant().rulebook().seat_ids().filter(|it| self.start.is_living(*it)).collect()
    }
}

fn greatest_common_divisor(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
