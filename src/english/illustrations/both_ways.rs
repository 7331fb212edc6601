//! Illustration of a check along both ways around a ring, which no single piece can block.
//!
//! Input: a variant. Output: a position with a king, a checking piece on the same rank, and a piece that could block one of the two
//! lines. The engine refuses its move. Does not know any game by name.

use super::Illustration;
use super::endings::officers;
use super::moves::{kings, piece};
use super::plain_lines::is_plain_line;
use super::refused::unsettled;
use crate::board::{Heading, Square, ray_paths};
use crate::document::Diagram;
use crate::english::crossing::is_ring;
use crate::notation::seat_title;
use crate::policy::OwnKing;
use crate::rulebook::{Atom, AtomShape, KindId, SeatId};
use crate::rules::{Move, Position, Refusal, Setup, Variant};
use crate::sorting::CompactSort;

/// The player in check.
const FIRST: SeatId = SeatId(0);
/// The player who gives check.
const SECOND: SeatId = SeatId(1);
/// Number of files between the two pieces that shows both ways best.
const APART: i16 = 8;

/// Returns the illustration for a ring on which kings must be kept safe.
pub(super) fn illustration(variant: &Variant) -> Option<Illustration> {
    let (book, board) = (variant.rulebook(), variant.board());
    let is_usual = book.check.own_king == OwnKing::KeptSafe && book.seats.len() > 1 && book.teams.is_empty();
    if !is_ring(board) || !is_usual {
        return None;
    }
    let home = kings(variant);
    let old = home.iter().find(|it| it.1.seat == FIRST)?.0;
    let rides = |it: &Atom| it.shape == AtomShape::Straight(1) && it.range == 0 && it.capture && it.hop.is_none();
    let mut kinds = officers(variant);
    kinds.compact_sort_by_key(|it| book.kinds[it.index()].movement.atoms.len());
    let rook = *kinds.iter().find(|it| book.kinds[it.index()].movement.atoms.iter().any(rides))?;
    let info = |it: Square| board.info(it);
    // The king has moved up its file, to a rank without barriers.
    let files = board.squares().filter(|it| info(*it).file == info(old).file && *it != old);
    files.into_iter().find_map(|king| {
        let apart = |it: Square| (info(it).file - info(king).file).abs();
        let mut from: Vec<Square> = board.squares().filter(|it| info(*it).rank == info(king).rank).collect();
        from.compact_sort_by_key(|it| ((apart(*it) - APART).abs(), *it));
        from.into_iter().filter(|it| *it != king).take(4).find_map(|from| {
            let mut lines = lines_around(variant, from, king);
            lines.compact_sort_by_key(Vec::len);
            let [near, _] = lines.as_slice() else { return None };
            let mut pieces = home.clone();
            pieces.iter_mut().filter(|it| it.1.seat == FIRST).for_each(|it| it.0 = king);
            pieces.push((from, piece(SECOND, rook)));
            kinds.iter().filter(|it| **it != rook).find_map(|blocker| {
                let (position, mv) = blocked(variant, &pieces, *blocker, near)?;
                Some(shown(position, mv, from, king))
            })
        })
    })
}

/// Returns the lines along a rank between two squares that no barrier crosses, without their ends.
fn lines_around(variant: &Variant, from: Square, to: Square) -> Vec<Vec<Square>> {
    let board = variant.board();
    let rank = board.info(from).rank;
    let straight = (0..board.headings).map(Heading).filter(|it| board.is_straight(*it));
    let rays = straight.flat_map(|it| ray_paths(board, from, it, 0));
    let along = rays.filter_map(|ray| {
        let end = ray.squares.iter().position(|it| *it == to)?;
        let mut steps = [from].into_iter().chain(ray.squares.iter().copied()).zip(&ray.links).take(end + 1);
        let is_free = |(at, link): (Square, &u16)| board.links(at)[usize::from(*link)].1.barriers.is_empty();
        let line = ray.squares[..end].to_vec();
        (steps.all(is_free) && line.iter().all(|it| board.info(*it).rank == rank)).then_some(line)
    });
    along.collect()
}

/// Returns a position in which a piece may not block one of the lines, and its move. The piece is not beside the line.
fn blocked(
    variant: &Variant,
    pieces: &[(Square, crate::rules::Piece)],
    kind: KindId,
    line: &[Square],
) -> Option<(Position, Move)> {
    let board = variant.board();
    let touch = |one: Square, other: Square| board.links(one).iter().any(|it| it.0 == other);
    let is_free = |it: Square| pieces.iter().all(|(at, _)| *at != it);
    let middle = line.iter().skip(1).take(line.len().saturating_sub(2));
    middle.flat_map(|to| board.squares().map(move |from| Move::new(from, *to))).find_map(|mv| {
        let is_clear = |it: Square| it == mv.from || is_free(it);
        let is_apart = is_free(mv.from) && !line.contains(&mv.from) && pieces.iter().all(|it| !touch(mv.from, it.0));
        if !is_apart || touch(mv.from, mv.to) || !is_plain_line(variant, (mv.from, kind), mv.to, &is_clear) {
            return None;
        }
        let all = pieces.iter().copied().chain([(mv.from, piece(FIRST, kind))]);
        let position = unsettled(variant, &Setup::builder(variant).turn(FIRST).pieces(all).setup())?;
        let others_are_calm = variant.rulebook().seat_ids().all(|it| it == FIRST || position.checkers(it).is_empty());
        let is_refused =
            matches!(position.explain(mv), Err(Refusal::OwnKing { by, .. }) if by == position.checkers(FIRST));
        let can_move = !position.legal_moves().is_empty();
        (others_are_calm && is_refused && can_move && position.checkers(FIRST).len() == 1).then_some((position, mv))
    })
}

fn shown(position: Position, mv: Move, from: Square, king: Square) -> Illustration {
    let book = position.variant().rulebook();
    let label = |at: Square| position.piece_at(at).map_or("piece", |it| book.kinds[it.kind.index()].label.as_str());
    let name = |it: Square| book.board.name(it);
    let (own, other) = (seat_title(book, FIRST), seat_title(book, SECOND));
    let caption = format!(
        "{other}'s {} on {} attacks {own}'s {} on {} both ways around the ring. {own}'s {} may not move from {} to {}: it would block \
         only one way.",
        label(from),
        name(from),
        label(king),
        name(king),
        label(mv.from),
        name(mv.from),
        name(mv.to)
    );
    let (forbidden, seat, caption) = (vec![(mv.from, mv.to)], Some(FIRST), caption.into());
    let diagram = Diagram { forbidden, is_small: true, seat, caption, ..Diagram::new(position) };
    Illustration { rule: "rule-check-in".to_owned(), diagram }
}
