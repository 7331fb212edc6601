//! Names of squares in a close-up, each at the place where it covers least.
//!
//! Input: the squares to name, the scene with its marks, and the frame. Output: letters in SVG, and the places of
//! pieces that leave room for them. A name looks for a place around the middle of its square, away from pieces, marks,
//! arrows and other names. Does not know why a square has a name.

use super::close_up::is_inside;
use super::labels::{CLOSE, LineName, lettering};
use super::layout::SquareShape;
use super::letters::{Align, Lettering, line, width};
use super::pen::Pen;
use super::{Drawing, Scene, View, ViewBox, marks};
use crate::board::Square;
use crate::board::patch_layout::Point;

/// Height of a name, relative to the smaller side of the board: all close-ups of a page have the same zoom.
const HEIGHT: f64 = 0.021;

/// Size of a name in a picture of the whole board, relative to a close-up.
const WHOLE: f64 = 1.2;

/// Size of the area of a name beside the frame that no other name may meet, relative to the letters.
const APART: f64 = 1.25;

/// Length of the tick between a frame and a name beside it, relative to the letters.
const TICK: f64 = 0.45;

/// Size of a piece in a named square, relative to pieces in other squares.
const PIECE_SCALE: f64 = 0.8;

/// Upward offset of a piece in a named square, relative to the square's radius.
const PIECE_OFFSET: f64 = 0.3;

/// Number of directions from the middle of a square in which places for its name are tried.
const DIRECTIONS: u8 = 16;

/// Distances from the middle of a square at which places for its name are tried, relative to the square's radius.
const DISTANCES: [f64; 10] = [0.0, 0.55, 0.8, 1.05, 1.3, 1.55, 1.8, 2.1, 2.5, 3.0];

/// Number of points in a row, and in a column, at which a place for a name is tested.
const TEST_COLUMNS: u8 = 7;
const TEST_ROWS: u8 = 3;

/// Radius of a piece, relative to the square's radius.
const PIECE: f64 = 0.95;

/// Radius of a mark in the middle of a square, relative to the square's radius.
const MARK: f64 = 0.34;

/// Inner and outer radius of the ring of a capture, relative to the square's radius. A name has room inside.
const RING: (f64, f64) = (0.68, 0.95);

/// Inner and outer radius of the frame of an attacked square, in the same measure.
const FRAME: (f64, f64) = (0.66, 1.0);

/// Half the width of an arrow, relative to the square's radius.
const ARROW: f64 = 0.2;

/// Cost of each test point of a name that is on a piece, on a mark, on letters, on another square or outside the frame.
const ON_PIECE: f64 = 20.0;
const ON_MARK: f64 = 9.0;
const ON_LETTERS: f64 = 4.0;
const ON_OTHER: f64 = 0.8;
const CUT: f64 = 50.0;

/// Cost of a name that meets a piece or a mark at all, in points that are on it.
const MEETS: f64 = 2.0;

/// Cost of a name for each radius between its middle and the middle of its square.
const AWAY: f64 = 4.0;

/// Areas that names should not cover.
struct Obstacles<'a> {
    /// Middle, inner and outer radius of pieces and marks, and what a point there costs.
    discs: Vec<(Point, (f64, f64), f64)>,
    /// The steps of arrows, and half their width.
    steps: Vec<(Point, Point, f64)>,
    letters: Vec<&'a Lettering>,
    /// The names that have a place already.
    placed: Vec<Lettering>,
    frame: ViewBox,
}

impl Drawing {
    /// Draws the names of some squares, apart from those that the board always names.
    pub(super) fn names_within(&self, scene: &Scene, view: &View, frame: ViewBox) -> String {
        let mut obstacles = self.obstacles(scene, view, frame);
        let (left, top, right, bottom) = self.layout.bounds;
        let larger = if self.has_close_up(view) { 1.0 } else { WHOLE };
        let size = (right - left).min(bottom - top) * HEIGHT * larger / self.zoom(view);
        obstacles.placed.extend(obstacles.letters.iter().map(|it| it.scaled(CLOSE / self.zoom(view))));
        obstacles.letters.clear();
        obstacles.placed.extend(self.edge_names(view).into_iter().map(|it| it.letters));
        let mut letters = String::new();
        for square in view.names.iter().filter(|it| self.is_named_within(**it, view)) {
            let (shape, name) = (self.layout.shape(*square), self.variant.board().name(*square));
            // Frames leave the middle free. Everywhere else on small squares, such a name could belong to the next one.
            let at = match view.is_attacked(*square) {
                true => shape.middle,
                false => self.best_place(shape, &obstacles, (width(name, size), size)),
            };
            letters.push_str(&line(name, at, size, Align::Middle));
            obstacles.placed.push(Lettering::new(name, at, size));
        }
        let thick = size * 0.12;
        // Arrows and pieces may be below the letters.
        let halo = lettering(&letters, thick * 4.0).replacen("label", "halo", 1);
        format!("{halo}{}", lettering(&letters, thick))
    }

    /// Returns the names of a ring's files that the picture is about and whose ends are outside the frame, beside the frame where their
    /// lines leave it, and the frame with these names. The lines of other boards leave a frame in all directions, so that nobody could tell them apart.
    pub(super) fn names_around(&self, view: &View, frame: ViewBox) -> (String, ViewBox) {
        if !self.labels.is_ring() || view.bare {
            return (String::new(), frame);
        }
        let (left, top, right, bottom) = self.layout.bounds;
        let zoom = self.zoom(view);
        let size = (right - left).min(bottom - top) * HEIGHT / zoom;
        let outside = |line: &LineName| self.labels.outside[line.letters].scaled(CLOSE / zoom);
        let (mut placed, mut ticks): (Vec<Lettering>, Pen) = Default::default();
        let is_shown =
            |it: &&LineName| it.squares.iter().any(|it| view.near.contains(it)) && !outside(it).is_within(frame);
        for line in self.labels.lines.iter().filter(is_shown) {
            let middles = line.squares.iter().map(|it| self.layout.shape(*it).middle);
            let points: Vec<Point> = [outside(line).middle()].into_iter().chain(middles).collect();
            let exits = |it: &[Point]| exit(it[1], it[0], frame).or_else(|| exit(it[0], it[1], frame));
            if let Some(at) = points.windows(2).find_map(exits) {
                // A tick shows which point of the edge the name belongs to.
                let away = (width(&line.name, size) / 2.0 + size * 0.7, size * 1.2);
                let name = Lettering::new(&line.name, outward(at, frame, away), size);
                if placed.iter().all(|it| !it.scaled(APART).meets(&name.scaled(APART))) {
                    placed.push(name);
                    ticks.move_to(at);
                    ticks.line_to(outward(at, frame, (size * TICK, size * TICK)));
                }
            }
        }
        let letters: String = placed.iter().map(|it| it.path.as_str()).collect();
        // Each picture has the same room for names, so that frames in a row are of the same size.
        let longest = self.labels.lines.iter().map(|it| width(&it.name, size)).fold(0.0, f64::max);
        let (across, up) = (longest + size, size * 2.1);
        let all = (frame.0 - across, frame.1 - up, frame.2 + 2.0 * across, frame.3 + 2.0 * up);
        (lettering(&(letters + &ticks.text()), size * 0.12), all)
    }

    /// Reports whether a close-up has the name of a square because the picture is about it.
    pub(super) fn shows_name(&self, square: Square, view: &View) -> bool {
        let is_numbered = || view.numbers.iter().any(|it| it.0 == square);
        let is_whole = !self.has_close_up(view);
        // Beside a square of the rim is the name of its file.
        let is_own = self.labels.is_named(square) && !self.names_all(view);
        let is_named = is_whole && (is_own || self.labels.is_ring() && self.is_on_rim(square));
        !view.bare && view.names.contains(&square) && !is_named && !is_numbered()
    }

    /// Reports whether a picture has the name of a square inside the board.
    fn is_named_within(&self, square: Square, view: &View) -> bool {
        self.shows_name(square, view) && self.edge_name(square, view).is_none()
    }

    /// Reports whether a picture names every square, so that the board's own names of squares are not needed.
    pub(super) fn names_all(&self, view: &View) -> bool {
        view.names.len() == self.variant.board().len()
    }

    /// Reports whether a square is the first one of its line from the outside.
    fn is_on_rim(&self, square: Square) -> bool {
        self.labels.lines.iter().any(|it| it.squares.first() == Some(&square))
    }

    /// Returns the position and the size of a piece. A name below it needs room.
    pub(super) fn piece_place(&self, square: Square, view: &View) -> (f64, f64, f64) {
        let (x, y, size) = self.place(square);
        if !self.is_named_within(square, view) || !self.has_close_up(view) {
            return (x, y, size);
        }
        (x, y - self.layout.shape(square).radius * PIECE_OFFSET, size * PIECE_SCALE)
    }

    fn obstacles(&self, scene: &Scene, view: &View, frame: ViewBox) -> Obstacles<'_> {
        let ring = |square: Square, (inner, outer): (f64, f64), cost: f64| {
            let shape = self.layout.shape(square);
            (shape.middle, (shape.radius * inner, shape.radius * outer), cost)
        };
        let disc = |square: Square, part: f64, cost: f64| ring(square, (0.0, part), cost);
        let piece = |square: Square| {
            let ((x, y, size), own) = (self.piece_place(square, view), self.place(square).2);
            ((x, y), (0.0, self.layout.shape(square).radius * PIECE * size / own), ON_PIECE)
        };
        let shown = self.shown_pieces(scene, view).map(|it| it.0);
        let mut discs: Vec<_> = shown.chain(view.ghosts.iter().map(|it| it.0)).map(piece).collect();
        discs.extend(scene.blockers.iter().map(|it| disc(*it, PIECE, ON_PIECE)));
        discs.extend(view.targets.iter().map(|it| disc(it.to, MARK, ON_MARK)));
        discs.extend(view.attacked.iter().map(|it| ring(it.0, FRAME, ON_LETTERS)));
        discs.extend(view.captures.iter().map(|it| ring(*it, RING, ON_MARK)));
        let number = |it: &(Square, String)| {
            (self.layout.shape(it.0).middle, (0.0, marks::circle(&self.layout, it.0)), ON_LETTERS)
        };
        discs.extend(view.numbers.iter().map(number));
        let step = |it: &[Square]| {
            let (one, other) = (self.layout.shape(it[0]), self.layout.shape(it[1]));
            (one.middle, other.middle, one.radius.min(other.radius) * ARROW)
        };
        let mut steps: Vec<(Point, Point, f64)> =
            marks::lines(scene, view).iter().flat_map(|it| it.windows(2).map(step).collect::<Vec<_>>()).collect();
        steps.extend(self.barriers.segments.iter().flatten());
        let letters = self.labels.shown(&self.shown_ranks(scene, view));
        Obstacles { discs, steps, letters, placed: Vec::new(), frame }
    }

    /// Returns the middle of the place around a square where a name covers least. `size` is its width and height.
    fn best_place(&self, shape: &SquareShape, obstacles: &Obstacles, size: (f64, f64)) -> Point {
        let place = |(distance, direction): (f64, u8)| {
            let angle = std::f64::consts::TAU * f64::from(direction) / f64::from(DIRECTIONS);
            let away = shape.radius * distance;
            (shape.middle.0 + away * angle.sin(), shape.middle.1 + away * angle.cos())
        };
        let all = DISTANCES.iter().flat_map(|distance| (0..DIRECTIONS).map(|it| (*distance, it)));
        // Squares farther away are not near any place.
        let farthest = shape.radius * DISTANCES[DISTANCES.len() - 1] + size.0;
        let is_near = |it: &&SquareShape| far(it.middle, shape.middle) < farthest + it.radius;
        let near: Vec<&SquareShape> =
            self.variant.board().squares().map(|it| self.layout.shape(it)).filter(is_near).collect();
        let cost = |it: Point| cost(shape, (obstacles, &near), size, it);
        all.map(place).min_by(|a, b| cost(*a).total_cmp(&cost(*b))).unwrap_or(shape.middle)
    }
}

/// Returns how much a name covers at a place around a square, whose neighbors are given.
fn cost(
    shape: &SquareShape,
    (obstacles, near): (&Obstacles, &[&SquareShape]),
    (wide, high): (f64, f64),
    at: Point,
) -> f64 {
    let mut cost = far(at, shape.middle) / shape.radius * AWAY;
    // Small marks may be between the points that are tested.
    let meets = |(middle, (inner, outer), _): &&(Point, (f64, f64), f64)| {
        let (x, y) = ((middle.0 - at.0).abs(), (middle.1 - at.1).abs());
        let (nearest_x, nearest_y) = ((x - wide / 2.0).max(0.0), (y - high / 2.0).max(0.0));
        nearest_x.hypot(nearest_y) < *outer && (x + wide / 2.0).hypot(y + high / 2.0) > *inner
    };
    cost += obstacles.discs.iter().filter(meets).map(|it| it.2 * MEETS).sum::<f64>();
    for (column, row) in (0..TEST_COLUMNS).flat_map(|column| (0..TEST_ROWS).map(move |row| (column, row))) {
        let part = |it: u8, all: u8| f64::from(it) / f64::from(all - 1) - 0.5;
        let point = (at.0 + wide * part(column, TEST_COLUMNS), at.1 + high * part(row, TEST_ROWS));
        let on_disc = |it: &&(Point, (f64, f64), f64)| {
            let away = far(point, it.0);
            it.1.0 <= away && away < it.1.1
        };
        cost += obstacles.discs.iter().filter(on_disc).map(|it| it.2).sum::<f64>();
        cost += f64::from(obstacles.steps.iter().any(|it| from_step(point, it.0, it.1) < it.2)) * ON_MARK;
        let letters = obstacles.letters.iter().copied().chain(&obstacles.placed);
        cost += letters.filter(|it| it.is_near(point, (high * 0.8, high * 0.3))).count() as f64 * ON_LETTERS;
        // A name on another square would be taken for the name of that square.
        let own = far(point, shape.middle);
        let is_other = |other: &&SquareShape| {
            let away = far(point, other.middle);
            away < own && away < other.radius
        };
        cost += f64::from(near.iter().any(is_other)) * ON_OTHER;
        let (left, top, width, height) = obstacles.frame;
        let edge = high * 0.4;
        let is_cut = point.0 < left + edge
            || point.1 < top + edge
            || point.0 > left + width - edge
            || point.1 > top + height - edge;
        cost += f64::from(is_cut) * CUT;
    }
    cost
}

/// Returns the point where a step leaves a frame; `None` if it does not start inside and end outside.
fn exit(from: Point, to: Point, frame: ViewBox) -> Option<Point> {
    if !is_inside(from, frame) || is_inside(to, frame) {
        return None;
    }
    let (left, top, wide, high) = frame;
    let part = |from: f64, to: f64, low: f64, high: f64| match to {
        it if it < low => (low - from) / (to - from),
        it if it > high => (high - from) / (to - from),
        _ => 1.0,
    };
    let by = part(from.0, to.0, left, left + wide).min(part(from.1, to.1, top, top + high));
    Some((from.0 + (to.0 - from.0) * by, from.1 + (to.1 - from.1) * by))
}

/// Returns a point outside a frame, at a distance from a point on its edge: to the side, or up or down.
fn outward((x, y): Point, (left, top, wide, high): ViewBox, (across, up): (f64, f64)) -> Point {
    let edges = [x - left, left + wide - x, y - top, top + high - y];
    match (0..4).min_by(|a, b| edges[*a].total_cmp(&edges[*b])) {
        Some(0) => (x - across, y),
        Some(1) => (x + across, y),
        Some(2) => (x, y - up),
        _ => (x, y + up),
    }
}

fn far(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// Returns the distance of a point from a straight step.
fn from_step(it: Point, from: Point, to: Point) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let along = ((it.0 - from.0) * dx + (it.1 - from.1) * dy) / (dx * dx + dy * dy).max(1e-9);
    let along = along.clamp(0.0, 1.0);
    far(it, (from.0 + dx * along, from.1 + dy * along))
}
