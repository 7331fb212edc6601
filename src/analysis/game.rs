//! The analysis of a whole game: what each move cost its player.
//!
//! Contains [`GameAnalyzer`], which analyzes one move at each step, and its result.
//!
//! Input: a game and search options. Output: a [`GameAnalysis`]. Claims and offers cost nothing.
//! Does not know files and the page.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::lines::{BestLine, lines_of};
use crate::game::{Act, Game};
use crate::notation::moves::print_move;
use crate::rulebook::SeatId;
use crate::rules::{Move, Position};
use crate::search::{Evaluator, SearchOptions, search};
use crate::sorting::CompactSort;

/// A loss of fewer expected points than this is not counted: it is within the error of the search.
const NEGLIGIBLE: f64 = 0.01;

/// A move of a game with its cost.
///
/// [`analysis`](crate::analysis) has an example.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AnalyzedMove {
    /// Number of actions in the game up to the move, from 1.
    pub at: usize,
    /// The player who moved.
    pub seat: SeatId,
    /// The move in the notation of the variant.
    pub text: String,
    /// The best line, which the player could have played instead.
    pub best: BestLine,
    /// The expected points of each seat after the move played.
    pub points: Vec<f64>,
    /// Expected points that the move cost its player, 0 for the best move.
    pub lost: f64,
}

/// The analysis of a game.
///
/// [`analysis`](crate::analysis) has an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GameAnalysis {
    /// The analyzed game.
    pub game: Game,
    /// The limit of nodes of each search.
    pub nodes: Option<u64>,
    /// The moves in the order of play.
    pub moves: Vec<AnalyzedMove>,
}

impl GameAnalysis {
    /// Returns the costliest moves of a player, the costliest first, at most `count`. Moves that
    /// cost nothing are omitted.
    pub fn costliest(&self, seat: SeatId, count: usize) -> Vec<&AnalyzedMove> {
        let mut moves: Vec<&AnalyzedMove> = self.moves.iter().filter(|it| it.seat == seat && it.lost > 0.0).collect();
        moves.compact_sort_by(|a, b| b.lost.total_cmp(&a.lost));
        moves.truncate(count);
        moves
    }

    /// Returns the expected points that a player lost in the whole game.
    pub fn lost(&self, seat: SeatId) -> f64 {
        self.moves.iter().filter(|it| it.seat == seat).map(|it| it.lost).fold(0.0, |sum, it| sum + it)
    }
}

/// Analyzes a game move by move.
///
/// [`analysis`](crate::analysis) has an example.
#[derive(Clone, Debug)]
pub struct GameAnalyzer {
    evaluator: Evaluator,
    options: SearchOptions,
    /// Number of actions analyzed.
    next: usize,
    analysis: GameAnalysis,
}

impl GameAnalyzer {
    /// Creates an analyzer. The limits in `options` apply to one search; a move needs up to two searches.
    pub fn new(game: Game, evaluator: Evaluator, options: SearchOptions) -> Self {
        let nodes = options.limits.nodes;
        Self { evaluator, options, next: 0, analysis: GameAnalysis { game, nodes, moves: Vec::new() } }
    }

    /// Returns the number of analyzed actions, and the number of all actions.
    pub fn progress(&self) -> (usize, usize) {
        (self.next, self.analysis.game.played().len())
    }

    /// Sets a flag that ends a step early. Such a step has no effect.
    pub fn set_stop(&mut self, stop: Arc<AtomicBool>) {
        self.options.stop = Some(stop);
    }

    /// Analyzes the next move. Returns false if there is none, or if the stop flag is set.
    pub fn step(&mut self) -> bool {
        let played = self.analysis.game.played();
        let is_move = |at: &usize| matches!(played[*at].act, Act::Move(_));
        let Some(index) = (self.next..played.len()).find(is_move) else {
            self.next = played.len();
            return false;
        };
        let Act::Move(mv) = played[index].act else { return false };
        let before = |at: usize| at.checked_sub(1).map_or(self.analysis.game.start(), |it| &played[it].after);
        let position = before(index).clone();
        let earlier: Vec<Position> = (0..index).map(|it| before(it).clone()).collect();
        let analyzed = self.analyzed(index, mv, &position, earlier);
        let is_stopped = self.options.stop.as_ref().is_some_and(|it| it.load(Ordering::Relaxed));
        let Some(analyzed) = analyzed.filter(|_| !is_stopped) else { return false };
        self.analysis.moves.push(analyzed);
        self.next = index + 1;
        true
    }

    fn analyzed(&self, index: usize, mv: Move, position: &Position, earlier: Vec<Position>) -> Option<AnalyzedMove> {
        let seat = position.turn();
        let mut options = SearchOptions { history: earlier, moves: Vec::new(), lines: 1, ..self.options.clone() };
        let mut best = search(position, &self.evaluator, &options);
        let mut points = best.lines.first()?.points.clone();
        let mut lost = 0.0;
        if best.best() != Some(mv) {
            options.moves = vec![mv];
            let own = search(position, &self.evaluator, &options);
            let of_move = own.lines.first()?;
            points.clone_from(&of_move.points);
            lost = best.lines[0].points[seat.index()] - points[seat.index()];
            // The narrower search may find that the move played is the better one.
            if lost < 0.0 {
                best = own;
            }
            if lost < NEGLIGIBLE {
                lost = 0.0;
            }
        }
        let best = lines_of(position, &best).into_iter().next()?;
        Some(AnalyzedMove { at: index + 1, seat, text: print_move(position, mv), best, points, lost })
    }

    /// Returns the result so far.
    pub fn finish(self) -> GameAnalysis {
        self.analysis
    }

    /// Returns the result so far.
    pub fn analysis(&self) -> &GameAnalysis {
        &self.analysis
    }
}
