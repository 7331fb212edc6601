//! Facts about players, pieces, paths and captures that need no generated moves.
//!
//! Contains [`Facts`], the lowest part of the engine above its tables. Every other part asks it.
//!
//! Input: a [`State`](super::state::State) and a piece, a move or a test. Output: sets of seats or
//! squares, routes, kinds. Does not know check, legality or outcomes.

pub mod en_passant;
pub mod open_routes;
pub mod pieces;
pub mod promotion;

use super::engine::Engine;

/// Facts about the positions of one variant.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a, const W: usize, const T: usize, const N: usize> {
    engine: &'a Engine<W, T, N>,
}

impl<'a, const W: usize, const T: usize, const N: usize> Facts<'a, W, T, N> {
    /// Creates the part for one variant.
    #[inline(always)]
    pub fn new(engine: &'a Engine<W, T, N>) -> Self {
        Self { engine }
    }
}
