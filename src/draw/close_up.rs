//! Close-ups: pictures of a part of the board.
//!
//! Input: a drawing and the squares that a picture is about. Output: the part of the board around them, its frame, and the names
//! of these squares. A part that is hardly smaller than the board is not worth a close-up. Does not know what the squares have
//! in common.

use std::fmt::Write;

use super::layout::Layout;
use super::{Drawing, MARGIN, Scene, View, ViewBox};
use crate::board::Square;
use crate::board::patch_layout::Point;
use crate::rules::Piece;

/// Maximum width and height of a close-up, relative to the board.
const LARGEST: f64 = 0.9;

/// Minimum width and height of a close-up, relative to the board: enough to recognize the part, because the close-ups of a
/// page have similar zooms.
const LEAST: (f64, f64) = (0.5, 0.36);

/// Maximum diameter of a square, relative to the width of the board. A board with larger squares needs no close-up.
const SMALL_SQUARE: f64 = 0.1;

/// Diameter of a square that a close-up shows large enough, relative to the width of the board.
const READABLE_SQUARE: f64 = 0.06;

/// Maximum zoom for the sake of small squares.
const MOST_ZOOM: f64 = 1.5;

/// Maximum distance of squares that are beside each other, relative to the sum of their radii.
#[cfg(any(feature = "english", feature = "lab"))]
const BESIDE: f64 = 1.7;

/// Space around the squares, in median diameters of a square.
const SPACE: f64 = 1.1;

/// Distance from the middle of a square to the frame at which its piece is shown, relative to the square's radius.
const VISIBLE: f64 = 0.6;

/// The size of a close-up, relative to the board. Pictures in a row have the same size.
///
/// ```
/// use threefold::draw::CloseUpSize;
///
/// let size = CloseUpSize { width: 0.5, height: 0.4, zoom: 1.0 };
/// let both = size.max(CloseUpSize { width: 0.4, height: 0.6, zoom: 1.2 });
/// assert_eq!((both.width, both.height), (0.5, 0.6));
/// assert_eq!(both.part(), 0.6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CloseUpSize {
    /// Width of the part of the board, relative to the width of the board.
    pub width: f64,
    /// Height of the part of the board, relative to the height of the board.
    pub height: f64,
    /// How much larger a page shows the part, because some of its squares are small.
    pub zoom: f64,
}

impl CloseUpSize {
    /// Returns the width of the picture, relative to a board without small squares.
    pub fn part(self) -> f64 {
        self.width * self.zoom
    }

    /// Returns the smallest size that is at least as wide, high and zoomed as both.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self {
            width: self.width.max(other.width),
            height: self.height.max(other.height),
            zoom: self.zoom.max(other.zoom),
        }
    }
}

impl Drawing {
    /// Reports whether a picture is a close-up.
    pub(super) fn has_close_up(&self, view: &View) -> bool {
        self.close_up(view).is_some()
    }

    /// Returns the size of a close-up of some squares. `None` if the picture is no close-up.
    #[cfg(any(feature = "english", feature = "lab"))]
    pub(crate) fn close_up_size(&self, near: &[Square]) -> Option<CloseUpSize> {
        let (left, top, right, bottom) = self.layout.bounds;
        let (_, _, width, height) = self.frame(near, CloseUpSize::default())?;
        Some(CloseUpSize { width: width / (right - left), height: height / (bottom - top), zoom: self.zoom_near(near) })
    }

    /// Returns how much larger a page shows a close-up, because some of its squares are small.
    pub(super) fn zoom(&self, view: &View) -> f64 {
        self.zoom_near(&view.near).max(view.least.zoom)
    }

    fn zoom_near(&self, near: &[Square]) -> f64 {
        let (left, _, right, _) = self.layout.bounds;
        let smallest = near.iter().map(|it| self.layout.shape(*it).radius * 2.0).fold(f64::MAX, f64::min);
        (READABLE_SQUARE * (right - left) / smallest).clamp(1.0, MOST_ZOOM)
    }

    /// Reports whether the name of a square would cover a piece on a small square beside it.
    #[cfg(any(feature = "english", feature = "lab"))]
    pub(crate) fn hides_neighbor(&self, at: Square, beside: Square) -> bool {
        let (one, other) = (self.layout.shape(at), self.layout.shape(beside));
        let far = (one.middle.0 - other.middle.0).hypot(one.middle.1 - other.middle.1);
        self.zoom_near(&[at]) > 1.0 && far < BESIDE * (one.radius + other.radius)
    }

    /// Returns the part of the board that a close-up shows. `None` if it would show little less than the board, or if the
    /// squares are large anyway.
    pub(super) fn close_up(&self, view: &View) -> Option<ViewBox> {
        self.frame(&view.near, view.least)
    }

    fn frame(&self, near: &[Square], least: CloseUpSize) -> Option<ViewBox> {
        let layout = &self.layout;
        let (left, top, right, bottom) = layout.bounds;
        let diameter = 2.0 * layout.median_radius;
        if near.is_empty() || diameter > (right - left) * SMALL_SQUARE {
            return None;
        }
        let space = (SPACE * diameter).max(self.labels.margin);
        let (a, b) = around(layout, near, space);
        let margin = MARGIN + self.labels.margin;
        // Some letters, such as `g`, reach below the line.
        let lowest = self.labels.outside.iter().map(|it| it.bottom() + self.labels.thick.0);
        let lowest = lowest.fold(bottom + margin, f64::max);
        let (y, high) = stretched((a.1, b.1), (bottom - top) * least.height.max(LEAST.1), (top - margin, lowest));
        let wide = ((right - left) * least.width.max(LEAST.0)).max(high * 0.9);
        let (x, wide) = stretched((a.0, b.0), wide, (left - margin, right + margin));
        (wide < (right - left) * LARGEST && high < (bottom - top) * LARGEST).then_some((x, y, wide, high))
    }

    /// Reports whether a part of a square may be within a frame.
    pub(super) fn touches(&self, square: Square, (left, top, wide, high): ViewBox) -> bool {
        let points = || self.layout.shape(square).sides.iter().flat_map(|it| it.points);
        let overlaps = |least: f64, most: f64, from: f64, long: f64| least <= from + long && from <= most;
        let range = |all: &mut dyn Iterator<Item = f64>| {
            all.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), it| (least.min(it), most.max(it)))
        };
        let (x, y) = (range(&mut points().map(|it| it.0)), range(&mut points().map(|it| it.1)));
        overlaps(x.0, x.1, left, wide) && overlaps(y.0, y.1, top, high)
    }

    /// Returns the pieces that a picture shows. Omits pieces that the frame of a close-up cuts: a reader would not recognize
    /// the visible part.
    pub(super) fn shown_pieces<'a>(&self, scene: &'a Scene, view: &View) -> impl Iterator<Item = &'a (Square, Piece)> {
        let frame = self.close_up(view);
        let is_visible = |it: Square, (left, top, wide, high): ViewBox| {
            let (shape, room) = (self.layout.shape(it), self.layout.shape(it).radius * VISIBLE);
            is_inside(shape.middle, (left + room, top + room, wide - 2.0 * room, high - 2.0 * room))
        };
        let is_empty = view.is_empty;
        scene.pieces.iter().filter(move |it| !is_empty && frame.is_none_or(|frame| is_visible(it.0, frame)))
    }

    /// Returns the frame of a picture, and its body cut to this frame. Without a close-up it is the board with `margin` around it.
    pub(super) fn framed(&self, scene: &Scene, view: &View, margin: f64, body: String) -> (ViewBox, String) {
        let (left, top, right, bottom) = self.layout.bounds;
        let Some(frame) = self.close_up(view) else {
            let board = (left - margin, top - margin, right - left + 2.0 * margin, bottom - top + 2.0 * margin);
            let has_names = !view.bare && !view.names.is_empty();
            let names = if has_names { self.names_within(scene, view, board) } else { String::new() };
            return (board, body + &names);
        };
        let [x, y, wide, high] = [frame.0, frame.1, frame.2, frame.3].map(|it| it.round() as i64);
        let mut out = format!(
            "<svg x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" viewBox=\"{x} {y} {wide} {high}\">{body}"
        );
        if !view.bare {
            out.push_str(&self.names_within(scene, view, frame));
        }
        // The whole stroke is within the frame, which cuts what is outside.
        let half = 6;
        let (x, y, wide, high) = (x + half, y + half, wide - 2 * half, high - 2 * half);
        let _ = write!(
            out,
            "<rect class=\"label\" x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" fill=\"none\" stroke-width=\"6\"/></svg>"
        );
        let (names, frame) = self.names_around(view, frame);
        (frame, out + &names)
    }
}

/// Returns the start and length of a range that is cut to the limits and has at least a certain length within them.
fn stretched((from, to): (f64, f64), least: f64, (low, high): (f64, f64)) -> (f64, f64) {
    let (from, to) = (from.max(low), to.min(high));
    let long = (to - from).max(least).min(high - low);
    (((from + to - long) / 2.0).clamp(low, high - long), long)
}

/// Reports whether a point is within a frame.
pub(super) fn is_inside((x, y): Point, (left, top, wide, high): ViewBox) -> bool {
    (left..left + wide).contains(&x) && (top..top + high).contains(&y)
}

/// Returns the upper left and the lower right corner of the area around some squares.
fn around(layout: &Layout, squares: &[Square], space: f64) -> ((f64, f64), (f64, f64)) {
    let (mut a, mut b) = ((f64::INFINITY, f64::INFINITY), (f64::NEG_INFINITY, f64::NEG_INFINITY));
    for point in squares.iter().flat_map(|it| &layout.shape(*it).sides).flat_map(|it| it.points) {
        a = (a.0.min(point.0), a.1.min(point.1));
        b = (b.0.max(point.0), b.1.max(point.1));
    }
    ((a.0 - space, a.1 - space), (b.0 + space, b.1 + space))
}

/// Returns the squares that the marks of a picture are about, which a close-up must show. A square can occur
/// several times. Empty if it must show all of the board.
#[cfg(any(feature = "english", feature = "lab"))]
pub(crate) fn marked_squares(position: &crate::rules::Position, view: &View) -> Vec<Square> {
    if view.around.is_some() || !view.arrows.is_empty() {
        return Vec::new();
    }
    let mut all = super::marks::covered(&super::Scene::of(position), view);
    all.extend(view.last.iter().flat_map(|it| [it.from, it.to]));
    all.extend(view.targets.iter().map(|it| it.from));
    all.extend(view.ghosts.iter().map(|it| it.0).chain(view.marked.iter().copied()));
    all
}
