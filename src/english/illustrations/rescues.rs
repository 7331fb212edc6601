//! Illustration of a player who ends the check of another player before that player's turn.
//!
//! Input: a variant. Output: a position in which one player would be checkmated, but another player moves first and
//! captures the checking piece. The search places few pieces beside the kings at home, and the engine decides what
//! follows. It prefers a checkmate that a player of chess sees at once. It is bounded and deterministic. Does not know any game
//! by name.

use super::Illustration;
use super::mates::{VICTIM, attackers, counting_mates, guarded, guarded_by, guards, has_another, through_the_king};
use super::moves::{kings, piece};
use super::plain_lines::{is_plain_attack, is_plain_line};
use super::refused::{Dice, reduced, unsettled};
use crate::board::Square;
use crate::document::Diagram;
use crate::notation::{joined, seat_title};
use crate::policy::{CheckState, OwnKing, Role, Who};
use crate::rulebook::{KindId, OutcomeId, SeatId};
use crate::rules::{Move, Piece, Position, Setup, Variant};

/// Maximum number of positions tried.
const TRIED: usize = 20_000;
/// Number of pieces of the attacker in the search.
const PIECES: usize = 2;

/// Shows a player who would be checkmated, and another player's capture of the checking piece.
pub(super) fn illustration(variant: &Variant) -> Option<Illustration> {
    let book = variant.rulebook();
    if !has_rule(variant) {
        return None;
    }
    let rescuer = SeatId(book.seats.len() as u8 - 1);
    let all = attackers(variant);
    let attacking = all.first()?;
    let home = kings(variant).into_iter().find(|it| it.1.seat == VICTIM)?.0;
    let near = |it: &&(Square, Piece)| {
        let reach = variant.reach(it.1.seat, it.1.kind, it.0).captures;
        let beside = variant.board().links(home).iter().map(|it| it.0).chain([home]);
        beside.into_iter().any(|to| reach.contains(&to) && is_plain_line(variant, (it.0, it.1.kind), to, &|_| true))
    };
    let near: Vec<(Square, Piece)> = attacking.iter().filter(near).copied().collect();
    let (position, mv) = search(variant, &near, true).or_else(|| search(variant, attacking, false))?;
    let marked = guarded(&position);
    let label = |at: Square| position.piece_at(at).map(|it| book.kinds[it.kind.index()].label.as_str());
    let checker = position.piece_at(mv.to)?.seat;
    let title = |it: SeatId| seat_title(book, it);
    let own = |it: Piece| it.seat == checker && book.kinds[it.kind.index()].role == Role::Piece;
    let is_other = |it: &&(Square, Piece)| {
        it.1.seat == checker && it.0 != mv.to && book.kinds[it.1.kind.index()].role == Role::Piece
    };
    let pieces = position.pieces();
    let others: Vec<String> = pieces
        .iter()
        .filter(is_other)
        .map(|it| format!("the {} on {}", book.kinds[it.1.kind.index()].label, book.board.name(it.0)))
        .collect();
    let others = match others.is_empty() || guarded_by(&position, &own) != marked {
        true => String::new(),
        false => format!(" by this {} or by {}", label(mv.to)?, joined(&others, "or")),
    };
    // Squares that the checking player guards alone need no second frame.
    let mut attacked = guards(&position);
    if guarded_by(&position, &own) == marked {
        attacked.retain(|it| it.1 == checker);
    }
    let behind = through_the_king(&position, &marked);
    let caption = format!(
        "Not yet checkmate. {victim} is in check from {other}'s {0} on {1} and has no way out: the marked squares are \
         attacked{others}.{behind} But {helper} moves before {victim}: {helper}'s {2} on {3} may capture the {0} on {1}. If it does, {victim} is saved.",
        label(mv.to)?,
        book.board.name(mv.to),
        label(mv.from)?,
        book.board.name(mv.from),
        helper = title(rescuer),
        victim = title(VICTIM),
        other = title(checker)
    );
    let caption = if marked.is_empty() {
        caption.replace(&format!(": the marked squares are attacked{others}"), "")
    } else {
        caption
    };
    let diagram = Diagram {
        marked,
        attacked,
        allowed: vec![(mv.from, mv.to)],
        is_small: true,
        seat: Some(VICTIM),
        caption: caption.into(),
        ..Diagram::new(position)
    };
    Some(Illustration { rule: "rule-check-mate".to_owned(), diagram })
}

/// Reports whether a player is checkmated when their turn begins, in a game for more than two without teams.
fn has_rule(variant: &Variant) -> bool {
    let book = variant.rulebook();
    let own_turn = |it: &OutcomeId| {
        let test = book.outcomes[usize::from(it.0)].when.stuck;
        test.is_some_and(|it| it.who == Who::Mover && it.check == CheckState::In)
    };
    let is_known = book.seats.len() > 2 && book.teams.is_empty() && book.check.own_king == OwnKing::KeptSafe;
    is_known && book.settle.turn_start.iter().any(own_turn)
}

/// Reports the same of a game in which it does not matter which opponents give the checkmate.
pub(super) fn has_plain_rule(variant: &Variant) -> bool {
    has_rule(variant) && counting_mates(variant).is_empty()
}

/// Places two attacking pieces and one of the rescuer until the rescuer's capture ends what would be a checkmate. With
/// `is_plain`, accepts only attacks that a player of chess sees at once.
fn search(variant: &Variant, attacking: &[(Square, Piece)], is_plain: bool) -> Option<(Position, Move)> {
    let book = variant.rulebook();
    let rescuer = SeatId(book.seats.len() as u8 - 1);
    let is_officer = |it: &KindId| book.kinds[it.index()].role == Role::Piece;
    let officers: Vec<KindId> = (0..book.kinds.len() as u8).map(KindId).filter(is_officer).collect();
    let squares: Vec<Square> = variant.board().squares().collect();
    let mut dice = Dice(5);
    for _ in 0..TRIED {
        if officers.is_empty() || attacking.is_empty() {
            break;
        }
        let mut pieces = kings(variant);
        let helper = piece(rescuer, officers[dice.below(officers.len())]);
        let from = squares[dice.below(squares.len())];
        let attack: Vec<(Square, Piece)> = (0..PIECES).map(|_| attacking[dice.below(attacking.len())]).collect();
        for (at, it) in attack.into_iter().chain([(from, helper)]) {
            if pieces.iter().all(|it| it.0 != at) && has_another(variant, &pieces, it) {
                pieces.push((at, it));
            }
        }
        let setup = Setup::builder(variant).turn(rescuer).pieces(pieces).setup();
        let Some(position) = unsettled(variant, &setup) else { continue };
        let Some(mv) = rescue(&position, from, rescuer) else { continue };
        let position = reduced(variant, position, &|it| rescue(it, from, rescuer) == Some(mv));
        if !is_plain || is_plain_mate(&position, &|it| it != rescuer) && is_plain_attack(&position, from, mv.to) {
            return Some((position, mv));
        }
    }
    None
}

/// Reports whether opponents that count attack the king, and each square to which it could go, as on a chessboard.
pub(super) fn is_plain_mate(position: &Position, counts: &dyn Fn(SeatId) -> bool) -> bool {
    let variant = position.variant();
    let Some(home) = position.king(VICTIM) else { return false };
    let beside = variant.board().links(home).iter().map(|it| it.0);
    let is_own = |it: &Square| *it != home && position.piece_at(*it).is_some_and(|it| it.seat == VICTIM);
    [home].into_iter().chain(beside).filter(|it| !is_own(it)).all(|to| {
        let mut setup = position.setup();
        setup.pieces.retain(|it| it.0 == home || it.0 != to);
        setup.pieces.iter_mut().filter(|it| it.0 == home).for_each(|it| it.0 = to);
        let attacks = |it: &Position, from: Square| {
            it.piece_at(from).is_some_and(|it| counts(it.seat)) && is_plain_attack(it, from, to)
        };
        let moved = unsettled(variant, &setup);
        moved.is_some_and(|it| it.checkers(VICTIM).iter().any(|from| attacks(&it, *from)))
    })
}

/// Returns the capture that saves the victim, if the victim would be checkmated without it.
fn rescue(position: &Position, from: Square, rescuer: SeatId) -> Option<Move> {
    let variant = position.variant();
    let checkers = position.checkers(VICTIM);
    let [checker] = checkers.as_slice() else { return None };
    let mut others = variant.rulebook().seat_ids().filter(|it| *it != VICTIM);
    if position.piece_at(*checker)?.seat == rescuer || others.any(|it| position.is_check(it)) {
        return None;
    }
    let setup = Setup { turn: VICTIM, ..position.setup() };
    let is_mate = unsettled(variant, &setup).is_some_and(|it| it.legal_moves().is_empty());
    let mv = position.legal_moves_from(from).into_iter().find(|it| it.to == *checker).filter(|_| is_mate)?;
    let after = position.play(mv).ok()?;
    let is_saved = after.ending().is_none() && after.turn() == VICTIM && !after.is_check(VICTIM);
    (is_saved && !after.legal_moves().is_empty()).then_some(mv)
}
