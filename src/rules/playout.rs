//! Whole games of moves picked by someone else, played inside the engine.
//!
//! In: a state, and who picks. Out: the last state, and how many moves there were. Every
//! rule is kept: outcomes are looked at before each move, repetition among them. Refuses
//! to know randomness.

use super::engine::Engine;
use super::sink::{List, Listed};
use super::state::{Over, State};

/// What one game after another is played with, so that none takes new room.
#[derive(Debug, Default)]
pub struct Hand {
    moves: Vec<Listed>,
    stood: Vec<u64>,
    men: u32,
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Plays until the game ends or has `limit` moves; `pick` gives a number below the one
    /// it is given. The state is left at the start of a settled turn.
    pub fn play_out(
        &self,
        st: &mut State<W, T, N>,
        limit: u32,
        hand: &mut Hand,
        pick: &mut dyn FnMut(u64) -> u64,
    ) -> u32 {
        let Hand { moves, stood, men } = hand;
        stood.clear();
        let mut plies = 0;
        loop {
            let repeated = if self.plan.counts_repetition { self.stands_again(st, stood, men) } else { 1 };
            moves.clear();
            let mut list = List::new(moves);
            self.generate(st, &mut list);
            let sees_king = list.sees_king;
            if !self.nothing_is_due(st, repeated, !moves.is_empty(), sees_king) {
                let before = (st.turn, st.living);
                self.settle_turn(st, repeated, Some(!moves.is_empty()));
                if st.over != Over::NO {
                    return plies;
                }
                if before != (st.turn, st.living) {
                    moves.clear();
                    self.generate(st, &mut List::new(moves));
                }
            }
            if plies == limit || moves.is_empty() {
                return plies;
            }
            let Listed { mv, ty } = moves[pick(moves.len() as u64) as usize % moves.len()];
            let before = *st;
            self.play_by(&before, mv, ty as usize, st);
            plies += 1;
            if st.over != Over::NO {
                return plies;
            }
        }
    }

    /// How often the position has stood, this time among them.
    #[inline(always)]
    fn stands_again(&self, st: &State<W, T, N>, stood: &mut Vec<u64>, men: &mut u32) -> u16 {
        // Men come back only in the place of others: what stood before one was taken does
        // not stand again.
        let now = st.occupied().count();
        if *men != now {
            stood.clear();
            *men = now;
        }
        let key = self.repetition_key(st);
        let times = 1 + stood.iter().filter(|it| **it == key).count();
        stood.push(key);
        times.min(usize::from(u16::MAX)) as u16
    }
}
