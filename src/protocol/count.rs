//! Counts of move sequences (perft) that can be broken off.
//!
//! Contains [`divided`]. Input: a position, a depth, and a function that says whether to go on. Output:
//! the count, in total and for each first move. Does not know how moves are counted.

use crate::rules::{Move, Position};

/// Number of plies that are counted in one step: a few milliseconds on most boards.
const STEP: u32 = 3;

/// Counts all sequences of `depth` moves; `None` if the count was broken off. `may_go_on` gets the
/// number of sequences counted so far, and `each` gets the count of each first move.
pub fn divided(
    position: &Position,
    depth: u32,
    may_go_on: &dyn Fn(u64) -> bool,
    mut each: impl FnMut(&Position, Move, u64),
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let root = position.perft_root();
    let mut total = 0;
    for mv in root.legal_moves() {
        let next = root.play_unsettled(mv).ok()?;
        let before = total;
        add_below(next.as_position(), depth - 1, may_go_on, &mut total)?;
        each(&root, mv, total - before);
    }
    Some(total)
}

/// Adds the count of one position in steps; `None` if the count is broken off between two of them.
fn add_below(position: &Position, depth: u32, may_go_on: &dyn Fn(u64) -> bool, total: &mut u64) -> Option<()> {
    if !may_go_on(*total) {
        return None;
    }
    if depth <= STEP {
        *total = total.saturating_add(position.perft(depth));
        return Some(());
    }
    let root = position.perft_root();
    for mv in root.legal_moves() {
        let next = root.play_unsettled(mv).ok()?;
        add_below(next.as_position(), depth - 1, may_go_on, total)?;
    }
    Some(())
}
