//! Playouts: whole games inside the engine, with moves chosen by a callback.
//!
//! Contains the loop, its buffers, and [`Observer`], which sees what happens in a game.
//!
//! Input: a [`State`], a callback that chooses moves, and an observer. Output: the last state and
//! the number of plies. All rules apply. Outcomes are checked before each move, including
//! repetition.
//!
//! Does not know where the random numbers come from, or what an observer counts.

use super::engine::{Engine, part};
use super::engine_move::MoveEffect;
use super::facts::Facts;
use super::state::{PackedEnding, State};
use crate::rulebook::SeatSet;
use crate::rules::movegen::Generator;
use crate::rules::movegen::sink::{List, Listed};
use crate::rules::settle::Settler;

/// Sees the events of a game, in order. The loop is compiled for each observer, so `()`, which
/// sees nothing, costs nothing.
pub trait Observer {
    /// A player is about to choose one of `moves` legal moves.
    #[inline(always)]
    fn turn<const W: usize, const T: usize, const N: usize>(
        &mut self,
        _engine: &Engine<W, T, N>,
        _st: &State<W, T, N>,
        _moves: usize,
    ) {
    }
    /// The player to move in `before` has made a move.
    #[inline(always)]
    fn played<const W: usize, const T: usize, const N: usize>(
        &mut self,
        _engine: &Engine<W, T, N>,
        _before: &State<W, T, N>,
        _done: MoveEffect,
    ) {
    }
    /// At least one player was eliminated; `living` is the set of those who remain.
    #[inline(always)]
    fn eliminated(&mut self, _living: SeatSet) {}
    /// No further move is made.
    #[inline(always)]
    fn finished<const W: usize, const T: usize, const N: usize>(
        &mut self,
        _engine: &Engine<W, T, N>,
        _st: &State<W, T, N>,
    ) {
    }
}

impl Observer for () {}

/// Buffers that successive playouts reuse.
#[derive(Clone, Debug, Default)]
pub struct PlayoutScratch {
    /// The legal moves of the turn.
    pub moves: Vec<Listed>,
    /// The positions since the last capture, for repetition.
    pub stood: Vec<u64>,
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
    pub fn play_out<O: Observer>(
        self,
        st: &mut State<W, T, N>,
        limit: u32,
        scratch: &mut PlayoutScratch,
        pick: &mut dyn FnMut(u64) -> u64,
        observer: &mut O,
    ) -> u32 {
        let plies = self.play_moves(st, limit, scratch, pick, observer);
        observer.finished(self.engine, st);
        plies
    }

    #[inline(always)]
    fn play_moves<O: Observer>(
        self,
        st: &mut State<W, T, N>,
        limit: u32,
        scratch: &mut PlayoutScratch,
        pick: &mut dyn FnMut(u64) -> u64,
        observer: &mut O,
    ) -> u32 {
        scratch.stood.clear();
        let mut plies = 0;
        loop {
            if !self.start_turn(st, scratch, observer) {
                return plies;
            }
            let moves = &scratch.moves;
            if plies == limit || moves.is_empty() {
                return plies;
            }
            observer.turn(self.engine, st, moves.len());
            let Listed { mv, ty } = moves[pick(moves.len() as u64) as usize % moves.len()];
            let before = *st;
            let done = self.settler().play_by(&before, mv, ty as usize, st);
            plies += 1;
            observer.played(self.engine, &before, done);
            if st.living != before.living {
                observer.eliminated(st.living);
            }
            if st.over != PackedEnding::NO {
                return plies;
            }
        }
    }

    /// Settles the start of a turn and lists its legal moves. Returns `false` if the game is over.
    #[inline(always)]
    pub fn start_turn<O: Observer>(
        self,
        st: &mut State<W, T, N>,
        scratch: &mut PlayoutScratch,
        observer: &mut O,
    ) -> bool {
        let PlayoutScratch { moves, stood, pieces } = scratch;
        let repeated = if self.engine.plan.counts_repetition { self.occurrences(st, stood, pieces) } else { 1 };
        moves.clear();
        let mut list = List::new(moves);
        self.generator().generate(st, &mut list);
        let sees_king = list.sees_king;
        if !self.settler().no_outcome_is_due(st, repeated, !moves.is_empty(), sees_king) {
            let before = (st.turn, st.living);
            self.settler().settle_turn(st, repeated, Some(!moves.is_empty()));
            if st.living != before.1 {
                observer.eliminated(st.living);
            }
            if st.over != PackedEnding::NO {
                return false;
            }
            if before != (st.turn, st.living) {
                moves.clear();
                self.generator().generate(st, &mut List::new(moves));
            }
        }
        true
    }

    /// Plays one of the moves that [`start_turn`](Self::start_turn) listed.
    pub fn play_one(self, st: &mut State<W, T, N>, chosen: Listed) {
        let before = *st;
        self.settler().play_by(&before, chosen.mv, chosen.ty as usize, st);
    }

    /// Returns how often the position has occurred, including this time.
    #[inline(always)]
    fn occurrences(self, st: &State<W, T, N>, stood: &mut Vec<u64>, pieces: &mut u32) -> u16 {
        // Without drops, pieces return from the pool only by replacing another piece. The number of
        // pieces thus never increases, and no position from before a capture can recur: the list can
        // start again. With drops, a captured piece can come back to the board, so the number could
        // rise to an earlier one. It is then always 0, and the list keeps every position of the game.
        let now = self.engine.lasting_pieces(st);
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
