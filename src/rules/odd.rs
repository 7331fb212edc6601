//! Moves by odd routes, and what a man becomes at the end of its way.
//!
//! In: a state and a man with routes that the tables leave out: behind barriers whose
//! permissions depend, and full circles. They are walked, and what they give is tried.

use super::apply::Done;
use super::bits::Bits;
use super::conditions::Cx;
use super::engine::{Engine, Mv};
use super::fault::Crossing;
use super::frame::Frame;
use super::sink::Sink;
use super::state::{NOBODY, NOWHERE, State};
use super::types::ManType;
use crate::definition::IfNone;
use crate::variant::{Place, PromotionChoice};

/// A short list of kinds.
pub struct Kinds {
    list: [u8; 32],
    count: usize,
}

impl Kinds {
    fn push(&mut self, kind: u8) {
        if self.count < 32 {
            self.list[self.count] = kind;
            self.count += 1;
        }
    }
    /// As a slice.
    pub fn as_slice(&self) -> &[u8] {
        &self.list[..self.count]
    }
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// What a man becomes that arrives on a square: kinds, [`NOBODY`] for itself.
    pub fn promotion_kinds(&self, st: &State<W, T, N>, seat: u8, ty: usize, from: usize, to: usize) -> Kinds {
        let mut kinds = Kinds { list: [NOBODY; 32], count: 0 };
        let there = self.arrived(st, ty, seat, Mv::plain(from, to));
        let rule = self.tables.promotion[self.tables.man_index(there, seat)][to];
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
            PromotionChoice::FromPool { men, appears, .. } => {
                let own = self.tables.types.all[ty].kind;
                for kind in 0..self.book.kinds.len() {
                    if st.pool[seat as usize][kind] > 0
                        && men >> kind & 1 != 0
                        && self.appears_at(st, seat, *appears, own.0, kind as u8, from, to) != NOWHERE
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

    /// Whether a man stands where it waits for what it is exchanged for. Another promotion
    /// of the rulebook that lets its men wait is not his.
    pub fn waits(&self, seat: u8, ty: usize, square: usize) -> bool {
        let rule = self.tables.promotion[self.tables.man_index(ty, seat)][square];
        let choice = self.book.promotions.get(rule as usize).map(|it| &it.choice);
        matches!(choice, Some(PromotionChoice::FromPool { if_none: IfNone::StaysAndWaits, .. }))
    }

    /// Returns the type of a piece where its way ends, without the tags that it earns on it: it
    /// has moved, and it faces as the first open way has turned it.
    pub fn arrived(&self, st: &State<W, T, N>, ty: usize, seat: u8, mv: Mv) -> usize {
        let Some(by_square) = &self.tables.becomings[self.tables.man_index(ty, seat)] else { return ty };
        let way = by_square[mv.from as usize].iter().find(|it| it.to == mv.to && mv.from != mv.to);
        let Some(way) = way else { return ty };
        let mut man = self.tables.types.all[ty];
        let mut facing = way.facing;
        if way.unsure
            && let Some(was) = man.facing
        {
            let done = Done { mv, ty: ty as u8, taken: self.taken(st, mv, ty) };
            let first = self.free_ways(st, done, seat).into_iter().next();
            facing = first.map_or(facing, |it| it.1.apply(was, self.book.board.headings));
        }
        man.moved = self.book.kinds[man.kind.index()].has_initial;
        man.facing = man.facing.map(|_| facing);
        let types = &self.tables.types;
        let earns = |it: &ManType| it.tags & man.tags == man.tags && ManType { tags: man.tags, ..*it } == man;
        types.find(man).or_else(|| types.all.iter().position(earns)).unwrap_or(ty)
    }

    /// Whether a move ends in a place, which sees the piece as it arrives.
    pub fn ends_in(&self, st: &State<W, T, N>, place: &Place, done: Done, cx: &Cx) -> bool {
        let ty = match place {
            Place::Links(_) => self.arrived(st, done.ty as usize, st.turn, done.mv),
            Place::Zone { .. } => done.ty as usize,
        };
        self.place_fits(st, place, ty, st.turn, done.mv.to as usize, cx)
    }

    /// Gives the moves of a man by odd routes, where he has not come to by `plain` ones.
    pub fn odd_moves<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<'_, W>,
        ty: usize,
        from: usize,
        plain: Bits<W>,
        sink: &mut S,
    ) -> bool {
        // SAFETY: a type and a seat (see `unchecked`).
        let man = unsafe { self.tables.man(ty, frame.me) };
        let done = plain.without(frame.forbidden);
        // Grows only where a path behind a barrier is legal.
        let mut given = Vec::new();
        for route in man.odd.iter().flat_map(|it| &self.tables.odd[*it as usize][from]) {
            if route.prefix.meets(frame.occupied) {
                continue;
            }
            let mut crossing = Crossing::NONE;
            let mut lets = crate::variant::LetsSet { quiet: true, capture: true, give_check: true, attack: true };
            for stop in &route.stops {
                let to = stop.to as usize;
                if stop.through.meets(frame.occupied) {
                    break;
                }
                let taken = frame.occupied.has(to) && to != from;
                // Most ways end at a man of his own side.
                if taken && frame.forbidden.has(to) {
                    break;
                }
                for barrier in &stop.barriers {
                    self.cross(st, *barrier, &mut lets, &mut crossing);
                }
                let passes = route.passing && !taken && frame.passing.has(to);
                let king = || frame.take_king.has(to) || self.plan.kings_taken && self.is_living_king(st, to);
                let ok = if taken {
                    route.capture && lets.capture && (lets.attack || !king())
                } else if passes {
                    // Here the man takes, though it might go there without.
                    lets.capture
                } else {
                    route.quiet && lets.quiet
                };
                if ok && !done.has(to) && self.try_kinds(st, frame, ty, from, to, crossing, Some(&mut given), sink) {
                    return true;
                }
                if taken || !lets.quiet && !lets.capture {
                    break;
                }
            }
        }
        false
    }

    /// Tries a move with every promotion that it can have and that no earlier path has given.
    #[allow(clippy::too_many_arguments)]
    pub fn try_kinds<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<'_, W>,
        ty: usize,
        from: usize,
        to: usize,
        crossing: Crossing,
        mut given: Option<&mut Vec<(u16, u8)>>,
        sink: &mut S,
    ) -> bool {
        let kinds = self.promotion_kinds(st, frame.me, ty, from, to);
        for kind in kinds.as_slice() {
            let mv = Mv { promotion: *kind, ..Mv::plain(from, to) };
            let known = given.as_ref().is_some_and(|it| it.contains(&(mv.to, *kind)));
            if !known && self.fault(st, mv, crossing, frame.keeping).is_none() {
                if let Some(given) = &mut given {
                    given.push((mv.to, *kind));
                }
                if sink.one(mv) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether an odd route leads to where a move ends and may take in passing there.
    pub fn passes_oddly(&self, st: &State<W, T, N>, mv: Mv, ty: usize) -> bool {
        // SAFETY: a type and a seat (see `unchecked`).
        let man = unsafe { self.tables.man(ty, st.turn) };
        let from = mv.from as usize;
        if !man.odd_from.has(from) {
            return false;
        }
        let occupied = st.occupied();
        let routes = man.odd.iter().flat_map(|it| &self.tables.odd[*it as usize][from]);
        routes.into_iter().filter(|it| it.passing && !it.prefix.meets(occupied)).any(|route| {
            for stop in &route.stops {
                let lets = stop.barriers.iter().all(|it| self.lets(st, *it).capture);
                if !lets || stop.through.meets(occupied) {
                    return false;
                }
                if stop.to == mv.to {
                    return true;
                }
                if occupied.has(stop.to as usize) {
                    return false;
                }
            }
            false
        })
    }

    /// Adds a barrier to what a path has crossed.
    pub fn cross(
        &self,
        st: &State<W, T, N>,
        barrier: u16,
        lets: &mut crate::variant::LetsSet,
        crossing: &mut Crossing,
    ) {
        let more = self.lets(st, barrier);
        lets.quiet &= more.quiet;
        lets.capture &= more.capture;
        lets.attack &= more.attack;
        if !more.give_check {
            lets.give_check = false;
            let gives = self.book.barriers[self.book.barrier_instances[barrier as usize].barrier].gives;
            crossing.add(barrier, gives);
        }
    }

    /// Whether a living player's king stands on a square.
    pub fn is_living_king(&self, st: &State<W, T, N>, square: usize) -> bool {
        (self.royals(st) & st.men_of(st.living)).has(square)
    }
}
