//! Moves of one piece, and moves that a callback receives.
//!
//! Contains the generator for a single piece, a legality test that looks at that piece only, and
//! the test whether a move can be made safely without judging it.
//!
//! Input: a [`State`] and a square or a move. Output: moves, or whether a move is legal. All moves
//! go through `dyn` [`Sink`]s, so this module adds little code to each engine.
//!
//! Does not know why a move is illegal.

use super::facts::Facts;
use super::movegen::Generator;
use std::ops::ControlFlow;

use super::engine::part;
use super::engine_move::{EngineMove, LegalityRules};
use super::movegen::context::{ContextBuffers, MoveContext};
use super::movegen::sink::{Any, Each, List, Listed, Sink};
use super::square_set::SquareSet;
use super::state::{NOBODY, NOWHERE, PackedEnding, State};
use super::tables::CastlingTable;

/// A sink that looks for one move.
struct Find {
    mv: EngineMove,
    is_plain: bool,
    found: bool,
}

impl<const W: usize> Sink<W> for Find {
    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
    fn moves(&mut self, _from: usize, to: SquareSet<W>) -> bool {
        self.found = self.is_plain && to.has(self.mv.to as usize);
        self.found
    }
    fn one(&mut self, mv: EngineMove) -> bool {
        self.found = mv == self.mv;
        self.found
    }
}

part! {
    /// The part that answers questions about one move or one piece.
    SingleMoves uses generator: Generator, facts: Facts
}

impl<const W: usize, const T: usize, const N: usize> SingleMoves<'_, W, T, N> {
    /// Passes the legal moves of the piece on one square to `sink`, castlings of that king included.
    pub fn generate_from(self, st: &State<W, T, N>, from: usize, sink: &mut dyn Sink<W>) {
        if st.over != PackedEnding::NO || st.seat_at(from) != st.turn || !st.is_living(st.turn) {
            return;
        }
        if self.generator().must_drop(st, LegalityRules::ALL) {
            return;
        }
        if self.generator().must_capture(st) {
            let most = self.generator().most_taken(st, LegalityRules::ALL);
            self.generator().only_captures(st, most, sink, |captures| self.generate_any_from(st, from, captures));
        } else {
            self.generate_any_from(st, from, sink);
        }
    }

    /// Passes the moves of the piece on one square to `sink`, even if the player must capture elsewhere.
    fn generate_any_from(self, st: &State<W, T, N>, from: usize, sink: &mut dyn Sink<W>) {
        let any = |sink: &mut dyn Sink<W>| self.generate_gating_from(st, from, sink);
        self.generator().through_placing(st, LegalityRules::ALL, sink, any);
    }

    /// Passes the moves of the piece on one square to `sink`, without placements.
    fn generate_gating_from(self, st: &State<W, T, N>, from: usize, sink: &mut dyn Sink<W>) {
        let keeping = self.generator().alone(LegalityRules::ALL);
        match self.engine.plan.gating {
            true => self.generator().through_gate(st, keeping, sink, |it| self.generate_alone(st, from, it)),
            false => self.generate_alone(st, from, sink),
        }
    }

    /// Passes the moves of the piece on one square to `sink`, without pieces that enter.
    fn generate_alone(self, st: &State<W, T, N>, from: usize, sink: &mut dyn Sink<W>) {
        let ty = st.type_at(from);
        if !self.engine.tables.roster(st.turn).iter().any(|it| it.ty as usize == ty) {
            return;
        }
        let mut buffers = ContextBuffers::new();
        let mut context = MoveContext::new(st, self.generator().alone(LegalityRules::ALL), &mut buffers);
        self.generator().fill_context_apart(&mut context);
        let must_try = self.generator().tried_ends(&context, ty);
        if self.generator().individual_moves(&context, ty, SquareSet::of(from), must_try, sink) {
            return;
        }
        if self.engine.plan.promoting_types >> ty & 1 != 0 && self.generator().promotion_moves(&context, from, sink) {
            return;
        }
        let castles = |it: &CastlingTable<W>| it.squares[0] as usize == from;
        if st.rights != 0 && self.engine.tables.castlings[st.turn as usize].iter().any(castles) {
            let mut own = |mv: EngineMove| {
                if mv.from as usize == from && sink.one(mv) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let each: &mut dyn Sink<W> = &mut Each(&mut own);
            self.generator().castlings(&context, each);
        }
    }

    /// Passes the legal drops to a callback.
    pub fn generate_drops(self, st: &State<W, T, N>, each: &mut dyn FnMut(EngineMove) -> ControlFlow<()>) {
        if !self.engine.plan.drops || st.over != PackedEnding::NO || !st.is_living(st.turn) {
            return;
        }
        let must_drop = self.generator().must_drop(st, LegalityRules::ALL);
        if !must_drop && self.generator().must_capture(st) {
            return;
        }
        let mut buffers = ContextBuffers::new();
        let mut context = MoveContext::new(st, self.generator().alone(LegalityRules::ALL), &mut buffers);
        self.generator().fill_context_apart(&mut context);
        let sink: &mut dyn Sink<W> = &mut Each(each);
        self.generator().through_placing(st, LegalityRules::ALL, sink, |sink| match must_drop {
            true => self.generator().forced_drops(&context, sink),
            false => self.generator().drops(&context, sink),
        });
    }

    /// Reports whether the player to move may pass.
    pub fn may_pass(self, st: &State<W, T, N>) -> bool {
        if !self.engine.plan.passes || st.over != PackedEnding::NO || !st.is_living(st.turn) {
            return false;
        }
        let must_move = self.generator().must_drop(st, LegalityRules::ALL) || self.generator().must_capture(st);
        !must_move && self.generator().pass(st, LegalityRules::ALL, &mut Any::default())
    }

    /// Reports whether a move is legal. Generates the moves of its piece only.
    pub fn is_legal(self, st: &State<W, T, N>, mv: EngineMove) -> bool {
        if mv.dropped().is_some() {
            let mut found = false;
            self.generate_drops(st, &mut |it| {
                found = it == mv;
                if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            return found;
        }
        if mv.is_pass() {
            return mv == EngineMove::PASS && self.may_pass(st);
        }
        let is_plain = mv.castling == NOBODY && mv.promotion == NOBODY && mv.placed == NOWHERE;
        let mut find = Find { mv, is_plain, found: false };
        self.generate_from(st, mv.from as usize, &mut find);
        find.found
    }

    /// Reports whether making a move is safe: its piece belongs to the player to move, nothing of
    /// their own is on the target, and a castling or promotion has what it needs.
    pub fn can_make(self, st: &State<W, T, N>, mv: EngineMove) -> bool {
        if mv.is_pass() {
            return mv == EngineMove::PASS
                && self.engine.plan.passes
                && st.over == PackedEnding::NO
                && st.is_living(st.turn);
        }
        if self.engine.plan.blocker != (mv.placed != NOWHERE) {
            return false;
        }
        if mv.placed != NOWHERE {
            let alone = EngineMove { placed: NOWHERE, ..mv };
            return self.can_make_alone(st, alone) && self.generator().placements(st, alone).has(mv.placed as usize);
        }
        self.can_make_alone(st, mv)
    }

    /// Reports whether making a move is safe, apart from its placement.
    fn can_make_alone(self, st: &State<W, T, N>, mv: EngineMove) -> bool {
        let (from, to) = (mv.from as usize, mv.to as usize);
        if mv.gate().is_some() {
            return self.can_make_alone(st, mv.without_gate()) && self.generator().may_gate(st, mv);
        }
        if let Some(kind) = mv.dropped() {
            return st.over == PackedEnding::NO
                && st.is_living(st.turn)
                && (kind as usize) < self.engine.book.kinds.len()
                && mv.promotion == NOBODY
                && mv.from == mv.to
                && !st.is_occupied(to)
                && self
                    .engine
                    .drops_of(st.turn, kind)
                    .is_some_and(|it| st.pool[st.turn as usize][it.held as usize] > 0 && it.types[to] != NOBODY);
        }
        if st.over != PackedEnding::NO || st.seat_at(from) != st.turn || !st.is_living(st.turn) {
            return false;
        }
        if mv.castling != NOBODY {
            let castlings = &self.engine.tables.castlings[st.turn as usize];
            return castlings.iter().any(|it| {
                it.index == mv.castling
                    && it.squares[..2] == [mv.from, mv.to]
                    && st.rights >> it.index & 1 != 0
                    && mv.promotion == NOBODY
                    && self.generator().castling_blocked(st, it).is_none()
            });
        }
        if from != to && (st.seat_at(to) == st.turn || self.engine.blockers(st).has(to)) {
            return false;
        }
        let ty = st.type_at(from);
        if self.facts().is_promotion_move(mv, ty) {
            let mut buffers = ContextBuffers::new();
            let mut context = MoveContext::new(st, self.generator().alone(LegalityRules::ALL), &mut buffers);
            self.generator().fill_context_apart(&mut context);
            let mut find = Find { mv, is_plain: false, found: false };
            self.generator().promotion_moves(&context, from, &mut find);
            return find.found;
        }
        // SAFETY: the indices are a type and a seat (see `unchecked`).
        let may_promote = unsafe { self.engine.tables.piece(ty, st.turn) }.promotes.has(to);
        match may_promote || mv.promotion != NOBODY {
            true => self.facts().promotion_kinds(st, st.turn, ty, from, to).as_slice().contains(&mv.promotion),
            false => true,
        }
    }

    /// Passes all legal moves to a callback, in the order of the generator.
    pub fn generate_to(self, st: &State<W, T, N>, each: &mut Each<'_>) {
        let sink: &mut dyn Sink<W> = each;
        self.generator().generate(st, sink);
    }

    /// Lists the legal moves in `into`, in the order of the generator.
    pub fn list(self, st: &State<W, T, N>, into: &mut Vec<Listed>) {
        self.generator().generate(st, &mut List::new(into));
    }
}
