//! Playouts: whole games inside the engine, with moves chosen by a callback.
//!
//! Contains the loop, its buffers, and [`Observer`], which sees what happens in a game. The events
//! are plain values, so that an observer need not know the state of an engine.
//!
//! Input: a [`State`], a callback that chooses moves, and perhaps an observer. Output: the last state and
//! the number of plies. All rules apply. Outcomes are checked before each move, including
//! repetition.
//!
//! Does not know where the random numbers come from, or what an observer counts.

use super::attack::Attacks;
use super::engine::{Engine, part};
use super::engine_move::{FIRST_DROP, MoveEffect};
use super::facts::chase::ChaseTrace;
use super::facts::repetition::{CheckTrace, Repetition};
use super::judge::Judge;
use super::state::{PackedEnding, State};
use crate::rulebook::{KindId, SeatSet};
use crate::rules::movegen::Generator;
use crate::rules::movegen::sink::{List, Listed};
use crate::rules::settle::Settler;

/// Sees the events of a game, in order.
#[doc(hidden)]
pub trait Observer {
    /// A player is about to choose one of `moves` legal moves.
    fn turn(&mut self, moves: usize, pieces: &dyn PieceCounts);
    /// A player has made a move.
    fn played(&mut self, event: &MoveEvent);
    /// At least one player was eliminated; `living` is the set of those who remain.
    fn eliminated(&mut self, living: SeatSet);
    /// No further move is made.
    fn finished(&mut self, end: &EndEvent<'_>);
}

/// The pieces on the board, for an observer.
#[doc(hidden)]
pub trait PieceCounts {
    /// Returns the remaining players, one bit each.
    fn living(&self) -> SeatSet;
    /// Adds the number of pieces that a player has of each kind.
    fn add_to(&self, seat: usize, counts: &mut [i16]);
}

/// A move that was made, for an observer.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct MoveEvent {
    /// The player who moved.
    pub seat: u8,
    /// The players before the move, one bit each.
    pub living: SeatSet,
    /// The destination square; for castling, that of the king.
    pub to: usize,
    /// The kind of the piece before the move.
    pub kind: KindId,
    /// The kind of the captured piece, and whether it was captured en passant.
    pub captured: Option<(KindId, bool)>,
    /// Whether the piece captured without moving.
    pub stays: bool,
    /// The kind to which the piece promoted.
    pub promotion: Option<KindId>,
    /// Whether the move is castling.
    pub is_castling: bool,
    /// Whether the move is a drop.
    pub is_drop: bool,
    /// Whether the player passed. The destination and the kind then mean nothing.
    pub is_pass: bool,
    /// Whether a piece entered from a pool with the move.
    pub has_gate: bool,
}

/// The end of a game, for an observer.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct EndEvent<'a> {
    /// Index of the outcome, or `FIRST_CLAIM` plus the index of the
    /// claim; `None` if the game is not over.
    pub cause: Option<u8>,
    /// The remaining players, one bit each.
    pub living: SeatSet,
    /// Twelfths of a point by seat.
    pub twelfths: &'a [i16],
}

/// The pieces of a state.
pub struct StatePieces<'a, const W: usize, const T: usize, const N: usize> {
    engine: &'a Engine<W, T, N>,
    st: &'a State<W, T, N>,
}

impl<const W: usize, const T: usize, const N: usize> PieceCounts for StatePieces<'_, W, T, N> {
    fn living(&self) -> SeatSet {
        self.st.living
    }

    fn add_to(&self, seat: usize, counts: &mut [i16]) {
        for (ty, set) in self.engine.tables.types.all.iter().zip(&self.st.types) {
            if let Some(count) = counts.get_mut(ty.kind.index()) {
                *count += (*set & self.st.seats[seat]).count() as i16;
            }
        }
    }
}

/// Buffers that successive playouts reuse.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct PlayoutScratch {
    /// The legal moves of the turn.
    pub moves: Vec<Listed>,
    /// The positions since the last capture, for repetition.
    pub stood: Vec<u64>,
    /// What led to each of them; empty in a rulebook without perpetual check.
    traces: Vec<CheckTrace>,
    /// The other part of the same; empty in a rulebook without perpetual chase.
    chases: Vec<Option<Box<ChaseTrace>>>,
    /// The player who moved last, if any.
    last: Option<u8>,
    /// What the last move chased; `None` in a rulebook without perpetual chase.
    last_chase: Option<Box<ChaseTrace>>,
    pieces: u32,
}

impl PlayoutScratch {
    /// Forgets the positions of another game.
    pub fn restart(&mut self) {
        self.stood.clear();
        self.traces.clear();
        self.chases.clear();
        self.last = None;
        self.last_chase = None;
    }

    /// Adds the players who chased a piece since the position `key` first occurred, and notes the last chase.
    #[cold]
    #[inline(never)]
    fn with_chases(&mut self, key: u64, repetition: Repetition) -> Repetition {
        let led = self.last_chase.take();
        let earlier = self.stood.iter().zip(&self.chases).rev().map(|it| (*it.0 == key, it.1.as_deref()));
        let repetition = repetition.with_chases(led.as_deref(), earlier);
        self.chases.push(led);
        repetition
    }
}

part! {
    /// The part that plays whole games of a variant.
    Playout uses attacks: Attacks, generator: Generator, settler: Settler
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
        mut observer: Option<&mut dyn Observer>,
    ) -> u32 {
        let plies = self.play_moves(st, limit, scratch, pick, &mut observer);
        if let Some(observer) = observer {
            self.show_end(st, observer);
        }
        plies
    }

    /// Shows an observer the turn at which a player chooses one of `moves` moves.
    pub fn show_turn(self, st: &State<W, T, N>, moves: usize, observer: &mut dyn Observer) {
        observer.turn(moves, &StatePieces { engine: self.engine, st });
    }

    /// Shows an observer a move that was made in the state `before`.
    pub fn show_move(self, before: &State<W, T, N>, done: MoveEffect, observer: &mut dyn Observer) {
        let types = &self.engine.tables.types.all;
        let kind_of = |ty: u8| types[usize::from(ty)].kind;
        observer.played(&MoveEvent {
            seat: before.turn,
            living: before.living,
            to: usize::from(done.mv.to),
            kind: kind_of(done.ty),
            captured: done.captured.map(|it| (kind_of(it.ty), it.square != done.mv.to)),
            stays: self.engine.plan.stays(done),
            promotion: done.mv.is_promotion().then_some(KindId(done.mv.promotion)),
            is_castling: done.mv.castling < FIRST_DROP,
            is_drop: done.mv.dropped().is_some(),
            is_pass: done.mv.is_pass(),
            has_gate: done.mv.gate().is_some(),
        });
    }

    /// Shows an observer the state in which a game stopped.
    pub fn show_end(self, st: &State<W, T, N>, observer: &mut dyn Observer) {
        let cause = (st.over != PackedEnding::NO).then_some(st.over.cause);
        observer.finished(&EndEvent { cause, living: st.living, twelfths: &st.scores });
    }

    #[inline(always)]
    fn play_moves(
        self,
        st: &mut State<W, T, N>,
        limit: u32,
        scratch: &mut PlayoutScratch,
        pick: &mut dyn FnMut(u64) -> u64,
        observer: &mut Option<&mut dyn Observer>,
    ) -> u32 {
        scratch.restart();
        let mut plies = 0;
        loop {
            if !self.start_turn(st, scratch, observer) {
                return plies;
            }
            let moves = &scratch.moves;
            if plies == limit || moves.is_empty() {
                return plies;
            }
            if let Some(observer) = observer {
                self.show_turn(st, moves.len(), *observer);
            }
            let Listed { mv, ty } = moves[pick(moves.len() as u64) as usize % moves.len()];
            let before = *st;
            scratch.last = Some(before.turn);
            let done = self.settler().play_by(&before, mv, ty as usize, st);
            if self.engine.plan.traces_chases() {
                scratch.last_chase = Some(Judge::new(self.engine).chase_trace(&before, st, mv));
            }
            plies += 1;
            if let Some(observer) = observer {
                self.show_move(&before, done, *observer);
                if st.living != before.living {
                    observer.eliminated(st.living);
                }
            }
            if st.over != PackedEnding::NO {
                return plies;
            }
        }
    }

    /// Settles the start of a turn and lists its legal moves. Returns `false` if the game is over.
    #[inline(always)]
    fn start_turn(
        self,
        st: &mut State<W, T, N>,
        scratch: &mut PlayoutScratch,
        observer: &mut Option<&mut dyn Observer>,
    ) -> bool {
        let counts = self.engine.plan.counts_repetition;
        let repetition = if counts { self.occurrences(st, scratch) } else { Repetition::from(1) };
        let moves = &mut scratch.moves;
        moves.clear();
        let mut list = List::new(moves);
        self.generator().generate(st, &mut list);
        let sees_king = list.sees_king;
        if !self.settler().no_outcome_is_due(st, repetition.times, !moves.is_empty(), sees_king) {
            let (before, unsettled) = ((st.turn, st.living), *st);
            self.settler().settle_turn(st, repetition, Some(!moves.is_empty()));
            if counts {
                self.replace_last(&unsettled, st, scratch);
            }
            let moves = &mut scratch.moves;
            if let Some(observer) = observer
                && st.living != before.1
            {
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

    /// Plays one of the listed moves, if one is given. Then settles the start of a turn and lists its
    /// legal moves: none if the game is over.
    pub fn next_turn(self, st: &mut State<W, T, N>, scratch: &mut PlayoutScratch, chosen: Option<Listed>) {
        if let Some(chosen) = chosen {
            let before = *st;
            scratch.last = Some(before.turn);
            self.settler().play_by(&before, chosen.mv, chosen.ty as usize, st);
            if self.engine.plan.traces_chases() {
                scratch.last_chase = Some(Judge::new(self.engine).chase_trace(&before, st, chosen.mv));
            }
        }
        if st.over != PackedEnding::NO || !self.start_turn(st, scratch, &mut None) {
            scratch.moves.clear();
        }
    }

    /// Replaces the last position by what the outcomes at its start made of it, if they changed it.
    #[cold]
    #[inline(never)]
    fn replace_last(self, unsettled: &State<W, T, N>, st: &State<W, T, N>, scratch: &mut PlayoutScratch) {
        if st == unsettled {
            return;
        }
        let now = self.engine.lasting_pieces(st);
        if scratch.pieces != now {
            scratch.pieces = now;
            scratch.stood.drain(..scratch.stood.len().saturating_sub(1));
            scratch.traces.drain(..scratch.traces.len().saturating_sub(1));
            scratch.chases.drain(..scratch.chases.len().saturating_sub(1));
        }
        if let Some(last) = scratch.stood.last_mut() {
            *last = Judge::new(self.engine).repetition_key(st);
        }
    }

    /// Returns how often the position has occurred, including this time.
    #[inline(always)]
    fn occurrences(self, st: &State<W, T, N>, scratch: &mut PlayoutScratch) -> Repetition {
        let PlayoutScratch { stood, traces, chases, pieces, last, .. } = scratch;
        // Without drops, pieces return from the pool only by replacing another piece. The number of
        // pieces thus never increases, and no position from before a capture can recur: the list can
        // start again. With drops, a captured piece can come back to the board, so the number could
        // rise to an earlier one. It is then always 0, and the list keeps every position of the game.
        let now = self.engine.lasting_pieces(st);
        if *pieces != now {
            stood.clear();
            traces.clear();
            chases.clear();
            *pieces = now;
        }
        let key = Judge::new(self.engine).repetition_key(st);
        let times = 1 + stood.iter().filter(|it| **it == key).count();
        let mut repetition = Repetition::from(times.min(usize::from(u16::MAX)) as u16);
        if self.engine.plan.traces_checks {
            let led = last.map_or_else(CheckTrace::default, |it| self.attacks().trace(st, it));
            if times > 1 {
                let earlier = stood.iter().zip(&*traces).rev();
                repetition = Repetition::count(led, earlier.map(|it| (*it.0 == key, *it.1)));
            }
            traces.push(led);
        }
        if self.engine.plan.traces_chases() {
            repetition = scratch.with_chases(key, repetition);
        }
        scratch.stood.push(key);
        repetition
    }
}
