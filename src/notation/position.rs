//! Positions as text: the short list form for people, and one canonical line for programs.
//!
//! Input: a text. Output: a [`Setup`], then a [`Position`], or all errors at once, each with its place and advice. The
//! other direction prints a position; printing, parsing and printing again gives the same text. Does not validate
//! positions: [`Position::new`] does, and this module adds the places to its errors.
//!
//! The list form: `w:Kd8,Pe7[crossed] b:Ka1 turn=w castling=w:b8 ep=e6:e5:w out=r
//! open=moat.2 captured=w:Q,N score=w:0.5 halfmoves=12 lost=w:5 over=draw:w`. Only `turn` is required.
//!
//! The canonical text: `threefold/1 SLUG PLACEMENT turn=.. living=.. castling=.. ep=.. open=.. captured=.. lost=..
//! score=.. halfmoves=.. over=..`. It has every field in this order, with `-` for an empty one. The placement lists the
//! patches (`|`), the ranks of each from the last one down (`/`), and the squares of each rank by rising file (`,`). A
//! number stands for a run of empty squares; holes are skipped.
//!
//! X-FEN is accepted if the rulebook fits it: `4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1`. Only the placement and the player to
//! move are required. [`print_fen`] prints it. The module `fen` says which rulebooks fit, and which pieces count as
//! moved. SFEN ([`print_sfen`]) is accepted for games with drops such as shogi, and FEN4 ([`print_fen4`]) for four
//! players on a cross. On boards with sections, the list form also accepts C. S. Graves' pieces, such as `WHWpe4`, and
//! [`print_by_section`] prints them.

mod ending;
mod fen;
mod fen4;
mod fields;
mod kind;
mod pieces;
mod print;
mod read;
mod scan;
mod sections;

use crate::diagnostic::is_harmful;
use crate::rules::{Position, Setup, SetupError, UnsettledPosition, Variant};
use crate::sorting::CompactSort;

#[cfg(feature = "cli")]
pub(crate) use fen::board_obstacle;
pub use fen::{FenObstacle, NoFen, print_fen, print_sfen};
pub(crate) use fen::{is_promoted_form, usual_letters};
pub use fen4::print_fen4;
pub use kind::PositionErrorKind;
pub use pieces::marks;
#[doc(hidden)]
pub use print::print_setup;
pub(crate) use print::{canonical_field, canonical_keys, piece_on};
pub use print::{print, print_list};
use read::{Places, PositionParser};
pub use sections::print_by_section;

/// One error in the text of a position.
///
/// [`PositionErrorKind`] has an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct PositionError {
    /// The reason, with the names that belong to it.
    pub kind: PositionErrorKind,
    /// Byte offset of the first byte of the place.
    pub start: usize,
    /// Byte offset after the last byte; equal to `start` if something is missing.
    pub end: usize,
    /// Advice on how to correct the text; may be empty.
    pub help: String,
}

/// All errors in the text of a position, in order of place.
///
/// `Display` prints each message, the text with carets below the place, and advice.
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
        errors.compact_sort_by_key(|it| (it.start, it.end));
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
///
/// ```
/// let keys = threefold::notation::position::KEYS;
/// assert!(keys.iter().all(|(key, _, example)| example.starts_with(&format!("{key}="))));
/// ```
pub const KEYS: &[(&str, &str, &str)] = &[
    ("turn", "the player to move; required", "turn=w"),
    (
        "castling",
        "castling rights: the seat and the rook's square, or the name of the castling",
        "castling=w:a1,h1;b:h8",
    ),
    (
        "ep",
        "en passant rights, separated by `;` or `,`: the square that was passed, the piece's square, the owner, and the plies since then (optional)",
        "ep=e3:e4:w:1",
    ),
    ("out", "eliminated players", "out=b"),
    ("open", "names of the open barriers; `-` means none", "open=wall.2"),
    ("captured", "captured pieces of each seat, if the rules keep them", "captured=w:Q,N;b:P"),
    ("score", "points so far", "score=w:1,b:0.5"),
    (
        "counters",
        "counters of the rulebook that are not 0: the seat, the counter and its value",
        "counters=w:checks:2,b:checks:1",
    ),
    (
        "order",
        "what is unusual about the order of play, if the rules can change it: `reversed`; in an extra turn, `extra-before-` and the player who plays next; `delayed` in a turn that an extra turn has delayed; `for-` and an eliminated player whose turn an heir plays",
        "order=reversed",
    ),
    (
        "frozen",
        "eliminated players who return after the next move that leaves them no longer stuck, if the rules freeze players",
        "frozen=b",
    ),
    ("allies", "players who are allies, if the rules have alliances", "allies=w+r"),
    (
        "heirs",
        "eliminated players, each with the player who plays their turns, if the rules let turns be inherited",
        "heirs=b:w",
    ),
    ("blockers", "squares of blockers, which belong to no player, if the rules have any", "blockers=d4,e5"),
    (
        "halfmoves",
        "halfmove clock: plies since the last capture or pawn move, or since whatever else resets it",
        "halfmoves=12",
    ),
    (
        "lost",
        "value of all pieces ever captured from each seat; ignored if no rule uses it; by default, the value of `captured`",
        "lost=w:5",
    ),
    (
        "over",
        "how the game ended: outcome or claim, mover, victim, mating player; `-` means none",
        "over=checkmate:w:b:w",
    ),
];

/// Parses a text in any form, without validating the position.
///
/// [`notation`](crate::notation) has an example.
///
/// # Errors
/// Returns all errors in the text, in order of place.
pub fn parse_setup(variant: &Variant, text: &str) -> Result<Setup, PositionErrors> {
    let mut reader = PositionParser::new(variant, text);
    let setup = reader.read();
    if reader.errors.is_empty() { Ok(setup) } else { Err(PositionErrors::new(text, reader.errors)) }
}

/// Parses a text in any form, validates the position, and carries out the outcomes that are due.
///
/// ```
/// let chess = threefold::load("chess")?.variant;
/// let position = threefold::parse_position(&chess, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")?;
/// assert_eq!(position.legal_moves().iter().filter(|it| it.is_castling()).count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns all errors in the text and in the position, in order of place.
pub fn parse_position(variant: &Variant, text: &str) -> Result<Position, PositionErrors> {
    parse_unsettled(variant, text).map(UnsettledPosition::settle)
}

/// Parses a text like [`parse_position`], and keeps the position exactly as it is written.
///
/// [`notation`](crate::notation) has an example.
///
/// # Errors
/// Returns all errors in the text and in the position, in order of place.
pub fn parse_unsettled(variant: &Variant, text: &str) -> Result<UnsettledPosition, PositionErrors> {
    let mut reader = PositionParser::new(variant, text);
    let setup = reader.read();
    let clean = reader.errors.is_empty();
    match UnsettledPosition::new(variant, &setup) {
        Ok(position) if clean => Ok(position),
        Ok(_) => Err(PositionErrors::new(text, reader.errors)),
        Err(errors) => {
            // If a part could not be parsed, it may contain whatever seems to be missing.
            let certain = errors.iter().filter(|it| clean || !is_absence(it));
            let more: Vec<PositionError> = certain.map(|it| locate(it, &reader.places, text)).collect();
            for error in more {
                if !reader.errors.iter().any(|it| it.kind == error.kind) {
                    reader.errors.push(error);
                }
            }
            Err(PositionErrors::new(text, reader.errors))
        }
    }
}

/// Prints errors for people: the message, the text with carets, and the help.
#[doc(hidden)]
pub fn render(text: &str, errors: &[PositionError]) -> String {
    use std::fmt::Write;
    const SHOWN: usize = 20;
    let mut out = String::new();
    for error in errors.iter().take(SHOWN) {
        let _ = writeln!(out, "error[position]: {error}");
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

/// Returns an excerpt around a place: the number of columns before it, the line, and the number of carets.
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

/// Reports whether an error means that something is missing.
fn is_absence(error: &SetupError) -> bool {
    matches!(
        error,
        SetupError::NoRoyal { .. }
            | SetupError::TurnIsOut { .. }
            | SetupError::NobodyLives
            | SetupError::NoCastlingPieces { .. }
            | SetupError::NoPassingPiece { .. }
    )
}

fn locate(error: &SetupError, places: &Places, text: &str) -> PositionError {
    let seat = |name: &String| places.seats.get(name).cloned();
    let square = |name: &String| places.squares.get(name).cloned();
    let key = |name: &str| places.keys.get(name).cloned();
    let (range, help) = match error {
        SetupError::NoRoyal { seat: it, .. } => {
            let fen = "put one on the board, or use the list form, which can express eliminated players".to_owned();
            let list = format!("put one on the board, or list {it} as eliminated with `out=`");
            (seat(it), if places.is_fen { fen } else { list })
        }
        SetupError::ManyRoyals { seat: it, .. } => (seat(it), String::new()),
        SetupError::SquareOccupied { square: it } => (square(it), String::new()),
        SetupError::TurnIsOut { .. } => (key("turn"), "choose another player to move".to_owned()),
        SetupError::NobodyLives => (key("out").or_else(|| key("living")), String::new()),
        SetupError::NoCastlingPieces { .. } => (key("castling"), "remove the right".to_owned()),
        SetupError::ManyPassingPieces { .. } => (key("ep"), String::new()),
        SetupError::NoPassingPiece { seat: it, victim, .. } => {
            (key("ep"), format!("put a piece of {it} that makes double steps on {victim}, or leave `ep` out"))
        }
        SetupError::TooManyBlockers { most: 0, .. } => (key("blockers"), "leave `blockers=` out".to_owned()),
        SetupError::TooManyBlockers { .. } => (key("blockers"), "name one square".to_owned()),
        SetupError::WrongMark { square: it, .. } | SetupError::WrongFacing { square: it, .. } => {
            (square(it), String::new())
        }
        // A text contains names, so an unknown index has no place in it.
        _ => (None, String::new()),
    };
    let range = range.unwrap_or(0..text.len());
    PositionError { kind: error.clone().into(), start: range.start, end: range.end, help }
}
