//! En passant rights, the piece that a move captures, and whether it captures without moving.
//!
//! Input: a [`State`] and a move or a seat. Output: the captured piece, or the squares to which a
//! seat can capture en passant. Does not know whether a move is legal.

use crate::policy::{AgainstEliminated, Window};
use crate::rules::engine_move::{Captured, EngineMove, MoveEffect};
use crate::rules::facts::Facts;
use crate::rules::square_set::SquareSet;
use crate::rules::state::{NOBODY, NOWHERE, State};
use crate::rules::tables::{OddRoute, ReachedStop};

impl<const W: usize, const T: usize, const N: usize> Facts<'_, W, T, N> {
    /// Reports whether an odd route leads to the destination of `mv` and may capture en passant
    /// there.
    pub fn captures_en_passant_by_odd_route(self, st: &State<W, T, N>, mv: EngineMove, ty: usize) -> bool {
        // SAFETY: the indices are a type and a seat (see `unchecked`).
        let piece = unsafe { self.engine.tables.piece(ty, st.turn) };
        let from = mv.from as usize;
        if !piece.odd_from.has(from) {
            return false;
        }
        let mut routes = piece.odd.iter().flat_map(|it| &self.engine.tables.odd[*it as usize][from]);
        routes.any(|it| self.is_open_en_passant(st, it, (ty, st.turn), mv.to))
    }

    /// Returns whether an odd route of a piece of a type and seat could capture en passant on a square. Where the
    /// right `outlasts` the next move, the pieces on the way may leave and the barriers may open before that.
    pub fn could_capture_en_passant_by_odd_route(
        self,
        st: &State<W, T, N>,
        seat: u8,
        ty: usize,
        to: u16,
        outlasts: bool,
    ) -> bool {
        // SAFETY: a type and a seat (see `unchecked`).
        let piece = unsafe { self.engine.tables.piece(ty, seat) };
        let pieces = st.types[ty] & st.seats[seat as usize] & piece.odd_from;
        let mut routes = pieces
            .iter()
            .flat_map(|from| piece.odd.iter().flat_map(move |it| &self.engine.tables.odd[*it as usize][from]));
        routes.any(|route| match outlasts {
            true => route.en_passant && route.stops.iter().any(|it| it.to == to),
            false => self.is_open_en_passant(st, route, (ty, seat), to),
        })
    }

    /// Returns whether a route leads to a square now and may capture en passant there.
    fn is_open_en_passant(self, st: &State<W, T, N>, route: &OddRoute<W>, (ty, seat): (usize, u8), to: u16) -> bool {
        let hurdles = || self.hurdles(st, ty, seat);
        let allows = |it: &ReachedStop<'_, W>| it.stop.barriers.iter().all(|it| self.allows(st, *it).capture);
        route.en_passant
            && route.visits(st.occupied(), hurdles).take_while(allows).any(|it| it.lands && it.stop.to == to)
    }

    /// Returns the squares to which `me` can capture en passant, whatever the piece.
    #[inline(always)]
    pub fn en_passant_targets(self, st: &State<W, T, N>, me: u8, occupied: SquareSet<W>) -> SquareSet<W> {
        let mut targets = SquareSet::EMPTY;
        for (owner, right) in st.en_passant.iter().enumerate() {
            if right.target != NOWHERE
                && self.may_capture_en_passant(st, owner as u8, me)
                && !occupied.has(right.target as usize)
            {
                targets.insert(right.target as usize);
            }
        }
        targets
    }

    /// Reports whether `me` may use the en passant right created by a double step of `owner`.
    pub fn may_capture_en_passant(self, st: &State<W, T, N>, owner: u8, me: u8) -> bool {
        let Some(rule) = &self.engine.book.en_passant else { return false };
        let right = &st.en_passant[owner as usize];
        self.engine.uncapturable_seats(st, me) >> owner & 1 == 0
            && (rule.window != Window::NextPly || right.age == 1)
            && (st.is_living(owner) || rule.dead == AgainstEliminated::Stays && !self.engine.plan.immune)
            && st.seats[owner as usize].has(right.victim as usize)
    }

    /// Returns the piece that a move captures, directly or en passant.
    #[inline(always)]
    pub fn captured(self, st: &State<W, T, N>, mv: EngineMove, ty: usize) -> Option<Captured> {
        if mv.castling != NOBODY || mv.from == mv.to {
            return None;
        }
        let to = mv.to as usize;
        if st.is_occupied(to) {
            return Some(Captured { square: mv.to, ty: st.type_at(to) as u8, seat: st.seat_at(to) });
        }
        if !self.engine.plan.captures_en_passant || !st.en_passant.iter().any(|it| it.target == mv.to) {
            return None;
        }
        self.captured_en_passant(st, mv, ty)
    }

    /// Reports whether a piece of type `ty` makes a move without leaving its square: it captures from there.
    #[inline(always)]
    pub fn stays(self, st: &State<W, T, N>, mv: EngineMove, ty: usize) -> bool {
        self.engine.plan.captures_without_moving(ty) && self.captures_a_piece(st, mv, ty)
    }

    /// Reports whether a move captures a piece of a player. No piece captures a blocker.
    #[inline(never)]
    fn captures_a_piece(self, st: &State<W, T, N>, mv: EngineMove, ty: usize) -> bool {
        !mv.is_promotion() && self.captured(st, mv, ty).is_some_and(|it| it.seat != self.engine.tables.n_seats)
    }

    /// Returns the square of the moved piece after a move that is not a pass: the destination, unless it captured
    /// without moving.
    #[inline(always)]
    pub fn square_after(self, done: MoveEffect) -> usize {
        usize::from(if self.engine.plan.stays(done) { done.mv.from } else { done.mv.to })
    }

    fn captured_en_passant(self, st: &State<W, T, N>, mv: EngineMove, ty: usize) -> Option<Captured> {
        if self.is_promotion_move(mv, ty) {
            return None;
        }
        let (me, to) = (st.turn, mv.to as usize);
        // SAFETY: a type and a seat (see `unchecked`).
        let class = unsafe { self.engine.tables.piece(ty, me) }.en_passant;
        for (owner, right) in st.en_passant.iter().enumerate() {
            if right.target == mv.to && self.may_capture_en_passant(st, owner as u8, me) {
                // SAFETY: a class of leaps and a square (see `unchecked`).
                let plain =
                    class.is_some_and(|it| unsafe { self.engine.tables.leaps_to(it, mv.from as usize) }.has(to));
                if plain || self.captures_en_passant_by_odd_route(st, mv, ty) {
                    let ty = st.type_at(right.victim as usize) as u8;
                    return Some(Captured { square: right.victim, ty, seat: owner as u8 });
                }
            }
        }
        None
    }
}
