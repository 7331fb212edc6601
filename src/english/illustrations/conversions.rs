//! Illustrations of moves that convert pieces.
//!
//! Input: a variant. Output: a move as an arrow, with marks on the pieces that it converts. A search places a few
//! pieces next to the end of a move. If that shows nothing, it plays random moves from the starting position. Both
//! are bounded and deterministic. Does not know any game by name.

use super::Illustration;
use super::moves::{kings, piece};
use super::refused::{Dice, is_calm, unsettled};
use crate::board::Square;
use crate::document::Diagram;
use crate::notation::name::{joined, seat_title};
use crate::policy::{Role, Who};
use crate::rulebook::{KindId, Player, SeatId};
use crate::rules::{Move, Piece, Position, Setup, Variant};

/// The seat whose move is shown, and the owner of the converted pieces.
const SEATS: [SeatId; 2] = [SeatId(0), SeatId(1)];

/// Maximum number of positions tried.
const MAX_TRIED: usize = 500;

/// Maximum number of random moves from the starting position.
const PLIES: usize = 40;

/// Returns a move that converts pieces, if the rulebook has such moves.
pub(super) fn conversion(variant: &Variant) -> Option<Illustration> {
    variant.rulebook().conversion.as_ref()?;
    let (position, mv) = placed(variant).or_else(|| played(variant))?;
    Some(shown(&position, mv))
}

/// Returns a move with two pieces next to its end, with the kings at home.
fn placed(variant: &Variant) -> Option<(Position, Move)> {
    let book = variant.rulebook();
    let rule = book.conversion.as_ref()?;
    let setup = || book.setup.iter().flatten();
    let by = setup().find(|it| it.0 == SEATS[0] && rule.by >> it.1.0 & 1 != 0)?.1;
    let ordinary = |it: &KindId| book.kinds[it.index()].role == Role::Piece && rule.immune >> it.0 & 1 == 0;
    let kind = setup().map(|it| it.1).find(ordinary)?;
    let home = setup().find(|it| it.0 == SEATS[0] && it.1 == by && book.kinds[by.index()].role == Role::Royal);
    let starts = variant.board().squares().filter(|it| home.is_none_or(|home| home.2 == *it));
    let reach = |from| variant.reach(SEATS[0], by, from).quiet.into_iter().map(move |to| (from, to));
    let moves: Vec<(Square, Square)> = starts.flat_map(reach).take(MAX_TRIED).collect();
    moves.into_iter().find_map(|(from, to)| {
        let position = around(variant, (by, from), to, kind)?;
        let mv = position.legal_moves().into_iter().find(|it| (it.from, it.to) == (from, to))?;
        (converted(&position, mv).len() == 2).then_some((position, mv))
    })
}

/// Returns a position with the kings at home, a piece that can move, and two pieces next to the end of its move.
fn around(variant: &Variant, (by, from): (KindId, Square), to: Square, kind: KindId) -> Option<Position> {
    let (book, board) = (variant.rulebook(), variant.board());
    let rule = book.conversion.as_ref()?;
    let eliminated = rule.of == Player::Role(Who::Eliminated);
    let mut pieces: Vec<(Square, Piece)> = kings(variant);
    pieces.retain(|it| it.0 != from && !(eliminated && it.1.seat == SEATS[1]));
    pieces.push((from, piece(SEATS[0], by)));
    let reaches = |heading| if board.is_straight(heading) { rule.straight } else { rule.diagonal };
    let near = board.links(to).iter().filter(|it| reaches(it.1.heading)).map(|it| it.0);
    let mut free: Vec<Square> = near.filter(|it| *it != to && pieces.iter().all(|(at, _)| at != it)).collect();
    free.dedup();
    let beside = [free.first()?, free.get(1 + free.len() / 2)?];
    pieces.extend(beside.map(|it| (*it, piece(SEATS[1], kind))));
    let mut setup = Setup::builder(variant).turn(SEATS[0]).pieces(pieces);
    if eliminated {
        setup = setup.eliminated(SEATS[1]);
    }
    unsettled(variant, &setup.setup()).filter(is_calm)
}

/// Returns the first move of a random game that converts a piece, or could have done so.
fn played(variant: &Variant) -> Option<(Position, Move)> {
    let mut position = variant.start()?;
    let mut dice = Dice(1);
    for _ in 0..PLIES {
        let moves = position.legal_moves();
        if let Some(mv) = moves.iter().find(|it| !converted(&position, **it).is_empty()) {
            return Some((position, *mv));
        }
        position = position.play(*moves.get(dice.below(moves.len()))?).ok()?;
    }
    None
}

/// Returns the squares of the pieces whose owner a move changes.
fn converted(position: &Position, mv: Move) -> Vec<Square> {
    let Ok(next) = position.play_unsettled(mv) else { return Vec::new() };
    let owner = |at: &Position, it: Square| at.piece_at(it).map(|it| it.seat);
    let changed = |it: &Square| {
        let before = owner(position, *it).filter(|_| *it != mv.to);
        before.is_some_and(|seat| owner(next.as_position(), *it).is_some_and(|it| it != seat))
    };
    position.variant().board().squares().filter(changed).collect()
}

fn shown(position: &Position, mv: Move) -> Illustration {
    let book = position.variant().rulebook();
    let name = |it: &Square| book.board.name(*it).to_owned();
    let squares = converted(position, mv);
    let kind = mv.dropped().or_else(|| position.piece_at(mv.from).map(|it| it.kind));
    let label = kind.map_or("piece", |it| &book.kinds[it.index()].label);
    let goes = if mv.dropped().is_some() { "is dropped on" } else { "moves to" };
    let names: Vec<String> = squares.iter().map(name).collect();
    let what = if squares.len() == 1 { "piece" } else { "pieces" };
    let seat = seat_title(book, position.turn());
    let caption =
        format!("{seat}'s {label} {goes} {} and converts the {what} on {}.", name(&mv.to), joined(&names, "and"));
    let diagram = Diagram {
        marked: squares,
        allowed: if mv.dropped().is_some() { Vec::new() } else { vec![(mv.from, mv.to)] },
        is_small: true,
        seat: Some(position.turn()),
        caption: caption.into(),
        ..Diagram::new(position.clone())
    };
    Illustration { rule: "rule-conversion".to_owned(), diagram }
}
