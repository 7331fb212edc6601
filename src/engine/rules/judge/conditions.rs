//! Evaluation of a rulebook's typed tests in a position.
//!
//! Input: a test, a [`State`], and a [`TestContext`] with the role assignments and the effect of the move.
//! Output: whether the test holds. A test over a set of players also binds the victim. This is the
//! only module that evaluates the keys of a test.

use crate::policy::{CheckState, Counted, Takes, With};
use crate::rulebook::{
    AttackTest, CountTest, CounterTest, PieceTest, Player, PointsTest, PositionTest, Quantity, SeatSet, StuckTest,
};
use crate::rules::engine_move::LegalityRules;
use crate::rules::facts::pieces::{TestContext, bit};
use crate::rules::judge::Judge;
use crate::rules::movegen::sink::{Any, Sink};
use crate::rules::square_set::SquareSet;
use crate::rules::state::{NOBODY, State};
use crate::rules::tables::DropTable;

impl<const W: usize, const T: usize, const N: usize> Judge<'_, W, T, N> {
    /// Returns the players of a set in turn order, starting after the mover.
    pub fn in_turn_order(
        self,
        st: &State<W, T, N>,
        set: SeatSet,
        mover: u8,
    ) -> impl Iterator<Item = u8> + use<W, T, N> {
        let (n, is_reversed) = (u16::from(self.engine.tables.n_seats), st.is_reversed());
        (1..=n)
            .map(move |step| ((u16::from(mover) + if is_reversed { n - step } else { step }) % n) as u8)
            .filter(move |it| set >> it & 1 != 0)
    }

    /// Reports whether a test of the position holds.
    pub fn holds(self, st: &State<W, T, N>, test: &PositionTest, cx: &mut TestContext) -> bool {
        test.living.is_none_or(|it| st.living_count() == u32::from(it))
            && test.repeated.is_none_or(|it| cx.repetition.times >= it)
            && test
                .perpetual_check
                .is_none_or(|it| self.are_among(st, (it.by, it.how_many), cx.repetition.checking, cx))
            && test.perpetual_chase.as_ref().is_none_or(|it| {
                self.are_among(st, (it.by, it.how_many), self.engine.plan.chasing(it, &cx.repetition.chasing), cx)
            })
            && test.halfmove_rounds.is_none_or(|it| u32::from(st.halfmoves) >= u32::from(it) * st.living_count())
            && test.king_captured.is_none_or(|it| self.king_captured(st, it, cx))
            && test.captured.as_ref().is_none_or(|it| self.captured_binds_victim(st, it, cx))
            && test.passed.is_none_or(|it| cx.done.is_some_and(|done| done.mv.is_pass()) == it)
            && test.moved.as_ref().is_none_or(|it| self.moved_fits(st, it, cx))
            && test.material.is_none_or(|it| self.facts().material_holds(st, it, cx))
            && (!test.mate_impossible || cx.repetition.times > 0 && self.is_dead_position(st))
            && test.king_in.as_ref().is_none_or(|it| self.king_is_in(st, it, cx))
            && test.counter.is_none_or(|it| self.counter_holds(st, it, cx))
            && test.points.is_none_or(|it| self.points_hold(st, it, cx))
            && test.count.as_ref().is_none_or(|it| self.count_holds(st, it, cx))
            && test.attack.is_none_or(|it| self.attack_holds(st, it, cx))
            && test.stuck.is_none_or(|it| self.stuck_holds(st, it, cx))
            && test.legal_move.as_ref().is_none_or(|it| self.has_legal_move(st, it, cx.mover, cx.done.is_some()))
            && test.mates_alone.is_none_or(|it| self.mates_alone(st, cx.mover).count_ones() == u32::from(it))
    }

    fn king_captured(self, st: &State<W, T, N>, who: Player, cx: &mut TestContext) -> bool {
        let Some(done) = cx.done else { return false };
        let captured = done.captured.filter(|it| self.engine.is_king_lost(st, *it)).map_or(0, |it| bit(it.seat));
        // The king of an eliminated player is an ordinary piece.
        let who = self.facts().who(st, who, cx) & st.living;
        // The captured king comes before those that the capture destroyed.
        let mut lost = [captured, done.kings_destroyed].into_iter().map(|it| it & who);
        let victim = lost.find_map(|it| self.in_turn_order(st, it, cx.mover).next());
        cx.victim = victim.unwrap_or(cx.victim);
        victim.is_some()
    }

    /// Tests the captured piece on behalf of an outcome, and binds its owner as the victim.
    fn captured_binds_victim(self, st: &State<W, T, N>, test: &PieceTest, cx: &mut TestContext) -> bool {
        let fits = self.facts().captured_fits(st, test, cx);
        if let (true, NOBODY, Some(it)) = (fits, cx.victim, cx.done.and_then(|it| it.captured)) {
            cx.victim = it.seat;
        }
        fits
    }

    fn moved_fits(self, st: &State<W, T, N>, test: &PieceTest, cx: &TestContext) -> bool {
        let Some(done) = cx.done.filter(|it| !it.mv.is_pass()) else { return false };
        let to = self.facts().square_after(done);
        st.seats[cx.mover as usize].has(to) && self.facts().piece_fits(st, test, st.type_at(to), cx.mover, to, cx)
    }

    /// Reports whether the material alone rules out checkmate: `true` is certain, `false` is not.
    fn is_dead_position(self, st: &State<W, T, N>) -> bool {
        let held = |table: &DropTable<W>, seat: usize| st.pool[seat][table.held as usize] > 0;
        let mut drops = self.engine.tables.drops.iter().enumerate().filter(|it| st.is_living(it.0 as u8));
        if drops.any(|(seat, tables)| tables.iter().any(|it| held(it, seat))) {
            return false;
        }
        let mut seats = (0..self.engine.tables.n_seats).filter(|it| self.engine.plan.gating && st.is_living(*it));
        if seats.any(|it| self.generator().open_gate_of(st, it).is_some()) {
            return false;
        }
        if !self.engine.plan.kings_are_harmless {
            return false;
        }
        let pieces = self.engine.owned(st).without(self.engine.royals(st) & st.pieces_of(st.living));
        if pieces.is_empty() {
            return true;
        }
        // With blockers on the squares around a king, even a knight gives checkmate.
        if self.engine.plan.blocker || st.living_count() != 2 || pieces.meets(st.pieces_of(!st.living)) {
            return false;
        }
        let of_kinds = |mask: u32| self.pieces_of_kinds(st, mask);
        let rule = &self.engine.book.dead_position;
        if pieces.is_single() && pieces.without(of_kinds(rule.minor)).is_empty() {
            return true;
        }
        pieces.without(of_kinds(rule.colored)).is_empty()
            && self.engine.tables.color_complex.is_some_and(|it| pieces.without(it).is_empty() || !pieces.meets(it))
    }

    /// Returns the squares of all pieces of some kinds, one bit each.
    pub fn pieces_of_kinds(self, st: &State<W, T, N>, kinds: u32) -> SquareSet<W> {
        let fit = |ty: &usize| kinds >> self.engine.tables.types.all[*ty].kind.0 & 1 != 0;
        (0..self.engine.tables.n_types).filter(fit).fold(SquareSet::EMPTY, |set, ty| set | st.types[ty])
    }

    fn king_is_in(self, st: &State<W, T, N>, place: &crate::rulebook::PlaceTest, cx: &TestContext) -> bool {
        let mut cx = *cx;
        cx.owner = cx.mover;
        let kings = self.engine.royals(st) & st.seats[cx.mover as usize];
        kings.iter().any(|it| self.facts().place_fits(st, place, st.type_at(it), cx.mover, it, &cx))
    }

    fn attack_holds(self, st: &State<W, T, N>, test: AttackTest, cx: &mut TestContext) -> bool {
        // The king of an eliminated player is an ordinary piece.
        let on = self.facts().who(st, test.on, cx) & st.living;
        let by = self.facts().who(st, test.by, cx) & st.living;
        let mut attacked = 0;
        let mut first = NOBODY;
        for seat in self.in_turn_order(st, on, cx.mover) {
            let attackers = self.in_turn_order(st, by & !(1 << seat), cx.mover);
            let count = attackers.filter(|it| self.attacks_king(st, *it, seat, test, cx)).count();
            if count >= usize::from(test.by_at_least.max(1)) {
                attacked += 1;
                if first == NOBODY {
                    first = seat;
                }
            }
        }
        let holds = is_enough(test.how_many, attacked, on);
        if holds && cx.victim == NOBODY {
            cx.victim = first;
        }
        holds
    }

    fn attacks_king(self, st: &State<W, T, N>, by: u8, on: u8, test: AttackTest, cx: &TestContext) -> bool {
        let mut pieces = if cx.along_lines {
            self.attacks().line_attackers(st, on, 1 << by)
        } else {
            self.attacks().king_attackers(st, on, 1 << by)
        };
        if test.kinds != u32::MAX {
            pieces &= self.pieces_of_kinds(st, test.kinds);
        }
        if test.with == With::MovedPiece {
            let Some(done) = cx.done.filter(|it| !it.mv.is_pass()) else { return false };
            pieces &= SquareSet::of(self.facts().square_after(done));
        }
        if test.with == With::CapturedPiece {
            let Some(captured) = cx.done.and_then(|it| it.captured) else { return false };
            pieces &= SquareSet::of(captured.square as usize);
        }
        match test.takes {
            Takes::AlongLines => !pieces.is_empty(),
            Takes::ByLegalMove => {
                let kings = self.engine.royals(st) & st.seats[on as usize];
                kings.iter().any(|king| {
                    let near = self.attacks().attackers(st, king, 1 << by, st.occupied()) & pieces;
                    near.iter().any(|from| self.attacks().can_capture_safely(st, from, king, on))
                })
            }
        }
    }

    fn stuck_holds(self, st: &State<W, T, N>, test: StuckTest, cx: &mut TestContext) -> bool {
        let set = self.facts().who(st, test.who, cx) & st.living;
        if set & !bit(st.turn) == 0 && cx.has_moves == Some(true) {
            return false;
        }
        let (mut stuck, mut first) = (0, NOBODY);
        // The mover is tested first, then the others in turn order.
        let mover = set & bit(cx.mover);
        for seat in self.in_turn_order(st, mover, cx.mover).chain(self.in_turn_order(st, set & !mover, cx.mover)) {
            if !self.has_moves(st, seat, cx) && self.check_fits(st, seat, test.check) {
                stuck += 1;
                if first == NOBODY {
                    first = seat;
                }
            }
        }
        let holds = is_enough(test.how_many, stuck, set);
        if holds && cx.victim == NOBODY {
            cx.victim = first;
        }
        holds
    }

    fn counter_holds(self, st: &State<W, T, N>, test: CounterTest, cx: &mut TestContext) -> bool {
        self.players_meet(st, (test.of, test.how_many), cx, &mut |seat, _| {
            self.engine.counters(st, seat).get(test.counter).is_some_and(|it| *it >= test.at_least)
        })
    }

    /// Reports whether enough players of a set are among those who gave perpetual check or chased.
    fn are_among(self, st: &State<W, T, N>, of: (Player, Quantity), found: SeatSet, cx: &mut TestContext) -> bool {
        self.players_meet(st, of, cx, &mut |seat, _| found >> seat & 1 != 0)
    }

    fn points_hold(self, st: &State<W, T, N>, test: PointsTest, cx: &mut TestContext) -> bool {
        let points = |seat: u8| i32::from(st.scores[seat as usize]);
        self.players_meet(st, (test.of, test.how_many), cx, &mut |seat, cx| {
            let Some(others) = test.ahead_of else { return points(seat) >= test.at_least.0 };
            let others = self.facts().who(st, others, &TestContext { owner: seat, ..*cx }) & !bit(seat);
            let behind = |it: u8| points(seat) - points(it) >= test.at_least.0;
            others != 0 && self.in_turn_order(st, others, seat).all(behind)
        })
    }

    /// Reports whether enough players of a set meet a test, and binds the first one as the victim.
    fn players_meet(
        self,
        st: &State<W, T, N>,
        (of, how_many): (Player, Quantity),
        cx: &mut TestContext,
        meets: &mut dyn FnMut(u8, &TestContext) -> bool,
    ) -> bool {
        let set = self.facts().who(st, of, cx) & st.living;
        let (mut found, mut first) = (0, NOBODY);
        // The mover is tested first, then the others in turn order.
        let mover = set & bit(cx.mover);
        for seat in self.in_turn_order(st, mover, cx.mover).chain(self.in_turn_order(st, set & !mover, cx.mover)) {
            if meets(seat, cx) {
                found += 1;
                if first == NOBODY {
                    first = seat;
                }
            }
        }
        let holds = is_enough(how_many, found, set);
        if holds && cx.victim == NOBODY {
            cx.victim = first;
        }
        holds
    }

    /// Reports whether enough players have the number of pieces that a test asks for.
    pub fn count_holds(self, st: &State<W, T, N>, test: &CountTest, cx: &mut TestContext) -> bool {
        self.players_meet(st, (test.of, test.how_many), cx, &mut |seat, cx| self.count_fits(st, test, seat, cx))
    }

    /// Reports whether the number of pieces of one player meets the test.
    fn count_fits(self, st: &State<W, T, N>, test: &CountTest, seat: u8, cx: &TestContext) -> bool {
        let own = st.seats[seat as usize];
        let cx = TestContext { owner: seat, ..*cx };
        let fits = |count: u32| u32::from(test.at_least) <= count && count <= u32::from(test.at_most);
        let (mut total, mut of_kind, mut last) = (0, 0, None);
        // The types are in the order of their kinds.
        for (ty, it) in self.engine.tables.types.all.iter().enumerate() {
            if test.kinds >> it.kind.0 & 1 == 0 {
                continue;
            }
            if last != Some(it.kind) {
                if test.counted == Counted::Separately && last.is_some() && fits(of_kind) {
                    return true;
                }
                (of_kind, last) = (0, Some(it.kind));
            }
            let pieces = st.types[ty] & own;
            let number = match &test.at {
                None => pieces.count(),
                Some(at) => {
                    pieces.iter().filter(|it| self.facts().place_fits(st, at, ty, seat, *it, &cx)).count() as u32
                }
            };
            total += number;
            of_kind += number;
        }
        match test.counted {
            Counted::Together => fits(total),
            Counted::Separately => last.is_some() && fits(of_kind),
        }
    }

    /// Reports whether a player has a legal move other than a pass.
    fn has_moves(self, st: &State<W, T, N>, seat: u8, cx: &mut TestContext) -> bool {
        if seat == st.turn
            && let Some(known) = cx.has_moves
        {
            return known;
        }
        let mut as_if = *st;
        as_if.turn = seat;
        let mut any = Any::default();
        let sink: &mut dyn Sink<W> = &mut any;
        self.generator().generate_keeping(&as_if, LegalityRules { passes: false, ..LegalityRules::ALL }, sink);
        if seat == st.turn {
            cx.has_moves = Some(any.0);
        }
        any.0
    }

    /// Reports whether a player has no legal move, judged as if it were their turn, and is in check or
    /// not.
    pub fn is_stuck(self, st: &State<W, T, N>, seat: u8, check: CheckState) -> bool {
        !self.has_moves(st, seat, &mut TestContext::of(seat)) && self.check_fits(st, seat, check)
    }

    fn check_fits(self, st: &State<W, T, N>, seat: u8, check: CheckState) -> bool {
        match check {
            CheckState::Either => true,
            CheckState::In => !self.attacks().checkers(st, seat).is_empty(),
            CheckState::Out => self.attacks().checkers(st, seat).is_empty(),
        }
    }
}

/// Reports whether `found` players of a set are enough.
fn is_enough(how_many: Quantity, found: u32, of: SeatSet) -> bool {
    match how_many {
        Quantity::Some => found > 0,
        Quantity::Every => found > 0 && found == of.count_ones(),
        Quantity::AtLeast(n) => found >= u32::from(n.max(1)),
    }
}
