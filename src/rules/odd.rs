//! Odd routes, and promotion choices.
//!
//! Contains the generator for routes that the tables leave out, and the kinds that a piece promotes
//! to. Odd routes lead across barriers whose permissions can change, or around a full circle. They
//! are walked square by square, and each move is tried.
//!
//! Input: a [`State`] and a piece. Output: moves for a [`Sink`], lists of kinds, and the type of a
//! piece on arrival.
//!
//! Does not know how the routes were found; see [`tables`](super::tables).

use super::conditions::TestContext;
use super::context::MoveContext;
use super::engine::Engine;
use super::engine_move::{Arrival, Crossing, EngineMove, MoveEffect, PoolExchange};
use super::sink::Sink;
use super::square_set::SquareSet;
use super::state::{NOBODY, NOWHERE, State};
use super::tables::OddRoute;
use super::types::PieceType;
use crate::policy::IfNone;
use crate::rulebook::{PlaceTest, PromotionChoice};

/// A list of up to 32 kinds that needs no allocation.
pub struct KindList {
    list: [u8; 32],
    count: usize,
}

impl KindList {
    fn push(&mut self, kind: u8) {
        if self.count < 32 {
            self.list[self.count] = kind;
            self.count += 1;
        }
    }
    /// Returns the kinds in the order in which they were added.
    pub fn as_slice(&self) -> &[u8] {
        &self.list[..self.count]
    }
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Returns the kinds that a piece becomes on arrival. [`NOBODY`] means no promotion.
    pub fn promotion_kinds(&self, st: &State<W, T, N>, seat: u8, ty: usize, from: usize, to: usize) -> KindList {
        let mut kinds = KindList { list: [NOBODY; 32], count: 0 };
        let there = self.type_on_arrival(st, ty, seat, EngineMove::plain(from, to));
        let rule = self.tables.promotion[self.tables.piece_index(there, seat)][to];
        if rule == NOBODY {
            kinds.push(NOBODY);
            return kinds;
        }
        let rule = &self.book.promotions[rule as usize];
        match &rule.choice {
            PromotionChoice::Listed(list) => list.iter().for_each(|it| kinds.push(it.0)),
            PromotionChoice::BySquare(by_seat) => {
                let square = crate::board::Square(to as u16);
                for (kind, squares) in &by_seat[seat as usize] {
                    if squares.binary_search(&square).is_ok() {
                        kinds.push(kind.0);
                    }
                }
            }
            PromotionChoice::FromPool { pieces, appears, .. } => {
                let own = self.tables.types.all[ty].kind;
                for kind in 0..self.book.kinds.len() {
                    if st.pool[seat as usize][kind] > 0
                        && pieces >> kind & 1 != 0
                        && self.appears_at(st, *appears, PoolExchange { seat, own: own.0, kind: kind as u8, from, to })
                            != NOWHERE
                    {
                        kinds.push(kind as u8);
                    }
                }
            }
        }
        if kinds.count == 0 || !rule.forced {
            kinds.push(NOBODY);
        }
        kinds
    }

    /// Reports whether the piece is on a square where it waits for a captured piece to exchange
    /// for. Only the promotion rule of its own square counts.
    pub fn waits_for_pool(&self, seat: u8, ty: usize, square: usize) -> bool {
        let rule = self.tables.promotion[self.tables.piece_index(ty, seat)][square];
        let choice = self.book.promotions.get(rule as usize).map(|it| &it.choice);
        matches!(choice, Some(PromotionChoice::FromPool { if_none: IfNone::StaysAndWaits, .. }))
    }

    /// Returns the type of a piece on arrival, before it earns any tags on the way. The piece has
    /// moved, and the first open route determines its facing.
    pub fn type_on_arrival(&self, st: &State<W, T, N>, ty: usize, seat: u8, mv: EngineMove) -> usize {
        let Some(by_square) = &self.tables.becomings[self.tables.piece_index(ty, seat)] else { return ty };
        let way = by_square[mv.from as usize].iter().find(|it| it.to == mv.to && mv.from != mv.to);
        let Some(way) = way else { return ty };
        let mut piece = self.tables.types.all[ty];
        let mut facing = way.facing;
        if way.unsure
            && let Some(was) = piece.facing
        {
            let done = MoveEffect { mv, ty: ty as u8, captured: self.captured(st, mv, ty) };
            let first = self.free_ways(st, done, seat).into_iter().next();
            facing = first.map_or(facing, |it| it.1.apply(was, self.book.board.headings));
        }
        piece.moved = self.book.kinds[piece.kind.index()].has_initial;
        piece.facing = piece.facing.map(|_| facing);
        let types = &self.tables.types;
        let earns =
            |it: &PieceType| it.tags & piece.tags == piece.tags && PieceType { tags: piece.tags, ..*it } == piece;
        types.find(piece).or_else(|| types.all.iter().position(earns)).unwrap_or(ty)
    }

    /// Reports whether a move ends in `place`, judged by the piece as it arrives.
    pub fn ends_in(&self, st: &State<W, T, N>, place: &PlaceTest, done: MoveEffect, cx: &TestContext) -> bool {
        let ty = match place {
            PlaceTest::Links(_) => self.type_on_arrival(st, done.ty as usize, st.turn, done.mv),
            PlaceTest::Zone { .. } => done.ty as usize,
        };
        self.place_fits(st, place, ty, st.turn, done.mv.to as usize, cx)
    }

    /// Emits the moves of a piece along odd routes to squares outside `plain`, and its exchanges if it waits on its
    /// square.
    pub fn odd_moves<S: Sink<W> + ?Sized>(
        &self,
        context: &MoveContext<'_, W, T, N>,
        ty: usize,
        from: usize,
        plain: SquareSet<W>,
        sink: &mut S,
    ) -> bool {
        // SAFETY: the indices are a type and a seat (see `unchecked`).
        let piece = unsafe { self.tables.piece(ty, context.me) };
        let done = plain.without(context.forbidden);
        // Allocates only if a move across a barrier is legal.
        let mut emitted = Vec::new();
        for route in piece.odd.iter().flat_map(|it| &self.tables.odd[*it as usize][from]) {
            if route.prefix.meets(context.occupied) {
                continue;
            }
            let mut crossing = Crossing::NONE;
            let mut allows =
                crate::rulebook::Permissions { quiet: true, capture: true, give_check: true, attack: true };
            for stop in &route.stops {
                let to = stop.to as usize;
                if stop.through.meets(context.occupied) {
                    break;
                }
                let captured = context.occupied.has(to) && to != from;
                // Most routes end at a piece of the same side.
                if captured && context.forbidden.has(to) {
                    break;
                }
                for barrier in &stop.barriers {
                    self.add_crossing(context.st, *barrier, &mut allows, &mut crossing);
                }
                let passes = route.passing && !captured && context.passing.has(to);
                let king =
                    || context.capture_king.has(to) || self.plan.kings_captured && self.is_living_king(context.st, to);
                let ok = if captured {
                    route.capture && allows.capture && (allows.attack || !king())
                } else if passes {
                    // The move is a capture, even if the piece may also go there without one.
                    allows.capture
                } else {
                    route.quiet && allows.quiet
                };
                if ok
                    && !done.has(to)
                    && self.try_kinds(context, Arrival { ty, from, to }, crossing, Some(&mut emitted), sink)
                {
                    return true;
                }
                if captured || !allows.quiet && !allows.capture {
                    break;
                }
            }
        }
        self.plan.waiting && piece.promotes.has(from) && self.waiting_promotions(context, ty, from, &emitted, sink)
    }

    /// Tries a move with each possible promotion that no earlier path has emitted, and emits the
    /// legal ones.
    pub fn try_kinds<S: Sink<W> + ?Sized>(
        &self,
        context: &MoveContext<'_, W, T, N>,
        arrival: Arrival,
        crossing: Crossing,
        mut emitted: Option<&mut Vec<(u16, u8)>>,
        sink: &mut S,
    ) -> bool {
        let Arrival { ty, from, to } = arrival;
        let kinds = self.promotion_kinds(context.st, context.me, ty, from, to);
        for kind in kinds.as_slice() {
            let mv = EngineMove { promotion: *kind, ..EngineMove::plain(from, to) };
            let known = emitted.as_ref().is_some_and(|it| it.contains(&(mv.to, *kind)));
            if !known && self.violation(context.st, mv, crossing, context.keeping).is_none() {
                if let Some(emitted) = &mut emitted {
                    emitted.push((mv.to, *kind));
                }
                if sink.one(mv) {
                    return true;
                }
            }
        }
        false
    }

    /// Reports whether an odd route leads to the destination of `mv` and may capture en passant
    /// there.
    pub fn captures_en_passant_by_odd_route(&self, st: &State<W, T, N>, mv: EngineMove, ty: usize) -> bool {
        // SAFETY: the indices are a type and a seat (see `unchecked`).
        let piece = unsafe { self.tables.piece(ty, st.turn) };
        let from = mv.from as usize;
        if !piece.odd_from.has(from) {
            return false;
        }
        let mut routes = piece.odd.iter().flat_map(|it| &self.tables.odd[*it as usize][from]);
        routes.any(|it| self.is_open_en_passant(st, it, mv.to))
    }

    /// Returns whether an odd route of a piece of a type and seat could capture en passant on a square. Where the
    /// right `outlasts` the next move, the pieces on the way may leave and the barriers may open before that.
    pub fn could_pass_oddly(&self, st: &State<W, T, N>, seat: u8, ty: usize, to: u16, outlasts: bool) -> bool {
        // SAFETY: a type and a seat (see `unchecked`).
        let piece = unsafe { self.tables.piece(ty, seat) };
        let pieces = st.types[ty] & st.seats[seat as usize] & piece.odd_from;
        let mut routes =
            pieces.iter().flat_map(|from| piece.odd.iter().flat_map(move |it| &self.tables.odd[*it as usize][from]));
        routes.any(|route| match outlasts {
            true => route.passing && route.stops.iter().any(|it| it.to == to),
            false => self.is_open_en_passant(st, route, to),
        })
    }

    /// Returns whether a route leads to a square now and may capture en passant there.
    fn is_open_en_passant(&self, st: &State<W, T, N>, route: &OddRoute<W>, to: u16) -> bool {
        let occupied = st.occupied();
        if !route.passing || route.prefix.meets(occupied) {
            return false;
        }
        for stop in &route.stops {
            let allows = stop.barriers.iter().all(|it| self.allows(st, *it).capture);
            if !allows || stop.through.meets(occupied) {
                return false;
            }
            if stop.to == to {
                return true;
            }
            if occupied.has(stop.to as usize) {
                return false;
            }
        }
        false
    }

    /// Adds a barrier to the crossings of a path and restricts its permissions.
    pub fn add_crossing(
        &self,
        st: &State<W, T, N>,
        barrier: u16,
        allows: &mut crate::rulebook::Permissions,
        crossing: &mut Crossing,
    ) {
        let more = self.allows(st, barrier);
        allows.quiet &= more.quiet;
        allows.capture &= more.capture;
        allows.attack &= more.attack;
        if !more.give_check {
            allows.give_check = false;
            let check_by = self.book.barriers[self.book.barrier_instances[barrier as usize].barrier].check_by;
            crossing.add(barrier, check_by);
        }
    }

    /// Reports whether the king of a remaining player is on `square`.
    pub fn is_living_king(&self, st: &State<W, T, N>, square: usize) -> bool {
        (self.royals(st) & st.pieces_of(st.living)).has(square)
    }
}
