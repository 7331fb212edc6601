//! The reasons why a bot cannot move, and why a text is not a bot.
//!
//! Contains [`BotError`], [`UciProblem`], [`StyleError`] and [`StyleErrorKind`]. Input: what a program, a file or a
//! text did. Output: sentences, by `Display`. Does not know how bots play.

use std::time::Duration;

use crate::notation::position::NoFen;
use crate::weights::WeightError;

/// Why a bot cannot move.
///
/// ```
/// use threefold::bot::{Bot, BotError, Style, UciProblem};
///
/// let chess = threefold::load("chess")?.variant;
/// let mut bot = Bot::new(Style::parse("uci:no-such-program")?, 1);
/// let game = threefold::Game::new(&chess).expect("a starting position");
/// let error = bot.choose_in(&game).expect_err("there is no such program");
/// match error {
///     BotError::Start { kind: std::io::ErrorKind::NotFound, .. } => println!("it is not installed"),
///     BotError::Program { problem: UciProblem::Silent { time, .. }, .. } => panic!("no answer for {time:?}"),
///     other => panic!("{other}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BotError {
    /// The program cannot be started.
    #[error("the program `{program}` cannot be started: {reason}")]
    Start {
        /// Name or path of the program.
        program: String,
        /// Category of the error.
        kind: std::io::ErrorKind,
        /// The error of the operating system, in words.
        reason: String,
    },
    /// The file of weights cannot be read.
    #[error("the weights `{path}` cannot be used: {reason}")]
    UnreadableWeights {
        /// Path of the file.
        path: String,
        /// What prevents reading it, in words.
        reason: String,
    },
    /// The file of weights is too large.
    #[error("the weights `{path}` cannot be used: it has more than {max} bytes")]
    LargeWeights {
        /// Path of the file.
        path: String,
        /// Maximum size in bytes.
        max: usize,
    },
    /// The file of weights has errors.
    #[error("the weights `{path}` cannot be used: \n{findings}")]
    Weights {
        /// Path of the file.
        path: String,
        /// The findings with their places.
        findings: Box<WeightError>,
    },
    /// The move that a bot of the caller chose is illegal.
    #[error("the bot chose an illegal move: {reason}")]
    IllegalMove {
        /// Why it is illegal, in words.
        reason: String,
    },
    /// A bot of the caller cannot choose a move.
    #[error("{0}")]
    Own(String),
    /// The program does not do what UCI demands.
    #[error("the program `{program}` {problem}")]
    Program {
        /// Name or path of the program.
        program: String,
        /// What is wrong with it.
        problem: UciProblem,
    },
}

impl BotError {
    /// Creates the error of a bot of your own.
    ///
    /// ```
    /// assert_eq!(threefold::bot::BotError::own("no idea").to_string(), "no idea");
    /// ```
    pub fn own(reason: impl Into<String>) -> Self {
        Self::Own(reason.into())
    }
}

/// What a UCI program does wrong, or cannot do.
///
/// `Display` prints the rest of a sentence that starts with the program. [`BotError`] has an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UciProblem {
    /// The program plays whole games, not single positions.
    #[error("needs the whole game: use `Bot::choose_in`")]
    NeedsGame,
    /// The game has a starting position that UCI cannot express.
    #[error("plays chess only: {0}")]
    ChessOnly(Box<NoFen>),
    /// The answer is not a legal move.
    #[error("answers `bestmove {text}`, which is not a legal move here")]
    IllegalMove {
        /// The answer, shortened.
        text: String,
    },
    /// The program does not answer in time.
    #[error("has not answered `{expected}` within {} seconds", time.as_secs_f64())]
    Silent {
        /// The first word of the expected answer.
        expected: &'static str,
        /// The time that it had.
        time: Duration,
    },
    /// The program does not have an option.
    #[error("has no option `{name}`")]
    NoOption {
        /// Name of the option.
        name: String,
    },
    /// The program does not accept the value of an option.
    #[error("takes a value of `{name}` from {min} to {max}, not {value}")]
    BadValue {
        /// Name of the option.
        name: String,
        /// Smallest value that the program accepts.
        min: u32,
        /// Largest value that the program accepts.
        max: u32,
        /// The value of the bot.
        value: u32,
    },
    /// The program has ended.
    #[error("has ended ({status})")]
    Ended {
        /// Its exit status, in words.
        status: String,
    },
}

/// Why a text is not a bot.
///
/// ```
/// use threefold::bot::{Style, StyleErrorKind};
///
/// let error = Style::parse("brs:2000,line=3").expect_err("the option is `lines`");
/// let StyleErrorKind::UnknownOption { expected } = error.kind else { panic!("{error}") };
/// assert!(expected.contains(&"lines"));
/// assert_eq!(error.at, 9);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}: {help}")]
#[non_exhaustive]
pub struct StyleError {
    /// The reason, without the wrong part.
    pub kind: StyleErrorKind,
    /// A sentence without a period, which quotes the wrong part.
    pub message: String,
    /// What is expected, or how to correct the text.
    pub help: String,
    /// Byte offset of the wrong part in the text.
    pub at: usize,
}

/// What is wrong with a part of the text of a bot.
///
/// `Display` prints the rest of a sentence that starts with the wrong part. [`StyleError`] has an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StyleErrorKind {
    /// The text is too long.
    #[error("is too long")]
    TooLong {
        /// Maximum length in bytes.
        max: usize,
    },
    /// The name of the bot is unknown.
    #[error("is not a bot")]
    UnknownBot {
        /// Names of all bots.
        expected: Vec<&'static str>,
    },
    /// The name of the level is unknown.
    #[error("is not a level")]
    UnknownLevel {
        /// Names of all levels.
        expected: Vec<&'static str>,
    },
    /// A budget or an option of a bot that takes none.
    #[error("is too much")]
    TooMuch,
    /// The bot does not have this option.
    #[error("is not an option")]
    UnknownOption {
        /// Names of the options of this bot.
        expected: &'static [&'static str],
    },
    /// The option has no value.
    #[error("has no value")]
    NoValue,
    /// The option occurs twice.
    #[error("is repeated")]
    Repeated,
    /// The bot has a time and a number of nodes.
    #[error("has two budgets")]
    TwoBudgets,
    /// The option `weights` is empty.
    #[error("names no weights")]
    NoWeights,
    /// The option `without` names no technique of the search.
    #[error("is not a technique")]
    UnknownTechnique {
        /// Names of all techniques.
        expected: Vec<&'static str>,
    },
    /// The name of the UCI program is missing.
    #[error("has no program")]
    NoProgram,
    /// The search has no budget.
    #[error("has no budget")]
    NoBudget,
    /// The text is neither a number of nodes nor a time.
    #[error("is not a budget")]
    BadBudget,
    /// The budget is a number of nodes instead of a time.
    #[error("is not a time")]
    NotATime,
    /// The budget is a time instead of a number of nodes.
    #[error("is not a number of nodes")]
    NotNodes,
    /// The number is not whole or out of range.
    #[error("is not a possible number")]
    BadNumber {
        /// Smallest number that is allowed.
        min: u32,
        /// Largest number that is allowed.
        max: u32,
    },
}
