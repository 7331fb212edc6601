//! What is marked on a board: the last move, targets, checks, squares at issue, arrows.
//!
//! In: a layout, what stands on it, a view. Out: two groups, below the pieces and above them. None
//! of them is told by color alone: a move is framed, a check is a star, a capture a ring.

use std::f64::consts::PI;
use std::fmt::Write;

use super::layout::{Layout, SquareShape};
use super::lines::is_free;
use super::pen::Pen;
use super::{Scene, View};
use crate::board::plan::Point;
use crate::board::{Heading, Square, ray_paths};

/// What lies below the pieces.
pub(super) fn below(scene: &Scene, layout: &Layout, view: &View) -> String {
    let mut out = String::new();
    if let Some(last) = view.last {
        for square in [last.from, last.to] {
            let _ = write!(out, "<path class=\"last\" d=\"{}\"/>", outline(layout.field(square), 1.0));
        }
        let _ = write!(
            out,
            "<path class=\"last-frame\" d=\"{}{}\" fill=\"none\" stroke-width=\"7\"/>",
            outline(layout.field(last.from), 0.9),
            outline(layout.field(last.to), 0.9)
        );
    }
    for square in &view.marked {
        let path = outline(layout.field(*square), 0.86);
        let _ = write!(
            out,
            "<path class=\"issue\" d=\"{path}\" fill=\"none\" stroke-width=\"13\" stroke-dasharray=\"30 16\"/>"
        );
    }
    if let Some(square) = view.selected {
        let path = outline(layout.field(square), 0.88);
        let _ = write!(out, "<path class=\"ring\" d=\"{path}\" fill=\"none\" stroke-width=\"12\"/>");
    }
    for (king, _) in scene.checks() {
        let _ = write!(
            out,
            "<path class=\"check fill-check\" d=\"{}\" fill-opacity=\".3\" stroke-width=\"5\"/>",
            star(layout.field(king))
        );
    }
    out
}

/// What lies above the pieces.
pub(super) fn above(scene: &Scene, layout: &Layout, view: &View) -> String {
    let mut out = String::new();
    for (king, checkers) in scene.checks() {
        for checker in checkers {
            out.push_str(&arrow(scene, layout, checker, king, "check"));
        }
    }
    for (from, to) in &view.arrows {
        out.push_str(&arrow(scene, layout, *from, *to, "issue"));
    }
    for (index, mv) in view.targets.iter().enumerate() {
        // Several promotions go to one square.
        if view.targets[..index].iter().any(|it| it.to == mv.to) {
            continue;
        }
        let field = layout.field(mv.to);
        let mut pen = Pen::default();
        let text = if scene.takes(*mv) {
            pen.circle(field.middle, field.room * 0.86);
            format!(
                "<path class=\"ring\" d=\"{}\" fill=\"none\" stroke-width=\"{:.0}\"/>",
                pen.text(),
                field.room * 0.15
            )
        } else {
            pen.circle(field.middle, field.room * 0.26);
            format!("<path class=\"dot\" d=\"{}\"/>", pen.text())
        };
        out.push_str(&text);
    }
    out
}

/// The outline of a square, drawn smaller about its middle.
pub(super) fn outline(field: &SquareShape, scale: f64) -> String {
    let shrink = |it: Point| {
        (field.middle.0 + (it.0 - field.middle.0) * scale, field.middle.1 + (it.1 - field.middle.1) * scale)
    };
    let mut pen = Pen::default();
    if let Some(first) = field.sides.first() {
        pen.jump(shrink(first.points[0]));
    }
    for side in &field.sides {
        pen.through(&side.points.map(shrink));
    }
    pen.close();
    pen.text()
}

/// A star as large as a square.
fn star(field: &SquareShape) -> String {
    const POINTS: usize = 14;
    let mut pen = Pen::default();
    for index in 0..POINTS * 2 {
        let radius = field.room * if index % 2 == 0 { 1.04 } else { 0.8 };
        let angle = PI * index as f64 / POINTS as f64 - PI / 2.0;
        let at = (field.middle.0 + radius * angle.cos(), field.middle.1 + radius * angle.sin());
        if index == 0 { pen.jump(at) } else { pen.line(at) }
    }
    pen.close();
    pen.text()
}

/// An arrow from a square to another, along the line by which they see each other. Where
/// that leaves the drawing and comes in again elsewhere, the arrow does, too.
fn arrow(scene: &Scene, layout: &Layout, from: Square, to: Square, class: &str) -> String {
    let way = way(scene, from, to);
    let (start, end) = (layout.field(from).room, layout.field(to).room);
    let thick = (layout.usual * 0.11).min(end.min(start) * 0.22);
    let mut parts = parts(scene, layout, &way);
    // It begins and ends short of the pieces.
    if let Some(first) = parts.first_mut() {
        first[0] = toward(first[0], first[1], start * 0.62);
    }
    let Some(last) = parts.last_mut() else { return String::new() };
    let count = last.len();
    let tip = toward(last[count - 1], last[count - 2], end * 0.5);
    last[count - 1] = toward(last[count - 1], last[count - 2], end * 0.5 + thick * 3.0);
    let base = last[count - 1];
    let mut pen = Pen::default();
    parts.iter().for_each(|it| curve(&mut pen, it));
    let long = (tip.0 - base.0).hypot(tip.1 - base.1).max(1e-9);
    let (dx, dy) = ((tip.0 - base.0) / long, (tip.1 - base.1) / long);
    let mut head = Pen::default();
    head.jump(tip);
    head.line((base.0 - dy * thick * 1.6, base.1 + dx * thick * 1.6));
    head.line((base.0 + dy * thick * 1.6, base.1 - dx * thick * 1.6));
    head.close();
    format!(
        "<path class=\"{class}\" d=\"{}\" fill=\"none\" stroke-width=\"{thick:.0}\" stroke-linecap=\"round\"/><path \
         class=\"fill-{class}\" d=\"{}\"/>",
        pen.text(),
        head.text()
    )
}

/// The points of a way, in one part or, where it leaves the drawing, in several; each has two at least.
fn parts(scene: &Scene, layout: &Layout, way: &[Square]) -> Vec<Vec<Point>> {
    let board = scene.variant.board();
    let middle = |it: Square| layout.field(it).middle;
    let mut parts = vec![vec![middle(way[0])]];
    for pair in way.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let side = |square: Square, heading: Heading| -> Option<Point> {
            let sides = &layout.field(square).sides;
            let found = sides.iter().find(|it| it.heading == Some(heading) && it.neighbor.is_none())?;
            Some(found.middle())
        };
        let edges = board.links(from).iter().filter(|it| it.0 == to).find_map(|(_, link)| {
            let back = Heading((link.onward.0 + board.headings / 2) % board.headings);
            Some((side(from, link.heading)?, side(to, back)?))
        });
        let leaves = edges.filter(|_| !is_free(layout, middle(from), middle(to), from, to));
        if let (Some((exit, entry)), Some(part)) = (leaves, parts.last_mut()) {
            part.push(toward(exit, middle(from), -layout.usual * 0.3));
            parts.push(vec![toward(entry, middle(to), -layout.usual * 0.3)]);
        }
        if let Some(part) = parts.last_mut() {
            part.push(middle(to));
        }
    }
    parts
}

/// A curve through all points, each bend shared by the steps on both its sides.
fn curve(pen: &mut Pen, points: &[Point]) {
    let count = points.len();
    pen.jump(points[0]);
    for index in 1..count {
        let (a, b) = (points[index - 1], points[index]);
        let before = if index >= 2 { points[index - 2] } else { a };
        let after = if index + 1 < count { points[index + 1] } else { b };
        let far = (b.0 - a.0).hypot(b.1 - a.1);
        let lead = |from: Point, to: Point, at: Point, sign: f64| {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let long = dx.hypot(dy).max(1e-9);
            (at.0 + sign * dx / long * far / 3.0, at.1 + sign * dy / long * far / 3.0)
        };
        match count {
            2 => pen.line(b),
            _ => pen.curve(lead(before, b, a, 1.0), lead(a, after, b, -1.0), b),
        }
    }
}

/// A point so far on the way from one to another.
fn toward(from: Point, to: Point, by: f64) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let long = dx.hypot(dy).max(1e-9);
    let by = by.min(long * 0.45);
    (from.0 + dx / long * by, from.1 + dy / long * by)
}

/// The shortest clear line between two squares, both of them among it; the two alone where there is none.
fn way(scene: &Scene, from: Square, to: Square) -> Vec<Square> {
    let board = scene.variant.board();
    let headings = (0..board.headings).map(Heading);
    let rays = headings.flat_map(|it| ray_paths(board, from, it, 0));
    let clear = rays.filter_map(|ray| {
        let end = ray.squares.iter().position(|it| *it == to)?;
        let empty = ray.squares[..end].iter().all(|it| scene.is_empty(*it));
        empty.then(|| ray.squares[..=end].to_vec())
    });
    let mut way = vec![from];
    way.extend(clear.min_by_key(Vec::len).unwrap_or_else(|| vec![to]));
    way
}
