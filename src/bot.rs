//! Bots: one plays random legal moves, one captures what it can, and the others search.
//!
//! In: a [`Position`], and the earlier ones of its game. Out: a [`Move`]. It depends only on the
//! seed, unless the bot is limited by time. The generator is PCG64 (`Lcg128Xsl64`); [`bounded`] is
//! our own, so that games are the same on every machine.
//!
//! ```
//! use threefold::bot::{Bot, Style};
//!
//! let mut position = threefold::load("chess")?.variant.start().expect("a starting position");
//! let mut bot = Bot::new(Style::Greedy, 7);
//! for _ in 0..20 {
//!     let Some(mv) = bot.choose(&position) else { break };
//!     position = position.play(mv)?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::rules::{Move, Position};
use crate::search::{Algorithm, Budget, Evaluator, SearchOptions, search};

/// Maximum size of a bot's transposition table or search tree, in bytes. Small budgets use less.
const TABLE_BYTES: usize = 64 << 20;

/// How a bot chooses its moves.
///
/// [`bot`](crate::bot) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Style {
    /// Any legal move, with equal probability.
    Random,
    /// A capture of the most valuable piece; otherwise a check; otherwise any move.
    Greedy,
    /// The best move that a search finds within a budget.
    Search(Algorithm, Budget),
}

impl Style {
    /// Parses a style: `random`, `greedy`, or an algorithm with its budget for each move, such as
    /// `brs:2000` (nodes) or `mcts:2s` (time).
    pub fn of(word: &str) -> Option<Self> {
        match word {
            "random" => Some(Style::Random),
            "greedy" => Some(Style::Greedy),
            _ => {
                let (algorithm, budget) = word.split_once(':')?;
                Some(Style::Search(Algorithm::of(algorithm)?, Budget::parse(budget)?))
            }
        }
    }
}

impl std::fmt::Display for Style {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Style::Random => f.write_str("random"),
            Style::Greedy => f.write_str("greedy"),
            Style::Search(algorithm, budget) => write!(f, "{}:{budget}", algorithm.name()),
        }
    }
}

/// A bot with its own random number generator.
///
/// [`bot`](crate::bot) has an example.
#[derive(Clone, Debug)]
pub struct Bot {
    style: Style,
    random: Pcg64,
    /// The evaluator of the last variant searched.
    evaluator: Option<Evaluator>,
}

impl Bot {
    /// Creates a bot. The same seed produces the same moves.
    pub fn new(style: Style, seed: u64) -> Self {
        Self { style, random: Pcg64::seed_from_u64(seed), evaluator: None }
    }

    /// Chooses a move; `None` if there is no legal one.
    pub fn choose(&mut self, position: &Position) -> Option<Move> {
        self.choose_after(Vec::new(), position)
    }

    /// Chooses a move in a game, given its earlier positions, oldest first. A searching bot then
    /// knows which positions would repeat.
    pub fn choose_after(&mut self, earlier: Vec<Position>, position: &Position) -> Option<Move> {
        if let Style::Search(algorithm, budget) = self.style {
            return self.search(algorithm, budget, earlier, position);
        }
        let legal = position.legal_moves();
        let picked = match self.style {
            Style::Greedy => greedy(position, &legal),
            Style::Random | Style::Search(..) => Vec::new(),
        };
        let among = if picked.is_empty() { legal } else { picked };
        let count = u64::try_from(among.len()).ok().filter(|it| *it > 0)?;
        among.get(bounded(&mut self.random, count) as usize).copied()
    }

    fn search(
        &mut self,
        algorithm: Algorithm,
        budget: Budget,
        history: Vec<Position>,
        position: &Position,
    ) -> Option<Move> {
        let variant = position.variant();
        let evaluator = self.evaluator.take().filter(|it| it.fits(variant)).unwrap_or_else(|| Evaluator::new(variant));
        let seed = self.random.next_u64() | 1;
        let options =
            SearchOptions { seed, history, table_bytes: TABLE_BYTES, ..SearchOptions::new(algorithm, budget.into()) };
        let best = search(position, &evaluator, &options).best();
        self.evaluator = Some(evaluator);
        best
    }
}

/// Returns the captures of the most valuable pieces, or, without captures, the moves that give
/// check.
fn greedy(position: &Position, legal: &[Move]) -> Vec<Move> {
    let book = position.variant().rulebook();
    let score = |mv: &Move| {
        let piece = position.piece_at(mv.to).filter(|_| mv.castling.is_none() && mv.from != mv.to)?;
        Some(book.kinds[piece.kind.index()].value)
    };
    if let Some(best) = legal.iter().filter_map(score).max() {
        return legal.iter().filter(|it| score(it) == Some(best)).copied().collect();
    }
    let turn = position.turn();
    let gives_check = |mv: &&Move| {
        position.play_unsettled(**mv).is_ok_and(|next| {
            let next = next.as_position();
            book.seat_ids().any(|it| it != turn && next.is_living(it) && next.is_check(it) && !position.is_check(it))
        })
    };
    legal.iter().filter(gives_check).copied().collect()
}

/// Returns a uniform random number below `count`; 0 if `count` is 0.
///
/// Uses rejection sampling: 64-bit numbers above the largest multiple of `count` are drawn again.
/// The algorithm must not change, since recorded games depend on it.
///
/// [`bot`](crate::bot) has an example.
pub fn bounded(random: &mut impl Rng, count: u64) -> u64 {
    if count == 0 {
        return 0;
    }
    let surplus = (u64::MAX % count + 1) % count;
    loop {
        let drawn = random.next_u64();
        if drawn <= u64::MAX - surplus {
            return drawn % count;
        }
    }
}
