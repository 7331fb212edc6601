//! Promotion choices, and the type of a piece on arrival.
//!
//! Input: a [`State`] and the two squares of a move. Output: the kinds that a piece becomes, or the
//! square on which a piece from a pool appears. Does not know whether a move is legal.

use crate::board::{Heading, Square};
use crate::policy::{Appears, IfNone, Pays, Role};
use crate::rulebook::{KindId, Promotion, PromotionChoice, SeatId};
use crate::rules::engine_move::{EngineMove, MoveEffect, PoolExchange};
use crate::rules::facts::Facts;
use crate::rules::facts::pieces::TestContext;
use crate::rules::state::{NOBODY, NOWHERE, State};
use crate::rules::types::PieceType;

/// A list of up to 32 kinds that needs no allocation.
pub struct KindList {
    list: [u8; 32],
    count: usize,
}

/// Reports whether a piece that finds nothing in the pool may not move to its promotion square.
fn forbids_staying(choice: &PromotionChoice) -> bool {
    matches!(choice, PromotionChoice::FromPool { if_none: IfNone::Forbidden, .. })
}

impl KindList {
    fn push(&mut self, kind: u8) {
        if self.count < 32 {
            self.list[self.count] = kind;
            self.count += 1;
        }
    }
    /// Returns the kinds in the order in which they were added.
    pub fn as_slice(&self) -> &[u8] {
        &self.list[..self.count]
    }
}

impl<const W: usize, const T: usize, const N: usize> Facts<'_, W, T, N> {
    /// Returns the kinds that a piece becomes on arrival. [`NOBODY`] means no promotion.
    pub fn promotion_kinds(self, st: &State<W, T, N>, seat: u8, ty: usize, from: usize, to: usize) -> KindList {
        let mut kinds = KindList { list: [NOBODY; 32], count: 0 };
        // A piece that captures without moving arrives nowhere.
        if self.stays(st, EngineMove::plain(from, to), ty) {
            kinds.push(NOBODY);
            return kinds;
        }
        let there = self.type_on_arrival(st, ty, seat, EngineMove::plain(from, to));
        let mut rule = self.engine.tables.promotion[self.engine.tables.piece_index(there, seat)][to];
        if let Some(leaving) = self.engine.tables.leaving.get(self.engine.tables.piece_index(ty, seat)) {
            // The first rule that fits applies.
            rule = rule.min(leaving[from]);
        }
        if self.engine.plan.promotes_by_capture && rule != NOBODY {
            rule = self.promotion_by_capture(st, (seat, ty, there), (from, to), rule);
        }
        if rule == NOBODY {
            kinds.push(NOBODY);
            return kinds;
        }
        let rule = &self.engine.book.promotions[rule as usize];
        match &rule.choice {
            PromotionChoice::Listed(list) => list.iter().for_each(|it| kinds.push(it.0)),
            PromotionChoice::BySquare(by_seat) => {
                let square = Square(to as u16);
                for (kind, squares) in &by_seat[seat as usize] {
                    if squares.binary_search(&square).is_ok() {
                        kinds.push(kind.0);
                    }
                }
            }
            PromotionChoice::FromPool { pieces, appears, .. } => {
                let own = self.engine.tables.types.all[ty].kind;
                for kind in 0..self.engine.book.kinds.len() {
                    // A captured king never comes back.
                    if st.pool[seat as usize][kind] > 0
                        && self.engine.book.kinds[kind].role != Role::Royal
                        && pieces >> kind & 1 != 0
                        && self.appears_at(st, *appears, PoolExchange { seat, own: own.0, kind: kind as u8, from, to })
                            != NOWHERE
                    {
                        kinds.push(kind as u8);
                    }
                }
            }
        }
        if !rule.forced || kinds.count == 0 && !forbids_staying(&rule.choice) {
            kinds.push(NOBODY);
        }
        kinds
    }

    /// Returns the kinds for which a piece that waits on its square can be exchanged. An exchange for a piece of its own
    /// kind on the same square would change nothing, so it is no move.
    pub fn waiting_kinds(self, st: &State<W, T, N>, seat: u8, ty: usize, square: usize) -> KindList {
        let all = self.promotion_kinds(st, seat, ty, square, square);
        let mut kinds = KindList { list: [NOBODY; 32], count: 0 };
        let own = self.engine.tables.types.all[ty].kind.0;
        for kind in all.as_slice().iter().filter(|it| **it != NOBODY) {
            if *kind != own || !self.stays_by_exchange(st, (seat, ty), square) {
                kinds.push(*kind);
            }
        }
        kinds
    }

    /// Reports whether an exchange for a piece of the same kind would leave everything as it is.
    fn stays_by_exchange(self, st: &State<W, T, N>, (seat, ty): (u8, usize), square: usize) -> bool {
        let rule = self.engine.tables.promotion[self.engine.tables.piece_index(ty, seat)][square];
        let choice = self.engine.book.promotions.get(rule as usize).map(|it| &it.choice);
        let Some(PromotionChoice::FromPool { appears, pays: Pays::JoinsPool, .. }) = choice else { return false };
        let own = self.engine.tables.types.all[ty].kind.0;
        let exchange = PoolExchange { seat, own, kind: own, from: square, to: square };
        self.appears_at(st, *appears, exchange) as usize == square
    }

    /// Returns the promotion rule that applies if rules depend on the captured piece. `first` is the first
    /// one that fits the piece and the squares. `there` is the type of the piece on arrival.
    #[inline(never)]
    fn promotion_by_capture(
        self,
        st: &State<W, T, N>,
        (seat, ty, there): (u8, usize, usize),
        (from, to): (usize, usize),
        first: u8,
    ) -> u8 {
        // No piece captures a blocker.
        let captured = self.captured(st, EngineMove::plain(from, to), ty);
        let captured = captured.filter(|it| it.seat != self.engine.tables.n_seats);
        let cx = TestContext { owner: seat, ..TestContext::of(seat) };
        let kind = self.engine.tables.types.all[there].kind;
        let rules = self.engine.book.promotions.iter().enumerate().skip(usize::from(first));
        let fits = |it: &(usize, &Promotion)| {
            let leaves = |place| self.place_fits(st, place, ty, seat, from, &cx);
            let takes = |test| {
                captured.is_some_and(|it| self.piece_fits(st, test, it.ty as usize, it.seat, it.square as usize, &cx))
            };
            it.1.pieces >> kind.0 & 1 != 0
                && (self.place_fits(st, &it.1.on, there, seat, to, &cx) || it.1.leaving.as_ref().is_some_and(leaves))
                && it.1.captures.as_ref().is_none_or(takes)
        };
        rules.into_iter().find(fits).map_or(NOBODY, |it| it.0 as u8)
    }

    /// Reports whether the piece is on a square where it waits for a captured piece to exchange
    /// for. Only the promotion rule of its own square counts.
    pub fn waits_for_pool(self, seat: u8, ty: usize, square: usize) -> bool {
        let rule = self.engine.tables.promotion[self.engine.tables.piece_index(ty, seat)][square];
        let choice = self.engine.book.promotions.get(rule as usize).map(|it| &it.choice);
        matches!(choice, Some(PromotionChoice::FromPool { if_none: IfNone::StaysAndWaits, .. }))
    }

    /// Reports whether a move of a piece of a type is a promotion that is a move of its own.
    #[inline(always)]
    pub fn is_promotion_move(self, mv: EngineMove, ty: usize) -> bool {
        mv.is_promotion() && self.engine.plan.promoting_types >> ty & 1 != 0
    }

    /// Returns the type of the new piece of such a promotion, before its step.
    #[inline(never)]
    pub fn new_type(self, seat: u8, ty: usize, from: usize, kind: u8) -> usize {
        let facing = self.engine.tables.types.facing(ty, SeatId(seat), Square(from as u16));
        self.type_of_new_piece((seat, kind), facing, from)
    }

    fn type_of_new_piece(self, (seat, kind): (u8, u8), facing: Heading, square: usize) -> usize {
        let (kinds, types) = (self.engine.book.kinds.len(), &self.engine.tables.types);
        let new = self.engine.tables.promoted[seat as usize * kinds + kind as usize][square];
        if new != NOBODY {
            return new as usize;
        }
        let moved = self.engine.book.kinds[kind as usize].has_initial;
        let exact = types.find(PieceType { kind: KindId(kind), tags: 0, moved, facing: Some(facing) });
        debug_assert!(exact.is_some(), "a promotion leads to a facing that the kind can have");
        exact.or_else(|| types.all.iter().position(|it| it.kind.0 == kind)).unwrap_or(0)
    }

    /// Returns the type of the new piece of such a promotion, after its step.
    #[inline(never)]
    pub fn type_after_promotion_move(self, st: &State<W, T, N>, mv: EngineMove, ty: usize) -> usize {
        let (from, to) = (mv.from as usize, mv.to as usize);
        let new = self.new_type(st.turn, ty, from, mv.promotion);
        if from == to {
            return new;
        }
        let done = MoveEffect { mv, ty: ty as u8, captured: None, kings_destroyed: 0 };
        let facing = self.engine.tables.types.facing(new, SeatId(st.turn), Square(mv.from));
        let effect = self.free_route_effects(st, done, st.turn).into_iter().next();
        let facing = effect.map_or(facing, |it| it.1.apply(facing, self.engine.book.board.headings));
        self.type_of_new_piece((st.turn, mv.promotion), facing, to)
    }

    /// Returns the type of a piece on arrival, before it earns any tags on the way. The piece has
    /// moved, and the first open route determines its facing.
    pub fn type_on_arrival(self, st: &State<W, T, N>, ty: usize, seat: u8, mv: EngineMove) -> usize {
        if self.is_promotion_move(mv, ty) {
            return self.type_after_promotion_move(st, mv, ty);
        }
        if self.stays(st, mv, ty) {
            return ty;
        }
        let Some(by_square) = &self.engine.tables.type_changes[self.engine.tables.piece_index(ty, seat)] else {
            return ty;
        };
        let change = by_square[mv.from as usize].iter().find(|it| it.to == mv.to && mv.from != mv.to);
        let Some(change) = change else { return ty };
        let mut piece = self.engine.tables.types.all[ty];
        let mut facing = change.facing;
        if change.unsure
            && let Some(was) = piece.facing
        {
            let done = MoveEffect { mv, ty: ty as u8, captured: self.captured(st, mv, ty), kings_destroyed: 0 };
            let first = self.free_route_effects(st, done, seat).into_iter().next();
            facing = first.map_or(facing, |it| it.1.apply(was, self.engine.book.board.headings));
        }
        piece.moved = self.engine.book.kinds[piece.kind.index()].has_initial;
        piece.facing = piece.facing.map(|_| facing);
        let types = &self.engine.tables.types;
        let earns =
            |it: &PieceType| it.tags & piece.tags == piece.tags && PieceType { tags: piece.tags, ..*it } == piece;
        types.find(piece).or_else(|| types.all.iter().position(earns)).unwrap_or(ty)
    }

    /// Returns the square on which a piece from a pool appears, or [`NOWHERE`] if there is none.
    /// The promoting pawn has already left `from`.
    pub fn appears_at(self, st: &State<W, T, N>, appears: Appears, exchange: PoolExchange) -> u16 {
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
        let setup = self.engine.book.setup.iter().flatten();
        setup
            .filter(|(owner, what, _)| owner.0 == seat && what.0 == kind)
            .map(|it| it.2.0)
            .filter(|square| !occupied.has(*square as usize))
            .min()
            .unwrap_or(NOWHERE)
    }
}
