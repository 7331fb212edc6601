//! Piece values from results: what one more piece of a kind is worth in points.
//!
//! Contains [`estimate_values`]. The model is a linear regression. In a sampled position with `L`
//! remaining players, let `c` be a player's number of pieces of a kind, and `p` the points of the
//! player at the end. Both are compared with the mean of the remaining players:
//!
//! ```text
//!   p - mean(p) = sum over kinds of  value(kind) * (c(kind) - mean(c(kind)))  + error
//! ```
//!
//! Both sides are multiplied by `L`, so that all sums are integers. The normal equations are solved
//! once. The interval is that of ordinary least squares, with `L - 1` degrees of freedom for each
//! sample (Gauss; for example Rencher, Methods of Multivariate Analysis, chapter 10).
//!
//! Input: the sums of a [`Tally`]. Output: a value for each kind. Does not know positions.

use super::report::ValueEstimate;
use super::statistics::solve;
use super::tally::Tally;

/// Quantile of the normal distribution at 97.5 %.
const NORMAL: f64 = 1.959_964;

/// Returns the value of each kind; `None` for a kind whose number never differs between players.
///
/// `values` are those of the rulebook, and `unit` is the number of units of a point. Estimates are
/// also given in terms of the cheapest kind that has a value in the rulebook.
pub fn estimate_values(tally: &Tally, values: &[i32], unit: f64) -> Vec<Option<ValueEstimate>> {
    let kinds = values.len();
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for (kind, target) in tally.value_targets.iter().enumerate() {
        let mut row: Vec<f64> = (0..kinds).map(|it| tally.value_products[kind * kinds + it] as f64).collect();
        row.push(*target as f64);
        // The columns of the identity become those of the inverse.
        row.extend((0..kinds).map(|it| f64::from(u8::from(it == kind))));
        rows.push(row);
    }
    let solved = solve(&mut rows);
    let explained: f64 = solved.solution.iter().zip(&tally.value_targets).map(|(x, y)| x * *y as f64).sum();
    let freedom = tally.value_freedom as f64 - solved.rank as f64;
    if freedom < 1.0 {
        return vec![None; kinds];
    }
    let variance = ((tally.value_squares as f64 - explained) / freedom).max(0.0);
    let inverse = |a: usize, b: usize| rows[a][kinds + 1 + b] * variance;
    let is_known = |it: &usize| solved.is_determined[*it];
    let base = (0..kinds).filter(|it| is_known(it) && values[*it] > 0).min_by_key(|it| values[*it]);
    let base = base.filter(|it| solved.solution[*it] > NORMAL * inverse(*it, *it).max(0.0).sqrt());
    let of = |kind: usize| {
        let value = solved.solution[kind];
        let relative = base.map(|base| {
            let (scale, ratio) = (f64::from(values[base]), value / solved.solution[base]);
            // The delta method for a ratio.
            let spread = inverse(kind, kind) - 2.0 * ratio * inverse(kind, base) + ratio * ratio * inverse(base, base);
            (scale * ratio, scale * NORMAL * spread.max(0.0).sqrt() / solved.solution[base])
        });
        ValueEstimate {
            points: value / unit,
            points_margin: NORMAL * inverse(kind, kind).max(0.0).sqrt() / unit,
            relative: relative.map(|it| it.0),
            relative_margin: relative.map(|it| it.1),
        }
    };
    (0..kinds).map(|kind| is_known(&kind).then(|| of(kind))).collect()
}
