//! The plan of a match: which bot plays for which seat in which game, from which opening.
//!
//! Contains [`MatchPlan`], which plays any single game by its number.
//!
//! Input: a start, bots and options. Output: games. Does not know in which order they are played.

use std::sync::atomic::AtomicBool;

use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use sha2::{Digest, Sha256};

use super::play::{BotFailure, PLY_LIMIT, play_game};
use super::run::MatchGame;
use crate::bot::{Bot, BotError, Style, bounded};
use crate::game::Game;
use crate::rules::Position;
use crate::search::Evaluator;

/// Maximum number of seatings of a match.
const MAX_SEATINGS: usize = 5_000;
/// Number of attempts to find an opening after which everyone is still in the game.
const ATTEMPTS: usize = 100;

/// Options of a match.
///
/// [`arena`](crate::arena) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchOptions {
    /// Seed of the openings and of the bots.
    pub seed: u64,
    /// Number of random moves before the bots take over.
    pub opening_plies: usize,
    /// Maximum number of moves of a game, including the opening.
    pub ply_limit: usize,
}

impl Default for MatchOptions {
    fn default() -> Self {
        Self { seed: 1, opening_plies: 4, ply_limit: 400 }
    }
}

/// Why a match cannot be played.
///
/// [`arena`](crate::arena) has an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// A match needs at least two bots.
    #[error("a match needs at least two bots")]
    TooFewBots,
    /// The number of seatings is too large.
    #[error("{bots} bots have too many seatings for {seats} seats: the maximum is {MAX_SEATINGS}")]
    TooManySeatings {
        /// Number of bots.
        bots: usize,
        /// Number of seats.
        seats: usize,
    },
    /// The weights of a bot cannot be used.
    #[error(transparent)]
    Weights(#[from] BotError),
    /// A bot failed in a game.
    #[error("the bot `{bot}` failed in game {game}: {failure}")]
    Bot {
        /// The bot as text.
        bot: String,
        /// Number of the game.
        game: u32,
        /// The reason of the failure.
        failure: BotFailure,
    },
    /// A game panicked.
    #[error("a game broke off: {0}")]
    Panicked(String),
}

/// A match that can be played game by game.
///
/// [`arena`](crate::arena) has an example.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    start: Position,
    bots: Vec<Style>,
    evaluators: Vec<Option<Evaluator>>,
    seatings: Vec<Vec<usize>>,
    options: MatchOptions,
}

impl MatchPlan {
    /// Plans a match from a position that is not over.
    ///
    /// # Errors
    /// Returns an error if there are too few bots, if there are too many seatings, or if the weights
    /// of a bot cannot be used.
    pub fn new(start: Position, bots: Vec<Style>, options: MatchOptions) -> Result<Self, MatchError> {
        let seats = start.variant().rulebook().seats().len();
        if bots.len() < 2 {
            return Err(MatchError::TooFewBots);
        }
        let seatings = seatings(seats, bots.len()).ok_or(MatchError::TooManySeatings { bots: bots.len(), seats })?;
        let evaluators = bots.iter().map(|it| it.evaluator(start.variant())).collect::<Result<_, _>>()?;
        Ok(Self { start, bots, evaluators, seatings, options })
    }

    /// Returns the position from which the openings start.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the bots, in the order of their numbers.
    pub fn bots(&self) -> &[Style] {
        &self.bots
    }

    /// Returns the options of the match.
    pub fn options(&self) -> &MatchOptions {
        &self.options
    }

    /// Returns the seatings of a round: for each seat, the number of its bot.
    pub fn seatings(&self) -> &[Vec<usize>] {
        &self.seatings
    }

    /// Returns one sentence for people for each bot whose file of weights was made for other rules.
    pub fn notes(&self) -> Vec<String> {
        let note = |(bot, evaluator): (&Style, &Option<Evaluator>)| bot.note(evaluator.as_ref(), self.start.variant());
        self.bots.iter().zip(&self.evaluators).filter_map(note).collect()
    }

    /// Returns a hash of the weights of each bot, in hexadecimal; `None` for a bot without weights.
    pub fn weight_hashes(&self) -> Vec<Option<String>> {
        self.evaluators.iter().map(|it| it.as_ref().map(weights_hash)).collect()
    }

    /// Returns the number of games in the fewest rounds with at least this many games.
    pub fn whole_rounds(&self, games: u32) -> u32 {
        games.next_multiple_of(self.seatings.len() as u32)
    }

    /// Returns the opening of a round: a game of random moves in which everyone is still playing.
    pub fn opening(&self, round: u32) -> Game {
        let random = Pcg64::seed_from_u64(mixed(self.options.seed, u64::from(round) << 1));
        random_opening(&self.start, self.options.opening_plies, random)
    }

    /// Plays one game. Returns `None` if `stop` becomes true before its end.
    ///
    /// # Errors
    /// Returns an error if a bot fails.
    pub fn play(&self, index: u32, stop: &AtomicBool) -> Result<Option<MatchGame>, MatchError> {
        let (round, seats) = self.seating_of(index);
        let seed = mixed(self.options.seed, u64::from(index) << 1 | 1);
        let mut bots: Vec<Bot> = Vec::new();
        for (seat, bot) in seats.iter().enumerate() {
            let own = Bot::new(self.bots[*bot].clone(), mixed(seed, seat as u64));
            bots.push(own.with_evaluator(self.evaluators[*bot].clone()));
        }
        let finished = play_game(self.opening(round), &mut bots, self.options.ply_limit, stop).map_err(|failure| {
            MatchError::Bot { bot: self.bots[seats[failure.seat.index()]].to_string(), game: index, failure }
        })?;
        Ok(finished.map(|it| MatchGame {
            index,
            is_cut: it.ending.is_none(),
            ending: it.ending.unwrap_or_else(|| PLY_LIMIT.to_owned()),
            points: it.points,
            plies: it.plies,
            moves: it.game.played().iter().map(|it| it.text().to_owned()).collect(),
        }))
    }

    /// Returns the round of a game, and the bot of each seat.
    pub fn seating_of(&self, index: u32) -> (u32, &[usize]) {
        let count = self.seatings.len();
        (index / count as u32, &self.seatings[index as usize % count])
    }
}

/// Returns a hash of weights, in hexadecimal.
pub(crate) fn weights_hash(evaluator: &Evaluator) -> String {
    // The text has the shortest digits that read back as the same numbers.
    let digest = Sha256::digest(format!("{:?}", evaluator.weights()));
    digest.iter().take(8).map(|it| format!("{it:02x}")).collect()
}

/// Returns a game of `plies` random moves in which everyone is still playing.
pub(crate) fn random_opening(start: &Position, plies: usize, mut random: Pcg64) -> Game {
    let everyone = start.variant().rulebook().seat_ids().filter(|it| start.is_living(*it)).count();
    for _ in 0..ATTEMPTS {
        let mut game = Game::from_position(start.clone());
        for _ in 0..plies {
            let legal = game.legal_moves();
            if legal.is_empty() || game.is_game_over() {
                break;
            }
            let mv = legal[bounded(&mut random, legal.len() as u64) as usize];
            if game.play(mv).is_err() {
                break;
            }
        }
        let position = game.position();
        let living = position.variant().rulebook().seat_ids().filter(|it| position.is_living(*it)).count();
        if !game.is_game_over() && living == everyone && game.moves().count() == plies {
            return game;
        }
    }
    Game::from_position(start.clone())
}

/// Mixes two numbers into a seed (SplitMix64, Steele et al., 2014).
pub(crate) fn mixed(seed: u64, number: u64) -> u64 {
    let mut it = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    it = (it ^ (it >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    it = (it ^ (it >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    it ^ (it >> 31)
}

/// Returns every seating in which each bot plays. With more bots than seats, returns every seating of
/// different bots. Returns `None` if there are too many.
fn seatings(seats: usize, bots: usize) -> Option<Vec<Vec<usize>>> {
    let mut found = Vec::new();
    let mut seating = Vec::new();
    extend(seats, bots, &mut seating, &mut found).then_some(found)
}

/// Adds every seating that starts with `seating`. Returns `false` if there are too many.
fn extend(seats: usize, bots: usize, seating: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) -> bool {
    let missing = (0..bots).filter(|it| !seating.contains(it)).count();
    let left = seats - seating.len();
    if bots <= seats && missing > left {
        return true;
    }
    if left == 0 {
        found.push(seating.clone());
        return found.len() <= MAX_SEATINGS;
    }
    for bot in 0..bots {
        if bots > seats && seating.contains(&bot) {
            continue;
        }
        seating.push(bot);
        let goes_on = extend(seats, bots, seating, found);
        seating.pop();
        if !goes_on {
            return false;
        }
    }
    true
}
