//! An arrow around the center of a ring, with its direction in words.
//!
//! Contains: [`Around`]. Input: a layout and a direction. Output: an open circle with an arrowhead in the free center, and
//! the word inside. Does not know which move goes in that direction.

use std::f64::consts::PI;

use super::labels::lettering;
use super::layout::{Layout, UNIT};
use super::letters::{Align, line, width};
use super::marks::curve;
use super::pen::Pen;
use crate::board::Board;
use crate::board::patch_layout::{PatchLayout, Point};

/// A direction around the center of a ring, as the reader sees the board.
///
/// ```
/// use threefold::draw::{Around, View, svg};
///
/// let start = threefold::load("3-man-chess")?.variant.start().expect("a starting position");
/// let view = View { around: Some(Around::Clockwise), ..View::default() };
/// assert!(svg(&start, &view).len() > svg(&start, &View::default()).len());
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Around {
    /// Clockwise, as the reader sees the board.
    Clockwise,
    /// Counterclockwise, as the reader sees the board.
    Counterclockwise,
}

impl Around {
    /// Returns the direction as a word.
    #[cfg(feature = "english")]
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Clockwise => "clockwise",
            Self::Counterclockwise => "counterclockwise",
        }
    }

    /// Returns the word in lines that fit into a circle.
    fn rows(self) -> &'static [&'static str] {
        match self {
            Self::Clockwise => &["clockwise"],
            Self::Counterclockwise => &["counter-", "clockwise"],
        }
    }
}

/// Points on the arrow.
const POINTS: usize = 24;
/// Half of the gap between start and head of the arrow, as an angle.
const GAP: f64 = PI / 5.0;
/// Opacity of an arrow that a line crosses.
const LIGHT: f64 = 0.4;

/// Draws the arrow in the center of a ring. Empty on other boards, and if the center has no room. A line across the center leaves no
/// room for the word.
pub(super) fn around(board: &Board, layout: &Layout, direction: Around, is_crossed: bool) -> String {
    let is_ring = board.patches.len() == 1 && matches!(board.patches[0].layout, PatchLayout::Ring(_));
    let (left, top, right, bottom) = layout.bounds;
    let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
    let corners = layout.shapes.iter().flat_map(|it| &it.sides).flat_map(|it| it.points);
    let free = corners.map(|it| (it.0 - middle.0).hypot(it.1 - middle.1)).fold(f64::INFINITY, f64::min);
    if !is_ring || free < UNIT * 0.4 {
        return String::new();
    }
    let (radius, thick) = (free * 0.78, free * 0.05);
    // Both arrows start and end at the bottom, on either side of a gap.
    let at = |part: f64, radius: f64| -> Point {
        let angle = PI / 2.0 + GAP + part * (2.0 * PI - 2.0 * GAP);
        let x = angle.cos() * if direction == Around::Clockwise { 1.0 } else { -1.0 };
        (middle.0 + radius * x, middle.1 + radius * angle.sin())
    };
    let end = 1.0 - thick * 3.5 / (radius * (2.0 * PI - 2.0 * GAP));
    let points: Vec<Point> = (0..=POINTS).map(|it| at(end * it as f64 / POINTS as f64, radius)).collect();
    let (mut pen, mut head) = (Pen::default(), Pen::default());
    curve(&mut pen, &points);
    head.move_to(at(1.0, radius));
    head.line_to(at(end, radius + thick * 2.2));
    head.line_to(at(end, radius - thick * 2.2));
    head.close();
    let rows = if is_crossed { &[] } else { direction.rows() };
    let widest = rows.iter().map(|it| width(it, 1.0)).fold(1e-9, f64::max);
    let height = radius * 1.5 / widest;
    let text: String = rows
        .iter()
        .enumerate()
        .map(|(row, it)| {
            let down = (row as f64 - (rows.len() - 1) as f64 / 2.0) * height * 1.9;
            line(it, (middle.0, middle.1 + down), height, Align::Middle)
        })
        .collect();
    // The line that crosses the arrow is what the picture is about.
    let opacity = if is_crossed { LIGHT } else { 1.0 };
    format!(
        "<g opacity=\"{opacity}\"><path class=\"ring\" d=\"{}\" fill=\"none\" stroke-width=\"{thick:.0}\" stroke-linecap=\"round\"/><path class=\"dot\" \
         d=\"{}\"/></g>{}",
        pen.text(),
        head.text(),
        lettering(&text, height * 0.14)
    )
}
