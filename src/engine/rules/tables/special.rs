//! Tables of special moves: double steps, promotions, castlings, type changes, explosions and conversions.
//!
//! Contains further methods of the [`Builder`]. Input: a rulebook and its routes. Output: the
//! entries of [`Tables`](super::Tables) for these moves. Does not know positions.

use super::super::routes::Route;
use super::super::square_set::SquareSet;
use super::super::state::{NOBODY, NOWHERE};
use super::super::types::PieceType;
use super::build::Builder;
use super::place::{owner_roles, piece_fits, place_holds};
use super::{CastlingTable, DoubleStepTable, OddRoute, PieceTable, TypeChange, VacatedZone, WIDE};
use crate::board::{Board, Heading, Square, ray_paths};
use crate::policy;
use crate::policy::{ConversionReach, StaysOpen, TagOn};
use crate::rulebook::{BarrierOpening, KindId, PlaceTest, Rulebook, SeatId};

/// Returns the zones that may open barriers, one entry per barrier instance and owner.
pub fn vacated(book: &Rulebook, zones: &[Vec<SquareSet<WIDE>>]) -> Vec<VacatedZone<WIDE>> {
    let mut all = Vec::new();
    for it in &book.barrier_instances {
        let (Some(bit), barrier) = (it.state_bit, &book.barriers[it.barrier]) else { continue };
        let for_good = barrier.stays_open == StaysOpen::ForGood;
        let entry = |seat, own_pieces, zone| VacatedZone { bit, for_good, seat, own_pieces, zone };
        for opens in &barrier.opens {
            match opens {
                BarrierOpening::ZoneVacated { zone, of } => {
                    let owners = (0..book.seats.len()).filter(|seat| it.owners >> seat & 1 != 0);
                    all.extend(
                        owners.map(|seat| entry(seat as u8, *of == policy::Vacated::OwnPieces, zones[*zone][seat])),
                    );
                }
                BarrierOpening::OwnerEliminated if for_good => {}
                BarrierOpening::OwnerEliminated => all.push(entry(0, false, SquareSet::FULL)),
            }
        }
    }
    all
}

/// Reports whether a route leads to `end` without a capture, whatever is on `middle`.
fn bypasses(route: &Route, middle: u16, end: u16) -> bool {
    route.quiet && route.stop_at(end).is_some_and(|stop| !route.needs_empty(Square(middle), stop))
}

impl Builder<'_> {
    /// Returns all double steps, and the range of each piece table and square.
    pub fn doubles(&mut self, pieces: &mut [PieceTable<WIDE>]) -> (Vec<DoubleStepTable>, Vec<(u32, u32)>) {
        let by_square = self.doubles_by_square(pieces);
        let mut steps = Vec::new();
        let mut ranges = Vec::new();
        for (piece, all) in pieces.iter_mut().zip(by_square) {
            for (from, own) in all.into_iter().enumerate() {
                if !own.is_empty() {
                    piece.steps_from.insert(from);
                }
                own.iter().for_each(|it| piece.steps_to.insert(it.end as usize));
                let start = steps.len() as u32;
                steps.extend(own);
                ranges.push((start, steps.len() as u32));
            }
        }
        (steps, ranges)
    }

    fn doubles_by_square(&mut self, pieces: &mut [PieceTable<WIDE>]) -> Vec<Vec<Vec<DoubleStepTable>>> {
        let book = self.book;
        let n = book.board.len();
        let n_seats = book.seats.len();
        let mut all = vec![vec![Vec::new(); n]; pieces.len()];
        self.own_doubles(&mut all);
        let Some(rule) = &book.double_step else { return all };
        for (index, piece) in pieces.iter_mut().enumerate() {
            let (ty, seat) = (index / n_seats, SeatId((index % n_seats) as u8));
            let kind = self.types.all[ty].kind;
            if rule.pieces >> kind.0 & 1 == 0 {
                continue;
            }
            let bind = self.binds(ty, seat);
            let roles = owner_roles(book, seat);
            let mut odd: Vec<Vec<OddRoute<WIDE>>> = vec![Vec::new(); n];
            for from in book.board.squares() {
                if !self.spend(ty, self.place_test_steps(&rule.from, ty, seat, from)) {
                    break;
                }
                if !place_holds(book, &self.types, &rule.from, ty, seat, from, &roles)
                    || rule.unless.iter().any(|it| piece_fits(book, &self.types, it, ty, seat, from))
                {
                    continue;
                }
                let facing = self.types.facing(ty, seat, from);
                let doubles = self.known.doubles(kind, facing, from);
                let singles = self.known.routes(kind, self.types.all[ty].moved, facing, from);
                let squares: usize = singles.iter().map(|it| it.stops.len()).sum();
                if !self.spend(ty, doubles.len() * (doubles.len() + squares)) {
                    break;
                }
                for route in doubles.iter() {
                    let (middle, end) = (route.stops[0].to.0, route.stops[1].to.0);
                    let elsewise = singles.iter().chain(doubles.iter()).any(|it| bypasses(it, middle, end));
                    let step = |plain, cut| DoubleStepTable { middle, end, plain, cut, sure: plain && !elsewise };
                    let same = |it: &DoubleStepTable| *it == step(it.plain, it.cut);
                    if !all[index][from.index()].iter().any(same) {
                        let mut found = Vec::new();
                        let (plain, cut) = self.split(route, ty, seat, from, &bind, &mut found);
                        if plain == 2 {
                            all[index][from.index()].push(step(true, false));
                            piece.double_from.insert(from.index());
                        } else if cut {
                            all[index][from.index()].push(step(false, true));
                        } else {
                            // A double step does not stop on its first square; the square must only
                            // be empty.
                            for mut way in found {
                                if plain == 0 && way.stops.len() == 2 {
                                    let first = way.stops.remove(0);
                                    way.prefix.insert(first.to as usize);
                                    way.stops[0].barriers.extend(first.barriers);
                                }
                                odd[from.index()].push(way);
                                all[index][from.index()].push(step(false, false));
                            }
                        }
                    }
                }
            }
            if odd.iter().any(|it| !it.is_empty()) {
                piece.odd_from |= (0..n).filter(|it| !odd[*it].is_empty()).collect();
                self.odd.push(odd);
                piece.odd.push(self.odd.len() as u16 - 1);
            }
        }
        all
    }

    /// Adds the double steps that are part of a movement. The movement already generates them;
    /// these entries only store the square they pass.
    fn own_doubles(&self, all: &mut [Vec<Vec<DoubleStepTable>>]) {
        let book = self.book;
        let n_seats = book.seats.len();
        for (index, by_square) in all.iter_mut().enumerate().filter(|_| book.en_passant.is_some()) {
            let (ty, seat) = (index / n_seats, SeatId((index % n_seats) as u8));
            let piece = self.types.all[ty];
            if piece.moved || !book.has_double_step(piece.kind) {
                continue;
            }
            for from in book.board.squares() {
                let facing = self.types.facing(ty, seat, from);
                let routes = self.known.routes(piece.kind, piece.moved, facing, from);
                let squares: usize = routes.iter().map(|it| it.stops.len()).sum();
                for route in routes.iter() {
                    if !self.spend(ty, 1 + squares / 16) {
                        break;
                    }
                    let passed = route.own_double_step(&book.kinds[piece.kind.index()].movement.atoms);
                    let Some((middle, end)) = passed.filter(|it| it.1 != from) else { continue };
                    let sure = route.is_free && !routes.iter().any(|it| bypasses(it, middle.0, end.0));
                    by_square[from.index()].push(DoubleStepTable {
                        middle: middle.0,
                        end: end.0,
                        plain: false,
                        cut: false,
                        sure,
                    });
                }
            }
        }
    }

    /// Returns how many steps a place test takes. Tests of links walk all routes of the piece.
    fn place_test_steps(&self, place: &PlaceTest, ty: usize, seat: SeatId, square: Square) -> usize {
        let PlaceTest::Links(_) = place else { return 1 };
        let piece = self.types.all[ty];
        let ways = self.known.routes(piece.kind, piece.moved, self.types.facing(ty, seat, square), square);
        8 + ways.iter().map(|it| it.stops.len()).sum::<usize>() * 2
    }

    pub fn type_changes(&self, ty: usize, seat: SeatId) -> Option<Vec<Vec<TypeChange>>> {
        let book = self.book;
        let piece = self.types.all[ty];
        let carried: Vec<usize> = (0..book.tags.len())
            .filter(|it| book.tags[*it].pieces >> piece.kind.0 & 1 != 0 && book.tags[*it].on != TagOn::Nobody)
            .collect();
        let has_initial = book.kinds[piece.kind.index()].has_initial;
        if carried.is_empty() && !has_initial && !self.types.is_explicit(piece.kind) {
            return None;
        }
        // Most moves lead to the same type, so results are cached.
        let mut known: Vec<((Heading, u32), u8)> = Vec::new();
        let mut becomes = |facing: Heading, tags: u32| {
            if let Some(found) = known.iter().find(|it| it.0 == (facing, tags)) {
                return found.1;
            }
            let next = PieceType { kind: piece.kind, tags, moved: has_initial, facing: piece.facing.map(|_| facing) };
            let found = self.types.find(next).map_or(ty as u8, |it| it as u8);
            known.push(((facing, tags), found));
            found
        };
        let mut all = Vec::with_capacity(book.board.len());
        // By destination: the index of its entry in the list of the current origin.
        let mut places = vec![NOWHERE; book.board.len()];
        for from in book.board.squares() {
            let mut list: Vec<TypeChange> = Vec::new();
            let facing = self.types.facing(ty, seat, from);
            let (ways, doubles) = (
                self.known.routes(piece.kind, piece.moved, facing, from),
                self.known.doubles(piece.kind, facing, from),
            );
            for stop in ways.iter().chain(doubles.iter()).flat_map(|it| it.stops.iter()) {
                if !self.spend(ty, 1 + carried.len() * (1 + stop.lines().len() / 4)) {
                    break;
                }
                let next = stop.turn.apply(facing, book.board.headings);
                let crosses = |line: usize| book.lines[line].instances.iter().any(|it| stop.lines().contains(it));
                let mut crossed = 0;
                let (mut quiet, mut capture, mut slow) = (piece.tags, piece.tags, false);
                for tag in &carried {
                    let set = &book.tags[*tag].set;
                    if set.crosses.is_some_and(|line| !crosses(line)) {
                        continue;
                    }
                    crossed |= 1 << tag;
                    if set.piece.is_some()
                        || set.to.is_some()
                        || set.captures.as_ref().is_some_and(|it| *it != Default::default())
                    {
                        slow = true;
                    } else {
                        capture |= 1 << tag;
                        quiet |= if set.captures.is_none() { 1 << tag } else { 0 };
                    }
                }
                let place = &mut places[stop.to.index()];
                if *place != NOWHERE {
                    let it = &mut list[*place as usize];
                    let turns = piece.facing.is_some() && it.facing != next;
                    if turns || it.crossed != crossed {
                        *it = TypeChange { quiet: NOBODY, capture: NOBODY, unsure: true, ..*it };
                    }
                    continue;
                }
                *place = list.len() as u16;
                let mut ask = |tags| if slow { NOBODY } else { becomes(next, tags) };
                let (quiet, capture) = (ask(quiet), ask(capture));
                list.push(TypeChange { to: stop.to.0, facing: next, crossed, quiet, capture, unsure: false });
            }
            list.iter().for_each(|it| places[it.to as usize] = NOWHERE);
            all.push(list);
        }
        Some(all)
    }

    pub fn promotions(&self, pieces: &mut [PieceTable<WIDE>]) -> Vec<Vec<u8>> {
        let book = self.book;
        let n_seats = book.seats.len();
        let kind = |index: usize| self.types.all[index / n_seats].kind;
        let mut all = vec![vec![NOBODY; book.board.len()]; pieces.len()];
        for (index, piece) in pieces.iter_mut().enumerate() {
            let (ty, seat) = (index / n_seats, SeatId((index % n_seats) as u8));
            let roles = owner_roles(book, seat);
            for square in book.board.squares() {
                for (number, rule) in
                    book.promotions.iter().enumerate().filter(|(_, it)| it.pieces >> kind(index).0 & 1 != 0)
                {
                    if !self.spend(ty, self.place_test_steps(&rule.on, ty, seat, square)) {
                        break;
                    }
                    if place_holds(book, &self.types, &rule.on, ty, seat, square, &roles) {
                        all[index][square.index()] = number as u8;
                        piece.promotes.insert(square.index());
                        break;
                    }
                }
            }
        }
        // A piece may arrive with another facing, so the squares of all types of its kind count.
        for index in 0..pieces.len() {
            let same = |it: &usize| it % n_seats == index % n_seats && self.types.all[it / n_seats].kind == kind(index);
            pieces[index].promotes =
                (0..pieces.len()).filter(same).fold(SquareSet::EMPTY, |all, it| all | pieces[it].promotes);
        }
        all
    }

    /// Returns the type of a promoted piece, by seat and kind (`seat * kinds + kind`), then square.
    /// The type is `NOBODY` if it depends on the facing that the piece brings along.
    pub fn promoted(&self) -> Vec<Vec<u8>> {
        let book = self.book;
        let mut all = Vec::new();
        for _ in book.seat_ids() {
            for index in 0..book.kinds.len() {
                let (kind, moved) = (KindId(index as u8), book.kinds[index].has_initial);
                let exact = self.types.find(PieceType { kind, tags: 0, moved, facing: None });
                let exact = exact.filter(|_| !self.types.is_explicit(kind));
                all.push(vec![exact.map_or(NOBODY, |it| it as u8); book.board.len()]);
            }
        }
        all
    }

    pub fn castlings(&self, seat: SeatId) -> Vec<CastlingTable<WIDE>> {
        let book = self.book;
        let own = book.castlings.iter().enumerate().filter(|(_, it)| it.seat == seat);
        own.map(|(index, it)| {
            let kind =
                book.setup.iter().flatten().find(|piece| piece.0 == seat && piece.2 == it.rook.0).map(|piece| piece.1);
            let commoner = book.castling_commoner(it);
            let is_king = |ty: &usize| match commoner {
                Some(kind) => self.types.all[*ty].kind == kind,
                None => book.kinds[self.types.all[*ty].kind.index()].role == crate::policy::Role::Royal,
            };
            let fits = |ty: &usize| {
                let own = self.types.all[*ty].kind;
                let is_royal = book.kinds[own.index()].role == crate::policy::Role::Royal;
                let enters = book.castling_dropped >> own.0 & 1 != 0 && !is_royal;
                kind.map_or(book.castling_dropped == 0, |kind| own == kind) || enters
            };
            let clear: SquareSet<WIDE> = it.clear.iter().map(|it| it.index()).collect();
            let own: SquareSet<WIDE> = [it.king.0.index(), it.rook.0.index()].into_iter().collect();
            CastlingTable {
                index: index as u8,
                squares: [it.king.0.0, it.king.1.0, it.rook.0.0, it.rook.1.0],
                clear,
                clear_apart: clear.without(own),
                safe: it.safe.iter().map(|it| it.0).collect(),
                safe_start: it.safe_start,
                king: (0..self.types.all.len()).filter(is_king).map(|it| it as u8).collect(),
                rook: (0..self.types.all.len()).filter(fits).map(|it| it as u8).collect(),
            }
        })
        .collect()
    }

    /// Returns the lines from each square along which a move may enclose pieces. A line ends before it
    /// returns to its square.
    pub fn enclosures(&self) -> Vec<Vec<Vec<u16>>> {
        let (book, board) = (self.book, &self.book.board);
        let Some(rule) = book.conversion.as_ref().filter(|it| it.reach == ConversionReach::Enclosed) else {
            return Vec::new();
        };
        let reaches = |it: &Heading| if board.is_straight(*it) { rule.straight } else { rule.diagonal };
        let headings = || (0..board.headings()).map(Heading).filter(reaches);
        let lines_of = |from: Square| {
            let mut lines = Vec::new();
            for path in headings().flat_map(|it| ray_paths(board, from, it, 0)) {
                if !self.spend(0, path.squares.len()) {
                    break;
                }
                let line = path.squares.iter().take_while(|it| **it != from).map(|it| it.0);
                lines.push(line.collect());
            }
            lines
        };
        board.squares().map(lines_of).collect()
    }
}

/// Returns the squares one step away from each square: straight steps, diagonal ones, or both.
pub fn around(board: &Board, straight: bool, diagonal: bool) -> Vec<SquareSet<WIDE>> {
    let around = |square: Square| {
        let reaches = |heading| if board.is_straight(heading) { straight } else { diagonal };
        let near = board.links(square).iter().filter(|it| reaches(it.1.heading) && it.0 != square);
        near.fold(SquareSet::EMPTY, |all, it| all | SquareSet::of(it.0.index()))
    };
    board.squares().map(around).collect()
}
