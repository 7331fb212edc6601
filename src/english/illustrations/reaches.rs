//! Illustrations of pieces beside an edge that lines cross: where each of them can go.
//!
//! Input: a definition and its variant. Output: one small board for each kind of piece. The engine answers which moves
//! are legal. Does not know any game by name.

use super::Illustration;
use super::moves::{kings, piece};
use super::refused::{is_calm, unsettled};
use crate::board::{Heading, Square, ray_paths};
use crate::definition::Definition;
use crate::document::Diagram;
use crate::english::crossed::pawn_across;
use crate::english::crossing::{example_square, is_across};
use crate::notation::seat_title;
use crate::policy::Role;
use crate::rulebook::{KindId, SeatId};
use crate::rules::{Move, Setup, Variant};

/// The seat whose pieces are shown.
const FIRST: SeatId = SeatId(0);
/// Maximum number of kinds of pieces with an illustration each.
const MAX_KINDS: usize = 8;
/// Maximum number of steps on a line that an arrow follows.
const LINE: usize = 4;

/// Returns a small illustration for each kind of piece, on a square from which lines cross an edge.
pub(super) fn illustrations(definition: &Definition, variant: &Variant) -> Vec<Illustration> {
    let book = variant.rulebook();
    let Some(from) = example_square(definition, book).filter(|_| book.kinds.len() <= MAX_KINDS) else {
        return Vec::new();
    };
    let kinds = || (0..book.kinds.len() as u8).map(KindId);
    kinds()
        .filter_map(|it| reach(variant, it, from))
        .chain(kinds().filter_map(|it| beyond(variant, it, from)))
        .collect()
}

/// Shows a pawn that has crossed the edge, with pieces to capture.
fn beyond(variant: &Variant, kind: KindId, from: Square) -> Option<Illustration> {
    let book = variant.rulebook();
    if book.kinds[kind.index()].role != Role::Pawn {
        return None;
    }
    let ahead = variant.reach(FIRST, kind, from).quiet;
    let [to] = ahead.as_slice() else { return None };
    if !is_across(book, from, *to) {
        return None;
    }
    let after = pawn_across(variant, kind, (from, *to))?;
    let (whose, label, name) = (seat_title(book, FIRST), &book.kinds[kind.index()].label, variant.board().name(*to));
    let caption = format!("{whose}'s {label} on {name}, after it has crossed from {}.", variant.board().name(from));
    let diagram = Diagram {
        targets: after.position.legal_moves_from(after.at),
        is_small: true,
        seat: Some(FIRST),
        caption: caption.into(),
        ..Diagram::new(after.position)
    };
    Some(Illustration { rule: "rule-board".to_owned(), diagram })
}

/// Shows the legal moves of one piece, with the kings at home.
fn reach(variant: &Variant, kind: KindId, from: Square) -> Option<Illustration> {
    let book = variant.rulebook();
    let is_royal = book.kinds[kind.index()].role == Role::Royal;
    let mut pieces = kings(variant);
    pieces.retain(|it| it.0 != from && !(is_royal && it.1.seat == FIRST));
    pieces.push((from, piece(FIRST, kind)));
    let position = unsettled(variant, &Setup::builder(variant).turn(FIRST).pieces(pieces).setup())?;
    if !is_calm(&position) {
        return None;
    }
    let targets: Vec<Move> = position.legal_moves_from(from);
    let only_captures: Vec<Square> = {
        let reach = variant.reach(FIRST, kind, from);
        reach.captures.into_iter().filter(|it| !reach.quiet.contains(it)).collect()
    };
    let also = if only_captures.is_empty() { "" } else { " It may enter a square with a ring only by capturing." };
    let (whose, label) = (seat_title(book, FIRST), &book.kinds[kind.index()].label);
    let caption = format!("Moves of {whose}'s {label} on {}.{also}", variant.board().name(from));
    let allowed = lines_across(variant, from, &targets);
    let follow = match allowed.len() {
        0 => "",
        1 => " The arrow follows its line across.",
        _ => " The arrows follow its lines across.",
    };
    let caption = format!("{caption}{follow}");
    let diagram = Diagram {
        targets,
        allowed,
        captures: only_captures,
        is_small: true,
        seat: Some(FIRST),
        caption: caption.into(),
        ..Diagram::new(position)
    };
    Some(Illustration { rule: "rule-board".to_owned(), diagram })
}

/// Returns the beginning of each line on which a piece crosses an edge at once. No shorter line leads to its end.
fn lines_across(variant: &Variant, from: Square, targets: &[Move]) -> Vec<(Square, Square)> {
    let (book, board) = (variant.rulebook(), variant.board());
    let rays: Vec<Vec<Square>> =
        (0..board.headings).flat_map(|it| ray_paths(board, from, Heading(it), 0)).map(|it| it.squares).collect();
    let steps = |to: Square| rays.iter().filter_map(move |it| it.iter().position(|at| *at == to));
    let mut lines = Vec::new();
    for ray in rays.iter().filter(|it| it.first().is_some_and(|to| is_across(book, from, *to))) {
        let reached = ray.iter().take_while(|to| targets.iter().any(|it| it.to == **to));
        let ends = reached.enumerate().take(LINE).filter(|(at, to)| steps(**to).filter(|it| it <= at).count() == 1);
        let Some((at, to)) = ends.last() else { continue };
        if at > 0 && !lines.contains(&(from, *to)) {
            lines.push((from, *to));
        }
    }
    lines
}
