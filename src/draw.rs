//! Boards as pictures: SVG, drawn from the definition alone.
//!
//! In: a [`Position`] and a [`View`] (from which seat, which theme, what is to be marked).
//! Out: one SVG as text. Every square carries `data-square`, every man `data-seat`,
//! `data-kind` and `data-square`. Refuses to know rules: what is marked is said by the caller.

mod barriers;
mod labels;
mod layout;
mod letters;
mod marks;
mod men;
pub mod palette;
mod pen;
mod png;

use std::fmt::Write;

use crate::board::Square;
use crate::notation::paragraph::escaped;
use crate::rules::{Move, Position, Variant};
use crate::variant::SeatId;
use layout::Layout;
use pen::Pen;

pub use png::{PngError, SIZES, png};

/// Which colours are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the reader has it: light or dark.
    #[default]
    Auto,
    /// On a light ground.
    Light,
    /// On a dark ground.
    Dark,
    /// Black on white, for paper.
    Print,
}

/// What is shown, and from where it is seen.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The seat at the bottom; the board as it is laid out, where nobody is named.
    pub seat: Option<SeatId>,
    /// Colours.
    pub theme: Theme,
    /// Without the names of files and ranks.
    pub bare: bool,
    /// With a legend of players, barriers and marks.
    pub legend: bool,
    /// With the lines that leave the drawing of one square and go on elsewhere, as through a centre.
    pub lines: bool,
    /// The last move.
    pub last: Option<Move>,
    /// The square of the man that is asked about.
    pub selected: Option<Square>,
    /// Where moves lead: a dot, or a ring where something is taken.
    pub targets: Vec<Move>,
    /// Arrows.
    pub arrows: Vec<(Square, Square)>,
    /// Squares at issue.
    pub marked: Vec<Square>,
}

/// A board ready to be drawn: where everything lies, worked out once.
#[derive(Clone, Debug)]
pub struct Drawing {
    variant: Variant,
    layout: Layout,
    colours: Vec<usize>,
}

impl Drawing {
    /// The board of a variant, as it is laid out or as a seat sees it.
    pub fn new(variant: &Variant, seat: Option<SeatId>) -> Self {
        let book = variant.rulebook();
        let colours = palette::seat_colours(book);
        Self { variant: variant.clone(), layout: Layout::new(book, seat), colours }
    }

    /// A position on it. The seat of the view is not asked again.
    pub fn svg(&self, position: &Position, view: &View) -> String {
        let book = self.variant.rulebook();
        let (left, top, right, bottom) = self.layout.bounds;
        let labels = labels::labels(book, &self.layout);
        let margin = 0.12 * layout::UNIT + if view.bare { 0.0 } else { labels.margin };
        let frame = (left - margin, top - margin, right - left + 2.0 * margin, bottom - top + 2.0 * margin);
        let frame: Vec<i64> = [frame.0, frame.1, frame.2, frame.3].iter().map(|it| it.round() as i64).collect();
        let theme = palette::name(view.theme);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tf tf-{theme}\" viewBox=\"{} {} {} {}\" role=\"img\">",
            frame[0], frame[1], frame[2], frame[3]
        );
        let _ = write!(out, "<style>{}</style><defs>", palette::style(view.theme));
        let mut symbols: Vec<String> = book.kinds.iter().map(men::definition).collect();
        symbols.dedup();
        out.extend(symbols);
        let _ = write!(
            out,
            "</defs><rect class=\"ground\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            frame[0], frame[1], frame[2], frame[3]
        );
        self.squares(&mut out);
        out.push_str("<g class=\"marks\" stroke-linejoin=\"round\">");
        out.push_str(&marks::below(position, &self.layout, view));
        if !view.bare {
            let names = [(&labels.outside, labels.thick.0), (&labels.within, labels.thick.1)];
            for (text, thick) in names.into_iter().filter(|it| !it.0.is_empty()) {
                let _ = write!(
                    out,
                    "<path class=\"label\" d=\"{text}\" fill=\"none\" stroke-width=\"{thick:.1}\" stroke-linecap=\"round\"/>"
                );
            }
        }
        out.push_str(&barriers::barriers(position, &self.layout));
        out.push_str(&barriers::points(book, &self.layout));
        out.push_str("</g>");
        self.men(&mut out, position);
        let _ = write!(out, "<g class=\"over\">{}</g></svg>", marks::above(position, &self.layout, view));
        out
    }

    fn squares(&self, out: &mut String) {
        let board = self.variant.board();
        let _ = write!(out, "<g class=\"squares\" stroke-width=\"3\" stroke-linejoin=\"round\">");
        for square in board.squares() {
            let field = self.layout.field(square);
            let mut pen = Pen::default();
            if let Some(first) = field.sides.first() {
                pen.jump(first.points[0]);
            }
            for side in &field.sides {
                pen.through(&side.points);
            }
            pen.close();
            let _ = write!(
                out,
                "<path class=\"square t{}\" data-square=\"{}\" data-x=\"{:.0}\" data-y=\"{:.0}\" data-r=\"{:.0}\" d=\"{}\"/>",
                field.tone,
                escaped(board.name(square)),
                field.middle.0,
                field.middle.1,
                field.room,
                pen.text()
            );
        }
        out.push_str("</g>");
    }

    fn men(&self, out: &mut String, position: &Position) {
        let book = self.variant.rulebook();
        out.push_str("<g class=\"men\" stroke-width=\"5\" stroke-linejoin=\"round\" stroke-linecap=\"round\">");
        for (square, man) in position.men() {
            let field = self.layout.field(square);
            let kind = &book.kinds[man.kind.index()];
            let colour = if position.is_living(man.seat) { palette::class(&self.colours, man.seat) } else { "out" };
            // A man is drawn in a box of a hundred units and fills most of the disc.
            let size = (field.room * 1.06).min(self.layout.usual * 1.2) * 0.0192;
            let _ = write!(
                out,
                "<g class=\"man c-{colour}\" data-square=\"{}\" data-seat=\"{}\" data-kind=\"{}\" \
                 transform=\"translate({:.0} {:.0})scale({size:.2})\"><use href=\"#{}\"/>{}</g>",
                escaped(book.board.name(square)),
                escaped(&book.seats[man.seat.index()].letter),
                escaped(&kind.letter),
                field.middle.0,
                field.middle.1,
                escaped(&men::symbol(kind)),
                men::mark(man.seat.index())
            );
        }
        out.push_str("</g>");
    }
}

/// A position as one SVG.
pub fn svg(position: &Position, view: &View) -> String {
    Drawing::new(position.variant(), view.seat).svg(position, view)
}
