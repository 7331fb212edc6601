//! What screen readers say after each action.
//!
//! Input: a [`Game`]. Output: the last action with the piece that moved and those that it captured, and the status of
//! the game. Does not know rules: captures are the differences between two positions.

use crate::board::Square;
use crate::game::{Act, Game, Played};
use crate::notation::seat_title;
use crate::notation::sentence::{check_sentences, pieces_text, status_sentence};
use crate::rules::{Move, Position};

/// Returns the last event and the status of the game.
pub fn announcement(game: &Game) -> String {
    let position = game.position();
    let mut sentences: Vec<String> = Vec::new();
    if let Some((last, earlier)) = game.played().split_last() {
        let before = earlier.last().map_or(game.start(), |it| &it.after);
        match last.act {
            Act::Move(mv) => {
                sentences.push(moved(before, last, mv, last.text()));
                sentences.extend(changes(before, &last.after, mv));
            }
            _ => sentences.push(game.act_sentence(earlier.len())),
        }
        sentences.extend(game.declined_by_move());
    }
    if position.ending().is_none() {
        sentences.extend(check_sentences(position));
    }
    let status = status_sentence(position);
    // A result may begin with the action: `White resigns. Black wins.`
    sentences.retain(|it| !status.starts_with(it.as_str()));
    sentences.push(status);
    sentences.join(" ")
}

/// Returns the sentence for a move, without what it captured.
fn moved(before: &Position, played: &Played, mv: Move, text: &str) -> String {
    let book = before.variant().rulebook();
    let who = seat_title(book, played.seat);
    if mv.is_pass() {
        return format!("{who} passed.");
    }
    let (from, to) = (book.board.name(mv.from), book.board.name(mv.to));
    if let Some(kind) = mv.drop {
        return format!("{who} dropped the {} on {to}.", book.kinds[kind.index()].label);
    }
    if let (Some(square), Some(rule)) = (mv.placed, book.blocker.as_ref()) {
        let alone = moved(before, played, mv.placing(None), text.rsplit_once('/').map_or(text, |it| it.0));
        return format!("{alone} The {} is on {}.", book.kinds[rule.kind.index()].label, book.board.name(square));
    }
    if let (Some(gate), Some(square)) = (mv.gate, mv.gate_square(book)) {
        let alone = moved(before, played, mv.gating(None), text.split('/').next().unwrap_or(text));
        let (entered, square) = (&book.kinds[gate.kind.index()].label, book.board.name(square));
        return format!("{alone} The {entered} entered on {square}.");
    }
    if mv.castling.is_some() {
        return format!("{who} castled, {text}.");
    }
    let piece = before.piece_at(mv.from).map_or("piece", |it| &book.kinds[it.kind.index()].label);
    let promoted = mv.promotion.map(|it| match book.kinds[it.index()].label.as_str() {
        // The label of a piece of Shogi already says that it is promoted.
        label if label.starts_with("promoted ") => format!(", where it became a {label}"),
        label => format!(", promoted to {label}"),
    });
    format!("{who} moved the {piece} from {from} to {to}{}.", promoted.unwrap_or_default())
}

/// Returns a sentence for the pieces that a move removed from the board, and one for those that changed sides.
fn changes(before: &Position, after: &Position, mv: Move) -> Vec<String> {
    if mv.castling.is_some() {
        return Vec::new();
    }
    let (mut removed, mut converted) = (Vec::new(), Vec::new());
    for square in (0..before.variant().rulebook().board.len() as u16).map(Square) {
        let Some(piece) = before.piece_at(square) else { continue };
        let now = after.piece_at(square);
        let has_new_owner = now.is_some_and(|it| it.seat != piece.seat);
        let is_replaced = has_new_owner && (square == mv.to || square == mv.from);
        // The army of a player who is out may disappear with them. The result says so.
        let is_captured = square == mv.to || after.is_living(piece.seat);
        match now {
            None if square == mv.from => {
                // A piece that explodes with what it captures.
                removed.extend(after.piece_at(mv.to).is_none().then_some(square));
            }
            None if is_captured => removed.push(square),
            Some(_) if is_replaced => removed.push(square),
            Some(_) if has_new_owner => converted.push(square),
            _ => {}
        }
    }
    let mut sentences = Vec::new();
    if !removed.is_empty() {
        sentences.push(format!("Captured: {}.", pieces_text(before, &removed)));
    }
    if !converted.is_empty() {
        sentences.push(format!("Changed sides: {}.", pieces_text(before, &converted)));
    }
    sentences
}
