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
use crate::english::crossing::{before_on_line, example_square, is_across, is_ring, points, turning};
use crate::english::learn::{LINES, leap_paths_of, steps_of};
use crate::english::phrases::{capital, count};
use crate::notation::{joined, seat_title};
use crate::policy::Role;
use crate::rulebook::{Atom, AtomShape, Kind, KindId, SeatId};
use crate::rules::{Move, Piece, Position, Setup, Variant};
use crate::sorting::CompactSort;

/// The seat whose pieces are shown.
const FIRST: SeatId = SeatId(0);
/// The owner of the pieces that can be captured.
const SECOND: SeatId = SeatId(1);
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
    if has_lines(kind) { LINES.to_owned() } else { steps_of(kind) }
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
fn from_behind(variant: &Variant, kind: KindId, from: Square, around: &[Square]) -> Vec<Illustration> {
    let book = variant.rulebook();
    let behind = turning(book, from, true).into_iter().find_map(|it| before_on_line(book, from, it));
    let Some(behind) = behind else { return Vec::new() };
    // Pieces that step or move along lines cross it only from the squares beside it.
    let leaps = !has_lines(&book.kinds[kind.index()]) && book.kinds[kind.index()].role == Role::Piece;
    let reaches = |it: &Square| is_across(book, behind, *it);
    let crosses = leaps && variant.reach(FIRST, kind, behind).quiet.iter().any(reaches);
    if crosses { reach(variant, kind, (behind, from), around) } else { Vec::new() }
}

/// Shows the legal moves of one piece on a square at or near an edge, with the kings at home. Leaps that take their legs in another
/// order have another picture. `around` are the squares around irregular points.
fn reach(variant: &Variant, kind: KindId, (from, edge): (Square, Square), around: &[Square]) -> Vec<Illustration> {
    let book = variant.rulebook();
    let is_royal = book.kinds[kind.index()].role == Role::Royal;
    let mut pieces = kings(variant);
    pieces.retain(|it| it.0 != from && !(is_royal && it.1.seat == FIRST));
    pieces.push((from, piece(FIRST, kind)));
    let place = |pieces: Vec<(Square, Piece)>| {
        unsettled(variant, &Setup::builder(variant).turn(FIRST).pieces(pieces).setup()).filter(is_calm)
    };
    let only_captures: Vec<Square> = {
        let reach = variant.reach(FIRST, kind, from);
        reach.captures.into_iter().filter(|it| !reach.quiet.contains(it)).collect()
    };
    // A pawn is shown with the pieces that it can capture.
    let captures_all = |it: &Position| {
        let moves = it.legal_moves_from(from);
        only_captures.iter().all(|to| moves.iter().any(|it| it.to == *to))
    };
    let prey = only_captures.iter().map(|it| (*it, piece(SECOND, kind)));
    let is_pawn = book.kinds[kind.index()].role == Role::Pawn;
    let with_prey = Some([&pieces[..], &prey.collect::<Vec<_>>()].concat())
        .filter(|_| is_pawn)
        .and_then(place)
        .filter(captures_all);
    let also = match only_captures.is_empty() || with_prey.is_some() {
        true => "",
        false => " It may enter a square with a ring only by capturing.",
    };
    let Some(position) = with_prey.or_else(|| place(pieces)) else { return Vec::new() };
    let targets: Vec<Move> = position.legal_moves_from(from);
    let name = |it: &Square| variant.board().name(*it);
    let whose = format!("{}'s {} on {}", seat_title(book, FIRST), book.kinds[kind.index()].label, name(&from));
    let mut lines = lines_across(variant, from, &targets);
    lines.compact_sort_by_key(|it| it.squares.last() == Some(&it.end));
    let path = |it: &CrossingLine| [from].into_iter().chain(it.squares.iter().copied()).collect();
    let paths: Vec<Vec<Square>> = lines.iter().map(path).collect();
    let place = place_across(variant, edge, lines.first().and_then(|it| it.squares.first()));
    let follow = match lines.as_slice() {
        [] => String::new(),
        [only] => {
            let [out, end] = [only.squares.first(), only.squares.last()].map(|it| it.map_or("", name));
            format!(" The arrow follows its line across {place}: it comes out on {out} and goes on to {end}.")
        }
        _ => format!(" The arrows follow its lines across {place}."),
    };
    let leaps = if lines.is_empty() { traced_leaps(variant, (kind, from), &targets) } else { Vec::new() };
    // Other leaps have pictures of their own, or are as on any board.
    let is_leaper = book.kinds[kind.index()].movement.atoms.iter().all(|it| matches!(it.shape, AtomShape::Oblique(..)));
    let traced: Vec<Square> = leaps.iter().flat_map(|it| &it.paths).filter_map(|it| it.last().copied()).collect();
    let own = |leaps: &TracedLeaps| -> Vec<Move> {
        let leads = |to: Square| leaps.paths.iter().any(|path| path.last() == Some(&to));
        let fits = |it: &Move| leads(it.to) || !is_leaper && !traced.contains(&it.to);
        targets.iter().copied().filter(fits).collect()
    };
    let leap = |it: TracedLeaps| {
        let targets = own(&it);
        let ends: Vec<&str> = it.paths.iter().filter_map(|it| it.last()).map(name).collect();
        let (the, lead) = if ends.len() == 1 { ("arrow", "leads") } else { ("arrows", "lead") };
        let legs = it.legs.map_or_else(String::new, |it| format!(": {it}"));
        let ends = joined(&ends, "and");
        (format!("{}{legs}.{also} The {the} {lead} across {place} to {ends}.", capital(&whose)), it.paths, targets)
    };
    let mut all: Vec<(String, Vec<Vec<Square>>, Vec<Move>)> = leaps.into_iter().map(leap).collect();
    if all.is_empty() {
        all.push((format!("Moves of {whose}.{also}{follow}"), paths, targets.clone()));
    }
    let shown = |(caption, paths, targets): (String, Vec<Vec<Square>>, Vec<Move>)| Diagram {
        targets,
        paths,
        captures: only_captures.clone(),
        // Lines that split at a point need a large picture.
        is_small: around.is_empty() || lines.len() < 2,
        seat: Some(FIRST),
        caption: caption.into(),
        ..Diagram::new(position.clone())
    };
    let rule = part_of(&book.kinds[kind.index()]);
    all.into_iter().map(|it| Illustration { rule: rule.clone(), diagram: shown(it) }).collect()
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

/// Leaps across an edge that take their legs in the same order.
struct TracedLeaps {
    /// The order of the legs: `two steps, then one to the side`. `None` for a piece with several kinds of such leaps.
    legs: Option<String>,
    /// The squares of each leap, with the origin first.
    paths: Vec<Vec<Square>>,
}

/// Returns the leaps across the edge, each destination once.
fn traced_leaps(variant: &Variant, (kind, from): (KindId, Square), targets: &[Move]) -> Vec<TracedLeaps> {
    let (book, board) = (variant.rulebook(), variant.board());
    let kind = &book.kinds[kind.index()];
    let mut paths = leap_paths_of(board, kind, from);
    // The long leg first, as players count and as the text names the path.
    paths.compact_sort_by_key(|it| !it.0);
    let fits = |to: Square| is_across(book, from, to) && targets.iter().any(|it| it.to == to);
    let oblique = |it: &Atom| if let AtomShape::Oblique(long, short) = it.shape { Some((long, short)) } else { None };
    let oblique: Vec<(u8, u8)> = kind.movement.atoms.iter().filter_map(oblique).collect();
    let legs = |is_long_first: bool, is_late: bool| {
        let [(long, short)] = oblique[..] else { return None };
        let (first, then) = if is_long_first { (long, short) } else { (short, long) };
        let steps = if first == 1 { "step" } else { "steps" };
        let around = if is_late { " around the ring" } else { "" };
        Some(format!("{} {steps}{around}, then {} to the side", count(first.into()), count(then.into())))
    };
    let mut ends: Vec<Square> = Vec::new();
    let mut found: Vec<((bool, bool), TracedLeaps)> = Vec::new();
    for (is_long_first, path) in paths {
        let squares = [vec![from], path.squares].concat();
        let [_, .., before, to] = squares[..] else { continue };
        if !fits(to) || ends.contains(&to) {
            continue;
        }
        ends.push(to);
        // On a ring, a leap that crosses the center with its last step looks different from all others.
        let is_late = is_ring(board) && is_across(book, before, to);
        let order = (is_long_first, is_late);
        match found.iter_mut().find(|it| it.0 == order) {
            Some((_, same)) => same.paths.push(squares),
            None => found.push((order, TracedLeaps { legs: legs(is_long_first, is_late), paths: vec![squares] })),
        }
    }
    found.into_iter().map(|it| it.1).collect()
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
