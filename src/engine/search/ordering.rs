//! Move ordering: which moves are searched first.
//!
//! Contains [`Ordering`]: killer moves by ply, the history heuristic by seat, type and destination,
//! and countermoves by the move before. Captures come in the order of the most valuable victim and
//! the least valuable attacker (MVV-LVA); those that lose material come last.
//!
//! Input: lists of moves and the moves that caused cutoffs. Output: ranks. Does not know values of
//! positions.

use super::score::MAX_PLY;
use super::table::pack;
use super::technique::{Technique, Techniques};
use super::tree::Tree;
use crate::rules::inside::Listed;

/// Ranks of the classes of moves, best first.
const TABLE_MOVE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;
const COUNTER: i32 = 1 << 25;
const LOSING: i32 = -(1 << 28);
/// Bound of the history counters.
const MOST_HISTORY: i32 = 1 << 14;

/// The memory of move ordering.
#[derive(Debug)]
pub struct Ordering {
    /// Two quiet moves by ply that caused cutoffs, packed.
    killers: Vec<[u32; 2]>,
    /// By seat, type and destination: how often a quiet move caused a cutoff.
    history: Vec<i32>,
    /// By seat, type and destination of the move before: the quiet move that refuted it.
    counters: Vec<u32>,
    types: usize,
    squares: usize,
    techniques: Techniques,
    /// Ranks of the moves in the list of the tree.
    ranks: Vec<i32>,
}

/// The move that led to a node, as an index into the countermoves.
pub type Before = usize;

impl Ordering {
    /// Creates an empty memory for the searches of a tree.
    pub fn of<const W: usize, const T: usize, const N: usize>(tree: &Tree<'_, W, T, N>) -> Self {
        let engine = tree.engine;
        let (seats, types, squares) = (engine.book.seats().len(), engine.tables.n_types, engine.book.board().len());
        let size = seats * types * squares;
        Self {
            killers: vec![[0; 2]; MAX_PLY + 1],
            history: vec![0; size],
            counters: vec![0; size],
            types,
            squares,
            techniques: tree.techniques,
            ranks: Vec::with_capacity(4096),
        }
    }

    /// Returns the index of a move of a seat.
    #[inline(always)]
    pub fn index(&self, seat: u8, listed: Listed) -> Before {
        (usize::from(seat) * self.types + usize::from(listed.ty)) * self.squares + usize::from(listed.mv.to)
    }

    /// Ranks the moves of the tree from `start` on.
    #[inline(always)]
    pub fn rank<const W: usize, const T: usize, const N: usize>(
        &mut self,
        tree: &Tree<'_, W, T, N>,
        ply: usize,
        start: usize,
        table_move: u32,
        before: Before,
    ) {
        self.ranks.resize(start, 0);
        let st = &tree.nodes[ply].state;
        let captures = tree.capture_targets(ply);
        let (killers, counter) = (self.killers[ply], self.counters[before]);
        for listed in &tree.moves[start..] {
            let packed = pack(listed.mv);
            let victim = if captures.has(usize::from(listed.mv.to)) { tree.captured_value(ply, *listed) } else { 0 };
            let rank = if packed == table_move {
                TABLE_MOVE
            } else if victim > 0 || listed.mv.is_promotion() {
                CAPTURE + tactical_rank(tree, *listed, victim)
            } else if packed == killers[0] {
                KILLER + 1
            } else if packed == killers[1] {
                KILLER
            } else if packed == counter {
                COUNTER
            } else {
                self.history[self.index(st.turn, *listed)]
            };
            self.ranks.push(rank);
        }
    }

    /// Ranks captures and promotions only.
    #[inline(always)]
    pub fn rank_tactical<const W: usize, const T: usize, const N: usize>(
        &mut self,
        tree: &Tree<'_, W, T, N>,
        ply: usize,
        start: usize,
    ) {
        self.ranks.resize(start, 0);
        for listed in &tree.moves[start..] {
            self.ranks.push(tactical_rank(tree, *listed, tree.captured_value(ply, *listed)));
        }
    }

    /// Moves the best of the moves from `at` on to `at`, and returns it with its rank.
    #[inline(always)]
    pub fn pick(&mut self, moves: &mut [Listed], at: usize) -> (Listed, i32) {
        let mut best = at;
        for index in at + 1..moves.len() {
            if self.ranks[index] > self.ranks[best] {
                best = index;
            }
        }
        moves.swap(at, best);
        self.ranks.swap(at, best);
        (moves[at], self.ranks[at])
    }

    /// Picks like [`Ordering::pick`], and defers captures that lose material to the end.
    #[inline(always)]
    pub fn pick_sound<const W: usize, const T: usize, const N: usize>(
        &mut self,
        tree: &mut Tree<'_, W, T, N>,
        ply: usize,
        at: usize,
    ) -> (Listed, i32) {
        loop {
            let (listed, rank) = self.pick(&mut tree.moves, at);
            let is_capture = rank > KILLER + 1 && rank != TABLE_MOVE;
            if is_capture && !listed.mv.is_promotion() {
                let victim = tree.captured_value(ply, listed);
                if tree.loses_material(ply, listed, victim) {
                    self.ranks[at] = LOSING + rank - CAPTURE;
                    continue;
                }
            }
            return (listed, rank);
        }
    }

    /// Reports whether a rank is that of a quiet move without special merits, or of a capture that
    /// loses material.
    #[inline(always)]
    pub fn is_late(rank: i32) -> bool {
        rank <= MOST_HISTORY
    }

    /// Records a quiet move that caused a cutoff.
    #[inline(always)]
    pub fn reward(&mut self, seat: u8, listed: Listed, ply: usize, depth: i32, before: Before) {
        let packed = pack(listed.mv);
        let killers = &mut self.killers[ply];
        if killers[0] != packed && self.techniques.has(Technique::Killers) {
            killers[1] = killers[0];
            killers[0] = packed;
        }
        if self.techniques.has(Technique::Countermoves) {
            self.counters[before] = packed;
        }
        let index = self.index(seat, listed);
        self.adjust(index, depth * depth);
    }

    /// Lowers the history of a quiet move that was searched before the one that caused a cutoff.
    #[inline(always)]
    pub fn punish(&mut self, seat: u8, listed: Listed, depth: i32) {
        let index = self.index(seat, listed);
        self.adjust(index, -depth * depth);
    }

    #[inline(always)]
    fn adjust(&mut self, index: usize, by: i32) {
        if !self.techniques.has(Technique::History) {
            return;
        }
        let by = by.clamp(-MOST_HISTORY / 8, MOST_HISTORY / 8);
        let entry = &mut self.history[index];
        *entry += by - *entry * by.abs() / MOST_HISTORY;
    }
}

/// Returns the rank of a capture or a promotion among its like.
#[inline(always)]
fn tactical_rank<const W: usize, const T: usize, const N: usize>(
    tree: &Tree<'_, W, T, N>,
    listed: Listed,
    victim: i32,
) -> i32 {
    let tables = tree.evaluation.tables;
    let promoted = match listed.mv.is_promotion() {
        false => 0,
        true => tables.order_by_kind[usize::from(listed.mv.promotion)] - tables.order[usize::from(listed.ty)],
    };
    (victim + promoted) * 16 - tables.order[usize::from(listed.ty)].min(20_000) / 16
}

/// Returns the move that a player is expected to make: the best one by a static order. Depends on
/// the position alone.
pub fn expected_move<const W: usize, const T: usize, const N: usize>(
    tree: &Tree<'_, W, T, N>,
    ply: usize,
    start: usize,
) -> usize {
    let st = &tree.nodes[ply].state;
    let seat = usize::from(st.turn);
    let captures = tree.capture_targets(ply);
    let rank = |listed: &Listed| {
        let victim = if captures.has(usize::from(listed.mv.to)) { tree.captured_value(ply, *listed) } else { 0 };
        let tactical = victim > 0 || listed.mv.is_promotion();
        if tactical && !(victim > 0 && tree.loses_material(ply, *listed, victim)) {
            return CAPTURE + tactical_rank(tree, *listed, victim);
        }
        let value =
            |square: u16| tree.evaluation.piece_square(seat, usize::from(listed.ty), usize::from(square)).value.full();
        value(listed.mv.to) - value(listed.mv.from) - if tactical { CAPTURE } else { 0 }
    };
    let mut best = (i32::MIN, start);
    for (index, listed) in tree.moves.iter().enumerate().skip(start) {
        let rank = rank(listed);
        if rank > best.0 {
            best = (rank, index);
        }
    }
    best.1
}
