//! The legality rules that require making the move.
//!
//! Move generation uses this module for moves that are made and tested, and
//! [`super::Position::explain`] uses it to say why a move is illegal.
//!
//! In: a [`State`], a move along a free path, and the [`Crossing`] of that path. Out: the first
//! [`Fault`] in the order of the stages: bans on captures, the player's own king, bans that
//! protect other kings, and check across a barrier.

use super::apply::Done;
use super::bits::Bits;
use super::engine::{Engine, Mv};
use super::generate::Keeping;
use super::refusal::Stage;
use super::state::{NOBODY, NOWHERE, State};
use super::tables::CastlingTable;
use crate::definition::Gives;
use crate::variant::Bar;

/// The barriers on a path that forbid giving check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Barrier instance across which no piece of the mover may give check; [`NOWHERE`] if none.
    any_man: u16,
    /// Barrier instance across which the moved piece may not give check; [`NOWHERE`] if none.
    moved_man: u16,
}

impl Crossing {
    /// A path without such barriers.
    pub const NONE: Self = Self { any_man: NOWHERE, moved_man: NOWHERE };

    /// Adds a barrier instance, unless one of its sort is already recorded.
    pub fn add(&mut self, barrier: u16, gives: Gives) {
        let slot = match gives {
            Gives::AnyMan => &mut self.any_man,
            Gives::MovedMan => &mut self.moved_man,
        };
        if *slot == NOWHERE {
            *slot = barrier;
        }
    }
}

/// A rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A ban forbids the move: (index of the ban, its stage).
    Bar(u8, Stage),
    /// The player's own king would be attacked.
    OwnKing,
    /// A square that must be safe for the castling king is attacked.
    Castling(u16),
    /// Check across a barrier: (barrier instance, owner of the king, whether only the moved piece
    /// counts).
    CheckAcross(u16, u8, bool),
}

/// Returns the stage of a ban: protection of another king, or captures and movement.
pub fn bar_stage(bar: &Bar) -> Stage {
    let about_kings = bar.forbids.after.as_ref().is_some_and(|it| it.attack.is_some() || it.stuck.is_some());
    if about_kings { Stage::OtherKing } else { Stage::CaptureRule }
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Returns the state in which legality is tested, and the effect of the move.
    ///
    /// The move has been made, a player whose king it captured is eliminated, and barriers are up
    /// to date.
    pub fn state_after(&self, st: &State<W, T, N>, mv: Mv) -> (State<W, T, N>, Done) {
        let (mut after, done) = self.moved(st, mv);
        if let Some(it) = done.taken
            && self.plan.after_eliminations
            && self.tables.is_royal(it.ty as usize)
        {
            self.eliminate(&mut after, it.seat);
        }
        self.open_barriers(&mut after);
        (after, done)
    }

    /// Returns the first rule in `keeping` that a move breaks.
    pub fn fault(&self, st: &State<W, T, N>, mv: Mv, crossing: Crossing, keeping: Keeping) -> Option<Fault> {
        let (after, done) = self.state_after(st, mv);
        let bars = keeping.bars && self.plan.bars;
        if bars && let Some(fault) = self.bar_fault(st, &after, done, Stage::CaptureRule) {
            return Some(fault);
        }
        let me = st.turn;
        if keeping.own_king {
            if mv.castling != NOBODY
                && let Some(square) = self.castling_attacked(st, mv)
            {
                return Some(Fault::Castling(square));
            }
            if self.plan.own_king && !self.king_attackers(&after, me, self.foes(&after, me)).is_empty() {
                return Some(Fault::OwnKing);
            }
        }
        if bars && let Some(fault) = self.bar_fault(st, &after, done, Stage::OtherKing) {
            return Some(fault);
        }
        self.crossing_fault(&after, me, mv, crossing)
    }

    fn bar_fault(&self, st: &State<W, T, N>, after: &State<W, T, N>, done: Done, stage: Stage) -> Option<Fault> {
        let banned = self
            .book
            .bars
            .iter()
            .enumerate()
            .find(|(_, bar)| bar_stage(bar) == stage && self.bar_holds(st, after, bar, done));
        banned.map(|(index, _)| Fault::Bar(index as u8, stage))
    }

    fn crossing_fault(&self, after: &State<W, T, N>, me: u8, mv: Mv, crossing: Crossing) -> Option<Fault> {
        if crossing == Crossing::NONE {
            return None;
        }
        // Only attacks that count as check matter here: others give no check.
        let in_reach = |it: &u8| *it != me && after.lives(*it) && self.foes(after, *it) >> me & 1 != 0;
        for seat in (0..self.tables.n_seats).filter(in_reach) {
            let by = self.king_attackers(after, seat, 1 << me);
            if crossing.any_man != NOWHERE && !by.is_empty() {
                return Some(Fault::CheckAcross(crossing.any_man, seat, false));
            }
            if crossing.moved_man != NOWHERE && by.has(mv.to as usize) {
                return Some(Fault::CheckAcross(crossing.moved_man, seat, true));
            }
        }
        None
    }

    /// Returns the square that prevents castling: an occupied one, or the home of a missing king
    /// or rook.
    pub fn castling_blocked(&self, st: &State<W, T, N>, castling: &CastlingTable<W>) -> Option<u16> {
        let own = st.seats[st.turn as usize];
        let [king, _, rook, _] = castling.squares.map(usize::from);
        if !(self.royals(st) & own).has(king) {
            return Some(king as u16);
        }
        if !own.has(rook) || !castling.rook.iter().any(|it| st.types[*it as usize].has(rook)) {
            return Some(rook as u16);
        }
        let men = st.occupied().without(Bits::of(king)).without(Bits::of(rook));
        (castling.clear & men).first().map(|it| it as u16)
    }

    /// Returns the first attacked square among those that must be safe for the castling king.
    fn castling_attacked(&self, st: &State<W, T, N>, mv: Mv) -> Option<u16> {
        let castling = self.tables.castlings[st.turn as usize].iter().find(|it| it.index == mv.castling)?;
        let foes = self.foes(st, st.turn);
        let [king, end, rook, rook_end] = castling.squares.map(usize::from);
        let lifted = st.occupied().without(Bits::of(king));
        let done = lifted.without(Bits::of(rook)) | Bits::of(end) | Bits::of(rook_end);
        castling.safe.iter().copied().find(|square| {
            if self.plan.attacks_depend {
                return self.is_castling_square_attacked(st, castling, *square);
            }
            let occupied = if *square as usize == end { done } else { lifted };
            !self.attackers(st, *square as usize, foes, occupied).is_empty()
        })
    }

    /// Reports whether the castling king would be attacked on a square, by the rulebook's
    /// definition of check.
    fn is_castling_square_attacked(&self, st: &State<W, T, N>, castling: &CastlingTable<W>, square: u16) -> bool {
        let mut there = *st;
        let [king, end, rook, rook_end] = castling.squares.map(usize::from);
        let me = st.turn as usize;
        let (king_type, rook_type) = (st.type_at(king), st.type_at(rook));
        there.lift(king, me, king_type);
        if square as usize == end {
            there.lift(rook, me, rook_type);
            there.put(rook_end, me, rook_type);
        }
        there.put(square as usize, me, king_type);
        !self.king_attackers(&there, st.turn, self.foes(&there, st.turn)).is_empty()
    }
}
