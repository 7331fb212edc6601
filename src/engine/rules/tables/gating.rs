//! Tables of gating: pieces that enter from a pool with the move of another piece.
//!
//! Contains [`GatingTable`] and a further method of the [`Builder`]. Input: a rulebook and its piece types. Output: the
//! entries of [`Tables`](super::Tables) for gating. Does not know positions or pools.

use super::super::square_set::SquareSet;
use super::super::state::NOBODY;
use super::super::types::PieceType;
use super::WIDE;
use super::build::Builder;
use super::place::piece_fits;
use crate::policy::GateOpens;
use crate::rulebook::{Gating, KindId, SeatId};

/// The pieces of one seat that enter with the move of another piece.
#[derive(Clone, Debug)]
pub struct GatingTable<const W: usize> {
    /// The types whose moves open the gate, each with the squares where they do.
    pub openers: Vec<(u8, SquareSet<W>)>,
    /// The kinds that enter, in order, each with its type by square.
    pub enters: Vec<(u8, Vec<u8>)>,
    /// Types of pieces that have not moved, each with the same type marked as moved, if only the gate depends on
    /// that.
    pub lapses: Vec<(u8, u8)>,
}

impl<const W: usize> GatingTable<W> {
    /// Returns the type of a kind that enters on a square.
    pub fn type_of(&self, kind: u8, square: usize) -> Option<u8> {
        let by_square = &self.enters.iter().find(|it| it.0 == kind)?.1;
        by_square.get(square).copied().filter(|it| *it != NOBODY)
    }
}

impl Builder<'_> {
    /// Returns the gating of each seat; empty if there is none.
    pub fn gating(&self) -> Vec<GatingTable<WIDE>> {
        let gating = self.book.gating.as_ref();
        gating.map_or(Vec::new(), |rule| self.book.seat_ids().map(|seat| self.gating_of(seat, rule)).collect())
    }

    fn gating_of(&self, seat: SeatId, rule: &Gating) -> GatingTable<WIDE> {
        let (book, types) = (self.book, &self.types);
        let starts = |ty: &PieceType, square| book.setup.iter().flatten().any(|it| *it == (seat, ty.kind, square));
        let mut table = GatingTable { openers: Vec::new(), enters: Vec::new(), lapses: Vec::new() };
        for (index, ty) in types.all.iter().enumerate() {
            let is_first = rule.opens == GateOpens::FirstMove;
            if is_first && ty.moved || !rule.opens_for(ty.kind) || !self.spend(index, book.board.len()) {
                continue;
            }
            let opens = |square: &_| {
                (!is_first || starts(ty, *square)) && piece_fits(book, types, &rule.by, index, seat, *square)
            };
            let squares: SquareSet<WIDE> = book.board.squares().filter(opens).map(|it| it.index()).collect();
            if !squares.is_empty() {
                table.openers.push((index as u8, squares));
            }
            let moved = types.find(PieceType { moved: true, ..*ty });
            if let Some(moved) = moved.filter(|_| !ty.moved && book.moved_for_gate_alone(ty.kind)) {
                table.lapses.push((index as u8, moved as u8));
            }
        }
        let kinds = (0..book.kinds.len()).map(|it| KindId(it as u8)).filter(|it| rule.pieces >> it.0 & 1 != 0);
        for kind in kinds {
            let facing = types.is_explicit(kind).then_some(book.seats[seat.index()].faces);
            let entered = PieceType { kind, tags: 0, moved: book.enters_moved(kind), facing };
            let ty = types.find(entered).map_or(NOBODY, |it| it as u8);
            table.enters.push((kind.0, vec![ty; book.board.len()]));
        }
        table
    }
}
