//! Sentences on bans, on the order of the endings and on dead positions.
//!
//! Input: the tables of the definition. Output: sentences.

use super::RulesWriter;
use super::phrases::{capital, count, does, moving_piece, of_this_move, one_of, place, position};
use super::words::InWords;
use crate::definition::value::Name;
use crate::definition::{Ban, PositionTest, WithUnless};
use crate::diagnostic::Spanned;
use crate::policy::Then;
use crate::rulebook::Rulebook;

impl RulesWriter<'_> {
    /// What the learning part leaves out of a ban: how losses in its exceptions are counted.
    pub(super) fn ban_in_detail(&self, it: &WithUnless<Ban>) -> Option<String> {
        let is_said = [&it.table.before, &it.table.after].into_iter().flatten().any(|it| it.value.material.is_some());
        let mut tests = it.unless.iter().filter_map(|it| it.1.before.as_ref());
        tests.find_map(|it| it.value.material.as_ref()).filter(|_| !is_said).map(|it| it.count.sentence().to_owned())
    }

    /// How to call the moving player and the other player in a ban.
    pub(super) fn players_of_ban(it: &Ban) -> (&'static str, &'static str) {
        match it.r#move.as_ref().is_some_and(|it| it.captures.is_some()) {
            true => ("the capturing player", "that player"),
            false => ("the player", "the victim"),
        }
    }

    /// The order in which the endings are tested.
    pub(super) fn order_of_endings(&self) -> Vec<String> {
        let Some(settle) = &self.def.settle else { return Vec::new() };
        let again = self.possible.elimination;
        let moments = [
            (&settle.after_move, "After each move, ", " If a player is eliminated, look again."),
            (
                &settle.turn_start,
                "At the start of each turn, ",
                " If the player to move is eliminated, the turn passes. Then look again for the next player.",
            ),
            (&settle.on_claim, "At the request of the player to move, ", ""),
        ];
        let tested = moments.into_iter().filter_map(|(names, when, repeated)| {
            let endings = self.endings_in_order(&names.value)?;
            Some(format!("{when}{endings}{}", if again && self.eliminates(&names.value) { repeated } else { "" }))
        });
        tested.collect()
    }

    /// Reports whether one of some outcomes eliminates a player.
    pub(super) fn eliminates(&self, names: &[Spanned<Name>]) -> bool {
        let mut outcomes = self.book.outcomes.iter().filter(|it| names.iter().any(|name| it.name == name.value.0));
        outcomes.any(|it| matches!(it.then, Then::Eliminate | Then::Freeze))
    }

    /// An instruction to look for endings and eliminations in the order in which they are tested. `None` if none are tested.
    pub(super) fn endings_in_order(&self, names: &[Spanned<Name>]) -> Option<String> {
        let outcomes = names.iter().filter_map(|name| self.book.outcomes.iter().find(|it| it.name == name.value.0));
        let mut labels: Vec<String> = outcomes.map(|it| self.ending_name(it)).collect();
        for label in &mut labels {
            if label.ends_with(" rule") && !label.starts_with("the ") {
                label.insert_str(0, "the ");
            }
        }
        labels.dedup();
        let ending = if self.possible.elimination { "event" } else { "ending" };
        // What only adds points or turns play around leaves the rest to be tested.
        let only_first = names.iter().all(|name| {
            let outcome = self.book.outcomes.iter().find(|it| it.name == name.value.0);
            outcome.is_none_or(|it| matches!(it.then, Then::End | Then::Eliminate | Then::Freeze | Then::Pass))
        });
        match labels.as_slice() {
            [] => None,
            [only] => Some(format!("see whether this {ending} has happened: {only}.")),
            several if only_first => {
                let several = several.join(", ");
                let first = "If several have, only the first one in this list counts.";
                Some(format!("see whether one of these {ending}s has happened: {several}. {first}"))
            }
            several => {
                let several = several.join(", then ");
                Some(format!("see which of these {ending}s have happened, in this order: {several}."))
            }
        }
    }

    /// The name of an ending, with the number of players if several endings share the label.
    pub(super) fn ending_name(&self, it: &crate::rulebook::Outcome) -> String {
        let alike = self.book.outcomes.iter().filter(|other| other.label == it.label).count();
        // The other kinds of checkmate have names of their own.
        if it.label == "checkmate" && it.when.mates_alone == Some(1) && !self.mates_by_answers().is_empty() {
            return "checkmate by one opponent".to_owned();
        }
        match it.when.living.filter(|_| alike > 1) {
            // The kings of other players may still be on the board.
            None if it.when.living == Some(1) && it.label == "last king" => "last player".to_owned(),
            Some(0) => format!("{} with no player in play", it.label),
            Some(1) => format!("{} with one player in play", it.label),
            Some(number) => {
                format!("{} with {} players in play", it.label, super::phrases::count(i64::from(number)))
            }
            None => it.label.clone(),
        }
    }

    /// When no player can be checkmated any more.
    pub(super) fn dead_positions(&self) -> Option<String> {
        if !self.possible.dead_position {
            return None;
        }
        let hand = if self.book.has_hand() { " on the board and in the hands" } else { "" };
        let mut text = vec![format!("only kings are left{hand}, so no player can be checkmated any more.")];
        // With blockers around a king, any piece can give checkmate.
        if let Some(it) = self.def.dead_position.as_ref().filter(|_| self.book.blocker.is_none()) {
            if !it.minor.is_empty() {
                let two = if self.book.seats.len() == 2 { "This" } else { "Between two players this" };
                text.push(format!(
                    "{two} also holds if the only other piece left is {}.",
                    one_of(self.book, &it.minor)
                ));
            }
            if !it.colored.is_empty() {
                text.push(format!(
                    "It also holds for any number of pieces that are each {}, if all of them are on squares of one color.",
                    one_of(self.book, &it.colored)
                ));
            }
        }
        Some(text.join(" "))
    }
}

/// Returns what a ban forbids, as a sentence: the rule first, then its conditions.
pub(super) fn forbids(book: &Rulebook, it: &Ban) -> String {
    let text = of_this_move(&forbidden(book, it)).replace(" after which the move captured ", " that captures ");
    // A move with a single condition is a kind of move.
    match text.strip_prefix("A player may not move; this applies if the move captures ") {
        Some(what) if !what.contains(" and ") => format!("A player may not make a move that captures {what}"),
        _ => text,
    }
}

/// The same with conditions at a time before or after the move.
fn forbidden(book: &Rulebook, it: &Ban) -> String {
    let after = it.after.as_ref().map(|it| too_many(book, it).unwrap_or_else(|| position(book, it)));
    let before = it.before.as_ref().map(|it| format!("; this applies if, before the move, {}", position(book, it)));
    let before = before.unwrap_or_default();
    match (&it.r#move, after) {
        (Some(test), after) => {
            let subject = capital(&moving_piece(book, test));
            let forbidden = does(book, test, true);
            // A piece may not stay in the place where it starts its move.
            let start = test.piece.as_ref().and_then(|it| it.at.as_ref()).map(|it| place(book, it));
            let forbidden = match start.filter(|it| test.to.as_ref().is_some_and(|to| place(book, to) == *it)) {
                Some(start) => forbidden.replace(&format!("end its move {start}"), "move to another square there"),
                None => forbidden,
            };
            let after = after.map_or_else(String::new, |it| format!("; this applies if, after the move, {it}"));
            format!("{subject} may not {forbidden}{after}{before}.")
        }
        (None, Some(after)) => format!("A player may not make a move after which {after}{before}."),
        (None, None) => format!("A player may not move{before}."),
    }
}

/// A number of own pieces that a move may not lead to, as a limit: `they have more than two queens`.
fn too_many(book: &Rulebook, test: &PositionTest) -> Option<String> {
    let least = test.count.as_ref()?.at_least.as_ref()?.value;
    let described = position(book, test);
    let rest = described.strip_prefix(&format!("the mover has at least {} ", count(least)))?;
    (least > 2 && !rest.contains(" and ")).then(|| format!("they have more than {} {rest}", count(least - 1)))
}

/// Replaces the roles of the language by the players that they are here.
pub(super) fn named(text: &str, mover: &str, victim: &str) -> String {
    text.replace("the mover", mover).replace("the victim", victim)
}
