//! Steps of men that take otherwise than they move.
//!
//! In: a state, its frame, men of one type and their [`Shifts`]. Out: their moves, given
//! to a [`Sink`]. On boards where few differences of square numbers make all steps, each is
//! one shift of a set; elsewhere steps are looked up, man by man, double steps aside. Men
//! that need a closer look (pinned, able to take in passing, before a barrier) go to
//! `generate` one by one.

use super::bits::{Bits, next_of};
use super::engine::Engine;
use super::fault::Crossing;
use super::frame::Frame;
use super::sink::Sink;
use super::state::State;
use super::tables::{Roll, Shifts};
use super::unchecked::at;

/// What becomes of steps, by where they end.
struct StepEnds<const W: usize> {
    /// Proven, without a promotion.
    plain: Bits<W>,
    /// Proven with a promotion, or to be tried.
    rarer: Bits<W>,
    /// Proven, with or without.
    go: Bits<W>,
    /// The man is promoted.
    promotes: Bits<W>,
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Gives the moves of many men at once, and of those that need a closer look one by one.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    pub fn steps_of<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<'_, W>,
        roll: Roll,
        men: Bits<W>,
        must_try: Bits<W>,
        shifts: &Shifts<W>,
        sink: &mut S,
    ) -> bool {
        let ty = roll.ty as usize;
        let mut singles = frame.pinned;
        if roll.odd {
            // SAFETY: a type and a seat (see `unchecked`).
            singles |= unsafe { self.tables.man(ty, frame.me) }.odd_from;
        }
        if !frame.passing.is_empty() {
            singles |= self.takers_in_passing(frame, ty);
        }
        if self.plan.waiting {
            // SAFETY: a type and a seat (see `unchecked`).
            singles |= unsafe { self.tables.man(ty, frame.me) }.promotes;
        }
        if shifts.by_man.is_some() {
            singles |= shifts.promotes_from;
        }
        singles &= men;
        let men = men.without(singles);
        let go = frame.go.without(must_try);
        let mut promotes = Bits::EMPTY;
        if men.meets(shifts.promotes_from) {
            // SAFETY: a type and a seat (see `unchecked`).
            promotes = unsafe { self.tables.man(ty, frame.me) }.promotes;
        }
        let ends = StepEnds {
            plain: go.without(promotes),
            rarer: go & promotes | must_try.without(frame.forbidden),
            go,
            promotes,
        };
        let mut seen = Bits::EMPTY;
        if let Some((quiet, capture)) = shifts.by_man {
            let (quiet, capture) =
                // SAFETY: a class of leaps (see `unchecked`).
                (&unsafe { at(&self.tables.leaps, quiet as usize) }.to, &unsafe { at(&self.tables.leaps, capture as usize) }.to);
            for (first, mut left) in men.words() {
                while let Some(square) = next_of(&mut left) {
                    let from = first + square;
                    // SAFETY: a square (see `unchecked`).
                    let to = unsafe { at(quiet, from) }.without(frame.occupied)
                        | unsafe { *at(capture, from) } & frame.others;
                    seen |= to;
                    if sink.moves(from, to & go) {
                        return true;
                    }
                }
            }
            if seen.meets(must_try) && self.tried_moves_of(st, frame, ty, men, must_try, sink) {
                return true;
            }
        }
        for shift in &shifts.quiet {
            let from = men & shift.from;
            if from.is_empty() {
                continue;
            }
            let to = from.shifted(shift.by).without(frame.occupied);
            if self.shifted(st, frame, ty, to, &ends, shift.by, sink) {
                return true;
            }
        }
        for shift in &shifts.capture {
            let from = men & shift.from;
            if from.is_empty() {
                continue;
            }
            let to = from.shifted(shift.by) & frame.others;
            seen |= to;
            if self.shifted(st, frame, ty, to, &ends, shift.by, sink) {
                return true;
            }
        }
        frame.see(seen);
        for (shift, on) in &shifts.double {
            let middle = (men & shift.from).shifted(shift.by).without(frame.occupied);
            if middle.is_empty() {
                continue;
            }
            let to = middle.shifted(*on).without(frame.occupied);
            if self.shifted(st, frame, ty, to, &ends, shift.by + on, sink) {
                return true;
            }
        }
        !singles.is_empty() && self.moves_one_by_one(st, frame, ty, singles, must_try, sink)
    }

    /// Squares of men that may take in passing now.
    #[inline(never)]
    fn takers_in_passing(&self, frame: &Frame<'_, W>, ty: usize) -> Bits<W> {
        // SAFETY: a type and a seat (see `unchecked`).
        let class = unsafe { self.tables.man(ty, frame.me) }.passing;
        // SAFETY: a class of leaps and a square (see `unchecked`).
        let from = |class| frame.passing.iter().map(move |it| unsafe { self.tables.leaps_from(class, it) });
        class.into_iter().flat_map(from).fold(Bits::EMPTY, |all, it| all | it)
    }

    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn shifted<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<'_, W>,
        ty: usize,
        to: Bits<W>,
        ends: &StepEnds<W>,
        by: i16,
        sink: &mut S,
    ) -> bool {
        let rarer = to & ends.rarer;
        sink.shifted(to & ends.plain, by) || !rarer.is_empty() && self.rarer_steps(st, frame, ty, rarer, ends, by, sink)
    }

    /// Gives those of some steps that promote, or that must be tried and keep the rules.
    #[allow(clippy::too_many_arguments)]
    #[inline(never)]
    fn rarer_steps<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<'_, W>,
        ty: usize,
        to: Bits<W>,
        ends: &StepEnds<W>,
        by: i16,
        sink: &mut S,
    ) -> bool {
        to.iter().any(|end| {
            let from = (end as i16 - by) as usize;
            if ends.go.has(end) {
                let kinds = self.promotion_kinds(st, frame.me, ty, from, end);
                sink.promotions(from, Bits::of(end), kinds.as_slice())
            } else if ends.promotes.has(end) {
                self.try_kinds(st, frame, ty, from, end, Crossing::NONE, None, sink)
            } else {
                self.tried_moves(st, frame, from, Bits::of(end), sink)
            }
        })
    }
}
