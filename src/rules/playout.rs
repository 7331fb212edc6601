//! Playouts: whole games inside the engine, with moves chosen by a callback.
//!
//! Contains the loop and its buffers.
//!
//! Input: a [`State`] and a callback that chooses moves. Output: the last state and the number of
//! plies. All rules apply. Outcomes are checked before each move, including repetition.
//!
//! Does not know where the random numbers come from.

use super::engine::part;
use super::facts::Facts;
use super::state::{PackedEnding, State};
use crate::rules::movegen::Generator;
use crate::rules::movegen::sink::{List, Listed};
use crate::rules::settle::Settler;

/// Buffers that successive playouts reuse.
#[derive(Debug, Default)]
pub struct PlayoutScratch {
    moves: Vec<Listed>,
    stood: Vec<u64>,
    pieces: u32,
}

part! {
    /// The part that plays whole games of a variant.
    Playout uses generator: Generator, settler: Settler
}

impl<const W: usize, const T: usize, const N: usize> Playout<'_, W, T, N> {
    /// Plays until the game ends or `limit` moves were made, and returns the number of moves.
    /// `pick` receives the number of legal moves and returns the index of one. The final state is
    /// at the start of a settled turn.
    pub fn play_out(
        self,
        st: &mut State<W, T, N>,
        limit: u32,
        scratch: &mut PlayoutScratch,
        pick: &mut dyn FnMut(u64) -> u64,
    ) -> u32 {
        let PlayoutScratch { moves, stood, pieces } = scratch;
        stood.clear();
        let mut plies = 0;
        loop {
            let repeated = if self.engine.plan.counts_repetition { self.occurrences(st, stood, pieces) } else { 1 };
            moves.clear();
            let mut list = List::new(moves);
            self.generator().generate(st, &mut list);
            let sees_king = list.sees_king;
            if !self.settler().no_outcome_is_due(st, repeated, !moves.is_empty(), sees_king) {
                let before = (st.turn, st.living);
                self.settler().settle_turn(st, repeated, Some(!moves.is_empty()));
                if st.over != PackedEnding::NO {
                    return plies;
                }
                if before != (st.turn, st.living) {
                    moves.clear();
                    self.generator().generate(st, &mut List::new(moves));
                }
            }
            if plies == limit || moves.is_empty() {
                return plies;
            }
            let Listed { mv, ty } = moves[pick(moves.len() as u64) as usize % moves.len()];
            let before = *st;
            self.settler().play_by(&before, mv, ty as usize, st);
            plies += 1;
            if st.over != PackedEnding::NO {
                return plies;
            }
        }
    }

    /// Returns how often the position has occurred, including this time.
    #[inline(always)]
    fn occurrences(self, st: &State<W, T, N>, stood: &mut Vec<u64>, pieces: &mut u32) -> u16 {
        // Pieces return from the pool only by replacing another piece. The number of pieces thus
        // never increases, and no position from before a capture can recur.
        let now = st.occupied().count();
        if *pieces != now {
            stood.clear();
            *pieces = now;
        }
        let key = Facts::new(self.engine).repetition_key(st);
        let times = 1 + stood.iter().filter(|it| **it == key).count();
        stood.push(key);
        times.min(usize::from(u16::MAX)) as u16
    }
}
