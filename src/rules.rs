//! The rules of play: move generation, legality, making moves, eliminations and endings.
//!
//! In: a [`Variant`]. Out: [`Position`]s and [`Move`]s, and a [`Refusal`] for an illegal move.
//! This module knows nothing of files, text, randomness or clocks.

mod any;
mod apply;
mod attack;
mod bans;
mod capture_bans;
mod castle;
mod conditions;
mod context;
mod cpu;
mod engine;
mod engine_move;
mod explain;
mod generate;
mod lift;
mod load;
mod mate;
mod odd;
mod perft;
mod plain;
mod playout;
mod position;
mod precondition;
mod reach;
mod refusal;
mod riders;
mod routes;
mod settle;
mod setup;
mod sink;
mod sliders;
mod square_set;
mod state;
mod steps;
mod tables;
mod types;
mod unchecked;
mod variant;
mod violation;

pub use any::{MOST_TYPES, too_many_types};
pub use capture_bans::{CaptureBan, CheckBan};
pub use perft::PerftOptions;
pub use position::Position;
pub use reach::Reach;
pub use refusal::{Action, Refusal, Stage};
pub use setup::{EnPassantRight, Ending, EndingCause, Piece, Setup, SetupError};
pub use variant::{Variant, VariantError};

use crate::board::Square;
use crate::rulebook::KindId;

/// A move. Two moves are equal if all four fields are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Move {
    /// Square of the piece; in castling, of the king.
    pub from: Square,
    /// Target square; in castling, of the king.
    pub to: Square,
    /// The castling, as an index into `Rulebook::castlings`.
    pub castling: Option<u8>,
    /// The kind to promote to.
    pub promotion: Option<KindId>,
}
