//! Static exchange evaluation (SEE) on any board and with any number of players.
//!
//! Contains the swap algorithm: after a capture, the others recapture on the same square, always
//! with their least valuable attacker. All opponents count as one side, because any of them may
//! recapture.
//!
//! Input: a node and a capture. Output: whether it loses material. Does not know bans, pins
//! and conversions.

use super::technique::Technique;
use super::tree::Tree;
use crate::rules::inside::{Applier, Attacks, Listed, NOBODY, SquareSet};

/// Maximum number of captures on one square that are considered.
const MAX_CAPTURES: usize = 16;

impl<const W: usize, const T: usize, const N: usize> Tree<'_, W, T, N> {
    /// Returns the value of the piece that a move captures on its destination, in the units of the
    /// evaluation. En passant captures count as the capture of an equal piece.
    #[inline(always)]
    pub fn captured_value(&self, ply: usize, listed: Listed) -> i32 {
        let st = &self.nodes[ply].state;
        let to = usize::from(listed.mv.to);
        let order = &self.evaluation.tables.order;
        let seat = st.seat_at(to);
        if listed.mv.castling != NOBODY || listed.mv.from == listed.mv.to {
            return 0;
        }
        if seat == NOBODY {
            let passes =
                self.engine.plan.captures_en_passant && st.en_passant.iter().any(|it| it.target == listed.mv.to);
            let is_pawn = self.engine.tables.pawn_types >> listed.ty & 1 != 0;
            return if passes && is_pawn { order[usize::from(listed.ty)] } else { 0 };
        }
        let value = order[st.type_at(to)];
        // The pieces of players who are out only block.
        if st.is_living(seat) { value } else { value / 8 }
    }

    /// Reports whether a capture of a piece worth `victim` loses material.
    pub fn loses_material(&self, ply: usize, listed: Listed, victim: i32) -> bool {
        let order = &self.evaluation.tables.order;
        let attacker = order[usize::from(listed.ty)];
        let stays = self.engine.plan.captures_without_moving(usize::from(listed.ty));
        if self.engine.plan.explodes && self.techniques.has(Technique::Exchange) {
            return self.explosion_gain(ply, listed) < 0;
        }
        // Nothing is left on the square to be recaptured.
        if victim >= attacker || stays || !self.techniques.has(Technique::Exchange) {
            return false;
        }
        let st = &self.nodes[ply].state;
        let attacks = Attacks::new(self.engine);
        let to = usize::from(listed.mv.to);
        let sides = [st.living & !(1 << st.turn), 1 << st.turn];
        let mut occupied = st.occupied().without(SquareSet::of(usize::from(listed.mv.from)));
        occupied.insert(to);
        let mut gains = [0i32; MAX_CAPTURES];
        gains[0] = victim;
        let (mut on_square, mut count) = (attacker, 1);
        while count < MAX_CAPTURES {
            let seats = sides[(count - 1) & 1];
            let own = attacks.attackers(st, to, seats, occupied) & occupied;
            let own = own.without(SquareSet::of(to));
            let Some((value, square)) = own.iter().map(|it| (order[st.type_at(it)], it)).min() else { break };
            gains[count] = on_square - gains[count - 1];
            // Whatever follows, neither side would go on.
            if gains[count].max(-gains[count - 1]) < 0 {
                break;
            }
            count += 1;
            on_square = value;
            occupied.remove(square);
        }
        while count > 1 {
            count -= 1;
            gains[count - 1] = -(-gains[count - 1]).max(gains[count]);
        }
        gains[0] < 0
    }

    /// Returns the square where the others could recapture the piece of a capture: its own one if it captures without
    /// moving.
    #[inline(always)]
    pub fn recapture_square(&self, listed: Listed) -> u16 {
        let stays = self.engine.plan.captures_without_moving(usize::from(listed.ty)) && !listed.mv.is_promotion();
        if stays { listed.mv.from } else { listed.mv.to }
    }

    /// Returns the value that a capture destroys, less the player's own pieces among it. Nothing is left
    /// to be recaptured, unless the capturing piece survives.
    fn explosion_gain(&self, ply: usize, listed: Listed) -> i32 {
        let st = &self.nodes[ply].state;
        let order = &self.evaluation.tables.order;
        let mut after = *st;
        Applier::new(self.engine).make(st, &mut after, listed.mv, self.engine.moving_type(st, listed.mv));
        let own = st.seats[usize::from(st.turn)];
        let lost = self.engine.owned(st).without(after.occupied()).without(SquareSet::of(usize::from(listed.mv.from)));
        let value =
            |square: usize| if own.has(square) { -order[st.type_at(square)] } else { order[st.type_at(square)] };
        if self.engine.plan.captures_without_moving(usize::from(listed.ty)) {
            return self.engine.owned(st).without(after.occupied()).iter().map(value).sum();
        }
        let to = usize::from(listed.mv.to);
        // The capturing piece has disappeared, or it is now where the captured piece was.
        let exchanged = match after.is_occupied(to) {
            true if st.is_occupied(to) => value(to),
            true => 0,
            false => -order[usize::from(listed.ty)],
        };
        exchanged + lost.iter().map(value).sum::<i32>()
    }
}
