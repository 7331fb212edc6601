//! Perpetual chase: the pieces that a player attacks, and that need protection.

use super::State;
use super::roles::{Roles, has};
use threefold_engine::board::Square;
use threefold_engine::policy;
use threefold_engine::rulebook::{Chase, Player, SeatId};
use threefold_engine::rules::Piece;

impl State {
    /// Returns the squares of the pieces of a player that chase a piece of an opponent, each with the square of that piece.
    pub fn chased(&self, by: SeatId, chase: &Chase) -> Vec<(Square, Square)> {
        let roles = Roles::of(by);
        let opponents = self.who(Player::Role(policy::Who::Opponents), &roles, by);
        let mut found = Vec::new();
        for (square, piece) in self.all_pieces() {
            let can_be = opponents.contains(&piece.seat)
                && !self.is_royal(&piece)
                && chase.chased().is_none_or(|it| self.is_such(it, square, &piece, &roles));
            if can_be {
                let chasers = match chase.captures() {
                    policy::ChaseCaptures::AlongLines => self.chasers_along_lines(square, &piece, by, chase),
                    policy::ChaseCaptures::ByLegalMove => self.legal_chasers(square, &piece, by, chase),
                };
                found.extend(chasers.into_iter().map(|it| (it, square)));
            }
        }
        found
    }

    /// Reports whether a piece belongs to a remaining player or to one of their remaining partners.
    fn protects(&self, piece: &Piece, owner: SeatId) -> bool {
        self.is_living(piece.seat) && (piece.seat == owner || self.are_partners(piece.seat, owner))
    }

    fn chasers_along_lines(&self, at: Square, piece: &Piece, by: SeatId, chase: &Chase) -> Vec<Square> {
        let mut chasers = self.all_pieces();
        chasers.retain(|(from, chaser)| {
            let (from, chaser) = (*from, *chaser);
            let mut next = self.clone();
            next.pieces[at.index()] = None;
            let lands = if self.stays(&chaser, Some(at)) { from } else { at };
            next.pieces[from.index()] = None;
            next.pieces[lands.index()] = Some(chaser);
            let captures_back =
                |it: &(Square, Piece)| next.protects(&it.1, piece.seat) && next.reaches(it.0, &it.1, lands);
            let is_protected = next.all_pieces().iter().any(captures_back);
            (chaser.seat == by && has(chase.kinds(), chaser.kind))
                && self.reaches(from, &chaser, at)
                && !self.reaches(at, piece, from)
                && (chase.protected() == policy::Protected::Chased || !is_protected)
        });
        chasers.into_iter().map(|it| it.0).collect()
    }

    /// Returns the squares from and to which a player has legal captures, with the positions after them.
    fn legal_captures(&self, by: SeatId) -> Vec<(Square, Square, State, Option<Square>)> {
        let captures = self.legal_for(by).into_iter().filter_map(|(mv, shot)| {
            // Not en passant.
            let to = shot.takes.filter(|it| mv.destination() == Some(*it))?;
            let (next, deed) = self.apply_pieces(&shot, mv.promotion());
            Some((shot.from, to, next, deed.moved_to()))
        });
        captures.collect()
    }

    fn legal_chasers(&self, at: Square, piece: &Piece, by: SeatId, chase: &Chase) -> Vec<Square> {
        let mut captures = self.legal_captures(by);
        captures.retain(|(from, to, next, lands)| {
            let (from, to, lands) = (*from, *to, *lands);
            let is_chaser = self.at(from).is_some_and(|it| has(chase.kinds(), it.kind));
            let turns_on = || self.legal_captures(piece.seat).iter().any(|it| (it.0, it.1) == (at, from));
            let is_protected = || {
                let is_there = |it: &Square| next.at(*it).is_some_and(|it| it.seat == by);
                let mut all = next.living();
                all.retain(|it| *it == piece.seat || next.are_partners(*it, piece.seat));
                let back = |seat: SeatId| next.legal_captures(seat).iter().any(|it| Some(it.1) == lands);
                lands.is_some_and(|it| is_there(&it)) && all.into_iter().any(back)
            };
            let counts = || chase.protected() == policy::Protected::Chased || !is_protected();
            to == at && is_chaser && !turns_on() && counts()
        });
        captures.into_iter().map(|it| it.0).collect()
    }
}
