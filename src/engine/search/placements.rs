//! The placements that a search looks at.
//!
//! A move that ends with the placement of a blocker occurs once for each square: there are hundreds or thousands of
//! moves. The search looks only at some placements of each move, and chooses those that probably matter: next to the
//! player's kings, and next to pieces of the other players that are no pawns.
//!
//! Input: a state. Output: [`PlacementLimit`] for the sink of the search. Does not know how moves are searched.

use super::collect::PlacementLimit;
use super::tree::Tree;
use crate::rules::inside::{SquareSet, State};

/// Maximum number of placements of each move at the root. A search of given moves looks at all of them.
pub const ROOT_PLACEMENTS: usize = 16;
/// Maximum number of placements of each move at other nodes.
pub const INNER_PLACEMENTS: usize = 4;
/// Maximum number of placements of each capture after the end of the search.
pub const TACTICAL_PLACEMENTS: usize = 2;

impl<const W: usize, const T: usize, const N: usize> Tree<'_, W, T, N> {
    /// Returns the placements that are searched, at most `most` for each move.
    #[inline(always)]
    pub fn placements(&self, st: &State<W, T, N>, most: usize) -> PlacementLimit<W> {
        if self.engine.plan.blocker { self.likely_placements(st, most) } else { PlacementLimit::ALL }
    }

    #[inline(never)]
    fn likely_placements(&self, st: &State<W, T, N>, most: usize) -> PlacementLimit<W> {
        let own = st.seats[usize::from(st.turn)].without(self.engine.royals(st));
        let pawns = st.pieces_of_types(self.engine.tables.pawn_types);
        let mut first = SquareSet::EMPTY;
        for square in self.engine.owned(st).without(own | pawns).iter() {
            let near = &self.evaluation.tables.zones[0][square * W..][..W];
            first.0.iter_mut().zip(near).for_each(|(all, it)| *all |= it);
        }
        PlacementLimit { most, first }
    }
}
