//! Illustrations of pieces beside an edge that lines cross: where each of them can go.
//!
//! Input: a definition and its variant. Output: one small board for each kind of piece. The engine answers which moves
//! are legal. Does not know any game by name.

use super::Illustration;
use super::moves::{kings, piece};
use super::refused::{is_calm, unsettled};
use crate::board::plan::Plan;
use crate::board::{Heading, Square, leap_paths, ray_paths};
use crate::definition::Definition;
use crate::document::Diagram;
use crate::english::crossed::pawn_across;
use crate::english::crossing::{example_square, is_across};
use crate::english::phrases::count;
use crate::notation::seat_title;
use crate::policy::Role;
use crate::rulebook::{Atom, AtomShape, Kind, KindId, SeatId};
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
        .filter(|it| !is_sum(&book.kinds, *it))
        .filter_map(|it| reach(variant, it, from))
        .chain(kinds().filter_map(|it| beyond(variant, it, from)))
        .collect()
}

/// Reports whether a kind of piece moves as two others together, as a queen does: their pictures show its moves.
fn is_sum(kinds: &[Kind], kind: KindId) -> bool {
    let atoms = &kinds[kind.index()].movement.atoms;
    let parts = kinds.iter().filter(|it| it.movement.atoms.len() < atoms.len() && it.role == Role::Piece);
    let told: Vec<&Atom> = parts.flat_map(|it| &it.movement.atoms).filter(|it| atoms.contains(it)).collect();
    atoms.iter().all(|it| told.contains(&it))
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
    let place = place_across(variant, from, numbered.first());
    let follow = match paths.len() {
        _ if numbered.is_empty() => String::new(),
        0 => format!(" The numbers show its line across {place}."),
        1 => format!(" The numbers and the arrow show its two lines across {place}."),
        _ => format!(" The numbers and the arrows show its lines across {place}."),
    };
    let leaps = if numbered.is_empty() { traced_leaps(variant, kind, from, &targets) } else { Vec::new() };
    let number = count(targets.len() as i64);
    let traced = match leaps.len() {
        0 => String::new(),
        1 => format!(" It reaches {number} squares in all. The arrow traces a path across {place}."),
        _ => format!(" It reaches {number} squares in all. The arrows trace two of the paths across {place}."),
    };
    let caption = format!("{caption}{follow}{traced}");
    let paths = [paths, leaps].concat();
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

/// Names the border that a step crosses: `the center` or `the edge`.
fn place_across(variant: &Variant, from: Square, to: Option<&Square>) -> String {
    let (book, board) = (variant.rulebook(), variant.board());
    let mut links = board.links(from).iter().filter(|it| is_across(book, from, it.0));
    let link = links.find(|it| to.is_none_or(|to| it.0 == *to));
    let is_on =
        |line: &&crate::rulebook::Line| link.is_some_and(|it| it.1.lines.iter().any(|it| line.instances.contains(it)));
    book.lines.iter().find(is_on).map_or_else(|| "the edge".to_owned(), |it| format!("the {}", it.label))
}

/// Returns the squares of two leaps across the edge with different first steps, each with its origin. Across the center of a
/// ring, such paths would cross each other, so both have the same first step.
fn traced_leaps(variant: &Variant, kind: KindId, from: Square, targets: &[Move]) -> Vec<Vec<Square>> {
    let (book, board) = (variant.rulebook(), variant.board());
    let is_ring = board.patches.len() == 1 && matches!(board.patches[0].plan, Plan::Ring(_));
    let mut traced: Vec<Vec<Square>> = Vec::new();
    for atom in &book.kinds[kind.index()].movement.atoms {
        let AtomShape::Oblique(long, short) = atom.shape else { continue };
        for start in atom.starts(board, Heading(0)) {
            let (long, short) = (usize::from(long), usize::from(short));
            for path in leap_paths(board, from, start.heading, long, short, start.aside, true) {
                let squares: Vec<Square> = [from].into_iter().chain(path.squares).collect();
                let (Some(over), Some(to)) = (squares.get(1), squares.last()) else { continue };
                let fits = is_across(book, from, *to) && targets.iter().any(|it| it.to == *to);
                let is_new = traced.iter().all(|it| it.last() != Some(to) && (it.get(1) == Some(over)) == is_ring);
                if fits && is_new && traced.len() < 2 {
                    traced.push(squares);
                }
            }
        }
    }
    traced
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
