//! The reasons why the text of a position is wrong.
//!
//! Contains [`PositionErrorKind`]: each reason with the parts of the text and the names that belong to it. Input: what
//! a parser found. Output: a sentence, by `Display`. Does not know places in the text and advice.

use super::fen::FenObstacle;
use crate::diagnostic::counted;
use crate::rules::SetupError;

/// Why a part of the text of a position is wrong.
///
/// `Display` prints a message in lowercase, without a period. Texts that are quoted have no control characters; the
/// place in [`PositionError`](super::PositionError) gives the original.
///
/// ```
/// use threefold::{PositionError, PositionErrorKind, SetupError};
///
/// let chess = threefold::load("chess")?.variant;
/// let errors = threefold::parse_position(&chess, "w:Ke1 b:Kx9 turn=q").expect_err("two mistakes");
/// let first: &PositionError = &errors[0];
/// assert_eq!(first.kind, PositionErrorKind::UnknownSquare { name: "x9".to_owned() });
/// match &errors[1].kind {
///     PositionErrorKind::UnknownPlayer { name, expected } => assert_eq!((name.as_str(), expected.len()), ("q", 2)),
///     other => panic!("{other}"),
/// }
/// let errors = threefold::parse_position(&chess, "w:Ke1 turn=w").expect_err("black has no king");
/// assert!(matches!(errors[0].kind, PositionErrorKind::Invalid(SetupError::NoRoyal { .. })));
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionErrorKind {
    /// The text can be read, but the position is not valid.
    #[error(transparent)]
    Invalid(#[from] SetupError),
    /// The text is too long.
    #[error("the text has {bytes} bytes; the maximum is {max}")]
    TooLong {
        /// Length of the text in bytes.
        bytes: usize,
        /// Maximum length in bytes.
        max: usize,
    },
    /// The text is empty.
    #[error("the text is empty")]
    Empty,
    /// A part that is neither a list of pieces nor a field.
    #[error("`{text}` is neither the pieces of a seat nor a field")]
    UnknownPart {
        /// Text of the part.
        text: String,
    },
    /// A key that the list form does not have.
    #[error("there is no key `{key}`")]
    UnknownKey {
        /// The key as written.
        key: String,
        /// All keys of the list form.
        expected: Vec<String>,
    },
    /// A counter that the rulebook does not have.
    #[error("there is no counter `{name}`")]
    UnknownCounter {
        /// The name as written.
        name: String,
        /// All counters of the rulebook.
        expected: Vec<String>,
    },
    /// A field without a value.
    #[error("`{key}=` has no value")]
    NoValue {
        /// Key of the field.
        key: String,
    },
    /// A field, or a letter of the castling rights, that occurs twice.
    #[error("`{text}` is given twice")]
    Repeated {
        /// The key or the letter.
        text: String,
    },
    /// Two lists of pieces for one player.
    #[error("the pieces of `{player}` are given twice")]
    RepeatedPieces {
        /// The player as written.
        player: String,
    },
    /// The player to move is not given.
    #[error("the player to move is missing")]
    NoTurn,
    /// A side to move in FEN that is neither `w` nor `b`.
    #[error("`{text}` is not a player to move")]
    UnknownSide {
        /// The text in its place.
        text: String,
    },
    /// A version of the canonical text that this crate cannot read.
    #[error("the version `{version}` is unknown")]
    UnknownVersion {
        /// The version as written.
        version: String,
    },
    /// A canonical text that belongs to another variant.
    #[error("the position belongs to `{found}`, not to `{expected}`")]
    OtherVariant {
        /// Slug in the text.
        found: String,
        /// Slug of the variant that reads it.
        expected: String,
    },
    /// A canonical text that ends too early.
    #[error("the text ends before {expected}")]
    Incomplete {
        /// The next part in words, such as "the placement" or a key in backticks.
        expected: String,
    },
    /// A field of a canonical text in the place of another one.
    #[error("expected `{expected}=`, found `{found}`")]
    WrongOrder {
        /// Key of the field that belongs here.
        expected: String,
        /// The part as written.
        found: String,
    },
    /// A text that continues after its end.
    #[error("nothing may follow {last}")]
    Trailing {
        /// The last part of such a text, in words.
        last: &'static str,
    },
    /// A player that the variant does not have.
    #[error("there is no player `{name}`")]
    UnknownPlayer {
        /// The player as written.
        name: String,
        /// Letters of all players.
        expected: Vec<String>,
    },
    /// A value that does not say to which player it belongs.
    #[error("`{text}` has no seat")]
    NoPlayer {
        /// Text of the value.
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
    /// A player without pieces after the colon.
    #[error("there are no pieces after the seat")]
    NoPieces,
    /// Two commas in a row, or a comma at the end.
    #[error("a piece is missing here")]
    NoPiece,
    /// A square without the letter of a piece.
    #[error("`{text}` does not name a kind of piece")]
    NoLetter {
        /// Text of the square.
        text: String,
        /// Letters of all kinds of pieces.
        expected: Vec<String>,
    },
    /// A piece that starts with a letter of no kind.
    #[error("`{text}` does not start with the letter of a piece")]
    UnknownPiece {
        /// Text of the piece.
        text: String,
        /// Letters of all kinds of pieces.
        expected: Vec<String>,
    },
    /// A piece of the placement that is not a player and a kind.
    #[error("`{text}` is not a piece of a seat")]
    NotPlaced {
        /// Text of the piece.
        text: String,
    },
    /// A captured piece or a promotion with a letter of no kind.
    #[error("no piece has the letter `{letter}`")]
    UnknownLetter {
        /// The letter as written.
        letter: String,
        /// Letters of all kinds of pieces.
        expected: Vec<String>,
    },
    /// A letter in FEN that stands for no piece.
    #[error("`{letter}` is not the letter of a piece")]
    UnknownFenLetter {
        /// The letter as written.
        letter: char,
        /// Uppercase letters of all kinds of pieces.
        expected: Vec<String>,
    },
    /// A hole in FEN, on a board without holes.
    #[error("`*` marks a hole, but this board has none")]
    Hole,
    /// A piece that can be read in several ways.
    #[error("`{text}` is ambiguous: {}", kinds.join(", "))]
    AmbiguousPiece {
        /// Text of the piece.
        text: String,
        /// Names of the kinds that it can mean.
        kinds: Vec<String>,
    },
    /// Brackets without their counterparts.
    #[error("the brackets are not closed")]
    OpenBrackets,
    /// A mark that no piece can carry.
    #[error("`{mark}` is not a mark of a piece")]
    UnknownMark {
        /// The mark as written.
        mark: String,
        /// All marks; every heading of the board is one, too.
        expected: Vec<String>,
    },
    /// The mark `moved` or `unmoved` for a kind without initial moves.
    #[error("whether a {piece} has moved makes no difference")]
    UselessMark {
        /// Name of the kind.
        piece: String,
    },
    /// A placement with a wrong number of patches.
    #[error("the board has {}, but the text has {found}", counted(*expected, "patch"))]
    PatchCount {
        /// Number of patches of the board.
        expected: usize,
        /// Number of patches in the text.
        found: usize,
    },
    /// A placement with a wrong number of ranks.
    #[error("{within} has {}, but the text has {found}", counted(*expected, "rank"))]
    RankCount {
        /// The patch or the board, in words.
        within: &'static str,
        /// Number of its ranks.
        expected: usize,
        /// Number of ranks in the text.
        found: usize,
    },
    /// A list with a wrong number of items.
    #[error("{within} has {found} items, not {expected}")]
    ItemCount {
        /// The list, in words.
        within: String,
        /// Number of items that are needed.
        expected: usize,
        /// Number of items in the text.
        found: usize,
    },
    /// A sign for a hole on a square of the board.
    #[error("`{text}` stands for a hole, and there is a square here")]
    NoHole {
        /// The sign as written.
        text: String,
    },
    /// A rank with a wrong number of squares.
    #[error("{within} has {}, but the text fills {found}", counted(*expected, "square"))]
    SquareCount {
        /// The rank, in words.
        within: String,
        /// Number of its squares.
        expected: usize,
        /// Number of squares in the text.
        found: usize,
    },
    /// A number of empty squares that is zero, or adjacent to another one.
    #[error("`{text}` is not a number of empty squares")]
    BadRun {
        /// Text of the number.
        text: String,
    },
    /// A number that is not whole, or too large.
    #[error("`{text}` is not a number from 0 to {max}")]
    BadNumber {
        /// Text of the number.
        text: String,
        /// Largest number that is allowed.
        max: u32,
    },
    /// Points that are not whole, halves, thirds or quarters.
    #[error("`{text}` is not a whole number, a half, a third or a quarter")]
    BadPoints {
        /// Text of the points.
        text: String,
    },
    /// A barrier that the variant does not have.
    #[error("there is no barrier `{name}`")]
    UnknownBarrier {
        /// The barrier as written.
        name: String,
        /// Names of all barriers that can open.
        expected: Vec<String>,
    },
    /// An order of play that the rulebook does not have.
    #[error("`{text}` is not an order of play here")]
    BadOrder {
        /// The order as written.
        text: String,
    },
    /// Frozen players in a rulebook that freezes nobody.
    #[error("`{text}` cannot be frozen")]
    BadFrozen {
        /// The players as written.
        text: String,
    },
    /// Players who cannot be allies here.
    #[error("`{text}` are not allies here")]
    BadAllies {
        /// The players as written.
        text: String,
    },
    /// A player who cannot inherit turns here.
    #[error("`{text}` inherits no turns here")]
    BadHeir {
        /// The players as written.
        text: String,
    },
    /// A barrier that cannot be open.
    #[error("`{name}` never opens")]
    ClosedBarrier {
        /// Name of the barrier.
        name: String,
    },
    /// A castling that the player does not have.
    #[error("`{text}` is not a castling")]
    UnknownCastling {
        /// The castling as written.
        text: String,
        /// Squares of the rooks that the player castles with.
        expected: Vec<String>,
    },
    /// The letter of a file without a piece whose first move lets another piece enter.
    #[error("`{letter}` is not the file of a piece of {player} that has not moved and lets another piece enter")]
    NoGateOnFile {
        /// Letter in the text.
        letter: char,
        /// Player with the right.
        player: String,
    },
    /// A letter of the castling rights of FEN for a file without a castling rook.
    #[error("`{letter}`: {player} does not castle with a rook on such a file")]
    NoRookOnFile {
        /// The letter as written.
        letter: char,
        /// Name of the player.
        player: String,
    },
    /// The letter `K` or `Q` in FEN, although the outermost rook does not castle.
    #[error("`{letter}`: it means the outermost rook, on {square}, with which {player} does not castle")]
    OtherRook {
        /// The letter as written.
        letter: char,
        /// Name of the player.
        player: String,
        /// Square of the outermost rook.
        square: String,
    },
    /// The letter `K` or `Q` in FEN for a player who does not castle to that side.
    #[error(
        "`{letter}`: {player} does not castle toward the {} file",
        if letter.eq_ignore_ascii_case(&'k') { "last" } else { "first" }
    )]
    NoCastlingSide {
        /// The letter as written.
        letter: char,
        /// Name of the player.
        player: String,
    },
    /// A text that is not an en passant right.
    #[error("`{text}` is not an en passant right")]
    BadEnPassant {
        /// Text of the right.
        text: String,
    },
    /// A number of plies that is not a positive number.
    #[error("`{text}` is not a number of plies")]
    BadAge {
        /// Text of the number.
        text: String,
    },
    /// An en passant square in FEN that no double step passes.
    #[error("no double step of {player} can have passed {square}")]
    NoDoubleStep {
        /// Name of the player who moved last.
        player: String,
        /// Name of the square.
        square: String,
    },
    /// An en passant square in FEN that several double steps pass.
    #[error("several pieces of {player} can have passed {square}")]
    SeveralDoubleSteps {
        /// Name of the player who moved last.
        player: String,
        /// Name of the square.
        square: String,
    },
    /// Captured pieces, although the variant does not keep any.
    #[error("this variant does not keep captured pieces")]
    NoPool,
    /// Pools in a FEN without their closing bracket.
    #[error("the pools in `{text}` have no closing bracket")]
    OpenPools {
        /// The pools as written.
        text: String,
    },
    /// A captured piece of a kind that is never kept.
    #[error("a pool never contains a {piece}")]
    NotInPool {
        /// Name of the kind.
        piece: String,
    },
    /// Too many captured pieces of one kind.
    #[error("more than 255 pieces of a kind")]
    FullPool,
    /// An outcome or claim that the variant does not have, or that cannot end its games.
    #[error("no outcome or claim `{name}` ends the game")]
    UnknownEnding {
        /// The name as written.
        name: String,
        /// Names of all outcomes and claims that can end a game.
        expected: Vec<String>,
    },
    /// An ending without its mover, or with too many players.
    #[error("`over=` needs a name and a mover")]
    BadEnding,
    /// A FEN, although FEN cannot express positions of this variant.
    #[error("this text is FEN, which cannot express positions of this rulebook: {0}")]
    NoFen(FenObstacle),
}
