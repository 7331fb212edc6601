//! Pieces that have not moved, among the castling rights of a FEN: `KQBCDFGkqbcdfg`.
//!
//! If the first move of a piece lets another piece enter, the letter of its file represents it. The letters `K` and `Q`
//! also represent the king and the rook while a piece can still enter. Input: a setup, or the letters. Output: letters,
//! or pieces that have moved. Does not know castling rights.

use super::super::PositionErrorKind as Reason;
use super::super::read::PositionParser;
use super::{FenObstacle, NoFen, file_letter};
use crate::board::Square;
use crate::notation::{joined, seat_title};
use crate::policy::GateOpens;
use crate::rulebook::{Rulebook, SeatId};
use crate::rules::{Piece, Setup};
use crate::sorting::CompactSort;

/// Returns the starting squares of a player's pieces whose first move lets another piece enter.
fn homes(book: &Rulebook, seat: SeatId) -> Vec<Square> {
    let Some(rule) = book.gating.as_ref().filter(|it| it.opens == GateOpens::FirstMove) else { return Vec::new() };
    let own = book.setup.iter().flatten().filter(|it| it.0 == seat && rule.opens_for(it.1));
    own.map(|it| it.2).collect()
}

/// Reports whether a piece is on a starting square of its kind, and its first move lets another piece enter.
pub(super) fn is_home(book: &Rulebook, square: Square, piece: &Piece) -> bool {
    let in_setup = || book.setup.iter().flatten().any(|it| *it == (piece.seat, piece.kind, square));
    homes(book, piece.seat).contains(&square) && in_setup()
}

/// Returns the obstacle of a file on which several such pieces start.
pub(super) fn shared_file(book: &Rulebook, seat: SeatId) -> Option<FenObstacle> {
    let mut files: Vec<char> = homes(book, seat).into_iter().map(|it| file_letter(book, it)).collect();
    files.compact_sort_by(Ord::cmp);
    let file = *files.windows(2).find(|it| it[0] == it[1])?.first()?;
    Some(FenObstacle::GateFile { file })
}

/// Returns the squares of the kings and rooks for which `K` and `Q` stand, if a piece can still enter.
fn castling_squares(book: &Rulebook, setup: &Setup, seat: SeatId) -> Vec<Square> {
    if !setup.pool.get(seat.index()).is_some_and(|it| book.gate_is_in_use(it)) {
        return Vec::new();
    }
    let held = book.castlings.iter().enumerate().filter(|it| it.1.seat == seat && setup.castling >> it.0 & 1 != 0);
    held.flat_map(|it| [it.1.king.0, it.1.rook.0]).collect()
}

/// Returns the letters of a player's pieces that have not moved, in the form of castling letters.
pub(super) fn letters(book: &Rulebook, setup: &Setup, seat: SeatId) -> Result<Vec<(bool, char)>, NoFen> {
    let described = castling_squares(book, setup, seat);
    let mut letters = Vec::new();
    for (square, piece) in setup.pieces.iter().filter(|it| it.1.seat == seat && is_home(book, it.0, &it.1)) {
        match (piece.moved, described.contains(square), file_letter(book, *square)) {
            (true, false, _) | (false, true, _) => {}
            (false, false, file @ ('k' | 'q')) => return Err(FenObstacle::SideFile { file }.into()),
            (false, false, file) => letters.push((true, file)),
            (true, true, _) => {
                let (kind, square) = (&book.kinds[piece.kind.index()], book.board.name(*square).to_owned());
                let mark = "moved".to_owned();
                return Err(FenObstacle::MarkedPiece { piece: kind.label.clone(), square, mark }.into());
            }
        }
    }
    Ok(letters)
}

impl PositionParser<'_> {
    /// Returns no castling right for the letter of a file with a piece that has not moved, or an error. `None` if the
    /// letter is a castling right: every letter, if no first move lets a piece enter.
    pub(super) fn gate_of(&self, seat: SeatId, letter: char) -> Option<Result<u64, (Reason, String)>> {
        let book = self.book();
        if homes(book, seat).is_empty() || matches!(letter, 'k' | 'q') {
            return None;
        }
        let here = self.setup.pieces.iter().filter(|it| it.1.seat == seat && is_home(book, it.0, &it.1));
        let files: Vec<char> = here.map(|it| file_letter(book, it.0)).collect();
        if files.contains(&letter) {
            return Some(Ok(0));
        }
        let case = |it: &char| if seat.0 == 0 { it.to_ascii_uppercase() } else { *it };
        let ways: Vec<String> = files.iter().map(|it| format!("`{}`", case(it))).collect();
        let help = match ways.is_empty() {
            true => "leave the letter out".to_owned(),
            false => format!("the files of such pieces are {}", joined(&ways, "and")),
        };
        Some(Err((Reason::NoGateOnFile { letter: case(&letter), player: seat_title(book, seat) }, help)))
    }

    /// Counts the pieces on their starting squares as moved, unless the castling field has a letter for them.
    pub(super) fn note_moved_pieces(&mut self, word: &str) {
        let variant = self.variant.clone();
        let book = variant.rulebook();
        for seat in book.seat_ids().filter(|it| it.0 < 2) {
            let described = castling_squares(book, &self.setup, seat);
            let is_own = |it: &char| it.is_ascii_uppercase() == (seat.0 == 0);
            let letters: Vec<char> = word.chars().filter(is_own).map(|it| it.to_ascii_lowercase()).collect();
            for (square, piece) in self.setup.pieces.iter_mut().filter(|it| it.1.seat == seat) {
                if is_home(book, *square, piece) {
                    let has_letter = letters.contains(&file_letter(book, *square))
                        && !matches!(file_letter(book, *square), 'k' | 'q');
                    piece.moved = !has_letter && !described.contains(square);
                }
            }
        }
    }
}
