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
use super::layout::{Layout, UNIT};
use super::pen::Pen;
use crate::board::plan::{Plan, Point};
use crate::board::{Link, Square};
use crate::variant::{Barrier, Rulebook};

/// How thick a barrier is drawn: the more it bars, the thicker.
pub(super) fn thickness(book: &Rulebook, barrier: &Barrier) -> f64 {
    let state = if barrier.starts_open { barrier.open } else { barrier.closed };
    let lets = [state.quiet, state.capture, state.give_check, state.attack];
    let barred = lets.iter().filter(|it| !**it).count() as f64 / 4.0;
    let kinds = (1u64 << book.kinds.len()) - 1;
    let all = u64::from(barrier.men) & kinds == kinds;
    UNIT * if all { 0.06 + 0.08 * barred } else { 0.045 }
}

/// How an open barrier's line is broken.
pub(super) fn dashes(open: bool) -> &'static str {
    if open { " stroke-dasharray=\"22 30\"" } else { "" }
}

/// A side of a square: its number, the number of the side.
type Place = (usize, usize);

/// All barriers as they stand.
pub(super) fn barriers(scene: &Scene, layout: &Layout) -> String {
    (0..scene.variant.rulebook().barrier_instances.len()).map(|it| one(scene, layout, it)).collect()
}

/// One barrier as it stands.
pub(super) fn one(scene: &Scene, layout: &Layout, index: usize) -> String {
    let book = scene.variant.rulebook();
    let instance = &book.barrier_instances[index];
    let Some(path) = path(book, layout, index) else { return String::new() };
    let is_open = scene.open.get(index).copied().unwrap_or(false);
    format!(
        "<path class=\"barrier\" data-barrier=\"{}\" d=\"{path}\" fill=\"none\" stroke-width=\"{:.0}\" \
         stroke-linecap=\"{}\"{}/>",
        crate::notation::paragraph::escaped(&instance.name),
        thickness(book, &book.barriers[instance.barrier]),
        if is_open { "butt" } else { "round" },
        dashes(is_open)
    )
}

/// What hides one barrier, so that it can be drawn in another state.
pub(super) fn cover(scene: &Scene, layout: &Layout, index: usize) -> String {
    let book = scene.variant.rulebook();
    let Some(path) = path(book, layout, index) else { return String::new() };
    let wide = thickness(book, &book.barriers[book.barrier_instances[index].barrier]) + UNIT * 0.02;
    format!("<path class=\"cover\" d=\"{path}\" fill=\"none\" stroke-width=\"{wide:.0}\" stroke-linecap=\"round\"/>")
}

/// Where one barrier lies; `None` where no link has it.
fn path(book: &Rulebook, layout: &Layout, index: usize) -> Option<String> {
    let (places, bars) = places(book, layout, index as u16);
    if places.is_empty() && bars.is_empty() {
        return None;
    }
    let mut pen = Pen::default();
    for (from, to) in bars {
        pen.jump(from);
        pen.line(to);
    }
    for (field, side) in places {
        let points = &layout.fields[field].sides[side].points;
        pen.jump(points[0]);
        pen.through(points);
    }
    Some(pen.text())
}

/// The sides upon which one barrier lies; and bars across links that lie upon none.
fn places(book: &Rulebook, layout: &Layout, barrier: u16) -> (Vec<Place>, Vec<(Point, Point)>) {
    let board = &book.board;
    let links: Vec<(Square, Square, &Link)> = board
        .squares()
        .flat_map(|from| board.links(from).iter().map(move |(to, link)| (from, *to, link)))
        .filter(|(.., link)| link.barriers.contains(&barrier))
        .collect();
    let straight: Vec<&(Square, Square, &Link)> = links.iter().filter(|it| board.is_straight(it.2.heading)).collect();
    let (mut found, mut bars): (Vec<Place>, Vec<(Point, Point)>) = (Vec::new(), Vec::new());
    for (from, to, link) in &straight {
        let sides = &layout.field(*from).sides;
        let shared = sides.iter().position(|it| it.neighbour == Some(*to));
        // A link that leaves the drawing: the side where it does.
        let side = shared.or_else(|| sides.iter().position(|it| it.heading == Some(link.heading)));
        match side {
            Some(side) => found.push((from.index(), side)),
            None => bars.push(bar(layout, *from, *to)),
        }
    }
    if straight.is_empty() {
        let mut votes: BTreeMap<Place, usize> = BTreeMap::new();
        let crossed: Vec<[Place; 2]> = links.iter().filter_map(|(from, to, _)| at_corner(layout, *from, *to)).collect();
        for place in crossed.iter().flatten() {
            *votes.entry(*place).or_default() += 1;
            let side = &layout.fields[place.0].sides[place.1];
            if let Some(back) = other_face(layout, *place, side.neighbour) {
                *votes.entry(back).or_default() += 1;
            }
        }
        for [one, other] in crossed {
            let count = |it: &Place| votes.get(it).copied().unwrap_or(0);
            found.push(if count(&other) > count(&one) { other } else { one });
        }
    }
    // Once for each side, whichever of the two squares it was found from.
    let mut once: Vec<Place> = Vec::new();
    for place in found {
        let side = &layout.fields[place.0].sides[place.1];
        let back = other_face(layout, place, side.neighbour);
        if !once.contains(&place) && !back.is_some_and(|it| once.contains(&it)) {
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
fn other_face(layout: &Layout, place: Place, neighbour: Option<Square>) -> Option<Place> {
    let neighbour = neighbour?.index();
    let back = layout.fields[neighbour].sides.iter().position(|it| it.neighbour.map(Square::index) == Some(place.0))?;
    Some((neighbour, back))
}

/// The two sides of a square at the corner that it shares with another.
fn at_corner(layout: &Layout, from: Square, to: Square) -> Option<[Place; 2]> {
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
            let inside = side.neighbour.is_some() && before.neighbour.is_some();
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
        layout.field(square).sides.iter().any(|it| it.heading == Some(link.heading) && it.neighbour.is_none())
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
