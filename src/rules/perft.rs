//! Counting lines of moves.
//!
//! Eliminations cost no ply; a finished game has no further nodes; repetition and dead
//! positions are not looked at; the last ply is counted as sets, never played.

use super::engine::{Engine, Mv};
use super::sink::{Count, List};
use super::state::State;

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// How many lines of `depth` moves there are from a state whose turn is not yet settled.
    pub fn perft(&self, st: &State<W, T, N>, depth: u32) -> u64 {
        let mut lists: Vec<Vec<Mv>> = vec![Vec::new(); depth as usize];
        self.count(st, depth, &mut lists)
    }

    fn count(&self, st: &State<W, T, N>, depth: u32, lists: &mut [Vec<Mv>]) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth == 1 {
            // What is counted tells the outcomes of the turn whether there is a move; only
            // where they change something is it counted again.
            let mut count = Count::new(self.tables.processor);
            self.generate(st, &mut count);
            return match self.settled(st, count.moves > 0) {
                None => count.moves,
                Some(st) => self.count_again(&st),
            };
        }
        let (list, deeper) = lists.split_last_mut().expect("one list for each ply");
        let mut moves = std::mem::take(list);
        moves.clear();
        self.generate(st, &mut List(&mut moves));
        let nodes = match self.settled(st, !moves.is_empty()) {
            None => self.count_each(st, &moves, depth, deeper),
            Some(st) => {
                moves.clear();
                self.generate(&st, &mut List(&mut moves));
                self.count_each(&st, &moves, depth, deeper)
            }
        };
        *list = moves;
        nodes
    }

    fn count_each(&self, st: &State<W, T, N>, moves: &[Mv], depth: u32, deeper: &mut [Vec<Mv>]) -> u64 {
        moves.iter().map(|mv| self.count(&self.play(st, *mv), depth - 1, deeper)).sum()
    }

    #[inline(never)]
    fn count_again(&self, st: &State<W, T, N>) -> u64 {
        let mut count = Count::new(self.tables.processor);
        self.generate(st, &mut count);
        count.moves
    }

    /// The state after the start of its turn is settled, if that changes whose moves count.
    #[inline(always)]
    fn settled(&self, st: &State<W, T, N>, has_moves: bool) -> Option<Box<State<W, T, N>>> {
        if self.nothing_is_due(st, 0, has_moves) {
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
}
