//! Where every square of a board is drawn, as one seat sees it.
//!
//! In: a board and its plans. Out: a [`Layout`]: outlines, the largest disc in each
//! square, which sides two squares share, and the tone of each square. Refuses to know
//! pieces, themes and SVG.

mod cells;
mod coloring;

use crate::board::plan::{Plan, Point, clearance};
use crate::board::{Board, Heading, Square};
use crate::rulebook::{Rulebook, SeatId};

/// Units of the picture for one unit of a plan.
pub(super) const UNIT: f64 = 200.0;

/// A side of a square.
#[derive(Clone, Debug)]
pub(super) struct SquareSide {
    /// Four points in a row, evenly apart.
    pub points: [Point; 4],
    /// The straight heading that leads over it, where it is a side of a patch.
    pub heading: Option<Heading>,
    /// Whose side it is, too.
    pub neighbor: Option<Square>,
}

impl SquareSide {
    /// The middle of the side.
    pub fn middle(&self) -> Point {
        let [a, b, c, d] = self.points;
        let mid = |a: f64, b: f64, c: f64, d: f64| (9.0 * (b + c) - a - d) / 16.0;
        (mid(a.0, b.0, c.0, d.0), mid(a.1, b.1, c.1, d.1))
    }
}

/// A square as it is drawn.
#[derive(Clone, Debug)]
pub(super) struct SquareShape {
    /// The middle of the largest disc in it.
    pub middle: Point,
    /// The radius of that disc.
    pub room: f64,
    /// Round it.
    pub sides: Vec<SquareSide>,
    /// Which of the tones of the board it has.
    pub tone: usize,
}

/// Where everything is drawn.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// By square.
    pub fields: Vec<SquareShape>,
    /// Left, top, right, bottom of all squares.
    pub bounds: (f64, f64, f64, f64),
    /// The usual room of a square.
    pub usual: f64,
}

/// By which angle the board is turned, against the clock, so that a seat's pieces go up.
fn turned(book: &Rulebook, seat: SeatId) -> f64 {
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
    // What is nearly a whole number of degrees is one.
    let degrees = angle.to_degrees();
    if (degrees - degrees.round()).abs() < 0.05 { degrees.round().to_radians() } else { angle }
}

impl Layout {
    /// The board as it is laid out, or turned so that a seat sits at the bottom.
    pub fn new(book: &Rulebook, seat: Option<SeatId>) -> Self {
        let board = &book.board;
        let (sin, cos) = seat.map_or(0.0, |it| turned(book, it)).sin_cos();
        let put = |at: Point| {
            let (x, y) = (at.0 * cos - at.1 * sin, at.0 * sin + at.1 * cos);
            (x * UNIT, -y * UNIT)
        };
        let mut fields: Vec<SquareShape> = cells::outlines(board)
            .into_iter()
            .zip(board.squares())
            .map(|(sides, square)| {
                let info = board.info(square);
                let sides: Vec<SquareSide> = sides
                    .into_iter()
                    .map(|(points, heading)| SquareSide { points: points.map(put), heading, neighbor: None })
                    .collect();
                let outline: Vec<Point> = sides.iter().flat_map(|it| it.points[..3].to_vec()).collect();
                let middle = put((f64::from(info.x), f64::from(info.y)));
                let room = clearance(&outline, middle);
                SquareShape { middle, room, sides, tone: 0 }
            })
            .collect();
        join(&mut fields);
        coloring::tones(board, &mut fields);
        let mut bounds = (f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
        for point in fields.iter().flat_map(|it| &it.sides).flat_map(|it| it.points) {
            bounds = (bounds.0.min(point.0), bounds.1.min(point.1), bounds.2.max(point.0), bounds.3.max(point.1));
        }
        let mut rooms: Vec<f64> = fields.iter().map(|it| it.room).collect();
        rooms.sort_by(f64::total_cmp);
        let usual = rooms.get(rooms.len() / 2).copied().unwrap_or(UNIT / 2.0);
        Self { fields, bounds, usual }
    }

    /// The field of a square.
    pub fn field(&self, square: Square) -> &SquareShape {
        &self.fields[square.index()]
    }
}

/// Finds the sides that lie upon each other.
fn join(fields: &mut [SquareShape]) {
    const NEAR: f64 = UNIT / 40.0;
    let near = |a: Point, b: Point| (a.0 - b.0).hypot(a.1 - b.1) < NEAR;
    let mut all: Vec<(Point, Point, usize, usize)> = Vec::new();
    for (index, field) in fields.iter().enumerate() {
        let ends = field.sides.iter().enumerate();
        all.extend(ends.map(|(side, it)| (it.points[0], it.points[3], index, side)));
    }
    // By the middle of the side, from left to right, so that few are compared.
    let across = |it: &(Point, Point, usize, usize)| (it.0.0 + it.1.0) / 2.0;
    all.sort_by(|a, b| across(a).total_cmp(&across(b)));
    for (at, one) in all.iter().enumerate() {
        for other in all[at + 1..].iter().take_while(|it| across(it) - across(one) < NEAR) {
            if one.2 != other.2 && near(one.0, other.1) && near(one.1, other.0) {
                fields[one.2].sides[one.3].neighbor = Some(Square(other.2 as u16));
                fields[other.2].sides[other.3].neighbor = Some(Square(one.2 as u16));
            }
        }
    }
}

/// Whether a square lies where the plan of its patch has it.
fn is_planned(board: &Board, square: Square) -> bool {
    let info = board.info(square);
    let middle = match &board.patches[usize::from(info.patch)].plan {
        Plan::Loose => return false,
        plan => plan.middle(cells::file(board, square), f64::from(info.rank)),
    };
    (middle.0 - f64::from(info.x)).hypot(middle.1 - f64::from(info.y)) < 0.01
}
