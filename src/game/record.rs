//! Game records: a game as text, with its variant, starting position and every action.
//!
//! Input: a [`Game`]. Output: a text that [`replay`](super::replay()) reads. Lines that start with `#`
//! are headings and comments. Each move names its player, since eliminations change the order of
//! play. Knows no files.

use super::{Act, Game};
use crate::notation::position;
use crate::notation::sentence::ending_sentence;

/// Returns the record of a game. It can be replayed in the same variant from the same position.
///
/// [`game`](crate::game) has an example.
pub fn record(game: &Game) -> String {
    let variant = game.variant();
    let book = variant.rulebook();
    let mut out = format!("# variant {}\n# hash {}\n", variant.slug(), variant.hash());
    let start = position::print(game.start());
    let setup = variant.start().map(|it| position::print(&it));
    if setup.as_ref() != Some(&start) {
        out.push_str(&format!("# position {start}\n"));
    }
    let mut lines: Vec<String> = Vec::new();
    let mut is_open = false;
    for played in game.played() {
        let is_move = matches!(played.act, Act::Move(_));
        let word = match is_move {
            true => format!("{}:{}", book.seats[played.seat.index()].letter, played.text()),
            false => played.text().to_owned(),
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
