//! Compares the reports of several rulebooks.
//!
//! Contains [`compare_reports`], which lists the figures of two reports with the intervals of their
//! differences.
//!
//! # Methods
//! The interval of a difference of means is `d ± sqrt(m² + m'²)` with the margins `m` and `m'` of the
//! two means (Welch, 1947, for large samples). That of a difference of shares is the hybrid score
//! interval (Newcombe, 1998, method 10), which joins two Wilson intervals. A difference is *settled*
//! if its interval excludes zero. An open one with the half width `h` would need about
//! `n (h / d)² - n` more games of each rulebook, if the difference `d` is what it seems.
//!
//! Input: [`Report`]s. Output: [`Difference`]s. Does not know formats.

use super::report::{Report, Share};
use crate::arena::Estimate;

/// Number of games beyond which a difference counts as none.
const MOST: f64 = 1e12;

/// A figure of a report.
#[derive(Clone, Debug)]
pub(super) struct ComparedFigure {
    /// Name of the figure, for people.
    pub name: String,
    /// Value of the figure.
    pub value: f64,
    /// The bounds of its interval; `None` without an interval.
    pub bounds: Option<(f64, f64)>,
}

impl ComparedFigure {
    fn of_share(name: &str, it: &Share) -> Self {
        Self { name: name.to_owned(), value: it.share(), bounds: (it.of > 0).then_some((it.low, it.high)) }
    }

    fn of_estimate(name: impl Into<String>, it: Estimate) -> Self {
        let bounds = it.margin.map(|margin| (it.mean - margin, it.mean + margin));
        Self { name: name.into(), value: it.mean, bounds }
    }
}

/// Returns the figures that are compared.
pub(super) fn figures(report: &Report) -> Vec<ComparedFigure> {
    let mut all = Vec::new();
    for seat in &report.seats {
        all.push(ComparedFigure::of_estimate(format!("points of {}", seat.title), seat.points));
    }
    all.push(ComparedFigure::of_share("games without a single winner", &report.drawn));
    all.push(ComparedFigure::of_share("unfinished games", &report.unfinished));
    all.push(ComparedFigure::of_estimate("moves of a game", report.length.mean));
    all.push(ComparedFigure::of_estimate("legal moves of a turn", report.choices));
    if let Some(it) = &report.kingmaking {
        all.push(ComparedFigure::of_share("kingmaking in won games", &it.games));
    }
    all.push(ComparedFigure::of_estimate("lead changes", report.lead.changes));
    all.push(ComparedFigure::of_share("winner leads from the first half", &report.lead.first_half));
    all.push(ComparedFigure::of_share("winner comes from behind", &report.lead.from_behind));
    all
}

/// A figure of two reports.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Name of the figure, for people.
    pub figure: String,
    /// Value for the first rulebook.
    pub first: f64,
    /// Value for the second rulebook.
    pub second: f64,
    /// The 95 % interval of the second value minus the first; `None` with too few games.
    pub bounds: Option<(f64, f64)>,
    /// About how many more games of each rulebook would settle the difference. `None` if it is
    /// settled, or if no difference is in sight.
    pub more_games: Option<u64>,
}

impl Difference {
    /// Returns the second value minus the first.
    pub fn difference(&self) -> f64 {
        self.second - self.first
    }

    /// Reports whether the interval excludes zero.
    pub fn is_settled(&self) -> bool {
        self.bounds.is_some_and(|(low, high)| low > 0.0 || high < 0.0)
    }
}

/// Compares the figures that two reports share, in the order of the first one.
///
/// [`lab`](crate::lab) has an example.
pub fn compare_reports(first: &Report, second: &Report) -> Vec<Difference> {
    let others = figures(second);
    let games = first.games.min(second.games) as f64;
    let pair = |a: ComparedFigure| others.iter().find(|it| it.name == a.name).map(|b| difference(&a, b, games));
    figures(first).into_iter().filter_map(pair).collect()
}

fn difference(a: &ComparedFigure, b: &ComparedFigure, games: f64) -> Difference {
    let gap = b.value - a.value;
    let bounds = a.bounds.zip(b.bounds).map(|(one, other)| {
        // Both methods join the distances of the bounds from the values.
        let low = ((b.value - other.0).powi(2) + (one.1 - a.value).powi(2)).sqrt();
        let high = ((other.1 - b.value).powi(2) + (a.value - one.0).powi(2)).sqrt();
        (gap - low, gap + high)
    });
    let mut found = Difference { figure: a.name.clone(), first: a.value, second: b.value, bounds, more_games: None };
    if let Some((low, high)) = bounds.filter(|_| !found.is_settled()) {
        let half = if gap > 0.0 { gap - low } else { high - gap };
        let more = games * ((half / gap).powi(2) - 1.0);
        found.more_games = (more.is_finite() && more < MOST).then_some(more.ceil() as u64);
    }
    found
}
