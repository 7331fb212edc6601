//! The illustrations of diagonal lines near an irregular point: one that runs into it, and one that passes beside it.
//!
//! Input: a definition and its variant. Output: two pictures with an arrow along each line, if the board has such a point. Does not know any game by name.

use super::Illustration;
use super::moves::{kings, piece};
use super::refused::{is_calm, unsettled};
use super::runs::{numbered, slider};
use crate::board::{Heading, Square, ray_paths};
use crate::definition::Definition;
use crate::document::Diagram;
use crate::english::crossing::points;
use crate::english::learn::LINES;
use crate::notation::seat_title;
use crate::policy::Role;
use crate::rulebook::SeatId;
use crate::rules::{Setup, Variant};
use crate::sorting::CompactSort;

/// The seat whose pieces are shown.
const FIRST: SeatId = SeatId(0);
/// Least number of squares on a line, without its start: shorter lines show little.
const LEAST: usize = 3;

/// The diagonal lines of one piece in one direction. It has several if it splits.
struct Diagonal {
    start: Square,
    paths: Vec<Vec<Square>>,
}

/// Shows lines of a piece that moves diagonally, from the first rank of the first player.
pub(super) fn illustrations(definition: &Definition, variant: &Variant) -> Vec<Illustration> {
    found(definition, variant).unwrap_or_default()
}

fn found(definition: &Definition, variant: &Variant) -> Option<Vec<Illustration>> {
    let (book, board) = (variant.rulebook(), variant.board());
    let around = points(definition, book).into_iter().next()?;
    let kind = slider(book)?;
    let lines = diagonals(variant, &around);
    // A line runs into the point if it ends or goes on between two squares around it.
    let meets = |path: &[Square]| path.iter().filter(|it| around.contains(it)).count();
    let runs_in = |it: &&Diagonal| it.paths.iter().any(|it| meets(it) > 1 || around.contains(&it[it.len() - 1]));
    let into = lines.iter().find(runs_in)?;
    // Several lines would cross each other.
    let beside = lines.iter().find(|it| !runs_in(it) && it.start != into.start);
    // Lines that run into the point and lines beside it have a picture each: they would cross.
    let picture = |line: &Diagonal, caption: String| {
        let mut pieces = kings(variant);
        pieces.retain(|it| line.start != it.0);
        pieces.push((line.start, piece(FIRST, kind)));
        let setup = Setup::builder(variant).turn(FIRST).pieces(pieces).setup();
        let position = unsettled(variant, &setup).filter(is_calm)?;
        let paths: Vec<Vec<Square>> = line.paths.iter().map(|it| [&[line.start], it.as_slice()].concat()).collect();
        let mut numbers: Vec<(Square, String)> = Vec::new();
        for number in paths.iter().flat_map(|it| numbered(it)) {
            // The branches of a line share its first squares.
            if numbers.iter().all(|it| it.0 != number.0) {
                numbers.push(number);
            }
        }
        // A ban or a movement of its own may stop the piece on such a line.
        let reaches = |path: &Vec<Square>| {
            let targets: Vec<Square> = position.legal_moves_from(path[0]).into_iter().map(|it| it.to).collect();
            path[1..].iter().all(|it| targets.contains(it))
        };
        if !paths.iter().all(reaches) {
            return None;
        }
        let (seat, caption) = (Some(FIRST), caption.into());
        let diagram = Diagram { paths, numbers, is_small: true, seat, caption, ..Diagram::new(position) };
        Some(Illustration { rule: LINES.to_owned(), diagram })
    };
    let (label, point) = (&book.kinds[kind.index()].label, definition.points[0].0.value.replace('-', " "));
    let name = |it: &Square| board.name(*it);
    let squares = |path: &[Square]| path.iter().map(name).collect::<Vec<_>>().join(", ");
    let then = match into.paths.as_slice() {
        [one] => match one.iter().rposition(|it| around.contains(it)).filter(|it| it + 1 < one.len()) {
            Some(last) if last > 0 => {
                format!("to {}, then straight across the {point} to {}", squares(&one[..last]), squares(&one[last..]))
            }
            _ => format!("to {}. Its line runs straight into the {point} and ends there", squares(one)),
        },
        several => {
            let shared =
                (0..several[0].len()).take_while(|it| several.iter().all(|path| path.get(*it) == several[0].get(*it)));
            let shared = shared.count();
            let parts: Vec<String> = several.iter().map(|it| squares(&it[shared..])).collect();
            let parts = parts.join("; or ");
            format!(
                "to {}. Its line runs straight into the {point} and splits: {parts}",
                squares(&several[0][..shared])
            )
        }
    };
    let caption = format!("{}'s {label} on {} can move {then}.", seat_title(book, FIRST), board.name(into.start));
    let mut all = vec![picture(into, caption)?];
    if let Some(line) = beside {
        let (from, to) = (board.name(line.start), squares(&line.paths[0]));
        all.extend(picture(line, format!("This line passes beside the {point}: from {from} to {to}.")));
    }
    Some(all)
}

/// The diagonal lines near a point that begin where the officers of the first player start.
fn diagonals(variant: &Variant, around: &[Square]) -> Vec<Diagonal> {
    let (book, board) = (variant.rulebook(), variant.board());
    let own = book.setup.iter().flatten().filter(|it| it.0 == FIRST && book.kinds[it.1.index()].role == Role::Piece);
    let mut starts: Vec<Square> = own.map(|it| it.2).collect();
    starts.compact_sort_by(Ord::cmp);
    let diagonal = || (0..board.headings).map(Heading).filter(|it| !board.is_straight(*it));
    let of = |start: Square, heading: Heading| {
        let paths: Vec<Vec<Square>> = ray_paths(board, start, heading, 0).into_iter().map(|it| it.squares).collect();
        let is_near = |it: &Vec<Square>| it.len() >= LEAST && it.iter().any(|it| around.contains(it));
        (!paths.is_empty() && paths.iter().all(is_near)).then_some(Diagonal { start, paths })
    };
    starts.iter().flat_map(|start| diagonal().filter_map(|it| of(*start, it)).collect::<Vec<_>>()).collect()
}
