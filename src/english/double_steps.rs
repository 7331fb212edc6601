//! The double steps after which the engine allows a capture en passant.
//!
//! Contains: [`double_steps`]. Input: a variant and a piece. Output: squares. Does not know: sentences and pictures.

use crate::board::Square;
use crate::policy::Role;
use crate::rulebook::{KindId, SeatId};
use crate::rules::{Move, Piece, Setup, UnsettledPosition, Variant};

/// Returns the square passed and the last square of each double step of a piece. Other moves of several steps give no right to
/// capture en passant. Besides the piece, only kings are on the board.
pub(super) fn double_steps(variant: &Variant, seat: SeatId, kind: KindId, from: Square) -> Vec<(Square, Square)> {
    let book = variant.rulebook();
    let is_king = |it: &&(SeatId, KindId, Square)| book.kinds[it.1.index()].role == Role::Royal && it.2 != from;
    let kings = book.setup.iter().flatten().filter(is_king).map(|it| (it.2, Piece::new(it.0, it.1)));
    let pieces: Vec<(Square, Piece)> = kings.chain([(from, Piece::new(seat, kind))]).collect();
    let setup = Setup::builder(variant).turn(seat).pieces(pieces).setup();
    let Ok(before) = UnsettledPosition::new(variant, &setup) else { return Vec::new() };
    let before = before.into_position();
    let steps = variant.reach(seat, kind, from).quiet;
    let passed = |mv: Move| {
        let after = before.play_unsettled(mv).ok()?.as_position().setup();
        // Before an extra turn of the same player, the right is gone: only a double step in the last turn can be answered.
        if after.turn == seat {
            let leads = |it: &&Square| **it != mv.to && variant.reach(seat, kind, **it).quiet.contains(&mv.to);
            return steps.iter().find(leads).map(|it| (*it, mv.to));
        }
        after.en_passant.iter().find(|it| (it.owner, it.victim) == (seat, mv.to)).map(|it| (it.target, mv.to))
    };
    before.legal_moves_from(from).into_iter().filter_map(passed).collect()
}
