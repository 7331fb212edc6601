//! What holds for all moves of one position, worked out once.
//!
//! In: a state and which rules are to be kept. Out: a [`Frame`]: what stands where, which
//! squares men may go to so that kings stay safe, and which moves must be tried. Gives no
//! move itself.

use std::cell::Cell;
use std::mem::MaybeUninit;

use super::attack::{Foes, Guard};
use super::bits::Bits;
use super::engine::Engine;
use super::generate::Keeping;
use super::state::{NOWHERE, State};
use crate::definition::{EpDead, Who, Window};

/// How many kings of others bars may watch in one position; with more, moves are tried.
const MAX_WATCHED: usize = 2;

/// The large parts of a [`Frame`]: they stand apart, so that nothing large is ever moved.
pub struct Room<const W: usize> {
    own: Guard<W>,
    /// As many are set as kings are watched.
    watched: [MaybeUninit<Guard<W>>; MAX_WATCHED],
}

impl<const W: usize> Room<W> {
    /// Nothing is known yet.
    #[inline(always)]
    pub fn new() -> Self {
        Self { own: Guard::none(), watched: [const { MaybeUninit::uninit() }; MAX_WATCHED] }
    }
}

/// What holds for all moves of one position.
pub struct Frame<'a, const W: usize> {
    /// The mover.
    pub me: u8,
    /// All men.
    pub occupied: Bits<W>,
    /// Squares whose men the mover may never take, his own among them.
    pub forbidden: Bits<W>,
    /// Kings whose capture must be tried: it silences an army at once, or lifts a bar.
    pub take_king: Bits<W>,
    /// Men that are not the mover's.
    pub others: Bits<W>,
    /// Kings of living opponents.
    kings: Bits<W>,
    /// Those of them that some man of the mover has been seen to attack.
    seen: Cell<Bits<W>>,
    /// Squares where something may be taken in passing.
    pub passing: Bits<W>,
    /// Where men that are not royal may go as far as all of them are concerned.
    pub go: Bits<W>,
    /// The same for royal men.
    pub go_royal: Bits<W>,
    /// Men that may not go to all of these squares.
    pub pinned: Bits<W>,
    /// Men whose capture some bar may forbid.
    pub suspects: Bits<W>,
    /// Every move is tried.
    pub try_all: bool,
    /// Whose attacks on the mover's king count.
    pub foes: Foes<W>,
    /// Which rules are kept.
    pub keeping: Keeping,
    own: &'a mut Guard<W>,
    /// The first `n_watched` are set.
    watched: &'a mut [MaybeUninit<Guard<W>>; MAX_WATCHED],
    n_watched: usize,
}

impl<'a, const W: usize> Frame<'a, W> {
    /// A frame to be filled in.
    #[inline(always)]
    pub fn new(keeping: Keeping, room: &'a mut Room<W>) -> Self {
        Frame {
            me: 0,
            occupied: Bits::EMPTY,
            forbidden: Bits::EMPTY,
            take_king: Bits::EMPTY,
            others: Bits::EMPTY,
            kings: Bits::EMPTY,
            seen: Cell::new(Bits::EMPTY),
            passing: Bits::EMPTY,
            go: Bits::FULL,
            go_royal: Bits::FULL,
            pinned: Bits::EMPTY,
            suspects: Bits::EMPTY,
            try_all: false,
            foes: Foes::NONE,
            keeping,
            own: &mut room.own,
            watched: &mut room.watched,
            n_watched: 0,
        }
    }

    /// Notes the squares that a man comes to, kept to no rule.
    #[inline(always)]
    pub fn see(&self, targets: Bits<W>) {
        self.seen.set(self.seen.get() | targets & self.kings);
    }

    /// Whether a king of a living opponent was among the squares noted.
    #[inline(always)]
    pub fn sees_king(&self) -> bool {
        !self.seen.get().is_empty()
    }

    /// Where a pinned man may go, of some squares.
    #[inline(never)]
    pub fn unpinned(&self, from: usize, royal: bool, mut to: Bits<W>) -> Bits<W> {
        if !royal {
            to &= self.own.allowed(from);
        }
        for guard in &self.watched[..self.n_watched] {
            // SAFETY: `Engine::watch` sets a guard before it counts it.
            to &= unsafe { guard.assume_init_ref() }.allowed(from);
        }
        to
    }
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Works out what holds for all moves of the seat to move.
    #[inline(always)]
    pub fn fill_frame(&self, frame: &mut Frame<'_, W>, st: &State<W, T, N>) {
        let keeping = frame.keeping;
        let me = st.turn;
        let own = st.seats[me as usize];
        let occupied = st.occupied();
        let mut forbidden = own;
        if self.plan.immune {
            forbidden |= st.men_of(!st.living & self.tables.all_seats);
        }
        let royals = self.royals(st);
        let kings = royals & st.men_of(st.living & !(1 << me));
        let mut take_king = Bits::EMPTY;
        if !self.plan.kings_taken {
            forbidden |= kings;
        } else if self.plan.after_eliminations {
            take_king = kings;
        }
        frame.me = me;
        frame.occupied = occupied;
        frame.forbidden = forbidden;
        frame.take_king = take_king;
        frame.kings = kings;
        frame.others = occupied.without(own);
        if self.plan.takes_in_passing {
            frame.passing = self.passing_targets(st, me, occupied);
        }
        frame.try_all = self.plan.try_all && (keeping.bars || self.tables.all_tried);
        frame.foes = self.men_against(st, self.foes(st, me));
        if self.plan.own_king && keeping.own_king && !frame.try_all {
            let royals = royals & own;
            if royals.is_single() {
                let king = royals.first().unwrap_or(0);
                self.guard(frame.own, st, frame.foes, king, own, occupied);
                frame.pinned = frame.own.pinned;
                frame.go = frame.own.mask;
                frame.try_all |= frame.own.overflow;
            } else if !royals.is_empty() {
                frame.try_all = true;
            }
        }
        if keeping.bars && self.plan.bars && !frame.try_all {
            self.watch(st, frame);
            if self.plan.try_types != 0 && own.meets(st.men_of_types(self.plan.try_types)) {
                frame.suspects = self.suspects(st, frame);
            }
        }
        frame.go = frame.go.without(forbidden);
        frame.go_royal = frame.go_royal.without(forbidden);
    }

    /// Adds what bars want of the lines to other kings.
    fn watch(&self, st: &State<W, T, N>, frame: &mut Frame<'_, W>) {
        let me = frame.me;
        for watched in &self.plan.watched {
            let seat = |who| match who {
                Who::Next => st.after(me, self.tables.n_seats),
                _ => st.before(me, self.tables.n_seats),
            };
            let (by, on) = (seat(watched.by), seat(watched.on));
            // With two players left, next and previous are one: nobody attacks his own king.
            if by == on || by == me || on == me {
                continue;
            }
            let royals = self.royals(st) & st.seats[on as usize];
            if frame.n_watched == MAX_WATCHED || !(royals.is_empty() || royals.is_single()) {
                frame.try_all = true;
                return;
            }
            // With the king gone there is nothing to watch: taking it is tried.
            if self.plan.kings_taken {
                frame.take_king |= royals;
            }
            if let Some(king) = royals.first() {
                let guard = frame.watched[frame.n_watched].write(Guard::none());
                self.guard(guard, st, self.men_against(st, 1 << by), king, st.seats[me as usize], frame.occupied);
                frame.try_all |= guard.overflow;
                frame.pinned |= guard.pinned;
                frame.go &= guard.mask;
                frame.go_royal &= guard.mask;
                frame.n_watched += 1;
            }
        }
    }

    /// The moves of a type that must be tried, by where they end.
    #[inline(always)]
    pub fn tried_ends(&self, frame: &Frame<'_, W>, ty: usize) -> Bits<W> {
        if frame.try_all {
            return Bits::FULL;
        }
        let mut ends = frame.take_king;
        if !self.plan.tries_some {
            return ends;
        }
        if self.plan.try_captures >> self.tables.types.all[ty].kind.0 & 1 != 0 {
            ends |= frame.suspects;
        }
        if self.plan.try_promotions {
            // SAFETY: a type and a seat (see `unchecked`).
            ends |= unsafe { self.tables.man(ty, frame.me) }.promotes;
        }
        ends
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
}
