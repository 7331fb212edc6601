//! Intervals and tests.
//!
//! Contains the Wilson interval of a share, the interval of a mean and of a ratio, Hotelling's T²
//! test, and the F distribution that the test needs.
//!
//! Input: exact sums. Output: estimates. Does not know games.

use crate::arena::{self, Estimate, quantile};

/// Quantile of the normal distribution at 97.5 %.
const NORMAL: f64 = 1.959_964;
/// Number of values below which a test means nothing, and equal ones do not prove that the variance is zero.
pub const FEW: u64 = arena::FEW as u64;
/// Freedom above which the F distribution no longer changes noticeably.
const LARGE: f64 = 1e6;

/// Returns the 95 % Wilson score interval (Wilson, 1927) of a share.
pub fn wilson(count: u64, of: u64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (n, share) = (of as f64, count as f64 / of as f64);
    let square = NORMAL * NORMAL;
    let center = share + square / (2.0 * n);
    let half = NORMAL * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
    let scale = 1.0 + square / n;
    // Rounding must not exclude a bound that is exact.
    let low = if count == 0 { 0.0 } else { ((center - half) / scale).max(0.0) };
    let high = if count == of { 1.0 } else { ((center + half) / scale).min(1.0) };
    (low, high)
}

/// Returns the sum of the squared deviations, `n` times: `n Σ x y - Σ x Σ y`, exactly.
pub fn deviations(games: u64, product: i128, one: i128, other: i128) -> f64 {
    (i128::from(games) * product - one * other) as f64
}

/// Returns the mean of a sum with its 95 % interval by Student's t distribution. `scale` is the
/// number of units of one. A few equal values have no interval, because they say nothing about the variance.
pub fn mean(games: u64, sum: i128, squares: i128, scale: f64) -> Estimate {
    if games == 0 {
        return Estimate::new(0.0, None);
    }
    let n = games as f64;
    let variance = deviations(games, squares, sum, sum) / n / (n - 1.0).max(1.0);
    let freedom = freedom(games).filter(|_| variance > 0.0 || games >= FEW);
    let margin = freedom.map(|it| quantile(it) * (variance / n).max(0.0).sqrt() / scale);
    Estimate::new(sum as f64 / n / scale, margin)
}

/// Returns the ratio of two sums with its 95 % interval by the delta method (Cochran, 1977, section
/// 2.11). The sums are over `games` independent games.
pub fn ratio(games: u64, top: (u64, u128), bottom: (u64, u128), product: u128) -> Estimate {
    if bottom.0 == 0 {
        return Estimate::new(0.0, None);
    }
    let ratio = top.0 as f64 / bottom.0 as f64;
    let n = games as f64;
    let residual = top.1 as f64 - 2.0 * ratio * product as f64 + ratio * ratio * bottom.1 as f64;
    let margin = freedom(games).map(|it| {
        let variance = residual.max(0.0) / (n - 1.0);
        quantile(it) * (variance / n).sqrt() / (bottom.0 as f64 / n)
    });
    Estimate::new(ratio, margin)
}

fn freedom(games: u64) -> Option<u32> {
    let freedom = games.checked_sub(1).filter(|it| *it > 0)?;
    Some(u32::try_from(freedom).unwrap_or(u32::MAX))
}

/// The result of Hotelling's test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hotelling {
    /// The statistic T²; infinite if a constant difference is not zero.
    pub statistic: f64,
    /// Number of independent differences.
    pub differences: usize,
    /// Probability of a statistic at least as large if all means are equal.
    pub p_value: f64,
}

/// Tests whether several quantities, measured in each of `games` games, have equal means (Hotelling,
/// 1931). `sums` has their sums, and `products` the sums of their products, row by row. The
/// differences from the last quantity are tested against zero. Returns `None` if there are too few
/// games or quantities.
pub fn hotelling(games: u64, sums: &[i128], products: &[i128]) -> Option<Hotelling> {
    let count = sums.len();
    let last = count.checked_sub(1).filter(|it| *it > 0)?;
    if games <= count as u64 {
        return None;
    }
    let n = games as f64;
    let product = |a: usize, b: usize| products[a * count + b];
    let difference = |a: usize| sums[a] - sums[last];
    // The augmented system S x = d, where S is the covariance of the differences.
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for a in 0..last {
        let covariance = |b: usize| {
            let both = product(a, b) - product(a, last) - product(last, b) + product(last, last);
            deviations(games, both, difference(a), difference(b)) / n / (n - 1.0)
        };
        let mut row: Vec<f64> = (0..last).map(covariance).collect();
        row.push(difference(a) as f64 / n);
        rows.push(row);
    }
    let means: Vec<f64> = rows.iter().map(|it| it[last]).collect();
    let solved = solve(&mut rows);
    let statistic = match solved.is_consistent {
        true => n * solved.solution.iter().zip(&means).map(|(x, d)| x * d).sum::<f64>(),
        false => f64::INFINITY,
    };
    let differences = solved.rank;
    let p_value = match differences {
        _ if !solved.is_consistent => 0.0,
        0 => 1.0,
        k => {
            let (k, rest) = (k as f64, n - k as f64);
            f_tail(statistic * rest / (k * (n - 1.0)), k, rest)
        }
    };
    Some(Hotelling { statistic, differences, p_value })
}

/// The solution of a linear system that may be singular.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The solution, with 0 for each variable that the system does not determine.
    pub solution: Vec<f64>,
    /// By variable: whether the system determines it.
    pub is_determined: Vec<bool>,
    /// Number of determined variables.
    pub rank: usize,
    /// Whether there is a solution.
    pub is_consistent: bool,
}

/// Solves a symmetric positive semidefinite system by Gauss-Jordan elimination with diagonal pivots.
/// Each row ends with its right sides, of which the first one is solved for. Afterwards, the rows
/// hold the results of all right sides.
pub fn solve(rows: &mut [Vec<f64>]) -> Solved {
    let count = rows.len();
    let scale: Vec<f64> = (0..count).map(|it| rows[it][it].abs()).collect();
    let mut is_determined = vec![false; count];
    for _ in 0..count {
        let open = (0..count).filter(|it| !is_determined[*it]);
        let relative = |it: usize| if scale[it] > 0.0 { rows[it][it] / scale[it] } else { 0.0 };
        let best = open.map(|it| (it, relative(it))).max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((pivot, _)) = best.filter(|it| it.1 > 1e-9) else { break };
        is_determined[pivot] = true;
        let divisor = rows[pivot][pivot];
        rows[pivot].iter_mut().for_each(|it| *it /= divisor);
        let own = rows[pivot].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|it| it.0 != pivot) {
            let factor = row[pivot];
            row.iter_mut().zip(&own).for_each(|(it, own)| *it -= factor * own);
        }
    }
    let rank = is_determined.iter().filter(|it| **it).count();
    // A row without a pivot is all zeros on the left. Its right side has to be zero, too.
    let largest = rows.iter().map(|it| it[count].abs()).fold(0.0, f64::max);
    let is_consistent = (0..count).all(|it| is_determined[it] || rows[it][count].abs() <= 1e-9 * largest.max(1e-9));
    let solution = (0..count).map(|it| if is_determined[it] { rows[it][count] } else { 0.0 }).collect();
    Solved { solution, is_determined, rank, is_consistent }
}

/// Returns the probability that a value of the F distribution is greater than `value`.
pub fn f_tail(value: f64, top: f64, bottom: f64) -> f64 {
    if !value.is_finite() {
        return 0.0;
    }
    if value <= 0.0 {
        return 1.0;
    }
    let bottom = bottom.min(LARGE);
    beta_share(bottom / (bottom + top * value), bottom / 2.0, top / 2.0)
}

/// Returns the regularized incomplete beta function (Press et al., Numerical Recipes, section 6.4).
fn beta_share(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    let log = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (1.0 - x).ln();
    let front = log.exp();
    match x < (a + 1.0) / (a + b + 2.0) {
        true => (front * fraction(x, a, b) / a).clamp(0.0, 1.0),
        false => (1.0 - front * fraction(1.0 - x, b, a) / b).clamp(0.0, 1.0),
    }
}

/// Evaluates the continued fraction of the incomplete beta function by Lentz's method.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    let safe = |it: f64| if it.abs() < 1e-300 { 1e-300 } else { it };
    let (mut c, mut d) = (1.0, 1.0 / safe(1.0 - (a + b) * x / (a + 1.0)));
    let mut result = d;
    for step in 1..10_000 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        for term in [even, odd] {
            d = 1.0 / safe(1.0 + term * d);
            c = safe(1.0 + term / c);
            result *= c * d;
        }
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    result
}

/// Returns the logarithm of the gamma function for positive numbers (Lanczos, 1964).
fn ln_gamma(x: f64) -> f64 {
    const TERMS: [f64; 6] = [
        76.180_091_729_471_46,
        -86.505_320_329_416_77,
        24.014_098_240_830_91,
        -1.231_739_572_450_155,
        0.001_208_650_973_866_179,
        -0.000_005_395_239_384_953,
    ];
    let base = x + 5.5;
    let sum = TERMS.iter().zip(1..).fold(1.000_000_000_190_015, |sum, (term, step)| sum + term / (x + f64::from(step)));
    (x + 0.5) * base.ln() - base + (2.506_628_274_631_000_5 * sum / x).ln()
}
