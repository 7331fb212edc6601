//! Barriers, and points in which other than four squares meet.
//!
//! In: a layout, what stands on a board. Out: lines upon the borders that links with barriers cross.
//! A barrier on straight links lies on the side that two squares share; one on diagonals
//! alone lies on the sides along which most of them cross; one on a link that leaves the
//! drawing lies at the side where it leaves. The more a barrier bars, the thicker it is;
//! open ones are broken lines. Refuses to know why a barrier is there.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::Scene;
use super::labels::outward;
use super::layout::{Layout, UNIT};
use super::pen::Pen;
use crate::board::plan::{Plan, Point};
use crate::board::{Link, Square};
use crate::notation::paragraph::escaped;
use crate::notation::sentence::barrier_sentence;
use crate::rulebook::{Barrier, Rulebook};

/// How thick a barrier is drawn: the more it bars, the thicker.
fn thickness(book: &Rulebook, barrier: &Barrier) -> f64 {
    let state = if barrier.starts_open { barrier.open } else { barrier.closed };
    let allows = [state.quiet, state.capture, state.give_check, state.attack];
    let barred = allows.iter().filter(|it| !**it).count() as f64 / 4.0;
    let kinds = (1u64 << book.kinds.len()) - 1;
    let all = u64::from(barrier.pieces) & kinds == kinds;
    UNIT * if all { 0.06 + 0.08 * barred } else { 0.045 }
}

/// How a line is drawn, so that barriers of the same thickness are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stroke {
    Plain,
    /// Two lines beside each other.
    Double,
    /// A line with beads on it.
    Beads,
    /// Two lines with beads between them.
    DoubleBeads,
}

/// The strokes in the order in which they are given to barriers of the same thickness.
const STROKES: [Stroke; 4] = [Stroke::Plain, Stroke::Double, Stroke::Beads, Stroke::DoubleBeads];

/// The line of one barrier header.
#[derive(Clone, Copy, Debug)]
pub(super) struct BarrierLine {
    thick: f64,
    stroke: Stroke,
}

impl BarrierLine {
    /// How wide the line is with all that belongs to it.
    fn wide(self) -> f64 {
        self.thick
            * match self.stroke {
                Stroke::Plain => 1.0,
                Stroke::Double => 2.4,
                Stroke::Beads => 2.2,
                Stroke::DoubleBeads => 3.4,
            }
    }

    /// A path drawn so; an open barrier is a broken line. `scale` and `named` are for the
    /// size of the picture and the attributes of the first path.
    pub fn drawn(self, path: &str, open: bool, scale: f64, named: &str) -> String {
        let dashes = if open { " stroke-dasharray=\"22 30\"" } else { "" };
        let cap = if open { "butt" } else { "round" };
        let line = |class: &str, wide: f64, rest: &str| {
            format!("<path class=\"{class}\"{rest} d=\"{path}\" fill=\"none\" stroke-width=\"{:.0}\"", wide * scale)
        };
        let wide = if self.stroke == Stroke::Beads { self.thick } else { self.wide() };
        let mut out = format!("{} stroke-linecap=\"{cap}\"{dashes}/>", line("barrier", wide, named));
        if matches!(self.stroke, Stroke::Double | Stroke::DoubleBeads) {
            let _ =
                write!(out, "{} stroke-linecap=\"butt\"{dashes}/>", line("cover", self.wide() - 1.3 * self.thick, ""));
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

/// A side of a square: its number, the number of the side.
type SideId = (usize, usize);

/// Where all barriers of a board lie, and how each is drawn; worked out once.
#[derive(Clone, Debug)]
pub(super) struct Barriers {
    /// By instance: its name, its header and its path; no path where no link has it.
    instances: Vec<(String, usize, Option<String>)>,
    /// By header.
    lines: Vec<BarrierLine>,
}

impl Barriers {
    /// The barriers of a board.
    pub fn new(book: &Rulebook, layout: &Layout) -> Self {
        let mut lines: Vec<BarrierLine> = Vec::new();
        for barrier in &book.barriers {
            let thick = thickness(book, barrier);
            let alike = lines.iter().filter(|it| (it.thick - thick).abs() < 1.0).count();
            lines.push(BarrierLine { thick, stroke: STROKES[alike % STROKES.len()] });
        }
        let lie: Vec<(Vec<SideId>, Vec<(Point, Point)>)> =
            (0..book.barrier_instances.len()).map(|it| places(book, layout, it as u16)).collect();
        let header = |it: usize| book.barrier_instances[it].barrier;
        // Headers on the same sides lie beside each other, the lower of each pair of squares first.
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
        let paths: Vec<Option<String>> = lie.iter().enumerate().map(path).collect();
        let instances = book.barrier_instances.iter().zip(paths).map(|(it, path)| (it.name.clone(), it.barrier, path));
        Self { instances: instances.collect(), lines }
    }

    /// How the barriers of a header are drawn.
    pub fn line(&self, header: usize) -> BarrierLine {
        self.lines[header]
    }

    /// All barriers as they stand.
    pub fn all(&self, scene: &Scene) -> String {
        (0..self.instances.len()).map(|it| self.one(scene, it)).collect()
    }

    /// Draws one barrier in its present state.
    pub fn one(&self, scene: &Scene, index: usize) -> String {
        let (name, header, Some(path)) = &self.instances[index] else { return String::new() };
        let is_open = scene.open.get(index).copied().unwrap_or(false);
        let named = format!(" data-barrier=\"{}\"", escaped(name));
        let drawn = self.lines[*header].drawn(path, is_open, 1.0, &named);
        // A browser shows the title of a group while the pointer is on one of its paths.
        match scene.variant.rulebook().barrier_instances.get(index) {
            Some(it) => format!("<g><title>{}</title>{drawn}</g>", escaped(&barrier_sentence(it, is_open))),
            None => drawn,
        }
    }

    /// What hides one barrier, so that it can be drawn in another state.
    pub fn cover(&self, index: usize) -> String {
        let (_, header, Some(path)) = &self.instances[index] else { return String::new() };
        let wide = self.lines[*header].wide() + UNIT * 0.02;
        format!(
            "<path class=\"cover\" d=\"{path}\" fill=\"none\" stroke-width=\"{wide:.0}\" stroke-linecap=\"round\"/>"
        )
    }
}

/// The path along some sides and bars, a little to one side of them.
fn path(layout: &Layout, sides: &[SideId], bars: &[(Point, Point)], offset: f64) -> String {
    let mut pen = Pen::default();
    for (from, to) in bars {
        pen.jump(*from);
        pen.line(*to);
    }
    for (field, side) in sides {
        let field = &layout.fields[*field];
        let side = &field.sides[*side];
        let out = outward(field, side);
        let points = side.points.map(|it| (it.0 + out.0 * offset, it.1 + out.1 * offset));
        pen.jump(points[0]);
        pen.through(&points);
    }
    pen.text()
}

/// The sides upon which one barrier lies; and bars across links that lie upon none.
fn places(book: &Rulebook, layout: &Layout, barrier: u16) -> (Vec<SideId>, Vec<(Point, Point)>) {
    let board = &book.board;
    let links: Vec<(Square, Square, &Link)> = board
        .squares()
        .flat_map(|from| board.links(from).iter().map(move |(to, link)| (from, *to, link)))
        .filter(|(.., link)| link.barriers.contains(&barrier))
        .collect();
    let straight: Vec<&(Square, Square, &Link)> = links.iter().filter(|it| board.is_straight(it.2.heading)).collect();
    let (mut found, mut bars): (Vec<SideId>, Vec<(Point, Point)>) = (Vec::new(), Vec::new());
    for (from, to, link) in &straight {
        let sides = &layout.field(*from).sides;
        let shared = sides.iter().position(|it| it.neighbor == Some(*to));
        // A link that leaves the drawing: the side where it does.
        let side = shared.or_else(|| sides.iter().position(|it| it.heading == Some(link.heading)));
        match side {
            Some(side) => found.push((from.index(), side)),
            None => bars.push(bar(layout, *from, *to)),
        }
    }
    if straight.is_empty() {
        let mut votes: BTreeMap<SideId, usize> = BTreeMap::new();
        let crossed: Vec<[SideId; 2]> =
            links.iter().filter_map(|(from, to, _)| at_corner(layout, *from, *to)).collect();
        for place in crossed.iter().flatten() {
            *votes.entry(*place).or_default() += 1;
            let side = &layout.fields[place.0].sides[place.1];
            if let Some(back) = other_face(layout, *place, side.neighbor) {
                *votes.entry(back).or_default() += 1;
            }
        }
        for [one, other] in crossed {
            let count = |it: &SideId| votes.get(it).copied().unwrap_or(0);
            found.push(if count(&other) > count(&one) { other } else { one });
        }
    }
    // Once for each side, whichever of the two squares it was found from.
    let mut once: Vec<SideId> = Vec::new();
    for place in found {
        let side = &layout.fields[place.0].sides[place.1];
        let back = other_face(layout, place, side.neighbor);
        let place = back.map_or(place, |it| it.min(place));
        if !once.contains(&place) {
            once.push(place);
        }
    }
    (once, bars)
}

/// A bar across the middle of the way between two squares.
fn bar(layout: &Layout, from: Square, to: Square) -> (Point, Point) {
    let (a, b) = (layout.field(from).middle, layout.field(to).middle);
    let long = (b.0 - a.0).hypot(b.1 - a.1).max(1e-9);
    let half = layout.usual * 0.5;
    let (dx, dy) = ((b.0 - a.0) / long * half, (b.1 - a.1) / long * half);
    let middle = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
    ((middle.0 - dy, middle.1 + dx), (middle.0 + dy, middle.1 - dx))
}

/// The same side, seen from the other square.
fn other_face(layout: &Layout, place: SideId, neighbor: Option<Square>) -> Option<SideId> {
    let neighbor = neighbor?.index();
    let back = layout.fields[neighbor].sides.iter().position(|it| it.neighbor.map(Square::index) == Some(place.0))?;
    Some((neighbor, back))
}

/// The two sides of a square at the corner that it shares with another.
fn at_corner(layout: &Layout, from: Square, to: Square) -> Option<[SideId; 2]> {
    let near = |a: Point, b: Point| (a.0 - b.0).hypot(a.1 - b.1) < UNIT / 20.0;
    let sides = &layout.field(from).sides;
    let others: Vec<Point> = layout.field(to).sides.iter().map(|it| it.points[0]).collect();
    let at = sides.iter().position(|it| others.iter().any(|other| near(it.points[0], *other)))?;
    Some([(from.index(), at), (from.index(), (at + sides.len() - 1) % sides.len())])
}

/// Points inside the board in which other than four squares meet: filled where no
/// diagonal goes through, rings where one does.
pub(super) fn points(odd: &[OddPoint]) -> String {
    let mut out = String::new();
    for (at, _, crosses) in odd {
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

/// Where it lies, which squares meet there, and whether a diagonal goes through.
pub(super) type OddPoint = (Point, Vec<Square>, bool);

/// Points with no edge of the board at them, and the squares round each, where those are not four.
pub(super) fn odd_points(book: &Rulebook, layout: &Layout) -> Vec<OddPoint> {
    if book.board.headings != 8 {
        return Vec::new();
    }
    let mut points: Vec<(Point, Vec<Square>, bool)> = Vec::new();
    for square in book.board.squares() {
        let sides = &layout.field(square).sides;
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
    let rings = board.patches.iter().enumerate().filter(|(_, it)| matches!(it.plan, Plan::Ring(_)));
    // The middle of a ring is empty; it is a closed point where no link goes over the innermost edge.
    let inward = |square: Square, link: &Link| {
        layout.field(square).sides.iter().any(|it| it.heading == Some(link.heading) && it.neighbor.is_none())
    };
    let is_closed = |patch: usize| {
        let own = board.squares().filter(|it| usize::from(board.info(*it).patch) == patch);
        !own.into_iter().any(|it| board.links(it).iter().any(|(_, link)| inward(it, link)))
    };
    let closed: Vec<OddPoint> = rings.filter(|it| is_closed(it.0)).map(|_| ((0.0, 0.0), Vec::new(), false)).collect();
    let crosses = |squares: &[Square]| {
        squares.iter().any(|from| {
            board.links(*from).iter().any(|(to, link)| !board.is_straight(link.heading) && squares.contains(to))
        })
    };
    let odd = points.into_iter().filter(|it| it.2 && it.1.len() != 4);
    odd.map(|(at, squares, _)| {
        let crosses = crosses(&squares);
        (at, squares, crosses)
    })
    .chain(closed)
    .collect()
}
