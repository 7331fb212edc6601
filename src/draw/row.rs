//! Several positions of one board as one picture, side by side.
//!
//! In: positions with their views and a line of words each. Out: one SVG, in rows from
//! the left. The board itself is drawn once and used again, so that a row stays small.

use std::fmt::Write;

use super::letters::{Align, line, width};
use super::{Drawing, Scene, View, ViewBox, barriers, layout, legend, lines, marks, palette, words, zones};
use crate::notation::paragraph::escaped;
use crate::rules::Position;

/// A picture of several.
#[derive(Clone, Debug)]
pub struct RowPicture {
    /// What stands on the board.
    pub position: Position,
    /// What is marked.
    pub view: View,
    /// What stands above it.
    pub caption: String,
}

/// So many stand side by side.
const ACROSS: usize = 4;

/// All cells as one picture, seen as the first one is; `None` where there are none, and where
/// one of them does not fit on the board of the first.
pub fn row(cells: &[RowPicture]) -> Option<String> {
    let first = cells.first()?;
    let variant = first.position.variant();
    let book = variant.rulebook();
    let drawing = Drawing::new(variant, first.view.seat);
    if !cells.iter().all(|it| drawing.fits(&it.position)) {
        return None;
    }
    let first = &RowPicture { view: drawing.seen(&first.view), ..first.clone() };
    let (left, top, right, bottom) = drawing.layout.bounds;
    let mut board = lines::web(book, &drawing.layout);
    drawing.few_squares(&mut board);
    board.push_str(&drawing.seams.drawn);
    let margin = 0.12 * layout::UNIT + if first.view.bare { 0.0 } else { drawing.labels.margin };
    if !first.view.bare {
        board.push_str(&drawing.names());
    }
    let (wide, high) = (right - left + 2.0 * margin, bottom - top + 2.0 * margin);
    let head = if cells.iter().any(|it| !it.caption.is_empty()) { wide * 0.075 } else { 0.0 };
    let across = cells.len().min(if cells.len() <= ACROSS { ACROSS } else { ACROSS.min(cells.len().div_ceil(2)) });
    let mut body = String::new();
    for (index, cell) in cells.iter().enumerate() {
        let view = drawing.seen(&cell.view);
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
        body.push_str(&zones::zones(book, &drawing.layout, &view));
        body.push_str(&marks::below(&scene, &drawing.layout, &view));
        body.push_str(&drawing.barriers.all(&scene));
        body.push_str(&barriers::points(&drawing.points));
        body.push_str("</g>");
        drawing.few_words(&mut body, &scene);
        let _ = write!(body, "{}</g>", marks::above(&scene, &drawing.layout, &view));
    }
    let down = cells.len().div_ceil(across) as f64;
    let mut frame: ViewBox = (left - margin, top - margin - head, wide * across as f64, (high + head) * down);
    if first.view.legend {
        let last = cells.last().unwrap_or(first);
        // As large as below a single board.
        let (text, more) = legend::legend(
            &drawing,
            &Scene::of(&last.position),
            &drawing.seen(&last.view),
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
            format!("{}\n{}", it.caption, words::description(&Scene::of(&it.position), &drawing.seen(&it.view)))
                .trim()
                .to_owned()
        })
        .collect();
    let defs = palette::reused("tf-board", first.view.theme, &board);
    Some(drawing.document(&first.view, frame, &described.join("\n"), &defs, &body))
}
