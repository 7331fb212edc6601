//! The questions that attacks and move generation put to the judge.
//!
//! Contains the trait [`Judging`]. The judge implements it above, so that the parts below need not
//! know the judge. Calls are resolved when the crate is compiled.
//!
//! Input: a [`State`] and a move or a capture. Output: verdicts. Does not know how they are reached.

use super::engine_move::{Crossing, EngineMove, LegalityRules};
use super::square_set::SquareSet;
use super::state::State;
use crate::rulebook::CountTest;

/// Verdicts on single moves and captures.
pub trait Judging<const W: usize, const T: usize, const N: usize> {
    /// Reports whether a move along a free path obeys the rules in `keeping`.
    fn obeys(&self, st: &State<W, T, N>, mv: EngineMove, crossing: Crossing, keeping: LegalityRules) -> bool;

    /// Reports whether a move that is legal without the piece that enters obeys the rules in `keeping` with it.
    fn allows_gate(&self, st: &State<W, T, N>, mv: EngineMove, keeping: LegalityRules) -> bool;

    /// Reports whether a move that is possible without the placement of its blocker obeys the rules in `keeping` with it.
    fn allows_placement(&self, st: &State<W, T, N>, mv: EngineMove, keeping: LegalityRules) -> bool;

    /// Reports whether the number of pieces on the board meets a test, for the player to move.
    fn counts(&self, st: &State<W, T, N>, test: &CountTest) -> bool;

    /// Returns the pieces whose capture a ban might forbid: a superset of the captures that bans do
    /// forbid. `tried` contains the pieces of the types in `try_types`.
    fn possible_capture_bans(&self, st: &State<W, T, N>, tried: SquareSet<W>) -> SquareSet<W>;

    /// Reports whether a ban covers the capture of the king on `king` by the piece on `from`.
    fn bars_king_capture(&self, st: &State<W, T, N>, from: usize, king: usize) -> bool;
}
