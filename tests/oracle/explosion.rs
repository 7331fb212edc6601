//! Explosions: which pieces a capture destroys around it.

use super::roles::has;
use super::{Deed, State};
use std::collections::BTreeSet;
use threefold_engine::board::Square;
use threefold_engine::policy;
use threefold_engine::rulebook::SeatId;

impl State {
    /// Returns the players who lost their king by a move: the owner of a captured king first, the others
    /// in the order of play of this position. An outcome may have reversed it since the move.
    pub fn kings_lost(&self, deed: &Deed) -> Vec<SeatId> {
        let mut all: Vec<SeatId> = deed.king_captured.into_iter().collect();
        let mut order = self.others_after(deed.mover);
        order.push(deed.mover);
        all.extend(order.into_iter().filter(|it| deed.kings_destroyed.contains(it) && Some(*it) != deed.king_captured));
        all
    }

    /// Returns the squares of the pieces that a capture destroys; `self` is the position after it.
    pub fn destroyed_at(&self, center: Square) -> BTreeSet<Square> {
        let Some(rule) = self.book.explosion() else { return BTreeSet::new() };
        let links = super::geometry::links(self.board(), center).into_iter();
        let is_straight = |it: &super::geometry::Step| self.board().is_straight(it.link.heading());
        let near = links.filter(|it| if is_straight(it) { rule.straight() } else { rule.diagonal() }).map(|it| it.to);
        let survives = |square: &Square, kinds: u32| self.at(*square).is_none_or(|it| has(kinds, it.kind));
        let mut all: BTreeSet<Square> = near.filter(|it| *it != center && !survives(it, rule.immune())).collect();
        all.extend(Some(center).filter(|it| !survives(it, rule.unharmed())));
        all
    }

    /// Removes the pieces that a capture destroys.
    pub fn explode(&mut self, deed: &mut Deed) {
        let Some((victim, _)) = deed.captured else { return };
        let squares = self.destroyed_at(if deed.stays { victim } else { deed.to });
        let before: Vec<(SeatId, usize)> = self.living().into_iter().map(|it| (it, self.kings(it).len())).collect();
        for square in &squares {
            let piece = self.pieces[square.index()].take().expect("a destroyed piece");
            self.record_loss(&piece, deed.mover);
        }
        let spare = matches!(self.book.check().royals(), Some(policy::Royals::Every | policy::Royals::Last));
        let lost = |it: &&(SeatId, usize)| {
            let left = self.kings(it.0).len();
            left < it.1 && (left == 0 || !spare)
        };
        deed.kings_destroyed = before.iter().filter(lost).map(|it| it.0).collect();
        deed.destroyed = squares.into_iter().collect();
    }

    /// Reports whether the capture of a king would destroy the capturing player's own king, which must be
    /// kept safe.
    pub fn destroys_own_king(&self, from: Square, king: Square) -> bool {
        let kept = self.book.check().own_king() == policy::OwnKing::KeptSafe;
        let Some(piece) = self.at(from).filter(|_| kept && self.book.explosion().is_some()) else { return false };
        let mut next = self.clone();
        next.pieces[from.index()] = None;
        next.pieces[king.index()] = None;
        let lands = if self.stays(&piece, Some(king)) { from } else { king };
        next.pieces[lands.index()] = Some(piece);
        let kings = next.kings(piece.seat);
        let destroyed = next.destroyed_at(king);
        let left = kings.iter().filter(|it| !destroyed.contains(it)).count();
        let spare = matches!(self.book.check().royals(), Some(policy::Royals::Every | policy::Royals::Last));
        left < kings.len() && (left == 0 || !spare)
    }
}
