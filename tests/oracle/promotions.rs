//! Promotions on arrival, and exchanges of pieces that wait for a captured piece.

use super::apply::goes_home;
use super::roles::{Roles, has};
use super::{Shot, State};
use std::collections::BTreeSet;
use threefold_engine::board::Square;
use threefold_engine::policy;
use threefold_engine::rulebook::{KindId, PromotionChoice};
use threefold_engine::rules::Piece;

impl State {
    /// Reports whether a piece is on a square where it may be exchanged in place.
    pub fn waits(&self, from: Square, piece: &Piece) -> bool {
        self.has_to_wait(from, piece) && !self.waiting_choices(piece, from).is_empty()
    }

    /// Returns the kinds for which a waiting piece can be exchanged. To take a piece of its own kind and leave this one
    /// in the pool would change nothing.
    fn waiting_choices(&self, piece: &Piece, from: Square) -> BTreeSet<KindId> {
        let mut choices = self.choices(piece, from, from, None);
        let changes_nothing = self.promotion_at(piece, from).is_some_and(|it| match it.choice() {
            PromotionChoice::FromPool { appears, pays: policy::Pays::JoinsPool, .. } => {
                let mut homes = self.homes(piece.seat, piece.kind).into_iter();
                let home = homes.find(|it| *it == from || !self.is_taken(*it));
                !goes_home(*appears, piece.kind, piece.kind) || home == Some(from)
            }
            _ => false,
        });
        if changes_nothing {
            choices.remove(&piece.kind);
        }
        choices
    }

    /// Reports whether a piece is on a square where it may wait for an exchange.
    pub fn has_to_wait(&self, from: Square, piece: &Piece) -> bool {
        let Some(rule) = self.promotion_at(piece, from) else { return false };
        matches!(&rule.choice(), PromotionChoice::FromPool { if_none: policy::IfNone::StaysAndWaits, .. })
    }

    /// Returns the promotion rule that applies to a piece on a square.
    pub fn promotion_at(&self, piece: &Piece, to: Square) -> Option<&threefold_engine::rulebook::Promotion> {
        let roles = Roles::of(piece.seat);
        self.book.promotions().iter().find(|it| has(it.pieces(), piece.kind) && self.is_in(it.on(), to, piece, &roles))
    }

    /// Returns the promotion rule that applies to a move: `before` leaves a square and `after` arrives.
    pub fn promotion_of(
        &self,
        (from, before): (Square, &Piece),
        (to, after): (Square, &Piece),
        takes: Option<Square>,
    ) -> Option<&threefold_engine::rulebook::Promotion> {
        let roles = Roles::of(after.seat);
        let captured = takes.and_then(|square| self.at(square).map(|it| (square, it)));
        let captures = |it: &threefold_engine::rulebook::Promotion| {
            it.captures().is_none_or(|test| captured.is_some_and(|(at, piece)| self.is_such(test, at, &piece, &roles)))
        };
        let leaves = |it: &threefold_engine::rulebook::Promotion| {
            it.leaving().is_some_and(|place| self.is_in(place, from, before, &roles))
        };
        let arrives = |it: &threefold_engine::rulebook::Promotion| self.is_in(it.on(), to, after, &roles);
        self.book
            .promotions()
            .iter()
            .find(|it| has(it.pieces(), after.kind) && (leaves(it) || arrives(it)) && captures(it))
    }

    /// Returns the kinds to which a piece may promote on a square.
    pub fn choices(&self, piece: &Piece, from: Square, to: Square, takes: Option<Square>) -> BTreeSet<KindId> {
        let before = self.at(from).unwrap_or(*piece);
        match self.promotion_of((from, &before), (to, piece), takes).map(|it| it.choice()) {
            None => BTreeSet::new(),
            Some(PromotionChoice::Listed(kinds)) => kinds.iter().copied().collect(),
            Some(PromotionChoice::FromPool { pieces, appears, .. }) => {
                let held = self.pool.iter().filter(|it| it.0.0 == piece.seat && *it.1 > 0 && has(*pieces, it.0.1));
                let is_king = |it: &KindId| self.book.kinds()[it.index()].role() == policy::Role::Royal;
                // A piece that must appear at home needs an empty starting square.
                let has_place = |it: &KindId| {
                    let homes = self.homes(piece.seat, *it);
                    !goes_home(*appears, piece.kind, *it)
                        || homes.into_iter().any(|it| it == from || !self.is_taken(it))
                };
                held.map(|it| it.0.1).filter(|it| !is_king(it) && has_place(it)).collect()
            }
            Some(PromotionChoice::BySquare(sets)) => {
                let rows = sets[piece.seat.index()].iter();
                rows.filter(|it| it.1.contains(&to)).map(|it| it.0).collect()
            }
        }
    }

    /// Returns the promotions of a candidate: the kinds, and whether the piece may stay as it
    /// is.
    pub fn promotions(&self, shot: &Shot) -> (BTreeSet<KindId>, bool) {
        if shot.castling.is_some() || shot.drop.is_some() || self.at(shot.from).is_none() {
            return (BTreeSet::new(), true);
        }
        if self.at(shot.from).is_some_and(|it| self.stays(&it, shot.takes)) {
            return (BTreeSet::new(), true);
        }
        let piece = self.arrived(shot);
        let choices = match &shot.way {
            None => self.waiting_choices(&piece, shot.from),
            Some(_) => self.choices(&piece, shot.from, shot.to, shot.takes),
        };
        let forced = shot.way.is_none() || self.promotion_of_shot(shot, &piece).is_some_and(|it| it.forced());
        let forbids = shot.way.is_some()
            && self.promotion_of_shot(shot, &piece).is_some_and(|it| {
                matches!(it.choice(), PromotionChoice::FromPool { if_none: policy::IfNone::Forbidden, .. })
            });
        let may_stay = !forced || choices.is_empty() && !forbids;
        (choices, may_stay)
    }

    /// Returns the promotion rule that applies to a candidate; `piece` is the piece on arrival.
    fn promotion_of_shot(&self, shot: &Shot, piece: &Piece) -> Option<&threefold_engine::rulebook::Promotion> {
        let before = self.at(shot.from).unwrap_or(*piece);
        self.promotion_of((shot.from, &before), (shot.to, piece), shot.takes)
    }
}
