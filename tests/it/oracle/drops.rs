//! Drops: pieces that enter from the pool of a player.

use super::explain::Why;
use super::geometry::links;
use super::roles::{Roles, has};
use super::{Deed, Shot, State};
use petgraph::graph::NodeIndex;
use std::collections::BTreeSet;
use threefold::board::Square;
use threefold::policy;
use threefold::rulebook::{Drop, KindId, SeatId};
use threefold::rules::{Move, Piece};

impl State {
    fn drop_rule(&self, kind: KindId) -> Option<&Drop> {
        let gives = |it: &&Drop| match it.becomes() {
            [] => has(it.pieces(), kind),
            kinds => kinds.contains(&kind),
        };
        self.book.drops().iter().find(gives)
    }

    /// Returns the kind that a piece has in the pool before it is dropped as `kind`.
    fn kind_in_pool(&self, kind: KindId) -> KindId {
        match self.drop_rule(kind) {
            Some(rule) if !rule.becomes().is_empty() => KindId(rule.pieces().trailing_zeros() as u8),
            _ => kind,
        }
    }

    fn held(&self, seat: SeatId, kind: KindId) -> u32 {
        self.pool.get(&(seat, self.kind_in_pool(kind))).copied().unwrap_or(0)
    }

    /// Reports whether a player who can drop a piece of a kind must drop one.
    pub fn is_forced_drop(&self, mv: &Move) -> bool {
        mv.dropped().is_some_and(|it| self.drop_rule(it).is_some_and(|it| it.forced()))
    }

    /// Returns a piece of a kind as it enters: it faces as its player's pieces do at the start.
    fn entering(&self, seat: SeatId, kind: KindId) -> Piece {
        let mut piece = Piece::new(seat, kind);
        if has(self.ways.facing, kind) {
            piece.facing = Some(self.book.seats()[seat.index()].faces());
        }
        piece
    }

    /// Returns the drops of a player before bans and king safety are tested.
    pub fn drops(&self, seat: SeatId) -> Vec<Shot> {
        let mut all = Vec::new();
        for kind in (0..self.book.kinds().len() as u8).map(KindId) {
            for to in self.board().squares() {
                let fits = self.held(seat, kind) > 0 && self.at(to).is_none() && self.try_drop(seat, kind, to).is_ok();
                if fits {
                    all.push(Shot { drop: Some(self.entering(seat, kind)), ..Shot::still(to, to) });
                }
            }
        }
        all
    }

    /// Tests the square of a drop, apart from whether it is empty.
    fn try_drop(&self, seat: SeatId, kind: KindId, to: Square) -> Result<(), Why> {
        let Some(rule) = self.drop_rule(kind) else { return Err(Why::no_such_movement()) };
        let piece = self.entering(seat, kind);
        let roles = Roles::of(seat);
        let may = rule.on().is_none_or(|it| self.is_in(it, to, &piece, &roles));
        let may_not = rule.not_on().is_some_and(|it| self.is_in(it, to, &piece, &roles));
        if !may || may_not {
            return Err(Why::no_drop_there(to));
        }
        let info = |it: Square| &self.board().graph()[NodeIndex::new(it.index())];
        let file = |it: Square| (info(it).patch(), info(it).file());
        let same = self.all_pieces().into_iter().filter(|it| it.1.seat == seat && it.1.kind == kind);
        let on_file = same.filter(|it| file(it.0) == file(to)).count();
        if rule.most_on_file().is_some_and(|most| on_file >= usize::from(most)) {
            return Err(Why::file_full(to));
        }
        if let Some(test) = rule.beside() {
            let around: Vec<Square> = links(self.board(), to).into_iter().map(|it| it.to).collect();
            let mut near = self.all_pieces().into_iter().filter(|it| it.0 != to && around.contains(&it.0));
            if !near.any(|it| self.is_such(test, it.0, &it.1, &roles)) {
                return Err(Why::drop_not_beside(to));
            }
        }
        let mut dropped = self.clone();
        dropped.pieces[to.index()] = Some(piece);
        match rule.must_convert() && dropped.converted_at(to, seat).is_empty() {
            true => Err(Why::drop_converts_nothing(to)),
            false => Ok(()),
        }
    }

    /// Returns the position after a drop.
    pub fn apply_drop(&self, piece: Piece, to: Square) -> (State, Deed) {
        let mut next = self.clone();
        *next.pool.entry((piece.seat, self.kind_in_pool(piece.kind))).or_default() -= 1;
        next.pieces[to.index()] = Some(piece);
        let deed = Deed {
            mover: piece.seat,
            to,
            before: (to, piece),
            arrived: piece,
            after: (to, piece),
            captured: None,
            king_captured: None,
            destroyed: Vec::new(),
            kings_destroyed: Vec::new(),
            lines: BTreeSet::new(),
        };
        next.convert(&deed);
        next.age_passing(None, &Shot::still(to, to), &deed);
        let resets = |it: policy::Resets| self.book.resets().contains(&it);
        let is_loud = resets(policy::Resets::PawnMove) && self.is_pawn(&piece);
        let counts = !self.book.resets().is_empty();
        next.quiet = if is_loud { 0 } else { self.quiet + u32::from(counts) };
        (next, deed)
    }

    /// Tests that a drop that may not give checkmate mates no opponent.
    pub fn mates_by_no_barred_drop(&self, after: &State, piece: &Piece) -> Result<(), Why> {
        let may = self.answering || self.drop_rule(piece.kind).is_none_or(|it| it.mate() == policy::DropMate::Allowed);
        let is_mated = |seat: &SeatId| {
            *seat != piece.seat && after.is_living(*seat) && after.counted(*seat).contains(&piece.seat) && {
                let turned = State { turn: *seat, answering: true, ..after.clone() };
                turned.is_check(*seat) && !turned.has_answer(*seat)
            }
        };
        match !may && self.book.seat_ids().any(|it| is_mated(&it)) {
            true => Err(Why::drop_mate()),
            false => Ok(()),
        }
    }

    /// Reports whether a player has a legal move; stops at the first.
    fn has_answer(&self, seat: SeatId) -> bool {
        let possible = self.possible(seat);
        let takes = |mv: &Move| possible.iter().any(|it| it.0 == *mv && it.1.takes.is_some());
        let is_meant = |mv: &Move, shot: &Shot| shot.takes.is_some() || !takes(mv);
        possible.iter().any(|(mv, shot)| is_meant(mv, shot) && self.verdict(shot, mv.promotion()).is_ok())
    }

    /// Explains a drop, legal or not.
    pub fn explain_drop(&self, mv: Move, kind: KindId) -> Result<(), Why> {
        let to = mv.destination();
        if !self.is_living(self.turn) {
            return Err(Why::player_eliminated());
        }
        if self.drop_rule(kind).is_none() {
            return Err(Why::no_such_movement());
        }
        if self.held(self.turn, kind) == 0 {
            return Err(Why::not_in_pool());
        }
        let tried = self.try_drop(self.turn, kind, to);
        let is_blocked = self.at(to).is_some() && tried.as_ref().err().is_none_or(|it| it.stage > 2);
        if is_blocked {
            return Err(Why::blocked(to));
        }
        tried?;
        self.verdict(&Shot { drop: Some(self.entering(self.turn, kind)), ..Shot::still(to, to) }, None)
    }
}
