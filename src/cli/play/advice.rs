//! Advice during a game: a hint, and an evaluation with best lines.
//!
//! Input: a game. Output: text. The same position gives the same advice, because the search is limited by nodes. Does
//! not know the players.

use crate::analysis::{BestLine, best_lines, points_sentence};
use crate::game::Game;
use crate::search::{Algorithm, Evaluator, Limits, SearchOptions};

/// Number of nodes of a search.
const NODES: u64 = 50_000;

/// Suggests a move, with a reason.
pub(super) fn hint(game: &Game) -> String {
    match found(game, 1).first() {
        Some(line) => format!("{}: {}\n", line.texts.first().map_or("", |it| it), line.reason),
        None => "No legal move.\n".to_owned(),
    }
}

/// Evaluates the position, with at most `count` lines.
pub(super) fn eval(game: &Game, count: usize) -> String {
    let book = game.variant().rulebook();
    let lines = found(game, count);
    let Some(best) = lines.first() else {
        return "No legal move.\n".to_owned();
    };
    let mut text = format!("Expected points: {}.\n", points_sentence(book, &best.points));
    for (number, line) in lines.iter().enumerate() {
        let points = if number == 0 { String::new() } else { format!("   ({})", points_sentence(book, &line.points)) };
        text.push_str(&format!("{}. {}{points}\n", number + 1, line.texts.join(" ")));
    }
    text
}

fn found(game: &Game, lines: usize) -> Vec<BestLine> {
    if game.is_game_over() {
        return Vec::new();
    }
    let options = SearchOptions {
        lines,
        history: game.earlier_positions(),
        ..SearchOptions::new(Algorithm::default(), Limits::nodes(NODES))
    };
    best_lines(game.position(), &Evaluator::new(game.variant()), &options)
}
