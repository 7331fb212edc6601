//! Names of squares at the edge of the board, outside it, where no piece is.
//!
//! Input: the names that a close-up shows, and its frame. Output: for a square at the edge, its name in place of the
//! name of its file: `WHb1` instead of `WHb`. Squares whose file has no name in the frame have their names inside the
//! board (`names`). Does not know why a square has a name.

use super::labels::CLOSE;
use super::letters::{Lettering, width};
use super::{Drawing, View};
use crate::board::Square;

/// Least space between two names, relative to their height.
const SPACE: f64 = 0.3;

/// The name of a square outside the board.
pub(super) struct EdgeName {
    /// Index of the file's name, which it replaces, in [`Labels::outside`](super::Labels::outside).
    pub replaced: usize,
    pub letters: Lettering,
}

impl Drawing {
    /// Returns the names outside the board that a close-up shows in place of names of files.
    pub(super) fn edge_names(&self, view: &View) -> Vec<EdgeName> {
        view.names.iter().filter_map(|it| self.edge_name(*it, view)).collect()
    }

    /// Returns the name of a square outside the board, if its close-up has room for it there.
    pub(super) fn edge_name(&self, square: Square, view: &View) -> Option<EdgeName> {
        let frame = self.close_up(view).filter(|_| self.shows_name(square, view))?;
        let own = self.labels.lines.iter().find(|it| it.squares.first() == Some(&square))?;
        let close = |it: &Lettering| it.scaled(CLOSE / self.zoom(view));
        let (file, name) = (close(&self.labels.outside[own.letters]), self.variant.board().name(square));
        if !name.starts_with(file.text()) {
            return None;
        }
        // A name that is longer than the file's is farther from the board, too.
        let (from, at) = (self.layout.shape(square).middle, file.middle());
        let away = (at.0 - from.0) / (at.0 - from.0).hypot(at.1 - from.1).max(1e-9);
        let longer = width(name, file.height()) - width(file.text(), file.height());
        let letters = Lettering::new(name, (at.0 + away * longer / 2.0, at.1), file.height());
        let others = self.labels.outside.iter().enumerate().filter(|it| it.0 != own.letters);
        let meets = |it: (usize, &Lettering)| close(it.1).is_close_to(&letters, file.height() * SPACE);
        let has_room = letters.is_within(frame) && !others.into_iter().any(meets);
        has_room.then_some(EdgeName { replaced: own.letters, letters })
    }
}
