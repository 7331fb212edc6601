//! What a joined edge does to lines, in words.
//!
//! Input: a seam of the definition, the squares and links of the board. Output: a sentence with
//! names of squares. The destinations come from the links, not from
//! coordinates.

use super::phrases::some;
use super::words::InWords;
use crate::board::{Board, Heading, Square};
use crate::definition::value::Range;
use crate::definition::{Definition, Seam, SideRef};
use crate::policy::{Edge, Forks};
use crate::rulebook::Rulebook;
use crate::sorting::CompactSort;

/// Describes a seam: `The edge e4-h4 is joined to the edge e9-h9.` `None` if the edge is joined to itself: then
/// [`crossing`] describes where lines go.
pub(super) fn seam(book: &Rulebook, def: &Definition, it: &Seam) -> Option<String> {
    let board = &book.board;
    let (one, other) = (squares(board, def, &it.side.value), squares(board, def, &it.onto.value));
    if one == other {
        return None;
    }
    let forks = if it.forks.value == Forks::Yes { format!(" {}", it.forks.sentence()) } else { String::new() };
    // A seam can shift the squares, so that the ends of the two edges do not meet.
    let far = one.first().and_then(|it| straight_neighbor(board, *it, &other));
    let shift = far
        .filter(|it| Some(it) != other.first())
        .map_or_else(String::new, |it| format!(" {} meets {}, and so on.", board.name(one[0]), board.name(it)));
    let (one, other) = (edge_text(board, &one), edge_text(board, &other));
    Some(format!("The edge {one} is joined to the edge {other}.{shift}{forks}"))
}

/// Returns the only square among others that is a straight step away.
fn straight_neighbor(board: &Board, from: Square, others: &[Square]) -> Option<Square> {
    let links = board.links(from).iter().filter(|it| board.is_straight(it.1.heading) && others.contains(&it.0));
    let mut all: Vec<Square> = links.map(|it| it.0).collect();
    all.dedup();
    if let [only] = all[..] { Some(only) } else { None }
}

/// Returns where a line continues that crosses an edge joined to itself: `comes out on the opposite file`.
pub(super) fn crossing(book: &Rulebook, def: &Definition, straight: bool) -> Option<String> {
    let board = &book.board;
    let own = def.seams.iter().map(|(_, it)| (squares(board, def, &it.side.value), &it.onto.value));
    let (edge, _) = own.into_iter().find(|(one, onto)| *one == squares(board, def, onto))?;
    travel(book, &edge, straight)
}

/// Squares side by side on one block, and the squares of another block that they touch.
pub(super) type Join = (Vec<Square>, Vec<Square>);

/// Returns where the blocks of a board join: rows of squares and the rows that they touch.
pub(super) fn joins(board: &Board) -> Vec<Join> {
    let mut all: Vec<Join> = Vec::new();
    for from in board.squares() {
        let steps = board.links(from).iter().filter(|it| board.is_straight(it.1.heading));
        for to in steps.map(|it| it.0).filter(|to| board.info(from).patch < board.info(*to).patch) {
            let follows = |one: Option<&Square>, next: Square| {
                one.is_some_and(|it| {
                    let (one, next) = (board.info(*it), board.info(next));
                    one.patch == next.patch && (one.file - next.file).abs() + (one.rank - next.rank).abs() == 1
                })
            };
            match all.iter_mut().find(|it| follows(it.0.last(), from) && follows(it.1.last(), to)) {
                Some(it) => {
                    it.0.push(from);
                    it.1.push(to);
                }
                None => all.push((vec![from], vec![to])),
            }
        }
    }
    all
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
    edge.compact_sort_by_key(|it| along(*it));
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

/// Where a line comes out that crosses an edge joined to itself, and in which direction it goes on. `None` where lines
/// do not cross alike everywhere.
fn travel(book: &Rulebook, edge: &[Square], straight: bool) -> Option<String> {
    let board = &book.board;
    let size = edge.len();
    // How far along the edge, in the direction of travel, and whether the line keeps that direction.
    let mut all: Option<(usize, bool)> = None;
    for (at, from) in edge.iter().enumerate() {
        let headings = (0..board.headings).map(Heading).filter(|it| board.is_straight(*it) == straight);
        for (to, link) in headings.flat_map(|it| board.steps(*from, it)) {
            // A step along the edge, or to a neighbor, keeps its heading.
            let Some(there) = edge.iter().position(|it| it == to).filter(|_| link.onward != link.heading) else {
                continue;
            };
            let is_back = |it: Heading| it.0 * 2 > board.headings;
            let apart = if is_back(link.heading) { at + size - there } else { there + size - at } % size;
            let one = (apart, is_back(link.heading) == is_back(link.onward));
            if all.is_some_and(|it| it != one) {
                return None;
            }
            all = Some(one);
        }
    }
    let (apart, keeps_direction) = all?;
    let files = |number: usize| some(number as i64, "file", "files");
    // Around a closed edge of even length, colors alternate.
    let keeps_color = !straight && apart % 2 == 0 && size.is_multiple_of(2);
    if !straight && keeps_direction && apart * 2 != size {
        let (files, past) = match apart * 2 > size {
            true => (files(apart - size / 2), "past"),
            false => (files(size / 2 - apart), "short of"),
        };
        return Some(match past {
            "past" => {
                let more = files.replace(" file", " more file");
                let on = if book.sections.is_empty() { "" } else { ", if necessary into the next section" };
                format!(
                    "keeps its direction around the board. To see where it comes out, take the last square before it crosses, and \
                     find where a rook would come out from there. Then count {more} around the board in the direction of the bishop{on}"
                )
            }
            _ => format!(
                "keeps its direction around the board. In this direction, it comes out {files} {past} the opposite file"
            ),
        });
    }
    let place = match apart {
        0 => "on the square that it left".to_owned(),
        _ if apart * 2 == size => format!("on the opposite file, {} away", files(apart)),
        1 => "on a neighboring file".to_owned(),
        _ if apart * 2 > size => format!("{} past the opposite file", files(apart - size / 2)),
        _ => format!("{} short of the opposite file", files(size / 2 - apart)),
    };
    let color = if keeps_color { ", on its own color" } else { "" };
    Some(match straight || !keeps_direction {
        true => format!("comes out {place}{color}"),
        false => format!("comes out {place}{color}. It goes on around the board in the same direction as before"),
    })
}
