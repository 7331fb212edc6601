//! Points: the result of a game in twelfths, so that halves, thirds and quarters are exact.
//!
//! Contains [`Points`]. Input: a number of twelfths, or text such as `0.5` or `1/3`. Output: such text, or a number.
//! Does not know how a file writes points.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// Points in units of one twelfth: `1` is stored as 12, `0.5` as 6, `1/3` as 4, and `1/4` as 3.
///
/// ```
/// let start = threefold::load("chess")?.variant.start().expect("a starting position");
/// assert_eq!(start.scores(), [threefold::Points(0); 2]);
/// assert_eq!(f64::from(threefold::Points(18)), 1.5);
/// assert_eq!(threefold::Points(18).to_string(), "1.5");
/// assert_eq!("1/4".parse(), Ok(threefold::Points(3)));
/// assert_eq!("4/3".parse(), Ok(threefold::Points(16)));
/// assert_eq!("1 1/3".parse(), Ok(threefold::Points(16)));
/// assert_eq!(threefold::Points(16).to_string(), "4/3");
/// // A win and two draws. Sums overflow like those of `i32`: after more than 70,000 games with the maximum.
/// let mut sum: threefold::Points = [12, 6, 6].map(threefold::Points).iter().sum();
/// sum += threefold::Points(4);
/// assert_eq!((sum - threefold::Points(12)).to_string(), "4/3");
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Points(pub i32);

/// A text that is not a number of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointsError;

impl std::fmt::Display for PointsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("points are whole numbers, halves, thirds or quarters, such as `1`, `0.5` or `1/3`")
    }
}

impl std::error::Error for PointsError {}

impl Points {
    /// Number of units in one point.
    pub const UNIT: i32 = 12;
    /// The largest number of whole points.
    pub const MAX: i32 = 2_500;
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Points {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for Points {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Add::add)
    }
}

impl<'a> Sum<&'a Self> for Points {
    fn sum<I: Iterator<Item = &'a Self>>(all: I) -> Self {
        all.copied().sum()
    }
}

impl From<Points> for f64 {
    /// Returns whole points: `Points(6)` is 0.5.
    fn from(points: Points) -> Self {
        Self::from(points.0) / Self::from(Points::UNIT)
    }
}

impl std::fmt::Display for Points {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let twelfths = self.0.unsigned_abs();
        let whole = twelfths / 12;
        match twelfths % 12 {
            0 => write!(f, "{sign}{whole}"),
            3 => write!(f, "{sign}{whole}.25"),
            6 => write!(f, "{sign}{whole}.5"),
            9 => write!(f, "{sign}{whole}.75"),
            4 | 8 => write!(f, "{sign}{}/3", twelfths / 4),
            2 | 10 => write!(f, "{sign}{}/6", twelfths / 2),
            _ => write!(f, "{sign}{twelfths}/12"),
        }
    }
}

impl std::str::FromStr for Points {
    type Err = PointsError;

    fn from_str(text: &str) -> Result<Self, PointsError> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let number = |it: &str| -> Result<i32, PointsError> {
            let is_plain = (1..=5).contains(&it.len()) && it.bytes().all(|it| it.is_ascii_digit());
            it.parse().ok().filter(|_| is_plain).ok_or(PointsError)
        };
        // `1/3`, or `1 1/3` with whole points before the fraction.
        let fraction = |parts: &str, size: i32| {
            let (whole, parts) = parts.split_once(' ').map_or((Ok(0), parts), |(whole, parts)| (number(whole), parts));
            Ok(whole? * Self::UNIT + number(parts)? * size)
        };
        let twelfths = match (digits.split_once('/'), digits.split_once('.')) {
            (Some((parts, "2")), _) => fraction(parts, 6)?,
            (Some((parts, "3")), _) => fraction(parts, 4)?,
            (Some((parts, "4")), _) => fraction(parts, 3)?,
            (Some((parts, "6")), _) => fraction(parts, 2)?,
            (Some((parts, "12")), _) => fraction(parts, 1)?,
            (None, Some((whole, "5"))) => number(whole)? * Self::UNIT + 6,
            (None, Some((whole, "25"))) => number(whole)? * Self::UNIT + 3,
            (None, Some((whole, "75"))) => number(whole)? * Self::UNIT + 9,
            (None, Some((whole, "0"))) => number(whole)? * Self::UNIT,
            (None, None) => number(digits)? * Self::UNIT,
            _ => return Err(PointsError),
        };
        if twelfths > Self::MAX * Self::UNIT { Err(PointsError) } else { Ok(Self(sign * twelfths)) }
    }
}
