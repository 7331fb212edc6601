//! Odd routes: the parts of routes that the tables leave out.
//!
//! Contains the functions that split a route, and the walk along what is left ([`OddRoute::visits`]).
//!
//! Input: a route and the barriers that bind its piece, or the occupied squares. Output: the number of
//! stops that the tables store, and the rest as an [`OddRoute`]; or the stops that a piece reaches. Does
//! not know what a barrier allows.

use super::super::routes::{Route, Stop};
use super::super::square_set::SquareSet;
use super::build::{Bound, Builder};
use super::{OddRoute, OddStop, WIDE};
use crate::board::Square;
use crate::rulebook::{Hop, SeatId};

/// A stop that a piece reaches on an odd route.
#[derive(Clone, Copy, Debug)]
pub struct ReachedStop<'a, const W: usize> {
    /// The stop itself, with its barriers.
    pub stop: &'a OddStop<W>,
    /// The piece may end its move here. A hopper may not before it has passed its hurdle.
    pub lands: bool,
}

impl<const W: usize> OddRoute<W> {
    /// Returns the stops that a piece reaches, up to the piece that it could capture. `occupied` must
    /// include every piece on the way. `hurdles` returns the pieces over which it may jump. Barriers are
    /// not tested.
    #[inline(always)]
    pub fn visits(
        &self,
        occupied: SquareSet<W>,
        hurdles: impl FnOnce() -> SquareSet<W>,
    ) -> impl Iterator<Item = ReachedStop<'_, W>> {
        // Only a hopper asks for hurdles.
        let may_jump = if self.hop.is_some() { hurdles() } else { SquareSet::EMPTY };
        let mut hurdles = u32::from(!self.over.is_empty() && self.leaps_over(occupied, may_jump));
        let mut is_over = self.prefix.meets(occupied) || hurdles == 0 && !self.over.is_empty();
        self.stops.iter().map_while(move |stop| {
            if is_over || stop.through.meets(occupied) {
                return None;
            }
            let is_occupied = occupied.has(stop.to as usize);
            let lands = self.hop.is_none() || hurdles == 1;
            is_over = lands && (is_occupied || self.hop == Some(Hop::Behind));
            is_over |= is_occupied && self.hop.is_some() && !lands && !may_jump.has(stop.to as usize);
            hurdles += u32::from(is_occupied);
            Some(ReachedStop { stop, lands })
        })
    }

    /// Reports whether a single leap has its hurdle.
    fn leaps_over(&self, occupied: SquareSet<W>, may_jump: SquareSet<W>) -> bool {
        let passed = self.over & occupied;
        passed.count() == 1 && may_jump.meets(passed)
    }
}

/// Returns a route for the en passant captures of a ride. The tables of rides only find pieces on
/// the destination square.
pub fn en_passant_ride(stops: &[Stop]) -> OddRoute<WIDE> {
    let through = |it: &Stop| it.through().iter().map(|it| it.index()).collect();
    let stops = stops.iter().map(|it| OddStop { to: it.to.0, through: through(it), barriers: Vec::new() }).collect();
    OddRoute {
        prefix: SquareSet::EMPTY,
        quiet: false,
        capture: false,
        passing: true,
        hop: None,
        over: SquareSet::EMPTY,
        stops,
    }
}

impl Builder<'_> {
    /// Returns how many stops of a route the tables store, and whether a barrier ends the route
    /// there. The rest is added to `odd`.
    pub fn split(
        &self,
        route: &Route,
        ty: usize,
        seat: SeatId,
        from: Square,
        bind: &[bool],
        odd: &mut Vec<OddRoute<WIDE>>,
    ) -> (usize, bool) {
        if route.is_free {
            return (route.stops.len(), false);
        }
        let mut prefix = SquareSet::EMPTY;
        let bound = |instance: u16| {
            let header = self.book.barrier_instances[instance as usize].barrier;
            if self.is_bound(header, ty, seat, from, bind) { self.bound[header] } else { Bound::Open }
        };
        let mut plain = route.stops.len();
        for (index, stop) in route.stops.iter().enumerate() {
            let meets = |which: Bound| stop.barriers().iter().any(|it| bound(it.0) == which);
            if meets(Bound::Cut) {
                return (index, true);
            }
            let circle = stop.to == from;
            if meets(Bound::Odd) || circle || route.hop.is_some() {
                plain = index;
                break;
            }
            if !route.double || index + 1 < route.stops.len() {
                prefix.insert(stop.to.index());
            }
            for square in stop.through() {
                prefix.insert(square.index());
            }
        }
        if plain == route.stops.len() {
            return (plain, false);
        }
        let mut stops = Vec::new();
        let mut over = SquareSet::EMPTY;
        for stop in &route.stops[plain..] {
            if stop.barriers().iter().any(|it| bound(it.0) == Bound::Cut) {
                break;
            }
            if stop.to == from && !self.book.full_circle {
                break;
            }
            let barriers = stop.barriers().iter().filter(|it| bound(it.0) == Bound::Odd).map(|it| it.0).collect();
            let mut through: SquareSet<WIDE> = stop.through().iter().map(|it| it.index()).collect();
            if route.leaps {
                // Directly behind the hurdle, only the last square passed can have it.
                let last = stop.through().last().filter(|_| route.hop == Some(Hop::Behind));
                over = last.map_or(through, |it| SquareSet::of(it.index()));
                through = through.without(over);
            }
            stops.push(OddStop { to: stop.to.0, through, barriers });
            if stop.to == from {
                break;
            }
        }
        if !stops.is_empty() {
            let Route { quiet, capture, passing, hop, .. } = *route;
            let new = OddRoute { prefix, quiet, capture, passing, hop, over, stops };
            if !odd.contains(&new) {
                odd.push(new);
            }
        }
        (plain, false)
    }
}
