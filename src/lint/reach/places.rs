//! Reachability: pieces that come to be on a square without a route, by a drop or a promotion on their square, and which
//! squares are in a place.
//!
//! Input: a rulebook, and what is reached so far. Output: further pieces to follow, or whether a square is in a place.
//! Does not know routes.

use super::{BoardReach, Open, PieceVisit};
use crate::board::{Heading, Square};
use crate::rulebook::{KindId, Promotion, Rulebook, SeatId};

impl BoardReach {
    /// Adds the pieces that players may drop, on every square where the rules allow it.
    pub(super) fn drop_everywhere(&mut self, book: &Rulebook, open: &mut Open) {
        let kinds = (0..book.kinds.len() as u8).map(KindId).filter(|it| self.had >> it.0 & 1 != 0);
        for kind in kinds.collect::<Vec<_>>() {
            let Some(rule) = book.drop_of(kind) else { continue };
            for seat in book.seat_ids() {
                let facing = book.seats[seat.index()].faces;
                for square in book.board.squares().filter(|_| self.budget.spend(kind, 1)).collect::<Vec<_>>() {
                    if rule.on.as_ref().is_none_or(|it| it.may_fit(book, seat, square)) {
                        self.arrive(book, PieceVisit { seat, kind, square, facing }, open);
                    }
                }
            }
        }
    }

    /// Adds the kinds to which a piece can promote on its square by a move of its own.
    pub(super) fn promote_in_place(&mut self, book: &Rulebook, visit: PieceVisit, open: &mut Open) {
        for rule in book.promotion_moves.iter().filter(|it| it.pieces >> visit.kind.0 & 1 != 0) {
            if rule.on.as_ref().is_none_or(|it| it.may_fit(book, visit.seat, visit.square)) {
                for kind in &rule.becomes {
                    self.budget.spend(*kind, usize::from(self.headings));
                    (0..self.headings).for_each(|it| {
                        self.arrive(book, PieceVisit { kind: *kind, facing: Heading(it), ..visit }, open);
                    });
                }
            }
        }
    }

    /// Reports whether the search ended before it was complete.
    pub(in crate::lint) fn is_exhausted(&self) -> bool {
        self.budget.is_exhausted()
    }

    /// Reports whether a piece of a seat can ever promote on a square by a promotion.
    pub(in crate::lint) fn promotes_on(
        &self,
        book: &Rulebook,
        promotion: &Promotion,
        seat: SeatId,
        square: Square,
    ) -> bool {
        let fits = promotion.leaving.is_some() || promotion.on.may_fit(book, seat, square);
        let mut kinds = (0..self.kinds as u8).map(KindId).filter(|it| promotion.pieces >> it.0 & 1 != 0);
        fits && kinds.any(|it| !self.is_known(it, 1) || self.pieces[self.at(seat, it)].squares[square.index()])
    }
}
