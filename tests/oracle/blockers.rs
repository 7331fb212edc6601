//! Blockers: pieces without an owner, with which moves end.

use super::explain::Why;
use super::geometry::Way;
use super::roles::Roles;
use super::{Shot, State};
use std::collections::{BTreeMap, BTreeSet};
use threefold_engine::board::Square;
use threefold_engine::policy::{PlacementReach, Placing};
use threefold_engine::rulebook::{KindId, PieceTest, SeatId};
use threefold_engine::rules::{Move, Piece};

impl State {
    /// Reports whether there is a piece or a blocker on a square.
    pub fn is_taken(&self, square: Square) -> bool {
        self.at(square).is_some() || self.blockers.contains(&square)
    }

    /// Reports whether a blocker on a square passes a test, which no test of a player does.
    pub fn is_such_blocker(&self, test: &PieceTest, at: Square, viewer: SeatId) -> bool {
        let kind = self.book.blocker().expect("there is a blocker").kind();
        let belongs = test.owner().is_some() || test.state().is_some() || test.tag().is_some();
        !belongs && self.is_such(test, at, &Piece::new(viewer, kind), &Roles::of(viewer))
    }

    /// Puts the blocker of a move on its square, after everything else that the move does.
    pub fn place_blocker(&mut self, shot: &Shot) {
        let Some(square) = shot.placed else { return };
        if self.book.blocker().is_some_and(|it| it.placing() == Placing::SameOne) {
            self.blockers.clear();
        }
        self.blockers.insert(square);
    }

    /// Returns the squares where a move can place its blocker, legality aside.
    pub fn placements(&self, shot: &Shot, promotion: Option<KindId>) -> BTreeSet<Square> {
        let (rule, seat) = (self.book.blocker().expect("a rule"), self.turn_of(shot));
        let (after, deed) = self.apply_pieces(&Shot { placed: None, ..shot.clone() }, promotion);
        let blocker = Piece::new(seat, rule.kind());
        let roles = Roles::of(seat);
        let mut squares: BTreeSet<Square> = self.board().squares().filter(|it| !after.is_taken(*it)).collect();
        squares.retain(|it| rule.on().is_none_or(|on| self.is_in(on, *it, &blocker, &roles)));
        if rule.reach() == PlacementReach::ByMovement {
            let atoms = self.book.kinds()[rule.kind().index()].movement().atoms();
            let start = if deed.stays { shot.from } else { deed.to };
            let is_open = |way: &&std::rc::Rc<Way>| {
                atoms[way.atom].quiet() && after.is_clear(way, &blocker) && after.permission(start, &blocker, way).quiet
            };
            let ways = self.ways.of(&blocker, start).iter().filter(is_open);
            let reached: BTreeSet<Square> = ways.map(|it| it.to).collect();
            squares.retain(|it| reached.contains(it));
        }
        squares
    }

    fn turn_of(&self, shot: &Shot) -> SeatId {
        shot.drop.or_else(|| self.at(shot.from)).map_or(self.turn, |it| it.seat)
    }

    /// Returns the possible moves, each with all of its placements if moves end with one.
    pub fn possible_placed(&self, seat: SeatId) -> Vec<(Move, Shot)> {
        let possible = self.possible(seat);
        if self.book.blocker().is_none() {
            return possible;
        }
        let all = possible.into_iter().flat_map(|(mv, shot)| {
            let squares = self.placements(&shot, mv.promotion());
            squares.into_iter().map(move |it| (mv.placing(it), Shot { placed: Some(it), ..shot.clone() }))
        });
        all.collect()
    }

    /// Reports whether a possible move has a legal placement.
    pub fn has_placement(&self, mv: Move, shot: &Shot) -> bool {
        let with = |square| Shot { placed: Some(square), ..shot.clone() };
        self.placements(shot, mv.promotion()).into_iter().any(|it| self.verdict(&with(it), mv.promotion()).is_ok())
    }

    /// Adds the legal placements of a possible move.
    pub fn add_placements(&self, legal: &mut BTreeMap<Move, Shot>, mv: Move, shot: &Shot) {
        for square in self.placements(shot, mv.promotion()) {
            let with = Shot { placed: Some(square), ..shot.clone() };
            if !legal.contains_key(&mv.placing(square)) && self.verdict(&with, mv.promotion()).is_ok() {
                legal.insert(mv.placing(square), with);
            }
        }
    }

    /// Explains a move: first the move itself, then its placement, then what depends on both.
    pub fn explain_with_placement(&self, mv: Move) -> Result<(), Why> {
        let alone = mv.placing(None);
        State { is_alone: true, ..self.clone() }.explain_without(alone)?;
        let possible = self.possible(self.turn).into_iter().filter(|it| it.0 == alone.gating(None));
        let mut shots: Vec<Shot> = possible.map(|it| Shot { gate: mv.gate(), ..it.1 }).collect();
        shots.sort_by_key(|it| it.takes.is_none());
        let shot = shots.first().unwrap_or_else(|| panic!("{mv:?} is possible"));
        let squares = self.placements(shot, mv.promotion());
        let Some(square) = mv.placed() else {
            let Some(first) = squares.first() else { return Err(Why::nowhere_to_place()) };
            let fits = |it: &Square| self.explain_without(alone.placing(*it)).is_ok();
            let is_possible = squares.iter().any(fits);
            return if is_possible { Err(Why::not_placed()) } else { self.explain_without(alone.placing(*first)) };
        };
        if squares.contains(&square) {
            return self.explain_without(mv);
        }
        let rule = self.book.blocker().expect("a rule");
        let after = self.apply_pieces(&Shot { placed: None, ..shot.clone() }, mv.promotion()).0;
        let blocker = Piece::new(self.turn, rule.kind());
        let allowed = rule.on().is_none_or(|on| self.is_in(on, square, &blocker, &Roles::of(self.turn)));
        Err(match after.blockers.contains(&square) {
            true if rule.placing() == Placing::SameOne => Why::placement("blocker-stays", square),
            _ if after.is_taken(square) => Why::placement("blocker-on-piece", square),
            _ if allowed => Why::placement("blocker-not-reached", square),
            _ => Why::placement("no-blocker-there", square),
        })
    }
}
