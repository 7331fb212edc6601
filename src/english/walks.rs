//! Where pieces of a kind can get on an empty board, and where they must promote.
//!
//! Contains: [`walked`], [`stuck_squares`], [`must_promote`] and [`may_enter`]. Input: a variant. Output: squares. Does not know: other pieces
//! and sentences.

use crate::board::Square;
use crate::definition::Definition;
use crate::rulebook::{Ban, KindId, PieceTest, PlaceTest, Promotion, PromotionChoice, SeatId};
use crate::rules::Variant;

/// Reports whether a piece of a kind that moves to a square always becomes another piece there.
pub(super) fn must_promote(variant: &Variant, seat: SeatId, kind: KindId, at: Square) -> bool {
    let book = variant.rulebook();
    let changes = |it: &Promotion| match it.choice {
        PromotionChoice::FromPool { .. } => false,
        _ => it.choice.named() >> kind.0 & 1 == 0,
    };
    let is_there = |it: &Promotion| matches!(it.on, PlaceTest::Zone { .. }) && it.on.may_fit(book, seat, at);
    let applies = |it: &Promotion| it.forced && it.captures.is_none() && it.pieces >> kind.0 & 1 != 0;
    book.promotions.iter().any(|it| applies(it) && changes(it) && is_there(it))
        && variant.promotes_on(seat, kind).contains(&at)
}

/// Reports whether no ban without conditions keeps a kind from ending its move on a square.
pub(super) fn may_enter(variant: &Variant, seat: SeatId, kind: KindId, at: Square) -> bool {
    let book = variant.rulebook();
    let is_kind = |it: &PieceTest| {
        it.kind.is_some_and(|it| it >> kind.0 & 1 != 0) && it.at.is_none() && it.tag.is_none() && it.owner.is_none()
    };
    let is_there = |it: &PlaceTest| matches!(it, PlaceTest::Zone { .. }) && it.may_fit(book, seat, at);
    let forbids = |ban: &Ban| {
        let is_plain = ban.unless.is_empty() && ban.forbids.before.is_none() && ban.forbids.after.is_none();
        let test = ban.forbids.mv.as_ref().filter(|it| is_plain && it.captures.is_none() && it.crosses.is_none());
        test.is_some_and(|it| it.piece.as_ref().is_some_and(is_kind) && it.to.as_ref().is_some_and(is_there))
    };
    !book.bans.iter().any(forbids)
}

/// Returns the squares beside missing squares where a pawn has nothing ahead and does not promote, so that it can only capture.
pub(super) fn stuck_squares(definition: &Definition, variant: &Variant, seat: SeatId, kind: KindId) -> Vec<Square> {
    let has_holes = definition.patches.iter().any(|it| !it.1.holes.is_empty());
    if !has_holes || variant.rulebook().seats.len() >= 4 {
        return Vec::new();
    }
    let promotes = variant.promotes_on(seat, kind);
    let is_stuck = |it: &Square| {
        let reach = variant.reach(seat, kind, *it);
        reach.quiet.is_empty() && !reach.captures.is_empty() && !promotes.contains(it)
    };
    variant.board().squares().filter(is_stuck).collect()
}

/// Returns the squares that pieces of a kind can reach from their starting squares, without any tag. A kind that is not on
/// the board at the start begins where other pieces become it.
pub(super) fn walked(variant: &Variant, seat: SeatId, kind: KindId) -> Vec<Square> {
    let book = variant.rulebook();
    let start = |kind: KindId| -> Vec<Square> {
        let own = book.setup.iter().flatten().filter(|it| (it.0, it.1) == (seat, kind));
        own.map(|it| it.2).collect()
    };
    let mut all = start(kind);
    if all.is_empty() {
        let makes = |it: &&Promotion| it.captures.is_none() && it.choice.named() >> kind.0 & 1 != 0;
        for rule in book.promotions.iter().filter(makes) {
            let others = (0..book.kinds.len() as u8).map(KindId).filter(|it| rule.pieces >> it.0 & 1 != 0);
            for other in others.filter(|it| *it != kind) {
                let promotes = variant.promotes_on(seat, other);
                let ends = steps_from(variant, (seat, other), start(other)).into_iter().flat_map(|from| {
                    let reach = variant.reach(seat, other, from);
                    reach.quiet.into_iter().chain(reach.captures)
                });
                all.extend(ends.filter(|it| promotes.contains(it) && rule.on.may_fit(book, seat, *it)));
            }
        }
    }
    steps_from(variant, (seat, kind), all)
}

/// Returns squares and all squares that a kind can reach from them without becoming another one.
fn steps_from(variant: &Variant, (seat, kind): (SeatId, KindId), mut all: Vec<Square>) -> Vec<Square> {
    let mut at = 0;
    while let Some(from) = all.get(at).copied() {
        let reach = variant.reach(seat, kind, from);
        for to in reach.quiet.into_iter().chain(reach.captures) {
            if !all.contains(&to) && !must_promote(variant, seat, kind, to) && may_enter(variant, seat, kind, to) {
                all.push(to);
            }
        }
        at += 1;
    }
    all
}
