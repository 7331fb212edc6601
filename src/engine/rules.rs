//! The rules of play: move generation, legality, making moves, eliminations and endings.
//!
//! In: a [`Variant`]. Out: [`Position`]s and [`Move`]s, and a [`Refusal`] for an illegal move.
//! This module knows nothing of files, text, randomness or clocks.
//!
//! ```
//! use threefold::{Piece, Setup};
//!
//! let chess = threefold::load("chess")?.variant;
//! let start = chess.start().expect("a starting position");
//! for mv in start.legal_moves() {
//!     let next = start.play(mv)?;
//!     assert!(next.ending().is_none());
//! }
//! // A position as data can be changed and validated again.
//! let mut setup: Setup = start.setup();
//! setup.pieces.retain(|(_, piece): &(_, Piece)| piece.kind != chess.rulebook().kind("queen").unwrap());
//! let without_queens = threefold::Position::new(&chess, &setup)?;
//! assert_eq!(without_queens.pieces().len(), 30);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action_space;
pub(crate) mod any;
mod apply;
mod attack;
mod cpu;
mod engine;
mod engine_move;
mod facts;
pub(crate) mod inside;
mod judge;
mod judging;
mod lift;
mod movegen;
mod moves;
mod perft;
mod plan;
mod planes;
mod playout;
mod position;
mod precondition;
mod reach;
mod refusal;
mod relations;
mod riders;
mod routes;
mod settle;
mod setup;
mod setup_builder;
mod setup_converter;
mod single;
mod sliders;
mod square_set;
mod state;
mod tables;
mod types;
mod unchecked;
mod variant;

pub use action_space::ActionSpace;
#[doc(hidden)]
pub use any::{MAX_TYPES, too_many_types};
#[doc(hidden)]
pub use facts::repetition::CheckTrace;
pub use facts::repetition::Repetition;
pub use judge::capture_bans::{CaptureBan, CheckBan};
pub use moves::{Gate, Move};
pub use perft::PerftOptions;
pub use planes::Planes;
#[doc(hidden)]
pub use playout::{EndEvent, MoveEvent, Observer, PieceCounts, PlayoutScratch};
#[doc(hidden)]
pub use position::RepetitionKey;
pub use position::{Position, Rollout, UnsettledPosition};
pub use reach::Reach;
pub use refusal::{Action, PlacementObstacle, Refusal, Stage};
pub use setup::{EnPassantRight, Ending, EndingCause, Piece, Setup, SetupError, SetupErrors};
pub use setup_builder::SetupBuilder;
#[doc(hidden)]
pub use variant::WeightLookup;
pub use variant::{Variant, VariantError};
