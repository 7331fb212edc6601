//! Illustrations of pawns on unusual ways: across an edge up to the promotion, and on a square with none ahead.
//!
//! Input: a definition and its variant. Output: a board with the numbered steps of a pawn, and one with the only capture of another. The
//! engine decides where a pawn promotes. Does not know any game by name.

use super::Illustration;
use super::moves::{kings, piece};
use super::reaches::place_across;
use super::refused::{is_calm, unsettled};
use super::runs::numbered;
use crate::board::Square;
use crate::definition::Definition;
use crate::document::Diagram;
use crate::english::crossing::is_ring;
use crate::english::learn::{pawn_walk, steps_of};
use crate::english::walks::stuck_squares;
use crate::notation::seat_title;
use crate::policy::Role;
use crate::rulebook::{KindId, SeatId};
use crate::rules::{Move, Position, Setup, Variant};

/// The seat whose pawn walks.
const FIRST: SeatId = SeatId(0);

/// Shows the whole way of a pawn that crosses an edge once, step by step.
pub(super) fn whole_way(variant: &Variant) -> Option<Illustration> {
    let (book, board) = (variant.rulebook(), variant.board());
    let walk = pawn_walk(variant)?;
    let [before, after] = walk.runs.as_slice() else { return None };
    let (from, edge, to) = (*before.first()?, *before.last()?, *after.last()?);
    let path = [before.as_slice(), after].concat();
    let kings = kings(variant);
    if !variant.promotes_on(FIRST, walk.kind).contains(&to) || kings.iter().any(|it| path.contains(&it.0)) {
        return None;
    }
    let pieces = kings.into_iter().chain([(from, piece(FIRST, walk.kind))]);
    let position = unsettled(variant, &Setup::builder(variant).turn(FIRST).pieces(pieces).setup()).filter(is_calm)?;
    let place = place_across(variant, edge, after.first());
    let ways = match is_ring(board) {
        true => [format!("toward {place}"), format!("across {place}"), "toward the rim".to_owned()],
        false => [format!("up to {place}"), "across it".to_owned(), "beyond it".to_owned()],
    };
    // The start has no number.
    let crossing = before.len();
    let spans = [(1, crossing - 1), (crossing, crossing), (crossing + 1, path.len() - 1)];
    let parts =
        spans.into_iter().zip(ways).filter(|it| it.0.0 <= it.0.1).map(|((first, last), way)| match last - first {
            0 => format!("{first} {way}"),
            1 => format!("{first} and {last} {way}"),
            _ => format!("{first} to {last} {way}"),
        });
    let caption = format!(
        "The whole way of {}'s {} from {} to {}. The numbers count its steps: {}. On {3} it promotes.",
        seat_title(book, FIRST),
        book.kinds[walk.kind.index()].label,
        board.name(from),
        board.name(to),
        parts.collect::<Vec<_>>().join(", ")
    );
    let (numbers, seat) = (numbered(&path), Some(FIRST));
    let diagram =
        Diagram { paths: vec![path], numbers, is_small: true, seat, caption: caption.into(), ..Diagram::new(position) };
    Some(Illustration { rule: steps_of(&book.kinds[walk.kind.index()]), diagram })
}

/// Shows a pawn beside a missing square: it can capture, but not move ahead.
pub(super) fn stuck(definition: &Definition, variant: &Variant) -> Option<Illustration> {
    let book = variant.rulebook();
    let kind = (0..book.kinds.len() as u8).map(KindId).find(|it| book.kinds[it.index()].role == Role::Pawn)?;
    // The last player is farthest from chess.
    let mut seats: Vec<SeatId> = book.seat_ids().collect();
    seats.reverse();
    seats.into_iter().find_map(|seat| {
        let squares = stuck_squares(definition, variant, seat, kind);
        let at = *squares.last()?;
        variant.reach(seat, kind, at).captures.into_iter().find_map(|to| stuck_on(variant, (seat, kind), at, to))
    })
}

fn stuck_on(variant: &Variant, (seat, kind): (SeatId, KindId), at: Square, to: Square) -> Option<Illustration> {
    let (book, board) = (variant.rulebook(), variant.board());
    let mut kings = kings(variant);
    kings.retain(|it| it.0 != at && it.0 != to);
    let victim = book.seat_ids().find(|it| *it != seat)?;
    let officers = (0..book.kinds.len() as u8).map(KindId).filter(|it| book.kinds[it.index()].role == Role::Piece);
    let with = |prey: KindId| -> Option<Position> {
        let pieces = kings.iter().copied().chain([(at, piece(seat, kind)), (to, piece(victim, prey))]);
        let setup = Setup::builder(variant).turn(seat).pieces(pieces).setup();
        unsettled(variant, &setup).filter(is_calm).filter(|it| it.explain(Move::new(at, to)).is_ok())
    };
    let (prey, position) = officers.into_iter().find_map(|it| Some((it, with(it)?)))?;
    let label = |it: KindId| &book.kinds[it.index()].label;
    let promotes = !variant.promotes_on(seat, kind).is_empty();
    let stays = if promotes { " It does not promote on this square." } else { "" };
    let caption = format!(
        "{0}'s {1} on {2} has no square ahead.{stays} It can only capture, here {3}'s {4} on {5}.",
        seat_title(book, seat),
        label(kind),
        board.name(at),
        seat_title(book, victim),
        label(prey),
        board.name(to)
    );
    let diagram = Diagram {
        allowed: vec![(at, to)],
        is_small: true,
        seat: Some(seat),
        caption: caption.into(),
        ..Diagram::new(position)
    };
    Some(Illustration { rule: "rule-pieces".to_owned(), diagram })
}
