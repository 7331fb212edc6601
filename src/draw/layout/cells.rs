//! The outline of every square, in units of its patch layout.
//!
//! Input: a board. Output: the sides of each square, counterclockwise. A square that is not on the
//! grid of its patch gets its Voronoi cell: all points nearer to it than to any other square, up to
//! a maximum distance. Does not know pieces and SVG.

use super::is_on_grid;
use crate::board::patch_layout::{PatchLayout, Point};
use crate::board::{Board, Heading, Square};
use crate::policy::{Cells, PatchShape};

/// A side as four points, and the heading that leads across it.
pub(super) type CellSide = ([Point; 4], Option<Heading>);

/// The headings across the south, east, north and west sides.
const STRAIGHT: [u8; 4] = [4, 2, 0, 6];

/// The corners of a hexagon relative to its middle, in files and ranks, counterclockwise. Each has
/// the heading across the side that follows it.
const HEX: [((f64, f64), u8); 6] =
    [((1.0, 1.0), 1), ((-1.0, 2.0), 11), ((-2.0, 1.0), 9), ((-1.0, -1.0), 7), ((1.0, -2.0), 5), ((2.0, -1.0), 3)];

/// The corners of a triangle that points up, relative to the middle of its row, in files and ranks,
/// counterclockwise.
const UP: [(f64, f64); 3] = [(-1.0, -0.5), (1.0, -0.5), (0.0, 0.5)];

/// The corners of a triangle that points down, each opposite to that of a triangle that points up.
const DOWN: [(f64, f64); 3] = [(1.0, 0.5), (-1.0, 0.5), (0.0, -0.5)];

/// The first of the two straight headings across each side of a triangle that points up.
const ACROSS: [u8; 3] = [5, 1, 9];

/// Computes the sides of every square.
pub(super) fn outlines(board: &Board) -> Vec<Vec<CellSide>> {
    let on_grid: Vec<bool> = board.squares().map(|it| is_on_grid(board, it)).collect();
    // Squares of a board without a grid are all as large as the closest two allow.
    let closest = board.squares().map(|it| nearest(board, it)).fold(f64::INFINITY, f64::min);
    let outline = |square: Square| {
        if !on_grid[square.index()] {
            let is_free = board.patches[usize::from(board.info(square).patch)].layout == PatchLayout::Loose;
            return nearest_ground(board, square, if is_free { 0.42 * closest } else { 0.56 * nearest(board, square) });
        }
        let info = board.info(square);
        let layout = &board.patches[usize::from(info.patch)].layout;
        let (file, rank) = (file(board, square), f64::from(info.rank));
        if board.cells() == Cells::Triangle {
            let (all, flip) = if layout.points_up(file, rank) { (UP, 0) } else { (DOWN, 6) };
            let corner = |it: usize| layout.at(file + all[it % 3].0, rank + all[it % 3].1);
            let side = |it: usize| (evenly_spaced(corner(it), corner(it + 1)), Some(Heading((ACROSS[it] + flip) % 12)));
            return (0..3).map(side).collect();
        }
        if board.cells() == Cells::Hex {
            let corner = |it: usize| {
                let (x, y) = HEX[it % 6].0;
                layout.at(file + x / 3.0, rank + y / 3.0)
            };
            return (0..6).map(|it| (evenly_spaced(corner(it), corner(it + 1)), Some(Heading(HEX[it].1)))).collect();
        }
        layout.sides(file, rank).into_iter().zip(STRAIGHT).map(|(points, it)| (points, Some(Heading(it)))).collect()
    };
    board.squares().map(outline).collect()
}

/// Returns the file of a cell as the patch layout counts it. Square names may count differently on
/// hexagonal and triangular patches.
pub(super) fn file(board: &Board, square: Square) -> f64 {
    let info = board.info(square);
    let patch = &board.patches[usize::from(info.patch)];
    if let PatchLayout::Triangles { at, .. } = &patch.layout {
        let half = patch.layout.at(1.0, 0.0).0 - at.0;
        return ((f64::from(info.x) - at.0) / half).round();
    }
    let PatchLayout::Flat { at, east, north } = &patch.layout else { return f64::from(info.file) };
    if patch.shape != PatchShape::Hexagon {
        return f64::from(info.file);
    }
    // Inverts the affine map of the patch layout.
    let (dx, dy) = (f64::from(info.x) - at.0, f64::from(info.y) - at.1);
    let area = east.0 * north.1 - east.1 * north.0;
    ((dx * north.1 - dy * north.0) / area).round()
}

/// Returns four evenly spaced points on a line.
fn evenly_spaced(from: Point, to: Point) -> [Point; 4] {
    std::array::from_fn(|it| {
        let part = it as f64 / 3.0;
        (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
    })
}

fn center(board: &Board, square: Square) -> Point {
    (f64::from(board.info(square).x), f64::from(board.info(square).y))
}

/// Returns the distance to the nearest other square.
fn nearest(board: &Board, square: Square) -> f64 {
    let own = center(board, square);
    let others = board.squares().filter(|it| *it != square).map(|it| center(board, it));
    others.map(|it| (it.0 - own.0).hypot(it.1 - own.1)).filter(|it| *it > 1e-6).fold(f64::INFINITY, f64::min)
}

/// Computes the Voronoi cell of a square, clipped to a polygon of radius `reach`.
fn nearest_ground(board: &Board, square: Square, reach: f64) -> Vec<CellSide> {
    const CORNERS: usize = 20;
    let own = center(board, square);
    let others: Vec<Point> = board.squares().filter(|it| *it != square).map(|it| center(board, it)).collect();
    let apart = |it: &Point| (it.0 - own.0).hypot(it.1 - own.1);
    let reach = if reach.is_finite() { reach.clamp(0.05, 0.6) } else { 0.5 };
    let corner = |it: usize| {
        let angle = std::f64::consts::PI * (2.0 * it as f64 + 1.0) / CORNERS as f64;
        (own.0 + reach * angle.cos(), own.1 + reach * angle.sin())
    };
    let mut ground: Vec<Point> = (0..CORNERS).map(corner).collect();
    for other in others.iter().filter(|it| (1e-6..2.2 * reach).contains(&apart(it))) {
        ground = nearer(&ground, own, *other);
    }
    let next = ground.iter().cycle().skip(1);
    ground.iter().zip(next).map(|(from, to)| (evenly_spaced(*from, *to), None)).collect()
}

/// Clips a polygon to the half-plane nearer to `own` than to `other`.
fn nearer(ground: &[Point], own: Point, other: Point) -> Vec<Point> {
    let (dx, dy) = (other.0 - own.0, other.1 - own.1);
    let middle = ((own.0 + other.0) / 2.0, (own.1 + other.1) / 2.0);
    let beyond = |it: Point| (it.0 - middle.0) * dx + (it.1 - middle.1) * dy;
    let mut left = Vec::new();
    for (from, to) in ground.iter().zip(ground.iter().cycle().skip(1)) {
        let (a, b) = (beyond(*from), beyond(*to));
        if a <= 0.0 {
            left.push(*from);
        }
        if (a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0) {
            let part = a / (a - b);
            left.push((from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part));
        }
    }
    left
}
