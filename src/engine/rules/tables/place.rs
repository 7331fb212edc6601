//! Tests of places and pieces that depend only on the piece and its square.
//!
//! Contains the tests used while tables are built. Input: a rulebook, a test, a piece and a square.
//! Output: whether the test holds. Does not know positions.

use super::super::routes::{Route, routes};
use super::super::types::{PieceType, Types, keeps_facing};
use crate::board::{Heading, Square};
use crate::policy::{ArmyState, PlaceLinks, Who};
use crate::rulebook::{KindId, PieceTest, PlaceTest, Player, Rulebook, SeatId};

/// Reports whether a piece of `seat` on `square` is in the place. `roles` returns the seats of a
/// role from the view of the owner of the piece.
pub fn place_holds(
    book: &Rulebook,
    types: &Types,
    place: &PlaceTest,
    ty: usize,
    seat: SeatId,
    square: Square,
    roles: &dyn Fn(Player) -> u8,
) -> bool {
    match place {
        PlaceTest::Zone { zone, of } => zone_holds(book, *zone, *of, seat, square, roles),
        PlaceTest::Facing { zone } => {
            let facing = types.is_directed(types.all[ty].kind).then(|| types.facing(ty, seat, square));
            zone_faced(book, *zone, facing, seat, square)
        }
        PlaceTest::Links(links) => {
            let piece = types.all[ty];
            links_hold(book, *links, (piece.kind, piece.moved, types.facing(ty, seat, square)), square)
        }
    }
}

/// A piece as a place test sees it: its kind, whether it has moved, and its facing.
type Standing = (KindId, bool, Heading);

/// Reports whether a piece of `seat` on `square` is in the place of a promotion.
pub fn placement_holds(book: &Rulebook, place: &PlaceTest, piece: Standing, seat: SeatId, square: Square) -> bool {
    match place {
        PlaceTest::Zone { zone, of } => zone_holds(book, *zone, *of, seat, square, &owner_roles(book, seat)),
        PlaceTest::Facing { zone } => {
            let facing = (keeps_facing(book) >> piece.0.0 & 1 != 0).then_some(piece.2);
            zone_faced(book, *zone, facing, seat, square)
        }
        PlaceTest::Links(links) => links_hold(book, *links, piece, square),
    }
}

/// Reports whether a square is in the zone of the seat that starts with a heading; without one, of the owner.
fn zone_faced(book: &Rulebook, zone: usize, facing: Option<Heading>, owner: SeatId, square: Square) -> bool {
    let seat = facing.and_then(|it| book.seat_ids().find(|seat| book.seats[seat.index()].faces == it)).unwrap_or(owner);
    book.zones[zone].squares.get(seat.index()).is_some_and(|it| it.binary_search(&square).is_ok())
}

fn links_hold(book: &Rulebook, links: PlaceLinks, (kind, moved, facing): Standing, square: Square) -> bool {
    // A route that only returns to its origin does not count.
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
    of: Option<Player>,
    seat: SeatId,
    square: Square,
    roles: &dyn Fn(Player) -> u8,
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

/// Returns the seats of each role that is known without a game: the owner, all, and the others.
pub fn owner_roles(book: &Rulebook, seat: SeatId) -> impl Fn(Player) -> u8 + use<> {
    let all: u8 = ((1u16 << book.seats.len()) - 1) as u8;
    move |who| match who {
        Player::Seat(seat) => seat.bit(),
        Player::Role(Who::Owner | Who::Mover | Who::Victim) => seat.bit(),
        Player::Role(Who::All | Who::Living) => all,
        _ => all & !seat.bit(),
    }
}

/// Reports whether a piece matches a test, assuming that its player has not been eliminated.
pub fn piece_fits(book: &Rulebook, types: &Types, test: &PieceTest, ty: usize, seat: SeatId, square: Square) -> bool {
    let piece: &PieceType = &types.all[ty];
    test.kind.is_none_or(|it| it >> piece.kind.0 & 1 != 0)
        && test.tag.is_none_or(|it| piece.tags >> it.0 & 1 != 0)
        && test.state.is_none_or(|it| it == ArmyState::Living)
        && test.owner.is_none_or(|it| it == Player::Seat(seat))
        && test
            .at
            .as_ref()
            .is_none_or(|place| place_holds(book, types, place, ty, seat, square, &owner_roles(book, seat)))
}
