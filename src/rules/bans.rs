//! Bans: which moves they forbid, and their exceptions.
//!
//! In: a ban, the states before and after a move, and the effect of the move. Out: whether the ban
//! forbids the move. Does not know how moves are generated or made.

use super::conditions::TestContext;
use super::context::MoveContext;
use super::engine::Engine;
use super::engine_move::MoveEffect;
use super::square_set::SquareSet;
use super::state::{NOBODY, State};
use crate::rulebook::{Ban, BanTests, MoveTest, PieceTest, PlaceTest};

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Reports whether a move passes a test. `apart_from_lines` skips the test of the line
    /// crossed.
    pub fn move_fits(&self, st: &State<W, T, N>, test: &MoveTest, done: MoveEffect, apart_from_lines: bool) -> bool {
        let me = st.turn;
        let mut cx = TestContext::of(me);
        cx.done = Some(done);
        cx.victim = done.captured.map_or(NOBODY, |it| it.seat);
        let piece = |it: &PieceTest| self.piece_fits(st, it, done.ty as usize, me, done.mv.from as usize, &cx);
        test.piece.as_ref().is_none_or(piece)
            && test.captures.as_ref().is_none_or(|it| self.captured_fits(st, it, &cx))
            && test.to.as_ref().is_none_or(|it| self.ends_in(st, it, done, &cx))
            && (apart_from_lines || test.crosses.is_none_or(|line| self.crosses(st, done, line)))
    }

    /// Reports whether every path that the move can have taken crosses a line.
    fn crosses(&self, st: &State<W, T, N>, done: MoveEffect, line: usize) -> bool {
        let instances = &self.book.lines[line].instances;
        let ways = self.free_ways(st, done, st.turn);
        !ways.is_empty() && ways.iter().all(|(lines, _)| instances.iter().any(|it| lines.contains(it)))
    }

    /// Reports whether all tests of a ban or of an exception hold.
    fn tests_hold(&self, before: &State<W, T, N>, after: &State<W, T, N>, tests: &BanTests, cx: &TestContext) -> bool {
        let Some(done) = cx.done else { return false };
        let piece = |it: &PieceTest| self.piece_fits(before, it, done.ty as usize, cx.mover, done.mv.from as usize, cx);
        tests.piece.as_ref().is_none_or(piece)
            && tests.mv.as_ref().is_none_or(|it| self.move_fits(before, it, done, false))
            && tests.before.as_ref().is_none_or(|it| self.holds(before, it, &mut cx.clone()))
            && tests.after.as_ref().is_none_or(|it| self.holds(after, it, &mut cx.clone()))
    }

    /// Reports whether a ban forbids a move, given the states before and after it.
    pub fn ban_holds(&self, before: &State<W, T, N>, after: &State<W, T, N>, ban: &Ban, done: MoveEffect) -> bool {
        let mut cx = TestContext::of(before.turn);
        cx.done = Some(done);
        cx.victim = done.captured.map_or(NOBODY, |it| it.seat);
        self.tests_hold(before, after, &ban.forbids, &cx) && !self.is_excepted(before, after, &ban.unless, &cx)
    }

    /// Reports whether any of the exceptions applies.
    pub fn is_excepted(
        &self,
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
    /// superset of the captures that bans do forbid.
    pub fn possible_capture_bans(&self, context: &MoveContext<'_, W, T, N>) -> SquareSet<W> {
        let st = context.st;
        let mut all = SquareSet::EMPTY;
        for (index, types) in &self.plan.capture_bans {
            let ban = &self.book.bans[*index as usize];
            let protected = st.pieces_of_types(*types);
            let place = ban.forbids.mv.as_ref().and_then(|it| it.captures.as_ref()).and_then(|it| it.at.as_ref());
            let material = ban.forbids.before.as_ref().and_then(|it| it.material);
            for owner in (0..self.tables.n_seats).filter(|it| *it != context.me) {
                let mut cx = TestContext::of(context.me);
                cx.victim = owner;
                if material.is_some_and(|it| !self.material_holds(st, it, &cx)) {
                    continue;
                }
                let pieces = st.seats[owner as usize] & protected;
                all |= match place {
                    Some(PlaceTest::Zone { zone, of }) => pieces & self.zone_of(st, *zone, *of, owner, &cx),
                    _ => pieces,
                };
            }
        }
        all
    }

    /// Reports whether a ban covers the capture of a king, without exceptions and `after` tests.
    pub fn ban_describes_capture(
        &self,
        st: &State<W, T, N>,
        ban: &Ban,
        by: u8,
        from: usize,
        king: usize,
        king_of: u8,
    ) -> bool {
        let Some(mv) = &ban.forbids.mv else { return false };
        if mv.captures.is_none() {
            return false;
        }
        let mut as_if = *st;
        as_if.turn = by;
        let captured = super::engine_move::Captured { square: king as u16, ty: st.type_at(king) as u8, seat: king_of };
        let done = MoveEffect {
            mv: super::engine_move::EngineMove::plain(from, king),
            ty: st.type_at(from) as u8,
            captured: Some(captured),
        };
        let mut cx = TestContext::of(by);
        cx.done = Some(done);
        cx.victim = king_of;
        cx.along_lines = true;
        self.move_fits(&as_if, mv, done, false)
            && ban.forbids.before.as_ref().is_none_or(|it| self.holds(&as_if, it, &mut cx))
    }
}
