//! Check, elimination, the end of the game and its points, for players.
//!
//! Contains: [`RulesWriter::how_the_game_ends`]. Input: the outcomes, the claims and the points.
//! Output: blocks of the document. Does not know: sources; the complete rules cite them.

use super::super::RulesWriter;
use super::super::ending::named;
use super::super::phrases::{capital, every, exceptions, position, restarts};
use super::super::words::{InWords, fill};
use crate::definition::{Claim, PositionTest};
use crate::diagnostic::Spanned;
use crate::document::Table;
use crate::notation::name::{points_text, seat_title};
use crate::policy::{Army, CheckState, Consent, Judged, OwnKing, Then, Who};
use crate::rulebook::{OutcomeId, SeatId};

impl RulesWriter<'_> {
    /// Writes the endings, the fate of eliminated players, agreements and the table of points.
    pub(super) fn how_the_game_ends(&mut self) {
        self.out.heading(2, "The end");
        let alone = self.mates_alone();
        self.out.paragraph(alone);
        let endings = self.endings();
        self.out.list(endings);
        let absent = self.absent_endings();
        self.out.paragraph(absent);
        let rounds = self.rounds();
        self.out.paragraph(rounds);
        self.out.heading(2, "Eliminated players");
        let fate = self.fate();
        self.out.paragraph(fate);
        self.out.heading(
            2,
            match (self.possible.agreement, self.possible.resignation) {
                (true, true) => "Agreements and resignation",
                (false, true) => "Resignation",
                _ => "Agreements",
            },
        );
        let claims = self.offers();
        self.out.list(claims);
        self.out.heading(2, "Points");
        let rows = self.points_table();
        if !rows.is_empty() {
            let mut table = Table::new(["Ending", "Points"]);
            rows.into_iter().for_each(|(ending, points)| table.row([ending.into(), points.into()]));
            self.out.table(table);
        }
        let titles: Vec<String> =
            self.book.score_titles.iter().enumerate().map(|it| format!("{} {}", it.0, it.1)).collect();
        if !titles.is_empty() {
            self.out.paragraph(format!("The totals have titles: {}.", titles.join(", ")));
        }
    }

    /// States when a king is in check, whether kings are captured, and when checkmate counts.
    pub(super) fn check_for_players(&self) -> Vec<String> {
        let (check, possible) = (&self.book.check, self.possible);
        let several = self.book.seats.len() > 2;
        let own = if possible.check { format!(" {}", check.own_king.told()) } else { String::new() };
        let mut text = vec![format!("{}{own}", check.attackers.told())];
        if several || possible.king_capture {
            let mut kings = vec![check.kings.told().to_owned()];
            if possible.king_capture && possible.elimination && possible.check {
                kings.push(check.judged.told().to_owned());
                kings.extend(self.capture_out_of_check());
            }
            text.push(kings.join(" "));
        }
        let own_turn = |it: &OutcomeId| {
            let test = self.book.outcomes[usize::from(it.0)].when.stuck;
            test.is_some_and(|it| it.who == Who::Mover && it.check == CheckState::In)
        };
        if several && self.book.settle.turn_start.iter().any(own_turn) {
            text.push(
                "A player is checkmated only at the start of their own turn. A player who moves before them can still \
                 end the check, for example by capturing the checking piece."
                    .to_owned(),
            );
        }
        text
    }

    /// What it means that an opponent gives checkmate alone, if an ending depends on it.
    fn mates_alone(&self) -> String {
        let Some(it) = self.def.mate.as_ref().filter(|_| self.possible.mates_alone) else { return String::new() };
        let escapes = match self.possible.bans {
            true => format!(" {}", fill(it.escapes.told(), &[("bans", &self.bans_named())])),
            false => String::new(),
        };
        format!("{}{escapes}", it.alone.told())
    }

    /// An example of a king captured by a player in check.
    fn capture_out_of_check(&self) -> Option<String> {
        let seat = |it: u8| seat_title(self.book, SeatId(it));
        let (one, other) = (seat(0), seat(1));
        // The player who has just moved kept their king safe, so the example needs a third player.
        let is_possible = self.book.check.judged == Judged::AfterEliminations && self.book.seats.len() > 2;
        let rest = match self.book.check.own_king {
            OwnKing::KeptSafe => " A check by another opponent must still be answered.",
            OwnKing::MayBeLeft => "",
        };
        is_possible.then(|| {
            format!("For example, if {other} checks {one}, {one} may respond by capturing {other}'s king.{rest}")
        })
    }

    /// States which endings of chess the game does not have.
    fn absent_endings(&self) -> String {
        let outcomes = &self.book.outcomes;
        let repeats = outcomes.iter().any(|it| it.when.repeated.is_some());
        let counts = outcomes.iter().any(|it| it.when.halfmove_rounds.is_some());
        match (repeats, counts) {
            (false, false) => "There is no rule on repeated positions, and none that counts moves.",
            (false, true) => "There is no rule on repeated positions.",
            (true, false) => "There is no rule that counts moves.",
            (true, true) => "",
        }
        .to_owned()
    }

    /// What counts as a round, if an ending counts rounds.
    fn rounds(&self) -> String {
        if self.def.counter.is_none() || !self.book.outcomes.iter().any(|it| it.when.halfmove_rounds.is_some()) {
            return String::new();
        }
        let Some(resets) = restarts(self.book) else { return String::new() };
        format!("A round is one turn of each remaining player. {} restarts the count of rounds.", capital(&resets))
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
        let mut when = when.replace("the king of any opponent", "an opponent's king");
        if test.attack.as_ref().is_some_and(|it| it.by.value == Who::Mover) && mover == "the player to move" {
            when.push_str(" at the start of their turn");
        }
        // A capture names its victim: the opponent.
        let (when, then) = match when.strip_prefix("the move captured an opponent's king") {
            Some(rest) => {
                (format!("a player captures an opponent's king{rest}"), then.replace("that player", "that opponent"))
            }
            None => (when, then.to_owned()),
        };
        let when = match &test.living {
            Some(it) if it.value > 1 => {
                let number = format!("{} players are", super::super::phrases::count(it.value));
                when.replace(&format!(" and {number} still"), &format!(" while {number} still"))
            }
            _ => when,
        };
        let by = written.1.table.mating_player.as_ref().filter(|_| self.book.seats.len() > 2);
        let by = by.map_or_else(String::new, |it| format!(" {}", it.told()));
        let except = exceptions(self.book, &written.1.unless)
            .map_or_else(String::new, |it| format!(" This does not apply {it}."));
        let more = format!("{by}{except}").replace("the mover", mover).replace("The mover", &capital(mover));
        Some(format!("{}: {prefix}if {when}, {then}.{}", capital(&outcome.label), more.replace("the victim", victim)))
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
            (true, army) => {
                let king = match self.possible.king_capture {
                    true => self.book.king.told().to_owned(),
                    false => self.book.king.told().replace(", unless it was captured", ""),
                };
                format!("{} {king}", army.told())
            }
        }
    }

    /// Draws by agreement and resignations.
    fn offers(&self) -> Vec<String> {
        let one = |(name, it): &(Spanned<String>, Claim)| {
            let made = self.book.claims.iter().find(|it| it.name == name.value);
            let label = made.map_or(name.value.as_str(), |it| it.label.as_str());
            let offer = match (it.consent.value, &it.names) {
                (Consent::Nobody, None) => "a player may resign.".to_owned(),
                (_, Some(_)) => "a player may resign in favor of another player.".to_owned(),
                _ => format!("a player may offer {}.", super::super::phrases::a(label)),
            };
            let mut text = vec![offer];
            text.extend(it.names.iter().map(|it| it.told().to_owned()));
            text.push(it.timing.told().to_owned());
            if it.consent.value != Consent::Nobody {
                text.push(it.consent.told().to_owned());
            }
            text.push(it.then.told().to_owned());
            if it.consent.value != Consent::Nobody {
                text.push(it.if_refused.told().to_owned());
            }
            let text = named(&text.join(" "), "the player", "the player");
            format!("{}: {text}", capital(label))
        };
        self.def.claims.iter().map(one).collect()
    }

    /// The points of every ending and claim: endings with equal points share a row.
    fn points_table(&self) -> Vec<(String, String)> {
        let outcomes = self.book.outcomes.iter().filter(|it| it.then == Then::End);
        let outcomes = outcomes.map(|it| {
            let victim = match &it.when {
                test if test.stuck.is_some_and(|it| it.check == CheckState::In) => "the checkmated player",
                test if test.stuck.is_some() => "the stalemated player",
                test if test.attack.is_some() => "the attacked player",
                _ => "the player concerned",
            };
            let mover = if it.when.stuck.is_some() { victim } else { self.mover_name(&it.name) };
            let points = points(&it.score, mover, victim);
            match it.when.living {
                Some(1) => (it.label.clone(), points.replace("every remaining player", "the last player")),
                _ => (it.label.clone(), points),
            }
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
        rows.into_iter().map(|(labels, points)| (capital(&labels.join(", ")), points)).collect()
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
        0 => "the opponents give this mate only together",
        1 => "exactly one opponent gives this mate alone",
        _ => "each opponent gives this mate alone",
    };
    format!("{cut}, and {by}")
}
