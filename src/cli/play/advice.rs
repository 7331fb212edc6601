//! Advice during a game: a hint, and an evaluation with best lines.
//!
//! Contains [`Advice`], which keeps the lines of the last position. A hint after an evaluation of the same position thus
//! names its best line.
//!
//! Input: a game. Output: text. The same position gives the same advice, because the search is limited by nodes. Does
//! not know the players.

use crate::analysis::{BestLine, best_lines, points_sentence};
use crate::game::Game;
use crate::rules::Position;
use crate::search::{Algorithm, Evaluator, Limits, SearchMemory, SearchOptions};
use crate::sorting::CompactSort;

/// Number of nodes of a search.
const NODES: u64 = 50_000;

/// Says why there is no move to show.
pub(super) fn no_move(game: &Game) -> String {
    if game.is_game_over() { "The game is over.\n".to_owned() } else { "No legal move.\n".to_owned() }
}

/// The best lines of the last position that a player asked about.
#[derive(Debug, Default)]
pub(super) struct Advice {
    /// The number of actions before the position, and the position.
    place: Option<(usize, Position)>,
    /// The lines found so far, the best first.
    lines: Vec<BestLine>,
    /// The results of earlier searches of this position.
    memory: SearchMemory,
    evaluator: Option<Evaluator>,
}

impl Advice {
    /// Suggests a move, with a reason.
    pub fn hint(&mut self, game: &Game) -> String {
        match self.lines(game, 1).first() {
            Some(line) => format!("{}: {}\n", line.texts.first().map_or("", |it| it), line.reason),
            None => no_move(game),
        }
    }

    /// Evaluates the position, with at most `count` lines.
    pub fn eval(&mut self, game: &Game, count: usize) -> String {
        let book = game.variant().rulebook();
        let lines = self.lines(game, count);
        let Some(best) = lines.first() else {
            return no_move(game);
        };
        let mut text = format!("Expected points: {}.\n", points_sentence(book, &best.points));
        for (number, line) in lines.iter().enumerate() {
            let points =
                if number == 0 { String::new() } else { format!("   ({})", points_sentence(book, &line.points)) };
            text.push_str(&format!("{}. {}{points}\n", number + 1, line.texts.join(" ")));
        }
        text
    }

    /// Returns at most `count` lines, the best first. One search finds the first of them, and another one the best lines
    /// that start with other moves. The second search can find a better line.
    fn lines(&mut self, game: &Game, count: usize) -> &[BestLine] {
        let place = (game.played().len(), game.position().clone());
        if self.place.as_ref() != Some(&place) {
            self.place = Some(place);
            self.lines.clear();
            self.memory = SearchMemory::for_nodes(2 * NODES);
        }
        if !game.is_game_over() && self.lines.is_empty() {
            self.lines = self.found(game, 1, None);
        }
        if self.lines.len() < count
            && let Some(best) = self.lines.first().cloned()
        {
            let others = self.found(game, count - 1, Some(&best));
            self.lines = [vec![best], others].concat();
            let value = |it: &BestLine| it.points.get(game.turn().index()).copied().unwrap_or_default();
            self.lines.compact_sort_by(|a, b| value(b).total_cmp(&value(a)));
        }
        &self.lines[..count.min(self.lines.len())]
    }

    /// Searches the moves of a position, except the first move of a line.
    fn found(&mut self, game: &Game, lines: usize, except: Option<&BestLine>) -> Vec<BestLine> {
        let first = except.and_then(|it| it.moves.first());
        let moves = match first {
            None => Vec::new(),
            Some(first) => game.legal_moves().iter().copied().filter(|it| it != first).collect::<Vec<_>>(),
        };
        if first.is_some() && moves.is_empty() {
            return Vec::new();
        }
        let evaluator = match self.evaluator.take() {
            Some(evaluator) if evaluator.fits(game.variant()) => evaluator,
            _ => Evaluator::new(game.variant()),
        };
        let options = SearchOptions {
            lines,
            moves,
            history: game.earlier_positions(),
            memory: Some(self.memory.clone()),
            ..SearchOptions::new(Algorithm::default(), Limits::nodes(NODES))
        };
        let found = best_lines(game.position(), &evaluator, &options);
        self.evaluator = Some(evaluator);
        found
    }
}
