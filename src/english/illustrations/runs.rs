//! Illustrations of whole diagonal lines across an edge, with an arrow along each line.
//!
//! Input: a definition and its variant. Output: boards with one piece and its line, if lines cross
//! an edge that is joined to itself. The engine answers which squares the piece reaches. Does not know any game by name.

use super::Illustration;
use super::moves::{kings, piece};
use super::reaches::place_across;
use super::refused::{is_calm, unsettled};
use crate::board::{Link, Square};
use crate::definition::Definition;
use crate::document::{Around, Diagram};
use crate::english::crossing::{before_on_line, crossing_square, is_ring, turning};
use crate::english::learn::LINES;
use crate::english::phrases::{capital, some};
use crate::english::seams::crossing;
use crate::notation::seat_title;
use crate::policy::Role;
use crate::rulebook::{Atom, AtomShape, Kind, KindId, Rulebook, SeatId};
use crate::rules::{Setup, Variant};

/// The seat whose piece is shown.
const FIRST: SeatId = SeatId(0);
/// Number of squares on the line before the edge, with the start.
const BEFORE: usize = 3;

/// Shows the squares of a diagonal line in order, before and after it crosses an edge: around a ring, of one line in each
/// direction. Returns also the kind of piece whose lines are all shown.
pub(super) fn illustrations(definition: &Definition, variant: &Variant) -> (Vec<Illustration>, Option<KindId>) {
    let (book, board) = (variant.rulebook(), variant.board());
    let Some(kind) = crossing(book, definition, false).and_then(|_| slider(book)) else {
        return (Vec::new(), None);
    };
    let Some(edge) = crossing_square(book, false) else { return (Vec::new(), None) };
    let steps = turning(book, edge, false);
    let number = if is_ring(board) { steps.len() } else { 1 };
    let mut all: Vec<Illustration> =
        steps.iter().take(number).filter_map(|it| whole_line(variant, kind, edge, it)).collect();
    let is_whole = all.len() == steps.len();
    all.iter_mut().for_each(|it| it.diagram.is_small = true);
    (all, Some(kind).filter(|_| is_whole))
}

/// Shows one diagonal line that starts a few squares before an edge.
fn whole_line(variant: &Variant, kind: KindId, edge: Square, step: &(Square, Link)) -> Option<Illustration> {
    let (book, board) = (variant.rulebook(), variant.board());
    let start = start_of_line(variant, edge, step);
    let mut pieces = kings(variant);
    pieces.retain(|it| it.0 != start);
    pieces.push((start, piece(FIRST, kind)));
    let position = unsettled(variant, &Setup::builder(variant).turn(FIRST).pieces(pieces).setup()).filter(is_calm)?;
    let targets: Vec<Square> = position.legal_moves_from(start).into_iter().map(|it| it.to).collect();
    let (mut before, mut after, mut at, mut heading) = (Vec::new(), Vec::new(), start, step.1.heading);
    while let Some((to, link)) = board.steps(at, heading).next() {
        let is_new = !before.contains(to) && !after.contains(to) && *to != start;
        if !is_new || !targets.contains(to) {
            break;
        }
        let has_crossed = at == edge || !after.is_empty();
        if has_crossed {
            after.push(*to)
        } else {
            before.push(*to)
        }
        (at, heading) = (*to, link.onward);
    }
    if after.len() < 2 {
        return None;
    }
    // Files run clockwise around a ring, so a diagonal step to the east does, too.
    let around = is_ring(board).then_some(match step.1.heading.0 * 2 < board.headings {
        true => Around::Clockwise,
        false => Around::Counterclockwise,
    });
    let names = |all: &[Square]| all.iter().map(|it| board.name(*it)).collect::<Vec<_>>().join(", ");
    let path: Vec<Square> = [&start].into_iter().chain(&before).chain(&after).copied().collect();
    let mut numbers = numbered(&path);
    let mut caption = format!(
        "{}: {}'s {} on {} can move to {}, then across {} to {}. The numbers follow this line.",
        around.map_or_else(|| "A whole line".to_owned(), |it| capital(it.words())),
        seat_title(book, FIRST),
        book.kinds[kind.index()].label,
        board.name(start),
        names(&before),
        place_across(variant, edge, after.first()),
        names(&after)
    );
    let straight = turning(book, edge, true).first().map(|it| it.0).filter(|it| Some(it) != after.first());
    if let Some(out) = straight.filter(|it| !path.contains(it)) {
        let size = board.squares().map(|it| board.info(it).file).max().unwrap_or(0) + 1;
        let apart = |one: Square, other: Square| (board.info(one).file - board.info(other).file).abs();
        let files = after.first().map_or(0, |it| apart(*it, out).min(size - apart(*it, out)));
        let farther = some(i64::from(files), "file", "files");
        caption.push_str(&format!(
            " From {}, a rook would come out on {} (R). The {} comes out {farther} farther, on {}.",
            board.name(edge),
            board.name(out),
            book.kinds[kind.index()].label,
            after.first().map_or("", |it| board.name(*it))
        ));
        numbers.push((out, "R".to_owned()));
    }
    let diagram = Diagram {
        paths: vec![path],
        numbers,
        around,
        seat: Some(FIRST),
        caption: caption.into(),
        ..Diagram::new(position)
    };
    Some(Illustration { rule: LINES.to_owned(), diagram })
}

/// Numbers the squares of a line, without its start.
pub(super) fn numbered(path: &[Square]) -> Vec<(Square, String)> {
    path.iter().enumerate().skip(1).map(|(at, it)| (*it, at.to_string())).collect()
}

/// Returns the kind that moves any number of diagonal steps, and as little else as possible.
pub(super) fn slider(book: &Rulebook) -> Option<KindId> {
    let is_free = |it: &Atom| it.range == 0 && it.quiet && it.hop.is_none() && it.directions.is_none();
    let slides = |it: &Kind| it.movement.atoms.iter().any(|it| it.shape == AtomShape::Diagonal(1) && is_free(it));
    let all = book.player_kinds().filter(|it| it.1.role == Role::Piece && slides(it.1));
    all.min_by_key(|it| it.1.movement.atoms.len()).map(|it| it.0)
}

/// Returns a square on the same line, a few steps before the edge.
fn start_of_line(variant: &Variant, edge: Square, step: &(Square, Link)) -> Square {
    let book = variant.rulebook();
    let mut start = edge;
    for _ in 1..BEFORE {
        let Some(before) = before_on_line(book, start, step) else { break };
        start = before;
    }
    start
}
