//! Marks on a board: last move, destinations, checks, squares of a refusal, arrows.
//!
//! Input: a scene, a layout and a view. Output: two groups, below and above the pieces. No mark
//! relies on color alone: a move is framed, a check is a star, a capture is a ring. Does not know
//! rules.

use std::f64::consts::PI;
use std::fmt::Write;

use super::around::around;
use super::layout::{Layout, SquareShape};
use super::letters::{Align, line};
use super::lines::is_free;
use super::paths::{connecting_line, line_through, other_lines};
use super::pen::Pen;
use super::{Scene, View, palette};
use crate::board::patch_layout::Point;
use crate::board::{Heading, Square};

/// Maximum number of squares of a leap whose steps are drawn, both ends included. A longer path is a line.
const LONGEST_LEAP: usize = 5;

/// Length and half the width of the head of an arrow, as multiples of its thickness.
const HEAD: (f64, f64) = (3.4, 2.1);

/// Distance of the edge of a piece from the middle of its square, relative to the square's radius.
const EDGE: f64 = 0.64;

/// Distance of the start of an arrow from the middle of its square, so that it covers no piece.
const START: f64 = 0.95;

/// Radius of the circle around a number, relative to the square's radius.
const CIRCLE: f64 = 0.7;

/// Minimum radius of the circle around a number, relative to the radius of a typical square.
const SMALLEST_CIRCLE: f64 = 0.66;

/// Maximum radius of this circle, in the same measure: numbers of one line have similar sizes.
const LARGEST_CIRCLE: f64 = 0.8;

/// Draws the marks below the pieces.
pub(super) fn below(scene: &Scene, layout: &Layout, view: &View) -> String {
    let mut out = String::new();
    if let Some(last) = view.last {
        for square in [last.from, last.to] {
            let _ = write!(out, "<path class=\"last\" d=\"{}\"/>", outline(layout.shape(square), 1.0));
        }
        let _ = write!(
            out,
            "<path class=\"last-frame\" d=\"{}{}\" fill=\"none\" stroke-width=\"7\"/>",
            outline(layout.shape(last.from), 0.9),
            outline(layout.shape(last.to), 0.9)
        );
    }
    for (place, seat) in view.attackers().into_iter().enumerate() {
        let squares = view.attacked.iter().filter(|it| it.1 == seat);
        let frames: String = squares.map(|it| frame(layout.shape(it.0), place)).collect();
        let class = palette::class(&palette::seat_colors(scene.variant.rulebook()), seat);
        let _ = write!(out, "<path class=\"c-{class}\" fill-rule=\"evenodd\" stroke-width=\"4\" d=\"{frames}\"/>");
    }
    for square in view.marked.iter().filter(|it| !view.is_attacked(**it)) {
        let path = outline(layout.shape(*square), 0.86);
        let _ = write!(
            out,
            "<path class=\"issue\" d=\"{path}\" fill=\"none\" stroke-width=\"13\" stroke-dasharray=\"30 16\"/>"
        );
    }
    if let Some(square) = view.selected {
        let path = outline(layout.shape(square), 0.88);
        let _ = write!(out, "<path class=\"ring\" d=\"{path}\" fill=\"none\" stroke-width=\"12\"/>");
    }
    for (king, _) in scene.checks() {
        let _ = write!(
            out,
            "<path class=\"check fill-check\" d=\"{}\" fill-opacity=\".2\" stroke-width=\"5\"/>",
            star(layout.shape(king))
        );
    }
    out
}

/// Returns a broad frame inside a square. The frames of several players lie inside each other, each at the place of its
/// player, so that the color is not the only difference.
fn frame(shape: &SquareShape, place: usize) -> String {
    let [outer, inner] = frame_scales(place);
    outline(shape, outer) + &outline(shape, inner)
}

/// Returns the outer and inner edge of the frame of an attacker, relative to the square.
pub(super) fn frame_scales(place: usize) -> [f64; 2] {
    let outer = 0.95 - 0.16 * place.min(4) as f64;
    [outer, outer - 0.12]
}

/// Draws the lines that pass through pieces, to be below them: lines of attack, and forbidden moves along given squares.
pub(super) fn through_pieces(scene: &Scene, layout: &Layout, view: &View) -> String {
    let mut out = String::new();
    // Dashes tell a check that is only threatened from one that is given. The line of a pin has dots.
    let gap = layout.median_radius * 0.3;
    // A line without a check has no color, an outlined head and a cross.
    let dash = gap * 1.4;
    for (lines, class, dash) in
        [(&view.threats, "check", dash), (&view.no_checks, "label", dash), (&view.pins, "check", 0.0)]
    {
        for (from, to) in lines {
            let drawn = arrow_along(scene, layout, &line_through(scene, *from, *to), class, 0.0);
            let class = format!("class=\"{class}\"");
            let drawn = drawn.replacen(&class, &format!("{class} stroke-dasharray=\"{dash:.0} {gap:.0}\""), 1);
            let hollow = format!("class=\"label\" fill=\"none\" stroke-width=\"{:.0}\"", gap * 0.3);
            out.push_str(&drawn.replace("class=\"fill-label\"", &hollow));
        }
    }
    for (path, _) in &view.stopped {
        out.push_str(&arrow_along(scene, layout, path, "issue", 0.0));
    }
    for (from, to) in &view.no_checks {
        out.push_str(&cross(scene, layout, *from, *to));
    }
    if out.is_empty() { out } else { format!("<g class=\"over\">{out}</g>") }
}

/// Draws a small dot on each square on the way of a leap.
fn steps(layout: &Layout, between: &[Square]) -> String {
    let mut pen = Pen::default();
    for shape in between.iter().map(|it| layout.shape(*it)) {
        pen.circle(shape.middle, shape.radius.min(layout.median_radius) * 0.2);
    }
    if between.is_empty() { String::new() } else { format!("<path class=\"dot\" d=\"{}\"/>", pen.text()) }
}

/// Draws the marks above the pieces.
pub(super) fn above(scene: &Scene, layout: &Layout, view: &View) -> String {
    let mut out = String::new();
    for (king, checkers) in scene.checks() {
        for checker in checkers {
            out.push_str(&arrow(scene, layout, checker, king, "check"));
            for line in other_lines(scene, checker, king) {
                out.push_str(&arrow_along(scene, layout, &line, "check", 0.0));
            }
        }
    }
    for (from, to) in &view.arrows {
        out.push_str(&arrow(scene, layout, *from, *to, "issue"));
    }
    for (from, to) in &view.allowed {
        // Legal moves have the color of destinations. The outline of a piece may stand on the empty square.
        let room = if view.ghosts.iter().any(|it| it.0 == *to) { EDGE } else { 0.0 };
        let line = connecting_line(scene, *from, *to);
        out.push_str(&arrow_along(scene, layout, &line, "ring", room).replace("\"fill-ring\"", "\"dot\""));
    }
    let mut lines = String::new();
    for (number, path) in view.paths.iter().enumerate().filter(|it| it.1.len() > 1) {
        let Some(end) = path.last() else { continue };
        let is_marked = view.targets.iter().any(|it| it.to == *end);
        let room = match view.numbers.iter().any(|it| it.0 == *end) {
            true => circle(layout, *end) / layout.shape(*end).radius,
            false if is_marked => 0.32,
            false => 0.0,
        };
        // The pale edges come first: that of one arrow would cut another that begins alike.
        let drawn = arrow_along(scene, layout, branch(view, number), "ring", room).replace("\"fill-ring\"", "\"dot\"");
        let (edge, line) = drawn.split_once("/>").unwrap_or_default();
        out.push_str(&format!("{edge}/>"));
        lines.push_str(line);
        if view.numbers.is_empty() && path.len() <= LONGEST_LEAP {
            lines.push_str(&steps(layout, &path[1..path.len() - 1]));
        }
    }
    out.push_str(&lines);
    for (from, to) in &view.forbidden {
        out.push_str(&arrow(scene, layout, *from, *to, "issue"));
        out.push_str(&cross(scene, layout, *from, *to));
    }
    for (path, step) in view.stopped.iter().filter(|it| it.1 + 1 < it.0.len()) {
        let (one, other) = (layout.shape(path[*step]), layout.shape(path[*step + 1]));
        let middle = ((one.middle.0 + other.middle.0) / 2.0, (one.middle.1 + other.middle.1) / 2.0);
        out.push_str(&cross_at(layout, middle, layout.median_radius.min(one.radius) * 0.34));
    }
    if let Some(direction) = view.around {
        out.push_str(&around(scene.variant.board(), layout, direction, !view.paths.is_empty()));
    }
    for square in &view.captures {
        out.push_str(&ring(layout.shape(*square)));
    }
    for (square, text) in &view.numbers {
        out.push_str(&number(layout, *square, text));
    }
    for (index, mv) in view.targets.iter().enumerate() {
        // Several promotions share one destination.
        if view.targets[..index].iter().any(|it| it.to == mv.to) {
            continue;
        }
        let shape = layout.shape(mv.to);
        let text = if scene.captures(*mv) {
            ring(shape)
        } else {
            let mut pen = Pen::default();
            pen.circle(shape.middle, shape.radius.min(layout.median_radius * 1.15) * 0.26);
            format!("<path class=\"dot\" d=\"{}\"/>", pen.text())
        };
        out.push_str(&text);
    }
    out
}

/// Returns the part of a path that no path before it begins with, from the last square that both have. Curves bend by what follows,
/// so two of them would not cover each other.
fn branch(view: &View, number: usize) -> &[Square] {
    let path = &view.paths[number];
    let alike = |other: &Vec<Square>| path.iter().zip(other).take_while(|it| it.0 == it.1).count();
    let most = view.paths[..number].iter().map(alike).max().unwrap_or(0);
    &path[most.saturating_sub(1).min(path.len() - 2)..]
}

/// Returns the squares on which a mark or an arrow lies.
pub(super) fn covered(scene: &Scene, view: &View) -> Vec<Square> {
    let mut all: Vec<Square> = view.numbers.iter().map(|it| it.0).collect();
    all.extend(view.targets.iter().map(|it| it.to).chain(view.captures.iter().copied()));
    all.extend(lines(scene, view).into_iter().flatten());
    all
}

/// Returns the squares of each arrow, from its start to its end.
pub(super) fn lines(scene: &Scene, view: &View) -> Vec<Vec<Square>> {
    let arrows = view.arrows.iter().chain(&view.allowed).chain(&view.forbidden);
    let mut all: Vec<Vec<Square>> = arrows.map(|it| connecting_line(scene, it.0, it.1)).collect();
    all.extend(view.threats.iter().chain(&view.no_checks).chain(&view.pins).map(|it| line_through(scene, it.0, it.1)));
    all.extend(view.paths.iter().chain(view.stopped.iter().map(|it| &it.0)).cloned());
    for (king, checkers) in scene.checks() {
        all.extend(checkers.iter().map(|it| connecting_line(scene, *it, king)));
        all.extend(checkers.into_iter().flat_map(|it| other_lines(scene, it, king)));
    }
    all
}

/// Returns the radius of the circle around a number. On small squares, the circle may cover the edges.
pub(super) fn circle(layout: &Layout, square: Square) -> f64 {
    let median = layout.median_radius;
    (layout.shape(square).radius * CIRCLE).clamp(median * SMALLEST_CIRCLE, median * LARGEST_CIRCLE)
}

/// Returns a number or a letter in a circle. A pale disc tells the numbers of a line from the names of ranks, and hides
/// the arrow behind it. A letter is not on the line: it has a dashed circle.
fn number(layout: &Layout, square: Square, text: &str) -> String {
    let shape = layout.shape(square);
    let radius = circle(layout, square);
    let height = radius * if text.len() > 1 { 0.9 } else { 1.2 };
    let mut disc = Pen::default();
    disc.circle(shape.middle, radius);
    let disc = disc.text();
    let circle = match text.starts_with(|it: char| it.is_ascii_digit()) {
        true => format!("<path class=\"t0\" d=\"{disc}\"/><path class=\"dot\" fill-opacity=\".2\" d=\"{disc}\"/>"),
        false => format!(
            "<path class=\"label\" fill=\"none\" stroke-width=\"{:.1}\" stroke-dasharray=\"{1:.0} {1:.0}\" d=\"{disc}\"/>",
            radius * 0.06,
            radius * 0.23
        ),
    };
    format!(
        "{circle}<path class=\"label\" d=\"{}\" fill=\"none\" stroke-width=\"{:.1}\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\"/>",
        line(text, shape.middle, height, Align::Middle),
        height * 0.16
    )
}

/// Returns a ring in a square: a capture.
fn ring(shape: &SquareShape) -> String {
    let mut pen = Pen::default();
    pen.circle(shape.middle, shape.radius * 0.86);
    format!("<path class=\"ring\" d=\"{}\" fill=\"none\" stroke-width=\"{:.0}\"/>", pen.text(), shape.radius * 0.15)
}

/// Returns a cross in the middle of the arrow between two squares: a forbidden move.
fn cross(scene: &Scene, layout: &Layout, from: Square, to: Square) -> String {
    let line = connecting_line(scene, from, to);
    let parts = parts(scene, layout, &line);
    let Some(longest) = parts.iter().max_by_key(|it| it.len()) else { return String::new() };
    // Between two squares: on a square, it would seem that something there stops the move.
    let half = longest.len().div_ceil(2);
    let [.., before, after] = &longest[..=half.min(longest.len() - 1)] else { return String::new() };
    let (x, y) = ((before.0 + after.0) / 2.0, (before.1 + after.1) / 2.0);
    // A short arrow stays visible beside its cross, most of all between neighbors.
    let far = longest.windows(2).map(|it| (it[1].0 - it[0].0).hypot(it[1].1 - it[0].1)).sum::<f64>();
    let arm = (layout.median_radius * 0.34)
        .min(layout.shape(from).radius * 0.6)
        .min(far * if longest.len() == 2 { 0.09 } else { 0.12 });
    cross_at(layout, (x, y), arm)
}

/// Returns a cross with arms of a given length.
fn cross_at(layout: &Layout, (x, y): Point, arm: f64) -> String {
    let mut pen = Pen::default();
    for (dx, dy) in [(arm, arm), (arm, -arm)] {
        pen.move_to((x - dx, y - dy));
        pen.line_to((x + dx, y + dy));
    }
    format!(
        "<path class=\"check\" d=\"{}\" fill=\"none\" stroke-width=\"{:.0}\" stroke-linecap=\"round\"/>",
        pen.text(),
        (arm * 0.42).max(layout.median_radius * 0.08)
    )
}

/// Returns the outline of a square, scaled about its middle.
pub(super) fn outline(shape: &SquareShape, scale: f64) -> String {
    let shrink = |it: Point| {
        (shape.middle.0 + (it.0 - shape.middle.0) * scale, shape.middle.1 + (it.1 - shape.middle.1) * scale)
    };
    let mut pen = Pen::default();
    if let Some(first) = shape.sides.first() {
        pen.move_to(shrink(first.points[0]));
    }
    for side in &shape.sides {
        pen.smooth_to(&side.points.map(shrink));
    }
    pen.close();
    pen.text()
}

/// Returns a star as large as the square.
fn star(shape: &SquareShape) -> String {
    const POINTS: usize = 14;
    let mut pen = Pen::default();
    for index in 0..POINTS * 2 {
        let radius = shape.radius * if index % 2 == 0 { 1.04 } else { 0.8 };
        let angle = PI * index as f64 / POINTS as f64 - PI / 2.0;
        let at = (shape.middle.0 + radius * angle.cos(), shape.middle.1 + radius * angle.sin());
        if index == 0 { pen.move_to(at) } else { pen.line_to(at) }
    }
    pen.close();
    pen.text()
}

/// Draws an arrow between two squares along the line that connects them. If the line leaves the
/// drawing and enters it elsewhere, so does the arrow.
pub(super) fn arrow(scene: &Scene, layout: &Layout, from: Square, to: Square, class: &str) -> String {
    arrow_along(scene, layout, &connecting_line(scene, from, to), class, 0.0)
}

/// Returns an arrow over the given squares. It ends at the edge of a piece. On an empty square it leaves `room` around the
/// middle, as a part of the square's radius.
fn arrow_along(scene: &Scene, layout: &Layout, line: &[Square], class: &str, room: f64) -> String {
    let (from, to) = (line[0], line[line.len() - 1]);
    let (start, end) = (layout.shape(from).radius, layout.shape(to).radius);
    let thick = (layout.median_radius.max(end.min(start)) * 0.17).min(end.min(start) * 0.3);
    let mut parts = parts(scene, layout, line);
    // The arrow starts and ends short of the pieces. Between neighbors it starts on its own piece, or it would be too short.
    if let Some(first) = parts.first_mut() {
        let far = (first[1].0 - first[0].0).hypot(first[1].1 - first[0].1);
        let is_short = first.len() == 2 && far < (start + end) * 1.2;
        let room = if is_short { 0.48 } else { START };
        // A branch of another arrow starts on an empty square.
        first[0] = toward(first[0], first[1], if scene.is_empty(from) { 0.0 } else { start * room });
    }
    let Some(last) = parts.last_mut() else { return String::new() };
    let count = last.len();
    let short = end * if scene.is_empty(to) { room } else { EDGE };
    let tip = toward(last[count - 1], last[count - 2], short);
    last[count - 1] = toward(last[count - 1], last[count - 2], short + thick * HEAD.0);
    let base = last[count - 1];
    let mut pen = Pen::default();
    parts.iter().for_each(|it| curve(&mut pen, it));
    let long = (tip.0 - base.0).hypot(tip.1 - base.1).max(1e-9);
    let (dx, dy) = ((tip.0 - base.0) / long, (tip.1 - base.1) / long);
    let mut head = Pen::default();
    head.move_to(tip);
    let wide = thick * HEAD.1;
    head.line_to((base.0 - dy * wide, base.1 + dx * wide));
    head.line_to((base.0 + dy * wide, base.1 - dx * wide));
    head.close();
    // A pale edge keeps the arrow apart from pieces, lines and dark squares.
    let (line, head) = (pen.text(), head.text());
    format!(
        "<path class=\"cover\" d=\"{line}{head}\" fill=\"none\" stroke-width=\"{:.0}\"/><path class=\"{class}\" d=\"{line}\" \
         fill=\"none\" stroke-width=\"{thick:.0}\" stroke-linecap=\"round\"/><path class=\"fill-{class}\" d=\"{head}\"/>",
        thick * 1.8
    )
}

/// Splits a path where it leaves the drawing. Each part has at least two points.
fn parts(scene: &Scene, layout: &Layout, line: &[Square]) -> Vec<Vec<Point>> {
    let board = scene.variant.board();
    let middle = |it: Square| layout.shape(it).middle;
    let mut parts = vec![vec![middle(line[0])]];
    for pair in line.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let side = |square: Square, heading: Heading| -> Option<Point> {
            let sides = &layout.shape(square).sides;
            let found = sides.iter().find(|it| it.is_crossed_by(heading) && it.neighbor.is_none())?;
            Some(found.middle())
        };
        let edges = board.links(from).iter().filter(|it| it.0 == to).find_map(|(_, link)| {
            let back = Heading((link.onward.0 + board.headings / 2) % board.headings);
            Some((side(from, link.heading)?, side(to, back)?))
        });
        let leaves = edges.filter(|_| !is_free(layout, middle(from), middle(to), from, to));
        if let (Some((exit, entry)), Some(part)) = (leaves, parts.last_mut()) {
            part.push(toward(exit, middle(from), -layout.median_radius * 0.3));
            parts.push(vec![toward(entry, middle(to), -layout.median_radius * 0.3)]);
        }
        if let Some(part) = parts.last_mut() {
            part.push(middle(to));
        }
    }
    parts
}

/// Adds a smooth curve through all points, a Catmull-Rom spline with normalized tangents.
pub(super) fn curve(pen: &mut Pen, points: &[Point]) {
    let count = points.len();
    pen.move_to(points[0]);
    for index in 1..count {
        let (a, b) = (points[index - 1], points[index]);
        // A sharp turn, as of a knight's path, stays a corner.
        let turns = |at: usize| at > 0 && at + 1 < count && is_sharp(points[at - 1], points[at], points[at + 1]);
        let before = if index >= 2 && !turns(index - 1) { points[index - 2] } else { a };
        let after = if index + 1 < count && !turns(index) { points[index + 1] } else { b };
        let far = (b.0 - a.0).hypot(b.1 - a.1);
        let lead = |from: Point, to: Point, at: Point, sign: f64| {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let long = dx.hypot(dy).max(1e-9);
            (at.0 + sign * dx / long * far / 3.0, at.1 + sign * dy / long * far / 3.0)
        };
        match count {
            2 => pen.line_to(b),
            _ => pen.cubic_to(lead(before, b, a, 1.0), lead(a, after, b, -1.0), b),
        }
    }
}

/// Reports whether a way turns by more than 60 degrees at its middle point.
fn is_sharp(from: Point, at: Point, to: Point) -> bool {
    let (one, other) = ((at.0 - from.0, at.1 - from.1), (to.0 - at.0, to.1 - at.1));
    one.0 * other.0 + one.1 * other.1 < 0.5 * one.0.hypot(one.1) * other.0.hypot(other.1)
}

/// Returns the point at distance `by` from one point toward another, at most 60 % of the way.
fn toward(from: Point, to: Point, by: f64) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let long = dx.hypot(dy).max(1e-9);
    let by = by.min(long * 0.6);
    (from.0 + dx / long * by, from.1 + dy / long * by)
}
