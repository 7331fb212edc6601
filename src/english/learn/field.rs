//! The players' order and the board: names of squares, and where lines continue.
//!
//! Contains: [`RulesWriter::turns`], [`RulesWriter::field`], the lines over joined edges and the
//! way of a pawn. Input: the board and its links. Output: sentences with squares as examples.
//! Does not know: which tables of the file made a link.

use super::super::RulesWriter;
use super::super::phrases::{capital, some};
use super::super::words::{InWords, fill};
use crate::board::{Heading, Link, Square};
use crate::notation::name::{joined, seat_title};
use crate::policy::{PatchShape, Role};
use crate::rulebook::SeatId;

impl RulesWriter<'_> {
    /// States the order of play.
    pub(super) fn turns(&self) -> String {
        let book = self.book;
        let seats: Vec<String> = book.seat_ids().map(|it| seat_title(book, it)).collect();
        let mut text = vec![format!("{} moves first, then {}.", seats[0], seats[1..].join(", then "))];
        if let Some(it) = &self.def.turns {
            if self.possible.elimination {
                text.push(it.skipped.told().to_owned());
            }
            text.push(it.passing.told().to_owned());
        }
        text.join(" ")
    }

    /// Describes the board and the names of its squares.
    pub(super) fn field(&self) -> String {
        let (book, def) = (self.book, self.def);
        let mut text = Vec::new();
        let number = |it: &Option<crate::diagnostic::Spanned<i64>>| it.as_ref().map_or(0, |it| it.value);
        let sizes: Vec<(i64, i64)> = def.patches.iter().map(|it| (number(&it.1.files), number(&it.1.ranks))).collect();
        let size = |it: &(i64, i64)| format!("{} and {}", some(it.0, "file", "files"), some(it.1, "rank", "ranks"));
        match (def.patches.as_slice(), sizes.as_slice()) {
            ([(_, patch)], [own]) if patch.shape.value == PatchShape::Annulus => {
                text.push(format!("The board is a ring of {}. Rank 1 is the rim.", size(own)));
            }
            ([(_, patch)], [own]) if patch.shape.value == PatchShape::Rectangle => {
                text.push(format!("The board has {}.", size(own)));
            }
            ([_, ..], [first, ..]) if sizes.len() > 1 && sizes.iter().all(|it| it == first) && first.0 > 0 => {
                text.push(format!(
                    "The board consists of {} of {}{}.",
                    some(sizes.len() as i64, "block", "blocks"),
                    size(first),
                    if sizes.len() == book.seats.len() { ", one for each player" } else { "" }
                ));
            }
            _ => {}
        }
        let holes: Vec<&str> =
            def.patches.iter().flat_map(|it| it.1.holes.iter().map(|it| it.value.0.as_str())).collect();
        if !holes.is_empty() {
            text.push(format!("These squares are missing: {}.", joined(&holes, "and")));
        }
        let king = book.setup.iter().flatten().find(|it| book.kinds[it.1.index()].role == Role::Royal);
        let example = king.map_or(Square((book.board.len() / 3) as u16), |it| it.2);
        if let Some(form) = def.names.as_ref().and_then(|it| it.form.as_ref()) {
            text.push(fill(form.told(), &[("example", book.board.name(example))]));
            if let Some((seat, kind, _)) = king.filter(|_| !book.sections.is_empty()) {
                let whose = seat_title(book, *seat);
                let (label, name) = (&book.kinds[kind.index()].label, book.board.name(example));
                text.push(format!("For example, {whose}'s {label} starts on {name}."));
            }
        }
        if !book.sections.is_empty() {
            let owner = |it: &String| {
                let start =
                    |at: &&(SeatId, crate::rulebook::KindId, Square)| book.board.name(at.2).starts_with(it.as_str());
                let seat = book.setup.iter().flatten().find(start)?.0;
                Some(format!("{it} is {}'s section", seat_title(book, seat)))
            };
            let owners: Vec<String> = book.sections.iter().filter_map(owner).collect();
            if !owners.is_empty() {
                text.push(format!("{}.", capital(&joined(&owners, "and"))));
            }
        }
        text.join(" ")
    }

    /// Where straight and diagonal lines continue over joined edges, with examples.
    pub(super) fn how_lines_continue(&self) -> Vec<String> {
        let board = &self.book.board;
        let mut items = Vec::new();
        if self.def.patches.iter().any(|it| it.1.shape.value == PatchShape::Annulus) {
            let round = board.squares().find_map(|from| {
                let around = (0..board.headings).map(Heading).filter(|it| board.is_straight(*it));
                let mut steps = around.flat_map(|it| board.steps(from, it));
                let apart = |to: Square| (board.info(from).file - board.info(to).file).abs() > 1;
                steps.find(|it| it.1.onward == it.1.heading && apart(it.0)).map(|it| (from, it.0))
            });
            if let Some((from, to)) = round {
                items.push(format!(
                    "The files run all the way around the ring: {} is next to {}.",
                    board.name(from),
                    board.name(to)
                ));
            }
        }
        for straight in [true, false] {
            items.extend(self.line_example(straight));
        }
        items
    }

    /// One square from which lines turn, with the squares that follow: straight or diagonal.
    fn line_example(&self, straight: bool) -> Option<String> {
        let board = &self.book.board;
        let who = if straight { "A rook or queen" } else { "A bishop or queen" };
        let turning = |from: Square| -> Vec<&(Square, Link)> {
            let links = board.links(from).iter().filter(|it| board.is_straight(it.1.heading) == straight);
            links.filter(|it| it.1.onward != it.1.heading).collect()
        };
        let home = self.home();
        let own = |it: &Square| home.is_none_or(|home| board.info(home).patch == board.info(*it).patch);
        let near = |it: &Square| home.map_or(0, |home| (board.info(home).file - board.info(*it).file).abs());
        let on = |it: &(Square, Link)| board.steps(it.0, it.1.onward).next().map(|it| it.0);
        let best = board.squares().filter(own).filter(|it| !turning(*it).is_empty());
        let from = best.min_by_key(|it| (turning(*it).iter().any(|it| on(it).is_none()), near(it), *it))?;
        let ends: Vec<String> = turning(from)
            .into_iter()
            .map(|it| match on(it) {
                Some(next) => format!("to {} and on to {}", board.name(it.0), board.name(next)),
                None => format!("to {}", board.name(it.0)),
            })
            .collect();
        let place = self.crossed_place(turning(from)[0]);
        Some(format!("{who} on {} that crosses {place} goes {}.", board.name(from), ends.join("; or ")))
    }

    /// The name of the border that a link crosses: `the center` or `the edge`.
    fn crossed_place(&self, link: &(Square, Link)) -> String {
        let named = |line: &&crate::rulebook::Line| link.1.lines.iter().any(|it| line.instances.contains(it));
        let line = self.book.lines.iter().find(named).map(|it| format!("the {}", it.label));
        let is_ring = self.def.patches.iter().any(|it| it.1.shape.value == PatchShape::Annulus);
        line.unwrap_or_else(|| if is_ring { "the center" } else { "the edge" }.to_owned())
    }

    /// The starting square of the first player's king, or of any of their pieces.
    fn home(&self) -> Option<Square> {
        let own = || self.book.setup.iter().flatten().filter(|it| it.0 == SeatId(0));
        own().find(|it| self.book.kinds[it.1.index()].role == Role::Royal).or_else(|| own().next()).map(|it| it.2)
    }

    /// The way of a pawn straight ahead, if it crosses a joined edge.
    pub(super) fn pawn_path(&self) -> Option<String> {
        let (book, board) = (self.book, &self.book.board);
        let faces = book.seats.first()?.faces;
        let own = book.setup.iter().flatten().filter(|it| it.0 == SeatId(0));
        let pawns = own.filter(|it| book.kinds[it.1.index()].role == Role::Pawn).map(|it| it.2);
        let home = self.home()?;
        let far = |it: &Square| (board.info(*it).file - board.info(home).file).abs();
        let start = pawns.min_by_key(|it| (far(it), *it))?;
        let (mut at, mut heading) = (start, faces);
        let mut runs: Vec<Vec<Square>> = vec![vec![start]];
        let mut place = String::new();
        for _ in 0..board.len() {
            let Some((to, link)) = board.steps(at, heading).next() else { break };
            let (here, there) = (board.info(at), board.info(*to));
            let bends = link.onward != heading || (here.patch, here.file) != (there.patch, there.file);
            if runs.iter().flatten().any(|it| it == to) {
                break;
            }
            if bends {
                place = self.crossed_place(&(*to, link.clone()));
                runs.push(Vec::new());
            }
            runs.last_mut()?.push(*to);
            (at, heading) = (*to, link.onward);
        }
        let ends = runs.iter().filter_map(|it| Some((board.name(*it.first()?), board.name(*it.last()?))));
        let ends = ends.map(|(from, to)| if from == to { from.to_owned() } else { format!("{from} to {to}") });
        let ends: Vec<String> = ends.collect();
        (runs.len() > 1 && runs.len() < 6).then(|| {
            format!(
                "A pawn always moves straight ahead, also across {place}. For example, {}'s pawn walks from {}.",
                seat_title(book, SeatId(0)),
                ends.join(", then from ")
            )
        })
    }
}
