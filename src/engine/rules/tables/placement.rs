//! Tables of placements: the blockers with which moves end.
//!
//! Contains [`PlacementTable`] and a further method of the [`Builder`]. Input: a rulebook and its piece types. Output:
//! the entry of [`Tables`](super::Tables) for blockers. Does not know positions.

use super::super::square_set::SquareSet;
use super::super::types::PieceType;
use super::WIDE;
use super::build::Builder;
use super::place::placement_holds;
use crate::board::Heading;
use crate::policy::{PlacementReach, Placing};
use crate::rulebook::SeatId;

/// The rule for placing blockers.
#[derive(Clone, Debug, Default)]
pub struct PlacementTable<const W: usize> {
    /// The type of the blockers.
    pub ty: u8,
    /// Whether the single blocker moves; if not, each move adds one.
    pub moves: bool,
    /// Whether the placement reaches only where a piece of that type could move.
    pub by_movement: bool,
    /// By seat: the squares where the player may place a blocker. Empty without blockers.
    pub squares: Vec<SquareSet<W>>,
}

impl Builder<'_> {
    /// Returns the rule for placing blockers.
    pub fn placement(&self) -> PlacementTable<WIDE> {
        let book = self.book;
        let Some(rule) = &book.blocker else { return PlacementTable::default() };
        let ty = self.types.find(PieceType { kind: rule.kind, tags: 0, moved: false, facing: None }).unwrap_or(0);
        let holds = |seat: SeatId, square| {
            rule.on.as_ref().is_none_or(|it| placement_holds(book, it, (rule.kind, false, Heading(0)), seat, square))
        };
        let of_seat = |seat| {
            let squares = book.board.squares().filter(|_| self.spend(ty, 16));
            squares.filter(|it| holds(seat, *it)).map(|it| it.index()).collect()
        };
        PlacementTable {
            ty: ty as u8,
            moves: rule.placing == Placing::SameOne,
            by_movement: rule.reach == PlacementReach::ByMovement,
            squares: book.seat_ids().map(of_seat).collect(),
        }
    }
}
