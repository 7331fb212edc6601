//! The settler: plays moves and carries out the outcomes that follow.
//!
//! Contains [`Settler`]. Input: a [`State`](super::state::State) and a legal move. Output: the state at
//! the start of the next turn, or the end of the game. Does not know who chooses the moves.

mod outcomes;
mod precondition;

use super::apply::Applier;
use super::attack::Attacks;
use super::engine::part;
use super::facts::Facts;
use super::facts::repetition::Repetition;
use super::judge::Judge;
use super::movegen::Generator;
use super::movegen::sink::{Any, List, Listed, Sink};
use super::state::{PackedEnding, State};

part! {
    /// The part that carries out the outcomes of one variant.
    Settler uses facts: Facts, attacks: Attacks, applier: Applier, generator: Generator, judge: Judge
}

impl<const W: usize, const T: usize, const N: usize> Settler<'_, W, T, N> {
    /// Settles the start of a turn like [`settle_turn`](Self::settle_turn), but tests the cheap
    /// preconditions of the outcomes first. Returns `false` if they alone show that nothing changes.
    pub fn settle_start(self, st: &mut State<W, T, N>, repetition: Repetition) -> bool {
        if st.over != PackedEnding::NO {
            return false;
        }
        let mut any = Any::default();
        let sink: &mut dyn Sink<W> = &mut any;
        self.generator().generate(st, sink);
        if st.frozen() == 0 && self.no_outcome_is_due(st, repetition.times, any.0, true) {
            return false;
        }
        self.settle_turn(st, repetition, Some(any.0));
        true
    }

    /// Settles like [`settle_start`](Self::settle_start), and lists the legal moves in `moves`, which
    /// must be empty. Returns whether the state may have changed, and whether the list is complete.
    pub fn settle_and_list(
        self,
        st: &mut State<W, T, N>,
        repetition: Repetition,
        moves: &mut Vec<Listed>,
    ) -> (bool, bool) {
        if st.over != PackedEnding::NO {
            return (false, true);
        }
        let mut list = List::new(moves);
        self.generator().generate(st, &mut list);
        let sees_king = list.sees_king;
        if st.frozen() == 0 && self.no_outcome_is_due(st, repetition.times, !moves.is_empty(), sees_king) {
            return (false, true);
        }
        let key = |it: &State<W, T, N>| (it.turn, self.engine.place(it), it.living, it.over);
        let before = key(st);
        self.settle_turn(st, repetition, Some(!moves.is_empty()));
        (true, key(st) == before)
    }
}
