//! Names of files and ranks, or of squares.
//!
//! Input: a layout. Output: one path of letters. Files and ranks are named outside the edge where
//! they end. On a ring, each file is named with its section if the names fit, and ranks are named inside the squares. On
//! hexagonal boards and boards without
//! a grid, every square shows its name. A mark on a square of a ring covers the name of its rank, so a picture omits it.

mod line_names;
mod places;

use super::barriers::IrregularPoint;
use super::layout::{Layout, SquareShape, SquareSide, UNIT};
use super::letters::{Align, Lettering, line, width};
use super::{Drawing, MARGIN, Scene, View, marks};
use crate::board::patch_layout::{PatchLayout, Point};
use crate::board::{Heading, Square};
use crate::notation::NameParts;
use crate::rulebook::Rulebook;
use crate::sorting::CompactSort;
pub(super) use line_names::LineName;
use places::{FAR_CORNER, corner_of, tip_of};

/// The letters as path data, and how to draw them.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    /// Names outside the board.
    pub outside: Vec<Lettering>,
    /// Smaller names inside squares.
    pub within: Vec<Lettering>,
    /// The squares whose names are inside them.
    named: Vec<Square>,
    /// The names of the ranks of a ring inside their squares.
    pub ranks: Vec<RankName>,
    /// The names of files and ranks outside the board.
    pub lines: Vec<LineName>,
    /// Stroke widths of both kinds of letters.
    pub thick: (f64, f64),
    /// The margin that the letters need around the board.
    pub margin: f64,
}

impl Labels {
    /// Reports whether the board always shows the name of a square.
    pub fn is_named(&self, square: Square) -> bool {
        self.named.contains(&square)
    }

    /// Reports whether the board is a ring, whose files are named with their sections.
    pub fn is_ring(&self) -> bool {
        !self.ranks.is_empty()
    }

    /// Returns all names that a picture shows with these names of ranks.
    pub fn shown<'a>(&'a self, ranks: &[&'a RankName]) -> Vec<&'a Lettering> {
        self.outside.iter().chain(&self.within).chain(ranks.iter().map(|it| &it.letters)).collect()
    }
}

/// The name of a rank inside one of its squares.
#[derive(Clone, Debug)]
pub(super) struct RankName {
    pub square: Square,
    name: String,
    letters: Lettering,
    /// Distance to the left or right of the middle of the square, where a piece covers least.
    aside: f64,
}

/// Least height of letters outside the board, as a part of its width.
const OUTSIDE: f64 = 0.032;

/// Size of the names of files and ranks in a close-up, relative to the whole board.
pub(super) const CLOSE: f64 = 0.7;

/// Width of the strokes of a square's name outside the board, relative to names of files and ranks.
const BOLD: f64 = 1.4;

/// Position of a rank's name on a ring between the middle of its square and a side without a barrier, so that it covers
/// neither a line nor a piece.
const BESIDE: f64 = 0.68;

/// Height of the name in every square, as a part of the radius of the square.
const NAME: f64 = 0.3;

/// Its maximum width, and how far below the middle it is, in the same measure.
const WIDEST_NAME: f64 = 0.95;
const LOW: f64 = 0.72;

/// Distance of two names in an inner corner of the board, as a part of their height.
const APART: f64 = 1.5;

/// The headings across the sides of a square.
const NORTH: u8 = 0;
const EAST: u8 = 2;
const SOUTH: u8 = 4;
const WEST: u8 = 6;

/// Places all names of a board.
pub(super) fn labels(book: &Rulebook, layout: &Layout, points: &[IrregularPoint]) -> Labels {
    let height = (layout.median_radius * 0.42).clamp(UNIT * 0.12, UNIT * 0.24);
    // Letters outside the board need not fit a square: they are readable on a board of any size.
    let (left, top, right, bottom) = layout.bounds;
    let outside = height.max((right - left).min(bottom - top) * OUTSIDE);
    let mut labels = Labels { thick: (outside * 0.13, height * 0.1), margin: outside * 1.35, ..Labels::default() };
    for patch in 0..book.board.patches.len() {
        let own: Vec<Square> =
            book.board.squares().filter(|it| usize::from(book.board.info(*it).patch) == patch).collect();
        let writer = Writer { book, layout, points, own, outside, height };
        if !writer.edges(patch, &mut labels) {
            writer.names(&mut labels);
        }
    }
    // Letters such as `g` reach below the line.
    let lowest = labels.outside.iter().map(|it| it.bottom() + labels.thick.0).fold(bottom, f64::max);
    labels.margin = labels.margin.max(lowest - bottom - MARGIN);
    labels
}

impl Drawing {
    /// Draws the names of the ranks of a ring where no mark covers them. A piece covers a name that is readable elsewhere.
    pub(super) fn rank_paths(&self, scene: &Scene, view: &View) -> String {
        let shown = self.shown_ranks(scene, view).into_iter().map(|it| &it.letters);
        self.whole(shown, self.labels.thick.1, view)
    }

    /// Returns the names of the ranks of a ring that a picture shows.
    pub(super) fn shown_ranks(&self, scene: &Scene, view: &View) -> Vec<&RankName> {
        // Two kinds of digits on one board would be confused.
        if view.numbers.iter().any(|it| it.1.contains(|it: char| it.is_ascii_digit())) {
            return Vec::new();
        }
        let mut covered = marks::covered(scene, view);
        covered.extend(&view.names);
        let is_free = |at: Square| !covered.contains(&at) && scene.is_empty(at);
        // The name that a piece covers least stands for all others.
        let is_shown = |it: &&RankName| {
            let mut alike = self.labels.ranks.iter().filter(|other| other.name == it.name);
            let is_better =
                |other: &RankName| is_free(other.square) || !covered.contains(&other.square) && other.aside > it.aside;
            is_free(it.square) || !covered.contains(&it.square) && !alike.any(is_better)
        };
        self.labels.ranks.iter().filter(is_shown).collect()
    }

    /// Draws the names of files, ranks and squares, apart from the ranks of a ring. A close-up has only the names that its frame
    /// shows completely, and no names of squares that a piece covers or that it names itself. A number on a square covers its
    /// name in any picture.
    pub(super) fn label_paths(&self, scene: &Scene, view: &View) -> String {
        let is_numbered = |it: Square| view.numbers.iter().any(|number| number.0 == it);
        let is_clear = |it: Square| scene.is_empty(it) && !view.names.contains(&it);
        let is_whole = !self.has_close_up(view) && !self.names_all(view);
        let is_free = |it: Square| !is_numbered(it) && (is_whole || is_clear(it));
        let within = self.labels.within.iter().enumerate();
        let within = within.filter(|it| self.labels.named.get(it.0).is_none_or(|it| is_free(*it))).map(|it| it.1);
        let squares = self.edge_names(view);
        let is_replaced = |at: usize| squares.iter().any(|it| it.replaced == at);
        let outside = self.labels.outside.iter().enumerate().filter(|it| !is_replaced(it.0)).map(|it| it.1);
        let mut outside = self.whole(outside, self.labels.thick.0, view);
        let squares: String = squares.iter().map(|it| it.letters.path.as_str()).collect();
        outside.push_str(&lettering(&squares, self.labels.thick.0 * BOLD * CLOSE / self.zoom(view)));
        outside + &self.whole(within, self.labels.thick.1, view)
    }

    /// Draws the names outside the board, and in every square its own, small and near its lower edge.
    pub(super) fn names_of_all(&self) -> String {
        let board = self.variant.board();
        let (mut letters, mut thick) = (String::new(), f64::MAX);
        for square in board.squares() {
            let (shape, name) = (self.layout.shape(square), board.name(square));
            let size = (NAME * shape.radius).min(WIDEST_NAME * shape.radius / width(name, 1.0));
            letters.push_str(&line(name, (shape.middle.0, shape.middle.1 + LOW * shape.radius), size, Align::Middle));
            thick = thick.min(size * 0.12);
        }
        let outside: String = self.labels.outside.iter().map(|it| it.path.as_str()).collect();
        lettering(&outside, self.labels.thick.0) + &lettering(&letters, thick)
    }

    /// Returns the diameter of the smallest square.
    #[cfg(feature = "cli")]
    pub(crate) fn smallest_square(&self) -> f64 {
        self.layout.shapes.iter().map(|it| it.radius * 2.0).fold(f64::MAX, f64::min)
    }

    /// Draws names. A close-up of some squares has those that its frame shows completely, in its own size.
    fn whole<'a>(&self, names: impl Iterator<Item = &'a Lettering>, thick: f64, view: &View) -> String {
        let Some(frame) = self.close_up(view) else {
            return lettering(&names.map(|it| it.path.as_str()).collect::<String>(), thick);
        };
        let by = CLOSE / self.zoom(view);
        let shown = names.map(|it| it.scaled(by)).filter(|it| it.is_within(frame)).map(|it| it.path);
        lettering(&shown.collect::<String>(), thick * by)
    }
}

/// Returns letters as an SVG path. Empty if there are none.
pub(super) fn lettering(text: &str, thick: f64) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!(
        "<path class=\"label\" d=\"{text}\" fill=\"none\" stroke-width=\"{thick:.1}\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\"/>"
    )
}

struct Writer<'a> {
    book: &'a Rulebook,
    layout: &'a Layout,
    points: &'a [IrregularPoint],
    own: Vec<Square>,
    /// Height of letters outside the board.
    outside: f64,
    /// Height of letters that fit a square.
    height: f64,
}

impl Writer<'_> {
    /// Names files and ranks along the edges. Returns false if the patch has no suitable edges.
    fn edges(&self, patch: usize, labels: &mut Labels) -> bool {
        let layout = &self.book.board.patches[patch].layout;
        if self.book.board.headings != 8 || *layout == PatchLayout::Loose {
            return false;
        }
        let flat = matches!(layout, PatchLayout::Flat { .. });
        let files = self.open_edge(SOUTH, NORTH, flat);
        let ranks = self.open_edge(WEST, EAST, flat);
        let part = |it: Square| NameParts::of(self.book, it);
        match (files, ranks) {
            (Some(files), Some(ranks)) => {
                let mut names = self.along(&files, &|it| part(it).file.to_owned());
                // A block of several has its ranks at both open edges, because it has no side that all players see first.
                let both: Vec<_> = [WEST, EAST].into_iter().filter_map(|it| self.edge(it)).collect();
                let all = if flat { vec![ranks] } else { both };
                self.lines(&files, true, &|it| part(it).file.to_owned(), labels);
                for edge in &all {
                    self.lines(edge, false, &|it| part(it).rank.to_owned(), labels);
                }
                names.extend(all.iter().flat_map(|it| self.along(it, &|it| part(it).rank.to_owned())));
                self.separate(&mut names);
                self.write(&names, labels);
                self.around_points(labels);
            }
            (Some(files), None) if matches!(layout, PatchLayout::Ring(_)) => {
                let named = |it: Square| format!("{}{}", part(it).section, part(it).file);
                self.lines(&files, true, &named, labels);
                match self.fits_around(&files, &named) {
                    true => self.around(&files, &named, labels),
                    false => {
                        self.write(&self.along(&files, &|it| part(it).file.to_owned()), labels);
                        self.sections(&files, labels);
                    }
                }
                self.ranks(&files, labels);
            }
            _ => return false,
        }
        true
    }

    /// Returns the outermost square of every file or rank with its outer side. With `choose`, takes
    /// the lower or left one of two opposite edges. Returns `None` if part of the edge borders
    /// other squares.
    fn open_edge(&self, one: u8, other: u8, choose: bool) -> Option<Vec<(Square, &SquareSide)>> {
        let found: Vec<Vec<(Square, &SquareSide)>> = [one, other].iter().filter_map(|it| self.edge(*it)).collect();
        let low = |edge: &Vec<(Square, &SquareSide)>| -> f64 {
            edge.iter()
                .map(|(square, side)| outward(self.layout.shape(*square), side))
                .map(|it| it.1 - it.0 / 2.0)
                .sum()
        };
        match (choose, found.len()) {
            (true, 2) => found.into_iter().max_by(|a, b| low(a).total_cmp(&low(b))),
            _ => found.into_iter().next(),
        }
    }

    fn edge(&self, heading: u8) -> Option<Vec<(Square, &SquareSide)>> {
        let board = &self.book.board;
        let lying = heading == NORTH || heading == SOUTH;
        let row = |it: &Square| if lying { board.info(*it).file } else { board.info(*it).rank };
        let far = |it: &Square| {
            let at = if lying { board.info(*it).rank } else { board.info(*it).file };
            if heading == NORTH || heading == EAST { at } else { -at }
        };
        let mut rows: Vec<i16> = self.own.iter().map(row).collect();
        rows.compact_sort_by(Ord::cmp);
        rows.dedup();
        let last = |at: i16| {
            let square = *self.own.iter().filter(|it| row(it) == at).max_by_key(|it| far(it))?;
            let side = self.layout.shape(square).sides.iter().find(|it| it.heading == Some(Heading(heading)))?;
            side.neighbor.is_none().then_some((square, side))
        };
        rows.into_iter().map(last).collect()
    }

    /// Returns the names of squares along an edge with the middles of their letters.
    fn along(&self, edge: &[(Square, &SquareSide)], text: &dyn Fn(Square) -> String) -> Vec<(String, Point)> {
        let name = |(square, side): &(Square, &SquareSide)| {
            let (out, middle) = (outward(self.layout.shape(*square), side), side.middle());
            let away = self.outside * 0.95;
            (text(*square), (middle.0 + out.0 * away, middle.1 + out.1 * away))
        };
        edge.iter().map(name).collect()
    }

    /// Moves names apart that meet in an inner corner of the board, like a file and a rank of a cross.
    fn separate(&self, names: &mut [(String, Point)]) {
        for later in 1..names.len() {
            for earlier in 0..later {
                let (a, b) = (names[earlier].1, names[later].1);
                let (dx, dy) = (b.0 - a.0, b.1 - a.1);
                let apart = dx.hypot(dy);
                if apart < self.outside && apart > 1e-6 {
                    let by = (self.outside * APART - apart) / apart / 2.0;
                    names[earlier].1 = (a.0 - dx * by, a.1 - dy * by);
                    names[later].1 = (b.0 + dx * by, b.1 + dy * by);
                }
            }
        }
    }

    fn write(&self, names: &[(String, Point)], labels: &mut Labels) {
        for (text, at) in names {
            labels.outside.push(Lettering::new(text, *at, self.outside));
        }
    }

    /// Reports whether the names of all files of a ring fit side by side.
    fn fits_around(&self, rim: &[(Square, &SquareSide)], text: &dyn Fn(Square) -> String) -> bool {
        rim.iter().all(|(square, side)| {
            let [first, .., last] = side.points;
            width(&text(*square), self.outside) < (first.0 - last.0).hypot(first.1 - last.1)
        })
    }

    /// Names each section of a ring farther out than its files.
    fn sections(&self, rim: &[(Square, &SquareSide)], labels: &mut Labels) {
        let section = |it: Square| NameParts::of(self.book, it).section;
        for (at, (square, _)) in rim.iter().enumerate() {
            let before = rim[(at + rim.len() - 1) % rim.len()].0;
            if section(*square).is_empty() || section(*square) == section(before) {
                continue;
            }
            let long = rim.iter().cycle().skip(at).take(rim.len());
            let long = long.take_while(|it| section(it.0) == section(*square)).count();
            // An even number of files has its middle between two files.
            let (middle, side) = rim[(at + long / 2) % rim.len()];
            let other = rim[(at + (long - 1) / 2) % rim.len()].1.middle();
            let from = ((side.middle().0 + other.0) / 2.0, (side.middle().1 + other.1) / 2.0);
            let out = outward(self.layout.shape(middle), side);
            let away = self.outside * 1.3;
            let at = (from.0 + out.0 * away, from.1 + out.1 * away);
            labels.outside.push(Lettering::new(section(*square), at, self.outside));
        }
    }

    /// Names every file of a ring. Names beside the ring are farther out than names above and below it.
    fn around(&self, rim: &[(Square, &SquareSide)], text: &dyn Fn(Square) -> String, labels: &mut Labels) {
        for (square, side) in rim {
            let text = text(*square);
            let (out, middle) = (outward(self.layout.shape(*square), side), side.middle());
            let wide = width(&text, self.outside);
            let away = self.outside * 0.4 + out.0.abs() * wide / 2.0 + out.1.abs() * self.outside / 2.0;
            let at = (middle.0 + out.0 * away, middle.1 + out.1 * away);
            labels.outside.push(Lettering::new(&text, at, self.outside));
            labels.margin = labels.margin.max(self.outside * 0.6 + wide);
        }
    }

    /// Names the ranks of a ring in the last file of each section.
    fn ranks(&self, rim: &[(Square, &SquareSide)], labels: &mut Labels) {
        let board = &self.book.board;
        let section = |it: Square| NameParts::of(self.book, it).section;
        for (at, (square, _)) in rim.iter().enumerate() {
            let next = rim[(at + 1) % rim.len()].0;
            let ends =
                if self.book.sections.is_empty() { at + 1 == rim.len() } else { section(*square) != section(next) };
            for own in self.own.iter().filter(|it| ends && board.info(**it).file == board.info(*square).file) {
                let shape = self.layout.shape(*own);
                let size = (self.outside * 0.9).min(shape.radius);
                // Barriers are between this file and the next.
                let is_free = |it: &&SquareSide| {
                    let beside = it.heading.is_some_and(|it| it == Heading(EAST) || it == Heading(WEST));
                    let other = it.neighbor.map(|it| board.info(it).file);
                    beside && other.is_some_and(|it| it != board.info(next).file)
                };
                let side = shape.sides.iter().find(is_free).map_or(shape.middle, SquareSide::middle);
                let beside = |side: f64, middle: f64| middle + (side - middle) * BESIDE;
                let at = (beside(side.0, shape.middle.0), beside(side.1, shape.middle.1));
                let rank = NameParts::of(self.book, *own).rank;
                let (name, letters) = (rank.to_owned(), Lettering::new(rank, at, size));
                labels.ranks.push(RankName { square: *own, name, letters, aside: (at.0 - shape.middle.0).abs() });
                labels.thick.1 = labels.thick.1.max(self.outside * 0.09);
            }
        }
    }

    /// Writes the name into every square.
    fn names(&self, labels: &mut Labels) {
        labels.named.extend(&self.own);
        for square in &self.own {
            self.corner(*square, self.book.board.name(*square), self.height * 0.66, labels);
        }
    }

    /// Writes the names of the squares around an irregular point into them: lines bend there, so the names of files and
    /// ranks at the edge are hard to follow.
    fn around_points(&self, labels: &mut Labels) {
        for (point, squares, _) in self.points {
            for square in squares.iter().filter(|it| self.own.contains(it)) {
                let shape = self.layout.shape(*square);
                let away = |it: &Point| (it.0 - point.0).hypot(it.1 - point.1);
                let corners = shape.sides.iter().map(|it| it.points[0]);
                let corner = corners.max_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or(shape.middle);
                let toward = |from: f64, to: f64| from + (to - from) * FAR_CORNER;
                let at = (toward(shape.middle.0, corner.0), toward(shape.middle.1, corner.1));
                let name = self.book.board.name(*square);
                // These squares are larger than others.
                let size = self.outside.min(shape.radius * 0.52);
                labels.within.push(Lettering::new(name, at, size));
                labels.named.push(*square);
            }
        }
    }

    /// Writes a few small letters where a piece leaves space for them.
    fn corner(&self, square: Square, text: &str, size: f64, labels: &mut Labels) {
        let shape = self.layout.shape(square);
        let at = match shape.sides.len() {
            3 => tip_of(shape),
            4 => corner_of(shape),
            6 => (shape.middle.0, shape.middle.1 + shape.radius * 0.7),
            _ => (shape.middle.0, shape.middle.1 + shape.radius * 0.76),
        };
        labels.within.push(Lettering::new(text, at, size));
    }
}

/// Returns the unit vector that points out of a square across one side.
pub(super) fn outward(shape: &SquareShape, side: &SquareSide) -> Point {
    let [from, .., to] = side.points;
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let long = dx.hypot(dy).max(1e-9);
    let (mut x, mut y) = (-dy / long, dx / long);
    let middle = side.middle();
    if (middle.0 - shape.middle.0) * x + (middle.1 - shape.middle.1) * y < 0.0 {
        (x, y) = (-x, -y);
    }
    (x, y)
}
