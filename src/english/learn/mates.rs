//! The test of an opponent who gives a checkmate alone, and the endings that depend on it.
//!
//! Contains: [`RulesWriter::who_gives_mate`] and [`RulesWriter::mates_by_answers`]. Input: `[mate]` and the outcomes.
//! Output: a table with the points of each kind of checkmate, and a question for each opponent. Does not know: the other endings
//! ([`super::endings`]).

use super::super::RulesWriter;
use super::super::phrases::{capital, count};
use super::super::words::{InWords, fill};
use super::endings::why_the_victim_scores;
use crate::document::{Inline, Table};
use crate::notation::joined;
use crate::notation::name::seat_title;
use crate::policy::{Alone, Escapes, MatingPlayer, Then, Who};
use crate::rulebook::{Outcome, OutcomeId, Player, SeatId};
use crate::sorting::CompactSort;

/// Says which attacks are enough for a checkmate that a number of opponents would give alone.
pub(in crate::english) fn enough_attacks(number: u8, opponents: usize) -> String {
    match usize::from(number) {
        0 if opponents == 2 => "only the attacks of both opponents together".to_owned(),
        0 => "only the attacks of several opponents together".to_owned(),
        all if all == opponents => "each opponent's attacks alone".to_owned(),
        1 => "the attacks of only one opponent".to_owned(),
        some => format!("the attacks of {} opponents, each alone,", count(some as i64)),
    }
}

impl RulesWriter<'_> {
    /// Writes the test of an opponent who gives checkmate alone, if an ending depends on it.
    pub(super) fn who_gives_mate(&mut self) {
        let Some(it) = self.def.mate.as_ref().filter(|_| self.possible.mates_alone) else { return };
        let is_three = self.book.seats.len() == 3;
        let other = if is_three { "the other opponent" } else { "the other opponents" };
        let answers = self.mates_by_answers();
        let title = if answers.is_empty() { "Points for a checkmate" } else { "Kinds of checkmate" };
        self.out.anchored_heading(3, super::KINDS_OF_MATE, title);
        let mut intro = vec![match answers.is_empty() {
            false => {
                let all = answers.len() == self.book.seats.len();
                let ends = if all { "Every checkmate ends the game. " } else { "" };
                format!("{ends}The points depend on whose attacks are enough for the checkmate.")
            }
            true => format!(
                "Points for a checkmate depend on whose attacks alone would be enough.{}",
                self.mates_by_number()
            ),
        }];
        let questions = match is_three {
            true => {
                let title = |at: u8| seat_title(self.book, SeatId(at));
                let ask = |by: u8, without: u8, mated: &str| {
                    let (checkmated, by) = (title(0), title(by));
                    let test = fill(it.alone.sentence(), &[("by", &by), ("other", &title(without))]);
                    format!(
                        "{test} Would {checkmated} still be checkmated{mated}? If so, {by}'s attacks are enough alone."
                    )
                };
                intro.push(format!("For example, suppose that {0} is checkmated. Answer two questions:", title(0)));
                let second = ask(2, 1, "").replacen("Leave all pieces where they are, but", "Now", 1);
                vec![ask(1, 2, ", that is, in check and without a legal move"), second]
            }
            false => {
                intro.push("Ask this question for each opponent:".to_owned());
                let test = fill(it.alone.sentence(), &[("by", "this opponent"), ("other", other)]);
                vec![format!("{test} Is it still checkmate? If yes, this opponent's attacks are enough alone.")]
            }
        };
        let mut test = Vec::new();
        if it.alone.value == Alone::PiecesRemain {
            let rest = "Pieces whose attacks do not count are only obstacles: they block squares and can be captured, but they give no \
                        check, guard nothing and pin nothing. The checkmated player's own attacks always count.";
            test.push(rest.to_owned());
        }
        test.extend(self.bans_in_the_test());
        self.out.paragraph(intro.join(" "));
        self.out.list(questions);
        if !is_three {
            self.out.paragraph("If the king is then no longer in check, the answer is no.".to_owned());
        }
        if answers.is_empty() {
            self.out.paragraph(test.join(" "));
            return;
        }
        // The test comes before the table that uses its answers.
        if !test.is_empty() {
            self.out.paragraph("In this test:".to_owned());
            self.out.list(test);
        }
        let mut kinds = Table::new(["Kind", "Which attacks are enough", "Points"]);
        self.mate_rows(&answers).into_iter().for_each(|it| kinds.row(it.map(Into::into)));
        self.out.paragraph("The answers decide the kind of checkmate:".to_owned());
        self.out.table(kinds);
        let mut notes = Vec::new();
        for (_, id) in &answers {
            let outcome = &self.book.outcomes[usize::from(id.0)];
            let names = outcome.score.iter().any(|it| it.0 == Player::Role(Who::MatingPlayer));
            if let Some(who) = outcome.mating_player.filter(|it| names && *it == MatingPlayer::LastMover) {
                notes.push(who.sentence().to_owned());
            }
            if outcome.mating_player == Some(MatingPlayer::SoleSufficient) && names {
                notes
                    .push(format!("In the ending “{}”, it does not matter who moved last.", self.ending_name(outcome)));
            }
            if let Some((_, less)) = why_the_victim_scores(outcome).split_once('.') {
                let name = self.ending_name(outcome);
                notes.push(format!("In the ending “{name}”, no opponent's attacks are enough alone, so the checkmated player scores, too.{less}"));
            }
        }
        self.out.list(notes);
    }

    /// Whether a ban holds in the test of a mate. A ban on attacks counts all attacks, also those that do not count otherwise.
    fn bans_in_the_test(&self) -> Option<String> {
        let it = self.def.mate.as_ref().filter(|_| self.possible.bans)?;
        let text = fill(it.escapes.sentence(), &[("bans", &self.bans_named())]);
        if (it.alone.value, it.escapes.value) != (Alone::PiecesRemain, Escapes::BansHold) {
            return Some(text);
        }
        let by_attack = self.def.bans.iter().filter_map(|it| {
            let attack = it.1.table.after.as_ref()?.value.attack.as_ref()?;
            let made = self.book.bans.iter().find(|made| made.name == it.0.value)?;
            Some((format!("“{}”", capital(&made.label)), (attack.by.role(), attack.on.role())))
        });
        let (by_attack, roles): (Vec<String>, Vec<_>) = by_attack.unzip();
        let title = |it: u8| seat_title(self.book, SeatId(it));
        // As in the rule itself: the next player may not attack the previous one.
        let example = match roles[..] {
            [(Some(Who::Next), Some(Who::Previous))] if self.book.seats.len() == 3 => format!(
                " For example, {0} may not answer with a move after which {1} attacks {2}'s king, not even in the question about \
                 {2}.",
                title(0),
                title(1),
                title(2)
            ),
            _ => String::new(),
        };
        Some(match by_attack.is_empty() {
            true => text,
            false => {
                let is = if by_attack.len() > 1 { "are" } else { "is" };
                let rules = joined(&by_attack, "and");
                format!("{text} {rules} {is} judged as in the game, with the attacks of all players.{example}")
            }
        })
    }

    /// Returns the endings for each number of opponents who give a checkmate alone, if only this number decides.
    pub(in crate::english) fn mates_by_answers(&self) -> Vec<(u8, OutcomeId)> {
        let outcome = |it: &OutcomeId| &self.book.outcomes[usize::from(it.0)];
        let own = self.book.settle.turn_start.iter().filter(|it| outcome(it).when.mates_alone.is_some());
        let mut all: Vec<(u8, OutcomeId)> = own.filter_map(|it| Some((outcome(it).when.mates_alone?, *it))).collect();
        all.compact_sort_by_key(|it| std::cmp::Reverse(it.0));
        let is_plain = |it: &(u8, OutcomeId)| {
            let outcome = outcome(&it.1);
            outcome.then == Then::End && outcome.when.living.is_none() && outcome.unless.is_empty()
        };
        if all.len() > 1 && !self.possible.elimination && all.iter().all(is_plain) { all } else { Vec::new() }
    }

    /// The rows of these endings: whose attacks are enough, and the points.
    fn mate_rows(&self, answers: &[(u8, OutcomeId)]) -> Vec<[Inline; 3]> {
        let row = |(number, id): &(u8, OutcomeId)| {
            let outcome = &self.book.outcomes[usize::from(id.0)];
            let enough = enough_attacks(*number, self.book.seats.len() - 1);
            let points = self.points_of_mate(outcome);
            // Each example has a line of its own.
            let mut lines = points.trim().split(" If ");
            let mut cell = Inline::from(lines.next().unwrap_or_default());
            for it in lines {
                cell = cell.broken().text(format!("If {it}"));
            }
            [capital(&self.ending_name(outcome)).into(), enough.into(), cell]
        };
        answers.iter().map(row).collect()
    }

    /// The points of one of these endings, without the reason why the checkmated player scores.
    fn points_of_mate(&self, outcome: &Outcome) -> String {
        let why = why_the_victim_scores(outcome).replacen(" the", " The", 1);
        self.points_of(outcome).replace("every other player", "each opponent").replace(&why, "")
    }

    /// Names the ending for each number of opponents who give a checkmate alone, after a space.
    fn mates_by_number(&self) -> String {
        let all = self.book.settle.turn_start.iter().map(|it| &self.book.outcomes[usize::from(it.0)]);
        let mut all: Vec<(u8, &str)> = all.filter_map(|it| Some((it.when.mates_alone?, it.label.as_str()))).collect();
        all.compact_sort_by_key(|it| it.0);
        let one = |(number, label): &(u8, &str)| match number {
            0 => format!(" None: {label}."),
            number => format!(" {}: {label}.", capital(&count(i64::from(*number)))),
        };
        all.iter().map(one).collect()
    }
}
