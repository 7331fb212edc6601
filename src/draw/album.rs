//! Many small pictures on one HTML page that share their definitions.
//!
//! Input: positions with their views, in page order. Output: one SVG for each, and its legend in HTML. The first picture of
//! a board contains its squares, and the first use of a kind contains its shape; later pictures
//! refer to them. The pictures are therefore complete only together, on one page. Does not know the
//! text around them.

use std::fmt::Write;

use super::{Drawing, MARGIN, Scene, Theme, View, barriers, legend, lines, marks, palette, words, zones};
use crate::rules::Position;

/// The pictures of one page.
#[derive(Debug, Default)]
pub struct Album {
    /// The boards on the page so far and the names around them, with their themes.
    boards: Vec<(Theme, String)>,
    symbols: Vec<String>,
    /// The themes whose stylesheet is on the page.
    themes: Vec<Theme>,
}

impl Album {
    /// Creates an album without pictures.
    pub fn new() -> Self {
        Self::default()
    }

    /// Draws the next picture of the page. The legend follows the SVG as a paragraph of the class `legend`, with a small SVG
    /// of the class `sample` for each entry. The style sheet of the page decides its size.
    pub fn picture(&mut self, position: &Position, view: &View) -> String {
        let scene = Scene::of(position);
        let book = position.variant().rulebook();
        let drawing = Drawing::new(position.variant(), view.seat);
        let layout = &drawing.layout;
        let view = &drawing.completed(view);
        let mut defs = String::new();
        if !self.themes.contains(&view.theme) {
            self.themes.push(view.theme);
            // Includes all piece colors, because later pictures may have other players.
            let all: Vec<usize> = (0..palette::NAMES.len()).collect();
            let _ = write!(defs, "<style>{}</style>", palette::style(view.theme, &all));
        }
        let fresh: Vec<String> = drawing
            .symbols(drawing.colors.contains(&palette::GRAY))
            .into_iter()
            .filter(|it| !self.symbols.contains(it))
            .collect();
        if !fresh.is_empty() {
            let _ = write!(defs, "<defs>{}</defs>", fresh.concat());
            self.symbols.extend(fresh);
        }
        let mut board = lines::free_links(book, layout);
        drawing.plain_squares(&mut board);
        board.push_str(&drawing.seams.drawn);
        let mut body = self.shared(view.theme, "board", board);
        // A close-up has only the names that its frame shows completely, so it shares only the rest of the board.
        let names = drawing.label_paths(&scene, view);
        let is_own = drawing.has_close_up(view) || drawing.names_all(view);
        body.push_str(&if is_own { names } else { self.shared(view.theme, "names", names) });
        body.push_str(&drawing.rank_paths(&scene, view));
        let _ = write!(
            body,
            "<g stroke-linejoin=\"round\">{}{}{}{}{}</g>",
            zones::zones(book, layout, view),
            marks::below(&scene, layout, view),
            drawing.board_lines(view),
            drawing.barriers.all(&scene),
            barriers::points(&drawing.points)
        );
        body.push_str(&marks::through_pieces(&scene, layout, view));
        drawing.plain_pieces(&mut body, &scene, view);
        drawing.ghosts(&mut body, view);
        body.push_str(&marks::above(&scene, layout, view));
        let margin = MARGIN + drawing.labels.margin;
        let (frame, body) = drawing.framed(&scene, view, margin, body);
        let svg = drawing.wrap(view, frame, &words::description(&scene, view), &defs, &body);
        // SVG inside HTML needs no namespace declaration.
        let svg = svg.replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
        svg + &if view.legend { legend::html(&drawing, &scene, view) } else { String::new() }
    }

    /// Draws a named part of a picture, or refers to an earlier picture that has drawn it.
    fn shared(&mut self, theme: Theme, name: &str, part: String) -> String {
        match self.boards.iter().position(|it| it.0 == theme && it.1 == part) {
            Some(number) => format!("<use href=\"#tf-{name}-{number}\"/>"),
            None => {
                let drawn = palette::reused(&format!("tf-{name}-{}", self.boards.len()), theme, &part);
                self.boards.push((theme, part));
                drawn
            }
        }
    }
}
