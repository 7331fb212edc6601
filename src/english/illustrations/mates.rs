//! Illustrations of checkmates by one opponent alone, by each of several, and by several together.
//!
//! Input: a variant. Output: for each ending that counts such opponents one position, with the test that the rules
//! describe as the caption. The search places pieces that attack the squares around a king, and the engine decides
//! which ending follows. It is bounded and deterministic. Does not know any game by name.

use super::super::learn::KINDS_OF_MATE;
use super::Illustration;
use super::moves::{kings, piece};
use super::refused::{Dice, reduced, unsettled};
use crate::board::Square;
use crate::document::{Diagram, Inline};
use crate::english::learn::{Roles, enough_attacks, standings};
use crate::notation::name::{capital, joined};
use crate::notation::seat_title;
use crate::policy::{Alone, CheckState, Role};
use crate::rulebook::{KindId, OutcomeId, SeatId};
use crate::rules::{EndingCause, Move, Piece, Position, Setup, UnsettledPosition, Variant};
use crate::sorting::CompactSort;

/// The player who is checkmated.
pub(super) const VICTIM: SeatId = SeatId(0);
/// Maximum number of positions tried.
const TRIED: usize = 40_000;
/// Number of pieces of each opponent in the search.
const PIECES: usize = 2;

/// Returns an illustration of each checkmate that depends on how many opponents give it alone.
pub(super) fn illustrations(variant: &Variant) -> Vec<Illustration> {
    let book = variant.rulebook();
    let mut wanted = counting_mates(variant);
    let mut found: Vec<(OutcomeId, Illustration)> = Vec::new();
    let attackers = attackers(variant);
    let mut dice = Dice(0);
    // Second choices: positions that show the ending less clearly.
    let mut spare: Vec<(OutcomeId, Illustration)> = Vec::new();
    for _ in 0..TRIED {
        if wanted.is_empty() || attackers.is_empty() {
            break;
        }
        let mut pieces = kings(variant);
        for all in &attackers {
            for _ in 0..PIECES {
                let (at, piece) = all[dice.below(all.len())];
                if pieces.iter().all(|it| it.0 != at) && has_another(variant, &pieces, piece) {
                    pieces.push((at, piece));
                }
            }
        }
        let setup = Setup::builder(variant).turn(VICTIM).pieces(pieces).setup();
        let Some((position, outcome)) = mate(variant, &setup).filter(|it| wanted.contains(&it.1)) else { continue };
        // Every player takes part, so that the picture shows whose pieces do not suffice.
        let officers = |it: &Position| {
            let all = it.pieces().into_iter().filter(|it| book.kinds[it.1.kind.index()].role == Role::Piece);
            all.map(|it| it.1.seat).collect::<Vec<_>>()
        };
        let is_whole = |it: &Position| {
            let present = officers(it);
            book.seat_ids().all(|it| it == VICTIM || present.contains(&it))
        };
        let is_clear = |it: &Position| is_whole(it) && (has_several_mates(variant, outcome) || all_give_check(it));
        let clear = is_clear(&position);
        if !clear && spare.iter().any(|it| it.0 == outcome) {
            continue;
        }
        let holds = |it: &Position| is_ending(it, outcome) && if clear { is_clear(it) } else { is_whole(it) };
        let position = reduced(variant, position, &holds);
        if let Some((caption, lines)) = caption(variant, &position, outcome) {
            let diagram = Diagram {
                marked: guarded(&position),
                attacked: guards(&position),
                is_small: true,
                seat: Some(VICTIM),
                caption: in_lines(caption, lines),
                ..Diagram::new(position)
            };
            let illustration = Illustration { rule: KINDS_OF_MATE.to_owned(), diagram };
            match clear {
                true => {
                    wanted.retain(|it| *it != outcome);
                    found.push((outcome, illustration));
                }
                false => spare.push((outcome, illustration)),
            }
        }
    }
    found.extend(spare.into_iter().filter(|it| wanted.contains(&it.0)));
    found.compact_sort_by_key(|it| it.0);
    found.into_iter().map(|it| it.1).collect()
}

/// Returns a caption whose last sentences have lines of their own.
pub(super) fn in_lines(caption: String, lines: Vec<String>) -> Inline {
    lines.into_iter().fold(caption.into(), |all: Inline, it| all.broken().text(it))
}

/// Returns the empty squares beside the victim's king that an opponent attacks.
pub(super) fn guarded(position: &Position) -> Vec<Square> {
    guarded_by(position, &|_| true)
}

/// Returns the same squares, each once for every opponent who attacks it.
pub(super) fn guards(position: &Position) -> Vec<(Square, SeatId)> {
    let of = |seat: SeatId| guarded_by(position, &|it| it.seat == seat).into_iter().map(move |it| (it, seat));
    position.variant().rulebook().seat_ids().filter(|it| *it != VICTIM).flat_map(of).collect()
}

/// Returns the empty squares beside the victim's king that one of certain pieces attacks.
pub(super) fn guarded_by(position: &Position, counts: &dyn Fn(Piece) -> bool) -> Vec<Square> {
    let variant = position.variant();
    let king = position.king(VICTIM).and_then(|it| Some((it, position.piece_at(it)?)));
    let Some((home, king)) = king else { return Vec::new() };
    let mut beside = variant.reach(VICTIM, king.kind, home).quiet;
    beside.retain(|to| {
        let mut setup = position.setup();
        setup.pieces.iter_mut().filter(|it| it.0 == home).for_each(|it| it.0 = *to);
        let moved = unsettled(variant, &setup).filter(|_| position.piece_at(*to).is_none());
        moved.is_some_and(|it| it.checkers(VICTIM).into_iter().filter_map(|at| it.piece_at(at)).any(counts))
    });
    beside
}

/// Says, after a space, that a king does not escape along the line of an attack. Such a square seems free, because the king on its
/// present square keeps the attack away from it.
pub(super) fn through_the_king(position: &Position, marked: &[Square]) -> String {
    match behind(position, marked).as_slice() {
        [] => String::new(),
        [only] => format!(" Square {only} is attacked through the king."),
        names => format!(" Squares {} are attacked through the king.", joined(names, "and")),
    }
}

/// Returns the names of the marked squares that no piece attacks as long as the king stays where it is.
fn behind<'a>(position: &'a Position, marked: &[Square]) -> Vec<&'a str> {
    let book = position.variant().rulebook();
    let is_attacked = |at: &Square| book.seat_ids().any(|it| it != VICTIM && !position.attackers(*at, it).is_empty());
    marked.iter().filter(|it| !is_attacked(it)).map(|it| book.board.name(*it)).collect()
}

/// Reports whether an ending does not need exactly one opponent who gives the checkmate alone.
fn has_several_mates(variant: &Variant, outcome: OutcomeId) -> bool {
    variant.rulebook().outcomes[usize::from(outcome.0)].when.mates_alone != Some(1)
}

/// Reports whether every opponent gives check. Otherwise a piece that does not suffice seems to play no part.
fn all_give_check(position: &Position) -> bool {
    let checkers: Vec<SeatId> =
        position.checkers(VICTIM).into_iter().filter_map(|it| Some(position.piece_at(it)?.seat)).collect();
    position.variant().rulebook().seat_ids().all(|it| it == VICTIM || checkers.contains(&it))
}

/// Returns the outcomes that count the opponents who give a checkmate alone.
pub(super) fn counting_mates(variant: &Variant) -> Vec<OutcomeId> {
    let book = variant.rulebook();
    let counts = |it: &OutcomeId| {
        let test = &book.outcomes[usize::from(it.0)].when;
        test.mates_alone.is_some() && test.stuck.is_some_and(|it| it.check == CheckState::In)
    };
    book.settle.turn_start.iter().copied().filter(counts).collect()
}

/// Returns the piece that would check the victim's king if the piece on a square were not there.
pub(super) fn pinning_piece(position: &Position, at: Square) -> Option<Square> {
    let mut setup = position.setup();
    setup.pieces.retain(|it| it.0 != at);
    let without = unsettled(position.variant(), &setup)?;
    let before = position.checkers(VICTIM);
    without.checkers(VICTIM).into_iter().find(|it| !before.contains(it))
}

/// Reports whether a player starts with more pieces of a kind than there are on the board.
pub(super) fn has_another(variant: &Variant, pieces: &[(Square, Piece)], piece: Piece) -> bool {
    let start = variant.rulebook().setup.iter().flatten();
    let all = start.filter(|it| (it.0, it.1) == (piece.seat, piece.kind)).count();
    pieces.iter().filter(|it| it.1 == piece).count() < all
}

/// Returns for each opponent the pieces and squares that attack the king's square or one beside it.
pub(super) fn attackers(variant: &Variant) -> Vec<Vec<(Square, Piece)>> {
    let book = variant.rulebook();
    let Some((home, _)) = kings(variant).into_iter().find(|it| it.1.seat == VICTIM) else { return Vec::new() };
    let mut zone: Vec<Square> = variant.board().links(home).iter().map(|it| it.0).collect();
    zone.push(home);
    let is_officer = |it: &KindId| book.kinds[it.index()].role == Role::Piece;
    let kinds: Vec<KindId> = (0..book.kinds.len() as u8).map(KindId).filter(is_officer).collect();
    let of = |seat: SeatId| -> Vec<(Square, Piece)> {
        let all = kinds.iter().flat_map(|kind| variant.board().squares().map(move |at| (at, *kind)));
        let hits = |(at, kind): &(Square, KindId)| {
            !zone.contains(at) && variant.reach(seat, *kind, *at).captures.iter().any(|it| zone.contains(it))
        };
        all.filter(hits).map(|(at, kind)| (at, piece(seat, kind))).collect()
    };
    let all: Vec<Vec<(Square, Piece)>> = book.seat_ids().filter(|it| *it != VICTIM).map(of).collect();
    if all.iter().any(Vec::is_empty) { Vec::new() } else { all }
}

/// Returns the position before the ending, and the ending. Only the victim may be in check.
pub(super) fn mate(variant: &Variant, setup: &Setup) -> Option<(Position, OutcomeId)> {
    let position = unsettled(variant, setup)?;
    let others = variant.rulebook().seat_ids().filter(|it| *it != VICTIM);
    if position.checkers(VICTIM).is_empty() || others.into_iter().any(|it| !position.checkers(it).is_empty()) {
        return None;
    }
    let outcome = ending(&position)?;
    Some((position, outcome))
}

/// Returns the outcome that ends the game in a position.
fn ending(position: &Position) -> Option<OutcomeId> {
    let settled = UnsettledPosition::new(position.variant(), &position.setup()).ok()?.settle();
    match settled.ending()?.cause {
        EndingCause::Outcome(it) => Some(it),
        _ => None,
    }
}

/// All squares beside the king that an opponent attacks, in a caption.
const ALL_MARKED: &str = "all marked squares";

pub(super) fn is_ending(position: &Position, outcome: OutcomeId) -> bool {
    let calm = |it: SeatId| it == VICTIM || position.checkers(it).is_empty();
    position.variant().rulebook().seat_ids().all(calm) && ending(position) == Some(outcome)
}

/// Says which attacks are enough, and carries out the test for each opponent in a line of its own: `Red's attacks alone: still
/// checkmate, so enough.`
pub(super) fn caption(variant: &Variant, position: &Position, outcome: OutcomeId) -> Option<(String, Vec<String>)> {
    let book = variant.rulebook();
    let outcome = &book.outcomes[usize::from(outcome.0)];
    let opponents: Vec<SeatId> = book.seat_ids().filter(|it| *it != VICTIM).collect();
    let (mut alone, mut sole) = (0, None);
    let enough = enough_attacks(outcome.when.mates_alone?, opponents.len());
    let mut text = vec![format!("{}: {enough} are enough.", capital(&outcome.label))];
    let guarded = guarded(position);
    let of = |seat: &SeatId| {
        let squares = guarded_by(position, &|it| it.seat == *seat);
        let names: Vec<&str> = squares.iter().map(|it| variant.board().name(*it)).collect();
        let names = if squares == guarded { ALL_MARKED.to_owned() } else { joined(&names, "and") };
        (!squares.is_empty()).then(|| (seat_title(book, *seat), names))
    };
    let marked: Vec<(String, String)> = opponents.iter().filter_map(of).collect();
    let attackers: Vec<&str> = marked.iter().map(|it| it.0.as_str()).collect();
    if marked.len() > 1 && marked.iter().all(|it| it.1 == ALL_MARKED) {
        text.push(format!("{} each attack {ALL_MARKED}.", joined(&attackers, "and")));
    } else {
        text.extend(marked.iter().map(|(who, names)| format!("{who} attacks {names}.")));
    }
    text.extend(Some(through_the_king(position, &guarded).trim_start().to_owned()).filter(|it| !it.is_empty()));
    let mut lines = Vec::new();
    for by in &opponents {
        let others: Vec<SeatId> = opponents.iter().filter(|it| *it != by).copied().collect();
        let mut setup = position.setup();
        for other in &others {
            setup.out |= other.bit();
        }
        let what = match book.alone {
            Alone::PiecesRemain => "attacks",
            Alone::PiecesRemoved => {
                setup.pieces.retain(|it| !others.contains(&it.1.seat));
                "pieces"
            }
        };
        let seat = *by;
        let (by, victim) = (seat_title(book, seat), seat_title(book, VICTIM));
        let test = unsettled(variant, &setup)?;
        let king = test.king(VICTIM)?;
        let moves = test.legal_moves();
        let way = moves.iter().find(|it| it.from == king).or(moves.first());
        let captures = |it: &Move| position.piece_at(it.to).is_some();
        let alike =
            moves.iter().filter(|it| way.is_some_and(|way| way.from == it.from && captures(way) == captures(it)));
        let mut ends: Vec<&str> = alike.map(|it| variant.board().name(it.to)).collect();
        ends.dedup();
        lines.push(match way {
            _ if test.checkers(VICTIM).is_empty() => {
                format!("{by}'s {what} alone: no check, so not enough.")
            }
            Some(it) => {
                let label = &book.kinds[test.piece_at(it.from)?.kind.index()].label;
                let to = joined(&ends, "or");
                let free = match pinning_piece(position, it.from) {
                    Some(_) if it.from != king => "is no longer pinned and could",
                    _ => "could",
                };
                let goes = if position.piece_at(it.to).is_some() { "capture on" } else { "go to" };
                format!("{by}'s {what} alone: {victim}'s {label} {free} {goes} {to}, so not enough.")
            }
            None => {
                alone += 1;
                sole = Some(seat);
                format!("{by}'s {what} alone: still checkmate, so enough.")
            }
        });
    }
    let mating_player = if alone == 1 { sole } else { None };
    let roles = Roles { mover: VICTIM, victim: Some(VICTIM), mating_player, living: book.seat_ids().collect() };
    lines.extend(standings(book, &outcome.score, &roles).map(|it| format!("Points: {it}.")));
    (outcome.when.mates_alone == Some(alone)).then(|| (text.join(" "), lines))
}
