//! Seams: glues edges (`[board.seam]`), and derives the diagonals across them.
//!
//! Input: seams and the steps within patches. Output: steps across seams. Whether the edge is glued in
//! order or in reverse determines how headings are transformed. A diagonal follows from the two ways
//! around the corner, a straight step and then a step to the side, unless the seam sets it. If the two
//! ways end on different squares, both become steps. Does not know points and added links.
//!
//! Holes are cells here, so they do not affect the steps around them. An edge that is glued to several
//! others makes straight lines fork; every seam that takes part must allow that with `forks`.

use super::atlas::{Atlas, Cell};
use super::links::{CellStep, LinkOrigin, StepMap, opposite};
use super::ranges;
use super::scope::Scope;
use super::symmetry::Turning;
use crate::board::{Heading, HeadingSymmetry};
use crate::definition::{Seam, SideRef};
use crate::diagnostic::{Code, Diagnostics, Spanned, counted};
use crate::policy::{Cells, Edge, Forks};

/// One side of a seam.
struct SeamSide {
    cells: Vec<Cell>,
    edge: Edge,
    /// Heading that leads out of the patch.
    outward: Heading,
    /// Heading along the edge, in the order of the cells.
    along: Heading,
    /// Whether files or ranks rise along the edge.
    rising: bool,
}

/// Two edges that a seam joins.
struct JoinedEdges<'a> {
    seam: &'a Seam,
    /// The seam's name on its steps.
    origin: LinkOrigin,
    side: SeamSide,
    onto: SeamSide,
    /// The second edge closes upon itself, so a shift along it never leaves it.
    closed: bool,
}

/// Adds all steps across seams.
pub(super) fn sew(scope: &Scope, atlas: &Atlas, turning: Option<&Turning>, web: &mut StepMap, sink: &mut Diagnostics) {
    let seams = &scope.definition.seams;
    if let Some((name, _)) = seams.first().filter(|_| atlas.headings != 8) {
        let cells = if atlas.shape == Cells::Triangle { "triangles" } else { "hexes" };
        sink.error(Code::BadSeam, name.span, format!("a seam joins edges of squares; it cannot join {cells}"))
            .help(format!("leave the seams out and add links, for example `[board.link.{}]`", name.value));
        return;
    }
    let mut joined = Vec::new();
    // Seams whose diagonals follow from the straight steps.
    let mut free = vec![true; seams.len()];
    for (index, (name, seam)) in seams.iter().enumerate() {
        let side = side(scope, atlas, &seam.side, sink);
        let onto = self::side(scope, atlas, &seam.onto, sink);
        let (Some(side), Some(onto)) = (side, onto) else { continue };
        if side.cells.len() != onto.cells.len() {
            sink.error(
                Code::BadSeam,
                name.span,
                format!("the seam joins {} to {}", counted(side.cells.len(), "square"), onto.cells.len()),
            )
            .also(seam.side.span, "one side")
            .also(seam.onto.span, "the other side")
            .help(format!(
                "give both sides spans of the same length, for example `span = \"1-{}\"`",
                side.cells.len().min(onto.cells.len())
            ));
            continue;
        }
        let closed = is_closed(scope, atlas, onto.cells[0].patch, onto.edge);
        free[index] = seam.diagonal.is_none();
        joined.push(JoinedEdges { seam, origin: LinkOrigin { header: index as u16, own: true }, side, onto, closed });
    }
    for edges in &joined {
        add_straight_steps(atlas, turning, web, edges, sink);
    }
    find_forks(scope, atlas, web, sink);
    round_corners(atlas, web, &free);
    for JoinedEdges { seam, origin, side, onto, closed } in &joined {
        let Some(diagonal) = &seam.diagonal else { continue };
        let turn = carry(side, onto);
        for (from, glued) in side.cells.iter().zip(&onto.cells) {
            for rising in [true, false] {
                let heading = between(side.outward, side.along, rising);
                let by = if rising { diagonal.value } else { -diagonal.value };
                let Some(to) = shifted(atlas, onto, *glued, by, *closed) else { continue };
                let step = over(to, turn.apply(heading, 8), turn, *origin);
                web.add_turned(atlas, turning, *from, heading, &step, true);
            }
        }
    }
}

/// Adds the straight steps across one seam, in both directions.
fn add_straight_steps(
    atlas: &Atlas,
    turning: Option<&Turning>,
    web: &mut StepMap,
    edges: &JoinedEdges,
    sink: &mut Diagnostics,
) {
    let JoinedEdges { seam, origin, side, onto, closed } = edges;
    let turn = carry(side, onto);
    let mut glued_to_itself = None;
    let mut any = false;
    for (from, glued) in side.cells.iter().zip(&onto.cells) {
        let Some(to) = shifted(atlas, onto, *glued, seam.straight.value, *closed) else { continue };
        any = true;
        if to == *from {
            glued_to_itself = Some(to);
            continue;
        }
        let step = over(to, turn.apply(side.outward, 8), turn, *origin);
        web.add_turned(atlas, turning, *from, side.outward, &step, true);
    }
    if let Some(cell) = glued_to_itself {
        sink.error(
            Code::BadSeam,
            seam.onto.span,
            format!("the seam joins the edge of `{}` to itself", atlas.name(cell)),
        )
        .help(match opposite(side.outward, 8) == onto.outward {
            true => "a ring needs two files or ranks: make the patch wider, or leave the seam out".to_owned(),
            false => format!(
                "write how many squares farther a straight step leads, for example `straight = 4`, or reverse one span, for \
                 example `span = \"{}-1\"`",
                onto.cells.len()
            ),
        });
    }
    if !any {
        sink.error(Code::BadSeam, seam.straight.span, "the shift is longer than the edge, so the seam joins nothing")
            .help("use a longer edge or a closed one, or write `straight = 0`");
    }
}

fn over(to: Cell, onward: Heading, turn: HeadingSymmetry, origin: LinkOrigin) -> CellStep {
    CellStep { to, onward, turn, seams: vec![origin], extras: Vec::new(), inside: false }
}

/// Returns how headings are transformed from one side to the other: outward becomes inward, and along one edge
/// becomes along the other.
fn carry(side: &SeamSide, onto: &SeamSide) -> HeadingSymmetry {
    let inward = opposite(onto.outward, 8);
    let steps = (8 + inward.0 - side.outward.0) % 8;
    let turned = HeadingSymmetry { mirrored: false, steps };
    if turned.apply(side.along, 8) == onto.along {
        return turned;
    }
    HeadingSymmetry { mirrored: true, steps: (inward.0 + side.outward.0) % 8 }
}

/// Returns the diagonal heading between outward and the rising or falling direction of the edge.
fn between(outward: Heading, along: Heading, rising: bool) -> Heading {
    let clockwise = (8 + along.0 - outward.0) % 8 == 2;
    Heading((outward.0 + if clockwise == rising { 1 } else { 7 }) % 8)
}

/// Returns the cells of a side, in the order of its span.
fn side(scope: &Scope, atlas: &Atlas, written: &Spanned<SideRef>, sink: &mut Diagnostics) -> Option<SeamSide> {
    let patch = atlas.patch(scope, &written.patch, sink)?;
    let (files, ranks) = (atlas.patches[patch as usize].files, atlas.patches[patch as usize].ranks);
    let edge = written.edge.value;
    let is_horizontal = matches!(edge, Edge::North | Edge::South);
    let length = if is_horizontal { files } else { ranks };
    let (from, to) = match &written.value.span {
        None => (1, length as i64),
        Some(span) => ranges::numbers_within(span, length as i64, if is_horizontal { "files" } else { "ranks" }, sink)?,
    };
    let rising = from <= to;
    let mut along: Vec<i16> = (from.min(to)..=from.max(to)).map(|it| it as i16 - 1).collect();
    if !rising {
        along.reverse();
    }
    let cell = |at: i16| match edge {
        Edge::North => Cell { patch, file: at, rank: ranks - 1 },
        Edge::South => Cell { patch, file: at, rank: 0 },
        Edge::East => Cell { patch, file: files - 1, rank: at },
        Edge::West => Cell { patch, file: 0, rank: at },
    };
    let up = Heading(if is_horizontal { 2 } else { 0 });
    Some(SeamSide {
        cells: along.into_iter().map(cell).collect(),
        edge,
        outward: Heading(match edge {
            Edge::North => 0,
            Edge::East => 2,
            Edge::South => 4,
            Edge::West => 6,
        }),
        along: if rising { up } else { opposite(up, 8) },
        rising,
    })
}

/// Returns the cell `by` squares farther along an edge, in the order of its span. The shift wraps around closed
/// edges; on others, it must stay on the edge.
fn shifted(atlas: &Atlas, side: &SeamSide, cell: Cell, by: i64, closed: bool) -> Option<Cell> {
    let patch = &atlas.patches[cell.patch as usize];
    let is_horizontal = matches!(side.edge, Edge::North | Edge::South);
    let (at, length) = if is_horizontal { (cell.file, patch.files) } else { (cell.rank, patch.ranks) };
    let by = if side.rising { by } else { by.saturating_neg() };
    let at = (at as i64).saturating_add(by);
    let at = if closed { at.rem_euclid(length as i64) } else { at };
    let at = (0..length as i64).contains(&at).then_some(at as i16)?;
    Some(if is_horizontal { Cell { file: at, ..cell } } else { Cell { rank: at, ..cell } })
}

/// Reports whether an edge is closed, which means that the edges at its two ends are glued together completely and
/// in order.
fn is_closed(scope: &Scope, atlas: &Atlas, patch: u16, edge: Edge) -> bool {
    let ends =
        if matches!(edge, Edge::North | Edge::South) { [Edge::East, Edge::West] } else { [Edge::North, Edge::South] };
    let name = atlas.patches[patch as usize].name.as_str();
    scope.definition.seams.iter().any(|(_, seam)| {
        let edges = [seam.side.edge.value, seam.onto.edge.value];
        let whole = seam.side.value.span.is_none() && seam.onto.value.span.is_none() && seam.straight.value == 0;
        whole
            && [&seam.side.patch, &seam.onto.patch].iter().all(|it| it.0 == name)
            && edges[0] != edges[1]
            && ends.contains(&edges[0])
            && ends.contains(&edges[1])
    })
}

/// Reports edges that are glued twice, unless the seam allows forks.
fn find_forks(scope: &Scope, atlas: &Atlas, web: &StepMap, sink: &mut Diagnostics) {
    let mut reported = vec![false; scope.definition.seams.len()];
    for cell in &atlas.cells {
        for heading in (0..8).step_by(2).map(Heading) {
            let steps = web.steps(*cell, heading).iter().filter(|it| atlas.square(it.to).is_some());
            if steps.clone().count() < 2 {
                continue;
            }
            let steps: Vec<&CellStep> = steps.collect();
            for origin in steps.iter().flat_map(|it| &it.seams) {
                let (name, seam) = &scope.definition.seams[origin.header as usize];
                if seam.forks.value == Forks::Yes || std::mem::replace(&mut reported[origin.header as usize], true) {
                    continue;
                }
                let mut seams = steps.iter().flat_map(|it| &it.seams);
                let is_image = seams.clone().all(|it| it.header == origin.header) && seams.any(|it| !it.own);
                let ends: Vec<String> = steps.iter().map(|it| format!("`{}`", atlas.name(it.to))).collect();
                sink.error(
                    Code::ForkedEdge,
                    name.span,
                    format!("a straight step from `{}` leads to {}", atlas.name(*cell), ends.join(" and ")),
                )
                .help(match is_image {
                    true => {
                        "the symmetry of the board adds images of this seam, and one of them joins the same edge in \
                         another way: change a `span`, `straight` or `[board.symmetry]` so that each edge is joined \
                         once; if you want a fork, write `forks = \"yes\"`"
                    }
                    false => "join each edge once, in one order; if you want a fork, write `forks = \"yes\"`",
                });
            }
        }
    }
}

/// Adds the diagonals around corners across seams, in both ways. `free` tells for each seam whether its diagonals
/// are derived.
fn round_corners(atlas: &Atlas, web: &mut StepMap, free: &[bool]) {
    let mut found = Vec::new();
    for cell in atlas.all_cells() {
        for first in (0..8).step_by(2).map(Heading) {
            for aside in [2, 6] {
                let second = Heading((first.0 + aside) % 8);
                let diagonal = Heading((first.0 + if aside == 2 { 1 } else { 7 }) % 8);
                for one in web.steps(cell, first) {
                    for two in web.steps(one.to, one.turn.apply(second, 8)) {
                        if one.inside && two.inside {
                            continue;
                        }
                        let mut seams = one.seams.clone();
                        seams.extend(two.seams.iter().filter(|it| !one.seams.contains(it)));
                        if seams.iter().any(|it| !free[it.header as usize]) {
                            continue;
                        }
                        let turn = one.turn.then(two.turn, 8);
                        let onward = turn.apply(diagonal, 8);
                        let step = CellStep { to: two.to, onward, turn, seams, extras: Vec::new(), inside: false };
                        found.push((cell, diagonal, step));
                    }
                }
            }
        }
    }
    for (cell, diagonal, step) in found {
        web.add(cell, diagonal, step);
    }
}
