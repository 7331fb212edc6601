//! Promotions that are moves of their own, and rights to first moves that other pieces end.

use super::explain::Why;
use super::geometry::{Way, facing_after};
use super::roles::{Roles, has};
use super::settle::Repeated;
use super::tests::View;
use super::{Shot, State};
use std::rc::Rc;
use threefold_engine::board::Square;
use threefold_engine::policy::{PromotionAttack, PromotionStep};
use threefold_engine::rulebook::{Hop, KindId, PromotionMove, SeatId};
use threefold_engine::rules::{Move, Piece};

impl State {
    /// Reports whether a move is a promotion of its own, by the kind of its piece.
    pub fn is_promotion_move(&self, mv: Move) -> bool {
        let piece = mv.origin().and_then(|it| self.at(it));
        let may = |kind: KindId| self.book.promotion_moves().iter().any(|it| has(it.pieces(), kind));
        mv.promotion().is_some() && mv.castling().is_none() && piece.is_some_and(|it| may(it.kind))
    }

    /// Returns the first rule that fits a piece on its square.
    fn promotion_rule(&self, from: Square, piece: &Piece) -> Option<&PromotionMove> {
        let roles = Roles::of(piece.seat);
        let view = || View { roles, deed: None, repeated: Repeated::default() };
        self.book.promotion_moves().iter().find(|it| {
            has(it.pieces(), piece.kind)
                && it.on().is_none_or(|on| self.is_in(on, from, piece, &roles))
                && it.count().is_none_or(|count| self.count_holds(count, &mut view()))
        })
    }

    /// Returns the new piece before its step.
    fn new_piece(&self, piece: &Piece, kind: KindId) -> Piece {
        let moved = self.book.kinds()[kind.index()].has_initial();
        let facing = piece.facing.filter(|_| has(self.ways.facing, kind));
        Piece { kind, tags: 0, moved, facing, ..*piece }
    }

    fn is_full(&self, rule: &PromotionMove, seat: SeatId, kind: KindId) -> bool {
        let own = self.all_pieces().into_iter().filter(|it| it.1.seat == seat && it.1.kind == kind).count();
        rule.most().is_some_and(|most| own >= usize::from(most))
    }

    /// Returns the ways of the new piece that its rule allows.
    fn new_ways(&self, rule: &PromotionMove, from: Square, new: &Piece) -> Vec<Rc<Way>> {
        if rule.step() == PromotionStep::None {
            return Vec::new();
        }
        let atoms = self.book.kinds()[new.kind.index()].movement().atoms();
        let fits = |it: &&Rc<Way>| atoms[it.atom].quiet() && !(atoms[it.atom].initial() && new.moved) && it.to != from;
        self.ways.of(new, from).iter().filter(fits).cloned().collect()
    }

    /// Tells why the new piece cannot go a way.
    fn step_of_new_piece(&self, from: Square, new: &Piece, way: &Way) -> Result<(), Why> {
        if let Some(at) = way.passes.iter().find(|it| self.is_taken(**it)) {
            return Err(Why::blocked(*at));
        }
        if let Some((hop, before)) = way.hop.as_ref().filter(|_| !self.is_clear(way, new)) {
            let pieces: Vec<Square> = before.iter().copied().filter(|it| self.is_taken(*it)).collect();
            let is_misplaced = *hop == Hop::Behind && before.last() != pieces.first();
            return Err(match pieces[..] {
                [only] if !is_misplaced => Why::wrong_hurdle(only),
                _ => Why::no_hurdle(),
            });
        }
        if self.is_taken(way.to) {
            return Err(Why::blocked(way.to));
        }
        if self.permission(from, new, way).quiet { Ok(()) } else { Err(Why::barrier("move")) }
    }

    /// Returns the open ways of the new piece to the end of a move.
    pub fn open_new_ways(&self, shot: &Shot, new: &Piece) -> Vec<Rc<Way>> {
        let Some(rule) = self.at(shot.from).and_then(|it| self.promotion_rule(shot.from, &it)) else {
            return Vec::new();
        };
        let ways = self.new_ways(rule, shot.from, new).into_iter().filter(|it| it.to == shot.to);
        ways.filter(|it| self.step_of_new_piece(shot.from, new, it).is_ok()).collect()
    }

    /// Returns the new piece where its step ends.
    pub fn arrived_new(&self, shot: &Shot, new: Piece) -> Piece {
        let Some(way) = self.open_new_ways(shot, &new).into_iter().next().filter(|_| shot.way.is_some()) else {
            return new;
        };
        Piece { facing: new.facing.and_then(|_| facing_after(&way, &new, self.board())), ..new }
    }

    /// Returns the first piece of an opponent that the new piece attacks although it may not, or the first king in check.
    fn attacked_at_once(&self, rule: &PromotionMove, shot: &Shot) -> Option<Square> {
        let seat = self.at(shot.from)?.seat;
        let (after, deed) = self.apply_pieces(shot, shot.becomes.map(|it| it.kind));
        let foes: Vec<SeatId> =
            self.living().into_iter().filter(|it| *it != seat && !self.are_partners(seat, *it)).collect();
        let mut pieces = after.all_pieces().into_iter().filter(|it| foes.contains(&it.1.seat)).map(|it| it.0);
        let (at, piece) = deed.after;
        if rule.attack() == PromotionAttack::Allowed {
            return None;
        }
        let is_checked = |it: &&SeatId| after.counted(**it).contains(&seat) && !after.attackers(seat, **it).is_empty();
        let checked = || foes.iter().find(is_checked).and_then(|it| after.kings(*it).first().copied());
        pieces.find(|it| after.reaches(at, &piece, *it)).or_else(checked)
    }

    /// Returns the candidates of a player.
    pub fn promotion_moves(&self, seat: SeatId) -> Vec<(Move, Shot)> {
        let mut all = Vec::new();
        for (from, piece) in self.all_pieces().into_iter().filter(|it| it.1.seat == seat) {
            let Some(rule) = self.promotion_rule(from, &piece) else { continue };
            for kind in rule.becomes().iter().copied().filter(|it| !self.is_full(rule, seat, *it)) {
                let new = self.new_piece(&piece, kind);
                let mut shots = vec![Shot { becomes: Some(new), ..Shot::still(from, from) }];
                for way in self.new_ways(rule, from, &new) {
                    if self.step_of_new_piece(from, &new, &way).is_ok() {
                        shots.push(Shot { becomes: Some(new), way: Some(way.clone()), ..Shot::still(from, way.to) });
                    }
                }
                shots.retain(|it| self.attacked_at_once(rule, it).is_none());
                all.extend(shots.into_iter().map(|it| (it.as_move(Some(kind)), it)));
            }
        }
        all
    }

    /// Explains whether such a promotion is legal, and if not, why.
    pub fn explain_promotion_move(&self, mv: Move, piece: &Piece) -> Result<(), Why> {
        let (from, to) = (mv.origin().expect("an origin"), mv.destination().expect("a destination"));
        let kind = mv.promotion().expect("a promotion");
        let Some(rule) = self.promotion_rule(from, piece).filter(|it| it.becomes().contains(&kind)) else {
            return Err(Why::no_such_promotion());
        };
        if self.is_full(rule, piece.seat, kind) {
            return Err(Why::promotion_limit());
        }
        let new = self.new_piece(piece, kind);
        let mut best = Why::no_such_movement();
        let mut shots = Vec::new();
        if from == to {
            shots.push(Shot { becomes: Some(new), ..Shot::still(from, from) });
        }
        for way in self.new_ways(rule, from, &new).into_iter().filter(|it| it.to == to) {
            match self.step_of_new_piece(from, &new, &way) {
                Ok(()) => shots.push(Shot { becomes: Some(new), way: Some(way), ..Shot::still(from, to) }),
                Err(why) if why.stage > best.stage => best = why,
                Err(_) => {}
            }
        }
        let Some(first) = shots.first() else { return Err(best) };
        if let Some(at) = self.attacked_at_once(rule, first) {
            return Err(Why::promotion_attacks(at));
        }
        let placed = |it: &Shot| Shot { placed: mv.placed(), ..it.clone() };
        let mut verdicts: Vec<Result<(), Why>> = shots.iter().map(|it| self.verdict(&placed(it), Some(kind))).collect();
        if verdicts.iter().any(Result::is_ok) { Ok(()) } else { verdicts.swap_remove(0) }
    }
}

impl State {
    /// Ends the rights to first moves that the piece on the destination of a move disturbs.
    pub fn disturb(&mut self, to: Square, mover: SeatId) {
        let Some(by) = self.at(to).filter(|it| it.seat == mover) else { return };
        let book = self.book.clone();
        for (square, piece) in self.all_pieces() {
            let kind = &book.kinds()[piece.kind.index()];
            let is_open =
                piece.seat != mover && kind.has_initial() && !piece.moved && has(kind.disturbed_by(), by.kind);
            if is_open && self.aims(to, &by, square) {
                self.pieces[square.index()] = Some(Piece { moved: true, ..piece });
            }
        }
    }

    /// Reports whether a piece could capture on a square if the board were empty.
    fn aims(&self, from: Square, piece: &Piece, at: Square) -> bool {
        let atoms = self.book.kinds()[piece.kind.index()].movement().atoms();
        let captures = |it: &&Rc<Way>| atoms[it.atom].capture() && !(atoms[it.atom].initial() && piece.moved);
        let mut ways = self.ways.of(piece, from).iter().filter(|it| it.to == at && it.hop.is_none()).filter(captures);
        ways.any(|it| self.permission(from, piece, it).attack)
    }
}
