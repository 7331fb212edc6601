//! What the players' own counters have counted: `Checks given: White 2, Black 0.`
//!
//! Input: a position. Output: a sentence for each counter, or the counts of one player. Counters at which every player
//! is at zero are left out. Does not know what is counted.

use crate::notation::name::{capital, seat_title};
use crate::rulebook::SeatId;
use crate::rules::Position;

/// Returns a sentence for each counter that has counted something.
pub(crate) fn counter_sentences(position: &Position) -> Vec<String> {
    let book = position.variant().rulebook();
    let setup = position.setup();
    let sentence = |index: usize| {
        let count = |seat: SeatId| setup.counters[seat.index()][index];
        let living: Vec<SeatId> = book.seat_ids().filter(|it| position.is_living(*it)).collect();
        let counts = living.iter().map(|it| format!("{} {}", seat_title(book, *it), count(*it)));
        let counts: Vec<String> = counts.collect();
        let has_counted = living.iter().any(|it| count(*it) != 0);
        has_counted.then(|| format!("{}: {}.", capital(&book.counters[index].label), counts.join(", ")))
    };
    (0..book.counters.len()).filter_map(sentence).collect()
}

/// Returns what a player's counters have counted, such as `checks given: 2`.
#[cfg(feature = "serve")]
pub(crate) fn counts_of(position: &Position, seat: SeatId) -> Vec<String> {
    let (counters, setup) = (&position.variant().rulebook().counters, position.setup());
    // A rulebook without counters has no list of them for a player.
    let counts = setup.counters.get(seat.index()).into_iter().flatten();
    counters
        .iter()
        .zip(counts)
        .filter(|it| *it.1 != 0)
        .map(|(counter, count)| format!("{}: {count}", counter.label))
        .collect()
}
