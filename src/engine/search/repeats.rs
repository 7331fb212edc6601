//! Repetition in a search: earlier positions of the game, what led to each of them, and the outcomes that follow.
//!
//! Contains [`History`], [`Led`] and [`DrawRules`], and the part of [`Tree`] that ends a game by repetition.
//!
//! Input: earlier positions of a game, and the nodes of a path. Output: ended nodes. Does not know which moves are good.

use super::evaluation::{Evaluation, Evaluator};
use super::tree::Tree;
use crate::policy::Then;
use crate::rulebook::{MAX_CHASES, OutcomeId, Rulebook, SeatSet};
use crate::rules::inside::{
    Attacks, ChaseTrace, CheckTrace, Engine, EngineMove, Judge, PackedEnding, Repetition, Settler, State, chasing,
};
use crate::rules::{Move, Position};

/// An outcome that a player may claim, or that repetition leads to.
#[derive(Clone, Copy, Debug)]
pub struct DrawRule {
    id: OutcomeId,
    is_claim: bool,
    /// Number of occurrences, for repetition.
    repeated: u16,
    /// Rounds without progress, for the halfmove clock.
    pub rounds: u32,
    /// Whether it depends on perpetual check or perpetual chase.
    perpetual: bool,
}

/// The rules by which a search ends a game early.
#[derive(Clone, Copy, Debug)]
pub struct DrawRules {
    verdict: Option<DrawRule>,
    repetition: Option<DrawRule>,
    /// The claim because of the halfmove clock.
    pub claim: Option<DrawRule>,
}

impl DrawRules {
    /// Chooses the rules of a rulebook.
    pub fn new(book: &Rulebook) -> Self {
        let rule = |id: &OutcomeId, is_claim: bool| {
            let when = book.outcomes()[usize::from(id.0)].when();
            let (repeated, rounds) = (when.repeated().unwrap_or(0), u32::from(when.halfmove_rounds().unwrap_or(0)));
            let perpetual = when.perpetual_check().is_some() || when.perpetual_chase().is_some();
            DrawRule { id: *id, is_claim, repeated, rounds, perpetual }
        };
        let starts = book.settle().turn_start().iter().map(|it| rule(it, false));
        let claims = book.settle().on_claim().iter().map(|it| rule(it, true));
        let is_end = |it: &DrawRule| book.outcomes()[usize::from(it.id.0)].then() == Then::End;
        let all: Vec<DrawRule> = starts.chain(claims).filter(is_end).collect();
        Self {
            verdict: all.iter().copied().filter(|it| it.perpetual).max_by_key(|it| it.repeated),
            repetition: all.iter().copied().filter(|it| it.repeated > 1 && !it.perpetual).min_by_key(|it| it.repeated),
            claim: all.iter().copied().filter(|it| it.is_claim && it.rounds > 0).min_by_key(|it| it.rounds),
        }
    }
}

/// What led to each position of a path.
#[derive(Clone, Debug, Default)]
pub struct Led {
    /// The checks; empty in a rulebook without perpetual check.
    checks: Vec<CheckTrace>,
    /// The chases in the positions of the game, those of the root included; empty in a rulebook without perpetual
    /// chase. Those of later positions are derived from the nodes, when one of them repeats.
    chases: Vec<Option<Box<ChaseTrace>>>,
    /// The moves from the root on; empty in a rulebook without perpetual chase.
    moves: Vec<EngineMove>,
}

impl Led {
    /// Notes the move that led to the node at `ply`.
    #[inline(never)]
    fn note_move(&mut self, ply: usize, mv: EngineMove) {
        self.moves.resize(ply - 1, EngineMove::PASS);
        self.moves.push(mv);
    }

    /// Notes what led to the position at an index of the path.
    #[inline(never)]
    fn note_check(&mut self, index: usize, led: CheckTrace) {
        self.checks.resize(index, CheckTrace::default());
        self.checks.push(led);
    }

    /// Returns the players who chased one and the same piece between the position at `last` and one that `of_nodes`,
    /// the chases after it in the search, led to.
    #[inline(never)]
    fn chasing(&self, last: usize, of_nodes: &[Box<ChaseTrace>]) -> [SeatSet; MAX_CHASES] {
        let of_game = self.chases.iter().skip(last + 1).map(Option::as_deref);
        let mut latest_first = of_nodes.iter().rev().map(|it| Some(&**it)).chain(of_game.rev());
        let led = latest_first.next().flatten();
        // The last of the moves is the one after the earlier occurrence.
        let mut earlier = latest_first.map(|it| (false, it)).chain(std::iter::once((true, None)));
        chasing(led, &mut earlier)
    }
}

/// The earlier positions of a game, for repetition.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The key of each of them.
    pub keys: Vec<u64>,
    /// What led to each of them and to the root.
    pub led: Led,
}

/// Returns the earlier positions of the game to which the root belongs.
pub fn history_of<const W: usize, const T: usize, const N: usize>(
    engine: &Engine<W, T, N>,
    evaluator: &Evaluator,
    position: &Position,
    earlier: &[Position],
    root: &State<W, T, N>,
) -> History {
    let evaluation = Evaluation::new(engine, &evaluator.tables, &[]);
    let own = || earlier.iter().filter(|it| it.variant().hash() == position.variant().hash());
    // The engine of the same rules has the same size, but its tables may be other ones.
    let states = own().filter_map(|it| it.state().as_any().downcast_ref::<State<W, T, N>>().copied());
    let states: Vec<State<W, T, N>> = states.collect();
    let keys: Vec<u64> = states.iter().map(|it| evaluation.node(it).key).collect();
    let mut led = Led::default();
    if engine.plan.traces_checks {
        led.checks.push(CheckTrace::default());
        let later = states.iter().skip(1).chain([root]);
        led.checks.extend(states.iter().zip(later).map(|(before, it)| Attacks::new(engine).trace(it, before.turn)));
    }
    if engine.plan.traces_chases() {
        led.chases = chases_of(&own().chain([position]).collect::<Vec<_>>());
    }
    History { keys, led }
}

/// Returns what led to each of the positions of a game.
#[cold]
fn chases_of(positions: &[&Position]) -> Vec<Option<Box<ChaseTrace>>> {
    let later = positions.windows(2).map(|it| {
        let (before, after) = (it[0], it[1]);
        let has_led = |mv: &Move| {
            let next = before.after_legal(*mv);
            before.variant().board().squares().all(|it| next.as_position().piece_at(it) == after.piece_at(it))
        };
        // An elimination can have removed pieces. The trace of a pass then has the chases, but follows no piece.
        let mv = before.legal_moves().into_iter().find(has_led).unwrap_or(Move::PASS);
        before.chase_trace(mv, after)
    });
    std::iter::once(None).chain(later).collect()
}

impl<const W: usize, const T: usize, const N: usize> Tree<'_, W, T, N> {
    /// Notes the move that led to the node at `ply`, which is not the root.
    #[inline(never)]
    pub fn note_trace(&mut self, ply: usize, mv: EngineMove) {
        if self.engine.plan.traces_chases() {
            self.led.note_move(ply, mv);
        }
        if self.engine.plan.traces_checks {
            let mover = self.nodes[ply - 1].state.turn;
            let led = Attacks::new(self.engine).trace(&self.nodes[ply].state, mover);
            self.led.note_check(self.history + ply, led);
        }
    }

    /// Returns the players who gave check with each of their moves since the position at `ply` last occurred.
    #[cold]
    fn checking(&self, ply: usize) -> SeatSet {
        let (key, end) = (self.nodes[ply].key, self.history + ply);
        let mut since = self.led.checks.get(end).copied().unwrap_or_default();
        for at in (0..end.min(self.path.len())).rev() {
            if self.path[at] == key {
                return since.checking();
            }
            since = since.with(self.led.checks.get(at).copied().unwrap_or_default());
        }
        0
    }

    /// Returns the players who chased one and the same piece with each of their moves since the position at `ply` last
    /// occurred.
    #[cold]
    fn chasing(&self, ply: usize) -> [SeatSet; MAX_CHASES] {
        let (key, end) = (self.nodes[ply].key, self.history + ply);
        let Some(last) = self.path[..end.min(self.path.len())].iter().rposition(|it| *it == key) else {
            return [0; MAX_CHASES];
        };
        let mut of_nodes = Vec::new();
        for ply in last.saturating_sub(self.history) + 1..=ply {
            let mv = self.led.moves.get(ply - 1).copied().unwrap_or(EngineMove::PASS);
            let (before, after) = (&self.nodes[ply - 1].state, &self.nodes[ply].state);
            of_nodes.push(Judge::new(self.engine).chase_trace(before, after, mv));
        }
        self.led.chasing(last, &of_nodes)
    }

    /// Ends the game at `ply` by repetition or by a claim. Returns `false` if no rule does; the
    /// players then share the points.
    #[inline(never)]
    pub fn end_as_drawn(&mut self, ply: usize) -> bool {
        let by_claim = self.is_claimable(ply);
        if !by_claim && let Some(rule) = self.rules.verdict {
            let mut repetition = Repetition::from(rule.repeated);
            if self.engine.plan.traces_checks {
                repetition.checking = self.checking(ply);
            }
            if self.engine.plan.traces_chases() {
                repetition.chasing = self.chasing(ply);
            }
            let st = &mut self.nodes[ply].state;
            if repetition != Repetition::from(rule.repeated) {
                Settler::new(self.engine).settle_turn(st, repetition, Some(true));
            }
            if st.over != PackedEnding::NO {
                return true;
            }
        }
        let Some(rule) = (if by_claim { self.rules.claim } else { self.rules.repetition }) else { return false };
        let st = &mut self.nodes[ply].state;
        if rule.is_claim {
            Settler::new(self.engine).conclude_outcome(st, rule.id);
        } else {
            Settler::new(self.engine).settle_turn(st, rule.repeated.into(), Some(true));
        }
        st.over != PackedEnding::NO
    }
}
