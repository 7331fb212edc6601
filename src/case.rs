//! Cases: a position, moves, and what must come of them, written down in a file.
//!
//! In: the text of a case, and a way to load the variants that it names. Out: a [`CaseReport`]
//! for each variant: every expectation beside what was observed, and what a person would see.
//! Refuses to know where files lie, and decides nothing: whatever is observed was asked of the
//! rules.
#![doc = ""]
#![doc = include_str!("../examples/cases/README.md")]

mod answer;
mod ask;
mod expect;
mod fault;
mod look;
mod read;
mod run;

pub use answer::{Answer, Said, answer};
pub use ask::{Ask, Question, Want};
pub use expect::{End, Expect};
pub use read::{Nature, nature, parse, read};
pub use run::{CaseReport, Check, run, run_under, set_up};

use crate::diagnostic::{Place, Sources, Span, Spanned, place};

/// A text of a case with its place.
pub type Text = Spanned<String>;

/// A case.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// The file, as one source: places count into it.
    pub sources: Sources,
    /// One sentence that says what is held true.
    pub about: String,
    /// What it rests on.
    pub source: Option<String>,
    /// The variants that it holds for.
    pub variants: Vec<Text>,
    /// The position; the array where it is left out.
    pub position: Option<Text>,
    /// Moves and claims before the expectation.
    pub play: Vec<Text>,
    /// What to show: `board`, `moves SQUARE`, `explain MOVE`.
    pub show: Vec<Text>,
    /// What must come of it.
    pub expect: Expect,
    /// Other variants, with what replaces the keys of `expect` there.
    pub differs: Vec<(Text, Expect)>,
    /// Whether the file tells what came of it once.
    pub has_observed: bool,
}

impl Case {
    /// The variants that the case speaks of, each with what is expected there.
    pub fn hearings(&self) -> Vec<(&Text, Expect)> {
        let plain = self.variants.iter().map(|it| (it, self.expect.clone()));
        let others = self.differs.iter().map(|(name, differs)| (name, self.expect.replaced_by(differs)));
        plain.chain(others).collect()
    }

    /// Everything that the case asks, under whatever variant, each question once.
    pub fn questions(&self) -> Vec<Question> {
        let mut questions: Vec<Question> = Vec::new();
        let differs = self.differs.iter().map(|it| &it.1);
        for (question, _) in std::iter::once(&self.expect).chain(differs).flat_map(Expect::questions) {
            if !questions.iter().any(|it| it.ask == question.ask) {
                questions.push(question);
            }
        }
        // The questions of one kind stand together, whoever asked them first.
        questions.sort_by_key(|it| it.ask.rank());
        questions
    }

    /// Where a span of the file begins.
    pub fn place(&self, span: Span) -> Place {
        place(&self.sources, span)
    }
}

/// What stands in the way of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The text of the case is wrong.
    Text,
    /// The variant does not load.
    Variant,
    /// The position cannot be set up.
    Position,
    /// A move or claim before the question cannot be made.
    Play,
    /// A question names what the variant does not have.
    Name,
    /// A count is larger than a case may ask for.
    Count,
}

/// Why a case cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}", at.as_ref().map_or_else(|| file.clone(), |it| format!("{}:{}:{}", it.file, it.line, it.column)))]
pub struct CaseError {
    /// The name of the file.
    pub file: String,
    /// Where; `None` where something is missing from the whole file.
    pub at: Option<Place>,
    /// What kind of thing is wrong.
    pub obstacle: Obstacle,
    /// What is wrong.
    pub message: String,
    /// The lines of the place, with a caret; empty where there is none.
    pub excerpt: String,
}

impl CaseError {
    /// An error at a place of a case.
    pub(crate) fn new(sources: &Sources, span: Option<Span>, obstacle: Obstacle, message: &str) -> Self {
        let file = sources.files.first().map_or_else(String::new, |it| it.name.clone());
        let excerpt = span.map_or_else(String::new, |it| fault::excerpt(sources, it));
        Self { file, at: span.map(|it| place(sources, it)), obstacle, message: message.to_owned(), excerpt }
    }

    /// A variant that a case names does not load.
    pub(crate) fn of_variant(case: &Case, name: &Text, message: &str) -> Self {
        Self::new(&case.sources, Some(name.span), Obstacle::Variant, message)
    }
}
