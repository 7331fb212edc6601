//! Warnings about endings: games that never end, stuck players without an outcome, and rounds that are
//! counted across an elimination.
//!
//! Input: the lists of `[settle]` and the tests of their outcomes. Output: warnings. A player without a
//! legal move is examined case by case ([`Case`]): in check or not, by how many opponents, with how
//! many players left. A case is covered if the test of some outcome holds in it, whatever else is on
//! the board. Does not know squares.

use super::Linter;
use crate::diagnostic::{Code, Diagnostics, Span};
use crate::policy::{
    Attackers, CheckState, ClaimThen, Kings, PartnerCaptures, PartnerChecks, PartnerLoss, Resets, Takes, Then,
    TurnPassing, Who, With,
};
use crate::rulebook::{Ban, MoveTest, Outcome, OutcomeId, Player, PositionTest, Quantity, Rulebook, Team};
use crate::sorting::CompactSort;

/// Advice for a game in which no player can be left.
pub(super) const END_WITHOUT_PLAYERS: &str = "add `[outcome.no-player-left]` with the lines `when = { living = 0 }`, \
     `then = \"end\"`, `settled = [\"after-move\", \"turn-start\"]` and `points = { all = 0 }`";

/// A player to move who has no legal move.
#[derive(Clone, Copy, Debug)]
struct Case {
    /// Number of players left, at least two.
    living: u8,
    /// Number of opponents who give check.
    checkers: u8,
    /// Number of opponents who mate the player without help.
    maters: u8,
}

impl Case {
    fn is_check(self) -> bool {
        self.checkers > 0
    }

    /// Reports whether a test holds in this case, whatever else is on the board.
    fn meets(self, test: &PositionTest) -> bool {
        let PositionTest {
            attack,
            stuck,
            mates_alone,
            living,
            king_captured: None,
            captured: None,
            passed: None,
            moved: None,
            repeated: None,
            perpetual_check: None,
            perpetual_chase: None,
            halfmove_rounds: None,
            material: None,
            mate_impossible: false,
            king_in: None,
            count: None,
            counter: None,
            points: None,
            legal_move: None,
        } = test
        else {
            return false;
        };
        living.is_none_or(|it| it == self.living)
            && mates_alone.is_none_or(|it| it == self.maters)
            && stuck.is_none_or(|it| {
                let check = match it.check {
                    CheckState::In => self.is_check(),
                    CheckState::Out => !self.is_check(),
                    CheckState::Either => true,
                };
                check && includes_mover(it.who, it.how_many)
            })
            && attack.is_none_or(|it| {
                let by_any = matches!(it.by, Player::Role(Who::Opponents | Who::Others | Who::Living | Who::All));
                let is_plain = it.with == With::AnyPiece && it.takes == Takes::AlongLines && it.kinds == u32::MAX;
                by_any && is_plain && includes_mover(it.on, it.how_many) && self.checkers >= it.by_at_least.max(1)
            })
    }
}

/// Reports whether a test of these players holds as soon as it holds for the player to move.
fn includes_mover(who: Player, how_many: Quantity) -> bool {
    let Player::Role(who) = who else { return false };
    match who {
        // Without a piece in question, its owner means the player to move.
        Who::Mover | Who::Owner => !matches!(how_many, Quantity::AtLeast(2..)),
        Who::Living | Who::All => matches!(how_many, Quantity::Some | Quantity::AtLeast(0..=1)),
        _ => false,
    }
}

/// Returns every outcome that is tested without a claim.
fn settled(book: &Rulebook) -> impl Iterator<Item = &Outcome> {
    let settle = &book.settle;
    settle.after_move.iter().chain(&settle.turn_start).map(|it| &book.outcomes[it.0 as usize])
}

/// Returns the name of the first outcome or claim that eliminates a player. `counts` filters the outcomes.
pub(super) fn eliminates(book: &Rulebook, counts: impl Fn(&Outcome) -> bool) -> Option<&str> {
    let outcomes = settled(book)
        .filter(|it| matches!(it.then, Then::Eliminate | Then::Freeze) && counts(it))
        .map(|it| it.name.as_str());
    let claims = book.claims.iter().filter(|it| it.then == ClaimThen::Eliminate).map(|it| it.name.as_str());
    outcomes.chain(claims).next()
}

/// Warns if the player to move can have no legal move and no outcome in `turn-start` covers it. Outcomes tested
/// after a move do not count: a position can be entered, and a claim can eliminate a player, without any move.
pub(super) fn stuck_without_outcome(def: &crate::definition::Definition, book: &Rulebook, sink: &mut Diagnostics) {
    let seats = book.seats.len() as u8;
    let least = if eliminates(book, |_| true).is_some() { 2 } else { seats };
    let can_check = book.demands_royal() && book.check.attackers != Attackers::Nobody;
    let cases = (least..=seats).flat_map(|living| {
        let most = if can_check { living - 1 } else { 0 };
        let checked =
            (1..=most).flat_map(move |checkers| (0..=checkers).map(move |maters| Case { living, checkers, maters }));
        std::iter::once(Case { living, checkers: 0, maters: 0 }).chain(checked)
    });
    let outcomes = || book.settle.turn_start.iter().map(|it| &book.outcomes[it.0 as usize]);
    // A player who is not in check can pass.
    let of_pieces =
        |it: &MoveTest| it.piece.is_some() || it.captures.is_some() || it.crosses.is_some() || it.to.is_some();
    let about_passes = |it: &Ban| it.forbids.mv.as_ref().is_none_or(|it| !of_pieces(it) && it.passes != Some(false));
    let can_pass = book.passing != TurnPassing::Never && !book.bans.iter().any(about_passes);
    let may_pass = |case: &Case| can_pass && !case.is_check();
    let is_covered = |case: &Case| may_pass(case) || outcomes().any(|it| it.unless.is_empty() && case.meets(&it.when));
    let open: Vec<Case> = cases.filter(|it| !is_covered(it)).collect();
    let Some(first) = open.first() else { return };
    let (inside, outside) = (open.iter().any(|it| it.is_check()), open.iter().any(|it| !it.is_check()));
    let (check, when) = match (inside, outside) {
        _ if !can_check => (CheckState::Either, ""),
        (true, true) => (CheckState::Either, ""),
        (true, false) => (CheckState::In, " while in check"),
        (false, _) => (CheckState::Out, " while not in check"),
    };
    let mut some_only: Vec<_> = open.iter().map(|it| it.living).collect();
    some_only.compact_sort_by(Ord::cmp);
    some_only.dedup();
    let players = match some_only.len() == usize::from(seats - least + 1) {
        true => String::new(),
        false => format!(" (with {} players left)", first.living),
    };
    let name = ["no-move", "no-move-left", "without-a-move"];
    let name = name.iter().find(|name| book.outcomes.iter().all(|it| it.name != **name)).unwrap_or(&name[0]);
    let settle = def.settle.as_ref();
    let span: Option<Span> = settle.map(|it| it.span);
    sink.warning(
        Code::StuckWithoutOutcome,
        span.unwrap_or(def.span),
        format!("the player to move can be without a legal move{when}{players}, and no outcome covers that"),
    )
    .help(format!(
        "add `[outcome.{name}]` with the lines `when = {{ stuck = {{ who = \"mover\", check = \"{check}\" }} }}`, \
         `then = \"end\"` (or `\"eliminate\"`, or `\"pass\"`) and `settled = \"turn-start\"`"
    ));
}

/// Warns if an outcome counts rounds, a player can be eliminated while at least two others remain, and the
/// elimination does not reset the counter. A round of fewer players is shorter, so the limit in rounds can be
/// reached at the moment of the elimination.
pub(super) fn rounds_across_eliminations(def: &crate::definition::Definition, book: &Rulebook, sink: &mut Diagnostics) {
    let claimed = book.settle.on_claim.iter().map(|it| &book.outcomes[it.0 as usize]);
    let counting = settled(book).chain(claimed).find(|it| it.when.halfmove_rounds.is_some());
    let (Some(counting), Some(counter)) = (counting, &def.counter) else { return };
    if book.seats.len() < 3 || book.resets.contains(&Resets::Elimination) {
        return;
    }
    // If a capture eliminates the player, the capture itself resets the counter.
    let restarts = |it: &Outcome| {
        book.resets.contains(&Resets::Capture) && (it.when.king_captured.is_some() || it.when.captured.is_some())
    };
    let Some(out) = eliminates(book, |it| !restarts(it)) else { return };
    let mut words: Vec<String> = book.resets.iter().map(|it| format!("\"{it}\"")).collect();
    words.push(format!("\"{}\"", Resets::Elimination));
    sink.warning(
        Code::RoundsAcrossElimination,
        counter.span,
        format!(
            "`{}` counts rounds, `{out}` eliminates a player, and the elimination does not restart the count",
            counting.name
        ),
    )
    .help(format!(
        "a round of fewer players has fewer moves, so the limit can be reached at once: write `resets = [{}]`",
        words.join(", ")
    ));
}

/// Reports whether an outcome waits for a draw: a repetition, moves without progress, or too few pieces for a mate.
fn is_draw(when: &PositionTest) -> bool {
    when.repeated.is_some() || when.halfmove_rounds.is_some() || when.mate_impossible
}

impl Linter<'_> {
    /// Warns if players are eliminated and the last one plays on alone, or the last ones leave together.
    pub(super) fn games_that_never_end(&mut self) {
        self.allies_who_leave_last();
        self.partners_who_remain();
        let ends = |with: &dyn Fn(Option<u8>) -> bool| {
            settled(self.book).any(|it| it.then == Then::End && with(it.when.living))
        };
        // A draw or a player without moves comes much later, if at all. The end of a team game may be of any kind.
        let has_teams = !self.book.teams.is_empty();
        let ends_otherwise = || {
            let mut ends = settled(self.book).filter(|it| it.then == Then::End && it.when.living.is_none());
            ends.any(|it| has_teams || !is_draw(&it.when) && it.when.stuck.is_none())
        };
        // Partners who lose together also win together, so the last team can have several players.
        let together = || self.book.teams.iter().filter(|it| it.loss == PartnerLoss::Together);
        let sizes = || together().map(|it| it.seats.count_ones() as u8);
        let seats = together().fold(0, |all, it| all | it.seats).count_ones() as usize;
        let ends_for_every_team =
            || seats == self.book.seats.len() && sizes().all(|size| ends(&|living| living == Some(size)));
        // Players can leave at any time, so only an outcome for the last players ends the game then.
        let leaves = self.book.claims.iter().find(|it| it.then == ClaimThen::Eliminate);
        let first = match leaves.filter(|_| !ends(&|living| living.is_some())) {
            Some(claim) => Some(claim.name.as_str()),
            None => eliminates(self.book, |_| true)
                .filter(|_| !ends(&|living| living == Some(1)) && !ends_for_every_team() && !ends_otherwise()),
        };
        let Some(first) = first else {
            self.team_that_remains();
            return self.ends_that_wait_for_a_move();
        };
        // Another outcome may already end the game for a team.
        let last = sizes().filter(|it| !ends(&|living| living == Some(*it))).max().unwrap_or(1);
        let left = if last == 1 { "one player is".to_owned() } else { format!("{last} players are") };
        let outcome = self.def.outcomes.iter().find(|it| it.0.value == *first).map(|it| it.0.span);
        let claim = self.def.claims.iter().find(|it| it.0.value == *first).map(|it| it.0.span);
        self.sink
            .warning(
                Code::NoEnd,
                outcome.or(claim),
                format!("`{first}` eliminates a player, but no outcome ends the game when {left} left"),
            )
            .help(format!(
                "add `[outcome.{}]` with the lines `when = {{ living = {} }}`, `then = \"end\"`, \
                 `settled = [\"after-move\", \"turn-start\"]` and `points = {{ living = 1, eliminated = 0 }}`",
                if last == 1 { "last-player" } else { "last-team" },
                last
            ));
    }

    /// Warns if a player can leave between two moves, and the end for the last players is tested only after a move.
    fn ends_that_wait_for_a_move(&mut self) {
        let Some(claim) = self.book.claims.iter().find(|it| it.then == ClaimThen::Eliminate) else { return };
        let settle = &self.book.settle;
        let of = |list: &[OutcomeId]| -> Vec<&Outcome> {
            let all = list.iter().map(|it| &self.book.outcomes[usize::from(it.0)]);
            all.filter(|it| it.then == Then::End && it.when.living.is_some()).collect()
        };
        let at_start: Vec<Option<u8>> = of(&settle.turn_start).iter().map(|it| it.when.living).collect();
        let Some(late) = of(&settle.after_move).into_iter().find(|it| !at_start.contains(&it.when.living)) else {
            return;
        };
        let (name, claim) = (late.name.clone(), claim.name.clone());
        let found = self.def.outcomes.iter().find(|it| it.0.value == name);
        let span = found.map(|it| it.0.span);
        // A place in the header of the outcome and one in `[settle]` exclude each other.
        let has_place = found.is_some_and(|it| it.1.table.settled.is_some());
        let advice = match has_place {
            true => format!("write `settled = [\"after-move\", \"turn-start\"]` in `[outcome.{name}]`"),
            false => format!("add `{name}` to `turn-start` in `[settle]`"),
        };
        self.sink
            .warning(
                Code::NoEnd,
                span,
                format!("`{claim}` eliminates a player between two moves, but `{name}` is tested only after a move"),
            )
            .help(format!("{advice}, so that nobody has to move alone"));
    }

    /// Warns if the last players are allies who are eliminated together, and no outcome ends the game then.
    fn allies_who_leave_last(&mut self) {
        self.tests_of_nobody();
        let Some(table) = &self.def.alliance else { return };
        let ends = settled(self.book).any(|it| it.then == Then::End && it.when.living == Some(0));
        if ends || table.value.loss.value != PartnerLoss::Together || eliminates(self.book, |_| true).is_none() {
            return;
        }
        self.sink
            .warning(
                Code::NoEnd,
                table.value.loss.span,
                "the last players may be allies and lose together, but no outcome ends the game when no player is left",
            )
            .help(END_WITHOUT_PLAYERS);
    }

    /// Warns if partners who lose together can be the last players, and no outcome ends the game then.
    fn team_that_remains(&mut self) {
        let book = self.book;
        let ends = |players: u8| {
            let pure = |it: &&Outcome| it.when.stuck.is_none() && it.when.repeated.is_none();
            settled(book).filter(|it| it.then == Then::End).filter(pure).any(|it| it.when.living == Some(players))
        };
        let size = |it: &Team| it.seats.count_ones() as u8;
        let remains = |it: &&Team| it.loss == PartnerLoss::Together && size(it) > 1 && !ends(size(it));
        let Some(team) = book.teams.iter().find(remains) else { return };
        let Some((_, table)) = self.def.teams.iter().find(|it| it.0.value == team.name) else { return };
        if eliminates(book, |_| true).is_none() {
            return;
        }
        let (name, players) = (&team.name, size(team));
        self.sink
            .warning(
                Code::NoEnd,
                table.loss.span,
                format!("the team `{name}` can be the last one, but no outcome ends the game when {players} players are left"),
            )
            .help(format!(
                "add `[outcome.last-team]` with the lines `when = {{ living = {players} }}`, `then = \"end\"`, \
                 `settled = [\"after-move\", \"turn-start\"]` and `points = {{ living = 1, eliminated = 0 }}`"
            ));
    }

    /// Warns if partners lose one by one and can be the last players, although neither can eliminate the other and no
    /// outcome ends the game then.
    fn partners_who_remain(&mut self) {
        let book = self.book;
        let cannot_fight = |it: &&Team| {
            let spares = it.captures == PartnerCaptures::Forbidden || book.check.kings == Kings::NeverCaptured;
            it.loss == PartnerLoss::Alone && it.checks == PartnerChecks::Ignored && spares
        };
        let Some(team) = book.teams.iter().find(cannot_fight) else { return };
        let size = team.seats.count_ones() as u8;
        // Other tests may also hold among partners: a piece reaches a square, or a player has enough points.
        let may_end = |it: &Outcome| match it.when.living {
            Some(living) => (2..=size).contains(&living) && it.when.stuck.is_none() && it.when.repeated.is_none(),
            // Partners have no opponents whom they attack.
            None => !is_draw(&it.when) && it.when.stuck.is_none() && it.when.attack.is_none(),
        };
        let by_force =
            |it: &Outcome| it.when.stuck.is_some() || it.when.king_captured.is_some() || it.when.attack.is_some();
        let ends = || settled(book).filter(|it| it.then == Then::End);
        let mut eliminating = settled(book).filter(|it| matches!(it.then, Then::Eliminate | Then::Freeze)).peekable();
        if ends().any(may_end) || eliminating.peek().is_none() || !eliminating.all(by_force) {
            return;
        }
        let Some(last) = ends().find(|it| it.when.living == Some(1)) else { return };
        let Some((_, table)) = self.def.teams.iter().find(|it| it.0.value == team.name) else { return };
        self.sink
            .warning(
                Code::NoEnd,
                table.loss.span,
                format!(
                    "partners in the team `{}` can be the last players, and `{}` waits until one of them is left",
                    team.name, last.name
                ),
            )
            .help(
                "partners give each other no check: write `loss = \"together\"`, or let them play against each other \
                 with `checks = \"counted\"` and `captures = \"allowed\"`",
            );
    }

    /// Warns if an outcome for a game without players does something that needs a player.
    fn tests_of_nobody(&mut self) {
        for outcome in settled(self.book).filter(|it| it.when.living == Some(0)) {
            if matches!(outcome.then, Then::End | Then::Score) {
                continue;
            }
            let Some(table) = self.def.outcomes.iter().find(|it| it.0.value == outcome.name) else { continue };
            let then = &table.1.table.then;
            self.sink
                .warning(Code::NoEffect, then.span, format!("`{}` concerns a player, but none is left", then.value))
                .help("write `then = \"end\"`, or test another number of players");
        }
    }
}
