//! Warnings about rules that can never apply: tags, bans, outcomes, counters, double steps, exceptions.
//!
//! Input: the tests of a rulebook, and where pieces can go. Output: warnings that name the part of a
//! test that never holds. Does not know turns, check and mate: tests of these are assumed to hold
//! sometimes, unless no king exists or nobody gives check.

use super::Linter;
use super::endings::eliminates;
use crate::board::Square;
use crate::definition::{Named, Unless};
use crate::diagnostic::{Code, Span};
use crate::notation::joined;
use crate::notation::name::count_text;
use crate::policy::{
    Army, ArmyState, Attackers, Barred, CheckState, ClaimThen, Counted, GateOpens, King, Kings, PartnerCaptures, Role,
    TagOn, Then, Who,
};
use crate::rulebook::{
    BanTests, Chase, CountTest, Kind, MoveTest, Outcome, OutcomeId, PieceTest, PlaceTest, Player, PositionTest,
    PromotionChoice, Quantity, Rulebook, SeatId,
};

/// The reason why something never happens, or `None`.
type Never = Option<String>;

/// A game without royal pieces has no kings for its rules.
const NO_ROYAL: &str = "no piece has `role = \"royal\"`, so there is never a king on the board";

/// Without attackers there is no check.
const NO_CHECK: &str = "`attackers = \"nobody\"` means that no player is ever in check";

/// Reports whether an outcome or a claim can eliminate a player.
pub(super) fn can_leave(book: &Rulebook) -> bool {
    book.outcomes.iter().any(|it| matches!(it.then, Then::Eliminate | Then::Freeze))
        || book.claims.iter().any(|it| it.then == ClaimThen::Eliminate)
}

/// Reports whether a test of a position holds in every position.
fn is_always(book: &Rulebook, it: &PositionTest) -> bool {
    let all_live = |it: u8| usize::from(it) == book.seats.len() && !can_leave(book);
    it.living.is_none_or(all_live) && PositionTest { living: None, ..it.clone() } == PositionTest::default()
}

/// Reports whether a test fits every piece.
pub(super) fn fits_all(book: &Rulebook, it: &PieceTest) -> bool {
    let all = (0..book.kinds.len()).fold(0, |set, at| set | 1u32 << at);
    PieceTest { kind: None, ..it.clone() } == PieceTest::default() && it.kind.is_none_or(|it| it & all == all)
}

/// Reports whether tests hold for every move of a piece.
fn holds_always(book: &Rulebook, it: &BanTests) -> bool {
    let fits = |it: &Option<PieceTest>| it.as_ref().is_none_or(|it| fits_all(book, it));
    let is_any = |it: &MoveTest| fits(&it.piece) && MoveTest { piece: None, ..it.clone() } == MoveTest::default();
    let is_plain = |it: &Option<PositionTest>| it.as_ref().is_none_or(|it| is_always(book, it));
    fits(&it.piece) && it.mv.as_ref().is_none_or(is_any) && is_plain(&it.before) && is_plain(&it.after)
}

/// Returns why a test of one player against the same player never holds.
fn self_never(it: &PositionTest) -> Never {
    let is_one = |it: Player| matches!(it, Player::Seat(_) | Player::Role(Who::Mover | Who::Next | Who::Previous));
    let attack = it.attack.filter(|it| it.by == it.on && is_one(it.by));
    let attack = attack.map(|_| "a player never attacks their own king".to_owned());
    let material = it.material.filter(|it| it.of == it.than && is_one(it.of) && it.behind_by > 0);
    attack.or_else(|| material.map(|_| "a player is never behind themselves".to_owned()))
}

/// Returns the header of the rule that a message names: "the exception `any` of the ban `trade`" is that of
/// `[ban.trade.unless.any]`.
fn header_of(what: &str) -> Option<String> {
    let named = |kind: &str| Some(what.split_once(&format!("{kind} `"))?.1.split_once('`')?.0.to_owned());
    let kinds = ["ban", "outcome", "counter", "tag", "barrier"];
    let own = kinds.iter().find_map(|it| Some(format!("{it}.{}", named(it)?)));
    let single = [("double step", "double-step"), ("[gating]", "gating"), ("en passant", "en-passant")];
    let single = single.iter().find(|it| what.contains(it.0)).map(|it| it.1.to_owned());
    let own = own.or(single)?;
    Some(named("the exception").map_or_else(|| own.clone(), |it| format!("{own}.unless.{it}")))
}

/// Returns the royal kinds, one bit each.
pub(super) fn royals(book: &Rulebook) -> u32 {
    let royals = book.kinds.iter().enumerate().filter(|it| it.1.role == Role::Royal);
    royals.fold(0, |set, (at, _)| set | 1 << at)
}

impl<'a> Linter<'a> {
    pub(super) fn rules_that_cannot_fire(&mut self) {
        let (def, book) = (self.def, self.book);
        for (at, tag) in book.tags.iter().enumerate() {
            if tag.on != TagOn::Nobody
                && let Some(why) = self.tag_never(at)
            {
                let span = def.tags.iter().find(|it| it.0.value == tag.name).map(|it| it.1.set.span);
                self.warn(span, &format!("the tag `{}` can never be gained", tag.name), &why);
            }
        }
        if let Some(it) = &book.double_step
            && let Some(why) = self.stands_never(it.pieces, Some(&it.from))
        {
            let span = def.double_step.as_ref().map(|it| it.value.table.from.span);
            self.warn(span, "the double step can never be made", &why);
        }
        for ban in &book.bans {
            let found = def.bans.iter().find(|it| it.0.value == ban.name);
            if let Some(why) = self.tests_never(&ban.forbids) {
                self.warn(found.map(|it| it.0.span), &format!("the ban `{}` can never forbid a move", ban.name), &why);
            }
            let spans = found.map(|it| &it.1.unless);
            let effect = format!("the ban `{}` forbids no move of a piece", ban.name);
            for (name, tests) in &ban.unless {
                let span = spans.and_then(|it| it.iter().find(|it| it.0.value == *name)).map(|it| it.0.span);
                let never = self.tests_never(tests);
                self.exception(span, (name, &format!("ban `{}`", ban.name)), never, holds_always(book, tests), &effect);
            }
        }
        for outcome in &book.outcomes {
            let found = def.outcomes.iter().find(|it| it.0.value == outcome.name);
            if let Some(why) = self.position_never(&outcome.when) {
                let span = found.map(|it| it.1.table.when.span);
                self.warn(span, &format!("the outcome `{}` can never occur", outcome.name), &why);
            }
            let spans = found.map(|it| &it.1.unless);
            let effect = format!("the outcome `{}` never occurs", outcome.name);
            for (name, tests) in &outcome.unless {
                let span = spans.and_then(|it| it.iter().find(|it| it.0.value == *name)).map(|it| it.0.span);
                let never = self.tests_never(tests);
                let of = format!("outcome `{}`", outcome.name);
                let alone = tests.mv.is_none() && tests.piece.is_none() && tests.before.is_none();
                let is_same = alone && tests.after.as_ref() == Some(&outcome.when);
                self.exception(span, (name, &of), never, is_same || holds_always(book, tests), &effect);
            }
        }
        self.first_moves_elsewhere();
        self.exceptions_of_pieces();
        self.repetitions_in_vain();
    }

    /// Warns about a gate that no first move opens, and about an en passant capture that answers no double step.
    fn first_moves_elsewhere(&mut self) {
        let (def, book) = (self.def, self.book);
        let fits =
            |at: Option<&PlaceTest>, seat: SeatId, square: Square| at.is_none_or(|it| it.may_fit(book, seat, square));
        let starts = |kinds: u32, at: Option<&PlaceTest>| {
            let setup = book.setup.iter().flatten().filter(|it| kinds >> it.1.0 & 1 != 0);
            setup.into_iter().any(|it| fits(at, it.0, it.2))
        };
        if let (Some(gating), Some(written)) = (&book.gating, &def.gating)
            && gating.opens == GateOpens::FirstMove
            && !starts(gating.by.kind.unwrap_or(u32::MAX), gating.by.at.as_ref())
        {
            let why = "no such piece is on these squares at the start, and only its first move opens the gate";
            self.warn(Some(written.value.by.span), "no piece ever enters by `[gating]`", why);
        }
        if let (Some(rule), Some(from)) =
            (&book.en_passant, def.en_passant.as_ref().and_then(|it| it.value.from.as_ref()))
        {
            let at = rule.from.as_ref();
            let initial = |it: &Kind| it.movement.atoms.iter().any(|it| it.initial);
            let kinds = book.kinds.iter().zip(0..).filter(|it| initial(it.0)).fold(0, |set, it| set | 1u32 << it.1);
            let steps = book.double_step.as_ref().is_some_and(|step| {
                let both = |seat, square| fits(Some(&step.from), seat, square) && fits(at, seat, square);
                book.seat_ids().any(|seat| book.board.squares().any(|it| both(seat, it)))
            });
            if !steps && !starts(kinds, at) {
                self.warn(
                    Some(from.span),
                    "nothing is ever captured en passant",
                    "no double step starts on these squares",
                );
            }
        }
    }

    /// Warns about exceptions of barriers and of the double step, which test pieces alone.
    fn exceptions_of_pieces(&mut self) {
        let (def, book) = (self.def, self.book);
        let written = |it: &'a Named<Unless>| it.iter().map(|it| (it.0.value.as_str(), it.0.span));
        let mut all = Vec::new();
        for barrier in &book.barriers {
            let Some(found) = def.barriers.iter().find(|it| it.0.value == barrier.name) else { continue };
            let (of, effect) = (format!("barrier `{}`", barrier.name), "no piece is stopped by it".to_owned());
            all.extend(written(&found.1.unless).zip(&barrier.unless).map(|it| (it, of.clone(), effect.clone())));
        }
        if let (Some(step), Some(found)) = (&book.double_step, &def.double_step) {
            let effect = "no piece makes one".to_owned();
            let unless = written(&found.value.unless).zip(&step.unless);
            all.extend(unless.map(|it| (it, "double step".to_owned(), effect.clone())));
        }
        for (((name, span), test), of, effect) in all {
            self.exception(Some(span), (name, &of), self.piece_never(test), fits_all(book, test), &effect);
        }
    }

    /// Warns about an exception that can never hold, or that always holds.
    fn exception(&mut self, span: Option<Span>, (name, of): (&str, &str), never: Never, always: bool, effect: &str) {
        let what = format!("the exception `{name}` of the {of}");
        if let Some(why) = never {
            self.warn(span, &format!("{what} can never hold"), &why);
        } else if always {
            self.sink.warning(Code::NoEffect, span, format!("{what} always holds, so {effect}")).help(
                "write another test in the exception, such as a `kind` of pieces, or delete the exception or the rule",
            );
        }
    }

    pub(super) fn warn(&mut self, span: Option<Span>, what: &str, why: &str) {
        let own = span.filter(|it| it.file == 0).and_then(|_| header_of(what));
        let own = own.map(|it| format!("change the test, or delete `[{it}]` with its lines"));
        let help = match why {
            NO_ROYAL => "write `role = \"royal\"` for the king, or delete the rule",
            NO_CHECK => "write `attackers = \"living-opponents\"` in `[check]`, or delete the rule",
            _ if own.is_some() => own.as_deref().unwrap_or_default(),
            _ => {
                "change the test, or delete the header; to leave out an inherited one, write for example \
                 `without = [\"ban.camp\"]`"
            }
        };
        self.sink.warning(Code::CannotFire, span, format!("{what}: {why}")).help(help);
    }

    fn tag_never(&self, tag: usize) -> Never {
        let tag = &self.book.tags[tag];
        let mut set = tag.set.clone();
        // If the moving piece receives the tag, it must be of a kind that can carry it.
        if tag.on == TagOn::Itself {
            let mut piece = set.piece.take().unwrap_or_default();
            let kinds = piece.kind.unwrap_or(u32::MAX) & tag.pieces;
            if kinds == 0 {
                return Some("no piece in `pieces` makes such a move".to_owned());
            }
            piece.kind = Some(kinds);
            // Ignore a condition on the tag itself: it would recurse without end.
            piece.tag = None;
            set.piece = Some(piece);
        }
        self.move_never(&set)
    }

    fn tests_never(&self, it: &BanTests) -> Never {
        let piece = it.piece.as_ref().and_then(|it| self.piece_never(it));
        let mv = || it.mv.as_ref().and_then(|it| self.move_never(it));
        let before = || it.before.as_ref().and_then(|it| self.position_never(it));
        let after = || it.after.as_ref().and_then(|it| self.position_never(it));
        piece.or_else(mv).or_else(before).or_else(after)
    }

    fn move_never(&self, it: &MoveTest) -> Never {
        let kinds = it.piece.as_ref().and_then(|it| it.kind).unwrap_or(u32::MAX);
        let piece = it.piece.as_ref().and_then(|it| self.piece_never(it));
        let captures = || it.captures.as_ref().and_then(|it| self.piece_never(it).or_else(|| self.captured_never(it)));
        let partners = || self.partners_never(it.captures.as_ref()?.owner);
        let crosses = || {
            let line = it.crosses.filter(|it| !self.reach.crosses_line(self.book, *it, kinds))?;
            Some(format!("no {} can ever cross the line “{}”", self.names(kinds), self.book.lines[line].label))
        };
        let to = || it.to.as_ref().and_then(|it| self.stands_never(kinds, Some(it)));
        piece.or_else(captures).or_else(partners).or_else(crosses).or_else(to)
    }

    fn piece_never(&self, it: &PieceTest) -> Never {
        let kinds = it.kind.unwrap_or(u32::MAX);
        let carriers = it.tag.map_or(u32::MAX, |it| self.book.tags[usize::from(it.0)].pieces);
        if kinds & carriers == 0 {
            return Some(format!("no {} can ever have that tag", self.names(kinds)));
        }
        self.stands_never(kinds & carriers, it.at.as_ref())
    }

    /// Returns why no piece that fits a test is ever captured: it tests kings alone, and these are never captured.
    pub(super) fn captured_never(&self, it: &PieceTest) -> Never {
        let (book, kinds) = (self.book, it.kind.unwrap_or(u32::MAX));
        let is_king = kinds != 0 && kinds & !royals(book) == 0;
        // The king of an eliminated player is an ordinary piece.
        let stays = book.king == King::Stays && matches!(book.army, Army::Inert | Army::TakenOver);
        let left = stays && it.state != Some(ArmyState::Living) && eliminates(book, |_| true).is_some();
        // A ban on captures can also mean that pieces do not attack.
        let disarms = book.check.barred == Barred::DoNotAttack;
        let never = is_king && book.check.kings == Kings::NeverCaptured && !left && !disarms;
        never.then(|| "`kings = \"never-captured\"` means that no king is ever captured".to_owned())
    }

    /// Returns why no piece of these players is ever captured: they are partners, and spare each other.
    fn partners_never(&self, owner: Option<Player>) -> Never {
        let book = self.book;
        let allows = |it: PartnerCaptures| it == PartnerCaptures::Allowed;
        let may = book.teams.iter().any(|it| allows(it.captures))
            || book.alliance.as_ref().is_some_and(|it| allows(it.captures))
            || book.explosion.is_some();
        (owner == Some(Player::Role(Who::Partners)) && !may)
            .then(|| "`captures = \"forbidden\"` means that partners never capture each other's pieces".to_owned())
    }

    fn stands_never(&self, kinds: u32, place: Option<&PlaceTest>) -> Never {
        if self.reach.stands(self.book, kinds, place) {
            return None;
        }
        let names = self.names(kinds);
        Some(match place {
            Some(PlaceTest::Zone { zone, .. } | PlaceTest::Facing { zone })
                if self.reach.stands(self.book, kinds, None) =>
            {
                format!("no {names} can ever reach the zone “{}”", self.book.zones[*zone].label)
            }
            _ => format!("there is never a {names} on the board"),
        })
    }

    pub(super) fn position_never(&self, it: &PositionTest) -> Never {
        let captured = it.captured.as_ref().and_then(|it| {
            let spared = || self.captured_never(it).filter(|_| self.book.explosion.is_none());
            self.piece_never(it).or_else(|| self.partners_never(it.owner)).or_else(spared)
        });
        let captured = captured.or_else(|| self.partners_never(it.king_captured));
        let moved = || it.moved.as_ref().and_then(|it| self.piece_never(it));
        let king = || {
            it.king_in
                .as_ref()
                .and_then(|it| self.kings_never().or_else(|| self.stands_never(royals(self.book), Some(it))))
        };
        let king_captured = || {
            let never = it.king_captured.is_some()
                && self.book.check.kings == Kings::NeverCaptured
                && self.book.explosion.is_none();
            never.then(|| "`kings = \"never-captured\"` means that no king is ever captured".to_owned())
        };
        let count = || {
            let test = it.count.as_ref()?;
            let stands = || self.stands_never(test.kinds, test.at.as_ref()).filter(|_| test.at_least > 0);
            self.number_never(test).or_else(stands)
        };
        let chase = || self.chase_never(&it.perpetual_chase.as_ref()?.chase);
        let captured = captured.or_else(count).or_else(|| self_never(it)).or_else(chase);
        let living = || self.living_never(it.living?);
        let first = captured.or_else(moved).or_else(king).or_else(king_captured);
        first.or_else(|| self.check_never(it)).or_else(living)
    }

    /// Returns why a player never has so many or so few pieces.
    fn number_never(&self, it: &CountTest) -> Never {
        let (book, royals) = (self.book, royals(self.book));
        let from_pool = book.promotions.iter().any(|it| matches!(it.choice, PromotionChoice::FromPool { .. }));
        let changes = book.has_pool || from_pool || book.conversion.is_some() || book.army == Army::TakenOver;
        if changes || it.counted == Counted::Separately {
            return None;
        }
        let number = |seat: SeatId, kinds: u32| {
            let own = book.setup.iter().flatten().filter(|piece| piece.0 == seat);
            own.filter(|piece| kinds >> piece.1.0 & 1 != 0).count()
        };
        let most = book.seat_ids().map(|seat| number(seat, it.kinds)).max().unwrap_or(0);
        if book.named_promotions() & it.kinds == 0 && usize::from(it.at_least) > most.max(1) {
            return Some(format!("no player ever has more than {} of these pieces", count_text(most as u64)));
        }
        // A king that is never captured stays, as long as its player does.
        let stays = book.check.kings == Kings::NeverCaptured && book.check.royals.is_none() && book.explosion.is_none();
        let promotes = book.promotions.iter().any(|it| it.pieces & royals != 0);
        let has_king = it.at.is_none() && book.seat_ids().all(|seat| number(seat, it.kinds & royals) > 0);
        (stays && has_king && it.at_most == 0 && !promotes && !can_leave(book))
            .then(|| "`kings = \"never-captured\"` means that no king ever leaves the board".to_owned())
    }

    /// Returns why no piece is ever chased.
    fn chase_never(&self, it: &Chase) -> Never {
        let chased = it.chased.clone().unwrap_or_default();
        let kinds = chased.kind.unwrap_or(u32::MAX) & !royals(self.book);
        if chased.kind.is_some() && kinds == 0 {
            return Some("royal pieces are not chased: an attack on them is check".to_owned());
        }
        let chased = self.piece_never(&PieceTest { kind: chased.kind.map(|_| kinds), ..chased });
        self.stands_never(it.kinds, None).or(chased)
    }

    /// Returns why this many players are never in the game.
    fn living_never(&self, living: u8) -> Never {
        let book = self.book;
        let never = !can_leave(book) && usize::from(living) < book.seats.len();
        never.then(|| format!("nobody is ever eliminated, so all {} players stay in the game", book.seats.len()))
    }

    /// Warns about outcomes that another one precedes: those of a repetition, and those with the same test.
    fn repetitions_in_vain(&mut self) {
        let book = self.book;
        let all = |list: &[OutcomeId]| list.iter().map(|it| &book.outcomes[usize::from(it.0)]).collect::<Vec<_>>();
        let (late, early) = (all(&book.settle.turn_start), all(&book.settle.after_move));
        let claimed = all(&book.settle.on_claim);
        let is_in = |list: &[&Outcome], it: &Outcome| list.iter().any(|other| other.name == it.name);
        for (outcomes, others) in [(&late, &early), (&early, &late)] {
            for (at, outcome) in outcomes.iter().enumerate() {
                let apart = |it: &Outcome| PositionTest { repeated: None, ..it.when.clone() };
                // One player is enough for the first outcome, and the other one needs the same of several.
                let of_one = of_one_player(apart(outcome));
                let is_only = |it: &Outcome| apart(it) == PositionTest::default() || apart(it) == of_one;
                let is_sooner = |it: &Outcome| {
                    outcome.when.repeated.is_some_and(|times| it.when.repeated.is_some_and(|it| it <= times))
                        && is_only(it)
                };
                let ends = |it: &&&Outcome| {
                    it.then == Then::End && it.unless.is_empty() && (it.when == outcome.when || is_sooner(it))
                };
                let Some(first) = outcomes[..at].iter().find(ends) else { continue };
                if is_in(others, outcome) || is_in(&claimed, outcome) {
                    continue;
                }
                let found = self.def.outcomes.iter().find(|it| it.0.value == outcome.name);
                let why = format!("`{}` is tested first, and ends the game at that point", first.name);
                let span = found.map(|it| it.1.table.when.span);
                self.warn(span, &format!("the outcome `{}` can never occur", outcome.name), &why);
            }
        }
    }

    /// Returns why no player ever has a king.
    fn kings_never(&self) -> Never {
        match royals(self.book) {
            0 => Some(NO_ROYAL.to_owned()),
            royals => self.stands_never(royals, None),
        }
    }

    /// Returns why a test of check or of attacks on kings never holds.
    fn check_never(&self, it: &PositionTest) -> Never {
        let of_check = it.stuck.is_some_and(|it| it.check == CheckState::In) || it.mates_alone.is_some_and(|it| it > 0);
        let of_kings = it.attack.is_some() || it.king_captured.is_some() || it.perpetual_check.is_some();
        let kings = if of_check || of_kings { self.kings_never() } else { None };
        let nobody = of_check && self.book.check.attackers == Attackers::Nobody;
        kings.or_else(|| nobody.then(|| NO_CHECK.to_owned()))
    }

    /// Returns kinds as a list, `pawn or knight`, or `piece` for all.
    fn names(&self, kinds: u32) -> String {
        let all = self.book.kinds.iter().enumerate();
        let names: Vec<&str> = all.filter(|it| kinds >> it.0 & 1 != 0).map(|it| it.1.label.as_str()).collect();
        if names.len() == self.book.kinds.len() { "piece".to_owned() } else { joined(&names, "or") }
    }
}

/// Returns the test of a perpetual check or chase that one player is enough for.
fn of_one_player(mut test: PositionTest) -> PositionTest {
    if let Some(it) = &mut test.perpetual_check {
        it.how_many = Quantity::Some;
    }
    if let Some(it) = &mut test.perpetual_chase {
        it.how_many = Quantity::Some;
    }
    test
}
