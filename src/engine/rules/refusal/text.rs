//! Refusals as text in general terms, with or without names.
//!
//! Input: a [`Refusal`], and a rulebook for its names. Output: text for programmers. Does not know sentences for players.

use super::{PlacementObstacle, Refusal};
use crate::board::Square;
use crate::rulebook::Rulebook;

impl Refusal {
    /// Returns the reason in general terms, without names.
    fn text(&self) -> &'static str {
        match self {
            Refusal::GameOver => "the game is over",
            Refusal::NoPiece { .. } => "there is no piece on the square",
            Refusal::PlayerEliminated { .. } => "the owner of the piece has been eliminated",
            Refusal::NotYourTurn { .. } => "the owner of the piece is not the player to move",
            Refusal::NoSuchMovement => "the piece does not move like that",
            Refusal::NothingToCapture { .. } => "the piece moves like that only to capture, and the target is empty",
            Refusal::MustPromote { .. } => "the piece must promote",
            Refusal::NoSuchPromotion { .. } => "the piece cannot promote to that kind",
            Refusal::PromotionLimit { .. } => "the player has enough pieces of the new kind",
            Refusal::PromotionAttacks { .. } => "such a promotion may not attack",
            Refusal::NoCastlingRight { .. } => "the player no longer has the right to castle",
            Refusal::Blocked { .. } => "a piece blocks the path",
            Refusal::NoHurdle => "the piece must jump over exactly one piece in the right place",
            Refusal::WrongHurdle { .. } => "the piece may not jump over the piece in its way",
            Refusal::Immune { .. } => "the army of the piece on the target cannot be captured",
            Refusal::Ally { .. } => "a partner's piece cannot be captured",
            Refusal::KingNotCapturable { .. } => "the king on the target cannot be captured",
            Refusal::Barrier { .. } => "a barrier does not allow the move",
            Refusal::Ban { .. } => "a ban forbids the move",
            Refusal::OwnKing { .. } => "the move leaves the player's own king attacked",
            Refusal::OwnKingDestroyed { .. } => "the capture would destroy the player's own king",
            Refusal::CastlingAttacked { .. } => "the king may not castle out of, through or into check",
            Refusal::CheckAcross { .. } => "a move across this barrier may not end with an opponent in check",
            Refusal::NotInPool { .. } => "the player's pool has no such piece",
            Refusal::NoDropThere { .. } => "the piece may not be dropped on the square",
            Refusal::GateClosed { .. } => "the piece cannot enter with this move",
            Refusal::NotPlaced { .. } => "the move must end with the placement of a blocker",
            Refusal::NowhereToPlace { .. } => "the move leaves no square for the blocker",
            Refusal::Placement { obstacle: PlacementObstacle::Occupied, .. } => {
                "the square for the blocker is occupied"
            }
            Refusal::Placement { obstacle: PlacementObstacle::Stays, .. } => "the blocker must move to another square",
            Refusal::Placement { obstacle: PlacementObstacle::NotThere, .. } => {
                "no blocker may be placed on the square"
            }
            Refusal::Placement { obstacle: PlacementObstacle::NotReached, .. } => {
                "the blocker does not reach the square"
            }
            Refusal::FileFull { .. } => "the player has enough of these pieces on the file",
            Refusal::ColorFull { .. } => "the player has enough of these pieces on squares of this color",
            Refusal::SquareNeeded { .. } => "the player needs the square for another piece",
            Refusal::DropNotBeside { .. } => "no piece next to the square allows the drop",
            Refusal::DropConvertsNothing { .. } => "such a drop must convert a piece",
            Refusal::DropMate { .. } => "such a drop may not give checkmate",
            Refusal::NoPassing => "players may not pass",
            Refusal::NotStuck => "the player has another legal move, so they may not pass",
            Refusal::MustDrop => "the player must drop a piece first",
            Refusal::MustCapture { .. } => "the player can capture, so they must capture",
            Refusal::MustTakeMost { .. } => "another capture takes more pieces, so the player must make that one",
        }
    }

    /// Returns the names that the reason is about: squares, kinds, players, barriers or bans.
    fn names<'a>(&self, book: &'a Rulebook) -> Vec<&'a str> {
        let square = |it: Square| book.check_square(it).map_or("?", |()| book.board.name(it));
        let squares = |by: &[Square]| by.iter().map(|it| square(*it)).collect::<Vec<_>>();
        let barrier = |it: usize| book.barrier_instances.get(it).map_or("?", |it| it.name.as_str());
        match self {
            Refusal::GameOver
            | Refusal::NoSuchMovement
            | Refusal::NoHurdle
            | Refusal::NoPassing
            | Refusal::NotStuck
            | Refusal::MustDrop => Vec::new(),
            Refusal::NoPiece { square: at }
            | Refusal::NothingToCapture { square: at }
            | Refusal::Blocked { at }
            | Refusal::WrongHurdle { at }
            | Refusal::Immune { at }
            | Refusal::Ally { at }
            | Refusal::KingNotCapturable { at } => vec![square(*at)],
            Refusal::PlayerEliminated { seat } | Refusal::NotYourTurn { owner: seat } => vec![seat.name(book)],
            Refusal::MustPromote { into } | Refusal::NoSuchPromotion { into } => {
                into.iter().map(|it| it.name(book)).collect()
            }
            Refusal::NoCastlingRight { castling } => {
                vec![book.castlings.get(usize::from(*castling)).map_or("?", |it| it.name.as_str())]
            }
            Refusal::Barrier { barrier: it, link, .. } => vec![barrier(*it), square(link.0), square(link.1)],
            Refusal::Ban { ban, .. } => vec![book.bans.get(*ban).map_or("?", |it| it.name.as_str())],
            Refusal::OwnKing { king: at, by } | Refusal::CastlingAttacked { square: at, by } => {
                [vec![square(*at)], squares(by)].concat()
            }
            Refusal::NotInPool { kind } | Refusal::PromotionLimit { kind } => vec![kind.name(book)],
            Refusal::NotPlaced { kind } | Refusal::NowhereToPlace { kind } => vec![kind.name(book)],
            Refusal::NoDropThere { kind, square: at }
            | Refusal::PromotionAttacks { kind, at }
            | Refusal::GateClosed { kind, square: at }
            | Refusal::Placement { kind, square: at, .. }
            | Refusal::FileFull { kind, square: at }
            | Refusal::ColorFull { kind, square: at }
            | Refusal::SquareNeeded { kind, square: at }
            | Refusal::DropNotBeside { kind, square: at }
            | Refusal::DropConvertsNothing { kind, square: at } => vec![kind.name(book), square(*at)],
            Refusal::DropMate { king } | Refusal::OwnKingDestroyed { king } => vec![square(*king)],
            Refusal::MustCapture { from, to } | Refusal::MustTakeMost { from, to, .. } => {
                vec![square(*from), square(*to)]
            }
            Refusal::CheckAcross { barrier: it, king, by } => [vec![barrier(*it), square(*king)], squares(by)].concat(),
        }
    }

    /// Returns the reason with the names of its squares, players and rules, which `Display` omits.
    ///
    /// `notation::sentence::explain` returns a whole sentence
    /// for players.
    ///
    /// ```
    /// use threefold::Move;
    ///
    /// let chess = threefold::load("chess")?.variant;
    /// let square = |name: &str| chess.square(name).expect("a square of the board");
    /// let start = chess.start().expect("a starting position");
    /// let refusal = start.play(Move::new(square("a1"), square("a3"))).expect_err("a pawn is on a2");
    /// assert_eq!(refusal.to_string(), "the move is not legal: a piece blocks the path");
    /// let text = refusal.with_names(chess.rulebook()).to_string();
    /// assert_eq!(text, "the move is not legal: a piece blocks the path (a2)");
    /// # Ok::<(), threefold::LoadError>(())
    /// ```
    pub fn with_names(&self, book: &Rulebook) -> impl std::fmt::Display {
        let names = self.names(book);
        let list = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
        format!("{self}{list}")
    }
}

/// Prints the reason without names, since a refusal does not know its variant. See
/// [`with_names`](Refusal::with_names).
impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the move is not legal: {}", self.text())
    }
}

impl std::error::Error for Refusal {}
