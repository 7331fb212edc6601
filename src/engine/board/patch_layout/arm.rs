//! Half boards around a center, bent so that every line through them is smooth.
//!
//! Input: the number and size of the half boards. Output: the drawing position of each point of an
//! [`Arm`]. Does not know which squares exist.
//!
//! Together, the half boards form a cone of `count` half turns around the center. A harmonic
//! drawing has no kink except at the center. With the symmetry of the arms, it is a sum of powers
//! `r^(pm)`, where `p = 2 / count` and `m` is one more or one less than a multiple of `count`.
//! The weights are chosen so that back ranks come out straight and sides bend from one arm into
//! the next. The radius is then eased, which gives up harmony for squares of more equal size.

use std::f64::consts::PI;

use super::Point;

/// Number of powers in the sum.
const TERMS: usize = 7;
/// Exponent that eases the radius: the value for three arms, and the increase for each further
/// arm.
///
/// Without it, squares at the center would be far larger than the others.
const EASE: (f64, f64) = (1.2, 0.2);

/// A half board, one of several around a center.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    count: f64,
    half: f64,
    ranks: f64,
    /// Direction from the center to the middle of the back rank, in radians.
    axis: f64,
    weights: [f64; TERMS],
}

impl Arm {
    /// Creates `count` arms, counterclockwise from the bottom.
    pub fn all(files: i16, ranks: i16, count: usize) -> Vec<Self> {
        let first = Self::first(files, ranks, count);
        let axis = |arm: usize| -PI / 2.0 + 2.0 * PI * arm as f64 / count as f64;
        (0..count).map(|arm| Self { axis: axis(arm), ..first.clone() }).collect()
    }

    fn first(files: i16, ranks: i16, count: usize) -> Self {
        let (half, ranks) = (f64::from(files) / 2.0, f64::from(ranks));
        let axis = -PI / 2.0;
        let mut arm = Self { count: count as f64, half, ranks, axis, weights: [0.0; TERMS] };
        arm.weights = arm.fit_weights();
        if !arm.is_unfolded() {
            // The first power alone never folds.
            arm.weights = [0.0; TERMS];
            arm.weights[0] = half.max(ranks);
        }
        arm
    }

    /// Returns where a point of the half board is drawn.
    pub fn at(&self, file: f64, rank: f64) -> Point {
        self.turned(self.local_at(file, rank))
    }

    /// Returns a point as distances along the axis and across it. It is the same for all arms of a board.
    pub(super) fn local_at(&self, file: f64, rank: f64) -> Point {
        self.local(file + 0.5 - self.half, self.ranks - 0.5 - rank)
    }

    /// Returns where a point is drawn, given its distances along the axis and across it.
    pub(super) fn turned(&self, (out, aside): Point) -> Point {
        let (sin, cos) = self.axis.sin_cos();
        (out * cos - aside * sin, out * sin + aside * cos)
    }

    /// Returns the distances along the axis and across it, measured from the center.
    fn local(&self, across: f64, deep: f64) -> Point {
        let mut sum = (0.0, 0.0);
        for (weight, (out, aside)) in self.weights.iter().zip(self.powers(across, deep)) {
            sum = (sum.0 + weight * out, sum.1 + weight * aside);
        }
        sum
    }

    fn powers(&self, across: f64, deep: f64) -> [Point; TERMS] {
        let (radius, angle) = (across.hypot(deep), across.atan2(deep));
        // Normalize lengths by the size of the board to keep all powers in proportion.
        let size = self.half.max(self.ranks);
        std::array::from_fn(|index| {
            // The powers 1, n - 1, n + 1, 2n - 1, 2n + 1, ...; the smaller of each pair turns the
            // other way.
            let sign = if index % 2 == 0 { 1.0 } else { -1.0 };
            let power = self.count * index.div_ceil(2) as f64 + sign;
            let exponent = power * 2.0 / self.count;
            let length = (radius / size).powf(exponent * (EASE.0 + EASE.1 * (self.count - 3.0)));
            let angle = angle * exponent * sign;
            (length * angle.cos(), length * angle.sin())
        })
    }

    /// Returns the target shape of the edge: pairs of a point of the half board and its intended
    /// position.
    fn target_edge(&self) -> Vec<(Point, Point)> {
        const STEPS: usize = 24;
        let border = PI / self.count;
        // The notch between two arms, and the corners of the back rank.
        let notch = self.half * (0.9 / border.sin()).max(1.0);
        let wide = 0.97 * notch * border.sin();
        let far = notch * border.cos() + 0.75 * self.ranks;
        let (from, to) = ((far, wide), (notch * border.cos(), notch * border.sin()));
        let lead = (far - to.0) * 0.45;
        let bend = [from, (from.0 - lead, from.1), (to.0 + lead * border.sin(), to.1 - lead * border.cos()), to];
        let mut all = Vec::new();
        for step in 0..=STEPS {
            let part = step as f64 / STEPS as f64;
            all.push(((self.half * part, self.ranks), (far, wide * part)));
            all.push(((self.half, self.ranks * (1.0 - part)), bezier(&bend, part)));
        }
        all
    }

    /// Fits the weights to the target edge by least squares.
    fn fit_weights(&self) -> [f64; TERMS] {
        let mut rows = [[0.0; TERMS + 1]; TERMS];
        for ((across, deep), to) in self.target_edge() {
            let powers = self.powers(across, deep);
            for (row, own) in rows.iter_mut().zip(&powers) {
                for (column, other) in powers.iter().enumerate() {
                    row[column] += own.0 * other.0 + own.1 * other.1;
                }
                row[TERMS] += own.0 * to.0 + own.1 * to.1;
            }
        }
        solve_linear(rows)
    }

    /// Reports whether no cell is folded over: all corners run counterclockwise.
    fn is_unfolded(&self) -> bool {
        let (files, ranks) = ((self.half * 2.0) as usize, self.ranks as usize);
        let at = |file: usize, rank: usize| self.at(file as f64 - 0.5, rank as f64 - 0.5);
        let points: Vec<Vec<Point>> =
            (0..=files).map(|file| (0..=ranks).map(|rank| at(file, rank)).collect()).collect();
        let mut cells = (0..files).flat_map(|file| (0..ranks).map(move |rank| (file, rank)));
        cells.all(|(file, rank)| {
            let (west, east) = (&points[file], &points[file + 1]);
            let corners = [west[rank], east[rank], east[rank + 1], west[rank + 1]];
            (0..4).all(|it| {
                let (a, b, c) = (corners[it], corners[(it + 1) % 4], corners[(it + 2) % 4]);
                (b.0 - a.0) * (c.1 - b.1) - (b.1 - a.1) * (c.0 - b.0) > 0.01
            })
        })
    }
}

/// Returns a point of a cubic Bézier curve.
fn bezier(points: &[Point; 4], part: f64) -> Point {
    let rest = 1.0 - part;
    let by = [rest * rest * rest, 3.0 * rest * rest * part, 3.0 * rest * part * part, part * part * part];
    let sum = |pick: fn(&Point) -> f64| points.iter().zip(by).map(|(it, by)| pick(it) * by).sum();
    (sum(|it| it.0), sum(|it| it.1))
}

/// Solves linear equations by Gauss-Jordan elimination. An undetermined unknown is 0.
fn solve_linear(mut rows: [[f64; TERMS + 1]; TERMS]) -> [f64; TERMS] {
    for at in 0..TERMS {
        let pivot = (at..TERMS).max_by(|a, b| rows[*a][at].abs().total_cmp(&rows[*b][at].abs())).unwrap_or(at);
        rows.swap(at, pivot);
        let own = rows[at];
        if own[at].abs() < 1e-12 {
            continue;
        }
        for (index, row) in rows.iter_mut().enumerate() {
            if index != at {
                let by = row[at] / own[at];
                row.iter_mut().zip(&own).for_each(|(cell, own)| *cell -= by * own);
            }
        }
    }
    std::array::from_fn(|it| if rows[it][it].abs() < 1e-12 { 0.0 } else { rows[it][TERMS] / rows[it][it] })
}
