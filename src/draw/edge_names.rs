//! Names of squares at the edge of the board, outside it, where no piece is.
//!
//! Input: the names that a close-up shows, and its frame. Output: for a square at the edge, its name in place of the
//! name of its file or rank: `WHb1` instead of `WHb`. Squares whose file or rank has no name in the frame have their names inside
//! the board (`names`). Does not know why a square has a name.

use super::labels::CLOSE;
use super::letters::{Lettering, width};
use super::{Drawing, View, ViewBox};
use crate::board::Square;

/// Least space between two names, relative to their height.
const SPACE: f64 = 0.3;

/// The name of a square outside the board.
pub(super) struct EdgeName {
    /// Index of the name of the file or rank, which it replaces, in [`Labels::outside`](super::Labels::outside).
    pub replaced: usize,
    pub letters: Lettering,
}

impl Drawing {
    /// Returns the names outside the board that a close-up shows in place of names of files and ranks.
    pub(super) fn edge_names(&self, view: &View) -> Vec<EdgeName> {
        view.names.iter().filter_map(|it| self.edge_name(*it, view)).collect()
    }

    /// Returns the name of a square outside the board, if its close-up has room for it there.
    pub(super) fn edge_name(&self, square: Square, view: &View) -> Option<EdgeName> {
        let frame = self.close_up(view).filter(|_| self.shows_name(square, view))?;
        let mut own = self.labels.lines.iter().filter(|it| it.squares.first() == Some(&square));
        own.find_map(|it| self.in_place_of(square, it.letters, (view, frame)))
    }

    /// Returns the name of a square in place of other letters, if there is room for it.
    fn in_place_of(&self, square: Square, replaced: usize, (view, frame): (&View, ViewBox)) -> Option<EdgeName> {
        let by = CLOSE / self.zoom(view);
        let (line, name) = (self.labels.outside[replaced].scaled(by), self.variant.board().name(square));
        if !name.starts_with(line.text()) && !name.ends_with(line.text()) {
            return None;
        }
        // A longer name is farther from the board, too.
        let (from, at) = (self.layout.shape(square).middle, line.middle());
        let away = (at.0 - from.0) / (at.0 - from.0).hypot(at.1 - from.1).max(1e-9);
        let longer = width(name, line.height()) - width(line.text(), line.height());
        let letters = Lettering::new(name, (at.0 + away * longer / 2.0, at.1), line.height());
        let mut others = self.labels.outside.iter().enumerate().filter(|it| it.0 != replaced);
        // Its neighbor may become as much longer.
        let space = (line.height() * SPACE + longer / 2.0, line.height() * SPACE);
        let has_room = letters.is_within(frame) && !others.any(|it| it.1.is_close_to(by, &letters, space));
        has_room.then_some(EdgeName { replaced, letters })
    }
}
