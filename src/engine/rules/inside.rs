//! The inside of the engine, for loops that another module runs in it.
//!
//! Contains the parts that a search needs: the state, the generator, the settler and the attacks.
//! Such a loop is generic over the size of the engine. [`with_state`] dispatches to it once per
//! call.
//!
//! Input: nothing. Output: names. All other code uses
//! [`Position`](super::Position) instead. Does not know how a search chooses moves.

pub(crate) use super::any::with_state;
pub(crate) use super::apply::Applier;
pub(crate) use super::attack::Attacks;
pub(crate) use super::engine::Engine;
pub(crate) use super::engine_move::{EngineMove, LegalityRules};
pub(crate) use super::facts::chase::{ChaseTrace, chasing};
pub(crate) use super::facts::repetition::{CheckTrace, Repetition};
pub(crate) use super::judge::Judge;
pub(crate) use super::movegen::Generator;
pub(crate) use super::movegen::sink::{Listed, Sink, append_plain};
pub(crate) use super::reach::EmptyBoard;
pub(crate) use super::settle::Settler;
pub(crate) use super::square_set::SquareSet;
pub(crate) use super::state::{NOBODY, NOWHERE, PackedEnding, State};
