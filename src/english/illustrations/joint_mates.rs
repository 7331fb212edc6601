//! Illustration of a checkmate that two opponents give together.
//!
//! Input: a variant. Output: a position in which the piece of one opponent gives check and pieces of both are needed to leave no
//! legal move. The search places few pieces beside the kings at home, and the engine decides what follows. It prefers attacks
//! that a player of chess sees at once. It is bounded and deterministic. Does not know any game by name.

use super::Illustration;
use super::mates::{VICTIM, attackers, guarded, guarded_by, guards, has_another, through_the_king};
use super::moves::kings;
use super::refused::{Dice, reduced, unsettled};
use super::rescues::{has_plain_rule, is_plain_mate};
use crate::board::Square;
use crate::document::Diagram;
use crate::notation::{joined, seat_title};
use crate::policy::Role;
use crate::rulebook::SeatId;
use crate::rules::{Piece, Position, Setup, UnsettledPosition, Variant};

/// Maximum number of positions tried.
const TRIED: usize = 20_000;
/// Number of pieces of each opponent in the search.
const PIECES: usize = 2;

/// Shows a checkmate by two opponents, where every checkmate of a player to move counts.
pub(super) fn illustration(variant: &Variant) -> Option<Illustration> {
    let book = variant.rulebook();
    let attacking = attackers(variant);
    if !has_plain_rule(variant) || attacking.is_empty() {
        return None;
    }
    let position = search(variant, &attacking, true).or_else(|| search(variant, &attacking, false))?;
    let label = |it: Piece| book.kinds[it.kind.index()].label.as_str();
    let name = |(at, it): &(Square, Piece)| {
        format!("{}'s {} on {}", seat_title(book, it.seat), label(*it), book.board.name(*at))
    };
    let checkers = position.checkers(VICTIM);
    let (checking, others): (Vec<_>, Vec<_>) = officers(&position).into_iter().partition(|it| checkers.contains(&it.0));
    let checking = checking.first()?;
    let others: Vec<String> = others.iter().map(name).collect();
    let victim = seat_title(book, VICTIM);
    let marked = guarded(&position);
    let caption = format!(
        "Checkmate by two opponents. It is {victim}'s turn. {} gives check, and {victim} has no legal move: the marked squares are \
         attacked by this {} or by {}.{}",
        name(checking),
        label(checking.1),
        joined(&others, "or"),
        through_the_king(&position, &marked)
    );
    let diagram = Diagram {
        marked,
        attacked: guards(&position),
        is_small: true,
        seat: Some(VICTIM),
        caption: caption.into(),
        ..Diagram::new(position)
    };
    Some(Illustration { rule: "rule-check-mate".to_owned(), diagram })
}

fn officers(position: &Position) -> Vec<(Square, Piece)> {
    let kinds = &position.variant().rulebook().kinds;
    position.pieces().into_iter().filter(|it| kinds[it.1.kind.index()].role == Role::Piece).collect()
}

/// Places pieces of two opponents until they give checkmate together. With `is_plain`, accepts only attacks that a player of chess
/// sees at once.
fn search(variant: &Variant, attacking: &[Vec<(Square, Piece)>], is_plain: bool) -> Option<Position> {
    let mut dice = Dice(9);
    for _ in 0..TRIED {
        let mut pieces = kings(variant);
        for all in attacking.iter().take(2) {
            for _ in 0..PIECES {
                let (at, piece) = all[dice.below(all.len())];
                if pieces.iter().all(|it| it.0 != at) && has_another(variant, &pieces, piece) {
                    pieces.push((at, piece));
                }
            }
        }
        let setup = Setup::builder(variant).turn(VICTIM).pieces(pieces).setup();
        let Some(position) = unsettled(variant, &setup).filter(is_joint_mate) else { continue };
        let position = reduced(variant, position, &is_joint_mate);
        if !is_plain || is_plain_mate(&position, &|_| true) {
            return Some(position);
        }
    }
    None
}

/// Reports whether the victim alone is in check and is checkmated, by pieces of two players.
fn is_joint_mate(position: &Position) -> bool {
    let others = || position.variant().rulebook().seat_ids().filter(|it| *it != VICTIM);
    let mut seats: Vec<SeatId> = officers(position).into_iter().map(|it| it.1.seat).collect();
    seats.sort();
    seats.dedup();
    let is_lost = || {
        let settled = UnsettledPosition::new(position.variant(), &position.setup()).ok().map(UnsettledPosition::settle);
        settled.is_some_and(|it| it.ending().is_some() || !it.is_living(VICTIM))
    };
    let is_calm = others().all(|it| !position.is_check(it)) && position.checkers(VICTIM).len() == 1;
    // The caption names the pieces that attack the squares around the king.
    let kinds = &position.variant().rulebook().kinds;
    let is_shown = |it: Piece| kinds[it.kind.index()].role == Role::Piece;
    let guarded = guarded(position);
    let are_shown = || !guarded.is_empty() && guarded_by(position, &is_shown) == guarded;
    seats.len() == 2 && is_calm && are_shown() && position.legal_moves().is_empty() && is_lost()
}
