//! JSON of lines and of analyzed games.
//!
//! Input: [`BestLine`]s and a [`GameAnalysis`]. Output: [`Value`]s. Players are given by their
//! letters, and squares by their names. Makes no decisions.

use serde_json::{Value, json};

use super::game::{AnalyzedMove, GameAnalysis};
use super::lines::BestLine;
use crate::json as parts;
use crate::rulebook::Rulebook;

/// Number of costliest moves that are listed for each player.
const COSTLIEST: usize = 3;

/// Returns the expected points by player, rounded to thousandths.
pub fn points(book: &Rulebook, points: &[f64]) -> Value {
    let one = |(seat, points): (crate::rulebook::SeatId, &f64)| {
        (book.seats[seat.index()].letter.clone(), json!(rounded(*points)))
    };
    Value::Object(book.seat_ids().zip(points).map(one).collect())
}

fn rounded(points: f64) -> f64 {
    let rounded = (points * 1000.0).round() / 1000.0;
    // No negative zero.
    if rounded == 0.0 { 0.0 } else { rounded }
}

impl BestLine {
    /// Returns the line as JSON.
    pub fn json(&self, book: &Rulebook) -> Value {
        let first = self.moves.first();
        json!({
            "moves": self.texts,
            "from": first.map(|it| parts::square(book, it.from)),
            "to": first.map(|it| parts::square(book, it.to)),
            "points": points(book, &self.points),
            "plies_to_end": self.plies_to_end,
            "reason": self.reason,
        })
    }
}

impl AnalyzedMove {
    fn json(&self, book: &Rulebook) -> Value {
        json!({
            "at": self.at,
            "seat": parts::seat(book, self.seat),
            "move": self.text,
            "lost": rounded(self.lost),
            "points": points(book, &self.points),
            // The best move of most moves is the move itself.
            "best": (self.lost > 0.0).then(|| self.best.json(book)),
        })
    }
}

impl GameAnalysis {
    /// Returns the analysis as JSON: each player with the costliest moves, and all moves.
    pub fn json(&self) -> Value {
        let book = self.game.variant().rulebook();
        let player = |seat| {
            let costliest: Vec<usize> = self.costliest(seat, COSTLIEST).iter().map(|it| it.at).collect();
            json!({
                "seat": parts::seat(book, seat),
                "name": book.seats[seat.index()].name,
                "moves": self.moves.iter().filter(|it| it.seat == seat).count(),
                "lost": rounded(self.lost(seat)),
                "costliest": costliest,
            })
        };
        json!({
            "variant": self.game.variant().slug(),
            "hash": self.game.variant().hash(),
            "nodes": self.nodes,
            "actions": self.game.played().len(),
            "players": book.seat_ids().map(player).collect::<Value>(),
            "moves": self.moves.iter().map(|it| it.json(book)).collect::<Value>(),
        })
    }
}
