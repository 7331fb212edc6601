//! The goal of the game in two or three sentences.
//!
//! Contains: [`RulesWriter::goal`]. Input: the outcomes and their points. Output: a paragraph.
//! Does not know: the complete list of outcomes ([`super::ends`] writes it).

use std::cmp::Ordering;

use super::super::RulesWriter;
use super::super::phrases::{capital, count, position, unit_of};
use super::super::possible::is_mate_without_check;
use super::super::words::fill;
use super::endings::{scores_before_the_end, why_the_victim_scores};
use super::standings::{fate_of_victim, is_victory_of_the_last, rest};
use crate::board::Square;
use crate::definition::PositionTest;
use crate::definition::value::Either;
use crate::diagnostic::counted;
use crate::notation::name::{joined, seat_title};
use crate::policy::{
    Cells, CheckState, ClaimThen, Consent, MatingPlayer, PartnerLoss, PatchShape, Points, Quantity, Role, Then, Who,
};
use crate::rulebook::{KindId, Outcome, Player, Rulebook, SeatId};
use crate::sorting::CompactSort;

/// What winning means if players score different points.
const MOST_POINTS: &str = "The player with the most points wins. Players with equal points tie.";
/// Where to find what scores points before the end.
const SCORES: &str = "Points are scored while the game goes on, too: the chapter “The end” lists them.";

impl RulesWriter<'_> {
    /// States the number of players, the board and the goal.
    pub(super) fn goal(&self) -> String {
        let book = self.book;
        let seats: Vec<String> = book.seat_ids().map(|it| seat_title(book, it)).collect();
        let players = capital(&counted_players(seats.len()));
        let mut text = vec![format!("{players} ({}) play on {}.", joined(&seats, "and"), self.board_phrase())];
        // Points decide such a game, however it ends.
        let counts = self.counts_points();
        text.extend(counts.then(|| format!("{MOST_POINTS} {SCORES}")));
        let main = self.main_goal(counts);
        let further = self.further_goals();
        let (first, others) = further.split_at(usize::from(main.is_none()).min(further.len()));
        text.extend(main);
        // The only goals, without a king to checkmate.
        text.extend(first.iter().map(|it| it.replacen("also ", "", 1)));
        text.extend(others.iter().cloned());
        let has_points = book.outcomes.iter().any(|it| !it.score.is_empty());
        if !counts && book.seats.len() > 2 && has_points && !self.possible.elimination && book.teams.is_empty() {
            text.push(MOST_POINTS.to_owned());
        }
        text.join(" ")
    }

    /// Describes the board in a few words: `a ring of 144 squares`.
    pub(super) fn board_phrase(&self) -> String {
        let (book, patches) = (self.book, &self.def.patches);
        let squares = counted(book.board.len(), "square");
        match patches.first().map(|it| it.1.shape.value) {
            Some(PatchShape::Annulus) if patches.len() == 1 => format!("a ring of {squares}"),
            Some(shape) if patches.len() == 1 && book.board.cells() == Cells::Triangle => {
                let outline = match shape {
                    PatchShape::Hexagon => "hexagonal ",
                    PatchShape::Triangle => "triangular ",
                    PatchShape::Rectangle | PatchShape::Annulus => "",
                };
                format!("a {outline}board of {}", counted(book.board.len(), "triangle"))
            }
            Some(PatchShape::Hexagon) if patches.len() == 1 => {
                format!("a hexagonal board of {}", counted(book.board.len(), "cell"))
            }
            _ => format!("a board of {squares}"),
        }
    }

    /// The outcomes that are tested, each once, in order.
    pub(super) fn tested(&self) -> Vec<&Outcome> {
        let settle = &self.book.settle;
        let mut ids: Vec<_> = settle.after_move.iter().chain(&settle.turn_start).collect();
        let mut seen = Vec::new();
        ids.retain(|it| !seen.contains(it) && (seen.push(*it), true).1);
        ids.into_iter().map(|it| &self.book.outcomes[usize::from(it.0)]).collect()
    }

    /// Reports whether players score points before the game ends.
    fn counts_points(&self) -> bool {
        self.tested().iter().any(|it| it.then == Then::Score && !it.score.is_empty())
            || scores_before_the_end(self.book) && self.book.seats.len() > 2
    }

    fn main_goal(&self, counts_points: bool) -> Option<String> {
        let outcomes = self.tested();
        let several = self.book.seats.len() > 2;
        let is_mate = |it: &&Outcome| it.when.stuck.is_some_and(|it| it.check == CheckState::In);
        let teams = self.book.teams.len();
        let kings = match self.book.seats.len() {
            2 if self.decisive_king() == "king" => "the opposing king",
            2 => "the opponent's last king",
            _ if teams > 2 => "the kings of the other teams",
            _ if teams > 1 => "the kings of the other team",
            _ if teams > 0 => "every king of the other side",
            3 => "both other kings",
            _ => "every other king",
        };
        let only_one = outcomes.iter().find(|it| it.then == Then::End && it.when.living == Some(1));
        let last = only_one.is_some();
        let points = only_one.map_or_else(String::new, |it| points_of_the_last(it));
        let eliminates = |it: &&&Outcome| matches!(it.then, Then::Eliminate | Then::Freeze);
        // A team of partners who are eliminated together.
        let team = self.book.teams.first().filter(|it| it.loss == PartnerLoss::Together);
        let size = team.map(|it| it.seats.count_ones() as u8);
        let last_team = size.is_some() && outcomes.iter().any(|it| it.then == Then::End && it.when.living == size);
        if last || last_team {
            let mates = outcomes.iter().filter(eliminates).any(is_mate);
            let captures = outcomes.iter().filter(eliminates).any(|it| it.when.king_captured.is_some());
            let is_victory = only_one.is_none_or(|it| is_victory_of_the_last(self.book, it));
            let ending = "the game ends when only one player is still in play";
            let wins = match (counts_points, only_one) {
                (true, _) => ending.to_owned(),
                (false, Some(it)) if !is_victory => format!("{ending}: {}", self.points_phrase(it, "that player")),
                (false, _) => format!("the last player in play wins{points}"),
            };
            let verb = match (mates, captures) {
                (true, true) => "Checkmate or capture",
                (true, false) => "Checkmate",
                (false, true) => "Capture",
                (false, false) => return Some(format!("{}{}.", self.freezes_without_check(), capital(&wins))),
            };
            if last_team {
                let wins = match counts_points {
                    true => "the game ends when only one team is still in play",
                    false => "the last team in play wins",
                };
                return Some(format!("{verb} a king of the other team: {wins}."));
            }
            if several && teams == 0 {
                let king = self.decisive_king();
                let is_stuck = outcomes.iter().filter(eliminates).any(|it| is_mate_without_check(it));
                let stuck = match self.eliminating_stalemate(&outcomes) {
                    _ if is_stuck => ", or if they have no legal move on their turn".to_owned(),
                    Some(living) => format!(", or if they are stalemated{}", self.while_playing(living)),
                    None => String::new(),
                };
                let how = match (mates, captures) {
                    (true, true) => format!("they are checkmated or their {king} is captured"),
                    (true, false) if outcomes.iter().all(|it| it.then != Then::Eliminate) => {
                        return Some(format!("A player is frozen while they are checkmated. {}.", capital(&wins)));
                    }
                    (true, false) => "they are checkmated".to_owned(),
                    _ => format!("their {king} is captured"),
                };
                let resigns =
                    self.book.claims.iter().any(|it| {
                        it.then == ClaimThen::Eliminate && it.consent == Consent::Nobody && it.names.is_none()
                    });
                let resigns = if resigns { ", or if they resign" } else { "" };
                return Some(format!("A player is eliminated if {how}{stuck}{resigns}. {}.", capital(&wins)));
            }
            return Some(format!("{verb} {kings}: {wins}."));
        }
        let ends = || outcomes.iter().filter(|it| it.then == Then::End);
        let mate = ends().filter(|it| is_mate(it)).max_by_key(|it| it.mating_player.is_some());
        match mate {
            Some(it) if !several && !counts_points => {
                let others = || ends().filter(|it| is_mate(it));
                let loses = |it: &Outcome| fate_of_victim(self.book, it) == Some(Ordering::Less);
                if others().any(|it| loses(it)) && !others().all(|it| loses(it)) {
                    let goal = self.goal_of_two(true, ends().any(|it| it.when.king_captured.is_some()))?;
                    return Some(format!("{goal} Some checkmates do not win: the chapter “The end” says which."));
                }
                match self.goal_of_the_victim(it, ("who is checkmated", "a player is checkmated")) {
                    Some(goal) => Some(goal),
                    None => self.goal_of_two(true, ends().any(|it| it.when.king_captured.is_some())),
                }
            }
            Some(it) => {
                let points = self.points_phrase(it, "the checkmated player");
                let team = self.team_goal("Checkmate", it);
                // Nobody plays on after it.
                let goal = match several && !self.possible.elimination {
                    true => {
                        format!("The first checkmate ends the game for all {}", counted_players(self.book.seats.len()))
                    }
                    false => "The game ends when a player is checkmated".to_owned(),
                };
                Some(match ends().filter(|it| is_mate(it)).count() {
                    0 | 1 => format!("{team}{goal}: {points}."),
                    _ => format!("{team}{goal}. Usually {points}.{}", self.points_of_an_allied_mate()),
                })
            }
            None => {
                let captured = ends().find(|it| it.when.king_captured.is_some())?;
                Some(match several {
                    false => {
                        let goal = self.goal_of_the_victim(captured, ("whose king is captured", "a king is captured"));
                        return goal.or_else(|| self.goal_of_two(false, true));
                    }
                    true => {
                        let points = self.points_phrase(captured, "the owner of that king");
                        let team = self.team_goal("Capture", captured);
                        let king = if self.decisive_king() == "king" { "a king" } else { "a player's last king" };
                        format!("{team}The game ends as soon as {king} is captured: {points}.")
                    }
                })
            }
        }
    }

    /// States, with a space after it, that players without a legal move are frozen, in check or not. Empty if they are not.
    fn freezes_without_check(&self) -> &'static str {
        let freezes = |it: &&Outcome| it.then == Then::Freeze;
        let mut stuck = self.tested().into_iter().filter(freezes).filter_map(|it| it.when.stuck);
        match stuck.any(|it| it.check == CheckState::Either) {
            true => "A player is frozen while they have no legal move. ",
            false => "",
        }
    }

    /// How a team wins, if the outcome that decides the game gives points to the opponents of its victim and none to the
    /// partners: `Checkmate a king of the other team to win with your partners. `
    fn team_goal(&self, verb: &str, outcome: &Outcome) -> String {
        let points = |who: Who| outcome.score.iter().find(|it| it.0 == Player::Role(who)).map(|it| it.1);
        let of_victim = points(Who::Victim).max(points(Who::Partners));
        let winners = || [Who::Opponents, Who::MatingPlayer, Who::Mover].into_iter().map(points);
        // A player who gets less than the winner does not win with them.
        let shares = points(Who::Third).is_none_or(|it| winners().all(|own| own <= Some(it)));
        let wins = shares && winners().any(|it| it > of_victim);
        let largest = self.book.teams.iter().map(|it| it.seats.count_ones()).max();
        let with = if largest == Some(2) { "your partner" } else { "your partners" };
        match self.book.teams.len() {
            _ if !wins => String::new(),
            0 => String::new(),
            2 => format!("{verb} a king of the other team to win with {with}. "),
            _ => format!("{verb} a king of another team to win with {with}. "),
        }
    }

    /// The goal of two players if the one who is checkmated, or whose king is captured, does not lose. `None` if they lose.
    fn goal_of_the_victim(&self, outcome: &Outcome, (who, event): (&str, &str)) -> Option<String> {
        match fate_of_victim(self.book, outcome) {
            Some(Ordering::Less) => None,
            Some(Ordering::Greater) => Some(format!("A player {who} wins.")),
            Some(Ordering::Equal) => Some(format!("The game ends in a draw when {event}.")),
            None => Some(format!("The game ends when {event}: {}.", self.points_phrase(outcome, "that player"))),
        }
    }

    /// The goal of two players: checkmate, and the other ways to take a king. `None` if nobody has a king.
    fn goal_of_two(&self, mates: bool, captures: bool) -> Option<String> {
        let explodes = self.book.explosion.as_ref().filter(|_| mates && captures).is_some_and(|it| {
            let kings = self.book.kinds.iter().enumerate().filter(|it| it.1.role == Role::Royal);
            kings.fold(0, |set, it| set | 1u32 << it.0) & !it.immune != 0
        });
        let title = |it: u8| seat_title(self.book, SeatId(it));
        let (who, king) = match [0, 1].map(|it| self.is_kingless(SeatId(it))) {
            [true, true] => return None,
            [true, false] => (title(0), format!("{}'s king", title(1))),
            [false, true] => (title(1), format!("{}'s king", title(0))),
            [false, false] if self.decisive_king() == "king" => (String::new(), "the opposing king".to_owned()),
            [false, false] => (String::new(), "the opponent's last king".to_owned()),
        };
        let (all, one) = match (mates, captures) {
            (true, true) if explodes => (
                "checkmate {king}, or destroy it in an explosion,",
                "checkmating {king} or by destroying it in an explosion",
            ),
            (true, true) => ("checkmate or capture {king}", "checkmating or capturing {king}"),
            (true, false) => ("checkmate {king}", "checkmating {king}"),
            (false, _) => ("capture {king}", "capturing {king}"),
        };
        let goal = fill(if who.is_empty() { all } else { one }, &[("king", &king)]);
        Some(if who.is_empty() { format!("{} to win.", capital(&goal)) } else { format!("{who} wins by {goal}.") })
    }

    /// Says, after a space, where to find the other points, if the checkmated player scores where both opponents are
    /// needed for checkmate.
    fn points_of_an_allied_mate(&self) -> String {
        let all = self.mates_by_answers();
        let outcome = all.iter().find(|it| it.0 == 0).map(|it| &self.book.outcomes[usize::from(it.1.0)]);
        let scores = outcome.filter(|it| self.book.seats.len() == 3 && !why_the_victim_scores(it).is_empty());
        if scores.is_some() { " The chapter “The end” explains the exceptions.".to_owned() } else { String::new() }
    }

    /// Reports whether a player starts without a king and can never get one from their hand.
    pub(super) fn is_kingless(&self, seat: SeatId) -> bool {
        let is_king = |it: &(SeatId, KindId, Square)| it.0 == seat && self.book.kinds[it.1.index()].role == Role::Royal;
        !self.book.has_hand() && self.book.setup.as_ref().is_some_and(|it| !it.iter().any(is_king))
    }

    /// Other endings that a player can bring about: a king that reaches a square, a double check.
    fn further_goals(&self) -> Vec<String> {
        let outcomes = self.tested().into_iter().filter(|it| it.then == Then::End);
        let eliminates = self.possible.elimination;
        let all = outcomes.filter_map(|it| {
            let written = self.def.outcomes.iter().find(|(name, _)| name.value == it.name)?;
            let test: &PositionTest = &written.1.table.when.value;
            let at_start = self.mover_name(&it.name) == "the player to move";
            let special = test.king_in.is_some() || test.attack.is_some() || test.moved.is_some();
            let special = special || test.count.is_some() || test.counter.is_some() || test.points.is_some();
            let is_of_two = self.book.seats.len() == 2 && !self.counts_points();
            if is_of_two
                && (special || test.stuck.is_some())
                && let Some(goal) = self.goal_of_a_test(it, test, at_start)
            {
                return Some((goal, !it.unless.is_empty()));
            }
            let special = special && test.stuck.is_none();
            // A test of the player who moves makes that player the victim.
            let made = &it.when;
            let tested = made.points.as_ref().map(|it| it.of).or_else(|| made.count.as_ref().map(|it| it.of));
            let tested = tested.or_else(|| made.counter.as_ref().map(|it| it.of));
            let victim = match matches!(tested, Some(Player::Role(Who::Mover | Who::Living))) {
                _ if test.attack.is_some() => "the attacked player",
                true => "that player",
                false => "the opponent",
            };
            special.then(|| {
                // One of several players who meet a test of their pieces.
                let any = test.count.as_ref().is_some_and(|it| it.how_many.value == Either::Text(Quantity::Some));
                let is_alone = test.attack.is_none() && test.king_in.is_none() && test.moved.is_none();
                let victim = if any && is_alone { "that player" } else { victim };
                let when = self.with_limits(&position(self.book, &self.without_number(test)), test);
                let begins = at_start && test.attack.is_none() && when.starts_with("the mover ");
                let when = if begins { format!("{when} when their turn begins") } else { when };
                let when =
                    when.replace("any remaining player", if eliminates { "any remaining player" } else { "a player" });
                // The test may name only another player.
                let mover = match when.contains("the mover") {
                    true => "that player",
                    false => self.mover_name(&it.name),
                };
                let points = self.points_phrase(it, victim).replace("the mover", mover);
                let points = points.replace("the player who moves next", "the next player");
                let points = points.replace("the player who moved before", "the previous player");
                let kings = if self.book.seats.len() == 3 { "both other kings" } else { "every other king" };
                let when = when.replace("the mover", "a player").replace("the victim", victim);
                let when = when.replace("the king of every opponent", kings).replace(
                    "the king of any opponent",
                    &if at_start { format!("{} king", self.exposed_owner()) } else { "another king".to_owned() },
                );
                let begins = "a player's turn begins while one of their pieces attacks";
                let by_whom = if at_start { begins } else { "a player who has just moved attacks" };
                let when = when.replacen("a player attacks", by_whom, 1);
                let label = if when.contains(&it.label) { String::new() } else { format!(" ({})", it.label) };
                // The points that everyone has decide then.
                let points = match self.counts_points() && it.score.iter().all(|it| it.1 == Points::default()) {
                    true => String::new(),
                    false => format!(": {points}"),
                };
                (format!("The game also ends if {when}{label}{points}."), !it.unless.is_empty())
            })
        });
        let mut goals: Vec<String> = Vec::new();
        let mut has_exceptions = false;
        for (goal, is_excepted) in all.filter(|it| !it.0.is_empty()) {
            has_exceptions |= is_excepted;
            if !goals.contains(&goal) {
                goals.push(goal);
            }
        }
        if let Some(last) = goals.last_mut().filter(|_| has_exceptions) {
            last.push_str(" The chapter “The end” lists exceptions.");
        }
        goals
    }

    /// The points of an outcome, in one clause: `the mating player scores 1 point, ...`.
    pub(super) fn points_phrase(&self, outcome: &Outcome, victim: &str) -> String {
        let mut all = outcome.score.clone();
        all.compact_sort_by_key(|it| std::cmp::Reverse(it.1));
        let parts: Vec<String> = all
            .iter()
            .enumerate()
            .map(|(at, (who, points))| {
                let is_chief = *who == Player::Role(Who::MatingPlayer);
                let rest = rest(self.book, &outcome.score, *who);
                let who = rest.map_or_else(|| role(self.book, *who, victim), str::to_owned);
                // Another player may have moved last.
                let who = match outcome.mating_player {
                    Some(MatingPlayer::SoleSufficient) => {
                        who.replace("who gives checkmate", "whose pieces give the checkmate")
                    }
                    _ => who,
                };
                let who = match is_chief && outcome.when.king_captured.is_some() {
                    true if outcome.mating_player == Some(MatingPlayer::Mover) => {
                        "the player who captures it".to_owned()
                    }
                    _ => who,
                };
                let who = if self.book.seats.len() == 2 { who.replace("every player", "each player") } else { who };
                let more = if self.counts_points() && *points > Points::default() { "more " } else { "" };
                let points = crate::notation::name::points_text(*points);
                let unit = format!("{more}{}", unit_of(&points));
                if at == 0 { format!("{who} scores {points} {unit}") } else { format!("{who} {points}") }
            })
            .collect();
        if parts.is_empty() { "nobody scores".to_owned() } else { joined(&parts, "and") }
    }
}

/// What the last player in play scores: ` and scores 1 point`.
fn points_of_the_last(outcome: &Outcome) -> String {
    let own = outcome.score.iter().find(|it| it.0 == Player::Role(Who::Living));
    // One point says no more than the victory.
    let own = own.filter(|it| crate::notation::name::points_text(it.1) != "1");
    own.map_or_else(String::new, |(_, points)| {
        let points = crate::notation::name::points_text(*points);
        let unit = unit_of(&points);
        format!(" and scores {points} {unit}")
    })
}

/// The number of players in words: `three players`.
fn counted_players(number: usize) -> String {
    format!("{} players", count(number as i64))
}

/// A player by their part in an outcome, in words of players.
pub(super) fn role(book: &Rulebook, player: Player, victim: &str) -> String {
    let who = match player {
        Player::Role(who) => who,
        Player::Seat(seat) => return seat_title(book, seat),
    };
    match who {
        Who::Victim => victim.to_owned(),
        Who::MatingPlayer => "the player who gives checkmate".to_owned(),
        Who::Third if book.seats.len() == 3 => "the third player".to_owned(),
        Who::Third => "the other player".to_owned(),
        Who::Winner => "the named winner".to_owned(),
        Who::Next => "the player who moves next".to_owned(),
        Who::Previous => "the player who moved before".to_owned(),
        other => super::super::phrases::every(other).to_owned(),
    }
}
