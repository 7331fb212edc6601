//! Placements: the squares and facings that a piece can have, with its tags and whether it has moved.
//!
//! Contains a breadth-first search over the moves of each kind that has a facing. It ignores
//! blockers, so it finds every placement that can occur in a game. A promoted piece keeps the facing of
//! the piece that arrived.
//!
//! Input: a rulebook and its routes. Output: [`Placements`]. Does not know piece types.

use std::collections::VecDeque;

use foldhash::HashSet;

use super::super::routes::{Route, RouteCache, Stop};
use super::super::tables::placement_holds;
use crate::board::{Heading, Square};
use crate::policy::{Appears, Army, Role, TagOn};
use crate::rulebook::{KindId, Permissions, PlaceTest, Promotion, PromotionChoice, Rulebook, SeatId};
use crate::sorting::SortedMap;

/// A square with the facing and the tags of a piece there, and whether it has moved.
pub type Placement = (Square, Heading, u32, bool);

/// The placements of each kind that has a facing, by seat.
pub type Placements = SortedMap<(KindId, SeatId), HashSet<Placement>>;

/// Maximum number of tags of a piece whose subsets are all distinguished.
const MAX_TAGS: usize = 7;

/// Returns the kinds that have a facing, one bit each: directed kinds, and kinds that may promote
/// to one of them.
pub fn keeps_facing(book: &Rulebook) -> u32 {
    let kinds = || (0..book.kinds.len()).filter(|it| *it < 32);
    let mut keeps = kinds().filter(|it| book.kinds[*it].is_directed).fold(0u32, |all, it| all | 1 << it);
    loop {
        let before = keeps;
        for rule in &book.promotions {
            let leads_on = match &rule.choice {
                PromotionChoice::FromPool { .. } => keeps != 0,
                named => named.named() & keeps != 0,
            };
            keeps |= if leads_on { rule.pieces } else { 0 };
        }
        for rule in &book.promotion_moves {
            keeps |= if rule.becomes.iter().any(|it| keeps >> it.0 & 1 != 0) { rule.pieces } else { 0 };
        }
        if keeps == before {
            return keeps;
        }
    }
}

/// Returns the placements that the pieces of the starting position can reach.
pub fn from_setup(book: &Rulebook, known: &RouteCache<'_>, keeps: u32) -> Placements {
    let facing = || (0..book.kinds.len()).filter(|it| keeps >> it & 1 != 0).map(|it| KindId(it as u8));
    let all = || facing().flat_map(|kind| book.seat_ids().map(move |seat| (kind, seat)));
    let mut placements = Placements::default();
    all().for_each(|it| _ = placements.get_or_insert_with(it, HashSet::default));
    let own =
        all().flat_map(|(kind, seat)| setup_placements(book, kind, seat).into_iter().map(move |it| (kind, seat, it)));
    let dropped =
        all().flat_map(|(kind, seat)| drop_placements(book, kind, seat).into_iter().map(move |it| (kind, seat, it)));
    extend(book, known, keeps, &mut placements, own.chain(dropped).collect());
    // A kind without pieces in the starting position, and to which nothing promotes, may be placed
    // anywhere.
    let missing: Vec<_> = all().filter(|it| placements.get(*it).is_none_or(HashSet::is_empty)).collect();
    let anywhere = missing.into_iter().flat_map(|(kind, seat)| {
        let faces = book.seats[seat.index()].faces;
        book.board.squares().map(move |square| (kind, seat, (square, faces, 0, false)))
    });
    extend(book, known, keeps, &mut placements, anywhere.collect());
    placements
}

/// Adds placements and everything that follows from them by moves and promotions.
pub fn extend(
    book: &Rulebook,
    known: &RouteCache<'_>,
    keeps: u32,
    placements: &mut Placements,
    mut fresh: Vec<(KindId, SeatId, Placement)>,
) {
    let promotes_into_facing = book.promotions.iter().any(|it| it.pieces & keeps != 0)
        || book.promotion_moves.iter().any(|it| it.pieces & keeps != 0);
    while !fresh.is_empty() {
        let mut starts: SortedMap<(KindId, SeatId), Vec<Placement>> = SortedMap::default();
        for (kind, seat, placement) in fresh.drain(..) {
            starts.get_or_insert_with((kind, seat), Vec::new).push(placement);
        }
        for (key, starts) in starts {
            let seen = placements.get_or_insert_with(key, HashSet::default);
            explore(book, known, key, carried(book, key.0), seen, starts);
        }
        if known.budget().is_exhausted() {
            return;
        }
        if book.army == Army::TakenOver || book.conversion.is_some() {
            fresh.extend(taken_over(book, placements));
        }
        if !promotes_into_facing {
            continue;
        }
        // If links decide which pieces promote, all routes of a piece are walked.
        let by_links = book.promotions.iter().any(|it| matches!(it.on, PlaceTest::Links(_)));
        for ((kind, seat), all) in placements.iter() {
            for placement in all {
                if !known.budget().spend(kind, if by_links { 64 } else { 2 }) {
                    return;
                }
                let new = promoted(book, kind, seat, *placement).into_iter();
                let new = new.filter(|it| {
                    keeps >> it.0.0 & 1 != 0 && placements.get((it.0, seat)).is_none_or(|all| !all.contains(&it.1))
                });
                fresh.extend(new.map(|it| (it.0, seat, it.1)));
            }
        }
        fresh.sort_unstable();
        fresh.dedup();
    }
}

/// Returns the placements of each seat that another seat does not have yet: any player may take over or
/// convert the pieces of any other.
fn taken_over(book: &Rulebook, placements: &Placements) -> Vec<(KindId, SeatId, Placement)> {
    let mut all = Vec::new();
    for ((kind, _), own) in placements.iter() {
        for seat in book.seat_ids() {
            let is_known = |it: &Placement| placements.get((kind, seat)).is_some_and(|all| all.contains(it));
            all.extend(own.iter().filter(|it| !is_known(it)).map(|it| (kind, seat, *it)));
        }
    }
    all
}

/// Returns the kinds that a piece on a placement may become, each with its new placement.
fn promoted(
    book: &Rulebook,
    kind: KindId,
    seat: SeatId,
    (square, facing, _, moved): Placement,
) -> Vec<(KindId, Placement)> {
    let mut all = Vec::new();
    let of_kind = book.promotions.iter().filter(|it| it.pieces >> kind.0 & 1 != 0);
    let fits = |it: &&Promotion| placement_holds(book, &it.on, (kind, moved, facing), seat, square);
    // A piece that leaves certain squares may promote anywhere.
    for rule in of_kind.clone().filter(|it| it.leaving.is_some()) {
        if let PromotionChoice::Listed(into) = &rule.choice {
            let becomes = |it: &KindId| (*it, (square, facing, 0, book.kinds[it.index()].has_initial));
            all.extend(into.iter().map(becomes));
        }
    }
    let by_move = book.promotion_moves.iter().filter(|it| it.pieces >> kind.0 & 1 != 0).flat_map(|it| &it.becomes);
    all.extend(by_move.map(|it| (*it, (square, facing, 0, book.kinds[it.index()].has_initial))));
    let Some(rule) = of_kind.into_iter().find(fits) else { return all };
    let placement = |into: KindId, square, facing| (into, (square, facing, 0, book.kinds[into.index()].has_initial));
    match &rule.choice {
        PromotionChoice::Listed(into) => all.extend(into.iter().map(|it| placement(*it, square, facing))),
        PromotionChoice::BySquare(seats) => {
            let here = seats[seat.index()].iter().filter(|it| it.1.binary_search(&square).is_ok());
            all.extend(here.map(|it| placement(it.0, square, facing)));
        }
        PromotionChoice::FromPool { appears, .. } => {
            for into in (0..book.kinds.len()).filter(|it| book.kinds[*it].role != Role::Royal) {
                let into = KindId(into as u8);
                all.push(placement(into, square, facing));
                if *appears == Appears::Home || *appears == Appears::OwnKindHome && into == kind {
                    let faces = book.seats[seat.index()].faces;
                    let homes = book.setup.iter().flatten().filter(|it| it.0 == seat && it.1 == into);
                    all.extend(homes.map(|it| placement(into, it.2, faces)));
                }
            }
        }
    }
    // A piece exchanged for one of its own kind on the same square keeps its tags.
    all.retain(|it| it.0 != kind || it.1.0 != square);
    all
}

/// Returns the tags that pieces of a kind may carry, one bit each.
pub fn carried(book: &Rulebook, kind: KindId) -> u32 {
    let carries = |tag: &crate::rulebook::Tag| tag.on != TagOn::Nobody && tag.pieces >> kind.0 & 1 != 0;
    book.tags.iter().enumerate().filter(|it| carries(it.1)).map(|(index, _)| 1 << index).sum()
}

/// Returns every subset of a set of tags in ascending order. Only the lowest seven tags are
/// considered.
fn subsets(of: u32) -> impl Iterator<Item = u32> {
    let above = (0..MAX_TAGS).fold(of, |rest, _| rest & rest.wrapping_sub(1));
    let of = of & !above;
    std::iter::successors(Some(0), move |it: &u32| Some(it.wrapping_sub(of) & of).filter(|it| *it != 0))
}

/// Returns the placements of a kind in the starting position and after castling, with the facing of
/// their seat.
fn setup_placements(book: &Rulebook, kind: KindId, seat: SeatId) -> Vec<Placement> {
    let faces = book.seats[seat.index()].faces;
    let own = book.setup.iter().flatten().filter(|(owner, what, _)| *owner == seat && *what == kind);
    let start: Vec<Square> = own.map(|it| it.2).collect();
    let castlings = book.castlings.iter().filter(|it| it.seat == seat);
    let castled = castlings.flat_map(|it| [it.king, it.rook]).filter(|it| start.contains(&it.0));
    let moved = book.kinds[kind.index()].has_initial;
    let castled: Vec<Placement> = castled.map(|it| (it.1, faces, 0, moved)).collect();
    // A piece that has not moved counts as moved when no piece can enter any more, or when it is disturbed.
    let counts_as_moved = book.moved_for_gate_alone(kind) || book.kinds[kind.index()].disturbed_by != 0;
    let lapsed = start.iter().filter(|_| counts_as_moved).map(|it| (*it, faces, 0, true)).collect();
    let lapsed: Vec<Placement> = lapsed;
    start.into_iter().map(|it| (it, faces, 0, false)).chain(castled).chain(lapsed).collect()
}

/// Returns the placements of a kind after a drop, or after it entered with a move, with the facing of their seat.
fn drop_placements(book: &Rulebook, kind: KindId, seat: SeatId) -> Vec<Placement> {
    let (faces, moved) = (book.seats[seat.index()].faces, book.enters_moved(kind));
    let moves: &[bool] = if book.kinds[kind.index()].disturbed_by != 0 { &[moved, true] } else { &[moved] };
    let enters = book.gating.as_ref().is_some_and(|it| it.pieces >> kind.0 & 1 != 0);
    let rule = book.drop_of(kind);
    if rule.is_none() && !enters {
        return Vec::new();
    }
    let on = rule.filter(|_| !enters).and_then(|it| it.on.as_ref());
    let fits = |square: &Square| on.is_none_or(|it| placement_holds(book, it, (kind, moved, faces), seat, *square));
    let squares = book.board.squares().filter(fits);
    squares.flat_map(|square| moves.iter().map(move |moved| (square, faces, 0, *moved))).collect()
}

/// Returns every set of tags that a kind may carry, combined with "has moved" or not.
pub fn tags_and_moved(book: &Rulebook, kind: KindId, carried: u32) -> Vec<(u32, bool)> {
    let moves: &[bool] = if book.kinds[kind.index()].has_initial { &[false, true] } else { &[false] };
    subsets(carried).flat_map(|tags| moves.iter().map(move |moved| (tags, *moved))).collect()
}

/// Returns the stops of a route before a barrier that never allows this piece to pass.
fn passable<'a>(book: &Rulebook, (kind, seat): (KindId, SeatId), route: &'a Route) -> &'a [Stop] {
    let blocks = |instance: u16| {
        let barrier = &book.barriers[book.barrier_instances[usize::from(instance)].barrier];
        let binds = barrier.binds & seat.bit() != 0 && barrier.pieces >> kind.0 & 1 != 0 && barrier.unless.is_empty();
        binds && barrier.always_allows() == Some(Permissions::default())
    };
    let blocked = route.stops.iter().position(|stop| stop.barriers().iter().any(|it| blocks(it.0)));
    &route.stops[..blocked.unwrap_or(route.stops.len())]
}

/// Adds the placements that a piece can reach from some placements. Blockers are ignored, and every test of
/// a tag except its line may succeed or fail. The result thus contains every placement that can occur.
fn explore(
    book: &Rulebook,
    known: &RouteCache<'_>,
    (kind, seat): (KindId, SeatId),
    carried: u32,
    seen: &mut HashSet<Placement>,
    from: Vec<Placement>,
) {
    let own: Vec<_> = (0..book.tags.len()).filter(|it| carried >> it & 1 != 0).collect();
    let any_tag: u32 = book
        .tags
        .iter()
        .enumerate()
        .filter(|(index, tag)| carried >> index & 1 != 0 && tag.on == TagOn::SameKind)
        .map(|(index, _)| 1 << index)
        .sum();
    let mut open: VecDeque<Placement> = from.into();
    let has_initial = book.kinds[kind.index()].has_initial;
    let steps = book.double_step.as_ref().is_some_and(|it| it.pieces >> kind.0 & 1 != 0);
    let budget = known.budget();
    while let Some(placement) = open.pop_front() {
        if !budget.spend(kind, 1) {
            break;
        }
        if !seen.insert(placement) {
            continue;
        }
        let (square, facing, tags, moved) = placement;
        for more in subsets(any_tag & !tags) {
            if more != 0 {
                open.push_back((square, facing, tags | more, moved));
            }
        }
        let ways = known.routes(kind, moved, facing, square);
        let doubles = steps.then(|| known.doubles(kind, facing, square));
        let routes = || ways.iter().chain(doubles.iter().flat_map(|it| it.iter()));
        let stops = || routes().flat_map(|it| it.stops.iter());
        for stop in routes().flat_map(|it| passable(book, (kind, seat), it)) {
            let next = stop.turn.apply(facing, book.board.headings);
            if !budget.spend(kind, 1 + stop.lines().len() * own.len() / 4) {
                break;
            }
            let mut sure = 0;
            let mut maybe = 0;
            for index in own.iter().copied() {
                let tag = &book.tags[index];
                let asks_no_more = tag.set.piece.is_none() && tag.set.captures.is_none() && tag.set.to.is_none();
                // If any route avoids the line, the piece need not have crossed it.
                let crosses =
                    |it: &Stop, line: usize| book.lines[line].instances.iter().any(|one| it.lines().contains(one));
                let always = |line: usize| {
                    budget.spend(kind, 1 + ways.len()) && stops().all(|it| it.to != stop.to || crosses(it, line))
                };
                match tag.set.crosses {
                    Some(line) if !crosses(stop, line) => {}
                    Some(line) if asks_no_more && always(line) => sure |= 1 << index,
                    _ => maybe |= 1 << index,
                }
            }
            for more in subsets(maybe & !tags) {
                open.push_back((stop.to, next, tags | sure | more, has_initial));
            }
        }
    }
}
