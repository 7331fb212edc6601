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
    /// include every piece on the way. `hurdles` returns the pieces over which it may jump; only a
    /// hopper asks for them. Barriers are not tested.
    #[inline(always)]
    pub fn visits(&self, occupied: SquareSet<W>, hurdles: impl FnOnce() -> SquareSet<W>) -> Visits<'_, W> {
        let hopper = self.hop.map(|hop| HopState::new(hop, self.over.as_deref(), occupied, hurdles()));
        let lacks_hurdle = hopper.as_ref().is_some_and(|it| self.over.is_some() && it.passed == 0);
        Visits { stops: self.stops.iter(), occupied, is_over: lacks_hurdle || self.prefix.meets(occupied), hopper }
    }
}

/// The stops that a piece reaches on a route, in order of travel.
pub struct Visits<'a, const W: usize> {
    stops: std::slice::Iter<'a, OddStop<W>>,
    occupied: SquareSet<W>,
    is_over: bool,
    /// Only for hoppers: other pieces need not know anything about hurdles.
    hopper: Option<HopState<W>>,
}

impl<'a, const W: usize> Iterator for Visits<'a, W> {
    type Item = ReachedStop<'a, W>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let stop = self.stops.next()?;
        if stop.through.meets(self.occupied) {
            self.is_over = true;
            return None;
        }
        let is_occupied = self.occupied.has(stop.to as usize);
        let Some(hopper) = &mut self.hopper else {
            self.is_over = is_occupied;
            return Some(ReachedStop { stop, lands: true });
        };
        let lands = hopper.passed == 1;
        self.is_over = hopper.ends(stop.to, lands, is_occupied);
        hopper.passed += u32::from(is_occupied);
        Some(ReachedStop { stop, lands })
    }
}

/// A hopper on its way.
struct HopState<const W: usize> {
    hop: Hop,
    /// The pieces over which it may jump.
    hurdles: SquareSet<W>,
    /// Number of pieces that it has passed.
    passed: u32,
}

impl<const W: usize> HopState<W> {
    /// Starts a jump. `over` has the squares on which a single leap may have its hurdle.
    fn new(hop: Hop, over: Option<&SquareSet<W>>, occupied: SquareSet<W>, hurdles: SquareSet<W>) -> Self {
        let passed = over.map_or(SquareSet::EMPTY, |it| *it & occupied);
        let has_hurdle = passed.count() == 1 && hurdles.meets(passed);
        Self { hop, hurdles, passed: u32::from(has_hurdle) }
    }

    /// Reports whether the way ends at a stop.
    fn ends(&self, stop: u16, lands: bool, is_occupied: bool) -> bool {
        match lands {
            true => is_occupied || self.hop == Hop::Behind,
            false => is_occupied && !self.hurdles.has(stop as usize),
        }
    }
}

/// Returns a route for the en passant captures of a ride. The tables of rides only find pieces on
/// the destination square.
pub fn en_passant_ride(stops: &[Stop]) -> OddRoute<WIDE> {
    let through = |it: &Stop| it.through().iter().map(|it| it.index()).collect();
    let stops = stops.iter().map(|it| OddStop { to: it.to.0, through: through(it), barriers: Vec::new() }).collect();
    OddRoute { prefix: SquareSet::EMPTY, quiet: false, capture: false, en_passant: true, hop: None, over: None, stops }
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
        let mut over = None;
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
                let squares = last.map_or(through, |it| SquareSet::of(it.index()));
                through = through.without(squares);
                over = (!squares.is_empty()).then(|| Box::new(squares));
            }
            stops.push(OddStop { to: stop.to.0, through, barriers });
            if stop.to == from {
                break;
            }
        }
        if !stops.is_empty() {
            let Route { quiet, capture, en_passant, hop, .. } = *route;
            let new = OddRoute { prefix, quiet, capture, en_passant, hop, over, stops };
            if !odd.contains(&new) {
                odd.push(new);
            }
        }
        (plain, false)
    }
}
