//! The squares that a piece reaches on an empty board.
//!
//! Contains [`Reach`], for diagrams and explanations of how a piece moves.
//!
//! Input: a seat, a kind and a square. Output: the destinations of the piece, limited by the
//! barriers as they are at the start of the game.
//!
//! Does not know a position: there are no blockers and no checks, and bans and castling are
//! ignored.

use super::any::with_engine;
use super::engine::Engine;
use super::state::NOBODY;
use super::{Piece, Variant};
use crate::board::Square;
use crate::rulebook::{KindId, SeatId};
use crate::rules::facts::Facts;

/// The squares that a piece reaches on an empty board, in ascending order.
///
/// [`rules`](crate::rules) has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reach {
    /// Destinations of moves without a capture.
    pub quiet: Vec<Square>,
    /// Destinations of captures, if an opponent's piece were there.
    pub captures: Vec<Square>,
}

impl Variant {
    /// Returns the squares that a piece reaches from a square of an empty board. The result is
    /// empty for unknown seats, kinds and squares.
    pub fn reach(&self, seat: SeatId, kind: KindId, square: Square) -> Reach {
        let book = self.rulebook();
        let is_there = seat.index() < book.seats.len() && kind.index() < book.kinds.len();
        if !is_there || square.index() >= book.board.len() {
            return Reach::default();
        }
        let is_at_home = book.setup.iter().flatten().any(|it| *it == (seat, kind, square));
        let piece = |moved| Piece { seat, kind, tags: 0, moved, facing: None };
        let reader = self.engine().setup_reader();
        let ty = [!is_at_home, is_at_home].into_iter().find_map(|it| reader.type_of(square, &piece(it)).ok());
        // A piece that can never be on this square has no moves.
        let Some(ty) = ty else { return Reach::default() };
        with_engine!(self.engine(), |e| e.reach_of(ty, seat, square))
    }

    /// Returns the squares on which a piece of a kind promotes on arrival, in ascending order.
    pub fn promotes_on(&self, seat: SeatId, kind: KindId) -> Vec<Square> {
        let book = self.rulebook();
        if seat.index() >= book.seats.len() || kind.index() >= book.kinds.len() {
            return Vec::new();
        }
        with_engine!(self.engine(), |e| {
            let types = 0..e.tables.types.all.len();
            let own: Vec<usize> = types.filter(|it| e.tables.types.all[*it].kind == kind).collect();
            let is_rule =
                |ty: &usize, at: Square| e.tables.promotion[e.tables.piece_index(*ty, seat.0)][at.index()] != NOBODY;
            book.board.squares().filter(|at| own.iter().any(|ty| is_rule(ty, *at))).collect()
        })
    }
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    fn reach_of(&self, ty: usize, seat: SeatId, from: Square) -> Reach {
        let mut reach = Reach::default();
        for route in Facts::new(self).routes_of(ty, seat.0, from.index()) {
            let (mut quiet, mut capture) = (route.quiet, route.capture);
            for (number, stop) in route.stops.iter().enumerate() {
                for (instance, ..) in stop.barriers() {
                    let header = self.book.barrier_instances[usize::from(*instance)].barrier;
                    let barrier = &self.book.barriers[header];
                    if Facts::new(self).is_bound(header, ty, seat.0, from.index()) {
                        let allows = if barrier.starts_open { barrier.open } else { barrier.closed };
                        quiet &= allows.quiet;
                        capture &= allows.capture;
                    }
                }
                let is_end = !route.double || number + 1 == route.stops.len();
                if !is_end || stop.to == from {
                    continue;
                }
                if quiet {
                    reach.quiet.push(stop.to);
                }
                if capture {
                    reach.captures.push(stop.to);
                }
            }
        }
        for squares in [&mut reach.quiet, &mut reach.captures] {
            squares.sort_unstable();
            squares.dedup();
        }
        reach
    }
}
