//! Making moves: what a move, an elimination or a passed turn changes in a position.
//!
//! Contains [`Applier`]. Input: a [`State`](super::state::State) and a move or a player. Output: the
//! changed state. Does not know legality, attacks or outcomes.

mod eliminate;
mod make;

use super::engine::Engine;
use super::facts::Facts;

/// The part that makes moves and eliminates players.
#[derive(Clone, Copy, Debug)]
pub struct Applier<'a, const W: usize, const T: usize, const N: usize> {
    engine: &'a Engine<W, T, N>,
}

impl<'a, const W: usize, const T: usize, const N: usize> Applier<'a, W, T, N> {
    /// Creates the part for one variant.
    #[inline(always)]
    pub fn new(engine: &'a Engine<W, T, N>) -> Self {
        Self { engine }
    }

    #[inline(always)]
    fn facts(self) -> Facts<'a, W, T, N> {
        Facts::new(self.engine)
    }
}
