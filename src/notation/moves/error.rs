//! The reasons why a text is not a move.
//!
//! Contains [`MoveTextError`] and [`MoveTextErrorKind`]. Input: what a parser found. Output: sentences, by `Display`,
//! and the text with a caret. Does not know how a text is parsed.

use crate::diagnostic::is_harmful;
use crate::rulebook::SeatId;
use crate::rules::Move;

/// A text that is not a move, so that its legality cannot be tested.
///
/// [`MoveTextErrorKind`] has an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct MoveTextError {
    /// The reason, with the names that belong to it.
    pub kind: MoveTextErrorKind,
    /// Byte offset of the error in the text.
    pub at: usize,
    /// Advice on how to correct the text; may be empty.
    pub help: String,
}

impl MoveTextError {
    /// Returns the stable code: `no-such-square` for a square that is missing or does not exist, `game-over`
    /// after the end of a game, the code of a refusal if several pieces fit and it applies to all of them, otherwise
    /// `bad-move-text`.
    pub fn code(&self) -> &str {
        match &self.kind {
            MoveTextErrorKind::NoneCanMove { code: Some(code), .. } => code,
            MoveTextErrorKind::GameOver => "game-over",
            MoveTextErrorKind::NoSquare | MoveTextErrorKind::UnknownSquare { .. } => "no-such-square",
            _ => "bad-move-text",
        }
    }

    /// Prints the error for people: the message, the text with a caret, and the help.
    pub fn render(&self, text: &str) -> String {
        let line: String =
            text.chars().map(|it| if it.is_control() || is_harmful(it) { ' ' } else { it }).take(120).collect();
        let column = text.char_indices().take_while(|(at, _)| *at < self.at).count().min(120);
        let help = if self.help.is_empty() { String::new() } else { format!("  = help: {}\n", self.help) };
        format!("error[{}]: {self}\n  | {line}\n  | {}^\n{help}", self.code(), " ".repeat(column))
    }
}

/// Why a text is not a move.
///
/// `Display` prints a message in lowercase, without a period. Texts that are quoted have no control characters.
///
/// ```
/// use threefold::{MoveTextError, MoveTextErrorKind, parse_move, parse_position};
///
/// let chess = threefold::load("chess")?.variant;
/// let position = parse_position(&chess, "w:Ke2,Ra1,Rh1 b:Ke8 turn=w")?;
/// let error = parse_move(&position, "Rd1").expect_err("both rooks can move to d1");
/// let MoveTextErrorKind::Ambiguous { candidates, .. } = error.kind else { panic!("{error}") };
/// assert_eq!(candidates.len(), 2);
/// assert!(candidates.iter().all(|it| position.is_legal(*it)));
/// let error: MoveTextError = parse_move(&position, "Ra1-d9").expect_err("no such square");
/// assert_eq!(error.kind, MoveTextErrorKind::UnknownSquare { name: "d9".to_owned() });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveTextErrorKind {
    /// The text is empty.
    #[error("the move is empty")]
    Empty,
    /// The text is too long.
    #[error("the text is too long for a move")]
    TooLong {
        /// Maximum length in bytes.
        max: usize,
    },
    /// The game is over, so that no text is a move.
    #[error("the game is over")]
    GameOver,
    /// The text has none of the known forms.
    #[error("`{text}` is not a move")]
    NotAMove {
        /// The text without its promotion.
        text: String,
    },
    /// A drop in a game without drops.
    #[error("this game has no drops, so `{text}` is not a move")]
    NoDrops {
        /// The text of the drop.
        text: String,
    },
    /// A piece that enters with a move, in a game without `[gating]`.
    #[error("in this game, no piece enters with the move of another, so `{text}` is not part of a move")]
    NoGating {
        /// The text from the slash on.
        text: String,
    },
    /// A missing name of a square.
    #[error("a square is missing here")]
    NoSquare,
    /// A square that the board does not have.
    #[error("there is no square `{name}`")]
    UnknownSquare {
        /// The square as written.
        name: String,
    },
    /// A square of the board on which no piece can enter with this move.
    #[error("no piece can enter on {square} with this move")]
    NoEntry {
        /// Name of the square.
        square: String,
    },
    /// A promotion to a piece that the variant does not have.
    #[error("no piece has the letter `{letter}`")]
    UnknownLetter {
        /// The letter as written.
        letter: String,
        /// Letters of all kinds of pieces.
        expected: Vec<String>,
    },
    /// A castling that the player to move does not have.
    #[error("{player} has no castling `{text}`")]
    UnknownCastling {
        /// Name of the player to move.
        player: String,
        /// The castling as written.
        text: String,
        /// Texts of the player's castlings.
        expected: Vec<String>,
    },
    /// A letter of another piece than the one on the square.
    #[error("the piece on {square} is a {piece}")]
    WrongPiece {
        /// Name of the square.
        square: String,
        /// Name of the kind of piece that is there.
        piece: String,
    },
    /// The player to move has no piece that the text can mean.
    #[error("{player} has no piece that fits `{text}`")]
    NoPiece {
        /// Name of the player to move.
        player: String,
        /// The text without its promotion.
        text: String,
    },
    /// Several pieces fit the text, but none of them can move there.
    #[error("no {pieces} can move to {square}")]
    NoneCanMove {
        /// The pieces that fit, in words: "white knight or rook".
        pieces: String,
        /// Name of the destination.
        square: String,
        /// Legal moves to another section that fit otherwise.
        candidates: Vec<Move>,
        /// The code of the refusal of all these pieces, or of those that come closest to moving there. `None` if their
        /// codes differ, or if there are candidates.
        code: Option<Box<str>>,
    },
    /// Both squares lack their sections, and only a move between other sections is legal.
    #[error("no legal move goes from {from} to {to}")]
    OtherSection {
        /// Name of the origin in the player's own section.
        from: String,
        /// Name of the destination in the player's own section.
        to: String,
        /// The legal moves in other sections.
        candidates: Vec<Move>,
    },
    /// Several legal moves fit the text.
    #[error("`{text}` can mean several moves")]
    Ambiguous {
        /// The text without its promotion.
        text: String,
        /// The legal moves that fit.
        candidates: Vec<Move>,
    },
    /// The text names a player who is not to move.
    #[error("it is {turn}'s turn, not {player}'s")]
    NotYourTurn {
        /// Name of the player to move.
        turn: String,
        /// Name of the player in the text.
        player: String,
        /// Seat of the player in the text.
        seat: SeatId,
    },
}
