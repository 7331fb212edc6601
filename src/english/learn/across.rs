//! How the board continues over joined edges: where edges join, how lines go on, and how the other pieces cross.
//!
//! Contains: [`RulesWriter::joined_edges_chapter`]. Input: the board and its links. Output: a list for the whole board, then
//! one part for lines and one for all other moves, each under its own heading. Does not know: the sentences
//! ([`super::lines_across`] and [`super::short_moves`] have them).

use super::super::RulesWriter;
use super::super::crossing::{crossing_square, home, turning};
use super::super::lines::forks;
use super::super::phrases::{a, capital, plural};
use super::super::words::InWords;
use super::{LINES, STEPS, steps_of};
use crate::board::{Heading, Link, Square};
use crate::definition::PointDef;
use crate::notation::name::NameParts;
use crate::policy::{Forks, PatchShape, StepKind, Travel};

impl RulesWriter<'_> {
    /// Writes where edges join, and what else is unusual if no line crosses a joined edge.
    pub(super) fn edges_of_the_board(&mut self) {
        let mut items = self.where_edges_join();
        if self.place_across().is_none() {
            items.extend(self.points_of_the_board().into_iter().chain(self.further_steps()));
        }
        self.out.list(items);
        if let Some(it) = self.names_of_blocks() {
            self.out.table(it);
        }
    }

    /// Writes how lines continue over joined edges, and how other pieces cross.
    pub(super) fn moves_across(&mut self) {
        let Some(place) = self.place_across() else { return };
        let further = self.further_steps();
        self.out.anchored_heading(3, LINES, format!("Lines across {place}"));
        let alike = self.lines_alike();
        let is_alike = alike.is_some();
        let of = |straight: bool| if is_alike { Vec::new() } else { self.line_example(straight) };
        let (straight, diagonal) = (alike.map_or_else(|| of(true), |it| vec![it]), of(false));
        let color = self.one_color();
        let more = [diagonal.into_iter().chain(color).collect(), self.points_of_the_board(), further].concat();
        match self.opposite_files() {
            Some(table) => {
                self.out.list([straight, more].concat());
                let rows = [true, false].map(|straight| self.sliders(straight).first().cloned());
                let rows = match rows {
                    [Some(one), Some(other)] => {
                        format!(". Use the {one} rows for straight steps and the {other} rows for diagonal steps")
                    }
                    _ => String::new(),
                };
                let example = self.lookup_example().unwrap_or_default();
                self.out.paragraph(format!(
                    "The table shows on which file a piece comes out. Find the last square before {place} on its line, and \
                     look up the file of that square{rows}{example}:"
                ));
                self.out.table(table);
            }
            None => self.out.list([straight, more].concat()),
        }
        let others = self.short_moves_across();
        self.out.anchored_heading(3, STEPS, format!("Other moves across {place}"));
        match others.as_slice() {
            [_, _, ..] => {
                for (kind, sentences) in others {
                    let kind = &self.book.kinds[kind.index()];
                    self.out.anchored_heading(4, steps_of(kind), capital(&plural(&kind.label)));
                    self.out.list(sentences);
                }
            }
            _ => self.out.list(others.into_iter().flat_map(|it| it.1).collect()),
        }
    }

    /// A line that crosses the center as an example of the table, after a period.
    fn lookup_example(&self) -> Option<String> {
        let from = crossing_square(self.book, true)?;
        let (to, _) = turning(self.book, from, true).into_iter().next()?;
        let name = |it: Square| self.book.board.name(it);
        let rook = self.sliders(true).first().map_or_else(|| "a straight line".to_owned(), |it| a(it));
        Some(format!(". For example, {rook} that reaches {} comes out on {}", name(from), name(*to)))
    }

    /// The blocks and the edges that join, before any line crosses them.
    fn where_edges_join(&self) -> Vec<String> {
        let board = &self.book.board;
        let mut items = if self.def.patches.len() > 1 { self.blocks() } else { Vec::new() };
        if self.def.patches.iter().any(|it| it.1.shape.value == PatchShape::Annulus) {
            let around = |from: Square, free: bool| {
                let around = (0..board.headings).map(Heading).filter(|it| board.is_straight(*it));
                let mut steps = around.flat_map(|it| board.steps(from, it));
                let apart = |to: Square| (board.info(from).file - board.info(to).file).abs() > 1;
                let fits = |it: &&(Square, Link)| !free || it.1.barriers.is_empty();
                steps.find(|it| it.1.onward == it.1.heading && apart(it.0) && fits(it)).map(|it| (from, it.0))
            };
            // The best example crosses no barrier.
            let mut found = board.squares().filter_map(|it| around(it, true));
            let mut second = board.squares().filter_map(|it| around(it, false));
            if let Some((from, to)) = found.next().or_else(|| second.next()) {
                items.push(format!(
                    "Each rank runs all the way around the ring: {} is next to {}.{}",
                    board.name(from),
                    board.name(to),
                    self.clockwise_files()
                ));
            }
        }
        if self.def.patches.len() == 1 && !self.is_ring() {
            items.extend(self.joined_edges());
        }
        items
    }

    /// How the letters of the files run around a ring, after a space, if the players' sections name them alike.
    fn clockwise_files(&self) -> String {
        self.clockwise_ends().map_or_else(String::new, |(first, last)| {
            format!(" Clockwise, the files of a section run from {first} to {last}.")
        })
    }

    /// The first and the last file of a section, clockwise around a ring.
    pub(super) fn clockwise_ends(&self) -> Option<(&str, &str)> {
        let (book, board) = (self.book, &self.book.board);
        let home = home(book).filter(|_| !book.sections.is_empty())?;
        let section = NameParts::of(book, home).section;
        // Files run clockwise around a ring.
        let own = board.squares().filter(|it| NameParts::of(book, *it).section == section);
        let files: Vec<(_, &str)> = own.map(|it| (board.info(it).file, NameParts::of(book, it).file)).collect();
        Some((files.iter().min()?.1, files.iter().max()?.1))
    }

    /// Lines that fork, single links, and lines that no step crosses.
    fn further_steps(&self) -> Vec<String> {
        let mut items =
            if self.points_fork() { Vec::new() } else { forks(&self.book.board, &|it| self.is_open_to_lines(it)) };
        for (name, it) in &self.def.links {
            let onward = it.onward.as_ref().map_or_else(String::new, |it| format!(", and goes on {}", it.value));
            let (heading, from, to) = (&it.heading.value, &it.from.value, &it.to.value);
            let name = capital(&name.value.replace('-', " "));
            items.push(format!("{name}: a step {heading} from {from} leads to {to}{onward}. {}", it.back.sentence()));
        }
        if !self.def.links.is_empty() && self.def.turn.is_some() {
            items.push("The same holds, turned to their side, for every other player.".to_owned());
        }
        items.extend(self.def.cuts.iter().map(|(_, it)| {
            let line = self.def.lines.iter().find(|line| line.0.value == it.line.value.0);
            let step = match line.map(|it| it.1.steps.as_slice()) {
                Some([only]) if only.value == StepKind::Straight => "straight step",
                Some([only]) if only.value == StepKind::Diagonal => "diagonal step",
                _ => "step",
            };
            let between = line.and_then(|it| it.1.between.as_ref()).map_or(&[][..], |it| it.value.as_slice());
            match between {
                [one, other] => format!("No {step} leads from {} to {} or back.", one.value, other.value),
                _ => format!("No {step} leads over the line “{}”.", it.line.value),
            }
        }));
        items
    }

    /// Reports whether lines fork only at points, where a rule says so.
    pub(in super::super) fn points_fork(&self) -> bool {
        let forks = |it: &PointDef| it.travel.as_ref().is_some_and(|it| it.diagonal.value == Travel::BothWays);
        let seams_fork = self.def.seams.iter().any(|it| it.1.forks.value == Forks::Yes);
        !self.def.points.is_empty() && !seams_fork && self.def.points.iter().all(|it| forks(&it.1))
    }

    /// What lines cross, for a heading: `the center`. `None` if no line turns at an edge.
    pub(super) fn place_across(&self) -> Option<String> {
        let book = self.book;
        let one = |straight: bool| {
            let from = crossing_square(book, straight)?;
            turning(book, from, straight).first().map(|it| self.crossed_place(it))
        };
        let place = one(true).or_else(|| one(false))?;
        Some(if place == "the edge of its block" { "the edges of the blocks".to_owned() } else { place })
    }
}
