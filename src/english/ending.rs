//! The chapters on what is forbidden, on check, on going out, on the end and its points.
//!
//! In: the tables of the definition. Out: blocks of the document.

use super::Teller;
use super::phrases::{a_move, capital, cited, exceptions, is_set, one_of, position};
use super::words::Told;
use crate::definition::{Bar, Claim, Consent, Mater, Outcome, PointsByRole, Then, Who, WithUnless};
use crate::diagnostic::Spanned;
use crate::notation::name::{joined, points_text};

impl Teller<'_> {
    /// Bars.
    pub(super) fn bars(&mut self) {
        self.out.heading(2, "Forbidden moves");
        let items = self.def.bars.iter().map(|(name, it)| {
            let except = exceptions(&it.unless).map_or_else(String::new, |it| format!(" This does not hold {it}."));
            format!("{}: {}{except}{}", capital(&name.value), forbids(&it.table), cited(&it.table.source))
        });
        let items: Vec<String> = items.collect();
        if !items.is_empty() {
            self.out.paragraph("The mover is the player who moves; the victim is the owner of the man taken.");
        }
        self.out.list(items);
    }

    /// Check, and what may be done to kings.
    pub(super) fn check(&mut self) {
        self.out.heading(2, "Check");
        if let Some(it) = &self.def.check {
            let text = [
                it.attackers.told(),
                it.own_king.told(),
                it.kings.told(),
                it.pinned.told(),
                it.barred.told(),
                it.judged.told(),
            ];
            self.out.paragraph(format!("{}{}", text.join(" "), cited(&it.source)));
        }
        if let Some(it) = &self.def.mate {
            self.out.paragraph(format!("{} {}", it.alone.told(), it.escapes.told()));
        }
    }

    /// What becomes of a player who is out.
    pub(super) fn elimination(&mut self) {
        self.out.heading(2, "Going out");
        let outcomes = self.def.outcomes.iter().any(|it| it.1.table.then.value == Then::Eliminate);
        if let Some(it) = &self.def.elimination {
            self.out.paragraph(format!("{} {}{}", it.army.told(), it.king.told(), cited(&it.source)));
        } else if outcomes {
            self.out.paragraph(format!("{} {}", self.book.army.told(), self.book.king.told()));
        }
    }

    /// Outcomes in the order in which they are looked at.
    pub(super) fn outcomes(&mut self) {
        self.out.heading(2, "The end");
        let Some(settle) = &self.def.settle else { return };
        let moments = [
            (
                &settle.after_move,
                "After each move this is looked at, in this order, and again until nothing changes. The mover is the \
                 player who has just moved.",
            ),
            (
                &settle.turn_start,
                "As a turn begins this is looked at, in this order. The mover is the player whose turn it is. When \
                 somebody goes out, the turn passes on if it was his, and all is looked at again.",
            ),
            (&settle.on_claim, "This comes about when the mover claims it, at his turn."),
        ];
        for (names, opening) in moments {
            let mut items = Vec::new();
            for name in &names.value {
                let found = self.def.outcomes.iter().find(|it| it.0.value == name.value.0);
                items.extend(found.map(|it| self.outcome(&it.0.value, &it.1)));
            }
            if !items.is_empty() {
                self.out.paragraph(opening);
            }
            self.out.list(items);
        }
        if let Some(it) = &self.def.counter {
            let resets: Vec<&str> = it.resets.iter().map(|it| it.told()).collect();
            self.out.paragraph(format!(
                "A round is one turn of each living player; {} begins the counting of quiet rounds anew.",
                joined(&resets, "or")
            ));
        }
        self.dead_positions();
    }

    fn outcome(&self, name: &str, it: &WithUnless<Outcome>) -> String {
        let table = &it.table;
        let except = exceptions(&it.unless).map_or_else(String::new, |it| format!(" This does not hold {it}."));
        let mater = table.mater.as_ref().map_or_else(String::new, |it: &Spanned<Mater>| format!(" {}", it.told()));
        format!(
            "{}: when {}, {}.{mater}{except}{}{}",
            capital(name),
            position(&table.when),
            table.then.told(),
            self.score(name),
            cited(&table.source)
        )
    }

    fn dead_positions(&mut self) {
        let Some(it) = &self.def.dead_position else { return };
        let mut text = vec!["Nobody can be mated any more when only kings are left.".to_owned()];
        if !it.minor.is_empty() {
            text.push(format!(
                "Between two players the same holds when all that is left besides is {}.",
                one_of(&it.minor)
            ));
        }
        if !it.coloured.is_empty() {
            text.push(format!(
                "It holds, too, for any number of men of which each is {}, while all of them stand on one colour.",
                one_of(&it.coloured)
            ));
        }
        self.out.paragraph(text.join(" "));
    }

    /// What may be asked for outside the moves.
    pub(super) fn claims(&mut self) {
        self.out.heading(2, "Agreements and resignation");
        let items = self.def.claims.iter().map(|(name, it)| self.claim(&name.value, it));
        let items = items.collect();
        self.out.list(items);
    }

    fn claim(&self, name: &str, it: &Claim) -> String {
        let names = it.names.iter().map(|it| it.told());
        let mut text: Vec<&str> = names.chain([it.asked.told(), it.consent.told()]).collect();
        if it.consent.value != Consent::Nobody {
            text.push(it.refused.told());
        }
        text.push(it.then.told());
        format!("{}: {}{}{}", capital(name), text.join(" "), self.score(name), cited(&it.source))
    }

    /// What an ending is worth: ` The mater scores 3, the third player 1.`
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

fn forbids(it: &Bar) -> String {
    let mut parts = Vec::new();
    if let Some(test) = &it.before {
        parts.push(format!("as things stand before it, {}", position(test)));
    }
    if let Some(test) = &it.after {
        parts.push(format!("as things would stand after it, {}", position(test)));
    }
    let what = it
        .r#move
        .as_ref()
        .map_or_else(|| "no move may be made".to_owned(), |it| format!("no move may be made by which {}", a_move(it)));
    match parts.as_slice() {
        [] => format!("{what}."),
        parts => format!("{what} if, {}.", joined(parts, "and,")),
    }
}

fn points(all: &PointsByRole) -> String {
    let one = |who: Who, points: &str| match is_set(who) {
        true => format!("each of {} {points}", who.told()),
        false => format!("{} {points}", who.told()),
    };
    let all: Vec<String> = all.iter().map(|(who, it)| one(who.value, &points_text(it.value))).collect();
    format!("Points: {}.", joined(&all, "and"))
}
