//! Illustrations of moves beside a closed barrier that it does not stop: leaps, and diagonal steps past its end.
//!
//! Input: a variant. Output: for each kind of barrier at most one position with one or two such moves. The engine decides which
//! moves are legal. Does not know any game by name.

use super::Illustration;
use super::crossings::crosses;
use super::moves::kings;
use super::refused::{is_calm, unsettled};
use crate::board::Square;
use crate::document::Diagram;
use crate::english::learn::{leap_paths_of, leaps_between_sections};
use crate::notation::{NameParts, seat_title};
use crate::policy::{Leaps, Role};
use crate::rulebook::{AtomShape, Barrier, Kind, KindId, SeatId};
use crate::rules::{Move, Piece, Position, Setup, Variant};
use crate::sorting::CompactSort;

/// The player who moves.
const FIRST: SeatId = SeatId(0);

/// A move of a kind, and a sentence on it.
type FreeMove = (KindId, Move, String);

/// Returns an illustration for each kind of barrier that is closed at first and lets such moves pass.
pub(super) fn illustrations(variant: &Variant) -> Vec<Illustration> {
    let closed = variant.rulebook().barriers.iter().enumerate().filter(|it| !it.1.starts_open);
    closed.filter_map(|(header, barrier)| illustration(variant, header, barrier)).collect()
}

fn illustration(variant: &Variant, header: usize, barrier: &Barrier) -> Option<Illustration> {
    let (leaps, diagonals) = (leaps(variant, header, barrier), diagonals(variant, header, barrier));
    let pairs = leaps.iter().flat_map(|one| diagonals.iter().map(move |other| vec![one, other]));
    let single = leaps.iter().chain(&diagonals).map(|it| vec![it]);
    let (position, moves) = pairs.chain(single).find_map(|it| Some((position(variant, &it)?, it)))?;
    let paths = moves.iter().filter_map(|it| leap_path(variant, it)).collect();
    let diagram = Diagram {
        allowed: moves.iter().map(|it| (it.1.from, it.1.to)).collect(),
        paths,
        is_small: true,
        seat: Some(FIRST),
        caption: moves.iter().map(|it| it.2.as_str()).collect::<Vec<_>>().join(" ").into(),
        ..Diagram::new(position)
    };
    Some(Illustration { rule: format!("rule-barrier-{}", barrier.name), diagram })
}

/// Returns the squares of a leap, with the origin first and the long leg next.
fn leap_path(variant: &Variant, (kind, mv, _): &FreeMove) -> Option<Vec<Square>> {
    let mut paths = leap_paths_of(variant.board(), &variant.rulebook().kinds[kind.index()], mv.from);
    paths.compact_sort_by_key(|it| !it.0);
    let path = paths.into_iter().find(|it| it.1.squares.last() == Some(&mv.to))?;
    Some([vec![mv.from], path.1.squares].concat())
}

/// Returns a position in which all of these moves are legal and no king is in check.
fn position(variant: &Variant, moves: &[&FreeMove]) -> Option<Position> {
    let mut pieces = kings(variant);
    pieces.extend(moves.iter().map(|it| (it.1.from, Piece::new(FIRST, it.0))));
    let mut squares: Vec<Square> = pieces.iter().map(|it| it.0).chain(moves.iter().map(|it| it.1.to)).collect();
    let all = squares.len();
    squares.compact_sort_by(Ord::cmp);
    squares.dedup();
    if squares.len() < all {
        return None;
    }
    let position = unsettled(variant, &Setup::builder(variant).turn(FIRST).pieces(pieces).setup()).filter(is_calm)?;
    moves.iter().all(|it| position.explain(it.1).is_ok()).then_some(position)
}

/// Returns leaps that only leapers may make across the barrier, or those between two sections that cross none.
fn leaps(variant: &Variant, header: usize, barrier: &Barrier) -> Vec<FreeMove> {
    let (book, board) = (variant.rulebook(), variant.board());
    let is_leaper = |it: &Kind| it.movement.atoms.iter().any(|it| matches!(it.shape, AtomShape::Oblique(..)));
    let is_bound = |it: KindId| barrier.pieces >> it.0 & 1 != 0 && barrier.leaps != Leaps::Exempt;
    let Some((kind, leaper)) = book.player_kinds().find(|it| is_leaper(it.1) && it.1.role == Role::Piece) else {
        return Vec::new();
    };
    let between = leaps_between_sections(book, barrier).filter(|it| it.kind == kind);
    let others_are_bound = || book.player_kinds().all(|it| is_leaper(it.1) || barrier.pieces >> it.0.0 & 1 != 0);
    let part = |it: Square| NameParts::of(book, it);
    let mut all: Vec<(i16, FreeMove)> = Vec::new();
    for from in board.squares() {
        for (_, path) in leap_paths_of(board, leaper, from) {
            let Some(to) = path.squares.last().copied() else { continue };
            let steps = [&[from], path.squares.as_slice()].concat();
            let (piece, one, other) =
                (format!("{}'s {}", seat_title(book, FIRST), leaper.label), board.name(from), board.name(to));
            let text = match &between {
                Some(it) if is_bound(kind) => {
                    let changes = part(from).section != part(to).section;
                    let is_apart = [from, to].iter().all(|at| part(*at).rank != it.rank);
                    let is_own =
                        book.setup.iter().flatten().any(|it| it.0 == FIRST && part(it.2).section == part(from).section);
                    (changes && is_apart && is_own).then(|| {
                        format!(
                            "{piece} may move from {one} to {other}: it neither starts nor ends on rank {}, so it crosses no {}.",
                            it.rank, barrier.label
                        )
                    })
                }
                _ => {
                    let is_across = steps.windows(2).any(|it| crosses(variant, header, it[0], it[1]));
                    (!is_bound(kind) && is_across && others_are_bound())
                        .then(|| format!("{piece} may jump over the {} from {one} to {other}.", barrier.label))
                }
            };
            // Squares near the rim or the first rank are beside the barrier.
            let far = board.info(from).rank + board.info(to).rank;
            all.extend(text.map(|it| (far, (kind, Move::new(from, to), it))));
        }
    }
    all.compact_sort_by_key(|it| it.0);
    all.into_iter().map(|it| it.1).take(8).collect()
}

/// Returns diagonal steps from a square beside the barrier to one on its other side that do not cross it.
fn diagonals(variant: &Variant, header: usize, barrier: &Barrier) -> Vec<FreeMove> {
    let (book, board) = (variant.rulebook(), variant.board());
    let mut all: Vec<FreeMove> = Vec::new();
    for from in board.squares() {
        let across = board
            .links(from)
            .iter()
            .filter(|it| board.is_straight(it.1.heading) && crosses(variant, header, from, it.0));
        let behind: Vec<Square> = across
            .flat_map(|it| board.links(it.0))
            .filter(|it| board.is_straight(it.1.heading))
            .map(|it| it.0)
            .collect();
        let steps = board.links(from).iter().filter(|it| !board.is_straight(it.1.heading) && behind.contains(&it.0));
        for (to, _) in steps.filter(|it| !crosses(variant, header, from, it.0)) {
            let kinds = book.player_kinds().filter(|(id, kind)| {
                let is_bound = barrier.pieces >> id.0 & 1 != 0;
                kind.role == Role::Piece && is_bound && variant.reach(FIRST, *id, from).quiet.contains(to)
            });
            all.extend(kinds.map(|(id, kind)| {
                let (one, other) = (board.name(from), board.name(*to));
                let text = format!(
                    "{}'s {} may move from {one} to {other}: this diagonal step does not cross the {}.",
                    seat_title(book, FIRST),
                    kind.label,
                    barrier.label
                );
                (id, Move::new(from, *to), text)
            }));
        }
    }
    // A bishop makes nothing but diagonal steps.
    all.compact_sort_by_key(|it| {
        board.links(it.1.from).iter().filter(|to| variant.reach(FIRST, it.0, it.1.from).quiet.contains(&to.0)).count()
    });
    all
}
