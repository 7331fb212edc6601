//! Violations of a setup whose pieces have been placed: missing kings, rights without pieces, pieces that must have
//! promoted.
//!
//! Contains the checks of [`SetupReader`].
//!
//! Input: a setup, and the state that it describes. Output: every [`SetupError`] at once. Knows no text, and does not
//! know how a piece came to its square: whatever a rule might allow is accepted.

use super::setup::{EnPassantRight, Setup, SetupError};
use super::setup_converter::{SetupReader, WideState};
use super::state::NOBODY;
use crate::board::Square;
use crate::policy::{Army, Role};
use crate::rulebook::{KindId, Promotion, PromotionChoice, SeatId};

impl SetupReader<'_> {
    /// Reports everything that is wrong in a setup whose pieces have been placed.
    pub(super) fn check(&self, setup: &Setup, st: &WideState, violations: &mut Vec<SetupError>) {
        self.check_promotions(st, violations);
        if st.living == 0 && setup.over.is_none() {
            violations.push(SetupError::NobodyLives);
        } else if !st.lives(st.turn) && setup.over.is_none() {
            violations.push(SetupError::TurnIsOut { seat: self.seat_name(st.turn) });
        }
        let royals = st.pieces_of_types(self.royal_types);
        let over = setup.over.is_some();
        for seat in (0..self.book.seats.len() as u8).filter(|it| st.lives(*it)) {
            if !self.book.demands_royal() {
                break;
            }
            let own = royals & st.seats[seat as usize];
            let is_held = |kind: usize| {
                let royal = self.book.kinds[kind].role == Role::Royal;
                royal && setup.pool.get(seat as usize).and_then(|it| it.get(kind)).is_some_and(|it| *it > 0)
            };
            // A king in the pool is still to be dropped.
            if (0..self.book.kinds.len()).any(is_held) && !self.book.drops.is_empty() {
                continue;
            }
            let may_lack = over || !self.book.seats[seat as usize].needs_royal || self.book.partners_take_kings();
            if own.is_empty() && !may_lack {
                let kind = self.book.kinds.iter().find(|it| it.role == Role::Royal);
                violations.push(SetupError::NoRoyal {
                    seat: self.seat_name(seat),
                    kind: kind.map_or_else(String::new, |it| it.name.clone()),
                });
            } else if own.count() > 1 && self.book.check.royals.is_none() {
                let squares: Vec<String> = own.iter().map(|it| self.square_name(it as u16)).collect();
                violations.push(SetupError::ManyRoyals {
                    seat: self.seat_name(seat),
                    count: squares.len(),
                    squares: squares.join(" "),
                });
            }
        }
        for castling in self.castlings.iter().filter(|it| st.rights >> it.index & 1 != 0) {
            let rule = &self.book.castlings[castling.index as usize];
            let own = st.seats[rule.seat.index()];
            let [king, _, rook, _] = castling.squares.map(usize::from);
            let king_there = own.has(king) && castling.king.iter().any(|it| st.types[*it as usize].has(king));
            let rook_there = own.has(rook) && castling.rook.iter().any(|it| st.types[*it as usize].has(rook));
            let mut needs = Vec::new();
            if !king_there && rule.king_unmoved {
                needs.push(format!("the king of {} on {}", self.seat_name(rule.seat.0), self.square_name(king as u16)));
            }
            if !rook_there && rule.rook_unmoved {
                needs.push(format!("the rook of {} on {}", self.seat_name(rule.seat.0), self.square_name(rook as u16)));
            }
            if !needs.is_empty() {
                violations
                    .push(SetupError::NoCastlingPieces { castling: rule.name.clone(), needs: needs.join(" and ") });
            }
        }
        let is_known = |it: &&EnPassantRight| {
            let book = self.book;
            book.check_seat(it.owner).and(book.check_square(it.victim)).and(book.check_square(it.target)).is_ok()
        };
        for (index, right) in setup.en_passant.iter().enumerate().filter(|(_, it)| is_known(it)) {
            // The state stores only the last double step of each player.
            if setup.en_passant[..index].iter().any(|it| it.owner == right.owner) {
                violations.push(SetupError::ManyPassingPieces { seat: self.seat_name(right.owner.0) });
            }
            let fits = st.seats[right.owner.index()].has(right.victim.index())
                && self.book.has_double_step(self.types.all[st.type_at(right.victim.index())].kind);
            if !fits {
                violations.push(SetupError::NoPassingPiece {
                    target: self.square_name(right.target.0),
                    seat: self.seat_name(right.owner.0),
                    victim: self.square_name(right.victim.0),
                });
            }
        }
    }

    /// Reports pieces on squares where they must promote when they arrive. A piece may be there if it starts there, or
    /// if a rule can put it there in another way than by a move of its own.
    fn check_promotions(&self, st: &WideState, violations: &mut Vec<SetupError>) {
        let book = self.book;
        if book.setup.is_none() || book.conversion.is_some() || book.army == Army::TakenOver {
            return;
        }
        for seat in book.seat_ids() {
            for square in st.seats[seat.index()].iter() {
                let ty = st.type_at(square);
                let kind = self.types.all[ty].kind;
                let rule = self.promotion[ty * book.seats.len() + seat.index()][square];
                let rule = book.promotions.get(usize::from(rule)).filter(|_| rule != NOBODY);
                let square = Square(square as u16);
                let into = rule.and_then(|it| compulsory(it, seat, square));
                if let Some(into) = into.filter(|_| !self.may_appear(seat, kind, square)) {
                    violations.push(SetupError::NotPromoted {
                        seat: self.seat_name(seat.0),
                        piece: book.kinds[kind.index()].name.clone(),
                        square: self.square_name(square.0),
                        into: book.kinds[into.index()].name.clone(),
                    });
                }
            }
        }
    }

    /// Reports whether a piece can come to a square without arriving there by a move of its own: at the start, by a
    /// drop, a gate, a castling or another promotion.
    fn may_appear(&self, seat: SeatId, kind: KindId, square: Square) -> bool {
        let book = self.book;
        let castles = book.castlings.iter().any(|it| it.seat == seat && [it.king.1, it.rook.1].contains(&square));
        let promotes_to = |it: &Promotion| match &it.choice {
            PromotionChoice::Listed(kinds) => kinds.contains(&kind),
            PromotionChoice::BySquare(by_seat) => by_seat.iter().flatten().any(|it| it.0 == kind),
            PromotionChoice::FromPool { pieces, .. } => pieces >> kind.0 & 1 != 0,
        };
        // A promotion that depends on the square of departure may precede the one of the square of arrival.
        let may_stay = |it: &Promotion| it.leaving.is_some() && !it.forced && it.pieces >> kind.0 & 1 != 0;
        castles
            || book.promotions.iter().any(may_stay)
            || book.setup.iter().flatten().any(|it| *it == (seat, kind, square))
            || self.drops.iter().any(|it| (it.0, it.1) == (seat, kind) && it.2.has(square.index()))
            || book.gating.as_ref().is_some_and(|it| it.pieces >> kind.0 & 1 != 0)
            || book.promotions.iter().any(promotes_to)
            || book.promotion_moves.iter().any(|it| it.becomes.contains(&kind))
    }
}

/// Returns a kind that a piece to which a promotion applies becomes on a square, if it always becomes another one
/// there. A pool can be empty, and a rule about captures does not concern other moves.
fn compulsory(rule: &Promotion, seat: SeatId, square: Square) -> Option<KindId> {
    let named = match &rule.choice {
        PromotionChoice::Listed(kinds) => kinds.first().copied(),
        PromotionChoice::BySquare(by_seat) => {
            by_seat[seat.index()].iter().find(|it| it.1.binary_search(&square).is_ok()).map(|it| it.0)
        }
        PromotionChoice::FromPool { .. } => None,
    };
    named.filter(|_| rule.forced && rule.captures.is_none())
}
