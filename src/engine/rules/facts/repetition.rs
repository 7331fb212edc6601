//! The hash by which positions are compared for repetition.
//!
//! In: a [`State`]. Out: a number that is equal for positions that repeat. Does not know how often a
//! position has occurred.

use crate::policy::Window;
use crate::rules::facts::Facts;
use crate::rules::state::{NOWHERE, State};

impl<const W: usize, const T: usize, const N: usize> Facts<'_, W, T, N> {
    /// Returns a hash that is equal for positions that repeat: same pieces, mover, living players
    /// and rights.
    pub fn repetition_key(self, st: &State<W, T, N>) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        let mut mix = |word: u64| {
            hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        };
        for set in st.types[..self.engine.tables.n_types].iter().chain(&st.seats[..self.engine.book.seats.len()]) {
            set.0.iter().for_each(|it| mix(*it));
        }
        mix(st.rights);
        mix(st.open);
        mix(u64::from(st.turn) | u64::from(st.living) << 8);
        for (owner, right) in st.passing.iter().enumerate() {
            // An en passant right that no piece can use does not distinguish positions.
            if right.target != NOWHERE && self.passing_is_open(st, owner as u8) {
                mix(u64::from(right.target) << 16 | owner as u64);
            }
        }
        if self.engine.book.has_pool {
            for pool in &st.pool[..self.engine.book.seats.len()] {
                pool[..self.engine.book.kinds.len()].iter().for_each(|it| mix(u64::from(*it)));
            }
        }
        if !self.engine.book.counters.is_empty() {
            for seat in 0..self.engine.tables.n_seats {
                self.engine.counters(st, seat).iter().for_each(|it| mix(u64::from(*it)));
            }
        }
        hash
    }

    /// Reports whether any piece is placed so that it could capture en passant, by a leap or by an odd route.
    fn passing_is_open(self, st: &State<W, T, N>, owner: u8) -> bool {
        let target = st.passing[owner as usize].target;
        let is_short = self.engine.book.en_passant.as_ref().is_none_or(|it| it.window == Window::NextPly);
        let outlasts = !is_short && st.after(st.turn, self.engine.tables.n_seats) != owner;
        (0..self.engine.tables.n_seats).filter(|it| *it != owner && st.lives(*it)).any(|seat| {
            (0..self.engine.tables.n_types).any(|ty| {
                // SAFETY: a type and a seat (see `unchecked`).
                let piece = unsafe { self.engine.tables.piece(ty, seat) };
                let pieces = st.types[ty] & st.seats[seat as usize];
                // SAFETY: a class of leaps and a square (see `unchecked`).
                piece
                    .passing
                    .is_some_and(|it| unsafe { self.engine.tables.leaps_from(it, target as usize) }.meets(pieces))
                    || self.could_pass_oddly(st, seat, ty, target, outlasts)
            })
        })
    }
}
