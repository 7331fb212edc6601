//! Barriers, and irregular points.
//!
//! Input: a layout and a scene. Output: lines on the borders that links with barriers cross. On straight links, the
//! barrier lies on the side that two squares share. On diagonal links alone, it lies on the sides that most of them
//! cross. On a link between squares that do not touch, it lies on the side where the link leaves its square. A barrier
//! that forbids more is thicker; an open barrier is hollow, or dashed if its line has several parts. A point is
//! irregular if a number of squares other than four meet there. Does not know why a barrier is there.

use std::fmt::Write;

use super::Scene;
use super::labels::outward;
use super::layout::{Layout, UNIT};
use super::pen::Pen;
use crate::board::patch_layout::{PatchLayout, Point};
use crate::board::{Link, Square};
use crate::draw::escaped;
use crate::notation::sentence::barrier_sentence;
use crate::notation::spared::spared_diagonals;
use crate::rulebook::{Barrier, Rulebook};
use crate::sorting::SortedMap;

/// Returns the thickness of a barrier: the more it forbids, the thicker.
fn thickness(book: &Rulebook, barrier: &Barrier) -> f64 {
    let state = if barrier.starts_open { barrier.open } else { barrier.closed };
    let allows = [state.quiet, state.capture, state.give_check, state.attack];
    let barred = allows.iter().filter(|it| !**it).count() as f64 / 4.0;
    let kinds = (1u64 << book.kinds.len()) - 1;
    let all = u64::from(barrier.pieces) & kinds == kinds;
    UNIT * if all { 0.06 + 0.08 * barred } else { 0.045 }
}

/// Line styles that distinguish barriers of the same thickness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stroke {
    Plain,
    /// Two parallel lines.
    Double,
    /// A line with beads on it.
    Beads,
    /// Two parallel lines with beads between them.
    DoubleBeads,
}

/// Width of a hollow line and of the gap inside it, compared with the closed barrier.
const OPEN: f64 = 2.0;
const HOLLOW: f64 = 0.9;

/// The styles, in the order in which barriers of the same thickness get them.
const STROKES: [Stroke; 4] = [Stroke::Plain, Stroke::Double, Stroke::Beads, Stroke::DoubleBeads];

/// The line style of one barrier header.
#[derive(Clone, Copy, Debug)]
pub(super) struct BarrierLine {
    thick: f64,
    stroke: Stroke,
}

impl BarrierLine {
    /// Returns the full width of the line, with all its parts.
    fn wide(self) -> f64 {
        self.thick
            * match self.stroke {
                Stroke::Plain => 1.0,
                Stroke::Double => 2.4,
                Stroke::Beads => 2.2,
                Stroke::DoubleBeads => 3.4,
            }
    }

    /// Draws a short sample of this style for a legend. The two lines of a hollow one would be too thin at a smaller scale.
    pub fn sample(self, open: bool) -> String {
        self.drawn("M-46 0H46", open, if open { 1.0 } else { 0.6 }, "")
    }

    /// Draws a path in this style; an open barrier is hollow or dashed. `scale` applies to stroke widths, and
    /// `named` holds the attributes of the first path.
    pub fn drawn(self, path: &str, open: bool, scale: f64, named: &str) -> String {
        // Short dashes would look like beads.
        let is_hollow = open && self.stroke == Stroke::Plain;
        let dashes = if open && !is_hollow { " stroke-dasharray=\"22 30\"" } else { "" };
        let cap = if open { "butt" } else { "round" };
        let line = |class: &str, wide: f64, rest: &str| {
            format!("<path class=\"{class}\"{rest} d=\"{path}\" fill=\"none\" stroke-width=\"{:.0}\"", wide * scale)
        };
        let wide = match self.stroke {
            Stroke::Beads => self.thick,
            _ if is_hollow => self.thick * OPEN,
            _ => self.wide(),
        };
        let mut out = format!("{} stroke-linecap=\"{cap}\"{dashes}/>", line("barrier", wide, named));
        let inside = match self.stroke {
            Stroke::Double | Stroke::DoubleBeads => Some(self.wide() - 1.3 * self.thick),
            _ => is_hollow.then_some(self.thick * HOLLOW),
        };
        if let Some(inside) = inside {
            let _ = write!(out, "{} stroke-linecap=\"butt\"{dashes}/>", line("cover", inside, ""));
        }
        if matches!(self.stroke, Stroke::Beads | Stroke::DoubleBeads) {
            let bead = if self.stroke == Stroke::Beads { 2.2 } else { 1.5 } * self.thick;
            let _ = write!(
                out,
                "{} stroke-linecap=\"round\" stroke-dasharray=\"0 {:.0}\"/>",
                line("barrier", bead, ""),
                self.thick * 5.0 * scale
            );
        }
        out
    }
}

/// A side of a square: the index of the square and of the side.
type SideId = (usize, usize);

/// The paths and styles of all barriers of a board, computed once.
#[derive(Clone, Debug)]
pub(super) struct Barriers {
    /// For each instance: its name, its header and its path. The path is absent if no link has the
    /// barrier.
    instances: Vec<(String, usize, Option<String>)>,
    /// The line style of each header.
    lines: Vec<BarrierLine>,
    /// For each instance: the segments on which it lies, each with half its width.
    pub segments: Vec<Vec<(Point, Point, f64)>>,
}

impl Barriers {
    /// Computes the paths and styles of the barriers of a board.
    pub fn new(book: &Rulebook, layout: &Layout) -> Self {
        let mut lines: Vec<BarrierLine> = Vec::new();
        for barrier in &book.barriers {
            let thick = thickness(book, barrier);
            let alike = lines.iter().filter(|it| (it.thick - thick).abs() < 1.0).count();
            // A barrier that stops only some kinds has beads, because a thin line alone is easy to miss.
            let first = if thick < UNIT * 0.05 { 2 } else { 0 };
            lines.push(BarrierLine { thick, stroke: STROKES[(first + alike) % STROKES.len()] });
        }
        let lie: Vec<(Vec<SideId>, Vec<(Point, Point)>)> =
            (0..book.barrier_instances.len()).map(|it| places(book, layout, it as u16)).collect();
        let header = |it: usize| book.barrier_instances[it].barrier;
        // Barriers that share sides are drawn beside each other. The square with the lower index
        // determines the direction.
        let shared = |one: usize, other: usize| {
            let of = |wanted: usize| lie.iter().enumerate().filter(move |it| header(it.0) == wanted);
            of(one).any(|(_, a)| of(other).any(|(_, b)| a.0.iter().any(|it| b.0.contains(it))))
        };
        let offset = |own: usize| {
            let beside: Vec<usize> = (0..book.barriers.len()).filter(|it| *it == own || shared(own, *it)).collect();
            let gap = UNIT * 0.025;
            let whole: f64 = beside.iter().map(|it| lines[*it].wide() + gap).sum();
            let before: f64 = beside.iter().take_while(|it| **it != own).map(|it| lines[*it].wide() + gap).sum();
            before + (lines[own].wide() + gap - whole) / 2.0
        };
        let offsets: Vec<f64> = (0..book.barriers.len()).map(offset).collect();
        let path = |(at, (sides, bars)): (usize, &(Vec<SideId>, Vec<(Point, Point)>))| {
            (!sides.is_empty() || !bars.is_empty()).then(|| path(layout, sides, bars, offsets[header(at)]))
        };
        let segments = lie.iter().enumerate().map(|(at, (sides, bars))| {
            let half = lines[header(at)].wide() / 2.0;
            let ends = |(shape, side): &SideId| {
                let points = &layout.shapes[*shape].sides[*side].points;
                (points[0], points[points.len() - 1])
            };
            let all = sides.iter().map(ends).chain(bars.iter().copied());
            all.map(|it| (it.0, it.1, half)).collect::<Vec<_>>()
        });
        let segments = segments.collect();
        let paths: Vec<Option<String>> = lie.iter().enumerate().map(path).collect();
        let instances = book.barrier_instances.iter().zip(paths).map(|(it, path)| (it.name.clone(), it.barrier, path));
        Self { instances: instances.collect(), lines, segments }
    }

    /// Returns the line style of a header.
    pub fn line(&self, header: usize) -> BarrierLine {
        self.lines[header]
    }

    /// Draws all barriers in their present state.
    pub fn all(&self, scene: &Scene) -> String {
        (0..self.instances.len()).map(|it| self.one(scene, it)).collect()
    }

    /// Draws one barrier in its present state.
    pub fn one(&self, scene: &Scene, index: usize) -> String {
        let (name, header, Some(path)) = &self.instances[index] else { return String::new() };
        let is_open = scene.open.get(index).copied().unwrap_or(false);
        let named = format!(" data-barrier=\"{}\"", escaped(name));
        let drawn = self.lines[*header].drawn(path, is_open, 1.0, &named);
        // Browsers show the title of a group while the pointer is on one of its paths.
        match scene.variant.rulebook().barrier_instances.get(index) {
            Some(it) => format!("<g><title>{}</title>{drawn}</g>", escaped(&barrier_sentence(it, is_open))),
            None => drawn,
        }
    }

    /// Draws a line that hides a barrier, so that it can be drawn again in another state.
    pub fn cover(&self, index: usize) -> String {
        let (_, header, Some(path)) = &self.instances[index] else { return String::new() };
        let wide = self.lines[*header].wide() * OPEN + UNIT * 0.02;
        format!(
            "<path class=\"cover\" d=\"{path}\" fill=\"none\" stroke-width=\"{wide:.0}\" stroke-linecap=\"round\"/>"
        )
    }
}

/// Returns the path along sides and bars, shifted outward by `offset`.
fn path(layout: &Layout, sides: &[SideId], bars: &[(Point, Point)], offset: f64) -> String {
    let mut pen = Pen::default();
    for (from, to) in bars {
        pen.move_to(*from);
        pen.line_to(*to);
    }
    for (shape, side) in sides {
        let shape = &layout.shapes[*shape];
        let side = &shape.sides[*side];
        let out = outward(shape, side);
        let points = side.points.map(|it| (it.0 + out.0 * offset, it.1 + out.1 * offset));
        pen.move_to(points[0]);
        pen.smooth_to(&points);
    }
    pen.text()
}

/// Returns the sides on which a barrier lies, and bars across links that cross no side. Of a barrier that blocks most
/// diagonal steps, returns lines along those that it leaves.
fn places(book: &Rulebook, layout: &Layout, barrier: u16) -> (Vec<SideId>, Vec<(Point, Point)>) {
    let board = &book.board;
    if let Some(spared) = spared_diagonals(book, barrier) {
        let middle = |it: Square| layout.shape(it).middle;
        return (Vec::new(), spared.into_iter().map(|(from, to)| (middle(from), middle(to))).collect());
    }
    let links: Vec<(Square, Square, &Link)> = board
        .squares()
        .flat_map(|from| board.links(from).iter().map(move |(to, link)| (from, *to, link)))
        .filter(|(.., link)| link.barriers.contains(&barrier))
        .collect();
    let straight: Vec<&(Square, Square, &Link)> = links.iter().filter(|it| board.is_straight(it.2.heading)).collect();
    let (mut found, mut bars): (Vec<SideId>, Vec<(Point, Point)>) = (Vec::new(), Vec::new());
    for (from, to, link) in &straight {
        let sides = &layout.shape(*from).sides;
        let shared = sides.iter().position(|it| it.neighbor == Some(*to));
        // A link between squares that do not touch crosses the side where it leaves its square.
        let side = shared.or_else(|| sides.iter().position(|it| it.is_crossed_by(link.heading)));
        match side {
            Some(side) => found.push((from.index(), side)),
            None => bars.push(bar(layout, *from, *to)),
        }
    }
    if straight.is_empty() {
        let mut votes: SortedMap<SideId, usize> = SortedMap::default();
        let crossed: Vec<[SideId; 2]> =
            links.iter().filter_map(|(from, to, _)| at_corner(layout, *from, *to)).collect();
        for place in crossed.iter().flatten() {
            *votes.get_or_insert_with(*place, || 0) += 1;
            let side = &layout.shapes[place.0].sides[place.1];
            if let Some(back) = other_face(layout, *place, side.neighbor) {
                *votes.get_or_insert_with(back, || 0) += 1;
            }
        }
        for [one, other] in crossed {
            let count = |it: &SideId| votes.get(*it).copied().unwrap_or(0);
            found.push(if count(&other) > count(&one) { other } else { one });
        }
    }
    // Each side counts once, from whichever of its two squares it was found.
    let mut once: Vec<SideId> = Vec::new();
    for place in found {
        let side = &layout.shapes[place.0].sides[place.1];
        let back = other_face(layout, place, side.neighbor);
        let place = back.map_or(place, |it| it.min(place));
        if !once.contains(&place) {
            once.push(place);
        }
    }
    (once, bars)
}

/// Returns a bar across the middle of the line between two squares.
fn bar(layout: &Layout, from: Square, to: Square) -> (Point, Point) {
    let (a, b) = (layout.shape(from).middle, layout.shape(to).middle);
    let long = (b.0 - a.0).hypot(b.1 - a.1).max(1e-9);
    let half = layout.median_radius * 0.5;
    let (dx, dy) = ((b.0 - a.0) / long * half, (b.1 - a.1) / long * half);
    let middle = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
    ((middle.0 - dy, middle.1 + dx), (middle.0 + dy, middle.1 - dx))
}

/// Returns the same side as seen from the square beyond it.
fn other_face(layout: &Layout, place: SideId, neighbor: Option<Square>) -> Option<SideId> {
    let neighbor = neighbor?.index();
    let back = layout.shapes[neighbor].sides.iter().position(|it| it.neighbor.map(Square::index) == Some(place.0))?;
    Some((neighbor, back))
}

/// Returns the two sides of a square that meet at the corner it shares with another square.
fn at_corner(layout: &Layout, from: Square, to: Square) -> Option<[SideId; 2]> {
    let near = |a: Point, b: Point| (a.0 - b.0).hypot(a.1 - b.1) < UNIT / 20.0;
    let sides = &layout.shape(from).sides;
    let others: Vec<Point> = layout.shape(to).sides.iter().map(|it| it.points[0]).collect();
    let at = sides.iter().position(|it| others.iter().any(|other| near(it.points[0], *other)))?;
    Some([(from.index(), at), (from.index(), (at + sides.len() - 1) % sides.len())])
}

/// Draws irregular points: filled if no diagonal passes through, a ring if one does.
pub(super) fn points(irregular: &[IrregularPoint]) -> String {
    let mut out = String::new();
    for (at, _, crosses) in irregular {
        let radius = if *crosses { 0.1 } else { 0.16 };
        let mut pen = Pen::default();
        pen.circle(*at, UNIT * radius);
        let class = if *crosses { "t0" } else { "fill-barrier" };
        let _ = write!(
            out,
            "<path class=\"point {class} barrier\" d=\"{}\" stroke-width=\"{:.0}\"/>",
            pen.text(),
            UNIT * 0.03
        );
    }
    out
}

/// An irregular point: its position, the squares around it, and whether a diagonal passes through.
pub(super) type IrregularPoint = (Point, Vec<Square>, bool);

/// Finds the interior points where a number of squares other than four meet.
pub(super) fn irregular_points(book: &Rulebook, layout: &Layout) -> Vec<IrregularPoint> {
    if book.board.headings != 8 {
        return Vec::new();
    }
    let mut points: Vec<(Point, Vec<Square>, bool)> = Vec::new();
    for square in book.board.squares() {
        let sides = &layout.shape(square).sides;
        for (index, side) in sides.iter().enumerate() {
            let before = &sides[(index + sides.len() - 1) % sides.len()];
            let inside = side.neighbor.is_some() && before.neighbor.is_some();
            let at = side.points[0];
            match points.iter_mut().find(|it| (it.0.0 - at.0).hypot(it.0.1 - at.1) < UNIT / 20.0) {
                Some(found) => {
                    found.1.push(square);
                    found.2 &= inside;
                }
                None => points.push((at, vec![square], inside)),
            }
        }
    }
    let board = &book.board;
    let rings = board.patches.iter().enumerate().filter(|(_, it)| matches!(it.layout, PatchLayout::Ring(_)));
    // The center of a ring is an irregular point if no link crosses the innermost edge.
    let inward = |square: Square, link: &Link| {
        layout.shape(square).sides.iter().any(|it| it.heading == Some(link.heading) && it.neighbor.is_none())
    };
    let is_closed = |patch: usize| {
        let own = board.squares().filter(|it| usize::from(board.info(*it).patch) == patch);
        !own.into_iter().any(|it| board.links(it).iter().any(|(_, link)| inward(it, link)))
    };
    let closed: Vec<IrregularPoint> =
        rings.filter(|it| is_closed(it.0)).map(|_| ((0.0, 0.0), Vec::new(), false)).collect();
    let crosses = |squares: &[Square]| {
        squares.iter().any(|from| {
            board.links(*from).iter().any(|(to, link)| !board.is_straight(link.heading) && squares.contains(to))
        })
    };
    let irregular = points.into_iter().filter(|it| it.2 && it.1.len() != 4);
    irregular
        .map(|(at, squares, _)| {
            let crosses = crosses(&squares);
            (at, squares, crosses)
        })
        .chain(closed)
        .collect()
}
