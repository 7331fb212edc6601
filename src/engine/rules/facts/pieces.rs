//! Tests of players, pieces and moves that need no attacks and no generated moves.
//!
//! Contains [`TestContext`], who a role refers to, and whether a piece or a move fits a test.
//!
//! Input: a [`State`], a test and its [`TestContext`]. Output: sets of seats or squares, or whether
//! the test holds. Does not know check, legality or outcomes.

use crate::board::Square;
use crate::policy::{ArmyState, MaterialCount, Who};
use crate::rulebook::{MaterialTest, MoveTest, PieceTest, PlaceTest, Player, SeatId, SeatSet};
use crate::rules::engine_move::MoveEffect;
use crate::rules::facts::Facts;
use crate::rules::facts::repetition::Repetition;
use crate::rules::square_set::SquareSet;
use crate::rules::state::{NOBODY, State};
use crate::rules::tables::place_holds;

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
    /// How often the position has occurred, and who gave perpetual check in the meantime.
    pub repetition: Repetition,
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
            repetition: 1.into(),
            has_moves: None,
            along_lines: false,
        }
    }
}

/// Returns the set of one seat; empty for [`NOBODY`].
pub fn bit(seat: u8) -> SeatSet {
    if seat == NOBODY { 0 } else { 1 << seat }
}

impl<const W: usize, const T: usize, const N: usize> Facts<'_, W, T, N> {
    /// Returns the players that a role or set refers to.
    pub fn who(self, st: &State<W, T, N>, player: impl Into<Player>, cx: &TestContext) -> SeatSet {
        let who = match player.into() {
            Player::Role(who) => who,
            Player::Seat(seat) => return seat.bit(),
        };
        let n = self.engine.tables.n_seats;
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
            Who::Opponents => {
                let one = if cx.owner == NOBODY { cx.mover } else { cx.owner };
                st.living & !bit(one) & !self.engine.partners(st, one)
            }
            Who::Partners => st.living & self.engine.partners(st, if cx.owner == NOBODY { cx.mover } else { cx.owner }),
            Who::Living => st.living,
            Who::Eliminated => all & !st.living,
            Who::All => all,
        }
    }

    /// Returns the seats whose pieces a player may not capture, apart from bans.
    pub fn protected_seats(self, st: &State<W, T, N>, me: u8) -> SeatSet {
        let all = self.engine.tables.all_seats;
        let immune = if self.engine.plan.immune { !st.living & all } else { 0 };
        // The second set includes the player's own seat and that of the blockers.
        immune | self.engine.uncapturable_seats(st, me)
    }

    pub fn captured_fits(self, st: &State<W, T, N>, test: &PieceTest, cx: &TestContext) -> bool {
        let Some(it) = cx.done.and_then(|it| it.captured) else { return false };
        self.piece_fits(st, test, it.ty as usize, it.seat, it.square as usize, cx)
    }

    pub fn material_holds(self, st: &State<W, T, N>, test: MaterialTest, cx: &TestContext) -> bool {
        self.figures(st, test, cx).is_some_and(|(of, than)| match test.count {
            MaterialCount::Pool | MaterialCount::GrossLosses => of.1 - than.1 >= test.behind_by,
            MaterialCount::OnBoard => than.1 - of.1 >= test.behind_by,
        })
    }

    /// Returns the two sides of a material balance, each as (seat, total value); `None` if a role
    /// does not refer to exactly one player.
    pub fn figures(self, st: &State<W, T, N>, test: MaterialTest, cx: &TestContext) -> Option<((u8, i32), (u8, i32))> {
        let one = |who| {
            let set = self.who(st, who, cx);
            (set.count_ones() == 1).then(|| set.trailing_zeros() as u8)
        };
        let (of, than) = (one(test.of)?, one(test.than)?);
        Some(((of, self.material(st, of, test.count)), (than, self.material(st, than, test.count))))
    }

    fn material(self, st: &State<W, T, N>, seat: u8, count: MaterialCount) -> i32 {
        match count {
            MaterialCount::GrossLosses => i32::from(st.lost[seat as usize]),
            MaterialCount::Pool => self
                .engine
                .book
                .kinds
                .iter()
                .zip(&st.pool[seat as usize])
                .map(|(kind, n)| kind.value * i32::from(*n))
                .sum(),
            MaterialCount::OnBoard => (0..self.engine.tables.n_types)
                .map(|ty| {
                    let pieces = (st.types[ty] & st.seats[seat as usize]).count() as i32;
                    pieces * self.engine.book.kinds[self.engine.tables.types.all[ty].kind.index()].value
                })
                .sum(),
        }
    }

    pub fn place_fits(
        self,
        st: &State<W, T, N>,
        place: &crate::rulebook::PlaceTest,
        ty: usize,
        seat: u8,
        square: usize,
        cx: &TestContext,
    ) -> bool {
        match place {
            PlaceTest::Zone { zone, of } => self.zone_of(st, *zone, *of, seat, cx).has(square),
            PlaceTest::Facing { .. } | PlaceTest::Links(_) => place_holds(
                &self.engine.book,
                &self.engine.tables.types,
                place,
                ty,
                SeatId(seat),
                Square(square as u16),
                &|_| 0,
            ),
        }
    }

    /// Reports whether a piece on `square` passes a test.
    pub fn piece_fits(
        self,
        st: &State<W, T, N>,
        test: &PieceTest,
        ty: usize,
        seat: u8,
        square: usize,
        cx: &TestContext,
    ) -> bool {
        let piece = &self.engine.tables.types.all[ty];
        if seat == self.engine.tables.n_seats {
            return self.blocker_fits(st, test, ty, square, cx);
        }
        test.kind.is_none_or(|it| it >> piece.kind.0 & 1 != 0)
            && test.tag.is_none_or(|it| piece.tags >> it.0 & 1 != 0)
            && test.state.is_none_or(|it| {
                it == match (st.is_living(seat), self.engine.plan.immune) {
                    (true, _) => ArmyState::Living,
                    (false, false) => ArmyState::Inert,
                    (false, true) => ArmyState::Immune,
                }
            })
            && test.owner.is_none_or(|it| self.owner_fits(st, it, seat, cx))
            && test.at.as_ref().is_none_or(|it| self.place_fits(st, it, ty, seat, square, cx))
    }

    /// Reports whether a blocker passes a test. It has no owner, so it fails every test of a player. A place is tested
    /// from the viewpoint of the mover.
    #[cold]
    fn blocker_fits(self, st: &State<W, T, N>, test: &PieceTest, ty: usize, square: usize, cx: &TestContext) -> bool {
        let kind = self.engine.tables.types.all[ty].kind;
        test.kind.is_none_or(|it| it >> kind.0 & 1 != 0)
            && test.tag.is_none()
            && test.state.is_none()
            && test.owner.is_none()
            && test.at.as_ref().is_none_or(|it| self.place_fits(st, it, ty, cx.mover, square, cx))
    }

    /// Returns the pieces over which a piece of `seat` may jump.
    pub fn hurdles(self, st: &State<W, T, N>, ty: usize, seat: u8) -> SquareSet<W> {
        let kind = self.engine.tables.types.all[ty].kind;
        let Some(test) = &self.engine.book.kinds[kind.index()].hurdle else { return st.occupied() };
        let cx = TestContext::of(seat);
        let fits = |at: &usize| self.piece_fits(st, test, st.type_at(*at), st.seat_at(*at), *at, &cx);
        st.occupied().iter().filter(fits).collect()
    }

    /// Returns the same while other squares are occupied, as after a castling. A test of hurdles needs the pieces
    /// themselves.
    pub fn hurdles_among(self, st: &State<W, T, N>, ty: usize, seat: u8, occupied: SquareSet<W>) -> SquareSet<W> {
        let kind = self.engine.tables.types.all[ty].kind;
        if self.engine.book.kinds[kind.index()].hurdle.is_none() { occupied } else { self.hurdles(st, ty, seat) }
    }

    /// Reports whether a piece of `seat` belongs to the players that a test names, relative to the mover.
    pub fn owner_fits(self, st: &State<W, T, N>, owner: Player, seat: u8, cx: &TestContext) -> bool {
        self.who(st, owner, &TestContext { owner: NOBODY, ..*cx }) >> seat & 1 != 0
    }

    /// Returns the squares of a zone from the viewpoint of `owner`.
    pub fn zone_of(
        self,
        st: &State<W, T, N>,
        zone: usize,
        of: Option<Player>,
        owner: u8,
        cx: &TestContext,
    ) -> SquareSet<W> {
        let sets = &self.engine.tables.zones[zone];
        let seats = match of {
            None if self.engine.book.zones[zone].by_seat => bit(owner),
            None => return sets.first().copied().unwrap_or(SquareSet::EMPTY),
            Some(who) => self.who(st, who, &TestContext { owner, ..*cx }),
        };
        let own = sets.iter().enumerate().filter(|it| seats >> it.0 & 1 != 0);
        own.fold(SquareSet::EMPTY, |all, it| all | *it.1)
    }

    /// Reports whether a move ends in `place`, judged by the piece as it arrives.
    pub fn ends_in(self, st: &State<W, T, N>, place: &PlaceTest, done: MoveEffect, cx: &TestContext) -> bool {
        let ty = match place {
            PlaceTest::Facing { .. } | PlaceTest::Links(_) => {
                self.type_on_arrival(st, done.ty as usize, st.turn, done.mv)
            }
            PlaceTest::Zone { .. } => done.ty as usize,
        };
        self.place_fits(st, place, ty, st.turn, done.mv.to as usize, cx)
    }

    /// Reports whether a move passes a test. `apart_from_lines` skips the test of the line
    /// crossed.
    pub fn move_fits(self, st: &State<W, T, N>, test: &MoveTest, done: MoveEffect, apart_from_lines: bool) -> bool {
        let me = st.turn;
        let mut cx = TestContext::of(me);
        cx.done = Some(done);
        cx.victim = done.captured.map_or(NOBODY, |it| it.seat);
        let is_pass = done.mv.is_pass();
        if is_pass && (test.piece.is_some() || test.to.is_some() || test.crosses.is_some()) {
            return false;
        }
        let piece = |it: &PieceTest| self.piece_fits(st, it, done.ty as usize, me, done.mv.from as usize, &cx);
        test.passes.is_none_or(|it| it == is_pass)
            && test.piece.as_ref().is_none_or(piece)
            && test.captures.as_ref().is_none_or(|it| self.captured_fits(st, it, &cx))
            && test.to.as_ref().is_none_or(|it| self.ends_in(st, it, done, &cx))
            && (apart_from_lines || test.crosses.is_none_or(|line| self.crosses(st, done, line)))
    }

    /// Reports whether every path that the move can have taken crosses a line.
    fn crosses(self, st: &State<W, T, N>, done: MoveEffect, line: usize) -> bool {
        let instances = &self.engine.book.lines[line].instances;
        let effects = self.free_route_effects(st, done, st.turn);
        !effects.is_empty() && effects.iter().all(|(lines, _)| instances.iter().any(|it| lines.contains(it)))
    }
}
