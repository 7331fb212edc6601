//! Lines of the board: those that rules name, such as the line between two files, and edges of blocks.
//!
//! Input: a drawing and a line of the rulebook. Output: thick lines where blocks meet, and a dashed line on the sides of squares that straight steps over the line cross.
//! A line over which no two squares touch has no picture. Does not know why a rule names the line.

use std::fmt::Write;

use super::layout::SquareSide;
use super::pen::Pen;
use super::{Drawing, View};
use crate::board::Square;

impl Drawing {
    /// Draws the lines of a view.
    pub(super) fn board_lines(&self, view: &View) -> String {
        let paths = view.board_lines.iter().map(|it| self.board_line(*it)).filter(|it| !it.is_empty());
        paths.map(|it| drawn(&it, 12)).collect()
    }

    /// Returns the path of a line. Empty if the variant lacks the line, or if no two squares touch across it.
    pub(super) fn board_line(&self, line: usize) -> String {
        let board = self.variant.board();
        let mut pen = Pen::default();
        let Some(line) = self.variant.rulebook().lines.get(line) else { return String::new() };
        for from in board.squares() {
            let links = board.links(from).iter().filter(|it| board.is_straight(it.1.heading) && it.0 > from);
            for (to, _) in links.filter(|it| it.1.lines.iter().any(|it| line.instances.contains(it))) {
                let sides = &self.layout.shape(from).sides;
                if let Some(side) = sides.iter().find(|it| it.neighbor == Some(*to)) {
                    pen.move_to(side.points[0]);
                    pen.smooth_to(&side.points);
                }
            }
        }
        pen.text()
    }

    /// Draws thick lines where blocks of the board meet.
    pub(super) fn block_edges(&self, out: &mut String) {
        let mut pen = Pen::default();
        for side in self.block_sides() {
            pen.move_to(side.points[0]);
            pen.smooth_to(&side.points);
        }
        let path = pen.text();
        if !path.is_empty() {
            let _ = write!(out, "<path class=\"label\" d=\"{path}\" fill=\"none\" stroke-width=\"12\"/>");
        }
    }

    /// Returns the sides on which blocks of the board meet.
    pub(super) fn block_sides(&self) -> impl Iterator<Item = &SquareSide> {
        let board = self.variant.board();
        let patch = |it: Square| board.info(it).patch;
        board.squares().flat_map(move |square| {
            let sides = self.layout.shape(square).sides.iter();
            sides.filter(move |it| it.neighbor.is_some_and(|it| it > square && patch(it) != patch(square)))
        })
    }
}

/// Returns a sample for a legend, in a box of 100 units around its middle.
pub(super) fn sample() -> String {
    drawn("M-46 0H46", 8)
}

fn drawn(path: &str, thick: u32) -> String {
    let dash = thick * 2;
    format!(
        "<path class=\"label\" d=\"{path}\" fill=\"none\" stroke-width=\"{thick}\" stroke-dasharray=\"{dash} {thick}\"/>"
    )
}
