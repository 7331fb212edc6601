//! Sentences in plain English: why a move is not legal, which kings are in check, how a game ended.
//!
//! Input: a [`Position`] and the answer of the rules. Output: a stable code, one sentence, and the squares that
//! the sentence mentions. Makes no decisions.

mod barrier;
mod claim;
mod counters;
mod ending;
mod moved;
mod parts;
mod promotion;
mod protection;
mod refusal;
mod relations;

#[cfg(feature = "english")]
pub(crate) use barrier::missing_mark;
#[doc(hidden)]
pub use claim::{
    answer_action, answer_sentence, claim_action, claim_phrase, claim_sentence, outcome_action, outcome_claim_sentence,
    waiting_sentence, withdraw_action, withdraw_sentence,
};
pub(crate) use counters::counter_sentences;
#[cfg(feature = "serve")]
pub(crate) use counters::counts_of;
#[doc(hidden)]
pub use ending::ending_event;
pub use ending::{ending_sentence, scores_text, status_sentence};
#[doc(hidden)]
pub use protection::{ban_sentences, check_ban_sentence, protection_sentence};
pub use refusal::{code, explain};
#[doc(hidden)]
pub use relations::relation_sentences;

use crate::board::Square;
use crate::notation::name::{capital, kind_name};
use crate::notation::{joined, seat_title};
use crate::rulebook::{BarrierInstance, Rulebook, SeatId};
use crate::rules::Position;

/// The reason why a move is legal or not, ready to be shown.
///
/// [`notation`](crate::notation) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// Whether the move is legal.
    pub is_legal: bool,
    /// The stable code of the refusal; empty for a legal move.
    pub code: String,
    /// The explanation in one sentence.
    pub sentence: String,
    /// Relevant squares other than the origin and the destination.
    pub at: Vec<Square>,
    /// Name of the barrier that forbids the move.
    pub barrier: Option<String>,
    /// Squares of the attacking pieces.
    pub by: Vec<Square>,
    /// The source that the rulebook cites for the rule.
    pub source: Option<String>,
}

/// Names a piece with its owner and square: `White's rook on a1`.
#[doc(hidden)]
pub fn piece_text(position: &Position, square: Square) -> String {
    let book = position.variant().rulebook();
    let name = book.board.name(square);
    match position.piece_at(square) {
        Some(piece) => format!("{}'s {} on {name}", seat_title(book, piece.seat), kind_name(book, piece.kind)),
        None => match &book.blocker {
            Some(rule) if position.blockers().contains(&square) => {
                format!("the {} on {name}", kind_name(book, rule.kind))
            }
            _ => format!("the piece on {name}"),
        },
    }
}

/// Names several pieces: `White's rook on a1 and Red's queen on e9`.
#[doc(hidden)]
pub fn pieces_text(position: &Position, squares: &[Square]) -> String {
    let pieces: Vec<String> = squares.iter().map(|it| piece_text(position, *it)).collect();
    if pieces.is_empty() { "no piece".to_owned() } else { joined(&pieces, "and") }
}

/// Returns a sentence for each king in check, with the pieces that attack it.
///
/// [`notation`](crate::notation) has an example.
pub fn check_sentences(position: &Position) -> Vec<String> {
    let seats = position.variant().rulebook().seat_ids();
    let checks = seats.flat_map(|it| position.kings_in_check(it));
    let sentence = |(king, by): (Square, Vec<Square>)| {
        format!("{} is in check from {}.", piece_text(position, king), pieces_text(position, &by))
    };
    checks.map(sentence).collect()
}

/// Returns the state of a barrier: `The moat between White and Black is closed.`
#[doc(hidden)]
pub fn barrier_sentence(instance: &BarrierInstance, is_open: bool) -> String {
    format!("{} is {}.", capital(&instance.label), if is_open { "open" } else { "closed" })
}

/// Returns a citation with its title: `rulebook: 3 Man Chess Rulebook`.
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
