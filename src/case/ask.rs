//! The questions that a case can ask about a game.
//!
//! In: nothing. Out: [`Ask`], the closed list of questions, with their names in reports. `answer`
//! answers them; nothing here knows a game.

use super::Text;
use crate::diagnostic::Span;

/// A question. Names stay plain text, since their meaning depends on the variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Whether a move or claim is legal, and if not, why.
    Verdict(String),
    /// The legal target squares of the piece on a square.
    Targets(String),
    /// The number of legal moves.
    Moves,
    /// The player to move.
    Turn,
    /// The pieces that give check to a player.
    Check(String),
    /// The eliminated players.
    Out,
    /// The open barriers.
    Open,
    /// A player's points.
    Points(String),
    /// Whether the game goes on, or how it ended.
    Status,
    /// The player whose move, turn or claim ended the game.
    Mover,
    /// The player who lost by the end.
    Victim,
    /// The player credited with the end.
    MatingPlayer,
    /// The players with the most points at the end.
    Winners,
    /// The perft count to a depth.
    Perft(String),
}

impl Ask {
    /// Returns the question as a report shows it: `WHa1-GRh1 is`, `targets of e4`.
    pub fn text(&self) -> String {
        match self {
            Ask::Verdict(text) => format!("{text} is"),
            Ask::Targets(square) => format!("targets of {square}"),
            Ask::Moves => "legal moves".to_owned(),
            Ask::Turn => "turn".to_owned(),
            Ask::Check(seat) => format!("check to {seat}"),
            Ask::Out => "out".to_owned(),
            Ask::Open => "open".to_owned(),
            Ask::Points(seat) => format!("points of {seat}"),
            Ask::Status => "status".to_owned(),
            Ask::Mover => "the last player to move at the end".to_owned(),
            Ask::Victim => "the player who lost at the end".to_owned(),
            Ask::MatingPlayer => "the player who gave checkmate at the end".to_owned(),
            Ask::Winners => "winners".to_owned(),
            Ask::Perft(depth) => format!("perft {depth}"),
        }
    }

    /// Returns the machine-readable name of the kind of question.
    pub fn kind(&self) -> &'static str {
        KINDS[self.rank()]
    }

    /// Returns the move, square, player or depth that it concerns, if there is one.
    pub fn of(&self) -> Option<&str> {
        match self {
            Ask::Verdict(of) | Ask::Targets(of) | Ask::Check(of) | Ask::Points(of) | Ask::Perft(of) => Some(of),
            _ => None,
        }
    }

    /// Returns the position of its kind in the order of a report.
    pub(super) fn rank(&self) -> usize {
        match self {
            Ask::Verdict(_) => 0,
            Ask::Targets(_) => 1,
            Ask::Moves => 2,
            Ask::Turn => 3,
            Ask::Check(_) => 4,
            Ask::Out => 5,
            Ask::Open => 6,
            Ask::Points(_) => 7,
            Ask::Status => 8,
            Ask::Mover => 9,
            Ask::Victim => 10,
            Ask::MatingPlayer => 11,
            Ask::Winners => 12,
            Ask::Perft(_) => 13,
        }
    }
}

/// Names of the kinds of questions, by rank.
const KINDS: [&str; 14] = [
    "verdict",
    "targets",
    "moves",
    "turn",
    "check",
    "out",
    "open",
    "points",
    "status",
    "mover",
    "victim",
    "mating-player",
    "winners",
    "perft",
];

/// A question with its location in the file.
#[derive(Clone, Debug)]
pub struct Question {
    /// The question itself.
    pub ask: Ask,
    /// Span of the question in the case file.
    pub at: Span,
}

/// The answer that the author wants.
#[derive(Clone, Debug)]
pub enum Want {
    /// A word: `legal`, the code of a refusal, or the name of an outcome.
    Word(String),
    /// Exactly these squares, in any order.
    Squares(Vec<Text>),
    /// Exactly these players, in any order.
    Seats(Vec<Text>),
    /// Exactly these barriers, in any order.
    Barriers(Vec<Text>),
    /// A whole number.
    Number(u64),
    /// A number of points.
    Points(f64),
}
