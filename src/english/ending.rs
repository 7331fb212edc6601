//! The chapters on what is forbidden, on check, on elimination, on the end and its points.
//!
//! In: the tables of the definition. Out: blocks of the document.

use super::RulesWriter;
use super::phrases::{capital, cited, does, every, exceptions, moving_piece, one_of, position, restarts};
use super::words::InWords;
use crate::definition::{Ban, Claim, Outcome, PointsByRole, PositionTest, WithUnless};
use crate::diagnostic::Spanned;
use crate::notation::name::{joined, points_text};
use crate::policy::{Army, Consent, MatingPlayer, Then, Who};
use crate::rulebook::Rulebook;

impl RulesWriter<'_> {
    /// Writes the bans with their exceptions.
    pub(super) fn bans(&mut self) {
        self.out.heading(2, "Forbidden moves");
        let items = self.def.bans.iter().zip(&self.book.bans).map(|((_, it), made)| {
            let except = exceptions(self.book, &it.unless)
                .map_or_else(String::new, |it| format!(" This rule does not apply {it}."));
            let captured = it.table.r#move.as_ref().is_some_and(|it| it.captures.is_some());
            let victim = if captured { "the captured piece's owner" } else { "the victim" };
            let text = format!("{}{except}", forbids(self.book, &it.table));
            let text = named(&text, "the moving player", victim);
            let tests = [&it.table.before, &it.table.after].into_iter().chain(it.unless.iter().map(|it| &it.1.before));
            let counts = counted_by(tests.flatten().map(|it| &it.value));
            format!("{}: {text}{counts}{}", capital(&made.label), cited(&it.table.source))
        });
        let items: Vec<String> = items.collect();
        self.out.list(items);
    }

    /// Check, and what may be done to kings.
    pub(super) fn check(&mut self) {
        self.out.heading(2, "Check");
        let possible = self.possible;
        if let Some(it) = &self.def.check {
            let mut text = vec![it.attackers.told()];
            if possible.check {
                text.push(it.own_king.told());
            }
            text.push(it.kings.told());
            if possible.check {
                text.push(it.pinned.told());
                text.extend(possible.ban_on_kings.then(|| it.banned.told()));
                text.extend((possible.king_capture && possible.elimination).then(|| it.judged.told()));
            }
            self.out.paragraph(format!("{}{}", text.join(" "), cited(&it.source)));
        }
        if let Some(it) = self.def.mate.as_ref().filter(|_| possible.mates_alone) {
            let escapes = if possible.bans { format!(" {}", it.escapes.told()) } else { String::new() };
            self.out.paragraph(format!("{}{escapes}", it.alone.told()));
        }
    }

    /// What becomes of an eliminated player's pieces.
    pub(super) fn elimination(&mut self) {
        self.out.heading(2, "Eliminated players");
        if !self.possible.elimination {
            return;
        }
        let source = self.def.elimination.as_ref().map_or_else(String::new, |it| cited(&it.source));
        let king = match self.book.army {
            // All pieces are gone, the king among them.
            Army::Removed => String::new(),
            _ => format!(" {}", self.book.king.told()),
        };
        self.out.paragraph(format!("{}{king}{source}", self.book.army.told()));
    }

    /// Outcomes in the order in which they are looked at.
    pub(super) fn outcomes(&mut self) {
        self.out.heading(2, "The end");
        let Some(settle) = &self.def.settle else { return };
        let again = self.possible.elimination;
        let moments = [
            (
                &settle.after_move,
                "the player who has just moved",
                "After each move, these rules are applied in this order.",
                " They are applied again after an elimination.",
            ),
            (
                &settle.turn_start,
                "the player to move",
                "At the start of each turn, these rules are applied in this order.",
                " If the player to move is eliminated, the turn passes, and they are applied again.",
            ),
            (&settle.on_claim, "the player to move", "The player to move may claim these endings.", ""),
        ];
        for (names, mover, opening, repeated) in moments {
            let mut items = Vec::new();
            for name in &names.value {
                let found = self.def.outcomes.iter().find(|it| it.0.value == name.value.0);
                items.extend(found.map(|it| self.outcome(&it.0.value, &it.1, mover)));
            }
            if !items.is_empty() {
                self.out.paragraph(format!("{opening}{}", if again { repeated } else { "" }));
            }
            self.out.list(items);
        }
        if self.def.counter.is_some()
            && let Some(resets) = restarts(self.book)
        {
            self.out.paragraph(format!(
                "A round is one turn of each remaining player. {} restarts the count of rounds.",
                capital(&resets)
            ));
        }
        self.dead_positions();
    }

    fn outcome(&self, name: &str, it: &WithUnless<Outcome>, mover: &str) -> String {
        let table = &it.table;
        let when = &table.when;
        let except =
            exceptions(self.book, &it.unless).map_or_else(String::new, |it| format!(" This does not apply {it}."));
        let mating_player = table
            .mating_player
            .as_ref()
            .map_or_else(String::new, |it: &Spanned<MatingPlayer>| format!(" {}", it.told()));
        // Without eliminations the number of players never changes.
        let everybody = |it: &crate::diagnostic::Spanned<i64>| it.value == self.book.seats.len() as i64;
        let mut test = when.value.clone();
        if !self.possible.elimination && test.living.as_ref().is_some_and(everybody) {
            test.living = None;
        }
        let victim = match (&test.stuck, &test.king_captured, &test.captured) {
            (Some(stuck), ..) if stuck.who.value == Who::Mover => mover,
            (Some(_), ..) => "the player without a legal move",
            (_, Some(_), _) => "the king's owner",
            (.., Some(_)) => "the captured piece's owner",
            _ if test.attack.is_some() => "the attacked player",
            _ => "the victim",
        };
        let label = self.book.outcomes.iter().find(|it| it.name == name).map_or(name, |it| it.label.as_str());
        let then = if table.then.value == Then::Eliminate { "that player is eliminated" } else { table.then.told() };
        let counts = counted_by([&test].into_iter());
        let text =
            format!("if {}, {then}.{counts}{mating_player}{except}{}", position(self.book, &test), self.score(name));
        format!("{}: {}{}", capital(label), named(&text, mover, victim), cited(&table.source))
    }

    fn dead_positions(&mut self) {
        if !self.possible.dead_position {
            return;
        }
        let mut text = vec!["No player can be checkmated any more if only kings are left.".to_owned()];
        let Some(it) = &self.def.dead_position else {
            self.out.paragraph(text.join(" "));
            return;
        };
        if !it.minor.is_empty() {
            let two = if self.book.seats.len() == 2 { "This" } else { "Between two players this" };
            text.push(format!("{two} also holds if the only other piece left is {}.", one_of(self.book, &it.minor)));
        }
        if !it.colored.is_empty() {
            text.push(format!(
                "It also holds for any number of pieces that are each {}, if all of them are on squares of one color.",
                one_of(self.book, &it.colored)
            ));
        }
        self.out.paragraph(text.join(" "));
    }

    /// What may be asked for outside the moves.
    pub(super) fn claims(&mut self) {
        self.out.heading(
            2,
            match (self.possible.agreement, self.possible.resignation) {
                (true, true) => "Agreements and resignation",
                (false, true) => "Resignation",
                _ => "Agreements",
            },
        );
        let items = self.def.claims.iter().map(|(name, it)| self.claim(&name.value, it));
        let items = items.collect();
        self.out.list(items);
    }

    fn claim(&self, name: &str, it: &Claim) -> String {
        let names = it.names.iter().map(|it| it.told());
        let mut text: Vec<&str> = names.chain([it.timing.told(), it.consent.told()]).collect();
        text.push(it.then.told());
        if it.consent.value != Consent::Nobody {
            text.push(it.if_refused.told());
        }
        let label = self.book.claims.iter().find(|it| it.name == name).map_or(name, |it| it.label.as_str());
        let text = format!("{}{}", text.join(" "), self.score(name));
        let player = if it.consent.value == Consent::Nobody { "the player who resigns" } else { "the player who asks" };
        format!("{}: {}{}", capital(label), named(&text, player, player), cited(&it.source))
    }

    /// What an ending is worth: ` The mating_player scores 3, the third player 1.`
    fn score(&self, name: &str) -> String {
        let found = self.def.score.as_ref().and_then(|it| it.value.iter().find(|it| it.0.value == name));
        found.map_or_else(String::new, |it| format!(" {}", points(&it.1.value)))
    }

    /// What points are called.
    pub(super) fn titles(&mut self) {
        self.out.heading(2, "Titles");
        if let Some(it) = &self.def.score_titles {
            let titles = it.titles.iter().enumerate();
            let titles: Vec<String> = titles.map(|(at, it)| format!("{at} is “{}”", it.value)).collect();
            self.out.paragraph(format!("Points have names: {}.", joined(&titles, "and")));
        }
    }
}

/// Returns what a ban forbids, as a sentence: the rule first, then its conditions.
pub(super) fn forbids(book: &Rulebook, it: &Ban) -> String {
    let after = it.after.as_ref().map(|it| position(book, it));
    let before = it.before.as_ref().map(|it| format!("; this applies if, before the move, {}", position(book, it)));
    let before = before.unwrap_or_default();
    match (&it.r#move, after) {
        (Some(test), after) => {
            let subject = capital(&moving_piece(book, test));
            let after = after.map_or_else(String::new, |it| format!("; this applies if, after the move, {it}"));
            format!("{subject} may not {}{after}{before}.", does(book, test, true))
        }
        (None, Some(after)) => format!("A player may not make a move after which {after}{before}."),
        (None, None) => format!("A player may not move{before}."),
    }
}

/// Returns how the points of a comparison are counted, as a sentence after a space.
fn counted_by<'a>(mut tests: impl Iterator<Item = &'a PositionTest>) -> String {
    let material = tests.find_map(|it| it.material.as_ref());
    material.map_or_else(String::new, |it| format!(" Points are counted {}.", it.count.told()))
}

/// Replaces the roles of the language by the players that they are here.
pub(super) fn named(text: &str, mover: &str, victim: &str) -> String {
    text.replace("the mover", mover).replace("the victim", victim)
}

fn points(all: &PointsByRole) -> String {
    let one = |who: Who, points: &str| format!("{points} for {}", every(who));
    let all: Vec<String> = all.iter().map(|(who, it)| one(who.value, &points_text(it.value))).collect();
    format!("Points: {}.", joined(&all, "and"))
}
