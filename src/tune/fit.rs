//! The fit: softmax regression of the shares of the points on the strengths of the players.
//!
//! The chance of a player is the softmax of the strengths, times a [`Confidence`]. The strengths are
//! linear in the weights near the current ones, so the loss (cross-entropy) is convex in the changes of
//! the weights. Newton's method minimizes it, with a Gaussian prior around the derived weights (ridge
//! regression).
//!
//! A lead decides more in an endgame than in the opening, and more against one opponent than
//! against two. The confidence models this. With a constant confidence, the fit lowers all values of the
//! opening. Bots that use such values neglect material and play worse.
//!
//! Input: [`TrainingRow`]s. Output: numbers. Does not know positions.

/// The data of one position: for each remaining player, the strength, its derivatives, and the share
/// of the points that the player won.
#[derive(Clone, Debug)]
pub struct TrainingRow {
    /// Strength in centipawns, by player.
    pub strengths: Vec<f64>,
    /// Derivatives of the strength by each weight, by player.
    pub slopes: Vec<Vec<f64>>,
    /// Share of the points, by player; the sum is 1.
    pub shares: Vec<f64>,
    /// Share of pieces left, from 0 to 1.
    pub phase: f64,
}

/// Maximum number of Newton steps. Ten are usual.
const STEPS: usize = 30;
/// Minimum confidence, relative to the inverse of the spread.
const LEAST: f64 = 0.05;

/// How much a lead decides: the inverse of the spread, by number of players and phase.
#[derive(Clone, Debug)]
pub struct Confidence {
    /// By number of remaining players: the confidence on an empty board, and on a full one.
    by_players: Vec<[f64; 2]>,
}

impl Confidence {
    /// Returns the same confidence for all positions.
    pub fn constant(spread: f64) -> Self {
        Self { by_players: vec![[1.0 / spread; 2]; 9] }
    }

    /// Fits the confidence, starting from a constant one.
    pub fn fit(rows: &[TrainingRow], spread: f64, evidence: f64) -> Self {
        let mut all = Self::constant(spread);
        for (players, entry) in all.by_players.iter_mut().enumerate() {
            let own: Vec<&TrainingRow> = rows.iter().filter(|it| it.shares.len() == players).collect();
            // The unknowns are relative to the constant, which the prior prefers.
            let found = newton(vec![1.0; 2], |now, wants_slopes| {
                let mut point = Objective::new(2);
                for row in &own {
                    let shares = [1.0 - row.phase, row.phase];
                    let by = (shares[0] * now[0] + shares[1] * now[1]) / spread;
                    let levels: Vec<f64> = row.strengths.iter().map(|it| it * by).collect();
                    point.add(row, &levels, evidence, wants_slopes, |seat, at| {
                        row.strengths[seat] * shares[at] / spread
                    });
                }
                (0..2).for_each(|at| point.expect(at, now[at] - 1.0));
                point
            });
            *entry = [found[0].max(LEAST) / spread, found[1].max(LEAST) / spread];
        }
        all
    }

    /// Returns the spread that fits all positions best, whatever their phase.
    pub fn spread(rows: &[TrainingRow], spread: f64, evidence: f64) -> f64 {
        let flat: Vec<TrainingRow> =
            rows.iter().map(|it| TrainingRow { phase: 0.0, slopes: Vec::new(), ..it.clone() }).collect();
        let found = Self::fit(&flat, spread, evidence);
        1.0 / found.by_players[rows.first().map_or(0, |it| it.shares.len())][0]
    }

    /// Returns the confidence in a position.
    fn of(&self, row: &TrainingRow) -> f64 {
        let [empty, full] = self.by_players[row.shares.len().min(8)];
        empty + (full - empty) * row.phase
    }
}

/// Returns the chances of the players: the softmax of their strengths.
fn softmax(levels: &[f64]) -> Vec<f64> {
    let most = levels.iter().copied().fold(f64::MIN, f64::max);
    let chances: Vec<f64> = levels.iter().map(|it| (it - most).exp()).collect();
    let total: f64 = chances.iter().sum();
    chances.iter().map(|it| it / total).collect()
}

/// Returns the mean cross-entropy of the shares under the chances, less the entropy of the shares.
pub fn loss(rows: &[TrainingRow], confidence: &Confidence) -> f64 {
    let of = |row: &TrainingRow| -> f64 {
        let by = confidence.of(row);
        let chances = softmax(&row.strengths.iter().map(|it| it * by).collect::<Vec<_>>());
        let term =
            |(share, chance): (&f64, &f64)| if *share > 0.0 { share * (share / chance.max(1e-12)).ln() } else { 0.0 };
        row.shares.iter().zip(&chances).map(term).sum()
    };
    rows.iter().map(of).sum::<f64>() / rows.len().max(1) as f64
}

/// What is known about the weights before the fit.
#[derive(Clone, Copy, Debug)]
pub struct Prior<'a> {
    /// Differences of the current weights from the derived ones.
    pub offsets: &'a [f64],
    /// How much each weight is expected to differ from the derived one.
    pub scales: &'a [f64],
    /// Number of independent positions that one row counts for.
    pub evidence: f64,
}

/// Returns the changes of the weights that fit best, starting from the current ones.
pub fn fit(rows: &[TrainingRow], confidence: &Confidence, prior: &Prior<'_>) -> Vec<f64> {
    let Prior { offsets, scales, evidence } = *prior;
    // The unknowns are relative to the scales.
    let found = newton(vec![0.0; scales.len()], |now, wants_slopes| {
        let mut point = Objective::new(scales.len());
        let changes: Vec<f64> = now.iter().zip(scales).map(|(it, scale)| it * scale).collect();
        for row in rows {
            let by = confidence.of(row);
            let of = |(strength, slopes): (&f64, &Vec<f64>)| {
                (strength + slopes.iter().zip(&changes).map(|(a, b)| a * b).sum::<f64>()) * by
            };
            let levels: Vec<f64> = row.strengths.iter().zip(&row.slopes).map(of).collect();
            point.add(row, &levels, evidence, wants_slopes, |seat, at| row.slopes[seat][at] * scales[at] * by);
        }
        (0..scales.len()).for_each(|at| point.expect(at, now[at] + offsets[at] / scales[at]));
        point
    });
    found.iter().zip(scales).map(|(it, scale)| it * scale).collect()
}

/// The value of the objective at one point, with its gradient and the lower half of its Hessian matrix.
struct Objective {
    value: f64,
    gradient: Vec<f64>,
    hessian: Vec<Vec<f64>>,
}

impl Objective {
    fn new(n: usize) -> Self {
        Self { value: 0.0, gradient: vec![0.0; n], hessian: vec![vec![0.0; n]; n] }
    }

    /// Adds the cross-entropy of one row. `slope` gives the derivative of a player's level by an unknown.
    fn add(
        &mut self,
        row: &TrainingRow,
        levels: &[f64],
        evidence: f64,
        wants_slopes: bool,
        slope: impl Fn(usize, usize) -> f64,
    ) {
        let chances = softmax(levels);
        let terms = row.shares.iter().zip(&chances).map(|(share, chance)| -share * chance.max(1e-12).ln());
        self.value += evidence * terms.sum::<f64>();
        if !wants_slopes {
            return;
        }
        let n = self.gradient.len();
        let means: Vec<f64> =
            (0..n).map(|at| chances.iter().enumerate().map(|(seat, it)| it * slope(seat, at)).sum()).collect();
        for (seat, chance) in chances.iter().enumerate() {
            let away: Vec<f64> = (0..n).map(|at| slope(seat, at) - means[at]).collect();
            for at in 0..n {
                self.gradient[at] += evidence * (chance - row.shares[seat]) * slope(seat, at);
                let scaled = evidence * chance * away[at];
                self.hessian[at].iter_mut().zip(&away).take(at + 1).for_each(|(to, other)| *to += scaled * other);
            }
        }
    }

    /// Adds the prior of one unknown, which is `away` standard deviations from its mean.
    fn expect(&mut self, at: usize, away: f64) {
        self.value += away * away / 2.0;
        self.gradient[at] += away;
        self.hessian[at][at] += 1.0;
    }
}

/// Minimizes a convex objective by Newton's method with shorter steps where needed. The objective
/// computes its derivatives only on request.
fn newton(mut now: Vec<f64>, objective: impl Fn(&[f64], bool) -> Objective) -> Vec<f64> {
    let mut best = objective(&now, false).value;
    for _ in 0..STEPS {
        let point = objective(&now, true);
        let step = solve(point.hessian, point.gradient);
        let mut size = 1.0;
        let mut is_better = false;
        while size > 1e-3 && !is_better {
            let next: Vec<f64> = now.iter().zip(&step).map(|(at, by)| at - size * by).collect();
            let value = objective(&next, false).value;
            if value < best - 1e-9 * best.abs() {
                (now, best, is_better) = (next, value, true);
            }
            size /= 2.0;
        }
        if !is_better {
            break;
        }
    }
    now
}

/// Solves a system with a positive definite matrix, of which only the lower half counts (Cholesky
/// decomposition).
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for at in 0..n {
        for below in 0..=at {
            let dot: f64 = (0..below).map(|it| matrix[at][it] * matrix[below][it]).sum();
            let rest = matrix[at][below] - dot;
            matrix[at][below] = if at == below { rest.max(1e-12).sqrt() } else { rest / matrix[below][below] };
        }
    }
    for at in 0..n {
        let dot: f64 = (0..at).map(|it| matrix[at][it] * right[it]).sum();
        right[at] = (right[at] - dot) / matrix[at][at];
    }
    for at in (0..n).rev() {
        let dot: f64 = (at + 1..n).map(|it| matrix[it][at] * right[it]).sum();
        right[at] = (right[at] - dot) / matrix[at][at];
    }
    right
}
