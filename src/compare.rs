//! Comparison of two rulebooks: the keys that differ, and the differences in play.
//!
//! Input: two rulebooks without errors ([`Compared`]) and the limits of the search ([`Options`]). Output: a
//! [`Report`] with the keys that differ and their places. For each [`Aspect`] of play, it contains the shortest
//! line that shows a difference, with the answers of both rulebooks, and how much was searched. It is printed as
//! text, Markdown or HTML, and saved as cases. Makes no decisions: every answer comes from playing both rulebooks.
//! Never claims that two rulebooks are equal, only how far they were searched.
//!
//! ```
//! use threefold::compare::{Compared, Options, compare, text};
//! use threefold::{Input, LoadError, check, load};
//!
//! let side = |name: &str| -> Result<Compared, LoadError> {
//!     Ok(Compared { name: name.to_owned(), checked: check(Input::Name(name)), variant: load(name)?.variant })
//! };
//! let mut options = Options::default();
//! options.is_play_compared = false;
//! let report = compare(side("3-man-chess")?, side("3-man-chess-video")?, &options)?;
//! assert!(!report.is_same_text());
//! println!("{}", text(&report));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The parts of a report:
//!
//! ```
//! use threefold::compare::{AnswerPair, Aspect, Change, CompareError, Compared, Effort, Finding, KeyValue, Options};
//! use threefold::compare::{NotCompared, Origin, Play, PlayLine, Proof, Report, case_text, compare};
//! use threefold::{Input, check, load};
//!
//! let side = |name: &str| {
//!     let variant = load(name).expect("a shipped rulebook").variant;
//!     Compared { name: name.to_owned(), checked: check(Input::Name(name)), variant }
//! };
//! let report: Report = match compare(side("3-man-chess"), side("3-man-chess-video"), &Options::default()) {
//!     Ok(report) => report,
//!     Err(CompareError::Start { slug, errors }) => panic!("{slug}: {errors}"),
//!     Err(other) => panic!("{other}"),
//! };
//! let change: &Change = &report.changes[0];
//! let (old, new): (Option<&KeyValue>, Option<&KeyValue>) = (change.a.as_ref(), change.b.as_ref());
//! assert!(old.is_some() || new.is_some());
//! let play: &Result<Play, NotCompared> = &report.play;
//! let play = play.as_ref().expect("their players and squares are alike");
//! let effort: &Effort = &play.effort;
//! assert!(effort.positions > 0);
//! let finding: &Finding = play.findings.iter().find(|it| it.aspect == Aspect::Legal).expect("a difference");
//! let answers: &[AnswerPair] = &finding.answers;
//! assert_ne!(answers[0].a.value, answers[0].b.value);
//! let from_setup: Option<&PlayLine> = finding.from_setup.as_ref();
//! println!("{:?} {from_setup:?}", finding.line);
//! assert!(finding.origin != Origin::Given && finding.proof != Proof::ShortestSeen);
//! if finding.is_case {
//!     assert!(case_text(&report, finding, ("a", "b")).is_some());
//! }
//! ```

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

#[doc(hidden)]
pub use document::document;
pub use keep::case_text;
#[doc(hidden)]
pub use keep::file_name;
pub use look::Aspect;
#[doc(hidden)]
pub use rules::changes;
pub use rules::{Change, KeyValue};
pub use search::{Effort, Proof};
pub use start::Origin;
pub use text::text;
#[cfg(feature = "cli")]
pub(crate) use text::text_within;
#[cfg(feature = "serve")]
pub(crate) use text::{end, length, rules_sentence, value};
pub use verdict::{AnswerPair, Finding, PlayLine};

use crate::load::Checked;
use crate::notation::PositionErrors;
use crate::rules::Variant;

/// One of the two rulebooks in a comparison.
///
/// [`compare`](crate::compare) has an example.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The requested name: a slug or a path.
    pub name: String,
    /// The rulebook with its sources and findings.
    pub checked: Checked,
    /// The variant compiled from the rulebook.
    pub variant: Variant,
}

/// The limits and starting points of the search.
///
/// ```
/// let mut options = threefold::compare::Options::default();
/// options.games = 16;
/// assert!(options.is_play_compared);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Depth in plies of the exhaustive search, as far as the budget allows.
    pub depth: u32,
    /// Number of random games.
    pub games: u32,
    /// Maximum length of a random game in plies.
    pub plies: u32,
    /// Approximate maximum number of positions; half of them are for the exhaustive search.
    pub positions: u64,
    /// Time limit in seconds; with one, the result depends on the machine.
    pub seconds: Option<f64>,
    /// Seed of the random games; the same seed plays the same games.
    pub seed: u64,
    /// Number of threads; the result does not depend on it.
    pub jobs: usize,
    /// Positions to start from, in addition to the starting position.
    pub starts: Vec<String>,
    /// Whether the search also starts from the shipped positions.
    pub is_shipped_used: bool,
    /// Whether play is compared as well as the keys.
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

/// The differences between two rulebooks.
///
/// [`compare`](crate::compare) has an example.
#[derive(Debug)]
#[non_exhaustive]
pub struct Report {
    /// The first rulebook, called A.
    pub a: Compared,
    /// The second rulebook, called B.
    pub b: Compared,
    /// Keys that differ.
    pub changes: Vec<Change>,
    /// Differences in play, or the reason why play was not compared.
    pub play: Result<Play, NotCompared>,
}

/// The differences in play.
///
/// [`compare`](crate::compare) has an example.
#[derive(Debug)]
#[non_exhaustive]
pub struct Play {
    /// The shortest line for each aspect in which the rulebooks differ.
    pub findings: Vec<Finding>,
    /// The extent of the search.
    pub effort: Effort,
}

impl Play {
    /// Groups findings that have the same position and line.
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
    /// Reports whether both rulebooks consist of the same rules, regardless of how they are written.
    pub fn is_same_text(&self) -> bool {
        self.a.variant.hash() == self.b.variant.hash()
    }
}

/// The reason why only the keys of two rulebooks were compared.
///
/// [`compare`](crate::compare) has an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotCompared {
    /// The options ask for the keys alone.
    #[error("only the text of the rulebooks was requested")]
    NotRequested,
    /// The rulebooks have players with different letters.
    #[error("the players differ: A has {}, B has {}", a.join(", "), b.join(", "))]
    Players {
        /// Letters of the players in the first rulebook, sorted.
        a: Vec<String>,
        /// Letters of the players in the second rulebook, sorted.
        b: Vec<String>,
    },
    /// The boards have different squares.
    #[error("the boards have different squares: A has {a}, B has {b}, and `{square}` is on one board only")]
    Squares {
        /// Number of squares of the first board.
        a: usize,
        /// Number of squares of the second board.
        b: usize,
        /// Name of a square that only one board has.
        square: String,
    },
    /// The names of squares or players cannot be matched.
    #[error("the squares or the players have different names")]
    Names,
}

/// The reason why two rulebooks cannot be compared.
///
/// [`compare`](crate::compare) has an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// One of the rulebooks has errors, which the check of it lists.
    #[error("the rulebook `{name}` has errors")]
    BrokenRulebook {
        /// The name under which it was to be compared.
        name: String,
    },
    /// A starting position of the options is not valid in one of the rulebooks.
    #[error("this position is not valid in `{slug}`:\n{errors}")]
    Start {
        /// Slug of that rulebook.
        slug: String,
        /// All errors in the text of the position.
        errors: PositionErrors,
    },
    /// The interpreter panicked, which is a bug in this crate.
    #[error("the search failed because of a bug in threefold: {message}")]
    Bug {
        /// Message of the panic.
        message: String,
    },
}

/// Compares two rulebooks, and searches for differences in play.
///
/// [`compare`](crate::compare) has an example.
///
/// # Errors
/// Fails if a rulebook has errors, if a starting position is valid in neither rulebook, with a message for each problem, or
/// if the search panics, which is a bug in the interpreter.
pub fn compare(a: Compared, b: Compared, options: &Options) -> Result<Report, CompareError> {
    if let Some(broken) = [&a, &b].into_iter().find(|it| it.checked.diagnostics.has_errors()) {
        return Err(CompareError::BrokenRulebook { name: broken.name.clone() });
    }
    let changes = changes(&a.checked, &b.checked);
    let play = match pair::NameMatch::new(&a.variant, &b.variant) {
        _ if !options.is_play_compared => Err(NotCompared::NotRequested),
        Err(why) => Err(why),
        Ok(names) => Ok(search::search(&a, &b, &names, &changes, options)?),
    };
    Ok(Report { a, b, changes, play })
}
