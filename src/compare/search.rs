//! The search for differences in play: exhaustive search, random games, minimization.
//!
//! Input: two variants and the limits of the search. Output: the findings, and how much was searched. With counted
//! budgets, the result is the same on every machine and with any number of threads. With a time limit, the result
//! depends on the machine, and the report mentions it. Does not know how findings are printed.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::ddmin::minimize;
use super::exhaust::exhaust;
use super::games::games;
use super::look::Aspect;
use super::pair::NameMatch;
use super::rules::Change;
use super::start::{Origin, SearchStart, starts};
use super::verdict::{PlayLine, finding};
use super::{CompareError, Compared, Options, Play};
use crate::rules::Move;

/// Knowledge about the length of a line.
///
/// [`compare`](crate::compare) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// Proven shortest: no shorter line from its position shows the aspect.
    Shortest,
    /// Shortest of the lines that were searched.
    ShortestSeen,
    /// Found in a random game and minimized.
    MadeMinimal,
}

impl Proof {
    /// Returns the word for the proof in reports.
    pub fn word(self) -> &'static str {
        match self {
            Proof::Shortest => "shortest",
            Proof::ShortestSeen => "shortest-seen",
            Proof::MadeMinimal => "made-minimal",
        }
    }
}

/// The extent of the search.
///
/// [`compare`](crate::compare) has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Effort {
    /// Number of positions, each under both rulebooks.
    pub positions: u64,
    /// Depth of the exhaustive search from the starting position; `None` without one.
    pub depth: Option<u32>,
    /// Depth of the exhaustive search from each given position.
    pub given: Vec<u32>,
    /// Number of shipped positions for each depth of the exhaustive search.
    pub shipped: BTreeMap<u32, u32>,
    /// Number of positions in which refusal reasons were compared.
    pub reasons: u64,
    /// Number of random games.
    pub games: u32,
    /// Seed of the random games.
    pub seed: u64,
    /// Whether the time limit ended the search, so that the result depends on the machine.
    pub is_timed: bool,
}

/// A line that shows an aspect.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub aspect: Aspect,
    /// Index of the starting point.
    pub start: usize,
    pub line: Vec<Move>,
    pub proof: Proof,
}

/// The end of the time limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline(Option<Instant>);

impl Deadline {
    fn new(seconds: Option<f64>) -> Self {
        let span = seconds.and_then(|it| Duration::try_from_secs_f64(it).ok());
        Self(span.and_then(|it| Instant::now().checked_add(it)))
    }

    pub fn is_up(self) -> bool {
        self.0.is_some_and(|it| Instant::now() >= it)
    }
}

/// Searches for differences in play.
///
/// # Errors
/// Fails for the same reasons as [`super::compare`].
pub(super) fn search(
    a: &Compared,
    b: &Compared,
    names: &NameMatch,
    changes: &[Change],
    options: &Options,
) -> Result<Play, CompareError> {
    let starts = starts(&a.variant, &b.variant, options)?;
    let clock = Deadline::new(options.seconds);
    let mut effort = Effort { seed: options.seed, ..Effort::default() };
    let mut found = exhaust(&starts, names, options, clock, &mut effort)?;
    let known = best(&found, None);
    let drawn = games(&starts, names, changes, options, clock, &known, &mut effort)?;
    effort.is_timed = clock.is_up();
    for candidate in drawn {
        found.extend(minimize(&candidate, &starts, (&a.variant, &b.variant), names));
    }
    let mut findings = Vec::new();
    for aspect in Aspect::ALL {
        let of = |only: Option<Origin>| best(&found, only_of(&starts, only)).remove(&aspect);
        let Some(shortest) = of(None) else { continue };
        let from_setup = of(Some(Origin::Setup)).filter(|it| it.is_elsewhere(&shortest));
        let route = from_setup.map(|it| PlayLine { line: it.texts(&starts), proof: it.candidate.proof });
        findings.extend(finding(&shortest, &starts, (a, b), names, route));
    }
    Ok(Play { findings, effort })
}

/// A candidate and, if it is not one of the starting points, the position from which it starts.
#[derive(Clone, Debug)]
pub(super) struct FoundDifference {
    pub candidate: Candidate,
    pub made: Option<SearchStart>,
}

impl FoundDifference {
    /// Returns the position from which the candidate starts.
    pub fn start<'a>(&'a self, starts: &'a [SearchStart]) -> &'a SearchStart {
        self.made.as_ref().unwrap_or(&starts[self.candidate.start])
    }
}

/// The starting points that count: all, or those of one origin.
type Only<'a> = Option<(&'a [SearchStart], Origin)>;

fn only_of(starts: &[SearchStart], only: Option<Origin>) -> Only<'_> {
    only.map(|it| (starts, it))
}

/// Returns the shortest candidate for each aspect; the first one found among equals.
fn best(found: &[FoundDifference], only: Only<'_>) -> BTreeMap<Aspect, FoundDifference> {
    let mut best: BTreeMap<Aspect, FoundDifference> = BTreeMap::new();
    for it in found {
        if only.is_some_and(|(starts, origin)| it.start(starts).origin != origin || it.made.is_some()) {
            continue;
        }
        let is_better = |than: &FoundDifference| it.candidate.line.len() < than.candidate.line.len();
        if best.get(&it.candidate.aspect).is_none_or(is_better) {
            best.insert(it.candidate.aspect, it.clone());
        }
    }
    best
}

impl FoundDifference {
    fn is_elsewhere(&self, other: &FoundDifference) -> bool {
        other.made.is_some() || other.candidate.start != self.candidate.start
    }
}
