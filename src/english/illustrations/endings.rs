//! Illustrations of endings that a move brings about: a king that is captured, and kings that are attacked at once.
//!
//! Input: a variant. Output: a position before a capture of a king, and a position after each ending that attacks
//! kings. The search places few pieces beside the kings at home, and the engine decides what follows. It is bounded and
//! deterministic. Does not know any game by name.

use super::Illustration;
use super::crossings::line;
use super::moves::{kings, piece};
use super::plain_lines::{is_plain_line, is_straight};
use super::refused::{Dice, is_calm, reduced, unsettled};
use crate::board::Square;
use crate::document::Diagram;
use crate::notation::name::{capital, joined};
use crate::notation::seat_title;
use crate::policy::{Judged, Kings, OwnKing, Role, Who};
use crate::rulebook::{KindId, OutcomeId, SeatId};
use crate::rules::{EndingCause, Move, Piece, Position, Setup, Variant};
use crate::sorting::CompactSort;

/// The player who moves.
const FIRST: SeatId = SeatId(0);
/// The player whose king is captured.
const SECOND: SeatId = SeatId(1);
/// Maximum number of positions tried for each illustration.
const TRIED: usize = 2000;
/// Number of pieces of the player who attacks kings.
const PIECES: usize = 2;

/// Returns the illustrations of all endings of this kind.
pub(super) fn illustrations(variant: &Variant) -> Vec<Illustration> {
    let attacks = variant.rulebook().settle.after_move.iter().filter_map(|it| attack(variant, *it));
    king_capture(variant).into_iter().chain(attacks).collect()
}

/// Returns the kinds that are neither kings nor pawns.
pub(super) fn officers(variant: &Variant) -> Vec<KindId> {
    let kinds = &variant.rulebook().kinds;
    (0..kinds.len() as u8).map(KindId).filter(|it| kinds[it.index()].role == Role::Piece).collect()
}

/// Shows a player who answers a check by capturing the checking player's king, or captures a king without a check.
fn king_capture(variant: &Variant) -> Option<Illustration> {
    let check = &variant.rulebook().check;
    if check.kings != Kings::MayBeCaptured {
        return None;
    }
    let home = kings(variant);
    let king = |seat: SeatId| home.iter().find(|it| it.1.seat == seat).map(|it| it.0);
    let (own, prey) = (king(FIRST)?, king(SECOND)?);
    let attackers = |seat: SeatId, target: Square| -> Vec<(Square, Piece)> {
        let all = officers(variant).into_iter().flat_map(|kind| variant.board().squares().map(move |at| (at, kind)));
        let hits = |(at, kind): &(Square, KindId)| {
            home.iter().all(|it| it.0 != *at) && variant.reach(seat, *kind, *at).captures.contains(&target)
        };
        all.filter(hits).map(|(at, kind)| (at, piece(seat, kind))).collect()
    };
    let (mut takers, checkers) = (attackers(FIRST, prey), attackers(SECOND, own));
    // A short line between pieces that stand apart is easy to see.
    let (near, visible) = (within(variant, prey, APART - 1), within(variant, prey, APART + 1));
    keep_if_any(&mut takers, |it| visible.contains(&it.0) && !near.contains(&it.0));
    keep_if_any(&mut takers, |it| is_plain_line(variant, (it.0, it.1.kind), prey, &|_| true));
    keep_if_any(&mut takers, |it| is_straight(variant, it.1.kind));
    let answers_check = check.judged == Judged::AfterEliminations && check.own_king == OwnKing::KeptSafe;
    let checkers: Vec<Option<(Square, Piece)>> =
        if answers_check { checkers.into_iter().map(Some).collect() } else { vec![None] };
    let mut dice = Dice(1);
    for _ in 0..TRIED {
        if takers.is_empty() || checkers.is_empty() {
            break;
        }
        let (from, taker) = takers[dice.below(takers.len())];
        let checker = checkers[dice.below(checkers.len())];
        let mut pieces = home.clone();
        pieces.push((from, taker));
        pieces.extend(checker.filter(|it| it.0 != from));
        let setup = Setup::builder(variant).turn(FIRST).pieces(pieces).setup();
        let Some(position) = unsettled(variant, &setup) else { continue };
        let others = variant.rulebook().seat_ids().filter(|it| *it != FIRST && *it != SECOND);
        let is_plain =
            position.is_check(FIRST) == checker.is_some() && others.into_iter().all(|it| !position.is_check(it));
        if is_plain && position.legal_moves_from(from).iter().any(|it| it.to == prey) {
            // Nobody exposes the king of a partner.
            let last = variant.rulebook().seats.len() - 1;
            let may_expose = variant.rulebook().partners(SECOND) >> last & 1 == 0;
            let exposing =
                exposing_move(variant, &position, (from, prey), checker.map(|it| it.0)).filter(|_| may_expose);
            let (position, last) = exposing.map_or((position, None), |it| (it.0, Some(it.1)));
            let caption = captured_king(&position, (from, prey), checker, last);
            let diagram = Diagram {
                last,
                allowed: vec![(from, prey)],
                is_small: true,
                seat: Some(FIRST),
                caption: caption.into(),
                ..Diagram::new(position)
            };
            return Some(Illustration { rule: "rule-check-capture".to_owned(), diagram });
        }
    }
    None
}

/// Keeps the elements that fit, or all if none does.
fn keep_if_any<T>(all: &mut Vec<T>, fits: impl Fn(&T) -> bool) {
    if all.iter().any(&fits) {
        all.retain(fits);
    }
}

/// Returns the squares that a king could reach in a number of steps.
fn within(variant: &Variant, from: Square, steps: usize) -> Vec<Square> {
    let mut all = vec![from];
    for _ in 0..steps {
        let next: Vec<Square> = all.iter().flat_map(|it| variant.board().links(*it).iter().map(|it| it.0)).collect();
        all.extend(next);
        all.compact_sort_by_key(|it| *it);
        all.dedup();
    }
    all
}

/// The fewest steps between two squares on which pieces stand apart.
const APART: usize = 3;

/// Adds a piece of the last player, whose move opens the line of the capture. Returns the position after that move: if
/// possible, one that leads away from the pieces.
fn exposing_move(
    variant: &Variant,
    position: &Position,
    (from, prey): (Square, Square),
    checker: Option<Square>,
) -> Option<(Position, Move)> {
    let book = variant.rulebook();
    let last = SeatId(book.seats.len() as u8 - 1);
    let ours = |it: &Position| it.explain(Move::new(from, prey)).is_ok();
    let stays = |it: &Position| checker.is_none_or(|at| it.checkers(FIRST) == [at]);
    // A short move away from both pieces is easy to see.
    let near = [from, prey].map(|it| within(variant, it, APART - 2)).concat();
    let is_plain =
        |mv: &Move, kind: KindId| !near.contains(&mv.to) && is_plain_line(variant, (mv.from, kind), mv.to, &|_| true);
    let mut spare = None;
    for kind in officers(variant).into_iter().filter(|_| last != FIRST && last != SECOND) {
        for at in variant.board().squares().filter(|it| position.piece_at(*it).is_none()) {
            let mut setup = position.setup();
            setup.turn = last;
            setup.pieces.push((at, piece(last, kind)));
            let Some(before) = unsettled(variant, &setup) else { continue };
            // The piece must cover the king, and must not end the check.
            let covers = before.checkers(SECOND).is_empty() && before.checkers(last).is_empty() && stays(&before);
            if !covers {
                continue;
            }
            for mv in before.legal_moves_from(at) {
                let after = before.play(mv).ok().filter(|it| it.ending().is_none() && ours(it) && stays(it));
                if let Some(after) = after.filter(|it| it.checkers(SECOND) == [from] && it.checkers(last).is_empty()) {
                    if is_plain(&mv, kind) {
                        return Some((after, mv));
                    }
                    spare = spare.or(Some((after, mv)));
                }
            }
        }
    }
    spare
}

/// `Gray's rook on GRd4 gives check. White may capture Gray's king with the bishop: ...`
fn captured_king(
    position: &Position,
    (from, _): (Square, Square),
    checker: Option<(Square, Piece)>,
    last: Option<Move>,
) -> String {
    let book = position.variant().rulebook();
    let label = |it: KindId| &book.kinds[it.index()].label;
    let (one, other) = (seat_title(book, FIRST), seat_title(book, SECOND));
    let taker = position.piece_at(from).map_or("piece", |it| label(it.kind));
    let taker = format!("{taker} on {}", book.board.name(from));
    let moved = last.and_then(|it| Some((it, position.piece_at(it.to)?)));
    let given = checker.map_or_else(String::new, |(at, it)| {
        format!("First {other} gave check with the {} on {}. ", label(it.kind), book.board.name(at))
    });
    let exposed = match (book.seats.len(), book.check.own_king) {
        (3.., OwnKing::KeptSafe) if moved.is_some() => moved.map_or_else(String::new, |(mv, piece)| {
            let (from, to) = (book.board.name(mv.from), book.board.name(mv.to));
            let (last, then) = (seat_title(book, piece.seat), if given.is_empty() { "" } else { "Then " });
            format!(
                "{given}{then}{last}'s {} moved from {from} to {to} and exposed {other}'s king. Now {one} moves before \
                 {other}. ",
                label(piece.kind)
            )
        }),
        (count @ 3.., OwnKing::KeptSafe) if book.partners(SECOND) >> (count - 1) & 1 == 0 => {
            format!("{}'s last move has exposed {other}'s king. ", seat_title(book, SeatId(book.seats.len() as u8 - 1)))
        }
        _ => String::new(),
    };
    let capture = format!("{one} may capture {other}'s king with the {taker}");
    match checker {
        Some(_) if exposed.contains(&given) && !given.is_empty() => {
            format!("{exposed}{capture}: {other}'s army then no longer gives check.")
        }
        Some((at, it)) => format!(
            "{exposed}{other}'s {} on {} gives check. {capture}: {other}'s army then no longer gives check.",
            label(it.kind),
            book.board.name(at)
        ),
        None => format!("{exposed}{capture}."),
    }
}

/// Shows a move after which the player who made it attacks the kings that an ending requires.
fn attack(variant: &Variant, outcome: OutcomeId) -> Option<Illustration> {
    let book = variant.rulebook();
    book.outcomes[usize::from(outcome.0)].when.attack.as_ref().filter(|it| it.by == Who::Mover)?;
    let kinds = officers(variant);
    let squares: Vec<Square> = variant.board().squares().collect();
    let mut dice = Dice(2);
    for _ in 0..TRIED {
        if kinds.is_empty() {
            break;
        }
        let mut pieces = kings(variant);
        for _ in 0..PIECES {
            let at = squares[dice.below(squares.len())];
            if pieces.iter().all(|it| it.0 != at) {
                pieces.push((at, piece(FIRST, kinds[dice.below(kinds.len())])));
            }
        }
        let setup = Setup::builder(variant).turn(FIRST).pieces(pieces).setup();
        let Some(position) = unsettled(variant, &setup).filter(is_calm) else { continue };
        let Some(mv) = position.legal_moves().into_iter().find(|it| ends_with(&position, *it, outcome)) else {
            continue;
        };
        let position = reduced(variant, position, &|it| is_calm(it) && ends_with(it, mv, outcome));
        let moved = position.piece_at(mv.from)?;
        let after = position.play(mv).ok()?;
        let attacked = book.seat_ids().filter(|it| *it != FIRST && after.is_check(*it));
        let attacked: Vec<String> = attacked.filter_map(|it| attacked_king(&after, it)).collect();
        let caption = format!(
            "{}. {} has just moved the {} from {} to {}, and attacks {}.",
            capital(&book.outcomes[usize::from(outcome.0)].label),
            seat_title(book, FIRST),
            book.kinds[moved.kind.index()].label,
            book.board.name(mv.from),
            book.board.name(mv.to),
            joined(&attacked, "and")
        );
        let (last, seat) = (Some(mv), Some(FIRST));
        // The lines to two kings cover most of the board.
        let diagram = Diagram { last, seat, caption: caption.into(), ..Diagram::new(after) };
        return Some(Illustration { rule: "rule-endings".to_owned(), diagram });
    }
    None
}

/// Names a king in check and the line of the attack: `Red's king on i12 (through k10 and j11)`.
fn attacked_king(position: &Position, seat: SeatId) -> Option<String> {
    let board = position.variant().board();
    let king = position.king(seat)?;
    let from = *position.checkers(seat).first()?;
    let line = line(position, Move::new(from, king));
    let between = line.get(1..line.len().max(2) - 1).unwrap_or_default();
    let names: Vec<&str> = between.iter().map(|it| board.name(*it)).collect();
    let over = if names.is_empty() { String::new() } else { format!(" (through {})", joined(&names, "and")) };
    Some(format!("{}'s king on {}{over}", seat_title(position.variant().rulebook(), seat), board.name(king)))
}

/// Reports whether a move brings about an ending.
fn ends_with(position: &Position, mv: Move, outcome: OutcomeId) -> bool {
    let after = position.play(mv).ok();
    after.and_then(|it| it.ending()).is_some_and(|it| it.cause == EndingCause::Outcome(outcome))
}
