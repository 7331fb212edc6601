//! Drawing coordinates of a patch.
//!
//! Input: the shape of a patch, as found by `compile`. Output: [`PatchLayout::at`], which maps any point of
//! the patch to the drawing, so that outlines bend with the board. One unit is about one square,
//! and y points up. The middle of a cell has its file and rank (from 0) as coordinates; its
//! corners are half a step away. No rule reads this. Knows no links and no pieces.

mod arm;

pub use arm::Arm;

use std::f64::consts::PI;

use foldhash::HashMap;

/// A point or vector of the plane.
pub type Point = (f64, f64);

/// Half an edge of a triangle, and its height. Its area is one square.
const TRIANGLE: Point = (0.759_835_685_651_592_6, 1.316_074_012_952_492_4);

/// The layout of a patch in the plane.
#[derive(Clone, Debug, PartialEq)]
pub enum PatchLayout {
    /// A flat grid. Hexagons use it, too, with steps that are not at right angles.
    Flat {
        /// Middle of the first cell.
        at: Point,
        /// Step to the next file.
        east: Point,
        /// Step to the next rank.
        north: Point,
    },
    /// Rows of triangles. Files count half edges.
    Triangles {
        /// Middle of the row at the first file.
        at: Point,
        /// 0 if a triangle whose file and rank add up to an even number points up, 1 if it points
        /// down.
        lean: i16,
    },
    /// A ring: rank 1 is the rim, files run clockwise.
    Ring(Ring),
    /// A half board, one of several around a center.
    Arm(Arm),
    /// No formula fits the patch: each square stores its own position.
    Loose,
}

/// A ring. Ranks get deeper toward the rim, so that cells stay about as deep as they are wide.
#[derive(Clone, Debug, PartialEq)]
pub struct Ring {
    files: f64,
    ranks: f64,
    /// Number of files to the left of the bottom of the drawing.
    shift: f64,
    inner: f64,
    /// Depth of the innermost rank, and the factor by which each rank is deeper than the one
    /// inside it.
    depth: (f64, f64),
}

impl Ring {
    /// Creates a ring. The middle of the first `section` files is at the bottom.
    pub fn new(files: i16, ranks: i16, section: i64) -> Self {
        let (files, ranks) = (f64::from(files), f64::from(ranks));
        let width = 2.0 * PI / files;
        let growth = (width * 0.45).exp();
        let first = ranks * (growth - 1.0) / (growth.powf(ranks) - 1.0);
        let inner = (first / width - first / 2.0).max(0.6);
        Self { files, ranks, shift: section as f64 / 2.0, inner, depth: (first, growth) }
    }
    /// Returns the radius of the innermost edge.
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

impl PatchLayout {
    /// Returns where a point of the patch is drawn. For a loose patch this is the origin.
    pub fn at(&self, file: f64, rank: f64) -> Point {
        match self {
            PatchLayout::Flat { at, east, north } => {
                (at.0 + file * east.0 + rank * north.0, at.1 + file * east.1 + rank * north.1)
            }
            PatchLayout::Triangles { at, .. } => (at.0 + file * TRIANGLE.0, at.1 + rank * TRIANGLE.1),
            PatchLayout::Ring(ring) => ring.at(file, rank),
            PatchLayout::Arm(arm) => arm.at(file, rank),
            PatchLayout::Loose => (0.0, 0.0),
        }
    }

    /// Returns the sides of a four-cornered cell: south, east, north, west.
    ///
    /// Each side has four points. The order is counterclockwise around the cell.
    pub fn sides(&self, file: f64, rank: f64) -> [[Point; 4]; 4] {
        Self::sides_by(|file, rank| self.at(file, rank), file, rank)
    }

    /// Returns the same, given where each point is drawn.
    fn sides_by(at: impl Fn(f64, f64) -> Point, file: f64, rank: f64) -> [[Point; 4]; 4] {
        let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
        let round: [Point; 12] = std::array::from_fn(|it| {
            let (from, to) = (corners[it / 3], corners[(it / 3 + 1) % 4]);
            let part = (it % 3) as f64 / 3.0;
            at(file + from.0 + (to.0 - from.0) * part, rank + from.1 + (to.1 - from.1) * part)
        });
        std::array::from_fn(|side| std::array::from_fn(|step| round[(3 * side + step) % 12]))
    }

    /// Reports whether a cell is a triangle that points up.
    pub fn points_up(&self, file: f64, rank: f64) -> bool {
        matches!(self, PatchLayout::Triangles { lean, .. } if (file + rank).round() as i64 % 2 == i64::from(*lean))
    }

    /// Returns the middle of a cell: the center of its largest inscribed disc.
    pub fn middle(&self, file: f64, rank: f64) -> Point {
        match self {
            // Halfway between the two edges: cells of a ring are wide enough for that disc.
            PatchLayout::Ring(_) => {
                let (inner, outer) = (self.at(file, rank + 0.5), self.at(file, rank - 0.5));
                ((inner.0 + outer.0) / 2.0, (inner.1 + outer.1) / 2.0)
            }
            PatchLayout::Triangles { .. } => {
                let aside = if self.points_up(file, rank) { -1.0 } else { 1.0 } / 6.0;
                self.at(file, rank + aside)
            }
            PatchLayout::Arm(arm) => arm.turned(local_middle(arm, file, rank)),
            _ => self.at(file, rank),
        }
    }

    /// Returns the middle of each of some cells of one board, given their layouts, files and ranks. Costs less than a
    /// call of [`middle`](PatchLayout::middle) for each, because arms are alike.
    pub fn middles<'a>(cells: impl IntoIterator<Item = (&'a PatchLayout, f64, f64)>) -> Vec<Point> {
        let mut known: HashMap<(u64, u64), Point> = HashMap::default();
        let mut middle = |(layout, file, rank): (&PatchLayout, f64, f64)| match layout {
            PatchLayout::Arm(arm) => {
                let local = known.entry((file.to_bits(), rank.to_bits()));
                arm.turned(*local.or_insert_with(|| local_middle(arm, file, rank)))
            }
            other => other.middle(file, rank),
        };
        cells.into_iter().map(&mut middle).collect()
    }
}

/// Returns the middle of a cell of an arm before the arm is turned.
fn local_middle(arm: &Arm, file: f64, rank: f64) -> Point {
    let at = |file: f64, rank: f64| arm.local_at(file, rank);
    largest_disc(&PatchLayout::sides_by(at, file, rank).concat(), at(file, rank)).0
}

/// Finds the largest disc within an outline by hill climbing from a point inside.
fn largest_disc(outline: &[Point], start: Point) -> (Point, f64) {
    let mut best = (start, clearance(outline, start));
    let mut step = best.1 / 4.0;
    let directions: [Point; 8] = std::array::from_fn(|it| {
        let angle = it as f64 * PI / 4.0;
        (angle.cos(), angle.sin())
    });
    while step > 0.01 {
        let candidates = directions.iter().map(|it| (best.0.0 + step * it.0, best.0.1 + step * it.1));
        let found = candidates.map(|it| (it, clearance_above(outline, it, best.1))).max_by(|a, b| a.1.total_cmp(&b.1));
        match found {
            Some(found) if found.1 > best.1 + 1e-6 => best = found,
            _ => step /= 2.0,
        }
    }
    best
}

/// Returns the distance from a point to the nearest chord of an outline.
pub fn clearance(outline: &[Point], at: Point) -> f64 {
    clearance_above(outline, at, 0.0)
}

/// Returns the clearance of a point if it is above a limit, and otherwise a number that is not.
fn clearance_above(outline: &[Point], at: Point, limit: f64) -> f64 {
    let next = outline.iter().cycle().skip(1);
    let (mut least, mut clearance) = (f64::INFINITY, f64::INFINITY);
    for (x, y) in outline.iter().zip(next).map(|(a, b)| vector_from_chord(at, *a, *b)) {
        // Square roots are slow: compute them only for candidates for the minimum.
        let square = x * x + y * y;
        if square < limit * limit {
            return 0.0;
        }
        if square <= least * (1.0 + 1e-9) {
            least = least.min(square);
            clearance = clearance.min(x.hypot(y));
        }
    }
    clearance
}

/// Returns the vector to a point from the nearest point of a chord.
fn vector_from_chord(at: Point, a: Point, b: Point) -> Point {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let long = dx * dx + dy * dy;
    let along = if long > 0.0 { (((at.0 - a.0) * dx + (at.1 - a.1) * dy) / long).clamp(0.0, 1.0) } else { 0.0 };
    (at.0 - a.0 - along * dx, at.1 - a.1 - along * dy)
}
