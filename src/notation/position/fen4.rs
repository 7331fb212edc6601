//! Positions in FEN4, the notation of four-player chess on a cross:
//! `R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-x,x,x,yR,8,yR,x,x,x/...`.
//!
//! Input: a text, or a [`Position`]. Output: the setup with the places of its parts, or one line of text. The parts are
//! the player to move, the eliminated players, castling rights on the king's side and on the queen's side, points, the
//! halfmove clock, and the ranks from the last one down. All lists are in turn order. A piece is the letter of its
//! player and its own letter, after a `d` if the player is eliminated. A hole is `x` or is counted with empty squares.
//! FEN4 fits rulebooks for three or more players on one rectangle of squares, with or without holes. Does not know
//! files, terminals and rules.

mod print;

pub use print::print_fen4;

use super::PositionErrorKind as Reason;
use super::fen::FenObstacle;
use super::read::PositionParser;
use super::scan::TextSlice;
use crate::board::Square;
use crate::policy::{PatchShape, Points};
use crate::rulebook::{Rulebook, SeatId};
use crate::rules::EnPassantRight;

/// Returns the reason why positions of a rulebook cannot be written in FEN4; `None` if they can.
fn obstacle(book: &Rulebook) -> Option<FenObstacle> {
    let is_letter = |it: &str| it.len() == 1 && it.bytes().all(|it| it.is_ascii_alphabetic());
    let is_rectangle = matches!(book.board.patches(), [only] if only.shape == PatchShape::Rectangle);
    let unusual = book.kinds.iter().find(|it| !is_letter(&it.letter));
    match () {
        () if book.seats.len() < 3 => Some(FenObstacle::FewPlayers { players: book.seats.len() }),
        () if !is_rectangle => Some(FenObstacle::Board),
        () if !book.seats.iter().all(|it| is_letter(&it.letter) && it.letter != "d") => {
            Some(FenObstacle::PlayerLetters)
        }
        () => unusual.map(|it| FenObstacle::Letter { piece: it.label.clone(), letter: it.letter.clone() }),
    }
}

/// Returns the castlings of a player with the nearer rook (0) and the farther one (1).
fn castlings(book: &Rulebook, seat: SeatId) -> [u64; 2] {
    let distance = |it: &crate::rulebook::Castling| {
        let (king, rook) = (book.board.info(it.king.0), book.board.info(it.rook.0));
        (king.file - rook.file).abs() + (king.rank - rook.rank).abs()
    };
    let own = || book.castlings.iter().enumerate().filter(|it| it.1.seat == seat);
    let nearest = own().map(|it| distance(it.1)).min();
    let mut sides = [0, 0];
    for (index, castling) in own() {
        sides[usize::from(Some(distance(castling)) != nearest)] |= 1 << index;
    }
    sides
}

/// Returns the square on a file and a rank, both from 0.
fn square_at(book: &Rulebook, file: usize, rank: usize) -> Option<Square> {
    let is_there = |it: &Square| {
        let info = book.board.info(*it);
        (usize::try_from(info.file), usize::try_from(info.rank)) == (Ok(file), Ok(rank))
    };
    book.board.squares().find(is_there)
}

/// Reports whether a text is FEN4: a letter, then a list of zeros and ones.
pub(super) fn is_fen4(text: &str) -> bool {
    let mut parts = text.trim_start().splitn(3, '-');
    let (side, out) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    let is_flag = |it: &str| matches!(it.trim(), "0" | "1");
    side.len() == 1
        && side.bytes().all(|it| it.is_ascii_alphabetic())
        && out.split(',').all(is_flag)
        && out.contains(',')
}

impl<'a> PositionParser<'a> {
    /// Parses a whole FEN4.
    pub(super) fn read_fen4(&mut self, text: TextSlice<'a>) {
        self.places.is_fen = true;
        if let Some(reason) = obstacle(self.book()) {
            self.error(text.range(), Reason::NoFen(reason), "write the list form, which names each square");
            return;
        }
        let mut rest = text;
        let mut parts = Vec::new();
        for name in ["the eliminated players", "castling", "castling", "the points", "the clock", "the placement"] {
            let Some((part, after)) = rest.cut('-') else {
                let end = text.end();
                self.error(end..end, Reason::Incomplete { expected: name.to_owned() }, "separate the parts with `-`");
                return;
            };
            parts.push(part);
            rest = after;
        }
        let turn = parts[0];
        self.places.keys.insert("turn".to_owned(), turn.range());
        if let Some(seat) = self.seat(turn) {
            self.setup.turn = seat;
        }
        for (seat, item) in self.fen4_list(parts[1]) {
            if self.fen4_flag(item) {
                self.setup.out |= seat.bit();
            }
        }
        for (side, part) in [parts[2], parts[3]].into_iter().enumerate() {
            for (seat, item) in self.fen4_list(part) {
                if self.fen4_flag(item) {
                    self.setup.castling |= castlings(self.book(), seat)[side];
                }
            }
        }
        for (seat, item) in self.fen4_list(parts[4]) {
            let points = self.number_up_to(item, Points::MAX as u32);
            if let (Some(points), Some(score)) = (points, self.setup.scores.get_mut(seat.index())) {
                *score = Points(points as i32 * Points::UNIT);
            }
        }
        self.read_halfmoves(parts[5]);
        let placement = match rest.text.rfind("}-").filter(|_| rest.text.starts_with('{')) {
            Some(at) => {
                self.read_fen4_options(rest.slice(0, at + 1));
                rest.slice(at + 2, rest.text.len())
            }
            None => rest,
        };
        self.read_fen4_placement(placement);
    }

    /// Splits a list with one item for each player.
    fn fen4_list(&mut self, part: TextSlice<'a>) -> Vec<(SeatId, TextSlice<'a>)> {
        let (items, seats) = (part.split(','), self.book().seats.len());
        if items.len() != seats {
            let (within, found) = ("this list".to_owned(), items.len());
            let help = "write one item for each player, in turn order";
            self.error(part.range(), Reason::ItemCount { within, expected: seats, found }, help);
            return Vec::new();
        }
        (0..).map(SeatId).zip(items).collect()
    }

    fn fen4_flag(&mut self, item: TextSlice) -> bool {
        if !matches!(item.text, "0" | "1") {
            self.error(item.range(), Reason::BadNumber { text: item.quoted(), max: 1 }, "write 0 (no) or 1 (yes)");
        }
        item.text == "1"
    }

    /// Parses the options: `{'enPassant':('d3:d4','','','')}`.
    fn read_fen4_options(&mut self, part: TextSlice<'a>) {
        let inner = part.slice(1, part.text.len() - 1);
        let Some((_, value)) = inner.cut(':').filter(|it| it.0.text == "'enPassant'") else {
            let key = inner.cut(':').map_or(inner, |it| it.0);
            let kind = Reason::UnknownKey { key: key.quoted(), expected: vec!["'enPassant'".to_owned()] };
            self.error(key.range(), kind, "leave the option out: a position knows only `'enPassant'`");
            return;
        };
        let list = value.text.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
        let list = if list.is_some() { value.slice(1, value.text.len() - 1) } else { value };
        for (owner, item) in self.fen4_list(list) {
            let start = item.text.len() - item.text.trim_start_matches('\'').len();
            let end = item.text.trim_end_matches('\'').len().max(start);
            let item = item.slice(start, end);
            if item.text.is_empty() {
                continue;
            }
            let Some((target, victim)) = item.cut(':') else {
                self.error(item.range(), Reason::NoSquare, "write the square that was passed and that of the pawn");
                continue;
            };
            if let (Some(target), Some(victim)) = (self.square(target), self.square(victim)) {
                self.setup.en_passant.push(EnPassantRight { target, victim, owner, age: 0 });
            }
        }
    }

    fn read_fen4_placement(&mut self, placement: TextSlice<'a>) {
        for seat in &self.variant.rulebook().seats {
            self.places.seats.insert(seat.name.clone(), placement.range());
        }
        let (files, ranks) =
            self.book().board.patches().first().map_or((0, 0), |it| (it.files.into(), it.ranks.into()));
        let rows = placement.split('/');
        if rows.len() != ranks {
            let kind = Reason::RankCount { within: "the board", expected: ranks, found: rows.len() };
            self.error(placement.range(), kind, "separate the ranks with `/`, the last rank first");
            return;
        }
        for (rank, row) in (0..ranks).rev().zip(rows) {
            let mut file = 0usize;
            for item in row.split(',') {
                let blanks = item.text.len() - item.text.trim_start().len();
                let item = item.slice(blanks, item.text.trim_end().len().max(blanks));
                if !item.text.is_empty() && item.text.bytes().all(|it| it.is_ascii_digit()) {
                    file = file.saturating_add(item.text.parse().unwrap_or(usize::MAX));
                    continue;
                }
                let square = square_at(self.book(), file, rank);
                self.read_fen4_item(item, square, file < files);
                file = file.saturating_add(1);
            }
            if file != files {
                let kind = Reason::SquareCount { within: format!("rank {}", rank + 1), expected: files, found: file };
                self.error(row.range(), kind, "count holes, too: write `x` for each one, or a number");
            }
        }
    }

    /// Parses a hole or a piece: `x`, `rK`, `drK`.
    fn read_fen4_item(&mut self, item: TextSlice<'a>, square: Option<Square>, is_inside: bool) {
        if item.text.eq_ignore_ascii_case("x") {
            if square.is_some() {
                let help = "write a number for empty squares";
                self.error(item.range(), Reason::NoHole { text: item.quoted() }, help);
            }
            return;
        }
        let body = item.text.strip_prefix('d').filter(|it| it.chars().count() == 2).unwrap_or(item.text);
        let mut letters = body.chars();
        let (seat, kind) = (letters.next().map(String::from), letters.as_str());
        let seat = self.book().seats.iter().position(|it| Some(&it.letter) == seat.as_ref());
        let kind = self.kinds().find(|it| it.1 == kind).map(|it| it.0);
        let (Some(seat), Some(kind)) = (seat, kind) else {
            let kind = Reason::UnknownPiece {
                text: item.quoted(),
                expected: self.kinds().map(|it| it.1.to_owned()).collect(),
            };
            let help =
                "write the letter of the player and that of the piece, as in `rK`; `drK` if the player is eliminated";
            self.error(item.range(), kind, help);
            return;
        };
        match square {
            Some(square) => self.put(SeatId(seat as u8), kind, square, None, item),
            // A rank that is too long is reported as a whole.
            None if is_inside => self.error(item.range(), Reason::Hole, "write `x` here"),
            None => {}
        }
    }
}
