//! Cheap necessary conditions of outcomes, tested before the outcomes themselves.
//!
//! In: a [`State`] and facts about its moves. Out: whether any outcome can occur. A [`Precondition`] that
//! is closed rules the outcome out; one that is open proves nothing. Most outcomes fail here,
//! which saves their full test. Nothing is changed.

use super::conditions::TestContext;
use super::engine::Engine;
use super::engine_move::MoveEffect;
use super::state::State;
use super::types::Types;
use crate::policy::{Role, Who};
use crate::rulebook::{PositionTest, Quantity, Rulebook, SeatSet};

/// Necessary conditions of one outcome.
#[derive(Clone, Copy, Debug, Default)]
pub struct Precondition {
    /// Whether the mover must have no legal move.
    stuck: bool,
    /// Whether the move must have captured a king.
    king_captured: bool,
    /// Minimum of the halfmove clock, in rounds; 0 for no minimum.
    halfmove_rounds: u16,
    /// How many times the position must have occurred; 0 for any number.
    repeated: u16,
    /// Required number of living players; 0 for any number.
    living: u8,
    /// Types of which all pieces must be, as a bit set; 0 for any types.
    types: u64,
    /// An attack that must exist: (attackers, owners of the kings, whether on every king or on
    /// some).
    attack: Option<(Who, Who, bool)>,
    /// Whether the attackers are the mover's pieces.
    movers_attack: bool,
}

impl Precondition {
    /// Derives the necessary conditions of a test.
    pub fn new(book: &Rulebook, types: &Types, test: &PositionTest) -> Self {
        let mut pieces = 0;
        if test.mate_impossible {
            for (index, ty) in types.all.iter().enumerate() {
                let rule = &book.dead_position;
                let royal = book.kinds[ty.kind.index()].role == Role::Royal;
                if royal || (rule.minor | rule.colored) >> ty.kind.0 & 1 != 0 {
                    pieces |= 1 << index;
                }
            }
        }
        Precondition {
            stuck: test.stuck.is_some_and(|it| it.who == Who::Mover),
            king_captured: test.king_captured.is_some(),
            halfmove_rounds: test.halfmove_rounds.unwrap_or(0),
            repeated: test.repeated.unwrap_or(0),
            living: test.living.unwrap_or(0),
            types: pieces,
            movers_attack: test.attack.is_some_and(|it| it.by == Who::Mover),
            attack: test
                .attack
                .filter(|it| follows_from_mover(it.by) && follows_from_mover(it.on))
                .map(|it| (it.by, it.on, it.how_many == Quantity::Every)),
        }
    }
}

impl Precondition {
    /// Reports whether the outcome can occur for a mover with a legal move, without repetition
    /// counts.
    pub fn may_open_moving_on(&self) -> bool {
        !self.stuck && self.repeated == 0 && self.types == 0
    }
}

/// Reports whether the mover alone determines the players of a role.
fn follows_from_mover(who: Who) -> bool {
    !matches!(who, Who::Victim | Who::Third | Who::MatingPlayer | Who::Winner | Who::Owner)
}

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Reports whether no outcome can occur at the start of this turn.
    ///
    /// `sees_king` tells whether the mover attacks a king, as found during move generation.
    #[inline(always)]
    pub fn no_outcome_is_due(&self, st: &State<W, T, N>, repeated: u16, has_moves: bool, sees_king: bool) -> bool {
        if !st.lives(st.turn) {
            return false;
        }
        let moves_on = has_moves && repeated == 0;
        for gate in if moves_on { &self.plan.gates_moving_on } else { &self.plan.gates } {
            let missing = gate.stuck && has_moves
                || repeated < gate.repeated
                || gate.types != 0 && repeated == 0
                || gate.movers_attack && !sees_king;
            if !missing && !self.is_closed(st, gate, st.turn) {
                return false;
            }
        }
        true
    }

    /// Reports whether no outcome can occur after a move of `mover`. `st` is the state after the
    /// move.
    #[inline(always)]
    pub fn no_outcome_follows(&self, st: &State<W, T, N>, mover: u8, done: MoveEffect) -> bool {
        let captures_king = done.captured.is_some_and(|it| self.tables.is_royal(it.ty as usize));
        for gate in &self.plan.move_gates {
            if !(gate.king_captured && !captures_king || self.is_closed(st, gate, mover)) {
                return false;
            }
        }
        true
    }

    /// Reports whether the position fails a condition of `gate`.
    #[inline(always)]
    fn is_closed(&self, st: &State<W, T, N>, gate: &Precondition, mover: u8) -> bool {
        let living = st.living_count();
        u32::from(st.quiet) < u32::from(gate.halfmove_rounds) * living
            || gate.living != 0 && living != u32::from(gate.living)
            || gate.types != 0 && !st.occupied().without(st.pieces_of_types(gate.types)).is_empty()
            || gate.attack.is_some_and(|it| !self.is_any_attacked(st, it, mover))
    }

    /// Reports whether kings of `on` are attacked along lines by pieces of `by`: every king or
    /// some.
    fn is_any_attacked(&self, st: &State<W, T, N>, (by, on, every): (Who, Who, bool), mover: u8) -> bool {
        let cx = TestContext::of(mover);
        let by = self.who(st, by, &cx) & st.living;
        let on: SeatSet = self.who(st, on, &cx) & st.living;
        let royals = self.royals(st);
        let occupied = st.occupied();
        // No player attacks their own king. If a player is on both sides, the attackers differ by
        // king.
        let apart = by & on != 0 || self.tables.all_tried;
        let foes = self.foes_of(st, by);
        let mut left = on;
        while left != 0 {
            let seat = left.trailing_zeros() as usize;
            left &= left - 1;
            let attacked = (royals & st.seats[seat]).iter().any(|king| {
                if apart {
                    !self.attackers(st, king, by & !(1 << seat), occupied).is_empty()
                } else {
                    self.is_attacked(st, foes, king, occupied)
                }
            });
            if attacked != every {
                return attacked;
            }
        }
        every
    }
}
