//! Illustration of a barrier that opens: the same move before and after it.
//!
//! Input: a variant and a kind of barrier that opens when a player leaves a zone. Output: two positions. The engine plays the
//! king's move that opens the barrier and decides what may cross it. Does not know any game by name.

use super::crossings::{Wanted, crossing, open_bits, refusing, shields};
use super::moves::kings;
use super::refused::unsettled;
use crate::board::Square;
use crate::document::Diagram;
use crate::english::learn::rank_of_section;
use crate::english::phrases::{on_or_in, plural};
use crate::notation::{joined, seat_title};
use crate::policy::{Role, Vacated};
use crate::rulebook::{BarrierOpening, KindId, SeatId};
use crate::rules::{Move, Position, Variant};

/// The player who crosses the barrier.
const FIRST: SeatId = SeatId(0);

/// Shows the same move twice: stopped by a closed barrier, and after a king's move has opened it.
pub(super) fn opening(variant: &Variant, header: usize) -> Option<[Diagram; 2]> {
    let book = variant.rulebook();
    let barrier = &book.barriers[header];
    let (zone, of) = barrier.opens.iter().find_map(|it| match it {
        BarrierOpening::ZoneVacated { zone, of } => Some((book.zones.get(*zone)?, *of)),
        _ => None,
    })?;
    let found = crossing(variant, Wanted { header, open: true, legal: true, tags: 0 })?;
    let (seat, mv) = (found.beside.filter(|it| *it != FIRST)?, found.mv);
    let (to, king) = found
        .position
        .pieces()
        .into_iter()
        .find(|it| it.1.seat == seat && book.kinds[it.1.kind.index()].role == Role::Royal)?;
    let from = kings(variant).into_iter().find(|it| it.1.seat == seat)?.0;
    let mut setup = found.position.setup();
    let (all, _) = open_bits(variant, header, None, &[]);
    setup.open &= !all;
    setup.pieces.iter_mut().filter(|it| it.0 == to).for_each(|it| it.0 = from);
    let closed = unsettled(variant, &setup).filter(|it| refusing(it, mv) == Some(header))?;
    setup.turn = seat;
    let after = unsettled(variant, &setup)?.play(Move::new(from, to)).ok()?;
    let opened = |at: &u16| after.barriers().get(usize::from(*at)).copied().unwrap_or(false);
    let opens = barrier.instances.iter().filter(|it| opened(it)).count();
    // The player's own squares beside these barriers, so that a picture shows all of them.
    let is_beside = |at: &Square| {
        let mut links = book.board.links(*at).iter().flat_map(|it| &it.1.barriers);
        links.any(|it| barrier.instances.contains(it) && opened(it))
    };
    let own = zone.squares.get(seat.index()).into_iter().flatten().filter(|it| is_beside(it));
    let own: Vec<&str> = own.map(|it| book.board.name(*it)).collect();
    let places = if opens == 2 && own.len() == 2 { format!(" (at {})", joined(&own, "and")) } else { String::new() };
    let label = |it: KindId| &book.kinds[it.index()].label;
    let piece = found.position.piece_at(mv.from)?;
    let (first, owner) = (seat_title(book, FIRST), seat_title(book, seat));
    let name = |it: Square| book.board.name(it);
    let (mover, ends) = (label(piece.kind), format!("{} to {}", name(mv.from), name(mv.to)));
    let before = format!("Closed: {first}'s {mover} may not move from {ends}.");
    let aside = shields(&found.position, mv);
    let these = match opens {
        0 => return None,
        1 => format!("the {} beside {owner} opens", barrier.label),
        2 => format!("both {} beside {owner}{places} open", plural(&barrier.label)),
        _ => format!("the {} beside {owner} open", plural(&barrier.label)),
    };
    let no_more = match (rank_of_section(book, zone), of) {
        (Some(rank), Vacated::OwnPieces) => format!("{owner} has no other piece on rank {rank} of their section"),
        (None, Vacated::OwnPieces) => {
            format!("{owner} has no other piece {} their {}", on_or_in(&zone.label), zone.label)
        }
        (Some(rank), Vacated::AllPieces) => format!("No piece is left on rank {rank} of {owner}'s section"),
        (None, Vacated::AllPieces) => format!("No piece is left {} {owner}'s {}", on_or_in(&zone.label), zone.label),
    };
    let then = format!(
        "Open: {owner}'s {} has moved from {} to {}. {no_more}, so {these}. Now {first}'s \
         {mover} may move from {ends}.",
        label(king.kind),
        name(from),
        name(to)
    );
    let small = |position: Position, caption: String| Diagram {
        is_small: true,
        seat: Some(FIRST),
        caption: caption.into(),
        ..Diagram::new(position)
    };
    let closed = Diagram { forbidden: vec![(mv.from, mv.to)], aside, ..small(closed, before) };
    let last = Some(Move::new(from, to));
    let open = Diagram { allowed: vec![(mv.from, mv.to)], last, ..small(found.position, then) };
    Some([closed, open])
}
