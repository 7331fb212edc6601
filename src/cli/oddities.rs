//! Notes on positions that no game reaches, or in which something happens at once.
//!
//! Contains: [`notes`]. Input: a position as written, and the same one after the outcomes at the start of a turn. Output: sentences for
//! the error stream. Does not know how a position is written.

use crate::notation::{joined, seat_title};
use crate::policy::{CheckState, StaysOpen, Then, Vacated};
use crate::rulebook::{BarrierOpening, Outcome, SeatId};
use crate::rules::Position;

/// Returns what a user should know about a position.
pub(super) fn notes(written: &Position, settled: &Position) -> Vec<String> {
    eliminated_at_once(written, settled).into_iter().chain(still_closed(written)).collect()
}

/// Says that the player to move is eliminated as the turn begins.
fn eliminated_at_once(written: &Position, settled: &Position) -> Option<String> {
    let (book, turn) = (written.variant().rulebook(), written.turn());
    if settled.ending().is_some() || !written.is_living(turn) || settled.is_living(turn) {
        return None;
    }
    let is_check = written.is_check(turn);
    let applies = |it: &&Outcome| {
        it.then == Then::Eliminate
            && it
                .when
                .stuck
                .is_some_and(|it| it.check == CheckState::Either || (it.check == CheckState::In) == is_check)
    };
    let reason = book.outcomes.iter().find(applies).filter(|_| written.legal_moves().is_empty());
    let reason = reason.map_or_else(String::new, |it| format!(" ({})", it.label));
    let (player, next) = (seat_title(book, turn), seat_title(book, settled.turn()));
    Some(format!("{player} is eliminated in this position{reason}, so {next} is to move"))
}

/// Names the barriers that are closed, although their event has happened: in a game they would be open. A barrier that opens and
/// closes by itself is never wrong.
fn still_closed(written: &Position) -> Option<String> {
    let (book, open) = (written.variant().rulebook(), written.barriers());
    let pieces = written.pieces();
    let has_happened = |it: &BarrierOpening, seat: SeatId| match it {
        BarrierOpening::OwnerEliminated => !written.is_living(seat),
        BarrierOpening::ZoneVacated { zone, of } => {
            let squares = &book.zones[*zone].squares[seat.index()];
            let is_in = |it: &&(_, crate::rules::Piece)| *of == Vacated::AllPieces || it.1.seat == seat;
            written.is_living(seat) && !pieces.iter().filter(is_in).any(|it| squares.contains(&it.0))
        }
    };
    let closed = book.barrier_instances.iter().zip(&open).filter(|(it, open)| {
        let barrier = &book.barriers[it.barrier];
        let mut owners = book.seat_ids().filter(|seat| it.owners & seat.bit() != 0);
        it.state_bit.is_some()
            && !**open
            && barrier.stays_open == StaysOpen::ForGood
            && owners.any(|seat| barrier.opens.iter().any(|it| has_happened(it, seat)))
    });
    let (names, labels): (Vec<&str>, Vec<&str>) = closed.map(|it| (it.0.name.as_str(), it.0.label.as_str())).unzip();
    let are = if labels.len() == 1 { "is" } else { "are" };
    (!names.is_empty()).then(|| {
        let (labels, names) = (joined(&labels, "and"), names.join(","));
        format!("{labels} {are} closed in this position, which no game reaches: add `open={names}` to open them")
    })
}
