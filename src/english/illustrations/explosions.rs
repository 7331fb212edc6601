//! Illustrations of captures that explode.
//!
//! Input: a variant. Output: a capture as an arrow, with marks on the squares that it clears. The engine
//! finds them with the kings at home. The search is bounded and deterministic. Does not know any game by
//! name.

use super::Illustration;
use super::moves::{kings, piece};
use super::refused::{is_calm, unsettled};
use crate::board::Square;
use crate::document::Diagram;
use crate::notation::moves::all_captured;
use crate::notation::name::{joined, seat_title};
use crate::policy::Role;
use crate::rulebook::{KindId, SeatId};
use crate::rules::{Move, Piece, Position, Setup, Variant};

/// The seat whose capture is shown, and the owner of the captured piece.
const SEATS: [SeatId; 2] = [SeatId(0), SeatId(1)];

/// Maximum number of positions tried.
const MAX_TRIED: usize = 500;

/// Returns a capture that destroys pieces next to it, if captures explode.
pub(super) fn explosion(variant: &Variant) -> Option<Illustration> {
    let book = variant.rulebook();
    let rule = book.explosion.as_ref()?;
    let ordinary = |it: &KindId| book.kinds[it.index()].role == Role::Piece;
    let kinds = || book.setup.iter().flatten().map(|it| it.1).filter(ordinary);
    let capturer = kinds().find(|it| (rule.unharmed | book.capture_without_moving) >> it.0 & 1 == 0)?;
    let victim = kinds().find(|it| rule.immune >> it.0 & 1 == 0)?;
    // A piece of another kind cannot be taken for the capturing piece.
    let friend = kinds().find(|it| rule.immune >> it.0 & 1 == 0 && *it != capturer).unwrap_or(victim);
    let survivor = (0..book.kinds.len() as u8).map(KindId).find(|it| rule.immune >> it.0 & 1 != 0);
    let reach = |from| variant.reach(SEATS[0], capturer, from).captures.into_iter().map(move |to| (from, to));
    // A capture around a barrier would look like one across it.
    let is_plain = |(from, to): &(Square, Square)| {
        variant.board().links(*from).iter().all(|it| it.0 != *to || it.1.barriers().is_empty())
    };
    let captures = variant.board().squares().flat_map(reach).filter(is_plain).take(MAX_TRIED);
    let (position, mv, cleared) = captures.into_iter().find_map(|(from, to)| {
        let position = around(variant, (capturer, from), (victim, to), (friend, survivor))?;
        let mv = position.legal_moves().into_iter().find(|it| (it.from, it.to) == (from, to))?;
        let cleared = all_captured(&position, mv).filter(|it| it.len() == 3)?;
        Some((position, mv, cleared))
    })?;
    Some(shown(position, mv, cleared))
}

/// Returns a position with the kings at home, a capture, and pieces next to it: one of each player, and one that
/// survives.
fn around(
    variant: &Variant,
    (capturer, from): (KindId, Square),
    (victim, to): (KindId, Square),
    (friend, survivor): (KindId, Option<KindId>),
) -> Option<Position> {
    let board = variant.board();
    let rule = variant.rulebook().explosion.as_ref()?;
    let mut pieces = kings(variant);
    pieces.extend([(from, piece(SEATS[0], capturer)), (to, piece(SEATS[1], victim))]);
    let reaches = |heading| if board.is_straight(heading) { rule.straight } else { rule.diagonal };
    let near = board.links(to).iter().filter(|it| reaches(it.1.heading)).map(|it| it.0);
    let mut free: Vec<Square> = near.filter(|it| *it != to && pieces.iter().all(|(at, _)| at != it)).collect();
    free.dedup();
    let beside: Vec<Piece> = [Some((SEATS[0], friend)), Some((SEATS[1], victim)), survivor.map(|it| (SEATS[1], it))]
        .into_iter()
        .flatten()
        .map(|it| piece(it.0, it.1))
        .collect();
    if free.len() < beside.len() {
        return None;
    }
    // The pieces are spread around the square.
    let step = free.len() / beside.len();
    pieces.extend(free.into_iter().step_by(step).zip(beside));
    let setup = Setup::builder(variant).turn(SEATS[0]).pieces(pieces).setup();
    unsettled(variant, &setup).filter(is_calm)
}

fn shown(position: Position, mv: Move, cleared: Vec<Square>) -> Illustration {
    let book = position.variant().rulebook();
    let name = |it: &Square| book.board.name(*it).to_owned();
    let label = position.piece_at(mv.from).map_or("piece", |it| &book.kinds[it.kind.index()].label);
    let squares: Vec<String> = cleared.iter().map(name).collect();
    let caption = format!(
        "{}'s {label} on {} captures on {} and disappears, with the pieces on {}.",
        seat_title(book, SEATS[0]),
        name(&mv.from),
        name(&mv.to),
        joined(&squares, "and")
    );
    let allowed = vec![(mv.from, mv.to)];
    let diagram = Diagram {
        marked: cleared,
        allowed,
        is_small: true,
        seat: Some(SEATS[0]),
        caption: caption.into(),
        ..Diagram::new(position)
    };
    Illustration { rule: "rule-explosion".to_owned(), diagram }
}
