//! Best lines of a position, with their moves as text and a reason.
//!
//! Contains [`best_lines`] and the reasons: what a move does at once, or what it forces.
//!
//! Input: a position and search options. Output: [`BestLine`]s. Does not know games.

use crate::notation::moves::{captured, print_move, stays};
use crate::notation::sentence::{piece_text, status_sentence};
use crate::notation::{joined, seat_title};
use crate::rulebook::Rulebook;
use crate::rules::{Move, Position};
use crate::search::{Evaluator, SearchOptions, SearchResult, Variation, search};

/// Maximum number of moves of a line that are shown.
const LINE_LENGTH: usize = 8;

/// A line of play with its value and a reason for its first move.
///
/// [`analysis`](crate::analysis) has an example.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BestLine {
    /// The expected moves; the first is the move to play.
    pub moves: Vec<Move>,
    /// The moves in the notation of the variant.
    pub texts: Vec<String>,
    /// The expected points of each seat.
    pub points: Vec<f64>,
    /// The number of plies to the proven end; `None` for an estimate.
    pub plies_to_end: Option<u32>,
    /// A sentence about the first move.
    pub reason: String,
}

/// Searches a position and returns its best lines, the best first. Empty if there is no legal move.
///
/// [`analysis`](crate::analysis) has an example.
pub fn best_lines(position: &Position, evaluator: &Evaluator, options: &SearchOptions) -> Vec<BestLine> {
    lines_of(position, &search(position, evaluator, options))
}

/// Converts the result of a search.
pub(crate) fn lines_of(position: &Position, found: &SearchResult) -> Vec<BestLine> {
    found.lines.iter().map(|it| line_of(position, it)).collect()
}

fn line_of(start: &Position, found: &Variation) -> BestLine {
    let mut position = start.clone();
    let mut line = BestLine {
        moves: Vec::new(),
        texts: Vec::new(),
        points: found.points.clone(),
        plies_to_end: found.plies_to_end,
        reason: found.moves.first().map_or_else(String::new, |it| reason(start, *it, found)),
    };
    for mv in found.moves.iter().take(LINE_LENGTH) {
        let Ok(next) = position.play(*mv) else { break };
        line.moves.push(*mv);
        line.texts.push(print_move(&position, *mv));
        position = next;
    }
    line
}

/// Returns a sentence about a move: what it does at once, and whether its line is decided.
fn reason(before: &Position, mv: Move, found: &Variation) -> String {
    let book = before.variant().rulebook();
    let Ok(after) = before.play(mv) else { return String::new() };
    if after.ending().is_some() {
        return format!("It ends the game: {}", status_sentence(&after));
    }
    let mut effects = Vec::new();
    if mv.is_pass() {
        effects.push("passes".to_owned());
    }
    if let Some(square) = captured(before, mv) {
        let how = if stays(before, mv) { " without moving" } else { "" };
        effects.push(format!("captures {}{how}", piece_text(before, square)));
    }
    if let Some(kind) = mv.promotion {
        effects.push(format!("promotes to {}", book.kinds[kind.index()].label));
    }
    if let (Some(gate), Some(square)) = (mv.gate, mv.gate_square(book)) {
        effects.push(format!("lets the {} enter on {}", book.kinds[gate.kind.index()].label, book.board.name(square)));
    }
    if let (Some(square), Some(rule)) = (mv.placed, book.blocker.as_ref()) {
        let label = &book.kinds[rule.kind.index()].label;
        effects.push(format!("places the {label} on {}", book.board.name(square)));
    }
    if mv.castling.is_some() {
        effects.push("castles".to_owned());
    }
    let turn = before.turn();
    for seat in book.seat_ids().filter(|it| *it != turn) {
        if before.is_living(seat) && !after.is_living(seat) {
            effects.push(format!("eliminates {}", seat_title(book, seat)));
        } else if after.is_living(seat) && after.is_check(seat) && !before.is_check(seat) {
            effects.push(format!("gives check to {}", seat_title(book, seat)));
        }
    }
    if before.is_check(turn) {
        effects.push("parries the check".to_owned());
    }
    let moves = found.plies_to_end.map(|it| it.div_ceil(living(before)));
    match moves {
        Some(moves) if found.is_win() => effects.push(format!("forces a win within {}", counted(moves))),
        Some(moves) if found.is_loss() => effects.push(format!("delays the loss by {}", counted(moves))),
        _ if effects.is_empty() => effects.push("keeps the most expected points".to_owned()),
        _ => {}
    }
    format!("It {}.", joined(&effects, "and"))
}

fn living(position: &Position) -> u32 {
    let seats = position.variant().rulebook().seat_ids();
    seats.filter(|it| position.is_living(*it)).count().max(1) as u32
}

fn counted(moves: u32) -> String {
    if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") }
}

/// Returns the expected points of all seats as text: `White 0.53, Black 0.47`.
///
/// [`analysis`](crate::analysis) has an example.
pub fn points_sentence(book: &Rulebook, points: &[f64]) -> String {
    let one = |(seat, points): (_, &f64)| format!("{} {points:.2}", seat_title(book, seat));
    book.seat_ids().zip(points).map(one).collect::<Vec<_>>().join(", ")
}
