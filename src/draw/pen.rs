//! Compact SVG paths.
//!
//! Input: points in units of the picture. Output: path data in whole units with relative
//! coordinates. Does not know what is drawn.

use std::fmt::Write;

use crate::board::patch_layout::Point;

/// Builder of one SVG path.
#[derive(Debug, Default)]
pub(super) struct Pen {
    out: String,
    at: (i32, i32),
}

fn whole(point: Point) -> (i32, i32) {
    let round = |it: f64| it.round().clamp(-1e8, 1e8) as i32;
    (round(point.0), round(point.1))
}

impl Pen {
    /// Starts a new subpath.
    pub fn move_to(&mut self, to: Point) {
        self.at = whole(to);
        let _ = write!(self.out, "M{}", numbers(&[self.at]));
    }

    /// Adds a straight line.
    pub fn line_to(&mut self, to: Point) {
        let to = whole(to);
        let step = (to.0 - self.at.0, to.1 - self.at.1);
        let _ = match step {
            (0, 0) => Ok(()),
            (x, 0) => write!(self.out, "h{x}"),
            (0, y) => write!(self.out, "v{y}"),
            step => write!(self.out, "l{}", numbers(&[step])),
        };
        self.at = to;
    }

    /// Adds a cubic Bézier curve with two control points.
    pub fn cubic_to(&mut self, first: Point, second: Point, to: Point) {
        let (first, second, to) = (whole(first), whole(second), whole(to));
        let step = |it: (i32, i32)| (it.0 - self.at.0, it.1 - self.at.1);
        let _ = write!(self.out, "c{}", numbers(&[step(first), step(second), step(to)]));
        self.at = to;
    }

    /// Adds a quadratic Bézier curve with one control point.
    fn quadratic_to(&mut self, by: Point, to: Point) {
        let (by, to) = (whole(by), whole(to));
        let step = |it: (i32, i32)| (it.0 - self.at.0, it.1 - self.at.1);
        let _ = write!(self.out, "q{}", numbers(&[step(by), step(to)]));
        self.at = to;
    }

    /// Adds a smooth curve from the first of four evenly spaced points through the others. Uses a
    /// straight line or a quadratic curve if that is close enough.
    pub fn smooth_to(&mut self, points: &[Point; 4]) {
        let [a, b, c, d] = *points;
        if is_straight(points) {
            return self.line_to(d);
        }
        // A quadratic curve is enough if the points at one third and two thirds lie on it.
        let bend = |a: f64, b: f64, c: f64, d: f64| (9.0 * (b + c) - 5.0 * (a + d)) / 8.0;
        let by = (bend(a.0, b.0, c.0, d.0), bend(a.1, b.1, c.1, d.1));
        let off = |part: f64, wanted: Point| {
            let at = |a: f64, b: f64, d: f64| {
                (1.0 - part) * (1.0 - part) * a + 2.0 * part * (1.0 - part) * b + part * part * d
            };
            (at(a.0, by.0, d.0) - wanted.0).hypot(at(a.1, by.1, d.1) - wanted.1)
        };
        if off(1.0 / 3.0, b) < 0.7 && off(2.0 / 3.0, c) < 0.7 {
            return self.quadratic_to(by, d);
        }
        let mix = |by: [f64; 4], pick: fn(&Point) -> f64| -> f64 {
            points.iter().zip(by).map(|(it, by)| pick(it) * by).sum::<f64>() / 6.0
        };
        let first = [-5.0, 18.0, -9.0, 2.0];
        let second = [2.0, -9.0, 18.0, -5.0];
        self.cubic_to(
            (mix(first, |it| it.0), mix(first, |it| it.1)),
            (mix(second, |it| it.0), mix(second, |it| it.1)),
            d,
        );
    }

    /// Adds a full circle.
    pub fn circle(&mut self, middle: Point, radius: f64) {
        let radius = radius.round();
        self.move_to((middle.0 - radius, middle.1));
        let _ = write!(
            self.out,
            "a{radius} {radius} 0 1 0 {} 0a{radius} {radius} 0 1 0 {} 0z",
            2.0 * radius,
            -2.0 * radius
        );
    }

    /// Closes the current subpath.
    pub fn close(&mut self) {
        self.out.push('z');
    }

    /// Returns the path data.
    pub fn text(self) -> String {
        self.out
    }
}

/// Reports whether four points lie on one line, to within 0.7 units.
pub(super) fn is_straight(points: &[Point; 4]) -> bool {
    let [a, b, c, d] = *points;
    let (dx, dy) = (d.0 - a.0, d.1 - a.1);
    let long = dx.hypot(dy).max(1e-9);
    let off = |it: Point| ((it.0 - a.0) * dy - (it.1 - a.1) * dx).abs() / long;
    off(b) < 0.7 && off(c) < 0.7
}

/// Formats pairs of numbers, without a space before a minus sign.
fn numbers(pairs: &[(i32, i32)]) -> String {
    let mut out = String::new();
    for number in pairs.iter().flat_map(|it| [it.0, it.1]) {
        if !out.is_empty() && number >= 0 {
            out.push(' ');
        }
        let _ = write!(out, "{number}");
    }
    out
}
