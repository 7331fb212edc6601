//! What a joined edge does to lines, in words.
//!
//! In: a seam of the definition, the squares and links of the board. Out: a sentence with
//! names of squares. Where travel leads is looked up on links, never computed.

use super::phrases::count;
use super::words::InWords;
use crate::board::{Board, Heading, Square};
use crate::definition::value::Range;
use crate::definition::{Definition, Seam, SideRef};
use crate::policy::{Edge, Forks};
use crate::rulebook::Rulebook;

/// Describes a seam: `The edge e4-h4 is joined to the edge e9-h9.`
pub(super) fn seam(book: &Rulebook, def: &Definition, it: &Seam) -> String {
    let board = &book.board;
    let (one, other) = (squares(board, def, &it.side.value), squares(board, def, &it.onto.value));
    let mut text = Vec::new();
    if one == other {
        text.push(format!("The edge {} is joined to itself.", edge_text(board, &one)));
        text.extend(travel(board, &one, true));
        text.extend(travel(board, &one, false));
    } else {
        text.push(format!("The edge {} is joined to the edge {}.", edge_text(board, &one), edge_text(board, &other)));
    }
    if it.forks.value == Forks::Yes {
        text.push(it.forks.told().to_owned());
    }
    text.join(" ")
}

/// The squares along an edge, in the order of its span.
fn squares(board: &Board, def: &Definition, side: &SideRef) -> Vec<Square> {
    let patch = def.patches.iter().position(|it| it.0.value == side.patch.0);
    let along_files = matches!(side.edge.value, Edge::North | Edge::South);
    let on_patch = |it: &Square| patch.is_some_and(|patch| usize::from(board.info(*it).patch) == patch);
    let across = |it: Square| if along_files { board.info(it).rank } else { board.info(it).file };
    let along = |it: Square| if along_files { board.info(it).file } else { board.info(it).rank };
    let own: Vec<Square> = board.squares().filter(on_patch).collect();
    let far = match side.edge.value {
        Edge::North | Edge::East => own.iter().map(|it| across(*it)).max(),
        Edge::South | Edge::West => own.iter().map(|it| across(*it)).min(),
    };
    let mut edge: Vec<Square> = own.into_iter().filter(|it| Some(across(*it)) == far).collect();
    edge.sort_by_key(|it| along(*it));
    let Some((first, last)) = side.span.as_ref().and_then(|it| ends(&it.value)) else { return edge };
    let (low, high) = (first.min(last), first.max(last));
    edge.retain(|it| (low..=high).contains(&(i64::from(along(*it)) + 1)));
    if last < first {
        edge.reverse();
    }
    edge
}

/// The ends of a span, as they are written.
fn ends(span: &Range) -> Option<(i64, i64)> {
    let text = span.to_string();
    let (first, last) = text.split_once('-').unwrap_or((&text, &text));
    Some((first.trim().parse().ok()?, last.trim().parse().ok()?))
}

/// An edge by its first and last square.
fn edge_text(board: &Board, edge: &[Square]) -> String {
    match edge {
        [] => "?".to_owned(),
        [only] => board.name(*only).to_owned(),
        [first, .., last] => format!("{}-{}", board.name(*first), board.name(*last)),
    }
}

/// Where a line comes out that crosses an edge joined to itself: by how many squares along the
/// edge, with an example. `None` where lines do not cross alike everywhere.
fn travel(board: &Board, edge: &[Square], straight: bool) -> Option<String> {
    let size = edge.len();
    let mut far: Option<usize> = None;
    let mut example = None;
    for (at, from) in edge.iter().enumerate() {
        let headings = (0..board.headings).map(Heading).filter(|it| board.is_straight(*it) == straight);
        for (to, link) in headings.flat_map(|it| board.steps(*from, it)) {
            // A step along the edge, or to a neighbor, keeps its heading.
            let Some(there) = edge.iter().position(|it| it == to).filter(|_| link.onward != link.heading) else {
                continue;
            };
            let apart = (there + size - at) % size;
            let apart = apart.min(size - apart);
            if far.is_some_and(|it| it != apart) {
                return None;
            }
            far = Some(apart);
            example = example.or(Some((*from, *to)));
        }
    }
    let (apart, (from, to)) = (far?, example?);
    let what = if straight { "straight" } else { "diagonal" };
    let place = match apart {
        0 => "on the square that it left".to_owned(),
        _ if apart * 2 == size => "on the opposite file".to_owned(),
        1 => "on a neighboring file, to the left or to the right".to_owned(),
        _ => format!("{} files to the left or to the right of its own", count(apart as i64)),
    };
    // Around a closed edge of even length, colors alternate.
    let color = if !straight && apart % 2 == 0 && size.is_multiple_of(2) { ", on its own color" } else { "" };
    Some(format!(
        "A {what} line that crosses it continues {place}{color}: for example from {} to {}.",
        board.name(from),
        board.name(to)
    ))
}
