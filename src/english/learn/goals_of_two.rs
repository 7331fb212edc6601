//! What wins, loses or draws a game of two besides checkmate, one sentence for each ending.
//!
//! Contains: [`RulesWriter::goal_of_a_test`]. Input: an outcome and its test. Output: a sentence about the player who meets
//! the test: `A player also loses if they have no stone left.` Does not know: games of more than two players.

use std::cmp::Ordering;

use super::super::RulesWriter;
use super::super::phrases::{position, some};
use super::standings::fate_of;
use crate::definition::value::Either;
use crate::definition::{PlayerWord, PositionTest};
use crate::notation::name::{a, seat_title};
use crate::policy::{CheckState, MaterialCount, Quantity, Who};
use crate::rulebook::{Outcome, Player, SeatId};

impl RulesWriter<'_> {
    /// Says who wins by an outcome that a test decides. `None` if no short sentence fits; empty if the outcome is no goal.
    pub(super) fn goal_of_a_test(&self, outcome: &Outcome, test: &PositionTest, at_start: bool) -> Option<String> {
        if test.stuck.is_some() {
            return self.goal_without_moves(outcome, test);
        }
        // More than one condition needs its own words.
        let parts = [
            test.count.is_some(),
            test.counter.is_some(),
            test.points.is_some(),
            test.king_in.is_some(),
            test.attack.is_some(),
            test.passed.is_some(),
            test.moved.is_some(),
            test.material.is_some(),
            test.captured.is_some() || test.king_captured.is_some(),
        ];
        if parts.iter().filter(|it| **it).count() != 1 || test.living.is_some() {
            return None;
        }
        let mut test = test.clone();
        let mover = PlayerWord::Role(Who::Mover);
        let mut subject = PlayerWord::Role(Who::Mover);
        let mut is_every = false;
        let mut at_least = true;
        if let Some(it) = &mut test.count {
            is_every = it.how_many.value == Either::Text(Quantity::Every);
            at_least = it.at_most.is_none();
            subject = std::mem::replace(&mut it.value.of.value, mover);
        } else if let Some(it) = &mut test.counter {
            is_every = it.how_many.value == Either::Text(Quantity::Every);
            subject = std::mem::replace(&mut it.value.of.value, mover);
        } else if test.king_in.is_none() && test.attack.as_ref().is_none_or(|it| it.by.role() != Some(Who::Mover)) {
            return None;
        }
        let late = match subject.role() {
            Some(Who::Previous) if at_start => " after their move",
            Some(Who::Opponents | Who::Others | Who::Next) if !at_start && at_least => " after the opponent's move",
            _ if at_start && test.attack.is_none() => " when their turn begins",
            _ => "",
        };
        let own = self.with_limits(&position(self.book, &test), &test);
        let is_mover = match subject.role() {
            _ if test.attack.is_some() => Some(true),
            Some(Who::Mover) => Some(true),
            Some(Who::Opponents | Who::Others | Who::Next | Who::Previous) => Some(false),
            _ => None,
        };
        if is_every && is_mover.is_none() {
            let both = own.strip_prefix("the mover has ")?;
            let fate = fate_of(self.book, outcome, &[SeatId(0), SeatId(1)], None)?;
            let both = match both.strip_prefix("no ") {
                Some(none) => format!("neither player has {}", a(none)),
                None => format!("both players have {both}"),
            };
            return (fate == Ordering::Equal).then(|| format!("The game is a draw if {}.", singular(&both)));
        }
        if let PlayerWord::Seat(name) = &subject {
            let seat = self.book.seat_ids().find(|it| self.book.seats[it.index()].name == name.0)?;
            let title = seat_title(self.book, seat);
            let when = singular(&own.replacen("the mover", &title, 1));
            return Some(match fate_of(self.book, outcome, &[seat], None)? {
                Ordering::Greater => format!("If {when}, {title} wins."),
                Ordering::Less => format!("If {when}, {title} loses."),
                Ordering::Equal => format!("The game is a draw if {when}."),
            });
        }
        let fate = match test.attack.is_some() {
            // The attacked king's owner is the victim.
            true => fate_of(self.book, outcome, &[SeatId(0), SeatId(1)], Some(false))?.reverse(),
            false => fate_of(self.book, outcome, &[SeatId(0), SeatId(1)], is_mover)?,
        };
        let when = match own.strip_prefix("the mover has ") {
            Some(rest) => format!("they have {rest}"),
            None if at_start && test.attack.is_some() => {
                own.replacen("the mover attacks", "their turn begins while one of their pieces attacks", 1)
            }
            None => own.replacen("the king of the mover", "their king", 1).replacen(
                "the mover attacks",
                "their move attacks",
                1,
            ),
        };
        let when = when.replace("the king of any opponent", "the opposing king");
        if when.contains("the mover") {
            return None;
        }
        let when = format!("{}{late}", singular(&when));
        Some(match fate {
            Ordering::Greater => format!("A player also wins if {when}."),
            Ordering::Less => format!("A player also loses if {when}."),
            // Such a draw has its place in the table of endings.
            Ordering::Equal if !outcome.unless.is_empty() => String::new(),
            Ordering::Equal => match when.strip_prefix("they have ") {
                Some(rest) => format!("The game is a draw if a player has {rest}."),
                None => return None,
            },
        })
    }

    /// Who wins when a player has no legal move, in check or not, or when nobody has one.
    fn goal_without_moves(&self, outcome: &Outcome, test: &PositionTest) -> Option<String> {
        let stuck = test.stuck.as_ref()?;
        if stuck.check.value != CheckState::Either {
            return Some(String::new());
        }
        let both = [SeatId(0), SeatId(1)];
        if let Some(it) = &test.material {
            let every = stuck.how_many.value == Either::Text(Quantity::Every);
            let richer = it.than.value.role().filter(|_| every && it.behind_by.value == 1)?;
            let is_mover = Some(richer == Who::Mover);
            let pieces = self.pieces_of_equal_value()?;
            let wins = fate_of(self.book, outcome, &both, is_mover)? == Ordering::Greater;
            let on_board = it.count.value == MaterialCount::OnBoard;
            return (wins && on_board)
                .then(|| format!("If neither player can move, the player with more {pieces} wins."));
        }
        let is_own = stuck.who.role() == Some(Who::Mover) && outcome.when.living.is_none();
        let is_own = is_own && test.attack.is_none() && test.counter.is_none() && test.count.is_none();
        if !is_own {
            return Some(String::new());
        }
        Some(match fate_of(self.book, outcome, &both, Some(true)) {
            Some(Ordering::Greater) => "A player also wins if they have no legal move on their turn.".to_owned(),
            Some(Ordering::Less) => "A player also loses if they have no legal move on their turn.".to_owned(),
            _ => String::new(),
        })
    }

    /// The name of the pieces if each of them has the same value, so that their number decides: `stones`.
    pub(super) fn pieces_of_equal_value(&self) -> Option<String> {
        super::super::phrases::pieces_of_equal_value(self.book)
    }

    /// Puts the limit of a counter in place of the number that its test names: `has passed the limit of “moves”`.
    pub(super) fn with_limits(&self, text: &str, test: &PositionTest) -> String {
        let Some(test) = &test.counter else { return text.to_owned() };
        let Some((_, it)) = self.def.counters.iter().find(|it| it.0.value == test.name.value.0) else {
            return text.to_owned();
        };
        let highest = it.limits.iter().flat_map(|it| &it.value).map(|it| it.value.moves.value).max();
        let number = super::super::phrases::count(test.at_least.value);
        let long = format!("reached a count of {number} for");
        match highest.map(|it| test.at_least.value - it) {
            Some(0) => text.replace(&long, "reached the limit of"),
            Some(more @ 1..) => text
                .replace(&long, &format!("gone {} over the limit of", some(more, "step", "steps")))
                .replace("gone one step over", "passed"),
            _ => text.to_owned(),
        }
    }

    /// The values of the pieces, if an outcome compares material.
    pub(super) fn values_of_material(&self) -> String {
        let settle = &self.book.settle;
        let ids = settle.after_move.iter().chain(&settle.turn_start).chain(&settle.on_claim);
        let mut outcomes = ids.map(|it| &self.book.outcomes[usize::from(it.0)]);
        let compares = |it: &Outcome| {
            let around = it.unless.iter().flat_map(|it| it.1.before.iter().chain(&it.1.after));
            it.when.material.is_some() || around.into_iter().any(|it| it.material.is_some())
        };
        match outcomes.any(compares) && self.pieces_of_equal_value().is_none() {
            true => format!("Material is the total value of a player's pieces: {}.", self.list_of_values()),
            false => String::new(),
        }
    }

    /// When an outcome does not occur, after a space: each exception by its label or in words.
    pub(super) fn exceptions_of(
        &self,
        all: &crate::definition::Named<crate::definition::Unless>,
        mover: &str,
    ) -> String {
        // Without a test of the position before, there is no other position.
        let is_late = all.iter().any(|(_, it)| it.before.is_some() || it.r#move.is_some());
        let words = super::super::phrases::each_exception(self.book, all);
        let parts = all.iter().zip(words).map(|((_, it), words)| match &it.label {
            Some(label) => format!("if {}", label.value.0),
            None if is_late => words,
            None => words.replacen("if after the move ", "if ", 1),
        });
        let parts: Vec<String> = parts.collect();
        if parts.is_empty() {
            return String::new();
        }
        let text = format!(" This does not apply {}.", crate::notation::joined(&parts, "or"));
        match self.book.seats.len() {
            2 => text.replace("if an opponent has", &format!("if the opponent of {mover} has")),
            _ => text,
        }
    }

    /// States that an outcome with the test of an earlier one occurs only if exceptions prevent the earlier one, after a space.
    pub(super) fn otherwise(&self, outcome: &Outcome) -> String {
        let settle = &self.book.settle;
        for list in [&settle.after_move, &settle.turn_start] {
            let all: Vec<&Outcome> = list.iter().map(|it| &self.book.outcomes[usize::from(it.0)]).collect();
            let Some(at) = all.iter().position(|it| it.name == outcome.name) else { continue };
            let first = all[..at].iter().find(|it| it.when == outcome.when && !it.unless.is_empty());
            if let Some(it) = first {
                let name = super::super::phrases::capital(&self.ending_name(it));
                return format!(" This happens only if the ending “{name}” does not apply.");
            }
        }
        String::new()
    }

    /// Reports whether the player of a test is the opponent of the mover, in a game of two.
    pub(super) fn tests_the_opponent(&self, outcome: &Outcome) -> bool {
        let it = &outcome.when;
        let of = it.count.as_ref().map(|it| it.of).or(it.counter.as_ref().map(|it| it.of));
        self.book.seats.len() == 2 && matches!(of, Some(Player::Role(Who::Opponents | Who::Others)))
    }
}

/// Writes the smallest number as an article: `a knight` for `at least one knight`.
fn singular(text: &str) -> String {
    match text.split_once("at least one ") {
        Some((before, after)) if !after.starts_with("of ") && !before.ends_with("of ") => {
            format!("{before}{}", a(after))
        }
        _ => text.to_owned(),
    }
}
