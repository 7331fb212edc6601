//! Levels: bots for people, from beginner to full strength.
//!
//! Contains [`Level`]. A weaker level looks less far ahead and judges moves less precisely: it
//! takes the best of a few lines after a bounded, random error in the value of each. No level
//! plays a move that is worse than the best one by more than this error, or a proven loss if there
//! is anything else. From `casual` on, a proven win is always played. The error is smaller than the
//! value of a queen, so every level captures an unprotected queen.
//!
//! ```text
//!   level     nodes      rounds  lines  error (share of all points, with two players)
//!   beginner  40,000     1       8      14 %, without quiescence search
//!   casual    80,000     1       6      6 %
//!   club      40,000     3       3      1.5 %
//!   expert    200,000    all     2      1 %
//!   full      1,000,000  all     1      none
//! ```
//!
//! With more than two players, a round has more moves: the nodes are multiplied by the square of the number of
//! opponents.
//!
//! Input: the lines of a search, and random numbers. Output: the limits of the search, and a move.
//! The same seed produces the same moves, because no level has a time limit. Where people wait for
//! it, [`Bot::with_time_limit`](super::Bot::with_time_limit) adds one. Does not know positions.

use rand_core::Rng;

use crate::rules::Move;
use crate::search::{Algorithm, Limits, SearchOptions, SearchResult};

/// A playing strength for people.
///
/// [`bot`](crate::bot) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Looks one move ahead and overlooks exchanges.
    Beginner,
    /// Sees direct threats, and mates in one.
    Casual,
    /// Plays like a member of a chess club.
    Club,
    /// Plays well, with rare small errors.
    Expert,
    /// Plays as well as the search can in a million nodes.
    Full,
}

/// Prints the word for the level.
impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The limits of a level, and the errors that it makes.
#[derive(Clone, Copy, Debug)]
struct LevelLimits {
    /// Maximum number of nodes.
    nodes: u64,
    /// Maximum depth, in moves of each player.
    rounds: Option<u32>,
    /// Number of lines to choose from.
    lines: usize,
    /// Greatest error in the value of a line, as a share of all points.
    error: f64,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 5] = [Self::Beginner, Self::Casual, Self::Club, Self::Expert, Self::Full];

    /// Returns the word for the level, such as `club`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Casual => "casual",
            Self::Club => "club",
            Self::Expert => "expert",
            Self::Full => "full",
        }
    }

    /// Returns the level of a word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == word)
    }

    fn limits(self) -> LevelLimits {
        let limits = |nodes, rounds, lines, error| LevelLimits { nodes, rounds, lines, error };
        match self {
            Self::Beginner => limits(40_000, Some(1), 8, 0.14),
            Self::Casual => limits(80_000, Some(1), 6, 0.06),
            Self::Club => limits(40_000, Some(3), 3, 0.015),
            Self::Expert => limits(200_000, None, 2, 0.01),
            Self::Full => limits(1_000_000, None, 1, 0.0),
        }
    }

    /// Returns the search of the level in a position with a number of players.
    pub(super) fn options(self, players: usize) -> SearchOptions {
        let own = self.limits();
        let depth = own.rounds.map(|it| it * players as u32);
        // With more opponents, a round has more moves, and the same look ahead costs more.
        let opponents = players.max(2) as u64 - 1;
        let limits = Limits { depth, ..Limits::nodes(own.nodes * opponents * opponents) };
        let quiescence = self > Self::Beginner;
        SearchOptions { lines: own.lines, quiescence, ..SearchOptions::new(Algorithm::default(), limits) }
    }

    /// Limits a search to what the level sees, for [`Level::pick`] to choose from its lines.
    #[cfg(feature = "cli")]
    pub(crate) fn weaken(self, options: &SearchOptions, players: usize) -> SearchOptions {
        let own = self.options(players);
        let least = |one: Option<u64>, other: Option<u64>| [one, other].into_iter().flatten().min();
        let depth = least(options.limits.depth.map(u64::from), own.limits.depth.map(u64::from));
        let depth = depth.and_then(|it| u32::try_from(it).ok());
        let limits = Limits { depth, nodes: least(options.limits.nodes, own.limits.nodes), ..options.limits };
        let lines = options.lines.max(own.lines);
        SearchOptions { limits, lines, quiescence: own.quiescence, ..options.clone() }
    }

    /// Chooses among the lines of a search, as a player of the level does. `living` is the number of
    /// remaining players.
    pub(crate) fn pick(self, found: &SearchResult, seat: usize, living: usize, random: &mut impl Rng) -> Option<Move> {
        let best = found.lines.first()?;
        let sees = self >= Self::Casual;
        // To eliminate one of n equal opponents gains 1/(n-1) - 1/n of all points: 1/2 with two players.
        let share = 2.0 / (living * (living.max(2) - 1)).max(1) as f64;
        let error = self.limits().error * share * best.points.iter().map(|it| it.abs()).sum::<f64>();
        if sees && best.is_win() || best.is_loss() || error == 0.0 {
            return best.moves.first().copied();
        }
        let is_playable = |points: f64| points >= best.points[seat] - error;
        let lines = found.lines.iter().filter(|it| !it.is_loss() && is_playable(it.points[seat]));
        let judged = lines.map(|it| (it.points[seat] + error * triangular(random), it.moves.first().copied()));
        // Of equal values, the first is the better one.
        judged.reduce(|best, it| if it.0 > best.0 { it } else { best })?.1
    }
}

/// Returns a random number between -1 and 1 with a triangular distribution: small errors are more
/// frequent than large ones.
fn triangular(random: &mut impl Rng) -> f64 {
    let mut uniform = || (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    uniform() + uniform() - 1.0
}
