//! Triangular cells: outlines of patches, steps, rotations.
//!
//! Contains [`Triangles`]. Input: the shape and size of a patch. Output: which positions are cells, the
//! next cell in each heading, the image of a cell under a rotation. Does not know holes, names and
//! squares.
//!
//! Rows of triangles lie on top of each other. In each row, triangles that point up and triangles that
//! point down alternate. Files count half edges, so that a file is a vertical line and a rank is a row.
//! Every cell has one neighbor in each of twelve headings. Odd headings follow a row of one of three
//! slopes. Even headings cross an edge at a right angle, or the corner opposite it.

use crate::policy::PatchShape;

/// A position in a patch: file and rank, from 0.
type Coordinates = (i16, i16);

/// The cells of a patch of triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Triangles {
    shape: PatchShape,
    files: i16,
    ranks: i16,
}

impl Triangles {
    /// Creates the cells of a patch that occupies `files` by `ranks` positions.
    pub fn new(shape: PatchShape, files: i16, ranks: i16) -> Self {
        Self { shape, files, ranks }
    }

    /// Returns the files and ranks of a hexagon or a large triangle with `side` edges along each side.
    pub fn extent(shape: PatchShape, side: i64) -> (i64, i64) {
        match shape {
            PatchShape::Hexagon => (4 * side - 1, 2 * side),
            _ => (2 * side - 1, side),
        }
    }

    /// Returns the first file of a row.
    pub fn first_file(self, rank: i16) -> i16 {
        match self.shape {
            PatchShape::Hexagon => (self.ranks / 2 - 1 - rank).max(rank - self.ranks / 2),
            PatchShape::Triangle => rank,
            PatchShape::Rectangle | PatchShape::Annulus => 0,
        }
    }

    /// Reports whether a position is a cell of the patch.
    pub fn contains(self, (file, rank): Coordinates) -> bool {
        let first = self.first_file(rank);
        (0..self.ranks).contains(&rank) && (first..self.files - first).contains(&file)
    }

    /// Returns 0 if a triangle whose file and rank add up to an even number points up, and 1 if it points down.
    pub fn lean(self) -> i16 {
        match self.shape {
            PatchShape::Hexagon => self.ranks / 2 % 2,
            _ => 0,
        }
    }

    /// Reports whether the cell at a position points up.
    pub fn points_up(self, (file, rank): Coordinates) -> bool {
        (file + rank + self.lean()).rem_euclid(2) == 0
    }

    /// Returns the position that one step leads to. It may be outside the patch.
    pub fn step(self, at: Coordinates, heading: u8) -> Coordinates {
        const UP: [Coordinates; 12] =
            [(0, 1), (1, 0), (1, 0), (1, 0), (2, -1), (0, -1), (0, -1), (0, -1), (-2, -1), (-1, 0), (-1, 0), (-1, 0)];
        const DOWN: [Coordinates; 12] =
            [(0, 1), (0, 1), (2, 1), (1, 0), (1, 0), (1, 0), (0, -1), (-1, 0), (-1, 0), (-1, 0), (-2, 1), (0, 1)];
        let by = if self.points_up(at) { UP } else { DOWN }[usize::from(heading)];
        (at.0 + by.0, at.1 + by.1)
    }

    /// Returns the image of a position under a rotation by 60 degrees clockwise about the center of the patch.
    pub fn rotated(self, at: Coordinates) -> Coordinates {
        let (x, y) = self.from_center(at);
        self.at((x + y) / 2, (y - 3 * x) / 2)
    }

    /// Returns the image of a position under a rotation by 120 degrees clockwise about the center of the patch.
    pub fn rotated_twice(self, at: Coordinates) -> Coordinates {
        let (x, y) = self.from_center(at);
        self.at((y - x) / 2, (-3 * x - y) / 2)
    }

    /// Returns the center of the patch, in half edges to the right and thirds of the height of a row upward.
    fn center(self) -> (i16, i16) {
        match self.shape {
            PatchShape::Triangle => (self.ranks - 1, self.ranks),
            _ => ((self.files - 1) / 2, 3 * self.ranks / 2),
        }
    }

    /// Returns the middle of a cell, measured from the center.
    fn from_center(self, (file, rank): Coordinates) -> (i16, i16) {
        let height = if self.points_up((file, rank)) { 1 } else { 2 };
        let center = self.center();
        (file - center.0, 3 * rank + height - center.1)
    }

    /// Returns the position of the cell with a middle at `x` and `y`, measured from the center.
    fn at(self, x: i16, y: i16) -> Coordinates {
        let center = self.center();
        (x + center.0, (y + center.1).div_euclid(3))
    }
}
