//! What is looked up while moves are generated, baked once when a variant is loaded.
//!
//! In: a [`Rulebook`]; its graph is walked here and never again. Out: [`Tables`].
//!
//! Every man's routes are sorted into three heaps:
//! - leaps: a set of squares for each square ([`LeapClass`]), and its reverse;
//! - rides: rays by table lookup ([`RiderClass`]);
//! - odd routes: whatever lies behind a barrier whose permissions are not all or
//!   nothing, and slides that come full circle. They are walked, and what they give is tried.
//!
//! A barrier that never lets anything through cuts the table itself.

mod around;
mod build;
mod odd;
mod place;
mod shapes;
mod special;

pub use around::Around;
pub use place::{man_fits, place_holds, stand_holds};

use super::bits::Bits;
use super::processor::Processor;
use super::riders::RiderClass;
use super::routes::KnownRoutes;
use super::slides::{Heads, Slides};
use super::types::Types;
use super::unchecked::at;
use crate::board::Heading;
use crate::variant::{Rulebook, SeatSet};

/// Leaps of one kind: where to, and where from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LeapClass<const W: usize> {
    /// For each square: where a leap from it ends.
    pub to: Vec<Bits<W>>,
    /// For each square: from where a leap ends on it.
    pub from: Vec<Bits<W>>,
}

/// One way of riding that a type has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ride {
    /// Index into [`Tables::riders`].
    pub class: u16,
    /// It may move without taking.
    pub quiet: bool,
    /// It may take.
    pub capture: bool,
}

/// A stop of an odd route.
#[derive(Clone, Debug, PartialEq)]
pub struct OddStop<const W: usize> {
    /// The square.
    pub to: u16,
    /// What must be empty since the last stop (lame leaps).
    pub through: Bits<W>,
    /// Barrier instances met since the last stop.
    pub barriers: Vec<u16>,
}

/// A route that the tables leave out, from where they leave it.
#[derive(Clone, Debug, PartialEq)]
pub struct OddRoute<const W: usize> {
    /// What must be empty before the first stop.
    pub prefix: Bits<W>,
    /// It may move without taking.
    pub quiet: bool,
    /// It may take.
    pub capture: bool,
    /// It may take in passing.
    pub passing: bool,
    /// The stops.
    pub stops: Vec<OddStop<W>>,
}

/// How most men of a table move, where that can be said in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// By leaps alone, which take as they move: index into [`Tables::leaps`].
    Leaper(u16),
    /// By rides alone, which take as they move: index into [`Tables::slide_heads`].
    Slider(u16),
    /// By steps that are the same difference of square numbers from nearly everywhere:
    /// index into [`Tables::shifts`].
    Stepper(u16),
    /// Otherwise.
    Mixed,
}

/// A step from many squares at once.
#[derive(Clone, Debug)]
pub struct Shift<const W: usize> {
    /// From these squares.
    pub from: Bits<W>,
    /// So many square numbers on.
    pub by: i16,
}

/// The steps of men that take otherwise than they move.
#[derive(Clone, Debug, Default)]
pub struct Shifts<const W: usize> {
    /// Where the single steps have many differences: leaps that move and leaps that take, as
    /// indices into [`Tables::leaps`], asked for each man; there are no `quiet` and `capture` then.
    pub by_man: Option<(u16, u16)>,
    /// Steps that move without taking.
    pub quiet: Vec<Shift<W>>,
    /// Steps that take.
    pub capture: Vec<Shift<W>>,
    /// Squares from which some of these steps ends in a promotion.
    pub promotes_from: Bits<W>,
    /// Plain double steps: over the square that is so much on, to the one that is so much on from there.
    pub double: Vec<(Shift<W>, i16)>,
}

/// What a man of one type and seat does.
#[derive(Clone, Debug)]
pub struct ManTable<const W: usize> {
    /// In one word.
    pub shape: Shape,
    /// Leaps that move without taking: index into [`Tables::leaps`].
    pub quiet: Option<u16>,
    /// Leaps that take.
    pub capture: Option<u16>,
    /// Leaps that take in passing.
    pub passing: Option<u16>,
    /// Rides.
    pub rides: Vec<Ride>,
    /// Those of them that move and take alike, joined: index into [`Tables::slide_heads`].
    pub slides: Option<u16>,
    /// The rest of them.
    pub other_rides: Vec<Ride>,
    /// Sets of odd routes: indices into [`Tables::odd`].
    pub odd: Vec<u16>,
    /// Squares from which there are odd routes.
    pub odd_from: Bits<W>,
    /// Squares from which there is a plain double step.
    pub double_from: Bits<W>,
    /// Squares from which there is any double step.
    pub steps_from: Bits<W>,
    /// Squares of arrival on which the man is promoted.
    pub promotes: Bits<W>,
}

/// What generating asks first of the men of one type, in little room.
#[derive(Clone, Copy, Debug)]
pub struct Roll {
    /// How they move.
    pub shape: Shape,
    /// The type.
    pub ty: u8,
    /// They are royal.
    pub royal: bool,
    /// From some square they have odd routes.
    pub odd: bool,
}

/// A double step from a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleStep {
    /// The square passed, which must be empty.
    pub middle: u16,
    /// Where it ends.
    pub end: u16,
    /// No barrier that depends lies on it; the others are odd routes.
    pub plain: bool,
    /// A barrier never lets it through: it is known only to say so.
    pub cut: bool,
    /// There is no other way to its end: who comes there has passed that square.
    pub sure: bool,
}

/// Who attacks by one class.
#[derive(Clone, Debug)]
pub struct Attackers {
    /// Index into [`Tables::leaps`] or [`Tables::riders`].
    pub class: u16,
    /// The types, one bit each.
    pub types: u64,
    /// The seats for whose men of these types it holds.
    pub seats: SeatSet,
    /// Two of the types, or one of them twice, and the rest: mostly none.
    pub two_types: ([u8; 2], u64),
}

impl Attackers {
    /// Who attacks by a class.
    pub fn new(class: u16, types: u64, seats: SeatSet) -> Self {
        let first = types & types.wrapping_neg();
        let second = types & !first & (types & !first).wrapping_neg();
        let of = |bit: u64| bit.trailing_zeros() as u8;
        let two = [of(first), of(if second == 0 { first } else { second })];
        Self { class, types, seats, two_types: (two, types & !first & !second) }
    }
}

/// The ways in which some seats attack.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    /// By leaps.
    pub leaps: Vec<Attackers>,
    /// By rides.
    pub rides: Vec<Attackers>,
}

/// What a type becomes by a move.
#[derive(Clone, Copy, Debug)]
pub struct Becoming {
    /// Where the move ends.
    pub to: u16,
    /// The facing carried there.
    pub facing: Heading,
    /// Tags whose line the route crosses, or which ask for no line.
    pub crossed: u32,
    /// The type after a quiet move.
    pub quiet: u8,
    /// The type after a capture; [`super::state::NOBODY`] where the tags have to be asked.
    pub capture: u8,
    /// Several ways lead there, and what they cross or how they turn differs: ask which is free.
    pub unsure: bool,
}

/// A zone that a barrier looks at, for one of its owners.
#[derive(Clone, Copy, Debug)]
pub struct Vacated<const W: usize> {
    /// The state bit of the barrier.
    pub bit: u8,
    /// Once open it stays open.
    pub for_good: bool,
    /// Whose zone.
    pub seat: u8,
    /// Only his own men count.
    pub own_men: bool,
    /// The squares; none where the barrier asks for something else.
    pub zone: Bits<W>,
}

/// A castling, ready.
#[derive(Clone, Debug)]
pub struct CastlingTable<const W: usize> {
    /// Index into `Rulebook::castlings`.
    pub index: u8,
    /// King from, to; rook from, to.
    pub squares: [u16; 4],
    /// What must be empty.
    pub clear: Bits<W>,
    /// The same without the squares of king and rook themselves.
    pub clear_apart: Bits<W>,
    /// What must not be attacked.
    pub safe: Vec<u16>,
    /// Types that the rook may have; empty for any.
    pub rook: Vec<u8>,
}

/// All tables of a variant.
#[derive(Clone, Debug)]
pub struct Tables<const W: usize> {
    /// The types of men.
    pub types: Types,
    /// How many types.
    pub n_types: usize,
    /// How many seats.
    pub n_seats: u8,
    /// All seats.
    pub all_seats: SeatSet,
    /// What the processor can do.
    pub processor: Processor,
    /// Types that are royal.
    pub royal_types: u64,
    /// Types that are pawns.
    pub pawn_types: u64,
    /// Leap classes.
    pub leaps: Vec<LeapClass<W>>,
    /// Rider classes.
    pub riders: Vec<RiderClass<W>>,
    /// Where they would come to on an empty board: by class, then square.
    pub reached_to: Vec<Vec<Bits<W>>>,
    /// From where some leap, whoever's it is, takes on a square.
    pub touched_from: Vec<Bits<W>>,
    /// The squares about royal men, by the class of their leaps; `None` for leaps of others.
    pub around: Vec<Option<Around<W>>>,
    /// What rider classes look up.
    pub slides: Slides<W>,
    /// Steps of many men at once.
    pub shifts: Vec<Shifts<W>>,
    /// Joined rides: by square.
    pub slide_heads: Vec<Vec<Heads>>,
    /// By type, then seat: `ty * n_seats + seat`.
    pub men: Vec<ManTable<W>>,
    /// The types that men of a seat may have.
    pub rosters: Vec<Vec<Roll>>,
    /// The ways of attacking that some seats have, by the set of them.
    pub ways: Vec<Ways>,
    /// Sets of odd routes by square.
    pub odd: Vec<Vec<Vec<OddRoute<W>>>>,
    /// Double steps.
    pub double_steps: Vec<DoubleStep>,
    /// Those of a man: by man table, then square, as a range.
    pub double_ranges: Vec<(u32, u32)>,
    /// What types become, by man table, then square; `None` where they stay what they are.
    pub becomings: Vec<Option<Vec<Vec<Becoming>>>>,
    /// Which promotion, by man table, then square: index, or `NOBODY`.
    pub promotion: Vec<Vec<u8>>,
    /// The type that a promotion into a kind gives: by seat, kind, square; [`super::state::NOBODY`]
    /// where that depends on how the promoted piece faces.
    pub promoted: Vec<Vec<u8>>,
    /// Castling rights that stay when a man leaves or enters a square.
    pub keeps: Vec<u64>,
    /// The rights to castle that a seat may have; as many as any engine has seats.
    pub rights: [u64; 8],
    /// Castlings by seat.
    pub castlings: Vec<Vec<CastlingTable<W>>>,
    /// Zones by zone, then seat.
    pub zones: Vec<Vec<Bits<W>>>,
    /// What barriers with a changing state look at.
    pub vacated: Vec<Vacated<W>>,
    /// Which barrier headers bind: by man table.
    pub binds: Vec<Vec<bool>>,
    /// The colour of squares, where straight links always change it.
    pub dark: Option<Bits<W>>,
    /// An attack may lead over a barrier: the tables do not tell everything about attacks.
    pub barrier_attack: bool,
    /// Some rule makes attacks depend on more than lines and leaps: every move is tried.
    pub all_tried: bool,
}

impl<const W: usize> Tables<W> {
    /// Bakes the tables.
    pub fn new(book: &Rulebook, types: &Types, known: &KnownRoutes<'_>) -> Self {
        build::build(book, types, known)
    }
    /// Returns the table of a type for a seat.
    ///
    /// # Safety
    /// `ty` is a type and `seat` a seat of this variant.
    #[inline(always)]
    pub unsafe fn man(&self, ty: usize, seat: u8) -> &ManTable<W> {
        // SAFETY: there is a table for each seat of each type.
        unsafe { at(&self.men, ty * self.n_seats as usize + seat as usize) }
    }
    /// The index of that table.
    #[inline(always)]
    pub fn man_index(&self, ty: usize, seat: u8) -> usize {
        ty * self.n_seats as usize + seat as usize
    }
    /// The types that men of a seat may have.
    #[inline(always)]
    pub fn roster(&self, seat: u8) -> &[Roll] {
        &self.rosters[seat as usize]
    }
    /// The ways in which some seats attack.
    #[inline(always)]
    pub fn ways(&self, seats: SeatSet) -> &Ways {
        // SAFETY: there is an entry for each set of seats, and the mask makes one of any number.
        unsafe { at(&self.ways, (seats & self.all_seats) as usize) }
    }
    /// Returns where a leap of a class ends.
    ///
    /// # Safety
    /// `class` is a class of leaps and `from` a square of this variant.
    #[inline(always)]
    pub unsafe fn leaps_to(&self, class: u16, from: usize) -> Bits<W> {
        // SAFETY: the caller keeps the contract.
        unsafe { *at(&at(&self.leaps, class as usize).to, from) }
    }
    /// Returns from where a leap of a class ends on a square.
    ///
    /// # Safety
    /// `class` is a class of leaps and `to` a square of this variant.
    #[inline(always)]
    pub unsafe fn leaps_from(&self, class: u16, to: usize) -> Bits<W> {
        // SAFETY: the caller keeps the contract.
        unsafe { *at(&at(&self.leaps, class as usize).from, to) }
    }
    /// Whether a type is royal.
    #[inline(always)]
    pub fn is_royal(&self, ty: usize) -> bool {
        self.royal_types >> ty & 1 != 0
    }
    /// The double steps of a man.
    #[inline(always)]
    pub fn doubles(&self, ty: usize, seat: u8, from: usize) -> &[DoubleStep] {
        let (start, end) = self.double_ranges[self.man_index(ty, seat) * self.keeps.len() + from];
        &self.double_steps[start as usize..end as usize]
    }
    /// Bytes on the heap, roughly.
    pub fn bytes(&self) -> usize {
        let leaps: usize = self.leaps.iter().map(|it| size_of_val(&*it.to) * 2).sum();
        let riders: usize = self.riders.iter().map(RiderClass::bytes).sum();
        let heads: usize = self.slide_heads.iter().map(|it| size_of_val(&**it)).sum();
        let becomings = self.becomings.iter().flatten().flatten();
        let becomings: usize = becomings.map(|it| size_of::<Vec<Becoming>>() + size_of_val(&**it)).sum();
        let odd = self.odd.iter().flatten();
        let stops = |it: &OddRoute<W>| size_of::<OddRoute<W>>() + size_of_val(&*it.stops);
        let odd: usize = odd.map(|it| size_of::<Vec<OddRoute<W>>>() + it.iter().map(stops).sum::<usize>()).sum();
        let around: usize = self.around.iter().flatten().map(Around::bytes).sum();
        let reached_to: usize = self.reached_to.iter().map(|it| size_of_val(&**it)).sum();
        let squares = self.promotion.iter().chain(&self.promoted).map(Vec::len).sum::<usize>();
        let steps = size_of_val(&*self.double_steps) + size_of_val(&*self.double_ranges);
        leaps + riders + around + reached_to + self.slides.bytes() + heads + becomings + odd + squares + steps
    }
}
