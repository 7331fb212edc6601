//! Two rulebooks side by side: what differs in what they say, and what differs in play.
//!
//! In: two rulebooks that load ([`Compared`]) and how much may be spent ([`Options`]). Out: a
//! [`Report`]: the keys that differ with their places; for each aspect of play the
//! shortest line on which the two part, with what both say; and how much was looked at.
//! Printed as text, Markdown and a page, kept as cases. Decides no rule: whatever is told was
//! asked of both. Never says that two rulebooks are the same, but how far they were
//! looked at.

mod ddmin;
mod document;
mod exhaust;
mod games;
mod keep;
mod look;
mod pair;
mod rules;
mod search;
mod start;
mod text;
mod verdict;

pub use document::document;
pub use keep::{case_text, file_name};
pub use look::Aspect;
pub use rules::{Change, KeyValue, changes};
pub use search::{Effort, Proof};
pub use start::Origin;
pub use text::text;
#[cfg(feature = "serve")]
pub(crate) use text::{end, length, rules_sentence, value};
pub use verdict::{AnswerPair, Finding, PlayLine};

use crate::load::Checked;
use crate::rules::Variant;

/// A rulebook that is compared.
#[derive(Clone, Debug)]
pub struct Compared {
    /// As it was asked for: a slug or a path.
    pub name: String,
    /// What was read.
    pub checked: Checked,
    /// The same, ready to play.
    pub variant: Variant,
}

/// How much may be spent, and from where.
#[derive(Clone, Debug)]
pub struct Options {
    /// All lines are gone through to this depth, as far as the budget goes.
    pub depth: u32,
    /// So many random games.
    pub games: u32,
    /// No random game is longer.
    pub plies: u32,
    /// No more positions than about so many; half of them for going through all lines.
    pub positions: u64,
    /// No longer than so many seconds; what is found then depends on the machine.
    pub seconds: Option<f64>,
    /// The same seed plays the same games.
    pub seed: u64,
    /// So many threads; the answer does not depend on them.
    pub jobs: usize,
    /// Positions to begin from, besides the starting position.
    pub starts: Vec<String>,
    /// Whether the positions that are shipped are begun from, too.
    pub is_shipped_used: bool,
    /// Whether play is compared at all.
    pub is_play_compared: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            depth: 3,
            games: 256,
            plies: 120,
            positions: 200_000,
            seconds: None,
            seed: 1,
            jobs: 2,
            starts: Vec::new(),
            is_shipped_used: true,
            is_play_compared: true,
        }
    }
}

/// What differs between two rulebooks.
#[derive(Debug)]
pub struct Report {
    /// The one.
    pub a: Compared,
    /// The other.
    pub b: Compared,
    /// What differs in what they say.
    pub changes: Vec<Change>,
    /// What differs in play; a reason where they cannot be played side by side.
    pub play: Result<Play, String>,
}

/// What differs in play.
#[derive(Debug)]
pub struct Play {
    /// For each aspect in which they part, the shortest line that shows it.
    pub findings: Vec<Finding>,
    /// What was looked at.
    pub effort: Effort,
}

impl Play {
    /// The findings, those with the same line together.
    pub fn groups(&self) -> Vec<Vec<&Finding>> {
        let mut groups: Vec<Vec<&Finding>> = Vec::new();
        for it in &self.findings {
            let is_same = |group: &&mut Vec<&Finding>| {
                group
                    .iter()
                    .any(|other| (&other.position, &other.line, other.proof) == (&it.position, &it.line, it.proof))
            };
            match groups.iter_mut().find(is_same) {
                Some(group) => group.push(it),
                None => groups.push(vec![it]),
            }
        }
        groups
    }
}

impl Report {
    /// Whether the two were made of the same rules, written in whatever way.
    pub fn is_same_text(&self) -> bool {
        self.a.variant.hash() == self.b.variant.hash()
    }
}

/// Why two rulebooks cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// A starting position of the options is valid in neither rulebook, or the comparison failed.
    #[error("{0}")]
    Search(String),
}

/// Compares two rulebooks.
///
/// # Errors
/// Where a position to begin from stands on neither board, each error as a person reads it;
/// where the work broke the interpreter, which is a error of the interpreter.
pub fn compare(a: Compared, b: Compared, options: &Options) -> Result<Report, CompareError> {
    let changes = changes(&a.checked, &b.checked);
    let play = match pair::NameMatch::new(&a.variant, &b.variant) {
        _ if !options.is_play_compared => Err("that was not asked".to_owned()),
        Err(why) => Err(why),
        Ok(names) => Ok(search::search(&a, &b, &names, &changes, options).map_err(CompareError::Search)?),
    };
    Ok(Report { a, b, changes, play })
}
