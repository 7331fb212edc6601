//! Counting lines of moves.
//!
//! Eliminations cost no ply; a finished game has no further nodes; the last ply is
//! counted as sets, never played.

use super::engine::{Engine, Mv};
use super::sink::{Count, List};
use super::state::{Over, State};

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
            let mut count = Count(0);
            if !self.plan.busy_start {
                self.generate(&st, &mut count);
                if count.0 > 0 {
                    return count.0;
                }
            }
            let known = if self.plan.busy_start { None } else { Some(false) };
            self.settle_turn(&mut st, 1, known);
            if st.over != Over::NO {
                return 0;
            }
            count.0 = 0;
            self.generate(&st, &mut count);
            return count.0;
        }
        self.settle_turn(&mut st, 1, None);
        if st.over != Over::NO {
            return 0;
        }
        let (list, deeper) = lists.split_last_mut().expect("one list for each ply");
        let mut moves = std::mem::take(list);
        moves.clear();
        self.generate(&st, &mut List(&mut moves));
        let mut nodes = 0;
        for mv in &moves {
            nodes += self.count(self.play(&st, *mv), depth - 1, deeper);
        }
        *list = moves;
        nodes
    }
}
