//! The legality rules that require making the move.
//!
//! Move generation uses this module for moves that are made and tested, and
//! [`crate::rules::Position::explain`] uses it to say why a move is illegal.
//!
//! Input: a [`State`], a move along a free path, and the [`Crossing`] of that path. Output: the first
//! [`Violation`] in the order of the stages: bans on captures, the player's own king, bans that
//! protect other kings, and check across a barrier.

use crate::board::Square;
use crate::policy::{DropMate, OwnKing};
use crate::rulebook::Ban;
use crate::rules::attack::Attacks;
use crate::rules::engine_move::{Crossing, EngineMove, LegalityRules, MoveEffect};
use crate::rules::judge::Judge;
use crate::rules::movegen::sink::{Any, Sink};
use crate::rules::refusal::{Refusal, Stage};
use crate::rules::square_set::SquareSet;
use crate::rules::state::{NOBODY, NOWHERE, State};
use crate::rules::tables::CastlingTable;

/// A rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// A ban forbids the move: (index of the ban, its stage).
    Ban(u8, Stage),
    /// The player's own king would be attacked.
    OwnKing,
    /// The explosion would destroy the player's own king.
    OwnKingDestroyed,
    /// A square that must be safe for the castling king is attacked.
    Castling(u16),
    /// Check across a barrier: (barrier instance, owner of the king, whether only the moved piece
    /// counts).
    CheckAcross(u16, u8, bool),
    /// A drop that may not give checkmate mates this player.
    DropMate(u8),
}

/// Returns the stage of a ban: protection of another king, or captures and movement.
pub fn ban_stage(ban: &Ban) -> Stage {
    let about_kings = ban.forbids.after.as_ref().is_some_and(|it| it.attack.is_some() || it.stuck.is_some());
    if about_kings { Stage::OtherKing } else { Stage::CaptureRule }
}

impl<const W: usize, const T: usize, const N: usize> Judge<'_, W, T, N> {
    /// Returns the state in which legality is tested, and the effect of the move.
    ///
    /// The move has been made, a player whose king it captured is eliminated, and barriers are up
    /// to date.
    pub fn state_after(self, st: &State<W, T, N>, mv: EngineMove) -> (State<W, T, N>, MoveEffect) {
        let mut after = *st;
        let done = self.applier().make(st, &mut after, mv, self.engine.moving_type(st, mv));
        if let Some(it) = done.captured
            && self.engine.plan.after_eliminations
        {
            // The army changes hands only when the outcome occurs.
            if self.engine.is_king_lost(&after, it) {
                self.applier().eliminate(&mut after, it.seat, NOBODY);
            }
            let lost = done.kings_destroyed & !(1 << st.turn);
            for seat in (0..self.engine.tables.n_seats).filter(|it| lost >> it & 1 != 0) {
                self.applier().eliminate(&mut after, seat, NOBODY);
            }
        }
        self.applier().open_barriers(&mut after);
        (after, done)
    }

    /// Returns the first rule in `keeping` that a move breaks.
    pub fn violation(
        self,
        st: &State<W, T, N>,
        mv: EngineMove,
        crossing: Crossing,
        keeping: LegalityRules,
    ) -> Option<Violation> {
        if self.engine.plan.try_placements && !keeping.placing {
            let is_castling = keeping.own_king && mv.castling != NOBODY;
            return if is_castling { self.castling_attacked(st, mv).map(Violation::Castling) } else { None };
        }
        let (after, done) = self.state_after(st, mv);
        let bans = keeping.bans && self.engine.plan.judges_bans;
        if bans && let Some(violation) = self.ban_fault(st, &after, done, Stage::CaptureRule) {
            return Some(violation);
        }
        let me = st.turn;
        if keeping.own_king {
            if mv.castling != NOBODY
                && let Some(square) = self.castling_attacked(st, mv)
            {
                return Some(Violation::Castling(square));
            }
            if done.kings_destroyed >> me & 1 != 0 && self.engine.book.check.own_king == OwnKing::KeptSafe {
                return Some(Violation::OwnKingDestroyed);
            }
            if self.engine.plan.judges_own_king
                && !self.attacks().king_attackers(&after, me, self.engine.foes(&after, me)).is_empty()
            {
                return Some(Violation::OwnKing);
            }
        }
        if bans && let Some(violation) = self.ban_fault(st, &after, done, Stage::OtherKing) {
            return Some(violation);
        }
        if let Some(kind) = mv.dropped().filter(|_| keeping.drop_mate) {
            return self.mated_by_drop(st, &after, me, kind).map(Violation::DropMate);
        }
        self.crossing_fault(&after, me, done, crossing)
    }

    /// Returns the player whom a drop checkmates although it may not. A player who was checkmated before does not count.
    #[inline(never)]
    fn mated_by_drop(self, before: &State<W, T, N>, after: &State<W, T, N>, me: u8, kind: u8) -> Option<u8> {
        let table = self.engine.drops_of(me, kind)?;
        if self.engine.book.drops[table.rule as usize].mate == DropMate::Allowed {
            return None;
        }
        let is_mated = |st: &State<W, T, N>, seat: u8| {
            let mut turned = *st;
            turned.turn = seat;
            let foes = self.engine.foes(&turned, seat);
            foes >> me & 1 != 0
                && !self.attacks().king_attackers(&turned, seat, foes).is_empty()
                && !self.has_move(&turned)
        };
        let mut others = (0..self.engine.tables.n_seats).filter(|it| *it != me && after.is_living(*it));
        others.find(|it| is_mated(after, *it) && !is_mated(before, *it))
    }

    /// Reports whether the player to move has a legal move.
    fn has_move(self, st: &State<W, T, N>) -> bool {
        let mut any = Any::default();
        let sink: &mut dyn Sink<W> = &mut any;
        // An answer that gives checkmate itself counts, so the test does not call itself.
        let keeping = LegalityRules { drop_mate: false, ..LegalityRules::ALL };
        self.generator().generate_keeping(st, keeping, sink);
        any.0
    }

    fn ban_fault(
        self,
        st: &State<W, T, N>,
        after: &State<W, T, N>,
        done: MoveEffect,
        stage: Stage,
    ) -> Option<Violation> {
        let banned = self
            .engine
            .book
            .bans
            .iter()
            .enumerate()
            .find(|(_, ban)| ban_stage(ban) == stage && self.ban_holds(st, after, ban, done));
        banned.map(|(index, _)| Violation::Ban(index as u8, stage))
    }

    fn crossing_fault(self, after: &State<W, T, N>, me: u8, done: MoveEffect, crossing: Crossing) -> Option<Violation> {
        if crossing == Crossing::NONE {
            return None;
        }
        // Only attacks that count as check matter here: others give no check.
        let in_reach = |it: &u8| *it != me && after.is_living(*it) && self.engine.foes(after, *it) >> me & 1 != 0;
        for seat in (0..self.engine.tables.n_seats).filter(in_reach) {
            let by = self.attacks().king_attackers(after, seat, 1 << me);
            if crossing.any_piece != NOWHERE && !by.is_empty() {
                return Some(Violation::CheckAcross(crossing.any_piece, seat, false));
            }
            if crossing.moved_piece != NOWHERE && by.has(self.facts().square_after(done)) {
                return Some(Violation::CheckAcross(crossing.moved_piece, seat, true));
            }
        }
        None
    }

    /// Returns the first attacked square among those that must be safe for the castling king.
    fn castling_attacked(self, st: &State<W, T, N>, mv: EngineMove) -> Option<u16> {
        let castling = self.engine.tables.castlings[st.turn as usize].iter().find(|it| it.index == mv.castling)?;
        let foes = self.engine.foes(st, st.turn);
        let [king, end, rook, rook_end] = castling.squares.map(usize::from);
        let lifted = st.occupied().without(SquareSet::of(king));
        let done = lifted.without(SquareSet::of(rook)) | SquareSet::of(end) | SquareSet::of(rook_end);
        if castling.safe_start && !self.attacks().king_attackers(st, st.turn, foes).is_empty() {
            return Some(king as u16);
        }
        castling.safe.iter().copied().find(|square| {
            // At the end of its way, the king may have converted an attacker.
            if self.engine.plan.converts && *square as usize == end {
                let there = self.applier().moved(st, EngineMove { placed: NOWHERE, ..mv }).0;
                return !self.attacks().king_attackers(&there, st.turn, self.engine.foes(&there, st.turn)).is_empty();
            }
            if self.engine.plan.attacks_depend || self.engine.plan.tests_hurdles {
                return self.is_castling_square_attacked(st, castling, *square);
            }
            let occupied = if *square as usize == end { done } else { lifted };
            !self.attacks().attackers(st, *square as usize, foes, occupied).is_empty()
        })
    }

    /// Names the attackers of a square that must be safe for the castling king.
    pub fn castling_refusal(self, st: &State<W, T, N>, mv: EngineMove, square: u16) -> Refusal {
        let mut occupied = st.occupied();
        if square != mv.from {
            occupied.remove(mv.from as usize);
        }
        let foes = self.engine.foes(st, st.turn);
        let attackers = |square: u16, occupied| self.attacks().attackers(st, square as usize, foes, occupied);
        let (mut square, mut by) = (square, attackers(square, occupied));
        // Another king of the same player may be in check.
        let kings = self.engine.royals(st) & st.seats[st.turn as usize];
        for king in kings.iter().map(|it| it as u16).filter(|_| by.is_empty()) {
            let found = attackers(king, st.occupied());
            if !found.is_empty() {
                (square, by) = (king, found);
                break;
            }
        }
        Refusal::CastlingAttacked { square: Square(square), by: Attacks::<W, T, N>::squares(by) }
    }

    /// Reports whether the castling king would be attacked on a square, by the rulebook's
    /// definition of check.
    fn is_castling_square_attacked(self, st: &State<W, T, N>, castling: &CastlingTable<W>, square: u16) -> bool {
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
        !self.attacks().king_attackers(&there, st.turn, self.engine.foes(&there, st.turn)).is_empty()
    }
}
