//! The text of one square: its piece, and one sign before it.
//!
//! Input: a position and the squares to mark. Output: short texts, and a legend. Does not know layouts.

use crate::board::Square;
use crate::notation::spared::spared_diagonals;
use crate::policy::Cells;
use crate::rulebook::SeatId;
use crate::rules::{Move, Position};

/// The sign of a piece with a tag.
const TAGGED: char = '^';

/// What a picture in text marks, and from which side it shows the board.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoardMarks {
    /// The last move.
    pub last: Option<Move>,
    /// Squares to which a refusal or difference refers.
    pub at: Vec<Square>,
    /// A selected square.
    pub selected: Option<Square>,
    /// The squares to which the piece on it can move.
    pub targets: Vec<Square>,
    /// The player at the bottom; the first one if `None`.
    pub seat: Option<SeatId>,
}

/// The signs of one picture.
#[derive(Debug)]
pub(super) struct Marks<'a> {
    pub position: &'a Position,
    marks: &'a BoardMarks,
    checked: Vec<Square>,
    blockers: Vec<Square>,
    /// Barriers, by instance, that are drawn at corners: those that block no straight step, and not most diagonal ones.
    pub at_corners: Vec<bool>,
    /// Number of columns of a piece: the letter of its player and its own.
    pub width: usize,
}

impl<'a> Marks<'a> {
    pub fn new(position: &'a Position, marks: &'a BoardMarks) -> Self {
        let book = position.variant().rulebook();
        let checked = book.seat_ids().flat_map(|it| position.kings_in_check(it)).map(|it| it.0).collect();
        let mut at_corners = vec![true; book.barrier_instances.len()];
        for (_, link) in book.board.squares().flat_map(|it| book.board.links(it)) {
            for barrier in link.barriers.iter().filter(|_| book.board.is_straight(link.heading)) {
                at_corners[usize::from(*barrier)] = false;
            }
        }
        for (index, is_drawn) in at_corners.iter_mut().enumerate().filter(|it| *it.1) {
            *is_drawn = spared_diagonals(book, index as u16).is_none();
        }
        let seat = book.seats.iter().map(|it| it.letter.chars().count()).max().unwrap_or(1);
        let kind = book.kinds.iter().map(|it| it.letter.chars().count()).max().unwrap_or(1);
        Self { position, marks, checked, blockers: position.blockers(), at_corners, width: seat + kind }
    }

    /// Returns the counterclockwise angle in radians by which a board of hexes or triangles is turned for the seat.
    pub fn angle(&self) -> f32 {
        let book = self.position.variant().rulebook();
        let seat = self.marks.seat.and_then(|it| book.seats.get(it.index()));
        let part = f32::from(seat.map_or(0, |it| it.faces.0)) / f32::from(book.board.headings);
        // Rows of triangles lie in one direction only.
        let part = if book.board.cells() == Cells::Triangle { (part * 2.0).round() / 2.0 } else { part };
        part * std::f32::consts::TAU
    }

    /// Returns a sign and a piece, one column wider than [`Marks::width`].
    pub fn cell(&self, square: Square) -> String {
        let book = self.position.variant().rulebook();
        let piece = self.position.piece_at(square);
        let text = match piece {
            Some(piece) => {
                format!("{}{}", book.seats[piece.seat.index()].letter, book.kinds[piece.kind.index()].letter)
            }
            None if self.blockers.contains(&square) => {
                book.blocker.as_ref().map_or(String::new(), |it| book.kinds[it.kind.index()].letter.clone())
            }
            None => ".".to_owned(),
        };
        format!("{}{text:<width$}", self.sign(square), width = self.width)
    }

    fn sign(&self, square: Square) -> char {
        let piece = self.position.piece_at(square);
        let inert = piece.is_some_and(|it| !self.position.is_living(it.seat));
        match self.marks.last.filter(|it| !it.is_pass()) {
            _ if self.marks.at.contains(&square) => '!',
            _ if self.marks.selected == Some(square) => '@',
            _ if self.marks.targets.contains(&square) => '~',
            _ if self.checked.contains(&square) => '+',
            Some(last) if last.to == square => '>',
            Some(last) if last.from == square => '<',
            _ if inert => '*',
            _ if piece.is_some_and(|it| it.tags != 0) => TAGGED,
            _ => ' ',
        }
    }

    /// Returns the labels of the tags that pieces have.
    fn tags(&self) -> Vec<&str> {
        let living = self.position.pieces().into_iter().filter(|it| self.position.is_living(it.1.seat));
        let tags = living.fold(0, |all, it| all | it.1.tags);
        let all = self.position.variant().rulebook().tags.iter().enumerate();
        all.filter(|it| tags >> it.0 & 1 != 0).map(|it| it.1.label.as_str()).collect()
    }

    /// Returns the legend of the signs that the picture contains.
    pub fn legend(&self, picture: &str, barriers: &[(char, String)]) -> String {
        let mut parts = Vec::new();
        let meanings = [
            ('!', "see the text"),
            ('@', "selected"),
            ('~', "it can move here"),
            ('>', "last move"),
            ('<', "from here"),
            ('+', "in check"),
            ('*', "its owner is eliminated"),
        ];
        for (sign, meaning) in meanings {
            if picture.contains(sign) {
                parts.push(format!("{sign} {meaning}"));
            }
        }
        if picture.contains(TAGGED) {
            parts.push(format!("{TAGGED} {}", self.tags().join(" or ")));
        }
        for (sign, names) in barriers {
            parts.push(format!("{sign} {names}"));
        }
        parts.join("   ")
    }
}
