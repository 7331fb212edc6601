//! The turn: who plays next, and which en passant rights lapse then.
//!
//! Input: a [`State`] after a move, or at the start of a turn that is passed. Output: the same state
//! with the turn of another player. Does not know why a turn is passed or an extra turn is given.

use crate::policy;
use crate::rules::apply::Applier;
use crate::rules::state::{NOWHERE, PackedEnPassant, State};

impl<const W: usize, const T: usize, const N: usize> Applier<'_, W, T, N> {
    /// Passes the turn to the next living player. `plies` is 1 after a move, 0 without one.
    #[inline(always)]
    pub fn pass_turn(self, st: &mut State<W, T, N>, plies: u8) {
        if !st.has_usual_order() {
            return self.pass_unusual_turn(st, plies);
        }
        let next = st.after(st.turn, self.engine.tables.n_seats);
        if self.has_en_passant_rights(st) {
            self.lapse(st, next, plies);
        }
        st.turn = next;
    }

    /// Passes the turn while the order of play is reversed, at the end of an extra turn, or at the end of
    /// the turn that it delayed.
    #[cold]
    #[inline(never)]
    fn pass_unusual_turn(self, st: &mut State<W, T, N>, plies: u8) {
        let n = self.engine.tables.n_seats;
        let delayed = st.extra_turn();
        let next = delayed.filter(|it| st.lives(*it)).unwrap_or_else(|| st.after(delayed.unwrap_or(st.turn), n));
        st.set_extra_turn(None);
        st.set_delayed(delayed.is_some_and(|it| st.lives(it)));
        if self.has_en_passant_rights(st) {
            match delayed {
                Some(_) => self.lapse_of(st, next, plies),
                None => self.lapse(st, next, plies),
            }
        }
        st.turn = next;
    }

    /// Gives a living player an extra turn, after which `then` plays.
    pub fn give_extra_turn(self, st: &mut State<W, T, N>, to: u8, then: u8, plies: u8) {
        st.set_extra_turn(Some(then));
        st.set_delayed(false);
        if self.has_en_passant_rights(st) {
            self.lapse_of(st, to, plies);
        }
        st.turn = to;
    }

    #[inline(always)]
    fn has_en_passant_rights(self, st: &State<W, T, N>) -> bool {
        self.engine.plan.captures_en_passant && st.passing.iter().any(|it| it.target != NOWHERE)
    }

    /// Removes the en passant rights that lapse when the turn returns to their owner or skips them.
    #[inline(always)]
    fn lapse(self, st: &mut State<W, T, N>, next: u8, plies: u8) {
        let n = self.engine.tables.n_seats;
        let mut seat = st.turn;
        loop {
            seat = match (st.is_reversed(), seat) {
                (false, seat) => (seat + 1) % n,
                (true, 0) => n - 1,
                (true, seat) => seat - 1,
            };
            st.passing[seat as usize] = PackedEnPassant::NONE;
            if seat == next {
                break;
            }
        }
        self.age(st, plies);
    }

    /// Removes the en passant right of the player who plays next.
    fn lapse_of(self, st: &mut State<W, T, N>, next: u8, plies: u8) {
        st.passing[next as usize] = PackedEnPassant::NONE;
        self.age(st, plies);
    }

    /// Lets en passant rights grow older. They may last for one ply only.
    #[inline]
    fn age(self, st: &mut State<W, T, N>, plies: u8) {
        let short = self.engine.book.en_passant.as_ref().is_some_and(|it| it.window == policy::Window::NextPly);
        for right in st.passing.iter_mut().filter(|it| it.target != NOWHERE) {
            right.age = right.age.saturating_add(plies);
            if short && right.age > 1 {
                *right = PackedEnPassant::NONE;
            }
        }
    }
}
