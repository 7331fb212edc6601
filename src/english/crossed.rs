//! A pawn that has crossed a joined edge, and where it goes on.
//!
//! Contains: [`pawn_across`] and [`after_capture`]. Input: a variant and a step across the edge. Output: a position after the step. Does not
//! know: sentences and pictures. The engine plays the step, so the pawn has every mark that it earned.

use crate::board::Square;
use crate::policy::Role;
use crate::rulebook::{KindId, SeatId};
use crate::rules::{Move, Piece, Position, Setup, UnsettledPosition, Variant};

/// The seat whose pawn is shown.
const FIRST: SeatId = SeatId(0);

/// A pawn after its step across an edge.
pub(super) struct PawnAcross {
    /// The pawn with pieces to capture, and the kings at home.
    pub position: Position,
    /// The square of the pawn.
    pub at: Square,
}

impl PawnAcross {
    /// Returns the squares that the pawn can move to, and those that it can capture on.
    pub fn moves(&self) -> (Vec<Square>, Vec<Square>) {
        let to = self.position.legal_moves_from(self.at).into_iter().map(|it: Move| it.to);
        let (mut captures, mut steps): (Vec<Square>, Vec<Square>) =
            to.partition(|it| self.position.piece_at(*it).is_some());
        captures.dedup();
        steps.dedup();
        (steps, captures)
    }
}

/// Returns where a pawn can move without a capture after it has captured on a square. `None` if it has no such move.
pub(super) fn after_capture(variant: &Variant, across: &PawnAcross, on: Square) -> Option<Square> {
    let pawn = across.position.play(Move::new(across.at, on)).ok()?.piece_at(on)?;
    let mut setup = across.position.setup();
    setup.pieces.retain(|it| it.1.kind != pawn.kind);
    setup.pieces.push((on, pawn));
    let position = UnsettledPosition::new(variant, &setup).ok()?.into_position();
    position.legal_moves_from(on).first().map(|it| it.to)
}

/// Plays the step of a pawn across an edge. Puts an opponent's pawn on each square beside it where it can capture.
/// `None` if the pawn then cannot move or cannot capture.
pub(super) fn pawn_across(variant: &Variant, kind: KindId, (from, to): (Square, Square)) -> Option<PawnAcross> {
    let book = variant.rulebook();
    let is_royal = |it: KindId| book.kinds[it.index()].role == Role::Royal;
    let setup = book.setup.iter().flatten();
    let kings: Vec<(Square, Piece)> =
        setup.filter(|it| is_royal(it.1)).map(|it| (it.2, Piece::new(it.0, it.1))).collect();
    let place = |pieces: Vec<(Square, Piece)>| {
        let setup = Setup::builder(variant).turn(FIRST).pieces(pieces).setup();
        UnsettledPosition::new(variant, &setup).ok().map(UnsettledPosition::into_position)
    };
    let mut pieces = kings.clone();
    pieces.push((from, Piece::new(FIRST, kind)));
    let moved = place(pieces)?.play_unsettled(Move::new(from, to)).ok()?.as_position().piece_at(to)?;
    let alone = |more: Vec<(Square, Piece)>| {
        let mut pieces = kings.clone();
        pieces.push((to, moved));
        pieces.extend(more);
        Some(PawnAcross { position: place(pieces)?, at: to })
    };
    let steps = alone(Vec::new())?.moves().0;
    let beside: Vec<Square> = variant.board().links(to).iter().map(|it| it.0).collect();
    let prey = |at: Square| (at, Piece::new(SeatId(1), kind));
    let is_taken = |at: &Square| {
        !steps.contains(at)
            && kings.iter().all(|it| it.0 != *at)
            && alone(vec![prey(*at)]).is_some_and(|it| it.moves().1.contains(at))
    };
    let taken: Vec<Square> = beside.into_iter().filter(is_taken).collect();
    let is_useful = !steps.is_empty() && !taken.is_empty();
    alone(taken.into_iter().map(prey).collect()).filter(|_| is_useful)
}
