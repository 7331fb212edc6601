//! Moves of a rulebook in which a player who can capture must capture, or who can drop a piece must do so.
//!
//! Contains [`CapturesOnly`], a sink that passes only captures on. Input: a [`State`]. Output: the legal
//! captures, or all legal moves if there is no capture. Does not know how moves are generated.

use crate::policy::ForcedCapture;
use crate::rules::apply::Applier;
use crate::rules::engine_move::{EngineMove, LegalityRules};
use crate::rules::facts::Facts;
use crate::rules::movegen::Generator;
use crate::rules::movegen::context::{ContextBuffers, MoveContext};
use crate::rules::movegen::sink::{Any, List, Sink};
use crate::rules::square_set::SquareSet;
use crate::rules::state::{NOBODY, State};

/// A sink that passes only captures to another sink.
pub struct CapturesOnly<'a, const W: usize> {
    inner: &'a mut dyn Sink<W>,
    /// Pieces of the other players.
    others: SquareSet<W>,
    /// Reports whether a single move captures, and enough.
    captures: &'a dyn Fn(EngineMove) -> bool,
    /// Whether every move has to be asked, because captures differ.
    one_by_one: bool,
    /// Whether any capture was received.
    found: bool,
}

impl<const W: usize> CapturesOnly<'_, W> {
    fn ask_each(&mut self, from: impl Fn(usize) -> usize, to: SquareSet<W>, kinds: &[u8]) -> bool {
        (to & self.others).iter().any(|end| {
            kinds.iter().any(|kind| self.one(EngineMove { promotion: *kind, ..EngineMove::plain(from(end), end) }))
        })
    }

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
        if self.one_by_one {
            return self.ask_each(|_| from, to, &[NOBODY]);
        }
        self.keep(to).is_some_and(|to| self.inner.moves(from, to))
    }
    fn one(&mut self, mv: EngineMove) -> bool {
        let captures = (self.captures)(mv);
        self.found |= captures;
        captures && self.inner.one(mv)
    }
    fn choose(&self, mv: EngineMove, on: SquareSet<W>) -> SquareSet<W> {
        self.inner.choose(mv, on)
    }
    fn shifted(&mut self, to: SquareSet<W>, by: i16) -> bool {
        if self.one_by_one {
            return self.ask_each(|end| (end as i16 - by) as usize, to, &[NOBODY]);
        }
        self.keep(to).is_some_and(|to| self.inner.shifted(to, by))
    }
    fn promotions(&mut self, from: usize, to: SquareSet<W>, kinds: &[u8]) -> bool {
        if self.one_by_one {
            return self.ask_each(|_| from, to, kinds);
        }
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
            let mut context = MoveContext::new(st, self.alone(free), &mut buffers);
            self.fill_context_apart(&mut context);
            // The other moves, which would tell, are not generated.
            sink.sees_king(true);
            return self.through_placing(st, keeping, sink, |sink| self.forced_drops(&context, sink));
        }
        if self.engine.book.forced_capture == ForcedCapture::No {
            return self.generate_keeping(st, free, sink);
        }
        let most = self.most_taken(st, free);
        let found = self.only_captures(st, most, sink, |captures| stopped = self.generate_keeping(st, free, captures));
        stopped || !found && self.generate_keeping(st, free, sink)
    }

    /// Returns how many pieces a move takes from the other players: captured, destroyed or converted. 0 if it
    /// captures nothing.
    pub fn taken(self, st: &State<W, T, N>, mv: EngineMove) -> u32 {
        let (next, done) = Applier::new(self.engine).moved(st, mv);
        let others = |it: &State<W, T, N>| self.engine.owned(it).without(it.seats[st.turn as usize]).count();
        if done.captured.is_none() { 0 } else { others(st).saturating_sub(others(&next)) }
    }

    /// Returns how many pieces a legal capture has to take, if the player has to take the most; otherwise 0.
    pub fn most_taken(self, st: &State<W, T, N>, keeping: LegalityRules) -> u32 {
        if self.engine.book.forced_capture != ForcedCapture::Most {
            return 0;
        }
        let free = LegalityRules { forced_capture: false, ..keeping };
        let mut all = Vec::new();
        self.only_captures(st, 0, &mut List::new(&mut all), |captures| _ = self.generate_keeping(st, free, captures));
        all.iter().map(|it| self.taken(st, it.mv)).max().unwrap_or(0)
    }

    /// Runs `generate` with a sink that passes only captures to `sink`, if `most` is not 0 only those that take so
    /// many pieces. Returns whether there was one.
    pub fn only_captures(
        self,
        st: &State<W, T, N>,
        most: u32,
        sink: &mut dyn Sink<W>,
        generate: impl FnOnce(&mut dyn Sink<W>),
    ) -> bool {
        let facts = Facts::new(self.engine);
        let captures = |mv: EngineMove| {
            mv.castling == NOBODY
                && facts.captured(st, mv, st.type_at(mv.from as usize)).is_some()
                && (most == 0 || self.taken(st, mv) == most)
        };
        let others = st.occupied().without(st.seats[st.turn as usize]);
        let mut only = CapturesOnly { inner: sink, others, captures: &captures, one_by_one: most != 0, found: false };
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
        let mut context = MoveContext::new(st, self.alone(keeping), &mut buffers);
        self.fill_context_apart(&mut context);
        let mut any = Any::default();
        self.through_placing(st, keeping, &mut any, |sink| self.forced_drops(&context, sink));
        any.0
    }

    /// Reports whether the player to move must capture: the rulebook says so, and a capture is legal.
    pub fn must_capture(self, st: &State<W, T, N>) -> bool {
        let free = LegalityRules { forced_capture: false, ..LegalityRules::ALL };
        self.engine.book.forced_capture != ForcedCapture::No
            && self.only_captures(st, 0, &mut Any::default(), |captures| _ = self.generate_keeping(st, free, captures))
    }
}
