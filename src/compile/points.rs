//! Points and added links: resolves `[board.point]` and `[board.link]`.
//!
//! Input: the steps so far. Output: the same, with diagonals changed as the `travel` of each point
//! says, and with the added links. If seats are alike, both are repeated by the symmetry. Does not know
//! seams.

use super::atlas::{Atlas, Cell};
use super::links::{CellStep, LinkOrigin, StepMap, opposite};
use super::scope::Scope;
use super::symmetry::Turning;
use crate::board::{Heading, HeadingSymmetry, Square, heading_names};
use crate::definition::PointDef;
use crate::diagnostic::{Code, Diagnostics, Span, Spanned, counted};
use crate::policy::{Back, Travel};

/// One square of a point.
struct Corner {
    cell: Cell,
    /// Diagonal heading that leads into the point.
    inward: Heading,
    /// Step to the next square around the point.
    next: CellStep,
}

/// Applies the `travel` of every point.
pub(super) fn travel(
    scope: &Scope,
    atlas: &Atlas,
    turning: Option<&Turning>,
    web: &mut StepMap,
    sink: &mut Diagnostics,
) {
    for (name, point) in &scope.definition.points {
        let Some(corners) = corners(atlas, web, name, point, sink) else { continue };
        let Some(travel) = &point.travel else {
            sink.warning(Code::NoEffect, name.span, "the point has no effect without `travel`")
                .help(format!("add a header `[board.point.{}.travel]`", name.value));
            continue;
        };
        if travel.diagonal.value == Travel::Opposite && corners.len() % 2 == 1 {
            sink.error(
                Code::BadPoint,
                travel.diagonal.span,
                format!("around a point of {}, no square is opposite another", counted(corners.len(), "square")),
            )
            .help("write `both-ways` or `none`");
            continue;
        }
        if travel.diagonal.value == Travel::BothWays {
            continue;
        }
        for turns in 0..turning.map_or(1, |it| it.order) {
            for corner in &corners {
                let cell = turning.map_or(corner.cell, |it| it.cell_times(atlas, corner.cell, turns));
                let heading =
                    turning.map_or(corner.inward, |it| it.heading_times(atlas.headings, corner.inward, turns));
                web.clear(cell, heading);
            }
        }
        if travel.diagonal.value == Travel::Opposite {
            for index in 0..corners.len() {
                let step = across(&corners, index, atlas.headings);
                web.add_turned(atlas, turning, corners[index].cell, corners[index].inward, &step, false);
            }
        }
    }
}

/// Returns an example of the squares around a point that include the first two of `squares`.
fn around(atlas: &Atlas, web: &StepMap, squares: &[(Square, Span)]) -> String {
    let cells: Vec<Cell> = squares.iter().map(|it| atlas.cell(it.0)).collect();
    let near = |cell: Cell| -> Vec<Cell> {
        let straight = (0..atlas.headings).map(Heading).filter(|it| (it.0 % 2 == 0) == (atlas.headings == 8));
        straight.flat_map(|it| web.steps(cell, it).iter().map(|it| it.to)).collect()
    };
    if let [one, other] = cells[..] {
        let others = near(other);
        let common: Vec<Cell> = near(one).into_iter().filter(|it| others.contains(it)).collect();
        if let [first, second] = common[..] {
            let all = [one, first, other, second].map(|it| format!("\"{}\"", atlas.name(it)));
            return format!("`squares = [{}]`", all.join(", "));
        }
    }
    "three squares or four, like `squares = [\"d4\", \"e4\", \"e5\", \"d5\"]`".to_owned()
}

/// Returns the squares of a point with the headings that lead into it, in order around it.
fn corners(
    atlas: &Atlas,
    web: &StepMap,
    name: &Spanned<String>,
    point: &PointDef,
    sink: &mut Diagnostics,
) -> Option<Vec<Corner>> {
    let written = &point.table.squares;
    let squares = atlas.squares(written, sink);
    if squares.len() < 3 {
        if squares.len() == written.len() {
            sink.error(Code::BadPoint, written.span, format!("{} squares do not meet in a point", squares.len()))
                .help(format!("name all squares around the point, in order: {}", around(atlas, web, &squares)));
        }
        return None;
    }
    let n = atlas.headings;
    let cells: Vec<Cell> = squares.iter().map(|it| atlas.cell(it.0)).collect();
    let mut corners = Vec::new();
    for index in 0..cells.len() {
        let (cell, next) = (cells[index], cells[(index + 1) % cells.len()]);
        let previous = cells[(index + cells.len() - 1) % cells.len()];
        let by = |to: Cell| -> Vec<(Heading, CellStep)> {
            let straight = (0..n).map(Heading).filter(|it| (it.0 % 2 == 0) == (n == 8));
            straight
                .flat_map(|it| web.steps(cell, it).iter().map(move |step| (it, step.clone())))
                .filter(|it| it.1.to == to)
                .collect()
        };
        let (forth, back) = (by(next), by(previous));
        let pair = forth.iter().find_map(|(heading, step)| {
            let near = back.iter().find(|it| (n + it.0.0 - heading.0) % n == 2 || (n + heading.0 - it.0.0) % n == 2)?;
            let clockwise = (n + near.0.0 - heading.0) % n == 2;
            Some((Heading((heading.0 + if clockwise { 1 } else { n - 1 }) % n), step.clone()))
        });
        let Some((inward, next_step)) = pair else {
            sink.error(
                Code::BadPoint,
                squares[index].1,
                format!(
                    "`{}` has no common corner with `{}` and `{}`",
                    atlas.name(cell),
                    atlas.name(previous),
                    atlas.name(next)
                ),
            )
            .help(format!(
                "name the squares of `{}` in order around it, so that each shares an edge with the next",
                name.value
            ));
            return None;
        };
        corners.push(Corner { cell, inward, next: next_step });
    }
    Some(corners)
}

/// Returns any cell except that of a square.
fn other_cell(atlas: &Atlas, square: crate::board::Square) -> Cell {
    let own = atlas.cell(square);
    atlas.cells.iter().copied().find(|it| *it != own).unwrap_or(own)
}

/// Returns the step through a point to the opposite square, continuing away from the point. Headings are
/// transformed along the way around the point that crosses fewer seams, preferring the listed order.
fn across(corners: &[Corner], index: usize, n: u8) -> CellStep {
    let count = corners.len();
    let half = count / 2;
    let there = &corners[(index + half) % count];
    let mut listed = (HeadingSymmetry::default(), 0);
    for at in 0..half {
        let step = &corners[(index + at) % count].next;
        listed = (listed.0.then(step.turn, n), listed.1 + usize::from(!step.inside));
    }
    let mut other = (HeadingSymmetry::default(), 0);
    for at in 0..half {
        // The reverse of the step by which the listed order arrives from the previous square.
        let step = &corners[(index + count - at - 1) % count].next;
        other = (other.0.then(step.turn.inverse(n), n), other.1 + usize::from(!step.inside));
    }
    let turn = if other.1 < listed.1 { other.0 } else { listed.0 };
    let mut seams: Vec<LinkOrigin> = Vec::new();
    for at in 0..half {
        let step = &corners[(index + at) % count].next;
        seams.extend(step.seams.iter().filter(|it| !seams.contains(it)).copied().collect::<Vec<_>>());
    }
    CellStep { to: there.cell, onward: opposite(there.inward, n), turn, seams, extras: Vec::new(), inside: false }
}

/// A step of a link: the square where it starts with its heading, and where it ends with the heading after it.
type LinkStep = ((Square, Heading), (Square, Heading));

/// Returns the steps of a link: there and, if the number of headings is given, back.
fn link_steps(from: (Square, Heading), to: (Square, Heading), back: Option<u8>) -> Vec<LinkStep> {
    let way_back = |n| ((to.0, opposite(to.1, n)), (from.0, opposite(from.1, n)));
    std::iter::once((from, to)).chain(back.map(way_back)).collect()
}

/// Adds the links of `[board.link]`.
pub(super) fn add_links(
    scope: &Scope,
    atlas: &Atlas,
    turning: Option<&Turning>,
    web: &mut StepMap,
    sink: &mut Diagnostics,
) {
    let n = atlas.headings;
    // The name of each link with its steps: from a square with a heading to another one.
    let mut known: Vec<(&Spanned<String>, Vec<LinkStep>)> = Vec::new();
    for (index, (name, link)) in scope.definition.links.iter().enumerate() {
        let from = atlas.one(&link.from, sink);
        let to = atlas.one(&link.to, sink);
        let heading = atlas.heading(&link.heading, sink);
        let onward = link.onward.as_ref().map(|it| atlas.heading(it, sink));
        let (Some(from), Some(to), Some(heading)) = (from, to, heading) else { continue };
        let onward = match onward {
            None => heading,
            Some(Some(onward)) => onward,
            Some(None) => continue,
        };
        if from == to {
            sink.error(Code::BadLink, link.to.span, format!("the link leads from `{}` to itself", link.from.value))
                .help(format!(
                    "name another square after `to`, like `to = \"{}\"`",
                    atlas.name(other_cell(atlas, from))
                ));
            continue;
        }
        if heading.0 % 2 != onward.0 % 2 {
            sink.error(
                Code::BadLink,
                name.span,
                format!(
                    "the link starts `{0}` and continues `{1}`: one is straight and the other diagonal",
                    heading_names(n)[heading.0 as usize],
                    heading_names(n)[onward.0 as usize]
                ),
            )
            .help(format!(
                "a straight link goes on straight, and a diagonal one diagonally: write a heading such as `onward = \"{}\"`",
                heading_names(n)[usize::from((heading.0 + 2) % n)]
            ));
            continue;
        }
        let turn = HeadingSymmetry { mirrored: false, steps: (n + onward.0 - heading.0) % n };
        let extras = vec![LinkOrigin { header: index as u16, own: true }];
        let step = CellStep { to: atlas.cell(to), onward, turn, seams: Vec::new(), extras, inside: false };
        let back = link.back.value == Back::Yes;
        let steps = link_steps((from, heading), (to, onward), back.then_some(n));
        // A line can be made of links, so their names count.
        let is_named = scope
            .definition
            .lines
            .iter()
            .any(|it| it.1.links.iter().flat_map(|it| &it.value).any(|it| *it.value == *name.value));
        let first = known.iter().find(|it| steps.iter().all(|step| it.1.contains(step)));
        if let Some((first, _)) = first.filter(|_| !is_named) {
            let text = format!("`[board.link.{}]` adds nothing to `[board.link.{}]`", name.value, first.value);
            sink.warning(Code::NoEffect, name.span, text)
                .also(first.span, "the link with these steps")
                .help(format!("leave `[board.link.{}]` out, or write another square or heading", name.value));
        }
        known.push((name, steps));
        web.add_turned(atlas, turning, atlas.cell(from), heading, &step, back);
    }
}
