//! Odd routes: what the tables leave out of a way, and where they leave it.
//!
//! In: a route and the barriers that bind its man. Out: how far the tables may hold it,
//! and the rest of it as an [`OddRoute`]. Refuses to know who walks them.

use super::super::bits::Bits;
use super::super::routes::{Route, Stop};
use super::build::{Bound, Builder};
use super::{OddRoute, OddStop};
use crate::board::Square;
use crate::variant::SeatId;

/// The part of a ride that takes in passing alone: rays know only men that stand there.
pub fn passing_ride<const W: usize>(stops: &[Stop]) -> OddRoute<W> {
    let through = |it: &Stop| it.through().iter().map(|it| it.index()).collect();
    let stops = stops.iter().map(|it| OddStop { to: it.to.0, through: through(it), barriers: Vec::new() }).collect();
    OddRoute { prefix: Bits::EMPTY, quiet: false, capture: false, passing: true, stops }
}

impl<const W: usize> Builder<'_, W> {
    /// How many stops of a route the tables may hold; what lies behind goes to `odd`.
    pub fn split(
        &self,
        route: &Route,
        ty: usize,
        seat: SeatId,
        from: Square,
        bind: &[bool],
        odd: &mut Vec<OddRoute<W>>,
    ) -> (usize, bool) {
        if route.is_free {
            return (route.stops.len(), false);
        }
        let mut prefix = Bits::EMPTY;
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
            if meets(Bound::Odd) || circle {
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
        for stop in &route.stops[plain..] {
            if stop.barriers().iter().any(|it| bound(it.0) == Bound::Cut) {
                break;
            }
            if stop.to == from && !self.book.full_circle {
                break;
            }
            let barriers = stop.barriers().iter().filter(|it| bound(it.0) == Bound::Odd).map(|it| it.0).collect();
            let through = stop.through().iter().map(|it| it.index()).collect();
            stops.push(OddStop { to: stop.to.0, through, barriers });
            if stop.to == from {
                break;
            }
        }
        if !stops.is_empty() {
            let new = OddRoute { prefix, quiet: route.quiet, capture: route.capture, passing: route.passing, stops };
            if !odd.contains(&new) {
                odd.push(new);
            }
        }
        (plain, false)
    }
}
