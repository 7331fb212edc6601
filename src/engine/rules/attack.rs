//! Attack detection, check masks and pins.
//!
//! Contains [`Attacks`], the attack queries, and [`KingSafety`], the check mask and the pins of one king.
//!
//! Input: a [`State`], a square or a king, and a set of seats. Output: sets of attackers, or a
//! filled [`KingSafety`]. One pass covers all seats of the set.
//!
//! Does not know which moves are generated from these sets, or the outcomes of a game.

use std::mem::MaybeUninit;

use super::engine::part;
use super::engine_move::Captured;
use super::facts::Facts;
use super::facts::repetition::CheckTrace;
use super::judging::Judging;
use super::square_set::SquareSet;
use super::state::State;
use super::tables::{AttackPattern, KingZone, ReachedStop};
use super::unchecked::at;
use crate::board::Square;
use crate::policy::{Barred, OwnKing, Pinned, Royals};

/// Maximum number of pins stored. Positions with more fall back to making and testing each move.
const MAX_PINS: usize = 16;

/// The check mask and the pins that keep one king safe from a set of seats.
#[derive(Debug)]
pub struct KingSafety<const W: usize> {
    /// Check mask: where pieces other than the king may move. All squares if there is no check.
    pub check_mask: SquareSet<W>,
    /// Pieces of the player to move that are pinned to this king.
    pub pinned: SquareSet<W>,
    /// Each pinned square with its pin line; the first `count` entries are initialized.
    pins: [MaybeUninit<(u16, SquareSet<W>)>; MAX_PINS],
    count: usize,
    /// More than [`MAX_PINS`] pins were found, so `pins` is incomplete.
    pub overflow: bool,
}

impl<const W: usize> KingSafety<W> {
    /// Writes the unrestricted value, no check and no pins, to `place` and returns it.
    // In place and field by field: to return the value would copy the whole list of pins, although it is empty.
    #[inline(always)]
    pub fn write_none(place: &mut MaybeUninit<Self>) -> &mut Self {
        let safety = place.as_mut_ptr();
        // SAFETY: the pointer comes from a reference. All fields are written; `pins` needs no value.
        unsafe {
            (&raw mut (*safety).check_mask).write(SquareSet::FULL);
            (&raw mut (*safety).pinned).write(SquareSet::EMPTY);
            (&raw mut (*safety).count).write(0);
            (&raw mut (*safety).overflow).write(false);
            place.assume_init_mut()
        }
    }

    /// Returns the squares to which the piece on `from` may move without exposing the king.
    #[inline(always)]
    pub fn allowed(&self, from: usize) -> SquareSet<W> {
        if !self.pinned.has(from) { self.check_mask } else { self.pinned_allowed(from) }
    }

    fn pinned_allowed(&self, from: usize) -> SquareSet<W> {
        let mut mask = self.check_mask;
        for pin in &self.pins[..self.count] {
            // SAFETY: `pin` writes an entry before it increments `count`.
            let (square, line) = unsafe { pin.assume_init() };
            if square as usize == from {
                mask &= line;
            }
        }
        mask
    }

    #[inline(always)]
    fn pin(&mut self, square: usize, line: SquareSet<W>) {
        self.pinned.insert(square);
        if self.count == MAX_PINS {
            self.overflow = true;
            return;
        }
        self.pins[self.count] = MaybeUninit::new((square as u16, line));
        self.count += 1;
    }
}

/// The pieces of a set of seats, as input for attack queries.
#[derive(Clone, Copy, Debug)]
pub struct Foes<const W: usize> {
    /// The seats, one bit each.
    pub seats: u8,
    /// All pieces of `seats`, of any type.
    pub pieces: SquareSet<W>,
}

impl<const W: usize> Foes<W> {
    /// No seats and no pieces.
    pub const NONE: Self = Self { seats: 0, pieces: SquareSet::EMPTY };
}

part! {
    /// The attack queries of one variant.
    Attacks uses facts: Facts
}

impl<const W: usize, const T: usize, const N: usize> Attacks<'_, W, T, N> {
    /// Returns the pieces of `seats` as [`Foes`].
    #[inline(always)]
    pub fn foes_of(self, st: &State<W, T, N>, seats: u8) -> Foes<W> {
        Foes { seats, pieces: st.pieces_of(seats) }
    }

    /// Returns the pieces in `foes` that attack along `pattern`.
    #[inline(always)]
    fn attackers_by_pattern(self, st: &State<W, T, N>, pattern: &AttackPattern, foes: Foes<W>) -> SquareSet<W> {
        let pieces = if pattern.seats == foes.seats { foes.pieces } else { st.pieces_of(pattern.seats) };
        let ([one, other], more) = pattern.two_types;
        // SAFETY: the index is a type (see `unchecked`).
        let mut types = unsafe { *at(&st.types, one as usize) } | unsafe { *at(&st.types, other as usize) };
        if more != 0 {
            types |= st.pieces_of_types(more);
        }
        pieces & types
    }

    /// Returns the pieces of `seats` that attack `square` when `occupied` squares block lines.
    pub fn attackers(self, st: &State<W, T, N>, square: usize, seats: u8, occupied: SquareSet<W>) -> SquareSet<W> {
        let mut found = SquareSet::EMPTY;
        let (foes, patterns) = (self.foes_of(st, seats), self.engine.tables.attack_patterns(seats));
        for pattern in &patterns.leaps {
            // SAFETY: the indices are a class of leaps and a square (see `unchecked`).
            found |= unsafe { self.engine.tables.leaps_from(pattern.class, square) }
                & self.attackers_by_pattern(st, pattern, foes);
        }
        for pattern in &patterns.rides {
            // SAFETY: the index is a class of rides (see `unchecked`).
            let class = unsafe { at(&self.engine.tables.riders, pattern.class as usize) };
            // SAFETY: the index is a square (see `unchecked`).
            let from = unsafe { class.reached_from(square) } & self.attackers_by_pattern(st, pattern, foes);
            // SAFETY: both indices are squares (see `unchecked`).
            for attacker in from.iter().filter(|it| unsafe { class.reaches(square, *it, occupied) }) {
                found.insert(attacker);
            }
        }
        if self.engine.tables.odd_attack {
            found |= self.odd_attackers(st, square, foes.pieces, occupied);
        }
        found
    }

    /// Returns the attackers whose line crosses a barrier that currently allows attacks.
    fn odd_attackers(
        self,
        st: &State<W, T, N>,
        square: usize,
        pieces: SquareSet<W>,
        occupied: SquareSet<W>,
    ) -> SquareSet<W> {
        let mut found = SquareSet::EMPTY;
        for from in (pieces & occupied).iter() {
            let (ty, seat) = (st.type_at(from), st.seat_at(from));
            // SAFETY: the indices are a type and a seat (see `unchecked`).
            let piece = unsafe { self.engine.tables.piece(ty, seat) };
            if !piece.odd_from.has(from) {
                continue;
            }
            for route in
                piece.odd.iter().flat_map(|it| &self.engine.tables.odd[*it as usize][from]).filter(|it| it.capture)
            {
                let mut allows = true;
                for ReachedStop { stop, lands } in
                    route.visits(occupied, || self.facts().hurdles_among(st, ty, seat, occupied))
                {
                    allows &= stop.barriers.iter().all(|it| self.facts().allows(st, *it).attack);
                    if !allows {
                        break;
                    }
                    if lands && stop.to as usize == square {
                        found.insert(from);
                        break;
                    }
                }
            }
        }
        found
    }

    /// Returns the pieces of `seats` that attack a king of `king_of`. Ignores the check policies of
    /// the rulebook.
    pub fn line_attackers(self, st: &State<W, T, N>, king_of: u8, seats: u8) -> SquareSet<W> {
        let seats = seats & st.living & !self.engine.non_attackers(st, king_of);
        let kings = self.engine.royals(st) & st.seats[king_of as usize];
        kings.iter().fold(SquareSet::EMPTY, |found, square| found | self.attackers(st, square, seats, st.occupied()))
    }

    /// Returns the pieces of `seats` that attack a king of `king_of`, as the check policies count
    /// attacks.
    pub fn king_attackers(self, st: &State<W, T, N>, king_of: u8, seats: u8) -> SquareSet<W> {
        if !self.engine.plan.attacks_depend {
            return self.line_attackers(st, king_of, seats);
        }
        let seats = seats & st.living & !self.engine.non_attackers(st, king_of);
        let mut found = SquareSet::EMPTY;
        let kings = self.engine.royals(st) & st.seats[king_of as usize];
        let several = self.engine.book.check.royals.filter(|_| kings.count() > 1);
        if several == Some(Royals::Last) {
            return found;
        }
        for square in kings.iter() {
            let pieces = self.attackers(st, square, seats, st.occupied());
            let mut is_attacked = false;
            for from in pieces.iter().filter(|from| self.attack_counts(st, *from, square, king_of)) {
                found.insert(from);
                is_attacked = true;
            }
            if several == Some(Royals::Every) && !is_attacked {
                return SquareSet::EMPTY;
            }
        }
        found
    }

    fn attack_counts(self, st: &State<W, T, N>, from: usize, king: usize, king_of: u8) -> bool {
        if self.engine.plan.explodes && self.destroys_own_king(st, from, king, king_of) {
            return false;
        }
        if self.engine.book.check.pinned == Pinned::DoNotAttack && !self.can_capture_safely(st, from, king, king_of) {
            return false;
        }
        if self.engine.book.check.barred == Barred::DoNotAttack {
            return !self.engine.bars_king_capture(st, from, king);
        }
        true
    }

    /// Reports whether capturing the king on `king` leaves the capturing player's own king safe
    /// from line and leap attacks.
    pub fn can_capture_safely(self, st: &State<W, T, N>, from: usize, king: usize, king_of: u8) -> bool {
        let by = st.seat_at(from);
        let (mut next, captured) = self.after_capture(st, from, king, king_of);
        let mut lost = 0;
        if self.engine.plan.explodes {
            let destroyed = self.facts().destroyed(&next, king);
            lost = self.facts().kings_destroyed(&next, destroyed);
            if lost >> by & 1 != 0 {
                return false;
            }
            for square in destroyed.iter() {
                next.lift(square, next.seat_at(square) as usize, next.type_at(square));
            }
        }
        if self.engine.plan.converts {
            let converted = self.facts().converted(&next, king, by);
            next.seats.iter_mut().for_each(|it| *it = it.without(converted));
            next.seats[by as usize] |= converted;
        }
        if self.engine.plan.after_eliminations {
            let captured = if self.engine.is_king_lost(&next, captured) { 1 << king_of } else { 0 };
            next.living &= !(lost | captured);
        }
        let own = self.engine.royals(&next) & next.seats[by as usize];
        let spared = self.engine.book.check.royals.filter(|_| own.count() > 1);
        let foes = self.engine.foes(&next, by);
        let mut attacked = own.iter().map(|it| !self.attackers(&next, it, foes, next.occupied()).is_empty());
        match spared {
            Some(Royals::Last) => true,
            Some(Royals::Every) => !attacked.all(|it| it),
            Some(Royals::Any) | None => !attacked.any(|it| it),
        }
    }

    /// Returns the state after a capture, before anything explodes, and the captured piece.
    pub fn after_capture(self, st: &State<W, T, N>, from: usize, to: usize, owner: u8) -> (State<W, T, N>, Captured) {
        let (mut next, by, ty, captured) = (*st, st.seat_at(from) as usize, st.type_at(from), st.type_at(to));
        next.lift(to, owner as usize, captured);
        if !self.engine.plan.captures_without_moving(ty) {
            next.lift(from, by, ty);
            next.put(to, by, ty);
        }
        (next, Captured { square: to as u16, ty: captured as u8, seat: owner })
    }

    /// Reports whether the capture of the king on `king` would destroy the capturing player's own king,
    /// which must be kept safe.
    #[inline(never)]
    fn destroys_own_king(self, st: &State<W, T, N>, from: usize, king: usize, king_of: u8) -> bool {
        if self.engine.book.check.own_king != OwnKing::KeptSafe {
            return false;
        }
        let (next, _) = self.after_capture(st, from, king, king_of);
        let destroyed = self.facts().destroyed(&next, king);
        self.facts().kings_destroyed(&next, destroyed) >> st.seat_at(from) & 1 != 0
    }

    /// Returns the pieces that give check to `seat`, as the check policies count attacks.
    pub fn checkers(self, st: &State<W, T, N>, seat: u8) -> SquareSet<W> {
        self.king_attackers(st, seat, self.engine.foes(st, seat))
    }

    /// Returns each king of `seat` in check with the pieces that give check to it.
    #[inline(never)]
    pub fn kings_in_check(self, st: &State<W, T, N>, seat: u8) -> Vec<(usize, SquareSet<W>)> {
        let foes = self.engine.foes(st, seat);
        if self.king_attackers(st, seat, foes).is_empty() {
            return Vec::new();
        }
        let foes = foes & st.living & !self.engine.non_attackers(st, seat);
        let kings = self.engine.royals(st) & st.seats[seat as usize];
        let checks = kings.iter().map(|king| {
            let all = self.attackers(st, king, foes, st.occupied());
            let counts = |it: &usize| !self.engine.plan.attacks_depend || self.attack_counts(st, *it, king, seat);
            (king, all.iter().filter(counts).collect())
        });
        checks.filter(|it: &(usize, SquareSet<W>)| !it.1.is_empty()).collect()
    }

    /// Describes the move of `mover` that led to this state: whether one of their pieces now gives check.
    #[inline(never)]
    pub fn trace(self, st: &State<W, T, N>, mover: u8) -> CheckTrace {
        let mut others = (0..self.engine.tables.n_seats).filter(|it| *it != mover && st.is_living(*it));
        let own = st.seats[usize::from(mover)];
        let gives_check = others.any(|it| self.checkers(st, it).meets(own));
        CheckTrace::of_move(mover, gives_check)
    }

    /// Reports whether any piece in `foes` attacks `square`.
    #[inline(always)]
    pub fn is_attacked(self, st: &State<W, T, N>, foes: Foes<W>, square: usize, occupied: SquareSet<W>) -> bool {
        let patterns = self.engine.tables.attack_patterns(foes.seats);
        for pattern in &patterns.leaps {
            // SAFETY: the indices are a class of leaps and a square (see `unchecked`).
            if unsafe { self.engine.tables.leaps_from(pattern.class, square) }
                .meets(self.attackers_by_pattern(st, pattern, foes))
            {
                return true;
            }
        }
        for pattern in &patterns.rides {
            // SAFETY: the index is a class of rides (see `unchecked`).
            let class = unsafe { at(&self.engine.tables.riders, pattern.class as usize) };
            // SAFETY: the index is a square (see `unchecked`).
            let from = unsafe { class.reached_from(square) } & self.attackers_by_pattern(st, pattern, foes);
            // SAFETY: both indices are squares (see `unchecked`).
            if from.iter().any(|it| unsafe { class.reaches(square, it, occupied) }) {
                return true;
            }
        }
        false
    }

    /// Returns the squares in `squares` that no piece in `foes` attacks. They are next to `royal`.
    // Loops over the nearby attackers instead of the squares: there are fewer of them.
    #[inline(always)]
    pub fn unattacked(
        self,
        st: &State<W, T, N>,
        foes: Foes<W>,
        around: &KingZone<W>,
        royal: usize,
        mut squares: SquareSet<W>,
        occupied: SquareSet<W>,
    ) -> SquareSet<W> {
        let patterns = self.engine.tables.attack_patterns(foes.seats);
        // SAFETY: the index is a square (see `unchecked`).
        if unsafe { around.by_any_leap(royal) }.meets(foes.pieces) {
            for pattern in &patterns.leaps {
                // SAFETY: the indices are a class of leaps and a square (see `unchecked`).
                let pieces =
                    unsafe { around.by_leaps(pattern.class, royal) } & self.attackers_by_pattern(st, pattern, foes);
                for from in pieces.iter() {
                    // SAFETY: the indices are a class of leaps and a square (see `unchecked`).
                    squares = squares.without(unsafe { self.engine.tables.leaps_to(pattern.class, from) });
                }
            }
        }
        for pattern in &patterns.rides {
            // SAFETY: the indices are a class of rides and a square (see `unchecked`).
            let pieces =
                unsafe { around.by_rides(pattern.class, royal) } & self.attackers_by_pattern(st, pattern, foes);
            if pieces.is_empty() {
                continue;
            }
            // SAFETY: the index is a class of rides (see `unchecked`).
            let class = unsafe { at(&self.engine.tables.riders, pattern.class as usize) };
            // SAFETY: the index is a class of rides (see `unchecked`).
            let reached_to = unsafe { at::<Vec<SquareSet<W>>>(&self.engine.tables.reached_to, pattern.class as usize) };
            for from in pieces.iter() {
                // SAFETY: the index is a square (see `unchecked`).
                for square in (unsafe { *at(reached_to, from) } & squares).iter() {
                    // A ride can pass the square before it ends there: the royal piece then blocks it.
                    let blocked = occupied | SquareSet::of(square);
                    // SAFETY: both indices are squares (see `unchecked`).
                    if unsafe { class.reaches(square, from, blocked) } {
                        squares.remove(square);
                    }
                }
            }
        }
        squares
    }

    /// Adds the checks and pins of the king on `king` to `safety`. Only pieces in `own` can be
    /// pinned.
    #[inline(always)]
    pub fn add_checks_and_pins(
        self,
        safety: &mut KingSafety<W>,
        st: &State<W, T, N>,
        foes: Foes<W>,
        king: usize,
        own: SquareSet<W>,
        occupied: SquareSet<W>,
    ) {
        let patterns = self.engine.tables.attack_patterns(foes.seats);
        // SAFETY: the index is a square (see `unchecked`).
        if unsafe { at(&self.engine.tables.touched_from, king) }.meets(foes.pieces) {
            for pattern in &patterns.leaps {
                // SAFETY: the indices are a class of leaps and a square (see `unchecked`).
                let from = unsafe { self.engine.tables.leaps_from(pattern.class, king) }
                    & self.attackers_by_pattern(st, pattern, foes);
                for attacker in from.iter() {
                    safety.check_mask &= SquareSet::of(attacker);
                }
            }
        }
        for pattern in &patterns.rides {
            // SAFETY: the index is a class of rides (see `unchecked`).
            let class = unsafe { at(&self.engine.tables.riders, pattern.class as usize) };
            // SAFETY: the index is a square (see `unchecked`).
            let from = unsafe { class.reached_from(king) } & self.attackers_by_pattern(st, pattern, foes);
            for attacker in from.iter() {
                // SAFETY: both indices are squares (see `unchecked`).
                for line in unsafe { class.lines(king, attacker) } {
                    let blockers = line.between & occupied;
                    if blockers.is_empty() {
                        safety.check_mask &= line.between | SquareSet::of(attacker);
                    } else if blockers.is_single() && blockers.meets(own) {
                        let square = blockers.first().unwrap_or(0);
                        safety.pin(square, line.between | SquareSet::of(attacker));
                    }
                }
            }
        }
    }

    /// Returns the squares of a set in ascending order.
    pub fn squares(set: SquareSet<W>) -> Vec<Square> {
        set.iter().map(|it| Square(it as u16)).collect()
    }
}
