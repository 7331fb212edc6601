//! The figures of a match: points, intervals, seats and endings.
//!
//! Contains [`MatchReport`] and [`MatchTally`], which counts games in order.
//!
//! A round is the unit of the statistics, because its games share an opening. A bot's value in a
//! round is the mean of its points over all of its seats. Only whole rounds count.
//!
//! Input: games in the order of their numbers. Output: a [`MatchReport`]. Does not know threads.

use super::plan::MatchPlan;
use super::run::MatchGame;
use super::statistics::{Estimate, RunningMoments};
use crate::search::most_points;
use crate::sorting::CompactSort;

/// The figures of a match.
///
/// [`arena`](crate::arena) has an example.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MatchReport {
    /// Number of whole rounds.
    pub rounds: u32,
    /// Number of games in these rounds.
    pub games: u32,
    /// The bots, in the order of their numbers.
    pub bots: Vec<BotReport>,
    /// Points per game of the first bot minus points per game of the second one.
    pub difference: Estimate,
    /// Mean score of the first bot against the second one, from 0 to 1.
    pub score: Estimate,
    /// The endings, the most frequent one first.
    pub endings: Vec<EndingCount>,
    /// Number of games that the ply limit ended.
    pub cut: u32,
    /// Mean number of moves of a game.
    pub plies: f64,
}

/// The figures of one bot.
///
/// [`arena`](crate::arena) has an example.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BotReport {
    /// Mean points for one seat in one game.
    pub points: f64,
    /// Half width of the 95 % confidence interval of the points; `None` for fewer than two rounds, and for a few
    /// equal ones.
    pub margin: Option<f64>,
    /// By seat: mean points and number of games.
    pub seats: Vec<(f64, u32)>,
    /// Number of games in which the bot played.
    pub games: u32,
}

/// How many games ended in one way.
///
/// [`arena`](crate::arena) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EndingCount {
    /// Label of the outcome.
    pub ending: String,
    /// Number of games.
    pub games: u32,
}

/// Counts the games of a match in order.
#[derive(Debug)]
pub(super) struct MatchTally<'a> {
    plan: &'a MatchPlan,
    /// Points that make the greatest possible difference.
    scale: f64,
    /// The games of the round that is not complete.
    open: Vec<MatchGame>,
    rounds: u32,
    bots: Vec<BotTally>,
    difference: RunningMoments,
    score: RunningMoments,
    endings: Vec<EndingCount>,
    cut: u32,
    plies: u64,
}

#[derive(Clone, Debug)]
struct BotTally {
    points: RunningMoments,
    /// By seat: the sum of points and the number of games.
    seats: Vec<(f64, u32)>,
    games: u32,
}

impl<'a> MatchTally<'a> {
    /// Creates a tally without games.
    pub fn new(plan: &'a MatchPlan) -> Self {
        let book = plan.start().variant().rulebook();
        let most = most_points(book);
        let bot = BotTally { points: RunningMoments::default(), seats: vec![(0.0, 0); book.seats().len()], games: 0 };
        Self {
            plan,
            scale: if most > 0.0 { most } else { 1.0 },
            open: Vec::new(),
            rounds: 0,
            bots: vec![bot; plan.bots().len()],
            difference: RunningMoments::default(),
            score: RunningMoments::default(),
            endings: Vec::new(),
            cut: 0,
            plies: 0,
        }
    }

    /// Returns the number of games so far, which is the number of the next game.
    pub fn games(&self) -> u32 {
        self.rounds * self.plan.seatings().len() as u32 + self.open.len() as u32
    }

    /// Adds the next game. Returns the score of the first bot against the second one if the game
    /// completes a round.
    pub fn add(&mut self, game: &MatchGame) -> Option<f64> {
        self.open.push(game.clone());
        if self.open.len() < self.plan.seatings().len() {
            return None;
        }
        self.rounds += 1;
        let mut round = vec![(0.0, 0_u32); self.bots.len()];
        for (game, seating) in self.open.drain(..).zip(self.plan.seatings()) {
            for (seat, (bot, points)) in seating.iter().zip(&game.points).enumerate() {
                let entry = &mut self.bots[*bot].seats[seat];
                *entry = (entry.0 + points, entry.1 + 1);
                round[*bot] = (round[*bot].0 + points, round[*bot].1 + 1);
            }
            for (number, bot) in self.bots.iter_mut().enumerate() {
                bot.games += u32::from(seating.contains(&number));
            }
            self.plies += game.plies as u64;
            match self.endings.iter_mut().find(|it| it.ending == game.ending) {
                _ if game.is_cut => self.cut += 1,
                Some(entry) => entry.games += 1,
                None => self.endings.push(EndingCount { ending: game.ending, games: 1 }),
            }
        }
        let mean = |it: (f64, u32)| it.0 / f64::from(it.1.max(1));
        for (bot, sum) in self.bots.iter_mut().zip(&round) {
            bot.points.add(mean(*sum));
        }
        let difference = mean(round[0]) - mean(round[1]);
        let score = (0.5 + difference / (2.0 * self.scale)).clamp(0.0, 1.0);
        self.difference.add(difference);
        self.score.add(score);
        Some(score)
    }

    /// Returns the figures of the whole rounds.
    pub fn report(&self) -> MatchReport {
        let bot = |it: &BotTally| {
            let points = it.points.estimate();
            let seats = it.seats.iter().map(|it| (it.0 / f64::from(it.1.max(1)), it.1)).collect();
            BotReport { points: points.mean, margin: points.margin, seats, games: it.games }
        };
        let games = self.rounds * self.plan.seatings().len() as u32;
        let mut endings = self.endings.clone();
        endings.compact_sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.ending.cmp(&b.ending)));
        MatchReport {
            rounds: self.rounds,
            games,
            bots: self.bots.iter().map(bot).collect(),
            difference: self.difference.estimate(),
            score: self.score.estimate(),
            endings,
            cut: self.cut,
            plies: self.plies as f64 / f64::from(games.max(1)),
        }
    }
}
