//! Moves of a position: listing, testing, playing and counting them.
//!
//! Contains the methods of [`Position`] that generate or make moves.
//!
//! Input: a position and moves. Output: legal moves, new positions, or the [`Refusal`] of an
//! illegal move. Does not know the history of a game, text or files.

use crate::rules::apply::Applier;
use crate::rules::attack::Attacks;
use crate::rules::judge::Judge;
use crate::rules::settle::Settler;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::Position;
use super::listing::Listings;
use crate::board::Square;
use crate::rulebook::SeatId;
use crate::rules::any::{map_state, with_state};
use crate::rules::engine_move::EngineMove;
use crate::rules::movegen::sink::Each;
use crate::rules::moves::unpack;
use crate::rules::perft::{PerftCounter, PerftOptions};
use crate::rules::playout::{Observer, Playout, PlayoutScratch};
use crate::rules::single::SingleMoves;
use crate::rules::{ChaseTrace, CheckTrace, Move, Refusal, UnsettledPosition};
use crate::sorting::CompactSort;

/// What identifies a position for repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct RepetitionKey {
    /// Hash of all that repetition compares.
    pub key: u64,
    /// What led to the position.
    pub led: CheckTrace,
    /// Number of pieces on the board, or 0 if pieces can be dropped. It never increases during a game.
    pub pieces: u32,
}

impl Position {
    /// Returns the legal moves, sorted by (from, to, castling, promotion). Empty if the game is
    /// over.
    ///
    /// ```
    /// let chess = threefold::load("chess")?.variant;
    /// let start = chess.start().expect("chess has a starting position");
    /// assert_eq!(start.legal_moves().len(), 20);
    /// # Ok::<(), threefold::LoadError>(())
    /// ```
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.legal_moves_into(&mut moves);
        moves
    }
    /// Replaces the contents of `moves` by the legal moves, sorted as in
    /// [`legal_moves`](Self::legal_moves). Allocates only if the capacity is too small.
    ///
    /// ```
    /// let chess = threefold::load("chess")?.variant;
    /// let mut position = chess.start().expect("chess has a starting position");
    /// let mut moves = Vec::new();
    /// for _ in 0..10 {
    ///     position.legal_moves_into(&mut moves);
    ///     position = position.play(moves[0])?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        Listings::with(|it| {
            let packed = it.sorted(&self.state, |listed| {
                with_state!(self.variant.engine(), &self.state, |e, s| SingleMoves::new(e).list(s, listed));
            });
            moves.clear();
            moves.extend(packed.iter().map(|it| Move::from(unpack(*it))));
        });
    }
    /// Returns the legal moves of the piece on one square, sorted; a castling belongs to the king.
    ///
    /// Empty if the player to move has no piece there, and for a square of another board.
    ///
    /// ```
    /// let chess = threefold::load("chess")?.variant;
    /// let start = chess.start().expect("chess has a starting position");
    /// let knight = chess.square("g1").expect("a square of the board");
    /// assert_eq!(start.legal_moves_from(knight).len(), 2);
    /// # Ok::<(), threefold::LoadError>(())
    /// ```
    pub fn legal_moves_from(&self, square: Square) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.variant.rulebook().check_square(square).is_err() {
            return moves;
        }
        with_state!(self.variant.engine(), &self.state, |e, s| {
            let mut add = |mv| {
                moves.push(Move::from(mv));
                ControlFlow::Continue(())
            };
            SingleMoves::new(e).generate_from(s, square.index(), &mut Each(&mut add));
        });
        moves.compact_sort_by(Ord::cmp);
        moves
    }
    /// Passes each legal move to a callback, without allocating. The order is unspecified.
    ///
    /// Returns [`ControlFlow::Break`] if the callback did; it then receives no further moves.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// let chess = threefold::load("chess")?.variant;
    /// let start = chess.start().expect("chess has a starting position");
    /// let mut count = 0;
    /// let end = start.for_each_legal_move(|_| {
    ///     count += 1;
    ///     if count == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    /// });
    /// assert!(end.is_break());
    /// assert_eq!(count, 5);
    /// # Ok::<(), threefold::LoadError>(())
    /// ```
    pub fn for_each_legal_move(&self, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut end = ControlFlow::Continue(());
        let mut pass = |mv| {
            end = visit(Move::from(mv));
            end
        };
        self.pass_legal_moves(&mut Each(&mut pass));
        end
    }
    /// Passes the legal moves on, compiled once: each crate compiles the generic functions that it calls.
    fn pass_legal_moves(&self, each: &mut Each<'_>) {
        with_state!(self.variant.engine(), &self.state, |e, s| SingleMoves::new(e).generate_to(s, each));
    }
    /// Reports whether a move is legal; `false` for a move with an unknown id.
    ///
    /// Generates the moves of one piece only.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.has_ids_of(mv)
            && with_state!(self.variant.engine(), &self.state, |e, s| SingleMoves::new(e).is_legal(s, mv.into()))
    }
    /// Reports whether the variant has the squares of a move. The engine compares castlings and
    /// kinds itself.
    pub(super) fn has_ids_of(&self, mv: Move) -> bool {
        let book = self.variant.rulebook();
        if mv.pass {
            return mv == Move::PASS;
        }
        let is_drop = mv.drop.is_none_or(|it| mv.castling.is_none() && book.check_kind(it).is_ok());
        let is_gate = mv.gate.is_none_or(|it| mv.drop.is_none() && book.check_kind(it.kind).is_ok());
        let is_placed = mv.placed.is_none_or(|it| book.check_square(it).is_ok());
        is_drop && is_gate && is_placed && book.check_square(mv.from).and(book.check_square(mv.to)).is_ok()
    }
    /// Checks whether a move is legal, and says why not.
    ///
    /// If several paths lead to the target, the reason concerns the path that comes closest to
    /// being legal.
    ///
    /// # Errors
    /// Returns the reason. An unknown square, castling or kind is refused like a move that the
    /// piece does not make.
    pub fn explain(&self, mv: Move) -> Result<(), Refusal> {
        if !self.has_ids_of(mv) {
            return Err(Refusal::NoSuchMovement);
        }
        with_state!(self.variant.engine(), &self.state, |e, s| Judge::new(e).explain(s, mv.into()))
    }
    /// Plays a move: makes it, settles the outcomes, and passes the turn.
    ///
    /// A move of [`legal_moves`](Self::legal_moves), if they were listed just before by the same
    /// thread, is not tested again.
    ///
    /// # Errors
    /// Returns the reason if the move is illegal. The position is unchanged.
    ///
    /// ```
    /// let chess = threefold::load("chess")?.variant;
    /// let start = chess.start().expect("chess has a starting position");
    /// let next = start.play(start.legal_moves()[0])?;
    /// assert_ne!(next.turn(), start.turn());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&self, mv: Move) -> Result<Position, Refusal> {
        Ok(self.play_unsettled(mv)?.settle())
    }
    /// Plays a move up to the start of the next turn, whose outcomes
    /// [`UnsettledPosition::settle_repeated`] tests.
    ///
    /// # Errors
    /// Returns the reason if the move is illegal. The position is unchanged.
    pub fn play_unsettled(&self, mv: Move) -> Result<UnsettledPosition, Refusal> {
        let known = Listings::with(|it| it.is_legal(&self.state, mv.into()));
        // Only the explanation walks the routes, and only a refused move needs one.
        if !known.unwrap_or_else(|| self.is_legal(mv)) {
            self.explain(mv)?;
        }
        Ok(self.after_legal(mv))
    }
    /// Plays a move that is known to be legal, such as one of [`legal_moves`](Self::legal_moves),
    /// without testing it again.
    ///
    /// Calling it with another move is safe. The result is then a refusal, or an unspecified
    /// position, which legal play may be unable to reach.
    ///
    /// # Errors
    /// Returns a reason if the move cannot be made. The position is unchanged.
    ///
    /// ```
    /// let chess = threefold::load("chess")?.variant;
    /// let start = chess.start().expect("chess has a starting position");
    /// for mv in start.legal_moves() {
    ///     assert_eq!(start.play_unchecked(mv)?, start.play(mv)?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_unchecked(&self, mv: Move) -> Result<Position, Refusal> {
        let can_make = self.has_ids_of(mv)
            && with_state!(self.variant.engine(), &self.state, |e, s| SingleMoves::new(e).can_make(s, mv.into()));
        if !can_make {
            self.explain(mv)?;
        }
        Ok(self.after_legal(mv).settle())
    }
    /// Makes a move whose ids exist. It must be legal, or pass the test of `can_make`.
    #[doc(hidden)]
    pub fn after_legal(&self, mv: Move) -> UnsettledPosition {
        let state = map_state!(self.variant.engine(), &self.state, |e, s| Settler::new(e).play(s, mv.into()));
        UnsettledPosition::of(self.variant.clone(), state)
    }
    /// Returns what identifies this position for repetition, given what led to it.
    #[doc(hidden)]
    pub fn repetition(&self, led: CheckTrace) -> RepetitionKey {
        with_state!(self.variant.engine(), &self.state, |e, s| RepetitionKey {
            key: Judge::new(e).repetition_key(s),
            led,
            pieces: e.lasting_pieces(s),
        })
    }
    /// Returns what the move of a player that led to this position did, as far as repetition needs it.
    #[doc(hidden)]
    pub fn trace(&self, mover: SeatId) -> CheckTrace {
        with_state!(self.variant.engine(), &self.state, |e, s| {
            if e.plan.traces_checks { Attacks::new(e).trace(s, mover.0) } else { CheckTrace::default() }
        })
    }
    /// Returns which pieces the player to move chases after a move that led to `next`; `None` in a rulebook without
    /// perpetual chase, and for a position of another variant.
    #[doc(hidden)]
    pub fn chase_trace(&self, mv: Move, next: &Position) -> Option<Box<ChaseTrace>> {
        let (next, mv) = (next.state.as_any(), EngineMove::from(mv));
        with_state!(self.variant.engine(), &self.state, |e, s| {
            let next = if e.plan.traces_chases() { next.downcast_ref() } else { None };
            next.map(|it| Judge::new(e).chase_trace(s, it, mv))
        })
    }
    /// Returns the number of sequences of `depth` legal moves (perft).
    ///
    /// A finished game has no further nodes. An elimination does not count as a ply.
    pub fn perft(&self, depth: u32) -> u64 {
        self.perft_by(depth, &PerftOptions::default())
    }
    /// Returns the position whose moves [`perft`](Self::perft) counts first.
    ///
    /// Outcomes that are due at the start of the turn have occurred, except repetition and dead
    /// positions.
    #[must_use]
    pub fn perft_root(&self) -> Position {
        let state = map_state!(self.variant.engine(), &self.state, |e, s| PerftCounter::new(e).perft_root(s));
        Position { variant: self.variant.clone(), state }
    }
    /// Returns the same count as [`perft`](Self::perft), computed as `options` say.
    pub fn perft_by(&self, depth: u32, options: &PerftOptions) -> u64 {
        with_state!(self.variant.engine(), &self.state, |e, s| PerftCounter::new(e).perft(s, depth, options))
    }
    /// Plays moves until the game ends or `limit` moves are made, and returns how many were made.
    ///
    /// All rules apply. `pick` receives the number of legal moves and returns the index of one of
    /// them, in an order internal to the engine. Repetitions are counted from this position on.
    pub fn play_out(&mut self, limit: u32, pick: &mut dyn FnMut(u64) -> u64) -> u32 {
        self.play_out_observed(limit, &mut PlayoutScratch::default(), pick, None)
    }
    /// Plays like [`play_out`](Self::play_out), and shows the events to an observer.
    #[doc(hidden)]
    pub fn play_out_observed(
        &mut self,
        limit: u32,
        scratch: &mut PlayoutScratch,
        pick: &mut dyn FnMut(u64) -> u64,
        observer: Option<&mut dyn Observer>,
    ) -> u32 {
        with_state!(self.variant.engine(), &mut self.state, |e, s| Playout::new(e).play_out(
            Arc::make_mut(s),
            limit,
            scratch,
            pick,
            observer
        ))
    }
    /// Shows an observer the turn at which a move was chosen, and what the move did. The move must
    /// be legal.
    #[doc(hidden)]
    pub fn observe_move(&self, mv: Move, moves: usize, observer: &mut dyn Observer) {
        with_state!(self.variant.engine(), &self.state, |e, s| {
            Playout::new(e).show_turn(s, moves, observer);
            Playout::new(e).show_move(s, Applier::new(e).moved(s, mv.into()).1, observer);
        });
    }
    /// Shows an observer the position in which a game stopped.
    #[doc(hidden)]
    pub fn observe_end(&self, observer: &mut dyn Observer) {
        with_state!(self.variant.engine(), &self.state, |e, s| Playout::new(e).show_end(s, observer));
    }
}
