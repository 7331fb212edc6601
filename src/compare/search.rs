//! The search: all lines to a depth, then random games, then what was found made minimal.
//!
//! In: two variants and how much may be spent. Out: the findings, and an honest account of
//! what was looked at. Counted budgets give the same answer on every machine and with any
//! number of threads; a budget of time does not, and the account says so.

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
use super::{Compared, Options, Play};
use crate::rules::Move;

/// What is known of the length of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// All shorter lines from its position were gone through: none shows it.
    Shortest,
    /// It is the shortest of those that were looked at.
    ShortestSeen,
    /// It was found in a random game, and what it does not need is deleted.
    MadeMinimal,
}

impl Proof {
    /// As reports have it.
    pub fn word(self) -> &'static str {
        match self {
            Proof::Shortest => "shortest",
            Proof::ShortestSeen => "shortest-seen",
            Proof::MadeMinimal => "made-minimal",
        }
    }
}

/// What was looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Positions, under both rulebooks each.
    pub positions: u64,
    /// How deep all lines from the starting position were gone through; `None` without an starting position.
    pub depth: Option<u32>,
    /// The same for the positions that were given, each.
    pub given: Vec<u32>,
    /// The same for those that are shipped and stand under both: how many to which depth.
    pub shipped: BTreeMap<u32, u32>,
    /// In how many positions reasons were compared.
    pub reasons: u64,
    /// Random games.
    pub games: u32,
    /// The seed of the games.
    pub seed: u64,
    /// Whether a budget of time ended it: then it depends on the machine.
    pub is_timed: bool,
}

/// A line that shows an aspect.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub aspect: Aspect,
    /// By number.
    pub start: usize,
    pub line: Vec<Move>,
    pub proof: Proof,
}

/// When the time is up.
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

/// Looks for differences in play.
///
/// # Errors
/// As [`super::compare`].
pub(super) fn search(
    a: &Compared,
    b: &Compared,
    names: &NameMatch,
    changes: &[Change],
    options: &Options,
) -> Result<Play, String> {
    let starts = starts(&a.variant, &b.variant, options)?;
    let clock = Deadline::new(options.seconds);
    let mut effort = Effort { seed: options.seed, is_timed: options.seconds.is_some(), ..Effort::default() };
    let mut found = exhaust(&starts, names, options, clock, &mut effort)?;
    let known = best(&found, None);
    let drawn = games(&starts, names, changes, options, clock, &known, &mut effort)?;
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

/// A candidate with the position that it begins from, where that is none of the starts.
#[derive(Clone, Debug)]
pub(super) struct FoundDifference {
    pub candidate: Candidate,
    pub made: Option<SearchStart>,
}

impl FoundDifference {
    /// The position that it begins from.
    pub fn start<'a>(&'a self, starts: &'a [SearchStart]) -> &'a SearchStart {
        self.made.as_ref().unwrap_or(&starts[self.candidate.start])
    }
}

/// Which starts count: all, or those of one origin.
type Only<'a> = Option<(&'a [SearchStart], Origin)>;

fn only_of(starts: &[SearchStart], only: Option<Origin>) -> Only<'_> {
    only.map(|it| (starts, it))
}

/// The shortest candidate for each aspect; of those as long, the one found first.
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
