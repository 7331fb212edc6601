//! Which pieces an explosion destroys.
//!
//! Input: the state after a capture, and the square where the capturing piece arrived. Output: squares
//! of pieces, or players. Does not change the state and does not know legality.

use crate::rulebook::SeatSet;
use crate::rules::facts::Facts;
use crate::rules::square_set::SquareSet;
use crate::rules::state::State;

impl<const W: usize, const T: usize, const N: usize> Facts<'_, W, T, N> {
    /// Returns the pieces that a capture on `to` destroys besides the captured piece.
    pub fn destroyed(self, st: &State<W, T, N>, to: usize) -> SquareSet<W> {
        let Some(around) = self.engine.tables.explosions.get(to) else { return SquareSet::EMPTY };
        let (immune, unharmed) = self.engine.plan.survivors;
        let near = self.engine.owned(st) & *around;
        let center = self.engine.owned(st) & SquareSet::of(to);
        near.without(st.pieces_of_types(immune)) | center.without(st.pieces_of_types(unharmed))
    }

    /// Returns the players whose kings are among destroyed pieces. A player who can spare royal pieces
    /// loses the last one.
    pub fn kings_destroyed(self, st: &State<W, T, N>, destroyed: SquareSet<W>) -> SeatSet {
        let royals = self.engine.royals(st);
        let loses = |seat: &u8| {
            let own = royals & st.seats[*seat as usize];
            own.meets(destroyed) && (!self.engine.can_spare_royals() || own.without(destroyed).is_empty())
        };
        (0..self.engine.tables.n_seats).filter(|it| st.is_living(*it)).filter(loses).fold(0, |all, it| all | 1 << it)
    }
}
