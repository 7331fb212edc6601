//! Counting lines of moves.
//!
//! In: a state and how to count. Out: a number, always the same one: the last ply counted
//! as sets or played, on one thread or several, with a table of states met before or
//! without. Eliminations cost no ply; a finished game has no further nodes; repetition and
//! dead positions are not looked at.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::engine::Engine;
use super::generate::Keeping;
use super::processor::Processor;
use super::sink::{Count, List, Listed};
use super::state::State;

/// How lines are counted. However it is done, the number is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftOptions {
    /// Every leaf is played; otherwise the last ply is counted without being played.
    pub play_leaves: bool,
    /// How many threads share the work; at least 1.
    pub threads: usize,
    /// Each thread keeps a table of counts of so many bytes; 0 for none.
    pub table_bytes: usize,
}

impl Default for PerftOptions {
    fn default() -> Self {
        Self { play_leaves: false, threads: 1, table_bytes: 0 }
    }
}

/// Counts of states met before: each state has one place, and the last one stays.
struct Table {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u128,
    depth: u32,
    nodes: u64,
}

impl Table {
    fn new(bytes: usize) -> Self {
        // With less memory than was asked for, a smaller table gives the same counts.
        let mut length = bytes / size_of::<Entry>();
        let mut entries = Vec::new();
        while length > 0 && entries.try_reserve_exact(length).is_err() {
            length /= 2;
        }
        entries.resize(length, Entry::default());
        Self { entries }
    }
    fn place(&self, key: u128, depth: u32) -> usize {
        (key as usize ^ (depth as usize).wrapping_mul(0x9e37_79b9)) % self.entries.len()
    }
    fn get(&self, key: u128, depth: u32) -> Option<u64> {
        let entry = self.entries.get(self.place(key, depth))?;
        (entry.key == key && entry.depth == depth).then_some(entry.nodes)
    }
    fn put(&mut self, key: u128, depth: u32, nodes: u64) {
        let place = self.place(key, depth);
        self.entries[place] = Entry { key, depth, nodes };
    }
}

/// What one thread counts with: a list of moves for each ply, and its table.
struct Hand {
    lists: Vec<Vec<Listed>>,
    play_leaves: bool,
    table: Option<Table>,
}

impl Hand {
    fn new(depth: u32, options: &PerftOptions) -> Self {
        Self {
            lists: vec![Vec::new(); depth as usize + 1],
            play_leaves: options.play_leaves,
            table: Some(Table::new(options.table_bytes)).filter(|it| !it.entries.is_empty()),
        }
    }
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// How many lines of `depth` moves there are from a state whose turn is not yet settled.
    pub fn perft(&self, st: &State<W, T, N>, depth: u32, options: &PerftOptions) -> u64 {
        if options.threads > 1 && depth > 2 {
            return self.shared_perft(st, depth, options);
        }
        self.count(st, depth, &mut Hand::new(depth, options))
    }

    /// Returns the state whose moves are counted first: what is due at the start of its turn
    /// has happened.
    pub fn perft_root(&self, st: &State<W, T, N>) -> State<W, T, N> {
        self.list_settled(st, &mut Vec::new(), self.tables.processor).map_or(*st, |it| *it)
    }

    /// Shares the states two moves on among threads: each takes the next that is left.
    fn shared_perft(&self, st: &State<W, T, N>, depth: u32, options: &PerftOptions) -> u64 {
        let mut roots = Vec::new();
        self.states_after(st, &mut |first| self.states_after(first, &mut |second| roots.push(*second)));
        let (next, total) = (AtomicUsize::new(0), AtomicU64::new(0));
        let work = || {
            let mut hand = Hand::new(depth, options);
            while let Some(root) = roots.get(next.fetch_add(1, Ordering::Relaxed)) {
                total.fetch_add(self.count(root, depth - 2, &mut hand), Ordering::Relaxed);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..options.threads {
                scope.spawn(work);
            }
            work();
        });
        total.into_inner()
    }

    /// Every state that a legal move leads to.
    fn states_after(&self, st: &State<W, T, N>, each: &mut dyn FnMut(&State<W, T, N>)) {
        let mut moves = Vec::new();
        let settled = self.list_settled(st, &mut moves, self.tables.processor);
        let st = settled.as_deref().unwrap_or(st);
        moves.iter().for_each(|it| each(&self.play(st, it.mv)));
    }

    fn count(&self, st: &State<W, T, N>, depth: u32, hand: &mut Hand) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if W <= 4 && self.tables.processor.is_fast() {
            // SAFETY: the processor has what the function is built for (`Processor::this`).
            return unsafe { self.count_fast(st, depth, hand) };
        }
        self.count_by(st, depth, hand, self.tables.processor)
    }

    /// The same function, built for what newer processors have.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,avx2")]
    fn count_fast(&self, st: &State<W, T, N>, depth: u32, hand: &mut Hand) -> u64 {
        // SAFETY: `count` calls this where the processor is fast.
        self.count_by(st, depth, hand, unsafe { Processor::fast() })
    }

    #[inline(always)]
    fn count_by(&self, st: &State<W, T, N>, depth: u32, hand: &mut Hand, processor: Processor) -> u64 {
        let bulk = !hand.play_leaves;
        if depth == 0 {
            return 1;
        }
        if depth == 1 && bulk {
            return self.count_moves(st, processor);
        }
        let key = if depth > 1 && hand.table.is_some() { self.future_key(st) } else { 0 };
        if let Some(table) = hand.table.as_ref().filter(|_| depth > 1)
            && let Some(nodes) = table.get(key, depth)
        {
            return nodes;
        }
        let mut moves = std::mem::take(&mut hand.lists[depth as usize]);
        moves.clear();
        let settled = self.list_settled(st, &mut moves, processor);
        let st = settled.as_deref().unwrap_or(st);
        let mut nodes = 0;
        let mut next = *st;
        for it in &moves {
            self.play_by(st, it.mv, it.ty as usize, &mut next);
            nodes += match depth {
                1 => 1,
                2 if bulk => self.count_moves(&next, processor),
                _ => self.count(&next, depth - 1, hand),
            };
        }
        hand.lists[depth as usize] = moves;
        if let Some(table) = hand.table.as_mut().filter(|_| depth > 1) {
            table.put(key, depth, nodes);
        }
        nodes
    }

    /// How many moves there are. What is counted tells the outcomes of the turn whether
    /// there is a move; only where they change something is it counted again.
    #[inline(always)]
    fn count_moves(&self, st: &State<W, T, N>, processor: Processor) -> u64 {
        let mut count = Count::default();
        self.generate_with(st, Keeping::ALL, processor, &mut count);
        match self.settled(st, count.moves > 0, count.sees_king) {
            None => count.moves,
            Some(st) => self.count_again(&st),
        }
    }

    /// Lists the moves once the start of the turn is settled; gives the state if that changed it.
    #[inline(always)]
    fn list_settled(
        &self,
        st: &State<W, T, N>,
        moves: &mut Vec<Listed>,
        processor: Processor,
    ) -> Option<Box<State<W, T, N>>> {
        let mut list = List::new(moves);
        self.generate_with(st, Keeping::ALL, processor, &mut list);
        let sees_king = list.sees_king;
        let settled = self.settled(st, !moves.is_empty(), sees_king);
        if let Some(st) = &settled {
            moves.clear();
            self.generate_with(st, Keeping::ALL, processor, &mut List::new(moves));
        }
        settled
    }

    #[inline(never)]
    fn count_again(&self, st: &State<W, T, N>) -> u64 {
        let mut count = Count::default();
        self.generate(st, &mut count);
        count.moves
    }

    /// The state after the start of its turn is settled, if that changes whose moves count.
    #[inline(always)]
    fn settled(&self, st: &State<W, T, N>, has_moves: bool, sees_king: bool) -> Option<Box<State<W, T, N>>> {
        if self.nothing_is_due(st, 0, has_moves, sees_king) {
            return None;
        }
        self.settle_slowly(st, has_moves)
    }

    #[inline(never)]
    fn settle_slowly(&self, st: &State<W, T, N>, has_moves: bool) -> Option<Box<State<W, T, N>>> {
        let mut next = Box::new(*st);
        self.settle_turn(&mut next, 0, Some(has_moves));
        let key = |it: &State<W, T, N>| (it.turn, it.living, it.over);
        (key(st) != key(&next)).then_some(next)
    }

    /// A number that is equal for states from which the same lines lead on: all that
    /// repetition asks for, and every clock and count that a rule may ask for later.
    fn future_key(&self, st: &State<W, T, N>) -> u128 {
        let mut rest = 0xcbf2_9ce4_8422_2325u64;
        let mut mix = |word: u64| {
            rest = (rest ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
            rest ^= rest >> 32;
        };
        mix(self.repetition_key(st));
        for (set, seat) in st.types.iter().zip(0..) {
            set.0.iter().for_each(|it| mix(it.rotate_left(seat)));
        }
        for set in &st.seats {
            set.0.iter().for_each(|it| mix(*it));
        }
        for right in &st.passing {
            mix(u64::from(right.target) << 32 | u64::from(right.victim) << 16 | u64::from(right.age));
        }
        st.lost.iter().for_each(|it| mix(u64::from(*it)));
        mix(u64::from(st.quiet));
        u128::from(self.repetition_key(st)) << 64 | u128::from(rest)
    }
}
