//! The chapters on players and board.
//!
//! In: the definition for what the author says, the rulebook for what came of it. Out:
//! blocks of the document. What lines do on the board is looked up on its links.

use super::lines::{forward_example, how_lines_run};
use super::phrases::{a, plural, some};
use super::seams::seam;
use super::squares::squares_text;
use super::words::{InWords, fill};
use super::{Block, RulesWriter};
use crate::board::{Board, Square};
use crate::definition::SymmetryTable;
use crate::diagnostic::counted;
use crate::notation::name::{joined, seat_title};
use crate::policy::{NameForm, SetupWord};
use crate::rulebook::SeatId;

impl RulesWriter<'_> {
    /// Who plays, in which order, and what each of them has.
    pub(super) fn players(&mut self) {
        self.out.heading(2, "The players");
        let book = self.book;
        let seats: Vec<String> = book.seat_ids().map(|it| seat_title(book, it)).collect();
        let (def, turns) = (self.def, self.def.turns.as_ref());
        self.out.paragraph(format!(
            "There are {}. They move in this order: {}, and again from the first.{}",
            some(seats.len() as i64, "player", "players"),
            joined(&seats, "and then"),
            turns.map_or_else(String::new, |it| match self.possible.elimination {
                true => format!(" {} {}", it.skipped.told(), it.passing.told()),
                false => format!(" {}", it.passing.told()),
            })
        ));
        let mut items = Vec::new();
        for seat in book.seat_ids() {
            let letter = &book.seats[seat.index()].letter;
            let pieces = self.army(seat);
            let pieces = if pieces.is_empty() { String::new() } else { format!(" starts with {pieces}.") };
            let forward = forward_example(book, seat)
                .map_or_else(String::new, |(from, to)| format!(" For them, forward is from {from} to {to}."));
            items.push(format!("{} ({letter}){pieces}{forward}", seat_title(book, seat)));
        }
        self.out.list(items);
        if let Some(top) = def.top.as_ref().filter(|it| it.setup.value == SetupWord::None) {
            self.out.paragraph(top.setup.told());
        }
    }

    /// A player's starting position: `a king on d1, pawns on a2-h2`.
    fn army(&self, seat: SeatId) -> String {
        let book = self.book;
        let all = book.setup.as_deref().unwrap_or_default();
        let mut parts = Vec::new();
        for (at, kind) in book.kinds.iter().enumerate() {
            let squares: Vec<_> = all.iter().filter(|it| it.0 == seat && it.1.index() == at).map(|it| it.2).collect();
            if !squares.is_empty() {
                let pieces = if squares.len() == 1 { a(&kind.label) } else { plural(&kind.label) };
                parts.push(format!("{pieces} on {}", squares_text(&book.board, &squares)));
            }
        }
        parts.join("; ")
    }

    /// The board, its zones, and what lines do on it.
    pub(super) fn board(&mut self) {
        self.out.heading(2, "The board");
        let (def, book) = (self.def, self.book);
        let mut text = vec![format!("The board has {}.", counted(book.board.len(), "square"))];
        if let Some(it) = &def.board {
            text.extend([it.cells.told().to_owned(), it.seats.told().to_owned()]);
        }
        text.extend(def.turn.iter().map(|it| turn(&it.value)));
        if let Some(form) = def.names.as_ref().and_then(|it| it.form.as_ref()) {
            let example = book.board.squares().nth(book.board.len() / 3).map_or("", |it| book.board.name(it));
            text.push(fill(form.told(), &[("example", example)]));
            if form.value == NameForm::RowPlace {
                text.push(letter_names(&book.board).to_owned());
            }
        }
        self.out.paragraph(text.join(" "));
        self.patches();
        self.out.list(how_lines_run(&book.board));
    }

    fn patches(&mut self) {
        let def = self.def;
        let mut items = Vec::new();
        for (name, it) in &def.patches {
            let number = |it: &Option<crate::diagnostic::Spanned<i64>>| it.as_ref().map_or(0, |it| it.value);
            let (files, ranks) = (counted(number(&it.files), "file"), counted(number(&it.ranks), "rank"));
            let side = counted(number(&it.side), "cell");
            let parts = [("patch", name.as_str()), ("files", &files), ("ranks", &ranks), ("side", &side)];
            let holes: Vec<&str> = it.holes.iter().map(|it| it.value.0.as_str()).collect();
            let holes = match holes.as_slice() {
                [] => String::new(),
                holes => format!(
                    " These squares are missing from it: {}. {}",
                    joined(holes, "and"),
                    it.leap_over_holes.told()
                ),
            };
            items.push(format!("{}{holes}", fill(it.shape.told(), &parts)));
        }
        items.extend(def.seams.iter().map(|(_, it)| seam(self.book, def, it)));
        for (name, it) in &def.points {
            let squares: Vec<&str> = it.table.squares.iter().map(|it| it.value.0.as_str()).collect();
            let name = name.value.replace('-', " ");
            let travel = it
                .travel
                .as_ref()
                .map_or_else(String::new, |it| format!(" {}", fill(it.diagonal.told(), &[("point", &name)])));
            items.push(format!("The point “{name}” lies between {}.{travel}", joined(&squares, "and")));
        }
        for (name, it) in &def.links {
            let onward = it.onward.as_ref().map_or_else(String::new, |it| format!(", and goes on by {}", it.value));
            items.push(format!(
                "Link “{}”: a step {} from {} leads to {}{onward}. {}",
                name.value.replace('-', " "),
                it.heading.value,
                it.from.value,
                it.to.value,
                it.back.told()
            ));
        }
        if def.turn.is_some() && !(def.seams.is_empty() && def.points.is_empty() && def.links.is_empty()) {
            items.push("The same joins are repeated, turned, for the other players.".to_owned());
        }
        items.extend(def.cuts.iter().map(|(_, it)| format!("No step leads over the line “{}”.", it.line.value)));
        self.out.list(items);
    }

    /// The zones and lines that the text names, put in at block `at`: where nothing else
    /// speaks of a place, there is nothing to know about it.
    pub(super) fn places_named(&mut self, at: usize) {
        let book = self.book;
        let text = self.out.text().split_whitespace().collect::<Vec<_>>().join(" ");
        let mut items = Vec::new();
        for zone in book.zones.iter().filter(|it| text.contains(&format!("zone “{}”", it.label))) {
            let of = self.def.zones.iter().find(|it| it.0.value == zone.name);
            let of = of.and_then(|it| it.1.common.as_ref()).and_then(|it| it.of.as_ref());
            let of = of.map_or("each player has their own", |it| it.told());
            let squares: Vec<String> = match zone.by_seat {
                false => zone.squares.first().map(|it| squares_text(&book.board, it)).into_iter().collect(),
                true => zone
                    .squares
                    .iter()
                    .zip(book.seat_ids())
                    .map(|(it, seat)| format!("{}: {}", seat_title(book, seat), squares_text(&book.board, it)))
                    .collect(),
            };
            items.push(format!("Zone “{}” ({of}): {}.", zone.label, squares.join("; ")));
        }
        for (line, (_, written)) in book.lines.iter().zip(&self.def.lines) {
            let Some(first) = line.instances.first().filter(|_| text.contains(&format!("line “{}”", line.label)))
            else {
                continue;
            };
            let places = self.places(&|link| link.lines.contains(first));
            let of = written.of.told();
            let each = match line.instances.len() {
                1 => format!("these steps: {places}"),
                several => format!("{several} of them, the first with these steps: {places}"),
            };
            items.push(format!("Line “{}” ({of}): {each}.", line.label));
        }
        if !items.is_empty() {
            let opening = Block::Paragraph("The rules speak of these places:".to_owned());
            self.out.blocks.splice(at..at, [opening, Block::List(items)]);
        }
    }
}

fn turn(it: &SymmetryTable) -> String {
    let mut text = String::new();
    if let Some(files) = &it.files {
        text.push_str(&format!("From player to player the board is turned by {}.", some(files.value, "file", "files")));
    }
    if let Some(patches) = &it.patches {
        let names: Vec<String> = patches.iter().map(|it| format!("“{}”", it.value)).collect();
        text.push_str(&format!(
            "From player to player each block takes the place of the next: {}.",
            joined(&names, "and")
        ));
    }
    text.push_str(it.mirror.as_ref().map_or("", |it| it.told()));
    text.push_str(it.rotate.as_ref().map_or("", |it| it.told()));
    text
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
