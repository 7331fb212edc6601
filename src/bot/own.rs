//! Bots of your own: programs that use this crate and choose moves in its games and matches.
//!
//! Contains [`ChooseMove`], which a [`Bot`] implements, too, and [`OwnStyle`], by which a match starts such a bot for each
//! game. Input: a [`Game`]. Output: a [`Move`]. Does not know how the moves are chosen.

use std::fmt;
use std::sync::Arc;

use super::{Bot, BotError};
use crate::game::Game;
use crate::rules::Move;

/// Something that chooses moves: a [`Bot`], or a bot of your own.
///
/// Use it in [`play_game`](crate::arena::play_game), and by way of [`Style::own`](super::Style::own) in matches.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use threefold::arena::play_game;
/// use threefold::bot::{Bot, BotError, ChooseMove, Style};
/// use threefold::{Game, Move};
///
/// /// Plays the first legal move.
/// struct First;
///
/// impl ChooseMove for First {
///     fn choose_move(&mut self, game: &Game) -> Result<Option<Move>, BotError> {
///         Ok(game.position().legal_moves().first().copied())
///     }
/// }
///
/// let chess = threefold::load("chess")?.variant;
/// let mut players: [Box<dyn ChooseMove>; 2] = [Box::new(First), Box::new(Bot::new(Style::Random, 7))];
/// let game = Game::new(&chess).expect("a starting position");
/// let played = play_game(game, &mut players, 20, &AtomicBool::new(false))?.expect("nobody stops it");
/// assert!(played.plies <= 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ChooseMove {
    /// Chooses a legal move for the player to move; `None` if there is no legal one.
    ///
    /// # Errors
    /// Returns an error if the bot cannot choose. [`BotError::own`] makes one from a text.
    fn choose_move(&mut self, game: &Game) -> Result<Option<Move>, BotError>;
}

impl ChooseMove for Bot {
    fn choose_move(&mut self, game: &Game) -> Result<Option<Move>, BotError> {
        self.choose_in(game)
    }
}

impl<P: ChooseMove + ?Sized> ChooseMove for Box<P> {
    fn choose_move(&mut self, game: &Game) -> Result<Option<Move>, BotError> {
        (**self).choose_move(game)
    }
}

impl<P: ChooseMove + ?Sized> ChooseMove for &mut P {
    fn choose_move(&mut self, game: &Game) -> Result<Option<Move>, BotError> {
        (**self).choose_move(game)
    }
}

/// Makes a bot of your own for one game, given its seed.
type MakeBot = dyn Fn(u64) -> Box<dyn ChooseMove + Send> + Send + Sync;

/// A bot of your own: its name, and how to make it for a game.
///
/// [`Style::own`](super::Style::own) has an example.
#[derive(Clone)]
pub struct OwnStyle {
    name: String,
    make: Arc<MakeBot>,
}

impl OwnStyle {
    /// Creates a style.
    pub(super) fn new(name: String, make: Arc<MakeBot>) -> Self {
        Self { name, make }
    }

    /// Returns the name of the bot.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Makes a bot for one game.
    pub(super) fn start(&self, seed: u64) -> Box<dyn ChooseMove + Send> {
        (self.make)(seed)
    }
}

/// Two styles are equal if one is a clone of the other.
impl PartialEq for OwnStyle {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && Arc::ptr_eq(&self.make, &other.make)
    }
}

impl Eq for OwnStyle {}

impl fmt::Debug for OwnStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnStyle").field("name", &self.name).finish_non_exhaustive()
    }
}
