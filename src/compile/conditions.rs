//! Conditions: resolves the typed tests of a rulebook.
//!
//! Input: tests as written. Output: tests with ids, or diagnostics. Every role is checked against the
//! players that exist in its context ([`Seen`]): the test of an outcome has no owner of a piece.
//! The test of a single piece has no mover. Does not know how a test is evaluated.

mod chase;
mod place;

pub(super) use chase::check_chases;

use super::numbers::number;
use super::scope::Scope;
use crate::definition as def;
use crate::definition::value::Either;
use crate::diagnostic::{Code, Diagnostics, Span, Spanned};
use crate::policy::{self, Who};
use crate::rulebook::{
    AttackTest, BanTests, CountTest, CounterTest, MaterialTest, MoveTest, PerpetualCheckTest, PieceTest, Player,
    PointsTest, PositionTest, Quantity, StuckTest,
};

/// The context of a test: it decides which players a role can refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// A piece on its square: its owner and the others.
    Owner,
    /// A move that may capture a piece.
    Move,
    /// A move that captures a piece, whose owner is the victim.
    Capture,
    /// An outcome without a victim.
    Outcome,
    /// An outcome with a victim.
    Judged,
}

impl Seen {
    /// Returns the roles that stand for a single player.
    fn singles(self) -> &'static [Who] {
        match self {
            Seen::Owner => &[Who::Owner],
            Seen::Move | Seen::Outcome => &[Who::Mover, Who::Next, Who::Previous],
            Seen::Capture | Seen::Judged => &[Who::Mover, Who::Next, Who::Previous, Who::Victim, Who::Third],
        }
    }
}

/// Roles that stand for several players.
const SETS: &[Who] = &[Who::Others, Who::Opponents, Who::Partners, Who::Living, Who::Eliminated, Who::All];
/// Roles that stand for several players who can have a king in play.
const LIVING_SETS: &[Who] = &[Who::Opponents, Who::Partners, Who::Living];

/// Reports whether a role stands for several players.
pub(super) fn is_set(who: Player) -> bool {
    matches!(who, Player::Role(who) if SETS.contains(&who))
}

/// Resolves a key that may be left out; `None` if it is written and wrong.
fn maybe<T, R>(written: &Option<T>, resolve: impl FnOnce(&T) -> Option<R>) -> Option<Option<R>> {
    written.as_ref().map_or(Some(None), |it| resolve(it).map(Some))
}

/// Resolves tests with the names of a rulebook.
pub(super) struct Conditions<'a> {
    /// The names of the rulebook.
    pub scope: &'a Scope<'a>,
}

/// Reports a test of what happened since the position first occurred, in a test without `repeated`.
fn needs_repetition(what: &str, span: Span, counts: bool, sink: &mut Diagnostics) {
    if !counts {
        sink.error(Code::Needs, span, format!("{what} is judged only when a position is repeated"))
            .help("add `repeated` to the test, for example `repeated = 3`");
    }
}

impl Conditions<'_> {
    /// Resolves a test of a piece that belongs to the mover.
    pub fn piece(&self, test: &Spanned<def::PieceTest>, seen: Seen, sink: &mut Diagnostics) -> Option<PieceTest> {
        const WHAT: &str = "the piece belongs to the mover, so only the name of a seat says more";
        self.piece_of(test, (&[], WHAT), seen, sink)
    }

    /// Resolves a test of a captured piece.
    pub fn captured(&self, test: &Spanned<def::PieceTest>, seen: Seen, sink: &mut Diagnostics) -> Option<PieceTest> {
        const OWNERS: &[Who] = &[Who::Next, Who::Previous, Who::Opponents, Who::Partners, Who::Eliminated];
        const WHAT: &str = "the captured piece belongs to another player than the mover";
        self.piece_of(test, (&[OWNERS], WHAT), seen, sink)
    }

    /// Resolves a test of a piece over which another piece jumps.
    pub fn hurdle(&self, test: &Spanned<def::PieceTest>, sink: &mut Diagnostics) -> Option<PieceTest> {
        let sets = &[Who::Others, Who::Opponents, Who::Partners, Who::Eliminated];
        let what = "the mover is the player whose piece jumps";
        self.piece_of(test, (&[Seen::Move.singles(), sets], what), Seen::Move, sink)
    }

    /// Resolves a test of a piece next to the square of a drop.
    pub fn neighbor(&self, test: &Spanned<def::PieceTest>, sink: &mut Diagnostics) -> Option<PieceTest> {
        let sets = &[Who::Others, Who::Opponents, Who::Partners, Who::Eliminated];
        self.piece_of(test, (&[Seen::Move.singles(), sets], "the mover is the player who drops"), Seen::Move, sink)
    }

    fn piece_of(
        &self,
        test: &Spanned<def::PieceTest>,
        (owners, what): (&[&[Who]], &str),
        seen: Seen,
        sink: &mut Diagnostics,
    ) -> Option<PieceTest> {
        if let Some(state) = test.value.state.as_ref().filter(|_| seen == Seen::Owner) {
            sink.error(Code::NoEffect, state.span, "only pieces of players who are still in the game can move")
                .help("leave `state` out");
        }
        let kind = test.value.kind.as_ref().map(|it| self.scope.some_kinds(it, sink));
        let tag = maybe(&test.value.tag, |it| self.scope.tag(it, sink))?;
        let at = maybe(&test.value.at, |it| self.place(it, seen, sink))?;
        let owner = maybe(&test.value.owner, |it| self.player(it, owners, what, sink))?;
        Some(PieceTest { kind, tag, at, state: test.value.state.as_ref().map(|it| it.value), owner })
    }

    fn optional_piece(
        &self,
        test: Option<&Spanned<def::PieceTest>>,
        seen: Seen,
        sink: &mut Diagnostics,
    ) -> Option<Option<PieceTest>> {
        match test {
            None => Some(None),
            Some(it) => self.piece(it, seen, sink).map(Some),
        }
    }

    /// Resolves a test of a move.
    pub fn mv(&self, test: &Spanned<def::MoveTest>, seen: Seen, sink: &mut Diagnostics) -> Option<MoveTest> {
        let seen = if test.value.captures.is_some() { Seen::Capture } else { seen };
        let piece = self.optional_piece(test.value.piece.as_ref(), seen, sink);
        let captures = test.value.captures.as_ref().map(|it| self.captured(it, seen, sink));
        let crosses = maybe(&test.value.crosses, |it| self.scope.line(it, sink))?;
        let to = maybe(&test.value.to, |it| self.place(it, seen, sink))?;
        let captures = match captures {
            None => None,
            Some(it) => Some(it?),
        };
        let passes = self.move_passes(&test.value, sink);
        Some(MoveTest { piece: piece?, captures, crosses, to, passes })
    }

    /// Resolves a test of a position.
    pub fn position(
        &self,
        test: &Spanned<def::PositionTest>,
        seen: Seen,
        sink: &mut Diagnostics,
    ) -> Option<PositionTest> {
        let it = &test.value;
        let definition = self.scope.definition;
        let attack = maybe(&it.attack, |it| self.attack(&it.value, seen, sink))?;
        let stuck = maybe(&it.stuck, |it| self.stuck(&it.value, seen, sink))?;
        if let Some(alone) = it.mates_alone.as_ref().filter(|_| definition.mate.is_none() && self.scope.strict) {
            sink.error(Code::Needs, alone.span, "the rulebook does not say when one player checkmates alone")
                .help("add a header `[mate]` with `alone` and `escapes`");
        }
        if let Some(quiet) = it.halfmove_rounds.as_ref().filter(|_| definition.counter.is_none() && self.scope.strict) {
            sink.error(Code::Needs, quiet.span, "the rulebook does not say what resets the halfmove clock")
                .help("add a header `[counter.halfmoves]` with `resets = [\"capture\", \"pawn-move\"]`");
        }
        let king_captured = match &it.king_captured {
            None => None,
            Some(who) => {
                let others: &[Who] = &[Who::Next, Who::Previous, Who::Opponents, Who::Partners, Who::Others];
                // An explosion can destroy the king of the player who captures.
                let own: &[Who] = if definition.explosion.is_some() { &[Who::Mover, Who::All] } else { &[] };
                Some(self.player(who, &[others, own], "players cannot capture their own king", sink)?)
            }
        };
        let material = maybe(&it.material, |it| self.material(it, seen, sink))?;
        let king_in = maybe(&it.king_in, |it| self.place(it, Seen::Outcome, sink))?;
        let count = maybe(&it.count, |it| self.count(it, seen, sink))?;
        let counter = maybe(&it.counter, |it| self.counter(&it.value, seen, sink))?;
        let counts = test.value.repeated.is_some();
        let perpetual_check = maybe(&it.perpetual_check, |it| self.perpetual_check(it, counts, seen, sink))?;
        let perpetual_chase = maybe(&it.perpetual_chase, |it| self.perpetual_chase(it, counts, seen, sink))?;
        let points = maybe(&it.points, |it| self.points(&it.value, seen, sink))?;
        let legal_move = maybe(&it.legal_move, |it| self.mv(it, Seen::Move, sink))?;
        let captured = maybe(&it.captured, |it| self.captured(it, seen, sink))?;
        let moved = self.optional_piece(it.moved.as_ref(), seen, sink);
        let seats = self.scope.players();
        Some(PositionTest {
            attack,
            stuck,
            mates_alone: number(it.mates_alone.as_ref(), 0, seats - 1, "mates-alone", sink)?.map(|it| it as u8),
            king_captured,
            captured,
            passed: self.is_pass(it.passed.as_ref(), sink),
            moved: moved?,
            living: number(it.living.as_ref(), 0, seats, "living", sink)?.map(|it| it as u8),
            repeated: number(it.repeated.as_ref(), 2, 1000, "repeated", sink)?.map(|it| it as u16),
            perpetual_check,
            perpetual_chase,
            halfmove_rounds: number(it.halfmove_rounds.as_ref(), 1, 10_000, "halfmove-rounds", sink)?
                .map(|it| it as u16),
            material,
            mate_impossible: it.mate.is_some(),
            king_in,
            count,
            counter,
            points,
            legal_move,
        })
    }

    fn quantity(
        &self,
        how_many: &Spanned<Either<policy::Quantity, i64>>,
        of: Player,
        sink: &mut Diagnostics,
    ) -> Option<Quantity> {
        let found = match how_many.value {
            Either::Text(policy::Quantity::Some) => return Some(Quantity::Some),
            Either::Text(policy::Quantity::Every) => Quantity::Every,
            Either::Other(count) => {
                let count = Spanned::new(count, how_many.span);
                let without_one = matches!(of, Player::Role(Who::Others | Who::Opponents | Who::Partners));
                let most = self.scope.players() - i64::from(without_one);
                Quantity::AtLeast(number(Some(&count), 1, most, "how-many", sink)?? as u8)
            }
        };
        if !is_set(of) {
            sink.error(
                Code::NoEffect,
                how_many.span,
                "`how-many` chooses from several players, but this test names one",
            )
            .help("remove `how-many`, or name a set of players");
        }
        Some(found)
    }

    fn attack(&self, it: &def::AttackTest, seen: Seen, sink: &mut Diagnostics) -> Option<AttackTest> {
        let what = "only roles in the move are available";
        let by = self.player(&it.by, &[seen.singles(), LIVING_SETS], what, sink);
        let on = self.player(&it.on, &[seen.singles(), LIVING_SETS], what, sink)?;
        let how_many = self.quantity(&it.how_many, on, sink);
        let most = self.scope.players() - 1;
        let by_at_least = number(Some(&it.by_at_least), 1, most, "by-at-least", sink)?;
        let kinds = it.kind.as_ref().map_or(u32::MAX, |it| self.scope.some_kinds(it, sink));
        Some(AttackTest {
            by: by?,
            on,
            how_many: how_many?,
            by_at_least: by_at_least? as u8,
            kinds,
            with: it.with.value,
            takes: it.captures.value,
        })
    }

    fn stuck(&self, it: &def::StuckTest, seen: Seen, sink: &mut Diagnostics) -> Option<StuckTest> {
        let who =
            self.player(&it.who, &[seen.singles(), LIVING_SETS], "eliminated players have no moves at all", sink)?;
        let how_many = self.quantity(&it.how_many, who, sink)?;
        Some(StuckTest { who, check: it.check.value, how_many })
    }

    fn counter(&self, it: &def::CounterTest, seen: Seen, sink: &mut Diagnostics) -> Option<CounterTest> {
        let known = super::scope::keys(&self.scope.definition.counters);
        if *it.name.value == *"halfmoves" {
            let rounds = it.at_least.value.clamp(1, 250);
            let message =
                "`[counter.halfmoves]` counts rounds without a capture or a pawn move, and has a test of its own";
            sink.error(Code::UnknownName, it.name.span, message)
                .help(format!("write `halfmove-rounds = {rounds}` in place of this test: a number of rounds"));
            return None;
        }
        let counter = self.scope.find("counter", known, &it.name, sink)?;
        let of = self.player(&it.of, &[seen.singles(), LIVING_SETS], "eliminated players do not move", sink)?;
        let how_many = self.quantity(&it.how_many, of, sink)?;
        let at_least = number(Some(&it.at_least), 1, 255, "at-least", sink)??;
        Some(CounterTest { counter, of, at_least: at_least as u8, how_many })
    }

    fn perpetual_check(
        &self,
        test: &Spanned<def::PerpetualCheckTest>,
        counts: bool,
        seen: Seen,
        sink: &mut Diagnostics,
    ) -> Option<PerpetualCheckTest> {
        let it = &test.value;
        needs_repetition("perpetual check", test.span, counts, sink);
        let by = self.player(&it.by, &[seen.singles(), LIVING_SETS], "eliminated players give no check", sink)?;
        let how_many = self.quantity(&it.how_many, by, sink)?;
        Some(PerpetualCheckTest { by, how_many })
    }

    fn points(&self, it: &def::PointsTest, seen: Seen, sink: &mut Diagnostics) -> Option<PointsTest> {
        let of =
            self.player(&it.of, &[seen.singles(), LIVING_SETS], "eliminated players score no more points", sink)?;
        let ahead_of = match &it.ahead_of {
            None => None,
            Some(who) => Some(self.player(who, &[seen.singles(), SETS], "the lead needs another player", sink)?),
        };
        if ahead_of.is_some_and(|it| it == of && !is_set(it)) {
            let span = it.ahead_of.as_ref().map(|it| it.span);
            sink.error(Code::NoEffect, span, "a player cannot be ahead of themselves")
                .help("write another player, for example `ahead-of = \"opponents\"`");
        }
        let how_many = self.quantity(&it.how_many, of, sink)?;
        Some(PointsTest { of, ahead_of, at_least: it.at_least.value, how_many })
    }

    /// Resolves a number of pieces on the board.
    pub fn count(&self, test: &Spanned<def::CountTest>, seen: Seen, sink: &mut Diagnostics) -> Option<CountTest> {
        let it = &test.value;
        let of = self.player(&it.of, &[seen.singles(), LIVING_SETS], "eliminated players are not counted", sink)?;
        let how_many = self.quantity(&it.how_many, of, sink)?;
        let at = maybe(&it.at, |it| self.place(it, Seen::Outcome, sink))?;
        if it.at_most.is_none() && it.at_least.is_none() {
            sink.error(Code::BadKeys, test.span, "the count has no limit")
                .help("write `at-most`, `at-least` or both, for example `at-most = 0`");
            return None;
        }
        let at_least = number(it.at_least.as_ref(), 0, 512, "at-least", sink)?;
        let at_most = number(it.at_most.as_ref(), 0, 512, "at-most", sink)?;
        if let (Some(least), Some(most), Some(written)) = (at_least, at_most, &it.at_most)
            && least > most
        {
            sink.error(Code::BadNumber, written.span, format!("no number is at least {least} and at most {most}"))
                .help("write a smaller number for `at-least`, or a larger one for `at-most`");
        }
        let kinds = it.kind.as_ref().map_or(u32::MAX, |it| self.scope.some_kinds(it, sink));
        if it.counted.value == policy::Counted::Separately && it.kind.as_ref().is_none_or(|it| it.value.len() < 2) {
            sink.error(Code::NoEffect, it.counted.span, "`counted = \"separately\"` needs at least two kinds")
                .help("list the kinds under `kind`, or leave `counted` out");
        }
        Some(CountTest {
            of,
            kinds,
            counted: it.counted.value,
            at,
            at_least: at_least.unwrap_or(0) as u16,
            at_most: at_most.map_or(u16::MAX, |it| it as u16),
            how_many,
        })
    }

    fn material(&self, test: &Spanned<def::MaterialTest>, seen: Seen, sink: &mut Diagnostics) -> Option<MaterialTest> {
        let it = &test.value;
        let what = "the test compares two single players";
        let of = self.player(&it.of, &[seen.singles()], what, sink);
        let than = self.player(&it.than, &[seen.singles()], what, sink);
        let no_pool = self.scope.definition.pools.is_empty() && self.scope.strict;
        if it.count.value == policy::MaterialCount::Pool && no_pool {
            sink.error(Code::Needs, it.count.span, "the rulebook has no pool to count")
                .help("add a header `[pool.captured]` with `holds = \"own-pieces-captured\"`, or use `count = \"gross-losses\"`");
        }
        let behind_by = number(Some(&it.behind_by), -10_000, 10_000, "behind-by", sink)??;
        Some(MaterialTest { of: of?, than: than?, count: it.count.value, behind_by: behind_by as i32 })
    }

    /// Resolves the tests of a ban, of one of its exceptions, or of an exception to an outcome.
    pub fn all(&self, it: &Parts, seen: Seen, sink: &mut Diagnostics) -> Option<BanTests> {
        let takes = it.mv.is_some_and(|mv| mv.value.captures.is_some());
        let seen = if takes { Seen::Capture } else { seen };
        let piece = self.optional_piece(it.piece, seen, sink);
        let mv = match it.mv {
            None => Some(None),
            Some(mv) => self.mv(mv, seen, sink).map(Some),
        };
        let mut position = |test: Option<&Spanned<def::PositionTest>>| match test {
            None => Some(None),
            Some(test) => self.position(test, seen, sink).map(Some),
        };
        let (before, after) = (position(it.before), position(it.after));
        Some(BanTests { piece: piece?, mv: mv?, before: before?, after: after? })
    }
}

/// The tests of a ban or of an exception, as written.
pub(super) struct Parts<'a> {
    /// Test of the piece.
    pub piece: Option<&'a Spanned<def::PieceTest>>,
    /// Test of the move.
    pub mv: Option<&'a Spanned<def::MoveTest>>,
    /// Test of the position before the move.
    pub before: Option<&'a Spanned<def::PositionTest>>,
    /// Test of the position after the move.
    pub after: Option<&'a Spanned<def::PositionTest>>,
}

impl<'a> Parts<'a> {
    /// Returns the tests of an exception.
    pub fn of(unless: &'a def::Unless) -> Self {
        Self {
            piece: unless.piece.as_ref(),
            mv: unless.r#move.as_ref(),
            before: unless.before.as_ref(),
            after: unless.after.as_ref(),
        }
    }

    /// Returns the span of each test.
    pub fn spans(&self) -> [Option<Span>; 4] {
        [
            self.piece.map(|it| it.span),
            self.mv.map(|it| it.span),
            self.before.map(|it| it.span),
            self.after.map(|it| it.span),
        ]
    }
}
