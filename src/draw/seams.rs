//! Marks for edges that are joined to other edges.
//!
//! Input: a board and its layout. Output: a line along every joined edge, with arrowheads. The
//! marks follow the fundamental polygon of a surface: edges with the same number of arrowheads are
//! joined head to head. A twisted seam therefore shows arrowheads that point in opposite
//! directions. An arrowhead out of the board marks an edge that can only be left; an arrowhead into
//! the board marks one that can only be entered. Seams across an open center have no marks;
//! `lines` draws the links there. Does not know pieces and barriers.

use std::collections::VecDeque;
use std::fmt::Write;

use super::labels::outward;
use super::layout::{Layout, SquareSide, UNIT};
use super::lines::is_free;
use super::pen::Pen;
use crate::board::patch_layout::Point;
use crate::board::{Heading, Square};
use crate::rulebook::Rulebook;

/// Maximum number of arrowheads on one edge. Further pairs start again at one.
const HEADS: usize = 3;

/// The seam marks of a board.
#[derive(Clone, Debug, Default)]
pub(super) struct Seams {
    /// SVG of the marks. Empty if no edges are joined.
    pub drawn: String,
    /// Whether some seam can be crossed both ways.
    pub has_both_ways: bool,
    /// Whether some seam can be crossed in one direction only.
    pub has_one_way: bool,
}

/// A side of a square on the boundary of the drawing, and the edges joined to it.
#[derive(Debug)]
struct Edge {
    square: Square,
    side: usize,
    /// Edges that steps over this side lead to, each with whether left and right are swapped.
    to: Vec<(usize, bool)>,
    /// The number of the joined pair, and whether its arrowheads point from the first to the last
    /// point.
    group: Option<(usize, bool)>,
}

/// Draws the marks of all joined edges.
pub(super) fn seams(book: &Rulebook, layout: &Layout) -> Seams {
    let mut edges = found(book, layout);
    group(&mut edges, layout);
    let mut out = Seams::default();
    let (mut band, mut heads) = (Pen::default(), Pen::default());
    for (index, edge) in edges.iter().enumerate() {
        let shape = layout.shape(edge.square);
        let side = &shape.sides[edge.side];
        let out_of = outward(shape, side);
        let beside = |it: Point, by: f64| (it.0 + out_of.0 * by * UNIT, it.1 + out_of.1 * by * UNIT);
        let is_left = !edge.to.is_empty();
        let is_entered = edges.iter().any(|it| it.to.iter().any(|it| it.0 == index));
        let points = side.points.map(|it| beside(it, 0.035));
        band.move_to(points[0]);
        band.smooth_to(&points);
        let Some((group, onward)) = edge.group else { continue };
        let [first, .., last] = side.points;
        let (dx, dy) = (last.0 - first.0, last.1 - first.1);
        let long = dx.hypot(dy).max(1e-9);
        let sign = if onward { 1.0 } else { -1.0 };
        let along = (sign * dx / long, sign * dy / long);
        let way = match (is_left, is_entered) {
            (true, true) => along,
            (true, false) => out_of,
            _ => (-out_of.0, -out_of.1),
        };
        out.has_both_ways |= is_left && is_entered;
        out.has_one_way |= is_left != is_entered;
        let count = group % HEADS + 1;
        for number in 0..count {
            let shift = (number as f64 - (count - 1) as f64 / 2.0) * 0.17 * UNIT;
            let middle = beside(side.middle(), 0.035);
            head(&mut heads, (middle.0 + along.0 * shift, middle.1 + along.1 * shift), way);
        }
    }
    if !edges.is_empty() {
        let _ = write!(
            out.drawn,
            "<path class=\"seam\" d=\"{}\" fill=\"none\" stroke-width=\"{:.0}\"/><path class=\"fill-seam\" d=\"{}\"/>",
            band.text(),
            UNIT * 0.035,
            heads.text()
        );
    }
    out
}

/// Draws an arrowhead around a point.
fn head(pen: &mut Pen, at: Point, way: Point) {
    let put = |ahead: f64, aside: f64| {
        let (ahead, aside) = (ahead * UNIT, aside * UNIT);
        (at.0 + way.0 * ahead - way.1 * aside, at.1 + way.1 * ahead + way.0 * aside)
    };
    pen.move_to(put(0.085, 0.0));
    pen.line_to(put(-0.065, 0.08));
    pen.line_to(put(-0.065, -0.08));
    pen.close();
}

/// Finds all sides where a step leaves or enters the drawing. Skips sides that face each other
/// across free ground.
fn found(book: &Rulebook, layout: &Layout) -> Vec<Edge> {
    let board = &book.board;
    let side = |square: Square, heading: Heading| -> Option<usize> {
        let is_open = |it: &SquareSide| it.heading == Some(heading) && it.neighbor.is_none();
        layout.shape(square).sides.iter().position(is_open)
    };
    let mut edges: Vec<Edge> = Vec::new();
    let number = |square: Square, side: usize, edges: &mut Vec<Edge>| -> usize {
        let known = edges.iter().position(|it| it.square == square && it.side == side);
        known.unwrap_or_else(|| {
            edges.push(Edge { square, side, to: Vec::new(), group: None });
            edges.len() - 1
        })
    };
    for from in board.squares() {
        for (to, link) in board.links(from).iter().filter(|it| board.is_straight(it.1.heading)) {
            let back = Heading((link.onward.0 + board.headings / 2) % board.headings);
            let (Some(exit), Some(entry)) = (side(from, link.heading), side(*to, back)) else { continue };
            let middle = |square: Square, side: usize| layout.shape(square).sides[side].middle();
            if is_free(layout, middle(from, exit), middle(*to, entry), from, *to) {
                continue;
            }
            let exit = number(from, exit, &mut edges);
            let entry = number(*to, entry, &mut edges);
            edges[exit].to.push((entry, link.turn.mirrored));
        }
    }
    edges
}

/// Numbers the joined pairs and sets the direction of the arrowheads on each edge.
fn group(edges: &mut [Edge], layout: &Layout) {
    let ends = |it: &Edge| {
        let points = layout.shape(it.square).sides[it.side].points;
        (points[0], points[3])
    };
    let near = |a: Point, b: Point| (a.0 - b.0).hypot(a.1 - b.1) < UNIT / 20.0;
    let touch = |a: &Edge, b: &Edge| near(ends(a).1, ends(b).0) || near(ends(a).0, ends(b).1);
    let is_both_ways = |edges: &[Edge], at: usize| {
        edges[at].to.iter().all(|it| edges[it.0].to.iter().any(|it| it.0 == at)) && !edges[at].to.is_empty()
    };
    let mut groups = 0;
    for seed in 0..edges.len() {
        if edges[seed].group.is_some() {
            continue;
        }
        // Starts upward, or to the right.
        let (first, last) = ends(&edges[seed]);
        let onward = (last.0 - first.0) - 2.0 * (last.1 - first.1) > 0.0;
        edges[seed].group = Some((groups, onward));
        let mut queue = VecDeque::from([seed]);
        while let Some(at) = queue.pop_front() {
            let Some((_, onward)) = edges[at].group else { continue };
            let mut reached: Vec<(usize, bool)> = Vec::new();
            // Outlines run counterclockwise, so an edge without a twist runs the other way.
            reached.extend(edges[at].to.iter().map(|it| (it.0, onward == it.1)));
            for (from, edge) in edges.iter().enumerate() {
                reached.extend(edge.to.iter().filter(|it| it.0 == at).map(|it| (from, onward == it.1)));
            }
            for (other, edge) in edges.iter().enumerate() {
                let goes_along = edges[at].to.iter().any(|a| edge.to.iter().any(|b| touch(&edges[a.0], &edges[b.0])));
                let is_alike = is_both_ways(edges, at) == is_both_ways(edges, other);
                if other != at && is_alike && goes_along && touch(&edges[at], edge) {
                    reached.push((other, onward));
                }
            }
            for (other, way) in reached {
                if edges[other].group.is_none() {
                    edges[other].group = Some((groups, way));
                    queue.push_back(other);
                }
            }
        }
        groups += 1;
    }
}
