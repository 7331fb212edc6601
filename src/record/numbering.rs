//! Move numbers of a record.
//!
//! Input: the players of the moves, in order. Output: the number before each move, where one is needed. A round ends
//! before a player who already moved in it, so an order of play that reverses does not end it. Does not know rules.

use super::{MoveNumber, RecordStyle};
use crate::rulebook::SeatId;

/// Numbers the moves of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbering {
    style: RecordStyle,
    value: u32,
    /// The players who moved in this round, one bit each; those before the first player count as well. `None` before the
    /// first move.
    moved: Option<u32>,
    /// Whether the next move needs a number because something stands before it.
    is_interrupted: bool,
}

impl Numbering {
    /// Starts a game whose first move has this number.
    pub fn new(style: RecordStyle, value: u32) -> Self {
        Self { style, value, moved: None, is_interrupted: true }
    }

    /// Returns the numbering of a variation that replaces the next move.
    pub fn variation(self) -> Self {
        Self { is_interrupted: true, ..self }
    }

    /// Notes a comment or a variation. In PGN for two players, the next move then has a number.
    pub fn interrupt(&mut self) {
        self.is_interrupted |= self.style == RecordStyle::Short;
    }

    /// Returns the number before the next move, if one is needed.
    pub fn next(&mut self, seat: SeatId) -> Option<MoveNumber> {
        let own = 1 << seat.0;
        let before = self.moved.unwrap_or(own - 1);
        let is_new_round = before & own != 0;
        let continues = before != 0 && !is_new_round;
        self.value = self.value.saturating_add(u32::from(is_new_round));
        self.moved = Some(if is_new_round { own } else { before | own });
        let is_needed = std::mem::take(&mut self.is_interrupted) || is_new_round;
        is_needed.then_some(MoveNumber { value: self.value, continues })
    }
}
