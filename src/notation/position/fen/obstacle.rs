//! The reasons why X-FEN cannot express a position.
//!
//! Contains [`FenObstacle`] and [`NoFen`]. Input: the names that belong to a reason. Output: a sentence, by `Display`.
//! [`confirmed`] reads a line back. Does not know how a line is printed.

use crate::notation::position::{parse_position, print};
use crate::rules::Position;

/// What X-FEN cannot express in a rulebook or a position.
///
/// [`NoFen`] has an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenObstacle {
    /// The number of players is not two.
    #[error("FEN is for two players, and this rulebook has {players}")]
    Players {
        /// Number of players.
        players: usize,
    },
    /// Fewer than three players, for whom X-FEN is used.
    #[error("FEN4 is for three or more players, and this rulebook has {players}")]
    FewPlayers {
        /// Number of players.
        players: usize,
    },
    /// Players without a letter of their own.
    #[error("a player is not written as one letter other than `d`")]
    PlayerLetters,
    /// The shape of the board.
    #[error("the board is not one rectangle of squares without holes")]
    Board,
    /// Squares without the names of sections.
    #[error("the names of the squares have no sections, as `WHe4` has")]
    NoSections,
    /// The names of the squares.
    #[error("the squares do not have names of one lowercase letter and a number, as in `e4`")]
    SquareNames,
    /// A kind of piece with a letter that is not one from A to Z.
    #[error("the {piece} is written `{letter}`, which is not one letter from A to Z")]
    Letter {
        /// Name of the kind.
        piece: String,
        /// Letter of the kind.
        letter: String,
    },
    /// Two kinds of pieces with the same letter in different cases.
    #[error("the letters of {} and {} differ by case only", pieces[0], pieces[1])]
    EqualLetters {
        /// Names of the two kinds.
        pieces: [String; 2],
    },
    /// A mark of the rulebook.
    #[error("pieces can have the mark `{mark}`")]
    Mark {
        /// Name of the mark.
        mark: String,
    },
    /// A counter that has counted a move.
    #[error("the counter `{counter}` is not at zero")]
    Counter {
        /// Name of the counter.
        counter: String,
    },
    /// A pool of captured pieces.
    #[error("the rules keep a pool of captured pieces")]
    Pool,
    /// A barrier with a state.
    #[error("the barrier `{barrier}` can open")]
    Barrier {
        /// Name of the barrier.
        barrier: String,
    },
    /// A castling whose king and rook are not on one rank.
    #[error("the castling `{castling}` is not along a rank")]
    Castling {
        /// Name of the castling.
        castling: String,
    },
    /// A rule that depends on all pieces ever captured.
    #[error("the rules use the total of captured pieces")]
    Losses,
    /// No piece is ever dropped, so that there are no hands.
    #[error("SFEN has hands, and no piece is dropped by these rules")]
    NoDrops,
    /// Castling or en passant, for which SFEN has no sign.
    #[error("SFEN has no castling and no en passant, and these rules have")]
    Rights,
    /// An eliminated player.
    #[error("{player} is eliminated")]
    Eliminated {
        /// Name of the player.
        player: String,
    },
    /// Points before the end of the game.
    #[error("a player has points already")]
    Points,
    /// A result that the pieces do not show.
    #[error("the game is over, and FEN cannot say how it ended")]
    Ending,
    /// A reversed order of play, an extra turn, or a frozen player.
    #[error("the order of play is not the usual one")]
    Order,
    /// A piece with a mark.
    #[error("the {piece} on {square} has the mark `{mark}`")]
    MarkedPiece {
        /// Name of the kind.
        piece: String,
        /// Name of the square.
        square: String,
        /// The first mark.
        mark: String,
    },
    /// Castling rights for some of the castlings with one rook.
    #[error("of several castlings with the rook on {square}, only some are allowed")]
    PartOfCastlings {
        /// Square of the rook.
        square: String,
    },
    /// A rook on a file that is named like a side.
    #[error("the file `{file}` of a rook would be read as a side")]
    SideFile {
        /// Letter of the file.
        file: char,
    },
    /// Pieces whose first move lets another piece enter, on one file.
    #[error("several pieces that let others enter start on the file `{file}`")]
    GateFile {
        /// Letter of the file.
        file: char,
    },
    /// More than one en passant right.
    #[error("several pieces can be captured en passant")]
    SeveralEnPassant,
    /// An en passant right that X-FEN would read as another one.
    #[error("the right to capture en passant on {square} does not follow from the last move")]
    EnPassant {
        /// Name of the square passed.
        square: String,
    },
}

/// The reason why a position cannot be written in X-FEN.
///
/// ```
/// use threefold::notation::position::{FenObstacle, print_fen};
///
/// let ring = threefold::load("3-man-chess")?.variant;
/// let start = ring.start().expect("a starting position");
/// let error = print_fen(&start).expect_err("there are three players");
/// assert_eq!(error.0, FenObstacle::Players { players: 3 });
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this position cannot be written in FEN: {0}")]
#[non_exhaustive]
pub struct NoFen(pub FenObstacle);

impl From<FenObstacle> for NoFen {
    fn from(obstacle: FenObstacle) -> Self {
        Self(obstacle)
    }
}

/// Returns a line that can be read back. FEN says nothing of a game's history or end, so a position after a draw by repetition reads
/// back as one in which the game goes on.
///
/// # Errors
/// Fails if the line is no position, or if it is the end of a game with another result.
pub fn confirmed(line: String, position: &Position) -> Result<String, NoFen> {
    let fits = |it: Position| it.ending().is_none() || print(&it) == print(position);
    match position.ending().is_none() || parse_position(position.variant(), &line).is_ok_and(fits) {
        true => Ok(line),
        false => Err(FenObstacle::Ending.into()),
    }
}

/// Reports whether the turn does not simply pass to the next remaining player.
pub fn has_unusual_order(setup: &crate::rules::Setup) -> bool {
    setup.reversed
        || setup.extra_turn.is_some()
        || setup.delayed
        || setup.frozen != 0
        || setup.allies.iter().any(|it| *it != 0)
        || setup.heirs.iter().any(Option::is_some)
}
