//! Illustrations of captures without moving.
//!
//! Input: a variant. Output: a capture as an arrow, with a mark on the square that it clears. The engine finds it with the
//! kings at home. The search is bounded and deterministic. Does not know any game by name.

use super::Illustration;
use super::moves::{kings, piece};
use super::refused::{is_calm, unsettled};
use crate::board::Square;
use crate::document::Diagram;
use crate::notation::moves::stays;
use crate::notation::name::seat_title;
use crate::policy::Role;
use crate::rulebook::{KindId, SeatId};
use crate::rules::{Move, Position, Setup, Variant};

/// The seat whose capture is shown, and the owner of the captured piece.
const SEATS: [SeatId; 2] = [SeatId(0), SeatId(1)];

/// Maximum number of positions tried.
const MAX_TRIED: usize = 500;

/// Returns a capture without moving, if some piece of the starting position makes one. A distant one shows more.
pub(super) fn without_moving(variant: &Variant) -> Option<Illustration> {
    let book = variant.rulebook();
    let ordinary = |it: &KindId| book.kinds[it.index()].role == Role::Piece;
    let kinds = || book.setup.iter().flatten().map(|it| it.1);
    let is_such = |it: &KindId| book.captures_without_moving(*it);
    let capturer = kinds().filter(is_such).find(ordinary).or_else(|| kinds().find(is_such))?;
    let victim = kinds().filter(ordinary).find(|it| *it != capturer).or_else(|| kinds().find(ordinary))?;
    let reach = |from| variant.reach(SEATS[0], capturer, from).captures.into_iter().map(move |to| (from, to));
    let is_next = |(from, to): &(Square, Square)| variant.board().links(*from).iter().any(|it| it.0 == *to);
    let captures = || variant.board().squares().flat_map(reach);
    let distant = captures().filter(|it| !is_next(it)).take(MAX_TRIED);
    let (position, mv) = distant.chain(captures().filter(is_next).take(MAX_TRIED)).find_map(|(from, to)| {
        let mut pieces = kings(variant);
        if pieces.iter().any(|it| it.0 == from || it.0 == to) {
            return None;
        }
        pieces.extend([(from, piece(SEATS[0], capturer)), (to, piece(SEATS[1], victim))]);
        let setup = Setup::builder(variant).turn(SEATS[0]).pieces(pieces).setup();
        let position = unsettled(variant, &setup).filter(is_calm)?;
        let mv = position.legal_moves().into_iter().find(|it| (it.from, it.to) == (from, to))?;
        stays(&position, mv).then_some((position, mv))
    })?;
    Some(shown(position, mv))
}

fn shown(position: Position, mv: Move) -> Illustration {
    let book = position.variant().rulebook();
    let label = |at| position.piece_at(at).map_or("piece", |it| book.kinds[it.kind.index()].label.as_str());
    let (from, to) = (book.board.name(mv.from), book.board.name(mv.to));
    let caption = format!(
        "{}'s {} on {from} captures the {} on {to} and stays on {from}.",
        seat_title(book, SEATS[0]),
        label(mv.from),
        label(mv.to)
    );
    let diagram = Diagram {
        marked: vec![mv.to],
        allowed: vec![(mv.from, mv.to)],
        is_small: true,
        seat: Some(SEATS[0]),
        caption: caption.into(),
        ..Diagram::new(position)
    };
    Illustration { rule: "rule-capture-without-moving".to_owned(), diagram }
}
