//! The test of each [`Precondition`] before the outcome itself.
//!
//! Input: a [`State`] and facts about its moves. Output: whether any outcome can occur. Most outcomes fail
//! here, which saves their full test. Nothing is changed.

use crate::rulebook::SeatSet;
use crate::rules::engine_move::MoveEffect;
use crate::rules::facts::pieces::TestContext;
use crate::rules::precondition::{KingAttack, Precondition, Side};
use crate::rules::settle::Settler;
use crate::rules::state::State;

impl<const W: usize, const T: usize, const N: usize> Settler<'_, W, T, N> {
    /// Reports whether no outcome can occur at the start of this turn.
    ///
    /// `sees_king` tells whether the mover attacks a king, as found during move generation.
    #[inline(always)]
    pub fn no_outcome_is_due(self, st: &State<W, T, N>, repeated: u16, has_moves: bool, sees_king: bool) -> bool {
        if !st.is_living(st.turn) {
            return false;
        }
        // A player who can pass may have no other move.
        let has_moves = has_moves && !self.engine.plan.passes;
        let moves_on = has_moves && repeated == 0;
        for precondition in
            if moves_on { &self.engine.plan.preconditions_with_moves } else { &self.engine.plan.preconditions }
        {
            let missing = precondition.stuck && has_moves
                || repeated < precondition.repeated
                || precondition.types != 0 && repeated == 0
                || precondition.movers_attack && !sees_king;
            if !missing && !self.fails(st, precondition, st.turn) {
                return false;
            }
        }
        true
    }

    /// Reports whether no outcome can occur after a move of `mover`. `st` is the state after the
    /// move.
    #[inline(always)]
    pub fn no_outcome_follows(self, st: &State<W, T, N>, mover: u8, done: MoveEffect) -> bool {
        let captures_king =
            done.captured.is_some_and(|it| self.engine.tables.is_royal(it.ty as usize)) || done.kings_destroyed != 0;
        for precondition in &self.engine.plan.move_preconditions {
            if !(precondition.king_captured && !captures_king || self.fails(st, precondition, mover)) {
                return false;
            }
        }
        true
    }

    /// Reports whether the position fails a condition of `precondition`.
    #[inline(always)]
    fn fails(self, st: &State<W, T, N>, precondition: &Precondition, mover: u8) -> bool {
        let living = st.living_count();
        u32::from(st.halfmoves) < u32::from(precondition.halfmove_rounds) * living
            || precondition.living.is_some_and(|it| living != u32::from(it))
            || precondition.types != 0
                && !self.engine.owned(st).without(st.pieces_of_types(precondition.types)).is_empty()
            || precondition.attack.as_ref().is_some_and(|it| !self.is_any_attacked(st, it, mover))
    }

    /// Returns the players of a side who are still in the game.
    #[inline(always)]
    fn living_of(self, st: &State<W, T, N>, side: &Side, mover: u8) -> SeatSet {
        st.living
            & match side {
                Side::Fixed(by_mover) => by_mover[mover as usize],
                Side::Changing(player) => self.facts().who(st, *player, &TestContext::of(mover)),
            }
    }

    /// Reports whether an attack exists.
    fn is_any_attacked(self, st: &State<W, T, N>, attack: &KingAttack, mover: u8) -> bool {
        let every = attack.every;
        let by = self.living_of(st, &attack.by, mover);
        let on = self.living_of(st, &attack.on, mover);
        let royals = self.engine.royals(st);
        let occupied = st.occupied();
        // No player attacks their own king. If a player is on both sides, the attackers differ by
        // king.
        let apart = by & on != 0 || self.engine.tables.all_tried;
        let foes = self.attacks().foes_of(st, by);
        let mut left = on;
        while left != 0 {
            let seat = left.trailing_zeros() as usize;
            left &= left - 1;
            let attacked = (royals & st.seats[seat]).iter().any(|king| {
                if apart {
                    !self.attacks().attackers(st, king, by & !(1 << seat), occupied).is_empty()
                } else {
                    self.attacks().is_attacked(st, foes, king, occupied)
                }
            });
            if attacked != every {
                return attacked;
            }
        }
        every
    }
}
