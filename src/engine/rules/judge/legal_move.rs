//! Whether a player has a legal move of a certain sort.
//!
//! Input: a [`State`], a test of a move and a player. Output: whether a legal move of the player passes the
//! test. Does not know what follows from it.

use crate::policy::Window;
use crate::rulebook::MoveTest;
use crate::rules::engine_move::{EngineMove, MoveEffect};
use crate::rules::judge::Judge;
use crate::rules::movegen::sink::Sink;
use crate::rules::square_set::SquareSet;
use crate::rules::state::{PackedEnPassant, State};

/// A sink that stops at the first move that passes a test.
struct Fitting<'a, const W: usize, const T: usize, const N: usize> {
    judge: Judge<'a, W, T, N>,
    st: &'a State<W, T, N>,
    test: &'a MoveTest,
    found: bool,
}

impl<const W: usize, const T: usize, const N: usize> Sink<W> for Fitting<'_, W, T, N> {
    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
    fn moves(&mut self, from: usize, to: SquareSet<W>) -> bool {
        to.iter().any(|it| self.one(EngineMove::plain(from, it)))
    }
    fn one(&mut self, mv: EngineMove) -> bool {
        let ty = self.judge.engine.moving_type(self.st, mv);
        let captured = self.judge.facts().captured(self.st, mv, ty);
        let done = MoveEffect { mv, ty: ty as u8, captured, kings_destroyed: 0 };
        self.found = self.judge.facts().move_fits(self.st, self.test, done, false);
        self.found
    }
}

impl<const W: usize, const T: usize, const N: usize> Judge<'_, W, T, N> {
    /// Reports whether a player has a legal move that passes a test, as if it were their turn. After a move, en passant
    /// rights that last for one ply have lapsed, although the turn has not passed yet.
    pub fn has_legal_move(self, st: &State<W, T, N>, test: &MoveTest, seat: u8, after_move: bool) -> bool {
        let mut as_if = *st;
        as_if.turn = seat;
        let is_short = self.engine.book.en_passant.as_ref().is_some_and(|it| it.window == Window::NextPly);
        for right in as_if.en_passant.iter_mut().filter(|it| after_move && is_short && it.age > 0) {
            *right = PackedEnPassant::NONE;
        }
        let mut fitting = Fitting { judge: self, st: &as_if, test, found: false };
        let sink: &mut dyn Sink<W> = &mut fitting;
        self.generator().generate(&as_if, sink);
        fitting.found
    }
}
