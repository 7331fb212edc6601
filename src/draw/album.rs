//! Many pictures on one page of HTML, small: what they have in common is there once.
//!
//! In: positions with their views, in the order of the page. Out: an SVG for each. The
//! first of a board holds its squares, the first of a kind its shape; the others use
//! them. The pictures stand on one page, or they are not whole.

use std::fmt::Write;

use super::{Drawing, Scene, Theme, View, ViewBox, barriers, layout, legend, lines, marks, palette, words, zones};
use crate::rules::Position;

/// The pictures of one page.
#[derive(Debug, Default)]
pub struct Album {
    /// The boards that are there, with their themes.
    boards: Vec<(Theme, String)>,
    symbols: Vec<String>,
    /// The themes whose colors are there.
    themes: Vec<Theme>,
}

impl Album {
    /// No pictures so far.
    pub fn new() -> Self {
        Self::default()
    }

    /// The next picture of the page.
    pub fn picture(&mut self, position: &Position, view: &View) -> String {
        let scene = Scene::of(position);
        let book = position.variant().rulebook();
        let drawing = Drawing::new(position.variant(), view.seat);
        let layout = &drawing.layout;
        let view = &drawing.seen(view);
        let mut defs = String::new();
        if !self.themes.contains(&view.theme) {
            self.themes.push(view.theme);
            // Colors for whatever players come.
            let all: Vec<usize> = (0..palette::NAMES.len()).collect();
            let _ = write!(defs, "<style>{}</style>", palette::style(view.theme, &all));
        }
        let fresh: Vec<String> = drawing.symbols().into_iter().filter(|it| !self.symbols.contains(it)).collect();
        if !fresh.is_empty() {
            let _ = write!(defs, "<defs>{}</defs>", fresh.concat());
            self.symbols.extend(fresh);
        }
        let mut board = lines::web(book, layout);
        drawing.few_squares(&mut board);
        board.push_str(&drawing.seams.drawn);
        board.push_str(&drawing.names());
        let known = self.boards.iter().position(|it| it.0 == view.theme && it.1 == board);
        let mut body = match known {
            Some(number) => format!("<use href=\"#tf-board-{number}\"/>"),
            None => {
                let drawn = palette::reused(&format!("tf-board-{}", self.boards.len()), view.theme, &board);
                self.boards.push((view.theme, board));
                drawn
            }
        };
        let _ = write!(
            body,
            "<g stroke-linejoin=\"round\">{}{}{}{}</g>",
            zones::zones(book, layout, view),
            marks::below(&scene, layout, view),
            drawing.barriers.all(&scene),
            barriers::points(&drawing.points)
        );
        drawing.few_words(&mut body, &scene);
        body.push_str(&marks::above(&scene, layout, view));
        let margin = 0.12 * layout::UNIT + drawing.labels.margin;
        let (left, top, right, bottom) = layout.bounds;
        let mut frame: ViewBox =
            (left - margin, top - margin, right - left + 2.0 * margin, bottom - top + 2.0 * margin);
        if view.legend {
            let (text, high) = legend::legend(&drawing, &scene, view, frame.0, frame.1 + frame.3, frame.2);
            body.push_str(&text);
            frame.3 += high;
        }
        let svg = drawing.whole(view, frame, &words::description(&scene, view), &defs, &body);
        // A page of HTML knows what an SVG is without its address.
        svg.replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1)
    }
}
