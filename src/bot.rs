//! Bots: one plays random legal moves, one captures what it can, and the others search.
//!
//! Input: a [`Position`], and the earlier ones of its game. Output: a [`Move`]. It depends only on the
//! seed, unless the bot is limited by time. The generator is PCG64 (`Lcg128Xsl64`); [`bounded`] is
//! our own, so that games are the same on every machine. A bot can be given as text: [`Style`] has
//! the form, which every command uses.
//!
//! ```
//! use rand_core::SeedableRng;
//! use threefold::bot::{Bot, Level, Style, bounded};
//!
//! let mut position = threefold::load("chess")?.variant.start().expect("a starting position");
//! let mut bots = [Bot::new(Style::Greedy, 7), Bot::new(Style::Level(Level::Beginner), 7)];
//! for ply in 0..20 {
//!     let Some(mv) = bots[ply % 2].choose(&position)? else { break };
//!     position = position.play(mv)?;
//! }
//! let die = 1 + bounded(&mut rand_pcg::Pcg64::seed_from_u64(7), 6);
//! assert!((1..=6).contains(&die));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod level;
mod own;
mod parse;
mod style;
mod uci;
mod weights;

pub use error::{BotError, StyleError, StyleErrorKind, UciProblem};
pub use level::Level;
pub use own::{ChooseMove, OwnStyle};
pub use style::{SearchStyle, Style, UciStyle};
pub use weights::WeightChoice;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::game::Game;
use crate::rules::{Move, Position};
use crate::search::{Algorithm, Evaluator, Limits, SearchMemory, SearchOptions, Technique, search};

/// Maximum size of a bot's transposition table or search tree, in bytes. Small budgets use less.
const TABLE_BYTES: usize = 64 << 20;

/// A bot with its own random number generator.
///
/// [`bot`](crate::bot) has an example.
pub struct Bot {
    style: Style,
    random: Pcg64,
    /// The evaluator of the last variant searched.
    evaluator: Option<Evaluator>,
    /// The results of earlier searches.
    memory: SearchMemory,
    /// The running program of a UCI bot.
    program: Option<uci::UciProgram>,
    /// The bot of a caller's own style. The lock lets threads share the whole, although such a bot need not be shareable.
    own: Option<Mutex<Box<dyn ChooseMove + Send>>>,
    /// Ends a search early.
    stop: Option<Arc<AtomicBool>>,
    /// Maximum time of a search, besides the limits of the style.
    most_time: Option<Duration>,
}

impl std::fmt::Debug for Bot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bot").field("style", &self.style).field("random", &self.random).finish_non_exhaustive()
    }
}

impl Bot {
    /// Creates a bot. The same seed produces the same moves.
    pub fn new(style: Style, seed: u64) -> Self {
        let own = if let Style::Own(it) = &style { Some(Mutex::new(it.start(seed))) } else { None };
        Self {
            style,
            random: Pcg64::seed_from_u64(seed),
            evaluator: None,
            memory: SearchMemory::default(),
            program: None,
            own,
            stop: None,
            most_time: None,
        }
    }

    /// Sets a flag that ends a search early, with the best move found until then.
    pub fn set_stop(&mut self, stop: Arc<AtomicBool>) {
        self.stop = Some(stop);
    }

    /// Limits the time of each search. Its moves then depend on the speed of the machine.
    #[must_use]
    pub fn with_time_limit(self, time: Duration) -> Self {
        Self { most_time: Some(time), ..self }
    }

    /// Gives the bot an evaluator that was made before, which saves time.
    #[must_use]
    pub fn with_evaluator(self, evaluator: Option<Evaluator>) -> Self {
        Self { evaluator, ..self }
    }

    /// Gives the bot the memory of an earlier bot of the same seat in the same game.
    #[must_use]
    pub fn with_memory(self, memory: SearchMemory) -> Self {
        Self { memory, ..self }
    }

    /// Starts the program of a UCI bot, so that a missing one is found before the game. Does nothing for other bots.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started, lacks an option, or cannot play this game.
    pub fn prepare(&mut self, game: &Game) -> Result<(), BotError> {
        let Style::Uci(style) = &self.style else { return Ok(()) };
        if self.program.is_none() {
            let program = uci::UciProgram::start(style)?;
            program.check_start(game)?;
            self.program = Some(program);
        }
        Ok(())
    }

    /// Chooses a move in a game; `None` if there is no legal one.
    ///
    /// # Errors
    /// Returns an error if the bot is another program that fails, which is started again for the
    /// next move. Returns an error if the weights of the bot cannot be used.
    pub fn choose_in(&mut self, game: &Game) -> Result<Option<Move>, BotError> {
        if let Some(own) = &mut self.own {
            return own.get_mut().unwrap_or_else(PoisonError::into_inner).choose_move(game);
        }
        if self.evaluator.as_ref().is_none_or(|it| !it.fits(game.variant())) {
            self.evaluator = self.style.evaluator(game.variant())?;
        }
        let Style::Uci(style) = &self.style else {
            return self.choose_after(game.earlier_positions(), game.position());
        };
        if game.position().legal_moves().is_empty() {
            return Ok(None);
        }
        let mut program = match self.program.take() {
            Some(program) => program,
            None => uci::UciProgram::start(style)?,
        };
        let mv = program.choose(game)?;
        self.program = Some(program);
        Ok(Some(mv))
    }

    /// Chooses a move; `None` if there is no legal one.
    ///
    /// # Errors
    /// Returns an error if the weights of the bot cannot be used, and for a UCI bot, which needs [`Bot::choose_in`].
    pub fn choose(&mut self, position: &Position) -> Result<Option<Move>, BotError> {
        self.choose_after(Vec::new(), position)
    }

    /// Chooses a move in a game, given its earlier positions, oldest first; `None` if there is no legal one. A searching bot
    /// then knows which positions would repeat.
    ///
    /// # Errors
    /// Returns the same errors as [`Bot::choose`].
    pub fn choose_after(&mut self, earlier: Vec<Position>, position: &Position) -> Result<Option<Move>, BotError> {
        match &self.style {
            Style::Search(style) => {
                let options = SearchOptions::new(style.algorithm, style.budget.into());
                let without = style.without.clone();
                let options = SearchOptions { lines: style.lines, threads: style.threads, without, ..options };
                return self.search(None, options, earlier, position);
            }
            Style::Level(level) => {
                let (level, players) = (*level, position.variant().rulebook().seats.len());
                return self.search(Some(level), level.options(players), earlier, position);
            }
            // Without its history, the game starts at this position.
            Style::Own(_) => return self.choose_in(&Game::from_position(position.clone())),
            Style::Uci(style) => {
                let program = style.program.clone();
                return Err(BotError::Program { program, problem: UciProblem::NeedsGame });
            }
            Style::Random | Style::Greedy => {}
        }
        let legal = position.legal_moves();
        let picked = match self.style {
            Style::Greedy => greedy(position, &legal),
            _ => Vec::new(),
        };
        let among = if picked.is_empty() { legal } else { picked };
        let count = u64::try_from(among.len()).unwrap_or_default();
        Ok(if count == 0 { None } else { among.get(bounded(&mut self.random, count) as usize).copied() })
    }

    fn search(
        &mut self,
        level: Option<Level>,
        options: SearchOptions,
        history: Vec<Position>,
        position: &Position,
    ) -> Result<Option<Move>, BotError> {
        let variant = position.variant();
        let made = match self.evaluator.take().filter(|it| it.fits(variant)) {
            None => self.style.evaluator(variant)?,
            made => made,
        };
        let Some(evaluator) = made else { return Ok(None) };
        let seed = self.random.next_u64() | 1;
        // A tree that goes on lost matches, so each Monte Carlo search starts a new one.
        let is_kept = options.algorithm != Algorithm::MonteCarlo && !options.without.contains(&Technique::Memory);
        let memory = is_kept.then(|| self.memory.clone());
        let time = [options.limits.time, self.most_time].into_iter().flatten().min();
        let limits = Limits { time, ..options.limits };
        let options = SearchOptions {
            limits,
            seed,
            history,
            memory,
            stop: self.stop.clone(),
            table_bytes: TABLE_BYTES,
            ..options
        };
        let found = search(position, &evaluator, &options);
        let best = match level {
            Some(level) => {
                let living = variant.rulebook().seat_ids().filter(|it| position.is_living(*it)).count();
                level.pick(&found, position.turn().index(), living, &mut self.random)
            }
            None => found.best(),
        };
        self.evaluator = Some(evaluator);
        Ok(best)
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
