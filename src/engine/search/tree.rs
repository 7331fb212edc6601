//! The tree that all algorithms walk: nodes, moves made, the start of a turn, and repetition.
//!
//! Contains [`SearchNode`], a state with what the search keeps about it, and [`Tree`], the stack of
//! nodes from the root to the current one. Nothing is allocated per node.
//!
//! ```text
//!   make ──> node (turn passed, not settled) ──enter──> moves, or the end
//!              │
//!              └─ key ── transposition table, repetition with the path and the history
//! ```
//! Input: a root state and earlier keys. Output: nodes and lists of moves. Does not know which
//! moves are good.

use super::collect::Collect;
use super::control::Control;
use super::evaluation::Evaluation;
use super::piece_square::Tapered;
use super::placements::{INNER_PLACEMENTS, ROOT_PLACEMENTS, TACTICAL_PLACEMENTS};
use super::repeats::{DrawRules, History, Led};
use super::report::Reporter;
use super::score::MAX_PLY;
use super::technique::Techniques;
use crate::rules::inside::{
    Attacks, Engine, EngineMove, Generator, LegalityRules, Listed, NOWHERE, PackedEnding, Settler, SquareSet, State,
};

/// A state with its key and its piece-square sums.
#[derive(Clone, Copy, Debug)]
pub struct SearchNode<const W: usize, const T: usize, const N: usize> {
    /// The position; the turn may have to be settled.
    pub state: State<W, T, N>,
    /// Hash of the pieces on the board.
    pub pieces: u64,
    /// Hash of everything that distinguishes positions, except clocks.
    pub key: u64,
    /// Sums of piece-square values, by seat.
    pub sums: [Tapered; N],
    /// Index in the path from which the position may repeat: the last capture.
    pub since: u32,
}

/// The state of a node after its turn is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entered {
    /// The game is over.
    Over,
    /// The moves start at this index of the list of moves; there is at least one.
    Moves(usize),
    /// There is no legal move, and no outcome covers this.
    Stuck,
}

/// The stack of nodes and what all algorithms share.
#[derive(Debug)]
pub struct Tree<'a, const W: usize, const T: usize, const N: usize> {
    /// The rules of play.
    pub engine: &'a Engine<W, T, N>,
    /// The values of positions.
    pub evaluation: Evaluation<'a, W, T, N>,
    /// Limits and the number of nodes.
    pub control: Control,
    /// What reports the progress of the search.
    pub reporter: Reporter,
    /// The techniques in use.
    pub techniques: Techniques,
    /// Maximum number of placements that are searched for each move of the root.
    pub root_placements: usize,
    /// Nodes by ply.
    pub nodes: Vec<SearchNode<W, T, N>>,
    /// Moves of all nodes on the path, one node after the other.
    pub moves: Vec<Listed>,
    /// Keys of the earlier positions of the game and of the nodes before the current one.
    pub(super) path: Vec<u64>,
    /// What led to each position of `path` and to the current one.
    pub(super) led: Led,
    /// Whether the rulebook has perpetual check or perpetual chase.
    is_traced: bool,
    /// Number of keys in `path` that belong to the game.
    pub(super) history: usize,
    pub(super) rules: DrawRules,
}

impl<'a, const W: usize, const T: usize, const N: usize> Tree<'a, W, T, N> {
    /// Creates a tree with its root.
    pub fn new(
        engine: &'a Engine<W, T, N>,
        evaluation: Evaluation<'a, W, T, N>,
        root: &State<W, T, N>,
        history: &History,
        control: Control,
        reporter: Reporter,
    ) -> Self {
        let mut node = evaluation.node(root);
        node.since = 0;
        Self {
            engine,
            evaluation,
            control,
            reporter,
            techniques: Techniques::without(&[]),
            root_placements: ROOT_PLACEMENTS,
            nodes: vec![node; MAX_PLY + 1],
            moves: Vec::with_capacity(4096),
            history: history.keys.len(),
            path: history.keys.clone(),
            led: history.led.clone(),
            is_traced: engine.plan.traces_checks || engine.plan.traces_chases(),
            rules: DrawRules::new(&engine.book),
        }
    }

    /// Returns the number of earlier positions of the game.
    pub fn history(&self) -> usize {
        self.history
    }

    /// Makes a move at `ply`, and writes the next node. Returns `false` if a limit forbids it.
    #[inline(always)]
    pub fn make(&mut self, ply: usize, listed: Listed) -> bool {
        if !self.control.may_make() {
            return false;
        }
        #[cfg(target_arch = "x86_64")]
        if Engine::<W, T, N>::HAS_FAST_COPY && self.engine.tables.cpu.is_fast() {
            // SAFETY: the CPU has the features that the function requires.
            unsafe { self.make_fast(ply, listed) };
            return true;
        }
        self.make_portable(ply, listed);
        true
    }

    /// Makes a move with code compiled for BMI1, BMI2, POPCNT and AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,avx2")]
    #[inline(never)]
    fn make_fast(&mut self, ply: usize, listed: Listed) {
        self.make_by(ply, listed, false);
    }

    #[inline(never)]
    fn make_portable(&mut self, ply: usize, listed: Listed) {
        self.make_by(ply, listed, Engine::<W, T, N>::HAS_FAST_COPY);
    }

    #[inline(always)]
    fn make_by(&mut self, ply: usize, listed: Listed, is_compact: bool) {
        let (before, after) = self.nodes.split_at_mut(ply + 1);
        let (before, after) = (&before[ply], &mut after[0]);
        Settler::new(self.engine).play_listed(&before.state, listed, &mut after.state, is_compact);
        self.evaluation.update(before, after);
        debug_assert!(self.evaluation.is_fresh(after), "keys and sums are as from scratch");
        self.path.truncate(self.history + ply);
        self.path.push(before.key);
        // If pieces enter from a pool, a position may occur again after a capture.
        let is_capture =
            !self.engine.plan.pieces_enter() && before.state.occupied().count() != after.state.occupied().count();
        after.since = if is_capture { (self.history + ply + 1) as u32 } else { before.since };
        if self.is_traced {
            self.note_trace(ply + 1, listed.mv);
        }
        self.control.deepest = self.control.deepest.max(ply as u32 + 1);
    }

    /// Passes the turn at `ply`, and writes the next node. Returns `false` if a limit forbids it.
    pub fn make_pass(&mut self, ply: usize) -> bool {
        if !self.control.may_make() {
            return false;
        }
        let before = self.nodes[ply];
        let mut after = before;
        let next = self.engine.place_after(&before.state, self.engine.place(&before.state));
        self.engine.set_place(&mut after.state, next);
        after.state.halfmoves = after.state.halfmoves.saturating_add(1);
        for right in &mut after.state.en_passant {
            right.target = NOWHERE;
        }
        self.evaluation.rekey(&mut after);
        self.path.truncate(self.history + ply);
        self.path.push(before.key);
        // No position repeats across a pass.
        after.since = (self.history + ply + 1) as u32;
        self.nodes[ply + 1] = after;
        if self.is_traced {
            self.note_trace(ply + 1, EngineMove::PASS);
        }
        true
    }

    /// Reports whether the player to move has a piece besides pawns and royal pieces.
    #[inline(always)]
    pub fn has_officer(&self, ply: usize) -> bool {
        let st = &self.nodes[ply].state;
        let own = st.seats[usize::from(st.turn)];
        let others = self.engine.royals(st) | st.pieces_of_types(self.engine.tables.pawn_types);
        !own.without(others).is_empty()
    }

    /// Puts a node that was kept at `ply` of the path, and to which a move led.
    pub fn place(&mut self, ply: usize, node: SearchNode<W, T, N>, mv: EngineMove) {
        if ply > 0 {
            self.path.truncate(self.history + ply - 1);
            self.path.push(self.nodes[ply - 1].key);
        }
        self.nodes[ply] = node;
        if ply > 0 && self.is_traced {
            self.note_trace(ply, mv);
        }
    }

    /// Reports whether the position at `ply` occurred before on the path, or often enough in the
    /// game.
    #[inline(always)]
    pub fn repeats(&self, ply: usize) -> bool {
        let node = &self.nodes[ply];
        let end = self.history + ply;
        let since = node.since as usize;
        let (mut times, mut at) = (0, end);
        while at > since {
            at -= 1;
            if self.path[at] == node.key {
                times += 1;
                if at >= self.history || times > 1 {
                    return true;
                }
            }
        }
        false
    }

    /// Reports whether the player to move may claim the end of the game because of the halfmove
    /// clock.
    #[inline(always)]
    pub fn is_claimable(&self, ply: usize) -> bool {
        let st = &self.nodes[ply].state;
        self.rules.claim.is_some_and(|it| u32::from(st.halfmoves) >= it.rounds * st.living_count())
    }

    /// Settles the start of the turn at `ply` and lists the legal moves, unless the game is over.
    #[inline(always)]
    pub fn enter(&mut self, ply: usize) -> Entered {
        let start = self.moves.len();
        let st = &self.nodes[ply].state;
        if st.over != PackedEnding::NO {
            return Entered::Over;
        }
        let placements = self.placements(st, if ply == 0 { self.root_placements } else { INNER_PLACEMENTS });
        let mut list = Collect::all(&mut self.moves).with(placements);
        Generator::new(self.engine).generate_with(st, LegalityRules::ALL, self.engine.tables.cpu, &mut list);
        let (any, attacks_king) = (list.any, list.attacks_king);
        if !Settler::new(self.engine).no_outcome_is_due(st, 1, any, attacks_king) && self.settle(ply, any) {
            self.moves.truncate(start);
            let st = &self.nodes[ply].state;
            if st.over != PackedEnding::NO {
                return Entered::Over;
            }
            let mut list = Collect::all(&mut self.moves).with(placements);
            Generator::new(self.engine).generate_with(st, LegalityRules::ALL, self.engine.tables.cpu, &mut list);
        }
        if self.moves.len() == start { Entered::Stuck } else { Entered::Moves(start) }
    }

    /// Carries out the outcomes at the start of a turn. Returns whether anything changed.
    #[inline(never)]
    fn settle(&mut self, ply: usize, has_moves: bool) -> bool {
        let node = &mut self.nodes[ply];
        let key = |it: &State<W, T, N>| (it.turn, it.living, it.over, it.scores);
        let before = key(&node.state);
        Settler::new(self.engine).settle_turn(&mut node.state, 1.into(), Some(has_moves));
        let changes = key(&node.state) != before;
        if changes {
            let kept = node.key;
            self.evaluation.refresh(node);
            // The path and the table know the node by its first key.
            node.key = kept;
        }
        changes
    }

    /// Reports whether an outcome may occur at the start of this turn although the player has a
    /// legal move.
    #[inline(always)]
    pub fn may_settle(&self, ply: usize) -> bool {
        !Settler::new(self.engine).no_outcome_is_due(&self.nodes[ply].state, 1, true, true)
    }

    /// Returns the squares on which the player to move may capture something.
    #[inline(always)]
    pub fn capture_targets(&self, ply: usize) -> SquareSet<W> {
        let st = &self.nodes[ply].state;
        let mut targets = st.occupied().without(st.seats[usize::from(st.turn)]);
        if self.engine.plan.captures_en_passant {
            for right in st.en_passant.iter().filter(|it| it.target != NOWHERE) {
                targets.insert(usize::from(right.target));
            }
        }
        targets
    }

    /// Lists the captures of remaining players' pieces, the promotions, and other moves to squares
    /// in `also`. Returns whether there is any legal move.
    #[inline(always)]
    pub fn enter_tactical(&mut self, ply: usize, also: SquareSet<W>) -> bool {
        let st = &self.nodes[ply].state;
        let inert = st.pieces_of(!st.living & self.engine.tables.all_seats);
        let targets = self.capture_targets(ply).without(inert) | also;
        let placements = self.placements(st, TACTICAL_PLACEMENTS);
        let mut list = Collect::tactical(&mut self.moves, targets).with(placements);
        Generator::new(self.engine).generate_with(st, LegalityRules::ALL, self.engine.tables.cpu, &mut list);
        list.any
    }

    /// Settles a turn without a legal move at `ply`. Returns whether anything changed.
    #[cold]
    pub fn settle_stuck(&mut self, ply: usize) -> bool {
        self.settle(ply, false)
    }

    /// Reports whether the player to move is in check.
    #[inline(always)]
    pub fn is_check(&self, ply: usize) -> bool {
        let st = &self.nodes[ply].state;
        let attacks = Attacks::new(self.engine);
        if self.engine.plan.attacks_depend || self.engine.tables.odd_attack || self.engine.tables.all_tried {
            return !attacks.checkers(st, st.turn).is_empty();
        }
        let king = self.engine.king(st, st.turn);
        if king == NOWHERE {
            return false;
        }
        let foes = attacks.foes_of(st, self.engine.foes(st, st.turn));
        attacks.is_attacked(st, foes, usize::from(king), st.occupied())
    }
}
