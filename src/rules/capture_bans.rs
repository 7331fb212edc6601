//! The captures that bans forbid in a position.
//!
//! In: a [`State`]. Out: one [`CaptureBan`] for each ban, player and opponent for which the ban's
//! test of the position holds. Only bans on captures that test the position before the move are
//! considered; other bans depend on the move. Exceptions depend on the move, too, and are
//! ignored.

use super::conditions::Cx;
use super::engine::Engine;
use super::state::State;
use crate::board::Square;
use crate::variant::{Bar, SeatId};

/// A ban that forbids a player to capture pieces of another player in this position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureBan {
    /// Index into `Rulebook::bars`.
    pub ban: usize,
    /// The player that may not capture.
    pub mover: SeatId,
    /// The owner of the protected pieces.
    pub owner: SeatId,
    /// Squares of the protected pieces, in board order; never empty.
    pub at: Vec<Square>,
    /// The material balance behind the ban: (player behind, their total, other player, their
    /// total).
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
