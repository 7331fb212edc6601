//! Moves of pieces that capture as they move, one type at a time.
//!
//! Contains the hot loops for leapers and sliders.
//!
//! Input: a [`State`], its [`Frame`], pieces of one type and their [`Way`]. Output: moves, passed
//! to a [`Sink`]. Anything that needs individual treatment (a pin, a barrier that can change, a
//! move that must be tried) goes to `generate` and `odd`.
//!
//! Does not know promotions, castling or double steps.

use super::bits::{Bits, next_of};
use super::engine::Engine;
use super::frame::Frame;
use super::processor::Processor;
use super::sink::Sink;
use super::slides::{Heads, Slides};
use super::state::State;
use super::tables::{Around, Roll};
use super::unchecked::at;

/// A lookup of the squares that a piece reaches, including squares of its own side's pieces.
pub trait Way<const W: usize> {
    /// Returns the squares that the piece reaches.
    ///
    /// # Safety
    /// `from` is a square of the board.
    unsafe fn reach(&self, from: usize) -> Bits<W>;
}

/// Lookup of leaps, which nothing can block.
pub struct Leap<'a, const W: usize> {
    /// Destinations by square.
    pub to: &'a [Bits<W>],
}

impl<const W: usize> Way<W> for Leap<'_, W> {
    #[inline(always)]
    unsafe fn reach(&self, from: usize) -> Bits<W> {
        // SAFETY: the index is a square (see `unchecked`).
        unsafe { *at(self.to, from) }
    }
}

/// Lookup of slides, which stop at the first piece.
pub struct Slide<'a, const W: usize> {
    /// The attack tables.
    pub slides: &'a Slides<W>,
    /// Table entries by square.
    pub heads: &'a [Heads],
    /// All pieces on the board.
    pub occupied: Bits<W>,
    /// The features of the CPU.
    pub processor: Processor,
}

impl<const W: usize> Way<W> for Slide<'_, W> {
    #[inline(always)]
    unsafe fn reach(&self, from: usize) -> Bits<W> {
        // SAFETY: the range comes from these tables (see `unchecked`).
        unsafe { self.slides.attacks(*at(self.heads, from), self.occupied, self.processor) }
    }
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Returns the pieces that need individual treatment: pinned pieces, and pieces that can
    /// capture en passant along an odd route.
    #[inline(always)]
    fn individual_pieces(&self, context: &Frame<'_, W>, odd: Bits<W>, men: Bits<W>) -> Bits<W> {
        men & if context.passing.is_empty() { context.pinned } else { context.pinned | odd }
    }

    /// Emits the moves of pieces that capture as they move. `around` is given if they are royal. It
    /// is a constant at each call site, so the compiler removes the test from the loop.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    pub fn plain_moves<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        context: &Frame<'_, W>,
        entry: Roll,
        men: Bits<W>,
        must_try: Bits<W>,
        way: impl Way<W>,
        around: Option<&Around<W>>,
        sink: &mut S,
    ) -> bool {
        // SAFETY: the indices are a type and a seat (see `unchecked`).
        let odd =
            if entry.odd { unsafe { self.tables.man(entry.ty as usize, context.me) }.odd_from } else { Bits::EMPTY };
        let individual = self.individual_pieces(context, odd, men);
        let men = men.without(individual);
        let go = if around.is_some() { context.go_royal } else { context.go }.without(must_try);
        let mut seen = Bits::EMPTY;
        for (first, mut left) in men.words() {
            while let Some(square) = next_of(&mut left) {
                let from = first + square;
                // SAFETY: the index is a square (see `unchecked`).
                let targets = unsafe { way.reach(from) };
                seen |= targets;
                let mut to = targets & go;
                if around.is_some() {
                    to = self.safe_squares(st, context, around, from, to);
                }
                if sink.moves(from, to) {
                    return true;
                }
                if odd.has(from) && self.odd_moves(st, context, entry.ty as usize, from, targets, sink) {
                    return true;
                }
            }
        }
        context.record_targets(seen);
        seen.meets(must_try) && self.tried_moves_of(st, context, entry.ty as usize, men, must_try, sink)
            || !individual.is_empty()
                && self.individual_moves(st, context, entry.ty as usize, individual, must_try, sink)
    }
}
