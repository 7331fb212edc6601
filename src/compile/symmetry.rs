//! The symmetry of the board (`[board.symmetry]`): the map onto itself that takes each seat to the next.
//!
//! Input: the key of `[board.symmetry]`. Output: a [`Turning`], the map of cells and headings, and, once
//! the links are known, the verified [`Symmetry`]. Does not know seats.

use super::atlas::{Atlas, Cell, Patch};
use super::links::Links;
use super::scope::{Scope, once};
use crate::board::{Heading, HeadingSymmetry, Square, Symmetry, heading_names};
use crate::diagnostic::{Code, Diagnostics, Span, Spanned};
use crate::policy::{Cells, Mirror, Of, PatchShape, Rotate};

/// The symmetry of the board, cell by cell.
pub(super) struct Turning {
    map: SymmetryMap,
    /// The map of headings.
    pub frame: HeadingSymmetry,
    /// Order of the symmetry: after this many applications every cell is back in its place.
    pub order: usize,
    /// Span of the header.
    pub span: Span,
}

enum SymmetryMap {
    Files(i16),
    Mirror(Mirror),
    Patches(Vec<u16>),
    Rotate(Rotate),
}

impl Turning {
    /// Reads `[board.symmetry]`. Returns `None` if it is missing or does not fit the patches.
    pub fn new(scope: &Scope, atlas: &Atlas, sink: &mut Diagnostics) -> Option<Self> {
        let table = scope.definition.turn.as_ref()?;
        let turn = &table.value;
        let n = atlas.headings;
        let keys = [turn.files.is_some(), turn.mirror.is_some(), turn.patches.is_some(), turn.rotate.is_some()];
        if keys.iter().filter(|it| **it).count() != 1 {
            sink.error(Code::BadKeys, table.span, "[board.symmetry] takes exactly one key")
                .help("one of `files`, `mirror`, `patches`, `rotate`");
            return None;
        }
        let plain = |mirrored, steps| HeadingSymmetry { mirrored, steps };
        let (map, frame) = if let Some(files) = &turn.files {
            let smallest = atlas.patches.iter().map(|it| it.files).min().unwrap_or(1);
            if files.value < 1 || files.value >= smallest as i64 {
                sink.error(Code::BadNumber, files.span, format!("a rotation by {} files", files.value)).help(format!(
                    "rotate by 1 to {0} files, for example `files = {1}`",
                    smallest - 1,
                    (smallest / 2).max(1)
                ));
                return None;
            }
            (SymmetryMap::Files(files.value as i16), plain(false, 0))
        } else if let Some(mirror) = &turn.mirror {
            let steps = if mirror.value == Mirror::Ranks { n / 2 } else { 0 };
            (SymmetryMap::Mirror(mirror.value), plain(true, steps))
        } else if let Some(patches) = &turn.patches {
            (SymmetryMap::Patches(cycle(scope, atlas, patches, sink)?), plain(false, 0))
        } else {
            let rotate = turn.rotate.as_ref()?;
            (SymmetryMap::Rotate(rotate.value), plain(false, rotation(scope, atlas, rotate, sink)?))
        };
        let mut turning = Self { map, frame, order: 1, span: table.span };
        if atlas.shape == Cells::Triangle {
            let spans = [turn.files.as_ref().map(|it| it.span), turn.mirror.as_ref().map(|it| it.span)];
            let more = [turn.patches.as_ref().map(|it| it.span), turn.rotate.as_ref().map(|it| it.span)];
            let span = spans.into_iter().chain(more).flatten().next().unwrap_or(table.span);
            turning.check_triangles(atlas, span, sink)?;
        }
        turning.order = turning.count(atlas);
        Some(turning)
    }

    /// Returns the image of a cell. Every cell of a patch has an image, which may be a hole.
    pub fn cell(&self, atlas: &Atlas, cell: Cell) -> Cell {
        let patch = &atlas.patches[cell.patch as usize];
        let (files, ranks) = (patch.files, patch.ranks);
        let hex = atlas.shape == Cells::Hex;
        let Cell { patch: index, file, rank } = cell;
        let at = |file, rank| Cell { patch: index, file, rank };
        // Hexes rotate about the middle of their patch.
        let middle = ranks / 2;
        let (x, z) = (file - middle, rank - middle);
        let hex_at = |x: i16, z: i16| at(x + middle, z + middle);
        match &self.map {
            SymmetryMap::Files(by) => at((file + by) % files, rank),
            SymmetryMap::Patches(next) => Cell { patch: next[index as usize], ..cell },
            SymmetryMap::Mirror(Mirror::Files) if hex => hex_at(-x - z, z),
            SymmetryMap::Mirror(Mirror::Ranks) if hex => hex_at(x + z, -z),
            SymmetryMap::Mirror(Mirror::Files) => at(files - 1 - file, rank),
            SymmetryMap::Mirror(Mirror::Ranks) => at(file, ranks - 1 - rank),
            SymmetryMap::Rotate(Rotate::Half) => at(files - 1 - file, ranks - 1 - rank),
            SymmetryMap::Rotate(Rotate::Clockwise90) => at(rank, files - 1 - file),
            SymmetryMap::Rotate(Rotate::Clockwise60) if !hex => {
                let (file, rank) = patch.triangles().rotated((file, rank));
                at(file, rank)
            }
            SymmetryMap::Rotate(Rotate::Clockwise120) if !hex => {
                let (file, rank) = patch.triangles().rotated_twice((file, rank));
                at(file, rank)
            }
            SymmetryMap::Rotate(Rotate::Clockwise60) => hex_at(x + z, -x),
            SymmetryMap::Rotate(Rotate::Clockwise120) => hex_at(z, -x - z),
        }
    }

    /// Checks that the symmetry takes each patch of triangles to one with the same cells and steps.
    fn check_triangles(&self, atlas: &Atlas, span: Span, sink: &mut Diagnostics) -> Option<()> {
        for cell in atlas.all_cells() {
            let image = self.cell(atlas, cell);
            let alike = |heading| {
                let next = atlas.step(cell, heading).map(|it| self.cell(atlas, it));
                atlas.contains(image) && next == atlas.step(image, self.frame.apply(heading, atlas.headings))
            };
            if (0..atlas.headings).map(Heading).all(alike) {
                continue;
            }
            let patch = &atlas.patches[cell.patch as usize];
            let message = format!("the symmetry does not take the triangles of `{}` onto triangles", patch.name);
            sink.error(Code::NotASymmetry, span, message).help(match patch.shape {
                PatchShape::Triangle => "a triangle has `rotate = \"clockwise-120\"` and `mirror = \"files\"`",
                PatchShape::Hexagon => "a hexagon has `rotate = \"half\"`, `\"clockwise-60\"` and `\"clockwise-120\"`, and both mirrors",
                _ => {
                    "a rectangle of triangles has `mirror = \"files\"` if `files` is odd, `mirror = \"ranks\"` if `ranks` \
                     is even, and `rotate = \"half\"` if only one of them is odd"
                }
            });
            return None;
        }
        Some(())
    }

    /// Applies the symmetry to a cell `times` times.
    pub fn cell_times(&self, atlas: &Atlas, mut cell: Cell, times: usize) -> Cell {
        for _ in 0..times {
            cell = self.cell(atlas, cell);
        }
        cell
    }

    /// Applies the symmetry to a heading `times` times.
    pub fn heading_times(&self, n: u8, mut heading: Heading, times: usize) -> Heading {
        for _ in 0..times {
            heading = self.frame.apply(heading, n);
        }
        heading
    }

    /// Conjugates the transformation of a link by the symmetry.
    pub fn conjugate(&self, n: u8, turn: HeadingSymmetry) -> HeadingSymmetry {
        self.frame.inverse(n).then(turn, n).then(self.frame, n)
    }

    fn count(&self, atlas: &Atlas) -> usize {
        let start = atlas.all_cells();
        let (mut cells, mut frame) = (start.clone(), HeadingSymmetry::default());
        for order in 1..=4096 {
            for cell in &mut cells {
                *cell = self.cell(atlas, *cell);
            }
            frame = frame.then(self.frame, atlas.headings);
            if cells == start && frame == HeadingSymmetry::default() {
                return order;
            }
        }
        1
    }

    /// Checks that every link has an image. Reports the first that has none.
    pub fn check(&self, scope: &Scope, atlas: &Atlas, links: &Links, sink: &mut Diagnostics) -> Option<Symmetry> {
        let n = atlas.headings;
        let mut squares = Vec::new();
        for cell in &atlas.cells {
            let image = self.cell(atlas, *cell);
            match atlas.square(image) {
                Some(square) => squares.push(square),
                None if atlas.name(image).is_empty() => {
                    let text = format!("the symmetry takes {} to a place outside the board", atlas.name(*cell));
                    let such = possible(scope, atlas);
                    sink.error(Code::NotASymmetry, self.span, text).help(format!(
                        "choose a symmetry that maps the outline of the board onto itself, such as `{such}`"
                    ));
                    return None;
                }
                None => {
                    sink.error(
                        Code::NotASymmetry,
                        self.span,
                        format!("the symmetry takes {} to {}, which is a hole", atlas.name(*cell), atlas.name(image)),
                    )
                    .help(format!(
                        "name `{}` under `holes`, too, or remove `{}` from them",
                        atlas.name(*cell),
                        atlas.name(image)
                    ));
                    return None;
                }
            }
        }
        for link in &links.all {
            let (from, to) = (squares[link.from.index()], squares[link.to.index()]);
            let heading = self.frame.apply(link.heading, n);
            let onward = self.frame.apply(link.onward, n);
            if links.find(from, heading, to, onward).is_none() {
                let name = |it: Square| atlas.name(atlas.cell(it));
                let cut = links.cut_at(from, heading, to, onward).map(|it| &scope.definition.cuts[it]);
                let is_cut = |it: &(Spanned<String>, crate::definition::Line)| {
                    it.1.of.value == Of::Board && cut.is_some_and(|cut| cut.1.line.0 == it.0.value)
                };
                let once = scope.definition.lines.iter().find(|it| is_cut(it));
                let lost = match cut {
                    Some((cut, _)) => format!("which `[board.cut.{}]` removes", cut.value),
                    None => "which does not exist".to_owned(),
                };
                sink.error(
                    Code::NotASymmetry,
                    cut.map_or(self.span, |it| it.0.span),
                    format!(
                        "the symmetry takes the link {} from {} to {} to a link {} from {} to {}, {lost}",
                        heading_names(n)[link.heading.0 as usize],
                        name(link.from),
                        name(link.to),
                        heading_names(n)[heading.0 as usize],
                        name(from),
                        name(to)
                    ),
                )
                .help(match (once, &atlas.patches[0]) {
                    (Some((line, _)), _) => format!(
                        "cut the same links for every seat: write `of = \"seat\"` under `[line.{}]`; or write \
                         `seats = \"differ\"` in [board]",
                        line.value
                    ),
                    (None, ring)
                        if ring.shape == PatchShape::Annulus && links.all.iter().all(|it| it.seams.is_empty()) =>
                    {
                        let edge = |it: &str| format!("{{ patch = \"{}\", edge = \"{it}\" }}", ring.name);
                        format!(
                            "a ring is closed by a seam: `[board.seam.round]` with `side = {}` and `onto = {}`",
                            edge("east"),
                            edge("west")
                        )
                    }
                    _ => "make the board the same for every seat, or write `seats = \"differ\"` in [board]".to_owned(),
                });
                return None;
            }
        }
        Some(Symmetry { squares, turn: self.frame })
    }
}

/// Reports a symmetry of patches on a board of one patch.
pub(super) fn no_other_patch(scope: &Scope, only: &Patch, span: Span, sink: &mut Diagnostics) {
    let message = format!("the board has one patch, `{}`, so no patch maps to another", only.name);
    sink.error(Code::BadKeys, span, message)
        .help(format!("write another key in its place: `{}`", of_one_patch(only, scope.seats.len())));
}

/// Returns the line of a symmetry that a board may have.
fn possible(scope: &Scope, atlas: &Atlas) -> String {
    match atlas.patches.as_slice() {
        [only] => of_one_patch(only, scope.seats.len()),
        _ => "rotate = \"half\"".to_owned(),
    }
}

/// Returns the line of a symmetry that a board of one patch can have.
fn of_one_patch(patch: &Patch, seats: usize) -> String {
    let files = usize::try_from(patch.files).unwrap_or_default();
    match (patch.shape, seats) {
        (PatchShape::Annulus, 2..) if files > seats && files % seats == 0 => format!("files = {}", files / seats),
        (PatchShape::Triangle, _) | (PatchShape::Hexagon, 3) => "rotate = \"clockwise-120\"".to_owned(),
        (PatchShape::Hexagon, 6) => "rotate = \"clockwise-60\"".to_owned(),
        (PatchShape::Rectangle, 4) if patch.files == patch.ranks => "rotate = \"clockwise-90\"".to_owned(),
        (PatchShape::Hexagon, _) => "rotate = \"half\"".to_owned(),
        _ => "mirror = \"ranks\"".to_owned(),
    }
}

/// Reads a cycle of patches: all patches, each once, of the same size and shape.
fn cycle(
    scope: &Scope,
    atlas: &Atlas,
    patches: &Spanned<Vec<Spanned<crate::definition::value::Name>>>,
    sink: &mut Diagnostics,
) -> Option<Vec<u16>> {
    if let [only] = &atlas.patches[..] {
        no_other_patch(scope, only, patches.span, sink);
        return None;
    }
    let before = sink.items.len();
    once(patches, sink);
    let order: Vec<u16> = patches.iter().filter_map(|it| atlas.patch(scope, it, sink)).collect();
    if sink.items.len() > before {
        return None;
    }
    if order.len() != atlas.patches.len() {
        sink.error(Code::BadKeys, patches.span, "a symmetry of patches names every patch once").help(format!(
            "name each patch once, in the order in which the symmetry takes each to the next: `patches = [{}]`",
            atlas.patches.iter().map(|it| format!("\"{}\"", it.name)).collect::<Vec<_>>().join(", ")
        ));
        return None;
    }
    let first = &atlas.patches[order[0] as usize];
    for (index, name) in order.iter().zip(patches.iter()) {
        let patch = &atlas.patches[*index as usize];
        if (patch.files, patch.ranks, patch.shape) != (first.files, first.ranks, first.shape) {
            sink.error(
                Code::NotASymmetry,
                name.span,
                format!("`{}` has another size or shape than `{}`", patch.name, first.name),
            )
            .help(format!(
                "give it the `files`, `ranks` and `shape` of `{}`, or write `seats = \"differ\"` in [board]",
                first.name
            ));
            return None;
        }
    }
    let mut next = vec![0; order.len()];
    for (index, patch) in order.iter().enumerate() {
        next[*patch as usize] = order[(index + 1) % order.len()];
    }
    Some(next)
}

/// Returns by how many headings a rotation turns, if the patches allow it.
fn rotation(scope: &Scope, atlas: &Atlas, rotate: &Spanned<Rotate>, sink: &mut Diagnostics) -> Option<u8> {
    let n = atlas.headings;
    let hexagons = atlas.patches.iter().all(|it| it.shape == PatchShape::Hexagon);
    let thirds = atlas.patches.iter().all(|it| matches!(it.shape, PatchShape::Hexagon | PatchShape::Triangle));
    let squares = n == 8 && atlas.patches.iter().all(|it| it.files == it.ranks);
    let (fits, steps, needs) = match rotate.value {
        Rotate::Half => (true, n / 2, ""),
        Rotate::Clockwise90 => (squares, 2, "patches of squares with as many files as ranks"),
        Rotate::Clockwise60 => (hexagons, 2, "hexagons"),
        Rotate::Clockwise120 => (thirds, 4, "hexagons and triangles"),
    };
    if !fits {
        sink.error(Code::NotASymmetry, rotate.span, format!("`{}` is a rotation of {needs}", rotate.value))
            .help(format!("choose another symmetry, for example `{}`", possible(scope, atlas)));
        return None;
    }
    Some(steps)
}
