//! Gating: pieces that enter from the pool of a player, with the move of another piece.

use super::explain::Why;
use super::roles::{Roles, has};
use super::{Shot, State};
use std::collections::BTreeMap;
use threefold_engine::board::Square;
use threefold_engine::policy::GateOpens;
use threefold_engine::rulebook::{KindId, PromotionChoice, SeatId};
use threefold_engine::rules::{Gate, Move, Piece};

impl State {
    /// Reports whether the first moves of pieces of a kind can let another piece enter.
    fn opens_at_first(&self, kind: KindId) -> bool {
        let opens = self.book.gating().is_some_and(|it| {
            it.opens() == GateOpens::FirstMove && it.by().kind().is_none_or(|kinds| has(kinds, kind))
        });
        opens && self.book.setup().into_iter().flatten().any(|it| it.1 == kind)
    }

    /// Returns a piece of a kind as it enters from the pool: it faces as its player's pieces do at the start, and its
    /// next move lets no other piece enter.
    pub fn entering(&self, seat: SeatId, kind: KindId) -> Piece {
        let mut piece = Piece::new(seat, kind);
        piece.moved = self.opens_at_first(kind);
        if has(self.ways.facing, kind) {
            piece.facing = Some(self.book.seats()[seat.index()].faces());
        }
        piece
    }

    fn has_in_pool(&self, seat: SeatId, kind: KindId) -> bool {
        self.pool.get(&(seat, kind)).is_some_and(|it| *it > 0)
    }

    /// Reports whether the move of the piece on a square lets another piece enter there.
    fn opens_gate(&self, square: Square) -> bool {
        let (Some(rule), Some(piece)) = (self.book.gating(), self.at(square)) else { return false };
        let at_home = || self.book.setup().into_iter().flatten().any(|it| *it == (piece.seat, piece.kind, square));
        let is_first = rule.opens() == GateOpens::EveryMove || !piece.moved && at_home();
        is_first && self.is_such(rule.by(), square, &piece, &Roles::of(piece.seat))
    }

    /// Reports whether some move of a player might let a piece enter.
    pub fn may_let_enter(&self, seat: SeatId) -> bool {
        let kinds = (0..self.book.kinds().len() as u8).map(KindId);
        let enters = |it: &KindId| self.book.gating().is_some_and(|rule| has(rule.pieces(), *it));
        let holds = kinds.filter(enters).any(|it| self.has_in_pool(seat, it));
        holds && self.all_pieces().into_iter().any(|it| it.1.seat == seat && self.opens_gate(it.0))
    }

    /// Returns the square on which a piece enters with a move; `None` if the move does not leave it.
    fn gate_square(&self, shot: &Shot, on_rook_square: bool) -> Option<Square> {
        let castling = shot.castling.map(|it| &self.book.castlings()[it as usize]);
        match castling {
            None if on_rook_square || shot.from == shot.to => None,
            None => Some(shot.from),
            Some(castle) => {
                let left = if on_rook_square { castle.rook().0 } else { castle.king().0 };
                Some(left).filter(|it| ![castle.king().1, castle.rook().1].contains(it))
            }
        }
    }

    /// Returns the pieces that may enter with a move, legality aside.
    fn gates(&self, shot: &Shot) -> Vec<Gate> {
        let Some(rule) = self.book.gating().filter(|_| shot.drop.is_none()) else { return Vec::new() };
        if self.at(shot.from).is_some_and(|it| self.stays(&it, shot.takes)) {
            return Vec::new();
        }
        let seat = self.at(shot.from).map_or(self.turn, |it| it.seat);
        let kinds = (0..self.book.kinds().len() as u8).map(KindId);
        let kinds: Vec<KindId> = kinds.filter(|it| has(rule.pieces(), *it) && self.has_in_pool(seat, *it)).collect();
        let is_open = |it: &bool| self.gate_square(shot, *it).is_some_and(|it| self.opens_gate(it));
        let sides = [false, true].into_iter().filter(is_open);
        sides.flat_map(|on_rook_square| kinds.iter().map(move |kind| Gate { on_rook_square, kind: *kind })).collect()
    }

    /// Adds the moves with pieces that enter to legal moves. `possible` are the candidates of these moves.
    pub fn add_gates(&self, legal: &mut BTreeMap<Move, Shot>, possible: &[(Move, Shot)]) {
        for (mv, shot) in possible.iter().filter(|it| it.0.promotion().is_none()) {
            // A move has to be legal without the piece, too.
            if legal.get(mv).is_none_or(|it| it.takes != shot.takes) {
                continue;
            }
            for gate in self.gates(shot) {
                let with = Shot { gate: Some(gate), ..shot.clone() };
                // The piece that enters leaves less room for a blocker.
                if shot.placed.is_some_and(|it| !self.placements(&with, None).contains(&it)) {
                    continue;
                }
                if !legal.contains_key(&mv.gating(gate)) && self.verdict(&with, None).is_ok() {
                    legal.insert(mv.gating(gate), with);
                }
            }
        }
    }

    /// Explains why a piece may not enter with a move that is legal without it.
    pub fn explain_gate(&self, mv: Move, gate: Gate) -> Result<(), Why> {
        let is_known = self.book.gating().is_some_and(|it| has(it.pieces(), gate.kind));
        if is_known && !self.has_in_pool(self.turn, gate.kind) {
            return Err(Why::not_in_pool());
        }
        let (from, to) = (mv.origin().expect("an origin"), mv.destination().expect("a destination"));
        let tries = self.tries(from).into_iter().filter(|it| (it.to, it.castling) == (to, mv.castling()));
        let takes = tries.filter_map(|it| it.result.ok()).find_map(|it| it.takes);
        let shot = Shot { takes, castling: mv.castling(), ..Shot::still(from, to) };
        let is_open = mv.promotion().is_none() && self.gates(&shot).contains(&gate);
        let rook = mv.castling().map(|it| self.book.castlings()[it as usize].rook().0);
        let square = rook.filter(|_| gate.on_rook_square).unwrap_or(shot.from);
        if is_open { Ok(()) } else { Err(Why::gate_closed(square)) }
    }

    /// Puts the piece that enters with a move on its square, after everything else that the move does.
    pub fn open_gate(&mut self, before: &State, shot: &Shot) {
        let Some(gate) = shot.gate else { return };
        let seat = before.at(shot.from).expect("a piece moves").seat;
        let square = before.gate_square(shot, gate.on_rook_square).expect("the move leaves the square");
        *self.pool.entry((seat, gate.kind)).or_default() -= 1;
        self.pieces[square.index()] = Some(self.entering(seat, gate.kind));
        self.lapse_gate(seat);
    }

    /// Counts all pieces of a player as moved if no piece can enter any more, and nothing else depends on it.
    pub fn lapse_gate(&mut self, seat: SeatId) {
        let book = self.book.clone();
        let Some(rule) = book.gating() else { return };
        let mut kinds = (0..book.kinds().len() as u8).map(KindId).filter(|it| has(rule.pieces(), *it));
        let joins = |it: &KindId| has(book.owner_keeps(), *it) || has(book.capturer_keeps(), *it);
        let is_paid = |it: &KindId| {
            book.promotions().iter().any(|rule| {
                let joins = matches!(rule.choice(), PromotionChoice::FromPool { pays, .. }
                    if *pays == threefold_engine::policy::Pays::JoinsPool);
                joins && has(rule.pieces(), *it)
            })
        };
        if kinds.any(|it| self.has_in_pool(seat, it) || joins(&it) || is_paid(&it)) {
            return;
        }
        for piece in self.pieces.iter_mut().flatten().filter(|it| it.seat == seat) {
            let kind = &book.kinds()[piece.kind.index()];
            let has_first_moves = kind.movement().atoms().iter().any(|it| it.initial());
            piece.moved |= kind.has_initial() && !has_first_moves;
        }
    }
}
