//! Warnings about pieces of `[dead-position]` that can give checkmate after all.
//!
//! Input: the kinds of `minor` and `colored`, and the moves of a king and one such piece on the empty board. Output:
//! warnings, each with a position that shows the checkmate. Every candidate is played by the engine, so a warning is
//! certain. Does not know endings other than checkmate.

use crate::board::Square;
use crate::definition::Definition;
use crate::diagnostic::{Code, Diagnostics};
use crate::notation::position::print_list;
use crate::policy::Role;
use crate::rulebook::{KindId, SeatId};
use crate::rules::{Setup, UnsettledPosition, Variant};

/// The players of the search: the one who gives checkmate, and the one who is checkmated.
const WINNER: SeatId = SeatId(0);
const LOSER: SeatId = SeatId(1);
/// Maximum number of positions that are tried for each kind.
const MAX_TRIED: usize = 20_000;

/// Warns if a king and one piece that is listed under `[dead-position]` can give checkmate, or if the piece can promote.
pub(super) fn pieces_that_mate(def: &Definition, variant: &Variant, sink: &mut Diagnostics) {
    let book = variant.rulebook();
    let is_tested = book.outcomes.iter().any(|it| it.when.mate_impossible);
    let Some(table) = def.dead_position.as_ref().filter(|_| is_tested && book.kings_are_harmless()) else { return };
    let listed =
        table.value.minor.iter().map(|it| (it, "minor")).chain(table.value.colored.iter().map(|it| (it, "colored")));
    let mut seen = Vec::new();
    for (name, key) in listed {
        let Some(kind) = book.kind(&name.value.0).filter(|it| !seen.contains(it)) else { continue };
        seen.push(kind);
        let label = &book.kinds[kind.index()].label;
        let promoting =
            book.promotions.iter().map(|it| it.pieces).chain(book.promotion_moves.iter().map(|it| it.pieces));
        if promoting.fold(0, |all, it| all | it) >> kind.0 & 1 != 0 {
            let message = format!("a {label} can promote, so such a position is not dead");
            let help = format!("leave `{}` out of `{key}`", name.value.0);
            sink.warning(Code::MinorGivesMate, name.span, message).help(help);
            continue;
        }
        let Some(mate) = mate_by(variant, kind) else { continue };
        sink.warning(
            Code::MinorGivesMate,
            name.span,
            format!("a king and one {label} can give checkmate, so such a position is not dead"),
        )
        .help(format!("leave `{}` out of `{key}`: for example, `{mate}` is checkmate", name.value.0));
    }
}

/// Searches for a position in which a king and one piece checkmate a lone king.
fn mate_by(variant: &Variant, kind: KindId) -> Option<String> {
    let book = variant.rulebook();
    let king = (0..book.kinds.len() as u8).map(KindId).find(|it| book.kinds[it.index()].role == Role::Royal)?;
    let squares: Vec<Square> = book.board.squares().collect();
    let moves_of = |seat: SeatId, kind: KindId| -> Vec<Vec<Square>> {
        squares.iter().map(|from| variant.reach(seat, kind, *from).captures).collect()
    };
    let (attacks, guards, mut steps) = (moves_of(WINNER, kind), moves_of(WINNER, king), moves_of(LOSER, king));
    let allowed = |seat: SeatId, others: SeatId, own: &[Vec<Square>], other: &[Vec<Square>]| -> Vec<Vec<Square>> {
        let near =
            |one: Square, far: Square| own[one.index()].iter().any(|it| *it == far || other[far.index()].contains(it));
        let of = |one: &Square| {
            let far = squares.iter().rfind(|it| *it != one && !near(*one, **it) && !other[it.index()].contains(one));
            let position = far.and_then(|far| position_of(variant, seat, &[(*one, seat, king), (*far, others, king)]));
            let legal = position.map(|it| it.as_position().legal_moves_from(*one));
            legal.map_or_else(|| own[one.index()].clone(), |it| it.iter().map(|it| it.to).collect())
        };
        squares.iter().map(of).collect()
    };
    // Bans can keep a king from some squares. A king is where the game starts, or where it could come from another square.
    let mut entered = [None, None];
    if !book.bans.is_empty() {
        let (winner, loser) = (allowed(WINNER, LOSER, &guards, &steps), allowed(LOSER, WINNER, &steps, &guards));
        // A ban on every move has a warning of its own.
        if loser.iter().all(Vec::is_empty) {
            return None;
        }
        entered = [Some(winner.concat()), Some(loser.concat())];
        steps = loser;
    }
    let can_be = |seat: SeatId, square: &Square| {
        let starts = || book.setup.iter().flatten().any(|it| *it == (seat, king, *square));
        entered[seat.index()].as_ref().is_none_or(|it| it.contains(square) || starts())
    };
    let mut tried = 0;
    for lone in squares.iter().filter(|it| can_be(LOSER, it)) {
        let flights = &steps[lone.index()];
        for from in squares.iter().filter(|it| *it != lone && attacks[it.index()].contains(lone)) {
            let covered = &attacks[from.index()];
            let left: Vec<Square> = flights.iter().copied().filter(|it| it != from && !covered.contains(it)).collect();
            for guard in squares.iter().filter(|it| *it != lone && *it != from) {
                let guarded = &guards[guard.index()];
                if guarded.contains(lone) || left.iter().any(|it| !guarded.contains(it)) || !can_be(WINNER, guard) {
                    continue;
                }
                tried += 1;
                if tried > MAX_TRIED {
                    return None;
                }
                let pieces = [(*guard, WINNER, king), (*from, WINNER, kind), (*lone, LOSER, king)];
                if let Some(text) = checkmate(variant, &pieces) {
                    return Some(text);
                }
            }
        }
    }
    None
}

/// Returns a position of two players.
fn position_of(variant: &Variant, turn: SeatId, pieces: &[(Square, SeatId, KindId)]) -> Option<UnsettledPosition> {
    let others = variant.rulebook().seat_ids().filter(|it| ![WINNER, LOSER].contains(it));
    let builder = others.fold(Setup::builder(variant).turn(turn), |it, seat| it.eliminated(seat));
    let setup = pieces.iter().fold(builder, |it, (square, seat, kind)| it.piece(*square, *seat, *kind)).setup();
    UnsettledPosition::new(variant, &setup).ok()
}

/// Returns the text of a position if the loser is checkmated in it.
fn checkmate(variant: &Variant, pieces: &[(Square, SeatId, KindId)]) -> Option<String> {
    let position = position_of(variant, LOSER, pieces)?;
    let position = position.as_position();
    let is_mate = position.is_check(LOSER) && !position.is_check(WINNER) && position.legal_moves().is_empty();
    is_mate.then(|| print_list(position))
}
