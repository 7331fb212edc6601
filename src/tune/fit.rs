//! The fit: softmax regression of the shares of the points on the strengths of the players.
//!
//! The chance of a player is the softmax of the strengths, divided by the spread. The strengths are
//! linear in the weights near the current ones, so the loss (cross-entropy) is convex in the
//! changes of the weights over the spread, and in the inverse of the spread. Newton's method
//! minimizes it, with a Gaussian prior around the derived weights (ridge regression).
//!
//! In: [`Row`]s. Out: numbers. Does not know positions.

/// What one position tells: for each remaining player, the strength, its derivatives, and the share
/// of the points that the player won.
#[derive(Clone, Debug)]
pub struct Row {
    /// Strength in centipawns, by player.
    pub strengths: Vec<f64>,
    /// Derivatives of the strength by each weight, by player.
    pub slopes: Vec<Vec<f64>>,
    /// Share of the points, by player; the sum is 1.
    pub shares: Vec<f64>,
}

/// Maximum number of Newton steps. Ten are usual.
const STEPS: usize = 30;

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Changes of the weights.
    pub changes: Vec<f64>,
    /// The new spread.
    pub spread: f64,
}

/// Returns the chances of the players: the softmax of their strengths.
fn softmax(levels: &[f64]) -> Vec<f64> {
    let most = levels.iter().copied().fold(f64::MIN, f64::max);
    let chances: Vec<f64> = levels.iter().map(|it| (it - most).exp()).collect();
    let total: f64 = chances.iter().sum();
    chances.iter().map(|it| it / total).collect()
}

/// Returns the mean cross-entropy of the shares under the chances, less the entropy of the shares.
pub fn loss(rows: &[Row], spread: f64) -> f64 {
    let of = |row: &Row| -> f64 {
        let chances = softmax(&row.strengths.iter().map(|it| it / spread).collect::<Vec<_>>());
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

/// Fits the weights, starting from the current ones.
pub fn fit(rows: &[Row], spread: f64, prior: &Prior<'_>) -> Fit {
    let n = prior.scales.len() + 1;
    // The last unknown is the inverse of the spread, relative to the current one.
    let mut now = vec![0.0; n];
    now[n - 1] = 1.0;
    let mut best = objective(rows, spread, prior, &now);
    for _ in 0..STEPS {
        let (gradient, hessian) = derivatives(rows, spread, prior, &now);
        let step = solve(hessian, gradient);
        let mut size = 1.0;
        let mut is_better = false;
        while size > 1e-3 {
            let next: Vec<f64> = now.iter().zip(&step).map(|(at, by)| at - size * by).collect();
            let value = objective(rows, spread, prior, &next);
            if next[n - 1] > 0.02 && value < best - 1e-9 * best.abs() {
                (now, best, is_better) = (next, value, true);
                break;
            }
            size /= 2.0;
        }
        if !is_better {
            break;
        }
    }
    let inverse = now[n - 1];
    Fit { changes: now[..n - 1].iter().map(|it| it / inverse).collect(), spread: spread / inverse }
}

/// Returns the levels of the players: strengths over the spread, under changed weights.
fn levels(row: &Row, spread: f64, now: &[f64]) -> Vec<f64> {
    let n = now.len();
    let of = |(strength, slopes): (&f64, &Vec<f64>)| {
        (strength * now[n - 1] + slopes.iter().zip(now).map(|(a, b)| a * b).sum::<f64>()) / spread
    };
    row.strengths.iter().zip(&row.slopes).map(of).collect()
}

fn objective(rows: &[Row], spread: f64, prior: &Prior<'_>, now: &[f64]) -> f64 {
    let Prior { offsets, scales, evidence } = prior;
    let of = |row: &Row| -> f64 {
        let chances = softmax(&levels(row, spread, now));
        row.shares.iter().zip(&chances).map(|(share, chance)| -share * chance.max(1e-12).ln()).sum()
    };
    let penalty: f64 = (0..scales.len()).map(|it| ((now[it] + offsets[it]) / scales[it]).powi(2) / 2.0).sum();
    rows.iter().map(of).sum::<f64>() * evidence + penalty
}

/// Returns the gradient and the Hessian matrix of the objective.
fn derivatives(rows: &[Row], spread: f64, prior: &Prior<'_>, now: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let Prior { offsets, scales, evidence } = *prior;
    let n = now.len();
    let mut gradient = vec![0.0; n];
    let mut hessian = vec![vec![0.0; n]; n];
    let mut mean = vec![0.0; n];
    for row in rows {
        let chances = softmax(&levels(row, spread, now));
        let by = |seat: usize, at: usize| if at + 1 == n { row.strengths[seat] } else { row.slopes[seat][at] } / spread;
        for (at, mean) in mean.iter_mut().enumerate() {
            *mean = chances.iter().enumerate().map(|(seat, it)| it * by(seat, at)).sum();
        }
        for (seat, chance) in chances.iter().enumerate() {
            let away: Vec<f64> = (0..n).map(|it| by(seat, it) - mean[it]).collect();
            for at in 0..n {
                gradient[at] += evidence * (chance - row.shares[seat]) * by(seat, at);
                let scaled = evidence * chance * away[at];
                hessian[at].iter_mut().zip(&away).take(at + 1).for_each(|(to, other)| *to += scaled * other);
            }
        }
    }
    for at in 0..scales.len() {
        gradient[at] += (now[at] + offsets[at]) / scales[at].powi(2);
        hessian[at][at] += 1.0 / scales[at].powi(2);
    }
    hessian[n - 1][n - 1] += 1e-6;
    (gradient, hessian)
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
