//! Lookup tables for move generation, built once when a variant is loaded.
//!
//! Contains [`Tables`] and the entries of each table. Input: a [`Rulebook`], whose board graph is
//! walked only here. Output: [`Tables`]. Does not know positions.
//!
//! The routes of every piece are sorted into three groups:
//! - leaps: a bitboard of destinations per square ([`LeapClass`]), and the reverse;
//! - rides: sliding moves by PEXT lookup ([`RiderClass`]);
//! - odd routes: the rest of a route from a barrier whose permissions can change, and slides around
//!   a full circle. The generator walks them and tests each move.
//!
//! A barrier that never allows anything simply ends the routes in the tables.

mod build;
mod drops;
mod gating;
mod king_zone;
mod odd;
mod patterns;
mod place;
mod placement;
mod resize;
mod special;

pub use drops::DropTable;
pub use gating::GatingTable;
pub use king_zone::KingZone;
pub use odd::ReachedStop;
pub use place::{piece_fits, place_holds, placement_holds};
pub use placement::PlacementTable;

use super::cpu::CpuFeatures;
use super::riders::RiderClass;
use super::routes::RouteCache;
use super::sliders::{EntryRange, SliderBuilder, SliderTable};
use super::square_set::{SquareSet, WIDE};
use super::types::Types;
use super::unchecked::at;
use crate::board::Heading;
use crate::rulebook::{Hop, Rulebook, SeatSet};

/// The leaps of one movement, by origin and by destination.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LeapClass<const W: usize> {
    /// By origin: the destinations of leaps.
    pub to: Vec<SquareSet<W>>,
    /// By destination: the origins of leaps.
    pub from: Vec<SquareSet<W>>,
}

/// One riding movement of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ride {
    /// Index into [`Tables::riders`].
    pub class: u16,
    /// Moves without a capture are allowed.
    pub quiet: bool,
    /// Captures are allowed.
    pub capture: bool,
}

/// A stop of an odd route.
#[derive(Clone, Debug, PartialEq)]
pub struct OddStop<const W: usize> {
    /// The square of the stop.
    pub to: u16,
    /// Squares passed since the last stop that must be empty (lame leaps).
    pub through: SquareSet<W>,
    /// Barrier instances crossed since the last stop.
    pub barriers: Vec<u16>,
}

/// The part of a route that the tables leave out.
#[derive(Clone, Debug, PartialEq)]
pub struct OddRoute<const W: usize> {
    /// Squares that must be empty before the first stop.
    pub prefix: SquareSet<W>,
    /// Moves without a capture are allowed.
    pub quiet: bool,
    /// Captures are allowed.
    pub capture: bool,
    /// En passant captures are allowed.
    pub en_passant: bool,
    /// It must jump over a hurdle.
    pub hop: Option<Hop>,
    /// The squares on which a single leap may have its hurdle; `None` for other routes.
    pub over: Option<Box<SquareSet<W>>>,
    /// The stops in order of travel.
    pub stops: Vec<OddStop<W>>,
}

/// The movement pattern of a piece, if it is one of the patterns with a specialized loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovePattern {
    /// Only leaps, which capture as they move: index into [`Tables::leaps`].
    Leaper(u16),
    /// Only rides, which capture as they move: index into [`Tables::slider_ranges`].
    Slider(u16),
    /// Single steps that capture differently than they move, as a pawn's: index into [`Tables::shifts`].
    Stepper(u16),
    /// Any other movement; pieces are treated one by one.
    Mixed,
}

/// The same step from many squares at once.
#[derive(Clone, Debug)]
pub struct Shift<const W: usize> {
    /// The squares from which the step is possible.
    pub from: SquareSet<W>,
    /// Difference of the square numbers, destination minus origin.
    pub by: i16,
}

/// The steps of pieces that capture differently than they move.
#[derive(Clone, Debug, Default)]
pub struct Shifts<const W: usize> {
    /// Leaps that move and leaps that capture, as indices into [`Tables::leaps`]. Present if the
    /// single steps have too many differences for shifts; `quiet` and `capture` are then empty.
    pub by_piece: Option<(u16, u16)>,
    /// Steps without a capture.
    pub quiet: Vec<Shift<W>>,
    /// Steps that capture.
    pub capture: Vec<Shift<W>>,
    /// Squares from which some of these steps ends in a promotion.
    pub promotes_from: SquareSet<W>,
    /// Plain double steps: the shift to the square passed, and the difference from there on.
    pub double: Vec<(Shift<W>, i16)>,
}

/// The moves of one piece type for one seat.
#[derive(Clone, Debug)]
pub struct PieceTable<const W: usize> {
    /// The movement pattern.
    pub pattern: MovePattern,
    /// Leaps without a capture: index into [`Tables::leaps`].
    pub quiet: Option<u16>,
    /// Leaps that capture: index into [`Tables::leaps`].
    pub capture: Option<u16>,
    /// Leaps that capture en passant: index into [`Tables::leaps`].
    pub en_passant: Option<u16>,
    /// All riding movements.
    pub rides: Vec<Ride>,
    /// The rides that capture as they move, in one lookup: index into [`Tables::slider_ranges`].
    pub slides: Option<u16>,
    /// The rides not covered by `slides`.
    pub other_rides: Vec<Ride>,
    /// Sets of odd routes: indices into [`Tables::odd`].
    pub odd: Vec<u16>,
    /// Squares from which there are odd routes.
    pub odd_from: SquareSet<W>,
    /// Squares from which there is a plain double step.
    pub double_from: SquareSet<W>,
    /// Squares from which there is any double step.
    pub steps_from: SquareSet<W>,
    /// Squares on which any double step ends.
    pub steps_to: SquareSet<W>,
    /// Squares on which the piece promotes on arrival.
    pub promotes: SquareSet<W>,
}

/// The properties of one type that the generator reads first, in a few bytes.
#[derive(Clone, Copy, Debug)]
pub struct RosterEntry {
    /// The movement pattern.
    pub pattern: MovePattern,
    /// Index of the type.
    pub ty: u8,
    /// The pieces are royal.
    pub royal: bool,
    /// The pieces have odd routes from some square.
    pub odd: bool,
}

/// A double step from a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleStepTable {
    /// The square passed, which must be empty.
    pub middle: u16,
    /// The destination square.
    pub end: u16,
    /// No barrier that can change is crossed. Other double steps are odd routes.
    pub plain: bool,
    /// A barrier always forbids this step. The entry exists only to explain refusals.
    pub cut: bool,
    /// No other route leads to the destination, so a piece that arrives there has passed `middle`.
    pub sure: bool,
}

/// An attack pattern: the types and seats that attack along one class of leaps or rides.
#[derive(Clone, Debug)]
pub struct AttackPattern {
    /// Index into [`Tables::leaps`] or [`Tables::riders`].
    pub class: u16,
    /// The types that attack in this way, one bit each.
    pub types: u64,
    /// The seats for which `types` holds.
    pub seats: SeatSet,
    /// The first two of `types` (one of them twice if there is only one), and the others as bits.
    /// More than two are rare.
    pub two_types: ([u8; 2], u64),
}

impl AttackPattern {
    /// Creates a pattern and splits its types.
    pub fn new(class: u16, types: u64, seats: SeatSet) -> Self {
        let first = types & types.wrapping_neg();
        let second = types & !first & (types & !first).wrapping_neg();
        let of = |bit: u64| bit.trailing_zeros() as u8;
        let two = [of(first), of(if second == 0 { first } else { second })];
        Self { class, types, seats, two_types: (two, types & !first & !second) }
    }
}

/// The attack patterns of a set of seats.
#[derive(Clone, Debug, Default)]
pub struct AttackPatterns {
    /// Patterns of leaps.
    pub leaps: Vec<AttackPattern>,
    /// Patterns of rides.
    pub rides: Vec<AttackPattern>,
}

/// The type that a piece has after a move.
#[derive(Clone, Copy, Debug)]
pub struct TypeChange {
    /// The destination of the move.
    pub to: u16,
    /// The facing of the piece at the destination.
    pub facing: Heading,
    /// Tags whose line the route crosses, and tags that require no line; one bit each.
    pub crossed: u32,
    /// The type after a move without a capture, or [`super::state::NOBODY`] if the tags must be
    /// tested.
    pub quiet: u8,
    /// The type after a capture, or [`super::state::NOBODY`] if the tags must be tested.
    pub capture: u8,
    /// Several routes lead there, and they differ in lines crossed or in facing. Which of them is
    /// free must be tested.
    pub unsure: bool,
}

/// A zone whose evacuation opens a barrier, for one owner of the barrier.
#[derive(Clone, Copy, Debug)]
pub struct VacatedZone<const W: usize> {
    /// The state bit of the barrier.
    pub bit: u8,
    /// Whether the barrier, once open, stays open permanently.
    pub for_good: bool,
    /// The owner of the zone.
    pub seat: u8,
    /// Whether only pieces of `seat` count.
    pub own_pieces: bool,
    /// The squares of the zone. All squares if an elimination opens the barrier.
    pub zone: SquareSet<W>,
}

/// A castling with its conditions as bitboards.
#[derive(Clone, Debug)]
pub struct CastlingTable<const W: usize> {
    /// Index into `Rulebook::castlings`.
    pub index: u8,
    /// The squares king from, king to, rook from, rook to.
    pub squares: [u16; 4],
    /// Squares that must be empty, apart from king and rook.
    pub clear: SquareSet<W>,
    /// The squares of `clear` without the origins of king and rook.
    pub clear_apart: SquareSet<W>,
    /// Squares that must not be attacked.
    pub safe: Vec<u16>,
    /// Whether the king's start must not be attacked before the rook moves, although the king stays there.
    pub safe_start: bool,
    /// The types that the king may have.
    pub king: Vec<u8>,
    /// The types that the rook may have.
    pub rook: Vec<u8>,
}

/// All tables of a variant.
#[derive(Clone, Debug)]
pub struct Tables<const W: usize> {
    /// The piece types of the variant.
    pub types: Types,
    /// Number of piece types.
    pub n_types: usize,
    /// Number of seats.
    pub n_seats: u8,
    /// All seats, one bit each.
    pub all_seats: SeatSet,
    /// The features of the CPU.
    pub cpu: CpuFeatures,
    /// The royal types, one bit each.
    pub royal_types: u64,
    /// The pawn types, one bit each.
    pub pawn_types: u64,
    /// Leap classes, shared by types with equal leaps.
    pub leaps: Vec<LeapClass<W>>,
    /// Rider classes, shared by types with equal rays.
    pub riders: Vec<RiderClass<W>>,
    /// By rider class, then origin: the squares reached on an empty board.
    pub reached_to: Vec<Vec<SquareSet<W>>>,
    /// By square: the origins of all leaps that capture there, for any type and seat.
    pub touched_from: Vec<SquareSet<W>>,
    /// By leap class: the surroundings of royal pieces. `None` if no royal piece leaps like this.
    pub around: Vec<Option<KingZone<W>>>,
    /// The PEXT tables of all rider classes.
    pub slides: SliderTable<W>,
    /// Steps that are generated as shifts of many pieces at once.
    pub shifts: Vec<Shifts<W>>,
    /// Combined rides, by square: the entries to look up.
    pub slider_ranges: Vec<Vec<EntryRange>>,
    /// By type, then seat: `ty * n_seats + seat`.
    pub pieces: Vec<PieceTable<W>>,
    /// By seat: the types that its pieces may have.
    pub rosters: Vec<Vec<RosterEntry>>,
    /// Attack patterns, by set of seats.
    pub attack_patterns: Vec<AttackPatterns>,
    /// Sets of odd routes, by square.
    pub odd: Vec<Vec<Vec<OddRoute<W>>>>,
    /// All double steps; see [`Tables::doubles`].
    pub double_steps: Vec<DoubleStepTable>,
    /// The range in `double_steps` by piece table, then square.
    pub double_ranges: Vec<(u32, u32)>,
    /// The type after a move, by piece table, then origin. `None` if the type never changes.
    pub type_changes: Vec<Option<Vec<Vec<TypeChange>>>>,
    /// The promotion rule by piece table, then square: an index, or `NOBODY`.
    pub promotion: Vec<Vec<u8>>,
    /// The promotion rule on leaving a square, by piece table, then origin; empty if there is none.
    pub leaving: Vec<Vec<u8>>,
    /// Drops by seat. Empty lists if there are none.
    pub drops: Vec<Vec<DropTable<W>>>,
    /// Gating by seat; empty if there is none.
    pub gating: Vec<GatingTable<W>>,
    /// The placement with which each move ends; without squares if there is none.
    pub placement: PlacementTable<W>,
    /// The type of a promoted piece, by seat and kind, then square. [`super::state::NOBODY`] if it
    /// depends on the facing of the promoted piece.
    pub promoted: Vec<Vec<u8>>,
    /// By square: the castling rights that remain after a piece leaves or enters it.
    pub castling_rights_kept: Vec<u64>,
    /// The castling rights that each seat may have, for the maximum number of seats.
    pub rights: [u64; 8],
    /// Castlings by seat.
    pub castlings: Vec<Vec<CastlingTable<W>>>,
    /// The squares around each square that an explosion reaches; empty if nothing explodes.
    pub explosions: Vec<SquareSet<W>>,
    /// The squares around each square that a conversion reaches; empty unless it reaches one step.
    pub conversions: Vec<SquareSet<W>>,
    /// By square: the full lines along which a move can enclose pieces. Empty unless the rulebook converts enclosed
    /// pieces.
    pub enclosures: Vec<Vec<Vec<u16>>>,
    /// Squares of each zone, by zone, then seat.
    pub zones: Vec<Vec<SquareSet<W>>>,
    /// The zones that may open a barrier with a state.
    pub vacated: Vec<VacatedZone<W>>,
    /// Whether each barrier header binds a piece, by piece table.
    pub binds: Vec<Vec<bool>>,
    /// The squares of one color. `None` if a straight link may keep the color.
    pub color_complex: Option<SquareSet<W>>,
    /// An attack may lead across a barrier or over a hurdle, so leaps and rides do not decide alone.
    pub odd_attack: bool,
    /// Checks depend on more than leaps and lines to one king, so every move is tried.
    pub all_tried: bool,
}

impl<const W: usize> Tables<W> {
    /// Builds the tables of a rulebook.
    pub fn new(book: &Rulebook, types: &Types, known: &RouteCache<'_>) -> Self {
        let mut slides = SliderTable::new();
        let wide = build::build(book, types, known, &mut slides);
        slides.finish();
        resize::resized(wide, slides)
    }
    /// Returns the table of a type for a seat.
    ///
    /// # Safety
    /// `ty` is a type and `seat` a seat of this variant.
    #[inline(always)]
    pub unsafe fn piece(&self, ty: usize, seat: u8) -> &PieceTable<W> {
        // SAFETY: there is a table for each seat of each type.
        unsafe { at(&self.pieces, ty * self.n_seats as usize + seat as usize) }
    }
    /// Returns the index of the table of a type for a seat.
    #[inline(always)]
    pub fn piece_index(&self, ty: usize, seat: u8) -> usize {
        ty * self.n_seats as usize + seat as usize
    }
    /// Returns the types that pieces of a seat may have.
    #[inline(always)]
    pub fn roster(&self, seat: u8) -> &[RosterEntry] {
        &self.rosters[seat as usize]
    }
    /// Returns the attack patterns of a set of seats.
    #[inline(always)]
    pub fn attack_patterns(&self, seats: SeatSet) -> &AttackPatterns {
        // SAFETY: there is an entry for each set of seats, and the mask leaves only seats.
        unsafe { at(&self.attack_patterns, (seats & self.all_seats) as usize) }
    }
    /// Returns the destinations of leaps of a class.
    ///
    /// # Safety
    /// `class` is a class of leaps and `from` a square of this variant.
    #[inline(always)]
    pub unsafe fn leaps_to(&self, class: u16, from: usize) -> SquareSet<W> {
        // SAFETY: the caller upholds the contract.
        unsafe { *at(&at(&self.leaps, class as usize).to, from) }
    }
    /// Returns the origins of leaps of a class to a square.
    ///
    /// # Safety
    /// `class` is a class of leaps and `to` a square of this variant.
    #[inline(always)]
    pub unsafe fn leaps_from(&self, class: u16, to: usize) -> SquareSet<W> {
        // SAFETY: the caller upholds the contract.
        unsafe { *at(&at(&self.leaps, class as usize).from, to) }
    }
    /// Reports whether a type is royal.
    #[inline(always)]
    pub fn is_royal(&self, ty: usize) -> bool {
        self.royal_types >> ty & 1 != 0
    }
    /// Returns the double steps of a piece from a square.
    #[inline(always)]
    pub fn doubles(&self, ty: usize, seat: u8, from: usize) -> &[DoubleStepTable] {
        let (start, end) = self.double_ranges[self.piece_index(ty, seat) * self.castling_rights_kept.len() + from];
        &self.double_steps[start as usize..end as usize]
    }
    /// Returns the approximate heap memory used, in bytes.
    pub fn bytes(&self) -> usize {
        let leaps: usize = self.leaps.iter().map(|it| size_of_val(&*it.to) * 2).sum();
        let riders: usize = self.riders.iter().map(RiderClass::bytes).sum();
        let slider_ranges: usize = self.slider_ranges.iter().map(|it| size_of_val(&**it)).sum();
        let changes = self.type_changes.iter().flatten().flatten();
        let changes: usize = changes.map(|it| size_of::<Vec<TypeChange>>() + size_of_val(&**it)).sum();
        let odd = self.odd.iter().flatten();
        let stops = |it: &OddRoute<W>| size_of::<OddRoute<W>>() + size_of_val(&*it.stops);
        let odd: usize = odd.map(|it| size_of::<Vec<OddRoute<W>>>() + it.iter().map(stops).sum::<usize>()).sum();
        let around: usize = self.around.iter().flatten().map(KingZone::bytes).sum();
        let reached_to: usize = self.reached_to.iter().map(|it| size_of_val(&**it)).sum();
        let squares = self.promotion.iter().chain(&self.promoted).map(Vec::len).sum::<usize>();
        let steps = size_of_val(&*self.double_steps) + size_of_val(&*self.double_ranges);
        leaps + riders + around + reached_to + self.slides.bytes() + slider_ranges + changes + odd + squares + steps
    }
}
