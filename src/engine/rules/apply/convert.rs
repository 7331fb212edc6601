//! Conversions: the pieces that become pieces of the mover.
//!
//! Input: the state after a move, and the square where the piece arrived. Output: the same state with the new
//! owners, without the rights of the former ones. Does not know which pieces a move converts, or whether
//! it is legal.

use crate::rules::apply::Applier;
use crate::rules::square_set::SquareSet;
use crate::rules::state::{PackedEnPassant, State};

impl<const W: usize, const T: usize, const N: usize> Applier<'_, W, T, N> {
    /// Gives the player to move the pieces that the piece on `to` converts.
    #[inline(never)]
    pub(super) fn convert(self, next: &mut State<W, T, N>, to: usize) {
        let converted = self.facts().converted(next, to, next.turn);
        if converted.is_empty() {
            return;
        }
        for square in converted.iter() {
            let owner = next.seat_at(square);
            next.seats[owner as usize] = next.seats[owner as usize].without(SquareSet::of(square));
            // Rights belong to the player, not to the piece.
            next.rights &= self.engine.tables.castling_rights_kept[square];
            for right in next.en_passant.iter_mut().filter(|it| usize::from(it.victim) == square) {
                *right = PackedEnPassant::NONE;
            }
        }
        next.seats[next.turn as usize] |= converted;
    }
}
