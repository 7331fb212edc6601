//! Legal moves: proven ones as sets, the others tried one by one.
//!
//! In: a state. Out: moves, given to a [`Sink`]: counted, listed, or only asked whether
//! there is one. A move that several paths lead to comes once.

use super::attack::Guard;
use super::bits::Bits;
use super::engine::{Engine, Mv};
use super::fault::Crossing;
use super::sink::Sink;
use super::state::{NOBODY, NOWHERE, Over, State};
use super::tables::ManTable;
use crate::definition::{EpDead, Window};

/// Which rules moves must keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// The mover's king must be safe.
    pub own_king: bool,
    /// Bars hold.
    pub bars: bool,
}

impl Keeping {
    /// All of them: legal moves.
    pub const ALL: Self = Self { own_king: true, bars: true };
}

/// What holds for all moves of one position.
pub struct Frame<const W: usize> {
    pub me: u8,
    pub occupied: Bits<W>,
    pub forbidden: Bits<W>,
    pub take_king: Bits<W>,
    pub others: Bits<W>,
    pub passing: Bits<W>,
    own: Guard<W>,
    watched: [Guard<W>; 2],
    n_watched: usize,
    try_all: bool,
    foes: u8,
    pub keeping: Keeping,
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Gives every legal move of the seat to move; true if the sink stopped it.
    #[inline(always)]
    pub fn generate<S: Sink<W> + ?Sized>(&self, st: &State<W, T, N>, sink: &mut S) -> bool {
        self.generate_keeping(st, Keeping::ALL, sink)
    }

    /// Gives every move that keeps some of the rules.
    // Not inlined: it is large, and is built once for each sink and width.
    #[inline(never)]
    pub fn generate_keeping<S: Sink<W> + ?Sized>(&self, st: &State<W, T, N>, keeping: Keeping, sink: &mut S) -> bool {
        if st.over != Over::NO || !st.lives(st.turn) {
            return false;
        }
        let frame = self.frame(st, keeping);
        for ty in 0..self.tables.n_types {
            let men = st.types[ty] & st.seats[frame.me as usize];
            if men.is_empty() {
                continue;
            }
            let man = self.tables.man(ty, frame.me);
            let royal = self.tables.royal_types.contains(&(ty as u8));
            for from in men.iter() {
                if self.moves_of(st, &frame, man, ty, from, royal, sink) {
                    return true;
                }
            }
        }
        keeping.own_king && self.castlings(st, &frame, sink)
    }

    #[inline(always)]
    fn frame(&self, st: &State<W, T, N>, keeping: Keeping) -> Frame<W> {
        let me = st.turn;
        let own = st.seats[me as usize];
        let occupied = st.occupied();
        let mut forbidden = own;
        if self.plan.immune {
            forbidden |= st.men_of(!st.living);
        }
        let kings = self.royals(st) & st.men_of(st.living & !(1 << me));
        let mut take_king = Bits::EMPTY;
        if !self.plan.kings_taken {
            forbidden |= kings;
        } else if self.plan.after_eliminations {
            take_king = kings;
        }
        let foes = self.foes(st, me);
        let mut frame = Frame {
            me,
            occupied,
            forbidden,
            take_king,
            others: occupied.without(own),
            passing: self.passing_targets(st, me, occupied),
            own: Guard::none(),
            watched: [Guard::none(), Guard::none()],
            n_watched: 0,
            try_all: self.plan.try_all && (keeping.bars || self.tables.all_tried),
            foes,
            keeping,
        };
        if self.plan.own_king && keeping.own_king && !frame.try_all {
            let royals = self.royals(st) & own;
            if royals.is_single() {
                let king = royals.first().unwrap_or(0);
                self.guard(&mut frame.own, st, king, foes, own, occupied);
                frame.try_all |= frame.own.overflow;
            } else if !royals.is_empty() {
                frame.try_all = true;
            }
        }
        if keeping.bars && !frame.try_all {
            for watched in &self.plan.watched {
                let seat = |who| match who {
                    crate::definition::Who::Next => st.after(me, self.tables.n_seats),
                    _ => st.before(me, self.tables.n_seats),
                };
                let (by, on) = (seat(watched.by), seat(watched.on));
                // With two players left, next and previous are one: nobody attacks his own king.
                if by == on || by == me || on == me {
                    continue;
                }
                let royals = self.royals(st) & st.seats[on as usize];
                if frame.n_watched == 2 || !(royals.is_empty() || royals.is_single()) {
                    frame.try_all = true;
                    break;
                }
                if let Some(king) = royals.first() {
                    let guard = &mut frame.watched[frame.n_watched];
                    self.guard(guard, st, king, 1 << by, own, occupied);
                    frame.try_all |= guard.overflow;
                    frame.n_watched += 1;
                }
            }
        }
        frame
    }

    /// Where a man may take in passing now.
    #[inline(always)]
    pub fn passing_targets(&self, st: &State<W, T, N>, me: u8, occupied: Bits<W>) -> Bits<W> {
        let mut targets = Bits::EMPTY;
        for (owner, right) in st.passing.iter().enumerate() {
            if right.target != NOWHERE
                && self.may_take_passing(st, owner as u8, me)
                && !occupied.has(right.target as usize)
            {
                targets.insert(right.target as usize);
            }
        }
        targets
    }

    /// Whether the right against `owner` can be used by `me`.
    pub fn may_take_passing(&self, st: &State<W, T, N>, owner: u8, me: u8) -> bool {
        let Some(rule) = &self.book.en_passant else { return false };
        let right = &st.passing[owner as usize];
        owner != me
            && (rule.window != Window::NextPly || right.age == 1)
            && (st.lives(owner) || rule.dead == EpDead::Stays && !self.plan.immune)
            && st.seats[owner as usize].has(right.victim as usize)
    }

    #[allow(clippy::too_many_arguments)]
    fn moves_of<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<W>,
        man: &ManTable<W>,
        ty: usize,
        from: usize,
        royal: bool,
        sink: &mut S,
    ) -> bool {
        let mut targets = Bits::EMPTY;
        if man.quiet == man.capture {
            if let Some(class) = man.quiet {
                targets = self.tables.leaps[class as usize].to[from];
            }
        } else {
            if let Some(class) = man.quiet {
                targets |= self.tables.leaps[class as usize].to[from].without(frame.occupied);
            }
            if let Some(class) = man.capture {
                targets |= self.tables.leaps[class as usize].to[from] & frame.others;
            }
        }
        for ride in &man.rides {
            let reach = self.tables.riders[ride.class as usize].reach(from, frame.occupied, self.tables.pext);
            targets |= match (ride.quiet, ride.capture) {
                (true, true) => reach,
                (true, false) => reach.without(frame.occupied),
                (false, true) => reach & frame.others,
                (false, false) => Bits::EMPTY,
            };
        }
        if man.double_from.has(from) {
            for step in self.tables.doubles(ty, frame.me, from).iter().filter(|it| it.plain) {
                if !frame.occupied.has(step.middle as usize) && !frame.occupied.has(step.end as usize) {
                    targets.insert(step.end as usize);
                }
            }
        }
        targets = targets.without(frame.forbidden);
        let mut tried = targets & frame.take_king;
        if frame.try_all {
            tried = targets;
        } else if frame.keeping.bars && self.plan.try_captures >> self.tables.types.all[ty].kind.0 & 1 != 0 {
            tried |= targets & frame.occupied;
        }
        if self.plan.try_promotions {
            tried |= targets & man.promotes;
        }
        let mut in_passing = Bits::EMPTY;
        if let (false, Some(class)) = (frame.passing.is_empty(), man.passing) {
            in_passing = self.tables.leaps[class as usize].to[from] & frame.passing;
            tried |= in_passing;
        }
        let mut proven = targets.without(tried);
        if royal && frame.keeping.own_king && self.plan.own_king {
            let without = frame.occupied.without(Bits::of(from));
            for to in proven.iter() {
                if !self.attackers(st, to, frame.foes, without).is_empty() {
                    proven.remove(to);
                }
            }
        } else {
            proven &= frame.own.allowed(from);
        }
        for guard in &frame.watched[..frame.n_watched] {
            proven &= guard.allowed(from);
        }
        let promoting = (proven | tried) & man.promotes;
        if promoting.is_empty() {
            if !proven.is_empty() && sink.moves(from, proven) {
                return true;
            }
            for to in tried.iter() {
                let mv = Mv::plain(from, to);
                if self.fault(st, mv, Crossing::NONE, frame.keeping).is_none() && sink.one(mv) {
                    return true;
                }
            }
        } else if self.promoting_moves(st, frame, ty, from, proven, tried, sink) {
            return true;
        }
        if man.odd_from.has(from) && self.odd_moves(st, frame, man, ty, from, targets | in_passing, sink) {
            return true;
        }
        self.plan.waiting && man.promotes.has(from) && self.waiting_promotions(st, frame, ty, from, sink)
    }

    #[allow(clippy::too_many_arguments)]
    fn promoting_moves<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<W>,
        ty: usize,
        from: usize,
        proven: Bits<W>,
        tried: Bits<W>,
        sink: &mut S,
    ) -> bool {
        let promotes = self.tables.man(ty, frame.me).promotes;
        let plain = proven.without(promotes);
        if !plain.is_empty() && sink.moves(from, plain) {
            return true;
        }
        let ends = proven & promotes;
        for to in ends.iter() {
            let kinds = self.promotion_kinds(st, frame.me, ty, from, to);
            if sink.promotions(from, Bits::of(to), kinds.as_slice()) {
                return true;
            }
        }
        for to in tried.iter() {
            if self.try_kinds(st, frame, ty, from, to, Crossing::NONE, sink) {
                return true;
            }
        }
        false
    }

    /// Tries a move with every promotion that it can have.
    #[allow(clippy::too_many_arguments)]
    fn try_kinds<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<W>,
        ty: usize,
        from: usize,
        to: usize,
        crossing: Crossing,
        sink: &mut S,
    ) -> bool {
        let kinds = self.promotion_kinds(st, frame.me, ty, from, to);
        for kind in kinds.as_slice() {
            let mv = Mv { promotion: *kind, ..Mv::plain(from, to) };
            if self.fault(st, mv, crossing, frame.keeping).is_none() && sink.one(mv) {
                return true;
            }
        }
        false
    }

    fn waiting_promotions<S: Sink<W> + ?Sized>(
        &self,
        st: &State<W, T, N>,
        frame: &Frame<W>,
        ty: usize,
        from: usize,
        sink: &mut S,
    ) -> bool {
        let kinds = self.promotion_kinds(st, frame.me, ty, from, from);
        for kind in kinds.as_slice().iter().filter(|it| **it != NOBODY) {
            let mv = Mv { promotion: *kind, ..Mv::plain(from, from) };
            if self.fault(st, mv, Crossing::NONE, frame.keeping).is_none() && sink.one(mv) {
                return true;
            }
        }
        false
    }

    fn castlings<S: Sink<W> + ?Sized>(&self, st: &State<W, T, N>, frame: &Frame<W>, sink: &mut S) -> bool {
        for castling in &self.tables.castlings[frame.me as usize] {
            if st.rights >> castling.index & 1 == 0 {
                continue;
            }
            let mv = Mv {
                castling: castling.index,
                ..Mv::plain(castling.squares[0] as usize, castling.squares[1] as usize)
            };
            if self.castling_blocked(st, castling).is_none()
                && self.fault(st, mv, Crossing::NONE, frame.keeping).is_none()
                && sink.one(mv)
            {
                return true;
            }
        }
        false
    }
}
