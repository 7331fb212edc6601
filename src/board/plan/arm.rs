//! Half boards round a centre, bent so that every line through them is smooth.
//!
//! In: how many half boards there are, and their size. Out: where a point of one lies.
//! Refuses to know which squares are there.
//!
//! All half boards together are a cone of `count` half turns round the centre. A drawing
//! of it that has the symmetry of the arms and is harmonic, so that nothing has a kink
//! but the centre itself, is a sum of the powers `r^(pm)` with `p = 2 / count` and `m`
//! one more or one less than a multiple of `count`. Their weights are chosen so that the
//! back ranks come out straight and the sides bend from one arm into the next. (The radius
//! is eased, which costs harmony and makes the squares more alike.)

use std::f64::consts::PI;

use super::Point;

/// How many powers are summed.
const TERMS: usize = 7;
/// Squares at the centre would be far larger than the others, the more so the more arms
/// there are; a power of the radius makes them more alike: that for three, and what each
/// further arm adds.
const EASE: (f64, f64) = (1.2, 0.2);

/// A half board, one of several round a centre.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    count: f64,
    half: f64,
    ranks: f64,
    /// The direction from the centre to the middle of the back rank.
    axis: f64,
    weights: [f64; TERMS],
}

impl Arm {
    /// So many arms, counted anticlockwise from the bottom, with so many files and ranks.
    pub fn all(files: i16, ranks: i16, count: usize) -> Vec<Self> {
        let first = Self::first(files, ranks, count);
        let axis = |arm: usize| -PI / 2.0 + 2.0 * PI * arm as f64 / count as f64;
        (0..count).map(|arm| Self { axis: axis(arm), ..first.clone() }).collect()
    }

    fn first(files: i16, ranks: i16, count: usize) -> Self {
        let (half, ranks) = (f64::from(files) / 2.0, f64::from(ranks));
        let axis = -PI / 2.0;
        let mut made = Self { count: count as f64, half, ranks, axis, weights: [0.0; TERMS] };
        made.weights = made.fitted();
        if !made.is_unfolded() {
            // The first power alone never folds.
            made.weights = [0.0; TERMS];
            made.weights[0] = half.max(ranks);
        }
        made
    }

    /// Where a point of the half board lies.
    pub fn at(&self, file: f64, rank: f64) -> Point {
        let (out, aside) = self.local(file + 0.5 - self.half, self.ranks - 0.5 - rank);
        let (sin, cos) = self.axis.sin_cos();
        (out * cos - aside * sin, out * sin + aside * cos)
    }

    /// Away from the centre along the axis, and aside from it.
    fn local(&self, across: f64, deep: f64) -> Point {
        let mut sum = (0.0, 0.0);
        for (weight, (out, aside)) in self.weights.iter().zip(self.powers(across, deep)) {
            sum = (sum.0 + weight * out, sum.1 + weight * aside);
        }
        sum
    }

    fn powers(&self, across: f64, deep: f64) -> [Point; TERMS] {
        let (radius, angle) = (across.hypot(deep), across.atan2(deep));
        // Lengths by the size of the board, so that no power is out of all proportion.
        let size = self.half.max(self.ranks);
        std::array::from_fn(|index| {
            // 1, n - 1, n + 1, 2n - 1, 2n + 1, ...; the smaller ones turn the other way round.
            let sign = if index % 2 == 0 { 1.0 } else { -1.0 };
            let power = self.count * index.div_ceil(2) as f64 + sign;
            let exponent = power * 2.0 / self.count;
            let length = (radius / size).powf(exponent * (EASE.0 + EASE.1 * (self.count - 3.0)));
            let angle = angle * exponent * sign;
            (length * angle.cos(), length * angle.sin())
        })
    }

    /// The edge as it should lie: points of the half board, and where they belong.
    fn wanted(&self) -> Vec<(Point, Point)> {
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

    /// The weights that come nearest to the wanted edge: least squares.
    fn fitted(&self) -> [f64; TERMS] {
        let mut rows = [[0.0; TERMS + 1]; TERMS];
        for ((across, deep), to) in self.wanted() {
            let powers = self.powers(across, deep);
            for (row, own) in rows.iter_mut().zip(&powers) {
                for (column, other) in powers.iter().enumerate() {
                    row[column] += own.0 * other.0 + own.1 * other.1;
                }
                row[TERMS] += own.0 * to.0 + own.1 * to.1;
            }
        }
        solved(rows)
    }

    /// Whether no cell is turned over: every corner goes round against the clock.
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

/// A point of a cubic curve.
fn bezier(points: &[Point; 4], part: f64) -> Point {
    let rest = 1.0 - part;
    let by = [rest * rest * rest, 3.0 * rest * rest * part, 3.0 * rest * part * part, part * part * part];
    let sum = |pick: fn(&Point) -> f64| points.iter().zip(by).map(|(it, by)| pick(it) * by).sum();
    (sum(|it| it.0), sum(|it| it.1))
}

/// Linear equations, by elimination; an unknown that nothing fixes is 0.
fn solved(mut rows: [[f64; TERMS + 1]; TERMS]) -> [f64; TERMS] {
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
