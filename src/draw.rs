//! Boards as pictures: SVG, drawn from the definition alone.
//!
//! In: a [`Position`] and a [`View`] (from which seat, which theme, what is to be marked).
//! Out: one SVG as text, or its pixels. Every square carries `data-square` with the middle
//! and the radius of the largest disc in it, every piece `data-seat`, `data-kind` and
//! `data-square`; a picture that would have more than [`LARGEST`] bytes goes without them,
//! unless they are asked for. Refuses to know rules: what is marked is said by the caller, or asked of
//! the position.
//!
//! ```
//! use threefold::draw::{View, png, svg};
//! let start = threefold::load("three-player-chess").unwrap().variant.start().unwrap();
//! let picture = svg(&start, &View { legend: true, ..View::default() });
//! assert!(picture.contains("data-square=\"e9\""));
//! let pixels = png(&picture, 256).unwrap();
//! ```
//!
//! `layout` says where everything lies, `scene` what stands there; `marks`, `barriers`,
//! `zones`, `seams`, `lines`, `labels` and `legend` draw one thing each, `pieces` and `letters` are
//! shapes, `palette` holds all colors; `row`, `animate` and `album` put several together.

mod album;
mod animate;
mod barriers;
mod labels;
mod layout;
mod legend;
mod letters;
mod lines;
mod marks;
pub mod palette;
mod pen;
mod pieces;
#[cfg(feature = "png")]
mod png;
mod row;
mod scene;
mod seams;
mod words;
mod zones;

use std::fmt::Write;

use crate::board::Square;
use crate::notation::paragraph::escaped;
use crate::rulebook::{KindId, SeatId};
use crate::rules::{Move, Piece, Position, Variant};
use barriers::{Barriers, OddPoint};
use labels::Labels;
use layout::Layout;
use pen::Pen;
use scene::Scene;
use seams::Seams;

pub use album::Album;
pub use animate::animated;
#[cfg(feature = "png")]
pub use png::{PngError, SIZES, png};
pub use row::{RowPicture, row};

/// Which colors are used.
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

/// What is shown, and from where it is seen. Seats, squares and zones that the variant does
/// not have are not shown.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The seat at the bottom; the board as it is laid out, where nobody is named.
    pub seat: Option<SeatId>,
    /// Colors.
    pub theme: Theme,
    /// Without the names of files and ranks.
    pub bare: bool,
    /// With a legend of players, barriers and marks.
    pub legend: bool,
    /// With the lines that leave the drawing of one square and go on elsewhere, as through a center.
    pub lines: bool,
    /// The last move.
    pub last: Option<Move>,
    /// The square of the piece that is asked about.
    pub selected: Option<Square>,
    /// Where moves lead: a dot, or a ring where something is taken.
    pub targets: Vec<Move>,
    /// Arrows.
    pub arrows: Vec<(Square, Square)>,
    /// Squares at issue.
    pub marked: Vec<Square>,
    /// Zones that are shaded: indices into the rulebook's. Where none is named, those that end the game.
    pub zones: Vec<usize>,
    /// Every square and piece is told by name, whatever room it takes: for a page that is played on.
    pub named: bool,
    /// Zones that cover most of the board are shaded by the squares outside them. A picture that chooses its zones does
    /// so by itself.
    pub outside: bool,
}

/// So many bytes has a picture at most.
pub const LARGEST: usize = 100_000;

/// A board ready to be drawn: where everything lies, worked out once.
#[derive(Clone, Debug)]
pub struct Drawing {
    variant: Variant,
    seat: Option<SeatId>,
    layout: Layout,
    colors: Vec<usize>,
    labels: Labels,
    points: Vec<OddPoint>,
    seams: Seams,
    barriers: Barriers,
}

/// The frame of a picture: left, top, width, height.
type ViewBox = (f64, f64, f64, f64);

impl Drawing {
    /// The board of a variant, as it is laid out or as a seat sees it.
    pub fn new(variant: &Variant, seat: Option<SeatId>) -> Self {
        let book = variant.rulebook();
        let seat = seat.filter(|it| book.check_seat(*it).is_ok());
        let layout = Layout::new(book, seat);
        Self {
            variant: variant.clone(),
            seat,
            colors: palette::seat_colors(book),
            labels: labels::labels(book, &layout),
            points: barriers::odd_points(book, &layout),
            seams: seams::seams(book, &layout),
            barriers: Barriers::new(book, &layout),
            layout,
        }
    }

    /// A position on it. The seat is that of the drawing. A position that does not fit on
    /// this board is drawn on its own.
    pub fn svg(&self, position: &Position, view: &View) -> String {
        if self.fits(position) {
            self.drawn(&Scene::of(position), view)
        } else {
            let own = Drawing::new(position.variant(), self.seat);
            own.drawn(&Scene::of(position), view)
        }
    }

    /// Pieces for show on it, or nobody: no position of a game. Pieces are left out that the
    /// variant does not have, or that stand on another board.
    pub fn show(&self, pieces: &[(Square, Piece)], view: &View) -> String {
        self.drawn(&Scene::for_show(&self.variant, pieces), view)
    }

    /// Whether the board has all squares, players, kinds and barriers of a position.
    fn fits(&self, position: &Position) -> bool {
        let (own, book) = (self.variant.rulebook(), position.variant().rulebook());
        own.board.len() == book.board.len()
            && own.board.headings == book.board.headings
            && own.seats.len() >= book.seats.len()
            && own.kinds.len() >= book.kinds.len()
            && own.barriers.len() >= book.barriers.len()
    }

    /// The view with what goes without saying: the seat of the drawing, and zones without
    /// which the end of the game cannot be understood. Without what the board does not have.
    fn seen(&self, view: &View) -> View {
        let mut view = View { seat: self.seat, ..view.clone() };
        let is_there = |it: &Square| it.index() < self.layout.fields.len();
        let is_way = |it: &Move| is_there(&it.from) && is_there(&it.to);
        view.last = view.last.filter(is_way);
        view.selected = view.selected.filter(is_there);
        view.targets.retain(is_way);
        view.arrows.retain(|(from, to)| is_there(from) && is_there(to));
        view.marked.retain(is_there);
        view.zones.retain(|it| *it < self.variant.rulebook().zones.len());
        if view.zones.is_empty() && !view.bare {
            view.zones = zones::telling(self.variant.rulebook());
            view.outside = true;
        }
        view
    }

    fn drawn(&self, scene: &Scene, view: &View) -> String {
        let view = self.seen(view);
        let picture = self.composed(scene, &view, true);
        if view.named || picture.len() <= LARGEST { picture } else { self.composed(scene, &view, false) }
    }

    fn composed(&self, scene: &Scene, view: &View, named: bool) -> String {
        let mut body = lines::web(self.variant.rulebook(), &self.layout);
        if named {
            self.squares(&mut body)
        } else {
            self.few_squares(&mut body)
        }
        let margin = self.marks(&mut body, scene, view);
        if named {
            self.pieces(&mut body, scene)
        } else {
            self.few_words(&mut body, scene)
        }
        let _ = write!(body, "<g class=\"over\">{}</g>", marks::above(scene, &self.layout, view));
        self.framed(scene, view, margin, &body)
    }

    /// The whole picture round what is drawn.
    fn framed(&self, scene: &Scene, view: &View, margin: f64, body: &str) -> String {
        let (left, top, right, bottom) = self.layout.bounds;
        let mut frame: ViewBox =
            (left - margin, top - margin, right - left + 2.0 * margin, bottom - top + 2.0 * margin);
        let mut body = body.to_owned();
        if view.legend {
            let (text, high) = legend::legend(self, scene, view, frame.0, frame.1 + frame.3, frame.2);
            body.push_str(&text);
            frame.3 += high;
        }
        self.document(view, frame, &words::description(scene, view), "", &body)
    }

    /// The SVG: its frame, its words, what is used, what is drawn.
    fn document(&self, view: &View, frame: ViewBox, words: &str, defs: &str, body: &str) -> String {
        let style = palette::style(view.theme, &self.colors);
        let defs = format!("<style>{style}</style><defs>{}{defs}</defs>", self.symbols().concat());
        self.whole(view, frame, words, &defs, body)
    }

    /// The symbols of all kinds of pieces, and the marks of their owners, each once.
    fn symbols(&self) -> Vec<String> {
        let book = self.variant.rulebook();
        let mut symbols: Vec<String> = book.kinds.iter().map(pieces::definition).collect();
        symbols.extend(pieces::marks(book.seats.len()));
        symbols.sort_unstable();
        symbols.dedup();
        symbols
    }

    fn whole(&self, view: &View, frame: ViewBox, words: &str, defs: &str, body: &str) -> String {
        let [left, top, wide, high] = [frame.0, frame.1, frame.2, frame.3].map(|it| it.round() as i64);
        let patterns = zones::patterns(view.zones.len());
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tf tf-{}\" viewBox=\"{left} {top} {wide} {high}\" \
             role=\"img\"><title>{}</title><desc>{}</desc>{defs}{patterns}<rect class=\"ground\" x=\"{left}\" \
             y=\"{top}\" width=\"{wide}\" height=\"{high}\"/>{body}</svg>",
            palette::name(view.theme),
            escaped(&words::title(self.variant.rulebook(), view)),
            escaped(words),
        )
    }

    /// The names of files, ranks and squares.
    fn names(&self) -> String {
        let names = [(&self.labels.outside, self.labels.thick.0), (&self.labels.within, self.labels.thick.1)];
        let path = |(text, thick): (&String, f64)| {
            format!(
                "<path class=\"label\" d=\"{text}\" fill=\"none\" stroke-width=\"{thick:.1}\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
            )
        };
        names.into_iter().filter(|it| !it.0.is_empty()).map(path).collect()
    }

    fn squares(&self, out: &mut String) {
        let board = self.variant.board();
        let _ = write!(out, "<g class=\"squares\" stroke-width=\"3\" stroke-linejoin=\"round\">");
        for square in board.squares() {
            let field = self.layout.field(square);
            let _ = write!(
                out,
                "<path class=\"square t{}\" data-square=\"{}\" data-x=\"{:.0}\" data-y=\"{:.0}\" data-r=\"{:.0}\" d=\"{}\"/>",
                field.tone,
                escaped(board.name(square)),
                field.middle.0,
                field.middle.1,
                field.room,
                marks::outline(field, 1.0)
            );
        }
        out.push_str("</g>");
    }

    /// The squares, without telling each by name: one path for each tone.
    fn few_squares(&self, out: &mut String) {
        out.push_str("<g stroke-width=\"3\" stroke-linejoin=\"round\">");
        for tone in 0..3 {
            let of = self.layout.fields.iter().filter(|it| it.tone == tone);
            let path: String = of.map(|it| marks::outline(it, 1.0)).collect();
            if !path.is_empty() {
                let _ = write!(out, "<path class=\"square t{tone}\" d=\"{path}\"/>");
            }
        }
        out.push_str("</g>");
    }

    /// What lies between the squares and the pieces; how much room it takes round the board.
    fn marks(&self, out: &mut String, scene: &Scene, view: &View) -> f64 {
        let book = self.variant.rulebook();
        let mut margin = 0.12 * layout::UNIT;
        out.push_str("<g class=\"marks\" stroke-linejoin=\"round\">");
        out.push_str(&zones::zones(book, &self.layout, view));
        out.push_str(&marks::below(scene, &self.layout, view));
        if view.lines {
            let (text, room) =
                lines::lines(book, &self.layout, &self.points, if view.bare { 0.0 } else { self.labels.margin });
            out.push_str(&text);
            margin += room;
        }
        if !view.bare {
            margin = margin.max(0.12 * layout::UNIT + self.labels.margin);
            out.push_str(&self.names());
        }
        out.push_str(&self.seams.drawn);
        out.push_str(&self.barriers.all(scene));
        out.push_str(&barriers::points(&self.points));
        out.push_str("</g>");
        margin
    }

    fn pieces(&self, out: &mut String, scene: &Scene) {
        let board = self.variant.board();
        let _ = write!(out, "<g class=\"pieces\" {}>", pieces::STROKES);
        for (square, piece) in &scene.pieces {
            let is_living = scene.is_living(piece.seat);
            let place = self.place(*square);
            let _ = write!(
                out,
                "<g {} data-square=\"{}\" transform=\"translate({:.0} {:.0})scale({:.2})\">{}</g>",
                self.piece(piece.seat, piece.kind, is_living),
                escaped(board.name(*square)),
                place.0,
                place.1,
                place.2,
                self.look(piece.seat, piece.kind)
            );
        }
        out.push_str("</g>");
    }

    /// The pieces, without telling each by name.
    fn few_words(&self, out: &mut String, scene: &Scene) {
        let _ = write!(out, "<g {}>", pieces::STROKES);
        for (square, piece) in &scene.pieces {
            let (x, y, size) = self.place(*square);
            let class = if scene.is_living(piece.seat) { palette::class(&self.colors, piece.seat) } else { "out" };
            let _ = write!(
                out,
                "<g class=\"c-{class}\" transform=\"translate({x:.0} {y:.0})scale({size:.2})\">{}</g>",
                self.look(piece.seat, piece.kind)
            );
        }
        out.push_str("</g>");
    }

    /// The attributes of a piece that say whose and what he is.
    fn piece(&self, seat: SeatId, kind: KindId, is_living: bool) -> String {
        let book = self.variant.rulebook();
        let class = if is_living { palette::class(&self.colors, seat) } else { "out" };
        format!(
            "class=\"piece c-{class}\" data-seat=\"{}\" data-kind=\"{}\"",
            escaped(&book.seats[seat.index()].letter),
            escaped(&book.kinds[kind.index()].letter)
        )
    }

    /// His shape and his owner's mark.
    fn look(&self, seat: SeatId, kind: KindId) -> String {
        let kind = &self.variant.rulebook().kinds[kind.index()];
        format!("<use href=\"#{}\"/>{}", escaped(&pieces::symbol(kind)), pieces::mark(seat.index()))
    }

    /// Where a piece stands on a square, and by how much he is made larger: he is drawn in a
    /// box of a hundred units and fills most of the largest disc. What has other than four
    /// sides bears its name below him.
    fn place(&self, square: Square) -> (f64, f64, f64) {
        let field = self.layout.field(square);
        let (part, lift) = match field.sides.len() {
            4 => (1.1, 0.0),
            6 => (0.8, 0.2),
            _ => (0.92, 0.1),
        };
        let size = (field.room * part).min(self.layout.usual * 1.4) * 0.0182;
        // Shapes reach a little further up than down.
        (field.middle.0, field.middle.1 + 3.0 * size - lift * field.room, size)
    }
}

/// A position as one SVG.
pub fn svg(position: &Position, view: &View) -> String {
    Drawing::new(position.variant(), view.seat).svg(position, view)
}
