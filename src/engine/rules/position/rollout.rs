//! Games that are played in place, for simulations and learning programs.
//!
//! Contains [`Rollout`]: a position that changes with each move, its legal moves, and what
//! repetition needs. A move costs little more than a ply of [`Position::play_out`]. There is no
//! undo and no record.
//!
//! Input: a position, and indices of moves. Output: moves, their numbers in an [`ActionSpace`], and
//! positions. Does not know who chooses the moves.

use std::sync::Arc;

use super::Position;
use crate::rules::any::with_state;
use crate::rules::movegen::sink::Listed;
use crate::rules::playout::{Playout, PlayoutScratch};
use crate::rules::{ActionSpace, Move};

/// A game that is played in place. It costs less than a `Game`, which has a history.
///
/// All rules apply. Repetitions are counted from the first position on.
///
/// ```
/// use threefold::Rollout;
///
/// let chess = threefold::load("chess")?.variant;
/// let start = chess.start().expect("a starting position");
/// let mut game = Rollout::new(&start);
/// for ply in 0..100 {
///     let count = game.moves().len();
///     if count == 0 {
///         break; // The game is over.
///     }
///     game.play(ply % count);
/// }
/// game.restart(&start);
/// assert_eq!(game.moves().len(), 20);
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rollout {
    position: Position,
    scratch: PlayoutScratch,
}

impl Rollout {
    /// Creates a game that starts in a position.
    pub fn new(start: &Position) -> Self {
        let mut game = Self { position: start.clone(), scratch: PlayoutScratch::default() };
        game.next_turn(None);
        game
    }

    /// Starts again in a position, which may belong to another variant.
    pub fn restart(&mut self, start: &Position) {
        self.position.clone_from(start);
        self.scratch.restart();
        self.next_turn(None);
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the legal moves, in an order internal to the engine. There are none if the game is over.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.scratch.moves.iter().map(|it| Move::from(it.mv))
    }

    /// Replaces the contents of `into` by the numbers of the legal moves, in the order of
    /// [`moves`](Self::moves). Numbers of a space of another variant are unspecified.
    ///
    /// ```
    /// use threefold::{ActionSpace, Rollout};
    ///
    /// let chess = threefold::load("chess")?.variant;
    /// let (space, mut numbers) = (ActionSpace::new(&chess), Vec::new());
    /// let mut game = Rollout::new(&chess.start().expect("a starting position"));
    /// game.actions_into(&space, &mut numbers);
    /// let index = numbers.iter().position(|it| space.get(*it as usize) == game.moves().next());
    /// assert_eq!(index, Some(0));
    /// assert!(game.play(0));
    /// # Ok::<(), threefold::LoadError>(())
    /// ```
    pub fn actions_into(&self, space: &ActionSpace, into: &mut Vec<u32>) {
        into.clear();
        into.extend(self.scratch.moves.iter().map(|it| space.engine_number(it.mv)));
    }

    /// Plays the legal move at an index of [`moves`](Self::moves). Returns `false` if there is none.
    pub fn play(&mut self, index: usize) -> bool {
        let Some(chosen) = self.scratch.moves.get(index).copied() else { return false };
        self.next_turn(Some(chosen));
        true
    }

    /// Plays a move, if one is given. Then settles the start of a turn, and lists its moves.
    fn next_turn(&mut self, chosen: Option<Listed>) {
        let Position { variant, state } = &mut self.position;
        let scratch = &mut self.scratch;
        with_state!(variant.engine(), state, |e, s| Playout::new(e).next_turn(Arc::make_mut(s), scratch, chosen));
    }
}
