//! Perft: counting the leaf nodes of the move tree.
//!
//! Contains the counter, with bulk counting, threads and a transposition table.
//!
//! Input: a [`State`], a depth and [`PerftOptions`]. Output: the number of leaf nodes. The options
//! change the speed, never the number. An elimination costs no ply, and a finished game has no
//! further nodes.
//!
//! Does not know repetition or dead positions.

use super::engine_move::LegalityRules;
use crate::rules::movegen::Generator;
use crate::rules::settle::Settler;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::cpu::CpuFeatures;
use super::engine::{Engine, part};
use super::facts::Facts;
use super::state::State;
use crate::rules::movegen::sink::{Count, List, Listed};

/// Options of a perft run. They change the speed, never the result.
///
/// ```
/// use threefold::PerftOptions;
///
/// let start = threefold::load("chess")?.variant.start().expect("a starting position");
/// let options = PerftOptions::default().with_threads(2).with_table_bytes(1 << 20);
/// assert_eq!(start.perft_by(3, &options), start.perft(3));
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PerftOptions {
    /// Whether every leaf is played. If not, the last ply is counted without being played (bulk
    /// counting).
    pub play_leaves: bool,
    /// Number of threads that share the work; at least 1. More than 1,024 count as 1,024.
    pub threads: usize,
    /// Size of the transposition table of each thread, in bytes; 0 for none. A table is never larger than 16 GiB, nor than a count
    /// of the requested depth fills when no position has more than 256 moves.
    pub table_bytes: usize,
}

impl Default for PerftOptions {
    fn default() -> Self {
        Self { play_leaves: false, threads: 1, table_bytes: 0 }
    }
}

impl PerftOptions {
    /// Returns the same options, but every leaf is played.
    #[must_use]
    pub fn with_played_leaves(self) -> Self {
        Self { play_leaves: true, ..self }
    }
    /// Returns the same options with a number of threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }
    /// Returns the same options with a transposition table for each thread, of this size in bytes.
    #[must_use]
    pub fn with_table_bytes(self, table_bytes: usize) -> Self {
        Self { table_bytes, ..self }
    }
}

/// A transposition table: node counts by position and depth. Each key has one slot, and new entries
/// always replace old ones.
struct TranspositionTable {
    entries: Vec<PerftEntry>,
}

#[derive(Clone, Copy, Default)]
struct PerftEntry {
    key: u128,
    depth: u32,
    nodes: u64,
}

/// Maximum number of threads, and of bytes in a table.
const MAX_THREADS: usize = 1024;
const MAX_TABLE: usize = 16 << 30;

/// More moves than most positions have: a count of one more ply visits at most so many times as many positions.
const MANY_MOVES: usize = 256;

impl TranspositionTable {
    /// Creates a table. One for few plies need not be large, because few positions are stored in it.
    fn new(bytes: usize, depth: u32) -> Self {
        let useful = (1..depth).try_fold(1_usize, |all, _| all.checked_mul(MANY_MOVES)).unwrap_or(usize::MAX);
        // If memory runs out, a smaller table gives the same counts.
        let mut length = (bytes.min(MAX_TABLE) / size_of::<PerftEntry>()).min(useful);
        let mut entries = Vec::new();
        while length > 0 && entries.try_reserve_exact(length).is_err() {
            length /= 2;
        }
        entries.resize(length, PerftEntry::default());
        Self { entries }
    }
    fn slot(&self, key: u128, depth: u32) -> usize {
        (key as usize ^ (depth as usize).wrapping_mul(0x9e37_79b9)) % self.entries.len()
    }
    fn get(&self, key: u128, depth: u32) -> Option<u64> {
        let entry = self.entries.get(self.slot(key, depth))?;
        (entry.key == key && entry.depth == depth).then_some(entry.nodes)
    }
    fn put(&mut self, key: u128, depth: u32, nodes: u64) {
        let slot = self.slot(key, depth);
        self.entries[slot] = PerftEntry { key, depth, nodes };
    }
}

/// Buffers of one thread: a move list per ply, and the transposition table.
struct PerftScratch {
    lists: Vec<Vec<Listed>>,
    play_leaves: bool,
    table: Option<TranspositionTable>,
}

impl PerftScratch {
    fn new(depth: u32, options: &PerftOptions) -> Self {
        Self {
            lists: vec![Vec::new(); depth as usize + 1],
            play_leaves: options.play_leaves,
            table: Some(TranspositionTable::new(options.table_bytes, depth)).filter(|it| !it.entries.is_empty()),
        }
    }
}

part! {
    /// The part that counts the lines of a variant.
    PerftCounter uses generator: Generator, settler: Settler
}

impl<const W: usize, const T: usize, const N: usize> PerftCounter<'_, W, T, N> {
    /// Counts the lines of `depth` moves from a state whose turn is not yet settled.
    pub fn perft(self, st: &State<W, T, N>, depth: u32, options: &PerftOptions) -> u64 {
        if options.threads > 1 && depth > 2 {
            return self.shared_perft(st, depth, options);
        }
        self.count(st, depth, &mut PerftScratch::new(depth, options))
    }

    /// Returns the state whose moves are counted first, after the outcomes due at the start of its
    /// turn.
    pub fn perft_root(self, st: &State<W, T, N>) -> State<W, T, N> {
        self.list_settled(st, &mut Vec::new(), self.engine.tables.cpu).map_or(*st, |it| *it)
    }

    /// Shares the states two plies ahead among threads; each thread takes the next one in line.
    fn shared_perft(self, st: &State<W, T, N>, depth: u32, options: &PerftOptions) -> u64 {
        let mut roots = Vec::new();
        self.states_after(st, &mut |first| self.states_after(first, &mut |second| roots.push(*second)));
        let (next, total) = (AtomicUsize::new(0), AtomicU64::new(0));
        let work = || {
            let mut scratch = PerftScratch::new(depth, options);
            while let Some(root) = roots.get(next.fetch_add(1, Ordering::Relaxed)) {
                total.fetch_add(self.count(root, depth - 2, &mut scratch), Ordering::Relaxed);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..options.threads.min(MAX_THREADS).min(roots.len()) {
                scope.spawn(work);
            }
            work();
        });
        total.into_inner()
    }

    /// Calls `each` with the state after every legal move.
    fn states_after(self, st: &State<W, T, N>, each: &mut dyn FnMut(&State<W, T, N>)) {
        let mut moves = Vec::new();
        let settled = self.list_settled(st, &mut moves, self.engine.tables.cpu);
        let st = settled.as_deref().unwrap_or(st);
        moves.iter().for_each(|it| each(&self.settler().play(st, it.mv)));
    }

    fn count(self, st: &State<W, T, N>, depth: u32, scratch: &mut PerftScratch) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if Engine::<W, T, N>::HAS_FAST_COPY && self.engine.tables.cpu.is_fast() {
            // SAFETY: the CPU has the features that the function requires ([`CpuFeatures::this`]).
            return unsafe { self.count_fast(st, depth, scratch) };
        }
        self.count_by(st, depth, scratch, self.engine.tables.cpu, Engine::<W, T, N>::HAS_FAST_COPY)
    }

    /// Counts with code compiled for BMI1, BMI2, POPCNT and AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,avx2")]
    fn count_fast(self, st: &State<W, T, N>, depth: u32, scratch: &mut PerftScratch) -> u64 {
        // SAFETY: `count` calls this only if the CPU is fast.
        self.count_by(st, depth, scratch, unsafe { CpuFeatures::fast() }, false)
    }

    #[inline(always)]
    fn count_by(
        self,
        st: &State<W, T, N>,
        depth: u32,
        scratch: &mut PerftScratch,
        cpu: CpuFeatures,
        is_compact: bool,
    ) -> u64 {
        let bulk = !scratch.play_leaves;
        if depth == 0 {
            return 1;
        }
        if depth == 1 && bulk {
            return self.count_moves(st, cpu);
        }
        let key = if depth > 1 && scratch.table.is_some() { self.future_key(st) } else { 0 };
        if let Some(table) = scratch.table.as_ref().filter(|_| depth > 1)
            && let Some(nodes) = table.get(key, depth)
        {
            return nodes;
        }
        let mut moves = std::mem::take(&mut scratch.lists[depth as usize]);
        moves.clear();
        let settled = self.list_settled(st, &mut moves, cpu);
        let st = settled.as_deref().unwrap_or(st);
        let mut nodes = 0;
        let mut next = *st;
        for it in &moves {
            self.settler().play_listed(st, *it, &mut next, is_compact);
            nodes += match depth {
                1 => 1,
                2 if bulk => self.count_moves(&next, cpu),
                _ => self.count(&next, depth - 1, scratch),
            };
        }
        scratch.lists[depth as usize] = moves;
        if let Some(table) = scratch.table.as_mut().filter(|_| depth > 1) {
            table.put(key, depth, nodes);
        }
        nodes
    }

    /// Counts the legal moves. The first count tells the outcomes at the start of the turn whether
    /// a move exists. Only if they change the state are the moves counted again.
    #[inline(always)]
    fn count_moves(self, st: &State<W, T, N>, cpu: CpuFeatures) -> u64 {
        let mut count = Count::default();
        self.generator().generate_with(st, LegalityRules::ALL, cpu, &mut count);
        match self.settled(st, count.moves > 0, count.sees_king) {
            None => count.moves,
            Some(st) => self.count_settled(&st),
        }
    }

    /// Lists the moves after the start of the turn is settled. Returns the new state if settling
    /// changed it.
    #[inline(always)]
    fn list_settled(
        self,
        st: &State<W, T, N>,
        moves: &mut Vec<Listed>,
        cpu: CpuFeatures,
    ) -> Option<Box<State<W, T, N>>> {
        let mut list = List::new(moves);
        self.generator().generate_with(st, LegalityRules::ALL, cpu, &mut list);
        let sees_king = list.sees_king;
        let settled = self.settled(st, !moves.is_empty(), sees_king);
        if let Some(st) = &settled {
            moves.clear();
            self.generator().generate_with(st, LegalityRules::ALL, cpu, &mut List::new(moves));
        }
        settled
    }

    #[inline(never)]
    fn count_settled(self, st: &State<W, T, N>) -> u64 {
        let mut count = Count::default();
        self.generator().generate(st, &mut count);
        count.moves
    }

    /// Returns the state after settling the start of its turn, if that changes which moves count.
    #[inline(always)]
    fn settled(self, st: &State<W, T, N>, has_moves: bool, sees_king: bool) -> Option<Box<State<W, T, N>>> {
        if self.settler().no_outcome_is_due(st, 0, has_moves, sees_king) {
            return None;
        }
        self.settle_turn_start(st, has_moves)
    }

    #[inline(never)]
    fn settle_turn_start(self, st: &State<W, T, N>, has_moves: bool) -> Option<Box<State<W, T, N>>> {
        let mut next = Box::new(*st);
        self.settler().settle_turn(&mut next, 0.into(), Some(has_moves));
        let key = |it: &State<W, T, N>| (it.turn, it.living, it.over);
        (key(st) != key(&next)).then_some(next)
    }

    /// Returns a hash that is equal for states with the same future. It covers the repetition key,
    /// and every clock and counter that a rule may read later.
    fn future_key(self, st: &State<W, T, N>) -> u128 {
        let mut rest = 0xcbf2_9ce4_8422_2325u64;
        let mut mix = |word: u64| {
            rest = (rest ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
            rest ^= rest >> 32;
        };
        // All en passant rights are part of the key below, so it does not matter here which of them can be used.
        let key = Facts::new(self.engine).repetition_key(st, |_| true);
        mix(key);
        for (set, seat) in st.types.iter().zip(0..) {
            set.0.iter().for_each(|it| mix(it.rotate_left(seat)));
        }
        for set in &st.seats {
            set.0.iter().for_each(|it| mix(*it));
        }
        for right in &st.en_passant {
            mix(u64::from(right.target) << 32 | u64::from(right.victim) << 16 | u64::from(right.age));
        }
        st.lost.iter().for_each(|it| mix(u64::from(*it)));
        mix(u64::from(st.halfmoves));
        u128::from(key) << 64 | u128::from(rest)
    }
}
