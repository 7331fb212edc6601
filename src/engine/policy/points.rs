//! Points: the result of a game in halves.
//!
//! Contains [`Points`]. Input: a number of halves. Output: text such as `0.5`, or a number. Does not know how
//! a file writes points.

/// Points in units of one half: `1` is stored as 2, `0.5` as 1.
///
/// ```
/// let start = threefold::load("chess")?.variant.start().expect("a starting position");
/// assert_eq!(start.scores(), [threefold::Points(0); 2]);
/// assert_eq!(f64::from(threefold::Points(3)), 1.5);
/// assert_eq!(threefold::Points(3).to_string(), "1.5");
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Points(pub i32);

impl From<Points> for f64 {
    /// Returns whole points: `Points(1)` is 0.5.
    fn from(points: Points) -> Self {
        Self::from(points.0) / 2.0
    }
}

impl std::fmt::Display for Points {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, half) = (self.0.unsigned_abs() / 2, self.0.unsigned_abs() % 2);
        if half == 1 { write!(f, "{sign}{whole}.5") } else { write!(f, "{sign}{whole}") }
    }
}
