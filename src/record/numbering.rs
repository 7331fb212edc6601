//! Move numbers of a record.
//!
//! Input: the players of the moves, in order. Output: the number before each move, where one is needed. A round ends
//! when the next player is not later in the order of play. Does not know rules.

use super::{MoveNumber, RecordStyle};
use crate::rulebook::SeatId;

/// Numbers the moves of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbering {
    style: RecordStyle,
    value: u32,
    last: Option<SeatId>,
    /// Whether the next move needs a number because something stands before it.
    is_interrupted: bool,
}

impl Numbering {
    /// Starts a game whose first move has this number.
    pub fn new(style: RecordStyle, value: u32) -> Self {
        Self { style, value, last: None, is_interrupted: true }
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
        let is_new_round = self.last.is_some_and(|it| seat <= it);
        self.value = self.value.saturating_add(u32::from(is_new_round));
        let continues = if self.last.is_none() || is_new_round { seat.0 > 0 && self.last.is_none() } else { true };
        self.last = Some(seat);
        let is_needed = std::mem::take(&mut self.is_interrupted) || is_new_round;
        is_needed.then_some(MoveNumber { value: self.value, continues })
    }
}
