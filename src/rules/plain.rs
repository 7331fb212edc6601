//! Moves of men that take as they move, one type after the other.
//!
//! In: a state, its frame, men of one type and the [`Way`] they go. Out: their moves, given
//! to a [`Sink`]. Whatever asks for a closer look (a pin, a barrier that depends, a move to
//! be tried) goes to `generate` and `odd`; the loops here hold nothing else.

use super::bits::{Bits, next_of};
use super::engine::Engine;
use super::frame::Frame;
use super::processor::Processor;
use super::sink::Sink;
use super::slides::{Heads, Slides};
use super::state::State;
use super::tables::{Around, Roll};
use super::unchecked::at;

/// How a man comes to squares, those of his own side's men among them.
pub trait Way<const W: usize> {
    /// Returns the squares that the man comes to.
    ///
    /// # Safety
    /// `from` is a square of the board.
    unsafe fn reach(&self, from: usize) -> Bits<W>;
}

/// By leaps.
pub struct Leap<'a, const W: usize> {
    /// Where to, for each square.
    pub to: &'a [Bits<W>],
}

impl<const W: usize> Way<W> for Leap<'_, W> {
    #[inline(always)]
    unsafe fn reach(&self, from: usize) -> Bits<W> {
        // SAFETY: a square (see `unchecked`).
        unsafe { *at(self.to, from) }
    }
}

/// Along lines.
pub struct Slide<'a, const W: usize> {
    /// What is looked up.
    pub slides: &'a Slides<W>,
    /// Where that begins, for each square.
    pub heads: &'a [Heads],
    /// All men.
    pub occupied: Bits<W>,
    /// What the processor can do.
    pub processor: Processor,
}

impl<const W: usize> Way<W> for Slide<'_, W> {
    #[inline(always)]
    unsafe fn reach(&self, from: usize) -> Bits<W> {
        // SAFETY: heads of these tables (see `unchecked`).
        unsafe { self.slides.look(*at(self.heads, from), self.occupied, self.processor) }
    }
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Those of some men who need a closer look: pinned ones, and who may take in passing
    /// by an odd route, since he takes even where he could go plainly.
    #[inline(always)]
    fn apart(&self, frame: &Frame<'_, W>, odd: Bits<W>, men: Bits<W>) -> Bits<W> {
        men & if frame.passing.is_empty() { frame.pinned } else { frame.pinned | odd }
    }

    /// Gives the moves of men that take as they move. They are royal if it is known what lies
    /// around them; that is said where this is called, so that the loop need not ask.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    pub fn plain_moves<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<'_, W>,
        roll: Roll,
        men: Bits<W>,
        must_try: Bits<W>,
        way: impl Way<W>,
        around: Option<&Around<W>>,
        sink: &mut S,
    ) -> bool {
        // SAFETY: a type and a seat (see `unchecked`).
        let odd = if roll.odd { unsafe { self.tables.man(roll.ty as usize, frame.me) }.odd_from } else { Bits::EMPTY };
        let apart = self.apart(frame, odd, men);
        let men = men.without(apart);
        let go = if around.is_some() { frame.go_royal } else { frame.go }.without(must_try);
        let mut seen = Bits::EMPTY;
        for (first, mut left) in men.words() {
            while let Some(square) = next_of(&mut left) {
                let from = first + square;
                // SAFETY: a square (see `unchecked`).
                let targets = unsafe { way.reach(from) };
                seen |= targets;
                let mut to = targets & go;
                if around.is_some() {
                    to = self.safe(st, frame, around, from, to);
                }
                if sink.moves(from, to) {
                    return true;
                }
                if odd.has(from) && self.odd_moves(st, frame, roll.ty as usize, from, targets, sink) {
                    return true;
                }
            }
        }
        frame.see(seen);
        seen.meets(must_try) && self.tried_moves_of(st, frame, roll.ty as usize, men, must_try, sink)
            || !apart.is_empty() && self.moves_one_by_one(st, frame, roll.ty as usize, apart, must_try, sink)
    }
}
