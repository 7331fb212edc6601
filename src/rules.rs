//! The turn, told in order: who may move what, what it does, who is out, and how it ends.
//!
//! In: a [`Variant`]. Out: [`Position`]s and [`Move`]s, and the reason ([`Refusal`]) where
//! a move is not legal. Refuses to know files, text, randomness and clocks.

mod any;
mod apply;
mod attack;
mod bits;
mod capture_bans;
mod conditions;
mod engine;
mod explain;
mod fault;
mod frame;
mod gate;
mod generate;
mod lift;
mod load;
mod mate;
mod odd;
mod perft;
mod plain;
mod playout;
mod position;
mod processor;
mod reach;
mod refusal;
mod riders;
mod routes;
mod settle;
mod setup;
mod sink;
mod slides;
mod state;
mod steps;
mod tables;
mod types;
mod unchecked;

pub use any::{MOST_TYPES, too_many_types};
pub use capture_bans::CaptureBan;
pub use perft::PerftOptions;
pub use position::{Position, Variant, VariantError};
pub use reach::Reach;
pub use refusal::{Action, Refusal, Stage};
pub use setup::{EnPassantRight, Ending, EndingCause, Man, Setup, SetupFault};

use crate::board::Square;
use crate::variant::KindId;

/// A move. Two moves are the same when all four parts are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where the man stands; of a castling, the king.
    pub from: Square,
    /// Where it goes; of a castling, the king.
    pub to: Square,
    /// The castling, as an index into `Rulebook::castlings`.
    pub castling: Option<u8>,
    /// What it becomes.
    pub promotion: Option<KindId>,
}
