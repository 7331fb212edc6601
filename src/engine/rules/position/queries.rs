//! What evaluators and move ordering ask of a position: attackers, captures and checks.
//!
//! Input: a square or a move. Output: squares, pieces and yes or no. Does not know values of pieces.

use super::Position;
use crate::board::Square;
use crate::rulebook::SeatId;
use crate::rules::any::with_state;
use crate::rules::attack::Attacks;
use crate::rules::facts::Facts;
use crate::rules::setup_converter::SetupConverter;
use crate::rules::{Move, Piece};

impl Position {
    /// Returns the squares of a player's pieces that attack a square, in order, whether it is empty or occupied.
    ///
    /// A piece attacks the squares where it could capture. Pieces and barriers in its way count; bans and pins do not.
    /// Empty for an unknown square or player.
    ///
    /// ```
    /// let chess = threefold::load("chess")?.variant;
    /// let start = chess.start().expect("a starting position");
    /// let square = |name| chess.board().square(name).expect("a square of the board");
    /// let attackers = start.attackers(square("f3"), start.turn());
    /// assert_eq!(attackers, ["g1", "e2", "g2"].map(square));
    /// # Ok::<(), threefold::LoadError>(())
    /// ```
    pub fn attackers(&self, square: Square, by: SeatId) -> Vec<Square> {
        let book = self.variant.rulebook();
        if book.check_square(square).and(book.check_seat(by)).is_err() {
            return Vec::new();
        }
        with_state!(self.variant.engine(), &self.state, |e, s| {
            let all = Attacks::new(e).attackers(s, square.index(), by.bit(), s.occupied());
            all.iter().map(|it| Square(it as u16)).collect()
        })
    }
    /// Returns the piece that a move captures, with its square; `None` for other moves and for unknown ids.
    ///
    /// The square differs from the destination if a pawn captures en passant. Pieces that an explosion removes do not
    /// count. The move need not be legal.
    ///
    /// ```
    /// let chess = threefold::load("chess")?.variant;
    /// let position = threefold::parse_position(&chess, "w:Ke1,Pe5 b:Ke8,Pd5 turn=w ep=d6:d5:b:1")?;
    /// let captures = position.legal_moves().into_iter().filter_map(|it| position.captured(it));
    /// let squares: Vec<&str> = captures.map(|(square, _)| chess.board().name(square)).collect();
    /// assert_eq!(squares, ["d5"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn captured(&self, mv: Move) -> Option<(Square, Piece)> {
        if mv.drop.is_some() || !self.has_ids_of(mv) {
            return None;
        }
        self.piece_at(mv.from)?;
        with_state!(self.variant.engine(), &self.state, |e, s| {
            let captured = Facts::new(e).captured(s, mv.into(), e.moving_type(s, mv.into()))?;
            let square = Square(captured.square);
            Some((square, SetupConverter::new(e).piece_at(s, square.index())?))
        })
    }
    /// Reports whether a legal move leaves another player in check by a piece of the player to move; `false` for an
    /// illegal move.
    ///
    /// A check that the move uncovers counts, and so does one that was there before.
    ///
    /// ```
    /// let chess = threefold::load("chess")?.variant;
    /// let position = threefold::parse_position(&chess, "w:Ke2,Rd1 b:Kh8,Pa7 turn=w")?;
    /// let checks = position.legal_moves().into_iter().filter(|it| position.gives_check(*it));
    /// let squares: Vec<&str> = checks.map(|it| chess.board().name(it.to)).collect();
    /// assert_eq!(squares, ["h1", "d8"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn gives_check(&self, mv: Move) -> bool {
        self.play_unsettled(mv).is_ok_and(|after| {
            let after = after.as_position();
            let trace =
                with_state!(after.variant.engine(), &after.state, |e, s| Attacks::new(e).trace(s, self.turn().0));
            trace.checking() != 0
        })
    }
}
