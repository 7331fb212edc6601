//! Several positions of one board, side by side in one picture.
//!
//! Input: positions, each with a view and a caption. Output: one SVG, filled from left to right.
//! The board is drawn once and reused, so that the file stays small. Does not know where the
//! positions come from.

use std::fmt::Write;

use super::letters::{Align, line, width};
use super::{Drawing, MARGIN, Scene, View, ViewBox, barriers, legend, lines, marks, palette, words, zones};
use crate::draw::escaped;
use crate::rules::Position;

/// One cell of a row.
///
/// [`row`] has an example.
#[derive(Clone, Debug)]
pub struct RowPicture {
    /// The position to draw.
    pub position: Position,
    /// The marks on this board.
    pub view: View,
    /// The text above this board.
    pub caption: String,
}

/// Maximum number of boards side by side.
const COLUMNS: usize = 4;

/// Draws all cells as one picture, from the seat of the first. Returns `None` if there are no cells
/// or their boards differ.
///
/// ```
/// use threefold::draw::{RowPicture, View, row};
///
/// let start = threefold::load("chess")?.variant.start().expect("a starting position");
/// let cell = |caption: &str| RowPicture { position: start.clone(), view: View::default(), caption: caption.into() };
/// assert!(row(&[cell("before"), cell("after")]).is_some_and(|it| it.contains("after")));
/// # Ok::<(), threefold::LoadError>(())
/// ```
pub fn row(cells: &[RowPicture]) -> Option<String> {
    let first = cells.first()?;
    let variant = first.position.variant();
    let book = variant.rulebook();
    let drawing = Drawing::new(variant, first.view.seat);
    if !cells.iter().all(|it| drawing.fits(&it.position)) {
        return None;
    }
    let first = &RowPicture { view: drawing.completed_whole(&first.view), ..first.clone() };
    let (left, top, right, bottom) = drawing.layout.bounds;
    let mut board = lines::free_links(book, &drawing.layout);
    drawing.plain_squares(&mut board);
    board.push_str(&drawing.seams.drawn);
    let margin = MARGIN + if first.view.bare { 0.0 } else { drawing.labels.margin };
    if !first.view.bare {
        board.push_str(&drawing.label_paths(&Scene::of(&first.position), &first.view));
    }
    let (wide, high) = (right - left + 2.0 * margin, bottom - top + 2.0 * margin);
    let head = if cells.iter().any(|it| !it.caption.is_empty()) { wide * 0.075 } else { 0.0 };
    let across = cells.len().min(if cells.len() <= COLUMNS { COLUMNS } else { COLUMNS.min(cells.len().div_ceil(2)) });
    let mut body = String::new();
    for (index, cell) in cells.iter().enumerate() {
        let view = drawing.completed_whole(&cell.view);
        let (x, y) = ((index % across) as f64 * wide, (index / across) as f64 * (high + head));
        let _ = write!(body, "<g transform=\"translate({x:.0} {y:.0})\"><title>{}</title>", escaped(&cell.caption));
        let size = (wide * 0.032).min(wide * 0.9 / width(&cell.caption, 1.0).max(1e-9));
        let at = ((left + right) / 2.0, top - margin - head * 0.4);
        let _ = write!(
            body,
            "<path class=\"label\" d=\"{}\" fill=\"none\" stroke-width=\"{:.1}\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\"/><use href=\"#tf-board\"/><g stroke-linejoin=\"round\">",
            line(&cell.caption, at, size, Align::Middle),
            size * 0.13
        );
        let scene = Scene::of(&cell.position);
        if !first.view.bare {
            body.push_str(&drawing.rank_paths(&scene, &view));
        }
        body.push_str(&zones::zones(book, &drawing.layout, &view));
        body.push_str(&marks::below(&scene, &drawing.layout, &view));
        body.push_str(&drawing.barriers.all(&scene));
        body.push_str(&barriers::points(&drawing.points));
        body.push_str("</g>");
        drawing.plain_pieces(&mut body, &scene, &view);
        drawing.ghosts(&mut body, &view);
        let _ = write!(body, "{}</g>", marks::above(&scene, &drawing.layout, &view));
    }
    let down = cells.len().div_ceil(across) as f64;
    let mut frame: ViewBox = (left - margin, top - margin - head, wide * across as f64, (high + head) * down);
    if first.view.legend {
        let last = cells.last().unwrap_or(first);
        // The legend is as large as below a single board.
        let (text, more) = legend::legend(
            &drawing,
            &Scene::of(&last.position),
            &drawing.completed_whole(&last.view),
            frame.0,
            frame.1 + frame.3,
            frame.2.min(wide * 1.6),
        );
        body.push_str(&text);
        frame.3 += more;
    }
    let described: Vec<String> = cells
        .iter()
        .map(|it| {
            format!(
                "{}\n{}",
                it.caption,
                words::description(&Scene::of(&it.position), &drawing.completed_whole(&it.view))
            )
            .trim()
            .to_owned()
        })
        .collect();
    let defs = palette::reused("tf-board", first.view.theme, &board);
    Some(drawing.document(&first.view, frame, &described.join("\n"), &defs, &body))
}
