//! Making moves: what a move, an elimination or a passed turn changes in a position.
//!
//! Contains [`Applier`]. Input: a [`State`](super::state::State) and a move or a player. Output: the
//! changed state. Does not know legality, attacks or outcomes.

mod convert;
mod eliminate;
mod explode;
mod make;
mod turn;

use super::engine::part;
use super::facts::Facts;

part! {
    /// The part that makes moves and eliminates players.
    Applier uses facts: Facts
}
