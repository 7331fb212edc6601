//! Moves along odd routes, which the tables leave out.
//!
//! Odd routes lead across barriers whose permissions can change, or around a full circle. The
//! generator walks them square by square and tries each move.
//!
//! Input: a [`MoveContext`] and a piece. Output: moves for a [`Sink`].
//!
//! Does not know how the routes were found; see [`tables`](crate::rules::tables).

use crate::rules::engine_move::{Arrival, Crossing, EngineMove};
use crate::rules::judging::Judging;
use crate::rules::movegen::Generator;
use crate::rules::movegen::context::MoveContext;
use crate::rules::movegen::sink::Sink;
use crate::rules::square_set::SquareSet;
use crate::rules::tables::ReachedStop;

impl<const W: usize, const T: usize, const N: usize> Generator<'_, W, T, N> {
    /// Emits the moves of a piece along odd routes to squares outside `plain`, and its exchanges if it waits on its
    /// square.
    pub fn odd_moves<S: Sink<W> + ?Sized>(
        self,
        context: &MoveContext<'_, W, T, N>,
        ty: usize,
        from: usize,
        plain: SquareSet<W>,
        sink: &mut S,
    ) -> bool {
        // SAFETY: the indices are a type and a seat (see `unchecked`).
        let piece = unsafe { self.engine.tables.piece(ty, context.me) };
        let done = plain.without(context.forbidden);
        let wanted = sink.wanted() | piece.promotes;
        // Allocates only if a move across a barrier is legal.
        let mut emitted = Vec::new();
        for route in piece.odd.iter().flat_map(|it| &self.engine.tables.odd[*it as usize][from]) {
            // Most routes are blocked long before their barrier.
            if route.prefix.meets(context.occupied) {
                continue;
            }
            let mut crossing = Crossing::NONE;
            let mut allows =
                crate::rulebook::Permissions { quiet: true, capture: true, give_check: true, attack: true };
            for ReachedStop { stop, lands } in
                route.visits(context.occupied, || self.facts().hurdles(context.st, ty, context.me))
            {
                let to = stop.to as usize;
                let captured = context.occupied.has(to) && to != from;
                // Most routes end at a piece of the same side.
                if captured && lands && context.forbidden.has(to) {
                    break;
                }
                for barrier in &stop.barriers {
                    self.facts().add_crossing(context.st, *barrier, &mut allows, &mut crossing);
                }
                let is_en_passant = route.en_passant && !captured && context.en_passant_targets.has(to);
                let king = || self.engine.plan.kings_captured && self.facts().is_living_king(context.st, to);
                let ok = if captured {
                    route.capture && allows.capture && (allows.attack || !king())
                } else if is_en_passant {
                    // The move is a capture, even if the piece may also go there without one.
                    allows.capture
                } else {
                    let captures = || self.facts().captured(context.st, EngineMove::plain(from, to), ty).is_some();
                    route.quiet && allows.quiet && !(context.en_passant_targets.has(to) && captures())
                };
                if ok
                    && lands
                    && wanted.has(to)
                    && !done.has(to)
                    && self.try_kinds(context, Arrival { ty, from, to }, crossing, Some(&mut emitted), sink)
                {
                    return true;
                }
                if !allows.quiet && !allows.capture {
                    break;
                }
            }
        }
        self.engine.plan.waiting
            && piece.promotes.has(from)
            && self.waiting_promotions(context, ty, from, &emitted, sink)
    }

    /// Tries a move with each possible promotion that no earlier path has emitted, and emits the
    /// legal ones.
    pub fn try_kinds<S: Sink<W> + ?Sized>(
        self,
        context: &MoveContext<'_, W, T, N>,
        arrival: Arrival,
        crossing: Crossing,
        mut emitted: Option<&mut Vec<(u16, u8)>>,
        sink: &mut S,
    ) -> bool {
        let Arrival { ty, from, to } = arrival;
        let kinds = self.facts().promotion_kinds(context.st, context.me, ty, from, to);
        for kind in kinds.as_slice() {
            let mv = EngineMove { promotion: *kind, ..EngineMove::plain(from, to) };
            let known = emitted.as_ref().is_some_and(|it| it.contains(&(mv.to, *kind)));
            if !known && self.engine.obeys(context.st, mv, crossing, context.keeping) {
                if let Some(emitted) = &mut emitted {
                    emitted.push((mv.to, *kind));
                }
                if sink.one(mv) {
                    return true;
                }
            }
        }
        false
    }
}
