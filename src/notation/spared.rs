//! Barriers that block most diagonal steps of the board.
//!
//! Contains [`spared_diagonals`]. Input: a rulebook and a barrier. Output: the few steps that
//! the barrier does not block, because listing these is shorter. Does not know pictures or sentences.

use crate::board::Square;
use crate::rulebook::Rulebook;

/// Returns each diagonal step that a barrier does not block, if it blocks most of them and no straight step.
pub(crate) fn spared_diagonals(book: &Rulebook, barrier: u16) -> Option<Vec<(Square, Square)>> {
    let board = &book.board;
    let (mut blocked, mut spared) = (0, Vec::new());
    for from in board.squares() {
        for (to, link) in board.links(from) {
            match (link.barriers.contains(&barrier), board.is_straight(link.heading)) {
                (true, true) => return None,
                (true, false) => blocked += 1,
                (false, false) => spared.push((from, *to)),
                (false, true) => {}
            }
        }
    }
    if blocked <= spared.len() {
        return None;
    }
    spared.retain(|it| it.0 < it.1);
    Some(spared)
}
