//! Games for tuning: plays a variant against itself, and samples quiet positions.
//!
//! In: a starting position, an evaluator and the number of a game. Out: [`Sample`]s. The same number
//! gives the same game. Does not know weights.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::bot::bounded;
use crate::rules::Position;
use crate::search::{Algorithm, Evaluator, Limits, SearchOptions, search};

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

/// Plays one game, and returns its samples.
pub fn play(start: &Position, evaluator: &Evaluator, nodes: u64, seed: u64) -> Vec<Sample> {
    let mut random = Pcg64::seed_from_u64(seed);
    let seats = start.variant().rulebook().seats().len() as u64;
    let mut position = start.clone();
    let opening = seats * RANDOM_PLIES.0 + bounded(&mut random, seats * (RANDOM_PLIES.1 - RANDOM_PLIES.0));
    position.play_out(opening as u32, &mut |count| bounded(&mut random, count));
    let mut history: Vec<Position> = Vec::new();
    let mut keys = Vec::new();
    let mut samples: Vec<(usize, Position, Vec<f64>)> = Vec::new();
    // By ply: the expected points of each seat.
    let mut expected: Vec<Vec<f64>> = Vec::new();
    for _ in 0..seats * MAX_PLIES {
        let key = position.repetition_key();
        keys.push(key);
        if position.ending().is_some() || keys.iter().filter(|it| **it == key).count() >= 3 {
            break;
        }
        let earlier = history[history.len().saturating_sub(MEMORY)..].to_vec();
        let options = SearchOptions {
            seed: random.next_u64() | 1,
            history: earlier,
            table_bytes: TABLE_BYTES,
            ..SearchOptions::new(Algorithm::default(), Limits::nodes(nodes))
        };
        let found = search(&position, evaluator, &options);
        let Some(line) = found.lines.first().filter(|it| !it.moves.is_empty()) else { break };
        if bounded(&mut random, SAMPLED) == 0
            && line.plies_to_end.is_none()
            && let Some(quiet) = end_of(&position, &line.moves)
        {
            samples.push((expected.len(), quiet, points_of(&position)));
        }
        expected.push(line.points.clone());
        let legal = position.legal_moves();
        let is_random = bounded(&mut random, BLUNDERS) == 0;
        let picked = bounded(&mut random, legal.len() as u64) as usize;
        let mv = if is_random { legal[picked] } else { line.moves[0] };
        let Ok(next) = position.play_unchecked(mv) else { break };
        history.push(std::mem::replace(&mut position, next));
    }
    let mut points = match expected.last() {
        Some(last) if position.ending().is_none() => last.clone(),
        _ => points_of(&position),
    };
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
fn end_of(position: &Position, moves: &[crate::rules::Move]) -> Option<Position> {
    let mut last = position.clone();
    for mv in moves {
        last = last.play_unchecked(*mv).ok()?;
    }
    let seats = || position.variant().rulebook().seat_ids();
    let is_same = seats().all(|it| last.is_living(it) == position.is_living(it));
    (is_same && last.ending().is_none() && last.scores() == position.scores()).then_some(last)
}
