//! Moves as text, in both directions.
//!
//! Input: a [`Position`] and a [`Move`], or a text. Output: the text in the notation of the game, or the move that a
//! text means, even if that move is not legal. The text of a legal move always reads back as the same move, and no two
//! legal moves of a position have the same text. Does not know why a move is not legal.
//!
//! The notation is long algebraic (`Ng1-f3`, `e5xd6`, `e7-e8=Q`, `O-O`); a drop is `P@e4`; with a
//! piece that enters, a move is `Nb1-c3/H` or `O-O/He1`; with a blocker that it places, `Nb1-c3/d5`. A pass is `pass`; `--` and `0000` are understood, too. On boards with sections it is C. S. Graves'
//! notation (`WHe4`, `BLBa2`, `GRRcxBLf3`); there, a text may also name each piece with its player
//! (`WHWpe4xWHBpd5`). Two other forms are always understood: the origin and the destination
//! (`e2-e4`, `e2e4`, `e7e8=Q`), and the destination alone if only one piece can move there, if need be with a part of
//! the origin (`Nbd7`, `R1e2`, `exd5`). A square without its section is in the section of the player to move. The
//! promotion may be left out if only one is legal. Case, a missing `x`, and signs such as `+` at the end do not matter,
//! unless two moves differ by nothing else. [`print_san`] prints short algebraic notation.

mod advice;
mod coordinates;
mod error;
mod gate;
mod parse;
mod placed;
mod placement;
mod print;
mod resolve;
mod san;

use std::sync::OnceLock;

use crate::board::Square;
use crate::notation::name::kind_letter;
use crate::notation::position::usual_letters;
use crate::policy::Role;
use crate::rulebook::{KindId, Rulebook};
use crate::rules::{Move, Position};

#[doc(hidden)]
pub use coordinates::coordinates;
#[cfg(feature = "cli")]
pub(crate) use coordinates::{parse_uci, uci_text};
pub use error::{MoveTextError, MoveTextErrorKind};
pub use parse::{completed, parse_exact, parse_move};
pub use san::print_san;
pub(crate) use san::{check_signs, is_short_algebraic};

/// The text of a pass in the notation of a game.
const PASS: &str = "pass";
/// The text of a pass in short algebraic notation, as PGN writes a null move.
const NULL_MOVE: &str = "--";
/// The text of a pass in coordinates, as UCI writes a null move.
const NULL_COORDINATES: &str = "0000";

/// Reports whether a text means a pass.
fn is_pass(text: &str) -> bool {
    [PASS, NULL_MOVE, NULL_COORDINATES].iter().any(|it| text.eq_ignore_ascii_case(it))
}

/// Prints a move in the notation of the game.
///
/// [`notation`](crate::notation) has an example.
pub fn print_move(position: &Position, mv: Move) -> String {
    MoveTexts::new(position).print(mv)
}

/// Returns the legal moves of a position with their texts, in the order of the moves.
///
/// [`notation`](crate::notation) has an example.
pub fn legal_texts(position: &Position) -> Vec<(Move, String)> {
    let texts = MoveTexts::new(position);
    texts.legal().iter().map(|mv| (*mv, texts.print(*mv))).collect()
}

/// Returns the square on which a move captures a piece; `None` for a quiet move. For a move that is not legal, returns
/// the apparent capture.
#[doc(hidden)]
pub fn captured(position: &Position, mv: Move) -> Option<Square> {
    if mv.castling.is_some() || mv.from == mv.to {
        return None;
    }
    if position.piece_at(mv.to).is_some() {
        return Some(mv.to);
    }
    let piece = position.piece_at(mv.from)?;
    let rule = position.variant().rulebook().en_passant.as_ref()?;
    if rule.pieces & (1 << piece.kind.0) == 0 {
        return None;
    }
    let setup = position.setup();
    let mut rights = setup.en_passant.iter().filter(|it| it.target == mv.to && it.owner != piece.seat);
    let victim = rights.next()?.victim;
    // Only playing the move distinguishes a capture en passant from a step onto the same square.
    let next = position.play_unsettled(placement::completed(position, mv)).ok()?;
    (position.piece_at(victim).is_some() && next.as_position().piece_at(victim).is_none()).then_some(victim)
}

/// Reports whether a move captures a piece and leaves the capturing piece on its square.
#[doc(hidden)]
pub fn stays(position: &Position, mv: Move) -> bool {
    let book = position.variant().rulebook();
    let is_such = position.piece_at(mv.from).is_some_and(|it| book.captures_without_moving(it.kind));
    is_such && mv.drop.is_none() && captured(position, mv).is_some()
}

/// Returns the squares of all pieces that a move captures or destroys, if captures can destroy others in this game.
#[doc(hidden)]
pub fn all_captured(position: &Position, mv: Move) -> Option<Vec<Square>> {
    let book = position.variant().rulebook();
    book.explosion.as_ref()?;
    let Some(captured) = captured(position, mv) else { return Some(Vec::new()) };
    let next = position.play_unsettled(placement::completed(position, mv)).ok()?;
    let is_gone = |it: &Square| *it == captured || next.as_position().piece_at(*it).is_none();
    let stood = |it: &Square| *it != mv.from && position.piece_at(*it).is_some();
    Some(book.board.squares().filter(stood).filter(is_gone).collect())
}

/// Prints and parses moves of one position. It generates the legal moves at most once, and only if a text depends on them.
///
/// [`notation`](crate::notation) has an example.
#[derive(Debug)]
pub struct MoveTexts<'a> {
    position: &'a Position,
    /// The legal moves, once they are needed.
    legal: OnceLock<Vec<Move>>,
    /// The legal moves without placements, if moves end with them, so that each move occurs once.
    alone: OnceLock<Vec<Move>>,
    /// Whether squares need their sections and promotions must be typed.
    is_exact: bool,
    /// Whether the letters of pieces may be typed in the other case.
    any_case: bool,
    /// The letters by which moves name kinds, as [`usual_letters`] returns them.
    letters: Vec<&'a str>,
}

impl<'a> MoveTexts<'a> {
    /// Creates the texts of a position.
    pub fn new(position: &'a Position) -> Self {
        let letters = usual_letters(position.variant().rulebook());
        let (legal, alone) = (OnceLock::new(), OnceLock::new());
        Self { position, legal, alone, is_exact: false, any_case: false, letters }
    }

    /// Returns the legal moves of the position.
    pub fn legal(&self) -> &[Move] {
        self.legal.get_or_init(|| self.position.legal_moves())
    }

    /// Returns the legal moves without placements.
    fn alone(&self) -> &[Move] {
        match self.book().blocker {
            Some(_) => self.alone.get_or_init(|| placement::alone(self.legal())),
            None => self.legal(),
        }
    }

    fn book(&self) -> &'a Rulebook {
        self.position.variant().rulebook()
    }

    /// Returns the letter of a kind in a move; empty for pawns.
    fn letter(&self, kind: KindId) -> &'a str {
        if self.book().kinds[kind.index()].role == Role::Pawn { "" } else { self.usual_letter(kind) }
    }

    /// Returns the letter by which moves name a kind: a promoted queen is a `Q`.
    fn usual_letter(&self, kind: KindId) -> &'a str {
        self.letters.get(kind.index()).copied().unwrap_or_else(|| kind_letter(self.book(), kind))
    }

    fn kind_at(&self, square: Square) -> Option<KindId> {
        self.position.piece_at(square).map(|it| it.kind)
    }
}
