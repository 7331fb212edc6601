//! Elimination, the end of the game and agreements, for players.
//!
//! Contains: [`RulesWriter::how_the_game_ends`]. Input: the outcomes, the claims and the points.
//! Output: blocks of the document. Does not know: how an ending is described ([`super::endings`]).

use super::super::RulesWriter;
use super::super::phrases::{ANY_MOVE, a, capital, plural, restarts};
use super::super::words::InWords;
use super::OF_A_KIND;
use crate::definition::{Claim, PositionTest};
use crate::diagnostic::Spanned;
use crate::notation::name::joined;
use crate::policy::{
    Army, CheckState, ClaimThen, Consent, CounterStart, GateOpens, King, PartnerLoss, Resets, Role, Then, Who,
};
use crate::rulebook::{self, Barrier, BarrierOpening, Kind, Outcome, OutcomeId};
use crate::sorting::CompactSort;

impl RulesWriter<'_> {
    /// Writes the endings, the fate of eliminated players, agreements and the table of points.
    pub(super) fn how_the_game_ends(&mut self) {
        let before = self.out.blocks.len();
        self.out.anchored_heading(2, super::THE_END, "The end");
        let intro = match self.possible.elimination {
            true if self.scores_only_at_the_end() => {
                "This table shows every way in which a player is eliminated and every way in which the game ends. The points \
                 do not depend on who eliminated a player."
            }
            true => "This table shows every way in which a player is eliminated and every way in which the game ends.",
            false => "This table shows every way in which the game can end.",
        };
        // A reader of the table must know the test that it names.
        self.who_gives_mate();
        if self.possible.mates_alone {
            let title = if self.mates_by_answers().is_empty() { "All endings" } else { "Other endings" };
            self.out.anchored_heading(3, "rule-endings", title);
        } else {
            self.out.paragraph(intro);
        }
        if self.book.outcomes.iter().any(|it| it.then == Then::Score) {
            self.out.paragraph("The table also shows what scores points while the game goes on.");
        }
        if self.book.reverses() {
            self.out.paragraph("The table also shows what reverses the order of play.");
        }
        if self.book.outcomes.iter().any(|it| matches!(it.then, Then::Ally | Then::EndAlliances)) {
            self.out.paragraph("The table also shows when alliances begin and end.");
        }
        if self.book.has_extra_turns() {
            self.out.paragraph(
                "The table also shows when a player gets an extra turn. An extra turn never leads to another one.",
            );
        }
        let (endings, draws) = self.table_of_endings();
        self.out.table(endings);
        draws.into_iter().for_each(|it| self.out.paragraph(it));
        let absent = self.absent_endings();
        self.out.paragraph(absent);
        let same = self.same_position();
        self.out.paragraph(same);
        for (counter, limits) in self.counters() {
            self.out.paragraph(counter);
            self.out.list(limits);
        }
        let values = self.values_of_material();
        self.out.paragraph(values);
        let rounds = self.rounds();
        self.out.paragraph(rounds);
        let places = self.places_since(before);
        self.out.paragraph(places);
        // Players of chess know the endings of two players.
        if self.book.seats.len() > 2 {
            self.turn_by_steps();
        }
    }

    /// Writes when the endings are tested, and in which order.
    pub(in super::super) fn order_of_the_endings(&mut self) {
        self.out.heading(3, "Order of the endings");
        let order = self.order_of_endings();
        self.out.list(order);
    }

    /// Writes what becomes of the pieces of an eliminated player.
    pub(super) fn eliminated_players(&mut self) {
        self.out.anchored_heading(2, super::ELIMINATED, "Eliminated players");
        let fate = self.fate();
        self.out.paragraph(fate);
    }

    /// Reports whether there are two teams and partners are eliminated together, so that no elimination leaves a game.
    pub(super) fn ends_with_a_team(&self) -> bool {
        let teams = &self.book.teams;
        let in_teams: u32 = teams.iter().map(|it| it.seats.count_ones()).sum();
        let together = teams.iter().all(|it| it.loss == PartnerLoss::Together);
        // A player without a team is a side, too.
        let sides = teams.len() + self.book.seats.len() - in_teams as usize;
        !teams.is_empty() && together && sides == 2
    }

    /// States which endings of chess the game does not have.
    fn absent_endings(&self) -> String {
        let outcomes = &self.book.outcomes;
        let repeats = outcomes.iter().any(|it| it.when.repeated.is_some());
        let counts = outcomes.iter().any(|it| it.when.halfmove_rounds.is_some());
        let mates = self.settled().any(|it| it.when.stuck.is_some_and(|it| it.check == CheckState::In));
        // A draw between few pieces is one for insufficient material, too.
        let is_few = |it: &Outcome| {
            let few = it.when.count.as_ref().is_some_and(|it| it.at_most < u16::MAX);
            few && super::endings::is_draw(self.book, it)
        };
        let is_dead = self.settled().any(|it| it.when.mate_impossible || is_few(it));
        let absent = [
            (repeats, "no repetition rule"),
            (counts, "no fifty-move rule"),
            // Where captured pieces come back, nobody expects such a draw.
            (!mates || is_dead || self.book.has_hand(), "no draw for insufficient material"),
        ];
        let ends = |it: &Claim| it.then.value == ClaimThen::End && it.consent.value != Consent::Nobody;
        let agrees = self.def.claims.iter().any(|it| ends(&it.1));
        let mut absent: Vec<&str> = absent.iter().filter(|it| !it.0).map(|it| it.1).collect();
        absent.extend((!agrees).then_some("no draw by agreement"));
        let text = match absent.is_empty() {
            true => String::new(),
            false => format!("There is {}.", joined(&absent, "and")),
        };
        match !repeats && !counts && agrees {
            true => format!("{text} So a game without progress ends only by agreement."),
            false => text,
        }
    }

    /// States that a forbidden move does not save a player, if special rules forbid moves.
    pub(super) fn what_counts_as_legal(&self) -> Option<String> {
        let ends = self.book.outcomes.iter().any(|it| it.when.stuck.is_some());
        // Many names make the sentence too long.
        let forbid = match self.book.bans.len() {
            ..=2 => format!("the special rule {} forbids", self.bans_named()),
            _ => "special rules forbid".to_owned(),
        };
        (self.possible.bans && ends)
            .then(|| format!("A move that {forbid} is not legal. It cannot save a player from checkmate or stalemate."))
    }

    /// The outcomes that are tested or claimed.
    fn settled(&self) -> impl Iterator<Item = &Outcome> {
        let settle = &self.book.settle;
        let ids = settle.after_move.iter().chain(&settle.turn_start).chain(&settle.on_claim);
        ids.map(|it| &self.book.outcomes[usize::from(it.0)])
    }

    /// What the positions of a repetition have in common, if an ending counts them.
    fn same_position(&self) -> String {
        let book = self.book;
        if !self.settled().any(|it| it.when.repeated.is_some()) {
            return String::new();
        }
        let mut same = vec!["the pieces and their squares"];
        // Pieces of one player may then face different ways.
        let changes_owner = book.army == Army::TakenOver || book.conversion.is_some();
        let faces = changes_owner && book.kinds.iter().any(|it| it.is_directed);
        same.extend(faces.then_some("their directions"));
        same.push("the player to move");
        same.extend(self.possible.elimination.then_some("the players in play"));
        same.extend((!book.castlings.is_empty()).then_some("castling rights"));
        same.extend(book.en_passant.is_some().then_some("legal captures en passant"));
        let changes = book.barrier_instances.iter().any(|it| it.state_bit.is_some());
        same.extend(changes.then_some("open barriers"));
        same.extend(book.has_pool.then_some(if book.has_hand() { "pieces in hand" } else { "captured pieces" }));
        let unmoved = self.unmoved_pieces();
        same.extend(unmoved.as_deref());
        same.extend((!book.counters.is_empty()).then_some("counters"));
        same.extend((book.reverses() || book.has_extra_turns()).then_some("the order of play"));
        same.extend(book.inherits_turns().then_some("whether the turn is inherited"));
        same.extend(book.freezes().then_some("frozen players"));
        same.extend(book.alliance.is_some().then_some("alliances"));
        let done = book.tags.iter().zip(&self.def.tags).map(|(tag, (_, written))| self.has_done(written, &tag.label));
        let one = |it: String| match it.strip_prefix("has ") {
            Some(done) => Some(format!("have {done}")),
            None => Some(format!("are {}{}", OF_A_KIND.trim_start_matches("is "), it.strip_prefix(OF_A_KIND)?)),
        };
        let done: Vec<String> = done.filter_map(one).collect();
        let done = match done.is_empty() {
            true => String::new(),
            false => {
                let tagged = book.tags.iter().fold(0, |all, it| all | it.pieces);
                let kinds = book.kinds.iter().enumerate().filter(|it| tagged >> it.0 & 1 != 0);
                let kinds: Vec<String> = kinds.map(|it| plural(&it.1.label)).collect();
                let pieces = if kinds.len() > 2 { "pieces".to_owned() } else { joined(&kinds, "and") };
                self.in_squares(&format!(" The {pieces} that {} must be the same, too.", joined(&done, "or")))
            }
        };
        format!("Two positions are the same if all of these match: {}.{done}", joined(&same, "and"))
    }

    /// The pieces for which it matters that they have not moved, apart from castling.
    fn unmoved_pieces(&self) -> Option<String> {
        let book = self.book;
        if book.gating.as_ref().is_some_and(|it| it.opens == GateOpens::FirstMove) {
            return Some("pieces that have not moved".to_owned());
        }
        let with_first_move = book.player_kinds().filter(|it| it.1.has_initial);
        let names: Vec<String> = with_first_move.map(|it| plural(&it.1.label)).collect();
        (!names.is_empty()).then(|| format!("{} that have not moved", joined(&names, "or")))
    }

    /// What each counter counts.
    fn counters(&self) -> Vec<(String, Vec<String>)> {
        let one = |(written, it): (&(Spanned<String>, crate::definition::MoveCounter), &crate::rulebook::Counter)| {
            let when = super::super::phrases::position(self.book, &written.1.when.value);
            let when = when.replace("the mover", "that player");
            // A test of the move itself needs no time.
            let (what, after) = match written.1.when.value.passed.is_some() {
                true => ("turn", ""),
                false if when.starts_with("the move ") => ("move", ""),
                false => ("move", " after it"),
            };
            let counts = match when.as_str() {
                // A test that every move passes.
                ANY_MOVE => "Every move of the player counts.".to_owned(),
                _ => format!("A {what} of the player counts if {when}{after}."),
            };
            let mut text = format!("The count of “{}” is kept for each player. {counts}", it.label);
            let test = |it: &crate::definition::PositionTest| {
                let text = super::super::phrases::position(self.book, it).replace("the mover", "that player");
                let text = if self.possible.elimination { text } else { text.replace("remaining player", "player") };
                if self.book.seats.len() == 2 { text.replace("an opponent", "the opponent") } else { text }
            };
            if let Some(running) = &written.1.r#while {
                let running = test(&running.value);
                text.push_str(&format!(
                    " It counts only while {running}. Any other {what} of that player sets it back to zero."
                ));
            }
            if it.starts != CounterStart::Zero {
                text.push_str(&format!(" {}", it.starts.sentence()));
            }
            let limits: Vec<_> = written.1.limits.iter().flat_map(|it| &it.value).collect();
            let limits: Vec<String> = limits
                .iter()
                .map(|it| match &it.value.r#if {
                    Some(when) => format!("{} if {}", it.value.moves.value, test(&when.value)),
                    None if limits.len() == 1 => it.value.moves.value.to_string(),
                    None => format!("{} otherwise", it.value.moves.value),
                })
                .collect();
            if !limits.is_empty() {
                text.push_str(
                    " The limit of this count depends on the position before the first move that counts. It is the first of these \
                     numbers whose condition is true:",
                );
            }
            (text, limits)
        };
        self.def.counters.iter().zip(&self.book.counters).map(one).collect()
    }

    /// Reports whether no elimination gives points to the other players.
    fn scores_only_at_the_end(&self) -> bool {
        let is_final = |it: &OutcomeId| {
            let outcome = &self.book.outcomes[usize::from(it.0)];
            outcome.then == Then::End || outcome.score.is_empty()
        };
        let settle = &self.book.settle;
        settle.after_move.iter().chain(&settle.turn_start).all(is_final)
            && self.book.claims.iter().all(|it| it.then == ClaimThen::End || it.score.is_empty())
            && self.book.army != Army::TakenOver
            && self.book.teams.is_empty()
    }

    /// What counts as a round, if an ending counts rounds.
    fn rounds(&self) -> String {
        if self.def.counter.is_none() || !self.settled().any(|it| it.when.halfmove_rounds.is_some()) {
            return String::new();
        }
        let Some(resets) = restarts(self.book) else { return String::new() };
        // A pawn by name needs no words.
        let is_like_pawn = |it: &&Kind| it.role == Role::Pawn && it.label != "pawn";
        let others: Vec<String> = self.book.kinds.iter().filter(is_like_pawn).map(|it| plural(&it.label)).collect();
        let pawns = match others.is_empty() || !self.book.resets.contains(&Resets::PawnMove) {
            true => String::new(),
            false => format!(" Moves of {} are pawn moves, too.", joined(&others, "and")),
        };
        let all = capital(&resets);
        let extra = self.book.outcomes.iter().any(|it| it.then == Then::ExtraTurn);
        let round = match extra || self.book.inherits_turns() {
            true => "A round has as many turns as there are remaining players, even if a player has several of them.",
            false => "A round is one turn of each remaining player.",
        };
        format!("{round} {all} restarts the count of rounds.{pawns}")
    }

    /// How to call the player who moves in an outcome: it depends on when it is tested.
    pub(super) fn mover_name(&self, outcome: &str) -> &'static str {
        let is_it = |it: &OutcomeId| self.book.outcomes[usize::from(it.0)].name == outcome;
        match (self.book.settle.after_move.iter().any(is_it), self.book.settle.turn_start.iter().any(is_it)) {
            (true, true) if self.names_the_mover(outcome) => "the player whose turn ends or begins",
            (true, _) => "the player who has just moved",
            _ => "the player to move",
        }
    }

    /// Reports whether the points of an outcome or its test name the player who moves.
    fn names_the_mover(&self, outcome: &str) -> bool {
        let mut own = self.book.outcomes.iter().filter(|it| it.name == outcome);
        own.any(|it| {
            let test = &it.when;
            it.score.iter().any(|it| it.0 == Who::Mover)
                || test.count.as_ref().is_some_and(|it| it.of == rulebook::Player::Role(Who::Mover))
        })
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
        let mut turns = self.turns_of_eliminated().to_owned();
        if self.book.has_hand() {
            turns.push_str(" The pieces in their hand are out of the game.");
        }
        // An army that nobody takes over stays, as an inert one does.
        let takes_over = self.settled().any(|it| it.then == Then::Eliminate && it.mating_player.is_some())
            || self.book.claims.iter().any(|it| it.then == ClaimThen::Eliminate && it.names_winner());
        let army = if self.book.army == Army::TakenOver && !takes_over { Army::Inert } else { self.book.army };
        match (self.possible.elimination, army) {
            (false, _) => String::new(),
            (true, Army::Removed) => {
                let opens = self.barriers_then();
                format!("{}{opens} {turns}", self.book.army.sentence())
            }
            (true, army) => {
                let captured = self.possible.king_capture;
                let has_kings = self.book.kinds.iter().any(|it| it.role == Role::Royal);
                let king = match (army, self.book.king, captured) {
                    _ if !has_kings => String::new(),
                    (_, King::Removed, _) => self.book.king.sentence().to_owned(),
                    (Army::TakenOver, ..) => format!(
                        "Their king stays on the board{}. It cannot move, and it can be captured.",
                        if captured { ", unless it was captured" } else { "" }
                    ),
                    (Army::Inert, _, true) => {
                        "A king that was not captured stays, too. Capturing it later has no further effect.".to_owned()
                    }
                    (Army::Inert, _, false) => "Their king stays, too. Capturing it has no further effect.".to_owned(),
                    (_, King::Stays, true) => self.book.king.sentence().to_owned(),
                    (_, King::Stays, false) => self.book.king.sentence().replace(", unless it was captured", ""),
                };
                let opens = self.barriers_then();
                let frozen = match self.book.freezes() {
                    true => " A frozen player is treated like this until they return.",
                    false => "",
                };
                let king = if king.is_empty() { king } else { format!(" {king}") };
                let left = if army == Army::TakenOver { self.left_behind() } else { String::new() };
                let fate = army.sentence().replace("gave checkmate or captured the king", &self.causes());
                let marked =
                    if army == Army::Inert { " On a real board, lay these pieces on their sides." } else { "" };
                format!("{fate}{marked}{king}{left}{opens} {turns}{frozen}")
            }
        }
    }

    /// Says what the player has done who takes over an army: `gave checkmate or captured the king`.
    fn causes(&self) -> String {
        let mut all: Vec<&str> = Vec::new();
        let own = |it: &&Outcome| it.then == Then::Eliminate && it.mating_player.is_some();
        for it in self.settled().filter(own) {
            let cause = match (it.when.stuck.map(|it| it.check), it.when.king_captured.is_some()) {
                (Some(CheckState::In), _) => "gave checkmate",
                (_, true) => "captured the king",
                _ => "made the last move",
            };
            if !all.contains(&cause) {
                all.push(cause);
            }
        }
        let names = self.book.claims.iter().any(|it| it.then == ClaimThen::Eliminate && it.names_winner());
        all.extend((names && all.is_empty()).then_some("was named as the winner"));
        all.compact_sort_by_key(|it| *it != "gave checkmate");
        joined(&all, "or")
    }

    /// Names the endings after which nobody takes over an army, because nobody counts as having caused them.
    fn left_behind(&self) -> String {
        let book = self.book;
        let is_left = |it: &&Outcome| it.then == Then::Eliminate && it.mating_player.is_none();
        let mut all: Vec<String> = book.outcomes.iter().filter(is_left).map(|it| format!("“{}”", it.label)).collect();
        let resigns = |it: &&rulebook::Claim| it.then == ClaimThen::Eliminate && !it.names_winner();
        all.extend(book.claims.iter().filter(resigns).map(|it| a(&it.label)));
        match all.is_empty() {
            false => format!(
                " After {}, nobody takes over the pieces: they stay as obstacles, and can be captured.",
                joined(&all, "or")
            ),
            true => String::new(),
        }
    }

    /// Names the barriers that open when a player is eliminated, each after a space.
    pub(super) fn barriers_then(&self) -> String {
        let opens = self.book.barriers.iter().filter(|it| it.opens.contains(&BarrierOpening::OwnerEliminated));
        let one = |it: &Barrier| {
            let owners = |at: &u16| self.book.barrier_instances[usize::from(*at)].owners.count_ones();
            match (it.instances.len(), it.instances.iter().any(|it| owners(it) > 1)) {
                (1, _) => format!(" The {} may open.", it.label),
                (_, true) => format!(" The {} beside that player open.", plural(&it.label)),
                (_, false) => format!(" Their {} opens.", it.label),
            }
        };
        opens.map(one).collect()
    }
}
