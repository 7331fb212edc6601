//! Places and tests of men, as far as they depend on the man and its square alone.

use super::super::routes::{Route, routes};
use super::super::types::{ManType, Types};
use crate::board::{Heading, Square};
use crate::definition::{ArmyState, PlaceLinks, Who};
use crate::variant::{KindId, ManTest, Place, Rulebook, SeatId};

/// Whether a man of `seat` that stands on `square` stands in the place. `roles` tells
/// which seats a role means, seen from that man's owner; `None` where the role says
/// nothing here.
pub fn place_holds(
    book: &Rulebook,
    types: &Types,
    place: &Place,
    ty: usize,
    seat: SeatId,
    square: Square,
    roles: &dyn Fn(Who) -> u8,
) -> bool {
    match place {
        Place::Zone { zone, of } => zone_holds(book, *zone, *of, seat, square, roles),
        Place::Links(links) => {
            let man = types.all[ty];
            links_hold(book, *links, (man.kind, man.moved, types.facing(ty, seat, square)), square)
        }
    }
}

/// A piece as a place sees it: its kind, whether it has moved, and where it faces.
type Standing = (KindId, bool, Heading);

/// Whether a piece that stands so stands in the place of a promotion.
pub fn stand_holds(book: &Rulebook, place: &Place, man: Standing, seat: SeatId, square: Square) -> bool {
    match place {
        Place::Zone { zone, of } => zone_holds(book, *zone, *of, seat, square, &owner_roles(book, seat)),
        Place::Links(links) => links_hold(book, *links, man, square),
    }
}

fn links_hold(book: &Rulebook, links: PlaceLinks, (kind, moved, facing): Standing, square: Square) -> bool {
    // A way that only leads back to the square itself leads nowhere.
    let leads_on = |it: &Route| it.stops.iter().any(|it| it.to != square);
    let all = routes(book, kind, moved, facing, square);
    match links {
        PlaceLinks::NoStepForward => !all.iter().any(|it| it.quiet && leads_on(it)),
        PlaceLinks::NoMove => !all.iter().any(leads_on),
    }
}

fn zone_holds(
    book: &Rulebook,
    zone: usize,
    of: Option<Who>,
    seat: SeatId,
    square: Square,
    roles: &dyn Fn(Who) -> u8,
) -> bool {
    let zone = &book.zones[zone];
    let has = |set: &Vec<Square>| set.binary_search(&square).is_ok();
    let seats = match of {
        None if zone.by_seat => seat.bit(),
        None => return zone.squares.first().is_some_and(has),
        Some(who) => roles(who),
    };
    zone.squares.iter().enumerate().any(|(index, set)| seats >> index & 1 != 0 && has(set))
}

/// The roles that are known without a game: the owner and the rest.
pub fn owner_roles(book: &Rulebook, seat: SeatId) -> impl Fn(Who) -> u8 + use<> {
    let all: u8 = ((1u16 << book.seats.len()) - 1) as u8;
    move |who| match who {
        Who::Owner | Who::Mover | Who::Victim => seat.bit(),
        Who::All | Who::Living => all,
        _ => all & !seat.bit(),
    }
}

/// Whether a man fits a test, its army living.
pub fn man_fits(book: &Rulebook, types: &Types, test: &ManTest, ty: usize, seat: SeatId, square: Square) -> bool {
    let man: &ManType = &types.all[ty];
    test.kind.is_none_or(|it| it >> man.kind.0 & 1 != 0)
        && test.tag.is_none_or(|it| man.tags >> it.0 & 1 != 0)
        && test.state.is_none_or(|it| it == ArmyState::Living)
        && test
            .at
            .as_ref()
            .is_none_or(|place| place_holds(book, types, place, ty, seat, square, &owner_roles(book, seat)))
}
