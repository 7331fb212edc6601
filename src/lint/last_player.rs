//! Warnings about the last player: an outcome can eliminate them, too, and the game goes on without players.
//!
//! Input: the lists of `[settle]` and the tests of their outcomes. Output: warnings. The outcome that ends the game
//! with one player left must be tested before such an elimination, or an outcome must test `living = 0`. Does not
//! know squares.

use super::Linter;
use super::endings::END_WITHOUT_PLAYERS;
use crate::diagnostic::Code;
use crate::policy::{CheckState, Settled, Then, Who};
use crate::rulebook::{CountTest, Outcome, OutcomeId, Player, PositionTest, Rulebook};

impl Linter<'_> {
    /// Warns if the last player can be eliminated, and no outcome ends the game then.
    pub(super) fn last_player_eliminated(&mut self) {
        let settle = &self.book.settle;
        let (after_move, turn_start) =
            (outcomes(self.book, &settle.after_move), outcomes(self.book, &settle.turn_start));
        let ends = |it: &&Outcome, living: u8| it.then == Then::End && it.when.living == Some(living);
        if after_move.iter().chain(&turn_start).any(|it| ends(it, 0)) {
            return;
        }
        for (moment, list) in [(Settled::AfterMove, &after_move), (Settled::TurnStart, &turn_start)] {
            let last = list.iter().position(|it| ends(it, 1));
            let tested_first = &list[..last.unwrap_or(list.len())];
            let can_hold = |it: &&&Outcome| {
                // A player who has moved has a piece, unless it exploded.
                let has_none = moment == Settled::AfterMove && self.book.explosion.is_none();
                eliminates_last(it) && !(has_none && it.when.count.as_ref().is_some_and(is_without_pieces))
            };
            let Some(outcome) = tested_first.iter().find(can_hold) else { continue };
            // A move after which one player leaves was made by two players or more.
            let mut leaves = tested_first.iter().filter(|it| it.then == Then::Eliminate);
            if moment == Settled::AfterMove && !leaves.any(|it| may_concern_others(&it.when)) {
                continue;
            }
            // Without any end for the last player, another warning says so.
            let Some(last) = after_move.iter().chain(&turn_start).find(|it| ends(it, 1)) else { return };
            let (name, last) = (outcome.name.clone(), last.name.clone());
            self.warn_of_nobody(&name, &last, moment);
            return;
        }
    }

    fn warn_of_nobody(&mut self, name: &str, last: &str, moment: Settled) {
        let Some(table) = self.def.outcomes.iter().find(|it| it.0.value == name) else { return };
        let when = match moment {
            Settled::AfterMove => "one move can eliminate all players",
            _ => "the last player can be eliminated",
        };
        self.sink
            .warning(
                Code::NoEnd,
                table.1.table.then.span,
                format!("{when}, because `{name}` is tested before `{last}`; then the game goes on without players"),
            )
            .help(format!(
                "test `{last}` before `{name}`; or let the game end without a winner: {END_WITHOUT_PLAYERS}"
            ));
    }
}

fn outcomes<'a>(book: &'a Rulebook, list: &[OutcomeId]) -> Vec<&'a Outcome> {
    list.iter().map(|it| &book.outcomes[it.0 as usize]).collect()
}

/// Reports whether an outcome can eliminate a player who is alone. A check needs an opponent, and so does a test of
/// opponents.
fn eliminates_last(outcome: &Outcome) -> bool {
    let PositionTest { attack, stuck, king_captured, captured, living, count, counter, material, points, .. } =
        &outcome.when;
    outcome.then == Then::Eliminate
        && outcome.unless.is_empty()
        && living.is_none_or(|it| it == 1)
        && attack.is_none()
        && captured.is_none()
        && material.is_none()
        && points.is_none()
        && stuck.is_none_or(|it| it.check != CheckState::In && may_be_mover(it.who))
        && king_captured.is_none_or(may_be_mover)
        && count.as_ref().is_none_or(|it| may_be_mover(it.of))
        && counter.as_ref().is_none_or(|it| may_be_mover(it.of))
}

/// Reports whether a test asks for a player without any piece.
fn is_without_pieces(test: &CountTest) -> bool {
    test.at_most == 0 && test.kinds == u32::MAX && test.at.is_none()
}

/// Reports whether the players of a test can include the player who moves.
fn may_be_mover(player: Player) -> bool {
    matches!(player, Player::Seat(_) | Player::Role(Who::Mover | Who::Living | Who::All))
}

/// Reports whether a test can find a player other than the one who moves.
fn may_concern_others(test: &PositionTest) -> bool {
    let players = [test.stuck.map(|it| it.who), test.king_captured, test.count.as_ref().map(|it| it.of)];
    test.captured.is_some() || players.into_iter().flatten().any(|it| it != Who::Mover)
}
