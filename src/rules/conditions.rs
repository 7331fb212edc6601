//! Evaluation of a rulebook's typed tests in a position.
//!
//! In: a test, a [`State`], and a [`TestContext`] with the role assignments and the effect of the move.
//! Out: whether the test holds. A test over a set of players also binds the victim. This is the
//! only module that evaluates the keys of a test.

use super::engine::Engine;
use super::engine_move::MoveEffect;
use super::sink::{Any, Sink};
use super::square_set::SquareSet;
use super::state::{NOBODY, NOWHERE, State};
use super::tables::place_holds;
use crate::board::Square;
use crate::policy::{ArmyState, CheckState, MaterialCount, Takes, Who, With};
use crate::rulebook::{
    AttackTest, MaterialTest, PieceTest, PlaceTest, PositionTest, Quantity, SeatId, SeatSet, StuckTest,
};

/// The context of a test: players by role, and the effect of the move.
#[derive(Clone, Copy, Debug)]
pub struct TestContext {
    /// The player who moves.
    pub mover: u8,
    /// The victim, once a test has bound it; [`NOBODY`] before that.
    pub victim: u8,
    /// The mating player, or the winner that a claim names; [`NOBODY`] if there is none.
    pub mating_player: u8,
    /// The owner of the piece under test; [`NOBODY`] if no piece is under test.
    pub owner: u8,
    /// The move just made or under test, if there is one.
    pub done: Option<MoveEffect>,
    /// Number of occurrences of the position; 0 (perft) turns off repetition and dead positions.
    pub repeated: u16,
    /// Whether the player to move has a legal move, if that is already known.
    pub has_moves: Option<bool>,
    /// Whether to consider attacks along lines only, because a rule on which attacks count is
    /// itself under evaluation.
    pub along_lines: bool,
}

impl TestContext {
    /// Returns a context with only the mover assigned.
    pub fn of(mover: u8) -> Self {
        Self {
            mover,
            victim: NOBODY,
            mating_player: NOBODY,
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
    pub fn who(&self, st: &State<W, T, N>, who: Who, cx: &TestContext) -> SeatSet {
        let n = self.tables.n_seats;
        let all = ((1u16 << n) - 1) as u8;
        match who {
            Who::Mover => bit(cx.mover),
            Who::Next => bit(st.after(cx.mover, n)),
            Who::Previous => bit(st.before(cx.mover, n)),
            Who::Victim => bit(cx.victim),
            Who::Third => {
                let chief = if cx.mating_player != NOBODY { cx.mating_player } else { cx.mover };
                all & !bit(chief) & !bit(cx.victim)
            }
            Who::MatingPlayer | Who::Winner => bit(cx.mating_player),
            Who::Owner => bit(if cx.owner == NOBODY { cx.mover } else { cx.owner }),
            Who::Others => all & !bit(if cx.owner == NOBODY { cx.mover } else { cx.owner }),
            Who::Opponents => st.living & !bit(if cx.owner == NOBODY { cx.mover } else { cx.owner }),
            Who::Living => st.living,
            Who::Eliminated => all & !st.living,
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
    pub fn holds(&self, st: &State<W, T, N>, test: &PositionTest, cx: &mut TestContext) -> bool {
        test.living.is_none_or(|it| st.living_count() == u32::from(it))
            && test.repeated.is_none_or(|it| cx.repeated >= it)
            && test.halfmove_rounds.is_none_or(|it| u32::from(st.quiet) >= u32::from(it) * st.living_count())
            && test.king_captured.is_none_or(|it| self.king_captured(st, it, cx))
            && test.captured.as_ref().is_none_or(|it| self.captured_binds_victim(st, it, cx))
            && test.moved.as_ref().is_none_or(|it| self.moved_fits(st, it, cx))
            && test.material.is_none_or(|it| self.material_holds(st, it, cx))
            && (!test.mate_impossible || cx.repeated > 0 && self.is_dead_position(st))
            && test.king_in.as_ref().is_none_or(|it| self.king_is_in(st, it, cx))
            && test.attack.is_none_or(|it| self.attack_holds(st, it, cx))
            && test.stuck.is_none_or(|it| self.stuck_holds(st, it, cx))
            && test.mates_alone.is_none_or(|it| self.mates_alone(st, cx.mover).count_ones() == u32::from(it))
    }

    fn king_captured(&self, st: &State<W, T, N>, who: Who, cx: &mut TestContext) -> bool {
        let Some(captured) = cx.done.and_then(|it| it.captured) else { return false };
        // The king of an eliminated player is an ordinary piece.
        let fits = self.tables.is_royal(captured.ty as usize)
            && self.who(st, who, cx) >> captured.seat & 1 != 0
            && st.lives(captured.seat);
        if fits {
            cx.victim = captured.seat;
        }
        fits
    }

    pub(super) fn captured_fits(&self, st: &State<W, T, N>, test: &PieceTest, cx: &TestContext) -> bool {
        let Some(it) = cx.done.and_then(|it| it.captured) else { return false };
        self.piece_fits(st, test, it.ty as usize, it.seat, it.square as usize, cx)
    }

    /// Tests the captured piece on behalf of an outcome, and binds its owner as the victim.
    fn captured_binds_victim(&self, st: &State<W, T, N>, test: &PieceTest, cx: &mut TestContext) -> bool {
        let fits = self.captured_fits(st, test, cx);
        if let (true, NOBODY, Some(it)) = (fits, cx.victim, cx.done.and_then(|it| it.captured)) {
            cx.victim = it.seat;
        }
        fits
    }

    fn moved_fits(&self, st: &State<W, T, N>, test: &PieceTest, cx: &TestContext) -> bool {
        let Some(done) = cx.done else { return false };
        let to = done.mv.to as usize;
        st.seats[cx.mover as usize].has(to) && self.piece_fits(st, test, st.type_at(to), cx.mover, to, cx)
    }

    pub(super) fn material_holds(&self, st: &State<W, T, N>, test: MaterialTest, cx: &TestContext) -> bool {
        self.figures(st, test, cx).is_some_and(|(of, than)| match test.count {
            MaterialCount::Pool | MaterialCount::GrossLosses => of.1 - than.1 >= test.behind_by,
            MaterialCount::OnBoard => than.1 - of.1 >= test.behind_by,
        })
    }

    /// Returns the two sides of a material balance, each as (seat, total value); `None` if a role
    /// does not refer to exactly one player.
    pub fn figures(&self, st: &State<W, T, N>, test: MaterialTest, cx: &TestContext) -> Option<((u8, i32), (u8, i32))> {
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
                    let pieces = (st.types[ty] & st.seats[seat as usize]).count() as i32;
                    pieces * self.book.kinds[self.tables.types.all[ty].kind.index()].value
                })
                .sum(),
        }
    }

    /// Reports whether the material alone rules out checkmate: `true` is certain, `false` is not.
    fn is_dead_position(&self, st: &State<W, T, N>) -> bool {
        let pieces = st.occupied().without(self.royals(st) & st.pieces_of(st.living));
        if pieces.is_empty() {
            return true;
        }
        if st.living_count() != 2 || pieces.meets(st.pieces_of(!st.living)) {
            return false;
        }
        let of_kinds = |mask: u32| {
            let fit = |ty: &usize| mask >> self.tables.types.all[*ty].kind.0 & 1 != 0;
            (0..self.tables.n_types).filter(fit).fold(super::square_set::SquareSet::EMPTY, |set, ty| set | st.types[ty])
        };
        let rule = &self.book.dead_position;
        if pieces.is_single() && pieces.without(of_kinds(rule.minor)).is_empty() {
            return true;
        }
        pieces.without(of_kinds(rule.colored)).is_empty()
            && self.tables.dark.is_some_and(|dark| pieces.without(dark).is_empty() || !pieces.meets(dark))
    }

    fn king_is_in(&self, st: &State<W, T, N>, place: &crate::rulebook::PlaceTest, cx: &TestContext) -> bool {
        let king = self.king(st, cx.mover);
        let mut cx = *cx;
        cx.owner = cx.mover;
        king != NOWHERE && self.place_fits(st, place, st.type_at(king as usize), cx.mover, king as usize, &cx)
    }

    pub(super) fn place_fits(
        &self,
        st: &State<W, T, N>,
        place: &crate::rulebook::PlaceTest,
        ty: usize,
        seat: u8,
        square: usize,
        cx: &TestContext,
    ) -> bool {
        match place {
            PlaceTest::Zone { zone, of } => self.zone_of(st, *zone, *of, seat, cx).has(square),
            PlaceTest::Links(_) => {
                place_holds(&self.book, &self.tables.types, place, ty, SeatId(seat), Square(square as u16), &|_| 0)
            }
        }
    }

    /// Reports whether a piece on `square` passes a test.
    pub fn piece_fits(
        &self,
        st: &State<W, T, N>,
        test: &PieceTest,
        ty: usize,
        seat: u8,
        square: usize,
        cx: &TestContext,
    ) -> bool {
        let piece = &self.tables.types.all[ty];
        test.kind.is_none_or(|it| it >> piece.kind.0 & 1 != 0)
            && test.tag.is_none_or(|it| piece.tags >> it.0 & 1 != 0)
            && test.state.is_none_or(|it| {
                it == match (st.lives(seat), self.plan.immune) {
                    (true, _) => ArmyState::Living,
                    (false, false) => ArmyState::Inert,
                    (false, true) => ArmyState::Immune,
                }
            })
            && test.at.as_ref().is_none_or(|it| self.place_fits(st, it, ty, seat, square, cx))
    }

    fn attack_holds(&self, st: &State<W, T, N>, test: AttackTest, cx: &mut TestContext) -> bool {
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

    fn attacks(&self, st: &State<W, T, N>, by: u8, on: u8, test: AttackTest, cx: &TestContext) -> bool {
        let mut pieces =
            if cx.along_lines { self.line_attackers(st, on, 1 << by) } else { self.king_attackers(st, on, 1 << by) };
        if test.with == With::MovedPiece {
            let Some(done) = cx.done else { return false };
            pieces &= super::square_set::SquareSet::of(done.mv.to as usize);
        }
        match test.takes {
            Takes::AlongLines => !pieces.is_empty(),
            Takes::ByLegalMove => {
                let king = self.king(st, on);
                pieces.iter().any(|from| self.can_capture_safely(st, from, king as usize, on))
            }
        }
    }

    fn stuck_holds(&self, st: &State<W, T, N>, test: StuckTest, cx: &mut TestContext) -> bool {
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

    fn has_moves(&self, st: &State<W, T, N>, seat: u8, cx: &mut TestContext) -> bool {
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

    /// Returns the squares of a zone from the viewpoint of `owner`.
    pub(super) fn zone_of(
        &self,
        st: &State<W, T, N>,
        zone: usize,
        of: Option<Who>,
        owner: u8,
        cx: &TestContext,
    ) -> SquareSet<W> {
        let sets = &self.tables.zones[zone];
        let seats = match of {
            None if self.book.zones[zone].by_seat => bit(owner),
            None => return sets.first().copied().unwrap_or(SquareSet::EMPTY),
            Some(who) => self.who(st, who, &TestContext { owner, ..*cx }),
        };
        let own = sets.iter().enumerate().filter(|it| seats >> it.0 & 1 != 0);
        own.fold(SquareSet::EMPTY, |all, it| all | *it.1)
    }
}
