//! The questions that a case can ask about a game.
//!
//! Input: nothing. Output: [`Ask`], the closed list of questions, with their labels for reports. Does not
//! know games: the module `answer` answers the questions.

use super::Text;
use crate::diagnostic::Span;
use crate::notation::seat_title;
use crate::rulebook::Rulebook;

/// A question. Names stay plain text, since their meaning depends on the variant.
///
/// [`case`](crate::case) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// Whether the game continues, or how it ended.
    Status,
    /// The player whose move, turn or claim ended the game.
    Mover,
    /// The player for whom the test of the ending held.
    Victim,
    /// The player credited with the end.
    MatingPlayer,
    /// The players with the most points at the end.
    Winners,
    /// The perft count to a depth.
    Perft(String),
    /// The piece on a square.
    Piece(String),
    /// A field of the position, such as `captured`.
    Field(String),
}

impl Ask {
    /// Returns the question in words, with the names of players: `WHa1-GRh1`, `check to White`.
    pub fn label(&self, book: &Rulebook) -> String {
        let player = |name: &str| book.seat(name).map_or_else(|| name.to_owned(), |it| seat_title(book, it));
        match self {
            Ask::Verdict(text) => text.clone(),
            Ask::Targets(square) => format!("targets of {square}"),
            Ask::Moves => "number of legal moves".to_owned(),
            Ask::Turn => "player to move".to_owned(),
            Ask::Check(seat) => format!("check to {}", player(seat)),
            Ask::Out => "eliminated players".to_owned(),
            Ask::Open => "open barriers".to_owned(),
            Ask::Points(seat) => format!("points of {}", player(seat)),
            Ask::Status => "status of the game".to_owned(),
            Ask::Mover => "mover at the end".to_owned(),
            Ask::Victim => "victim of the ending".to_owned(),
            Ask::MatingPlayer => "player who gave checkmate".to_owned(),
            Ask::Winners => "winners".to_owned(),
            Ask::Perft(depth) => format!("perft to depth {depth}"),
            Ask::Piece(square) => format!("piece on {square}"),
            Ask::Field(key) => format!("field `{key}` of the position"),
        }
    }

    /// Joins a label and an answer: `WHa1-GRh1 is legal`, `player to move: b`.
    pub fn statement(&self, label: &str, answer: &str) -> String {
        match self {
            Ask::Verdict(_) => format!("{label} is {answer}"),
            _ => format!("{label}: {answer}"),
        }
    }

    /// Returns the machine-readable name of the kind of question.
    pub fn kind(&self) -> &'static str {
        KINDS[self.rank()]
    }

    /// Returns the move, square, player or depth that it concerns, if there is one.
    pub fn of(&self) -> Option<&str> {
        match self {
            Ask::Verdict(of) | Ask::Targets(of) | Ask::Check(of) | Ask::Points(of) => Some(of),
            Ask::Perft(of) | Ask::Piece(of) | Ask::Field(of) => Some(of),
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
            Ask::Piece(_) => 14,
            Ask::Field(_) => 15,
        }
    }
}

/// Names of the kinds of questions, by rank.
const KINDS: [&str; 16] = [
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
    "piece",
    "field",
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
    /// A word: `legal`, or the code of a refusal.
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
    /// A piece with its player, such as `wP`, or `-` for an empty square.
    Piece(Text),
    /// `goes-on`, or the name of an outcome or a claim.
    Status(Text),
    /// The value of a field of the position, after the name of the field.
    Field(String, Text),
}
