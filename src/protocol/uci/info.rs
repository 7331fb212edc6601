//! Results of a search as lines of text.
//!
//! Contains [`info_lines`] and [`Best`], the move to play. Input: a position and a [`SearchResult`]. Output: text.
//! Does not know when a search ends.

use crate::notation::moves::uci_text;
use crate::rules::Position;
use crate::search::{Evaluator, SearchResult, Variation};

/// Maximum number of moves of a line.
const MAX_MOVES: usize = 40;
/// Greatest score in centipawns. Points that are all but won have no larger one.
const MAX_SCORE: f64 = 20_000.0;

/// Returns the `info` lines of a result: one for each line of play, the best first, and at most `most`.
/// A level searches more lines than it shows, because it chooses among them.
pub fn info_lines(position: &Position, evaluator: &Evaluator, found: &SearchResult, most: usize) -> String {
    let milliseconds = found.elapsed.as_millis();
    let per_second = (found.nodes as f64 / found.elapsed.as_secs_f64().max(1e-6)).min(1e12) as u64;
    let mut out = String::new();
    if found.lines.is_empty() {
        out.push_str(&format!("info depth 0 score {}\n", final_score(position)));
    }
    for (index, line) in found.lines.iter().take(most).enumerate() {
        out.push_str(&format!(
            "info depth {} seldepth {} multipv {} score {} nodes {} nps {per_second} time {milliseconds} pv{}\n",
            found.depth.max(1),
            found.selective_depth.max(1),
            index + 1,
            score(position, evaluator, line),
            found.nodes,
            texts(position, line).iter().map(|it| format!(" {it}")).collect::<String>(),
        ));
    }
    out
}

/// Returns the score of a position without moves: `mate 0` for the player to move if they have lost to another one.
fn final_score(position: &Position) -> String {
    let points = position.scores();
    match points.as_slice() {
        [one, other] => {
            let is_lost = if position.turn().index() == 0 { one < other } else { other < one };
            if is_lost { "mate 0".to_owned() } else { "cp 0".to_owned() }
        }
        all => format!("seats{}", all.iter().map(|it| format!(" {:.2}", f64::from(*it))).collect::<String>()),
    }
}

/// Returns the score of a line. With two players it is that of the player to move, in centipawns or
/// moves to the end; otherwise, the expected points of each player.
fn score(position: &Position, evaluator: &Evaluator, line: &Variation) -> String {
    if line.points.len() != 2 {
        let points: String = line.points.iter().map(|it| format!(" {it:.2}")).collect();
        // No negative zero.
        return format!("seats{}", points.replace("-0.00", "0.00"));
    }
    match line.plies_to_end.map(|it| it.div_ceil(2).max(1)) {
        Some(moves) if line.is_win() => format!("mate {moves}"),
        Some(moves) if line.is_loss() => format!("mate -{moves}"),
        _ => {
            // The evaluation turns centipawns into a share of the points by the logistic function.
            let share = evaluator.share(line.points[position.turn().index()], 2);
            let pawns = evaluator.weights().spread * (share / (1.0 - share)).ln();
            format!("cp {}", pawns.clamp(-MAX_SCORE, MAX_SCORE).round() as i32)
        }
    }
}

/// Returns the moves of a line as text.
fn texts(position: &Position, line: &Variation) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for mv in line.moves.iter().take(MAX_MOVES) {
        let Ok(next) = position.play(*mv) else { break };
        texts.push(uci_text(&position, *mv));
        position = next;
    }
    texts
}

/// The move to play, and the answer to expect.
#[derive(Clone, Debug, Default)]
pub struct Best {
    /// The move to play and the moves after it; empty if there is no legal move.
    line: Vec<String>,
}

impl Best {
    /// Takes the line of a result that starts with a move.
    pub fn new(position: &Position, found: &SearchResult, mv: Option<crate::rules::Move>) -> Self {
        let line = found.lines.iter().find(|it| it.moves.first().copied() == mv);
        let line = line.map(|it| texts(position, it)).filter(|it| !it.is_empty());
        let alone = || mv.map(|it| vec![uci_text(position, it)]).unwrap_or_default();
        Self { line: line.unwrap_or_else(alone) }
    }

    /// Returns the line `bestmove`.
    pub fn text(&self) -> String {
        match &self.line[..] {
            [] => "bestmove (none)\n".to_owned(),
            [best] => format!("bestmove {best}\n"),
            [best, reply, ..] => format!("bestmove {best} ponder {reply}\n"),
        }
    }
}
