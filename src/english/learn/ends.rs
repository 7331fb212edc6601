//! Check, elimination, the end of the game and agreements, for players.
//!
//! Contains: [`RulesWriter::how_the_game_ends`]. Input: the outcomes, the claims and the points.
//! Output: blocks of the document. Does not know: how an ending is described ([`super::endings`]).

use super::super::RulesWriter;
use super::super::ending::named;
use super::super::phrases::{capital, plural, restarts};
use super::super::words::{InWords, fill};
use crate::definition::{Claim, PositionTest};
use crate::diagnostic::Spanned;
use crate::notation::name::{joined, seat_title};
use crate::policy::{Alone, Army, CheckState, Consent, Escapes, Judged, King, OwnKing, PartnerLoss, Then, Who};
use crate::rulebook::{Ban, Barrier, BarrierOpening, OutcomeId, SeatId, Team};
use crate::sorting::CompactSort;

impl RulesWriter<'_> {
    /// Writes the endings, the fate of eliminated players, agreements and the table of points.
    pub(super) fn how_the_game_ends(&mut self) {
        self.out.anchored_heading(2, "rule-end", "The end");
        let intro = match self.possible.elimination {
            true if self.ends_with_a_team() => {
                "This table shows every way in which a player is eliminated and every way in which the game ends."
            }
            true => {
                "A player can be eliminated while the others play on. This table shows every way in which a player is \
                 eliminated and every way in which the game ends."
            }
            false => "This table shows every way in which the game can end.",
        };
        // A reader of the table must know the test that it names.
        self.who_gives_mate();
        if self.possible.mates_alone {
            self.out.heading(3, "All endings");
        }
        self.out.paragraph(intro);
        if self.book.outcomes.iter().any(|it| it.then == Then::Score) {
            self.out.paragraph("It also shows what scores points while the game goes on.");
        }
        let endings = self.table_of_endings();
        self.out.table(endings);
        let absent = self.absent_endings();
        self.out.paragraph(absent);
        let legal = self.what_counts_as_legal();
        self.out.paragraph(legal);
        let same = self.same_position();
        self.out.paragraph(same);
        for counter in self.counters() {
            self.out.paragraph(counter);
        }
        let rounds = self.rounds();
        self.out.paragraph(rounds);
        let titles: Vec<String> =
            self.book.score_titles.iter().enumerate().map(|it| format!("{} {}", it.0, it.1)).collect();
        if !titles.is_empty() {
            self.out.paragraph(format!("Titles for the points of a game: {}.", titles.join(", ")));
        }
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
    }

    /// Reports whether there are two teams and partners are eliminated together, so that no elimination leaves a game.
    pub(super) fn ends_with_a_team(&self) -> bool {
        let teams = &self.book.teams;
        let in_teams: u32 = teams.iter().map(|it| it.seats.count_ones()).sum();
        let together = teams.iter().all(|it| it.loss == PartnerLoss::Together);
        teams.len() == 2 && together && in_teams as usize == self.book.seats.len()
    }

    /// States when a king is in check, whether kings are captured, and when checkmate counts.
    pub(super) fn check_for_players(&self) -> Vec<String> {
        let mut text = self.check_between_players();
        text.extend(self.teams());
        text
    }

    /// Names the partners of each team, and says what they may not do to each other.
    fn teams(&self) -> Vec<String> {
        let one = |it: &Team| {
            let seats = self.book.seat_ids().filter(|seat| it.seats & seat.bit() != 0);
            let names: Vec<String> = seats.map(|it| seat_title(self.book, it)).collect();
            let loss = if self.possible.elimination { format!(" {}", it.loss.told()) } else { String::new() };
            let names = joined(&names, "and");
            format!("{names} are partners. {} {}{loss}", it.captures.told(), it.checks.told())
        };
        self.book.teams.iter().map(one).collect()
    }

    fn check_between_players(&self) -> Vec<String> {
        let (check, possible) = (&self.book.check, self.possible);
        let several = self.book.seats.len() > 2;
        let own = if possible.check { format!(" {}", check.own_king.told()) } else { String::new() };
        let mut text = vec![format!("{}{own}", check.attackers.told())];
        text.extend(check.royals.map(|it| it.told().to_owned()));
        for (index, seat) in
            self.book.seats.iter().enumerate().filter(|it| self.book.demands_royal() && !it.1.needs_royal)
        {
            let written = self.def.seats.iter().find(|it| it.0.value == seat.name);
            let player = seat_title(self.book, SeatId(index as u8));
            text.extend(written.map(|it| fill(it.1.royal.told(), &[("player", &player)])));
        }
        if let Some(it) = self.def.check.as_ref().filter(|_| possible.check && several) {
            let unless = match possible.king_capture {
                true => "It may leave the line only to capture the pinning opponent's king. ",
                false => "",
            };
            let pins = match check.own_king {
                OwnKing::KeptSafe => format!(
                    "A piece pinned by one opponent may not leave its line, even to answer another opponent's check. {unless}"
                ),
                OwnKing::MayBeLeft => String::new(),
            };
            text.push(format!("{pins}{}", it.pinned.told()));
        }
        if possible.check && possible.ban_on_kings {
            text.extend(self.def.check.as_ref().map(|it| fill(it.banned.told(), &[("bans", &self.bans_named())])));
        }
        if several || possible.king_capture {
            let mut kings = vec![check.kings.told().to_owned()];
            if several && possible.king_capture && possible.check && check.own_king == OwnKing::KeptSafe {
                kings.push(
                    "This happens when a player's move exposes another king and you move before its owner.".to_owned(),
                );
            }
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
                "A player is checkmated only if their turn begins in check and they have no legal move. A player who moves \
                 before them can still end the check, for example by capturing the checking piece."
                    .to_owned(),
            );
        }
        text
    }

    /// The test of an opponent who gives checkmate alone, if an ending depends on it.
    fn who_gives_mate(&mut self) {
        let Some(it) = self.def.mate.as_ref().filter(|_| self.possible.mates_alone) else { return };
        let escapes = match self.possible.bans {
            true => {
                let all = self.bans_that_count_attacks(it.alone.value);
                format!(" {}{all}", fill(it.escapes.told(), &[("bans", &self.bans_named())]))
            }
            false => String::new(),
        };
        let other = if self.book.seats.len() == 3 { "the other opponent" } else { "the other opponents" };
        self.out.anchored_heading(3, "rule-mate-alone", "Does one opponent give the checkmate alone?");
        self.out.paragraph(format!(
            "Points for a checkmate depend on how many opponents would give it alone.{} Carry out this test for each \
             opponent. {}",
            self.mates_by_number(),
            fill(it.alone.told(), &[("other", other)])
        ));
        if it.alone.value == Alone::PiecesRemain {
            let pinning = if self.book.seats.len() == 3 { "pins" } else { "pin" };
            self.out.paragraph(format!("A piece that only {other} {pinning} may therefore move in this test."));
        }
        self.out.list(vec![
            "If the king is still in check and still has no way out, this opponent gives the mate alone.".to_owned(),
            format!("If the king is no longer in check, or has a way out, this opponent does not.{escapes}"),
        ]);
    }

    /// Names the ending for each number of opponents who give a checkmate alone, after a space.
    fn mates_by_number(&self) -> String {
        let all = self.book.settle.turn_start.iter().map(|it| &self.book.outcomes[usize::from(it.0)]);
        let mut all: Vec<(u8, &str)> = all.filter_map(|it| Some((it.when.mates_alone?, it.label.as_str()))).collect();
        all.compact_sort_by_key(|it| it.0);
        let one = |(number, label): &(u8, &str)| match number {
            0 => format!(" None: {label}."),
            number => format!(" {}: {label}.", capital(&super::super::phrases::count(i64::from(*number)))),
        };
        all.iter().map(one).collect()
    }

    /// States that a ban on attacks counts every player's attacks in the test of a checkmate, after a space.
    fn bans_that_count_attacks(&self, alone: Alone) -> String {
        let attacks = |it: &&Ban| it.forbids.after.as_ref().is_some_and(|it| it.attack.is_some());
        let bans: Vec<String> =
            self.book.bans.iter().filter(attacks).map(|it| format!("“{}”", capital(&it.label))).collect();
        if bans.is_empty() || alone == Alone::PiecesRemoved || self.book.escapes == Escapes::BansLifted {
            return String::new();
        }
        format!(" For {}, the attacks of all players count even in this test.", joined(&bans, "and"))
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
        let text = match (repeats, counts) {
            (false, false) => "There is no repetition rule and no fifty-move rule.",
            (false, true) => "There is no repetition rule.",
            (true, false) => "There is no fifty-move rule.",
            (true, true) => "",
        };
        match self.possible.resignation {
            true => text.to_owned(),
            false => format!("{text} There is no resignation.").trim_start().to_owned(),
        }
    }

    /// States that a forbidden move does not save a player, if special rules forbid moves.
    fn what_counts_as_legal(&self) -> String {
        let ends = self.book.outcomes.iter().any(|it| it.when.stuck.is_some());
        match self.possible.bans && ends {
            true => format!(
                "A move that the special rule {} forbids is not a legal move: it is no escape, and it cannot bring about an \
                 ending.",
                self.bans_named()
            ),
            false => String::new(),
        }
    }

    /// What the positions of a repetition have in common, if an ending counts them.
    fn same_position(&self) -> String {
        let book = self.book;
        if !book.outcomes.iter().any(|it| it.when.repeated.is_some()) {
            return String::new();
        }
        let mut same = vec!["the squares of all pieces", "the player to move"];
        same.extend(self.possible.elimination.then_some("the players in play"));
        same.extend((!book.castlings.is_empty()).then_some("rights to castle"));
        same.extend(book.en_passant.is_some().then_some("captures en passant"));
        let changes = book.barrier_instances.iter().any(|it| it.state_bit.is_some());
        same.extend(changes.then_some("open barriers"));
        same.extend(book.has_pool.then_some("captured pieces"));
        same.extend((!book.counters.is_empty()).then_some("counters"));
        format!("“The same position” includes {}.", joined(&same, "and"))
    }

    /// What each counter counts.
    fn counters(&self) -> Vec<String> {
        let one = |(written, it): (&(Spanned<String>, crate::definition::MoveCounter), &crate::rulebook::Counter)| {
            let when = super::super::phrases::position(self.book, &written.1.when.value);
            let when = when.replace("the mover", "that player");
            format!(
                "The count of “{}” is kept for each player. A move of the player counts if {when} after it.",
                it.label
            )
        };
        self.def.counters.iter().zip(&self.book.counters).map(one).collect()
    }

    /// What counts as a round, if an ending counts rounds.
    fn rounds(&self) -> String {
        if self.def.counter.is_none() || !self.book.outcomes.iter().any(|it| it.when.halfmove_rounds.is_some()) {
            return String::new();
        }
        let Some(resets) = restarts(self.book) else { return String::new() };
        format!("A round is one turn of each remaining player. {} restarts the count of rounds.", capital(&resets))
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
        let turns = "The others go on in the same order.";
        match (self.possible.elimination, self.book.army) {
            (false, _) => String::new(),
            (true, Army::Removed) => {
                let opens = self.barriers_then();
                format!("{}{opens} {turns}", self.book.army.told())
            }
            (true, army) => {
                let king = match self.possible.king_capture {
                    true => self.book.king.told().to_owned(),
                    false => self.book.king.told().replace(", unless it was captured", ""),
                };
                let opens = self.barriers_then();
                let king = match (army, self.book.king) {
                    (Army::TakenOver, King::Stays) => format!("{king} It cannot move, and it can be captured."),
                    (Army::Inert, King::Stays) => {
                        format!(
                            "{king} Like any of these pieces, that king can then be captured without further effect."
                        )
                    }
                    _ => king,
                };
                format!("{} {king}{opens} {turns}", army.told())
            }
        }
    }

    /// Names the barriers that open when a player is eliminated, each after a space.
    fn barriers_then(&self) -> String {
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
}
