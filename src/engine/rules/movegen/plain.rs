//! Moves of pieces that capture as they move, one type at a time.
//!
//! Contains the hot loops for leapers and sliders.
//!
//! Input: a [`MoveContext`], a [`PieceGroup`] and its [`TargetLookup`]. Output: moves, passed to a
//! [`Sink`]. Anything that needs individual treatment (a pin, a barrier that can change, a
//! move that must be tried) goes to `generate` and `odd`.
//!
//! Does not know promotions, castling or double steps.

use crate::rules::cpu::CpuFeatures;
use crate::rules::movegen::Generator;
use crate::rules::movegen::context::{MoveContext, PieceGroup};
use crate::rules::movegen::sink::Sink;
use crate::rules::sliders::{EntryRange, SliderTable};
use crate::rules::square_set::{SquareSet, next_of};
use crate::rules::tables::KingZone;
use crate::rules::unchecked::at;

/// A lookup of the squares that a piece reaches, including squares of its own side's pieces.
pub trait TargetLookup<const W: usize> {
    /// Returns the squares that the piece reaches.
    ///
    /// # Safety
    /// `from` is a square of the board.
    unsafe fn reach(&self, from: usize) -> SquareSet<W>;
}

/// Lookup of leaps, which nothing can block.
pub struct LeapTargets<'a, const W: usize> {
    /// Destinations by square.
    pub to: &'a [SquareSet<W>],
}

impl<const W: usize> TargetLookup<W> for LeapTargets<'_, W> {
    #[inline(always)]
    unsafe fn reach(&self, from: usize) -> SquareSet<W> {
        // SAFETY: the index is a square (see `unchecked`).
        unsafe { *at(self.to, from) }
    }
}

/// Lookup of slides, which stop at the first piece.
pub struct SlideTargets<'a, const W: usize> {
    /// The attack tables.
    pub slides: &'a SliderTable<W>,
    /// Table entries by square.
    pub entry_ranges: &'a [EntryRange],
    /// All pieces on the board.
    pub occupied: SquareSet<W>,
    /// The features of the CPU.
    pub cpu: CpuFeatures,
}

impl<const W: usize> TargetLookup<W> for SlideTargets<'_, W> {
    #[inline(always)]
    unsafe fn reach(&self, from: usize) -> SquareSet<W> {
        // SAFETY: the range comes from these tables (see `unchecked`).
        unsafe { self.slides.attacks(*at(self.entry_ranges, from), self.occupied, self.cpu) }
    }
}

impl<const W: usize, const T: usize, const N: usize> Generator<'_, W, T, N> {
    /// Returns the pieces that need individual treatment: pinned pieces, and pieces that can
    /// capture en passant along an odd route.
    #[inline(always)]
    fn individual_pieces(
        self,
        context: &MoveContext<'_, W, T, N>,
        odd: &SquareSet<W>,
        pieces: SquareSet<W>,
    ) -> SquareSet<W> {
        pieces & if context.en_passant_targets.is_empty() { context.pinned } else { context.pinned | *odd }
    }

    /// Emits the moves of pieces that capture as they move. `around` is given if they are royal. It
    /// is a constant at each call site, so the compiler removes the test from the loop.
    #[inline(always)]
    pub fn plain_moves<S: Sink<W> + ?Sized>(
        self,
        context: &MoveContext<'_, W, T, N>,
        group: PieceGroup<W>,
        way: impl TargetLookup<W>,
        around: Option<&KingZone<W>>,
        sink: &mut S,
    ) -> bool {
        let PieceGroup { entry, pieces, must_try } = group;
        // A reference: a copy of three words is written in two parts and read in two others, which costs
        // a stall for each type of piece.
        let odd = if entry.odd {
            // SAFETY: the indices are a type and a seat (see `unchecked`).
            &unsafe { self.engine.tables.piece(entry.ty as usize, context.me) }.odd_from
        } else {
            &SquareSet::EMPTY
        };
        let individual = self.individual_pieces(context, odd, pieces);
        let pieces = pieces.without(individual);
        let proven = if around.is_some() { context.royal_destinations } else { context.check_mask }.without(must_try);
        let mut seen = SquareSet::EMPTY;
        for (first, mut left) in pieces.words() {
            while let Some(square) = next_of(&mut left) {
                let from = first + square;
                // SAFETY: the index is a square (see `unchecked`).
                let targets = unsafe { way.reach(from) };
                seen |= targets;
                let mut to = targets & proven;
                if around.is_some() {
                    to = self.safe_squares(context, around, from, to & sink.wanted());
                }
                if sink.moves(from, to) {
                    return true;
                }
                if odd.has(from) && self.odd_moves(context, entry.ty as usize, from, targets, sink) {
                    return true;
                }
            }
        }
        context.record_targets(seen);
        seen.meets(must_try) && self.tried_moves_of(context, entry.ty as usize, pieces, must_try, sink)
            || !individual.is_empty() && self.individual_moves(context, entry.ty as usize, individual, must_try, sink)
    }
}
