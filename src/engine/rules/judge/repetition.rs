//! Which en passant rights tell positions apart: those that a legal move can use.
//!
//! Input: a [`State`]. Output: its repetition key. Does not know the history of a game.

use crate::rules::engine_move::EngineMove;
use crate::rules::judge::Judge;
use crate::rules::movegen::sink::Sink;
use crate::rules::square_set::SquareSet;
use crate::rules::state::State;

/// A sink that stops at the first move that captures a piece en passant.
struct EnPassantCapture<'a, const W: usize, const T: usize, const N: usize> {
    judge: Judge<'a, W, T, N>,
    st: &'a State<W, T, N>,
    target: usize,
    victim: u16,
    found: bool,
}

impl<const W: usize, const T: usize, const N: usize> Sink<W> for EnPassantCapture<'_, W, T, N> {
    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
    fn moves(&mut self, from: usize, to: SquareSet<W>) -> bool {
        to.has(self.target) && self.one(EngineMove::plain(from, self.target))
    }
    fn one(&mut self, mv: EngineMove) -> bool {
        if usize::from(mv.to) == self.target && mv.dropped().is_none() {
            let ty = self.judge.engine.moving_type(self.st, mv);
            let captured = self.judge.facts().captured(self.st, mv, ty);
            self.found |= captured.is_some_and(|it| it.square == self.victim);
        }
        self.found
    }
    fn wanted(&self) -> SquareSet<W> {
        SquareSet::of(self.target)
    }
}

impl<const W: usize, const T: usize, const N: usize> Judge<'_, W, T, N> {
    /// Returns a hash that is equal for positions that repeat. An en passant right counts if the player to move has a
    /// legal capture with it (FIDE Laws 9.2.3), or if it lasts and a later player has a piece in place.
    pub fn repetition_key(self, st: &State<W, T, N>) -> u64 {
        self.facts().repetition_key(st, |owner| self.right_counts(st, owner))
    }

    fn right_counts(self, st: &State<W, T, N>, owner: u8) -> bool {
        let could_pass = |seat: &u8| self.facts().could_pass(st, owner, *seat);
        let mut seats = (0..self.engine.tables.n_seats).filter(could_pass).peekable();
        seats.peek().is_some()
            && (self.has_capture_en_passant(st, owner)
                || self.facts().outlasts_next_ply(st, owner) && seats.any(|it| it != st.turn))
    }

    /// Reports whether the player to move has a legal capture with a right. Rare: some piece is in place for it.
    #[cold]
    fn has_capture_en_passant(self, st: &State<W, T, N>, owner: u8) -> bool {
        let right = st.en_passant[usize::from(owner)];
        let target = usize::from(right.target);
        let mut capture = EnPassantCapture { judge: self, st, target, victim: right.victim, found: false };
        let sink: &mut dyn Sink<W> = &mut capture;
        self.generator().generate(st, sink);
        capture.found
    }
}
