//! SPSA, simultaneous perturbation stochastic approximation: bots with random changes of all weights play
//! against bots with the opposite changes, and the weights follow the bots that win more points.
//!
//! A pair is two games from the same opening. In the second, the seats are exchanged, so that neither
//! a good seat nor a good opening counts. A batch of pairs starts from the same weights; the next batch
//! starts from what it found. The result is the mean of the second half of all batches, which is
//! less random than the last one.
//!
//! Input: a [`Variant`] and [`TuneOptions`]. Output: [`Weights`]. The gain follows from the number of games:
//! chance alone moves a weight by about [`WALK`] of its scale. Does not know what a weight means.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::games::points_of_game;
use super::{TuneOptions, TuneReport, Tuned};
use crate::bot::bounded;
use crate::parallel::parallel_map;
use crate::rules::{Position, Variant};
use crate::search::{Evaluator, Weights};
use threefold_engine::search::Tunable;

/// Number of pairs that start from the same weights.
const BATCH: u32 = 64;
/// Size of a change, as a share of the scale of a weight.
const CHANGE: f64 = 0.8;
/// How far chance alone moves a weight in the whole run, as a share of its scale.
const WALK: f64 = 0.35;

/// Tunes weights by SPSA. Calls `step` after each game. Returns `None` if the variant has no starting
/// position.
pub(super) fn tune(variant: &Variant, options: &TuneOptions, step: &(dyn Fn() + Sync)) -> Option<Tuned> {
    let start = variant.start()?;
    let derived = Evaluator::derived(variant).weights().clone();
    let tunable = derived.tunable(variant.rulebook());
    let pairs = options.games.div_ceil(2);
    // The difference of a pair has a standard deviation of 1 after division by the usual one.
    let gain = WALK / f64::from(pairs.max(1)).sqrt();
    let mut place = vec![0.0; tunable.len()];
    let (mut sum, mut batches) = (vec![0.0; tunable.len()], 0);
    // The mean square of the differences, which depends on the points that a game gives.
    let (mut squares, mut measured) = (0.0, 0.0);
    for first in (0..pairs).step_by(BATCH as usize) {
        let numbers: Vec<u32> = (first..pairs.min(first + BATCH)).collect();
        let played = parallel_map(&numbers, options.threads, |it| {
            let seed = options.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(u64::from(*it));
            let pair = Pair::new(&start, &derived, &tunable, &place, seed);
            let difference = pair.play(options.nodes, step);
            (pair.signs, difference)
        });
        let played: Vec<(Vec<f64>, f64)> = played.into_iter().flatten().collect();
        squares += played.iter().map(|it| it.1 * it.1).sum::<f64>();
        measured += played.len() as f64;
        let usual = (squares / f64::max(measured, 1.0)).sqrt().max(1e-9);
        for (signs, difference) in &played {
            place.iter_mut().zip(signs).for_each(|(it, sign)| *it += gain * difference / usual * sign);
        }
        if first >= pairs / 2 || first + BATCH >= pairs {
            sum.iter_mut().zip(&place).for_each(|(it, now)| *it += now);
            batches += 1;
        }
    }
    let mean: Vec<f64> = sum.iter().map(|it| it / f64::from(batches.max(1))).collect();
    let mut weights = at(&derived, &tunable, &mean);
    weights.round();
    let distance = mean.iter().map(|it| it.abs()).sum::<f64>() / mean.len().max(1) as f64;
    Some(Tuned { weights, report: TuneReport::Spsa { distance } })
}

/// Returns the derived weights with changes, in units of their scales.
fn at(derived: &Weights, tunable: &[Tunable], place: &[f64]) -> Weights {
    let mut weights = derived.clone();
    for (weight, by) in tunable.iter().zip(place) {
        *weight.at(&mut weights) += by * weight.scale;
    }
    weights.clamp();
    weights
}

/// Two games between bots with opposite changes.
struct Pair<'a> {
    start: &'a Position,
    /// The sign of each weight's change.
    signs: Vec<f64>,
    plus: Evaluator,
    minus: Evaluator,
    /// The seats of `plus` in the first game, one bit each; those of `minus` in the second.
    seats: u64,
    seed: u64,
}

impl<'a> Pair<'a> {
    fn new(start: &'a Position, derived: &Weights, tunable: &[Tunable], place: &[f64], seed: u64) -> Self {
        let mut random = Pcg64::seed_from_u64(!seed);
        let signs: Vec<f64> = tunable.iter().map(|_| if random.next_u64() >> 63 == 0 { 1.0 } else { -1.0 }).collect();
        let variant = start.variant();
        let evaluator = |by: f64| {
            let place: Vec<f64> = place.iter().zip(&signs).map(|(it, sign)| it + by * sign).collect();
            Evaluator::with_weights(variant, at(derived, tunable, &place))
        };
        let (plus, minus) = (evaluator(CHANGE), evaluator(-CHANGE));
        // Neither nobody nor everybody.
        let seats = 1 + bounded(&mut random, (1 << variant.rulebook().seats().len()) - 2);
        Self { start, signs, plus, minus, seats, seed }
    }

    /// Plays both games. Returns by how many points a seat with `plus` has more than one with `minus`.
    fn play(&self, nodes: u64, step: &(dyn Fn() + Sync)) -> f64 {
        let difference = |exchanged: bool| {
            let is_plus = |seat: usize| (self.seats >> seat & 1 != 0) != exchanged;
            let points = points_of_game(
                self.start,
                |seat| if is_plus(seat) { &self.plus } else { &self.minus },
                nodes,
                self.seed,
            );
            step();
            let mean = |side: bool| {
                let own: Vec<f64> =
                    points.iter().enumerate().filter(|(seat, _)| is_plus(*seat) == side).map(|it| *it.1).collect();
                own.iter().sum::<f64>() / own.len().max(1) as f64
            };
            mean(true) - mean(false)
        };
        difference(false) + difference(true)
    }
}
