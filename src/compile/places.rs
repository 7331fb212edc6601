//! Drawing positions: computes where each square is drawn.
//!
//! Input: patches, seams, links and `[board.places]`. Output: the [`PatchLayout`] of every patch, and the x
//! and y of every square. One unit is about one square, y points up, and the first seat is at the
//! bottom. If the layouts would tear the board apart, [stress majorization](super::stress) of its links
//! places the squares. Does not know rules: positions are only for drawing.

use super::atlas::{Atlas, Cell};
use super::links::{DraftLink, Links};
use super::scope::Scope;
use crate::board::patch_layout::{Arm, PatchLayout, Point, Ring};
use crate::definition::Definition;
use crate::diagnostic::{Code, Diagnostics, Spanned};
use crate::policy::{Cells, Edge, PatchShape};

/// Returns the layout of every patch, and the position of every square in order.
pub(super) fn places(
    scope: &Scope,
    atlas: &Atlas,
    links: &Links,
    sink: &mut Diagnostics,
) -> (Vec<PatchLayout>, Vec<Point>) {
    let definition = scope.definition;
    let mut layouts = layout(definition, atlas);
    let cell = |it: &Cell| (&layouts[it.patch as usize], f64::from(it.file), f64::from(it.rank));
    let mut places = PatchLayout::middles(atlas.cells.iter().map(cell));
    let is_flat = layouts.iter().all(|it| matches!(it, PatchLayout::Flat { .. }));
    if is_flat && let Some(loose) = loose(atlas, links, &places) {
        layouts.fill(PatchLayout::Loose);
        places = loose;
    }
    for (name, place) in &definition.places {
        let text = Spanned::new(crate::definition::value::Squares(name.value.clone()), name.span);
        let Some(square) = atlas.one(&text, sink) else { continue };
        let is_valid = |it: f64| it.is_finite() && it.abs() <= 10_000.0;
        if is_valid(place.value.0) && is_valid(place.value.1) {
            places[square.index()] = place.value;
        } else {
            sink.error(Code::BadNumber, place.span, "a drawing position is between -10000 and 10000")
                .help(format!("write two smaller numbers, for example `{} = [0, 1.5]`", name.value));
        }
    }
    (layouts, places)
}

/// Lays out the squares by stress majorization, if the layouts would stretch more than half of the straight links.
fn loose(atlas: &Atlas, links: &Links, places: &[Point]) -> Option<Vec<Point>> {
    let straight = |it: &&DraftLink| it.heading.0.is_multiple_of(2) == (atlas.headings == 8);
    let pairs: Vec<(usize, usize)> =
        links.all.iter().filter(straight).map(|it| (it.from.index(), it.to.index())).collect();
    let long = |it: &&(usize, usize)| {
        let (a, b) = (places[it.0], places[it.1]);
        (a.0 - b.0).hypot(a.1 - b.1) > 1.6
    };
    let count = pairs.iter().filter(long).count();
    (2 * count > pairs.len()).then(|| super::stress::places(places.len(), &pairs))
}

/// Returns the layout of each patch.
fn layout(definition: &Definition, atlas: &Atlas) -> Vec<PatchLayout> {
    if let Some(order) = arms(definition, atlas) {
        // Patches that the symmetry maps onto each other have the same size.
        let all = atlas.patches.first().map_or(Vec::new(), |it| Arm::all(it.files, it.ranks, order.len()));
        let arm = |index: usize| PatchLayout::Arm(all[order.iter().position(|it| *it == index).unwrap_or(0)].clone());
        return (0..atlas.patches.len()).map(arm).collect();
    }
    if let [patch] = &atlas.patches[..]
        && patch.shape == PatchShape::Annulus
    {
        let section = definition.turn.as_ref().and_then(|it| it.value.files.as_ref()).map_or(0, |it| it.value);
        return vec![PatchLayout::Ring(Ring::new(patch.files, patch.ranks, section))];
    }
    if atlas.shape == Cells::Triangle {
        return beside(atlas);
    }
    joined(definition, atlas)
}

/// Lays out patches of triangles from left to right.
fn beside(atlas: &Atlas) -> Vec<PatchLayout> {
    let mut left = 0.0;
    let layout = |patch: &super::atlas::Patch| {
        let layout = PatchLayout::Triangles { at: (left, 0.0), lean: patch.triangles().lean() };
        left = layout.at(f64::from(patch.files), 0.0).0 + 2.0;
        layout
    };
    atlas.patches.iter().map(layout).collect()
}

/// Returns the vector to the next rank. On hexes it leans to the right.
fn north(atlas: &Atlas) -> Point {
    if atlas.headings == 12 { (0.5, 3f64.sqrt() / 2.0) } else { (0.0, 1.0) }
}

/// Recognizes half boards around a center: three or more patches that the symmetry maps onto each other, each glued
/// with one half of its north edge to either neighbor. Returns them in the order of the symmetry.
fn arms(definition: &Definition, atlas: &Atlas) -> Option<Vec<usize>> {
    let turn = definition.turn.as_ref()?.value.patches.as_ref()?;
    let patch = atlas.patches.first()?;
    let halves = definition.seams.iter().all(|(_, it)| {
        let north = |it: &crate::definition::SideRef| it.edge.value == Edge::North && it.span.is_some();
        north(&it.side) && north(&it.onto)
    });
    let even = patch.shape == PatchShape::Rectangle && atlas.headings == 8 && patch.files % 2 == 0;
    if turn.len() < 3 || !halves || definition.seams.is_empty() || !even {
        return None;
    }
    let mut order: Vec<usize> =
        turn.iter().filter_map(|name| atlas.patches.iter().position(|it| it.name == name.0)).collect();
    if order.len() != atlas.patches.len() {
        return None;
    }
    // Arms are laid out counterclockwise; the right half of one borders the next.
    let (_, seam) = definition.seams.first()?;
    let is_right = |it: &crate::definition::SideRef| {
        let span = super::ranges::numbers(it.span.as_ref()?, &mut Diagnostics::default())?;
        Some(span.0 + span.1 > patch.files as i64 + 1)
    };
    let arm = |name: &str| order.iter().position(|it| atlas.patches[*it].name == name);
    let (side, onto) = (arm(&seam.side.patch)?, arm(&seam.onto.patch)?);
    let next = (side + 1) % order.len() == onto;
    if is_right(&seam.side)? != next {
        order[1..].reverse();
    }
    Some(order)
}

/// Lays out patches as their seams join them. A patch that would overlap others, or that no seam joins, goes to the
/// right of the rest.
fn joined(definition: &Definition, atlas: &Atlas) -> Vec<PatchLayout> {
    let place = |frame: &PatchAxes, cell: &Cell| {
        let (at, east, north) = frame;
        let (x, y) = (cell.file as f64, cell.rank as f64);
        (at.0 + x * east.0 + y * north.0, at.1 + x * east.1 + y * north.1)
    };
    let squares = |index: usize| atlas.cells.iter().filter(move |it| it.patch as usize == index);
    let mut frames: Vec<Option<PatchAxes>> = vec![None; atlas.patches.len()];
    let mut occupied: Vec<Point> = Vec::new();
    while let Some(missing) = frames.iter().position(Option::is_none) {
        let hung = (0..atlas.patches.len()).filter(|it| frames[*it].is_none()).find_map(|index| {
            let frame = hang(definition, atlas, &frames, index)?;
            let free = squares(index).all(|cell| {
                let at = place(&frame, cell);
                occupied.iter().all(|it| (it.0 - at.0).hypot(it.1 - at.1) > 0.5)
            });
            free.then_some((index, frame))
        });
        let (index, frame) = hung.unwrap_or_else(|| {
            let alone = ((0.0, 0.0), (1.0, 0.0), north(atlas));
            let right = occupied.iter().map(|it| it.0 + 2.0).fold(0.0, f64::max);
            let left = squares(missing).map(|it| place(&alone, it).0).fold(0.0, f64::min);
            (missing, ((right - left, 0.0), alone.1, alone.2))
        });
        occupied.extend(squares(index).map(|cell| place(&frame, cell)));
        frames[index] = Some(frame);
    }
    frames.into_iter().flatten().map(|(at, east, north)| PatchLayout::Flat { at, east, north }).collect()
}

/// The position of a patch and its axes: origin, east, north.
type PatchAxes = (Point, Point, Point);

/// Returns the frame of a patch that a seam joins to one that is already laid out.
fn hang(definition: &Definition, atlas: &Atlas, frames: &[Option<PatchAxes>], index: usize) -> Option<PatchAxes> {
    definition.seams.iter().find_map(|(_, seam)| {
        if seam.straight.value != 0 {
            return None;
        }
        let (side, onto) = (edge(atlas, &seam.side)?, edge(atlas, &seam.onto)?);
        let (there, here) = match (side.0 == index, onto.0 == index) {
            (false, true) => (side, onto),
            (true, false) => (onto, side),
            _ => return None,
        };
        let (at, east, north) = frames[there.0]?;
        let turned = |v: Point| (v.0 * east.0 + v.1 * north.0, v.0 * east.1 + v.1 * north.1);
        // In the drawing: position of the first glued cell, outward vector, vector along the edge.
        let first = turned(there.1);
        let (out, along) = (turned(there.2), turned(there.3));
        let start = (at.0 + first.0 + out.0, at.1 + first.1 + out.1);
        // In the new patch `-here.2` points as `out` does, `here.3` as `along` does.
        let axis = |v: Point| {
            let (o, a) = (-(v.0 * here.2.0 + v.1 * here.2.1), v.0 * here.3.0 + v.1 * here.3.1);
            (o * out.0 + a * along.0, o * out.1 + a * along.1)
        };
        let (east, north) = (axis((1.0, 0.0)), axis((0.0, 1.0)));
        let corner = (here.1.0 * east.0 + here.1.1 * north.0, here.1.0 * east.1 + here.1.1 * north.1);
        Some(((start.0 - corner.0, start.1 - corner.1), east, north))
    })
}

/// Resolves one side of a seam: its patch, its first cell, the outward vector, the vector along the edge.
fn edge(atlas: &Atlas, side: &crate::definition::SideRef) -> Option<(usize, Point, Point, Point)> {
    let index = atlas.patches.iter().position(|it| it.name == side.patch.0)?;
    let (files, ranks) = (atlas.patches[index].files as f64, atlas.patches[index].ranks as f64);
    let is_horizontal = matches!(side.edge.value, Edge::North | Edge::South);
    let (from, to) = match &side.span {
        None => (1, 2),
        Some(span) => super::ranges::numbers(span, &mut Diagnostics::default())?,
    };
    let (start, sense) = (from as f64 - 1.0, if from <= to { 1.0 } else { -1.0 });
    let along = if is_horizontal { (sense, 0.0) } else { (0.0, sense) };
    Some(match side.edge.value {
        Edge::North => (index, (start, ranks - 1.0), (0.0, 1.0), along),
        Edge::South => (index, (start, 0.0), (0.0, -1.0), along),
        Edge::East => (index, (files - 1.0, start), (1.0, 0.0), along),
        Edge::West => (index, (0.0, start), (-1.0, 0.0), along),
    })
}
