//! Sentences about alliances and inherited turns.
//!
//! Input: a [`Position`]. Output: `White and Red are allies.` and `White plays Black's turns.` Does not know how alliances
//! begin or end.

use crate::notation::seat_title;
use crate::rulebook::SeatId;
use crate::rules::Position;

/// Returns a sentence for each alliance and for each player whose turns another one plays.
pub fn relation_sentences(position: &Position) -> Vec<String> {
    let book = position.variant().rulebook();
    let title = |it: SeatId| seat_title(book, it);
    let mut all = Vec::new();
    for one in book.seat_ids() {
        let allies = position.allies(one);
        let later = book.seat_ids().filter(|it| one < *it && allies & it.bit() != 0);
        all.extend(later.map(|it| format!("{} and {} are allies.", title(one), title(it))));
    }
    for (seat, heir) in book.seat_ids().zip(position.setup().heirs) {
        all.extend(heir.map(|it| format!("{} plays {}'s turns.", title(it), title(seat))));
    }
    all
}
