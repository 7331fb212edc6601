//! Texel tuning for any number of players: fits the evaluation of quiet positions to the points that every
//! player has at the end of the game.
//!
//! Input: a [`Variant`] and [`TuneOptions`]. Output: [`Weights`] with their loss. The fit sees only what
//! the evaluation says, so it cannot know how well a search plays with it: `spsa` does.

use super::fit::{Confidence, Prior, TrainingRow, fit, loss};
use super::games::{Sample, play};
use super::{TuneOptions, TuneReport, Tuned};
use crate::parallel::parallel_map;
use crate::rules::{Position, Variant};
use crate::search::{Evaluator, Weights};
use threefold_engine::search::Tunable;

/// Number of rounds. Each one plays with the weights that the previous ones found.
const ROUNDS: u32 = 2;
/// Number of independent positions that a game counts for.
const INDEPENDENT: f64 = 6.0;
/// Number of fits to the same positions: the derivatives depend on the weights a little.
const FITS: u32 = 2;

/// Fits weights to games. Calls `step` after each game. Returns `None` if the variant has no starting
/// position.
pub(super) fn tune(variant: &Variant, options: &TuneOptions, step: &(dyn Fn() + Sync)) -> Option<Tuned> {
    let start = variant.start()?;
    let derived = Evaluator::derived(variant).weights().clone();
    let mut weights = derived.clone();
    let (mut samples, mut games) = (Vec::new(), 0);
    for round in 0..ROUNDS {
        let evaluator = Evaluator::with_weights(variant, weights.clone());
        let numbers: Vec<u64> =
            (0..options.games).filter(|it| it * ROUNDS / options.games.max(1) == round).map(u64::from).collect();
        let seed_of = |it: u64| options.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(it);
        let played = parallel_map(&numbers, options.threads, |it| {
            let samples = play(&start, &evaluator, options.nodes, seed_of(*it));
            step();
            samples
        });
        games += numbers.len() as u32;
        samples.extend(played.into_iter().flatten().flatten());
        for _ in 0..FITS {
            weights = fitted(variant, &samples, games, &derived, &weights);
        }
        // With several opponents, chances are nearly equal for long, but plans need clear aims.
        if variant.rulebook().seats().len() == 2 {
            let rows = rows(variant, &samples, &weights, &[]);
            weights.spread = Confidence::spread(&rows, weights.spread, evidence(&samples, games));
        }
    }
    weights.round();
    let loss_of = |weights: &Weights| {
        let rows = rows(variant, &samples, weights, &[]);
        loss(&rows, &Confidence::fit(&rows, weights.spread, evidence(&samples, games)))
    };
    let (loss_before, mut loss_after) = (loss_of(&derived), loss_of(&weights));
    // Limits of the weights can spoil a fit, for example where pieces are a burden.
    if loss_after > loss_before {
        (weights, loss_after) = (derived, loss_before);
    }
    Some(Tuned { weights, report: TuneReport::Texel { positions: samples.len(), loss_before, loss_after } })
}

/// Returns the number of independent positions that one sample counts for: all positions of a game
/// have one result.
fn evidence(samples: &[Sample], games: u32) -> f64 {
    (INDEPENDENT * f64::from(games) / samples.len().max(1) as f64).min(1.0)
}

/// Fits weights, starting from the current ones.
fn fitted(variant: &Variant, samples: &[Sample], games: u32, derived: &Weights, now: &Weights) -> Weights {
    let tunable = weights_of(now, variant);
    let scales: Vec<f64> = weights_of(derived, variant).iter().map(|it| it.scale).collect();
    let differences = |a: &Weights, b: &Weights| -> Vec<f64> {
        let (mut a, mut b) = (a.clone(), b.clone());
        tunable.iter().map(|it| *it.at(&mut a) - *it.at(&mut b)).collect()
    };
    let rows = rows(variant, samples, now, &scales);
    let evidence = evidence(samples, games);
    let confidence = Confidence::fit(&rows, now.spread, evidence);
    let prior = Prior { offsets: &differences(now, derived), scales: &scales, evidence };
    let mut next = now.clone();
    for (weight, change) in tunable.iter().zip(fit(&rows, &confidence, &prior)) {
        *weight.at(&mut next) += change;
    }
    next
}

/// Returns what the samples say under some weights, with the derivatives by the weights that have
/// a scale.
fn rows(variant: &Variant, samples: &[Sample], weights: &Weights, scales: &[f64]) -> Vec<TrainingRow> {
    let base = Evaluator::with_weights(variant, weights.clone());
    let changed: Vec<_> = (weights_of(weights, variant).iter().zip(scales))
        .map(|(weight, scale)| {
            let mut changed = weights.clone();
            *weight.at(&mut changed) += scale;
            Evaluator::with_weights(variant, changed)
        })
        .collect();
    let of = |sample: &Sample| {
        let living: Vec<usize> = living(&sample.position);
        let strengths = base.strengths(&sample.position);
        let by: Vec<Vec<f64>> = changed.iter().map(|it| it.strengths(&sample.position)).collect();
        let slope =
            |seat: usize| by.iter().zip(scales).map(|(it, scale)| (it[seat] - strengths[seat]) / scale).collect();
        let mut shares: Vec<f64> = living.iter().map(|it| base.share(sample.points[*it], living.len())).collect();
        let total: f64 = shares.iter().sum();
        let equal = 1.0 / living.len() as f64;
        shares.iter_mut().for_each(|it| *it = if total > 0.0 { *it / total } else { equal });
        TrainingRow {
            strengths: living.iter().map(|it| strengths[*it]).collect(),
            slopes: living.iter().map(|it| slope(*it)).collect(),
            shares,
            phase: base.phase(&sample.position),
        }
    };
    samples.iter().map(of).collect()
}

/// Returns the seats that remain in the game.
fn living(position: &Position) -> Vec<usize> {
    let ids = position.variant().rulebook().seat_ids();
    ids.filter(|it| position.is_living(*it)).map(|it| it.index()).collect()
}

/// Returns the weights that the fit may change. How points follow from strength is a matter of its own.
fn weights_of(weights: &Weights, variant: &Variant) -> Vec<Tunable> {
    weights.tunable(variant.rulebook()).into_iter().filter(|it| !it.is_outlook()).collect()
}
