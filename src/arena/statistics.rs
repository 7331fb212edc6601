//! Means with confidence intervals.
//!
//! Contains [`RunningMoments`], which collects values, and [`Estimate`].
//!
//! Input: independent values. Output: their mean and its 95 % confidence interval by Student's t
//! distribution (Gosset, 1908). Does not know what the values are.

/// Number of values below which equal ones do not prove that the variance is zero.
pub(crate) const FEW: u32 = 30;

/// A mean with the half width of its 95 % confidence interval.
///
/// [`arena`](crate::arena) has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// Mean of the values; 0 if there are none.
    pub mean: f64,
    /// Half width of the 95 % confidence interval; `None` for fewer than two values, and for a few equal ones.
    pub margin: Option<f64>,
}

impl Estimate {
    /// Creates an estimate.
    pub fn new(mean: f64, margin: Option<f64>) -> Self {
        Self { mean, margin }
    }
}

/// Values with their mean and variance, by Welford's method (1962).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RunningMoments {
    count: u32,
    mean: f64,
    squares: f64,
}

impl RunningMoments {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / f64::from(self.count);
        self.squares += before * (value - self.mean);
    }

    /// Returns the mean with its interval. A few equal values have none, because they say nothing about the variance.
    pub fn estimate(&self) -> Estimate {
        let freedom = self.count.saturating_sub(1);
        let margin = (freedom > 0 && (self.squares > 0.0 || self.count >= FEW)).then(|| {
            let variance = self.squares / f64::from(freedom);
            quantile(freedom) * (variance / f64::from(self.count)).sqrt()
        });
        Estimate { mean: self.mean, margin }
    }
}

/// Quantiles at 97.5 % of Student's t distribution, from 1 degree of freedom.
const QUANTILES: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
    2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/// Returns the quantile of Student's t distribution at 97.5 %. Above 30 degrees of freedom, the
/// error is below 0.001.
///
/// # Panics
/// Panics without any degree of freedom.
pub(crate) fn quantile(freedom: u32) -> f64 {
    match QUANTILES.get(freedom as usize - 1) {
        Some(quantile) => *quantile,
        None => 1.959_96 + 2.42 / f64::from(freedom),
    }
}
