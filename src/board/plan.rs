//! How a patch lies on the plane: for drawing alone, no rule reads it.
//!
//! In: what `compile` found out about a patch. Out: [`Plan::at`], where any point of the
//! patch is drawn, so that outlines bend as the board does; one unit is about one square,
//! y runs upwards. The middle of a cell has its file and rank, counted from 0, as
//! coordinates; its corners lie half a step away. Refuses to know links and men.

mod arm;

pub use arm::Arm;

use std::f64::consts::PI;

/// A point of the plane.
pub type Point = (f64, f64);

/// How a patch lies on the plane.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    /// Flat: where the first cell lies, and the steps to the next file and the next rank.
    /// Hexes lie so, too, with steps that are not at right angles.
    Flat {
        /// The middle of the first cell.
        at: Point,
        /// One file on.
        east: Point,
        /// One rank on.
        north: Point,
    },
    /// A ring: rank 1 is the rim, files rise clockwise.
    Ring(Ring),
    /// A half board, one of several round a centre.
    Arm(Arm),
    /// No plane holds the patch: each square lies where its own place says.
    Loose,
}

/// A ring. Ranks grow wider towards the rim, so that cells stay about as deep as they are wide.
#[derive(Clone, Debug, PartialEq)]
pub struct Ring {
    files: f64,
    ranks: f64,
    /// How many files lie to the left of the foot of the drawing.
    shift: f64,
    inner: f64,
    /// The depth of the innermost rank, and by how much each is deeper than the one inside it.
    depth: (f64, f64),
}

impl Ring {
    /// A ring of so many files and ranks; the middle of the first `section` files lies at the bottom.
    pub fn new(files: i16, ranks: i16, section: i64) -> Self {
        let (files, ranks) = (f64::from(files), f64::from(ranks));
        let width = 2.0 * PI / files;
        let growth = (width * 0.45).exp();
        let first = ranks * (growth - 1.0) / (growth.powf(ranks) - 1.0);
        let inner = (first / width - first / 2.0).max(0.6);
        Self { files, ranks, shift: section as f64 / 2.0, inner, depth: (first, growth) }
    }
    /// How far from the middle the innermost edge lies.
    pub fn inner(&self) -> f64 {
        self.inner
    }
    fn at(&self, file: f64, rank: f64) -> Point {
        let (first, growth) = self.depth;
        let up = self.ranks - 0.5 - rank;
        let radius = self.inner + first * (growth.powf(up) - 1.0) / (growth - 1.0);
        let angle = -PI / 2.0 - 2.0 * PI * (file + 0.5 - self.shift) / self.files;
        (radius * angle.cos(), radius * angle.sin())
    }
}

impl Plan {
    /// Where a point of the patch is drawn. Of a loose patch nothing is known here.
    pub fn at(&self, file: f64, rank: f64) -> Point {
        match self {
            Plan::Flat { at, east, north } => {
                (at.0 + file * east.0 + rank * north.0, at.1 + file * east.1 + rank * north.1)
            }
            Plan::Ring(ring) => ring.at(file, rank),
            Plan::Arm(arm) => arm.at(file, rank),
            Plan::Loose => (0.0, 0.0),
        }
    }

    /// The four sides of a cell of four corners: south, east, north, west, each as four
    /// points in a row, round the cell against the clock.
    pub fn sides(&self, file: f64, rank: f64) -> [[Point; 4]; 4] {
        let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
        let round: [Point; 12] = std::array::from_fn(|it| {
            let (from, to) = (corners[it / 3], corners[(it / 3 + 1) % 4]);
            let part = (it % 3) as f64 / 3.0;
            self.at(file + from.0 + (to.0 - from.0) * part, rank + from.1 + (to.1 - from.1) * part)
        });
        std::array::from_fn(|side| std::array::from_fn(|step| round[(3 * side + step) % 12]))
    }

    /// The middle of a cell: of the largest disc in it.
    pub fn middle(&self, file: f64, rank: f64) -> Point {
        match self {
            // Halfway between its two edges: rings are wide enough for a disc there.
            Plan::Ring(_) => {
                let (inner, outer) = (self.at(file, rank + 0.5), self.at(file, rank - 0.5));
                ((inner.0 + outer.0) / 2.0, (inner.1 + outer.1) / 2.0)
            }
            Plan::Arm(_) => {
                let outline = self.sides(file, rank).concat();
                disc(&outline, self.at(file, rank)).0
            }
            _ => self.at(file, rank),
        }
    }
}

/// The largest disc within an outline, looked for from a point inside.
fn disc(outline: &[Point], start: Point) -> (Point, f64) {
    let mut best = (start, room(outline, start));
    let mut step = best.1 / 4.0;
    let around: [Point; 8] = std::array::from_fn(|it| {
        let angle = it as f64 * PI / 4.0;
        (angle.cos(), angle.sin())
    });
    while step > 0.01 {
        let tried = around.iter().map(|it| (best.0.0 + step * it.0, best.0.1 + step * it.1));
        let found = tried.map(|it| (it, room(outline, it))).max_by(|a, b| a.1.total_cmp(&b.1));
        match found {
            Some(found) if found.1 > best.1 + 1e-6 => best = found,
            _ => step /= 2.0,
        }
    }
    best
}

/// How far a point is from the nearest chord of an outline.
pub fn room(outline: &[Point], at: Point) -> f64 {
    let next = outline.iter().cycle().skip(1);
    let (mut least, mut room) = (f64::INFINITY, f64::INFINITY);
    for (x, y) in outline.iter().zip(next).map(|(a, b)| from_chord(at, *a, *b)) {
        // Roots are slow: they are drawn of what may be the least alone.
        let square = x * x + y * y;
        if square <= least * (1.0 + 1e-9) {
            least = least.min(square);
            room = room.min(x.hypot(y));
        }
    }
    room
}

/// The way to a point from the nearest point of a chord.
fn from_chord(at: Point, a: Point, b: Point) -> Point {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let long = dx * dx + dy * dy;
    let along = if long > 0.0 { (((at.0 - a.0) * dx + (at.1 - a.1) * dy) / long).clamp(0.0, 1.0) } else { 0.0 };
    (at.0 - a.0 - along * dx, at.1 - a.1 - along * dy)
}
