//! Quiet moves that give check, for the first ply of quiescence.
//!
//! Contains the squares from which the player to move may give check, and the test whether a move
//! does. Only the moved piece counts, not one that it uncovers.
//!
//! Input: a node and the seats whose kings count. Output: sets of squares, and decisions. Does not
//! know which checks are searched.

use super::tree::Tree;
use crate::rules::inside::{Attacks, Listed, SquareSet};

impl<const W: usize, const T: usize, const N: usize> Tree<'_, W, T, N> {
    /// Returns the opponents against whose kings attacks of the player to move count.
    #[inline(always)]
    pub fn checkable(&self, ply: usize) -> u8 {
        let st = &self.nodes[ply].state;
        let seats = st.living & !(1 << st.turn);
        let attackable = |seat: &u8| seats >> seat & 1 != 0 && self.engine.foes(st, *seat) >> st.turn & 1 != 0;
        (0..N as u8).filter(attackable).fold(0, |set, seat| set | 1 << seat)
    }

    /// Returns the squares from which a piece of the player to move may attack a king of `seats`.
    #[inline(always)]
    pub fn checking_squares(&self, ply: usize, seats: u8) -> SquareSet<W> {
        let st = &self.nodes[ply].state;
        let tables = &self.engine.tables;
        let mut found = SquareSet::EMPTY;
        for king in (self.engine.royals(st) & st.pieces_of(seats)).iter() {
            let patterns = tables.attack_patterns(1 << st.turn);
            for pattern in &patterns.leaps {
                // SAFETY: the pattern has a class of leaps, and the king is on a square of the board.
                found |= unsafe { tables.leaps_from(pattern.class, king) };
            }
            for pattern in &patterns.rides {
                // SAFETY: the king is on a square of the board, for which each class has an entry.
                found |= unsafe { tables.riders[usize::from(pattern.class)].reached_from(king) };
            }
        }
        if tables.odd_attack {
            for ty in 0..tables.n_types {
                // SAFETY: both are those of this variant.
                found |= unsafe { tables.piece(ty, st.turn) }.odd_from;
            }
        }
        found.without(st.occupied())
    }

    /// Reports whether the piece of a quiet move attacks a king of `seats` from its destination. A
    /// piece whose type changes on the way is judged by its type before.
    pub fn gives_check(&self, ply: usize, listed: Listed, seats: u8) -> bool {
        if listed.mv.is_pass() {
            return false;
        }
        let st = &self.nodes[ply].state;
        let (from, to, ty) = (usize::from(listed.mv.from), usize::from(listed.mv.to), usize::from(listed.ty));
        let tables = &self.engine.tables;
        if self.engine.plan.attacks_depend || tables.odd_attack {
            let mut next = *st;
            next.lift(from, usize::from(st.turn), ty);
            next.put(to, usize::from(st.turn), ty);
            let attacks = Attacks::new(self.engine);
            let attacked = |seat: u8| attacks.king_attackers(&next, seat, 1 << st.turn).has(to);
            return (0..N as u8).any(|seat| seats >> seat & 1 != 0 && attacked(seat));
        }
        let mut occupied = st.occupied().without(SquareSet::of(from));
        occupied.insert(to);
        let patterns = tables.attack_patterns(1 << st.turn);
        (self.engine.royals(st) & st.pieces_of(seats)).iter().any(|king| {
            let leaps = patterns.leaps.iter().filter(|it| it.types >> ty & 1 != 0);
            let rides = patterns.rides.iter().filter(|it| it.types >> ty & 1 != 0);
            // SAFETY: the patterns have classes of leaps, and both squares are on the board.
            leaps.map(|it| unsafe { tables.leaps_from(it.class, king) }).any(|it| it.has(to))
                || rides.map(|it| &tables.riders[usize::from(it.class)]).any(|class| {
                    // SAFETY: both squares are on the board.
                    unsafe { class.reached_from(king).has(to) && class.reaches(king, to, occupied) }
                })
        })
    }
}
