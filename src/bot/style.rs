//! Styles: how a bot chooses its moves, as a value and as text.
//!
//! Contains [`Style`] with its options, and their text form, such as `brs:2000` or
//! `mcts:2s,lines=3`. `parse` reads it.
//!
//! Input: choices of the caller. Output: plain values and their text. Does not know positions.

use std::time::Duration;

use std::sync::Arc;

use super::level::Level;
use super::own::{ChooseMove, OwnStyle};
use super::weights::WeightChoice;
use crate::search::{Algorithm, Budget, Technique};

/// Time for a move of a program beyond its limit, unless an option sets it.
const WAIT: Duration = Duration::from_secs(5);

/// How a bot chooses its moves.
///
/// The text form is a name, followed by a colon and a budget for each move, and by options after
/// commas. [`Style::parse`] reads it, and `Display` writes it.
///
/// ```
/// use threefold::bot::{SearchStyle, Style, UciStyle, WeightChoice};
///
/// for text in ["random", "greedy", "club", "brs:2000", "mcts:2s,lines=3", "uci:stockfish,elo=1700,time=100ms"] {
///     assert_eq!(Style::parse(text)?.to_string(), text);
/// }
/// let Style::Search(SearchStyle { weights, .. }) = Style::parse("brs:2000,weights=own.toml")? else { panic!("a search") };
/// assert_eq!(weights, Some(WeightChoice::File("own.toml".to_owned())));
/// let Style::Uci(UciStyle { program, .. }) = Style::parse("uci:stockfish")? else { panic!("a program") };
/// assert_eq!(program, "stockfish");
/// let error = Style::parse("brs:2000,line=3").unwrap_err();
/// assert_eq!(error.to_string(), "`line` in `brs:2000,line=3` is not an option: did you mean `lines`?");
/// # Ok::<(), threefold::bot::StyleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Style {
    /// Any legal move, with equal probability.
    Random,
    /// A capture of the most valuable piece; otherwise a check; otherwise any move.
    Greedy,
    /// A playing strength for people.
    Level(Level),
    /// The best move that a search finds within a budget.
    Search(SearchStyle),
    /// The move of a program that speaks UCI (Universal Chess Interface).
    Uci(UciStyle),
    /// The move of a bot of your own, which [`Style::own`] names. No text is parsed as one.
    Own(OwnStyle),
}

/// A search with its budget for each move.
///
/// [`Style`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchStyle {
    /// The algorithm to use.
    pub algorithm: Algorithm,
    /// Limit of the search for one move.
    pub budget: Budget,
    /// Number of best lines to find, at least 1. The bot plays the first one.
    pub lines: usize,
    /// Number of threads, at least 1. With several, the moves can differ in the next run.
    pub threads: usize,
    /// Weights of the evaluation; `None` for those that ship with the rulebook.
    pub weights: Option<WeightChoice>,
    /// Techniques to leave out, to measure what each one contributes.
    pub without: Vec<Technique>,
}

impl SearchStyle {
    /// Creates a style without options.
    pub fn new(algorithm: Algorithm, budget: Budget) -> Self {
        Self { algorithm, budget, lines: 1, threads: 1, weights: None, without: Vec::new() }
    }
}

/// A program that speaks UCI, with its options.
///
/// [`Style`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UciStyle {
    /// Name or path of the program.
    pub program: String,
    /// Limit of the program for one move.
    pub budget: Budget,
    /// Rating that the program imitates (`UCI_Elo`); without it, the program plays as well as it can.
    pub elo: Option<u32>,
    /// Number of threads of the program (`Threads`).
    pub threads: Option<u32>,
    /// Size of the program's transposition table in MiB (`Hash`).
    pub hash: Option<u32>,
    /// Time for a move beyond the limit, after which the program counts as silent.
    pub wait: Duration,
}

impl UciStyle {
    /// Creates a style without options: a tenth of a second for each move.
    pub fn new(program: String) -> Self {
        let budget = Budget::Time(Duration::from_millis(100));
        Self { program, budget, elo: None, threads: None, hash: None, wait: WAIT }
    }
}

impl Style {
    /// Creates the style of a search.
    pub fn search(algorithm: Algorithm, budget: Budget) -> Self {
        Self::Search(SearchStyle::new(algorithm, budget))
    }

    /// Creates the style of a bot of your own. `make` makes one for each game, given its seed; a match calls it from several
    /// threads.
    ///
    /// ```
    /// use threefold::arena::{MatchOptions, MatchPlan};
    /// use threefold::bot::{BotError, ChooseMove, OwnStyle, Style};
    /// use threefold::{Game, Move};
    ///
    /// /// Counts on from its seed, and plays the legal move of that number.
    /// struct Counter(usize);
    ///
    /// impl ChooseMove for Counter {
    ///     fn choose_move(&mut self, game: &Game) -> Result<Option<Move>, BotError> {
    ///         self.0 += 1;
    ///         let legal = game.position().legal_moves();
    ///         Ok(legal.get(self.0 % legal.len().max(1)).copied())
    ///     }
    /// }
    ///
    /// let start = threefold::load("chess")?.variant.start().expect("a starting position");
    /// let bots = vec![Style::own("counter", |seed| Box::new(Counter((seed % 1000) as usize))), Style::Greedy];
    /// let Style::Own(own) = &bots[0] else { panic!("a bot of your own") };
    /// let own: &OwnStyle = own;
    /// assert_eq!(own.name(), "counter");
    /// let plan = MatchPlan::new(start, bots, MatchOptions { ply_limit: 40, ..MatchOptions::default() })?;
    /// let found = plan.run(4, 1, Vec::new(), None, &mut |_game| true)?;
    /// assert_eq!(found.report.bots[0].games, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn own(
        name: impl Into<String>,
        make: impl Fn(u64) -> Box<dyn ChooseMove + Send> + Send + Sync + 'static,
    ) -> Self {
        Self::Own(OwnStyle::new(name.into(), Arc::new(make)))
    }

    /// Returns the limit for each move; `None` for a bot that does not search.
    pub fn budget(&self) -> Option<Budget> {
        match self {
            Self::Random | Self::Greedy | Self::Level(_) | Self::Own(_) => None,
            Self::Search(style) => Some(style.budget),
            Self::Uci(style) => Some(style.budget),
        }
    }

    /// Reports whether the moves depend only on the position and the seed: not on the speed of the
    /// machine, and not on another program. Nothing is known about a bot of your own.
    pub fn is_reproducible(&self) -> bool {
        match self {
            Self::Random | Self::Greedy | Self::Level(_) => true,
            Self::Search(style) => style.threads == 1 && matches!(style.budget, Budget::Nodes(_)),
            Self::Uci(_) | Self::Own(_) => false,
        }
    }
}

impl std::fmt::Display for Style {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Level(level) => level.fmt(f),
            Self::Own(style) => f.write_str(style.name()),
            Self::Search(style) => {
                write!(f, "{}:{}", style.algorithm, style.budget)?;
                if style.lines != 1 {
                    write!(f, ",lines={}", style.lines)?;
                }
                if style.threads != 1 {
                    write!(f, ",threads={}", style.threads)?;
                }
                style.weights.as_ref().map_or(Ok(()), |it| write!(f, ",weights={it}"))?;
                for (index, it) in style.without.iter().enumerate() {
                    write!(f, "{}{it}", if index == 0 { ",without=" } else { "+" })?;
                }
                Ok(())
            }
            Self::Uci(style) => {
                write!(f, "uci:{}", style.program)?;
                let options = [("elo", style.elo), ("threads", style.threads), ("hash", style.hash)];
                for (name, value) in options.into_iter().filter_map(|(name, it)| Some((name, it?))) {
                    write!(f, ",{name}={value}")?;
                }
                match style.budget {
                    Budget::Nodes(nodes) => write!(f, ",nodes={nodes}")?,
                    time @ Budget::Time(_) => write!(f, ",time={time}")?,
                }
                match style.wait {
                    WAIT => Ok(()),
                    wait => write!(f, ",wait={}", Budget::Time(wait)),
                }
            }
        }
    }
}
