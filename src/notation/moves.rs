//! Moves as text, both ways.
//!
//! In: a [`Position`] and a [`Move`], or a text. Out: the text in the notation of the
//! game, or the move that a text means, also where that move is not legal. Every text
//! printed for a legal move reads back as that move, and no two legal moves of a
//! position have the same. Refuses to say why a move is not legal.
//!
//! Long algebraic everywhere (`Ng1-f3`, `e5xd6`, `e7-e8=Q`, `O-O`); where squares have
//! sections, C. S. Graves' notation (`WHe4`, `BLBa2`, `GRRcxBLf3`). Always understood: from and to
//! (`e2-e4`, `e2e4`, `e7e8=Q`), and a target alone where one piece can go there. A square
//! without its section lies in the section of the player to move, and a promotion need not
//! be typed where only one is legal.

mod parse;
mod print;
mod resolve;

use crate::board::Square;
use crate::diagnostic::is_harmful;
use crate::policy::Role;
use crate::rulebook::{KindId, Rulebook};
use crate::rules::{Move, Position};

pub use parse::{completed, parse_exact, parse_move};

/// Why a text is no move: it cannot even be asked whether it is legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct MoveTextError {
    /// What is wrong: lowercase, no full stop.
    pub message: String,
    /// The byte of the text at which it goes wrong.
    pub at: usize,
    /// What to do; may be empty.
    pub help: String,
    /// `bad-move-text` or `no-such-square`.
    pub code: &'static str,
}

impl MoveTextError {
    /// As a person reads it: sentence, the text with a caret, help.
    pub fn render(&self, text: &str) -> String {
        let line: String =
            text.chars().map(|it| if it.is_control() || is_harmful(it) { ' ' } else { it }).take(120).collect();
        let column = text.char_indices().take_while(|(at, _)| *at < self.at).count().min(120);
        let help = if self.help.is_empty() { String::new() } else { format!("  = help: {}\n", self.help) };
        format!("error[{}]: {}\n  | {line}\n  | {}^\n{help}", self.code, self.message, " ".repeat(column))
    }
}

/// Prints a move in the notation of the game.
pub fn print_move(position: &Position, mv: Move) -> String {
    MoveTexts::new(position).print(mv)
}

/// The legal moves of a position with their texts, in the order of the moves.
pub fn legal_texts(position: &Position) -> Vec<(Move, String)> {
    let texts = MoveTexts::new(position);
    texts.legal.iter().map(|mv| (*mv, texts.print(*mv))).collect()
}

/// The square on which a move takes a piece; `None` for a quiet one. Of a move that is not
/// legal, what it looks like.
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
    // Only playing it tells a capture en passant from a step onto the same square.
    let next = position.play_unsettled(mv).ok()?;
    (position.piece_at(victim).is_some() && next.piece_at(victim).is_none()).then_some(victim)
}

/// Texts of the moves of one position; knows its legal moves.
#[derive(Debug)]
pub struct MoveTexts<'a> {
    position: &'a Position,
    legal: Vec<Move>,
    /// Whether texts are read as they stand: no section and no promotion is supplied.
    is_exact: bool,
}

impl<'a> MoveTexts<'a> {
    /// Asks for the legal moves once.
    pub fn new(position: &'a Position) -> Self {
        Self { position, legal: position.legal_moves(), is_exact: false }
    }

    /// The legal moves.
    pub fn legal(&self) -> &[Move] {
        &self.legal
    }

    fn book(&self) -> &'a Rulebook {
        self.position.variant().rulebook()
    }

    fn kind_at(&self, square: Square) -> Option<KindId> {
        self.position.piece_at(square).map(|it| it.kind)
    }
}

/// The letter of a kind in a move; none for pawns.
fn letter(book: &Rulebook, kind: KindId) -> &str {
    let kind = &book.kinds[kind.index()];
    if kind.role == Role::Pawn { "" } else { &kind.letter }
}
