//! Making a move: what it changes in a position, before outcomes are tested.
//!
//! In: a [`State`] and a pseudo-legal move. Out: the state after the move, and a [`MoveEffect`] that
//! says what the move did. The turn is not yet passed. This module does not check legality.

use super::engine::Engine;
use super::engine_move::{Captured, EngineMove, MoveEffect, PoolExchange};
use super::square_set::SquareSet;
use super::state::{NOBODY, NOWHERE, PackedEnPassant, State};
use super::types::PieceType;
use super::unchecked::at;
use crate::board::Square;
use crate::policy;
use crate::policy::{Appears, Pays, Resets, TagOn};
use crate::rulebook::{BarrierOpening, KindId, PromotionChoice, SeatId};

impl<const W: usize, const T: usize, const N: usize> Engine<W, T, N> {
    /// Returns the piece that a move captures, directly or en passant.
    #[inline(always)]
    pub fn captured(&self, st: &State<W, T, N>, mv: EngineMove, ty: usize) -> Option<Captured> {
        if mv.castling != NOBODY || mv.from == mv.to {
            return None;
        }
        let to = mv.to as usize;
        if st.is_occupied(to) {
            return Some(Captured { square: mv.to, ty: st.type_at(to) as u8, seat: st.seat_at(to) });
        }
        if !self.plan.captures_en_passant || !st.passing.iter().any(|it| it.target == mv.to) {
            return None;
        }
        self.captured_en_passant(st, mv, ty)
    }

    fn captured_en_passant(&self, st: &State<W, T, N>, mv: EngineMove, ty: usize) -> Option<Captured> {
        let (me, to) = (st.turn, mv.to as usize);
        // SAFETY: a type and a seat (see `unchecked`).
        let class = unsafe { self.tables.piece(ty, me) }.passing;
        for (owner, right) in st.passing.iter().enumerate() {
            if right.target == mv.to && self.may_capture_en_passant(st, owner as u8, me) {
                // SAFETY: a class of leaps and a square (see `unchecked`).
                let plain = class.is_some_and(|it| unsafe { self.tables.leaps_to(it, mv.from as usize) }.has(to));
                if plain || self.captures_en_passant_by_odd_route(st, mv, ty) {
                    let ty = st.type_at(right.victim as usize) as u8;
                    return Some(Captured { square: right.victim, ty, seat: owner as u8 });
                }
            }
        }
        None
    }

    /// Returns the state after a move: pieces, rights, clocks and pools. The turn is not passed,
    /// no player is eliminated and no barrier opens.
    #[inline(always)]
    pub fn moved(&self, st: &State<W, T, N>, mv: EngineMove) -> (State<W, T, N>, MoveEffect) {
        let mut next = *st;
        let done = self.make(st, &mut next, mv, st.type_at(mv.from as usize));
        (next, done)
    }

    /// Makes a move of a piece of type `ty` on `next`, which must be a copy of `st`.
    #[inline(always)]
    pub fn make(&self, st: &State<W, T, N>, next: &mut State<W, T, N>, mv: EngineMove, ty: usize) -> MoveEffect {
        let me = st.turn as usize;
        let (from, to) = (mv.from as usize, mv.to as usize);
        debug_assert!(ty == st.type_at(from), "the piece of a move has the type that is said");
        let captured = self.captured(st, mv, ty);
        let done = MoveEffect { mv, ty: ty as u8, captured };
        if let Some(it) = captured {
            next.lift(it.square as usize, it.seat as usize, it.ty as usize);
            if self.book.has_pool || self.plan.counts_losses {
                self.record_loss(next, it);
            }
            for right in &mut next.passing {
                if right.victim == it.square {
                    *right = PackedEnPassant::NONE;
                }
            }
        }
        next.passing[me] = PackedEnPassant::NONE;
        if mv.castling != NOBODY {
            self.castle(next, mv);
        } else {
            let becomes = self.type_after_move(st, mv, ty, captured);
            next.lift(from, me, ty);
            if mv.promotion == NOBODY {
                next.put(to, me, becomes);
            } else {
                self.promote(next, mv, ty, becomes);
            }
            // SAFETY: squares, or a type and a seat (see `unchecked`).
            next.rights &= unsafe { *at(&self.tables.keeps, from) } & unsafe { *at(&self.tables.keeps, to) };
            // After a promotion, the piece is no longer the one that made the double step.
            // SAFETY: a type and a seat (see `unchecked`).
            if mv.promotion == NOBODY && unsafe { self.tables.piece(ty, st.turn) }.steps_from.has(from) {
                self.record_double_step(st, next, done);
            }
        }
        let (by_capture, by_pawn, counts) = self.plan.halfmove_counter;
        if counts {
            let resets = by_capture && captured.is_some() || by_pawn && self.tables.pawn_types >> ty & 1 != 0;
            next.quiet = if resets { 0 } else { next.quiet.saturating_add(1) };
        }
        if self.plan.tags_kinds {
            self.tag_same_kind(st, next, done);
        }
        done
    }

    fn record_loss(&self, next: &mut State<W, T, N>, it: Captured) {
        let kind = self.tables.types.all[it.ty as usize].kind.index();
        let value = self.book.kinds[kind].value.clamp(0, 1000) as u16;
        if self.plan.counts_losses {
            let lost = &mut next.lost[it.seat as usize];
            *lost = lost.saturating_add(value);
        }
        if self.book.pool_pieces >> kind & 1 != 0 {
            let pool = &mut next.pool[it.seat as usize][kind];
            *pool = pool.saturating_add(1);
        }
    }

    fn castle(&self, next: &mut State<W, T, N>, mv: EngineMove) {
        let castling = &self.book.castlings[mv.castling as usize];
        let me = next.turn as usize;
        let (king, rook) = (castling.king, castling.rook);
        let (king_type, rook_type) = (next.type_at(king.0.index()), next.type_at(rook.0.index()));
        next.lift(king.0.index(), me, king_type);
        next.lift(rook.0.index(), me, rook_type);
        next.put(king.1.index(), me, self.marked_as_moved(king_type));
        next.put(rook.1.index(), me, self.marked_as_moved(rook_type));
        for square in [king.0, king.1, rook.0, rook.1] {
            next.rights &= self.tables.keeps[square.index()];
        }
    }

    /// Returns the same type marked as moved, if the kind records that it has moved.
    fn marked_as_moved(&self, ty: usize) -> usize {
        let mut piece = self.tables.types.all[ty];
        piece.moved = self.book.kinds[piece.kind.index()].has_initial;
        self.tables.types.find(piece).unwrap_or(ty)
    }

    /// Returns the type of a piece after a move: its facing, its tags and the "has moved" mark.
    #[inline(always)]
    fn type_after_move(&self, st: &State<W, T, N>, mv: EngineMove, ty: usize, captured: Option<Captured>) -> usize {
        // SAFETY: squares, or a type and a seat (see `unchecked`).
        match unsafe { at(&self.tables.becomings, self.tables.piece_index(ty, st.turn)) } {
            None => ty,
            Some(by_square) => self.look_up_type(by_square, st, mv, ty, captured),
        }
    }

    fn look_up_type(
        &self,
        by_square: &[Vec<super::tables::Becoming>],
        st: &State<W, T, N>,
        mv: EngineMove,
        ty: usize,
        captured: Option<Captured>,
    ) -> usize {
        let Some(it) = by_square[mv.from as usize].iter().find(|it| it.to == mv.to) else {
            // An exchange on the spot is a move, like a full circle to the same square.
            return if mv.from == mv.to { self.marked_as_moved(ty) } else { ty };
        };
        let quick = if captured.is_some() { it.capture } else { it.quiet };
        if quick != NOBODY { quick as usize } else { self.type_with_new_tags(st, mv, ty, captured, it) }
    }

    fn type_with_new_tags(
        &self,
        st: &State<W, T, N>,
        mv: EngineMove,
        ty: usize,
        captured: Option<Captured>,
        it: &super::tables::Becoming,
    ) -> usize {
        let mut piece = self.tables.types.all[ty];
        let done = MoveEffect { mv, ty: ty as u8, captured };
        for (index, tag) in self.book.tags.iter().enumerate() {
            let crosses = it.unsure || it.crossed >> index & 1 != 0;
            let carried = tag.pieces >> piece.kind.0 & 1 != 0 && tag.on != TagOn::Nobody;
            if crosses && carried && self.move_fits(st, &tag.set, done, !it.unsure) {
                piece.tags |= 1 << index;
            }
        }
        piece.moved = self.book.kinds[piece.kind.index()].has_initial;
        let turned = if it.unsure { self.free_ways(st, done, st.turn).first().map(|it| it.1) } else { None };
        let facing = |at| turned.map_or(it.facing, |turn| turn.apply(at, self.book.board.headings));
        piece.facing = piece.facing.map(facing);
        self.tables.types.find(piece).unwrap_or(ty)
    }

    /// Adds the tags that this move gives to every piece of the moved piece's kind. The moved
    /// piece already has them.
    fn tag_same_kind(&self, st: &State<W, T, N>, next: &mut State<W, T, N>, done: MoveEffect) {
        for (index, tag) in self.book.tags.iter().enumerate().filter(|(_, it)| it.on == TagOn::SameKind) {
            let kind = self.tables.types.all[done.ty as usize].kind;
            if tag.pieces >> kind.0 & 1 == 0 || !self.move_fits(st, &tag.set, done, false) {
                continue;
            }
            for ty in 0..self.tables.n_types {
                let mut piece = self.tables.types.all[ty];
                if piece.kind == kind && piece.tags >> index & 1 == 0 {
                    piece.tags |= 1 << index;
                    if let Some(with) = self.tables.types.find(piece) {
                        let pieces = std::mem::replace(&mut next.types[ty], SquareSet::EMPTY);
                        next.types[with] |= pieces;
                    }
                }
            }
        }
    }

    fn promote(&self, next: &mut State<W, T, N>, mv: EngineMove, ty: usize, becomes: usize) {
        let me = next.turn;
        let rule = self.tables.promotion[self.tables.piece_index(becomes, me)][mv.to as usize];
        let own = self.tables.types.all[ty].kind;
        let mut to = mv.to;
        if let Some(PromotionChoice::FromPool { appears, pays, .. }) =
            self.book.promotions.get(rule as usize).map(|it| &it.choice)
        {
            let (from, arrival) = (mv.from as usize, mv.to as usize);
            let exchange = PoolExchange { seat: me, own: own.0, kind: mv.promotion, from, to: arrival };
            to = self.appears_at(next, *appears, exchange);
            let pool = &mut next.pool[me as usize];
            pool[mv.promotion as usize] = pool[mv.promotion as usize].saturating_sub(1);
            if *pays == Pays::JoinsPool && self.book.pool_pieces >> own.0 & 1 != 0 {
                pool[own.index()] = pool[own.index()].saturating_add(1);
            }
            if to == NOWHERE {
                to = mv.to;
            }
        }
        let kinds = self.book.kinds.len();
        let mut new = self.tables.promoted[me as usize * kinds + mv.promotion as usize][to as usize] as usize;
        if mv.promotion == own.0 && to == mv.to {
            new = becomes;
        } else if new == NOBODY as usize {
            new = self.promoted_type(mv, me, becomes, to);
        }
        next.put(to as usize, me as usize, new);
    }

    /// Returns the type of a promoted piece of a directed kind. It keeps the facing of the pawn
    /// on the arrival square. On any other square it faces as in the starting position.
    fn promoted_type(&self, mv: EngineMove, seat: u8, becomes: usize, to: u16) -> usize {
        let types = &self.tables.types;
        let (kind, seat) = (KindId(mv.promotion), SeatId(seat));
        let facing = match to == mv.to {
            true => types.facing(becomes, seat, Square(to)),
            false => self.book.seats[seat.index()].faces,
        };
        let moved = self.book.kinds[kind.index()].has_initial;
        let exact = types.find(PieceType { kind, tags: 0, moved, facing: Some(facing) });
        debug_assert!(exact.is_some(), "a promotion leads to a facing that the kind can have");
        exact.or_else(|| types.all.iter().position(|it| it.kind == kind)).unwrap_or(becomes)
    }

    /// Returns the square on which a piece from a pool appears, or [`NOWHERE`] if there is none.
    /// The promoting pawn has already left `from`.
    pub fn appears_at(&self, st: &State<W, T, N>, appears: Appears, exchange: PoolExchange) -> u16 {
        let PoolExchange { seat, own, kind, from, to } = exchange;
        let home = match appears {
            Appears::Arrival => false,
            Appears::Home => true,
            Appears::OwnKindHome => kind == own,
        };
        if !home {
            return to as u16;
        }
        let mut occupied = st.occupied();
        occupied.remove(from);
        let setup = self.book.setup.iter().flatten();
        setup
            .filter(|(owner, what, _)| owner.0 == seat && what.0 == kind)
            .map(|it| it.2.0)
            .filter(|square| !occupied.has(*square as usize))
            .min()
            .unwrap_or(NOWHERE)
    }

    #[inline(always)]
    fn record_double_step(&self, st: &State<W, T, N>, next: &mut State<W, T, N>, done: MoveEffect) {
        if !self.plan.captures_en_passant || done.captured.is_some() || done.mv.promotion != NOBODY {
            return;
        }
        let (mv, ty, me) = (done.mv, done.ty as usize, st.turn);
        let steps = self.tables.doubles(ty, me, mv.from as usize);
        let Some(step) = steps.iter().find(|it| it.end == mv.to && !it.cut) else { return };
        let passed = if step.sure { Some(Square(step.middle)) } else { self.square_passed(st, done) };
        if let Some(it) = passed {
            next.passing[me as usize] = PackedEnPassant { target: it.0, victim: mv.to, age: 0 };
        }
    }

    /// Eliminates a player: removes their pieces and rights as the rulebook says, and opens the
    /// barriers that open on their elimination.
    pub fn eliminate(&self, st: &mut State<W, T, N>, seat: u8) {
        if !st.lives(seat) {
            return;
        }
        let me = seat as usize;
        st.living &= !(1 << seat);
        let royals = self.royals(st) & st.seats[me];
        let gone = match (self.book.army, self.book.king) {
            (policy::Army::Removed, policy::King::Removed) => st.seats[me],
            (policy::Army::Removed, policy::King::Stays) => st.seats[me].without(royals),
            (_, policy::King::Removed) => royals,
            (_, policy::King::Stays) => SquareSet::EMPTY,
        };
        for ty in &mut st.types {
            *ty = ty.without(gone);
        }
        st.seats[me] = st.seats[me].without(gone);
        for castling in &self.tables.castlings[me] {
            st.rights &= !(1 << castling.index);
        }
        let lapses = self.book.en_passant.as_ref().is_none_or(|it| it.dead == policy::AgainstEliminated::Lapses);
        let victim = st.passing[me].victim;
        if lapses || victim == NOWHERE || !st.seats[me].has(victim as usize) {
            st.passing[me] = PackedEnPassant::NONE;
        }
        if self.book.resets.contains(&Resets::Elimination) {
            st.quiet = 0;
        }
        for (index, it) in self.book.barrier_instances.iter().enumerate() {
            let barrier = &self.book.barriers[it.barrier];
            if it.owners >> seat & 1 != 0 && barrier.opens.contains(&BarrierOpening::OwnerEliminated) {
                self.open(st, index);
            }
        }
    }

    fn open(&self, st: &mut State<W, T, N>, instance: usize) {
        if let Some(bit) = self.book.barrier_instances[instance].state_bit {
            st.open |= 1 << bit;
        }
    }

    /// Opens barriers whose condition holds, and closes those that stay open only while it does.
    #[inline(always)]
    pub fn open_barriers(&self, st: &mut State<W, T, N>) {
        if self.plan.barriers_change && self.barriers_may_change(st) {
            self.derive_barriers(st, true);
        }
    }

    /// Reports whether any barrier can open or close in this state.
    #[inline(always)]
    fn barriers_may_change(&self, st: &State<W, T, N>) -> bool {
        self.tables.vacated.iter().any(|it| {
            let pieces = if it.own_pieces { st.seats[it.seat as usize] } else { st.occupied() };
            !it.for_good || st.open >> it.bit & 1 == 0 && !it.zone.meets(pieces)
        })
    }

    /// Updates the barriers that stay open only while their condition holds. One that stays open
    /// for good opens here only if `after_move` is set, and in [`eliminate`](Self::eliminate).
    pub fn derive_barriers(&self, st: &mut State<W, T, N>, after_move: bool) {
        for it in &self.book.barrier_instances {
            let Some(bit) = it.state_bit else { continue };
            let barrier = &self.book.barriers[it.barrier];
            let for_good = barrier.stays_open == policy::StaysOpen::ForGood;
            if for_good && (!after_move || st.open >> bit & 1 != 0) {
                continue;
            }
            let owners = (0..self.tables.n_seats).filter(|seat| it.owners >> seat & 1 != 0);
            let mut open = false;
            for why in &barrier.opens {
                open |= match why {
                    // A barrier that stays open for good opened with its owner's elimination.
                    BarrierOpening::OwnerEliminated => !for_good && owners.clone().any(|seat| !st.lives(seat)),
                    BarrierOpening::ZoneVacated { zone, of } => {
                        owners.clone().filter(|seat| st.lives(*seat)).any(|seat| {
                            let pieces = match of {
                                policy::Vacated::OwnPieces => st.seats[seat as usize],
                                policy::Vacated::AllPieces => st.occupied(),
                            };
                            !self.tables.zones[*zone][seat as usize].meets(pieces)
                        })
                    }
                };
            }
            if open {
                st.open |= 1 << bit;
            } else if !for_good {
                st.open &= !(1 << bit);
            }
        }
    }

    /// Passes the turn to the next living player. `plies` is 1 after a move, 0 without one.
    #[inline(always)]
    pub fn pass_turn(&self, st: &mut State<W, T, N>, plies: u8) {
        let n = self.tables.n_seats;
        let next = st.after(st.turn, n);
        if self.plan.captures_en_passant && st.passing.iter().any(|it| it.target != NOWHERE) {
            for right in &mut st.passing {
                right.age = right.age.saturating_add(plies);
            }
            // An en passant right lapses when the turn returns to its owner or skips them.
            let mut seat = st.turn;
            loop {
                seat = if seat + 1 == n { 0 } else { seat + 1 };
                st.passing[seat as usize] = PackedEnPassant::NONE;
                if seat == next {
                    break;
                }
            }
            if self.book.en_passant.as_ref().is_some_and(|it| it.window == policy::Window::NextPly) {
                for right in &mut st.passing {
                    if right.age > 1 {
                        *right = PackedEnPassant::NONE;
                    }
                }
            }
        }
        st.turn = next;
    }
}
