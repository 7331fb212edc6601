//! The squares that a piece reaches on an empty board.
//!
//! Contains [`Reach`], for diagrams and explanations of how a piece moves, and [`EmptyBoard`],
//! the facts about a piece alone on the board.
//!
//! Input: a seat, a kind and a square. Output: the destinations of the piece, limited by the
//! barriers as they are at the start of the game.
//!
//! Does not know a position: there are no blockers and no checks, and bans and castling are
//! ignored.

use super::any::{AnyEngine, with_engine};
use super::engine::Engine;
use super::routes::Route;
use super::state::NOBODY;
use super::tables::TypeChange;
use super::types::Types;
use super::{Piece, Variant};
use crate::board::Square;
use crate::rulebook::{KindId, Rulebook, SeatId};
use crate::rules::facts::Facts;

/// The squares that a piece reaches on an empty board, in ascending order.
///
/// [`rules`](crate::rules) has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
        self.engine().empty_board().reach_of(ty, seat, square)
    }

    /// Returns the squares on which a piece of a kind promotes on arrival, in ascending order.
    pub fn promotes_on(&self, seat: SeatId, kind: KindId) -> Vec<Square> {
        let book = self.rulebook();
        if seat.index() >= book.seats.len() || kind.index() >= book.kinds.len() {
            return Vec::new();
        }
        let engine = self.engine().empty_board();
        let types = &engine.types().all;
        let own: Vec<usize> = (0..types.len()).filter(|it| types[*it].kind == kind).collect();
        let promotes = |at: &Square| own.iter().any(|ty| engine.promotes_on(*ty, seat.0, at.index()));
        book.board.squares().filter(promotes).collect()
    }
}

/// Facts about a piece alone on the board, from an engine of any size. Code that runs once per variant
/// uses it, because it is then compiled once.
pub trait EmptyBoard {
    /// Returns the compiled rulebook.
    fn book(&self) -> &Rulebook;
    /// Returns the piece types.
    fn types(&self) -> &Types;
    /// Returns the number of words of a bitboard.
    fn words(&self) -> usize;
    /// Returns all routes of a piece, including the double step if it may make one.
    fn routes_of(&self, ty: usize, seat: u8, from: usize) -> Vec<Route>;
    /// Reports whether a move of a piece from a square can let another piece enter.
    fn opens_gate(&self, ty: usize, seat: u8, from: usize) -> bool;
    /// Reports whether a barrier header binds a piece that starts from a square.
    fn is_bound(&self, header: usize, ty: usize, seat: u8, from: usize) -> bool;
    /// Returns the destinations of leaps without a capture; `None` if the piece never leaps so.
    fn quiet_leaps(&self, ty: usize, seat: u8, from: usize) -> Option<Vec<usize>>;
    /// Reports whether a piece of this kind, facing whichever way, promotes on arrival at a square.
    fn promotes_on(&self, ty: usize, seat: u8, square: usize) -> bool;
    /// Returns the index of the promotion rule for an arrival on a square, or `NOBODY`.
    fn promotion_rule(&self, ty: usize, seat: u8, square: usize) -> u8;
    /// Returns the index of the promotion rule for leaving a square, or `NOBODY`.
    fn leaving_rule(&self, ty: usize, seat: u8, square: usize) -> u8;
    /// Returns the types after moves from a square; `None` if the type never changes.
    fn type_changes(&self, ty: usize, seat: u8, from: usize) -> Option<&[TypeChange]>;
}

impl<const W: usize, const T: usize, const N: usize> EmptyBoard for Engine<W, T, N> {
    fn book(&self) -> &Rulebook {
        &self.book
    }
    fn types(&self) -> &Types {
        &self.tables.types
    }
    fn words(&self) -> usize {
        W
    }
    fn routes_of(&self, ty: usize, seat: u8, from: usize) -> Vec<Route> {
        Facts::new(self).routes_of(ty, seat, from)
    }
    fn opens_gate(&self, ty: usize, seat: u8, from: usize) -> bool {
        let table = self.tables.gating.get(usize::from(seat));
        table.is_some_and(|it| it.openers.iter().any(|it| usize::from(it.0) == ty && it.1.has(from)))
    }
    fn is_bound(&self, header: usize, ty: usize, seat: u8, from: usize) -> bool {
        Facts::new(self).is_bound(header, ty, seat, from)
    }
    fn quiet_leaps(&self, ty: usize, seat: u8, from: usize) -> Option<Vec<usize>> {
        let class = self.tables.pieces[self.tables.piece_index(ty, seat)].quiet?;
        Some(self.tables.leaps[usize::from(class)].to[from].iter().collect())
    }
    fn promotes_on(&self, ty: usize, seat: u8, square: usize) -> bool {
        self.tables.pieces[self.tables.piece_index(ty, seat)].promotes.has(square)
    }
    fn promotion_rule(&self, ty: usize, seat: u8, square: usize) -> u8 {
        self.tables.promotion[self.tables.piece_index(ty, seat)][square]
    }
    fn leaving_rule(&self, ty: usize, seat: u8, square: usize) -> u8 {
        self.tables.leaving.get(self.tables.piece_index(ty, seat)).map_or(NOBODY, |it| it[square])
    }
    fn type_changes(&self, ty: usize, seat: u8, from: usize) -> Option<&[TypeChange]> {
        self.tables.type_changes[self.tables.piece_index(ty, seat)].as_ref().map(|it| &*it[from])
    }
}

impl AnyEngine {
    /// Returns the facts about a piece alone on the board.
    pub fn empty_board(&self) -> &dyn EmptyBoard {
        with_engine!(self, |e| e)
    }
}

impl dyn EmptyBoard + '_ {
    fn reach_of(&self, ty: usize, seat: SeatId, from: Square) -> Reach {
        let mut reach = Reach::default();
        for route in self.routes_of(ty, seat.0, from.index()) {
            let (mut quiet, mut capture) = (route.quiet, route.capture);
            for (number, stop) in route.stops.iter().enumerate() {
                for (instance, ..) in stop.barriers() {
                    let header = self.book().barrier_instances[usize::from(*instance)].barrier;
                    let barrier = &self.book().barriers[header];
                    if self.is_bound(header, ty, seat.0, from.index()) {
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
