//! Candidate moves of a piece, and whether they are legal.

use super::explain::Why;
use super::geometry::Way;
use super::roles::{Roles, has};
use super::{Deed, State};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use threefold_engine::board::Square;
use threefold_engine::policy;
use threefold_engine::rulebook::{AtomShape, Ban, BanTests, Hop, KindId, SeatId};
use threefold_engine::rules::{EnPassantRight, Gate, Move, Piece};

/// A move that a piece can make by its own movement.
#[derive(Clone, Debug)]
pub struct Shot {
    pub from: Square,
    pub to: Square,
    /// The square of the captured piece.
    pub takes: Option<Square>,
    /// The square that a double step passes.
    pub passed: Option<Square>,
    /// The route; none for castling and for an exchange on the piece's own square.
    pub way: Option<Rc<Way>>,
    pub castling: Option<u8>,
    /// The piece that a drop puts on the board.
    pub drop: Option<Piece>,
    /// The player who passes.
    pub pass: Option<SeatId>,
    /// The piece that enters with the move.
    pub gate: Option<Gate>,
    /// The square where the move places a blocker.
    pub placed: Option<Square>,
    /// The new piece of a promotion that is a move of its own, before its step.
    pub becomes: Option<Piece>,
}

impl Shot {
    pub fn still(from: Square, to: Square) -> Shot {
        Shot {
            from,
            to,
            takes: None,
            passed: None,
            way: None,
            castling: None,
            drop: None,
            pass: None,
            gate: None,
            placed: None,
            becomes: None,
        }
    }
    /// Returns the move with a promotion.
    pub fn as_move(&self, promotion: Option<KindId>) -> Move {
        if self.pass.is_some() {
            return Move::PASS;
        }
        if let Some(piece) = self.drop {
            return Move::dropping(piece.kind, self.to).placing(self.placed);
        }
        Move::new(self.from, self.to)
            .as_castling(self.castling)
            .promoting(promotion)
            .gating(self.gate)
            .placing(self.placed)
    }
}

/// A candidate: the target, the castling or route, and the promotion.
pub struct Try {
    pub to: Square,
    pub castling: Option<u8>,
    pub way: Option<Rc<Way>>,
    pub result: Result<Shot, Why>,
}

impl State {
    /// Returns all candidates of a piece: its routes in order, double steps and castlings.
    pub fn tries(&self, from: Square) -> Vec<Try> {
        let Some(piece) = self.at(from) else { return Vec::new() };
        let mut tries = Vec::new();
        let mut push = |to, castling, way: Option<&Rc<Way>>, result| {
            tries.push(Try { to, castling, way: way.cloned(), result });
        };
        for way in self.ways.of(&piece, from) {
            if let Some(result) = self.try_way(from, &piece, way) {
                push(way.to, None, Some(way), result);
            }
        }
        if self.may_double(from, &piece) {
            for way in self.ways.doubles(&piece, from) {
                push(way.to, None, Some(way), self.try_double(from, &piece, way));
            }
        }
        if self.waits(from, &piece) {
            push(from, None, None, Ok(Shot::still(from, from)));
        }
        for (index, castling) in self.book.castlings().iter().enumerate() {
            if castling.seat() == piece.seat && castling.king().0 == from {
                push(castling.king().1, Some(index as u8), None, self.try_castling(index as u8));
            }
        }
        tries
    }

    /// Returns the candidate for one route of the piece; `None` if the route is no move now.
    fn try_way(&self, from: Square, piece: &Piece, way: &Rc<Way>) -> Option<Result<Shot, Why>> {
        let atom = &self.book.kinds()[piece.kind.index()].movement().atoms()[way.atom];
        if atom.initial() && piece.moved {
            return None;
        }
        let shot = |takes: Option<Square>| Shot {
            takes,
            passed: takes.is_none().then(|| self.steps_past(piece, way)).flatten(),
            way: Some(way.clone()),
            ..Shot::still(from, way.to)
        };
        let stands_there = if way.to == from { None } else { self.at(way.to) };
        if way.to == from && !(self.book.full_circle() && atom.quiet()) {
            return None;
        }
        let is_empty = !self.is_taken(way.to) || way.to == from;
        let right = is_empty.then(|| self.right_for(piece, way.to)).flatten();
        // If the movement marks atoms for en passant, only those capture en passant.
        let atoms = self.book.kinds()[piece.kind.index()].movement().atoms();
        let may_pass = if atoms.iter().any(|it| it.en_passant()) { atom.en_passant() } else { atom.capture() };
        let captures_en_passant = way.to != from && right.is_some() && may_pass;
        if is_empty && !atom.quiet() && !captures_en_passant {
            return Some(Err(Why::nothing_to_capture(way.to)));
        }
        if let Some(at) = way.passes.iter().find(|it| self.is_taken(**it)) {
            return Some(Err(Why::blocked(*at)));
        }
        if let Some((hop, before)) = way.hop.as_ref().filter(|_| !self.is_clear(way, piece)) {
            let pieces: Vec<Square> = before.iter().copied().filter(|it| self.is_taken(*it)).collect();
            let is_misplaced = *hop == Hop::Behind && before.last() != pieces.first();
            return Some(Err(match pieces[..] {
                [only] if !is_misplaced => Why::wrong_hurdle(only),
                _ => Why::no_hurdle(),
            }));
        }
        let permission = self.permission(from, piece, way);
        if self.blockers.contains(&way.to) {
            return Some(Err(Why::blocked(way.to)));
        }
        let Some(other) = stands_there else {
            let takes = if captures_en_passant { right.map(|it| it.victim) } else { None };
            let may = if takes.is_some() { permission.capture } else { permission.quiet };
            let action = if takes.is_some() { "capture" } else { "move" };
            return Some(if may { Ok(shot(takes)) } else { Err(Why::barrier(action)) });
        };
        let is_spared = self.spares(piece.seat, other.seat);
        if is_spared || !atom.capture() {
            let is_ally = atom.capture() && piece.seat != other.seat;
            return Some(Err(if is_ally { Why::ally(way.to) } else { Why::blocked(way.to) }));
        }
        if self.army_state(other.seat) == policy::ArmyState::Immune {
            return Some(Err(Why::immune(way.to)));
        }
        let is_king = self.is_royal(&other) && self.is_living(other.seat) && !self.can_spare_king(other.seat);
        if is_king && !(permission.capture && permission.attack) {
            return Some(Err(Why::barrier("king")));
        }
        if !permission.capture {
            return Some(Err(Why::barrier("capture")));
        }
        if is_king && self.book.check().kings() == policy::Kings::NeverCaptured {
            return Some(Err(Why::king_not_capturable(way.to)));
        }
        Some(Ok(shot(Some(way.to))))
    }

    /// Returns the right by which a piece may capture en passant on a square.
    fn right_for(&self, piece: &Piece, target: Square) -> Option<EnPassantRight> {
        let rule = self.book.en_passant()?;
        let stands = |it: &EnPassantRight| self.at(it.victim).is_some_and(|victim| victim.seat == it.owner);
        let is_his = |it: &EnPassantRight| it.target == target && !self.spares(piece.seat, it.owner) && stands(it);
        let in_time = |it: &EnPassantRight| rule.window() == policy::Window::UntilOwnTurn || it.age == 1;
        let lapsed =
            |it: &EnPassantRight| !self.is_living(it.owner) && rule.dead() == policy::AgainstEliminated::Lapses;
        let may_be_taken = |it: &EnPassantRight| self.army_state(it.owner) != policy::ArmyState::Immune;
        // Two pieces may have passed the same square, so a lapsed right must not hide another
        // one.
        let holds = |it: &&EnPassantRight| is_his(it) && in_time(it) && !lapsed(it) && may_be_taken(it);
        has(rule.pieces(), piece.kind).then(|| self.en_passant.iter().find(holds).copied()).flatten()
    }

    fn may_double(&self, from: Square, piece: &Piece) -> bool {
        let Some(rule) = &self.book.double_step() else { return false };
        let roles = Roles::of(piece.seat);
        let is_excepted = rule.unless().iter().any(|it| self.is_such(it, from, piece, &roles));
        has(rule.pieces(), piece.kind) && self.is_in(rule.from(), from, piece, &roles) && !is_excepted
    }

    /// Returns the square that a double step passes, unless a header excludes the kind.
    fn steps_past(&self, piece: &Piece, way: &Way) -> Option<Square> {
        let atom = &self.book.kinds()[piece.kind.index()].movement().atoms()[way.atom];
        let (one, two) = (AtomShape::Straight(1), AtomShape::Straight(2));
        let shape = match atom.shape() {
            AtomShape::Diagonal(length) => AtomShape::Straight(length),
            shape => shape,
        };
        let over_one = shape == two && atom.range() == 1 && atom.lame() || shape == one && atom.range() != 1;
        let over_one = over_one && atom.hop().is_none() && !atom.bends();
        let listed = self.book.double_step().is_none_or(|it| has(it.pieces(), piece.kind));
        let counts = listed && way.to != way.steps[0].from && atom.initial() && atom.quiet() && over_one;
        (counts && way.steps.len() == 2).then(|| way.steps[0].to)
    }

    fn try_double(&self, from: Square, piece: &Piece, way: &Rc<Way>) -> Result<Shot, Why> {
        let on_the_way = way.passes.iter().chain([&way.to]);
        if let Some(at) = on_the_way.into_iter().find(|it| self.is_taken(**it)) {
            return Err(Why::blocked(*at));
        }
        if !self.permission(from, piece, way).quiet {
            return Err(Why::barrier("move"));
        }
        Ok(Shot { passed: Some(way.passes[0]), way: Some(way.clone()), ..Shot::still(from, way.to) })
    }

    fn try_castling(&self, index: u8) -> Result<Shot, Why> {
        let castling = &self.book.castlings()[index as usize];
        let [king, rook] = self.castling_pieces(castling);
        if !self.castling.contains(&index) || !king || !rook {
            return Err(Why::no_castling_right());
        }
        if let Some(at) = castling.clear().iter().find(|it| self.is_taken(**it)) {
            return Err(Why::blocked(*at));
        }
        Ok(Shot { castling: Some(index), ..Shot::still(castling.king().0, castling.king().1) })
    }

    /// Returns all legal moves of a player as if they were to move, each with its first candidate.
    pub fn legal_for(&self, seat: SeatId) -> BTreeMap<Move, Shot> {
        let mut legal = self.legal_alone(seat);
        if legal.keys().any(|it| self.is_forced_drop(it)) {
            legal.retain(|it, _| self.is_forced_drop(it));
            return legal;
        }
        if self.book.forced_capture() != policy::ForcedCapture::No && legal.values().any(|it| it.takes.is_some()) {
            legal.retain(|_, it| it.takes.is_some());
        }
        if self.book.forced_capture() == policy::ForcedCapture::Most && legal.values().any(|it| it.takes.is_some()) {
            let others = |it: &State| it.all_pieces().iter().filter(|it| it.1.seat != seat).count();
            let left = |it: (&Move, &Shot)| others(&self.apply_pieces(it.1, it.0.promotion()).0);
            let fewest = legal.iter().map(left).min();
            legal.retain(|mv, shot| Some(left((mv, shot))) == fewest);
        }
        legal
    }

    /// Returns the moves that would be legal if no player had to capture.
    pub fn legal_alone(&self, seat: SeatId) -> BTreeMap<Move, Shot> {
        let mut legal = BTreeMap::new();
        let possible = self.possible(seat);
        for (mv, shot) in meant(&possible) {
            if self.book.blocker().is_some() {
                self.add_placements(&mut legal, *mv, shot);
            } else if !legal.contains_key(mv) && self.verdict(shot, mv.promotion()).is_ok() {
                legal.insert(*mv, shot.clone());
            }
        }
        self.add_gates(&mut legal, &self.possible_placed(seat));
        let pass = self.pass_of(seat, !legal.is_empty());
        legal.extend(pass.map(|it| (Move::PASS, it)));
        legal
    }

    /// Reports whether a player has a legal move other than a pass. What a player must do leaves at least one of the moves that are
    /// legal otherwise, and a piece enters only with a move that is legal without it.
    pub fn has_legal(&self, seat: SeatId) -> bool {
        meant(&self.possible(seat)).any(|(mv, shot)| match self.book.blocker() {
            Some(_) => self.has_placement(*mv, shot),
            None => self.verdict(shot, mv.promotion()).is_ok(),
        })
    }

    /// Returns moves before ban and king-safety tests. Several routes can give the same move.
    pub fn possible(&self, seat: SeatId) -> Vec<(Move, Shot)> {
        let mut all = Vec::new();
        for (from, _) in self.all_pieces().into_iter().filter(|it| it.1.seat == seat) {
            for shot in self.tries(from).into_iter().filter_map(|it| it.result.ok()) {
                let (kinds, may_stay) = self.promotions(&shot);
                if may_stay {
                    all.push((shot.as_move(None), shot.clone()));
                }
                all.extend(kinds.into_iter().map(|it| (shot.as_move(Some(it)), shot.clone())));
            }
        }
        all.extend(self.promotion_moves(seat));
        all.extend(self.drops(seat).into_iter().map(|it| (it.as_move(None), it)));
        all
    }

    /// Tests bans, the own king and other kings, in this order.
    pub fn verdict(&self, shot: &Shot, promotion: Option<KindId>) -> Result<(), Why> {
        if self.is_alone {
            return shot.castling.map_or(Ok(()), |it| self.castles_safely(shot, it));
        }
        let (after, deed) = self.apply(shot, promotion);
        self.obeys_bans(&after, &deed, false)?;
        if let Some(index) = shot.castling {
            self.castles_safely(shot, index)?;
        }
        let keeps = self.book.check().own_king() == policy::OwnKing::KeptSafe;
        if keeps && deed.kings_destroyed.contains(&deed.mover) {
            let left = after.kings(deed.mover);
            let lost = self.kings(deed.mover).into_iter().find(|it| *it != deed.before.0 && !left.contains(it));
            return Err(Why::own_king_destroyed(lost.or(deed.moved_to()).unwrap_or(deed.to)));
        }
        if keeps && after.is_check(deed.mover) {
            return Err(Why::own_king(after.checkers(deed.mover)));
        }
        self.obeys_bans(&after, &deed, true)?;
        if let Some(piece) = shot.drop {
            return self.mates_by_no_barred_drop(&after, &piece);
        }
        self.gives_no_barred_check(shot, &after, &deed)
    }

    /// Tests bans: capture bans before the own king, bans about other kings afterward (`late`).
    pub fn obeys_bans(&self, after: &State, deed: &Deed, late: bool) -> Result<(), Why> {
        for ban in self.book.bans().iter().filter(|it| is_late(it) == late) {
            if self.is_barred(ban, after, deed) {
                return Err(Why::ban(ban.name(), late));
            }
        }
        Ok(())
    }

    fn is_barred(&self, ban: &Ban, after: &State, deed: &Deed) -> bool {
        let roles = Roles::of_deed(deed);
        let holds = |it: &BanTests| self.holds_all(it, after, deed, &roles);
        holds(ban.forbids()) && !ban.unless().iter().any(|it| holds(&it.1))
    }
}

/// Leaves out quiet moves that are also captures: a piece that can capture en passant on a square does so, even if it
/// could also move there quietly.
fn meant(possible: &[(Move, Shot)]) -> impl Iterator<Item = &(Move, Shot)> {
    let takes: BTreeSet<Move> = possible.iter().filter(|it| it.1.takes.is_some()).map(|it| it.0).collect();
    possible.iter().filter(move |(mv, shot)| shot.takes.is_some() || !takes.contains(mv))
}

/// Reports whether a ban concerns kings rather than captures.
fn is_late(ban: &Ban) -> bool {
    ban.forbids().after().is_some_and(|it| it.attack().is_some() || it.stuck().is_some())
}
