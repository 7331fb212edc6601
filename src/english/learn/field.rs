//! The players' order and the board: its blocks, and the names of squares.
//!
//! Contains: [`RulesWriter::turns`] and [`RulesWriter::field`]. Input: the board and its links. Output: sentences with squares as examples.
//! Does not know: which tables of the file made a link.

use std::f64::consts::TAU;

use super::super::RulesWriter;
use super::super::crossing::{crossing_square, home};
use super::super::phrases::{capital, plural, some};
use super::super::seams::{Join, joins};
use super::super::squares::{ranges, row};
use super::super::words::{InWords, fill, passing};
use crate::board::{Board, Heading, Link, Square};
use crate::document::{Around, Cell, Table};
use crate::notation::name::{NameParts, joined, seat_title};
use crate::notation::picture::board_text;
use crate::policy::{Cells, NameForm, PatchShape, Role, Seats, TurnPassing};
use crate::rulebook::{KindId, Rulebook, SeatId};
use crate::rules::Position;
use crate::sorting::CompactSort;

/// Number of words from which a sentence about joined edges becomes several.
const LONG_SENTENCE: usize = 30;
/// Where a pawn moves that has crossed the center of a ring.
pub(super) const TOWARD_THE_RIM: &str = "toward the rim";
/// What a pass means for endings.
const PASS_IS_NO_MOVE: &str = "A pass does not count as a legal move: it does not prevent checkmate or stalemate.";
/// What squares are on boards of other cells.
const CELLS_ARE_SQUARES: &str = "These rules call each cell a square.";
/// Maximum number of kinds of leaping pieces that are named.
const MAX_LEAPERS: usize = 3;
/// Maximum number of joined edges that are listed.
const MAX_JOINS: usize = 6;
/// Maximum number of letters of kinds in one sentence.
const LETTERS: usize = 10;

/// Two rows that touch as ranks, if each square touches one on the same file: `rank 4 meets rank 9 on files e to h`.
fn ranks_that_meet(book: &Rulebook, (one, other): &Join) -> Option<String> {
    let name = |it: &Square| NameParts::of(book, *it);
    let (first, last) = (name(one.first()?), name(one.last()?));
    let rank = name(other.first()?).rank;
    let is_plain = |(one, other): (&Square, &Square)| {
        let (one, other) = (name(one), name(other));
        one.section.is_empty() && one.file == other.file && one.rank == first.rank && other.rank == rank
    };
    let is_alike = one.len() > 1 && one.len() == other.len() && one.iter().zip(other).all(is_plain);
    let (from, to) = if first.file <= last.file { (first.file, last.file) } else { (last.file, first.file) };
    is_alike.then(|| format!("rank {} meets rank {rank} on files {from} to {to}", first.rank))
}

/// Returns the direction in which the turn goes around the picture of the board, if more than two armies start around its
/// middle.
fn direction_of_play(book: &Rulebook) -> Option<Around> {
    let mean = |squares: Vec<Square>| {
        let at = |it: &Square| (f64::from(book.board.info(*it).x), f64::from(book.board.info(*it).y));
        let sum = squares.iter().map(at).fold((0.0, 0.0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
        let number = squares.len().max(1) as f64;
        (sum.0 / number, sum.1 / number)
    };
    let middle = mean(book.board.squares().collect());
    let angle = |seat: SeatId| {
        let own = mean(book.setup.iter().flatten().filter(|it| it.0 == seat).map(|it| it.2).collect());
        let (x, y) = (own.0 - middle.0, own.1 - middle.1);
        (x.hypot(y) > 0.5).then(|| y.atan2(x))
    };
    let angles = book.seat_ids().map(angle).collect::<Option<Vec<f64>>>().filter(|it| it.len() > 2)?;
    // The angles between neighbors in the order of play make one whole turn in one of the directions.
    let turns: f64 = (0..angles.len()).map(|it| (angles[(it + 1) % angles.len()] - angles[it]).rem_euclid(TAU)).sum();
    match (turns / TAU).round() as usize {
        1 => Some(Around::Counterclockwise),
        it if it + 1 == angles.len() => Some(Around::Clockwise),
        _ => None,
    }
}

impl RulesWriter<'_> {
    /// States the order of play.
    pub(super) fn turns(&self) -> String {
        let book = self.book;
        let seats: Vec<String> = book.seat_ids().map(|it| seat_title(book, it)).collect();
        let around =
            direction_of_play(book).map_or_else(String::new, |it| format!(": {} around the board", it.words()));
        let mut text = vec![format!("{} moves first, then {}{around}.", seats[0], seats[1..].join(", then "))];
        let colors = book.seats.iter().zip(&seats);
        text.extend(colors.filter_map(|it| Some(fill(it.0.color?.sentence(), &[("player", it.1)]))));
        if let ([own, next, third], true) = (&seats[..], self.exposes_kings() || self.bans_name_neighbors()) {
            text.push(format!("For {own}, {next} is the next player, and {third} is the previous player."));
        }
        if let Some(it) = &self.def.turns {
            if book.inherits_turns() {
                text.push("A player who takes over an army also plays the turns of its old owner.".to_owned());
            } else if self.possible.elimination {
                text.push(it.skipped.sentence().to_owned());
            }
            text.push(passing(it.passing.value, book.check.own_king, book.outcome_before_passing()));
            if it.passing.value == TurnPassing::Allowed {
                let is_stuck = book.outcomes.iter().any(|it| it.when.stuck.is_some());
                text.extend(is_stuck.then(|| PASS_IS_NO_MOVE.to_owned()));
                text.extend(
                    book.blocker.as_ref().map(|it| format!("A pass places no {}.", book.kinds[it.kind.index()].label)),
                );
            }
        }
        // The differences from chess say it for more players.
        text.extend(self.extra_turns().filter(|_| book.seats.len() == 2));
        text.extend((!self.possible.resignation).then(|| "Players may not resign.".to_owned()));
        text.join(" ")
    }

    /// Explains what is not obvious on the board as text: edges that join, and the order of the sections.
    pub(super) fn picture_notes(&self, start: &Position) -> String {
        let (book, text) = (self.book, board_text(start, None));
        let mut notes = Vec::new();
        if self.is_ring() {
            notes.push(
                "The picture shows the ring cut open: its left and right edges join, and its top row is around the \
                 center."
                    .to_owned(),
            );
        }
        let has_all = |it: &&str| book.sections.len() > 1 && book.sections.iter().all(|name| it.contains(name));
        if let Some(line) = text.lines().find(has_all) {
            let mut shown: Vec<(usize, String)> =
                book.sections.iter().map(|it| (line.find(it.as_str()).unwrap_or(0), self.section_owner(it))).collect();
            shown.compact_sort_by(Ord::cmp);
            let shown: Vec<String> = shown.into_iter().map(|it| it.1).collect();
            let order: Vec<String> = book.seat_ids().map(|it| seat_title(book, it)).collect();
            let from = shown.iter().position(|it| *it == order[0]).unwrap_or(0);
            let in_order = (0..order.len()).all(|it| shown.get((from + it) % shown.len()) == Some(&order[it]));
            if !in_order {
                let (shown, order) = (joined(&shown, "and"), joined(&order, "and"));
                notes.push(format!(
                    "From left to right it shows the sections of {shown}. The order of play is {order}."
                ));
            }
        }
        let letters: Vec<String> = book.kinds.iter().map(|it| format!("{} {}", it.letter, it.label)).collect();
        for (at, letters) in letters.chunks(LETTERS).enumerate() {
            let before = if at == 0 { "The second letter of a piece names its kind" } else { "Further letters" };
            notes.push(format!("{before}: {}.", letters.join(", ")));
        }
        if text.contains("\nJoined: ") {
            notes.push("“Joined” lists squares that touch although the picture shows them apart.".to_owned());
        }
        notes.join(" ")
    }

    /// The player who starts in a section of the board.
    fn section_owner(&self, section: &str) -> String {
        let book = self.book;
        let start = book.setup.iter().flatten().find(|it| book.board.name(it.2).starts_with(section));
        start.map_or_else(|| section.to_owned(), |it| seat_title(book, it.0))
    }

    /// Reports whether the board is a single ring.
    pub(in super::super) fn is_ring(&self) -> bool {
        let patches = &self.def.patches;
        patches.len() == 1 && patches.iter().all(|it| it.1.shape.value == PatchShape::Annulus)
    }

    /// Describes the board and the names of its squares.
    pub(super) fn field(&self) -> String {
        let (book, def) = (self.book, self.def);
        let mut text = Vec::new();
        let number = |it: &Option<crate::diagnostic::Spanned<i64>>| it.as_ref().map_or(0, |it| it.value);
        let shape = |patch: &str, it: &crate::definition::Patch| {
            let (files, ranks) = (some(number(&it.files), "file", "files"), some(number(&it.ranks), "rank", "ranks"));
            let side = match book.board.cells() {
                Cells::Triangle => some(number(&it.side), "triangle", "triangles"),
                Cells::Square | Cells::Hex => some(number(&it.side), "cell", "cells"),
            };
            let parts = [("patch", patch), ("files", files.as_str()), ("ranks", &ranks), ("side", &side)];
            let described = fill(it.shape.sentence(), &parts);
            // A board of files and ranks is not a shape with sides.
            let is_cut = !it.holes.is_empty() && matches!(it.shape.value, PatchShape::Hexagon | PatchShape::Triangle);
            let missing = match book.board.cells() {
                Cells::Triangle => ", but some triangles are missing.",
                Cells::Square | Cells::Hex => ", but some cells are missing.",
            };
            if is_cut { described.replacen('.', missing, 1) } else { described }
        };
        match def.patches.as_slice() {
            [(_, only)] => text.push(shape("The board", only)),
            [(_, first), rest @ ..] => {
                let blocks = some(def.patches.len() as i64, "block", "blocks");
                let each = if def.patches.len() == book.seats.len() { ", one for each player" } else { "" };
                text.push(format!("The board consists of {blocks}{each}."));
                let own = shape("Each block", first);
                if rest.iter().all(|it| shape("Each block", &it.1) == own) {
                    text.push(own);
                } else {
                    text.extend(def.patches.iter().map(|(name, it)| shape(&format!("The block “{}”", name.value), it)));
                }
            }
            [] => {}
        }
        if book.board.cells() == Cells::Triangle {
            text.push(Cells::Triangle.sentence().to_owned());
        }
        if book.board.cells() != Cells::Square {
            text.push(CELLS_ARE_SQUARES.to_owned());
        }
        let holes = def.patches.iter().flat_map(|it| it.1.holes.iter().map(|it| it.value.0.as_str()));
        if let Some((_, patch)) = def.patches.iter().find(|it| !it.1.holes.is_empty()) {
            text.push(format!("These squares are missing: {}.", ranges(holes.collect(), MAX_JOINS)));
            let leapers = self.leapers();
            let rule = patch.leap_over_holes.sentence();
            text.extend(leapers.map(|it| fill(rule, &[("leapers", &capital(&it))])));
        }
        let king = book.setup.iter().flatten().find(|it| book.kinds[it.1.index()].role == Role::Royal);
        let example = king.map_or(Square((book.board.len() / 3) as u16), |it| it.2);
        if let Some(form) = def.names.as_ref().and_then(|it| it.form.as_ref()) {
            let name = book.board.name(example);
            let shown = king.map_or_else(
                || name.to_owned(),
                |it| format!("{}'s {} starts on {name}", seat_title(book, it.0), book.kinds[it.1.index()].label),
            );
            text.push(fill(form.sentence(), &[("example", &shown)]));
            if form.value == NameForm::RowPlace {
                text.push(letter_names(&book.board).to_owned());
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
        if let Some(it) = def.board.as_ref().filter(|it| book.seats.len() > 2 && it.seats.value == Seats::Alike) {
            text.push(self.seats_in_words(it.seats.value).to_owned());
            // Sections name corresponding squares alike, so the example leads from one section to another.
            let example = match book.sections.is_empty() {
                true => crossing_square(book, true).map(|it| vec![it]),
                false => self.step_between_sections(),
            };
            let example = example.and_then(|it| Some((self.corresponding(&it)?, it)));
            text.extend(example.map(|(others, it)| {
                let names: Vec<&str> = it.iter().map(|it| book.board.name(*it)).collect();
                let step = if names.len() > 1 { "the step from " } else { "" };
                let (names, first) = (names.join(" to "), seat_title(book, SeatId(0)));
                format!("For example, {step}{names} for {first} corresponds to {others}.")
            }));
        }
        text.join(" ")
    }

    /// A straight step from the section of the first player's army to another one.
    fn step_between_sections(&self) -> Option<Vec<Square>> {
        let (book, board) = (self.book, &self.book.board);
        let section = |it: Square| NameParts::of(book, it).section;
        let own = book.setup.iter().flatten().filter(|it| it.0 == SeatId(0)).map(|it| it.2);
        own.flat_map(|from| board.links(from).iter().map(move |it| (from, it)))
            .find(|(from, (to, link))| board.is_straight(link.heading) && section(*from) != section(*to))
            .map(|(from, (to, _))| vec![from, *to])
    }

    /// The kinds of pieces that leap: `knights`. None if no piece does.
    fn leapers(&self) -> Option<String> {
        let all = self.book.player_kinds().map(|it| it.1);
        let all = all.filter(|it| super::leaps(it) && !it.movement.atoms.iter().any(|it| it.lame));
        let all: Vec<String> = all.map(|it| plural(&it.label)).collect();
        match all.len() {
            0 => None,
            1..=MAX_LEAPERS => Some(joined(&all, "and")),
            _ => Some("leaping pieces".to_owned()),
        }
    }

    /// Why file letters jump, and the squares that touch where blocks join.
    pub(super) fn blocks(&self) -> Vec<String> {
        let board = &self.book.board;
        let form = self.def.names.as_ref().and_then(|it| it.form.as_ref()).map(|it| it.value);
        let mut text = Vec::new();
        if form == Some(NameForm::FileRank) {
            text.extend(self.files_of_two_blocks());
        }
        // A single pair may be a link, which has a sentence of its own.
        let joins: Vec<Join> =
            joins(board).into_iter().filter(|it| it.0.len() > 1 || self.def.links.is_empty()).collect();
        let same_files: Option<Vec<String>> = joins.iter().map(|it| ranks_that_meet(self.book, it)).collect();
        if let Some(ranks) = same_files.filter(|it| !it.is_empty() && it.len() <= MAX_JOINS) {
            text.push(format!(
                "The blocks join along their edges, and the file stays the same: {}.",
                joined(&ranks, "and")
            ));
            return text;
        }
        let verb = |it: &[Square]| if it.len() == 1 { "touches" } else { "touch" };
        let touch = |(one, other): &Join| format!("{} {} {}", row(board, one), verb(one), row(board, other));
        let joins: Vec<String> = joins.iter().map(touch).collect();
        if !joins.is_empty() && joins.len() <= MAX_JOINS {
            let one = format!("The blocks join along their edges: {}.", joined(&joins, "and"));
            text.push(match one.split(' ').count() > LONG_SENTENCE {
                true => format!("The blocks join along their edges. There {}.", joins.join(". There ")),
                false => one,
            });
        }
        text
    }

    /// The files and ranks of each player's block. Their names are also on the picture of the board.
    pub(super) fn names_of_blocks(&self) -> Option<Table> {
        let (book, board) = (self.book, &self.book.board);
        let form = self.def.names.as_ref().and_then(|it| it.form.as_ref()).map(|it| it.value);
        if form != Some(NameForm::FileRank) || self.def.patches.len() < 2 {
            return None;
        }
        let (mut is_from_left, mut has_first) = (true, true);
        let block = |seat: SeatId| {
            let patch = board.info(book.setup.iter().flatten().find(|it| it.0 == seat)?.2).patch;
            let own: Vec<Square> = board.squares().filter(|it| board.info(*it).patch == patch).collect();
            let mut files: Vec<&str> = Vec::new();
            for file in own.iter().map(|it| NameParts::of(book, *it).file) {
                if !files.contains(&file) {
                    files.push(file);
                }
            }
            let files = files.join(" ");
            let ranks = || own.iter().filter_map(|it| NameParts::of(book, *it).rank.parse::<u32>().ok());
            // The king starts on the first rank.
            let royal = |it: &&(SeatId, KindId, Square)| it.0 == seat && book.kinds[it.1.index()].role == Role::Royal;
            let first = NameParts::of(book, book.setup.iter().flatten().find(royal)?.2).rank;
            let (low, high) = (ranks().min()?, ranks().max()?);
            let (from, to) = if first == high.to_string() { (high, low) } else { (low, high) };
            has_first &= first == from.to_string();
            let ranks = format!("{from} to {to}");
            // Files rise to the right of a player who faces north.
            is_from_left &= book.seats[seat.index()].faces == Heading(0);
            Some(vec![format!("{}'s", seat_title(book, seat)).into(), files.into(), ranks.into()])
        };
        let rows: Vec<Vec<Cell>> = book.seat_ids().filter_map(block).collect();
        let files = if is_from_left { "Files, from that player's left to right" } else { "Files" };
        let ranks = if has_first { "Ranks, from that player's first" } else { "Ranks" };
        let head = ["Block", files, ranks].map(Cell::from).to_vec();
        (!rows.is_empty()).then_some(Table { head, rows })
    }

    /// States that no rank leaves its block, after a space, if straight lines leave blocks only along files.
    fn ranks_stay(&self) -> Option<String> {
        let (book, board) = (self.book, &self.book.board);
        let name = |it: Square| NameParts::of(book, it);
        let leaves = |from: Square, link: &(Square, Link)| {
            board.is_straight(link.1.heading)
                && board.info(from).patch != board.info(link.0).patch
                && name(from).file != name(link.0).file
        };
        let any = board.squares().any(|from| board.links(from).iter().any(|it| leaves(from, it)));
        let rank = name(crossing_square(book, true).filter(|_| !any)?).rank;
        let mut files: Vec<&str> =
            board.squares().filter(|it| name(*it).rank == rank).map(|it| name(it).file).collect();
        files.compact_sort_by(Ord::cmp);
        let (first, last) = (files.first()?, files.last()?);
        Some(format!(" A rank stays in its block: rank {rank} runs from {first}{rank} to {last}{rank}."))
    }

    /// The files of a block whose letters do not follow the alphabet, after a space.
    fn letters_that_jump(&self) -> Option<String> {
        let (book, board) = (self.book, &self.book.board);
        let files = |seat: SeatId| -> Option<Vec<&str>> {
            let start = book.setup.iter().flatten().find(|it| it.0 == seat)?.2;
            let own = board.squares().filter(|it| board.info(*it).patch == board.info(start).patch);
            let mut files: Vec<&str> = own.map(|it| NameParts::of(book, it).file).collect();
            files.dedup();
            files.truncate(files.iter().skip(1).position(|it| *it == files[0]).map_or(files.len(), |it| it + 1));
            Some(files)
        };
        let jumps = |it: &Vec<&str>| !it.is_sorted() && !it.iter().rev().is_sorted();
        let (seat, files) = book.seat_ids().find_map(|it| Some((it, files(it).filter(jumps)?)))?;
        Some(format!(
            " So the letters of a block do not always follow the alphabet: {}'s files are {}.",
            seat_title(book, seat),
            files.join(" ")
        ))
    }

    /// Why the letters of a block jump: each file continues in another block and has one letter in both.
    fn files_of_two_blocks(&self) -> Option<String> {
        let (book, board) = (self.book, &self.book.board);
        let file = |it: Square| NameParts::of(book, it).file;
        let patches = |name: &str| -> Vec<u16> {
            let mut all: Vec<u16> =
                board.squares().filter(|it| file(*it) == name).map(|it| board.info(it).patch).collect();
            all.compact_sort_by(Ord::cmp);
            all.dedup();
            all
        };
        let name = file(home(book)?);
        let owner = |patch: &u16| {
            let start = book.setup.iter().flatten().find(|it| board.info(it.2).patch == *patch)?;
            Some(format!("{}'s", seat_title(book, start.0)))
        };
        let owners: Vec<String> = patches(name).iter().filter_map(owner).collect();
        let leads_on = |from: Square, (to, link): &(Square, Link)| {
            board.is_straight(link.heading)
                && board.info(*to).patch != board.info(from).patch
                && file(*to) == file(from)
        };
        let runs_on = |name: &str| {
            let mut own = board.squares().filter(|it| file(*it) == name);
            own.any(|from| board.links(from).iter().any(|it| leads_on(from, it)))
        };
        let all_run_on = board.squares().all(|it| patches(file(it)).len() == 2 && runs_on(file(it)));
        (all_run_on && owners.len() == 2).then(|| {
            format!(
                "Each file runs through two blocks and keeps its letter: file {name} runs through {} blocks.{}{}",
                joined(&owners, "and"),
                self.letters_that_jump().unwrap_or_default(),
                self.ranks_stay().unwrap_or_default()
            )
        })
    }

    /// The name of the border that a link crosses: `the center` or `the edge`.
    pub(super) fn crossed_place(&self, link: &(Square, Link)) -> String {
        let named = |line: &&crate::rulebook::Line| link.1.lines.iter().any(|it| line.instances.contains(it));
        let line = self.book.lines.iter().find(named).map(|it| format!("the {}", it.label));
        let place = match self.is_ring() {
            true => "the center",
            false if self.def.patches.len() > 1 => "the edge of its block",
            false => "the edge",
        };
        line.unwrap_or_else(|| place.to_owned())
    }
}

/// What the letter in the name of a square names, where names are made of rows and places.
fn letter_names(board: &Board) -> &'static str {
    let letter = |it: Square| board.name(it).chars().next();
    let first = Square(0);
    let mut row = board.squares().filter(|it| board.info(*it).rank == board.info(first).rank);
    if row.all(|it| letter(it) == letter(first)) {
        "The letter names the row, and the number the place in it."
    } else {
        "The number names the row, and the letter the place in it."
    }
}
