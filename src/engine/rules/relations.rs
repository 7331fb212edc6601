//! Relations between players that change during a game: alliances, and who inherits the turns of an eliminated player.
//!
//! Contains the methods of [`Engine`] that read and change them. They are stored in the pools, behind captured pieces
//! and counters, so that no position of another game grows. Each seat has a set of allies, and one byte for its turns:
//! the player who inherits them, plus one, and a bit for the place in the order of play whose turn it is.
//!
//! Input: a [`State`]. Output: sets of seats, or the same state with other relations. Does not know why players ally.

use super::engine::Engine;
use super::setup::Setup;
use super::state::State;
use crate::policy::AllyLimit;
use crate::rulebook::{Rulebook, SeatId, SeatSet};

/// The bit of the byte for turns that marks the place in the order whose turn it is, if an heir plays it.
const CURRENT: u8 = 1 << 7;

/// Reads the relations of a setup into a state. Allies must be in the game, and so must heirs, of players who are not.
pub fn read<const W: usize, const T: usize, const N: usize>(book: &Rulebook, setup: &Setup, st: &mut State<W, T, N>) {
    let (first, n) = (book.kinds.len() + book.counters.len(), book.seats.len());
    let (living, heir_at) = (st.living, first + usize::from(book.alliance.is_some()));
    let is_living = |seat: usize| living >> seat & 1 != 0;
    if book.alliance.is_some() {
        for (one, allies) in setup.allies.iter().enumerate().take(n) {
            for other in (0..n).filter(|it| *it != one && allies >> it & 1 != 0 && is_living(*it) && is_living(one)) {
                st.pool[one][first] |= 1 << other;
                st.pool[other][first] |= 1 << one;
            }
        }
    }
    if book.inherits_turns() {
        for (seat, heir) in setup.heirs.iter().enumerate().take(n) {
            if let Some(heir) = heir.filter(|it| !is_living(seat) && it.index() < n && is_living(it.index())) {
                let is_current = setup.inherited_turn == Some(SeatId(seat as u8)) && heir.0 == st.turn;
                let is_current = is_current && st.extra_turn().is_none();
                st.pool[seat][heir_at] = (heir.0 + 1) | if is_current { CURRENT } else { 0 };
            }
        }
    }
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Returns the other players of the team and the allies of a seat, eliminated partners included.
    #[inline(always)]
    pub fn partners(&self, st: &State<W, T, N>, seat: u8) -> SeatSet {
        let fixed = self.plan.partners[seat as usize];
        if self.plan.allies { fixed | self.allies(st, seat) } else { fixed }
    }

    /// Returns the seat itself, and the partners and allies whose pieces it may not capture.
    #[inline(always)]
    pub fn uncapturable_seats(&self, st: &State<W, T, N>, seat: u8) -> SeatSet {
        let fixed = self.plan.uncapturable_seats[seat as usize];
        if self.plan.spares_allies { fixed | self.allies(st, seat) } else { fixed }
    }

    /// Returns the seat itself, and the partners and allies who do not give check to it.
    #[inline(always)]
    pub fn non_attackers(&self, st: &State<W, T, N>, seat: u8) -> SeatSet {
        let fixed = self.plan.non_attackers[seat as usize];
        if self.plan.ignores_allies { fixed | self.allies(st, seat) } else { fixed }
    }

    /// Returns the allies of a seat.
    #[cold]
    #[inline(never)]
    pub fn allies(&self, st: &State<W, T, N>, seat: u8) -> SeatSet {
        st.pool[seat as usize].get(self.plan.allies_at).copied().unwrap_or(0)
    }

    /// Returns the byte in which the allies of a seat are stored.
    fn allies_mut<'s>(&self, st: &'s mut State<W, T, N>, seat: u8) -> Option<&'s mut SeatSet> {
        st.pool[seat as usize].get_mut(self.plan.allies_at)
    }

    /// Makes the living players of a set allies. If a player may have one ally, there must be two of them, and their
    /// earlier alliances end.
    #[cold]
    #[inline(never)]
    pub fn ally(&self, st: &mut State<W, T, N>, players: SeatSet) {
        let players = players & st.living;
        let is_one = self.book.alliance.as_ref().is_some_and(|it| it.allies == AllyLimit::One);
        if players.count_ones() < 2 || is_one && players.count_ones() > 2 {
            return;
        }
        if is_one {
            self.end_alliances(st, players, !0);
        }
        for seat in (0..self.tables.n_seats).filter(|it| players >> it & 1 != 0) {
            if let Some(it) = self.allies_mut(st, seat) {
                *it |= players & !(1 << seat);
            }
        }
    }

    /// Ends the alliances between the players of two sets.
    #[cold]
    #[inline(never)]
    pub fn end_alliances(&self, st: &mut State<W, T, N>, some: SeatSet, others: SeatSet) {
        for seat in 0..self.tables.n_seats {
            let of = |one: SeatSet, other: SeatSet| if one >> seat & 1 != 0 { other } else { 0 };
            let ends = of(some, others) | of(others, some);
            if let Some(it) = self.allies_mut(st, seat) {
                *it &= !ends;
            }
        }
    }

    /// Returns the player who inherits the turns of an eliminated one.
    pub fn heir(&self, st: &State<W, T, N>, seat: u8) -> Option<u8> {
        (self.turns_of(st, seat) & !CURRENT).checked_sub(1)
    }

    fn turns_of(&self, st: &State<W, T, N>, seat: u8) -> u8 {
        st.pool[seat as usize].get(self.plan.heir_at).copied().unwrap_or(0)
    }

    fn set_turns_of(&self, st: &mut State<W, T, N>, seat: u8, turns: u8) {
        if let Some(it) = st.pool[seat as usize].get_mut(self.plan.heir_at) {
            *it = turns;
        }
    }

    /// Replaces the player who inherits the turns of a seat.
    fn set_heir(&self, st: &mut State<W, T, N>, seat: u8, heir: Option<u8>) {
        let turns = self.turns_of(st, seat) & CURRENT | heir.map_or(0, |it| it + 1);
        self.set_turns_of(st, seat, turns);
    }

    /// Passes the turns of an eliminated player on, and those that the player had inherited. Without an heir, they are
    /// lost.
    #[cold]
    #[inline(never)]
    pub fn bequeath(&self, st: &mut State<W, T, N>, seat: u8, heir: Option<u8>) {
        for it in 0..self.tables.n_seats {
            if it == seat || self.heir(st, it) == Some(seat) {
                self.set_heir(st, it, heir);
            }
        }
    }

    /// Returns the eliminated player whose turn an heir plays now.
    pub fn inherited_turn(&self, st: &State<W, T, N>) -> Option<u8> {
        (0..self.tables.n_seats).find(|it| self.turns_of(st, *it) & CURRENT != 0)
    }

    /// Returns the seat in the order of play whose turn it is: that of an eliminated player, if an heir plays it.
    pub fn place(&self, st: &State<W, T, N>) -> u8 {
        if self.plan.inherits { self.inherited_turn(st).unwrap_or(st.turn) } else { st.turn }
    }

    /// Reports whether a seat has turns: its player is in the game, or an heir plays them.
    pub fn has_turns(&self, st: &State<W, T, N>, seat: u8) -> bool {
        st.is_living(seat) || self.plan.inherits && self.heir(st, seat).is_some()
    }

    /// Returns the next seat in the order of play that has turns, or `seat` if no other one has.
    pub fn place_after(&self, st: &State<W, T, N>, seat: u8) -> u8 {
        let n = self.tables.n_seats;
        if !self.plan.inherits {
            return st.after(seat, n);
        }
        let step = if st.is_reversed() { n - 1 } else { 1 };
        let places = (1..=n).scan(seat, |it, _| {
            *it = (*it + step) % n;
            Some(*it)
        });
        let mut places = places.filter(|it| self.has_turns(st, *it));
        places.next().unwrap_or(seat)
    }

    /// Returns the player who plays the turns of a seat.
    pub fn player_of(&self, st: &State<W, T, N>, place: u8) -> u8 {
        match self.plan.inherits && !st.is_living(place) {
            true => self.heir(st, place).unwrap_or(place),
            false => place,
        }
    }

    /// Gives the turn to the player who plays the turns of a seat.
    pub fn set_place(&self, st: &mut State<W, T, N>, place: u8) {
        st.turn = self.player_of(st, place);
        if self.plan.inherits {
            self.mark_place(st, (st.turn != place).then_some(place));
        }
    }

    /// Marks the eliminated player whose turn an heir plays now.
    #[cold]
    #[inline(never)]
    pub fn mark_place(&self, st: &mut State<W, T, N>, place: Option<u8>) {
        for seat in 0..self.tables.n_seats {
            let turns = self.turns_of(st, seat) & !CURRENT;
            self.set_turns_of(st, seat, if place == Some(seat) { turns | CURRENT } else { turns });
        }
    }
}
