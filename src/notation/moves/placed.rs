//! Parses moves that name each piece with its player, section and square, as C. S. Graves' placements do:
//! `WHWpe2-WHWpe4`, `WHWpe4xWHBpd5`, `WHWpe4`.
//!
//! Input: a text. Output: the move, or an error. The piece before the sign moves. The piece after `x` is captured.
//! After any other sign comes the moved piece on its destination, where it may be promoted. A single piece is on its
//! destination, too. Does not know other forms of moves.

use super::parse::{bad, without_signs};
use super::resolve::{MoveToken, Origins};
use super::{MoveTextError, MoveTextErrorKind as Reason, MoveTexts};
use crate::board::Square;
use crate::notation::name::{PlacedPiece, placed_pieces, seat_letter, visible};
use crate::notation::seat_title;
use crate::rules::Move;

impl MoveTexts<'_> {
    /// Parses a move made of one or two placed pieces; `None` if the text has another form.
    pub(super) fn placed(&self, text: &str) -> Option<Result<Move, MoveTextError>> {
        let bare = without_signs(text);
        let (body, promotion) = match bare.split_once('=') {
            None => (bare, None),
            Some((body, letter)) => (body, Some(self.book().kind(letter)?)),
        };
        if let Some(piece) = self.placed_piece(body) {
            let letter = self.book().kinds[piece.kind.index()].letter.as_str();
            let origins = Origins { letter, squares: None, has_section: true };
            let to = MoveToken { letter: None, squares: vec![piece.square] };
            return Some(self.is_to_move(&piece).and_then(|()| self.resolve(text, origins, &to, promotion)));
        }
        let (at, sign) = body.char_indices().find(|it| matches!(it.1, '-' | 'x' | ':'))?;
        let (from, to) = (self.placed_piece(&body[..at])?, self.placed_piece(&body[at + 1..])?);
        let found = self.is_to_move(&from).and_then(|()| self.is_there(&from, 0)).and_then(|()| {
            let is_promoted = sign == '-' && to.kind != from.kind;
            if sign != '-' {
                self.is_there(&to, at + 1)?;
            }
            Ok(self.step(from.square, to.square, promotion.or(is_promoted.then_some(to.kind))))
        });
        Some(found)
    }

    /// Joins what a text means as placed pieces with what it means otherwise. Two legal moves are ambiguous.
    pub(super) fn joined_meaning(
        &self,
        text: &str,
        placed: Result<Move, MoveTextError>,
        other: Result<Move, MoveTextError>,
    ) -> Result<Move, MoveTextError> {
        match (placed, other) {
            (Ok(placed), Ok(other)) if placed != other => {
                let [is_placed, is_other] = [placed, other].map(|it| self.alone().contains(&it));
                match (is_placed, is_other) {
                    (true, true) => {
                        let ends = |it: Move| (it.from, it.to);
                        Err(self.ambiguous(text, &[ends(other), ends(placed)], placed.promotion))
                    }
                    (true, false) => Ok(placed),
                    _ => Ok(other),
                }
            }
            (placed, Err(_)) => placed,
            (_, other) => other,
        }
    }

    fn placed_piece(&self, text: &str) -> Option<PlacedPiece> {
        match placed_pieces(self.book(), text)[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    fn is_to_move(&self, piece: &PlacedPiece) -> Result<(), MoveTextError> {
        let (book, turn) = (self.book(), self.position.turn());
        if piece.seat == turn {
            return Ok(());
        }
        let (player, turn) = (seat_title(book, piece.seat), (turn, seat_title(book, turn)));
        let help = format!("the letter of {} is `{}`", turn.1, seat_letter(book, turn.0).to_uppercase());
        Err(bad(Reason::NotYourTurn { turn: turn.1, player, seat: piece.seat }, 0, help))
    }

    /// Checks that the piece on a square is the one in the text. A square may be empty: a capture en passant leaves the
    /// victim elsewhere.
    fn is_there(&self, piece: &PlacedPiece, at: usize) -> Result<(), MoveTextError> {
        let book = self.book();
        let Some(found) = self.position.piece_at(piece.square) else { return Ok(()) };
        if (found.seat, found.kind) == (piece.seat, piece.kind) {
            return Ok(());
        }
        let name = |square: Square| visible(book.board.name(square));
        let label = format!("{} {}", book.seats[found.seat.index()].name, book.kinds[found.kind.index()].label);
        let token = PlacedPiece { seat: found.seat, kind: found.kind, square: piece.square }.text(book);
        let help = format!("write `{token}`, or only the squares");
        Err(bad(Reason::WrongPiece { square: name(piece.square), piece: label }, at, help))
    }
}
