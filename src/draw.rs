//! Boards as SVG pictures.
//!
//! Input: a [`Position`] and a [`View`] (seat, theme, marks). Output: an SVG as text, or a PNG.
//! Every square has `data-square` with the center and radius of its inscribed circle. Every piece has `data-seat`,
//! `data-kind` and `data-square`. A picture larger than [`MAX_BYTES`] omits these attributes unless the view requires
//! them. Does not know rules: marks come from the caller or from the position.
//!
//! ```
//! use threefold::draw::{Drawing, MAX_BYTES, View, png, svg};
//! let start = threefold::load("three-player-chess").unwrap().variant.start().unwrap();
//! let picture = svg(&start, &View { legend: true, ..View::default() });
//! assert!(picture.contains("data-square=\"e9\"") && picture.len() <= MAX_BYTES);
//! let pixels = png(&picture, 256).unwrap();
//! // A drawing lays the board out once, for several positions.
//! let drawing = Drawing::new(start.variant(), None);
//! ```
//!
//! `layout` computes where every square lies, and `scene` holds what is on the board. `marks`, `barriers`, `zones`,
//! `seams`, `lines`, `board_lines`, `labels` and `legend` draw one layer each. `pieces` and `letters` contain shapes, and `palette`
//! contains all colors. `row`, `animate` and `album` combine several pictures. `close_up` cuts a picture.

mod album;
mod animate;
mod around;
mod barriers;
mod board_lines;
mod close_up;
mod edge_names;
mod heat;
mod labels;
mod layout;
mod legend;
mod letters;
mod lines;
mod mark;
mod marks;
mod names;
#[doc(hidden)]
pub mod palette;
mod paths;
mod pen;
mod pieces;
#[cfg(feature = "png")]
mod png;
mod row;
mod scene;
mod seams;
mod stock;
mod view;
mod words;
mod xml;
mod zones;

use std::fmt::Write;

use crate::board::Square;
use crate::rulebook::{KindId, SeatId};
use crate::rules::{Move, Piece, Position, Variant};
use crate::sorting::CompactSort;
use barriers::{Barriers, IrregularPoint};
use labels::Labels;
use layout::Layout;
use pen::Pen;
use scene::Scene;
use seams::Seams;

#[doc(hidden)]
pub use album::Album;
pub use animate::animated;
pub use around::Around;
pub use close_up::CloseUpSize;
#[cfg(any(feature = "english", feature = "lab"))]
pub(crate) use close_up::marked_squares;
pub use mark::Mark;
#[cfg(feature = "png")]
pub use png::{PngError, SIZES, png};
pub use row::{RowPicture, row};
pub use view::{Theme, View};
pub(crate) use xml::escaped;

/// Maximum size of a picture in bytes. A larger picture omits `data-` attributes.
///
/// [`draw`](crate::draw) has an example.
pub const MAX_BYTES: usize = 100_000;

/// Least space around the board, in units of the picture.
const MARGIN: f64 = 0.12 * layout::UNIT;

/// A board that is ready to be drawn. The layout is computed once.
///
/// [`draw`](crate::draw) has an example.
#[derive(Clone, Debug)]
pub struct Drawing {
    variant: Variant,
    seat: Option<SeatId>,
    layout: Layout,
    colors: Vec<usize>,
    labels: Labels,
    points: Vec<IrregularPoint>,
    seams: Seams,
    barriers: Barriers,
}

/// The view box of a picture: left, top, width, height.
type ViewBox = (f64, f64, f64, f64);

impl Drawing {
    /// Lays out the board of a variant as seen from a seat; see [`View::seat`].
    pub fn new(variant: &Variant, seat: Option<SeatId>) -> Self {
        let book = variant.rulebook();
        let seat = seat.filter(|it| book.check_seat(*it).is_ok());
        let layout = Layout::new(book, seat);
        let points = barriers::irregular_points(book, &layout);
        Self {
            variant: variant.clone(),
            seat,
            colors: palette::seat_colors(book),
            labels: labels::labels(book, &layout, &points),
            points,
            seams: seams::seams(book, &layout),
            barriers: Barriers::new(book, &layout),
            layout,
        }
    }

    /// Draws a position, seen from the seat of this drawing. A position of a different board gets
    /// its own drawing.
    pub fn svg(&self, position: &Position, view: &View) -> String {
        if self.fits(position) {
            self.render(&Scene::of(position), view)
        } else {
            let own = Drawing::new(position.variant(), self.seat);
            own.render(&Scene::of(position), view)
        }
    }

    /// Draws any pieces on the board, without a position. Pieces that the variant lacks are
    /// omitted.
    pub fn show(&self, pieces: &[(Square, Piece)], view: &View) -> String {
        self.render(&Scene::for_show(&self.variant, pieces), view)
    }

    /// Draws an arrow along a move, as SVG elements with the classes `best` and `fill-best`. Empty
    /// if the board lacks a square.
    pub fn arrow(&self, position: &Position, mv: &Move) -> String {
        let is_there = |it: Square| it.index() < self.layout.shapes.len();
        if !self.fits(position) || mv.from == mv.to || !is_there(mv.from) || !is_there(mv.to) {
            return String::new();
        }
        marks::arrow(&Scene::of(position), &self.layout, mv.from, mv.to, "best")
    }

    /// Reports whether the board has all squares, players, kinds and barriers of the position.
    fn fits(&self, position: &Position) -> bool {
        let (own, book) = (self.variant.rulebook(), position.variant().rulebook());
        own.board.len() == book.board.len()
            && own.board.headings == book.board.headings
            && own.seats.len() >= book.seats.len()
            && own.kinds.len() >= book.kinds.len()
            && own.barriers.len() >= book.barriers.len()
    }

    /// Completes a view: sets the seat of the drawing, chooses zones if none are given, and drops
    /// everything that the board lacks.
    fn completed(&self, view: &View) -> View {
        let mut view = View { seat: self.seat, ..view.clone() };
        let is_there = |it: &Square| it.index() < self.layout.shapes.len();
        let is_way = |it: &Move| !it.is_pass() && is_there(&it.from) && is_there(&it.to);
        view.last = view.last.filter(is_way);
        view.selected = view.selected.filter(is_there);
        view.targets.retain(is_way);
        for arrows in view.arrow_lists() {
            arrows.retain(|(from, to)| is_there(from) && is_there(to));
        }
        view.stopped.retain(|it| it.1 + 1 < it.0.len() && it.0.iter().all(is_there));
        view.paths.retain(|it| it.iter().all(is_there));
        view.numbers.retain(|it| is_there(&it.0));
        view.captures.retain(is_there);
        let book = self.variant.rulebook();
        let is_known = |it: Piece| book.check_seat(it.seat).is_ok() && book.check_kind(it.kind).is_ok();
        view.ghosts.retain(|(at, piece)| is_there(at) && is_known(*piece));
        view.marked.retain(is_there);
        view.attacked.retain(|it| is_there(&it.0) && book.check_seat(it.1).is_ok());
        view.near.retain(is_there);
        view.names.retain(is_there);
        // From here on, squares to be near mean a close-up.
        if !self.has_close_up(&view) {
            view.near.clear();
            // A reader cannot follow the lines of a ring, or of several blocks, to their names.
            if !self.labels.is_ring() && self.variant.board().patches.len() == 1 {
                view.names.clear();
            }
        }
        view.zones.retain(|it| *it < book.zones.len());
        if view.zones.is_empty() && !view.bare {
            view.zones = zones::default_zones(book);
            view.outside = true;
        }
        view
    }

    /// Completes a view for a picture that is never a close-up.
    fn completed_whole(&self, view: &View) -> View {
        View { near: Vec::new(), names: Vec::new(), ..self.completed(view) }
    }

    fn render(&self, scene: &Scene, view: &View) -> String {
        let view = self.completed(view);
        let picture = self.compose(scene, &view, true);
        if view.named || picture.len() <= MAX_BYTES { picture } else { self.compose(scene, &view, false) }
    }

    fn compose(&self, scene: &Scene, view: &View, named: bool) -> String {
        let mut body = lines::free_links(self.variant.rulebook(), &self.layout);
        if named {
            self.squares(&mut body, view)
        } else {
            self.plain_squares(&mut body)
        }
        let margin = self.marks(&mut body, scene, view);
        body.push_str(&marks::through_pieces(scene, &self.layout, view));
        if named {
            self.pieces(&mut body, scene, view)
        } else {
            self.plain_pieces(&mut body, scene, view)
        }
        self.ghosts(&mut body, view);
        let _ = write!(body, "<g class=\"over\">{}</g>", marks::above(scene, &self.layout, view));
        self.finish(scene, view, margin, &body)
    }

    /// Adds the background, the legend and the header to a drawn body.
    fn finish(&self, scene: &Scene, view: &View, margin: f64, body: &str) -> String {
        let (mut frame, mut body) = self.framed(scene, view, margin, body.to_owned());
        if view.stock {
            let (text, high) = stock::stock(self, scene, frame.0, frame.1 + frame.3, frame.2);
            body.push_str(&text);
            frame.3 += high;
        }
        if view.legend {
            let (text, high) = legend::legend(self, scene, view, frame.0, frame.1 + frame.3, frame.2);
            body.push_str(&text);
            frame.3 += high;
        }
        self.document(view, frame, &words::description(scene, view), "", &body)
    }

    /// Assembles the SVG from its view box, description, definitions and body.
    fn document(&self, view: &View, frame: ViewBox, words: &str, defs: &str, body: &str) -> String {
        let style = palette::style(view.theme, &self.colors);
        let mut symbols = self.symbols(body.contains("c-gray"));
        // The first picture of a page has all symbols, for legends.
        for kind in self.variant.rulebook().kinds.iter().filter(|_| view.explains_marks) {
            let reference = format!("#{}\"", escaped(&pieces::symbol(kind)));
            symbols.retain(|it| body.contains(&reference) || *it != pieces::definition(kind));
        }
        let defs = format!("<style>{style}</style><defs>{}{defs}</defs>", symbols.concat());
        self.wrap(view, frame, words, &defs, body)
    }

    /// Returns the symbols of all kinds of pieces and of the seat marks, and the hatching of gray pieces, each once.
    fn symbols(&self, has_gray: bool) -> Vec<String> {
        let book = self.variant.rulebook();
        let all = book.kinds.iter().map(pieces::definition).chain(pieces::marks(book.seats.len()));
        let mut symbols: Vec<String> = all.chain(has_gray.then(|| palette::HATCHING.to_owned())).collect();
        symbols.compact_sort_by(Ord::cmp);
        symbols.dedup();
        symbols
    }

    fn wrap(&self, view: &View, frame: ViewBox, words: &str, defs: &str, body: &str) -> String {
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

    fn squares(&self, out: &mut String, view: &View) {
        let board = self.variant.board();
        let frame = self.close_up(view).filter(|_| !view.named);
        out.push_str("<g class=\"squares\" stroke-width=\"3\" stroke-linejoin=\"round\">");
        for square in board.squares().filter(|it| frame.is_none_or(|frame| self.touches(*it, frame))) {
            let shape = self.layout.shape(square);
            let _ = write!(
                out,
                "<path class=\"square t{}\" data-square=\"{}\" data-x=\"{:.0}\" data-y=\"{:.0}\" data-r=\"{:.0}\" d=\"{}\"/>",
                shape.tone,
                escaped(board.name(square)),
                shape.middle.0,
                shape.middle.1,
                shape.radius,
                marks::outline(shape, 1.0)
            );
        }
        self.block_edges(out);
        out.push_str("</g>");
    }

    /// Draws the squares as one path for each tone, without `data-` attributes.
    fn plain_squares(&self, out: &mut String) {
        out.push_str("<g stroke-width=\"3\" stroke-linejoin=\"round\">");
        for tone in 0..3 {
            let of = self.layout.shapes.iter().filter(|it| it.tone == tone);
            let path: String = of.map(|it| marks::outline(it, 1.0)).collect();
            if !path.is_empty() {
                let _ = write!(out, "<path class=\"square t{tone}\" d=\"{path}\"/>");
            }
        }
        self.block_edges(out);
        out.push_str("</g>");
    }

    /// Draws everything between the squares and the pieces. Returns the margin that it needs around the board.
    fn marks(&self, out: &mut String, scene: &Scene, view: &View) -> f64 {
        let book = self.variant.rulebook();
        let mut margin = MARGIN;
        out.push_str("<g class=\"marks\" stroke-linejoin=\"round\">");
        out.push_str(&zones::zones(book, &self.layout, view));
        out.push_str(&marks::below(scene, &self.layout, view));
        if view.lines {
            let (text, radius) =
                lines::lines(book, &self.layout, &self.points, if view.bare { 0.0 } else { self.labels.margin });
            out.push_str(&text);
            margin += radius;
        }
        if !view.bare {
            margin = margin.max(MARGIN + self.labels.margin);
            match view.square_names {
                true => out.push_str(&self.names_of_all()),
                false => {
                    out.push_str(&self.label_paths(scene, view));
                    out.push_str(&self.rank_paths(scene, view));
                }
            }
        }
        out.push_str(&self.seams.drawn);
        out.push_str(&self.board_lines(view));
        out.push_str(&self.barriers.all(scene));
        out.push_str(&barriers::points(&self.points));
        out.push_str("</g>");
        margin
    }

    fn pieces(&self, out: &mut String, scene: &Scene, view: &View) {
        let board = self.variant.board();
        let _ = write!(out, "<g class=\"pieces\" {}>", pieces::STROKES);
        for (square, piece) in self.shown_pieces(scene, view) {
            let is_living = scene.is_living(piece.seat);
            let place = self.piece_place(*square, view);
            let _ = write!(
                out,
                "<g {} data-square=\"{}\" transform=\"translate({:.0} {:.0})scale({:.2})\">{}{}</g>",
                self.piece_attributes(piece.seat, piece.kind, is_living),
                escaped(board.name(*square)),
                place.0,
                place.1,
                place.2,
                self.glyph(piece.seat, piece.kind),
                pieces::sign(piece.tags, is_living)
            );
        }
        self.blockers(out, scene);
        out.push_str("</g>");
    }

    /// Draws the blockers in the color of pieces without a player.
    fn blockers(&self, out: &mut String, scene: &Scene) {
        let book = self.variant.rulebook();
        let Some(kind) = book.blocker.as_ref().map(|it| &book.kinds[it.kind.index()]) else { return };
        for square in &scene.blockers {
            let (x, y, size) = self.place(*square);
            let _ = write!(
                out,
                "<g class=\"piece c-out\" data-kind=\"{}\" data-square=\"{}\" \
                 transform=\"translate({x:.0} {y:.0})scale({size:.2})\"><use href=\"#{}\"/></g>",
                escaped(&kind.letter),
                escaped(book.board.name(*square)),
                escaped(&pieces::symbol(kind))
            );
        }
    }

    /// Draws the pieces without `data-` attributes.
    fn plain_pieces(&self, out: &mut String, scene: &Scene, view: &View) {
        let _ = write!(out, "<g {}>", pieces::STROKES);
        for (square, piece) in self.shown_pieces(scene, view) {
            let (x, y, size) = self.piece_place(*square, view);
            let is_living = scene.is_living(piece.seat);
            let class = if is_living { palette::class(&self.colors, piece.seat) } else { "out" };
            let _ = write!(
                out,
                "<g class=\"c-{class}\" transform=\"translate({x:.0} {y:.0})scale({size:.2})\">{}{}</g>",
                self.glyph(piece.seat, piece.kind),
                pieces::sign(piece.tags, is_living)
            );
        }
        self.blockers(out, scene);
        out.push_str("</g>");
    }

    /// Returns the attributes that state the owner and kind of a piece.
    fn piece_attributes(&self, seat: SeatId, kind: KindId, is_living: bool) -> String {
        let book = self.variant.rulebook();
        let class = if is_living { palette::class(&self.colors, seat) } else { "out" };
        format!(
            "class=\"piece c-{class}\" data-seat=\"{}\" data-kind=\"{}\"",
            escaped(&book.seats[seat.index()].letter),
            escaped(&book.kinds[kind.index()].letter)
        )
    }

    /// Returns the shape of a piece with the mark of its owner.
    fn glyph(&self, seat: SeatId, kind: KindId) -> String {
        let kind = &self.variant.rulebook().kinds[kind.index()];
        format!("<use href=\"#{}\"/>{}", escaped(&pieces::symbol(kind)), pieces::mark(seat.index()))
    }

    /// Returns the position and scale of a piece on a square. Pieces are drawn in a box of 100
    /// units and scaled to fill most of the inscribed circle. Squares without four sides have their
    /// name below the piece.
    fn place(&self, square: Square) -> (f64, f64, f64) {
        let shape = self.layout.shape(square);
        let (part, lift) = match shape.sides.len() {
            4 => (1.1, 0.0),
            6 => (0.8, 0.2),
            _ => (0.92, 0.1),
        };
        let size = (shape.radius * part).min(self.layout.median_radius * 1.4) * 0.0182;
        // Piece shapes reach a little further up than down.
        (shape.middle.0, shape.middle.1 + 3.0 * size - lift * shape.radius, size)
    }
}

/// Draws a position as one SVG.
///
/// [`draw`](crate::draw) has an example.
pub fn svg(position: &Position, view: &View) -> String {
    Drawing::new(position.variant(), view.seat).svg(position, view)
}
