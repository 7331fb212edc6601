//! Illustrations of pieces that come from the hand: drops, and pieces that enter with the move of another.
//!
//! Input: a variant. Output: the squares on which a piece can be dropped, with a mark on each, and a position after a
//! move with which a piece entered. The engine answers which of these moves are legal. Does not know any game by name.

use super::Illustration;
use super::moves::{kings, piece};
use super::refused::{is_calm, unsettled};
use crate::board::Square;
use crate::document::Diagram;
use crate::english::phrases::a;
use crate::notation::seat_title;
use crate::policy::Role;
use crate::rulebook::{KindId, SeatId};
use crate::rules::{Move, Piece, Position, Setup, Variant};
use crate::sorting::CompactSort;

/// The seat whose moves are shown.
const FIRST: SeatId = SeatId(0);

/// Returns a drop and a move that lets a piece enter, if the rulebook has such moves.
pub(super) fn illustrations(variant: &Variant) -> Vec<Illustration> {
    drop_of_one_kind(variant).into_iter().chain(gate(variant)).chain(placement(variant)).collect()
}

/// Shows the squares on which a kind can be dropped, if these are not all empty squares: first of all a kind with a limit
/// for each file, then the kind with the fewest squares.
fn drop_of_one_kind(variant: &Variant) -> Option<Illustration> {
    let book = variant.rulebook();
    let kinds = (0..book.kinds.len() as u8).map(KindId).filter(|it| book.drop_of(*it).is_some());
    let (kind, position, drops) = kinds
        .filter_map(|kind| {
            let position = holding(variant, kind)?;
            let drops: Vec<Move> = position.legal_moves().into_iter().filter(|it| it.dropped() == Some(kind)).collect();
            let empty = variant.board().squares().filter(|it| position.piece_at(*it).is_none()).count();
            (!drops.is_empty() && drops.len() < empty).then_some((kind, position, drops))
        })
        .min_by_key(|it| (book.drop_of(it.0).is_none_or(|it| it.most_on_file.is_none()), it.2.len()))?;
    let label = &book.kinds[kind.index()].label;
    let seat = seat_title(book, FIRST);
    let caption = format!("{seat} has {} in hand, and can drop it on any marked square.", a(label));
    let diagram = Diagram {
        targets: drops,
        is_small: true,
        seat: Some(FIRST),
        caption: caption.into(),
        ..Diagram::new(position)
    };
    Some(Illustration { rule: "rule-drops".to_owned(), diagram })
}

/// Returns a position in which the first player holds one piece of a kind. The kings are at home, and one piece of the
/// kind on the board shows a limit for its file.
fn holding(variant: &Variant, kind: KindId) -> Option<Position> {
    let mut pieces = kings(variant);
    let own: Vec<Square> = at_home(variant).filter(|it| it.0 == kind).map(|it| it.1).collect();
    if let Some(at) = own.get(own.len() / 2).filter(|at| pieces.iter().all(|it| it.0 != **at)) {
        pieces.push((*at, piece(FIRST, kind)));
    }
    let mut setup = Setup::builder(variant).turn(FIRST).pieces(pieces).setup();
    *setup.pool.first_mut()?.get_mut(kind.index())? = 1;
    unsettled(variant, &setup).filter(is_calm)
}

/// Shows a position after the move of a piece that let another one enter.
fn gate(variant: &Variant) -> Option<Illustration> {
    let book = variant.rulebook();
    book.gating.as_ref()?;
    let mut home: Vec<(KindId, Square)> = at_home(variant).collect();
    home.compact_sort_by_key(|it| book.kinds[it.0.index()].role == Role::Royal);
    // The squares are easier to tell apart if they are not side by side.
    let is_far = |mv: &Move| variant.board().links(mv.from).iter().all(|it| it.0 != mv.to);
    let example =
        |far: bool| home.iter().find_map(|(kind, at)| entering(variant, (*kind, *at), &|mv| !far || is_far(mv)));
    let (before, mv) = example(true).or_else(|| example(false))?;
    let after = before.play_unsettled(mv).ok()?;
    let (name, label) = (|it: Square| variant.board().name(it), |it: KindId| &book.kinds[it.index()].label);
    let caption = format!(
        "{}'s {} has moved from {} to {}, and {} has entered on {}.",
        seat_title(book, FIRST),
        label(before.piece_at(mv.from)?.kind),
        name(mv.from),
        name(mv.to),
        a(label(mv.gate()?.kind)),
        name(mv.from)
    );
    let diagram = Diagram {
        last: Some(mv),
        is_small: true,
        seat: Some(FIRST),
        caption: caption.into(),
        ..Diagram::new(after.as_position().clone())
    };
    Some(Illustration { rule: "rule-gating".to_owned(), diagram })
}

/// Shows the start of the game after a move that placed a blocker.
fn placement(variant: &Variant) -> Option<Illustration> {
    let book = variant.rulebook();
    let rule = book.blocker.as_ref()?;
    let before = variant.unsettled_start()?.into_position();
    let all = before.legal_moves();
    let mv = *all.get(all.len() * 3 / 5)?;
    let after = before.play_unsettled(mv).ok()?;
    let name = |it: Square| variant.board().name(it);
    let caption = format!(
        "{}'s {} has moved from {} to {}, and the {} is now on {}.",
        seat_title(book, FIRST),
        book.kinds[before.piece_at(mv.from)?.kind.index()].label,
        name(mv.from),
        name(mv.to),
        book.kinds[rule.kind.index()].label,
        name(mv.placed()?)
    );
    let position = after.as_position().clone();
    let diagram = Diagram {
        last: Some(mv),
        is_small: true,
        seat: Some(FIRST),
        caption: caption.into(),
        ..Diagram::new(position)
    };
    Some(Illustration { rule: "rule-blocker".to_owned(), diagram })
}

/// Returns a position with the kings and one piece at home, and a move of that piece which lets another one enter.
fn entering(variant: &Variant, (kind, at): (KindId, Square), fits: &dyn Fn(&Move) -> bool) -> Option<(Position, Move)> {
    let mut pieces: Vec<(Square, Piece)> = kings(variant);
    pieces.retain(|it| it.0 != at);
    pieces.push((at, piece(FIRST, kind)));
    let mut setup = Setup::builder(variant).turn(FIRST).pieces(pieces).setup();
    setup.pool.clone_from(&variant.rulebook().start_pools);
    let position = unsettled(variant, &setup).filter(is_calm)?;
    let mut moves = position.legal_moves_from(at).into_iter();
    let mv = moves.find(|it| it.gate().is_some() && !it.is_castling() && fits(it))?;
    Some((position, mv))
}

/// The pieces of the first player at the start.
fn at_home(variant: &Variant) -> impl Iterator<Item = (KindId, Square)> {
    variant.rulebook().setup.iter().flatten().filter(|it| it.0 == FIRST).map(|it| (it.1, it.2))
}
