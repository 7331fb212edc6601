//! Typed tests of a move and of the position before and after it.

use super::roles::Roles;
use super::settle::Repeated;
use super::{Deed, State};
use std::collections::{BTreeMap, BTreeSet};
use threefold_engine::board::Square;
use threefold_engine::policy;
use threefold_engine::rulebook::*;
use threefold_engine::rules::Piece;

/// Inputs of a position test besides the position.
pub struct View<'a> {
    pub roles: Roles,
    pub deed: Option<&'a Deed>,
    pub repeated: Repeated,
}

impl State {
    /// Reports whether all tests of a ban or exception are true; `self` is the position before
    /// the move.
    pub fn holds_all(&self, tests: &BanTests, after: &State, deed: &Deed, roles: &Roles) -> bool {
        self.holds_before(tests, deed, roles) && {
            let mut view = View { roles: *roles, deed: Some(deed), repeated: Repeated::default() };
            tests.after().is_none_or(|it| after.holds(it, &mut view))
        }
    }

    /// Reports the same without the tests of the position after the move.
    pub fn holds_before(&self, tests: &BanTests, deed: &Deed, roles: &Roles) -> bool {
        let view = || View { roles: *roles, deed: Some(deed), repeated: Repeated::default() };
        let is_such = |it| !deed.is_pass && self.is_such(it, deed.before.0, &deed.before.1, roles);
        let piece = tests.piece().is_none_or(is_such);
        piece
            && tests.mv().is_none_or(|it| self.is_move(it, deed, roles))
            && tests.before().is_none_or(|it| self.holds(it, &mut view()))
    }

    /// Reports whether a move matches a move test; `self` is the position before it.
    pub fn is_move(&self, test: &MoveTest, deed: &Deed, roles: &Roles) -> bool {
        if test.passes().is_some_and(|it| it != deed.is_pass) {
            return false;
        }
        if deed.is_pass {
            return test.piece().is_none()
                && test.captures().is_none()
                && test.crosses().is_none()
                && test.to().is_none();
        }
        let (from, piece) = &deed.before;
        let crosses = |line: usize| self.book.lines()[line].instances().iter().any(|it| deed.lines.contains(it));
        test.piece().is_none_or(|it| self.is_such(it, *from, piece, roles))
            && test.captures().is_none_or(|it| {
                deed.captured.as_ref().is_some_and(|(square, captured)| self.is_such(it, *square, captured, roles))
            })
            && test.crosses().is_none_or(crosses)
            && test.to().is_none_or(|it| self.is_in(it, deed.to, &deed.arrived, roles))
    }

    /// Reports whether a position test is true. The first test that finds a victim binds it.
    pub fn holds(&self, test: &PositionTest, view: &mut View) -> bool {
        let mover = view.roles.mover;
        let deed = view.deed.cloned();
        if let Some(who) = test.king_captured() {
            let seats = self.who(who, &view.roles, mover);
            let lost = deed.as_ref().map(|it| self.kings_lost(it)).unwrap_or_default();
            // An eliminated player had no king to lose.
            let mut lost = lost.into_iter().filter(|it| seats.contains(it) && self.is_living(*it));
            let Some(found) = lost.next() else { return false };
            view.roles.victim = Some(found);
        }
        if let Some(piece) = &test.captured() {
            let Some(captured) = deed.as_ref().and_then(|it| it.captured) else { return false };
            if !self.is_such(piece, captured.0, &captured.1, &view.roles) {
                return false;
            }
            view.roles.victim = view.roles.victim.or(Some(captured.1.seat));
        }
        if test.passed().is_some_and(|it| it != deed.as_ref().is_some_and(|it| it.is_pass)) {
            return false;
        }
        if let Some(piece) = &test.moved() {
            // With the army of its player, the piece may have left the board since.
            let is_there = |to: Square, mover: SeatId| self.at(to).is_some_and(|it| it.seat == mover);
            let stands =
                |it: &&Deed| it.moved_to().is_some_and(|to| !it.destroyed.contains(&to) && is_there(to, it.mover));
            let moved = deed.as_ref().filter(stands).map(|it| it.after);
            if !moved.is_some_and(|it| self.is_such(piece, it.0, &it.1, &view.roles)) {
                return false;
            }
        }
        if let Some(place) = &test.king_in() {
            let kings = self.all_pieces().into_iter().filter(|it| it.1.seat == mover && self.is_royal(&it.1));
            if !kings.into_iter().any(|it| self.is_in(place, it.0, &it.1, &view.roles)) {
                return false;
            }
        }
        let living = self.living().len();
        test.living().is_none_or(|it| living == it as usize)
            && test.repeated().is_none_or(|it| view.repeated.times >= it)
            && test.perpetual_check().is_none_or(|it| self.perpetual_check_holds(it, view))
            && test.perpetual_chase().is_none_or(|it| self.perpetual_chase_holds(it, view))
            && test.halfmove_rounds().is_none_or(|it| self.quiet >= it as u32 * living as u32)
            && test.material().is_none_or(|it| self.is_behind(&it, &view.roles))
            && (!test.mate_impossible() || !self.counting && self.no_mate_is_possible())
            && test.counter().is_none_or(|it| self.counter_holds(it, view))
            && test.points().is_none_or(|it| self.points_hold(it, view))
            && test.count().is_none_or(|it| self.count_holds(it, view))
            && test.attack().is_none_or(|it| self.attack_holds(&it, view))
            && test.stuck().is_none_or(|it| self.stuck_holds(&it, view))
            && test.legal_move().is_none_or(|it| self.has_such_move(it, mover))
            && test.mates_alone().is_none_or(|it| self.mating_alone(mover).len() == it as usize)
    }

    fn has_such_move(&self, test: &MoveTest, seat: SeatId) -> bool {
        self.legal_for(seat).into_iter().any(|(mv, shot)| {
            let (_, deed) = self.apply_pieces(&shot, mv.promotion());
            self.is_move(test, &deed, &Roles::of_deed(&deed))
        })
    }

    fn enough(how_many: Quantity, found: usize, of: usize) -> bool {
        match how_many {
            Quantity::Some => found >= 1,
            Quantity::Every => found == of && of > 0,
            Quantity::AtLeast(number) => found >= number as usize,
        }
    }

    /// Returns the living players of a set: the mover, then the others.
    fn living_in_order(&self, who: Player, view: &View) -> Vec<SeatId> {
        let mut who = self.who(who, &view.roles, view.roles.mover);
        who.retain(|it| self.is_living(*it));
        who.sort_by_key(|it| *it != view.roles.mover);
        who
    }

    /// Reports whether the players found are enough. The first becomes the victim, unless there is one.
    fn enough_of(how_many: Quantity, found: &[SeatId], all: usize, view: &mut View) -> bool {
        let holds = Self::enough(how_many, found.len(), all);
        view.roles.victim = view.roles.victim.or(found.first().copied().filter(|_| holds));
        holds
    }

    fn attack_holds(&self, test: &AttackTest, view: &mut View) -> bool {
        let mover = view.roles.mover;
        let by = self.who(test.by(), &view.roles, mover);
        let on: Vec<_> = self.who(test.on(), &view.roles, mover).into_iter().filter(|it| self.is_living(*it)).collect();
        let counts = |by: SeatId, on: SeatId| {
            let mut pieces = self.attackers(by, on);
            pieces.retain(|it| self.at(*it).is_some_and(|it| test.kinds() >> it.kind.0 & 1 != 0));
            if test.with() == policy::With::MovedPiece {
                pieces.retain(|it| view.deed.is_some_and(|deed| deed.moved_to() == Some(*it)));
            }
            if test.with() == policy::With::CapturedPiece {
                pieces.retain(|it| view.deed.is_some_and(|deed| deed.captured.is_some_and(|taken| taken.0 == *it)));
            }
            if test.takes() == policy::Takes::ByLegalMove {
                pieces.retain(|it| self.takes_safely(*it, on));
            }
            !pieces.is_empty()
        };
        let is_attacked = |on: SeatId| {
            by.iter().filter(|it| **it != on && counts(**it, on)).count() >= test.by_at_least().max(1) as usize
        };
        let found: Vec<SeatId> = on.iter().copied().filter(|it| is_attacked(*it)).collect();
        Self::enough_of(test.how_many(), &found, on.len(), view)
    }

    fn stuck_holds(&self, test: &StuckTest, view: &mut View) -> bool {
        let who = self.living_in_order(test.who(), view);
        let found: Vec<SeatId> = who.iter().copied().filter(|it| self.is_stuck(*it, test.check())).collect();
        Self::enough_of(test.how_many(), &found, who.len(), view)
    }

    /// Reports whether a player has no legal move, and is in check or not.
    pub fn is_stuck(&self, seat: SeatId, check: policy::CheckState) -> bool {
        let fits = match check {
            policy::CheckState::In => self.is_check(seat),
            policy::CheckState::Out => !self.is_check(seat),
            policy::CheckState::Either => true,
        };
        fits && !self.has_legal(seat)
    }

    fn counter_holds(&self, test: CounterTest, view: &mut View) -> bool {
        let who = self.living_in_order(test.of(), view);
        let meets = |seat: &SeatId| self.counters[seat.index()][test.counter()] >= test.at_least();
        let found: Vec<SeatId> = who.iter().copied().filter(meets).collect();
        Self::enough_of(test.how_many(), &found, who.len(), view)
    }

    fn perpetual_check_holds(&self, test: PerpetualCheckTest, view: &mut View) -> bool {
        let who = self.living_in_order(test.by(), view);
        let found: Vec<SeatId> = who.iter().copied().filter(|it| view.repeated.checking.contains(it)).collect();
        Self::enough_of(test.how_many(), &found, who.len(), view)
    }

    fn perpetual_chase_holds(&self, test: &PerpetualChaseTest, view: &mut View) -> bool {
        let mut found = self.living_in_order(test.by(), view);
        let all = found.len();
        found.retain(|it| view.repeated.chasing.contains(&(test.chase().clone(), *it)));
        Self::enough_of(test.how_many(), &found, all, view)
    }

    /// Reports whether a piece of a player gives check to any other player.
    pub fn gives_check(&self, seat: SeatId) -> bool {
        let others = self.living().into_iter().filter(|it| *it != seat);
        let own = |it: &Square| self.at(*it).is_some_and(|it| it.seat == seat);
        others.into_iter().any(|it| self.checkers(it).iter().any(own))
    }

    fn points_hold(&self, test: PointsTest, view: &mut View) -> bool {
        let who = self.living_in_order(test.of(), view);
        let points = |seat: SeatId| self.scores[seat.index()].0;
        let meets = |seat: &SeatId| match test.ahead_of() {
            None => points(*seat) >= test.at_least().0,
            Some(others) => {
                let mut others = self.who(others, &view.roles, *seat);
                others.retain(|it| it != seat);
                !others.is_empty() && others.iter().all(|it| points(*seat) >= points(*it) + test.at_least().0)
            }
        };
        let found: Vec<SeatId> = who.iter().copied().filter(meets).collect();
        Self::enough_of(test.how_many(), &found, who.len(), view)
    }

    pub fn count_holds(&self, test: &CountTest, view: &mut View) -> bool {
        let who = self.living_in_order(test.of(), view);
        let number = |seat: SeatId, kinds: u32| {
            let is_counted = |it: &(Square, Piece)| {
                let place = test.at().is_none_or(|at| self.is_in(at, it.0, &it.1, &view.roles));
                it.1.seat == seat && has_kind(kinds, it.1.kind) && place
            };
            self.all_pieces().into_iter().filter(is_counted).count()
        };
        let fits = |number: usize| (test.at_least() as usize..=test.at_most() as usize).contains(&number);
        let meets = |seat: SeatId| match test.counted() {
            policy::Counted::Together => fits(number(seat, test.kinds())),
            policy::Counted::Separately => {
                let kinds = (0..self.book.kinds().len()).map(|it| 1 << it).filter(|it| test.kinds() & it != 0);
                kinds.into_iter().any(|it| fits(number(seat, it)))
            }
        };
        let found: Vec<SeatId> = who.iter().copied().filter(|it| meets(*it)).collect();
        Self::enough_of(test.how_many(), &found, who.len(), view)
    }

    fn is_behind(&self, test: &MaterialTest, roles: &Roles) -> bool {
        let one = |who| match self.who(who, roles, roles.mover)[..] {
            [only] => Some(only),
            _ => None,
        };
        let (Some(of), Some(than)) = (one(test.of()), one(test.than())) else { return false };
        let value = |kind: KindId| self.book.kinds()[kind.index()].value();
        let pool = |seat: SeatId| -> i32 {
            self.pool.iter().filter(|it| it.0.0 == seat).map(|it| value(it.0.1) * *it.1 as i32).sum()
        };
        let board = |seat: SeatId| -> i32 {
            self.all_pieces().iter().filter(|it| it.1.seat == seat).map(|it| value(it.1.kind)).sum()
        };
        let behind = match test.count() {
            policy::MaterialCount::Pool => pool(of) - pool(than),
            policy::MaterialCount::GrossLosses => self.lost[of.index()] - self.lost[than.index()],
            policy::MaterialCount::OnBoard => board(than) - board(of),
        };
        behind >= test.behind_by()
    }

    /// Reports whether some rule uses total losses; otherwise they are not counted.
    pub fn counts_losses(&self) -> bool {
        let asks = |it: &PositionTest| it.material().is_some_and(|it| it.count() == policy::MaterialCount::GrossLosses);
        let any = |it: &BanTests| it.before().into_iter().chain(it.after()).any(asks);
        let bans = self.book.bans().iter().any(|it| any(it.forbids()) || it.unless().iter().any(|it| any(&it.1)));
        bans || self.book.outcomes().iter().any(|it| asks(it.when()) || it.unless().iter().any(|it| any(&it.1)))
    }

    /// Reports a dead position: bare kings; with two players also one minor piece, or any pieces
    /// bound to one square color.
    fn no_mate_is_possible(&self) -> bool {
        let is_dropped = |kind: KindId| self.book.drops().iter().any(|it| has_kind(it.pieces(), kind));
        if self.pool.iter().any(|(it, count)| *count > 0 && self.is_living(it.0) && is_dropped(it.1)) {
            return false;
        }
        if self.living().into_iter().any(|it| self.may_let_enter(it)) {
            return false;
        }
        // Several kinds of kings, or one with modifiers in its movement, may give checkmate without help.
        let mut royals = self.book.kinds().iter().filter(|it| it.role() == policy::Role::Royal);
        let is_plain = |text: &str| text.chars().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit());
        if !royals.next().is_some_and(|it| is_plain(it.movement().text()))
            || royals.next().is_some()
            || self.book.check().royals().is_some()
        {
            return false;
        }
        let pieces: Vec<(Square, Piece)> = self.all_pieces();
        let is_king = |piece: &Piece| self.is_royal(piece) && self.is_living(piece.seat);
        let rest: Vec<_> = pieces.iter().filter(|it| !is_king(&it.1)).collect();
        if rest.is_empty() {
            return true;
        }
        let dead = &self.book.dead_position();
        if self.book.blocker().is_some() || self.living().len() != 2 || rest.iter().any(|it| !self.is_living(it.1.seat))
        {
            return false;
        }
        let is_one_minor = rest.len() == 1 && has_kind(dead.minor(), rest[0].1.kind);
        let all_colored = rest.iter().all(|it| has_kind(dead.colored(), it.1.kind));
        let colors: BTreeSet<usize> = rest.iter().map(|it| self.colors()[&it.0]).collect();
        is_one_minor || all_colored && colors.len() == 1
    }

    /// Squares that diagonal links join have the same color.
    fn colors(&self) -> BTreeMap<Square, usize> {
        let mut colors = BTreeMap::new();
        for first in self.board().squares() {
            let fresh = colors.len();
            let mut open = vec![first];
            while let Some(at) = open.pop() {
                if colors.contains_key(&at) {
                    continue;
                }
                colors.insert(at, fresh);
                let links = super::geometry::links(self.board(), at).into_iter();
                open.extend(links.filter(|it| !self.board().is_straight(it.link.heading())).map(|it| it.to));
            }
        }
        colors
    }
}

fn has_kind(kinds: u32, kind: KindId) -> bool {
    kinds >> kind.0 & 1 == 1
}
