//! Placements: the blockers with which moves end.
//!
//! Contains the squares where a move may place a blocker, and [`PlacingSink`], which passes each move on with each of
//! them.
//!
//! Input: a [`State`], and moves from the generator. Output: moves, passed to another [`Sink`]. Does not know how the
//! moves are generated.

use crate::rules::apply::Applier;
use crate::rules::engine::Engine;
use crate::rules::engine_move::{Crossing, EngineMove, LegalityRules};
use crate::rules::judging::Judging;
use crate::rules::movegen::Generator;
use crate::rules::movegen::context::{ContextBuffers, MoveContext};
use crate::rules::movegen::sink::Sink;
use crate::rules::square_set::SquareSet;
use crate::rules::state::State;

/// A sink that passes each move on with each possible placement.
pub struct PlacingSink<'a, const W: usize, const T: usize, const N: usize> {
    inner: &'a mut dyn Sink<W>,
    engine: &'a Engine<W, T, N>,
    st: &'a State<W, T, N>,
    keeping: LegalityRules,
}

impl<const W: usize, const T: usize, const N: usize> Sink<W> for PlacingSink<'_, W, T, N> {
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
        to.iter().any(|it| self.one(EngineMove::plain(from, it)))
    }
    fn one(&mut self, mv: EngineMove) -> bool {
        if mv.is_pass() {
            let is_tried = self.engine.plan.try_placements;
            return (!is_tried || self.engine.allows_placement(self.st, mv, self.keeping)) && self.inner.one(mv);
        }
        let all = Generator::new(self.engine).placements(self.st, mv);
        if all.is_empty() {
            return false;
        }
        let on = self.inner.choose(mv, all);
        if !self.engine.plan.try_placements {
            return self.inner.placed(mv, on);
        }
        let with = |it: usize| EngineMove { placed: it as u16, ..mv };
        let is_allowed = |it: &EngineMove| self.engine.allows_placement(self.st, *it, self.keeping);
        let mut found = false;
        for mv in on.iter().map(with).filter(is_allowed) {
            found = true;
            if self.inner.one(mv) {
                return true;
            }
        }
        // The squares that were left out may be the only ones that end a check.
        let other = if found { None } else { all.without(on).iter().map(with).find(is_allowed) };
        other.is_some_and(|it| self.inner.one(it))
    }
}

impl<const W: usize, const T: usize, const N: usize> Generator<'_, W, T, N> {
    /// Returns the rules for the moves without their placements, if there are any.
    pub fn alone(self, keeping: LegalityRules) -> LegalityRules {
        LegalityRules { placing: keeping.placing && !self.engine.plan.blocker, ..keeping }
    }

    /// Passes the legal moves with their placements to `sink`. Returns `true` if the sink stopped the generation.
    #[inline(never)]
    pub fn generate_placing(self, st: &State<W, T, N>, keeping: LegalityRules, sink: &mut dyn Sink<W>) -> bool {
        self.through_placing(st, keeping, sink, |sink| self.generate_keeping(st, self.alone(keeping), sink))
    }

    /// Runs `generate`, if moves end with placements with a sink that adds them.
    pub fn through_placing<R>(
        self,
        st: &State<W, T, N>,
        keeping: LegalityRules,
        sink: &mut dyn Sink<W>,
        generate: impl FnOnce(&mut dyn Sink<W>) -> R,
    ) -> R {
        match self.engine.plan.blocker && keeping.placing {
            true => generate(&mut PlacingSink { inner: sink, engine: self.engine, st, keeping }),
            false => generate(sink),
        }
    }

    /// Returns the squares where a move may place its blocker, legality aside. The move has no placement yet.
    #[inline(never)]
    pub fn placements(self, st: &State<W, T, N>, mv: EngineMove) -> SquareSet<W> {
        let table = &self.engine.tables.placement;
        let Some(allowed) = table.squares.get(st.turn as usize) else { return SquareSet::EMPTY };
        let (after, done) = Applier::new(self.engine).moved(st, mv);
        let free = allowed.without(after.occupied());
        if table.by_movement { free & self.placement_reach(&after, self.facts().square_after(done)) } else { free }
    }

    /// Returns the empty squares to which a blocker could move from a square, after the move of a piece.
    pub fn placement_reach(self, after: &State<W, T, N>, from: usize) -> SquareSet<W> {
        let ty = self.engine.tables.placement.ty as usize;
        let mut buffers = ContextBuffers::new();
        let mut context = MoveContext::new(after, LegalityRules::ALL, &mut buffers);
        (context.me, context.occupied) = (after.turn, after.occupied());
        // SAFETY: the indices are a type and a seat (see `unchecked`).
        let piece = unsafe { self.engine.tables.piece(ty, context.me) };
        let mut reached = self.reach(&context, piece, ty, from, self.engine.tables.cpu);
        for route in piece.odd.iter().flat_map(|it| &self.engine.tables.odd[*it as usize][from]) {
            let mut allows =
                crate::rulebook::Permissions { quiet: true, capture: true, give_check: true, attack: true };
            let mut crossing = Crossing::NONE;
            for reach in route.visits(context.occupied, || self.facts().hurdles(after, ty, context.me)) {
                let barriers = reach.stop.barriers.iter();
                barriers.for_each(|it| self.facts().add_crossing(after, *it, &mut allows, &mut crossing));
                if route.quiet && allows.quiet && reach.lands {
                    reached.insert(reach.stop.to as usize);
                }
            }
        }
        reached.without(context.occupied)
    }
}
