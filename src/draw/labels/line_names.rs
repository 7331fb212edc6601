//! The squares of each file and rank that has a name outside the board.
//!
//! Input: the squares at an edge of the board. Output: a line of squares for each of them. A close-up that does not show the
//! names outside the board repeats them in these squares. Does not know frames.

use super::{Labels, Writer};
use crate::board::Square;
use crate::draw::layout::SquareSide;
use crate::sorting::CompactSort;

/// A file or rank with a name outside the board.
#[derive(Clone, Debug)]
pub(in crate::draw) struct LineName {
    pub name: String,
    /// The squares of the file or rank, from the name on.
    pub squares: Vec<Square>,
    /// Index of its letters in [`Labels::outside`].
    pub letters: usize,
}

impl Writer<'_> {
    /// Adds the lines of an edge. Their names are written next, in the same order.
    pub(super) fn lines(
        &self,
        edge: &[(Square, &SquareSide)],
        are_files: bool,
        name: &dyn Fn(Square) -> String,
        labels: &mut Labels,
    ) {
        let at = |it: Square| {
            let info = self.book.board.info(it);
            if are_files { (info.file, info.rank) } else { (info.rank, info.file) }
        };
        // Other lines may wait for their letters, too.
        let first = labels.lines.last().map_or(0, |it| it.letters + 1).max(labels.outside.len());
        for (index, (start, _)) in edge.iter().enumerate() {
            let (line, end) = at(*start);
            let mut squares: Vec<Square> = self.own.iter().copied().filter(|it| at(*it).0 == line).collect();
            squares.compact_sort_by_key(|it| (at(*it).1 - end).abs());
            labels.lines.push(LineName { name: name(*start), squares, letters: first + index });
        }
    }
}
