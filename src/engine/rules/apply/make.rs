//! Making a move: what it changes in a position, before outcomes are tested.
//!
//! Input: a [`State`] and a pseudo-legal move. Output: the state after the move, and a [`MoveEffect`] that
//! says what the move did. The turn is not yet passed. This module does not check legality.

use crate::board::Square;
use crate::policy::{Pays, TagOn};
use crate::rulebook::{KindId, PlaceTest, PromotionChoice, SeatId};
use crate::rules::apply::Applier;
use crate::rules::engine_move::{Captured, EngineMove, MoveEffect, PoolExchange};
use crate::rules::facts::pieces::TestContext;
use crate::rules::square_set::SquareSet;
use crate::rules::state::{NOBODY, NOWHERE, PackedEnPassant, State};
use crate::rules::types::PieceType;
use crate::rules::unchecked::at;

impl<const W: usize, const T: usize, const N: usize> Applier<'_, W, T, N> {
    /// Returns the state after a move: pieces, rights, clocks and pools. The turn is not passed,
    /// no player is eliminated and no barrier opens. Hot code calls [`Applier::make`] instead, which is inlined.
    #[inline(never)]
    pub fn moved(self, st: &State<W, T, N>, mv: EngineMove) -> (State<W, T, N>, MoveEffect) {
        let mut next = *st;
        let done = self.make(st, &mut next, mv, self.engine.moving_type(st, mv));
        (next, done)
    }

    /// Makes a move of a piece of type `ty` on `next`, which must be a copy of `st`.
    #[inline(always)]
    pub fn make(self, st: &State<W, T, N>, next: &mut State<W, T, N>, mv: EngineMove, ty: usize) -> MoveEffect {
        let me = st.turn as usize;
        let (from, to) = (mv.from as usize, mv.to as usize);
        debug_assert!(mv.castling != NOBODY || ty == st.type_at(from), "the piece of a move has the type that is said");
        let captured = self.facts().captured(st, mv, ty);
        let mut done = MoveEffect { mv, ty: ty as u8, captured, kings_destroyed: 0 };
        if let Some(it) = captured {
            next.lift(it.square as usize, it.seat as usize, it.ty as usize);
            if self.engine.book.has_pool || self.engine.plan.counts_losses {
                self.record_loss(next, it, st.turn);
            }
            for right in &mut next.en_passant {
                if right.victim == it.square {
                    *right = PackedEnPassant::NONE;
                }
            }
        }
        next.en_passant[me] = PackedEnPassant::NONE;
        if mv.castling == NOBODY && !mv.is_promotion() {
            let becomes = self.type_after_move(st, mv, ty, captured);
            next.lift(from, me, ty);
            next.put(to, me, becomes);
            self.end_rights(next, mv);
            // SAFETY: a type and a seat (see `unchecked`).
            let piece = unsafe { self.engine.tables.piece(ty, st.turn) };
            // One branch for both: whether a pawn that could make a double step does so is hard to predict.
            if piece.steps_from.bit(from) & piece.steps_to.bit(to) != 0 {
                self.record_double_step(st, next, done);
            }
        } else if mv.is_pass() {
            next.halfmoves = next.halfmoves.saturating_add(u16::from(self.engine.plan.halfmove_counter.2));
            return done;
        } else {
            self.make_special(st, next, mv, ty, captured);
        }
        let (by_capture, by_pawn, counts) = self.engine.plan.halfmove_counter;
        if counts {
            // Without branches, which would be hard to predict.
            let by_pawn = u64::from(by_pawn) & self.engine.tables.pawn_types >> ty;
            let resets = by_capture & captured.is_some() | (by_pawn != 0);
            next.halfmoves = next.halfmoves.saturating_add(1) * u16::from(!resets);
        }
        if self.engine.plan.has_side_effects {
            done = self.make_side_effects(st, next, done);
        }
        done
    }

    /// Ends the castling rights of the pieces that leave a square, and of those that are captured there.
    #[inline(always)]
    fn end_rights(self, next: &mut State<W, T, N>, mv: EngineMove) {
        let kept = &self.engine.tables.castling_rights_kept;
        // SAFETY: squares (see `unchecked`).
        next.rights &= unsafe { *at(kept, mv.from as usize) } & unsafe { *at(kept, mv.to as usize) };
    }

    /// Moves the pieces of a castling, a drop or a promotion.
    #[inline(never)]
    fn make_special(
        self,
        st: &State<W, T, N>,
        next: &mut State<W, T, N>,
        mv: EngineMove,
        ty: usize,
        captured: Option<Captured>,
    ) {
        if let Some(kind) = mv.dropped() {
            self.enter(next, mv, kind, ty);
        } else if mv.castling != NOBODY {
            self.castle(next, mv);
        } else {
            // A promoted piece gives no en passant right: it is no longer the one that made the double step.
            let becomes = self.type_after_move(st, mv, ty, captured);
            next.lift(mv.from as usize, st.turn as usize, ty);
            self.promote(st, next, mv, (ty, becomes));
            self.end_rights(next, mv);
        }
    }

    /// Makes the side effects of a move, which few rulebooks have: captures without moving, explosions, conversions, tags
    /// of other pieces, first moves that lapse, pieces that enter, blockers.
    #[inline(never)]
    fn make_side_effects(self, st: &State<W, T, N>, next: &mut State<W, T, N>, mut done: MoveEffect) -> MoveEffect {
        let mv = done.mv;
        let stays = self.engine.plan.stays(done);
        if stays {
            self.step_back(st, next, done);
        }
        if let Some(captured) = done.captured.filter(|_| self.engine.plan.explodes) {
            // A capture en passant without moving explodes where the captured piece was.
            let center = if stays { captured.square } else { mv.to };
            done.kings_destroyed = self.explode(next, center as usize);
        }
        if self.engine.plan.converts {
            self.convert(next, mv.to as usize);
        }
        if self.engine.plan.tags_kinds && mv.dropped().is_none() && !stays {
            self.tag_same_kind(st, next, done);
        }
        // A piece enters last: no explosion destroys it, and it converts nothing.
        if self.engine.plan.ends_moves {
            self.end_move(next, mv);
        }
        if mv.placed != NOWHERE {
            self.place(next, mv.placed as usize);
        }
        done
    }

    /// Puts a piece that captures without moving back on its square: as it was, with its castling rights.
    fn step_back(self, st: &State<W, T, N>, next: &mut State<W, T, N>, done: MoveEffect) {
        let (me, from, to) = (st.turn as usize, done.mv.from as usize, done.mv.to as usize);
        next.lift(to, me, next.type_at(to));
        next.put(from, me, done.ty as usize);
        next.rights = st.rights & self.engine.tables.castling_rights_kept[to];
    }

    /// Places a blocker. A single blocker leaves its square.
    #[inline(never)]
    fn place(self, next: &mut State<W, T, N>, square: usize) {
        let (seat, ty) = (self.engine.book.seats.len(), self.engine.tables.placement.ty as usize);
        if self.engine.tables.placement.moves {
            let before = next.seats[seat];
            next.types[ty] = next.types[ty].without(before);
            next.seats[seat] = SquareSet::EMPTY;
        }
        next.put(square, seat, ty);
    }

    /// Ends the rights that the piece on the destination disturbs, and lets a piece enter.
    #[inline(never)]
    fn end_move(self, next: &mut State<W, T, N>, mv: EngineMove) {
        let (me, to) = (next.turn, mv.to as usize);
        let is_own = next.seats[me as usize].has(to);
        for (unmoved, moved, by) in &self.engine.plan.disturbed {
            if !is_own || by >> next.type_at(to) & 1 == 0 {
                continue;
            }
            let others = next.types[*unmoved as usize].without(next.seats[me as usize]);
            if others.is_empty() {
                continue;
            }
            let disturbed = self.facts().aims(next, next.type_at(to), me, to) & others;
            next.types[*moved as usize] |= disturbed;
            next.types[*unmoved as usize] = next.types[*unmoved as usize].without(disturbed);
        }
        if self.engine.plan.gating {
            self.open_gate(next, mv);
        }
    }

    /// Puts the piece that enters with the move on the square that the move leaves. If no piece can enter any
    /// more, all pieces of the player count as moved, so that equal positions are equal.
    fn open_gate(self, next: &mut State<W, T, N>, mv: EngineMove) {
        let me = next.turn as usize;
        let table = &self.engine.tables.gating[me];
        if let Some((kind, on_rook_square)) = mv.gate() {
            let rook = || self.engine.book.castlings.get(mv.castling as usize).map(|it| it.rook.0.0);
            let square = if on_rook_square { rook().unwrap_or(mv.from) } else { mv.from };
            let held = &mut next.pool[me][kind as usize];
            *held = held.saturating_sub(1);
            if let Some(ty) = table.type_of(kind, square as usize) {
                next.put(square as usize, me, ty as usize);
            }
        }
        let takes = mv.gate().is_some() || mv.dropped().is_some() || mv.is_promotion();
        if takes && !self.engine.book.gate_is_in_use(&next.pool[me]) {
            for (unmoved, moved) in &table.lapses {
                let pieces = next.types[*unmoved as usize] & next.seats[me];
                next.types[*moved as usize] |= pieces;
                next.types[*unmoved as usize] = next.types[*unmoved as usize].without(pieces);
            }
        }
    }

    /// Puts a dropped piece on the board, and takes it from the pool.
    #[inline(never)]
    fn enter(self, next: &mut State<W, T, N>, mv: EngineMove, kind: u8, ty: usize) {
        let me = next.turn as usize;
        let held = self.engine.drops_of(next.turn, kind).map_or(kind, |it| it.held);
        let held = &mut next.pool[me][held as usize];
        *held = held.saturating_sub(1);
        next.put(mv.to as usize, me, ty);
        if self.engine.book.castling_dropped >> kind & 1 != 0 {
            self.gain_rights(next, mv.to);
        }
    }

    /// Gives the castling rights of a piece that was dropped on its square.
    fn gain_rights(self, next: &mut State<W, T, N>, to: u16) {
        let me = next.turn as usize;
        for castling in &self.engine.tables.castlings[me] {
            let rule = &self.engine.book.castlings[castling.index as usize];
            let [king, _, rook, _] = castling.squares;
            let has = |types: &[u8], at: u16| {
                let at = usize::from(at);
                next.seats[me].has(at) && types.iter().any(|it| next.types[*it as usize].has(at))
            };
            let is_complete =
                (has(&castling.king, king) || !rule.king_unmoved) && (has(&castling.rook, rook) || !rule.rook_unmoved);
            if is_complete && (king == to || rook == to) {
                next.rights |= 1 << castling.index;
            }
        }
    }

    pub(super) fn record_loss(self, next: &mut State<W, T, N>, it: Captured, capturer: u8) {
        let kind = self.engine.tables.types.all[it.ty as usize].kind.index();
        if self.engine.plan.counts_losses {
            let value = self.engine.book.kinds[kind].value.clamp(0, 1000) as u16;
            let lost = &mut next.lost[it.seat as usize];
            *lost = lost.saturating_add(value);
        }
        if self.engine.book.owner_keeps | self.engine.book.capturer_keeps == 0 {
            return;
        }
        let joins = self.engine.book.kinds[kind].captured_as.index();
        // An explosion may destroy pieces of the player who captures. They do not change sides.
        let taken = if capturer == it.seat { 0 } else { self.engine.book.capturer_keeps };
        for (kinds, seat) in [(self.engine.book.owner_keeps, it.seat), (taken, capturer)] {
            if kinds >> joins & 1 != 0 {
                let pool = &mut next.pool[seat as usize][joins];
                *pool = pool.saturating_add(1);
            }
        }
    }

    fn castle(self, next: &mut State<W, T, N>, mv: EngineMove) {
        let castling = &self.engine.book.castlings[mv.castling as usize];
        let me = next.turn as usize;
        let (king, rook) = (castling.king, castling.rook);
        let (king_type, rook_type) = (next.type_at(king.0.index()), next.type_at(rook.0.index()));
        next.lift(king.0.index(), me, king_type);
        next.lift(rook.0.index(), me, rook_type);
        next.put(king.1.index(), me, self.with_moved_flag(king_type));
        next.put(rook.1.index(), me, self.with_moved_flag(rook_type));
        for square in [king.0, king.1, rook.0, rook.1] {
            next.rights &= self.engine.tables.castling_rights_kept[square.index()];
        }
    }

    /// Returns the same type marked as moved, if the kind records that it has moved.
    fn with_moved_flag(self, ty: usize) -> usize {
        let mut piece = self.engine.tables.types.all[ty];
        piece.moved = self.engine.book.kinds[piece.kind.index()].has_initial;
        self.engine.tables.types.find(piece).unwrap_or(ty)
    }

    /// Returns the type of a piece after a move: its facing, its tags and the "has moved" mark.
    #[inline(always)]
    fn type_after_move(self, st: &State<W, T, N>, mv: EngineMove, ty: usize, captured: Option<Captured>) -> usize {
        // SAFETY: squares, or a type and a seat (see `unchecked`).
        match unsafe { at(&self.engine.tables.type_changes, self.engine.tables.piece_index(ty, st.turn)) } {
            None => ty,
            Some(by_square) => self.look_up_type(by_square, st, mv, ty, captured),
        }
    }

    fn look_up_type(
        self,
        by_square: &[Vec<crate::rules::tables::TypeChange>],
        st: &State<W, T, N>,
        mv: EngineMove,
        ty: usize,
        captured: Option<Captured>,
    ) -> usize {
        let Some(it) = by_square[mv.from as usize].iter().find(|it| it.to == mv.to) else {
            // An exchange on the spot is a move, like a full circle to the same square.
            return if mv.from == mv.to { self.with_moved_flag(ty) } else { ty };
        };
        let quick = if captured.is_some() { it.capture } else { it.quiet };
        if quick != NOBODY { quick as usize } else { self.type_with_new_tags(st, mv, ty, captured, it) }
    }

    fn type_with_new_tags(
        self,
        st: &State<W, T, N>,
        mv: EngineMove,
        ty: usize,
        captured: Option<Captured>,
        it: &crate::rules::tables::TypeChange,
    ) -> usize {
        let mut piece = self.engine.tables.types.all[ty];
        let done = MoveEffect { mv, ty: ty as u8, captured, kings_destroyed: 0 };
        for (index, tag) in self.engine.book.tags.iter().enumerate() {
            let crosses = it.unsure || it.crossed >> index & 1 != 0;
            let carried = tag.pieces >> piece.kind.0 & 1 != 0 && tag.on != TagOn::Nobody;
            if crosses && carried && self.facts().move_fits(st, &tag.set, done, !it.unsure) {
                piece.tags |= 1 << index;
            }
        }
        piece.moved = self.engine.book.kinds[piece.kind.index()].has_initial;
        let turned =
            if it.unsure { self.facts().free_route_effects(st, done, st.turn).first().map(|it| it.1) } else { None };
        let facing = |at| turned.map_or(it.facing, |turn| turn.apply(at, self.engine.book.board.headings));
        piece.facing = piece.facing.map(facing);
        self.engine.tables.types.find(piece).unwrap_or(ty)
    }

    /// Adds the tags that this move gives to every piece of the moved piece's kind. The moved
    /// piece already has them.
    fn tag_same_kind(self, st: &State<W, T, N>, next: &mut State<W, T, N>, done: MoveEffect) {
        for (index, tag) in self.engine.book.tags.iter().enumerate().filter(|(_, it)| it.on == TagOn::SameKind) {
            let kind = self.engine.tables.types.all[done.ty as usize].kind;
            if tag.pieces >> kind.0 & 1 == 0 || !self.facts().move_fits(st, &tag.set, done, false) {
                continue;
            }
            for ty in 0..self.engine.tables.n_types {
                let mut piece = self.engine.tables.types.all[ty];
                if piece.kind == kind && piece.tags >> index & 1 == 0 {
                    piece.tags |= 1 << index;
                    if let Some(with) = self.engine.tables.types.find(piece) {
                        let pieces = std::mem::replace(&mut next.types[ty], SquareSet::EMPTY);
                        next.types[with] |= pieces;
                    }
                }
            }
        }
    }

    fn promote(self, st: &State<W, T, N>, next: &mut State<W, T, N>, mv: EngineMove, (ty, becomes): (usize, usize)) {
        let me = next.turn;
        if self.facts().is_promotion_move(mv, ty) {
            return next.put(mv.to as usize, me as usize, self.facts().type_after_promotion_move(st, mv, ty));
        }
        let rule = self.engine.tables.promotion[self.engine.tables.piece_index(becomes, me)][mv.to as usize];
        let own = self.engine.tables.types.all[ty].kind;
        let mut to = mv.to;
        if let Some(PromotionChoice::FromPool { appears, pays, .. }) =
            self.engine.book.promotions.get(rule as usize).map(|it| &it.choice)
        {
            let (from, arrival) = (mv.from as usize, mv.to as usize);
            let exchange = PoolExchange { seat: me, own: own.0, kind: mv.promotion, from, to: arrival };
            to = self.facts().appears_at(next, *appears, exchange);
            let pool = &mut next.pool[me as usize];
            pool[mv.promotion as usize] = pool[mv.promotion as usize].saturating_sub(1);
            if *pays == Pays::JoinsPool && self.engine.book.pool_pieces >> own.0 & 1 != 0 {
                pool[own.index()] = pool[own.index()].saturating_add(1);
            }
            if to == NOWHERE {
                to = mv.to;
            }
        }
        let kinds = self.engine.book.kinds.len();
        let mut new = self.engine.tables.promoted[me as usize * kinds + mv.promotion as usize][to as usize] as usize;
        if mv.promotion == own.0 && to == mv.to {
            new = self.untagged(becomes);
        } else if new == NOBODY as usize {
            new = self.promoted_type(mv, me, becomes, to);
        }
        next.put(to as usize, me as usize, new);
    }

    /// Returns a type without its tags.
    fn untagged(self, ty: usize) -> usize {
        let types = &self.engine.tables.types;
        types.find(PieceType { tags: 0, ..types.all[ty] }).unwrap_or(ty)
    }

    /// Returns the type of a promoted piece of a directed kind. It keeps the facing of the pawn
    /// on the arrival square. On any other square it faces as in the starting position.
    fn promoted_type(self, mv: EngineMove, seat: u8, becomes: usize, to: u16) -> usize {
        let types = &self.engine.tables.types;
        let (kind, seat) = (KindId(mv.promotion), SeatId(seat));
        let facing = match to == mv.to {
            true => types.facing(becomes, seat, Square(to)),
            false => self.engine.book.seats[seat.index()].faces,
        };
        let moved = self.engine.book.kinds[kind.index()].has_initial;
        let exact = types.find(PieceType { kind, tags: 0, moved, facing: Some(facing) });
        debug_assert!(exact.is_some(), "a promotion leads to a facing that the kind can have");
        exact.or_else(|| types.all.iter().position(|it| it.kind == kind)).unwrap_or(becomes)
    }

    /// Reports whether the moving piece starts in a place.
    #[inline(never)]
    fn starts_in(self, st: &State<W, T, N>, at: &PlaceTest, done: MoveEffect) -> bool {
        let cx = TestContext { owner: st.turn, ..TestContext::of(st.turn) };
        self.facts().place_fits(st, at, done.ty as usize, st.turn, done.mv.from as usize, &cx)
    }

    #[inline(always)]
    fn record_double_step(self, st: &State<W, T, N>, next: &mut State<W, T, N>, done: MoveEffect) {
        if !self.engine.plan.captures_en_passant || done.captured.is_some() {
            return;
        }
        let (mv, ty, me) = (done.mv, done.ty as usize, st.turn);
        let steps = self.engine.tables.doubles(ty, me, mv.from as usize);
        let Some(step) = steps.iter().find(|it| it.end == mv.to && !it.cut) else { return };
        let passed = if step.sure { Some(Square(step.middle)) } else { self.facts().square_passed(st, done) };
        let from = self.engine.book.en_passant.as_ref().and_then(|it| it.from.as_ref());
        if let Some(it) = passed.filter(|_| from.is_none_or(|it| self.starts_in(st, it, done))) {
            next.en_passant[me as usize] = PackedEnPassant { target: it.0, victim: mv.to, age: 0 };
        }
    }
}
