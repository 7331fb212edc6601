//! Moves of a rulebook in which a player who can capture must capture, or who can drop a piece must do so.
//!
//! Contains [`CapturesOnly`], a sink that passes only captures on. In: a [`State`]. Out: the legal
//! captures, or all legal moves if there is no capture. Does not know how moves are generated.

use crate::rules::engine_move::{EngineMove, LegalityRules};
use crate::rules::facts::Facts;
use crate::rules::movegen::Generator;
use crate::rules::movegen::context::{ContextBuffers, MoveContext};
use crate::rules::movegen::sink::{Any, Sink};
use crate::rules::square_set::SquareSet;
use crate::rules::state::State;

/// A sink that passes only captures to another sink.
pub struct CapturesOnly<'a, const W: usize> {
    inner: &'a mut dyn Sink<W>,
    /// Pieces of the other players.
    others: SquareSet<W>,
    /// Reports whether a single move captures.
    captures: &'a dyn Fn(EngineMove) -> bool,
    /// Whether any capture was received.
    found: bool,
}

impl<const W: usize> CapturesOnly<'_, W> {
    fn keep(&mut self, to: SquareSet<W>) -> Option<SquareSet<W>> {
        let to = to & self.others;
        self.found |= !to.is_empty();
        (!to.is_empty()).then_some(to)
    }
}

impl<const W: usize> Sink<W> for CapturesOnly<'_, W> {
    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
    fn piece_type(&mut self, ty: u8) {
        self.inner.piece_type(ty);
    }
    fn sees_king(&mut self, sees: bool) {
        self.inner.sees_king(sees);
    }
    fn moves(&mut self, from: usize, to: SquareSet<W>) -> bool {
        self.keep(to).is_some_and(|to| self.inner.moves(from, to))
    }
    fn one(&mut self, mv: EngineMove) -> bool {
        let captures = (self.captures)(mv);
        self.found |= captures;
        captures && self.inner.one(mv)
    }
    fn shifted(&mut self, to: SquareSet<W>, by: i16) -> bool {
        self.keep(to).is_some_and(|to| self.inner.shifted(to, by))
    }
    fn promotions(&mut self, from: usize, to: SquareSet<W>, kinds: &[u8]) -> bool {
        self.keep(to).is_some_and(|to| self.inner.promotions(from, to, kinds))
    }
}

impl<const W: usize, const T: usize, const N: usize> Generator<'_, W, T, N> {
    /// Passes the legal captures to `sink`, or all legal moves if there is none. Returns `true` if
    /// the sink stopped the generation.
    #[inline(never)]
    pub fn generate_forced(self, st: &State<W, T, N>, keeping: LegalityRules, sink: &mut dyn Sink<W>) -> bool {
        let free = LegalityRules { forced_capture: false, ..keeping };
        let mut stopped = false;
        if self.engine.plan.drops && self.must_drop(st, keeping) {
            let mut buffers = ContextBuffers::new();
            let mut context = MoveContext::new(st, free, &mut buffers);
            self.fill_context(&mut context);
            // The other moves, which would tell, are not generated.
            sink.sees_king(true);
            return self.forced_drops(&context, sink);
        }
        if !self.engine.book.forced_capture {
            return self.generate_keeping(st, free, sink);
        }
        let found = self.only_captures(st, sink, |captures| stopped = self.generate_keeping(st, free, captures));
        stopped || !found && self.generate_keeping(st, free, sink)
    }

    /// Runs `generate` with a sink that passes only captures to `sink`. Returns whether there was one.
    pub fn only_captures(
        self,
        st: &State<W, T, N>,
        sink: &mut dyn Sink<W>,
        generate: impl FnOnce(&mut dyn Sink<W>),
    ) -> bool {
        let facts = Facts::new(self.engine);
        let captures =
            |mv: EngineMove| mv.dropped().is_none() && facts.captured(st, mv, st.type_at(mv.from as usize)).is_some();
        let others = st.occupied().without(st.seats[st.turn as usize]);
        let mut only = CapturesOnly { inner: sink, others, captures: &captures, found: false };
        generate(&mut only);
        only.found
    }

    /// Reports whether the player to move must drop a piece: the rulebook says so, and such a drop is
    /// legal.
    pub fn must_drop(self, st: &State<W, T, N>, keeping: LegalityRules) -> bool {
        if !self.engine.plan.forces || !self.engine.plan.drops {
            return false;
        }
        let mut buffers = ContextBuffers::new();
        let mut context = MoveContext::new(st, keeping, &mut buffers);
        self.fill_context(&mut context);
        let mut any = Any::default();
        self.forced_drops(&context, &mut any);
        any.0
    }

    /// Reports whether the player to move must capture: the rulebook says so, and a capture is legal.
    pub fn must_capture(self, st: &State<W, T, N>) -> bool {
        let free = LegalityRules { forced_capture: false, ..LegalityRules::ALL };
        self.engine.book.forced_capture
            && self.only_captures(st, &mut Any::default(), |captures| _ = self.generate_keeping(st, free, captures))
    }
}
