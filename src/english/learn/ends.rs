//! Check, elimination, the end of the game and its points, for players.
//!
//! Contains: [`RulesWriter::how_the_game_ends`]. Input: the outcomes, the claims and the points.
//! Output: blocks of the document. Does not know: sources; the complete rules cite them.

use super::super::RulesWriter;
use super::super::phrases::{capital, every, position};
use super::super::words::InWords;
use crate::definition::PositionTest;
use crate::notation::name::points_text;
use crate::policy::{Army, CheckState, Consent, Then, Who};
use crate::rulebook::OutcomeId;

impl RulesWriter<'_> {
    /// Writes check, elimination, the list of endings and the table of points.
    pub(super) fn how_the_game_ends(&mut self) {
        let check = self.check_for_players();
        self.out.paragraph(check);
        let endings = self.endings();
        self.out.list(endings);
        let fate = self.fate();
        self.out.paragraph(fate);
        let claims = self.offers();
        self.out.paragraph(claims);
        let rows = self.points_table();
        self.out.table(&["Ending", "Points"], rows);
        let titles: Vec<String> =
            self.book.score_titles.iter().enumerate().map(|it| format!("{} {}", it.0, it.1)).collect();
        if !titles.is_empty() {
            self.out.paragraph(format!("The totals have titles: {}.", titles.join(", ")));
        }
    }

    fn check_for_players(&self) -> String {
        let (check, possible) = (&self.book.check, self.possible);
        let mut text = vec![check.attackers.told().to_owned()];
        if possible.check {
            text.push(check.own_king.told().to_owned());
        }
        if self.book.seats.len() > 2 || possible.king_capture {
            text.push(check.kings.told().to_owned());
            if possible.king_capture && possible.elimination && possible.check {
                text.push(check.judged.told().to_owned());
            }
        }
        let own_turn = |it: &OutcomeId| {
            let test = self.book.outcomes[usize::from(it.0)].when.stuck;
            test.is_some_and(|it| it.who == Who::Mover && it.check == CheckState::In)
        };
        if self.book.seats.len() > 2 && self.book.settle.turn_start.iter().any(own_turn) {
            text.push(
                "Checkmate counts only when the checkmated player is to move: until then another player may end it."
                    .to_owned(),
            );
        }
        text.join(" ")
    }

    /// One sentence for each outcome, without points.
    fn endings(&self) -> Vec<String> {
        let settle = &self.book.settle;
        let moments = [(&settle.after_move, ""), (&settle.turn_start, ""), (&settle.on_claim, "on request, ")];
        let mut seen: Vec<OutcomeId> = Vec::new();
        let mut items = Vec::new();
        for (ids, prefix) in moments {
            for id in ids {
                if !seen.contains(id) {
                    seen.push(*id);
                    items.extend(self.ending(*id, prefix));
                }
            }
        }
        items
    }

    fn ending(&self, id: OutcomeId, prefix: &str) -> Option<String> {
        let outcome = &self.book.outcomes[usize::from(id.0)];
        let written = self.def.outcomes.iter().find(|it| it.0.value == outcome.name)?;
        let mover = self.mover_name(&outcome.name);
        let test = self.without_number(&written.1.table.when.value);
        let then = match outcome.then {
            Then::Eliminate => "that player is eliminated",
            other => other.told(),
        };
        let victim = if test.attack.is_some() { "the attacked player" } else { "that player" };
        let when = mates_in_words(&position(self.book, &test), &test);
        let when = when.replace("the mover", mover).replace("the victim", victim);
        Some(format!("{}: {prefix}if {when}, {then}.", capital(&outcome.label)))
    }

    /// How to call the player who moves in an outcome: it depends on when it is tested.
    pub(super) fn mover_name(&self, outcome: &str) -> &'static str {
        let is_it = |it: &OutcomeId| self.book.outcomes[usize::from(it.0)].name == outcome;
        match self.book.settle.after_move.iter().any(is_it) {
            true => "the player who has just moved",
            false => "the player to move",
        }
    }

    /// A test without the number of players, if that number never changes.
    pub(super) fn without_number(&self, test: &PositionTest) -> PositionTest {
        let mut test = test.clone();
        let all = self.book.seats.len() as i64;
        if !self.possible.elimination && test.living.as_ref().is_some_and(|it| it.value == all) {
            test.living = None;
        }
        test
    }

    /// What becomes of the pieces of an eliminated player.
    fn fate(&self) -> String {
        match (self.possible.elimination, self.book.army) {
            (false, _) => String::new(),
            (true, Army::Removed) => self.book.army.told().to_owned(),
            (true, army) => format!("{} {}", army.told(), self.book.king.told()),
        }
    }

    /// Draws by agreement and resignations.
    fn offers(&self) -> String {
        let one = |it: &crate::rulebook::Claim| {
            let label = &it.label;
            let when = match it.timing {
                crate::policy::ClaimTiming::AnyTime => "at any time",
                crate::policy::ClaimTiming::OwnTurn => "on their own turn",
            };
            let agrees = match self.book.seats.len() {
                2 => "the other player agrees",
                _ => "every other remaining player agrees",
            };
            let resigns = it.consent == Consent::Nobody || it.names_winner;
            let then = it.then.told().trim_start_matches("Then ").to_owned();
            match (it.consent, it.names_winner) {
                (Consent::Nobody, _) => format!("A player may resign {when}: {then}"),
                (_, true) => {
                    format!("A player may resign {when} in favor of another player. If the third player agrees, {then}")
                }
                _ if resigns => String::new(),
                _ => format!("A player may offer {} {when}. If {agrees}, {then}", super::super::phrases::a(label)),
            }
        };
        self.book.claims.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    /// The points of every ending and claim: endings with equal points share a row.
    fn points_table(&self) -> Vec<Vec<String>> {
        let outcomes = self.book.outcomes.iter().filter(|it| it.then == Then::End);
        let outcomes = outcomes.map(|it| {
            let victim = match &it.when {
                test if test.stuck.is_some_and(|it| it.check == CheckState::In) => "the checkmated player",
                test if test.stuck.is_some() => "the stalemated player",
                test if test.attack.is_some() => "the attacked player",
                _ => "the player concerned",
            };
            let mover = if it.when.stuck.is_some() { victim } else { self.mover_name(&it.name) };
            (it.label.clone(), points(&it.score, mover, victim))
        });
        let claims = self.book.claims.iter();
        let claims =
            claims.map(|it| (it.label.clone(), points(&it.score, "the player who resigns", "the player who resigns")));
        let mut rows: Vec<(Vec<String>, String)> = Vec::new();
        for (label, points) in outcomes.chain(claims).filter(|it| !it.1.is_empty()) {
            match rows.iter_mut().find(|it| it.1 == points) {
                Some(row) if row.0.contains(&label) => {}
                Some(row) => row.0.push(label),
                None => rows.push((vec![label], points)),
            }
        }
        rows.into_iter().map(|(labels, points)| vec![capital(&labels.join(", ")), points]).collect()
    }
}

/// Points by player: `3 for the player who gives checkmate, 1 for the third player`.
fn points(score: &[(Who, crate::policy::Points)], mover: &str, victim: &str) -> String {
    let one = |(who, points): &(Who, crate::policy::Points)| {
        let who = match who {
            Who::Victim => victim.to_owned(),
            Who::Mover => mover.to_owned(),
            Who::MatingPlayer => "the player who gives checkmate".to_owned(),
            Who::Next => "the player whose turn comes next".to_owned(),
            Who::Previous => "the player whose turn came before".to_owned(),
            other => every(*other).to_owned(),
        };
        format!("{} for {who}", points_text(*points))
    };
    let mut score = score.to_vec();
    score.sort_by_key(|it| std::cmp::Reverse(it.1));
    score.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Explains a mate by one opponent or by several in words of players.
fn mates_in_words(text: &str, test: &PositionTest) -> String {
    let Some(number) = test.mates_alone.as_ref().map(|it| it.value) else { return text.to_owned() };
    let cut = text.split(" and exactly ").next().unwrap_or(text);
    let cut = cut.split(" and no opponent ").next().unwrap_or(cut);
    let by = match number {
        0 => "only both opponents together give this mate",
        1 => "exactly one opponent would give this mate alone",
        _ => "each opponent would give this mate alone",
    };
    format!("{cut}, and {by}")
}
