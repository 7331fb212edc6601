//! The result of one game as a small value.
//!
//! Contains [`GameRow`]. It has a fixed size, so that counting games needs no allocation.
//!
//! Input: what the recorder saw. Output: plain numbers. Does not know rules or statistics.

use crate::rulebook::SeatId;

/// The maximum number of seats of a rulebook.
pub(super) const MAX_SEATS: usize = 8;
/// The [ending](GameRow::ending) of a game that reached the ply limit. No outcome has this number.
///
/// [`lab`](crate::lab) has an example.
pub const PLY_LIMIT: u8 = 255;
/// The [ending](GameRow::ending) of a game whose player to move has no legal move, although no
/// outcome covers this.
///
/// [`lab`](crate::lab) has an example.
pub const STUCK: u8 = 254;

/// The elimination of a player.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exit {
    /// Seat of the eliminated player.
    pub victim: u8,
    /// Seat that made the last move before; it can be the victim.
    pub by: u8,
}

/// The result of one game.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Number of the game in its plan, from 0.
    pub index: u64,
    /// Number of moves, those of the opening included.
    pub plies: u32,
    /// Number of the outcome that ended the game, or 200 plus that of the claim, or [`PLY_LIMIT`],
    /// or [`STUCK`].
    pub ending: u8,
    /// Points of each seat in units; entries beyond the last seat are 0.
    pub points: [i32; MAX_SEATS],
    /// The only player with the most points of a finished game.
    pub winner: Option<SeatId>,
    /// Number of eliminations.
    pub exits: u8,
    /// Eliminations in their order; only the first [`exits`](Self::exits) entries count.
    pub exit: [Exit; MAX_SEATS],
    /// Number of times another player took the lead in material.
    pub lead_changes: u32,
    /// Number of moves after which the winner took the lead for good; `None` if there is no winner,
    /// or if the winner does not lead at the last turn.
    pub lead_ply: Option<u32>,
    /// The trailing player whose move gave the winner the lead for good.
    pub kingmaker: Option<SeatId>,
    /// Sum of the numbers of legal moves over all turns.
    pub choices: u64,
}

impl GameRow {
    /// Returns the row of a game without moves.
    pub fn new(index: u64) -> Self {
        Self {
            index,
            plies: 0,
            ending: PLY_LIMIT,
            points: [0; MAX_SEATS],
            winner: None,
            exits: 0,
            exit: [Exit::default(); MAX_SEATS],
            lead_changes: 0,
            lead_ply: None,
            kingmaker: None,
            choices: 0,
        }
    }

    /// Returns the eliminations in their order.
    pub fn exits(&self) -> &[Exit] {
        &self.exit[..usize::from(self.exits).min(MAX_SEATS)]
    }

    /// Reports whether an outcome or a claim ended the game.
    pub fn is_finished(&self) -> bool {
        self.ending < STUCK
    }

    /// Adds an elimination. A rulebook has at most eight players, so there is always an entry.
    pub fn add_exit(&mut self, exit: Exit) {
        if let Some(entry) = self.exit.get_mut(usize::from(self.exits)) {
            *entry = exit;
            self.exits += 1;
        }
    }
}
