//! Exposed kings: a turn that begins with an attack on an opponent's king, if an ending depends on it.
//!
//! Contains: [`RulesWriter::exposure`], and the rule in short. Input: the endings at the start of a turn. Output: sentences and the
//! steps of an example. Does not know: the picture of such a position.

use super::super::RulesWriter;
use super::standings::{Roles, standings};
use crate::notation::name::seat_title;
use crate::policy::{Attackers, CheckState, OwnKing, Points, Then, Who};
use crate::rulebook::{Outcome, OutcomeId, Player, SeatId};

/// What follows from an exposed king in most games.
const WINS: &str = "you win";

impl RulesWriter<'_> {
    /// Reports whether an attack on an opponent's king at the start of a turn has an ending of its own.
    pub(super) fn exposes_kings(&self) -> bool {
        let book = self.book;
        let exposed = |it: &OutcomeId| {
            let attack = book.outcomes[usize::from(it.0)].when.attack;
            attack.is_some_and(|it| it.by == Player::Role(Who::Mover) && it.on == Player::Role(Who::Opponents))
        };
        book.seats.len() > 2 && book.check.own_king == OwnKing::KeptSafe && book.settle.turn_start.iter().any(exposed)
    }

    /// How a turn can begin with an attack on an opponent's king, if an ending depends on it.
    pub(super) fn exposure(&self) -> Option<(Vec<String>, Vec<String>)> {
        let (book, last) = (self.book, self.book.seats.len() - 1);
        if !self.exposes_kings() {
            return None;
        }
        let title = |it: usize| seat_title(book, SeatId(it as u8));
        let (by_last_move, result) = (self.is_exposed_by_the_last_move(), self.exposure_result());
        let ends = self.exposed_outcome().is_some_and(|it| it.then == Then::End);
        let follows = match ends {
            true => {
                let despite = self.despite_mate().replace("the player to move has", "you are in check and have");
                format!("Then {result} at once{despite}.")
            }
            false => "The chapter “The end” says what follows.".to_owned(),
        };
        let rule = match by_last_move {
            true => format!(
                "If your turn begins and one of your pieces already attacks the next player's king, this king is exposed. {follows} \
                 This happens if the previous player moves away a piece that blocked yours."
            ),
            false => format!(
                "If a player's turn begins and one of their pieces already attacks an opponent's king, this king is \
                 exposed{}.",
                self.despite_mate()
            ),
        };
        let (own, next, previous) = (title(0), title(1), title(last));
        let steps = vec![
            format!("Before, for example: a piece of {previous} is between a piece of {own} and {next}'s king."),
            format!("{previous} moves this piece away. Now {own}'s piece attacks {next}'s king."),
            format!("{own} moves before {next} can answer.{}", self.after_exposure()),
        ];
        let own = by_last_move.then(|| {
            let other = if result == WINS { "does not win" } else { "has no such effect" };
            format!(
                "A move that exposes another king is legal. An ordinary check {other}: the checked player moves before your \
                 next turn."
            )
        });
        Some(([rule].into_iter().chain(own).collect(), steps))
    }

    /// Reports whether only the move just before a turn can have exposed a king: with three players, the exposed player moves
    /// next, and each player leaves their own king safe.
    fn is_exposed_by_the_last_move(&self) -> bool {
        self.book.seats.len() == 3
            && self.book.teams.is_empty()
            && !self.possible.elimination
            && self.book.check.attackers == Attackers::LivingOpponents
    }

    /// The rule on exposed kings in the list of differences.
    pub(super) fn exposure_in_short(&self) -> String {
        let (then, whose) = (self.exposure_result(), self.exposed_owner());
        format!("If your turn begins and one of your pieces already attacks {whose} king (exposed king), {then}.")
    }

    /// Whose king can be exposed: `the next player's`.
    pub(super) fn exposed_owner(&self) -> &'static str {
        if self.is_exposed_by_the_last_move() { "the next player's" } else { "an opponent's" }
    }

    /// The outcome of a turn that begins with an attack on an opponent's king.
    fn exposed_outcome(&self) -> Option<&Outcome> {
        let mut all = self.book.settle.turn_start.iter().map(|it| &self.book.outcomes[usize::from(it.0)]);
        all.find(|it| it.when.attack.is_some())
    }

    /// What follows from an exposed king: `you win`.
    fn exposure_result(&self) -> &'static str {
        let exposed = self.exposed_outcome();
        let wins = exposed.is_some_and(|it| {
            let most = it.score.iter().max_by_key(|it| it.1).filter(|it| it.1 > Points::default());
            most.is_some_and(|most| {
                most.0 == Player::Role(Who::Mover) && it.score.iter().filter(|it| it.1 == most.1).count() == 1
            })
        });
        match exposed.map(|it| it.then) {
            Some(Then::Eliminate) => "that player is eliminated",
            Some(Then::End) if wins => WINS,
            Some(Then::End) | None => "the game ends",
            Some(_) => "see the chapter “The end”",
        }
    }

    /// States that an exposed king comes before a checkmate of the player to move, after a comma.
    fn despite_mate(&self) -> &'static str {
        let settle = &self.book.settle.turn_start;
        let outcome = |it: &OutcomeId| &self.book.outcomes[usize::from(it.0)].when;
        let exposed = settle.iter().position(|it| outcome(it).attack.is_some());
        let is_mate = |it: &OutcomeId| outcome(it).stuck.is_some_and(|it| it.check == CheckState::In);
        match (exposed, settle.iter().position(is_mate)) {
            (Some(exposed), Some(mate)) if exposed < mate => ", even if the player to move has no legal move",
            _ => "",
        }
    }

    /// What follows from an exposed king, after a space: how the game ends for the players of the example.
    fn after_exposure(&self) -> String {
        let exposed = self.exposed_outcome().filter(|it| it.then == Then::End);
        let roles = Roles {
            mover: SeatId(0),
            victim: Some(SeatId(1)),
            mating_player: Some(SeatId(0)),
            living: self.book.seat_ids().collect(),
        };
        let points = exposed.and_then(|it| standings(self.book, &it.score, &roles));
        points.map_or_else(
            || " “The end” says what happens then.".to_owned(),
            |it| format!(" So the game ends at once: {it}."),
        )
    }
}
