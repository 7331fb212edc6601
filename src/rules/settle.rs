//! The settler: plays moves and carries out the outcomes that follow.
//!
//! Contains [`Settler`]. Input: a [`State`](super::state::State) and a legal move. Output: the state at
//! the start of the next turn, or the end of the game. Does not know who chooses the moves.

mod outcomes;
mod precondition;

use super::apply::Applier;
use super::attack::Attacks;
use super::engine::Engine;
use super::facts::Facts;
use super::judge::Judge;

/// The part that carries out the outcomes of one variant.
#[derive(Clone, Copy, Debug)]
pub struct Settler<'a, const W: usize, const T: usize, const N: usize> {
    engine: &'a Engine<W, T, N>,
}

impl<'a, const W: usize, const T: usize, const N: usize> Settler<'a, W, T, N> {
    /// Creates the part for one variant.
    #[inline(always)]
    pub fn new(engine: &'a Engine<W, T, N>) -> Self {
        Self { engine }
    }

    #[inline(always)]
    fn facts(self) -> Facts<'a, W, T, N> {
        Facts::new(self.engine)
    }

    #[inline(always)]
    fn attacks(self) -> Attacks<'a, W, T, N> {
        Attacks::new(self.engine)
    }

    #[inline(always)]
    fn applier(self) -> Applier<'a, W, T, N> {
        Applier::new(self.engine)
    }

    #[inline(always)]
    fn judge(self) -> Judge<'a, W, T, N> {
        Judge::new(self.engine)
    }
}
