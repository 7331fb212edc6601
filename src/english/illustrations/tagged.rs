//! Illustration of a ban that no longer concerns a piece because of what the piece has done: `has captured across the line`.
//!
//! Input: a variant, and a move that a ban forbids. Output: a position in which a piece of the same kind may make such a move.
//! The engine plays the capture that gives the piece its tag, and decides what is legal. Does not know any game by name.

use super::endings::officers;
use super::moves::kings;
use super::refused::{banned, diagram, is_calm, unsettled};
use crate::board::Square;
use crate::document::Diagram;
use crate::notation::seat_title;
use crate::rules::{Move, Piece, Position, Setup, Variant};

/// Shows how an earlier capture frees a piece from a ban, and then the same kind of capture by the freed piece.
pub(super) fn freed(variant: &Variant, position: &Position, mv: Move, ban: usize) -> Vec<Diagram> {
    let book = variant.rulebook();
    let (Some(one), Some(other)) = (position.piece_at(mv.from), position.piece_at(mv.to)) else { return Vec::new() };
    // Either player can be the example.
    let found = [(one, other), (other, one)].into_iter().find_map(|(mover, prey)| {
        let starts = book.setup.iter().flatten().filter(|it| (it.0, it.1) == (mover.seat, mover.kind));
        let after = starts.map(|it| it.2).find_map(|start| {
            let firsts = variant.reach(mover.seat, mover.kind, start).captures;
            firsts.into_iter().find_map(|at| freed_by(variant, Move::new(start, at), (mover, prey), ban))
        });
        Some((mover, after?))
    });
    let Some((mover, after)) = found else { return Vec::new() };
    freeing(variant, mover).into_iter().chain([after]).collect()
}

/// Shows two first captures of a piece side by side: one that gives it the tag, and one that does not.
fn freeing(variant: &Variant, mover: Piece) -> Option<Diagram> {
    let book = variant.rulebook();
    let starts = book.setup.iter().flatten().filter(|it| (it.0, it.1) == (mover.seat, mover.kind));
    starts.map(|it| it.2).find_map(|start| {
        let captures = variant.reach(mover.seat, mover.kind, start).captures;
        let tags = |it: &Square| after_capture(variant, Move::new(start, *it), mover).map(|it| it.tags);
        let frees = captures.iter().copied().find(|it| tags(it).is_some_and(|it| it != mover.tags))?;
        let keeps = captures.iter().copied().find(|it| tags(it) == Some(mover.tags))?;
        let tag = book.tags.get(tags(&frees)?.trailing_zeros() as usize)?;
        let line = tag.set.crosses?;
        let owner = book.seat_ids().find(|it| *it != mover.seat)?;
        // The captured pieces give no check.
        let position = officers(variant).into_iter().find_map(|kind| {
            let prey = Piece::new(owner, kind);
            let mut pieces = kings(variant);
            pieces.retain(|it| it.0 != frees && it.0 != keeps);
            pieces.extend([(start, mover), (frees, prey), (keeps, prey)]);
            let setup = Setup::builder(variant).turn(mover.seat).pieces(pieces).setup();
            unsettled(variant, &setup).filter(is_calm)
        })?;
        let allowed = vec![(start, frees), (start, keeps)];
        let is_legal = allowed.iter().all(|it| position.explain(Move::new(it.0, it.1)).is_ok());
        let name = |it: Square| book.board.name(it);
        let caption = format!(
            "If {0}'s {1} captures from {2} to {3}, it crosses the {4} and is marked. If it captures from {2} to {5}, it crosses no such line \
             and gets no mark.",
            seat_title(book, mover.seat),
            book.kinds[mover.kind.index()].label,
            name(start),
            name(frees),
            book.lines[line].label,
            name(keeps)
        );
        let (board_lines, seat, caption) = (vec![line], Some(mover.seat), caption.into());
        is_legal.then(|| Diagram { allowed, board_lines, is_small: true, seat, caption, ..Diagram::new(position) })
    })
}

/// Shows what a piece may capture after a first capture, if the ban forbids it to a piece without the tag.
fn freed_by(variant: &Variant, first: Move, (mover, prey): (Piece, Piece), ban: usize) -> Option<Diagram> {
    let book = variant.rulebook();
    let tagged = after_capture(variant, first, mover).filter(|it| it.tags != mover.tags)?;
    let kings = kings(variant);
    let with = |piece: Piece, at: Square| -> Option<Position> {
        let pieces = kings.iter().copied().chain([(first.to, piece), (at, prey)]);
        let setup = Setup::builder(variant).turn(mover.seat).pieces(pieces).setup();
        unsettled(variant, &setup).filter(is_calm)
    };
    let is_free = |at: Square| at != first.to && kings.iter().all(|it| it.0 != at && it.0 != first.to);
    let captures = variant.reach(mover.seat, mover.kind, first.to).captures;
    let known = untagged_squares(variant, prey);
    let name = |it: Square| book.board.name(it);
    captures.into_iter().filter(|it| is_free(*it) && known.contains(it)).find_map(|to| {
        let mv = Move::new(first.to, to);
        let refused = with(mover, to).filter(|it| banned(it, mv) == Some(ban));
        let allowed = refused.and(with(tagged, to)).filter(|it| it.explain(mv).is_ok())?;
        let kind = |it: Piece| &book.kinds[it.kind.index()].label;
        let (owner, label, other) = (seat_title(book, mover.seat), kind(mover), seat_title(book, prey.seat));
        let mut shown = diagram(allowed, mv, "");
        let tag = book.tags.get(tagged.tags.trailing_zeros() as usize);
        shown.board_lines = tag.and_then(|it| it.set.crosses).into_iter().collect();
        shown.caption = format!(
            "{owner}'s {label} has captured a piece from {} to {}, so it is marked. Now it may capture {other}'s {} on {}.",
            name(first.from),
            name(first.to),
            kind(prey),
            name(to)
        )
        .into();
        Some(shown)
    })
}

/// Returns the squares that a piece can reach from its squares in the starting position without a tag.
fn untagged_squares(variant: &Variant, piece: Piece) -> Vec<Square> {
    let starts = variant.rulebook().setup.iter().flatten().filter(|it| (it.0, it.1) == (piece.seat, piece.kind));
    let mut all: Vec<Square> = starts.map(|it| it.2).collect();
    let mut next = 0;
    while let Some(from) = all.get(next).copied() {
        next += 1;
        let reach = variant.reach(piece.seat, piece.kind, from);
        let stays_untagged =
            |to: &Square| after_capture(variant, Move::new(from, *to), piece).is_some_and(|it| it.tags == piece.tags);
        let captures = reach.captures.into_iter().filter(stays_untagged);
        for to in reach.quiet.into_iter().chain(captures) {
            if !all.contains(&to) {
                all.push(to);
            }
        }
    }
    all
}

/// Returns a piece after its capture of an ordinary piece.
fn after_capture(variant: &Variant, mv: Move, mover: Piece) -> Option<Piece> {
    let book = variant.rulebook();
    let kind = officers(variant).first().copied()?;
    let prey = book.seat_ids().find(|it| *it != mover.seat)?;
    let mut pieces = kings(variant);
    pieces.retain(|it| it.0 != mv.to);
    pieces.extend([(mv.from, mover), (mv.to, Piece::new(prey, kind))]);
    let setup = Setup::builder(variant).turn(mover.seat).pieces(pieces).setup();
    unsettled(variant, &setup)?.play(mv).ok()?.piece_at(mv.to)
}
