//! The endings as one table: how each happens, what follows, and the points of every player.
//!
//! Contains: [`RulesWriter::table_of_endings`]. Input: the outcomes, the claims and their points. Output: a table
//! with an example where points depend on the players. Does not know: the order in which endings are tested.

use super::super::RulesWriter;
use super::super::phrases::{capital, count, every, position};
use super::super::possible::is_only_claimed;
use super::super::words::InWords;
use super::claims::ending_of;
use super::points::{grouped, points_of_draws, sentence};
use super::standings::{Roles, captured_partner, opponent, rest, standings};
use crate::definition::PositionTest;
use crate::document::Table;
use crate::notation::name::{joined, seat_title};
use crate::policy::{self, CheckState, Points, Then, Who};
use crate::rulebook::{Claim, Outcome, OutcomeId, Player, Rulebook, SeatId};
use crate::sorting::CompactSort;

impl RulesWriter<'_> {
    /// Returns a row for each outcome that is tested and for each claim, and the points of all draws if they are the same.
    /// Eliminations come first.
    pub(super) fn table_of_endings(&self) -> (Table, Option<String>) {
        let first = if self.possible.elimination { "Event" } else { "Ending" };
        let mut table = Table::new([first, "How it happens", "Result and points"]);
        let settle = &self.book.settle;
        let mut ids: Vec<OutcomeId> = Vec::new();
        for id in settle.after_move.iter().chain(&settle.turn_start).chain(&settle.on_claim) {
            if !ids.contains(id) {
                ids.push(*id);
            }
        }
        // These checkmates have a table of their own.
        let described = self.mates_by_answers();
        ids.retain(|id| described.iter().all(|it| it.1 != *id));
        ids.compact_sort_by_key(|it| self.book.outcomes[usize::from(it.0)].then == Then::End);
        let mut rows: Vec<[String; 3]> = ids.into_iter().filter_map(|it| self.outcome_row(it)).collect();
        rows.extend(self.book.claims.iter().map(|it| self.claim_row(it)));
        let draws = points_of_draws(&mut rows);
        rows.into_iter().for_each(|it| table.row(it.map(Into::into)));
        (table, draws)
    }

    pub(super) fn outcome_row(&self, id: OutcomeId) -> Option<[String; 3]> {
        let outcome = &self.book.outcomes[usize::from(id.0)];
        let written = self.def.outcomes.iter().find(|it| it.0.value == outcome.name)?;
        let mover = self.mover_name(&outcome.name);
        let test = self.without_number(&written.1.table.when.value);
        let victim = if test.attack.is_some() { "the attacked player" } else { "that player" };
        let when = mates_in_words(&self.with_limits(&position(self.book, &test), &test), &test);
        let of_two = format!("the opponent of {mover} has");
        let when = if self.book.seats.len() == 2 { when.replacen("an opponent has", &of_two, 1) } else { when };
        let when = when.replace("the mover", mover).replace("the victim", victim);
        let is_exposed = test.attack.is_some() && mover == "the player to move";
        let owner = if is_exposed { self.exposed_owner() } else { "an opponent's" };
        let mut when = when.replace("the king of any opponent", &format!("{owner} king"));
        let by_any =
            test.attack.as_ref().is_some_and(|it| it.with.value == policy::With::AnyPiece && it.kind.is_none());
        if by_any && when.ends_with("the king of every opponent") {
            when.push_str(
                ", with one or several pieces. The moved piece need not be one of them, and it does not matter whether an opponent \
                 could answer",
            );
        }
        if test.attack.as_ref().is_some_and(|it| it.by.value == Who::Mover) && mover == "the player to move" {
            let begins = "a player's turn begins while one of their pieces attacks";
            when = when.replacen("the player to move attacks", begins, 1);
        }
        if when.is_empty() {
            when = match self.book.settle.after_move.contains(&id) {
                true => "this happens after each move".to_owned(),
                false => "this happens at the start of each turn".to_owned(),
            };
        }
        let captures_king = when.strip_prefix("the move captured an opponent's king").map(str::to_owned);
        if let Some(rest) = &captures_king {
            when = format!("a player captures an opponent's {}{rest}", self.decisive_king());
        }
        if let Some(it) = test.living.as_ref().filter(|it| it.value > 1) {
            let number = format!("{} players are", count(it.value));
            when = when.replace(&format!(" and {number} still"), &format!(" while {number} still"));
        }
        // The player who makes the move needs no second role.
        let is_named = outcome.mating_player.is_some_and(|it| it != policy::MatingPlayer::Mover);
        let by = written.1.table.mating_player.as_ref().filter(|_| is_named && self.book.seats.len() > 2);
        let by = by.map_or_else(String::new, |it| match self.says_who_mates(outcome) {
            true => " The rule “Checkmate” in the chapter “Check” says who gives it.".to_owned(),
            false => format!(" {}{}", it.sentence(), self.two_attackers(it.value)),
        });
        let except = format!("{}{}", self.exceptions_of(&written.1.unless, mover), self.otherwise(outcome));
        let after_move = self.book.settle.after_move.contains(&id);
        // A move that ends nothing has been made, whatever a ban says.
        let ends = matches!(outcome.then, Then::End | Then::Eliminate);
        let may_be_banned = ends && after_move && outcome.when.attack.is_some() && self.book.seats.len() > 2;
        let bans = if may_be_banned { self.bans_apply() } else { String::new() };
        let how = format!("{}.{by}{except}{bans}", capital(&when));
        let how = how.replace("the mover", mover).replace("The mover", &capital(mover)).replace("the victim", victim);
        let how = match self.dead_positions().filter(|_| outcome.when.mate_impossible) {
            Some(it) if !it.contains(". ") => capital(&it),
            _ => how,
        };
        let how = match self.possible.elimination {
            true => how,
            false => how.replace("any remaining player", "a player").replace("Any remaining player", "A player"),
        };
        let follows = match outcome.then {
            Then::Eliminate if captures_king.is_some() => {
                format!("The captured king's owner is eliminated.{}", self.points_of(outcome))
            }
            Then::Eliminate if test.captured.is_some() => {
                format!("The captured piece's owner is eliminated.{}", self.points_of(outcome))
            }
            Then::Eliminate => format!("That player is eliminated.{}", self.points_of(outcome)),
            Then::Score => format!("{}.{}", capital(outcome.then.sentence()), self.points_of(outcome)),
            Then::ExtraTurn => self.extra_turn(outcome, victim, &how),
            Then::Freeze => {
                format!("{} {}{}", capital(outcome.then.sentence()), until(outcome), self.points_of(outcome))
            }
            Then::Ally => self.become_allies(outcome, victim),
            Then::Pass | Then::Reverse | Then::EndAlliances => format!("{}.", capital(outcome.then.sentence())),
            Then::End if is_only_claimed(self.book, id) => {
                let draw = if is_draw(self.book, outcome) { " in a draw" } else { "" };
                format!("The game ends{draw} if the player to move asks for it.{}", self.points_of(outcome))
            }
            Then::End if outcome.when.repeated.is_some() || outcome.when.halfmove_rounds.is_some() => {
                let draw = if is_draw(self.book, outcome) { " in a draw" } else { "" };
                format!("The game ends{draw} at once, without a claim.{}", self.points_of(outcome))
            }
            Then::End if is_draw(self.book, outcome) => format!("The game ends in a draw.{}", self.points_of(outcome)),
            Then::End => format!("The game ends.{}", self.points_of(outcome)),
        };
        Some([capital(&self.ending_name(outcome)), how, follows])
    }

    /// States that a move which ends the game must obey the bans, after a space.
    fn bans_apply(&self) -> String {
        let labels: Vec<String> = self.book.bans.iter().map(|it| format!("“{}”", capital(&it.label))).collect();
        match labels.as_slice() {
            [] => String::new(),
            [only] => format!(" The move must be legal, so the special rule {only} must allow it."),
            all => format!(" The move must be legal, so the special rules {} must allow it.", joined(all, "and")),
        }
    }

    /// The points of an outcome with an example, each after a space.
    pub(super) fn points_of(&self, outcome: &Outcome) -> String {
        let is_mate = outcome.when.stuck.is_some_and(|it| it.check == CheckState::In);
        let captures = outcome.when.king_captured.is_some();
        let counted = match outcome.when.count.as_ref().map(|it| it.of) {
            Some(Player::Seat(seat)) => seat_title(self.book, seat),
            _ => "the player concerned".to_owned(),
        };
        let victim = match &outcome.when {
            _ if is_mate => "the checkmated player",
            test if test.stuck.is_some_and(|it| it.check == CheckState::Either) => "the player who cannot move",
            test if test.stuck.is_some() => "the stalemated player",
            test if test.attack.is_some() => "the attacked player",
            _ if captures => "the owner of that king",
            test if test.captured.is_some() => "the captured piece's owner",
            test if test.perpetual_check.is_some() => "the player who gave check",
            test if test.perpetual_chase.is_some() => "the player who chased",
            _ if self.tests_the_opponent(outcome) => "that opponent",
            _ => counted.as_str(),
        };
        let mover = match outcome.when.stuck {
            Some(it) if it.who == Who::Mover => victim,
            _ => self.mover_name(&outcome.name),
        };
        let by_mover = outcome.mating_player == Some(policy::MatingPlayer::Mover);
        let chief = match outcome.mating_player {
            _ if by_mover => mover,
            // Another player's move may have opened the line of the mating piece.
            Some(policy::MatingPlayer::SoleSufficient) => "the opponent whose attacks are enough alone",
            _ => "the player who gives checkmate",
        };
        let mut text = sentence(&outcome.score, &|who| match rest(self.book, &outcome.score, who) {
            Some(rest) => rest.to_owned(),
            None => in_words(self.book, who, mover, victim, chief),
        });
        text = self.remaining_players(&text, outcome.when.living.map(i64::from));
        if self.book.seats.len() == 2 {
            text = text.replace("for every player", "for each player");
        }
        let examples = self.examples(outcome);
        let by_turn = outcome.score.iter().any(|it| it.0 == Who::Next || it.0 == Who::Previous);
        // Points by the order of play are clearer with the names of the players alone.
        if by_turn && self.book.seats.len() == 3 && !examples.is_empty() {
            let after = |who: Player| match who {
                Player::Role(Who::Next) if mover == victim => "the next player".to_owned(),
                Player::Role(Who::Previous) if mover == victim => "the previous player".to_owned(),
                Player::Role(Who::Next) => format!("the player who moves after {mover}"),
                Player::Role(Who::Previous) => format!("the player who moves before {mover}"),
                who => match rest(self.book, &outcome.score, who) {
                    Some(rest) => rest.to_owned(),
                    None => in_words(self.book, who, mover, victim, chief),
                },
            };
            let grouped = grouped(&outcome.score, mover, &after);
            return format!("{grouped}{}{examples}", why_the_victim_scores(outcome).replacen(" the", " The", 1));
        }
        text.push_str(&examples);
        text
    }

    /// Says plainly which players are still in play: `1/2 point for each of the two players still in play`.
    fn remaining_players(&self, text: &str, living: Option<i64>) -> String {
        let players = match living {
            Some(1) => "the last player".to_owned(),
            Some(number) => format!("each of the {} players still in play", count(number)),
            None => "each player still in play".to_owned(),
        };
        if self.possible.elimination { text.replace("every remaining player", &players) } else { text.to_owned() }
    }

    /// Examples with the names of players, where the points depend on their parts.
    fn examples(&self, outcome: &Outcome) -> String {
        let book = self.book;
        let seats: Vec<SeatId> = book.seat_ids().collect();
        let has = |all: &[Who]| outcome.score.iter().any(|it| all.iter().any(|who| it.0 == *who));
        if seats.len() < 3 || !has(&[Who::Next, Who::Previous, Who::Third, Who::MatingPlayer, Who::Mover, Who::Living])
        {
            return String::new();
        }
        // Which players are next depends on who is out.
        let is_late = outcome.when.living.is_some_and(|it| usize::from(it) < seats.len());
        if is_late && has(&[Who::Next, Who::Previous]) {
            return String::new();
        }
        let title = |it: SeatId| seat_title(book, it);
        let next = |it: SeatId| SeatId((it.0 + 1) % seats.len() as u8);
        let previous = |it: SeatId| SeatId((it.0 + seats.len() as u8 - 1) % seats.len() as u8);
        let is_stuck = outcome.when.stuck.is_some_and(|it| it.who == Who::Mover);
        let is_mate = outcome.when.stuck.is_some_and(|it| it.check == CheckState::In);
        let one = |mover: SeatId| -> Option<String> {
            let has_victim = outcome.when.king_captured.is_some()
                || outcome.when.captured.is_some()
                || outcome.when.count.as_ref().is_some_and(|it| it.how_many != crate::rulebook::Quantity::Every)
                || outcome.when.attack.is_some_and(|it| it.how_many != crate::rulebook::Quantity::Every);
            let of_previous = outcome.when.count.as_ref().is_some_and(|it| it.of == Player::Role(Who::Previous));
            let other = match outcome.when.king_captured.or(outcome.when.captured.as_ref().and_then(|it| it.owner)) {
                Some(Player::Seat(seat)) => seat,
                Some(Player::Role(Who::Previous)) => previous(mover),
                Some(Player::Role(Who::Next)) => next(mover),
                Some(Player::Role(Who::Partners)) => captured_partner(book, mover)?,
                _ if of_previous => previous(mover),
                _ => opponent(book, mover),
            };
            let victim = if is_stuck { Some(mover) } else { Some(other).filter(|it| has_victim && *it != mover) };
            let by_mover = outcome.mating_player == Some(policy::MatingPlayer::Mover);
            let mating_player = outcome.mating_player.map(|_| if by_mover { mover } else { opponent(book, mover) });
            let mut living = seats.clone();
            let when = match (outcome.when.living.map(usize::from), victim, mating_player) {
                (Some(1), ..) => return None,
                (Some(number), ..) if number < seats.len() => {
                    let size = seats.len() - number;
                    let mut teams = book.teams.iter().filter(|it| it.seats.count_ones() as usize == size);
                    let team = teams.find(|it| it.seats & mover.bit() == 0);
                    // The player who moves is still in play.
                    let moves = outcome.score.iter().any(|it| it.0 == Who::Mover);
                    let from = if moves { (mover.index() + 1) % seats.len() } else { 0 };
                    let is_out = |it: &SeatId| match team {
                        Some(team) => team.seats & it.bit() != 0,
                        None => (it.index() + seats.len() - from) % seats.len() < size,
                    };
                    living.retain(|it| !is_out(it));
                    let out: Vec<String> = seats.iter().filter(|it| is_out(it)).map(|it| title(*it)).collect();
                    let was = if out.len() == 1 { "was" } else { "were" };
                    format!("{} {was} eliminated before", crate::notation::joined(&out, "and"))
                }
                (_, Some(victim), Some(by)) if is_mate => format!("{} checkmates {}", title(by), title(victim)),
                (_, Some(victim), _) if is_mate => format!("{} is checkmated", title(victim)),
                (_, Some(victim), _) if is_stuck => format!("{} is stalemated", title(victim)),
                (_, Some(victim), _) => format!("{} does this to {}", title(mover), title(victim)),
                _ if has(&[Who::Living]) => return None,
                _ => format!("{} does this", title(mover)),
            };
            let roles = Roles { mover, victim, mating_player, living };
            Some(format!("if {when}: {}.", standings(book, &outcome.score, &roles)?))
        };
        // Points by the order of play are easier to look up than to work out.
        if has(&[Who::Next, Who::Previous]) && seats.len() == 3 {
            let all: Vec<String> = seats.iter().filter_map(|it| one(*it)).map(|it| capital(&it)).collect();
            return format!(" {}", all.join(" ")).trim_end().to_owned();
        }
        seats.iter().find_map(|it| one(*it)).map_or_else(String::new, |it| format!(" For example, {it}"))
    }

    fn claim_row(&self, claim: &Claim) -> [String; 3] {
        let is_agreement = claim.consent != policy::Consent::Nobody && !claim.names_winner();
        let claimant = if is_agreement { "the player who makes the offer" } else { "the player who resigns" };
        let mut how = self.how_to_agree(&claim.name, &claim.label).unwrap_or_default();
        let needs_answer = |it: &&Claim| it.consent != policy::Consent::Nobody;
        if needs_answer(&claim) && self.book.claims.iter().filter(needs_answer).count() > 1 {
            how.push_str(" It has to wait while another offer is open.");
        }
        let follows = match claim.then {
            policy::ClaimThen::Eliminate if claim.names_winner() && self.book.army == policy::Army::TakenOver => {
                "The player who resigns is eliminated, and the named winner takes over their pieces."
            }
            policy::ClaimThen::Eliminate if claim.names_winner() => "The player who resigns is eliminated.",
            policy::ClaimThen::Eliminate => "That player is eliminated.",
            policy::ClaimThen::End
                if claim.consent != policy::Consent::Nobody
                    && shares_alike(&claim.score)
                    && !scores_before_the_end(self.book) =>
            {
                "The game ends in a draw."
            }
            policy::ClaimThen::End => "The game ends.",
            policy::ClaimThen::Ally => "The two players become allies.",
            policy::ClaimThen::EndAlliance if self.book.ends_all_alliances(claim) => {
                "All alliances of that player end."
            }
            policy::ClaimThen::EndAlliance => "The alliance ends.",
            policy::ClaimThen::Reverse => "The order of play is reversed.",
        };
        let mut follows =
            format!("{follows}{}", sentence(&claim.score, &|who| in_words(self.book, who, claimant, claimant, "")));
        follows = self.remaining_players(&follows, None);
        if self.book.seats.len() == 2 {
            follows = follows.replace("for every player", "for each player");
        }
        if claim.names_winner() && self.book.seats.len() > 2 {
            let roles = Roles {
                mover: SeatId(0),
                victim: Some(SeatId(0)),
                mating_player: Some(SeatId(1)),
                living: self.book.seat_ids().collect(),
            };
            let (one, other) = (seat_title(self.book, SeatId(0)), seat_title(self.book, SeatId(1)));
            if let Some(it) = standings(self.book, &claim.score, &roles) {
                follows.push_str(&format!(" For example, if {one} resigns in {other}'s favor: {it}."));
            }
        }
        // Half a point for each of three players is more than one point in all.
        if self.possible.elimination && self.book.seats.len() > 2 && shares_alike(&claim.score) {
            let living: Vec<SeatId> = self.book.seat_ids().collect();
            let when = format!("if {} players are still in play", count(living.len() as i64));
            let roles = Roles { mover: SeatId(0), victim: None, mating_player: None, living };
            let it = standings(self.book, &claim.score, &roles);
            follows.push_str(&it.map_or_else(String::new, |it| format!(" For example, {when}: {it}.")));
        }
        [capital(&ending_of(claim)), how, follows]
    }
}

/// Reports whether points are those of a draw: every remaining player gets the same, and nobody else gets any.
fn shares_alike(score: &[(Player, Points)]) -> bool {
    let mut scorers = score.iter().filter(|it| it.1 > Points::default());
    scorers.next().is_some_and(|it| it.0 == Who::Living || it.0 == Who::All) && scorers.next().is_none()
}

/// Reports whether an outcome is a draw between several players.
pub(super) fn is_draw(book: &Rulebook, outcome: &Outcome) -> bool {
    // The last players may be a team, which wins.
    let last = outcome.when.living.map(u32::from);
    let is_team = last.is_some_and(|last| book.teams.iter().any(|it| it.seats.count_ones() == last));
    last != Some(1) && !is_team && shares_alike(&outcome.score) && !scores_before_the_end(book)
}

/// Reports whether a player can score points before the game ends. The points of all players then decide, so that the same
/// points for everyone at the end make no draw.
pub(super) fn scores_before_the_end(book: &Rulebook) -> bool {
    let scores = |all: &[(Player, Points)]| all.iter().any(|it| it.1 != Points::default());
    let settle = &book.settle;
    let mut tested = settle.after_move.iter().chain(&settle.turn_start).chain(&settle.on_claim);
    tested.any(|it| {
        let outcome = &book.outcomes[usize::from(it.0)];
        matches!(outcome.then, Then::Score | Then::Eliminate | Then::Freeze) && scores(&outcome.score)
    }) || book.claims.iter().any(|it| it.then == policy::ClaimThen::Eliminate && scores(&it.score))
}

/// Says why a checkmated player scores, and why the player before them scores less, after a space.
pub(super) fn why_the_victim_scores(outcome: &Outcome) -> String {
    let points = |who: Who| outcome.score.iter().find(|it| it.0 == who).map(|it| it.1);
    let victim = points(Who::Victim).filter(|it| *it > Points::default());
    let (Some(victim), Some(0)) = (victim, outcome.when.mates_alone) else { return String::new() };
    let less = match points(Who::Previous) {
        Some(it) if it < victim => {
            " The player who moved just before the checkmate scores less: that player caused it or did not prevent it."
        }
        _ => "",
    };
    format!(" the checkmated player scores, too, because no opponent's attacks are enough alone.{less}")
}

/// A player by their part in an ending: `the player who gives checkmate`.
pub(super) fn in_words(book: &Rulebook, player: Player, mover: &str, victim: &str, chief: &str) -> String {
    let who = match player {
        Player::Role(who) => who,
        Player::Seat(seat) => return seat_title(book, seat),
    };
    match who {
        Who::Victim => victim.to_owned(),
        Who::Mover => mover.to_owned(),
        Who::MatingPlayer => chief.to_owned(),
        Who::Third if book.seats.len() == 3 => "the third player".to_owned(),
        Who::Third if book.seats.len() > 3 => "every other opponent".to_owned(),
        Who::Third => "the other opponent".to_owned(),
        Who::Next if mover.ends_with("who has just moved") => "the next player".to_owned(),
        Who::Previous if mover.ends_with("who has just moved") => "the previous player".to_owned(),
        Who::Next => format!("the player who moves after {mover}"),
        Who::Previous => format!("the player who moves before {mover}"),
        other => every(other).to_owned(),
    }
}

/// Explains a mate by one opponent or by several in words of players.
fn mates_in_words(text: &str, test: &PositionTest) -> String {
    let Some(number) = test.mates_alone.as_ref().map(|it| it.value) else { return text.to_owned() };
    let described = match number {
        0 => "no opponent mates the mover alone".to_owned(),
        1 => "exactly one opponent mates the mover alone".to_owned(),
        number => format!("exactly {} opponents each mate the mover alone", count(number)),
    };
    let cut = text.replace(&format!(" and {described}"), "").replace(&format!(", {described}"), "");
    let by = match number {
        0 => "no opponent's attacks are enough alone: it takes several",
        1 => "the attacks of exactly one opponent are enough alone",
        _ => "each opponent's attacks are enough alone",
    };
    format!("{cut}, and {by}")
}

/// Says when a frozen player returns.
pub(super) fn until(outcome: &Outcome) -> &'static str {
    match outcome.when.stuck.map(|it| it.check) {
        Some(CheckState::In) => "They return as soon as they are not checkmated anymore.",
        Some(CheckState::Out) => "They return as soon as they are not stalemated anymore.",
        _ => "They return as soon as they have a legal move.",
    }
}
