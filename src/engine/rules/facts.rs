//! Facts about players, pieces, paths and captures that need no generated moves.
//!
//! Contains [`Facts`], the lowest part of the engine above its tables. Every other part asks it.
//!
//! Input: a [`State`](super::state::State) and a piece, a move or a test. Output: sets of seats or
//! squares, routes, kinds. Does not know check, legality or outcomes.

pub mod chase;
pub mod conversion;
pub mod en_passant;
pub mod explosion;
pub mod open_routes;
pub mod pieces;
pub mod promotion;
pub mod repetition;

use super::engine::part;

part! {
    /// Facts about the positions of one variant.
    Facts
}
