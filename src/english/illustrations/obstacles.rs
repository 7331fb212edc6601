//! Illustration of an eliminated player: a piece that no longer gives check and can be captured.
//!
//! Input: a variant. Output: a position with the kings at home, a piece of the eliminated player and one that can capture it. The
//! engine decides whether it would give check if its owner were still in play. Does not know any game by name.

use super::Illustration;
use super::crossings::open_bits;
use super::moves::{kings, piece};
use super::plain_lines::is_plain_line;
use super::refused::{diagram, is_calm, unsettled};
use crate::board::Square;
use crate::notation::seat_title;
use crate::policy::{Army, King, Role};
use crate::rulebook::{BarrierOpening, KindId, SeatId};
use crate::rules::{Move, Piece, Setup, Variant};

/// The player who moves.
const FIRST: SeatId = SeatId(0);
/// The eliminated player.
const SECOND: SeatId = SeatId(1);

/// Returns the illustration, if pieces of eliminated players stay on the board as obstacles.
pub(super) fn illustration(variant: &Variant) -> Option<Illustration> {
    let (book, board) = (variant.rulebook(), variant.board());
    if book.army != Army::Inert || book.seats.len() < 3 || !book.teams.is_empty() {
        return None;
    }
    let home = kings(variant);
    let [(king, _)] = home.iter().filter(|it| it.1.seat == FIRST).copied().collect::<Vec<_>>()[..] else { return None };
    let mut kinds: Vec<KindId> = Vec::new();
    let officers = book.setup.iter().flatten().filter(|it| book.kinds[it.1.index()].role == Role::Piece);
    for it in officers {
        if !kinds.contains(&it.1) {
            kinds.push(it.1);
        }
    }
    let position = |pieces: &[(Square, Piece)], is_out: bool| {
        let mut pieces = pieces.to_vec();
        pieces.retain(|it| !is_out || book.king == King::Stays || it.1.seat != SECOND || !home.contains(it));
        let setup = Setup::builder(variant).turn(FIRST).pieces(pieces);
        let mut setup = if is_out { setup.eliminated(SECOND) } else { setup }.setup();
        for (header, barrier) in book.barriers.iter().enumerate().filter(|_| is_out) {
            let opens = barrier.opens.iter().any(|it| matches!(it, BarrierOpening::OwnerEliminated));
            setup.open |= if opens { open_bits(variant, header, Some(SECOND), &[]).1 } else { 0 };
        }
        unsettled(variant, &setup)
    };
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
