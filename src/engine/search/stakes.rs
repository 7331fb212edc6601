//! Stakes: the points that are still to be won, by the rulebook's own scores.
//!
//! Contains [`Stakes`]. Between the players who remain, an estimate divides the points of a
//! decisive ending by shares. The mean of all shares is the mean of the points, and a share of one
//! is the most that an ending gives. Points are relative to those at the root.
//!
//! Input: the outcomes of a rulebook. Output: units and linear functions of a share. Does not know
//! strengths.

use super::score::{self, Value};
use crate::policy::{Points, Then, Who};
use crate::rulebook::{Player, Rulebook};
use crate::sorting::CompactSort;

/// Number of units in one point.
const UNITS: f64 = Points::UNIT as f64;

/// Quality that corresponds to the greatest possible number of points.
const FULL: f64 = (1 << 19) as f64;

/// The points at stake, in units of quality.
#[derive(Clone, Debug)]
pub struct Stakes {
    /// Quality of a unit of points.
    pub unit: f64,
    /// By number of remaining players: the quality of a share of 0, and the slope.
    linear: [(f32, f32); 9],
    /// By number of remaining players: the most points for one of them, and what each gets if they share.
    awards: [(f64, f64); 9],
    /// Upper bound on the sum of all qualities.
    pub most: i32,
    /// Lower bound on the quality of one player.
    pub least: i32,
}

/// The points of one outcome, for a number of remaining players.
#[derive(Clone, Copy, Debug, Default)]
struct Award {
    /// Most points for one player.
    best: f64,
    /// Fewest points for one player.
    worst: f64,
    /// Sum over the remaining players.
    total: f64,
}

/// Returns the points of a table for `living` remaining players.
fn award(table: &[(Player, Points)], living: f64) -> Award {
    let is_set = |who: Player| {
        matches!(
            who,
            Player::Role(Who::Others | Who::Opponents | Who::Partners | Who::Living | Who::Eliminated | Who::All)
        )
    };
    let named: Vec<f64> = table.iter().filter(|it| !is_set(it.0)).map(|it| f64::from(it.1.0)).collect();
    // `others` are the players whom no other role names.
    let mut sets = table.iter().filter(|it| is_set(it.0) && it.0 != Who::Eliminated);
    let of_set = sets.clone().find(|it| it.0 != Who::Others).or_else(|| sets.next()).map(|it| f64::from(it.1.0));
    let named_count = (named.len() as f64).min(living);
    let rest = (living - named_count).max(0.0);
    let mut all: Vec<f64> = named.clone();
    all.extend(of_set.filter(|_| rest > 0.0));
    if rest > 0.0 && of_set.is_none() {
        all.push(0.0);
    }
    let mut sorted = named;
    sorted.compact_sort_by(|a, b| b.total_cmp(a));
    let total = sorted.iter().take(named_count as usize).sum::<f64>() + rest * of_set.unwrap_or(0.0);
    let best = all.iter().copied().fold(f64::MIN, f64::max);
    let worst = all.iter().copied().fold(f64::MAX, f64::min);
    if all.is_empty() { Award::default() } else { Award { best, worst, total } }
}

impl Stakes {
    /// Derives the stakes from the outcomes that the rulebook settles by itself.
    pub fn new(book: &Rulebook) -> Self {
        let seats = book.seats().len();
        let settle = book.settle();
        let used = settle.after_move().iter().chain(settle.turn_start()).chain(settle.on_claim());
        let outcomes: Vec<_> = used.map(|it| &book.outcomes()[usize::from(it.0)]).collect();
        let ends = || outcomes.iter().filter(|it| matches!(it.then(), Then::End | Then::Pass));
        let eliminations = || outcomes.iter().filter(|it| matches!(it.then(), Then::Eliminate | Then::Freeze));
        let by = |living: usize| {
            // The last player who remains may end the game: `living = 1`.
            let of = |it: &&&crate::rulebook::Outcome| {
                let last = it.when().living() == Some(1);
                let own = award(it.score(), if last { 1.0 } else { living as f64 });
                let spread = last && living > 1;
                Award { worst: if spread { own.worst.min(0.0) } else { own.worst }, ..own }
            };
            let decisive: Vec<Award> = ends().map(|it| of(&it)).filter(|it| it.best > it.worst).collect();
            let best = decisive.iter().map(|it| it.best).fold(0.0, f64::max);
            let top: Vec<f64> = decisive.iter().filter(|it| it.best == best).map(|it| it.total).collect();
            let total = top.iter().sum::<f64>() / top.len().max(1) as f64;
            let fallen = (living.max(1) - 1) as f64;
            let award_of = |it: &&crate::rulebook::Outcome| award(it.score(), living as f64);
            let gain = eliminations().map(|it| award_of(it).best).fold(0.0, f64::max);
            let shared = eliminations().map(|it| award_of(it).total).fold(0.0, f64::max);
            (best + fallen * gain, total + fallen * shared)
        };
        let rest = |living: usize| eliminations().map(|it| award(it.score(), living as f64).total.abs()).sum::<f64>();
        let largest = outcomes.iter().flat_map(|it| it.score()).map(|it| f64::from(it.1.0.abs())).fold(3.0, f64::max);
        // Points during play: at most once for each piece of the starting position, more or less.
        let during = outcomes.iter().filter(|it| it.then() == Then::Score).flat_map(|it| it.score());
        let during =
            during.map(|it| f64::from(it.1.0.abs())).fold(0.0, f64::max) * book.setup().map_or(32, <[_]>::len) as f64;
        let bound = during + largest * (1.0 + seats as f64 * f64::from(u8::from(rest(seats) > 0.0)));
        let unit = FULL / bound;
        let mut linear = [(0.0, 0.0); 9];
        let mut awards = [(0.0, 0.0); 9];
        for (living, entry) in linear.iter_mut().enumerate().take(seats.min(8) + 1).skip(1) {
            let (best, total) = by(living);
            let mean = total / living as f64;
            // Partners win together, so no ending distinguishes those who remain: they get what a draw gives.
            let alike =
                ends().map(|it| award(it.score(), living as f64)).filter(|it| it.best == it.worst && it.best > 0.0);
            let mut gains: Vec<f64> = alike.map(|it| it.best).collect();
            gains.compact_sort_by(f64::total_cmp);
            let (most, shared) = match gains[..] {
                [draw, .., win] if best == 0.0 => (win, draw),
                [draw] if best == 0.0 => (draw, draw),
                _ => (best, mean),
            };
            awards[living] = (most / UNITS, shared / UNITS);
            // Without points at all, strength itself is the aim.
            let best = if best > mean { best } else { mean + 3.0 };
            let share = 1.0 / living as f64;
            let slope = if living > 1 { (best - mean) / (1.0 - share) } else { 0.0 };
            *entry = (((mean - slope * share) * unit) as f32, (slope * unit) as f32);
        }
        let most_ended = ends().map(|it| award(it.score(), seats as f64).total).fold(0.0, f64::max);
        let most = (most_ended.max(by(seats).1) + rest(seats) * seats as f64) * unit;
        let most = (1..=seats.min(8)).map(|it| by(it).1 * unit).fold(most, f64::max) + during * unit;
        let lowest = outcomes.iter().flat_map(|it| it.score()).map(|it| f64::from(it.1.0)).fold(0.0, f64::min);
        let least = (lowest * (1.0 + seats as f64) - during) * unit;
        let least = (1..=seats.min(8)).map(|it| f64::from(linear[it].0)).fold(least, f64::min);
        Self { unit, linear, awards, most: most.ceil() as i32 + 2 * seats as i32, least: least.floor() as i32 - 1 }
    }

    /// Returns the mean of the points that `living` remaining players still win.
    pub fn mean_of(&self, living: usize) -> f64 {
        self.awards[living.min(8)].1
    }

    /// Returns the most points that one of `living` remaining players still wins.
    pub fn best_of(&self, living: usize) -> f64 {
        self.awards[living.min(8)].0
    }

    /// Returns the quality of a share among `living` players.
    #[inline(always)]
    pub fn quality_of(&self, share: f32, living: usize) -> i32 {
        let (base, slope) = self.linear[living.min(8)];
        (base + slope * share) as i32
    }

    /// Returns the share among `living` players that corresponds to a number of points, from 0 to 1.
    pub fn share_of(&self, points: f64, living: usize) -> f64 {
        let (base, slope) = self.linear[living.min(8)];
        let share = (UNITS * points * self.unit - f64::from(base)) / f64::from(slope).max(f64::MIN_POSITIVE);
        share.clamp(0.0, 1.0)
    }

    /// Returns the difference in quality between a share of one and a share of zero.
    pub fn span(&self, living: usize) -> f32 {
        self.linear[living.min(8)].1
    }

    /// Returns the quality of points, in twelfths of a point.
    #[inline(always)]
    pub fn quality_of_points(&self, points: i32) -> i32 {
        (f64::from(points) * self.unit) as i32
    }

    /// Returns the value of an ending for one seat. `points` are the twelfths of a point of all seats,
    /// relative to the root.
    pub fn ending(&self, points: &[i32], seat: usize, ply: usize) -> Value {
        let total: i32 = points.iter().sum();
        let above = points[seat] * points.len() as i32 - total;
        score::ending(self.quality_of_points(points[seat]), above, ply)
    }

    /// Converts a value to points, given the twelfths of a point at the root.
    pub fn points(&self, value: Value, at_root: i32) -> f64 {
        (f64::from(score::quality(value)) / self.unit + f64::from(at_root)) / UNITS
    }
}
