//! Steps of many men at once: each difference of square numbers is one shift of a set.
//!
//! In: a state, its frame, men of one type and their [`Shifts`]. Out: their moves, given
//! to a [`Sink`]. Men that need a closer look (pinned, able to take in passing, before a
//! barrier, on a square with a rarer step) go to `generate` one by one.

use super::bits::Bits;
use super::engine::Engine;
use super::fault::Crossing;
use super::frame::Frame;
use super::sink::Sink;
use super::state::State;
use super::tables::{ManTable, Shifts};

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Gives the moves of many men at once, and of those that need a closer look one by one.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    pub fn steps_of<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<'_, W>,
        man: &ManTable<W>,
        ty: usize,
        men: Bits<W>,
        must_try: Bits<W>,
        shifts: &Shifts<W>,
        sink: &mut S,
    ) -> bool {
        let mut singles = frame.pinned | man.odd_from | shifts.singles;
        if let (false, Some(class)) = (frame.passing.is_empty(), man.passing) {
            for target in frame.passing.iter() {
                singles |= self.tables.leaps_from(class, target);
            }
        }
        if self.plan.waiting {
            singles |= man.promotes;
        }
        singles &= men;
        let men = men.without(singles);
        for shift in &shifts.quiet {
            let from = men & shift.from;
            if from.is_empty() {
                continue;
            }
            let to = from.shifted(shift.by).without(frame.occupied);
            if self.shifted(st, frame, man, ty, to, must_try, shift.by, sink) {
                return true;
            }
        }
        for shift in &shifts.capture {
            let from = men & shift.from;
            if from.is_empty() {
                continue;
            }
            let to = from.shifted(shift.by) & frame.others;
            frame.see(to);
            if self.shifted(st, frame, man, ty, to, must_try, shift.by, sink) {
                return true;
            }
        }
        for (shift, on) in &shifts.double {
            let middle = (men & shift.from).shifted(shift.by).without(frame.occupied);
            if middle.is_empty() {
                continue;
            }
            let to = middle.shifted(*on).without(frame.occupied);
            if self.shifted(st, frame, man, ty, to, must_try, shift.by + on, sink) {
                return true;
            }
        }
        !singles.is_empty() && self.moves_one_by_one(st, frame, ty, singles, must_try, sink)
    }

    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn shifted<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<'_, W>,
        man: &ManTable<W>,
        ty: usize,
        ends: Bits<W>,
        must_try: Bits<W>,
        by: i16,
        sink: &mut S,
    ) -> bool {
        let tried = ends.without(frame.forbidden) & must_try;
        if !tried.is_empty() && self.tried_steps(st, frame, man, ty, tried, by, sink) {
            return true;
        }
        let to = ends.without(must_try) & frame.go;
        if !to.meets(man.promotes) {
            return !to.is_empty() && sink.shifted(to, by);
        }
        let plain = to.without(man.promotes);
        if !plain.is_empty() && sink.shifted(plain, by) {
            return true;
        }
        (to & man.promotes).iter().any(|end| {
            let from = (end as i16 - by) as usize;
            let kinds = self.promotion_kinds(st, frame.me, ty, from, end);
            sink.promotions(from, Bits::of(end), kinds.as_slice())
        })
    }

    /// Gives those of some steps that keep the rules.
    #[allow(clippy::too_many_arguments)]
    #[inline(never)]
    fn tried_steps<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<'_, W>,
        man: &ManTable<W>,
        ty: usize,
        tried: Bits<W>,
        by: i16,
        sink: &mut S,
    ) -> bool {
        tried.iter().any(|to| {
            let from = (to as i16 - by) as usize;
            if man.promotes.has(to) {
                self.try_kinds(st, frame, ty, from, to, Crossing::NONE, None, sink)
            } else {
                self.tried_moves(st, frame, from, Bits::of(to), sink)
            }
        })
    }
}
