//! Many pictures on one page of HTML, small: what they have in common is there once.
//!
//! In: positions with their views, in the order of the page. Out: an SVG for each. The
//! first of a board holds its squares, the first of a kind its shape; the others use
//! them. The pictures stand on one page, or they are not whole.

use std::fmt::Write;

use super::{Drawing, Frame, View, barriers, layout, legend, lines, marks, palette, words, zones};
use crate::rules::Position;
use crate::variant::SeatId;

/// The pictures of one page.
#[derive(Debug, Default)]
pub struct Album {
    /// By the hash of the rulebook and the seat.
    boards: Vec<((String, Option<SeatId>), Drawing)>,
    symbols: Vec<String>,
    is_begun: bool,
}

impl Album {
    /// No pictures so far.
    pub fn new() -> Self {
        Self::default()
    }

    /// The next picture of the page.
    pub fn picture(&mut self, position: &Position, view: &View) -> String {
        let variant = position.variant();
        let key = (variant.hash().to_owned(), view.seat);
        let known = self.boards.iter().position(|it| it.0 == key);
        let number = known.unwrap_or_else(|| {
            self.boards.push((key, Drawing::new(variant, view.seat)));
            self.boards.len() - 1
        });
        let drawing = &self.boards[number].1;
        let margin = 0.12 * layout::UNIT + drawing.labels.margin;
        let mut defs = String::new();
        if !std::mem::replace(&mut self.is_begun, true) {
            // Colours for whatever players come.
            let all: Vec<usize> = (0..palette::NAMES.len()).collect();
            let _ = write!(defs, "<style>{}</style>", palette::style(view.theme, &all));
        }
        let fresh: Vec<String> = drawing.symbols().into_iter().filter(|it| !self.symbols.contains(it)).collect();
        if !fresh.is_empty() {
            let _ = write!(defs, "<defs>{}</defs>", fresh.concat());
            self.symbols.extend(fresh);
        }
        let mut body = String::new();
        if known.is_none() {
            let _ = write!(body, "<g id=\"tf-board-{number}\">{}", lines::web(variant.rulebook(), &drawing.layout));
            drawing.few_squares(&mut body);
            let _ = write!(body, "{}</g>", drawing.names());
        } else {
            let _ = write!(body, "<use href=\"#tf-board-{number}\"/>");
        }
        let book = variant.rulebook();
        let layout = &drawing.layout;
        let _ = write!(
            body,
            "<g stroke-linejoin=\"round\">{}{}{}{}</g>",
            zones::zones(book, layout, &view.zones, view.seat),
            marks::below(position, layout, view),
            barriers::barriers(position, layout),
            barriers::points(&drawing.points)
        );
        drawing.few_words(&mut body, position);
        body.push_str(&marks::above(position, layout, view));
        let (left, top, right, bottom) = layout.bounds;
        let mut frame: Frame = (left - margin, top - margin, right - left + 2.0 * margin, bottom - top + 2.0 * margin);
        if view.legend {
            let (text, high) = legend::legend(drawing, position, view, frame.0, frame.1 + frame.3, frame.2);
            body.push_str(&text);
            frame.3 += high;
        }
        drawing.whole(view, frame, &words::description(position, view), &defs, &body)
    }
}
