//! Illustrations of an eliminated player: a piece that no longer gives check and can be captured, and one that blocks a line.
//!
//! Input: a variant. Output: positions with the kings at home, a piece of the eliminated player and one that meets it. The
//! engine decides whether it would give check if its owner were still in play. Does not know any game by name.

use super::Illustration;
use super::crossings::open_bits;
use super::endings::officers;
use super::moves::{kings, piece};
use super::plain_lines::is_plain_line;
use super::refused::{diagram, is_calm, unsettled};
use crate::board::{Heading, Square, ray_paths};
use crate::document::Diagram;
use crate::notation::seat_title;
use crate::policy::{Army, King, Role};
use crate::rulebook::{Atom, AtomShape, BarrierOpening, KindId, SeatId};
use crate::rules::{Move, Piece, Position, Setup, Variant};
use crate::sorting::CompactSort;

/// The player who moves.
const FIRST: SeatId = SeatId(0);
/// The eliminated player.
const SECOND: SeatId = SeatId(1);

/// Returns the illustrations, if pieces of eliminated players stay on the board as obstacles.
pub(super) fn illustrations(variant: &Variant) -> Vec<Illustration> {
    let book = variant.rulebook();
    if book.army != Army::Inert || book.seats.len() < 3 || !book.teams.is_empty() {
        return Vec::new();
    }
    captured(variant).into_iter().chain(blocking(variant)).collect()
}

/// Returns the position of some pieces, with or without the elimination of the second player.
fn position(variant: &Variant, pieces: &[(Square, Piece)], is_out: bool) -> Option<Position> {
    let (book, home) = (variant.rulebook(), kings(variant));
    let mut pieces = pieces.to_vec();
    pieces.retain(|it| !is_out || book.king == King::Stays || it.1.seat != SECOND || !home.contains(it));
    let setup = Setup::builder(variant).turn(FIRST).pieces(pieces);
    let mut setup = if is_out { setup.eliminated(SECOND) } else { setup }.setup();
    for (header, barrier) in book.barriers.iter().enumerate().filter(|_| is_out) {
        let opens = barrier.opens.iter().any(|it| matches!(it, BarrierOpening::OwnerEliminated));
        setup.open |= if opens { open_bits(variant, header, Some(SECOND), &[]).1 } else { 0 };
    }
    unsettled(variant, &setup)
}

/// Shows a piece of an eliminated player that another piece cannot pass on a straight line.
fn blocking(variant: &Variant) -> Option<Illustration> {
    let (book, board) = (variant.rulebook(), variant.board());
    let home = kings(variant);
    let kinds = officers(variant);
    let rides = |it: &Atom| it.shape == AtomShape::Straight(1) && it.range == 0 && it.quiet && it.hop.is_none();
    let sliders = kinds.iter().filter(|it| book.kinds[it.index()].movement.atoms.iter().any(rides));
    let rook = *sliders.min_by_key(|it| book.kinds[it.index()].movement.atoms.len())?;
    let pawn = (0..book.kinds.len() as u8).map(KindId).find(|it| book.kinds[it.index()].role == Role::Pawn);
    let obstacle = pawn.or(kinds.first().copied())?;
    let is_free = |it: Square| home.iter().all(|(at, _)| *at != it);
    let straight = || (0..board.headings).map(Heading).filter(|it| board.is_straight(*it));
    let mut lines: Vec<(Square, Heading)> =
        board.squares().flat_map(|from| straight().map(move |heading| (from, heading))).collect();
    // Squares side by side on an outer rank are large, even on a ring.
    let ranks = |(from, heading): &(Square, Heading)| {
        let rank = board.info(*from).rank;
        (board.steps(*from, *heading).next().is_none_or(|it| board.info(it.0).rank != rank), rank)
    };
    lines.compact_sort_by_key(ranks);
    let touch = |one: Square, other: Square| board.links(one).iter().any(|it| it.0 == other);
    lines.into_iter().find_map(|(from, heading)| {
        let ray = ray_paths(board, from, heading, 3).into_iter().next().filter(|it| it.squares.len() == 3)?;
        let (at, to) = (ray.squares[1], ray.squares[2]);
        let is_plain = is_plain_line(variant, (from, rook), to, &is_free);
        let is_apart = |it: &Square| home.iter().all(|(king, _)| king != it && !touch(*king, *it));
        if !is_plain || ![from].iter().chain(&ray.squares).all(is_apart) {
            return None;
        }
        // A piece that starts on the square is on it for certain; a pawn may never come there.
        let own = book.setup.iter().flatten().find(|it| (it.0, it.2) == (SECOND, at)).map(|it| it.1);
        let obstacle = own.unwrap_or(obstacle);
        let pieces = [home.as_slice(), &[(at, piece(SECOND, obstacle)), (from, piece(FIRST, rook))]].concat();
        let dead = position(variant, &pieces, true).filter(is_calm)?;
        let mv = Move::new(from, to);
        let is_shown = dead.explain(Move::new(from, ray.squares[0])).is_ok() && dead.explain(mv).is_err();
        let caption = format!(
            "{0} is eliminated, but {0}'s {1} on {2} still blocks. {3}'s {4} may not move from {5} to {6}.",
            seat_title(book, SECOND),
            book.kinds[obstacle.index()].label,
            board.name(at),
            seat_title(book, FIRST),
            book.kinds[rook.index()].label,
            board.name(from),
            board.name(to)
        );
        let path = [&[from], ray.squares.as_slice()].concat();
        let diagram = Diagram {
            forbidden: vec![(from, to)],
            stopped: vec![(path, 1)],
            is_small: true,
            seat: Some(FIRST),
            caption: caption.into(),
            ..Diagram::new(dead)
        };
        is_shown.then(|| Illustration { rule: "rule-eliminated".to_owned(), diagram })
    })
}

/// Shows a piece of an eliminated player that gives no check and can be captured.
fn captured(variant: &Variant) -> Option<Illustration> {
    let (book, board) = (variant.rulebook(), variant.board());
    let home = kings(variant);
    let [(king, _)] = home.iter().filter(|it| it.1.seat == FIRST).copied().collect::<Vec<_>>()[..] else { return None };
    let mut kinds: Vec<KindId> = Vec::new();
    let officers = book.setup.iter().flatten().filter(|it| book.kinds[it.1.index()].role == Role::Piece);
    for it in officers {
        if !kinds.contains(&it.1) {
            kinds.push(it.1);
        }
    }
    let position = |pieces: &[(Square, Piece)], is_out: bool| position(variant, pieces, is_out);
    let is_free = |it: &Square| home.iter().all(|(at, _)| at != it);
    let is_near = |one: Square, other: Square| board.links(one).iter().any(|it| it.0 == other);
    // A piece on the rank or the file of another king seems to give check, even if a barrier lies between them.
    let is_apart = |one: Square| {
        let mut others = home.iter().filter(|it| it.1.seat != FIRST).map(|it| (board.info(it.0), board.info(one)));
        others.all(|(king, own)| king.patch != own.patch || king.rank != own.rank && king.file != own.file)
    };
    let mut found = None;
    for kind in &kinds {
        for at in board.squares().filter(|it| is_free(it) && !is_near(king, *it)) {
            let plain = is_plain_line(variant, (at, *kind), king, &|it| it == at || it == king || is_free(&it));
            let one = [home.as_slice(), &[(at, piece(SECOND, *kind))]].concat();
            if !plain || position(&one, false).is_none_or(|it| it.checkers(FIRST) != [at]) {
                continue;
            }
            for taker in &kinds {
                let from =
                    variant.reach(FIRST, *taker, at).quiet.into_iter().filter(|it| is_free(it) && !is_near(at, *it));
                for from in from {
                    let clear = |it: Square| it == at || it == from || is_free(&it);
                    if !is_plain_line(variant, (from, *taker), at, &clear) {
                        continue;
                    }
                    let both = [one.as_slice(), &[(from, piece(FIRST, *taker))]].concat();
                    let (Some(living), Some(dead)) = (position(&both, false), position(&both, true)) else { continue };
                    let mv = Move::new(from, at);
                    if living.checkers(FIRST) != [at] || !is_calm(&dead) || dead.explain(mv).is_err() {
                        continue;
                    }
                    let (own, out) = (seat_title(book, FIRST), seat_title(book, SECOND));
                    let before = format!(
                        "{out} is eliminated. So {out}'s {} on {} does not check {own}'s king on {}. ",
                        book.kinds[kind.index()].label,
                        board.name(at),
                        board.name(king)
                    );
                    let made = Illustration { rule: "rule-eliminated".to_owned(), diagram: diagram(dead, mv, &before) };
                    if is_apart(from) {
                        return Some(made);
                    }
                    found.get_or_insert(made);
                }
            }
        }
    }
    found
}
