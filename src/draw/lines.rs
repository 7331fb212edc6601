//! Lines for links between squares that do not touch.
//!
//! Input: a layout. Output: thin lines across free ground, such as an open center, dashed for
//! diagonals. If other squares lie between, each end shows the name of the square that the link
//! leads to. Links through an irregular point are lines from square to square. Does not know
//! pieces.

use std::fmt::Write;

use super::barriers::IrregularPoint;
use super::labels::outward;
use super::layout::{Layout, SquareSide, UNIT};
use super::letters::{Align, line};
use super::pen::Pen;
use crate::board::patch_layout::{PatchLayout, Point};
use crate::board::{Heading, Square};
use crate::rulebook::Rulebook;

/// Draws the lines and names. Returns the SVG and the margin it needs; the names start `beyond` the
/// board.
pub(super) fn lines(book: &Rulebook, layout: &Layout, irregular: &[IrregularPoint], beyond: f64) -> (String, f64) {
    let board = &book.board;
    let (mut across, mut bent, mut names) = (Pen::default(), Pen::default(), String::new());
    let mut margin: f64 = 0.0;
    let side = |square: Square, heading: Heading| -> Option<&SquareSide> {
        let sides = &layout.shape(square).sides;
        sides.iter().find(|it| it.is_crossed_by(heading) && it.neighbor.is_none())
    };
    for from in board.squares() {
        for (to, link) in board.links(from).iter().filter(|it| board.is_straight(it.1.heading)) {
            let Some(exit) = side(from, link.heading) else { continue };
            let back = Heading((link.onward.0 + board.headings / 2) % board.headings);
            match side(*to, back).filter(|entry| is_free(layout, exit.middle(), entry.middle(), from, *to)) {
                // Drawn once for both directions.
                Some(entry) if from < *to => {
                    across.move_to(exit.middle());
                    across.line_to(entry.middle());
                }
                Some(_) => {}
                None => {
                    let (out, start) = (outward(layout.shape(from), exit), exit.middle());
                    let at = |by: f64| (start.0 + out.0 * by * UNIT, start.1 + out.1 * by * UNIT);
                    // Seams mark the edge itself, so this name goes outside those of files and
                    // ranks.
                    let text = board.name(*to);
                    let wide = super::letters::width(text, UNIT * 0.15);
                    let away = beyond / UNIT + 0.14 + (wide / 2.0 * out.0.abs() + UNIT * 0.08) / UNIT;
                    names.push_str(&line(text, at(away), UNIT * 0.15, Align::Middle));
                    margin = margin.max(UNIT * (away + 0.1) + wide / 2.0 * out.0.abs());
                }
            }
        }
    }
    // Diagonals across the same free ground bend toward the midpoint of both ends.
    let open = |square: Square, other: Square| {
        let ends = board.links(square).iter().filter(|it| board.is_straight(it.1.heading)).filter_map(|(to, link)| {
            let back = Heading((link.onward.0 + board.headings / 2) % board.headings);
            let (exit, entry) = (side(square, link.heading)?.middle(), side(*to, back)?.middle());
            let middle = ((exit.0 + entry.0) / 2.0, (exit.1 + entry.1) / 2.0);
            is_free(layout, exit, entry, square, *to).then_some((exit, middle))
        });
        let far = layout.shape(other).middle;
        ends.min_by(|a, b| {
            let off = |it: &(Point, Point)| (it.0.0 - far.0).hypot(it.0.1 - far.1);
            off(a).total_cmp(&off(b))
        })
    };
    for from in board.squares() {
        for (to, link) in board.links(from) {
            if from < *to
                && !board.is_straight(link.heading)
                && let (Some(a), Some(b)) = (open(from, *to), open(*to, from))
                && !shares_corner(layout, from, *to)
            {
                let lead = |it: (Point, Point)| (it.0.0 + (it.1.0 - it.0.0) * 0.75, it.0.1 + (it.1.1 - it.0.1) * 0.75);
                bent.move_to(a.0);
                bent.cubic_to(lead(a), lead(b), b.0);
            }
        }
    }
    for (at, squares, _) in irregular {
        for from in squares {
            for (to, link) in board.links(*from) {
                if from < to && !board.is_straight(link.heading) && squares.contains(to) {
                    let (a, b) = (layout.shape(*from).middle, layout.shape(*to).middle);
                    // Toward the irregular point, and on from there.
                    let lead = |it: Point| (it.0 + (at.0 - it.0) * 0.8, it.1 + (at.1 - it.1) * 0.8);
                    across.move_to(a);
                    across.cubic_to(lead(a), lead(b), b);
                }
            }
        }
    }
    let mut out = String::new();
    for (path, broken) in [(across.text(), ""), (bent.text(), " stroke-dasharray=\"10 7\""), (names, "")] {
        if path.is_empty() {
            continue;
        }
        let _ = write!(
            out,
            "<path class=\"zone\" d=\"{path}\" fill=\"none\" stroke-width=\"{:.0}\" stroke-linecap=\"round\"{broken}/>",
            UNIT * 0.018
        );
    }
    (out, margin)
}

/// Draws the links of squares that are not on a grid, because these links are the board. Diagonals
/// are dashed.
pub(super) fn free_links(book: &Rulebook, layout: &Layout) -> String {
    let board = &book.board;
    let is_loose = |it: Square| board.patches[usize::from(board.info(it).patch)].layout == PatchLayout::Loose;
    let (mut straight, mut diagonal) = (Pen::default(), Pen::default());
    let loose: Vec<Square> = board.squares().filter(|it| is_loose(*it)).collect();
    for from in loose {
        let links = board.links(from);
        for (index, (to, link)) in links.iter().enumerate() {
            let is_back = board.links(*to).iter().any(|it| it.0 == from) && *to < from;
            if is_back || links[..index].iter().any(|it| it.0 == *to) {
                continue;
            }
            let pen = if board.is_straight(link.heading) { &mut straight } else { &mut diagonal };
            pen.move_to(layout.shape(from).middle);
            pen.line_to(layout.shape(*to).middle);
        }
    }
    let mut out = String::new();
    for (path, broken) in [(straight.text(), ""), (diagonal.text(), " stroke-dasharray=\"6 14\"")] {
        if !path.is_empty() {
            let _ = write!(out, "<path class=\"link\" d=\"{path}\" fill=\"none\" stroke-width=\"6\"{broken}/>");
        }
    }
    out
}

/// Reports whether two squares touch, so that a diagonal between them needs no line.
fn shares_corner(layout: &Layout, one: Square, other: Square) -> bool {
    let corners = |it: Square| layout.shape(it).sides.iter().map(|it| it.points[0]);
    corners(one).any(|a| corners(other).any(|b| (a.0 - b.0).hypot(a.1 - b.1) < UNIT / 20.0))
}

/// Reports whether no other square lies between two points.
pub(super) fn is_free(layout: &Layout, a: Point, b: Point, from: Square, to: Square) -> bool {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let long = (dx * dx + dy * dy).max(1e-9);
    layout.shapes.iter().enumerate().all(|(index, shape)| {
        let along = (((shape.middle.0 - a.0) * dx + (shape.middle.1 - a.1) * dy) / long).clamp(0.0, 1.0);
        let off = (shape.middle.0 - a.0 - along * dx).hypot(shape.middle.1 - a.1 - along * dy);
        index == from.index() || index == to.index() || off > shape.radius * 0.6
    })
}
