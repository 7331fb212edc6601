//! Illustration of a diagonal line that leads back to its start.
//!
//! Input: a variant. Output: on a ring, the line of a piece on its starting square, with its squares numbered. The engine decides
//! which moves are legal. Does not know any game by name.

use super::Illustration;
use super::moves::{kings, piece};
use super::refused::{is_calm, unsettled};
use super::runs::{numbered, slider};
use crate::board::Square;
use crate::document::Diagram;
use crate::english::crossing::{closed_diagonal, is_across, is_ring};
use crate::english::learn::DETAILS;
use crate::notation::seat_title;
use crate::rulebook::SeatId;
use crate::rules::{Setup, Variant};

/// The seat whose piece is shown.
const FIRST: SeatId = SeatId(0);

/// Returns the illustration, if the board is a ring and the piece that moves diagonally starts on such a line.
pub(super) fn illustration(variant: &Variant) -> Option<Illustration> {
    let (book, board) = (variant.rulebook(), variant.board());
    let kind = slider(book).filter(|_| is_ring(board))?;
    let (start, squares) = closed_diagonal(book, kind)?;
    let mut pieces = kings(variant);
    pieces.push((start, piece(FIRST, kind)));
    let position = unsettled(variant, &Setup::builder(variant).turn(FIRST).pieces(pieces).setup()).filter(is_calm)?;
    let targets: Vec<Square> = position.legal_moves_from(start).iter().map(|it| it.to).collect();
    if !squares.iter().all(|it| targets.contains(it)) {
        return None;
    }
    let (owner, label) = (seat_title(book, FIRST), &book.kinds[kind.index()].label);
    let (out, back) = squares.split_at(squares.windows(2).position(|it| is_across(book, it[0], it[1]))? + 2);
    let caption = format!(
        "Both diagonals of {owner}'s {label} on {} form one loop. The arrows follow them until they meet. Each goes on along the \
         other: one from 1 to {last}, the other from {last} to 1.",
        board.name(start),
        last = squares.len()
    );
    let path =
        |part: &mut dyn Iterator<Item = &Square>| -> Vec<Square> { [start].into_iter().chain(part.copied()).collect() };
    let diagram = Diagram {
        numbers: numbered(&path(&mut squares.iter())),
        paths: vec![path(&mut out.iter()), path(&mut back.iter().rev())],
        is_small: true,
        is_whole: true,
        seat: Some(FIRST),
        caption: caption.into(),
        ..Diagram::new(position)
    };
    Some(Illustration { rule: DETAILS.to_owned(), diagram })
}
