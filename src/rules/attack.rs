//! Who attacks a square, and what stands pinned before a king.
//!
//! In: a state, a square, a set of seats. Out: sets of attackers, or a [`Guard`]: the
//! squares to which a man may go so that a king stays unattacked. One pass over all the
//! seats asked for, not one for each.

use std::mem::MaybeUninit;

use super::bits::Bits;
use super::engine::Engine;
use super::state::{NOWHERE, State};
use super::tables::{Around, Attackers};
use super::unchecked::at;
use crate::board::Square;
use crate::definition::{Barred, Pinned};

/// How many pins are kept; positions with more are played by trying.
const MAX_PINS: usize = 16;

/// What keeps a king from being attacked by a set of seats.
#[derive(Debug)]
pub struct Guard<const W: usize> {
    /// Where a man must go that is not the king: everywhere where he is not attacked.
    pub mask: Bits<W>,
    /// Men of the mover that stand alone on a line.
    pub pinned: Bits<W>,
    /// The first `count` are set.
    pins: [MaybeUninit<(u16, Bits<W>)>; MAX_PINS],
    count: usize,
    /// There were more pins than are kept.
    pub overflow: bool,
}

impl<const W: usize> Guard<W> {
    /// No king to guard.
    #[inline(always)]
    pub const fn none() -> Self {
        Self {
            mask: Bits::FULL,
            pinned: Bits::EMPTY,
            pins: [const { MaybeUninit::uninit() }; MAX_PINS],
            count: 0,
            overflow: false,
        }
    }

    /// Where the man on a square may go.
    #[inline(always)]
    pub fn allowed(&self, from: usize) -> Bits<W> {
        if !self.pinned.has(from) { self.mask } else { self.pinned_allowed(from) }
    }

    fn pinned_allowed(&self, from: usize) -> Bits<W> {
        let mut mask = self.mask;
        for pin in &self.pins[..self.count] {
            // SAFETY: `pin` sets an entry before it counts it.
            let (square, line) = unsafe { pin.assume_init() };
            if square as usize == from {
                mask &= line;
            }
        }
        mask
    }

    #[inline(always)]
    fn pin(&mut self, square: usize, line: Bits<W>) {
        self.pinned.insert(square);
        if self.count == MAX_PINS {
            self.overflow = true;
            return;
        }
        self.pins[self.count] = MaybeUninit::new((square as u16, line));
        self.count += 1;
    }
}

/// The men of some seats, whose attacks are asked for.
#[derive(Clone, Copy, Debug)]
pub struct Foes<const W: usize> {
    /// Whose.
    pub seats: u8,
    /// All of them, whatever they are.
    men: Bits<W>,
}

impl<const W: usize> Foes<W> {
    /// Nobody's.
    pub const NONE: Self = Self { seats: 0, men: Bits::EMPTY };
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// The men of some seats.
    #[inline(always)]
    pub fn men_against(&self, st: &State<W, T, N>, seats: u8) -> Foes<W> {
        Foes { seats, men: st.men_of(seats) }
    }

    /// Those of them that attack in one way.
    #[inline(always)]
    fn of_way(&self, st: &State<W, T, N>, way: &Attackers, foes: Foes<W>) -> Bits<W> {
        let men = if way.seats == foes.seats { foes.men } else { st.men_of(way.seats) };
        let ([one, other], more) = way.two_types;
        // SAFETY: a type (see `unchecked`).
        let mut types = unsafe { *at(&st.types, one as usize) } | unsafe { *at(&st.types, other as usize) };
        if more != 0 {
            types |= st.men_of_types(more);
        }
        men & types
    }

    /// The men of some seats that attack a square along leaps and lines.
    pub fn attackers(&self, st: &State<W, T, N>, square: usize, seats: u8, occupied: Bits<W>) -> Bits<W> {
        let mut found = Bits::EMPTY;
        let (foes, ways) = (self.men_against(st, seats), self.tables.ways(seats));
        for way in &ways.leaps {
            // SAFETY: a class of leaps and a square (see `unchecked`).
            found |= unsafe { self.tables.leaps_from(way.class, square) } & self.of_way(st, way, foes);
        }
        for way in &ways.rides {
            // SAFETY: a class of rides (see `unchecked`).
            let class = unsafe { at(&self.tables.riders, way.class as usize) };
            // SAFETY: a square (see `unchecked`).
            let from = unsafe { class.reached_from(square) } & self.of_way(st, way, foes);
            // SAFETY: two squares (see `unchecked`).
            for attacker in from.iter().filter(|it| unsafe { class.reaches(square, *it, occupied) }) {
                found.insert(attacker);
            }
        }
        if self.tables.barrier_attack {
            found |= self.odd_attackers(st, square, foes.men, occupied);
        }
        found
    }

    /// Attackers whose line leads over a barrier that lets them.
    fn odd_attackers(&self, st: &State<W, T, N>, square: usize, men: Bits<W>, occupied: Bits<W>) -> Bits<W> {
        let mut found = Bits::EMPTY;
        for from in (men & occupied).iter() {
            let (ty, seat) = (st.type_at(from), st.seat_at(from));
            // SAFETY: a type and a seat (see `unchecked`).
            let man = unsafe { self.tables.man(ty, seat) };
            if !man.odd_from.has(from) {
                continue;
            }
            for route in man.odd.iter().flat_map(|it| &self.tables.odd[*it as usize][from]).filter(|it| it.capture) {
                if route.prefix.meets(occupied) {
                    continue;
                }
                let mut lets = true;
                for stop in &route.stops {
                    lets &= stop.barriers.iter().all(|it| self.lets(st, *it).attack);
                    if !lets || stop.through.meets(occupied) {
                        break;
                    }
                    if stop.to as usize == square {
                        found.insert(from);
                        break;
                    }
                    if occupied.has(stop.to as usize) {
                        break;
                    }
                }
            }
        }
        found
    }

    /// What a barrier lets through as it stands.
    pub fn lets(&self, st: &State<W, T, N>, instance: u16) -> crate::variant::LetsSet {
        let barrier = &self.book.barriers[self.book.barrier_instances[instance as usize].barrier];
        if self.is_open(st, instance as usize) { barrier.open } else { barrier.closed }
    }

    /// Whether a barrier is open.
    pub fn is_open(&self, st: &State<W, T, N>, instance: usize) -> bool {
        let it = &self.book.barrier_instances[instance];
        match it.state_bit {
            Some(bit) => st.open >> bit & 1 != 0,
            None => self.book.barriers[it.barrier].starts_open,
        }
    }

    /// The men of some seats that attack a seat's king along leaps and lines.
    pub fn line_attackers(&self, st: &State<W, T, N>, king_of: u8, seats: u8) -> Bits<W> {
        let seats = seats & st.living & !(1 << king_of);
        let kings = self.royals(st) & st.seats[king_of as usize];
        kings.iter().fold(Bits::EMPTY, |found, square| found | self.attackers(st, square, seats, st.occupied()))
    }

    /// The men of some seats whose attack on a seat's king counts, by the policies of check.
    pub fn king_attackers(&self, st: &State<W, T, N>, king_of: u8, seats: u8) -> Bits<W> {
        if !self.plan.attacks_depend {
            return self.line_attackers(st, king_of, seats);
        }
        let seats = seats & st.living & !(1 << king_of);
        let mut found = Bits::EMPTY;
        for square in (self.royals(st) & st.seats[king_of as usize]).iter() {
            let men = self.attackers(st, square, seats, st.occupied());
            for from in men.iter().filter(|from| self.attack_counts(st, *from, square, king_of)) {
                found.insert(from);
            }
        }
        found
    }

    fn attack_counts(&self, st: &State<W, T, N>, from: usize, king: usize, king_of: u8) -> bool {
        let by = st.seat_at(from);
        if self.book.check.pinned == Pinned::DoNotAttack && !self.can_take_safely(st, from, king, king_of) {
            return false;
        }
        if self.book.check.barred == Barred::DoNotAttack {
            let barred = self.book.bars.iter().any(|bar| self.bar_describes_capture(st, bar, by, from, king, king_of));
            return !barred;
        }
        true
    }

    /// Whether taking a king would leave the taker's own king unattacked along lines.
    pub fn can_take_safely(&self, st: &State<W, T, N>, from: usize, king: usize, king_of: u8) -> bool {
        let by = st.seat_at(from);
        let mut next = *st;
        let (ty, royal) = (st.type_at(from), st.type_at(king));
        next.lift(king, king_of as usize, royal);
        next.lift(from, by as usize, ty);
        next.put(king, by as usize, ty);
        if self.plan.after_eliminations {
            next.living &= !(1 << king_of);
        }
        let own = self.king(&next, by);
        own == NOWHERE || self.attackers(&next, own as usize, self.foes(&next, by), next.occupied()).is_empty()
    }

    /// The men that give check to a seat, as the file counts checks.
    pub fn checkers(&self, st: &State<W, T, N>, seat: u8) -> Bits<W> {
        self.king_attackers(st, seat, self.foes(st, seat))
    }

    /// Whether any of these men attacks a square.
    #[inline(always)]
    pub fn is_attacked(&self, st: &State<W, T, N>, foes: Foes<W>, square: usize, occupied: Bits<W>) -> bool {
        let ways = self.tables.ways(foes.seats);
        for way in &ways.leaps {
            // SAFETY: a class of leaps and a square (see `unchecked`).
            if unsafe { self.tables.leaps_from(way.class, square) }.meets(self.of_way(st, way, foes)) {
                return true;
            }
        }
        for way in &ways.rides {
            // SAFETY: a class of rides (see `unchecked`).
            let class = unsafe { at(&self.tables.riders, way.class as usize) };
            // SAFETY: a square (see `unchecked`).
            let from = unsafe { class.reached_from(square) } & self.of_way(st, way, foes);
            // SAFETY: two squares (see `unchecked`).
            if from.iter().any(|it| unsafe { class.reaches(square, it, occupied) }) {
                return true;
            }
        }
        false
    }

    /// Those of the squares beside a royal man that none of these men attacks.
    // Asked of the men about him, not of each square: there are fewer of them.
    #[inline(always)]
    pub fn unattacked(
        &self,
        st: &State<W, T, N>,
        foes: Foes<W>,
        around: &Around<W>,
        royal: usize,
        mut squares: Bits<W>,
        occupied: Bits<W>,
    ) -> Bits<W> {
        let ways = self.tables.ways(foes.seats);
        // SAFETY: a square (see `unchecked`).
        if unsafe { around.by_any_leap(royal) }.meets(foes.men) {
            for way in &ways.leaps {
                // SAFETY: a class of leaps and a square (see `unchecked`).
                let men = unsafe { around.by_leaps(way.class, royal) } & self.of_way(st, way, foes);
                for from in men.iter() {
                    // SAFETY: a class of leaps and a square (see `unchecked`).
                    squares = squares.without(unsafe { self.tables.leaps_to(way.class, from) });
                }
            }
        }
        for way in &ways.rides {
            // SAFETY: a class of rides and a square (see `unchecked`).
            let men = unsafe { around.by_rides(way.class, royal) } & self.of_way(st, way, foes);
            if men.is_empty() {
                continue;
            }
            // SAFETY: a class of rides (see `unchecked`).
            let class = unsafe { at(&self.tables.riders, way.class as usize) };
            // SAFETY: a class of rides (see `unchecked`).
            let reached_to = unsafe { at::<Vec<Bits<W>>>(&self.tables.reached_to, way.class as usize) };
            for from in men.iter() {
                // SAFETY: a square (see `unchecked`).
                for square in (unsafe { *at(reached_to, from) } & squares).iter() {
                    // SAFETY: two squares (see `unchecked`).
                    if unsafe { class.reaches(square, from, occupied) } {
                        squares.remove(square);
                    }
                }
            }
        }
        squares
    }

    /// What keeps the king on `king` from being attacked by these men, for moves of `own` men.
    #[inline(always)]
    pub fn guard(
        &self,
        guard: &mut Guard<W>,
        st: &State<W, T, N>,
        foes: Foes<W>,
        king: usize,
        own: Bits<W>,
        occupied: Bits<W>,
    ) {
        let ways = self.tables.ways(foes.seats);
        // SAFETY: a square (see `unchecked`).
        if unsafe { at(&self.tables.touched_from, king) }.meets(foes.men) {
            for way in &ways.leaps {
                // SAFETY: a class of leaps and a square (see `unchecked`).
                let from = unsafe { self.tables.leaps_from(way.class, king) } & self.of_way(st, way, foes);
                for attacker in from.iter() {
                    guard.mask &= Bits::of(attacker);
                }
            }
        }
        for way in &ways.rides {
            // SAFETY: a class of rides (see `unchecked`).
            let class = unsafe { at(&self.tables.riders, way.class as usize) };
            // SAFETY: a square (see `unchecked`).
            let from = unsafe { class.reached_from(king) } & self.of_way(st, way, foes);
            for attacker in from.iter() {
                // SAFETY: two squares (see `unchecked`).
                for line in unsafe { class.lines(king, attacker) } {
                    let blockers = line.between & occupied;
                    if blockers.is_empty() {
                        guard.mask &= line.between | Bits::of(attacker);
                    } else if blockers.is_single() && blockers.meets(own) {
                        let square = blockers.first().unwrap_or(0);
                        guard.pin(square, line.between | Bits::of(attacker));
                    }
                }
            }
        }
    }

    /// The squares of a set.
    pub fn squares(set: Bits<W>) -> Vec<Square> {
        set.iter().map(|it| Square(it as u16)).collect()
    }
}
