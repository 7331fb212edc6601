//! Attack detection: the pieces that could capture a king.

use super::geometry::{Way, facing_after};
use super::roles::Roles;
use super::{Deed, State};
use std::collections::BTreeSet;
use threefold_engine::board::Square;
use threefold_engine::policy;
use threefold_engine::rulebook::{Hop, SeatId};
use threefold_engine::rules::Piece;

impl State {
    /// Reports whether nothing is in the way of a route, and a hopper has its hurdle.
    pub fn is_clear(&self, way: &Way, piece: &Piece) -> bool {
        let hurdles = |squares: &[Square]| squares.iter().filter(|it| self.is_taken(**it)).count();
        let jumps = match &way.hop {
            None => true,
            Some((Hop::Beyond, before)) => hurdles(before) == 1,
            Some((Hop::Behind, before)) => {
                let (last, rest) =
                    before.split_last().map_or((false, 0), |(last, rest)| (self.is_taken(*last), hurdles(rest)));
                last && rest == 0
            }
        };
        jumps && self.wrong_hurdle(way, piece).is_none() && way.passes.iter().all(|it| !self.is_taken(*it))
    }

    /// Returns the one piece before the end of a hopper's route, if the hopper may not jump over it.
    pub fn wrong_hurdle(&self, way: &Way, hopper: &Piece) -> Option<Square> {
        let test = self.book.kinds()[hopper.kind.index()].hurdle()?;
        let (_, before) = way.hop.as_ref()?;
        let fits = |it: &Square| match self.at(*it) {
            Some(piece) => self.is_such(test, *it, &piece, &Roles::of(hopper.seat)),
            None => self.is_such_blocker(test, *it, hopper.seat),
        };
        before.iter().find(|it| self.is_taken(**it)).filter(|it| !fits(it)).copied()
    }

    /// Reports whether a piece on a square has an open line to capture on a target square.
    pub fn reaches(&self, from: Square, piece: &Piece, target: Square) -> bool {
        let atoms = self.book.kinds()[piece.kind.index()].movement().atoms();
        self.ways.of(piece, from).iter().filter(|it| it.to == target).any(|way| {
            let atom = &atoms[way.atom];
            let may = atom.capture() && (!atom.initial() || !piece.moved);
            may && self.is_clear(way, piece) && self.permission(from, piece, way).attack
        })
    }

    /// Returns the pieces of a remaining player that attack one king along open lines.
    fn along_lines_to(&self, by: SeatId, on: SeatId, king: Square) -> Vec<Square> {
        let is_harmless = self.is_harmless(by, on);
        if by == on || !self.is_living(by) || is_harmless {
            return Vec::new();
        }
        let pieces = self.all_pieces().into_iter().filter(|it| it.1.seat == by);
        pieces.filter(|(from, piece)| self.reaches(*from, piece, king)).map(|it| it.0).collect()
    }

    /// Returns the attacking pieces after the `[check]` rules about pinned and banned pieces.
    pub fn attackers(&self, by: SeatId, on: SeatId) -> Vec<Square> {
        self.attackers_together(&[by], on)
    }

    /// Returns the attacking pieces of several players together.
    fn attackers_together(&self, by: &[SeatId], on: SeatId) -> Vec<Square> {
        let disarmed = |from: Square, king: Square| {
            let pinned = self.book.check().pinned() == policy::Pinned::DoNotAttack && !self.takes_king(from, on, king);
            let pinned = pinned || self.destroys_own_king(from, king);
            pinned || self.book.check().barred() == policy::Barred::DoNotAttack && self.is_barred_from(from, on, king)
        };
        let on_king = |king: &Square| -> Vec<Square> {
            let all = by.iter().flat_map(|it| self.along_lines_to(*it, on, *king));
            all.filter(|it| !disarmed(*it, *king)).collect()
        };
        let kings = self.kings(on);
        let by_king: Vec<Vec<Square>> = kings.iter().map(on_king).collect();
        let is_safe = match self.book.check().royals().filter(|_| kings.len() > 1) {
            Some(policy::Royals::Last) => true,
            Some(policy::Royals::Every) => by_king.iter().any(Vec::is_empty),
            Some(policy::Royals::Any) | None => false,
        };
        let all: BTreeSet<Square> = by_king.into_iter().flatten().filter(|_| !is_safe).collect();
        all.into_iter().collect()
    }

    /// Reports whether a player is a partner whose attacks are no check.
    pub fn is_harmless(&self, by: SeatId, on: SeatId) -> bool {
        self.team_of(by, on).is_some_and(|it| it.checks() == policy::PartnerChecks::Ignored)
            || self.allied(by, on, |it| it.checks() == policy::PartnerChecks::Ignored)
    }

    /// Returns the players whose attacks count against a king.
    pub fn counted(&self, on: SeatId) -> Vec<SeatId> {
        match self.book.check().attackers() {
            policy::Attackers::LivingOpponents => self.living().into_iter().filter(|it| *it != on).collect(),
            policy::Attackers::NextOnly => vec![self.next(on)],
            policy::Attackers::Nobody => Vec::new(),
        }
    }

    /// Returns the pieces that give check to a player, by square.
    pub fn checkers(&self, on: SeatId) -> Vec<Square> {
        self.attackers_together(&self.counted(on), on)
    }

    pub fn is_check(&self, on: SeatId) -> bool {
        !self.checkers(on).is_empty()
    }

    /// Returns the open routes along which a piece captures a king.
    fn ways_to(&self, from: Square, piece: &Piece, king: Square) -> Vec<&Way> {
        let atoms = self.book.kinds()[piece.kind.index()].movement().atoms();
        let is_open = |way: &&Way| {
            let may = atoms[way.atom].capture() && (!atoms[way.atom].initial() || !piece.moved);
            let permission = self.permission(from, piece, way);
            let free = self.is_clear(way, piece);
            way.to == king && may && free && permission.capture && permission.attack
        };
        self.ways.of(piece, from).iter().map(|it| &**it).filter(is_open).collect()
    }

    /// Returns the lines that a piece crosses on every open route to a king.
    fn lines_to(&self, from: Square, piece: &Piece, king: Square) -> BTreeSet<u16> {
        let lines = |way: &Way| way.steps.iter().flat_map(|it| it.link.lines().to_vec()).collect();
        self.common_lines(&self.ways_to(from, piece, king).into_iter().map(lines).collect::<Vec<_>>())
    }

    /// Returns the piece as it arrives on the king's square.
    fn arrived_taking(&self, from: Square, king: Square, piece: &Piece) -> Piece {
        let first = self.ways_to(from, piece, king).into_iter().next();
        let facing = first.map_or(piece.facing, |it| facing_after(it, piece, self.board()));
        Piece { facing, moved: self.book.kinds()[piece.kind.index()].has_initial(), ..*piece }
    }

    /// Returns the position after a piece captures a king, and the effects of the capture.
    fn after_taking(&self, from: Square, on: SeatId, king: Square) -> Option<(State, Deed)> {
        let piece = self.at(from)?;
        let mut next = self.clone();
        let captured = next.pieces[king.index()].take()?;
        let stays = self.stays(&piece, Some(king));
        let lands = if stays { from } else { king };
        next.pieces[from.index()] = None;
        next.pieces[lands.index()] = Some(piece);
        let lost = !self.can_spare_king(on);
        if lost {
            next.out.insert(on);
        }
        let deed = Deed {
            mover: piece.seat,
            is_pass: false,
            stays,
            to: king,
            before: (from, piece),
            arrived: if stays { piece } else { self.arrived_taking(from, king, &piece) },
            after: (lands, piece),
            captured: Some((king, captured)),
            king_captured: Some(on).filter(|_| lost),
            destroyed: Vec::new(),
            kings_destroyed: Vec::new(),
            lines: self.lines_to(from, &piece, king),
        };
        Some((next, deed))
    }

    /// Reports whether a piece could capture a king along open lines without exposing its own
    /// king.
    pub fn takes_safely(&self, from: Square, on: SeatId) -> bool {
        let Some(piece) = self.at(from) else { return false };
        self.kings(on).into_iter().any(|it| self.reaches(from, &piece, it) && self.takes_king(from, on, it))
    }

    /// Reports the same for one of several kings.
    fn takes_king(&self, from: Square, on: SeatId, king: Square) -> bool {
        let Some((mut next, mut deed)) = self.after_taking(from, on, king) else { return false };
        next.explode(&mut deed);
        if deed.kings_destroyed.contains(&deed.mover) {
            return false;
        }
        // The conversion comes before the elimination.
        let before = State { out: self.out.clone(), ..next.clone() };
        next.hand_over(&before.converted_at(king, deed.mover), deed.mover);
        next.out.extend(deed.kings_destroyed.iter().copied());
        if self.book.check().judged() == policy::Judged::BeforeEliminations {
            next.out = self.out.clone();
        }
        let kings = next.kings(deed.mover);
        let is_attacked = |king: &Square| {
            next.counted(deed.mover).into_iter().any(|by| !next.along_lines_to(by, deed.mover, *king).is_empty())
        };
        match self.book.check().royals().filter(|_| kings.len() > 1) {
            Some(policy::Royals::Last) => true,
            Some(policy::Royals::Every) => !kings.iter().all(is_attacked),
            Some(policy::Royals::Any) | None => !kings.iter().any(is_attacked),
        }
    }

    /// Reports whether a ban on captures forbids capturing a king, without its exceptions and
    /// its `after` tests.
    fn is_barred_from(&self, from: Square, on: SeatId, king: Square) -> bool {
        let Some((_, deed)) = self.after_taking(from, on, king) else { return false };
        let roles = Roles::of_deed(&deed);
        let about_captures =
            self.book.bans().iter().filter(|it| it.forbids().mv().is_some_and(|it| it.captures().is_some()));
        about_captures.into_iter().any(|it| self.holds_before(it.forbids(), &deed, &roles))
    }
}
