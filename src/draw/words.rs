//! A picture in words, for those who hear it.
//!
//! In: a position, a view. Out: a title, and a description: the men of each player, the
//! last move, and what is to be known besides.

use super::View;
use crate::notation::picture::facts;
use crate::notation::seat_title;
use crate::rules::Position;
use crate::variant::{KindId, Rulebook, SeatId};

/// The title: the game, and from whose seat it is seen.
pub(super) fn title(book: &Rulebook, view: &View) -> String {
    match view.seat {
        Some(seat) => format!("{}, seen by {}", book.name, seat_title(book, seat)),
        None => book.name.clone(),
    }
}

/// The position in sentences.
pub(super) fn description(position: &Position, view: &View) -> String {
    let book = position.variant().rulebook();
    let men = position.men();
    let mut sentences = Vec::new();
    for seat in book.seat_ids() {
        let of = |kind: usize| -> Vec<&str> {
            let own = men.iter().filter(|(_, man)| man.seat == seat && man.kind == KindId(kind as u8));
            own.map(|(square, _)| book.board.name(*square)).collect()
        };
        let kinds = book.kinds.iter().enumerate().map(|(index, kind)| (kind, of(index)));
        let groups = kinds.filter(|it| !it.1.is_empty());
        let groups: Vec<String> = groups.map(|(kind, at)| format!("{} {}", kind.name, at.join(" "))).collect();
        let whose = whose(book, position, seat);
        sentences.push(match groups.is_empty() {
            true => format!("{whose}: no men."),
            false => format!("{whose}: {}.", groups.join(", ")),
        });
    }
    if let Some(last) = view.last {
        sentences.push(format!("Last move: {} to {}.", book.board.name(last.from), book.board.name(last.to)));
    }
    sentences.extend(facts(position));
    sentences.join("\n")
}

fn whose(book: &Rulebook, position: &Position, seat: SeatId) -> String {
    let out = if position.is_living(seat) { "" } else { " (out)" };
    format!("{}{out}", seat_title(book, seat))
}
