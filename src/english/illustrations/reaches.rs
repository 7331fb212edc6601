//! Illustrations of pieces beside an edge that lines cross: where each of them can go.
//!
//! Input: a definition and its variant. Output: one small board for each kind of piece. The engine answers which moves
//! are legal. Does not know any game by name.

use std::cmp::Reverse;

use super::Illustration;
use super::moves::{kings, piece};
use super::refused::{is_calm, unsettled};
use crate::board::{Heading, Square, ray_paths};
use crate::definition::Definition;
use crate::document::Diagram;
use crate::english::crossed::pawn_across;
use crate::english::crossing::{before_on_line, example_square, is_across, is_ring, points, turning};
use crate::english::learn::leap_paths_of;
use crate::english::phrases::count;
use crate::notation::seat_title;
use crate::policy::Role;
use crate::rulebook::{Atom, Kind, KindId, SeatId};
use crate::rules::{Move, Setup, Variant};
use crate::sorting::CompactSort;

/// The seat whose pieces are shown.
const FIRST: SeatId = SeatId(0);
/// Maximum number of kinds of pieces with an illustration each.
const MAX_KINDS: usize = 8;
/// Maximum number of steps on a line that an arrow follows.
const LINE: usize = 12;

/// A line on which a piece crosses an edge at once.
struct CrossingLine {
    /// The squares that the piece can reach on it.
    squares: Vec<Square>,
    /// The last of them to which no shorter line leads.
    end: Square,
}

/// Returns a small illustration for each kind of piece except one, on a square from which lines cross an edge. Pieces that
/// move along lines come first.
pub(super) fn illustrations(definition: &Definition, variant: &Variant, except: Option<KindId>) -> Vec<Illustration> {
    let book = variant.rulebook();
    let Some(from) = example_square(definition, book).filter(|_| book.kinds.len() <= MAX_KINDS) else {
        return Vec::new();
    };
    let around: Vec<Square> = points(definition, book).into_iter().flatten().collect();
    let kinds = || book.player_kinds().map(|it| it.0);
    let shown = kinds().filter(|it| !is_sum(&book.kinds, *it) && Some(*it) != except);
    let (lines, others): (Vec<KindId>, Vec<KindId>) = shown.partition(|it| has_lines(&book.kinds[it.index()]));
    lines
        .into_iter()
        .chain(others)
        .flat_map(|it| [reach(variant, it, (from, from), &around), from_behind(variant, it, from, &around)])
        .flatten()
        .chain(kinds().filter_map(|it| beyond(variant, it, from)))
        .collect()
}

/// Reports whether a kind of piece moves by several steps on a line.
fn has_lines(kind: &Kind) -> bool {
    kind.movement.atoms.iter().any(|it| it.range != 1)
}

/// Returns the part of the chapter on the board that a piece belongs to.
fn part_of(kind: &Kind) -> String {
    if has_lines(kind) { "rule-lines" } else { "rule-steps" }.to_owned()
}

/// Reports whether a kind of piece moves as two others together, as a queen does: their pictures show its moves.
fn is_sum(kinds: &[Kind], kind: KindId) -> bool {
    let atoms = &kinds[kind.index()].movement.atoms;
    let parts = kinds.iter().filter(|it| it.movement.atoms.len() < atoms.len() && it.role == Role::Piece);
    let described: Vec<&Atom> = parts.flat_map(|it| &it.movement.atoms).filter(|it| atoms.contains(it)).collect();
    atoms.iter().all(|it| described.contains(&it))
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
    let rank = |it: Square| variant.board().info(it).rank;
    let moves = after.position.legal_moves_from(after.at);
    let falls = is_ring(variant.board()) && moves.iter().all(|it| rank(it.to) < rank(*to));
    let then = if falls { " It now moves toward the rim." } else { "" };
    let caption =
        format!("{whose}'s {label} on {name}, after it has crossed from {}.{then}", variant.board().name(from));
    let diagram = Diagram {
        targets: moves,
        is_small: true,
        seat: Some(FIRST),
        caption: caption.into(),
        ..Diagram::new(after.position)
    };
    Some(Illustration { rule: part_of(&book.kinds[kind.index()]), diagram })
}

/// Shows a leaping piece one square farther from the edge, if it can cross the edge from there.
fn from_behind(variant: &Variant, kind: KindId, from: Square, around: &[Square]) -> Option<Illustration> {
    let book = variant.rulebook();
    let behind = turning(book, from, true).into_iter().find_map(|it| before_on_line(book, from, it))?;
    // Pieces that step or move along lines cross it only from the squares beside it.
    let leaps = !has_lines(&book.kinds[kind.index()]) && book.kinds[kind.index()].role == Role::Piece;
    let reaches = |it: &Square| is_across(book, behind, *it);
    let crosses = leaps && variant.reach(FIRST, kind, behind).quiet.iter().any(reaches);
    crosses.then(|| reach(variant, kind, (behind, from), around)).flatten()
}

/// Shows the legal moves of one piece on a square at or near an edge, with the kings at home. `around` are the squares around
/// irregular points.
fn reach(variant: &Variant, kind: KindId, (from, edge): (Square, Square), around: &[Square]) -> Option<Illustration> {
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
    lines.compact_sort_by_key(|it| it.squares.last() == Some(&it.end));
    let path = |it: &CrossingLine| [from].into_iter().chain(it.squares.iter().copied()).collect();
    let paths: Vec<Vec<Square>> = lines.iter().map(path).collect();
    let place = place_across(variant, edge, lines.first().and_then(|it| it.squares.first()));
    let follow = match paths.len() {
        0 => String::new(),
        1 => {
            let name = |it: Option<&Square>| it.map_or("", |it| variant.board().name(*it));
            let (out, end) = (lines[0].squares.first(), lines[0].squares.last());
            format!(
                " The arrow follows its line across {place}: it comes out on {} and goes on to {}.",
                name(out),
                name(end)
            )
        }
        _ => format!(" The arrows follow its lines across {place}."),
    };
    let leaps = if lines.is_empty() { traced_leaps(variant, (kind, from), &targets, around) } else { Vec::new() };
    let number = count(targets.len() as i64);
    let traced = match leaps.len() as i64 {
        0 => String::new(),
        1 => format!(" It reaches {number} squares in all. The arrow shows a path to one of them across {place}."),
        several => format!(
            " It reaches {number} squares in all. The arrows show paths to {} of them across {place}.",
            count(several)
        ),
    };
    let caption = format!("{caption}{follow}{traced}");
    let paths = [paths, leaps].concat();
    let diagram = Diagram {
        targets,
        paths,
        captures: only_captures,
        // Lines that split at a point need a large picture.
        is_small: around.is_empty() || lines.len() < 2,
        seat: Some(FIRST),
        caption: caption.into(),
        ..Diagram::new(position)
    };
    Some(Illustration { rule: part_of(&book.kinds[kind.index()]), diagram })
}

/// Names the border that a step crosses: `the center`, `the edge of its block` or `the edge`.
pub(super) fn place_across(variant: &Variant, from: Square, to: Option<&Square>) -> String {
    let (book, board) = (variant.rulebook(), variant.board());
    let mut links = board.links(from).iter().filter(|it| is_across(book, from, it.0));
    let link = links.find(|it| to.is_none_or(|to| it.0 == *to));
    let is_on =
        |line: &&crate::rulebook::Line| link.is_some_and(|it| it.1.lines.iter().any(|it| line.instances.contains(it)));
    let edge = if board.patches.len() > 1 { "the edge of its block" } else { "the edge" };
    book.lines.iter().find(is_on).map_or_else(|| edge.to_owned(), |it| format!("the {}", it.label))
}

/// Returns the squares of one or two leaps across the edge to different squares, with the origin first. Paths that pass most
/// squares around a point are the hardest to see and come first.
fn traced_leaps(
    variant: &Variant,
    (kind, from): (KindId, Square),
    targets: &[Move],
    around: &[Square],
) -> Vec<Vec<Square>> {
    let book = variant.rulebook();
    let mut paths = leap_paths_of(variant.board(), &book.kinds[kind.index()], from);
    // The long leg first, as players count and as the text names the path.
    let all = paths.clone();
    paths.retain(|it| it.0 || !all.iter().any(|other| other.0 && other.1.squares.last() == it.1.squares.last()));
    paths.compact_sort_by_key(|it| !it.0);
    let mut paths: Vec<Vec<Square>> = paths.into_iter().map(|it| [vec![from], it.1.squares].concat()).collect();
    let fits = |to: Square| is_across(book, from, to) && targets.iter().any(|it| it.to == to);
    paths.retain(|it| it.len() > 2 && it.last().is_some_and(|to| fits(*to)));
    paths.compact_sort_by_key(|it| Reverse(it[1..it.len() - 1].iter().filter(|at| around.contains(at)).count()));
    // More routes would cross each other. The second one begins with another step, if there is one.
    let Some(first) = paths.first().cloned() else { return Vec::new() };
    paths.retain(|it| it.last() != first.last());
    let second = paths.iter().find(|it| it[1] != first[1]).or(paths.first()).cloned();
    [first].into_iter().chain(second).collect()
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
