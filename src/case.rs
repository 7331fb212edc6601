//! Cases: test files that hold a position, moves and the expected results.
//!
//! Input: the text of a case, and a function that loads the variants it names. Output: a [`CaseReport`]
//! for each variant, with every expectation beside the observed answer, and text for people. Does
//! not know where files are, and decides nothing: the rules give every answer.
//!
//! ```
//! use threefold::case::{Answer, AnswerValue, Ask, Case, CaseReport, CheckedExpectation, Expect, Obstacle, Text};
//! use threefold::case::{parse, run, run_under};
//!
//! let text = "about = \"White moves first.\"\nvariant = \"chess\"\nplay = [\"e4\"]\n\n\
//!             [expect]\nturn = \"black\"\nmoves = 20\n";
//! let case: Case = parse("first-move.toml", text)?;
//! let (name, expect): (&Text, &Expect) = (&case.variants[0], &case.expect);
//! let chess = threefold::load(&name.value)?.variant;
//! let report: CaseReport = run_under(&case, &name.value, &chess, expect)?;
//! let turn: &CheckedExpectation = report.checks.iter().find(|it| it.ask == Ask::Turn).expect("a question");
//! let observed: &Answer = &turn.observed;
//! assert_eq!(turn.expected, AnswerValue::List(vec!["b".into()]));
//! assert_eq!(observed.value, turn.expected);
//!
//! let wrong = parse("wrong.toml", &text.replace("turn", "trun")).expect_err("a misspelled key");
//! assert_eq!(wrong.obstacle, Obstacle::Text);
//! println!("{wrong}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![doc = ""]
#![doc = include_str!("../examples/cases/README.md")]

mod answer;
mod ask;
mod error;
mod expect;
mod look;
mod read;
mod run;

#[doc(hidden)]
pub use answer::answer;
pub use answer::{Answer, AnswerValue};
pub use ask::Ask;
#[doc(hidden)]
pub use ask::{Question, Want};
#[doc(hidden)]
pub use expect::End;
pub use expect::Expect;
pub use read::parse;
#[cfg(feature = "lab")]
pub(crate) use read::read_rest;
#[doc(hidden)]
pub use read::{Nature, nature, read};
#[doc(hidden)]
pub use run::set_up;
pub use run::{CaseReport, CheckedExpectation, run, run_under};

use crate::diagnostic::{LineColumn, Sources, Span, Spanned, place};
use crate::game::GameError;
use crate::notation::PositionErrors;
use crate::sorting::CompactSort;

/// A text in a case file, with its location.
///
/// [`case`](crate::case) has an example.
pub type Text = Spanned<String>;

/// A parsed case file.
///
/// [`case`](crate::case) has an example.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// The file as a single source, into which spans point.
    pub sources: Sources,
    /// The claim of the case, in one sentence.
    pub about: String,
    /// The source that supports the claim.
    pub source: Option<String>,
    /// The variants under which it must hold.
    pub variants: Vec<Text>,
    /// The position; the starting position if `None`.
    pub position: Option<Text>,
    /// Moves and claims played before the test.
    pub play: Vec<Text>,
    /// Requested output: `board`, `moves SQUARE`, `explain MOVE`.
    pub show: Vec<Text>,
    /// The expected results.
    pub expect: Expect,
    /// Other variants, each with the keys of `expect` that differ there.
    pub differs: Vec<(Text, Expect)>,
    /// Whether the file has an `[observed]` block from an earlier run.
    pub has_observed: bool,
}

impl Case {
    /// Returns every variant that the case names, with the results expected there.
    pub fn expectations_by_variant(&self) -> Vec<(&Text, Expect)> {
        let plain = self.variants.iter().map(|it| (it, self.expect.clone()));
        let others = self.differs.iter().map(|(name, differs)| (name, self.expect.replaced_by(differs)));
        plain.chain(others).collect()
    }

    /// Returns all questions of the case under all variants, without duplicates.
    pub fn questions(&self) -> Vec<Question> {
        let mut questions: Vec<Question> = Vec::new();
        let differs = self.differs.iter().map(|it| &it.1);
        for (question, _) in std::iter::once(&self.expect).chain(differs).flat_map(Expect::questions) {
            if !questions.iter().any(|it| it.ask == question.ask) {
                questions.push(question);
            }
        }
        // Group questions of one kind.
        questions.compact_sort_by_key(|it| it.ask.rank());
        questions
    }

    /// Returns the line and column at which a span starts.
    pub fn place(&self, span: Span) -> LineColumn {
        place(&self.sources, span)
    }
}

/// The reason why a case cannot be run, by category.
///
/// [`case`](crate::case) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstacle {
    /// The text of the case is invalid.
    Text,
    /// The variant does not load.
    Variant,
    /// The position is invalid.
    Position,
    /// A move or claim before the test is not possible.
    Play,
    /// A question names something that the variant does not have.
    Name,
    /// A count exceeds the limit for cases.
    Count,
}

/// The error behind a [`CaseError`].
///
/// [`CaseError`] has an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CaseCause {
    /// The errors in the text of the position.
    #[error(transparent)]
    Position(#[from] PositionErrors),
    /// The refusal of an action that the case plays.
    #[error(transparent)]
    Act(#[from] GameError),
    /// The further errors in the same case, in order.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    More(Vec<CaseError>),
}

/// Why a case cannot be run.
///
/// ```
/// use threefold::case::{CaseCause, Obstacle, parse, set_up};
///
/// let text = "variant = \"chess\"\nabout = \"\"\"The king reaches e2.\"\"\"\nplay = [\"Ke1-e2\"]\nexpect.moves = 20\n";
/// let case = parse("king.toml", text)?;
/// let error = set_up(&case, &threefold::load("chess")?.variant).expect_err("a pawn is on e2");
/// assert_eq!(error.obstacle, Obstacle::Play);
/// assert!(matches!(error.cause.as_deref(), Some(CaseCause::Act(threefold::GameError::Illegal { .. }))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}", at.as_ref().map_or_else(|| file.clone(), |it| format!("{}:{}:{}", it.file, it.line, it.column)))]
#[non_exhaustive]
pub struct CaseError {
    /// Name of the file.
    pub file: String,
    /// Location of the error; `None` if it concerns the whole file.
    pub at: Option<LineColumn>,
    /// Category of the error.
    pub obstacle: Obstacle,
    /// The error of the position or the action, if there is one.
    pub cause: Option<Box<CaseCause>>,
    /// A sentence that says what is wrong.
    pub message: String,
    /// The source lines with a caret; empty if there is no location.
    pub excerpt: Box<str>,
}

impl CaseError {
    /// Creates an error at a location in a case.
    pub(crate) fn new(sources: &Sources, span: Option<Span>, obstacle: Obstacle, message: &str) -> Self {
        let file = sources.files.first().map_or_else(String::new, |it| it.name.clone());
        let excerpt = span.map_or_else(String::new, |it| error::excerpt(sources, it)).into();
        Self {
            file,
            at: span.map(|it| place(sources, it)),
            obstacle,
            cause: None,
            message: message.to_owned(),
            excerpt,
        }
    }

    /// Joins the errors of a case to one, in order of place; `None` without errors.
    pub(crate) fn joined(errors: Vec<Self>) -> Option<Self> {
        let mut all: Vec<Self> = Vec::new();
        for mut it in errors {
            match it.cause.take().map(|it| *it) {
                Some(CaseCause::More(more)) => all.extend(std::iter::once(it).chain(more)),
                cause => all.push(Self { cause: cause.map(Box::new), ..it }),
            }
        }
        let mut errors: Vec<Self> = Vec::new();
        for it in all {
            if !errors.contains(&it) {
                errors.push(it);
            }
        }
        errors.compact_sort_by_key(|it| it.at.as_ref().map(|it| (it.line, it.column)));
        let mut errors = errors.into_iter();
        let first = errors.next()?;
        let more: Vec<Self> = errors.collect();
        Some(if more.is_empty() { first } else { first.caused_by(CaseCause::More(more)) })
    }

    /// Returns this error and the further ones in the same case.
    pub fn each(&self) -> impl Iterator<Item = &CaseError> {
        let more = match self.cause.as_deref() {
            Some(CaseCause::More(more)) => &more[..],
            _ => &[],
        };
        std::iter::once(self).chain(more)
    }

    /// Returns this error and the further ones, one on each line.
    #[cfg(feature = "lab")]
    pub(crate) fn in_lines(&self) -> String {
        self.each().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    /// Adds the error behind this one.
    pub(crate) fn caused_by(self, cause: CaseCause) -> Self {
        Self { cause: Some(Box::new(cause)), ..self }
    }

    /// Creates an error for a variant that does not load.
    #[cfg(feature = "lab")]
    pub(crate) fn of_variant(case: &Case, name: &Text, message: &str) -> Self {
        Self::new(&case.sources, Some(name.span), Obstacle::Variant, message)
    }
}
