//! Passes: whether a player may pass, what a pass changes, and why it is refused.

use super::explain::Why;
use super::{Deed, Shot, State};
use std::collections::BTreeSet;
use threefold_engine::policy;
use threefold_engine::rulebook::{KindId, SeatId};
use threefold_engine::rules::Piece;

impl State {
    /// Returns the pass of a player if it is legal. `has_others` says whether another move is.
    pub fn pass_of(&self, seat: SeatId, has_others: bool) -> Option<Shot> {
        let may = match self.book.passing() {
            policy::TurnPassing::Never => false,
            policy::TurnPassing::WhenStuck => !has_others,
            policy::TurnPassing::Allowed => true,
        };
        let square = self.board().squares().next().expect("a board has squares");
        let pass = Shot { pass: Some(seat), ..Shot::still(square, square) };
        (may && self.verdict(&pass, None).is_ok()).then_some(pass)
    }

    /// Returns the position after a pass. It ages what a move ages, and concerns no piece.
    pub fn apply_pass(&self, seat: SeatId, shot: &Shot) -> (State, Deed) {
        let mut next = self.clone();
        let nobody = Piece::new(seat, KindId(0));
        let deed = Deed {
            mover: seat,
            is_pass: true,
            stays: false,
            to: shot.to,
            before: (shot.from, nobody),
            arrived: nobody,
            after: (shot.to, nobody),
            captured: None,
            king_captured: None,
            destroyed: Vec::new(),
            kings_destroyed: Vec::new(),
            lines: BTreeSet::new(),
        };
        next.age_passing(None, shot, &deed);
        next.quiet = self.quiet + u32::from(!self.book.resets().is_empty());
        (next, deed)
    }

    /// Explains a pass.
    pub fn explain_pass(&self) -> Result<(), Why> {
        if !self.is_living(self.turn) {
            return Err(Why::player_eliminated());
        }
        let moves = self.legal_alone(self.turn);
        let has_others = moves.keys().any(|it| !it.is_pass());
        match self.book.passing() {
            policy::TurnPassing::Never => Err(Why::no_passing()),
            policy::TurnPassing::WhenStuck if has_others => Err(Why::not_stuck()),
            _ => {
                let square = self.board().squares().next().expect("a board has squares");
                self.verdict(&Shot { pass: Some(self.turn), ..Shot::still(square, square) }, None)
            }
        }
    }
}
