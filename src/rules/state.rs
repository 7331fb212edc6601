//! A position as the engine holds it: a small flat value, copied rather than undone.

use super::bits::Bits;
use super::setup::{Ending, EndingCause};
use super::unchecked::at;
use crate::variant::{ClaimId, OutcomeId, SeatId, SeatSet};

/// No square.
pub const NOWHERE: u16 = u16::MAX;
/// No seat, no castling, no kind.
pub const NOBODY: u8 = u8::MAX;

/// The cause of an ending by the first claim: a rulebook has 200 outcomes at most, and 50 claims.
pub const FIRST_CLAIM: u8 = 200;

/// A right to take in passing; `target` is [`NOWHERE`] where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passing {
    /// Where the taker lands.
    pub target: u16,
    /// Where the man stands that stepped past.
    pub victim: u16,
    /// Plies since.
    pub age: u8,
}

impl Passing {
    /// No right.
    pub const NONE: Self = Self { target: NOWHERE, victim: NOWHERE, age: 0 };
}

/// How a game ended, in one word; [`Over::NO`] while it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over {
    /// Index of an outcome, or [`FIRST_CLAIM`] + index of a claim, or [`NOBODY`].
    pub cause: u8,
    /// The mover.
    pub mover: u8,
    /// The victim or [`NOBODY`].
    pub victim: u8,
    /// The mater, or the winner named, or [`NOBODY`].
    pub mater: u8,
}

impl Over {
    /// The game goes on.
    pub const NO: Self = Self { cause: NOBODY, mover: NOBODY, victim: NOBODY, mater: NOBODY };

    /// The cause of an ending by a claim.
    pub fn by_claim(id: ClaimId) -> u8 {
        FIRST_CLAIM + id.0
    }

    /// From the public form; its ids are those of the rulebook.
    pub fn of(ending: Ending) -> Self {
        let cause = match ending.cause {
            EndingCause::Outcome(id) => id.0,
            EndingCause::Claim(id) => Self::by_claim(id),
        };
        let seat = |it: Option<SeatId>| it.map_or(NOBODY, |it| it.0);
        Self { cause, mover: ending.mover.0, victim: seat(ending.victim), mater: seat(ending.mater) }
    }

    /// In the public form.
    pub fn ending(self) -> Option<Ending> {
        let seat = |it: u8| if it == NOBODY { None } else { Some(SeatId(it)) };
        let cause = match self.cause {
            NOBODY => return None,
            id if id >= FIRST_CLAIM => EndingCause::Claim(ClaimId(id - FIRST_CLAIM)),
            id => EndingCause::Outcome(OutcomeId(id)),
        };
        Some(Ending { cause, mover: SeatId(self.mover), victim: seat(self.victim), mater: seat(self.mater) })
    }
}

/// A position of up to `64 * W` squares, `T` types of men and `N` seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<const W: usize, const T: usize, const N: usize> {
    /// Men by type.
    pub types: [Bits<W>; T],
    /// Men by seat, the dead included.
    pub seats: [Bits<W>; N],
    /// Castling rights, one bit for each castling of the rulebook.
    pub rights: u64,
    /// Open barriers, by state bit.
    pub open: u64,
    /// Rights in passing, by the seat that stepped.
    pub passing: [Passing; N],
    /// Men taken, by seat, then kind.
    pub pool: [[u8; T]; N],
    /// Value taken from each seat.
    pub lost: [u16; N],
    /// Half points, by seat.
    pub scores: [i16; N],
    /// Plies since the quiet counter was reset.
    pub quiet: u16,
    /// Whose turn.
    pub turn: u8,
    /// Who is still in.
    pub living: SeatSet,
    /// How the game ended.
    pub over: Over,
}

impl<const W: usize, const T: usize, const N: usize> State<W, T, N> {
    /// An empty board with everybody in.
    pub fn empty(living: SeatSet) -> Self {
        Self {
            types: [Bits::EMPTY; T],
            seats: [Bits::EMPTY; N],
            rights: 0,
            open: 0,
            passing: [Passing::NONE; N],
            pool: [[0; T]; N],
            lost: [0; N],
            scores: [0; N],
            quiet: 0,
            turn: 0,
            living,
            over: Over::NO,
        }
    }
    /// Takes everything over from another state, part by part: each is small enough to be
    /// copied without a call, and nothing is copied twice.
    #[inline(always)]
    pub fn copy_from(&mut self, other: &Self) {
        self.types = other.types;
        self.seats = other.seats;
        self.rights = other.rights;
        self.open = other.open;
        self.passing = other.passing;
        self.pool = other.pool;
        self.lost = other.lost;
        self.scores = other.scores;
        self.quiet = other.quiet;
        self.turn = other.turn;
        self.living = other.living;
        self.over = other.over;
    }
    /// All men.
    #[inline(always)]
    pub fn occupied(&self) -> Bits<W> {
        let mut all = Bits::EMPTY;
        for seat in &self.seats {
            all |= *seat;
        }
        all
    }
    /// The men of a set of seats.
    #[inline(always)]
    pub fn men_of(&self, seats: SeatSet) -> Bits<W> {
        let mut all = Bits::EMPTY;
        let mut left = u16::from(seats) & ((1 << N) - 1);
        while left != 0 {
            // SAFETY: no seat beyond `N` is left.
            all |= unsafe { *at(&self.seats, left.trailing_zeros() as usize) };
            left &= left - 1;
        }
        all
    }
    /// The men of a set of types.
    #[inline(always)]
    pub fn men_of_types(&self, types: u64) -> Bits<W> {
        let mut all = Bits::EMPTY;
        let mut types = types & u64::MAX >> (64 - T);
        while types != 0 {
            // SAFETY: no type beyond `T` is left.
            all |= unsafe { *at(&self.types, types.trailing_zeros() as usize) };
            types &= types - 1;
        }
        all
    }
    /// Whether a man stands on a square.
    #[inline(always)]
    pub fn is_occupied(&self, square: usize) -> bool {
        let word = Bits::<W>::word(square);
        self.seats.iter().fold(0, |all, it| all | it.0[word]) >> (square & 63) & 1 != 0
    }
    /// The type of the man on a square; the square is occupied.
    // Without a branch for each type: which man stands somewhere is hard to predict.
    #[inline(always)]
    pub fn type_at(&self, square: usize) -> usize {
        let (word, bit) = (Bits::<W>::word(square), square & 63);
        let mut found = 0u64;
        for (index, set) in self.types.iter().enumerate() {
            found |= (set.0[word] >> bit & 1) << index;
        }
        debug_assert!(found != 0, "an occupied square has a type");
        found.trailing_zeros() as usize
    }
    /// The seat of the man on a square, or [`NOBODY`].
    #[inline(always)]
    pub fn seat_at(&self, square: usize) -> u8 {
        let (word, bit) = (Bits::<W>::word(square), square & 63);
        let mut found = 0u64;
        for (index, set) in self.seats.iter().enumerate() {
            found |= (set.0[word] >> bit & 1) << index;
        }
        if found == 0 { NOBODY } else { found.trailing_zeros() as u8 }
    }
    /// Puts a man down on an empty square.
    #[inline(always)]
    pub fn put(&mut self, square: usize, seat: usize, ty: usize) {
        self.types[ty].insert(square);
        self.seats[seat].insert(square);
    }
    /// Takes a man off.
    #[inline(always)]
    pub fn lift(&mut self, square: usize, seat: usize, ty: usize) {
        self.types[ty].remove(square);
        self.seats[seat].remove(square);
    }
    /// Whether a seat is in.
    #[inline(always)]
    pub fn lives(&self, seat: u8) -> bool {
        self.living >> seat & 1 != 0
    }
    /// The next living seat in order of play after `seat`, which may be dead; itself if it is the last.
    #[inline(always)]
    pub fn after(&self, seat: u8, seats: u8) -> u8 {
        debug_assert!(seat < seats && u32::from(self.living) < 1 << seats);
        let living = u32::from(self.living);
        let later = living >> (seat + 1);
        match (later, living) {
            (0, 0) => seat,
            (0, _) => living.trailing_zeros() as u8,
            _ => seat + 1 + later.trailing_zeros() as u8,
        }
    }
    /// The living seat before `seat` in order of play.
    pub fn before(&self, seat: u8, seats: u8) -> u8 {
        let mut previous = seat;
        for _ in 0..seats {
            previous = if previous == 0 { seats - 1 } else { previous - 1 };
            if self.lives(previous) {
                return previous;
            }
        }
        seat
    }
    /// How many seats are in.
    #[inline(always)]
    pub fn living_count(&self) -> u32 {
        self.living.count_ones()
    }
}
