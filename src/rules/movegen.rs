//! Move generation: from a position to its moves, passed to a sink.
//!
//! Contains [`Generator`]. Its files follow the data: `context` computes what all moves share,
//! `plain`, `steps`, `odd` and `castle` produce the moves of pieces, `generate` puts them together,
//! and `sink` receives them.
//!
//! Input: a [`State`](super::state::State). Output: moves. Asks for verdicts on single moves through
//! the trait [`Judging`](super::judging::Judging). Does not know how the judge decides.

pub mod castle;
pub mod context;
pub mod generate;
pub mod odd;
pub mod plain;
pub mod sink;
pub mod steps;

use super::attack::Attacks;
use super::engine::Engine;
use super::facts::Facts;

/// The move generator of one variant.
#[derive(Clone, Copy, Debug)]
pub struct Generator<'a, const W: usize, const T: usize, const N: usize> {
    engine: &'a Engine<W, T, N>,
}

impl<'a, const W: usize, const T: usize, const N: usize> Generator<'a, W, T, N> {
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
}
