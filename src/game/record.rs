//! A game as text: what it was played by, from where, and every act with its player.
//!
//! The lines behind `#` are comments to whoever plays the moves again. A player stands before
//! each of his moves, since after an elimination the order cannot be counted.

use super::{Act, Game};
use crate::notation::position;
use crate::notation::sentence::ending_sentence;

/// The record of a game. Its moves can be played again with the same variant, from the same
/// position.
pub fn record(game: &Game) -> String {
    let variant = game.variant();
    let book = variant.rulebook();
    let mut out = format!("# variant {}\n# hash {}\n", variant.slug(), variant.hash());
    let start = position::print(game.start());
    let array = variant.start().map(|mut it| {
        it.settle(1);
        position::print(&it)
    });
    if array.as_ref() != Some(&start) {
        out.push_str(&format!("# position {start}\n"));
    }
    let mut lines: Vec<String> = Vec::new();
    let mut is_open = false;
    for played in game.played() {
        let is_move = matches!(played.act, Act::Move(_));
        let word = match is_move {
            true => format!("{}:{}", book.seats[played.seat.index()].letter, played.text),
            false => played.text.clone(),
        };
        // Claims and answers have a line of their own.
        match lines.last_mut() {
            Some(line) if is_move && is_open && line.len() + word.len() < 78 => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
        is_open = is_move;
    }
    for line in lines {
        out.push_str(&line);
        out.push('\n');
    }
    if let Some(ending) = game.outcome() {
        out.push_str(&format!("# {}\n", ending_sentence(game.position(), ending)));
    }
    out
}
