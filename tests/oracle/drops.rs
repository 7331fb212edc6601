//! Drops: pieces that enter from the pool of a player.

use super::explain::Why;
use super::geometry::{Step, links};
use super::roles::{Roles, has};
use super::{Deed, Shot, State};
use petgraph::graph::NodeIndex;
use std::collections::BTreeSet;
use threefold_engine::board::Square;
use threefold_engine::policy;
use threefold_engine::rulebook::{Castling, Drop, KindId, SeatId};
use threefold_engine::rules::{Move, Piece};

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

    /// Returns the drops of a player before bans and king safety are tested.
    pub fn drops(&self, seat: SeatId) -> Vec<Shot> {
        let mut all = Vec::new();
        for kind in (0..self.book.kinds().len() as u8).map(KindId) {
            for to in self.board().squares() {
                let fits = self.held(seat, kind) > 0 && !self.is_taken(to) && self.try_drop(seat, kind, to).is_ok();
                if fits {
                    all.push(Shot { drop: Some(self.entering(seat, kind)), ..Shot::still(to, to) });
                }
            }
        }
        all
    }

    /// Tests the place of a drop, and the limits of its file and its color.
    fn try_limits(&self, seat: SeatId, kind: KindId, to: Square) -> Result<(), Why> {
        let Some(rule) = self.drop_rule(kind) else { return Err(Why::no_such_movement()) };
        let piece = self.entering(seat, kind);
        let roles = Roles::of(seat);
        let may = rule.on().is_none_or(|it| self.is_in(it, to, &piece, &roles));
        let may_not = rule.not_on().is_some_and(|it| self.is_in(it, to, &piece, &roles));
        if !may || may_not {
            return Err(Why::no_drop_there(to));
        }
        let info = |it: Square| &self.board().graph()[NodeIndex::new(it.index())];
        // The files are those of the first player, seen from this seat.
        let turns = self.book.seats()[seat.index()].symmetry();
        let symmetry = self.board().symmetry();
        let seen = |it: Square| (0..turns).fold(it, |it, _| symmetry.map_or(it, |by| by.squares()[it.index()]));
        let home = |it: Square| self.board().squares().find(|own| seen(*own) == it).expect("an origin");
        let file = |it: Square| (info(home(it)).patch(), info(home(it)).file());
        let same = self.all_pieces().into_iter().filter(|it| it.1.seat == seat && it.1.kind == kind);
        let on_file = same.filter(|it| file(it.0) == file(to)).count();
        if rule.most_on_file().is_some_and(|most| on_file >= usize::from(most)) {
            return Err(Why::file_full(to));
        }
        let is_same = |it: &&Square| self.at(**it).is_some_and(|it| it.seat == seat && it.kind == kind);
        let on_color = || self.color(to).iter().filter(is_same).count();
        match rule.most_on_color().is_some_and(|most| on_color() >= usize::from(most)) {
            true => Err(Why::color_full(to)),
            false => Ok(()),
        }
    }

    /// Tests the square of a drop, apart from whether it is empty.
    fn try_drop(&self, seat: SeatId, kind: KindId, to: Square) -> Result<(), Why> {
        let Some(rule) = self.drop_rule(kind) else { return Err(Why::no_such_movement()) };
        self.try_limits(seat, kind, to)?;
        self.leaves_room(seat, kind, to)?;
        let (piece, roles) = (self.entering(seat, kind), Roles::of(seat));
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

    /// Returns the squares of the color of a square: those that diagonal steps connect with it.
    fn color(&self, of: Square) -> BTreeSet<Square> {
        let is_diagonal = |it: &Step| !self.board().is_straight(it.link.heading());
        let all = self.board().squares().flat_map(|it| links(self.board(), it));
        let steps: Vec<(Square, Square)> = all.filter(is_diagonal).map(|it| (it.from, it.to)).collect();
        let mut color = BTreeSet::from([of]);
        loop {
            let reached: Vec<Square> = steps
                .iter()
                .flat_map(|it| [(it.0, it.1), (it.1, it.0)])
                .filter(|it| color.contains(&it.0) && !color.contains(&it.1))
                .map(|it| it.1)
                .collect();
            if reached.is_empty() {
                return color;
            }
            color.extend(reached);
        }
    }

    /// Tests that enough squares remain for the pieces of other kinds that the player must drop.
    fn leaves_room(&self, seat: SeatId, kind: KindId, to: Square) -> Result<(), Why> {
        let others = (0..self.book.kinds().len() as u8).map(KindId).filter(|it| *it != kind);
        for other in others.filter(|it| self.held(seat, *it) > 0) {
            let Some(rule) = self.drop_rule(other).filter(|it| it.forced()) else { continue };
            let Some(most) = rule.most_on_color().map(usize::from) else { continue };
            let mut free: BTreeSet<Square> =
                self.board().squares().filter(|it| *it != to && !self.is_taken(*it)).collect();
            free.retain(|it| self.try_limits(seat, other, *it).is_ok());
            let mut room = 0;
            while let Some(first) = free.first().copied() {
                let color = self.color(first);
                let own = color.iter().filter(|it| self.at(**it).is_some_and(|it| it.seat == seat && it.kind == other));
                let own = own.count();
                room += most.saturating_sub(own).min(free.intersection(&color).count());
                free.retain(|it| !color.contains(it));
            }
            if room < self.held(seat, other) as usize {
                return Err(Why::square_needed(to));
            }
        }
        Ok(())
    }

    /// Returns the position after a drop.
    pub fn apply_drop(&self, piece: Piece, to: Square) -> (State, Deed) {
        let mut next = self.clone();
        *next.pool.entry((piece.seat, self.kind_in_pool(piece.kind))).or_default() -= 1;
        next.pieces[to.index()] = Some(piece);
        next.gain_rights(piece, to);
        next.lapse_gate(piece.seat);
        let deed = Deed {
            mover: piece.seat,
            is_pass: false,
            stays: false,
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
        next.disturb(to, piece.seat);
        next.age_passing(None, &Shot::still(to, to), &deed);
        let resets = |it: policy::Resets| self.book.resets().contains(&it);
        let is_loud = resets(policy::Resets::PawnMove) && self.is_pawn(&piece);
        let counts = !self.book.resets().is_empty();
        next.quiet = if is_loud { 0 } else { self.quiet + u32::from(counts) };
        (next, deed)
    }

    /// Reports whether the king and the rook of a castling are on their squares.
    pub fn castling_pieces(&self, castling: &Castling) -> [bool; 2] {
        let commoner = self.book.setup().into_iter().flatten();
        let mut commoner = commoner.filter(|it| it.0 == castling.seat() && it.2 == castling.king().0).map(|it| it.1);
        let commoner = commoner.find(|it| self.book.kinds()[it.index()].role() != policy::Role::Royal);
        let king = self.at(castling.king().0).is_some_and(|it| match commoner {
            Some(kind) => it.seat == castling.seat() && it.kind == kind,
            None => it.seat == castling.seat() && self.is_royal(&it),
        });
        // The rook is the kind that starts on that square.
        let begins = |it: &Piece| match self.book.setup() {
            Some(array) => {
                let is_dropped = has(self.book.castling_dropped(), it.kind) && !self.is_royal(it);
                array.contains(&(it.seat, it.kind, castling.rook().0)) || is_dropped
            }
            None => !self.is_royal(it),
        };
        let rook = self.at(castling.rook().0).is_some_and(|it| it.seat == castling.seat() && begins(&it));
        [king, rook]
    }

    /// Returns the starting squares of a kind, in order.
    pub fn homes(&self, seat: SeatId, kind: KindId) -> BTreeSet<Square> {
        self.book.setup().into_iter().flatten().filter(|it| it.0 == seat && it.1 == kind).map(|it| it.2).collect()
    }

    /// Gives the castling rights that a dropped piece brings: both pieces are on their squares.
    fn gain_rights(&mut self, piece: Piece, to: Square) {
        let book = self.book.clone();
        for (index, castling) in book.castlings().iter().enumerate().filter(|it| it.1.seat() == piece.seat) {
            let homes = [castling.king().0, castling.rook().0];
            if has(book.castling_dropped(), piece.kind) && homes.contains(&to) {
                let [king, rook] = self.castling_pieces(castling);
                if (king || !castling.king_unmoved()) && (rook || !castling.rook_unmoved()) {
                    self.castling.insert(index as u8);
                }
            }
        }
    }

    /// Tests that a drop that may not give checkmate mates no opponent.
    pub fn mates_by_no_barred_drop(&self, after: &State, piece: &Piece) -> Result<(), Why> {
        let may = self.answering || self.drop_rule(piece.kind).is_none_or(|it| it.mate() == policy::DropMate::Allowed);
        let is_mated = |state: &State, seat: SeatId| {
            let turned = State { turn: seat, answering: true, ..state.clone() };
            let counts = state.counted(seat).contains(&piece.seat) && !state.is_harmless(piece.seat, seat);
            counts && turned.is_check(seat) && !turned.has_answer(seat)
        };
        let others = self.book.seat_ids().filter(|it| *it != piece.seat && after.is_living(*it));
        let gives_mate = || others.into_iter().any(|it| is_mated(after, it) && !is_mated(self, it));
        if !may && gives_mate() { Err(Why::drop_mate()) } else { Ok(()) }
    }

    /// Reports whether a player has a legal move; stops at the first.
    fn has_answer(&self, seat: SeatId) -> bool {
        let possible = self.possible_placed(seat);
        let takes = |mv: &Move| possible.iter().any(|it| it.0 == *mv && it.1.takes.is_some());
        let is_meant = |mv: &Move, shot: &Shot| shot.takes.is_some() || !takes(mv);
        possible.iter().any(|(mv, shot)| is_meant(mv, shot) && self.verdict(shot, mv.promotion()).is_ok())
            || self.pass_of(seat, false).is_some()
    }

    /// Explains a drop, legal or not.
    pub fn explain_drop(&self, mv: Move, kind: KindId) -> Result<(), Why> {
        let to = mv.destination().expect("a destination");
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
        let is_blocked = self.is_taken(to) && tried.as_ref().err().is_none_or(|it| it.stage > 2);
        if is_blocked {
            return Err(Why::blocked(to));
        }
        tried?;
        let drop = Some(self.entering(self.turn, kind));
        self.verdict(&Shot { drop, placed: mv.placed(), ..Shot::still(to, to) }, None)
    }
}
