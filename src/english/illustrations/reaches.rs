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
/// Maximum number of steps on a line that an arrow or numbers follow.
const LINE: usize = 12;

/// A line on which a piece crosses an edge at once.
struct CrossingLine {
    /// The squares that the piece can reach on it.
    squares: Vec<Square>,
    /// The last of them to which no shorter line leads.
    end: Square,
}

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
    let mut lines = lines_across(variant, from, &targets);
    // Numbers also show the end of a line that an arrow would cut short.
    lines.sort_by_key(|it| it.squares.last() == Some(&it.end));
    let numbered: Vec<Square> = lines.first().map(|it| it.squares.clone()).unwrap_or_default();
    let numbers = (1..).zip(&numbered).map(|(step, at): (usize, &Square)| (*at, step.to_string())).collect();
    let path = |it: &CrossingLine| [from].into_iter().chain(it.squares.iter().copied()).collect();
    let paths: Vec<Vec<Square>> = lines.iter().skip(1).map(path).collect();
    let follow = match paths.len() {
        _ if numbered.is_empty() => "",
        0 => " The numbers follow its line across.",
        1 => " The numbers follow one line across, the arrow another.",
        _ => " The numbers follow one line across, the arrows others.",
    };
    let around = lines.first().and_then(|it| not_across(variant, (from, label), it)).unwrap_or_default();
    let caption = format!("{caption}{follow}{around}");
    let diagram = Diagram {
        targets: targets.into_iter().filter(|it| !numbered.contains(&it.to)).collect(),
        paths,
        numbers,
        captures: only_captures,
        is_small: true,
        seat: Some(FIRST),
        caption: caption.into(),
        ..Diagram::new(position)
    };
    Some(Illustration { rule: "rule-board".to_owned(), diagram })
}

/// States that a piece reaches the end of a line over the edge, if a shorter line to it crosses a barrier.
fn not_across(variant: &Variant, (from, piece): (Square, &str), line: &CrossingLine) -> Option<String> {
    let (book, board) = (variant.rulebook(), variant.board());
    let to = line.squares.last().filter(|it| **it != line.end)?;
    let over = board.links(from).iter().find(|it| Some(&it.0) == line.squares.first())?;
    let over = over.1.lines.first()?;
    let over = &book.lines.iter().find(|it| it.instances.contains(over))?.label;
    let rays = (0..board.headings).flat_map(|it| ray_paths(board, from, Heading(it), 0));
    let barrier = rays.into_iter().find_map(|ray| {
        let end = ray.squares.iter().position(|it| it == to).filter(|it| it + 1 < line.squares.len())?;
        let starts = [from].into_iter().chain(ray.squares.iter().copied());
        let mut links = starts
            .zip(&ray.links)
            .take(end + 1)
            .flat_map(|(at, link)| board.links(at)[usize::from(*link)].1.barriers.iter().copied());
        links.next()
    })?;
    let barrier = &book.barriers[book.barrier_instances[usize::from(barrier)].barrier].label;
    Some(format!(" The {piece} reaches {} through the {over}, not across the {barrier}.", board.name(*to)))
}

/// Returns each line of several steps on which a piece crosses an edge at once.
fn lines_across(variant: &Variant, from: Square, targets: &[Move]) -> Vec<CrossingLine> {
    let (book, board) = (variant.rulebook(), variant.board());
    let rays: Vec<Vec<Square>> =
        (0..board.headings).flat_map(|it| ray_paths(board, from, Heading(it), 0)).map(|it| it.squares).collect();
    let steps = |to: Square| rays.iter().filter_map(move |it| it.iter().position(|at| *at == to));
    let mut lines: Vec<CrossingLine> = Vec::new();
    for ray in rays.iter().filter(|it| it.first().is_some_and(|to| is_across(book, from, *to))) {
        let reached = ray.iter().take_while(|to| targets.iter().any(|it| it.to == **to));
        let squares: Vec<Square> = reached.copied().take(LINE).collect();
        let mut ends = squares.iter().enumerate().filter(|(at, to)| steps(**to).filter(|it| it <= at).count() == 1);
        let Some((at, end)) = ends.next_back().map(|it| (it.0, *it.1)) else { continue };
        if at > 0 && lines.iter().all(|it| it.end != end) {
            lines.push(CrossingLine { squares, end });
        }
    }
    lines
}
