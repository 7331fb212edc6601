//! Options and results of a search.
//!
//! Contains [`SearchOptions`] with [`Algorithm`] and [`Limits`], and [`SearchResult`] with its
//! [`Variation`]s. [`Budget`] is the short form of a limit in text, such as `2000` or `2s`.
//!
//! Input: choices of the caller. Output: plain values. Does not know how a search works.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::memory::SearchMemory;
use super::score::urgency;
use super::technique::Technique;
use crate::rules::{Move, Position};

/// A search algorithm. With two players left, the first three are the same alpha-beta search.
///
/// [`search`](crate::search) has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// Best-reply search+: one opponent searches the strongest reply, and the others make the move
    /// that move ordering expects.
    #[default]
    BestReply,
    /// All opponents together minimize the points of the player at the root.
    Paranoid,
    /// Alpha-beta, the name of the paranoid search for two players.
    AlphaBeta,
    /// Each player maximizes their own points.
    MaxN,
    /// Monte Carlo tree search, in which each player maximizes their own points.
    MonteCarlo,
}

impl Algorithm {
    /// All algorithms, the default one first.
    pub const ALL: [Self; 5] = [Self::BestReply, Self::Paranoid, Self::AlphaBeta, Self::MaxN, Self::MonteCarlo];

    /// Returns the short name, such as `brs`.
    pub fn name(self) -> &'static str {
        match self {
            Self::BestReply => "brs",
            Self::Paranoid => "paranoid",
            Self::AlphaBeta => "alphabeta",
            Self::MaxN => "maxn",
            Self::MonteCarlo => "mcts",
        }
    }

    /// Returns the algorithm of a short name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// The limit of one search as a single value.
///
/// `Display` prints whole microseconds. [`Budget::parse`] reads everything that it prints, except limits of zero and of
/// more than a million million units.
///
/// [`search`](crate::search) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
    /// Maximum number of nodes.
    Nodes(u64),
    /// Maximum duration of the search.
    Time(Duration),
}

impl Budget {
    /// Parses a number of nodes (`2000`, `20k`) or a time (`2s`, `100ms`, `50us`). Returns `None` for other
    /// texts and for 0.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.len() - text.trim_start_matches(|it: char| it.is_ascii_digit()).len();
        let number: u64 = text[..digits].parse().ok().filter(|it| (1..=1_000_000_000_000).contains(it))?;
        match &text[digits..] {
            "" => Some(Self::Nodes(number)),
            "k" => Some(Self::Nodes(number.saturating_mul(1_000))),
            "us" => Some(Self::Time(Duration::from_micros(number))),
            "ms" => Some(Self::Time(Duration::from_millis(number))),
            "s" => Some(Self::Time(Duration::from_secs(number))),
            _ => None,
        }
    }
}

impl std::fmt::Display for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "{nodes}"),
            Self::Time(time) if time.subsec_nanos() == 0 => write!(f, "{}s", time.as_secs()),
            Self::Time(time) if time.subsec_micros() % 1_000 == 0 => write!(f, "{}ms", time.as_millis()),
            Self::Time(time) => write!(f, "{}us", time.as_micros()),
        }
    }
}

/// The clock of the player to move.
///
/// [`search`](crate::search) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clock {
    /// Time left for the rest of the game.
    pub left: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Number of moves until the clock gets more time; `None` if it gets none.
    pub moves: Option<NonZeroU32>,
}

/// Number of further moves for which the time on a clock has to last, at most.
const MOVES_TO_GO: u32 = 30;

impl Clock {
    /// Returns the times for the next move: after the first one, the search does not begin another
    /// iteration, and after the second one, it is broken off. Both leave a part of the time.
    ///
    /// ```
    /// use std::time::Duration;
    /// use threefold::search::Clock;
    ///
    /// let clock = Clock { left: Duration::from_secs(60), increment: Duration::from_secs(2), moves: None };
    /// let (soft, hard) = clock.times();
    /// assert_eq!((soft.as_millis(), hard.as_millis()), (1_750, 7_000));
    /// ```
    pub fn times(self) -> (Duration, Duration) {
        let moves = self.moves.map_or(MOVES_TO_GO, |it| it.get().min(MOVES_TO_GO));
        // Each factor comes after its division, so that no time on a clock overflows.
        let share = (self.left / moves).saturating_add(self.increment / 4 * 3);
        let most = self.left / 5 * 4;
        ((share / 2).min(most), share.saturating_mul(2).min(most))
    }
}

/// When a search ends. The first limit that is reached counts.
///
/// [`search`](crate::search) has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// Maximum number of nodes, that is of moves made.
    pub nodes: Option<u64>,
    /// Maximum depth in plies. Monte Carlo tree search ends when its longest path has this many plies.
    pub depth: Option<u32>,
    /// Maximum duration of the search.
    pub time: Option<Duration>,
    /// A clock to share among the remaining moves.
    pub clock: Option<Clock>,
}

impl Limits {
    /// Limits the number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }
    /// Limits the depth in plies.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }
    /// Limits the duration of the search.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }
}

impl From<Budget> for Limits {
    fn from(budget: Budget) -> Self {
        match budget {
            Budget::Nodes(nodes) => Self::nodes(nodes),
            Budget::Time(time) => Self::time(time),
        }
    }
}

/// Receives the result of each completed depth while a search goes on, from one of its threads.
/// Monte Carlo tree search reports each longer path.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use threefold::search::{Algorithm, Evaluator, Limits, SearchProgress, SearchOptions, search};
///
/// let chess = threefold::load("chess")?.variant;
/// let start = chess.start().expect("chess has a starting position");
/// let depths = Arc::new(Mutex::new(Vec::new()));
/// let kept = depths.clone();
/// let progress = SearchProgress::new(move |it| kept.lock().expect("no panic").push(it.depth));
/// let options = SearchOptions::new(Algorithm::BestReply, Limits::depth(3));
/// search(&start, &Evaluator::new(&chess), &SearchOptions { progress: Some(progress), ..options });
/// assert_eq!(*depths.lock().expect("no panic"), [1, 2, 3]);
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone)]
pub struct SearchProgress(Arc<dyn Fn(&SearchResult) + Send + Sync>);

impl SearchProgress {
    /// Creates a receiver. The search waits until the function returns.
    pub fn new(receive: impl Fn(&SearchResult) + Send + Sync + 'static) -> Self {
        Self(Arc::new(receive))
    }

    /// Hands over a result.
    pub(super) fn receive(&self, found: &SearchResult) {
        (self.0)(found);
    }
}

impl std::fmt::Debug for SearchProgress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SearchProgress")
    }
}

/// Options of a search.
///
/// [`search`](crate::search) has an example.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// The algorithm to use.
    pub algorithm: Algorithm,
    /// When to end. Without any limit, the search ends at the greatest depth or on `stop`.
    pub limits: Limits,
    /// Seed of the order in which equal root moves are searched; 0 for the order of the engine.
    pub seed: u64,
    /// Number of best lines to find (MultiPV), at least 1.
    pub lines: usize,
    /// The only moves to search at the root; all legal moves if empty.
    pub moves: Vec<Move>,
    /// Ends the search as soon as it is true.
    pub stop: Option<Arc<AtomicBool>>,
    /// Maximum size of the transposition table or of the search tree, in bytes.
    pub table_bytes: usize,
    /// Number of threads, at least 1. Max^n uses one. With several threads, alpha-beta results
    /// differ from run to run.
    pub threads: usize,
    /// What earlier searches of the same player in the same game found.
    pub memory: Option<SearchMemory>,
    /// Whether the search looks beyond its depth until the position is quiet.
    pub quiescence: bool,
    /// Whether unpromising moves are searched less deeply. Without it, alpha-beta is exact.
    pub selective: bool,
    /// Techniques to leave out, to measure what each one contributes.
    pub without: Vec<Technique>,
    /// Earlier positions of the game, oldest first, for repetition. The searched position itself
    /// is not one of them.
    pub history: Vec<Position>,
    /// Receives results while the search goes on.
    pub progress: Option<SearchProgress>,
}

impl SearchOptions {
    /// Creates options with one line, a table of 16 MiB and no history.
    pub fn new(algorithm: Algorithm, limits: Limits) -> Self {
        Self {
            algorithm,
            limits,
            seed: 0,
            lines: 1,
            moves: Vec::new(),
            stop: None,
            table_bytes: 16 << 20,
            quiescence: true,
            selective: true,
            threads: 1,
            memory: None,
            without: Vec::new(),
            history: Vec::new(),
            progress: None,
        }
    }
}

/// A line of play with its value.
///
/// [`search`](crate::search) has an example.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Variation {
    /// The expected moves (principal variation); the first is the move to play.
    pub moves: Vec<Move>,
    /// The expected points of each seat at the end of the game. For the player to move, this is
    /// the value found; for the others, that of the last position of the line.
    pub points: Vec<f64>,
    /// Value of the player to move as the search compares it, finer than `points`.
    pub value: i32,
    /// The number of plies to the end of the game or of the player's part in it, if the search has
    /// proven it.
    pub plies_to_end: Option<u32>,
}

impl Variation {
    /// Reports whether the line is proven to end well for the player to move.
    pub fn is_win(&self) -> bool {
        self.plies_to_end.is_some() && urgency(self.value) > 0
    }

    /// Reports whether the line is proven to end badly for the player to move.
    pub fn is_loss(&self) -> bool {
        urgency(self.value) < 0
    }
}

/// The result of a search.
///
/// [`search`](crate::search) has an example.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct SearchResult {
    /// The best lines, best first. Empty if there is no legal move.
    pub lines: Vec<Variation>,
    /// Number of nodes: moves made.
    pub nodes: u64,
    /// The last depth that was searched completely; the longest path for Monte Carlo tree search.
    pub depth: u32,
    /// The greatest number of plies from the root to a position that was searched.
    pub selective_depth: u32,
    /// Duration of the search.
    pub elapsed: Duration,
}

impl SearchResult {
    /// Returns the best move; `None` if there is no legal move.
    pub fn best(&self) -> Option<Move> {
        self.lines.first().and_then(|it| it.moves.first()).copied()
    }
}
