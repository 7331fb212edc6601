//! What a case can ask of a game.
//!
//! In: nothing. Out: the closed list of questions, with the words by which reports call them. How
//! a question is answered is told in `answer`.

use super::Text;
use crate::diagnostic::Span;

/// A question. Names are texts: what they mean depends on the variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Whether a move or a claim is legal, and if not, why.
    Verdict(String),
    /// Where the man on a square may go.
    Targets(String),
    /// How many legal moves there are.
    Moves,
    /// Whose turn it is.
    Turn,
    /// Who attacks a player's king.
    Check(String),
    /// Who is out.
    Out,
    /// Which barriers are open.
    Open,
    /// How many points a player has.
    Points(String),
    /// Whether the game goes on, or what ended it.
    Status,
    /// Whose move, turn or claim ended it.
    Mover,
    /// Who lost by the end.
    Victim,
    /// Who is credited with the end.
    Mater,
    /// Who has the most points at the end.
    Winners,
    /// How many lines of play there are.
    Perft(String),
}

impl Ask {
    /// As a report says it: `WHa1-GRh1 is`, `targets of e4`.
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
            Ask::Mover => "mover of the end".to_owned(),
            Ask::Victim => "victim of the end".to_owned(),
            Ask::Mater => "mater of the end".to_owned(),
            Ask::Winners => "winners".to_owned(),
            Ask::Perft(depth) => format!("perft {depth}"),
        }
    }

    /// The word of its kind, for machines.
    pub fn kind(&self) -> &'static str {
        KINDS[self.rank()]
    }

    /// The move, square, player or depth that it is about, where it is about one.
    pub fn of(&self) -> Option<&str> {
        match self {
            Ask::Verdict(of) | Ask::Targets(of) | Ask::Check(of) | Ask::Points(of) | Ask::Perft(of) => Some(of),
            _ => None,
        }
    }

    /// The place of its kind among the questions of a case.
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
            Ask::Mater => 11,
            Ask::Winners => 12,
            Ask::Perft(_) => 13,
        }
    }
}

/// The kinds of questions, by rank.
const KINDS: [&str; 14] = [
    "verdict", "targets", "moves", "turn", "check", "out", "open", "points", "status", "mover", "victim", "mater",
    "winners", "perft",
];

/// A question and where it was written.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is asked.
    pub ask: Ask,
    /// Where the case asks it.
    pub at: Span,
}

/// The answer that an author wants.
#[derive(Clone, Debug)]
pub enum Want {
    /// This word: `legal`, the code of a reason, the name of an outcome.
    Word(String),
    /// Exactly these squares, in any order.
    Squares(Vec<Text>),
    /// Exactly these players, in any order.
    Seats(Vec<Text>),
    /// Exactly these barriers, in any order.
    Barriers(Vec<Text>),
    /// This count.
    Number(u64),
    /// So many points.
    Points(f64),
}
