//! Joins shards into the total of a single run.
//!
//! Contains [`Merger`]. It refuses shards that do not belong together: other rules, weights, bots,
//! seeds or versions, games that are missing or that occur twice, and files that end early.
//!
//! Input: shards with their names, in any order. Output: a [`Tally`] with its range. Does not know
//! files.

use std::io::BufRead;
use std::ops::Range;

use super::plan::{LabPlan, PlanKey};
use super::shard::{ShardError, read_shard};
use super::tally::Tally;
use crate::sorting::CompactSort;

/// Collects shards of one plan.
///
/// [`lab`](crate::lab) has an example.
#[derive(Debug, Default)]
pub struct Merger {
    /// The plan, and the name of the shard that it comes from.
    first: Option<(PlanKey, String)>,
    ranges: Vec<(Range<u64>, String)>,
    tally: Tally,
}

/// Returns the first difference between two plans, as the rest of a sentence.
///
/// [`lab`](crate::lab) has an example.
pub fn plan_difference(found: &PlanKey, expected: &PlanKey) -> Option<String> {
    let show = |name: &str, a: &dyn std::fmt::Debug, b: &dyn std::fmt::Debug| {
        let (a, b) = (format!("{a:?}"), format!("{b:?}"));
        (a != b).then(|| format!("{name} is {a}, not {b}"))
    };
    show("the version of threefold", &found.version, &expected.version)
        .or_else(|| show("the version of the generator", &found.generator, &expected.generator))
        .or_else(|| show("the hash of the rules", &found.rules, &expected.rules))
        .or_else(|| show("the rulebook", &found.variant, &expected.variant))
        .or_else(|| show("the start", &found.start, &expected.start))
        .or_else(|| show("the list of bots", &found.bots, &expected.bots))
        .or_else(|| show("the list of weights", &found.weights, &expected.weights))
        .or_else(|| show("the seed", &found.seed, &expected.seed))
        .or_else(|| show("the number of random moves at the start", &found.openings, &expected.openings))
        .or_else(|| show("the maximum number of moves", &found.plies, &expected.plies))
        .or_else(|| show("the distance between games sampled for rule impact", &found.impact, &expected.impact))
}

impl Merger {
    /// Adds a shard.
    ///
    /// # Errors
    /// Returns an error with its line if the shard is damaged or not complete, or if its plan is not
    /// that of the shards before.
    pub fn add(&mut self, name: &str, input: &mut dyn BufRead) -> Result<(), ShardError> {
        let found = read_shard(input)?;
        let of_plan = |message: String| ShardError { line: 1, message };
        if let Some((plan, first)) = &self.first
            && let Some(difference) = plan_difference(&found.header.plan, plan)
        {
            return Err(of_plan(format!("{difference} as in `{first}`")));
        }
        if let Some(problem) = found.problem {
            return Err(problem);
        }
        if self.first.is_none() {
            self.first = Some((found.header.plan.clone(), name.to_owned()));
        }
        if self.ranges.is_empty() {
            self.tally = found.tally;
        } else if found.tally.has_shape_of(&self.tally) {
            self.tally.merge(&found.tally);
        } else {
            return Err(of_plan("its counts have another number of seats, squares or pieces".to_owned()));
        }
        self.ranges.push((found.header.range(), name.to_owned()));
        Ok(())
    }

    /// Returns the plan of the shards.
    pub fn plan(&self) -> Option<&PlanKey> {
        self.first.as_ref().map(|it| &it.0)
    }

    /// Returns the range of all games, and their counts. The games must be those of `expected`. Without
    /// it, they must start with game 0, and the last one is not known.
    ///
    /// # Errors
    /// Returns a sentence without a period if a game is missing or occurs twice, or if the shards are
    /// not those of this plan.
    pub fn finish(mut self, plan: &LabPlan, expected: Option<Range<u64>>) -> Result<(Range<u64>, Tally), String> {
        let Some((key, name)) = &self.first else { return Err("there are no shards".to_owned()) };
        if let Some(difference) = plan_difference(key, &plan.key()) {
            return Err(format!("`{name}` does not fit: {difference}"));
        }
        if !self.tally.fits(plan) {
            return Err(format!("`{name}` does not fit: its counts have other seats, squares or pieces"));
        }
        self.ranges.compact_sort_by(|a, b| (a.0.start, a.0.end, &a.1).cmp(&(b.0.start, b.0.end, &b.1)));
        for pair in self.ranges.windows(2) {
            let ((before, a), (after, b)) = (&pair[0], &pair[1]);
            if after.start < before.end {
                let games = games_text(after.start..before.end.min(after.end));
                return Err(format!("{games} in `{a}` and again in `{b}`"));
            }
            if after.start > before.end {
                let games = games_text(before.end..after.start);
                return Err(format!("{games} missing between `{a}` and `{b}`"));
            }
        }
        let (Some((first, begin)), Some((last, end))) = (self.ranges.first(), self.ranges.last()) else {
            return Err("there are no shards".to_owned());
        };
        let found = first.start..last.end;
        let wanted = expected.unwrap_or(0..found.end);
        let beyond = |games: Range<u64>, name: &str| {
            let (low, high) = (wanted.start, wanted.end);
            format!("{} in `{name}`, but not in the range {low}..{high}", games_text(games))
        };
        if found.start > wanted.start {
            let missing = wanted.start..found.start.min(wanted.end);
            return Err(format!("{} missing before `{begin}`", games_text(missing)));
        }
        if found.end < wanted.end {
            return Err(format!("{} missing after `{end}`", games_text(found.end.max(wanted.start)..wanted.end)));
        }
        if found.start < wanted.start {
            return Err(beyond(found.start..wanted.start.min(first.end), begin));
        }
        if found.end > wanted.end {
            return Err(beyond(wanted.end.max(last.start)..found.end, end));
        }
        Ok((found, self.tally))
    }
}

/// Returns the games of a range as the subject of a sentence: `games 3 to 7 are`.
fn games_text(games: Range<u64>) -> String {
    match games.end - games.start {
        1 => format!("game {} is", games.start),
        _ => format!("games {} to {} are", games.start, games.end - 1),
    }
}
