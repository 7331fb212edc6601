//! Places and tests of men, as far as they depend on the man and its square alone.

use super::super::routes::routes;
use super::super::types::{ManType, Types};
use crate::board::Square;
use crate::definition::{ArmyState, PlaceLinks, Who};
use crate::variant::{ManTest, Place, Rulebook, SeatId};

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
        Place::Zone { zone, of } => {
            let zone = &book.zones[*zone];
            let seats = match of {
                None if zone.by_seat => seat.bit(),
                None => return zone.squares.first().is_some_and(|it| it.binary_search(&square).is_ok()),
                Some(who) => roles(*who),
            };
            zone.squares
                .iter()
                .enumerate()
                .any(|(index, set)| seats >> index & 1 != 0 && set.binary_search(&square).is_ok())
        }
        Place::Links(links) => {
            let man = types.all[ty];
            let facing = types.facing(ty, seat, square);
            let all = routes(book, man.kind, man.moved, facing, square);
            match links {
                PlaceLinks::NoStepForward => !all.iter().any(|it| it.quiet),
                PlaceLinks::NoMove => all.is_empty(),
            }
        }
    }
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
