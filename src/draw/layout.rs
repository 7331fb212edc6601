//! The layout of a board as one seat sees it.
//!
//! Input: a board and the layouts of its patches. Output: a [`Layout`] with outlines, inscribed circles, shared
//! sides, and the tone of each square. Does not know pieces, themes and SVG.

mod cells;
mod coloring;

use crate::board::patch_layout::{PatchLayout, Point, clearance};
use crate::board::{Board, Heading, Square};
use crate::policy::Cells;
use crate::rulebook::{Rulebook, SeatId};
use crate::sorting::CompactSort;

/// Units of the picture per unit of a patch layout.
pub(super) const UNIT: f64 = 200.0;

/// A side of a square, as a curve.
#[derive(Clone, Debug)]
pub(super) struct SquareSide {
    /// Four evenly spaced points along the side.
    pub points: [Point; 4],
    /// The straight heading across this side, if it is a side of a grid cell.
    pub heading: Option<Heading>,
    /// A second straight heading across this side. Only triangles have one.
    pub other_heading: Option<Heading>,
    /// The square on the other side, if the two share the side.
    pub neighbor: Option<Square>,
}

impl SquareSide {
    /// Reports whether a straight heading leads across this side.
    pub fn is_crossed_by(&self, heading: Heading) -> bool {
        [self.heading, self.other_heading].contains(&Some(heading))
    }

    /// Returns the midpoint of the side.
    pub fn middle(&self) -> Point {
        let [a, b, c, d] = self.points;
        let mid = |a: f64, b: f64, c: f64, d: f64| (9.0 * (b + c) - a - d) / 16.0;
        (mid(a.0, b.0, c.0, d.0), mid(a.1, b.1, c.1, d.1))
    }
}

/// The shape of a square in the drawing.
#[derive(Clone, Debug)]
pub(super) struct SquareShape {
    /// Center of the inscribed circle.
    pub middle: Point,
    /// Radius of the inscribed circle.
    pub radius: f64,
    /// The sides, counterclockwise.
    pub sides: Vec<SquareSide>,
    /// Index of the tone: 0 is the lightest.
    pub tone: usize,
}

/// The positions and shapes of all squares.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The shapes, indexed by square.
    pub shapes: Vec<SquareShape>,
    /// Left, top, right and bottom of all squares.
    pub bounds: (f64, f64, f64, f64),
    /// Median radius of the inscribed circles.
    pub median_radius: f64,
}

/// Returns the counterclockwise angle in radians that makes the pieces of a seat move upward.
fn rotation(book: &Rulebook, seat: SeatId) -> f64 {
    let board = &book.board;
    let faces = book.seats[seat.index()].faces;
    let pieces = book.setup.iter().flatten().filter(|it| it.0 == seat).map(|it| it.2);
    let mut home: Vec<Square> = pieces.collect();
    if home.is_empty() {
        home = board.squares().collect();
    }
    let mut sum = (0.0, 0.0);
    for from in home {
        for (to, _) in board.steps(from, faces) {
            let (a, b) = (board.info(from), board.info(*to));
            let step = (f64::from(b.x - a.x), f64::from(b.y - a.y));
            if step.0.hypot(step.1) < 2.5 {
                sum = (sum.0 + step.0, sum.1 + step.1);
            }
        }
    }
    if sum.0.hypot(sum.1) < 1e-6 {
        return 0.0;
    }
    let angle = std::f64::consts::FRAC_PI_2 - sum.1.atan2(sum.0);
    // Angles close to a whole number of degrees are rounded to it.
    let degrees = angle.to_degrees();
    if (degrees - degrees.round()).abs() < 0.05 { degrees.round().to_radians() } else { angle }
}

impl Layout {
    /// Lays out a board so that a seat is at the bottom. Without a seat, the board is as the file has it, unless its
    /// pieces at the start leave nobody at the bottom: in that case the first seat is.
    pub fn new(book: &Rulebook, seat: Option<SeatId>) -> Self {
        let board = &book.board;
        let is_at_bottom = |it: SeatId| rotation(book, it).cos() > 0.5;
        let first = book.setup.iter().flatten().map(|it| it.0).find(|it| it.0 == 0);
        let seat = seat.or(first.filter(|_| !book.seat_ids().any(is_at_bottom)));
        let (sin, cos) = seat.map_or(0.0, |it| rotation(book, it)).sin_cos();
        let put = |at: Point| {
            let (x, y) = (at.0 * cos - at.1 * sin, at.0 * sin + at.1 * cos);
            (x * UNIT, -y * UNIT)
        };
        let is_triangular = board.cells() == Cells::Triangle;
        let mut shapes: Vec<SquareShape> = cells::outlines(board)
            .into_iter()
            .zip(board.squares())
            .map(|(sides, square)| {
                let info = board.info(square);
                let sides: Vec<SquareSide> = sides
                    .into_iter()
                    .map(|(points, heading)| {
                        let other_heading = heading.filter(|_| is_triangular).map(|it| Heading(it.0 + 2));
                        SquareSide { points: points.map(put), heading, other_heading, neighbor: None }
                    })
                    .collect();
                let outline: Vec<Point> = sides.iter().flat_map(|it| it.points[..3].to_vec()).collect();
                let middle = put((f64::from(info.x), f64::from(info.y)));
                let radius = clearance(&outline, middle);
                SquareShape { middle, radius, sides, tone: 0 }
            })
            .collect();
        join(&mut shapes);
        coloring::assign_tones(board, &mut shapes);
        let mut bounds = (f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
        for point in shapes.iter().flat_map(|it| &it.sides).flat_map(|it| it.points) {
            bounds = (bounds.0.min(point.0), bounds.1.min(point.1), bounds.2.max(point.0), bounds.3.max(point.1));
        }
        let mut radii: Vec<f64> = shapes.iter().map(|it| it.radius).collect();
        radii.compact_sort_by(f64::total_cmp);
        let median_radius = radii.get(radii.len() / 2).copied().unwrap_or(UNIT / 2.0);
        Self { shapes, bounds, median_radius }
    }

    /// Returns the shape of a square.
    pub fn shape(&self, square: Square) -> &SquareShape {
        &self.shapes[square.index()]
    }
}

/// Finds the sides that two squares share.
fn join(shapes: &mut [SquareShape]) {
    const NEAR: f64 = UNIT / 40.0;
    let near = |a: Point, b: Point| (a.0 - b.0).hypot(a.1 - b.1) < NEAR;
    let mut all: Vec<(Point, Point, usize, usize)> = Vec::new();
    for (index, shape) in shapes.iter().enumerate() {
        let ends = shape.sides.iter().enumerate();
        all.extend(ends.map(|(side, it)| (it.points[0], it.points[3], index, side)));
    }
    // Sorted by the middle of the side, so that each side is compared with few others.
    let across = |it: &(Point, Point, usize, usize)| (it.0.0 + it.1.0) / 2.0;
    all.compact_sort_by(|a, b| across(a).total_cmp(&across(b)));
    for (at, one) in all.iter().enumerate() {
        for other in all[at + 1..].iter().take_while(|it| across(it) - across(one) < NEAR) {
            if one.2 != other.2 && near(one.0, other.1) && near(one.1, other.0) {
                shapes[one.2].sides[one.3].neighbor = Some(Square(other.2 as u16));
                shapes[other.2].sides[other.3].neighbor = Some(Square(one.2 as u16));
            }
        }
    }
}

/// Reports whether a square lies on the grid of its patch.
fn is_on_grid(board: &Board, square: Square) -> bool {
    let info = board.info(square);
    let middle = match &board.patches[usize::from(info.patch)].layout {
        PatchLayout::Loose => return false,
        layout => layout.middle(cells::file(board, square), f64::from(info.rank)),
    };
    (middle.0 - f64::from(info.x)).hypot(middle.1 - f64::from(info.y)) < 0.01
}
