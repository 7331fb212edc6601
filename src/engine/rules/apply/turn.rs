//! The turn: who plays next, and which en passant rights lapse then.
//!
//! Input: a [`State`] after a move, or at the start of a turn that is passed. Output: the same state
//! with the turn of another player. Does not know why a turn is passed or an extra turn is given.

use crate::rules::apply::Applier;
use crate::rules::engine_move::EngineMove;
use crate::rules::state::{NOWHERE, PackedEnPassant, State};

impl<const W: usize, const T: usize, const N: usize> Applier<'_, W, T, N> {
    /// Passes the turn to the next living player. `plies` is 1 after a move, 0 without one.
    #[inline(always)]
    pub fn pass_turn(self, st: &mut State<W, T, N>, plies: u8) {
        if !st.has_usual_order() || self.engine.plan.inherits {
            return self.pass_unusual_turn(st, plies);
        }
        let n = self.engine.tables.n_seats;
        let next = st.with_higher_number(st.turn, n);
        if self.has_en_passant_rights(st) {
            self.lapse(st, (st.turn, next), 1, plies);
        }
        st.turn = next;
    }

    /// Passes the turn while the order of play is reversed, at the end of an extra turn, at the end of
    /// the turn that it delayed, or if turns can be inherited.
    #[cold]
    #[inline(never)]
    fn pass_unusual_turn(self, st: &mut State<W, T, N>, plies: u8) {
        let (delayed, place) = (st.extra_turn(), self.engine.place(st));
        let has_turns = |it: &u8| self.engine.has_turns(st, *it);
        let next = delayed.filter(has_turns).unwrap_or_else(|| self.engine.place_after(st, delayed.unwrap_or(place)));
        let is_delayed = delayed.as_ref().is_some_and(has_turns);
        let n = self.engine.tables.n_seats;
        st.set_extra_turn(None);
        st.set_delayed(is_delayed);
        self.engine.set_place(st, next);
        if self.has_en_passant_rights(st) {
            st.en_passant[st.turn as usize] = PackedEnPassant::NONE;
            match delayed {
                Some(_) => self.age(st, plies),
                None => self.lapse(st, (place, next), if st.is_reversed() { n - 1 } else { 1 }, plies),
            }
        }
    }

    /// Passes the turn of a player who was eliminated before they moved: to the player who inherits it, or else to the
    /// next player.
    #[cold]
    #[inline(never)]
    pub fn pass_lost_turn(self, st: &mut State<W, T, N>) {
        let place = self.engine.place(st);
        if st.extra_turn().is_some() || !self.engine.has_turns(st, place) {
            return self.pass_turn(st, 0);
        }
        self.engine.set_place(st, place);
        if self.has_en_passant_rights(st) {
            self.lapse_of(st, st.turn, 0);
        }
    }

    /// Gives a living player an extra turn, after which `then` plays.
    pub fn give_extra_turn(self, st: &mut State<W, T, N>, to: u8, then: u8, plies: u8) {
        st.set_extra_turn(Some(then));
        st.set_delayed(false);
        if self.engine.plan.inherits {
            self.engine.mark_place(st, None);
        }
        if self.has_en_passant_rights(st) {
            // Before a second move in a row, no opponent has had a chance to capture.
            match to == st.turn {
                true => self.age(st, plies),
                false => self.lapse_of(st, to, plies),
            }
        }
        st.turn = to;
    }

    /// Keeps the right against a double step that came before an extra turn of the same player, unless the pawn has left its
    /// square or the extra turn has made another double step.
    pub fn keep_en_passant_right(self, before: &State<W, T, N>, next: &mut State<W, T, N>, mv: EngineMove) {
        let me = usize::from(before.turn);
        let right = before.en_passant[me];
        let is_there =
            right.target != NOWHERE && right.victim != mv.from && next.seats[me].has(usize::from(right.victim));
        if is_there && next.en_passant[me].target == NOWHERE {
            next.en_passant[me] = right;
        }
    }

    #[inline(always)]
    fn has_en_passant_rights(self, st: &State<W, T, N>) -> bool {
        self.engine.plan.captures_en_passant && st.en_passant.iter().fold(NOWHERE, |all, it| all & it.target) != NOWHERE
    }

    /// Removes the en passant rights that lapse when the turn passes from one seat to another: those of the other
    /// one, and of the seats between them. Going round the table in the direction of play adds `step` to a seat: 1,
    /// or the number of seats minus 1.
    #[inline(always)]
    fn lapse(self, st: &mut State<W, T, N>, (from, next): (u8, u8), step: u8, plies: u8) {
        let n = self.engine.tables.n_seats;
        let mut seat = from;
        loop {
            seat += step;
            if seat >= n {
                seat -= n;
            }
            st.en_passant[seat as usize] = PackedEnPassant::NONE;
            if seat == next {
                break;
            }
        }
        self.age(st, plies);
    }

    /// Removes the en passant right of the player who plays next.
    fn lapse_of(self, st: &mut State<W, T, N>, next: u8, plies: u8) {
        st.en_passant[next as usize] = PackedEnPassant::NONE;
        self.age(st, plies);
    }

    /// Lets en passant rights grow older. They may last for one ply only.
    #[inline]
    fn age(self, st: &mut State<W, T, N>, plies: u8) {
        // Without branches on the rights: which player has one is hard to predict.
        for right in &mut st.en_passant {
            right.age = right.age.saturating_add(plies * u8::from(right.target != NOWHERE));
        }
        if self.engine.plan.en_passant_lasts_one_ply {
            for right in st.en_passant.iter_mut().filter(|it| it.age > 1) {
                *right = PackedEnPassant::NONE;
            }
        }
    }
}
