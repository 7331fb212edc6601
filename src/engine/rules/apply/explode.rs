//! Explosions: what a capture destroys around it.
//!
//! Input: the state after a capture, and the square where the capturing piece arrived, or that of the captured piece
//! if the capturing one does not move. Output: the same state without the destroyed pieces, and the players whose
//! kings were among them. Does not know whether the capture is legal.

use crate::rulebook::SeatSet;
use crate::rules::apply::Applier;
use crate::rules::engine_move::Captured;
use crate::rules::state::{PackedEnPassant, State};

impl<const W: usize, const T: usize, const N: usize> Applier<'_, W, T, N> {
    /// Removes the pieces that an explosion on `center` destroys, with their rights, and returns the players
    /// whose kings were among them.
    #[inline(never)]
    pub(super) fn explode(self, next: &mut State<W, T, N>, center: usize) -> SeatSet {
        let destroyed = self.facts().destroyed(next, center);
        let kings = self.facts().kings_destroyed(next, destroyed);
        for square in destroyed.iter() {
            let (ty, seat) = (next.type_at(square), next.seat_at(square));
            next.lift(square, seat as usize, ty);
            if self.engine.book.has_pool || self.engine.plan.counts_losses {
                self.record_loss(next, Captured { square: square as u16, ty: ty as u8, seat }, next.turn);
            }
            next.rights &= self.engine.tables.castling_rights_kept[square];
            for right in next.en_passant.iter_mut().filter(|it| usize::from(it.victim) == square) {
                *right = PackedEnPassant::NONE;
            }
        }
        kings
    }
}
