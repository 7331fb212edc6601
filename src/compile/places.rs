//! Where squares are drawn.
//!
//! In: patches, seams and `[board.places]`. Out: x and y of every square; one unit is
//! about one square, y runs upwards, the first seat sits at the bottom. For drawing
//! alone: no rule reads them.

use std::f64::consts::PI;

use super::atlas::{Atlas, Cell};
use super::scope::Scope;
use crate::definition::{Definition, Edge, Shape};
use crate::diagnostic::{Code, Diagnostics, Spanned};

/// The place of every square, in order.
pub(super) fn places(scope: &Scope, atlas: &Atlas, sink: &mut Diagnostics) -> Vec<(f64, f64)> {
    let definition = scope.definition;
    let by_patch: Vec<Vec<(f64, f64)>> = layout(definition, atlas);
    let mut counters = vec![0; atlas.patches.len()];
    let mut places: Vec<(f64, f64)> = atlas
        .cells
        .iter()
        .map(|cell| {
            let counter = &mut counters[cell.patch as usize];
            *counter += 1;
            by_patch[cell.patch as usize][*counter - 1]
        })
        .collect();
    for (name, place) in &definition.places {
        let text = Spanned::new(crate::definition::value::Squares(name.value.clone()), name.span);
        let Some(square) = atlas.one(&text, sink) else { continue };
        let fine = |it: f64| it.is_finite() && it.abs() <= 10_000.0;
        if fine(place.value.0) && fine(place.value.1) {
            places[square.index()] = place.value;
        } else {
            sink.error(Code::BadNumber, place.span, "a drawing position lies between -10000 and 10000");
        }
    }
    places
}

/// The places of the squares of each patch, in order.
fn layout(definition: &Definition, atlas: &Atlas) -> Vec<Vec<(f64, f64)>> {
    let squares = |index: usize| atlas.cells.iter().filter(move |it| it.patch as usize == index);
    if let Some(order) = arms(definition, atlas) {
        let mut all = vec![Vec::new(); atlas.patches.len()];
        for (arm, index) in order.iter().enumerate() {
            all[*index] = squares(*index).map(|it| half_board(atlas, *it, arm, order.len())).collect();
        }
        return all;
    }
    if let [patch] = &atlas.patches[..] {
        let place = |cell: &Cell| match patch.shape {
            Shape::Rectangle if atlas.headings == 8 => (cell.file as f64, cell.rank as f64),
            Shape::Rectangle | Shape::Hexagon => hexes(cell),
            Shape::Annulus => ring(definition, patch.files, patch.ranks, cell),
        };
        return vec![squares(0).map(place).collect()];
    }
    joined(definition, atlas)
}

fn hexes(cell: &Cell) -> (f64, f64) {
    (cell.file as f64 + cell.rank as f64 / 2.0, cell.rank as f64 * 3f64.sqrt() / 2.0)
}

/// Rank 1 is the rim; files rise clockwise; the first seat's section lies at the bottom.
fn ring(definition: &Definition, files: i16, ranks: i16, cell: &Cell) -> (f64, f64) {
    let section = definition.turn.as_ref().and_then(|it| it.value.files.as_ref()).map_or(0, |it| it.value);
    let inner = (files as f64 / (2.0 * PI) - ranks as f64 / 2.0).max(1.0);
    let radius = inner + (ranks - 1 - cell.rank) as f64 + 0.5;
    let angle = -PI / 2.0 - 2.0 * PI * (cell.file as f64 + 0.5 - section as f64 / 2.0) / files as f64;
    (radius * angle.cos(), radius * angle.sin())
}

/// Half boards round a centre: three or more patches turned onto each other, each with
/// its north edge glued half to the one neighbour and half to the other. In order of turns.
fn arms(definition: &Definition, atlas: &Atlas) -> Option<Vec<usize>> {
    let turn = definition.turn.as_ref()?.value.patches.as_ref()?;
    let patch = atlas.patches.first()?;
    let halves = definition.seams.iter().all(|(_, it)| {
        let north = |it: &crate::definition::SideRef| it.edge.value == Edge::North && it.span.is_some();
        north(&it.side) && north(&it.onto)
    });
    let even = patch.shape == Shape::Rectangle && atlas.headings == 8 && patch.files % 2 == 0;
    if turn.len() < 3 || !halves || definition.seams.is_empty() || !even {
        return None;
    }
    let mut order: Vec<usize> =
        turn.iter().filter_map(|name| atlas.patches.iter().position(|it| it.name == name.0)).collect();
    if order.len() != atlas.patches.len() {
        return None;
    }
    // Arms are laid out anticlockwise; the right half of one borders the next.
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

/// A square of half board number `arm` of `count`, counted anticlockwise from the bottom:
/// each half board is two four-cornered fields between its own side of a polygon, the
/// middles of the sides next to it, and the centre.
fn half_board(atlas: &Atlas, cell: Cell, arm: usize, count: usize) -> (f64, f64) {
    let patch = &atlas.patches[cell.patch as usize];
    let half = patch.files as f64 / 2.0;
    let step = PI / count as f64;
    let corner = half / (step / 2.0).sin();
    let middle = corner * (step / 2.0).cos();
    let at = |radius: f64, angle: f64| (radius * angle.cos(), radius * angle.sin());
    let bottom = -PI / 2.0 + 2.0 * step * arm as f64;
    let file = cell.file as f64 + 0.5;
    // Across from the middle of the own side outwards, and up towards the neighbour's side.
    let (side, across) = if file < half { (-1.0, (half - file) / half) } else { (1.0, (file - half) / half) };
    let up = (cell.rank as f64 + 0.5) / patch.ranks as f64;
    let own = at(middle, bottom);
    let outer = at(corner, bottom + side * step / 2.0);
    let border = at(middle, bottom + side * step);
    let mix = |a: f64, b: f64, c: f64, d: f64| {
        a * (1.0 - across) * (1.0 - up) + b * across * (1.0 - up) + c * across * up + d * (1.0 - across) * up
    };
    (mix(own.0, outer.0, border.0, 0.0), mix(own.1, outer.1, border.1, 0.0))
}

/// Patches laid out as their seams join them; what would lie over another, or hangs on
/// nothing, comes to the right of the rest.
fn joined(definition: &Definition, atlas: &Atlas) -> Vec<Vec<(f64, f64)>> {
    // A patch lies at `at` with `east` and `north` as its axes.
    type Frame = ((f64, f64), (f64, f64), (f64, f64));
    let place = |frame: &Frame, cell: &Cell| {
        let (at, east, north) = frame;
        let (x, y) = if atlas.headings == 12 { hexes(cell) } else { (cell.file as f64, cell.rank as f64) };
        (at.0 + x * east.0 + y * north.0, at.1 + x * east.1 + y * north.1)
    };
    let squares = |index: usize| atlas.cells.iter().filter(move |it| it.patch as usize == index);
    let mut frames: Vec<Option<Frame>> = vec![None; atlas.patches.len()];
    let mut taken: Vec<(f64, f64)> = Vec::new();
    while let Some(missing) = frames.iter().position(Option::is_none) {
        let hung = (0..atlas.patches.len()).filter(|it| frames[*it].is_none()).find_map(|index| {
            let frame = hang(definition, atlas, &frames, index)?;
            let free = squares(index).all(|cell| {
                let at = place(&frame, cell);
                taken.iter().all(|it| (it.0 - at.0).hypot(it.1 - at.1) > 0.5)
            });
            free.then_some((index, frame))
        });
        let (index, frame) = hung.unwrap_or_else(|| {
            let right = taken.iter().map(|it| it.0 + 2.0).fold(0.0, f64::max);
            let left =
                squares(missing).map(|it| place(&((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)), it).0).fold(0.0, f64::min);
            (missing, ((right - left, 0.0), (1.0, 0.0), (0.0, 1.0)))
        });
        taken.extend(squares(index).map(|cell| place(&frame, cell)));
        frames[index] = Some(frame);
    }
    let frames: Vec<Frame> = frames.into_iter().flatten().collect();
    (0..atlas.patches.len()).map(|index| squares(index).map(|it| place(&frames[index], it)).collect()).collect()
}

type Frames = [Option<((f64, f64), (f64, f64), (f64, f64))>];

/// Where a patch lies that a seam joins to one that is laid out already.
#[allow(clippy::type_complexity)]
fn hang(
    definition: &Definition,
    atlas: &Atlas,
    frames: &Frames,
    index: usize,
) -> Option<((f64, f64), (f64, f64), (f64, f64))> {
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
        let turned = |v: (f64, f64)| (v.0 * east.0 + v.1 * north.0, v.0 * east.1 + v.1 * north.1);
        // On the drawing: where the first glued cell lies, away from the patch, along the edge.
        let first = turned(there.1);
        let (out, along) = (turned(there.2), turned(there.3));
        let start = (at.0 + first.0 + out.0, at.1 + first.1 + out.1);
        // In the new patch `-here.2` points as `out` does, `here.3` as `along` does.
        let axis = |v: (f64, f64)| {
            let (o, a) = (-(v.0 * here.2.0 + v.1 * here.2.1), v.0 * here.3.0 + v.1 * here.3.1);
            (o * out.0 + a * along.0, o * out.1 + a * along.1)
        };
        let (east, north) = (axis((1.0, 0.0)), axis((0.0, 1.0)));
        let corner = (here.1.0 * east.0 + here.1.1 * north.0, here.1.0 * east.1 + here.1.1 * north.1);
        Some(((start.0 - corner.0, start.1 - corner.1), east, north))
    })
}

/// A side of a seam: its patch, its first cell, away from the patch, along the edge.
#[allow(clippy::type_complexity)]
fn edge(atlas: &Atlas, side: &crate::definition::SideRef) -> Option<(usize, (f64, f64), (f64, f64), (f64, f64))> {
    let index = atlas.patches.iter().position(|it| it.name == side.patch.0)?;
    let (files, ranks) = (atlas.patches[index].files as f64, atlas.patches[index].ranks as f64);
    let lying = matches!(side.edge.value, Edge::North | Edge::South);
    let (from, to) = match &side.span {
        None => (1, 2),
        Some(span) => super::ranges::numbers(span, &mut Diagnostics::default())?,
    };
    let (start, sense) = (from as f64 - 1.0, if from <= to { 1.0 } else { -1.0 });
    let along = if lying { (sense, 0.0) } else { (0.0, sense) };
    Some(match side.edge.value {
        Edge::North => (index, (start, ranks - 1.0), (0.0, 1.0), along),
        Edge::South => (index, (start, 0.0), (0.0, -1.0), along),
        Edge::East => (index, (files - 1.0, start), (1.0, 0.0), along),
        Edge::West => (index, (0.0, start), (-1.0, 0.0), along),
    })
}
