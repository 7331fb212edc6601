//! Where lines continue that cross a joined edge, and the opposite files of a ring.
//!
//! Contains: [`RulesWriter::sliders`], [`RulesWriter::lines_alike`], [`RulesWriter::line_example`] and
//! [`RulesWriter::opposite_files`]. Input: the board and its links. Output: sentences with squares as examples, and a
//! table. Does not know: how single steps and leaps cross an edge ([`super::short_moves`]).

use super::super::RulesWriter;
use super::super::crossing::{
    before_on_line, closed_diagonal, crossing_square, home, is_closed, next_on_line, turning,
};
use super::super::phrases::{a, capital};
use super::super::seams::crossing;
use crate::board::{Heading, Link, Square, ray_paths};
use crate::document::{Cell, Table};
use crate::notation::name::{NameParts, joined};
use crate::rulebook::{Atom, AtomShape, Barrier, Kind};
use crate::sorting::CompactSort;

/// Maximum number of columns of the table of opposite files.
const MAX_COLUMNS: usize = 13;

impl RulesWriter<'_> {
    /// The examples of straight and diagonal lines together, if both just continue on the other side.
    pub(super) fn lines_alike(&self) -> Option<String> {
        let plain = |straight: bool| crossing(self.book, self.def, straight).is_none();
        let (straight, diagonal) = (self.paths_across(true)?, self.paths_across(false)?);
        (plain(true) && plain(false) && straight.0 == diagonal.0).then(|| {
            let (on_files, on_diagonals) = (self.line_of(true), capital(&self.line_of(false)));
            let lines = format!("Lines across {}", straight.0.replace("the edge of its block", "the edge of a block"));
            let rule = match self.def.points.is_empty() {
                true => "",
                false => " A straight line leaves each square through the side opposite the one by which it came, and a diagonal line through the opposite corner.",
            };
            format!(
                "{lines} continue on the other side.{rule} For example, {on_files}: {}. {on_diagonals}: {}.",
                straight.1, diagonal.1
            )
        })
    }

    /// States that diagonal lines never change color, if each of two colors is connected by them.
    pub(super) fn one_color(&self) -> Option<String> {
        let board = &self.book.board;
        let slider = self.sliders(false).first().copied()?;
        let (mut parts, mut seen) = (0, vec![false; board.len()]);
        for start in board.squares() {
            let mut open = vec![start];
            parts += usize::from(!seen[start.index()]);
            while let Some(at) = open.pop() {
                if !std::mem::replace(&mut seen[at.index()], true) {
                    let links = board.links(at).iter().filter(|it| !board.is_straight(it.1.heading));
                    open.extend(links.map(|it| it.0));
                }
            }
        }
        (parts == 2 && !self.is_ring()).then(|| format!("{} stays on squares of one color.", capital(&a(slider))))
    }

    /// States that a king can be attacked along several lines of a ring at once.
    pub(super) fn lines_of_check(&self) -> Option<String> {
        let sliders = self.sliders(true);
        (self.possible.check && self.is_ring() && !sliders.is_empty()).then(|| {
            let across = if crossing_square(self.book, true).is_some() { ", and across the center" } else { "" };
            let along = match self.sliders(false) {
                all if all.is_empty() || !self.meets_itself_on_diagonals() => String::new(),
                all => {
                    let see = if self.closed_loop().is_some() { " (see “Rules in detail”)" } else { "" };
                    format!(" {} can attack it along two diagonals at once{see}.", capital(&a(&joined(&all, "or"))))
                }
            };
            format!(
                "{} can attack a king along several lines at once: both ways around the ring{across}.{along} A piece in between blocks only one of \
                 these lines.",
                capital(&a(&joined(&sliders, "or")))
            )
        })
    }

    /// Reports whether two diagonal lines from one square meet again on another.
    fn meets_itself_on_diagonals(&self) -> bool {
        let board = &self.book.board;
        let diagonals = || (0..board.headings).map(Heading).filter(|it| !board.is_straight(*it));
        board.squares().any(|from| {
            let rays =
                diagonals().map(|it| ray_paths(board, from, it, 0).into_iter().flat_map(|it| it.squares).collect());
            let rays: Vec<Vec<Square>> = rays.collect();
            let meets =
                |at: usize| rays[..at].iter().any(|it| it.iter().any(|to| *to != from && rays[at].contains(to)));
            (1..rays.len()).any(meets)
        })
    }

    /// The pieces that move any number of steps on straight or on diagonal lines: one that moves only so, and one that moves
    /// on both. Fewer or none if the game has no such pieces.
    pub(super) fn sliders(&self, straight: bool) -> Vec<&str> {
        let slides = |kind: &Kind, straight: bool| {
            let shape = if straight { AtomShape::Straight(1) } else { AtomShape::Diagonal(1) };
            let is_plain = |it: &Atom| it.quiet && it.capture && it.hop.is_none() && it.directions.is_none();
            kind.movement.atoms.iter().any(|it| it.shape == shape && it.range == 0 && is_plain(it))
        };
        let kinds = || self.book.player_kinds().map(|it| it.1).filter(|it| slides(it, straight));
        let (only, both) = (kinds().find(|it| !slides(it, !straight)), kinds().find(|it| slides(it, !straight)));
        only.into_iter().chain(both).map(|it| it.label.as_str()).collect()
    }

    /// Reports whether some piece that moves along lines may always or at first go along a step: a barrier that never opens may
    /// stop all of them.
    pub(in super::super) fn is_open_to_lines(&self, link: &Link) -> bool {
        let (book, straight) = (self.book, self.book.board.is_straight(link.heading));
        let sliders = self.sliders(straight);
        let stops = |kind: usize, at: &u16| {
            let barrier = &book.barriers[book.barrier_instances[usize::from(*at)].barrier];
            let is_closed = barrier.always_allows().is_some_and(|it| !it.quiet && !it.capture);
            is_closed && barrier.unless.is_empty() && barrier.pieces >> kind & 1 != 0
        };
        let mut kinds = book.kinds.iter().enumerate().filter(|it| sliders.contains(&it.1.label.as_str()));
        sliders.is_empty() || kinds.any(|it| !link.barriers.iter().any(|at| stops(it.0, at)))
    }

    /// What moves on a line: `a rook or queen`, or `a straight line` if the game has no such pieces.
    fn line_of(&self, straight: bool) -> String {
        match (self.sliders(straight).as_slice(), straight) {
            ([], true) => "a straight line".to_owned(),
            ([], false) => "a diagonal line".to_owned(),
            (names, _) => a(&joined(names, "or")),
        }
    }

    /// The edge that lines cross, and the squares before and after it: straight or diagonal.
    fn paths_across(&self, straight: bool) -> Option<(String, String)> {
        let book = self.book;
        let name = |it: Square| book.board.name(it).to_owned();
        let from = crossing_square(book, straight)?;
        let turning = turning(book, from, straight);
        let path = |it: &(Square, Link)| {
            let before: Vec<String> = before_on_line(book, from, it).into_iter().chain([from]).map(name).collect();
            let after: Vec<String> = [it.0].into_iter().chain(next_on_line(book, it)).map(name).collect();
            let path = format!("{}, then {}", before.join(", "), after.join(", "));
            // Files run clockwise around a ring, so a diagonal step to the east does, too.
            match (self.is_ring() && !straight, it.1.heading.0 * 2 < book.board.headings) {
                (false, _) => path,
                (true, true) => format!("clockwise {path}"),
                (true, false) => format!("counterclockwise {path}"),
            }
        };
        // The rule on the point shows the lines that split there.
        let splits = |link: &Link| turning.iter().filter(|it| it.1.heading == link.heading).count() > 1;
        let shown = turning.iter().filter(|it| !self.points_fork() || !splits(&it.1));
        let paths: Vec<String> = shown.map(|it| path(it)).collect();
        Some((self.crossed_place(turning.first()?), paths.join("; or ")))
    }

    /// One square from which lines turn, with the squares before and after it: straight or diagonal.
    pub(super) fn line_example(&self, straight: bool) -> Vec<String> {
        let who = capital(&self.line_of(straight));
        let Some((place, paths)) = self.paths_across(straight) else { return Vec::new() };
        let there = crossing(self.book, self.def, straight);
        let there = there.unwrap_or_else(|| "continues on the other side".to_owned());
        // A line that keeps its direction around a ring goes on clockwise or counterclockwise, as before.
        let ends = self.clockwise_ends();
        let (one, other) = ends.map_or_else(Default::default, |(first, last)| {
            (format!(" (toward file {last} of a section)"), format!(" (toward file {first})"))
        });
        let clockwise = &format!("keeps its direction around the ring, clockwise{one} or counterclockwise{other}");
        let there = match self.is_ring() {
            true => there.replace("keeps its direction around the board", clockwise).replace("the board", "the ring"),
            false => there,
        };
        let start = match straight {
            true if self.is_ring() => {
                " Beyond the center, a line goes on to the rim and ends there: no piece turns at the rim.".to_owned()
            }
            true => String::new(),
            false => self.start_beside_center(),
        };
        let example = format!("For example: {paths}.{start}");
        let rule = format!("{who} that crosses {place} {there}.");
        // How to find the square is a point of its own.
        match rule.split_once(" To see where") {
            Some((first, how)) => {
                let lines = example.replacen("For example: ", "Examples: ", 1);
                vec![first.to_owned(), format!("To see where{how}{}", self.both_ways()), lines]
            }
            None => vec![format!("{rule} {example}")],
        }
    }

    /// Where a rook and a bishop come out from one square of a ring, after a space: an example of how to count.
    fn both_ways(&self) -> String {
        let (book, board) = (self.book, &self.book.board);
        let Some(from) = crossing_square(book, false) else { return String::new() };
        let out = |straight: bool, clockwise: bool| {
            let all = turning(book, from, straight);
            let mut all = all.into_iter().filter(|it| straight || (it.1.heading.0 * 2 < board.headings) == clockwise);
            all.next().map(|it| board.name(it.0))
        };
        let [rook, bishop] = [true, false].map(|it| self.sliders(it).first().map(|it| a(it)));
        let (Some(rook), Some(bishop)) = (rook, bishop) else { return String::new() };
        match (out(true, true), out(false, true), out(false, false)) {
            (Some(there), Some(one), Some(other)) if self.is_ring() => format!(
                " For example, {rook} on {from} comes out on {there}. So {bishop} that reaches {from} clockwise comes out on {one}, and \
                 one that reaches it counterclockwise comes out on {other}.",
                from = board.name(from)
            ),
            _ => String::new(),
        }
    }

    /// The diagonal line of a piece at the start that leads back to its square.
    pub(in super::super) fn closed_loop(&self) -> Option<String> {
        let board = &self.book.board;
        let own = self.sliders(false).first().copied()?;
        let kind = self.book.player_kinds().find(|it| it.1.label == own)?.0;
        let (start, squares) = closed_diagonal(self.book, kind)?;
        let squares: Vec<&str> = squares.iter().map(|it| board.name(*it)).collect();
        let rank = |it: Square| board.info(it).rank == board.info(start).rank;
        let path = squares.join(", ");
        let all = self.is_ring() && board.squares().filter(|it| rank(*it)).all(|it| is_closed(board, it));
        if !all {
            return Some(format!(
                "The two diagonals of a {own} on {0} are one loop: {path}, and back to {0}.",
                board.name(start)
            ));
        }
        let stops = self.book.barriers.iter().filter(|it| it.pieces >> kind.index() & 1 != 0 && !it.closed.quiet);
        let stops: Vec<&Barrier> = stops.collect();
        // The first diagonal step from the rim that such a barrier stops.
        let is_stopped = |it: &Link| {
            !board.is_straight(it.heading)
                && stops.iter().any(|by| by.instances.iter().any(|at| it.barriers.contains(at)))
        };
        let mut steps =
            board.squares().filter(|it| rank(*it)).flat_map(|from| board.links(from).iter().map(move |it| (from, it)));
        let stopped = steps.find(|it| is_stopped(&it.1.1)).map_or_else(String::new, |(from, it)| {
            format!(", as between {} and {}", board.name(from), board.name(it.0))
        });
        let label = |it: &&Barrier| if it.opens.is_empty() { a(&it.label) } else { format!("a closed {}", it.label) };
        let labels: Vec<String> = stops.iter().map(label).collect();
        let uncut = match labels.is_empty() {
            true => String::new(),
            false => format!(", unless {} stops one of them{stopped}", joined(&labels, "or")),
        };
        Some(format!(
            "The two diagonals from a square of the rim run into each other beyond the center. So {a_piece} on such a square reaches the same \
             squares along both{uncut}. For example, along one diagonal from {start} it reaches {path}; along the other, the same \
             squares in the opposite order.",
            a_piece = a(own),
            start = board.name(start)
        ))
    }

    /// Where a diagonal line can cross the center of a ring in its first step, after a space. No direction is given yet.
    fn start_beside_center(&self) -> String {
        let Some(from) = crossing_square(self.book, false).filter(|_| self.is_ring()) else { return String::new() };
        let name = |it: Square| self.book.board.name(it);
        let mut both: Vec<&(Square, Link)> = turning(self.book, from, false);
        both.compact_sort_by_key(|it| it.1.heading.0);
        match both.as_slice() {
            [one, other] if one.0 != other.0 => format!(
                " {} that starts on {} may go either way: to {} or {}.",
                self.sliders(false).first().map_or_else(|| "A diagonal line".to_owned(), |it| capital(&a(it))),
                name(from),
                name(one.0),
                name(other.0)
            ),
            _ => String::new(),
        }
    }

    /// The file where each line across the center of a ring comes out, for each file where it begins. Rows for diagonal
    /// lines only if these come out elsewhere.
    pub(super) fn opposite_files(&self) -> Option<Table> {
        let (book, board) = (self.book, &self.book.board);
        crossing(book, self.def, true).filter(|it| self.is_ring() && it.contains("on the opposite file"))?;
        let home = home(book)?;
        let column = |it: Square| format!("{}{}", NameParts::of(book, it).section, NameParts::of(book, it).file);
        // A file in the first row of a section, and the way of a line: straight, or diagonal and clockwise or not.
        let comes_out = |it: Square, clockwise: Option<bool>| -> Option<String> {
            let far = board.squares().filter(|to| board.info(*to).file == board.info(it).file);
            let is_it = |it: &(Square, Link)| clockwise.is_none_or(|way| (it.1.heading.0 * 2 < board.headings) == way);
            let all = far.filter_map(|it| {
                let links = turning(book, it, clockwise.is_none());
                links.iter().find(|it| is_it(it)).map(|it| column(it.0))
            });
            { all }.next()
        };
        let rank = |it: &Square| board.info(*it).rank == board.info(home).rank;
        let sections: Vec<&str> = match book.sections.is_empty() {
            true => vec![""],
            false => book.sections.iter().map(String::as_str).collect(),
        };
        let row = |section: &str| -> Vec<Square> {
            let mut own: Vec<Square> =
                board.squares().filter(rank).filter(|it| NameParts::of(book, *it).section == section).collect();
            own.compact_sort_by_key(|it| column(*it));
            own
        };
        let files = row(sections.first()?);
        let edge = crossing_square(book, true)?;
        let first = format!("File on rank {}", NameParts::of(book, edge).rank);
        let head = [Cell::from(first)].into_iter().chain(files.iter().map(|it| NameParts::of(book, *it).file.into()));
        let mut table = Table { head: head.collect(), rows: Vec::new() };
        let name = |straight: bool| self.sliders(straight).first().copied();
        let (rook, bishop) = (name(true).unwrap_or("straight line"), name(false).unwrap_or("diagonal line"));
        let ways = [
            (None, rook.to_owned()),
            (Some(true), format!("{bishop}, clockwise")),
            (Some(false), format!("{bishop}, counterclockwise")),
        ];
        for section in &sections {
            for (clockwise, what) in &ways {
                let own = row(section).into_iter().map(|it| comes_out(it, *clockwise));
                let Some(own) = own.collect::<Option<Vec<String>>>() else { continue };
                let straight = table.rows.last().filter(|_| clockwise.is_some());
                if straight.is_some_and(|it| it.iter().skip(1).map(|it| it.content.plain()).eq(own.iter().cloned())) {
                    continue;
                }
                let first = if section.is_empty() { capital(what) } else { format!("From {section}: {what}") };
                table.rows.push([Cell::from(first)].into_iter().chain(own.into_iter().map(Cell::from)).collect());
            }
        }
        let width = table.head.len();
        (width <= MAX_COLUMNS && table.rows.iter().all(|it| it.len() == width)).then_some(table)
    }
}
