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
        self.count(*st, depth, &mut lists)
    }

    fn count(&self, mut st: State<W, T, N>, depth: u32, lists: &mut [Vec<Mv>]) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth == 1 {
            // What is counted tells the outcomes of the turn whether there is a move; only
            // where they change something is it counted again.
            let mut count = Count(0);
            self.generate(&st, &mut count);
            if self.settle_counted(&mut st, count.0 > 0) {
                count.0 = 0;
                self.generate(&st, &mut count);
            }
            return count.0;
        }
        let (list, deeper) = lists.split_last_mut().expect("one list for each ply");
        let mut moves = std::mem::take(list);
        moves.clear();
        self.generate(&st, &mut List(&mut moves));
        if self.settle_counted(&mut st, !moves.is_empty()) {
            moves.clear();
            self.generate(&st, &mut List(&mut moves));
        }
        let mut nodes = 0;
        for mv in &moves {
            nodes += self.count(self.play(&st, *mv), depth - 1, deeper);
        }
        *list = moves;
        nodes
    }

    /// Settles the start of a turn; true if that changed whose moves count.
    #[inline(always)]
    fn settle_counted(&self, st: &mut State<W, T, N>, has_moves: bool) -> bool {
        if self.nothing_is_due(st, 0, has_moves) {
            return false;
        }
        let before = (st.turn, st.living, st.over);
        self.settle_turn(st, 0, Some(has_moves));
        before != (st.turn, st.living, st.over)
    }
}
