//! Conversions: which pieces become pieces of the mover.

use super::geometry::{Step, links};
use super::roles::{Roles, has};
use super::{Deed, State};
use std::collections::BTreeSet;
use threefold_engine::board::Square;
use threefold_engine::policy;
use threefold_engine::rulebook::{Conversion, SeatId};

impl State {
    /// Gives the mover the pieces that a move converts; `self` is the position after it.
    pub fn convert(&mut self, deed: &Deed) {
        let squares = self.converted_at(deed.to, deed.mover);
        self.hand_over(&squares, deed.mover);
    }

    /// Gives pieces to another player. The rights in which they take part are lost.
    pub fn hand_over(&mut self, squares: &BTreeSet<Square>, to: SeatId) {
        for square in squares {
            self.pieces[square.index()].as_mut().expect("a converted piece").seat = to;
        }
        let book = self.book.clone();
        self.castling.retain(|it| {
            let castling = &book.castlings()[*it as usize];
            let king = castling.king_unmoved() && squares.contains(&castling.king().0);
            let rook = castling.rook_unmoved() && squares.contains(&castling.rook().0);
            !king && !rook
        });
        self.en_passant.retain(|it| !squares.contains(&it.victim));
    }

    /// Returns the pieces that a piece which has arrived on a square converts.
    pub fn converted_at(&self, center: Square, mover: SeatId) -> BTreeSet<Square> {
        let Some(rule) = self.book.conversion() else { return BTreeSet::new() };
        let arrives = self.at(center).is_some_and(|it| it.seat == mover && has(rule.by(), it.kind));
        if !arrives {
            return BTreeSet::new();
        }
        let is_straight = |it: &Step| self.board().is_straight(it.link.heading());
        let all = links(self.board(), center).into_iter();
        let steps = all.filter(|it| if is_straight(it) { rule.straight() } else { rule.diagonal() });
        match rule.reach() {
            policy::ConversionReach::NextTo => {
                steps.map(|it| it.to).filter(|it| self.can_be_converted(rule, *it, mover)).collect()
            }
            policy::ConversionReach::Enclosed => steps.flat_map(|it| self.enclosed(rule, mover, &[it])).collect(),
        }
    }

    fn can_be_converted(&self, rule: &Conversion, square: Square, mover: SeatId) -> bool {
        let owners = self.who(rule.of(), &Roles::of(mover), mover);
        self.at(square).is_some_and(|it| it.seat != mover && owners.contains(&it.seat) && !has(rule.immune(), it.kind))
    }

    /// Returns the pieces on a line of steps and its continuations, up to another piece of the mover.
    fn enclosed(&self, rule: &Conversion, mover: SeatId, line: &[Step]) -> BTreeSet<Square> {
        let (start, last) = (line[0].from, line.last().expect("a line has a step"));
        if last.to == start {
            return BTreeSet::new();
        }
        if self.at(last.to).is_some_and(|it| it.seat == mover) {
            return line[..line.len() - 1].iter().map(|it| it.to).collect();
        }
        if !self.can_be_converted(rule, last.to, mover) {
            return BTreeSet::new();
        }
        let onward = links(self.board(), last.to).into_iter().filter(|it| it.link.heading() == last.link.onward());
        // A line in a circle follows each link once.
        let fresh = onward.filter(|it| !line.contains(it));
        fresh.flat_map(|it| self.enclosed(rule, mover, &[line, &[it]].concat())).collect()
    }
}
