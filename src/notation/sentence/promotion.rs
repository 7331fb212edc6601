//! Sentences about promotions that are not legal.
//!
//! Input: a [`Position`] or a rulebook, a move, and the kinds in question. Output: a sentence, or the source of the
//! rule. Does not decide whether a move is legal.

use super::refusal::{kind, kinds};
use super::{cited, piece_text};
use crate::board::Square;
use crate::notation::name::a;
use crate::notation::seat_title;
use crate::rulebook::{KindId, Rulebook};
use crate::rules::{Move, Piece, Position};

/// Says that a piece does not promote so on its square.
pub(super) fn no_such_promotion(position: &Position, mv: Move, mover: &str, into: &[KindId]) -> String {
    let book = position.variant().rulebook();
    let to = book.board.name(mv.to);
    if mv.gate().is_some() {
        return "With a move that promotes, no other piece can enter.".to_owned();
    }
    match (into, mv.promotion) {
        ([], _) => {
            let only = only_by_capturing(position, mv).map(|it| format!(" It promotes only by capturing {it}."));
            format!("The {mover} does not promote on {to}.{}", only.unwrap_or_default())
        }
        (_, Some(wish)) if wish.index() < book.kinds.len() => {
            let wish = kind(book, wish);
            format!("On {to} the {mover} cannot promote to {}. It can promote to {}.", a(wish), a(&kinds(book, into)))
        }
        _ => format!("On {to} the {mover} can promote to {}.", a(&kinds(book, into))),
    }
}

/// Returns what a piece has to capture in order to promote, if a move captures nothing.
fn only_by_capturing(position: &Position, mv: Move) -> Option<String> {
    let book = position.variant().rulebook();
    let piece = position.piece_at(mv.from).filter(|_| position.piece_at(mv.to).is_none())?;
    let is_own = |pieces: u32| pieces >> piece.kind.0 & 1 != 0;
    let mut tests = book.promotions.iter().filter(|it| is_own(it.pieces)).map(|it| it.captures.as_ref());
    let first = tests.next()??;
    if !tests.all(|it| it == Some(first)) || book.promotion_moves.iter().any(|it| is_own(it.pieces)) {
        return None;
    }
    let named = first.kind.map(|set| (0..32).map(KindId).filter(|it| set >> it.0 & 1 != 0).collect::<Vec<_>>());
    Some(named.map_or_else(|| "a piece".to_owned(), |it| a(&kinds(book, &it))))
}

/// Says that the player has enough pieces of the new kind.
pub(super) fn at_limit(position: &Position, new: KindId) -> String {
    let book = position.variant().rulebook();
    format!(
        "{} already has as many pieces of the kind {} as the rule allows.",
        seat_title(book, position.turn()),
        kind(book, new)
    )
}

/// Says that the promotion would attack a piece of an opponent, or give check.
pub(super) fn attacks(position: &Position, new: KindId, at: Square) -> String {
    let new = kind(position.variant().rulebook(), new);
    format!("A promotion to a {new} may not attack here, and it would attack {}.", piece_text(position, at))
}

/// Returns the source of the rule by which a piece promotes as a move of its own.
pub(super) fn source(book: &Rulebook, piece: Option<Piece>) -> Option<String> {
    let rule = book.promotion_moves.iter().find(|it| piece.is_some_and(|piece| it.pieces >> piece.kind.0 & 1 != 0));
    cited(book, rule?.source.as_ref())
}
