//! A square from which lines cross a joined edge, and the moves that cross there.
//!
//! Contains: [`crossing_square`], [`is_across`] and the points where lines meet. Input: the board and the starting
//! position. Output: squares. Does not know: sentences.

use crate::board::patch_layout::PatchLayout;
use crate::board::{Board, Heading, Link, Square, ray_paths};
use crate::definition::Definition;
use crate::policy::Role;
use crate::rulebook::{KindId, Rulebook, SeatId};

/// Reports whether a board is a single ring.
pub(super) fn is_ring(board: &Board) -> bool {
    board.patches.len() == 1 && matches!(board.patches[0].layout, PatchLayout::Ring(_))
}

/// The starting square of the first player's king, or of any of their pieces.
pub(super) fn home(book: &Rulebook) -> Option<Square> {
    let own = || book.setup.iter().flatten().filter(|it| it.0 == SeatId(0));
    own().find(|it| book.kinds[it.1.index()].role == Role::Royal).or_else(|| own().next()).map(|it| it.2)
}

/// The straight or diagonal steps from a square over which a line turns.
pub(super) fn turning(book: &Rulebook, from: Square, straight: bool) -> Vec<&(Square, Link)> {
    let links = book.board.links(from).iter().filter(|it| book.board.is_straight(it.1.heading) == straight);
    links.filter(|it| it.1.onward != it.1.heading).collect()
}

/// The square after a step, on the same line.
pub(super) fn next_on_line(book: &Rulebook, step: &(Square, Link)) -> Option<Square> {
    book.board.steps(step.0, step.1.onward).next().map(|it| it.0)
}

/// The square before a step from a square, on the same line.
pub(super) fn before_on_line(book: &Rulebook, from: Square, step: &(Square, Link)) -> Option<Square> {
    let leads = |it: &(Square, Link)| it.0 == from && it.1.heading == step.1.heading && it.1.onward == step.1.heading;
    book.board.squares().find(|it| book.board.links(*it).iter().any(leads))
}

/// The square next to the first player's home from which a straight or diagonal line crosses a joined edge.
pub(super) fn crossing_square(book: &Rulebook, straight: bool) -> Option<Square> {
    let board = &book.board;
    let home = home(book);
    let own = |it: &Square| home.is_none_or(|home| board.info(home).patch == board.info(*it).patch);
    let near = |it: &Square| home.map_or(0, |home| (board.info(home).file - board.info(*it).file).abs());
    let ends = |it: &Square| turning(book, *it, straight).iter().any(|it| next_on_line(book, it).is_none());
    let all = board.squares().filter(own).filter(|it| !turning(book, *it, straight).is_empty());
    all.min_by_key(|it| (ends(it), near(it), *it))
}

/// The square whose moves over edges and around points are shown; `None` if lines run as on a plain board.
pub(super) fn example_square(def: &Definition, book: &Rulebook) -> Option<Square> {
    let points = points(def, book);
    let at_point = || points.first().and_then(|it| it.first()).copied();
    crossing_square(book, true).or_else(at_point)
}

/// The squares around each irregular point. A square from which lines cross an edge comes first.
pub(super) fn points(def: &Definition, book: &Rulebook) -> Vec<Vec<Square>> {
    let named = |name: &str| book.board.squares().find(|it| book.board.name(*it) == name);
    let first = crossing_square(book, true);
    let one = |it: &crate::definition::PointDef| {
        let mut all: Vec<Square> = it.table.squares.iter().filter_map(|it| named(&it.value.0)).collect();
        if let Some(at) = all.iter().position(|it| Some(*it) == first) {
            all.rotate_left(at);
        }
        all
    };
    def.points.iter().map(|it| one(&it.1)).collect()
}

/// The square where a kind of piece of the first player starts, and the other squares of a diagonal line from there that leads back to it.
pub(super) fn closed_diagonal(book: &Rulebook, kind: KindId) -> Option<(Square, Vec<Square>)> {
    let board = &book.board;
    let starts = book.setup.iter().flatten().filter(|it| (it.0, it.1) == (SeatId(0), kind));
    starts.into_iter().find_map(|it| Some((it.2, closed_from(board, it.2)?)))
}

/// Reports whether a diagonal line from a square leads back to it.
pub(super) fn is_closed(board: &Board, start: Square) -> bool {
    closed_from(board, start).is_some()
}

/// The other squares of a diagonal line that leads back to its start.
fn closed_from(board: &Board, start: Square) -> Option<Vec<Square>> {
    let closed = |heading: Heading| {
        let mut paths = ray_paths(board, start, heading, 0).into_iter();
        let (Some(only), None) = (paths.next(), paths.next()) else { return None };
        let rest = only.squares.strip_suffix(&[start])?;
        (rest.len() > 1).then(|| rest.to_vec())
    };
    (0..board.headings).map(Heading).filter(|it| !board.is_straight(*it)).find_map(closed)
}

/// Reports whether a single step or leap ends farther away than on a plain board.
pub(super) fn is_across(book: &Rulebook, from: Square, to: Square) -> bool {
    let board = &book.board;
    let (here, there) = (board.info(from), board.info(to));
    let files = board.squares().filter(|it| board.info(*it).patch == here.patch).map(|it| board.info(it).file);
    let width = files.max().unwrap_or(0) + 1;
    let wide = (here.file - there.file).abs();
    // Files that run around a ring or a cylinder are as near in the other direction.
    let is_seam = |it: Square| {
        let own = board.info(it);
        let meets = |to: Square| {
            let other = board.info(to);
            (other.patch, other.rank, other.file) == (own.patch, own.rank, width - 1)
        };
        own.patch == here.patch && own.file == 0 && width > 2 && board.links(it).iter().any(|it| meets(it.0))
    };
    let wide = if board.squares().any(is_seam) { wide.min(width - wide) } else { wide };
    here.patch != there.patch || wide > 2 || (here.rank - there.rank).abs() > 2
}
