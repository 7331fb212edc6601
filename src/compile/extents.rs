//! The extent of patches: files and ranks from the keys of `[board.patch]`.
//!
//! Contains [`extent`]. Input: a patch as written, and the shape of the cells. Output: a [`Patch`], or what is
//! missing, contradictory or too large. Does not know names, holes and steps.

use super::atlas::{Patch, SQUARES};
use super::triangles::Triangles;
use crate::definition as def;
use crate::definition::table::missing_key;
use crate::diagnostic::{Code, Diagnostics, Span, Spanned};
use crate::policy::{Cells, PatchShape};

/// Maximum number of cells, including holes.
pub(super) const CELLS: i64 = 4096;

/// Reports a board with too many squares.
pub(super) fn too_many_squares(span: Span, found: &str, shape: PatchShape, sink: &mut Diagnostics) {
    let size = if is_sided(shape) { "`side = 5`" } else { "`files = 8` and `ranks = 8`" };
    sink.error(Code::TooMany, span, format!("{found}; a board may have at most {SQUARES} squares"))
        .help(format!("make the patches smaller, for example {size}, or name `holes`"));
}

/// Reports whether the size of a patch is the length of its sides.
fn is_sided(shape: PatchShape) -> bool {
    matches!(shape, PatchShape::Hexagon | PatchShape::Triangle)
}

/// Computes the extent of a patch.
pub(super) fn extent(
    name: &Spanned<String>,
    table: &def::Patch,
    cells: Cells,
    sink: &mut Diagnostics,
) -> Option<Patch> {
    let shape = table.shape.value;
    let title = format!("[board.patch.{}]", name.value);
    let misfit = match (shape, cells) {
        (PatchShape::Annulus, Cells::Hex) => Some(("a ring consists of squares, not of hexes", "square")),
        (PatchShape::Annulus, Cells::Triangle) => Some(("a ring consists of squares, not of triangles", "square")),
        (PatchShape::Hexagon, Cells::Square) => Some(("a hexagon consists of hexes or triangles", "hex")),
        (PatchShape::Triangle, Cells::Square | Cells::Hex) => Some(("a triangle consists of triangles", "triangle")),
        _ => None,
    };
    if let Some((message, needed)) = misfit {
        sink.error(Code::BadPatch, table.shape.span, message)
            .help(format!("set `cells = \"{needed}\"` in [board], or choose another shape"));
        return None;
    }
    let sided = is_sided(shape);
    let mut read = |key: &str, value: &Option<Spanned<i64>>, wanted: bool, least: i64| -> Option<i64> {
        match value {
            None if wanted => {
                missing_key(name.span, &title, key, None, sink).help(format!("add it, for example `{key} = 8`"));
                None
            }
            None => Some(0),
            Some(value) if !wanted => {
                sink.error(Code::BadKeys, value.span, format!("a {shape} has no `{key}`")).help(if sided {
                    "its size is `side`"
                } else {
                    "its size is `files` and `ranks`"
                });
                None
            }
            Some(value) if value.value < least => {
                sink.error(Code::BadNumber, value.span, format!("`{key}` is {}; it is at least {least}", value.value))
                    .help(format!("write `{key} = {least}` or more"));
                None
            }
            Some(value) if value.value > CELLS => {
                too_many_squares(value.span, &format!("`{key}` is {}", value.value), shape, sink);
                None
            }
            Some(value) => Some(value.value),
        }
    };
    let files = read("files", &table.files, !sided, 1);
    let ranks = read("ranks", &table.ranks, !sided, 1);
    let side = read("side", &table.side, sided, 2);
    let (mut files, mut ranks, side) = (files?, ranks?, side?);
    if sided {
        (files, ranks) = match cells {
            Cells::Triangle => Triangles::extent(shape, side),
            _ => (2 * side - 1, 2 * side - 1),
        };
    }
    if files * ranks > CELLS {
        too_many_squares(name.span, &format!("the patch has {files} x {ranks} cells"), shape, sink);
        return None;
    }
    Some(Patch { name: name.value.clone(), span: name.span, files: files as i16, ranks: ranks as i16, shape })
}
