//! What bans forbid as the position stands: captures, and moves that let a king be attacked.
//!
//! Input: a position. Output: a [`CaptureBan`] for each ban, player and opponent where the ban
//! forbids captures now, and a [`CheckBan`] for each player and king where a ban forbids
//! moves after which the king is attacked. What a ban says about the position before the move, the
//! moving piece and the square of the captured piece is tested. An exception counts if it tests
//! nothing else; the others depend on the move.

use crate::board::Square;
use crate::rulebook::{Ban, BanTests, MoveTest, PieceTest, PlaceTest, Quantity, SeatId};
use crate::rules::facts::pieces::TestContext;
use crate::rules::judge::Judge;
use crate::rules::state::{NOWHERE, State};

/// A ban that forbids a player to capture pieces of another player in this position.
///
/// [`rules`](crate::rules) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CaptureBan {
    /// Index into `Rulebook::bans`.
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

/// A ban that keeps a player from moves after which another player's piece attacks a king.
///
/// [`rules`](crate::rules) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CheckBan {
    /// Index into `Rulebook::bans`.
    pub ban: usize,
    /// The player that may not make such a move.
    pub mover: SeatId,
    /// The player whose pieces must not attack the king.
    pub by: SeatId,
    /// The owner of the king.
    pub on: SeatId,
    /// Where the king stands.
    pub king: Square,
}

impl<const W: usize, const T: usize, const N: usize> Judge<'_, W, T, N> {
    /// Returns the captures that bans forbid now, by ban, player and opponent.
    pub fn capture_bans(self, st: &State<W, T, N>) -> Vec<CaptureBan> {
        let mut found = Vec::new();
        let living = |it: &u8| st.is_living(*it);
        for (index, ban) in self.engine.book.bans.iter().enumerate() {
            for mover in (0..self.engine.tables.n_seats).filter(living) {
                let owners = (0..self.engine.tables.n_seats).filter(|it| *it != mover);
                found.extend(owners.filter_map(|owner| self.capture_ban(st, (index, ban), mover, owner)));
            }
        }
        found
    }

    fn capture_ban(self, st: &State<W, T, N>, (index, ban): (usize, &Ban), mover: u8, owner: u8) -> Option<CaptureBan> {
        let forbidden = ban.forbids.mv.as_ref()?;
        let captured = forbidden.captures.as_ref()?;
        if ban.forbids.after.is_some() {
            return None;
        }
        let before = ban.forbids.before.as_ref();
        let mut cx = TestContext::of(mover);
        cx.victim = owner;
        if before.is_some_and(|it| !self.holds(st, it, &mut cx.clone())) {
            return None;
        }
        let is_lifted = |it: &BanTests| {
            it.piece.is_none()
                && it.mv.is_none()
                && it.after.is_none()
                && it.before.as_ref().is_some_and(|it| self.holds(st, it, &mut cx.clone()))
        };
        if ban.unless.iter().any(|it| is_lifted(&it.1)) {
            return None;
        }
        let piece: Option<&PieceTest> = forbidden.piece.as_ref();
        let binds =
            |at: &usize| piece.is_none_or(|it| self.facts().piece_fits(st, it, st.type_at(*at), mover, *at, &cx));
        let bound: Vec<usize> = st.seats[mover as usize].iter().filter(binds).collect();
        if bound.is_empty() {
            return None;
        }
        // A place can depend on the piece that moves there.
        let goes_to = |place: &PlaceTest, square: usize| {
            bound.iter().all(|it| self.facts().place_fits(st, place, st.type_at(*it), mover, square, &cx))
        };
        let excepted: Vec<&PlaceTest> = ban.unless.iter().filter_map(|it| place_alone(&it.1)).collect();
        let fits = |at: &usize| {
            self.facts().piece_fits(st, captured, st.type_at(*at), owner, *at, &cx)
                && forbidden.to.as_ref().is_none_or(|it| goes_to(it, *at))
                && !excepted.iter().any(|it| goes_to(it, *at))
        };
        let at: Vec<Square> = st.seats[owner as usize].iter().filter(fits).map(|it| Square(it as u16)).collect();
        let figures = before.and_then(|it| it.material).and_then(|it| self.facts().figures(st, it, &cx));
        let figures = figures.map(|(of, than)| (SeatId(of.0), of.1, SeatId(than.0), than.1));
        (!at.is_empty()).then_some(CaptureBan { ban: index, mover: SeatId(mover), owner: SeatId(owner), at, figures })
    }

    /// Returns the checks that bans keep players from allowing or giving, by ban, player,
    /// attacker and king. Only bans on all moves that name one king at a time are listed.
    pub fn check_bans(self, st: &State<W, T, N>) -> Vec<CheckBan> {
        let seats = || (0..self.engine.tables.n_seats).filter(|it| st.is_living(*it));
        let mut found = Vec::new();
        for (ban, it) in self.engine.book.bans.iter().enumerate() {
            let forbids = &it.forbids;
            let attack = forbids.after.as_ref().and_then(|it| it.attack);
            let Some(attack) = attack.filter(|_| forbids.piece.is_none() && forbids.mv.is_none()) else { continue };
            if attack.how_many != Quantity::Some || attack.by_at_least > 1 || attack.kinds != u32::MAX {
                continue;
            }
            for mover in seats() {
                let cx = TestContext::of(mover);
                if forbids.before.as_ref().is_some_and(|it| !self.holds(st, it, &mut cx.clone())) {
                    continue;
                }
                let (by, on) = (self.facts().who(st, attack.by, &cx), self.facts().who(st, attack.on, &cx));
                for (by, on) in seats()
                    .flat_map(|by| seats().map(move |on| (by, on)))
                    .filter(|it| it.0 != it.1 && by >> it.0 & 1 != 0 && on >> it.1 & 1 != 0)
                {
                    let king = self.engine.king(st, on);
                    if king != NOWHERE {
                        let (mover, by, on) = (SeatId(mover), SeatId(by), SeatId(on));
                        found.push(CheckBan { ban, mover, by, on, king: Square(king) });
                    }
                }
            }
        }
        found
    }
}

/// Returns the place where a captured piece must stand for an exception that tests nothing else.
fn place_alone(tests: &BanTests) -> Option<&PlaceTest> {
    let BanTests { piece: None, mv: Some(mv), before: None, after: None } = tests else { return None };
    let MoveTest { piece: None, captures: None, crosses: None, to, passes: None } = mv else { return None };
    to.as_ref()
}
