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

mod build;
mod place;
mod special;

pub use place::{man_fits, place_holds};

use super::bits::Bits;
use super::slides::RiderClass;
use super::types::Types;
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

/// What a man of one type and seat does.
#[derive(Clone, Debug)]
pub struct ManTable<const W: usize> {
    /// Leaps that move without taking: index into [`Tables::leaps`].
    pub quiet: Option<u16>,
    /// Leaps that take.
    pub capture: Option<u16>,
    /// Leaps that take in passing.
    pub passing: Option<u16>,
    /// Rides.
    pub rides: Vec<Ride>,
    /// Sets of odd routes: indices into [`Tables::odd`].
    pub odd: Vec<u16>,
    /// Squares from which there are odd routes.
    pub odd_from: Bits<W>,
    /// Squares from which there is a double step.
    pub double_from: Bits<W>,
    /// Squares of arrival on which the man is promoted.
    pub promotes: Bits<W>,
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
    /// Whether the processor gathers bits in one instruction.
    pub pext: bool,
    /// Types that are royal.
    pub royal_types: Vec<u8>,
    /// Types that are pawns.
    pub pawn_types: u64,
    /// Leap classes.
    pub leaps: Vec<LeapClass<W>>,
    /// Rider classes.
    pub riders: Vec<RiderClass<W>>,
    /// By type, then seat: `ty * n_seats + seat`.
    pub men: Vec<ManTable<W>>,
    /// Who attacks by leaps.
    pub leap_attacks: Vec<Attackers>,
    /// Who attacks by rides.
    pub ride_attacks: Vec<Attackers>,
    /// Sets of odd routes by square.
    pub odd: Vec<Vec<Vec<OddRoute<W>>>>,
    /// Double steps by man table, then square; empty where nobody has any.
    pub doubles: Vec<Vec<Vec<DoubleStep>>>,
    /// What types become, by man table, then square; `None` where they stay what they are.
    pub becomings: Vec<Option<Vec<Vec<Becoming>>>>,
    /// Which promotion, by man table, then square: index, or `NOBODY`.
    pub promotion: Vec<Vec<u8>>,
    /// The type that a promotion into a kind gives: by seat, kind, square.
    pub promoted: Vec<Vec<u8>>,
    /// Castling rights that stay when a man leaves or enters a square.
    pub keeps: Vec<u64>,
    /// Castlings by seat.
    pub castlings: Vec<Vec<CastlingTable<W>>>,
    /// Zones by zone, then seat.
    pub zones: Vec<Vec<Bits<W>>>,
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
    pub fn new(book: &Rulebook) -> Self {
        build::build(book)
    }
    /// The table of a type for a seat.
    #[inline(always)]
    pub fn man(&self, ty: usize, seat: u8) -> &ManTable<W> {
        &self.men[ty * self.n_seats as usize + seat as usize]
    }
    /// The index of that table.
    #[inline(always)]
    pub fn man_index(&self, ty: usize, seat: u8) -> usize {
        ty * self.n_seats as usize + seat as usize
    }
    /// The double steps of a man.
    #[inline(always)]
    pub fn doubles(&self, ty: usize, seat: u8, from: usize) -> &[DoubleStep] {
        &self.doubles[self.man_index(ty, seat)][from]
    }
    /// Bytes on the heap, roughly.
    pub fn bytes(&self) -> usize {
        let leaps: usize = self.leaps.iter().map(|it| size_of_val(&*it.to) * 2).sum();
        let riders: usize = self.riders.iter().map(RiderClass::bytes).sum();
        leaps + riders + self.promotion.iter().map(Vec::len).sum::<usize>()
    }
}
