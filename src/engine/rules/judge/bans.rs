//! Bans: which moves they forbid, and their exceptions.
//!
//! Input: a ban, the states before and after a move, and the effect of the move. Output: whether the ban
//! forbids the move. Does not know how moves are generated or made.

use crate::rulebook::{Ban, BanTests, PieceTest, PlaceTest};
use crate::rules::engine_move::{Captured, EngineMove, MoveEffect};
use crate::rules::facts::pieces::TestContext;
use crate::rules::judge::Judge;
use crate::rules::square_set::SquareSet;
use crate::rules::state::{NOBODY, State};

impl<const W: usize, const T: usize, const N: usize> Judge<'_, W, T, N> {
    /// Reports whether all tests of a ban or of an exception hold.
    fn tests_hold(self, before: &State<W, T, N>, after: &State<W, T, N>, tests: &BanTests, cx: &TestContext) -> bool {
        let Some(done) = cx.done else { return false };
        let piece =
            |it: &PieceTest| self.facts().piece_fits(before, it, done.ty as usize, cx.mover, done.mv.from as usize, cx);
        tests.piece.as_ref().is_none_or(|it| !done.mv.is_pass() && piece(it))
            && tests.mv.as_ref().is_none_or(|it| self.facts().move_fits(before, it, done, false))
            && tests.before.as_ref().is_none_or(|it| self.holds(before, it, &mut cx.clone()))
            && tests.after.as_ref().is_none_or(|it| self.holds(after, it, &mut cx.clone()))
    }

    /// Reports whether a ban forbids a move, given the states before and after it.
    pub fn ban_holds(self, before: &State<W, T, N>, after: &State<W, T, N>, ban: &Ban, done: MoveEffect) -> bool {
        let mut cx = TestContext::of(before.turn);
        cx.done = Some(done);
        cx.victim = done.captured.map_or(NOBODY, |it| it.seat);
        self.tests_hold(before, after, &ban.forbids, &cx) && !self.is_excepted(before, after, &ban.unless, &cx)
    }

    /// Reports whether any of the exceptions applies.
    pub fn is_excepted(
        self,
        before: &State<W, T, N>,
        after: &State<W, T, N>,
        unless: &[(String, BanTests)],
        cx: &TestContext,
    ) -> bool {
        unless.iter().any(|(_, tests)| {
            // An exception that does not test the move can be evaluated without one.
            let plain = tests.piece.is_none() && tests.mv.is_none();
            if cx.done.is_none() && plain {
                tests.before.as_ref().is_none_or(|it| self.holds(before, it, &mut cx.clone()))
                    && tests.after.as_ref().is_none_or(|it| self.holds(after, it, &mut cx.clone()))
            } else {
                self.tests_hold(before, after, tests, cx)
            }
        })
    }

    /// Returns the pieces whose capture a ban might forbid, judging by the position alone: a
    /// superset of the captures that bans do forbid. `tried` contains the pieces of the types in `try_types`.
    pub fn possible_capture_bans(self, st: &State<W, T, N>, tried: SquareSet<W>) -> SquareSet<W> {
        let me = st.turn;
        let mut all = SquareSet::EMPTY;
        for (index, types) in &self.engine.plan.capture_bans {
            let ban = &self.engine.book.bans[*index as usize];
            let is_same = *types == self.engine.plan.try_types;
            let protected = if is_same { tried } else { st.pieces_of_types(*types) };
            let protected = protected.without(st.seats[me as usize]);
            if protected.is_empty() {
                continue;
            }
            let place = ban.forbids.mv.as_ref().and_then(|it| it.captures.as_ref()).and_then(|it| it.at.as_ref());
            let material = ban.forbids.before.as_ref().and_then(|it| it.material);
            let of = ban.forbids.mv.as_ref().and_then(|it| it.captures.as_ref()).and_then(|it| it.owner);
            for owner in (0..self.engine.tables.n_seats).filter(|it| *it != me) {
                let mut cx = TestContext::of(me);
                cx.victim = owner;
                if of.is_some_and(|it| !self.facts().owner_fits(st, it, owner, &cx)) {
                    continue;
                }
                if material.is_some_and(|it| !self.facts().material_holds(st, it, &cx)) {
                    continue;
                }
                let pieces = st.seats[owner as usize] & protected;
                all |= match place {
                    Some(PlaceTest::Zone { zone, of }) => pieces & self.facts().zone_of(st, *zone, *of, owner, &cx),
                    _ => pieces,
                };
            }
        }
        all
    }

    /// Reports whether a ban covers the capture of a king, without exceptions and `after` tests.
    pub fn ban_describes_capture(self, st: &State<W, T, N>, ban: &Ban, from: usize, king: usize) -> bool {
        let (by, king_of) = (st.seat_at(from), st.seat_at(king));
        let Some(mv) = &ban.forbids.mv else { return false };
        if mv.captures.is_none() {
            return false;
        }
        let mut as_if = *st;
        as_if.turn = by;
        let captured = Captured { square: king as u16, ty: st.type_at(king) as u8, seat: king_of };
        let capture = EngineMove::plain(from, king);
        let done = MoveEffect { mv: capture, ty: st.type_at(from) as u8, captured: Some(captured), kings_destroyed: 0 };
        let mut cx = TestContext::of(by);
        cx.done = Some(done);
        cx.victim = king_of;
        cx.along_lines = true;
        self.facts().move_fits(&as_if, mv, done, false)
            && ban.forbids.before.as_ref().is_none_or(|it| self.holds(&as_if, it, &mut cx))
    }
}
