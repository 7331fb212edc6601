//! Applies a move to the board, and eliminates players.

use super::geometry::{Way, facing_after};
use super::roles::{Roles, has};
use super::{Deed, Shot, State};
use std::collections::BTreeSet;
use std::rc::Rc;
use threefold_engine::board::Square;
use threefold_engine::policy;
use threefold_engine::rulebook::{Castling, KindId, PromotionChoice, SeatId};
use threefold_engine::rules::{EnPassantRight, Piece};

impl State {
    /// Returns the position in which a move is judged. The owner of a captured king is already
    /// eliminated if that happens first, and barriers have opened. The turn has not passed.
    pub fn apply(&self, shot: &Shot, promotion: Option<KindId>) -> (State, Deed) {
        let (mut next, deed) = self.apply_pieces(shot, promotion);
        if self.book.check().judged() == policy::Judged::AfterEliminations {
            // The army changes hands only when the outcome occurs.
            for seat in self.kings_lost(&deed).into_iter().filter(|it| *it != deed.mover) {
                if next.is_living(seat) {
                    next.eliminate(seat, None);
                }
            }
        }
        next.open_vacated();
        next.derive_barriers();
        (next, deed)
    }

    /// Reports whether a pool contains pieces of a kind.
    fn is_held(&self, kind: KindId) -> bool {
        self.book.has_pool() && has(self.book.pool_pieces(), kind)
    }

    /// Returns the position after a move, before eliminations and before barriers open.
    pub fn apply_pieces(&self, shot: &Shot, promotion: Option<KindId>) -> (State, Deed) {
        if let Some(piece) = shot.drop {
            let (mut next, deed) = self.apply_drop(piece, shot.to);
            next.place_blocker(shot);
            return (next, deed);
        }
        if let Some(seat) = shot.pass {
            return self.apply_pass(seat, shot);
        }
        let mut next = self.clone();
        let piece = self.at(shot.from).expect("a piece moves");
        let captured = shot.takes.and_then(|it| next.pieces[it.index()].take().map(|piece| (it, piece)));
        next.pieces[shot.from.index()] = None;
        if let Some((_, captured)) = captured {
            next.record_loss(&captured, piece.seat);
        }
        let stays = self.stays(&piece, shot.takes);
        let arrived = self.arrived(shot);
        let mut moved = arrived;
        let on_arrival = promotion.filter(|_| shot.becomes.is_none());
        let lands = on_arrival.map_or(shot.to, |kind| next.promote(&mut moved, kind, shot.to));
        moved.moved = self.book.kinds()[moved.kind.index()].has_initial();
        let (arrived, moved, lands) = if stays { (piece, piece, shot.from) } else { (arrived, moved, lands) };
        next.pieces[lands.index()] = Some(moved);
        if let Some(index) = shot.castling {
            let castling = &self.book.castlings()[index as usize];
            next.put_rook(castling, self.at(castling.rook().0));
            next.pieces[lands.index()] = Some(moved);
        }
        let is_king = |it: &Piece| self.is_royal(it) && self.is_living(it.seat) && !self.can_spare_king(it.seat);
        let king_captured = captured.filter(|it| is_king(&it.1)).map(|it| it.1.seat);
        let mut deed = Deed {
            mover: piece.seat,
            is_pass: false,
            stays,
            to: shot.to,
            before: (shot.from, piece),
            arrived,
            after: (lands, moved),
            captured,
            king_captured,
            destroyed: Vec::new(),
            kings_destroyed: Vec::new(),
            lines: self.lines_crossed(shot),
        };
        if !stays {
            self.mark(&mut next, &mut deed, promotion.is_some());
        }
        next.explode(&mut deed);
        next.convert(&deed);
        next.drop_rights(&deed, shot.castling);
        let passed = self.square_passed(shot).filter(|_| promotion.is_none());
        next.age_passing(passed, shot, &deed);
        let resets = |it: policy::Resets| self.book.resets().contains(&it);
        let is_loud = resets(policy::Resets::Capture) && captured.is_some()
            || resets(policy::Resets::PawnMove) && self.is_pawn(&piece);
        let counts = !self.book.resets().is_empty();
        next.quiet = if is_loud { 0 } else { self.quiet + u32::from(counts) };
        next.disturb(shot.to, piece.seat);
        next.open_gate(self, shot);
        if promotion.is_some() {
            next.lapse_gate(piece.seat);
        }
        next.place_blocker(shot);
        (next, deed)
    }

    /// Puts a captured piece into the pools, and counts its value.
    pub fn record_loss(&mut self, captured: &Piece, by: SeatId) {
        let book = self.book.clone();
        let kind = &book.kinds()[captured.kind.index()];
        if self.counts_losses() {
            self.lost[captured.seat.index()] += kind.value();
        }
        let joins = kind.captured_as();
        if has(self.book.owner_keeps(), joins) {
            *self.pool.entry((captured.seat, joins)).or_default() += 1;
        }
        if has(self.book.capturer_keeps(), joins) && captured.seat != by {
            *self.pool.entry((by, joins)).or_default() += 1;
        }
    }

    /// Returns the piece at the end of its route: it has moved, and the first open route has
    /// changed its facing. A piece that is exchanged on its square has no route.
    pub fn arrived(&self, shot: &Shot) -> Piece {
        let mut piece = self.at(shot.from).expect("a piece moves");
        if let Some(new) = shot.becomes {
            return self.arrived_new(shot, new);
        }
        if shot.way.is_some() {
            piece.moved = self.book.kinds()[piece.kind.index()].has_initial();
        }
        if let Some(way) = piece.facing.and_then(|_| self.first_open(shot).or_else(|| self.first_way(shot))) {
            piece.facing = facing_after(&way, &piece, self.board());
        }
        piece
    }

    /// Returns the first route of the same move even if none is open, because the refusal needs
    /// a route.
    fn first_way(&self, shot: &Shot) -> Option<Rc<Way>> {
        shot.way.as_ref()?;
        let tries = self.tries(shot.from).into_iter();
        tries.filter(|it| it.to == shot.to && it.castling == shot.castling).find_map(|it| it.way)
    }

    /// Returns the first open route of the same move. The piece arrives with the headings of
    /// this route.
    fn first_open(&self, shot: &Shot) -> Option<Rc<Way>> {
        shot.way.as_ref()?;
        let tries = self.tries(shot.from).into_iter().filter(|it| it.to == shot.to && it.castling == shot.castling);
        tries.filter_map(|it| it.result.ok()).filter(|it| it.takes == shot.takes).find_map(|it| it.way)
    }

    /// Returns the lines that every open route of the same move crosses.
    fn lines_crossed(&self, shot: &Shot) -> BTreeSet<u16> {
        if !shot.way.iter().flat_map(|it| &it.steps).any(|it| !it.link.lines().is_empty()) {
            return BTreeSet::new();
        }
        let tries = self.tries(shot.from).into_iter().filter(|it| it.to == shot.to && it.castling == shot.castling);
        let open = tries.filter_map(|it| it.result.ok()).filter(|it| it.takes == shot.takes).filter_map(|it| it.way);
        let ways = match shot.becomes {
            Some(new) => self.open_new_ways(shot, &new),
            None => open.collect(),
        };
        let lines = |it: Rc<Way>| it.steps.iter().flat_map(|it| it.link.lines().to_vec()).collect::<BTreeSet<u16>>();
        self.common_lines(&ways.into_iter().map(lines).collect::<Vec<_>>())
    }

    /// Returns the lines that all of these routes cross.
    pub fn common_lines(&self, all: &[BTreeSet<u16>]) -> BTreeSet<u16> {
        let header = |line: u16| self.book.lines().iter().position(|it| it.instances().contains(&line));
        // A line counts as crossed if each route crosses at least one of its instances.
        let crosses = |way: &BTreeSet<u16>, line: u16| way.iter().any(|it| header(*it) == header(line));
        let any: BTreeSet<u16> = all.iter().flatten().copied().collect();
        any.into_iter().filter(|line| all.iter().all(|way| crosses(way, *line))).collect()
    }

    fn put_rook(&mut self, castling: &Castling, rook: Option<Piece>) {
        if self.pieces[castling.rook().0.index()] == rook {
            self.pieces[castling.rook().0.index()] = None;
        }
        let moved = |mut it: Piece| {
            it.moved = self.book.kinds()[it.kind.index()].has_initial();
            it
        };
        self.pieces[castling.rook().1.index()] = rook.map(moved);
    }

    /// Promotes a piece and returns the square on which it appears.
    fn promote(&mut self, piece: &mut Piece, kind: KindId, to: Square) -> Square {
        let book = self.book.clone();
        let was = piece.kind;
        let rule = self.promotion_at(piece, to).cloned();
        piece.kind = kind;
        piece.tags = 0;
        // The piece keeps its facing, if its kind has one.
        piece.facing = piece.facing.filter(|_| has(self.ways.facing, kind));
        let Some(PromotionChoice::FromPool { appears, pays, .. }) = rule.as_ref().map(|it| it.choice()) else {
            return to;
        };
        let held = self.pool.entry((piece.seat, kind)).or_default();
        *held = held.saturating_sub(1);
        if *pays == policy::Pays::JoinsPool && self.is_held(was) {
            *self.pool.entry((piece.seat, was)).or_default() += 1;
        }
        let home = self.homes(piece.seat, kind).into_iter().find(|it| !self.is_taken(*it));
        let at = if goes_home(*appears, was, kind) { home.unwrap_or(to) } else { to };
        if at != to {
            piece.facing = piece.facing.map(|_| book.seats()[piece.seat.index()].faces());
        }
        at
    }

    /// Adds the tags that the move earns.
    fn mark(&self, next: &mut State, deed: &mut Deed, promotes: bool) {
        let roles = Roles::of_deed(deed);
        for (index, tag) in self.book.tags().iter().enumerate() {
            if !self.is_move(tag.set(), deed, &roles) {
                continue;
            }
            let kind = deed.before.1.kind;
            for square in self.board().squares() {
                let Some(piece) = &mut next.pieces[square.index()] else { continue };
                let gets = match tag.on() {
                    // The new piece of a promotion has not made the move.
                    policy::TagOn::Itself => !promotes && square == deed.after.0 && square == deed.to,
                    policy::TagOn::SameKind => true,
                    policy::TagOn::Nobody => false,
                };
                if gets && piece.kind == kind {
                    piece.tags |= 1 << index;
                }
            }
        }
        // Drops the tags that the kind of the piece may not carry.
        for piece in next.pieces.iter_mut().flatten() {
            for (index, tag) in self.book.tags().iter().enumerate() {
                if !has(tag.pieces(), piece.kind) {
                    piece.tags &= !(1 << index);
                }
            }
        }
        deed.after.1 = next.at(deed.after.0).expect("the piece has moved there");
    }

    /// Removes castling rights of a piece that has moved or was captured.
    fn drop_rights(&mut self, deed: &Deed, castling: Option<u8>) {
        let book = self.book.clone();
        let rook = castling.map(|it| book.castlings()[it as usize].rook().0);
        let touched: BTreeSet<Square> =
            [Some(deed.before.0).filter(|_| !deed.stays), deed.captured.map(|it| it.0), rook]
                .into_iter()
                .flatten()
                .collect();
        let touched: BTreeSet<Square> = touched.into_iter().chain(deed.destroyed.iter().copied()).collect();
        self.castling.retain(|it| {
            let castling = &book.castlings()[*it as usize];
            let king = castling.king_unmoved() && touched.contains(&castling.king().0);
            let rook = castling.rook_unmoved() && touched.contains(&castling.rook().0);
            !king && !rook
        });
    }

    /// Returns the square that a move passes. A move counts as a double step if one of its
    /// routes is a double step.
    fn square_passed(&self, shot: &Shot) -> Option<Square> {
        let quiet = shot.takes.is_none() && shot.castling.is_none() && shot.way.is_some();
        let same = |it: &super::legal::Try| it.to == shot.to && it.castling.is_none();
        let tries = self.tries(shot.from).into_iter().filter(|_| quiet).filter(same);
        tries.filter_map(|it| it.result.ok()).filter(|it| it.takes.is_none()).find_map(|it| it.passed)
    }

    pub fn age_passing(&mut self, passed: Option<Square>, shot: &Shot, deed: &Deed) {
        let Some(rule) = self.book.en_passant().cloned() else { return };
        let captured = deed.captured.map(|it| it.0);
        self.en_passant.retain(|it| Some(it.victim) != captured && !deed.destroyed.contains(&it.victim));
        // The pawn of an earlier double step may move on in an extra turn.
        let moves_on = |it: &EnPassantRight| it.victim == deed.before.0 && !deed.stays && !deed.is_pass;
        self.en_passant.retain(|it| !moves_on(it));
        for right in &mut self.en_passant {
            right.age += 1;
        }
        if rule.window() == policy::Window::NextPly {
            self.en_passant.retain(|it| it.age <= 1);
        }
        let roles = Roles::of(deed.mover);
        let counts = rule.from().is_none_or(|it| self.is_in(it, deed.before.0, &deed.before.1, &roles));
        if let Some(target) = passed.filter(|_| counts) {
            self.en_passant.retain(|it| it.owner != deed.mover);
            self.en_passant.push(EnPassantRight { target, victim: shot.to, owner: deed.mover, age: 1 });
        }
        self.en_passant.sort_by_key(|it| it.owner);
    }

    /// Eliminates a player: removes rights, handles the pieces and opens barriers. If armies are
    /// taken over, the pieces other than the king go to the new owner.
    pub fn eliminate(&mut self, seat: SeatId, new_owner: Option<SeatId>) {
        self.out.insert(seat);
        let is_bound = |other: &SeatId| self.allied(seat, *other, |it| it.loss() == policy::PartnerLoss::Together);
        let bound: Vec<SeatId> = self.book.seat_ids().filter(is_bound).collect();
        self.allies.retain(|it| it.0 != seat && it.1 != seat);
        let new_owner = new_owner.filter(|it| self.is_living(*it) && self.book.army() == policy::Army::TakenOver);
        if self.book.inherits_turns() {
            let own: Vec<SeatId> = self.heirs.iter().filter(|it| *it.1 == seat).map(|it| *it.0).chain([seat]).collect();
            for it in own {
                self.heirs.remove(&it);
                self.heirs.extend(new_owner.map(|heir| (it, heir)));
            }
        }
        for square in self.board().squares().collect::<Vec<_>>() {
            let Some(piece) = self.at(square).filter(|it| it.seat == seat) else { continue };
            let goes = match self.is_royal(&piece) {
                true => self.book.king() == policy::King::Removed,
                false => self.book.army() == policy::Army::Removed,
            };
            if goes {
                self.pieces[square.index()] = None;
            } else if let Some(new_owner) = new_owner.filter(|_| !self.is_royal(&piece)) {
                self.pieces[square.index()] = Some(Piece { seat: new_owner, ..piece });
            }
        }
        let book = self.book.clone();
        self.castling.retain(|it| book.castlings()[*it as usize].seat() != seat);
        let lapses = book.en_passant().is_some_and(|it| it.dead() == policy::AgainstEliminated::Lapses);
        // A right stands only while the pawn belongs to the player who moved it.
        let owners: Vec<_> = self.en_passant.iter().map(|it| self.at(it.victim).map(|piece| piece.seat)).collect();
        let mut owners = owners.into_iter();
        self.en_passant.retain(|it| owners.next() == Some(Some(it.owner)) && !(it.owner == seat && lapses));
        if book.resets().contains(&policy::Resets::Elimination) {
            self.quiet = 0;
        }
        self.open_of_eliminated(seat);
        self.derive_barriers();
        for partner in book.seat_ids() {
            if self.is_living(partner)
                && (bound.contains(&partner)
                    || self.team_of(seat, partner).is_some_and(|it| it.loss() == policy::PartnerLoss::Together))
            {
                self.eliminate(partner, new_owner);
            }
        }
    }
}

/// Reports whether a piece from the pool appears at home.
pub fn goes_home(appears: policy::Appears, was: KindId, becomes: KindId) -> bool {
    match appears {
        policy::Appears::Arrival => false,
        policy::Appears::Home => true,
        policy::Appears::OwnKindHome => becomes == was,
    }
}
