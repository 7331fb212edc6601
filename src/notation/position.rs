//! Positions as text: the short list form for people, and one canonical line.
//!
//! In: a text. Out: a [`Setup`], then a [`Position`], or every error at once, each with
//! its place and what to do. And back again: printing, reading and printing gives the
//! same text. Refuses to judge a position: [`Position::new`] does, and its errors come
//! out here with places of their own.
//!
//! The list form: `w:Kd8,Pe7[crossed] b:Ka1 turn=w castling=w:b8 ep=e6:e5:w out=r
//! open=moat.2 captured=w:Q,N score=w:0.5 halfmoves=12 lost=w:5 over=draw:w`, of which only
//! `turn` must be there. The canonical text: `threefold/1 SLUG PLACEMENT turn=.. living=..
//! castling=.. ep=.. open=.. captured=.. lost=.. score=.. halfmoves=.. over=..`, with every field, in this order,
//! `-` where there is nothing. Placement: patch by patch (`|`), from the last rank down
//! (`/`), squares by rising file, items parted by `,`; a number stands for so many empty
//! squares, holes are left out.
//!
//! X-FEN is read, too, where a rulebook allows it: `4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1`.
//! Only the placement and the player to move must be there; [`print_fen`] prints it. The
//! module `fen` says which rulebooks these are and what counts as moved.

mod fen;
mod fields;
mod pieces;
mod print;
mod read;
mod scan;

use crate::diagnostic::is_harmful;
use crate::rules::{Position, Setup, SetupError, Variant};

pub use fen::{NoFen, print_fen};
pub use pieces::marks;
pub use print::{print, print_list, print_setup};
use read::{Places, PositionParser};

/// One thing that is wrong with the text of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct PositionError {
    /// What is wrong: lowercase, no full stop.
    pub message: String,
    /// The first byte of the place.
    pub start: usize,
    /// One past its last byte; equal to `start` where something is missing.
    pub end: usize,
    /// What to do; may be empty.
    pub help: String,
}

/// Everything that is wrong with the text of a position, in order of place.
///
/// It prints as a person reads it: each sentence, the text with carets below the place, and advice.
///
/// ```
/// let chess = threefold::load("chess")?.variant;
/// let errors = threefold::parse_position(&chess, "w:Ke1 b:Kx9 turn=w").expect_err("no such square");
/// assert_eq!(errors.len(), 1);
/// assert!(errors.to_string().contains("x9"));
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionErrors {
    text: String,
    errors: Vec<PositionError>,
}

impl PositionErrors {
    /// Collects the errors of a text.
    fn new(text: &str, mut errors: Vec<PositionError>) -> Self {
        errors.sort_by_key(|it| (it.start, it.end));
        Self { text: text.to_owned(), errors }
    }

    /// Returns the text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl std::ops::Deref for PositionErrors {
    type Target = [PositionError];

    fn deref(&self) -> &[PositionError] {
        &self.errors
    }
}

impl IntoIterator for PositionErrors {
    type Item = PositionError;
    type IntoIter = std::vec::IntoIter<PositionError>;

    fn into_iter(self) -> Self::IntoIter {
        self.errors.into_iter()
    }
}

impl<'a> IntoIterator for &'a PositionErrors {
    type Item = &'a PositionError;
    type IntoIter = std::slice::Iter<'a, PositionError>;

    fn into_iter(self) -> Self::IntoIter {
        self.errors.iter()
    }
}

impl std::fmt::Display for PositionErrors {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(render(&self.text, &self.errors).trim_end())
    }
}

impl std::error::Error for PositionErrors {}

/// The keys of the list form, each with its meaning and an example for ordinary chess or a ring.
pub const KEYS: &[(&str, &str, &str)] = &[
    ("turn", "whose turn it is; must be there", "turn=w"),
    ("castling", "rights to castle: seat and the rook's square, or the castling's name", "castling=w:a1,h1;b:h8"),
    (
        "ep",
        "rights to capture en passant, parted by `;` or `,`: square passed, piece's square, owner, and plies since (optional)",
        "ep=e3:e4:w:1",
    ),
    ("out", "players who are out", "out=b"),
    ("open", "barriers that are open, by name; `-` is none", "open=wall.2"),
    ("captured", "pieces captured from a seat, if the rules keep them", "captured=w:Q,N;b:P"),
    ("score", "points so far", "score=w:1,b:0.5"),
    ("halfmoves", "halfmove clock: plies since the last capture or pawn move, or what else resets it", "halfmoves=12"),
    (
        "lost",
        "all that was ever taken from a seat, by value, where the rules ask for it; left out, it is the worth of `captured`",
        "lost=w:5",
    ),
    (
        "over",
        "how the game ended: outcome or claim, mover, victim, mating_player; `-` is nobody",
        "over=checkmate:w:b:w",
    ),
];

/// Reads a text of either form.
///
/// # Errors
/// Everything that is wrong with the text, in order of place.
pub fn parse(variant: &Variant, text: &str) -> Result<Setup, PositionErrors> {
    let mut reader = PositionParser::new(variant, text);
    let setup = reader.read();
    if reader.errors.is_empty() { Ok(setup) } else { Err(PositionErrors::new(text, reader.errors)) }
}

/// Reads a text of either form and validates what it says. The position is not settled yet.
///
/// # Errors
/// Everything that is wrong, with the text and with the position, in order of place.
pub fn parse_position(variant: &Variant, text: &str) -> Result<Position, PositionErrors> {
    let mut reader = PositionParser::new(variant, text);
    let setup = reader.read();
    let clean = reader.errors.is_empty();
    match Position::new(variant, &setup) {
        Ok(position) if clean => Ok(position),
        Ok(_) => Err(PositionErrors::new(text, reader.errors)),
        Err(errors) => {
            // With a part unread, what seems to be missing may stand in that part.
            let certain = errors.iter().filter(|it| clean || !is_absence(it));
            let more: Vec<PositionError> = certain.map(|it| locate(it, &reader.places, text)).collect();
            for error in more {
                if !reader.errors.iter().any(|it| it.message == error.message) {
                    reader.errors.push(error);
                }
            }
            Err(PositionErrors::new(text, reader.errors))
        }
    }
}

/// Shows errors as a person reads them: sentence, the text with carets, help.
pub fn render(text: &str, errors: &[PositionError]) -> String {
    use std::fmt::Write;
    const SHOWN: usize = 20;
    let mut out = String::new();
    for error in errors.iter().take(SHOWN) {
        let _ = writeln!(out, "error[position]: {}", error.message);
        let (before, under, carets) = excerpt(text, error.start, error.end);
        let _ = writeln!(out, "  | {under}\n  | {}{}", " ".repeat(before), "^".repeat(carets));
        if !error.help.is_empty() {
            let _ = writeln!(out, "  = help: {}", error.help);
        }
    }
    if errors.len() > SHOWN {
        let _ = writeln!(out, "... and {} more", errors.len() - SHOWN);
    }
    out
}

/// A window of one line around a place: columns before it, the line, how many carets.
fn excerpt(text: &str, start: usize, end: usize) -> (usize, String, usize) {
    const BEFORE: usize = 36;
    const AFTER: usize = 36;
    let clean: Vec<char> = text.chars().map(|it| if it.is_control() || is_harmful(it) { ' ' } else { it }).collect();
    let column = |byte: usize| text.char_indices().take_while(|(at, _)| *at < byte).count();
    let (from, to) = (column(start), column(end).max(column(start)));
    let (to, left) = (to.min(from + 2 * AFTER), from.saturating_sub(BEFORE));
    let right = (to + AFTER).min(clean.len());
    let (open, close) = (if left > 0 { "..." } else { "" }, if right < clean.len() { "..." } else { "" });
    let line: String = clean.get(left..right).unwrap_or(&[]).iter().collect();
    (open.len() + from - left, format!("{open}{line}{close}"), (to - from).max(1))
}

/// Whether a error says that something is not there.
fn is_absence(error: &SetupError) -> bool {
    match error {
        SetupError::NoRoyal { .. }
        | SetupError::TurnIsOut { .. }
        | SetupError::NobodyLives
        | SetupError::NoCastlingPieces { .. }
        | SetupError::NoPassingPiece { .. } => true,
        SetupError::Unknown(_)
        | SetupError::ManyRoyals { .. }
        | SetupError::SquareOccupied { .. }
        | SetupError::ManyPassingPieces { .. }
        | SetupError::WrongMark { .. }
        | SetupError::WrongFacing { .. } => false,
    }
}

fn locate(error: &SetupError, places: &Places, text: &str) -> PositionError {
    let seat = |name: &String| places.seats.get(name).cloned();
    let square = |name: &String| places.squares.get(name).cloned();
    let key = |name: &str| places.keys.get(name).cloned();
    let (range, help) = match error {
        SetupError::NoRoyal { seat: it, .. } => {
            let fen = "put one on the board; a player who is out needs the list form".to_owned();
            let list = format!("put one on the board, or let {it} be out with `out=`");
            (seat(it), if places.is_fen { fen } else { list })
        }
        // A text names things; an id that is not there has no place in it.
        SetupError::Unknown(_) => (None, String::new()),
        SetupError::ManyRoyals { seat: it, .. } => (seat(it), String::new()),
        SetupError::SquareOccupied { square: it } => (square(it), String::new()),
        SetupError::TurnIsOut { .. } => (key("turn"), "let another player be to move".to_owned()),
        SetupError::NobodyLives => (key("out").or_else(|| key("living")), String::new()),
        SetupError::NoCastlingPieces { .. } => (key("castling"), "leave the right out".to_owned()),
        SetupError::ManyPassingPieces { .. } => (key("ep"), String::new()),
        SetupError::NoPassingPiece { .. } => {
            (key("ep"), "write TARGET:PIECE'S SQUARE:OWNER, as `ep=e3:e4:w`".to_owned())
        }
        SetupError::WrongMark { square: it, .. } | SetupError::WrongFacing { square: it, .. } => {
            (square(it), String::new())
        }
    };
    let range = range.unwrap_or(0..text.len());
    PositionError { message: error.to_string(), start: range.start, end: range.end, help }
}
