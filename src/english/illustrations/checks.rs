//! Illustration of a pinned piece that may not answer the check of another opponent.
//!
//! Input: a variant. Output: a position with three pieces beside the kings at home, found by a random search that is
//! bounded and deterministic. It prefers lines that a player of chess sees at once. The engine decides which move is
//! refused. Does not know any game by name.

use super::Illustration;
use super::moves::{kings, piece};
use super::plain_lines::is_plain_line;
use super::refused::{Dice, unsettled};
use crate::board::{Heading, Square, ray_paths};
use crate::document::Diagram;
use crate::english::crossing::is_ring;
use crate::notation::seat_title;
use crate::policy::{OwnKing, Role};
use crate::rulebook::{KindId, SeatId};
use crate::rules::{Move, Piece, Position, Refusal, Setup, Variant};

/// The player whose piece is pinned.
const FIRST: SeatId = SeatId(0);
/// The player who gives check.
const SECOND: SeatId = SeatId(1);
/// The player who pins the piece.
const THIRD: SeatId = SeatId(2);
/// Maximum number of positions tried.
const TRIED: usize = 20_000;

/// Maximum number of steps from the king to the pinned piece.
const NEAR: usize = 4;

/// Reports whether a square is in the inner half of a ring.
fn is_inside(variant: &Variant, at: Square) -> bool {
    let board = variant.board();
    let highest = board.squares().map(|it| board.info(it).rank).max().unwrap_or(0);
    is_ring(board) && board.info(at).rank * 2 > highest
}

/// Reports whether a piece shields its own king. Readers would ask whether it still pins.
fn is_pinned_itself(variant: &Variant, position: &Position, (at, piece): (Square, Piece)) -> bool {
    let mut setup = position.setup();
    setup.pieces.retain(|it| it.0 != at);
    unsettled(variant, &setup).is_some_and(|it| it.is_check(piece.seat))
}

/// Shows a piece that could capture the checking piece, but is pinned by another opponent.
pub(super) fn pinned(variant: &Variant) -> Option<Illustration> {
    let book = variant.rulebook();
    if book.seats.len() < 3 || book.check.own_king != OwnKing::KeptSafe || !book.teams.is_empty() {
        return None;
    }
    let kings = kings(variant);
    let own = kings.iter().find(|it| it.1.seat == FIRST)?.0;
    let is_officer = |it: &KindId| book.kinds[it.index()].role == Role::Piece;
    let officers: Vec<KindId> = (0..book.kinds.len() as u8).map(KindId).filter(is_officer).collect();
    let squares: Vec<Square> = variant.board().squares().filter(|it| kings.iter().all(|king| king.0 != *it)).collect();
    let attackers = |seat: SeatId| -> Vec<(Square, Piece)> {
        let all = officers.iter().flat_map(|kind| squares.iter().map(move |at| (*at, *kind)));
        let hits = all.filter(|it| variant.reach(seat, it.1, it.0).captures.contains(&own));
        hits.map(|(at, kind)| (at, piece(seat, kind))).collect()
    };
    let (checkers, pinners) = (attackers(SECOND), attackers(THIRD));
    let clear = |all: &[(Square, Piece)]| -> Vec<(Square, Piece)> {
        let is_clear = |it: &&(Square, Piece)| {
            !is_inside(variant, it.0) && is_plain_line(variant, (it.0, it.1.kind), own, &|_| true)
        };
        all.iter().filter(is_clear).copied().collect()
    };
    // Half of the positions have only attacks that are plain to see.
    let choices = [(clear(&checkers), clear(&pinners)), (checkers, pinners)];
    // A pinned piece is on a line from its king.
    let rays = (0..variant.board().headings).flat_map(|it| ray_paths(variant.board(), own, Heading(it), 0));
    let mut near: Vec<Square> = rays.flat_map(|it| it.squares.into_iter().take(NEAR)).collect();
    near.retain(|it| squares.contains(it));
    let mut dice = Dice(3);
    let mut found = None;
    for attempt in 0..TRIED {
        let (checkers, pinners) = &choices[attempt % 2];
        if checkers.is_empty() || pinners.is_empty() || near.is_empty() {
            continue;
        }
        let (checker, pinner) = (checkers[dice.below(checkers.len())], pinners[dice.below(pinners.len())]);
        let mine = (near[dice.below(near.len())], piece(FIRST, officers[dice.below(officers.len())]));
        let mut pieces = kings.clone();
        for one in [checker, pinner, mine] {
            if pieces.iter().all(|it| it.0 != one.0) {
                pieces.push(one);
            }
        }
        let setup = Setup::builder(variant).turn(FIRST).pieces(pieces).setup();
        let Some(position) = unsettled(variant, &setup) else { continue };
        let mv = Move::new(mine.0, checker.0);
        let is_pinned = matches!(position.explain(mv), Err(Refusal::OwnKing { by, .. }) if by == [pinner.0]);
        let others_calm = book.seat_ids().all(|it| it == FIRST || position.checkers(it).is_empty());
        if !is_pinned || !others_calm || position.checkers(FIRST) != [checker.0] || position.legal_moves().is_empty() {
            continue;
        }
        if [checker, pinner].iter().any(|it| is_pinned_itself(variant, &position, *it)) {
            continue;
        }
        let is_empty = |it: Square| it == mine.0 || position.piece_at(it).is_none();
        let is_plain = |one: (Square, Piece), to: Square| is_plain_line(variant, (one.0, one.1.kind), to, &is_empty);
        let touch = |one: Square, other: Square| variant.board().links(one).iter().any(|it| it.0 == other);
        let is_apart = !touch(own, checker.0);
        let all_plain = is_apart && is_plain(checker, own) && is_plain(pinner, own) && is_plain(mine, checker.0);
        // Squares near the center of a ring are small.
        let is_large = [checker, pinner, mine].iter().all(|it| !is_inside(variant, it.0));
        // Pieces side by side hide the lines between them.
        let squares = [own, checker.0, pinner.0, mine.0];
        let is_loose = (1..squares.len()).all(|it| squares[..it].iter().all(|other| !touch(squares[it], *other)));
        let quality = u8::from(all_plain) * 4 + u8::from(is_large) * 2 + u8::from(is_loose);
        if found.as_ref().is_none_or(|it: &(u8, _)| it.0 < quality) {
            found = Some((quality, (position, checker, pinner, mine)));
        }
        if quality == 7 {
            break;
        }
    }
    let (position, checker, pinner, mine) = found?.1;
    let label = |it: Piece| &book.kinds[it.kind.index()].label;
    let name = |it: Square| book.board.name(it);
    let (whose, checking, pinning) = (seat_title(book, FIRST), seat_title(book, SECOND), seat_title(book, THIRD));
    let caption = format!(
        "{whose} to move. {checking}'s {0} on {1} gives check. {whose}'s {2} on {3} may not capture this {0}, because {pinning}'s {4} \
         on {5} pins {whose}'s {2}.",
        label(checker.1),
        name(checker.0),
        label(mine.1),
        name(mine.0),
        label(pinner.1),
        name(pinner.0)
    );
    let diagram = Diagram {
        pins: vec![(pinner.0, own)],
        forbidden: vec![(mine.0, checker.0)],
        is_small: true,
        seat: Some(FIRST),
        caption: caption.into(),
        ..Diagram::new(position)
    };
    Some(Illustration { rule: "rule-check-pin".to_owned(), diagram })
}
