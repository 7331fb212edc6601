//! Illustration of an open barrier across which no piece gives check.
//!
//! Input: a variant and a kind of barrier that opens. Output: a king beside the barrier, on the line of a piece on its other side. The
//! engine decides that the king is not in check. Does not know any game by name.

use super::Illustration;
use super::crossings::{FoundMove, can_be_open, crosses, kings_beside, open_bits, opener, refusing, shown, state};
use super::refused::{is_calm, unsettled};
use crate::notation::seat_title;
use crate::policy::Role;
use crate::rulebook::SeatId;
use crate::rules::{Move, Piece, Setup, Variant};

/// The player of the piece.
const FIRST: SeatId = SeatId(0);

/// Shows a piece and a king on the two sides of an open barrier.
pub(super) fn illustration(variant: &Variant, header: usize) -> Option<Illustration> {
    let found = search(variant, header)?;
    let (book, mv) = (variant.rulebook(), found.mv);
    let name = |at| {
        let piece = found.position.piece_at(at)?;
        let (owner, kind) = (seat_title(book, piece.seat), &book.kinds[piece.kind.index()].label);
        Some(format!("{owner}'s {kind} on {}", book.board.name(at)))
    };
    let (piece, king) = (name(mv.from)?, name(mv.to)?);
    let state = state(variant, header, &found);
    let mut illustration = shown(variant, header, found);
    illustration.diagram.stopped.clear();
    illustration.diagram.no_checks = std::mem::take(&mut illustration.diagram.forbidden);
    let label = &book.barriers[header].label;
    illustration.diagram.caption =
        format!("{state}{piece} gives no check to {king}, because no piece attacks across the open {label}.").into();
    Some(illustration)
}

fn search(variant: &Variant, header: usize) -> Option<FoundMove> {
    let (book, board) = (variant.rulebook(), variant.board());
    let officers = || book.player_kinds().filter(|it| it.1.role == Role::Piece).map(|it| it.0);
    for from in board.squares() {
        for (to, link) in board.links(from).iter().filter(|it| crosses(variant, header, from, it.0)) {
            let beside = opener(variant, *link.barriers.first()?);
            let kings = kings_beside(variant, header, beside);
            if kings.iter().any(|it| it.0 == from || it.0 == *to) {
                continue;
            }
            for (victim, kind) in
                (1..book.seats.len() as u8).flat_map(|seat| officers().map(move |it| (SeatId(seat), it)))
            {
                let mut pieces = kings.clone();
                pieces.iter_mut().filter(|it| it.1.seat == victim).for_each(|it| it.0 = *to);
                pieces.push((from, Piece::new(FIRST, kind)));
                let mut setup = Setup::builder(variant).turn(FIRST).pieces(pieces).setup();
                let (all, opened) = open_bits(variant, header, beside, &link.barriers);
                setup.open = setup.open & !all | opened;
                let Some(position) = unsettled(variant, &setup).filter(is_calm) else { continue };
                let mv = Move::new(from, *to);
                if can_be_open(&position, header) && refusing(&position, mv) == Some(header) {
                    return Some(FoundMove { position, mv, beside });
                }
            }
        }
    }
    None
}
