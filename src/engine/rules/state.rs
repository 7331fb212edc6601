//! The state of the engine: a position as a small flat value.
//!
//! Contains [`State`] and its parts. A move is made on a copy (copy-make), and nothing is ever
//! undone.
//!
//! Input: squares, types and seats. Output: bitboards, and what is on a square. Does not know the
//! rules, the board, or the history of a game.

use super::setup::{Ending, EndingCause};
use super::square_set::SquareSet;
use super::unchecked::at;
use crate::rulebook::{ClaimId, MAX_BARRIER_STATES, OutcomeId, SeatId, SeatSet};

/// The absence of a square.
pub const NOWHERE: u16 = u16::MAX;
/// The absence of a seat, castling, kind or type.
pub const NOBODY: u8 = u8::MAX;

/// The cause of an ending by the first claim. A rulebook has at most 200 outcomes and 50 claims.
pub const FIRST_CLAIM: u8 = 200;

/// The bit of [`State::flags`] that is set while the order of play is reversed. No barrier has it, nor
/// one of the bits below.
const REVERSED: u64 = 1 << 63;
/// Four bits of [`State::flags`]: the seat that moves after an extra turn, plus one; 0 in a usual turn.
const EXTRA_TURN: u32 = 59;
/// The bit of [`State::flags`] that is set in a turn that an extra turn has delayed.
const DELAYED: u64 = 1 << 58;
/// Eight bits of [`State::flags`]: the frozen players.
const FROZEN: u32 = 50;
/// The bits of [`State::flags`] that decide whose turn follows.
const ORDER: u64 = REVERSED | 15 << EXTRA_TURN | DELAYED;
const _: () = assert!(MAX_BARRIER_STATES <= FROZEN as usize, "a barrier has no bit of its own");

/// An en passant right. If there is none, `target` is [`NOWHERE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedEnPassant {
    /// The destination of the capturing piece.
    pub target: u16,
    /// The square of the piece that can be captured.
    pub victim: u16,
    /// Plies since the double step.
    pub age: u8,
}

impl PackedEnPassant {
    /// The absence of a right.
    pub const NONE: Self = Self { target: NOWHERE, victim: NOWHERE, age: 0 };
}

/// How a game ended, packed into four bytes; [`PackedEnding::NO`] during the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedEnding {
    /// Index of an outcome, or [`FIRST_CLAIM`] plus the index of a claim, or [`NOBODY`].
    pub cause: u8,
    /// The seat that moved or made the claim.
    pub mover: u8,
    /// The seat that lost by the outcome, or [`NOBODY`].
    pub victim: u8,
    /// The seat that gave mate, or the named winner, or [`NOBODY`].
    pub mating_player: u8,
}

impl PackedEnding {
    /// The value during the game.
    pub const NO: Self = Self { cause: NOBODY, mover: NOBODY, victim: NOBODY, mating_player: NOBODY };

    /// Returns the cause of an ending by a claim.
    pub fn by_claim(id: ClaimId) -> u8 {
        FIRST_CLAIM + id.0
    }

    /// Converts an [`Ending`] whose ids are ids of the rulebook.
    pub fn of(ending: Ending) -> Self {
        let cause = match ending.cause {
            EndingCause::Outcome(id) => id.0,
            EndingCause::Claim(id) => Self::by_claim(id),
        };
        let seat = |it: Option<SeatId>| it.map_or(NOBODY, |it| it.0);
        Self { cause, mover: ending.mover.0, victim: seat(ending.victim), mating_player: seat(ending.mating_player) }
    }

    /// Converts to the public form; `None` during the game.
    pub fn ending(self) -> Option<Ending> {
        let seat = |it: u8| if it == NOBODY { None } else { Some(SeatId(it)) };
        let cause = match self.cause {
            NOBODY => return None,
            id if id >= FIRST_CLAIM => EndingCause::Claim(ClaimId(id - FIRST_CLAIM)),
            id => EndingCause::Outcome(OutcomeId(id)),
        };
        Some(Ending {
            cause,
            mover: SeatId(self.mover),
            victim: seat(self.victim),
            mating_player: seat(self.mating_player),
        })
    }
}

/// Maximum number of piece types in a variant, that of the widest engine.
#[doc(hidden)]
pub const MAX_TYPES: usize = 64;

/// Maximum number of seats in a variant.
pub const MAX_SEATS: usize = 8;

/// A position on up to `64 * W` squares, with up to `T` piece types and `N` seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State<const W: usize, const T: usize, const N: usize> {
    /// Pieces by type.
    pub types: [SquareSet<W>; T],
    /// Pieces by seat, including eliminated players.
    pub seats: [SquareSet<W>; N],
    /// Castling rights, one bit for each castling of the rulebook.
    pub rights: u64,
    /// The open barriers, one bit for each barrier with a state; the direction of play, the extra turn and
    /// the frozen players, see [`State::is_reversed`], [`State::extra_turn`] and [`State::frozen`].
    pub flags: u64,
    /// En passant rights, by the seat that made the double step.
    pub en_passant: [PackedEnPassant; N],
    /// Captured pieces in the pool, by seat, then kind.
    pub pool: [[u8; T]; N],
    /// Total value of the pieces that each seat lost.
    pub lost: [u16; N],
    /// Twelfths of a point by seat.
    pub scores: [i16; N],
    /// The halfmove clock: plies since the last move that resets it.
    pub halfmoves: u16,
    /// The seat to move.
    pub turn: u8,
    /// The remaining players, one bit each.
    pub living: SeatSet,
    /// How the game ended, or [`PackedEnding::NO`].
    pub over: PackedEnding,
}

impl<const W: usize, const T: usize, const N: usize> State<W, T, N> {
    /// Creates an empty board with the given remaining players.
    pub fn empty(living: SeatSet) -> Self {
        Self {
            types: [SquareSet::EMPTY; T],
            seats: [SquareSet::EMPTY; N],
            rights: 0,
            flags: 0,
            en_passant: [PackedEnPassant::NONE; N],
            pool: [[0; T]; N],
            lost: [0; N],
            scores: [0; N],
            halfmoves: 0,
            turn: 0,
            living,
            over: PackedEnding::NO,
        }
    }
    /// Returns the same position in a state of another size. Every square, type and seat in use must
    /// fit.
    pub fn resized<const V: usize, const U: usize, const M: usize>(&self) -> State<V, U, M> {
        let mut to = State::empty(self.living);
        to.types.iter_mut().zip(&self.types).for_each(|(to, from)| *to = from.resized());
        to.seats.iter_mut().zip(&self.seats).for_each(|(to, from)| *to = from.resized());
        for (to, from) in to.pool.iter_mut().zip(&self.pool) {
            to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
        }
        to.en_passant.iter_mut().zip(&self.en_passant).for_each(|(to, from)| *to = *from);
        to.lost.iter_mut().zip(&self.lost).for_each(|(to, from)| *to = *from);
        to.scores.iter_mut().zip(&self.scores).for_each(|(to, from)| *to = *from);
        State {
            rights: self.rights,
            flags: self.flags,
            halfmoves: self.halfmoves,
            turn: self.turn,
            over: self.over,
            ..to
        }
    }
    /// Copies another state in blocks. A block is small enough to be copied without a function call.
    #[inline(always)]
    pub fn copy_from(&mut self, other: &Self) {
        const BLOCK: usize = 128;
        let (from, to) = ((&raw const *other).cast::<u8>(), (&raw mut *self).cast::<u8>());
        let mut done = 0;
        while done + BLOCK <= size_of::<Self>() {
            // SAFETY: the block lies within both states, which do not overlap.
            unsafe { std::ptr::copy_nonoverlapping(from.add(done), to.add(done), BLOCK) };
            done += BLOCK;
        }
        // SAFETY: as above.
        unsafe { std::ptr::copy_nonoverlapping(from.add(done), to.add(done), size_of::<Self>() % BLOCK) };
    }
    /// Returns the counters of a seat. They are stored in the pool, behind the `kinds` kinds of pieces.
    pub fn counters(&self, seat: u8, kinds: usize, number: usize) -> &[u8] {
        self.pool[seat as usize].get(kinds..kinds + number).unwrap_or_default()
    }
    /// Returns the counters of a seat for a change.
    pub fn counters_mut(&mut self, seat: u8, kinds: usize, number: usize) -> &mut [u8] {
        self.pool[seat as usize].get_mut(kinds..kinds + number).unwrap_or_default()
    }
    /// Returns all pieces.
    #[inline(always)]
    pub fn occupied(&self) -> SquareSet<W> {
        let mut all = SquareSet::EMPTY;
        for seat in &self.seats {
            all |= *seat;
        }
        all
    }
    /// Returns the pieces of a set of seats.
    #[inline(always)]
    pub fn pieces_of(&self, seats: SeatSet) -> SquareSet<W> {
        let mut all = SquareSet::EMPTY;
        let mut left = u16::from(seats) & ((1 << N) - 1);
        while left != 0 {
            // SAFETY: the mask leaves only seats below `N`.
            all |= unsafe { *at(&self.seats, left.trailing_zeros() as usize) };
            left &= left - 1;
        }
        all
    }
    /// Returns the pieces of a set of types.
    #[inline(always)]
    pub fn pieces_of_types(&self, types: u64) -> SquareSet<W> {
        let mut all = SquareSet::EMPTY;
        let mut types = types & u64::MAX >> (64 - T);
        while types != 0 {
            // SAFETY: the mask leaves only types below `T`.
            all |= unsafe { *at(&self.types, types.trailing_zeros() as usize) };
            types &= types - 1;
        }
        all
    }
    /// Reports whether there is a piece on a square.
    #[inline(always)]
    pub fn is_occupied(&self, square: usize) -> bool {
        let word = SquareSet::<W>::word(square);
        self.seats.iter().fold(0, |all, it| all | it.0[word]) >> (square & 63) & 1 != 0
    }
    /// Returns the type of the piece on an occupied square.
    // Branchless, because branches on the type of a piece are hard to predict.
    #[inline(always)]
    pub fn type_at(&self, square: usize) -> usize {
        let (word, bit) = (SquareSet::<W>::word(square), square & 63);
        let mut found = 0u64;
        for (index, set) in self.types.iter().enumerate() {
            found |= (set.0[word] >> bit & 1) << index;
        }
        debug_assert!(found != 0, "an occupied square has a type");
        found.trailing_zeros() as usize
    }
    /// Returns the seat of the piece on a square, or [`NOBODY`].
    #[inline(always)]
    pub fn seat_at(&self, square: usize) -> u8 {
        let (word, bit) = (SquareSet::<W>::word(square), square & 63);
        let mut found = 0u64;
        for (index, set) in self.seats.iter().enumerate() {
            found |= (set.0[word] >> bit & 1) << index;
        }
        if found == 0 { NOBODY } else { found.trailing_zeros() as u8 }
    }
    /// Puts a piece on an empty square.
    #[inline(always)]
    pub fn put(&mut self, square: usize, seat: usize, ty: usize) {
        self.types[ty].insert(square);
        self.seats[seat].insert(square);
    }
    /// Removes a piece from its square.
    #[inline(always)]
    pub fn lift(&mut self, square: usize, seat: usize, ty: usize) {
        self.types[ty].remove(square);
        self.seats[seat].remove(square);
    }
    /// Reports whether a player is still in the game.
    #[inline(always)]
    pub fn is_living(&self, seat: u8) -> bool {
        self.living >> seat & 1 != 0
    }
    /// Reports whether the order of play is reversed.
    #[inline(always)]
    pub fn is_reversed(&self) -> bool {
        self.flags & REVERSED != 0
    }
    /// Reverses the order of play.
    pub fn reverse(&mut self) {
        self.flags ^= REVERSED;
    }
    /// Returns the open barriers alone.
    pub fn open_barriers(&self) -> u64 {
        self.flags & ((1 << MAX_BARRIER_STATES) - 1)
    }
    /// Reports whether the turn passes as at the start of the game: to the next seat.
    #[inline(always)]
    pub fn has_usual_order(&self) -> bool {
        self.flags & ORDER == 0
    }
    /// Returns the seat that moves after this extra turn; `None` in a usual turn.
    pub fn extra_turn(&self) -> Option<u8> {
        (self.flags >> EXTRA_TURN & 15).checked_sub(1).map(|it| it as u8)
    }
    /// Starts an extra turn, after which `then` moves, or ends it.
    pub fn set_extra_turn(&mut self, then: Option<u8>) {
        self.flags = self.flags & !(15 << EXTRA_TURN) | then.map_or(0, |it| u64::from(it) + 1) << EXTRA_TURN;
    }
    /// Reports whether an extra turn has delayed this turn.
    pub fn is_delayed(&self) -> bool {
        self.flags & DELAYED != 0
    }
    /// Marks this turn as one that an extra turn has delayed, or not.
    pub fn set_delayed(&mut self, is_delayed: bool) {
        self.flags = if is_delayed { self.flags | DELAYED } else { self.flags & !DELAYED };
    }
    /// Returns the frozen players: they are eliminated, but can return.
    #[inline(always)]
    pub fn frozen(&self) -> SeatSet {
        (self.flags >> FROZEN) as SeatSet
    }
    /// Replaces the set of frozen players.
    pub fn set_frozen(&mut self, seats: SeatSet) {
        self.flags = self.flags & !(0xFF << FROZEN) | u64::from(seats) << FROZEN;
    }
    /// Reports whether the turn passes as at the start of the game, and no player is frozen.
    #[inline(always)]
    pub fn has_usual_turns(&self) -> bool {
        self.flags & (ORDER | 0xFF << FROZEN) == 0
    }
    /// Returns the next remaining seat after `seat` in the order of play. `seat` may be eliminated.
    /// If it is the last one remaining, returns `seat`.
    #[inline(always)]
    pub fn after(&self, seat: u8, seats: u8) -> u8 {
        if self.is_reversed() { self.with_lower_number(seat, seats) } else { self.with_higher_number(seat, seats) }
    }
    /// Returns the remaining seat before `seat` in the order of play, or `seat` if there is no
    /// other.
    pub fn before(&self, seat: u8, seats: u8) -> u8 {
        if self.is_reversed() { self.with_higher_number(seat, seats) } else { self.with_lower_number(seat, seats) }
    }
    /// Returns the first remaining seat with a higher number, or else with the lowest one.
    #[inline(always)]
    pub fn with_higher_number(&self, seat: u8, seats: u8) -> u8 {
        debug_assert!(seat < seats && u32::from(self.living) < 1 << seats);
        let living = u32::from(self.living);
        let later = living >> (seat + 1);
        match (later, living) {
            (0, 0) => seat,
            (0, _) => living.trailing_zeros() as u8,
            _ => seat + 1 + later.trailing_zeros() as u8,
        }
    }
    /// Returns the first remaining seat with a lower number, or else with the highest one.
    fn with_lower_number(&self, seat: u8, seats: u8) -> u8 {
        let mut previous = seat;
        for _ in 0..seats {
            previous = if previous == 0 { seats - 1 } else { previous - 1 };
            if self.is_living(previous) {
                return previous;
            }
        }
        seat
    }
    /// Returns the number of remaining players.
    #[inline(always)]
    pub fn living_count(&self) -> u32 {
        self.living.count_ones()
    }
}
