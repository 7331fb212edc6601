//! Evaluation of a rulebook's typed tests in a position.
//!
//! In: a test, a [`State`], and a [`Cx`] with the role assignments and the effect of the move.
//! Out: whether the test holds. A test over a set of players also binds the victim. This is the
//! only module that evaluates the keys of a test.

use super::apply::Done;
use super::bits::Bits;
use super::engine::Engine;
use super::frame::Frame;
use super::sink::{Any, Sink};
use super::state::{NOBODY, NOWHERE, State};
use super::tables::place_holds;
use crate::board::Square;
use crate::definition::{ArmyState, CheckState, MaterialCount, Takes, Who, With};
use crate::variant::{
    AttackTest, Bar, BarTests, ManTest, MaterialTest, MoveTest, Place, PositionTest, Quantity, SeatId, SeatSet,
    StuckTest,
};

/// The context of a test: players by role, and the effect of the move.
#[derive(Clone, Copy, Debug)]
pub struct Cx {
    /// The player who moves.
    pub mover: u8,
    /// The victim, once a test has bound it; [`NOBODY`] before that.
    pub victim: u8,
    /// The mating player, or the winner that a claim names; [`NOBODY`] if there is none.
    pub mater: u8,
    /// The owner of the piece under test; [`NOBODY`] if no piece is under test.
    pub owner: u8,
    /// The move just made or under test, if there is one.
    pub done: Option<Done>,
    /// Number of occurrences of the position; 0 (perft) turns off repetition and dead positions.
    pub repeated: u16,
    /// Whether the player to move has a legal move, if that is already known.
    pub has_moves: Option<bool>,
    /// Whether to consider attacks along lines only, because a rule on which attacks count is
    /// itself under evaluation.
    pub along_lines: bool,
}

impl Cx {
    /// Returns a context with only the mover assigned.
    pub fn of(mover: u8) -> Self {
        Self {
            mover,
            victim: NOBODY,
            mater: NOBODY,
            owner: NOBODY,
            done: None,
            repeated: 1,
            has_moves: None,
            along_lines: false,
        }
    }
}

fn bit(seat: u8) -> SeatSet {
    if seat == NOBODY { 0 } else { 1 << seat }
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Returns the players that a role or set refers to.
    pub fn who(&self, st: &State<W, T, N>, who: Who, cx: &Cx) -> SeatSet {
        let n = self.tables.n_seats;
        let all = ((1u16 << n) - 1) as u8;
        match who {
            Who::Mover => bit(cx.mover),
            Who::Next => bit(st.after(cx.mover, n)),
            Who::Previous => bit(st.before(cx.mover, n)),
            Who::Victim => bit(cx.victim),
            Who::Third => {
                let chief = if cx.mater != NOBODY { cx.mater } else { cx.mover };
                all & !bit(chief) & !bit(cx.victim)
            }
            Who::Mater | Who::Winner => bit(cx.mater),
            Who::Owner => bit(if cx.owner == NOBODY { cx.mover } else { cx.owner }),
            Who::Others => all & !bit(if cx.owner == NOBODY { cx.mover } else { cx.owner }),
            Who::Opponents => st.living & !bit(if cx.owner == NOBODY { cx.mover } else { cx.owner }),
            Who::Living => st.living,
            Who::Dead => all & !st.living,
            Who::All => all,
        }
    }

    /// Returns the players of a set in turn order, starting after the mover.
    fn in_turn_order(&self, set: SeatSet, mover: u8) -> impl Iterator<Item = u8> + use<W, T, N> {
        let n = self.tables.n_seats;
        (1..=n)
            .map(move |step| ((u16::from(mover) + u16::from(step)) % u16::from(n)) as u8)
            .filter(move |it| set >> it & 1 != 0)
    }

    /// Reports whether a test of the position holds.
    pub fn holds(&self, st: &State<W, T, N>, test: &PositionTest, cx: &mut Cx) -> bool {
        test.living.is_none_or(|it| st.living_count() == u32::from(it))
            && test.repeated.is_none_or(|it| cx.repeated >= it)
            && test.quiet_rounds.is_none_or(|it| u32::from(st.quiet) >= u32::from(it) * st.living_count())
            && test.king_taken.is_none_or(|it| self.king_taken(st, it, cx))
            && test.taken.as_ref().is_none_or(|it| self.captured_binds_victim(st, it, cx))
            && test.moved.as_ref().is_none_or(|it| self.moved_fits(st, it, cx))
            && test.material.is_none_or(|it| self.material_holds(st, it, cx))
            && (!test.mate_impossible || cx.repeated > 0 && self.is_dead_position(st))
            && test.king_in.as_ref().is_none_or(|it| self.king_is_in(st, it, cx))
            && test.attack.is_none_or(|it| self.attack_holds(st, it, cx))
            && test.stuck.is_none_or(|it| self.stuck_holds(st, it, cx))
            && test.mates_alone.is_none_or(|it| self.mates_alone(st, cx.mover).count_ones() == u32::from(it))
    }

    fn king_taken(&self, st: &State<W, T, N>, who: Who, cx: &mut Cx) -> bool {
        let Some(taken) = cx.done.and_then(|it| it.taken) else { return false };
        // The king of an eliminated player is an ordinary piece.
        let fits = self.tables.is_royal(taken.ty as usize)
            && self.who(st, who, cx) >> taken.seat & 1 != 0
            && st.lives(taken.seat);
        if fits {
            cx.victim = taken.seat;
        }
        fits
    }

    fn captured_fits(&self, st: &State<W, T, N>, test: &ManTest, cx: &Cx) -> bool {
        let Some(it) = cx.done.and_then(|it| it.taken) else { return false };
        self.man_fits(st, test, it.ty as usize, it.seat, it.square as usize, cx)
    }

    /// Tests the captured piece on behalf of an outcome, and binds its owner as the victim.
    fn captured_binds_victim(&self, st: &State<W, T, N>, test: &ManTest, cx: &mut Cx) -> bool {
        let fits = self.captured_fits(st, test, cx);
        if let (true, NOBODY, Some(it)) = (fits, cx.victim, cx.done.and_then(|it| it.taken)) {
            cx.victim = it.seat;
        }
        fits
    }

    fn moved_fits(&self, st: &State<W, T, N>, test: &ManTest, cx: &Cx) -> bool {
        let Some(done) = cx.done else { return false };
        let to = done.mv.to as usize;
        st.seats[cx.mover as usize].has(to) && self.man_fits(st, test, st.type_at(to), cx.mover, to, cx)
    }

    fn material_holds(&self, st: &State<W, T, N>, test: MaterialTest, cx: &Cx) -> bool {
        self.figures(st, test, cx).is_some_and(|(of, than)| match test.count {
            MaterialCount::Pool | MaterialCount::GrossLosses => of.1 - than.1 >= test.behind_by,
            MaterialCount::OnBoard => than.1 - of.1 >= test.behind_by,
        })
    }

    /// Returns the two sides of a material balance, each as (seat, total value); `None` if a role
    /// does not refer to exactly one player.
    pub fn figures(&self, st: &State<W, T, N>, test: MaterialTest, cx: &Cx) -> Option<((u8, i32), (u8, i32))> {
        let one = |who| {
            let set = self.who(st, who, cx);
            (set.count_ones() == 1).then(|| set.trailing_zeros() as u8)
        };
        let (of, than) = (one(test.of)?, one(test.than)?);
        Some(((of, self.material(st, of, test.count)), (than, self.material(st, than, test.count))))
    }

    fn material(&self, st: &State<W, T, N>, seat: u8, count: MaterialCount) -> i32 {
        match count {
            MaterialCount::GrossLosses => i32::from(st.lost[seat as usize]),
            MaterialCount::Pool => {
                self.book.kinds.iter().zip(&st.pool[seat as usize]).map(|(kind, n)| kind.value * i32::from(*n)).sum()
            }
            MaterialCount::OnBoard => (0..self.tables.n_types)
                .map(|ty| {
                    let men = (st.types[ty] & st.seats[seat as usize]).count() as i32;
                    men * self.book.kinds[self.tables.types.all[ty].kind.index()].value
                })
                .sum(),
        }
    }

    /// Reports whether the material alone rules out checkmate: `true` is certain, `false` is not.
    fn is_dead_position(&self, st: &State<W, T, N>) -> bool {
        let men = st.occupied().without(self.royals(st) & st.men_of(st.living));
        if men.is_empty() {
            return true;
        }
        if st.living_count() != 2 || men.meets(st.men_of(!st.living)) {
            return false;
        }
        let of_kinds = |mask: u32| {
            let fit = |ty: &usize| mask >> self.tables.types.all[*ty].kind.0 & 1 != 0;
            (0..self.tables.n_types).filter(fit).fold(super::bits::Bits::EMPTY, |set, ty| set | st.types[ty])
        };
        let rule = &self.book.dead_position;
        if men.is_single() && men.without(of_kinds(rule.minor)).is_empty() {
            return true;
        }
        men.without(of_kinds(rule.coloured)).is_empty()
            && self.tables.dark.is_some_and(|dark| men.without(dark).is_empty() || !men.meets(dark))
    }

    fn king_is_in(&self, st: &State<W, T, N>, place: &crate::variant::Place, cx: &Cx) -> bool {
        let king = self.king(st, cx.mover);
        let mut cx = *cx;
        cx.owner = cx.mover;
        king != NOWHERE && self.place_fits(st, place, st.type_at(king as usize), cx.mover, king as usize, &cx)
    }

    pub(super) fn place_fits(
        &self,
        st: &State<W, T, N>,
        place: &crate::variant::Place,
        ty: usize,
        seat: u8,
        square: usize,
        cx: &Cx,
    ) -> bool {
        match place {
            Place::Zone { zone, of } => self.zone_of(st, *zone, *of, seat, cx).has(square),
            Place::Links(_) => {
                place_holds(&self.book, &self.tables.types, place, ty, SeatId(seat), Square(square as u16), &|_| 0)
            }
        }
    }

    /// Reports whether a piece on `square` passes a test.
    pub fn man_fits(&self, st: &State<W, T, N>, test: &ManTest, ty: usize, seat: u8, square: usize, cx: &Cx) -> bool {
        let man = &self.tables.types.all[ty];
        test.kind.is_none_or(|it| it >> man.kind.0 & 1 != 0)
            && test.tag.is_none_or(|it| man.tags >> it.0 & 1 != 0)
            && test.state.is_none_or(|it| {
                it == match (st.lives(seat), self.plan.immune) {
                    (true, _) => ArmyState::Living,
                    (false, false) => ArmyState::Inert,
                    (false, true) => ArmyState::Immune,
                }
            })
            && test.at.as_ref().is_none_or(|it| self.place_fits(st, it, ty, seat, square, cx))
    }

    fn attack_holds(&self, st: &State<W, T, N>, test: AttackTest, cx: &mut Cx) -> bool {
        // The king of an eliminated player is an ordinary piece.
        let on = self.who(st, test.on, cx) & st.living;
        let by = self.who(st, test.by, cx) & st.living;
        let mut attacked = 0;
        let mut first = NOBODY;
        for seat in self.in_turn_order(on, cx.mover) {
            let attackers = self.in_turn_order(by & !(1 << seat), cx.mover);
            let count = attackers.filter(|it| self.attacks(st, *it, seat, test, cx)).count();
            if count >= usize::from(test.by_at_least.max(1)) {
                attacked += 1;
                if first == NOBODY {
                    first = seat;
                }
            }
        }
        let holds = match test.how_many {
            Quantity::Some => attacked > 0,
            Quantity::Every => attacked > 0 && attacked == on.count_ones(),
            Quantity::AtLeast(n) => attacked >= u32::from(n.max(1)),
        };
        if holds && cx.victim == NOBODY {
            cx.victim = first;
        }
        holds
    }

    fn attacks(&self, st: &State<W, T, N>, by: u8, on: u8, test: AttackTest, cx: &Cx) -> bool {
        let mut men =
            if cx.along_lines { self.line_attackers(st, on, 1 << by) } else { self.king_attackers(st, on, 1 << by) };
        if test.with == With::MovedMan {
            let Some(done) = cx.done else { return false };
            men &= super::bits::Bits::of(done.mv.to as usize);
        }
        match test.takes {
            Takes::AlongLines => !men.is_empty(),
            Takes::ByLegalMove => {
                let king = self.king(st, on);
                men.iter().any(|from| self.can_capture_safely(st, from, king as usize, on))
            }
        }
    }

    fn stuck_holds(&self, st: &State<W, T, N>, test: StuckTest, cx: &mut Cx) -> bool {
        let set = self.who(st, test.who, cx) & st.living;
        let (mut stuck, mut first) = (0, NOBODY);
        // The mover is tested first, then the others in turn order.
        let mover = set & bit(cx.mover);
        for seat in self.in_turn_order(mover, cx.mover).chain(self.in_turn_order(set & !mover, cx.mover)) {
            if !self.has_moves(st, seat, cx) && self.check_fits(st, seat, test.check) {
                stuck += 1;
                if first == NOBODY {
                    first = seat;
                }
            }
        }
        let holds = match test.how_many {
            Quantity::Some => stuck > 0,
            Quantity::Every => stuck > 0 && stuck == set.count_ones(),
            Quantity::AtLeast(n) => stuck >= u32::from(n.max(1)),
        };
        if holds && cx.victim == NOBODY {
            cx.victim = first;
        }
        holds
    }

    fn has_moves(&self, st: &State<W, T, N>, seat: u8, cx: &mut Cx) -> bool {
        if seat == st.turn
            && let Some(known) = cx.has_moves
        {
            return known;
        }
        let mut as_if = *st;
        as_if.turn = seat;
        let mut any = Any::default();
        let sink: &mut dyn Sink<W> = &mut any;
        self.generate(&as_if, sink);
        if seat == st.turn {
            cx.has_moves = Some(any.0);
        }
        any.0
    }

    fn check_fits(&self, st: &State<W, T, N>, seat: u8, check: CheckState) -> bool {
        match check {
            CheckState::Either => true,
            CheckState::In => !self.checkers(st, seat).is_empty(),
            CheckState::Out => self.checkers(st, seat).is_empty(),
        }
    }

    /// Reports whether a move passes a test. `apart_from_lines` skips the test of the line
    /// crossed.
    pub fn move_fits(&self, st: &State<W, T, N>, test: &MoveTest, done: Done, apart_from_lines: bool) -> bool {
        let me = st.turn;
        let mut cx = Cx::of(me);
        cx.done = Some(done);
        cx.victim = done.taken.map_or(NOBODY, |it| it.seat);
        let man = |it: &ManTest| self.man_fits(st, it, done.ty as usize, me, done.mv.from as usize, &cx);
        test.man.as_ref().is_none_or(man)
            && test.captures.as_ref().is_none_or(|it| self.captured_fits(st, it, &cx))
            && test.to.as_ref().is_none_or(|it| self.ends_in(st, it, done, &cx))
            && (apart_from_lines || test.crosses.is_none_or(|line| self.crosses(st, done, line)))
    }

    /// Reports whether every path that the move can have taken crosses a line.
    fn crosses(&self, st: &State<W, T, N>, done: Done, line: usize) -> bool {
        let instances = &self.book.lines[line].instances;
        let ways = self.free_ways(st, done, st.turn);
        !ways.is_empty() && ways.iter().all(|(lines, _)| instances.iter().any(|it| lines.contains(it)))
    }

    /// Reports whether all tests of a ban or of an exception hold.
    fn tests_hold(&self, before: &State<W, T, N>, after: &State<W, T, N>, tests: &BarTests, cx: &Cx) -> bool {
        let Some(done) = cx.done else { return false };
        let man = |it: &ManTest| self.man_fits(before, it, done.ty as usize, cx.mover, done.mv.from as usize, cx);
        tests.man.as_ref().is_none_or(man)
            && tests.mv.as_ref().is_none_or(|it| self.move_fits(before, it, done, false))
            && tests.before.as_ref().is_none_or(|it| self.holds(before, it, &mut cx.clone()))
            && tests.after.as_ref().is_none_or(|it| self.holds(after, it, &mut cx.clone()))
    }

    /// Reports whether a ban forbids a move, given the states before and after it.
    pub fn bar_holds(&self, before: &State<W, T, N>, after: &State<W, T, N>, bar: &Bar, done: Done) -> bool {
        let mut cx = Cx::of(before.turn);
        cx.done = Some(done);
        cx.victim = done.taken.map_or(NOBODY, |it| it.seat);
        self.tests_hold(before, after, &bar.forbids, &cx) && !self.is_excepted(before, after, &bar.unless, &cx)
    }

    /// Reports whether any of the exceptions applies.
    pub fn is_excepted(
        &self,
        before: &State<W, T, N>,
        after: &State<W, T, N>,
        unless: &[(String, BarTests)],
        cx: &Cx,
    ) -> bool {
        unless.iter().any(|(_, tests)| {
            // An exception that does not test the move can be evaluated without one.
            let plain = tests.man.is_none() && tests.mv.is_none();
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
    pub fn possible_capture_bans(&self, st: &State<W, T, N>, frame: &Frame<'_, W>) -> Bits<W> {
        let mut all = Bits::EMPTY;
        for (index, types) in &self.plan.capture_bars {
            let bar = &self.book.bars[*index as usize];
            let protected = st.men_of_types(*types);
            let place = bar.forbids.mv.as_ref().and_then(|it| it.captures.as_ref()).and_then(|it| it.at.as_ref());
            let material = bar.forbids.before.as_ref().and_then(|it| it.material);
            for owner in (0..self.tables.n_seats).filter(|it| *it != frame.me) {
                let mut cx = Cx::of(frame.me);
                cx.victim = owner;
                if material.is_some_and(|it| !self.material_holds(st, it, &cx)) {
                    continue;
                }
                let men = st.seats[owner as usize] & protected;
                all |= match place {
                    Some(Place::Zone { zone, of }) => men & self.zone_of(st, *zone, *of, owner, &cx),
                    _ => men,
                };
            }
        }
        all
    }

    /// Returns the squares of a zone from the viewpoint of `owner`.
    fn zone_of(&self, st: &State<W, T, N>, zone: usize, of: Option<Who>, owner: u8, cx: &Cx) -> Bits<W> {
        let sets = &self.tables.zones[zone];
        let seats = match of {
            None if self.book.zones[zone].by_seat => bit(owner),
            None => return sets.first().copied().unwrap_or(Bits::EMPTY),
            Some(who) => self.who(st, who, &Cx { owner, ..*cx }),
        };
        let own = sets.iter().enumerate().filter(|it| seats >> it.0 & 1 != 0);
        own.fold(Bits::EMPTY, |all, it| all | *it.1)
    }

    /// Reports whether a ban covers the capture of a king, without exceptions and `after` tests.
    pub fn bar_describes_capture(
        &self,
        st: &State<W, T, N>,
        bar: &Bar,
        by: u8,
        from: usize,
        king: usize,
        king_of: u8,
    ) -> bool {
        let Some(mv) = &bar.forbids.mv else { return false };
        if mv.captures.is_none() {
            return false;
        }
        let mut as_if = *st;
        as_if.turn = by;
        let taken = super::apply::Taken { square: king as u16, ty: st.type_at(king) as u8, seat: king_of };
        let done = Done { mv: super::engine::Mv::plain(from, king), ty: st.type_at(from) as u8, taken: Some(taken) };
        let mut cx = Cx::of(by);
        cx.done = Some(done);
        cx.victim = king_of;
        cx.along_lines = true;
        self.move_fits(&as_if, mv, done, false)
            && bar.forbids.before.as_ref().is_none_or(|it| self.holds(&as_if, it, &mut cx))
    }
}
