//! Small answers of a board: pieces, endings, explanations and the standing of a game.
//!
//! Input: values of the library. Output: Python objects with names instead of ids.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use threefold::notation::sentence::{ending_event, ending_sentence, status_sentence};
use threefold::{Ending, Points, Position};

use crate::value::value_type;
use crate::variant::Shared;

/// A piece on the board.
#[pyclass(frozen, eq, hash, get_all, module = "threefold")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The player who owns the piece.
    seat: String,
    /// The kind of piece, such as `queen`.
    kind: String,
    /// The letter of the kind in notation.
    letter: String,
    /// The marks of the piece, such as `crossed`.
    marks: Vec<String>,
}

impl Piece {
    /// Converts a piece.
    pub fn of(shared: &Arc<Shared>, square: threefold::Square, piece: &threefold::Piece) -> Self {
        let book = shared.book();
        let kind = &book.kinds()[piece.kind.index()];
        Self {
            seat: piece.seat.name(book).to_owned(),
            kind: kind.name().to_owned(),
            letter: kind.letter().to_owned(),
            marks: threefold::notation::position::marks(shared.variant(), square, piece),
        }
    }
}

value_type!(Piece { seat: String, kind: String, letter: String, marks: Vec<String> });

#[pymethods]
impl Piece {
    fn __str__(&self) -> String {
        let marks = if self.marks.is_empty() { String::new() } else { format!(" [{}]", self.marks.join(",")) };
        format!("{} {}{marks}", self.seat, self.kind)
    }
}

/// The points of each player, by name. In Python, a dictionary with numbers, or with `fractions.Fraction` for thirds.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Scores(Vec<(String, Points)>);

impl Scores {
    /// Returns the points of a position.
    pub fn of(position: &Position) -> Self {
        let book = position.variant().rulebook();
        Self(book.seat_ids().map(|it| it.name(book).to_owned()).zip(position.scores()).collect())
    }
}

impl<'py> IntoPyObject<'py> for Scores {
    type Target = PyDict;
    type Output = Bound<'py, PyDict>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for (seat, points) in self.0 {
            match points.0 % (Points::UNIT / 2) {
                0 => all.set_item(seat, f64::from(points))?,
                _ => {
                    let fraction = py.import("fractions")?.getattr("Fraction")?;
                    all.set_item(seat, fraction.call1((points.0, Points::UNIT))?)?;
                }
            }
        }
        Ok(all)
    }
}

impl<'py> FromPyObject<'_, 'py> for Scores {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let points = |it: f64| Points((it * f64::from(Points::UNIT)).round() as i32);
        let all = object.cast::<PyDict>()?.iter().map(|(seat, it)| Ok((seat.extract()?, points(it.extract()?))));
        Ok(Self(all.collect::<PyResult<_>>()?))
    }
}

/// How a game ended.
#[pyclass(frozen, eq, hash, get_all, module = "threefold")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The name of the outcome or claim in the rulebook, such as `checkmate`.
    termination: String,
    /// The player with the most points; `None` if several have them.
    winner: Option<String>,
    /// The player for whom the test of the outcome held, usually the one who lost.
    loser: Option<String>,
    /// The points of each player: a number, or a `fractions.Fraction` if they are thirds.
    scores: Scores,
    /// How the game ended, as a sentence.
    sentence: String,
}

value_type!(Outcome {
    termination: String,
    winner: Option<String>,
    loser: Option<String>,
    scores: Scores,
    sentence: String,
});

impl Outcome {
    /// Describes an ending.
    pub fn of(position: &Position, ending: Ending) -> Self {
        let book = position.variant().rulebook();
        let points = position.scores();
        let most = points.iter().map(|it| it.0).max().unwrap_or(0);
        let mut best = book.seat_ids().filter(|it| points[it.index()].0 == most);
        let (winner, second) = (best.next(), best.next());
        Self {
            termination: ending_event(book, ending).to_owned(),
            winner: winner.filter(|_| second.is_none()).map(|it| it.name(book).to_owned()),
            loser: ending.victim.map(|it| it.name(book).to_owned()),
            scores: Scores::of(position),
            sentence: ending_sentence(position, ending),
        }
    }
}

#[pymethods]
impl Outcome {
    /// Returns the points in order of play, such as `1-0` or `1/2-1/2`.
    pub fn result(&self) -> String {
        let text = |it: &(String, Points)| match 2 * it.1.0 {
            Points::UNIT => "1/2".to_owned(),
            _ => it.1.to_string(),
        };
        self.scores.0.iter().map(text).collect::<Vec<_>>().join("-")
    }
    fn __str__(&self) -> &str {
        &self.sentence
    }
}

/// Why a move is legal or not.
#[pyclass(frozen, eq, hash, get_all, module = "threefold")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Explanation {
    /// Whether the move is legal.
    legal: bool,
    /// The stable code of the refusal; empty for a legal move.
    pub code: String,
    /// The explanation in one sentence.
    pub sentence: String,
    /// The squares that matter besides those of the move.
    at: Vec<String>,
    /// The squares of the attacking pieces.
    by: Vec<String>,
    /// The barrier that forbids the move.
    barrier: Option<String>,
    /// The source that the rulebook cites for the rule.
    source: Option<String>,
}

impl Explanation {
    /// Explains a move.
    pub fn of(position: &Position, mv: threefold::Move) -> Self {
        let board = position.variant().board();
        let names = |all: &[threefold::Square]| all.iter().map(|it| board.name(*it).to_owned()).collect();
        let why = threefold::notation::sentence::explain(position, mv);
        let (at, by) = (names(&why.at), names(&why.by));
        let threefold::notation::sentence::Explanation { is_legal, code, sentence, barrier, source, .. } = why;
        Self { legal: is_legal, code, sentence, at, by, barrier, source }
    }
    /// Explains a text that names a move which no piece can make. After the end of the game, the ending is the reason.
    pub fn of_text(position: &Position, error: &threefold::MoveTextError) -> Self {
        let (code, sentence) = match position.ending() {
            Some(ending) => ("game-over", format!("The game is over. {}", ending_sentence(position, ending))),
            None => {
                let sentence = error.to_string();
                let (first, rest) = sentence.split_at(sentence.chars().next().map_or(0, char::len_utf8));
                (error.code(), format!("{}{rest}.", first.to_uppercase()))
            }
        };
        let (code, none) = (code.to_owned(), Vec::new);
        Self { legal: false, code, sentence, at: none(), by: none(), barrier: None, source: None }
    }
}

value_type!(Explanation {
    legal: bool,
    code: String,
    sentence: String,
    at: Vec<String>,
    by: Vec<String>,
    barrier: Option<String>,
    source: Option<String>,
});

#[pymethods]
impl Explanation {
    fn __bool__(&self) -> bool {
        self.legal
    }
    fn __str__(&self) -> &str {
        &self.sentence
    }
}

/// The standing of a game.
#[pyclass(frozen, eq, hash, get_all, module = "threefold")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Status {
    /// Whether the game is over.
    over: bool,
    /// The name of the outcome or claim that ended the game.
    event: Option<String>,
    /// Whose turn it is, or how the game ended, as a sentence.
    sentence: String,
}

impl Status {
    /// Describes a position.
    pub fn of(position: &Position) -> Self {
        let ending = position.ending();
        let event = ending.map(|it| ending_event(position.variant().rulebook(), it).to_owned());
        Self { over: ending.is_some(), event, sentence: status_sentence(position) }
    }
}

value_type!(Status { over: bool, event: Option<String>, sentence: String });

#[pymethods]
impl Status {
    fn __str__(&self) -> &str {
        &self.sentence
    }
}
