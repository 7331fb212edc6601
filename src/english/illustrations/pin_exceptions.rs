//! Illustration of a pinned piece that may leave the line, because it captures the king of the player who pins it.
//!
//! Input: a variant. Output: a position with two pieces beside the kings, found by a random search that is bounded and
//! deterministic. The engine decides which moves are legal. Does not know any game by name.

use super::Illustration;
use super::moves::{kings, piece};
use super::plain_lines::is_plain_line;
use super::refused::{Dice, unsettled};
use crate::board::{Heading, Square, ray_paths};
use crate::document::Diagram;
use crate::notation::seat_title;
use crate::policy::{OwnKing, Role};
use crate::rulebook::{KindId, SeatId};
use crate::rules::{Move, Piece, Position, Refusal, Setup, Variant};
use crate::sorting::CompactSort;

/// The player whose piece is pinned.
const FIRST: SeatId = SeatId(0);
/// The player who pins the piece, and whose king it captures.
const SECOND: SeatId = SeatId(1);
/// Maximum number of positions tried.
const TRIED: usize = 20_000;
/// Maximum number of positions for which a move that exposes the king is looked for.
const EXPOSED: usize = 30;
/// Maximum number of steps from the king to the pinned piece, and from there to the other two.
const NEAR: usize = 4;

/// A pin, and the king that the pinned piece may capture. Pieces have their squares and kinds.
#[derive(Clone, Copy)]
struct Pin {
    /// The king of the pinned piece's owner.
    own: Square,
    /// The pinned piece.
    mine: (Square, KindId),
    /// The piece that pins it.
    pinner: (Square, KindId),
    /// The king of the player who pins.
    king: Square,
}

/// Shows the capture of a king by a piece that the same player pins.
pub(super) fn illustration(variant: &Variant) -> Option<Illustration> {
    let book = variant.rulebook();
    if book.seats.len() < 3 || book.check.own_king != OwnKing::KeptSafe || !book.teams.is_empty() {
        return None;
    }
    let mut kings = kings(variant);
    let own = kings.iter().find(|it| it.1.seat == FIRST)?.0;
    let other = kings.iter().find(|it| it.1.seat == SECOND)?.1;
    kings.retain(|it| it.1.seat != SECOND);
    let officers: Vec<KindId> =
        (0..book.kinds.len() as u8).map(KindId).filter(|it| book.kinds[it.index()].role == Role::Piece).collect();
    let lines = lines_from(variant, own);
    let mut dice = Dice(5);
    let (mut first, mut found) = (None, 0);
    for _ in 0..TRIED {
        if lines.is_empty() || officers.is_empty() {
            break;
        }
        // The pinned piece and the attacking one are on one line from the king.
        let line = &lines[dice.below(lines.len())];
        let (near, far) = (dice.below(line.len()), dice.below(line.len()));
        let mine = (line[near], officers[dice.below(officers.len())]);
        let pinner = (line[far], officers[dice.below(officers.len())]);
        let around: Vec<Square> = lines_from(variant, mine.0).into_iter().flatten().collect();
        if near >= far || mine.1 == pinner.1 || around.is_empty() {
            continue;
        }
        let king = around[dice.below(around.len())];
        let mut pieces = kings.clone();
        pieces.extend([(mine.0, piece(FIRST, mine.1)), (pinner.0, piece(SECOND, pinner.1)), (king, other)]);
        let is_taken = |at: usize| pieces[..at].iter().any(|it| it.0 == pieces[at].0);
        if (1..pieces.len()).any(is_taken) {
            continue;
        }
        let setup = Setup::builder(variant).turn(FIRST).pieces(pieces).setup();
        let Some(position) = unsettled(variant, &setup) else { continue };
        let pin = Pin { own, mine, pinner, king };
        if is_example(&position, pin) {
            let illustrated = |position: Position, last: Option<Move>| Illustration {
                rule: "rule-check-pin".to_owned(),
                diagram: Diagram { last, ..shown(position, pin, last) },
            };
            if let Some((position, last)) = exposing(&position, pin) {
                return Some(illustrated(position, Some(last)));
            }
            first.get_or_insert_with(|| illustrated(position, None));
            found += 1;
            if found == EXPOSED {
                break;
            }
        }
    }
    first
}

/// Returns the first squares of all lines from a square.
fn lines_from(variant: &Variant, from: Square) -> Vec<Vec<Square>> {
    let board = variant.board();
    let lines = (0..board.headings).flat_map(|it| ray_paths(board, from, Heading(it), 0));
    lines.map(|it| it.squares.into_iter().take(NEAR).collect()).collect()
}

/// Reports whether the piece is pinned, may still capture the king, and everything is plain to see.
fn is_example(position: &Position, pin: Pin) -> bool {
    let Pin { own, mine, pinner, king } = pin;
    let variant = position.variant();
    let board = variant.board();
    let seats = || variant.rulebook().seat_ids();
    let is_calm = seats().all(|it| it == SECOND || position.checkers(it).is_empty());
    if !is_calm || position.checkers(SECOND) != [mine.0] || position.explain(Move::new(mine.0, king)).is_err() {
        return false;
    }
    let is_pinned = |to: Square| {
        let refused = position.explain(Move::new(mine.0, to));
        matches!(refused, Err(Refusal::OwnKing { by, .. }) if by == [pinner.0])
    };
    let is_empty = |it: Square| it == mine.0 || position.piece_at(it).is_none();
    let is_plain = |one: (Square, KindId), to: Square| is_plain_line(variant, one, to, &is_empty);
    let touch = |one: Square, other: Square| board.links(one).iter().any(|it| it.0 == other);
    // Pieces side by side hide the lines between them.
    let squares = [own, mine.0, pinner.0, king];
    let is_loose = (1..squares.len()).all(|it| squares[..it].iter().all(|one| !touch(squares[it], *one)));
    is_plain(pinner, own) && is_plain(mine, king) && is_loose && board.squares().any(is_pinned)
}

/// Adds a piece of the last player, whose move has exposed the king. Returns the position after this move, and the move.
fn exposing(position: &Position, pin: Pin) -> Option<(Position, Move)> {
    let Pin { own, mine, pinner, king } = pin;
    let variant = position.variant();
    let (board, book) = (variant.board(), variant.rulebook());
    let last = SeatId(book.seats.len() as u8 - 1);
    let rays = (0..board.headings).flat_map(|it| ray_paths(board, mine.0, Heading(it), 0));
    let ways = rays.filter_map(|it| Some(it.squares[..it.squares.iter().position(|at| *at == king)?].to_vec()));
    let officers = (0..book.kinds.len() as u8)
        .map(KindId)
        .filter(|it| book.kinds[it.index()].role == Role::Piece)
        .collect::<Vec<_>>();
    let placed = |at: Square, kind: KindId, turn: SeatId| {
        let mut setup = Setup { turn, ..position.setup() };
        setup.pieces.push((at, piece(last, kind)));
        unsettled(variant, &setup)
    };
    let touch = |one: Square, other: Square| board.links(one).iter().any(|it| it.0 == other);
    for from in ways.min_by_key(Vec::len)? {
        for kind in &officers {
            // The player who pins would not have left their king in check.
            let is_safe = |it: &Position| position.piece_at(from).is_none() && it.checkers(SECOND).is_empty();
            let Some(before) = placed(from, *kind, last).filter(is_safe) else { continue };
            let quiet = variant.reach(last, *kind, from).quiet;
            let rays = (0..board.headings).flat_map(|it| ray_paths(board, from, Heading(it), 0));
            let mut ends: Vec<(usize, Square)> = rays.flat_map(|it| it.squares.into_iter().enumerate()).collect();
            ends.retain(|it| quiet.contains(&it.1));
            // A short move leaves the picture small.
            ends.compact_sort_by_key(|it| it.0);
            for (_, to) in ends {
                let mv = Move::new(from, to);
                let is_apart = [own, mine.0, pinner.0, king].iter().all(|it| !touch(*it, to));
                if position.piece_at(to).is_some() || !is_apart || before.explain(mv).is_err() {
                    continue;
                }
                let after = placed(to, *kind, FIRST).filter(|it| is_example(it, pin));
                if let Some(after) = after {
                    return Some((after, mv));
                }
            }
        }
    }
    None
}

fn shown(position: Position, pin: Pin, exposing: Option<Move>) -> Diagram {
    let Pin { own, mine, pinner, king } = pin;
    let book = position.variant().rulebook();
    let label = |it: KindId| &book.kinds[it.index()].label;
    let royal = position.piece_at(king).map_or_else(|| "king".to_owned(), |it: Piece| label(it.kind).clone());
    let (whose, pinning) = (seat_title(book, FIRST), seat_title(book, SECOND));
    let last = seat_title(book, SeatId(book.seats.len() as u8 - 1));
    let name = |it: Square| book.board.name(it);
    let exposes = exposing.and_then(|it| {
        let moved = label(position.piece_at(it.to)?.kind);
        Some(format!("{last}'s {moved} has just moved from {} to {} and exposed", name(it.from), name(it.to)))
    });
    let exposes = exposes.unwrap_or_else(|| format!("{last}'s last move has exposed"));
    let caption = format!(
        "The exception. {pinning}'s {} on {} pins {whose}'s {} on {}. {exposes} {pinning}'s {royal} to this {2}. \
         The {2} may capture the {royal} on {4}.",
        label(pinner.1),
        name(pinner.0),
        label(mine.1),
        name(mine.0),
        name(king)
    );
    Diagram {
        pins: vec![(pinner.0, own)],
        allowed: vec![(mine.0, king)],
        is_small: true,
        seat: Some(FIRST),
        caption: caption.into(),
        ..Diagram::new(position)
    }
}
