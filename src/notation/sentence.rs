//! Plain English: why a move is refused, who is in check, how a game ended.
//!
//! In: a [`Position`] and what the rules said of it. Out: a stable code, one sentence,
//! and the squares that it speaks of. Refuses to decide anything.

mod claim;
mod ending;
mod protection;
mod refusal;

pub use claim::{
    answer_action, answer_sentence, claim_action, claim_sentence, outcome_action, outcome_claim_sentence,
    waiting_sentence, withdraw_action, withdraw_sentence,
};
pub use ending::{ending_event, ending_sentence, scores_text, status_sentence};
pub use protection::{ban_sentences, check_ban_sentence, protection_sentence};
pub use refusal::{code, explain};

use crate::board::Square;
use crate::notation::name::{capital, kind_name};
use crate::notation::{joined, seat_title};
use crate::rulebook::{BarrierInstance, Rulebook, SeatId};
use crate::rules::Position;

/// Why a move is or is not legal, ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Whether the move is legal.
    pub is_legal: bool,
    /// The stable code of the refusal; empty for a legal move.
    pub code: String,
    /// One sentence.
    pub sentence: String,
    /// The squares that matter besides from and to.
    pub at: Vec<Square>,
    /// The barrier that matters.
    pub barrier: Option<String>,
    /// The pieces that attack.
    pub by: Vec<Square>,
    /// What the file cites for the rule.
    pub source: Option<String>,
}

/// A piece with his owner and his square: `White's rook on a1`.
pub fn piece_text(position: &Position, square: Square) -> String {
    let book = position.variant().rulebook();
    let name = book.board.name(square);
    match position.piece_at(square) {
        Some(piece) => format!("{}'s {} on {name}", seat_title(book, piece.seat), kind_name(book, piece.kind)),
        None => format!("the piece on {name}"),
    }
}

/// Several pieces: `White's rook on a1 and Red's queen on e9`.
pub fn pieces_text(position: &Position, squares: &[Square]) -> String {
    let pieces: Vec<String> = squares.iter().map(|it| piece_text(position, *it)).collect();
    if pieces.is_empty() { "nobody".to_owned() } else { joined(&pieces, "and") }
}

/// Who is in check, by what; one sentence for each king.
pub fn check_sentences(position: &Position) -> Vec<String> {
    let book = position.variant().rulebook();
    let mut sentences = Vec::new();
    for seat in book.seat_ids().filter(|it| position.is_living(*it)) {
        let by = position.checkers(seat);
        if let (false, Some(king)) = (by.is_empty(), position.king(seat)) {
            let pieces = pieces_text(position, &by);
            sentences.push(format!(
                "{}'s king on {} is attacked by {pieces}.",
                seat_title(book, seat),
                book.board.name(king)
            ));
        }
    }
    sentences
}

/// How a barrier stands: `The moat between White and Black is closed.`
pub fn barrier_sentence(instance: &BarrierInstance, is_open: bool) -> String {
    format!("{} is {}.", capital(&instance.label), if is_open { "open" } else { "closed" })
}

/// What a citation names: `rulebook: 3 Man Chess Rulebook`.
fn cited(book: &Rulebook, id: Option<&String>) -> Option<String> {
    let id = id?;
    Some(match book.sources.iter().find(|it| it.0 == *id) {
        Some((_, title, _)) => format!("{id}: {title}"),
        None => id.clone(),
    })
}

fn seats_text(book: &Rulebook, seats: &[SeatId]) -> String {
    let titles: Vec<String> = seats.iter().map(|it| seat_title(book, *it)).collect();
    joined(&titles, "and")
}
