//! The moment at which an outcome is best tested, as advice.
//!
//! Input: an outcome that no list of `[settle]` names. Output: the value of `settled` that tests it as soon as it can
//! hold. Does not know which moments are allowed: [`moments`](super::moments) does.

use crate::definition::{Outcome, PlayerWord};
use crate::policy::{Then, Who};

const AFTER_MOVE: &str = "\"after-move\"";
const TURN_START: &str = "\"turn-start\"";
const BOTH: &str = "[\"after-move\", \"turn-start\"]";

/// Returns the value of `settled` for an outcome. At the start of a turn, the mover is the next player: what a player
/// achieves by their own move is tested after it, before anyone replies.
pub(super) fn settled(table: &Outcome) -> &'static str {
    if matches!(table.then.value, Then::Score | Then::Reverse | Then::Ally | Then::EndAlliances) {
        return AFTER_MOVE;
    }
    let when = &table.when.value;
    let only_at_start = when.repeated.is_some()
        || when.perpetual_check.is_some()
        || when.perpetual_chase.is_some()
        || when.mates_alone.is_some();
    if only_at_start || table.then.value == Then::Pass {
        return TURN_START;
    }
    let is_mover = |it: &PlayerWord| it.role() == Some(Who::Mover);
    let is_next = |it: &PlayerWord| matches!(it.role(), Some(Who::Next | Who::Opponents | Who::Others));
    let counts_own_move = when.count.as_ref().is_some_and(|it| {
        let test = &it.value;
        // A move brings a piece of the mover to a square, and removes pieces of the others.
        test.at_least.is_some() && is_mover(&test.of) || test.at_most.is_some() && is_next(&test.of)
    });
    let is_of_move = when.captured.is_some()
        || when.king_captured.is_some()
        || when.moved.is_some()
        || when.passed.is_some()
        || when.king_in.is_some()
        || counts_own_move
        || when.counter.as_ref().is_some_and(|it| is_mover(&it.value.of))
        || when.points.as_ref().is_some_and(|it| is_mover(&it.value.of))
        || when.attack.as_ref().is_some_and(|it| is_mover(&it.value.by) || is_next(&it.value.on))
        || when.stuck.as_ref().is_some_and(|it| is_next(&it.value.who))
        || when.material.as_ref().is_some_and(|it| is_next(&it.value.of));
    let tests_players_alone = when.living.is_some()
        && when.stuck.is_none()
        && when.attack.is_none()
        && when.halfmove_rounds.is_none()
        && when.mate.is_none()
        && when.legal_move.is_none();
    match (is_of_move, tests_players_alone) {
        (true, _) => AFTER_MOVE,
        // Players can also leave between two moves.
        (false, true) => BOTH,
        (false, false) => TURN_START,
    }
}
