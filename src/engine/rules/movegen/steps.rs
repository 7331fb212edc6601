//! Moves of pieces that capture differently than they move, such as pawns.
//!
//! Contains the generator for single and double steps.
//!
//! Input: a [`MoveContext`], a [`PieceGroup`] and its [`Shifts`]. Output: moves,
//! passed to a [`Sink`]. If few differences of square numbers cover all steps, each is one shift of
//! a bitboard. On other boards single steps are looked up piece by piece, and double steps are
//! shifted. Pieces that need individual treatment (pinned, able to capture en passant, behind a
//! barrier) go to `generate`.
//!
//! Does not know why a piece may take a double step.

use crate::rules::engine_move::{Arrival, Crossing};
use crate::rules::movegen::Generator;
use crate::rules::movegen::context::{MoveContext, PieceGroup};
use crate::rules::movegen::sink::Sink;
use crate::rules::square_set::{SquareSet, next_of};
use crate::rules::tables::Shifts;
use crate::rules::unchecked::at;

/// Destination squares, grouped by the treatment of steps that end there.
#[derive(Clone, Copy)]
struct StepEnds<const W: usize> {
    /// Proven legal, without a promotion.
    plain: SquareSet<W>,
    /// Proven legal with a promotion, or must be tried.
    rarer: SquareSet<W>,
    /// Proven legal, with or without a promotion.
    proven: SquareSet<W>,
    /// The piece promotes there.
    promotes: SquareSet<W>,
    /// The type of the pieces.
    ty: usize,
}

impl<const W: usize, const T: usize, const N: usize> Generator<'_, W, T, N> {
    /// Emits the moves of many pieces at once. Pieces that need individual treatment follow.
    #[inline(always)]
    pub fn steps_of<S: Sink<W> + ?Sized>(
        self,
        context: &MoveContext<'_, W, T, N>,
        group: PieceGroup<W>,
        shifts: &Shifts<W>,
        sink: &mut S,
    ) -> bool {
        let PieceGroup { entry, pieces, must_try } = group;
        let ty = entry.ty as usize;
        let mut singles = context.pinned;
        if entry.odd {
            // SAFETY: the indices are a type and a seat (see `unchecked`).
            singles |= unsafe { self.engine.tables.piece(ty, context.me) }.odd_from;
        }
        if !context.en_passant_targets.is_empty() {
            singles |= self.en_passant_capturers(context, ty);
        }
        if self.engine.plan.waiting {
            // SAFETY: the indices are a type and a seat (see `unchecked`).
            singles |= unsafe { self.engine.tables.piece(ty, context.me) }.promotes;
        }
        if shifts.by_piece.is_some() {
            singles |= shifts.promotes_from;
        }
        singles &= pieces;
        let pieces = pieces.without(singles);
        let proven = context.check_mask.without(must_try);
        let mut promotes = SquareSet::EMPTY;
        if pieces.meets(shifts.promotes_from) {
            // SAFETY: the indices are a type and a seat (see `unchecked`).
            promotes = unsafe { self.engine.tables.piece(ty, context.me) }.promotes;
        }
        let mut ends = StepEnds {
            plain: proven.without(promotes),
            rarer: proven & promotes | must_try.without(context.forbidden),
            proven,
            promotes,
            ty,
        };
        let mut seen = SquareSet::EMPTY;
        if let Some((quiet, capture)) = shifts.by_piece {
            let (quiet, capture) =
                // SAFETY: the index is a class of leaps (see `unchecked`).
                (&unsafe { at(&self.engine.tables.leaps, quiet as usize) }.to, &unsafe { at(&self.engine.tables.leaps, capture as usize) }.to);
            for (first, mut left) in pieces.words() {
                while let Some(square) = next_of(&mut left) {
                    let from = first + square;
                    // SAFETY: the index is a square (see `unchecked`).
                    let to = unsafe { at(quiet, from) }.without(context.occupied)
                        | unsafe { *at(capture, from) } & context.others;
                    seen |= to;
                    if sink.moves(from, to & proven) {
                        return true;
                    }
                }
            }
            if seen.meets(must_try) {
                if self.tried_moves_of(context, ty, pieces, must_try, sink) {
                    return true;
                }
                // Double steps were among them.
                ends.rarer = proven & promotes;
            }
        }
        for shift in &shifts.quiet {
            let from = pieces & shift.from;
            if from.is_empty() {
                continue;
            }
            let to = from.shifted(shift.by).without(context.occupied);
            if self.shifted(context, to, &ends, shift.by, sink) {
                return true;
            }
        }
        for shift in &shifts.capture {
            let from = pieces & shift.from;
            if from.is_empty() {
                continue;
            }
            let to = from.shifted(shift.by) & context.others;
            seen |= to;
            if self.shifted(context, to, &ends, shift.by, sink) {
                return true;
            }
        }
        context.record_targets(seen);
        for (shift, on) in &shifts.double {
            let middle = (pieces & shift.from).shifted(shift.by).without(context.occupied);
            if middle.is_empty() {
                continue;
            }
            let to = middle.shifted(*on).without(context.occupied);
            if self.shifted(context, to, &ends, shift.by + on, sink) {
                return true;
            }
        }
        !singles.is_empty() && self.individual_moves(context, ty, singles, must_try, sink)
    }

    /// Returns the squares from which a piece of this type can capture en passant now.
    #[inline(never)]
    fn en_passant_capturers(self, context: &MoveContext<'_, W, T, N>, ty: usize) -> SquareSet<W> {
        // SAFETY: the indices are a type and a seat (see `unchecked`).
        let class = unsafe { self.engine.tables.piece(ty, context.me) }.en_passant;
        let targets = context.en_passant_targets;
        // SAFETY: the indices are a class of leaps and a square (see `unchecked`).
        let from = |class| targets.iter().map(move |it| unsafe { self.engine.tables.leaps_from(class, it) });
        class.into_iter().flat_map(from).fold(SquareSet::EMPTY, |all, it| all | it)
    }

    #[inline(always)]
    fn shifted<S: Sink<W> + ?Sized>(
        self,
        context: &MoveContext<'_, W, T, N>,
        to: SquareSet<W>,
        ends: &StepEnds<W>,
        by: i16,
        sink: &mut S,
    ) -> bool {
        let rarer = to & ends.rarer;
        if sink.shifted(to & ends.plain, by) {
            return true;
        }
        if rarer.is_empty() {
            return false;
        }
        // A copy: the original, whose address is then not needed, stays in registers.
        let ends = *ends;
        self.promoting_or_tried_steps(context, rarer, &ends, by, sink)
    }

    /// Emits the steps that promote, and the legal ones among those that must be tried.
    #[inline(never)]
    fn promoting_or_tried_steps<S: Sink<W> + ?Sized>(
        self,
        context: &MoveContext<'_, W, T, N>,
        to: SquareSet<W>,
        ends: &StepEnds<W>,
        by: i16,
        sink: &mut S,
    ) -> bool {
        to.iter().any(|end| {
            let (ty, from) = (ends.ty, (end as i16 - by) as usize);
            if ends.proven.has(end) {
                let kinds = self.facts().promotion_kinds(context.st, context.me, ty, from, end);
                sink.promotions(from, SquareSet::of(end), kinds.as_slice())
            } else if ends.promotes.has(end) {
                self.try_kinds(context, Arrival { ty, from, to: end }, Crossing::NONE, None, sink)
            } else {
                self.tried_moves(context, from, SquareSet::of(end), sink)
            }
        })
    }
}
