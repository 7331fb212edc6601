//! Cases: a position, moves, and what must come of them, written down in a file.
//!
//! In: the text of a case, and a way to load the variants that it names. Out: a
//! [`CaseReport`] for each variant: every expectation beside what was observed, and what
//! a person would see. Refuses to know where files lie, and decides nothing: whatever is
//! observed was asked of the rules.

mod look;
mod read;
mod run;

pub use read::parse;
pub use run::run;

use crate::diagnostic::{Sources, Span, Spanned, place};

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
}

/// What must come of a case. Only what is said is looked at.
#[derive(Clone, Debug, Default)]
pub struct Expect {
    /// Moves that are legal.
    pub legal: Option<Vec<Text>>,
    /// Moves that are not, with the code of the reason.
    pub illegal: Option<Vec<(Text, Text)>>,
    /// All squares that a man may legally go to.
    pub targets: Option<Vec<(Text, Vec<Text>)>>,
    /// How many legal moves there are.
    pub moves: Option<u64>,
    /// Whose turn it is.
    pub turn: Option<Text>,
    /// Exactly the men that attack a seat's king.
    pub check: Option<Vec<(Text, Vec<Text>)>>,
    /// Exactly the players who are out.
    pub out: Option<Vec<Text>>,
    /// Exactly the barriers that are open.
    pub open: Option<Vec<Text>>,
    /// Points of the seats named.
    pub scores: Option<Vec<(Text, f64)>>,
    /// `goes-on`, or the name of the outcome or claim that ended the game.
    pub status: Option<Text>,
    /// Counts by depth.
    pub perft: Option<Vec<(Text, u64)>>,
}

impl Expect {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.legal.is_none()
            && self.illegal.is_none()
            && self.targets.is_none()
            && self.moves.is_none()
            && self.turn.is_none()
            && self.check.is_none()
            && self.out.is_none()
            && self.open.is_none()
            && self.scores.is_none()
            && self.status.is_none()
            && self.perft.is_none()
    }

    /// This, with the keys of another in place of its own.
    pub fn replaced_by(&self, other: &Expect) -> Expect {
        let (mine, other) = (self.clone(), other.clone());
        Expect {
            legal: other.legal.or(mine.legal),
            illegal: other.illegal.or(mine.illegal),
            targets: other.targets.or(mine.targets),
            moves: other.moves.or(mine.moves),
            turn: other.turn.or(mine.turn),
            check: other.check.or(mine.check),
            out: other.out.or(mine.out),
            open: other.open.or(mine.open),
            scores: other.scores.or(mine.scores),
            status: other.status.or(mine.status),
            perft: other.perft.or(mine.perft),
        }
    }
}

/// Why a case cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CaseError {
    /// What is wrong, with the place.
    pub message: String,
}

impl CaseError {
    /// An error at a place of a case.
    pub(crate) fn new(sources: &Sources, span: Option<Span>, message: &str) -> Self {
        let file = sources.files.first().map_or("", |it| it.name.as_str());
        let message = match span {
            Some(span) => {
                let at = place(sources, span);
                format!("{file}:{}:{}: {message}", at.line, at.column)
            }
            None => format!("{file}: {message}"),
        };
        Self { message }
    }
}

/// One expectation and what was observed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What was looked at: `legal a1-a4`, `status`.
    pub what: String,
    /// As the case says it.
    pub expected: String,
    /// As it is.
    pub observed: String,
}

impl Check {
    /// Whether the expectation is met.
    pub fn holds(&self) -> bool {
        self.expected == self.observed
    }
}

/// What came of a case under one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseReport {
    /// The variant, as the case names it.
    pub variant: String,
    /// Every expectation.
    pub checks: Vec<Check>,
    /// What a person would see.
    pub shown: String,
}

impl CaseReport {
    /// Whether every expectation is met.
    pub fn holds(&self) -> bool {
        self.checks.iter().all(Check::holds)
    }
}
