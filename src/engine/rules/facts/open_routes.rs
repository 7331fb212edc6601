//! The routes of a piece, the barriers on them, and the routes that a move can have taken.
//!
//! Input: a [`State`], and a piece or a move. Output: routes and permissions. Does not know whether a
//! move is legal.

use crate::board::{HeadingSymmetry, Square};
use crate::rulebook::{Permissions, SeatId};
use crate::rules::engine_move::{Crossing, MoveEffect};
use crate::rules::facts::Facts;
use crate::rules::routes::{Route, Stop, double_routes, routes};
use crate::rules::square_set::SquareSet;
use crate::rules::state::{NOBODY, State};

impl<const W: usize, const T: usize, const N: usize> Facts<'_, W, T, N> {
    /// Returns all routes of a piece, including the double step if it may make one.
    pub fn routes_of(self, ty: usize, seat: u8, from: usize) -> Vec<Route> {
        let piece = self.engine.tables.types.all[ty];
        let square = Square(from as u16);
        let facing = self.engine.tables.types.facing(ty, SeatId(seat), square);
        let mut all = routes(&self.engine.book, piece.kind, piece.moved, facing, square);
        let ends = self.engine.tables.doubles(ty, seat, from);
        if self.engine.book.double_step.is_some() && !ends.is_empty() {
            all.extend(
                double_routes(&self.engine.book, piece.kind, facing, square)
                    .into_iter()
                    .filter(|it| it.stops.last().is_some_and(|last| ends.iter().any(|it| it.end == last.to.0))),
            );
        }
        all
    }

    /// Reports whether a barrier header binds a piece that starts from a square.
    pub fn is_bound(self, header: usize, ty: usize, seat: u8, from: usize) -> bool {
        let local = |it: &crate::rulebook::PieceTest| {
            it.at.is_some()
                && crate::rules::tables::piece_fits(
                    &self.engine.book,
                    &self.engine.tables.types,
                    it,
                    ty,
                    SeatId(seat),
                    Square(from as u16),
                )
        };
        self.engine.tables.binds[self.engine.tables.piece_index(ty, seat)][header]
            && !self.engine.book.barriers[header].unless.iter().any(local)
    }

    /// Returns the square passed by a double step, or `None` if the move is no double step.
    ///
    /// Of several free double steps, the first counts. A move is a double step even if the
    /// piece's movement contains the same move in another way.
    pub fn square_passed(self, st: &State<W, T, N>, done: MoveEffect) -> Option<Square> {
        let kind = self.engine.tables.types.all[done.ty as usize].kind;
        let atoms = &self.engine.book.kinds[kind.index()].movement.atoms;
        let by_movement = self.engine.book.has_double_step(kind);
        let passed = |route: &Route| match route.double {
            true => Some(route.stops[0].to),
            false => {
                let own = route.own_double_step(atoms).filter(|_| by_movement);
                own.filter(|it| it.1.0 == done.mv.to).map(|it| it.0)
            }
        };
        self.free_routes(st, done, st.turn).iter().find_map(|it| passed(&it.0))
    }

    /// Returns the lines crossed and the change of facing for each path that a move can have
    /// taken.
    pub fn free_route_effects(
        self,
        st: &State<W, T, N>,
        done: MoveEffect,
        seat: u8,
    ) -> Vec<(Vec<u16>, HeadingSymmetry)> {
        let routes = self.free_routes(st, done, seat).into_iter();
        routes.map(|(route, index)| (route.stops[index].lines().to_vec(), route.stops[index].turn)).collect()
    }

    /// Returns the routes that a move can have taken, each with the index of the stop where it
    /// ends.
    fn free_routes(self, st: &State<W, T, N>, done: MoveEffect, seat: u8) -> Vec<(Route, usize)> {
        let (mv, mut ty) = (done.mv, done.ty as usize);
        if mv.castling != NOBODY {
            return Vec::new();
        }
        if self.is_promotion_move(mv, ty) {
            if mv.from == mv.to {
                return Vec::new();
            }
            ty = self.new_type(seat, ty, mv.from as usize, mv.promotion);
        }
        let from = mv.from as usize;
        let occupied = st.occupied();
        let is_occupied = mv.from != mv.to && occupied.has(mv.to as usize);
        let king = is_occupied && self.is_living_king(st, mv.to as usize);
        let hurdles = self.hurdles(st, ty, seat);
        let mut free = Vec::new();
        let is_promotion_move = ty != done.ty as usize;
        for route in self.routes_of(ty, seat, from).into_iter().filter(|it| !(is_promotion_move && it.double)) {
            let is_free =
                |it: &usize| route.obstacle(*it, |it| occupied.has(it.index()), |it| hurdles.has(it.index())).is_none();
            let Some(index) = route.stops_at(mv.to).find(is_free) else { continue };
            let mut crossing = Crossing::NONE;
            let mut allows = Permissions { quiet: true, capture: true, give_check: true, attack: true };
            for (instance, _, _) in route.stops[..=index].iter().flat_map(Stop::barriers) {
                if self.is_bound(self.engine.book.barrier_instances[*instance as usize].barrier, ty, seat, from) {
                    self.add_crossing(st, *instance, &mut allows, &mut crossing);
                }
            }
            let may = match (is_occupied, done.captured.is_some()) {
                (true, _) => route.capture && allows.capture && (!king || allows.attack),
                (false, true) => route.en_passant && allows.capture,
                (false, false) => route.quiet && allows.quiet,
            };
            if may {
                free.push((route, index));
            }
        }
        free
    }

    /// Returns the squares on which a piece could capture if the board were otherwise empty.
    #[inline(never)]
    pub fn aims(self, st: &State<W, T, N>, ty: usize, seat: u8, from: usize) -> SquareSet<W> {
        let mut aims = SquareSet::EMPTY;
        for route in self.routes_of(ty, seat, from).iter().filter(|it| it.capture && it.hop.is_none()) {
            let mut allows = Permissions { quiet: true, capture: true, give_check: true, attack: true };
            for stop in route.stops.iter() {
                for (instance, _, _) in stop.barriers() {
                    if self.is_bound(self.engine.book.barrier_instances[*instance as usize].barrier, ty, seat, from) {
                        self.add_crossing(st, *instance, &mut allows, &mut Crossing { ..Crossing::NONE });
                    }
                }
                if allows.attack {
                    aims.insert(stop.to.index());
                }
            }
        }
        aims
    }

    /// Adds a barrier to the crossings of a path and restricts its permissions.
    pub fn add_crossing(
        self,
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
            let check_by =
                self.engine.book.barriers[self.engine.book.barrier_instances[barrier as usize].barrier].check_by;
            crossing.add(barrier, check_by);
        }
    }

    /// Reports whether the king of a remaining player is on `square`.
    pub fn is_living_king(self, st: &State<W, T, N>, square: usize) -> bool {
        self.engine.kings_of(st, st.living).has(square)
    }

    /// Returns what a barrier instance allows in its current state.
    pub fn allows(self, st: &State<W, T, N>, instance: u16) -> crate::rulebook::Permissions {
        let barrier = &self.engine.book.barriers[self.engine.book.barrier_instances[instance as usize].barrier];
        if self.is_open(st, instance as usize) { barrier.open } else { barrier.closed }
    }

    /// Reports whether a barrier instance is open.
    pub fn is_open(self, st: &State<W, T, N>, instance: usize) -> bool {
        let it = &self.engine.book.barrier_instances[instance];
        match it.state_bit {
            Some(bit) => st.flags >> bit & 1 != 0,
            None => self.engine.book.barriers[it.barrier].starts_open,
        }
    }
}
