//! Repetition: the hash by which positions are compared, and what the moves in between have in common.
//!
//! Contains [`Repetition`], which tests of outcomes read, and [`CheckTrace`], which callers keep for
//! each earlier position.
//!
//! Input: a [`State`]. Output: a number that is equal for positions that repeat. Does not know the history
//! of a game.

use crate::policy::Window;
use crate::rulebook::{MAX_CHASES, SeatSet};
use crate::rules::facts::Facts;
use crate::rules::facts::chase::{ChaseTrace, chasing};
use crate::rules::state::{NOWHERE, State};

/// How often a position has occurred in a game, and which players gave perpetual check or chased in the meantime.
///
/// A number is that many occurrences without perpetual check:
///
/// ```
/// use threefold::rules::Repetition;
///
/// let first = Repetition::from(1);
/// assert_eq!((first.times, first.checking), (1, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Repetition {
    /// Number of occurrences, counting this one; 0 (perft) turns off repetition and dead positions.
    pub times: u16,
    /// The players who gave check with each of their moves since the first occurrence, one bit each. A
    /// player without such a move is not one of them.
    pub checking: SeatSet,
    /// The players who chased one and the same piece with each of their moves since the first occurrence, one bit each.
    /// There is one set for each meaning of `perpetual-chase` in the outcomes of the rulebook.
    #[cfg_attr(feature = "serde", serde(default))]
    pub chasing: [SeatSet; MAX_CHASES],
}

impl From<u16> for Repetition {
    fn from(times: u16) -> Self {
        Self { times, checking: 0, chasing: [0; MAX_CHASES] }
    }
}

impl Repetition {
    /// Counts the occurrences of a position for which `led` is known, counting this one. `earlier` has,
    /// for each earlier position, the latest first, whether it is the same, and what led to it.
    #[doc(hidden)]
    pub fn count(led: CheckTrace, earlier: impl Iterator<Item = (bool, CheckTrace)>) -> Self {
        let (mut all, mut since) = (Self::from(1), led);
        for (is_same, led) in earlier {
            if is_same {
                all = Self { times: all.times.saturating_add(1), checking: since.checking(), ..all };
            }
            since = since.with(led);
        }
        all
    }

    /// Adds the players who chased a piece, if the position has occurred before. The arguments are those of
    /// [`Repetition::count`], with the other part of what led to each position.
    #[doc(hidden)]
    #[must_use]
    pub fn with_chases<'a>(
        self,
        led: Option<&'a ChaseTrace>,
        mut earlier: impl Iterator<Item = (bool, Option<&'a ChaseTrace>)>,
    ) -> Self {
        if self.times < 2 { self } else { Self { chasing: chasing(led, &mut earlier), ..self } }
    }
}

/// What led from one position to a later one: the players who moved, and those of them who made a move
/// that gave no check. One bit each.
///
/// Empty in a rulebook without perpetual check, and for a position to which no move led.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub struct CheckTrace {
    moved: SeatSet,
    without_check: SeatSet,
}

impl CheckTrace {
    /// Describes one move.
    pub fn of_move(mover: u8, gives_check: bool) -> Self {
        Self { moved: 1 << mover, without_check: u8::from(!gives_check) << mover }
    }

    /// Joins the moves of two stretches of a game.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self { moved: self.moved | other.moved, without_check: self.without_check | other.without_check }
    }

    /// Returns the players who moved and gave check with each of their moves.
    pub fn checking(self) -> SeatSet {
        self.moved & !self.without_check
    }
}

impl<const W: usize, const T: usize, const N: usize> Facts<'_, W, T, N> {
    /// Returns a hash that is equal for positions that repeat: same pieces, mover, living players and rights. An en
    /// passant right counts only if it `is_usable`.
    pub fn repetition_key(self, st: &State<W, T, N>, is_usable: impl Fn(u8) -> bool) -> u64 {
        // Each word has a key of its own, and the products are added, so that the processor multiplies several at
        // once. Both halves of a product count: the lower one alone would ignore most of what the highest bits say.
        let (mut sum, mut key) = (0u64, 0xcbf2_9ce4_8422_2325u64);
        let mut mix = |word: u64| {
            key = key.wrapping_add(0x9e37_79b9_7f4a_7c16);
            let product = u128::from(word ^ key) * u128::from(key.rotate_left(23));
            sum = sum.wrapping_add(product as u64 ^ (product >> 64) as u64);
        };
        // Two plain loops: a chain of iterators costs twice as much here.
        for set in &st.types[..self.engine.tables.n_types] {
            for word in set.0 {
                mix(word);
            }
        }
        for set in &st.seats[..usize::from(self.engine.tables.n_seats)] {
            for word in set.0 {
                mix(word);
            }
        }
        mix(st.rights);
        mix(st.flags);
        mix(u64::from(st.turn) | u64::from(st.living) << 8);
        for (owner, right) in st.en_passant.iter().enumerate() {
            // An en passant right that no piece can use does not distinguish positions.
            if right.target != NOWHERE && is_usable(owner as u8) {
                mix(u64::from(right.target) << 16 | owner as u64);
            }
        }
        if self.engine.book.has_pool {
            for pool in &st.pool[..self.engine.book.seats.len()] {
                pool[..self.engine.book.kinds.len()].iter().for_each(|it| mix(u64::from(*it)));
            }
        }
        let (kinds, values) = (self.engine.book.kinds.len(), self.engine.book.seat_values());
        if values != 0 {
            for seat in 0..self.engine.tables.n_seats {
                st.counters(seat, kinds, values).iter().for_each(|it| mix(u64::from(*it)));
            }
        }
        (sum ^ sum >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Reports whether a piece of a player is placed so that it could capture en passant, by a leap or by an odd route.
    /// A piece that may not move, because it is pinned for example, counts.
    pub fn could_pass(self, st: &State<W, T, N>, owner: u8, seat: u8) -> bool {
        let target = st.en_passant[owner as usize].target;
        let outlasts = self.outlasts_next_ply(st, owner);
        seat != owner
            && st.is_living(seat)
            && (0..self.engine.tables.n_types).any(|ty| {
                // SAFETY: a type and a seat (see `unchecked`).
                let piece = unsafe { self.engine.tables.piece(ty, seat) };
                let pieces = st.types[ty] & st.seats[seat as usize];
                // SAFETY: a class of leaps and a square (see `unchecked`).
                piece
                    .en_passant
                    .is_some_and(|it| unsafe { self.engine.tables.leaps_from(it, target as usize) }.meets(pieces))
                    || self.could_capture_en_passant_by_odd_route(st, seat, ty, target, outlasts)
            })
    }

    /// Reports whether an en passant right can still be used after the next move.
    pub fn outlasts_next_ply(self, st: &State<W, T, N>, owner: u8) -> bool {
        let is_short = self.engine.book.en_passant.as_ref().is_none_or(|it| it.window == Window::NextPly);
        let next = self.engine.place_after(st, self.engine.place(st));
        !is_short && self.engine.player_of(st, next) != owner
    }
}
