//! The builder of the lookup tables.
//!
//! Contains [`build`] and the [`Builder`], which shares equal leaps, rays and odd routes between
//! types.
//!
//! Input: a [`Rulebook`], its types and its routes. Output: [`Tables`]. Every pass counts its
//! steps, and stops when the budget is exhausted. Does not know positions.

use foldhash::HashMap;

use super::super::cpu::CpuFeatures;
use super::super::riders::{Ray, Rays, RiderClass};
use super::super::routes::RouteCache;
use super::super::sliders::{EntryRange, SliderBuilder, SliderTable};
use super::super::square_set::SquareSet;
use super::super::types::Types;
use super::king_zone::{KingZone, reached_to};
use super::odd::en_passant_ride;
use super::patterns::{attack_patterns, move_patterns, patterns_by_seats, rosters};
use super::place::piece_fits;
use super::special::{around, vacated};
use super::{CastlingTable, LeapClass, MovePattern, OddRoute, PieceTable, Ride, RosterEntry, Tables, TypeChange, WIDE};
use crate::board::Square;
use crate::policy::{Barred, ConversionReach, Pinned, Role, TagOn};
use crate::rulebook::{KindId, Permissions, Promotion, PromotionMove, Rulebook, SeatId};

/// The effect of a barrier on the tables, for pieces that it binds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// It always allows everything.
    Open,
    /// It never allows anything.
    Cut,
    /// Its permissions are partial or can change.
    Odd,
}

pub struct Builder<'a> {
    pub book: &'a Rulebook,
    pub known: &'a RouteCache<'a>,
    pub types: Types,
    pub bound: Vec<Bound>,
    leaps: Vec<LeapClass<WIDE>>,
    leap_ids: HashMap<Vec<SquareSet<WIDE>>, u16>,
    riders: Vec<RiderClass<WIDE>>,
    rider_ids: HashMap<Rays, u16>,
    slides: &'a mut dyn SliderBuilder,
    slider_ranges: Vec<Vec<EntryRange>>,
    joined: HashMap<Vec<u16>, u16>,
    pub odd: Vec<Vec<Vec<OddRoute<WIDE>>>>,
}

const NOTHING: Permissions = Permissions { quiet: false, capture: false, give_check: false, attack: false };
const ALL: Permissions = Permissions { quiet: true, capture: true, give_check: true, attack: true };

/// Builds the tables of a rulebook.
pub fn build(book: &Rulebook, types: &Types, known: &RouteCache<'_>, slides: &mut dyn SliderBuilder) -> Tables<WIDE> {
    let bound = book
        .barriers
        .iter()
        .map(|it| match it.always_allows() {
            Some(ALL) => Bound::Open,
            Some(NOTHING) => Bound::Cut,
            _ => Bound::Odd,
        })
        .collect();
    let mut builder = Builder {
        book,
        known,
        types: types.clone(),
        bound,
        leaps: Vec::new(),
        leap_ids: HashMap::default(),
        riders: Vec::new(),
        rider_ids: HashMap::default(),
        slides,
        slider_ranges: Vec::new(),
        joined: HashMap::default(),
        odd: Vec::new(),
    };
    let n_types = builder.types.all.len();
    let n_seats = book.seats.len();
    let mut pieces = Vec::new();
    let mut binds = Vec::new();
    let mut shared: HashMap<(KindId, bool, Vec<bool>), usize> = HashMap::default();
    for ty in 0..n_types {
        for seat in book.seat_ids() {
            let bind = builder.binds(ty, seat);
            let piece = builder.types.all[ty];
            // Undirected pieces that are bound by the same barriers move alike.
            let key = (piece.kind, piece.moved, bind.clone());
            let whole = !builder.types.is_directed(piece.kind) && !builder.has_local_exception();
            let mut table = match shared.get(&key) {
                Some(index) if whole => {
                    let table: &PieceTable<WIDE> = &pieces[*index];
                    table.clone()
                }
                _ => builder.piece(ty, seat),
            };
            if whole {
                shared.entry(key).or_insert(pieces.len());
            }
            table.promotes = SquareSet::EMPTY;
            pieces.push(table);
            binds.push(bind);
        }
    }
    let with_role = |role| {
        let fits = |it: &usize| book.kinds[builder.types.all[*it].kind.index()].role == role;
        (0..n_types).filter(fits).map(|it| 1u64 << it).sum()
    };
    let royal_types = with_role(Role::Royal);
    let pawn_types = with_role(Role::Pawn);
    let leap_attacks =
        attack_patterns(n_types, n_seats, |ty, seat| pieces[ty * n_seats + seat].capture.into_iter().collect());
    let ride_attacks = attack_patterns(n_types, n_seats, |ty, seat| {
        pieces[ty * n_seats + seat].rides.iter().filter(|it| it.capture).map(|it| it.class).collect()
    });
    let (double_steps, double_ranges) = builder.doubles(&mut pieces);
    let mut type_changes: Vec<Option<Vec<Vec<TypeChange>>>> = Vec::new();
    for ty in 0..n_types {
        for seat in book.seat_ids() {
            // Undirected pieces change their type alike for every seat.
            let same = seat.0 > 0 && !builder.types.is_directed(builder.types.all[ty].kind);
            let many = if same { type_changes[ty * n_seats].iter().flatten().map(Vec::len).sum() } else { 0 };
            let changes = if same && builder.spend(ty, many / 4) {
                type_changes[ty * n_seats].clone()
            } else {
                builder.type_changes(ty, seat)
            };
            type_changes.push(changes);
        }
    }
    let promotion = builder.promotions(&mut pieces);
    let leaving = builder.leaving(&mut pieces);
    let (drops, gating, placement) = (builder.drops(), builder.gating(), builder.placement());
    let promoted = builder.promoted();
    let castling_rights_kept = book
        .board
        .squares()
        .map(|square| {
            let mut keep = !0u64;
            for (index, castling) in book.castlings.iter().enumerate() {
                if castling.king_unmoved && castling.king.0 == square
                    || castling.rook_unmoved && castling.rook.0 == square
                {
                    keep &= !(1 << index);
                }
            }
            keep
        })
        .collect();
    let shifts = move_patterns(&mut pieces, &builder.leaps, &double_steps, &double_ranges, royal_types, n_seats);
    let rosters = rosters(&pieces, royal_types, n_seats);
    let castlings: Vec<Vec<CastlingTable<WIDE>>> = book.seat_ids().map(|seat| builder.castlings(seat)).collect();
    let mut rights = [0; 8];
    for (own, castlings) in rights.iter_mut().zip(&castlings) {
        *own = castlings.iter().fold(0, |all, it| all | 1 << it.index);
    }
    let set = |squares: &[Square]| squares.iter().map(|it| it.index()).collect::<SquareSet<WIDE>>();
    let zones: Vec<Vec<SquareSet<WIDE>>> =
        book.zones.iter().map(|zone| zone.squares.iter().map(|it| set(it)).collect()).collect();
    let vacated = vacated(book, &zones);
    let odd_attack = book
        .barriers
        .iter()
        .zip(&builder.bound)
        .any(|(it, bound)| *bound == Bound::Odd && (it.closed.attack || it.open.attack))
        || book.kinds.iter().flat_map(|it| &it.movement.atoms).any(|it| it.hop.is_some() && it.capture);
    let tag_opens = book.tags.iter().any(|it| it.on == TagOn::SameKind)
        && book.barriers.iter().any(|it| it.unless.iter().any(|it| it.tag.is_some()));
    let attack_patterns = patterns_by_seats(&leap_attacks, &ride_attacks, n_seats);
    let royals =
        book.kinds.iter().enumerate().filter(|it| it.1.role == Role::Royal).fold(0u32, |all, it| all | 1 << it.0);
    // A second royal piece may end a check that the move does not stop, or be in check itself. A royal
    // piece that stops being royal may go where it would be in check.
    let adds_royals = |it: &Promotion| book.check.royals.is_some() && it.choice.named() & royals != 0;
    let adds_by_move = |it: &PromotionMove| it.becomes.iter().any(|it| royals >> it.0 & 1 != 0);
    let changes_royals = book.promotions.iter().any(|it| it.pieces & royals != 0 || adds_royals(it))
        || book.promotion_moves.iter().any(adds_by_move);
    let explosions = book.explosion.iter().flat_map(|it| around(&book.board, it.straight, it.diagonal)).collect();
    let next_to = book.conversion.iter().filter(|it| it.reach == ConversionReach::NextTo);
    let conversions = next_to.flat_map(|it| around(&book.board, it.straight, it.diagonal)).collect();
    let enclosures = builder.enclosures();
    let all_tried = odd_attack
        || tag_opens
        || book.explosion.is_some()
        || changes_royals
        || book.check.pinned != Pinned::Attack
        || book.check.barred != Barred::Attack;
    Tables {
        n_types,
        n_seats: n_seats as u8,
        all_seats: ((1u16 << n_seats) - 1) as u8,
        cpu: CpuFeatures::this(),
        royal_types,
        pawn_types,
        reached_to: reached_to(&builder.riders, book.board.len()),
        touched_from: (0..book.board.len())
            .map(|square| {
                leap_attacks
                    .iter()
                    .fold(SquareSet::EMPTY, |all, it| all | builder.leaps[it.class as usize].from[square])
            })
            .collect(),
        around: king_zones(&rosters, &builder),
        leaps: builder.leaps,
        riders: builder.riders,
        slides: SliderTable::new(),
        slider_ranges: builder.slider_ranges,
        shifts,
        rosters,
        pieces,
        attack_patterns,
        odd: builder.odd,
        double_steps,
        double_ranges,
        type_changes,
        promotion,
        leaving,
        drops,
        gating,
        placement,
        promoted,
        castling_rights_kept,
        rights,
        castlings,
        explosions,
        conversions,
        enclosures,
        zones,
        vacated,
        binds,
        color_complex: color_complex(book),
        odd_attack,
        all_tried,
        types: builder.types,
    }
}

/// Builds the king zones of the leap classes that royal pieces have.
fn king_zones(rosters: &[Vec<RosterEntry>], builder: &Builder<'_>) -> Vec<Option<KingZone<WIDE>>> {
    let is_royal =
        |class: usize| rosters.iter().flatten().any(|it| it.royal && it.pattern == MovePattern::Leaper(class as u16));
    // One set per square and attack pattern.
    let steps = (builder.leaps.len() + builder.riders.len()) * builder.book.board.len();
    let fits = |class: usize| is_royal(class) && builder.spend(0, steps);
    let about = |(class, it)| fits(class).then(|| KingZone::new(it, &builder.leaps, &builder.riders));
    builder.leaps.iter().enumerate().map(about).collect()
}

/// Returns the squares of one color, found by breadth-first search. Returns `None` if a straight
/// link joins two squares of one color.
fn color_complex(book: &Rulebook) -> Option<SquareSet<WIDE>> {
    let board = &book.board;
    let mut color: Vec<Option<bool>> = vec![None; board.len()];
    for start in board.squares() {
        if color[start.index()].is_some() {
            continue;
        }
        color[start.index()] = Some(false);
        let mut open = vec![start];
        while let Some(square) = open.pop() {
            let next = !color[square.index()].unwrap_or(false);
            for (to, _) in board.links(square).iter().filter(|(_, link)| board.is_straight(link.heading)) {
                match color[to.index()] {
                    None => {
                        color[to.index()] = Some(next);
                        open.push(*to);
                    }
                    Some(it) if it != next => return None,
                    Some(_) => {}
                }
            }
        }
    }
    Some(board.squares().filter(|it| color[it.index()] == Some(true)).map(Square::index).collect())
}

impl Builder<'_> {
    /// Returns, for each barrier header, whether it binds pieces of a type and seat. Exceptions
    /// that depend on the square are ignored.
    pub fn binds(&self, ty: usize, seat: SeatId) -> Vec<bool> {
        let kind = self.types.all[ty].kind;
        self.book
            .barriers
            .iter()
            .map(|it| {
                it.binds & seat.bit() != 0
                    && it.pieces >> kind.0 & 1 != 0
                    && !it
                        .unless
                        .iter()
                        .any(|test| test.at.is_none() && piece_fits(self.book, &self.types, test, ty, seat, Square(0)))
            })
            .collect()
    }

    /// Reports whether an exception of some barrier depends on the square of the piece.
    fn has_local_exception(&self) -> bool {
        self.book.barriers.iter().any(|it| it.unless.iter().any(|it| it.at.is_some()))
    }

    /// Reports whether a barrier header binds a piece that starts on `from`.
    pub fn is_bound(&self, header: usize, ty: usize, seat: SeatId, from: Square, bind: &[bool]) -> bool {
        bind[header]
            && !self.book.barriers[header]
                .unless
                .iter()
                .any(|test| test.at.is_some() && piece_fits(self.book, &self.types, test, ty, seat, from))
    }

    /// Counts steps for a type. Returns `false` once the budget is exhausted.
    pub fn spend(&self, ty: usize, steps: usize) -> bool {
        self.known.budget().spend(self.types.all[ty].kind, steps)
    }

    fn piece(&mut self, ty: usize, seat: SeatId) -> PieceTable<WIDE> {
        let piece = self.types.all[ty];
        let book = self.book;
        let atoms = &book.kinds[piece.kind.index()].movement.atoms;
        // Leaps, their reverse, and lists of rays for each square.
        self.spend(ty, book.board.len() * (3 + atoms.len() / 2));
        let bind = self.binds(ty, seat);
        let n = book.board.len();
        let (mut quiet, mut capture, mut en_passant) =
            (vec![SquareSet::EMPTY; n], vec![SquareSet::EMPTY; n], vec![SquareSet::EMPTY; n]);
        let mut rays: Vec<Rays> = vec![vec![Vec::new(); n]; atoms.len()];
        let mut odd: Vec<Vec<OddRoute<WIDE>>> = vec![Vec::new(); n];
        for from in book.board.squares() {
            let facing = self.types.facing(ty, seat, from);
            for route in self.known.routes(piece.kind, piece.moved, facing, from).iter() {
                let walked = if route.is_free { 1 } else { route.stops.len() + odd[from.index()].len() };
                if !self.spend(ty, walked) {
                    break;
                }
                let (plain, _) = self.split(route, ty, seat, from, &bind, &mut odd[from.index()]);
                let atom = &atoms[route.atom];
                if atom.range == 1 && !atom.lame {
                    if plain == 1 {
                        let to = route.stops[0].to.index();
                        if to == from.index() {
                            continue;
                        }
                        if route.quiet {
                            quiet[from.index()].insert(to);
                        }
                        if route.capture {
                            capture[from.index()].insert(to);
                        }
                        if route.en_passant {
                            en_passant[from.index()].insert(to);
                        }
                    }
                } else if plain > 0 {
                    if route.en_passant {
                        odd[from.index()].push(en_passant_ride(&route.stops[..plain]));
                    }
                    rays[route.atom][from.index()].push(Ray::new(&route.stops, plain));
                }
            }
        }
        let mut rides = Vec::new();
        for (atom, rays) in atoms.iter().zip(rays) {
            if rays.iter().any(|it| !it.is_empty()) && self.spend(ty, 0) {
                let class = self.rider(ty, rays);
                rides.push(Ride { class, quiet: atom.quiet, capture: atom.capture });
            }
        }
        let (slides, other_rides) = self.join(&rides, n);
        let odd_from = (0..n).filter(|it| !odd[*it].is_empty()).collect();
        let odd = if SquareSet::is_empty(&odd_from) {
            Vec::new()
        } else {
            let found = self.odd.iter().position(|it| *it == odd);
            let index = found.unwrap_or_else(|| {
                self.odd.push(odd);
                self.odd.len() - 1
            });
            vec![index as u16]
        };
        PieceTable {
            pattern: MovePattern::Mixed,
            quiet: self.leap(quiet),
            capture: self.leap(capture),
            en_passant: self.leap(en_passant),
            rides,
            slides,
            other_rides,
            odd,
            odd_from,
            double_from: SquareSet::EMPTY,
            steps_from: SquareSet::EMPTY,
            steps_to: SquareSet::EMPTY,
            promotes: SquareSet::EMPTY,
        }
    }

    fn leap(&mut self, to: Vec<SquareSet<WIDE>>) -> Option<u16> {
        if to.iter().all(SquareSet::is_empty) {
            return None;
        }
        if let Some(found) = self.leap_ids.get(&to) {
            return Some(*found);
        }
        let mut from = vec![SquareSet::EMPTY; to.len()];
        for (start, ends) in to.iter().enumerate() {
            for end in ends.iter() {
                from[end].insert(start);
            }
        }
        let id = self.leaps.len() as u16;
        self.leap_ids.insert(to.clone(), id);
        self.leaps.push(LeapClass { to, from });
        Some(id)
    }

    /// Combines the rides that capture as they move into one lookup per square. Returns its index
    /// and the other rides.
    fn join(&mut self, rides: &[Ride], squares: usize) -> (Option<u16>, Vec<Ride>) {
        let plain = |it: &&Ride| it.quiet && it.capture && !self.riders[it.class as usize].has_lame;
        let classes: Vec<u16> = rides.iter().filter(plain).map(|it| it.class).collect();
        let others = rides.iter().filter(|it| !plain(it)).copied().collect();
        if classes.is_empty() {
            return (None, others);
        }
        if let Some(found) = self.joined.get(&classes) {
            return (Some(*found), others);
        }
        let ranges = (0..squares).map(|from| {
            let all: Vec<EntryRange> = classes.iter().map(|it| self.riders[*it as usize].entry_range(from)).collect();
            self.slides.combine(&all)
        });
        self.slider_ranges.push(ranges.collect());
        let id = self.slider_ranges.len() as u16 - 1;
        self.joined.insert(classes, id);
        (Some(id), others)
    }

    fn rider(&mut self, ty: usize, rays: Rays) -> u16 {
        if let Some(found) = self.rider_ids.get(&rays) {
            return *found;
        }
        let id = self.riders.len() as u16;
        let (known, kind) = (self.known.budget(), self.types.all[ty].kind);
        self.riders.push(RiderClass::new(&rays, self.slides, &|steps| known.spend(kind, steps)));
        self.rider_ids.insert(rays, id);
        id
    }
}
