//! Illustration of a move that opens an attack of one opponent on the other one, which is allowed.
//!
//! Input: a variant. Output: a position with the kings at home, a piece that attacks and one that moves out of its line. The engine
//! decides whether the move is legal and which king is then in check. Does not know any game by name.

use super::Illustration;
use super::crossings::line;
use super::endings::officers;
use super::moves::{kings, piece};
use super::plain_lines::is_plain_line;
use super::refused::{is_calm, unsettled};
use crate::board::Square;
use crate::document::Diagram;
use crate::notation::seat_title;
use crate::policy::{Attackers, Kings, OwnKing, Who};
use crate::rulebook::{KindId, Player, SeatId};
use crate::rules::{Move, Position, Setup, Variant};

/// The player who moves.
const FIRST: SeatId = SeatId(0);
/// The player whose king is then in check, and who moves next.
const SECOND: SeatId = SeatId(1);
/// The player whose piece gives this check.
const THIRD: SeatId = SeatId(2);
/// Maximum number of positions tried.
const TRIED: usize = 4000;

/// Shows the move in a game for three players. A ban on such attacks by the next player has the picture beside its own.
pub(super) fn illustration(variant: &Variant) -> Option<Illustration> {
    let book = variant.rulebook();
    let is_plain = book.seats.len() == 3 && book.teams.is_empty() && book.alliance.is_none();
    let check = &book.check;
    let is_usual = check.own_king == OwnKing::KeptSafe && check.kings == Kings::NeverCaptured;
    if !is_plain || !is_usual || check.attackers != Attackers::LivingOpponents {
        return None;
    }
    let attack = |it: &crate::rulebook::Ban| it.forbids.after.as_ref().and_then(|it| it.attack);
    let attacks: Vec<_> = book.bans.iter().filter_map(|it| Some((it, attack(it)?))).collect();
    let roles = (Player::Role(Who::Next), Player::Role(Who::Previous));
    let rule = match attacks.as_slice() {
        [] if book.outcomes.iter().all(|it| it.when.attack.is_none()) => "rule-check-in".to_owned(),
        [(ban, it)] if (it.by, it.on) == roles => format!("rule-ban-{}", ban.name),
        _ => return None,
    };
    Some(Illustration { rule, diagram: found(variant)? })
}

fn found(variant: &Variant) -> Option<Diagram> {
    let board = variant.board();
    let home = kings(variant);
    let [(king, _)] = home.iter().filter(|it| it.1.seat == SECOND).copied().collect::<Vec<_>>()[..] else {
        return None;
    };
    let kinds = officers(variant);
    let is_free = |it: Square| home.iter().all(|(at, _)| *at != it);
    let touch = |one: Square, other: Square| board.links(one).iter().any(|it| it.0 == other);
    let mut tried = 0;
    let attackers = kinds.iter().flat_map(|kind| board.squares().map(move |at| (*kind, at)));
    for attacker in attackers.filter(|it| is_free(it.1) && !touch(it.1, king)) {
        let alone = [home.as_slice(), &[(attacker.1, piece(THIRD, attacker.0))]].concat();
        let clear = |it: Square| it == attacker.1 || is_free(it);
        if !is_plain_line(variant, (attacker.1, attacker.0), king, &clear) {
            continue;
        }
        let setup = Setup::builder(variant).turn(FIRST).pieces(alone.clone()).setup();
        let Some(alone_on_board) = unsettled(variant, &setup) else { continue };
        let between = line(&alone_on_board, Move::new(attacker.1, king));
        for (cover, from) in kinds.iter().flat_map(|kind| between.iter().map(move |at| (*kind, *at))) {
            tried += 1;
            if tried > TRIED {
                return None;
            }
            if !is_free(from) || touch(from, king) || touch(from, attacker.1) {
                continue;
            }
            let pieces = [alone.as_slice(), &[(from, piece(FIRST, cover))]].concat();
            let setup = Setup::builder(variant).turn(FIRST).pieces(pieces).setup();
            let Some(before) = unsettled(variant, &setup).filter(is_calm) else { continue };
            for mv in before.legal_moves_from(from) {
                let is_apart = |it: &Square| !touch(*it, mv.to);
                let Ok(after) = before.play(mv) else { continue };
                let opens = after.checkers(SECOND) == [attacker.1] && after.checkers(THIRD).is_empty();
                let opens = opens && after.ending().is_none() && before.piece_at(mv.to).is_none();
                if opens && [king, attacker.1].iter().all(is_apart) {
                    return Some(shown(before, mv, attacker, king));
                }
            }
        }
    }
    None
}

/// Shows the move, and the check that it opens.
fn shown(before: Position, mv: Move, attacker: (KindId, Square), king: Square) -> Diagram {
    let book = before.variant().rulebook();
    let label = |it: KindId| &book.kinds[it.index()].label;
    let name = |it: Square| book.board.name(it);
    let title = |it: SeatId| seat_title(book, it);
    let moved = before.piece_at(mv.from).map_or_else(String::new, |it| label(it.kind).clone());
    let royal = before.piece_at(king).map_or_else(String::new, |it| label(it.kind).clone());
    let caption = format!(
        "{0}'s {moved} may move from {1}. {2}'s {royal} on {3} is then in check from {4}'s {5} on {6}. {2} moves next and must answer it.",
        title(FIRST),
        format_args!("{} to {}", name(mv.from), name(mv.to)),
        title(SECOND),
        name(king),
        title(THIRD),
        label(attacker.0),
        name(attacker.1)
    );
    Diagram {
        allowed: vec![(mv.from, mv.to)],
        threats: vec![(attacker.1, king)],
        is_small: true,
        seat: Some(FIRST),
        caption: caption.into(),
        ..Diagram::new(before)
    }
}
