//! Places of names inside squares and beside them.
//!
//! Input: the shape of a square, and what is in it. Output: the middle of a name. Does not know what the name says.

use super::outward;
use crate::board::plan::Point;
use crate::draw::layout::{SquareShape, SquareSide};

/// Position of a name between the middle of a triangle and its corner.
const TIP: f64 = 0.64;

/// Position of a name between the middle of a square and its corner away from an irregular point.
pub(super) const FAR_CORNER: f64 = 0.55;

/// Position of a name between the middle of a square with a piece and its corner: the piece must stay visible.
const BESIDE_PIECE: f64 = 0.9;

/// Position of a wide name above or below the middle of an empty square, as a part of its radius: a mark in the middle must stay
/// visible.
const ABOVE: f64 = 0.62;

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

/// Returns a point toward the corner that is farthest from the nearest of some points: arrows lead there. Without points, it is the
/// upper left corner. A wide name in an empty square is above or below its middle.
pub(super) fn free_place(shape: &SquareShape, others: impl Iterator<Item = Point>, is_empty: bool, wide: f64) -> Point {
    let away = |a: &Point, b: Point| (a.0 - b.0).hypot(a.1 - b.1);
    let Some(nearest) = others.min_by(|a, b| away(a, shape.middle).total_cmp(&away(b, shape.middle))) else {
        return corner_of(shape);
    };
    if is_empty && wide > shape.radius * 1.2 {
        let side = if nearest.1 > shape.middle.1 { -ABOVE } else { ABOVE };
        return (shape.middle.0, shape.middle.1 + side * shape.radius);
    }
    let corners = shape.sides.iter().map(|it| it.points[0]);
    // The last of several equally far corners, so that names of squares in a row are in a row.
    let corner = corners.max_by(|a, b| away(a, nearest).total_cmp(&away(b, nearest))).unwrap_or(shape.middle);
    let far = if is_empty { FAR_CORNER } else { BESIDE_PIECE };
    let toward = |from: f64, to: f64| from + (to - from) * far;
    (toward(shape.middle.0, corner.0), toward(shape.middle.1, corner.1))
}

/// Returns the middle of a name outside a square, in the first or second row beyond one of its sides.
pub(super) fn beyond(shape: &SquareShape, side: &SquareSide, wide: f64, (high, row): (f64, i16)) -> Point {
    let (out, middle) = (outward(shape, side), side.middle());
    let away = high * (0.3 + 1.3 * f64::from(row)) + out.0.abs() * wide / 2.0 + out.1.abs() * high / 2.0;
    (middle.0 + out.0 * away, middle.1 + out.1 * away)
}
