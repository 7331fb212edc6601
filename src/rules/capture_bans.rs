//! Which pieces a ban protects from which player, as the position stands.
//!
//! In: a position. Out: a [`CaptureBan`] for each ban, player and opponent where the ban's
//! test of the position holds now. Only bans are looked at that forbid captures and whose
//! test of the position is one of the position before the move: others depend on the move
//! itself. Exceptions are not looked at, for they depend on the move, too.

use super::conditions::Cx;
use super::engine::Engine;
use super::state::State;
use crate::board::Square;
use crate::variant::{Bar, SeatId};

/// A ban that keeps a player from capturing pieces of another player now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureBan {
    /// Index into `Rulebook::bars`.
    pub ban: usize,
    /// The player that may not capture.
    pub mover: SeatId,
    /// The owner of the protected pieces.
    pub owner: SeatId,
    /// Where the protected pieces stand, in the order of the board; never empty.
    pub at: Vec<Square>,
    /// The balance of material that decides: the player behind, their figure, the player
    /// compared with, and their figure.
    pub figures: Option<(SeatId, i32, SeatId, i32)>,
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Returns the captures that bans forbid now, by ban, player and opponent.
    pub fn capture_bans(&self, st: &State<W, T, N>) -> Vec<CaptureBan> {
        let mut found = Vec::new();
        let living = |it: &u8| st.lives(*it);
        for (index, ban) in self.book.bars.iter().enumerate() {
            for mover in (0..self.tables.n_seats).filter(living) {
                let owners = (0..self.tables.n_seats).filter(|it| *it != mover);
                found.extend(owners.filter_map(|owner| self.capture_ban(st, (index, ban), mover, owner)));
            }
        }
        found
    }

    fn capture_ban(
        &self,
        st: &State<W, T, N>,
        (index, ban): (usize, &Bar),
        mover: u8,
        owner: u8,
    ) -> Option<CaptureBan> {
        let captured = ban.forbids.mv.as_ref()?.captures.as_ref()?;
        let before = ban.forbids.before.as_ref()?;
        if ban.forbids.after.is_some() {
            return None;
        }
        let mut cx = Cx::of(mover);
        cx.victim = owner;
        if !self.holds(st, before, &mut cx.clone()) {
            return None;
        }
        let fits = |at: &usize| self.man_fits(st, captured, st.type_at(*at), owner, *at, &cx);
        let at: Vec<Square> = st.seats[owner as usize].iter().filter(fits).map(|it| Square(it as u16)).collect();
        let figures = before.material.and_then(|it| self.figures(st, it, &cx));
        let figures = figures.map(|(of, than)| (SeatId(of.0), of.1, SeatId(than.0), than.1));
        (!at.is_empty()).then(|| CaptureBan { ban: index, mover: SeatId(mover), owner: SeatId(owner), at, figures })
    }
}
