//! Places of names inside squares.
//!
//! Input: the shape of a square. Output: the middle of a name. Does not know what the name says.

use crate::board::patch_layout::Point;
use crate::draw::layout::SquareShape;

/// Position of a name between the middle of a triangle and its corner.
const TIP: f64 = 0.64;

/// Position of a name between the middle of a square and its corner away from an irregular point.
pub(super) const FAR_CORNER: f64 = 0.55;

/// Returns a point toward the highest or lowest corner of a triangle.
pub(super) fn tip_of(shape: &SquareShape) -> Point {
    let height = |it: &Point| (it.1 - shape.middle.1).abs();
    let corners = shape.sides.iter().map(|it| it.points[0]);
    let tip = corners.max_by(|a, b| height(a).total_cmp(&height(b))).unwrap_or(shape.middle);
    let toward = |from: f64, to: f64| from + (to - from) * TIP;
    (toward(shape.middle.0, tip.0), toward(shape.middle.1, tip.1))
}

/// Returns a point toward the upper left corner.
pub(super) fn corner_of(shape: &SquareShape) -> Point {
    let corners = shape.sides.iter().map(|it| it.points[0]);
    let reach = |it: &Point| -(it.0 - shape.middle.0) * 0.9 - (it.1 - shape.middle.1);
    let corner = corners.max_by(|a, b| reach(a).total_cmp(&reach(b))).unwrap_or(shape.middle);
    (shape.middle.0 + (corner.0 - shape.middle.0) * 0.72, shape.middle.1 + (corner.1 - shape.middle.1) * 0.76)
}
