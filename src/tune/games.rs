//! Games for tuning: plays a variant against itself.
//!
//! Input: a starting position, evaluators and the seed of a game. Output: [`Sample`]s of quiet positions, or
//! the points of each seat. The same seed gives the same game. Does not know weights.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::bot::bounded;
use crate::rules::{Move, Position};
use crate::search::{Algorithm, Evaluator, Limits, SearchOptions, Variation, search};

/// Smallest and greatest number of random plies at the start of a game, for each player.
const RANDOM_PLIES: (u64, u64) = (1, 5);
/// Maximum length of a game for each player, in plies. The last search then estimates the points.
const MAX_PLIES: u64 = 90;
/// One of this many positions is sampled.
const SAMPLED: u64 = 4;
/// One of this many moves is random, so that material is unequal often enough.
const BLUNDERS: u64 = 40;
/// How much the result of a game counts, compared with the searches that follow, for each ply in
/// between (the lambda of temporal-difference learning).
const LAMBDA: f64 = 0.97;
/// Number of earlier positions that a search knows.
const MEMORY: usize = 16;
/// Maximum size of the transposition table of one search, in bytes.
const TABLE_BYTES: usize = 1 << 18;

/// A quiet position and what its players made of it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position after the moves that a search expects, so that no capture is pending.
    pub position: Position,
    /// The points that each seat is expected to win from there to the end of the game.
    pub points: Vec<f64>,
}

/// A game that bots are playing, from a random opening.
struct SelfPlay {
    position: Position,
    random: Pcg64,
    earlier: Vec<Position>,
    keys: Vec<u64>,
    plies_left: u64,
}

impl SelfPlay {
    /// Plays the random opening that belongs to a seed.
    fn new(start: &Position, seed: u64) -> Self {
        let mut random = Pcg64::seed_from_u64(seed);
        let seats = start.variant().rulebook().seats().len() as u64;
        let mut position = start.clone();
        let opening = seats * RANDOM_PLIES.0 + bounded(&mut random, seats * (RANDOM_PLIES.1 - RANDOM_PLIES.0));
        position.play_out(opening as u32, &mut |count| bounded(&mut random, count));
        Self { position, random, earlier: Vec::new(), keys: Vec::new(), plies_left: seats * MAX_PLIES }
    }

    /// Searches the position. Returns `None` at the end of the game, which includes the third
    /// repetition and the maximum length.
    fn search(&mut self, evaluator: &Evaluator, nodes: u64) -> Option<Variation> {
        let key = self.position.repetition_key();
        self.keys.push(key);
        let times = self.keys.iter().filter(|it| **it == key).count();
        self.plies_left = self.plies_left.checked_sub(1)?;
        if self.position.ending().is_some() || times >= 3 {
            return None;
        }
        let options = SearchOptions {
            seed: self.random.next_u64() | 1,
            history: self.earlier[self.earlier.len().saturating_sub(MEMORY)..].to_vec(),
            table_bytes: TABLE_BYTES,
            ..SearchOptions::new(Algorithm::default(), Limits::nodes(nodes))
        };
        search(&self.position, evaluator, &options).lines.into_iter().next().filter(|it| !it.moves.is_empty())
    }

    /// Makes a legal move. Returns `None` if it is not legal.
    fn play(&mut self, mv: Move) -> Option<()> {
        let next = self.position.play_unchecked(mv).ok()?;
        self.earlier.push(std::mem::replace(&mut self.position, next));
        Some(())
    }

    /// Returns the points of each seat. `last` has the points that the last search expected, which count
    /// if the game has no end.
    fn points(&self, last: Option<Vec<f64>>) -> Vec<f64> {
        last.filter(|_| self.position.ending().is_none()).unwrap_or_else(|| points_of(&self.position))
    }
}

/// Plays one game in which `evaluator_of` returns the evaluator of each seat. Returns the points of
/// each seat.
pub fn points_of_game<'a>(
    start: &Position,
    evaluator_of: impl Fn(usize) -> &'a Evaluator,
    nodes: u64,
    seed: u64,
) -> Vec<f64> {
    let mut game = SelfPlay::new(start, seed);
    let mut last = None;
    while let Some(line) = game.search(evaluator_of(game.position.turn().index()), nodes) {
        let mv = line.moves[0];
        last = Some(line.points);
        if game.play(mv).is_none() {
            break;
        }
    }
    game.points(last)
}

/// Plays one game, and returns its samples.
pub fn play(start: &Position, evaluator: &Evaluator, nodes: u64, seed: u64) -> Vec<Sample> {
    let mut game = SelfPlay::new(start, seed);
    let mut samples: Vec<(usize, Position, Vec<f64>)> = Vec::new();
    // By ply: the expected points of each seat.
    let mut expected: Vec<Vec<f64>> = Vec::new();
    while let Some(line) = game.search(evaluator, nodes) {
        if bounded(&mut game.random, SAMPLED) == 0
            && line.plies_to_end.is_none()
            && let Some(quiet) = end_of(&game.position, &line.moves)
        {
            samples.push((expected.len(), quiet, points_of(&game.position)));
        }
        expected.push(line.points.clone());
        let legal = game.position.legal_moves();
        let is_random = bounded(&mut game.random, BLUNDERS) == 0;
        let picked = bounded(&mut game.random, legal.len() as u64) as usize;
        let mv = if is_random { legal[picked] } else { line.moves[0] };
        if game.play(mv).is_none() {
            break;
        }
    }
    let mut points = game.points(expected.last().cloned());
    // The later a search, the more it knows: TD(lambda), from the last ply to the first.
    for at in expected.iter_mut().rev() {
        let before = std::mem::replace(at, points.clone());
        points.iter_mut().zip(before).for_each(|(it, before)| *it = LAMBDA * *it + (1.0 - LAMBDA) * before);
    }
    let since = |ply: usize, before: &[f64]| expected[ply].iter().zip(before).map(|(it, before)| it - before).collect();
    let sample =
        |(ply, position, before): (usize, Position, Vec<f64>)| Sample { points: since(ply, &before), position };
    samples.into_iter().map(sample).collect()
}

fn points_of(position: &Position) -> Vec<f64> {
    position.scores().into_iter().map(f64::from).collect()
}

/// Returns the position after a line, unless a player is eliminated on the way or the game ends.
fn end_of(position: &Position, moves: &[Move]) -> Option<Position> {
    let mut last = position.clone();
    for mv in moves {
        last = last.play_unchecked(*mv).ok()?;
    }
    let seats = || position.variant().rulebook().seat_ids();
    let is_same = seats().all(|it| last.is_living(it) == position.is_living(it));
    (is_same && last.ending().is_none() && last.scores() == position.scores()).then_some(last)
}
