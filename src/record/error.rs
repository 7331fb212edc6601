//! Errors in the text of a record, each with its place and its repair.
//!
//! Contains [`RecordError`], [`RecordErrorKind`] and [`RecordErrors`]. Input: what the parser found. Output: sentences
//! by `Display`, and the line with a caret. Does not know how a text is parsed.

use super::reader::MAX_RECORD;
use crate::diagnostic::is_harmful;

/// Maximum number of characters before and after the caret in an excerpt.
const AROUND: usize = 40;

/// An error in the text of a record.
///
/// [`record`](crate::record) has an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct RecordError {
    /// The reason, with the names that belong to it.
    pub kind: RecordErrorKind,
    /// Line in the file, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The part of the line around the place, and the column of the caret in it, from 0.
    excerpt: (String, usize),
}

impl RecordError {
    /// Creates an error at a byte offset of a line's text.
    pub(super) fn new(kind: RecordErrorKind, (line, column): (usize, usize), excerpt: (String, usize)) -> Self {
        Self { kind, line, column, excerpt }
    }

    /// Prints the error for people: the place, the line with a caret, and the advice.
    pub fn render(&self, file: &str) -> String {
        let place = format!("{file}:{}:{}", self.line, self.column);
        let (line, caret) = &self.excerpt;
        let caret = " ".repeat(*caret);
        let help = self.kind.help();
        format!("error[record]: {self}\n --> {place}\n  | {line}\n  | {caret}^\n  = help: {help}\n")
    }

    /// Returns what the lenient reader does about the error, as a sentence.
    pub fn repair(&self) -> String {
        self.kind.repair()
    }
}

/// Returns the part of a text around a byte offset, on its line, and the column of the offset in that part.
pub(super) fn excerpt(text: &str, at: usize) -> (String, usize) {
    let at = (0..=at.min(text.len())).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0);
    let start = text[..at].char_indices().rev().take(AROUND).take_while(|it| it.1 != '\n').last().map_or(at, |it| it.0);
    let part = |it: &str| -> String {
        it.chars().map(|it| if it.is_control() || is_harmful(it) { ' ' } else { it }).collect()
    };
    let before = part(&text[start..at]);
    let after: String = text[at..].chars().take(AROUND).take_while(|it| !matches!(it, '\n' | '\r')).collect();
    let column = before.chars().count();
    (before + &part(&after), column)
}

/// What is wrong in the text of a record.
///
/// `Display` prints a message in lowercase, without a period. [`record`](crate::record) has an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// The bytes are not UTF-8.
    #[error("the text is not UTF-8")]
    NotUtf8,
    /// The game is longer than [`MAX_RECORD`].
    #[error("the game is longer than {MAX_RECORD} bytes")]
    TooLong,
    /// A second game where one is expected.
    #[error("a second game begins here")]
    SecondGame,
    /// A tag pair that is not of the form `[Name "value"]`.
    #[error("this is not a tag pair")]
    BadTag,
    /// Quotes inside the value of a tag, without backslashes.
    #[error("the value contains quotes")]
    LooseQuotes,
    /// A tag that occurs twice.
    #[error("the tag `{name}` occurs twice")]
    DoubleTag {
        /// Name of the tag.
        name: String,
    },
    /// A comment without an end.
    #[error("the comment is not closed")]
    OpenComment,
    /// A variation without an end.
    #[error("the variation is not closed")]
    OpenVariation,
    /// A closing sign without an opening one.
    #[error("`{sign}` closes nothing")]
    ClosesNothing {
        /// The sign as written.
        sign: char,
    },
    /// A variation or a NAG before the first move.
    #[error("there is no move before this annotation")]
    NoMoveBefore,
    /// Variations inside variations, too many of them.
    #[error("variations are nested more than {max} deep")]
    TooDeep {
        /// Maximum depth of variations.
        max: usize,
    },
    /// A NAG that is not a number from 0 to 255.
    #[error("`{text}` is not a NAG")]
    BadNag {
        /// The NAG as written.
        text: String,
    },
    /// A move number that does not follow the one before it.
    #[error("move {number} comes after move {previous}")]
    WrongNumber {
        /// The number as written.
        number: u32,
        /// The number before it.
        previous: u32,
    },
    /// A game that starts with another move than the first, which is a warning only.
    #[error("the first move of the game has the number {number}")]
    FirstNumber {
        /// The number as written.
        number: u32,
    },
    /// A first move whose number is not that of the position at the start, which is a warning only.
    #[error("the first move has the number {number}, but the position at the start has the number {expected}")]
    OtherStart {
        /// The number as written.
        number: u32,
        /// The number at the end of the tag `FEN`.
        expected: u32,
    },
    /// The number of the move before with one dot, which is a warning only.
    #[error("the number {number} is repeated, as if the game started move {number} twice")]
    RepeatedNumber {
        /// The number as written.
        number: u32,
    },
    /// A new number with three dots, which is a warning only.
    #[error("`{number}...` continues move {number}, which has not started")]
    NotStarted {
        /// The number as written.
        number: u32,
    },
    /// The record calls a game unfinished that is over by the rules, which is a warning only.
    #[error("the result is `*`, but by the rules the game is over: `{actual}`")]
    OpenResult {
        /// The result by the rules.
        actual: String,
    },
    /// A sign that the move contradicts, which is a warning only.
    #[error("the move `{text}` {what}")]
    WrongSign {
        /// The move as written.
        text: String,
        /// What the move does.
        what: &'static str,
    },
    /// Moves that go on after a result.
    #[error("the moves go on after the result of the game before")]
    MovesAfterResult,
    /// A value that does not have the usual form, which is a warning only.
    #[error("`{written}` is not {what}")]
    OddValue {
        /// What it should be, with an example.
        what: &'static str,
        /// The value in the record.
        written: String,
    },
    /// A text that cannot be a move.
    #[error("`{text}` is not a move, a number or a result")]
    NotAMove {
        /// The text as written.
        text: String,
    },
    /// A word or a group of words that should be a result.
    #[error("`{text}` is not a result")]
    BadResult {
        /// The text as written.
        text: String,
    },
    /// A result inside a variation.
    #[error("a variation may not have a result")]
    ResultInVariation,
    /// The game has no termination marker.
    #[error("the game has no result at its end")]
    NoResult,
    /// The tag `Result` and the termination marker differ.
    #[error("the tag says `{tag}`, but the game ends with `{marker}`")]
    ResultsDiffer {
        /// Value of the tag.
        tag: String,
        /// The termination marker.
        marker: String,
    },
}

impl RecordErrorKind {
    /// Returns the advice: what to write.
    pub fn help(&self) -> &'static str {
        match self {
            Self::NotUtf8 => "save the file as UTF-8",
            Self::TooLong => "write a shorter game, or remove comments",
            Self::SecondGame => "write each game to a file of its own, or use `threefold record`",
            Self::BadTag => "write the name, then the value in double quotes: `[White \"Ada\"]`",
            Self::LooseQuotes => "write a backslash before each quote inside the value",
            Self::DoubleTag { .. } => "remove one of them",
            Self::OpenComment => "add `}` after the comment",
            Self::OpenVariation => "add `)` after the variation",
            Self::ClosesNothing { .. } => "remove the sign, or add the opening one",
            Self::NoMoveBefore => "write it after the move that it is about",
            Self::TooDeep { .. } => "remove the innermost variations",
            Self::BadNag { .. } => "write `$` and a number from 0 to 255, or one of `!`, `?`, `!!`, `??`, `!?`, `?!`",
            Self::WrongNumber { .. } => "correct the number, or end the game before it with a result",
            Self::FirstNumber { .. } => "write `1.`, or add the tag `FEN` with the position before this move",
            Self::OtherStart { .. } => "correct the number of the move, or the one at the end of the tag `FEN`",
            Self::RepeatedNumber { .. } => "leave out the number, or write three dots after it, as in `1...`",
            Self::NotStarted { .. } => "write one dot after the number of the first move of a round",
            Self::OpenResult { .. } => "write the result by the rules",
            Self::WrongSign { .. } => "correct the sign, or leave it out: the rules decide what a move does",
            Self::MovesAfterResult => "remove the result before them, or start the next game with its tags",
            Self::OddValue { .. } => "correct the value, or leave it out",
            Self::NotAMove { .. } => "write a move such as `Nf3` or `w:e2-e4`, or put the text between `{` and `}`",
            Self::BadResult { .. } => {
                "write `1-0`, `0-1`, `1/2-1/2`, `*` (unfinished), or the points of each player: `1,0,1/2`"
            }
            Self::ResultInVariation => "remove it, or write it as a comment",
            Self::NoResult => "add `*` (unfinished), `1-0`, `0-1`, `1/2-1/2`, or the points of each player: `1,0,1/2`",
            Self::ResultsDiffer { .. } => "write the same result in both places",
        }
    }

    /// Returns what the lenient reader does about the error.
    fn repair(&self) -> String {
        match self {
            Self::NotUtf8 => "The text was read as Latin-1.".to_owned(),
            Self::TooLong => "The rest of the game was left out.".to_owned(),
            Self::SecondGame => "The second game was left out.".to_owned(),
            Self::BadTag => "The tag was left out.".to_owned(),
            Self::LooseQuotes => "The quotes are part of the value.".to_owned(),
            Self::DoubleTag { .. } => "The first one was kept.".to_owned(),
            Self::OpenComment | Self::OpenVariation => "It was closed at the end of the game.".to_owned(),
            Self::ClosesNothing { .. } => "The sign was left out.".to_owned(),
            Self::NoMoveBefore | Self::TooDeep { .. } => "The annotation was left out.".to_owned(),
            Self::BadNag { .. } => "The NAG was left out.".to_owned(),
            Self::WrongNumber { .. } => "The number was left out.".to_owned(),
            Self::NotAMove { .. } => "The text was left out.".to_owned(),
            Self::FirstNumber { .. }
            | Self::OtherStart { .. }
            | Self::RepeatedNumber { .. }
            | Self::NotStarted { .. } => "The number was kept.".to_owned(),
            Self::OpenResult { .. } => "The result was kept.".to_owned(),
            Self::WrongSign { .. } => "The move was played.".to_owned(),
            Self::MovesAfterResult => "They were read as a game of their own.".to_owned(),
            Self::OddValue { .. } => "The value was kept.".to_owned(),
            Self::ResultInVariation => "The result was left out.".to_owned(),
            Self::BadResult { .. } | Self::NoResult => "The result was taken from the tag, or is unknown.".to_owned(),
            Self::ResultsDiffer { marker, .. } => format!("The result is `{marker}`."),
        }
    }
}

/// All errors in the text of a record, in order of place.
///
/// It can be used as a slice. `Display` prints each error with its line and a caret.
///
/// [`record`](crate::record) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordErrors {
    errors: Vec<RecordError>,
}

impl RecordErrors {
    /// Collects the errors of a text.
    pub(super) fn new(errors: Vec<RecordError>) -> Self {
        Self { errors }
    }
}

impl std::ops::Deref for RecordErrors {
    type Target = [RecordError];

    fn deref(&self) -> &[RecordError] {
        &self.errors
    }
}

impl std::fmt::Display for RecordErrors {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let texts: Vec<String> = self.errors.iter().map(|it| it.render("record")).collect();
        out.write_str(texts.join("\n").trim_end())
    }
}

impl std::error::Error for RecordErrors {}
