//! Moments: checks that every test has an answer at the moment when it is evaluated.
//!
//! Input: tests of bans and outcomes as written. Output: diagnostics. Some tests have no answer at
//! their moment: right after a move no repetition has been counted, and at the start of a turn nothing
//! has just been captured. Others are circular: whether a player can move depends on the bans, so no
//! ban may test it. Does not know how a test is evaluated.

use super::scope::Scope;
use crate::definition::{Check, PositionTest, Unless};
use crate::diagnostic::{Code, Diagnostics, Span, Spanned};
use crate::policy::{Barred, CheckState, Then, With};

/// The moment at which a test is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    /// By a ban, in the position before the move.
    BeforeMove,
    /// By a ban, in the position after the move.
    BanAfter,
    /// By an outcome in `after-move`.
    AfterMove,
    /// By an outcome in `turn-start` or `on-claim`.
    TurnStart,
}

/// Checks the moments of every ban and outcome.
pub(super) fn check(scope: &Scope, sink: &mut Diagnostics) {
    let definition = scope.definition;
    for (_, ban) in &definition.bans {
        let exceptions = ban.unless.iter().map(|it| &it.1);
        let before = ban.table.before.iter().chain(exceptions.clone().filter_map(|it| it.before.as_ref()));
        before.for_each(|it| position(it, Moment::BeforeMove, sink));
        let after = ban.table.after.iter().chain(exceptions.filter_map(|it| it.after.as_ref()));
        after.for_each(|it| position(it, Moment::BanAfter, sink));
        disarmed(definition.check.as_ref(), ban.table.r#move.is_some(), ban.table.before.as_ref(), sink);
    }
    for (_, counter) in &definition.counters {
        position(&counter.when, Moment::AfterMove, sink);
        counter.r#while.iter().for_each(|it| position(it, Moment::AfterMove, sink));
        let limits = counter.limits.iter().flat_map(|it| &it.value).filter_map(|it| it.value.r#if.as_ref());
        for it in limits.clone() {
            position(it, Moment::TurnStart, sink);
            if let Some(repeated) = &it.value.repeated {
                let text = "repetitions are counted only for outcomes";
                wrong(repeated.span, text, "write another test, like `count`", sink);
            }
        }
        for it in limits.chain([&counter.when]).chain(&counter.r#while).filter_map(|it| it.value.counter.as_ref()) {
            wrong(
                it.span,
                "a counter cannot depend on a counter",
                "write another test, like `when = { captured = {} }`",
                sink,
            );
        }
    }
    let Some(settle) = &definition.settle else { return };
    for (name, outcome) in &definition.outcomes {
        let listed = |list: &[Spanned<crate::definition::value::Name>]| list.iter().any(|it| it.0 == name.value);
        let after_move = listed(&settle.value.after_move);
        let turn_start = listed(&settle.value.turn_start) || listed(&settle.value.on_claim);
        let exceptions = || outcome.unless.iter().map(|it| &it.1);
        let tests = || std::iter::once(&outcome.table.when).chain(exceptions().filter_map(|it| it.after.as_ref()));
        if after_move {
            tests().for_each(|it| position(it, Moment::AfterMove, sink));
        }
        if turn_start {
            tests().for_each(|it| position(it, Moment::TurnStart, sink));
        }
        if listed(&settle.value.on_claim) {
            for test in tests().map(|it| &it.value) {
                let check =
                    test.perpetual_check.as_ref().map(|it| (it.span, "perpetual check is judged without a claim"));
                let chase =
                    test.perpetual_chase.as_ref().map(|it| (it.span, "perpetual chase is judged without a claim"));
                for (span, text) in check.into_iter().chain(chase) {
                    wrong(span, text, "name the outcome under `turn-start` alone", sink);
                }
            }
        }
        exceptions().for_each(|it| exception(it, turn_start, sink));
        let then = &outcome.table.then;
        if then.value == Then::Score && turn_start {
            wrong(
                then.span,
                "points during the game are scored only after a move",
                "name the outcome under `after-move` alone",
                sink,
            );
        }
        let only_after_move = match then.value {
            Then::Reverse => Some("the order of play is reversed only after a move"),
            Then::Ally | Then::EndAlliances => Some("alliances begin and end only after a move, or by a claim"),
            _ => None,
        };
        if let Some(text) = only_after_move.filter(|_| turn_start) {
            wrong(then.span, text, "name the outcome under `after-move` alone", sink);
        }
        if then.value == Then::Reverse && definition.seats.len() == 2 {
            let text = "with two players, the order of play is the same in both directions";
            sink.error(Code::NoEffect, then.span, text).help(format!("leave `[outcome.{}]` out", name.value));
        }
        if matches!(then.value, Then::ExtraTurn | Then::Freeze) && listed(&settle.value.on_claim) {
            wrong(
                then.span,
                "a claim ends the game or eliminates a player, but does nothing else",
                "name the outcome under `after-move` or `turn-start`",
                sink,
            );
        }
        if then.value == Then::Pass && (after_move || listed(&settle.value.on_claim)) {
            wrong(
                then.span,
                "a turn can be passed only at its start",
                "name the outcome under `turn-start` alone",
                sink,
            );
        }
    }
}

/// What two tests have in common: no moment.
const NEVER_BOTH: &str =
    "`repeated` is known only at the start of a turn, and `passed` only after a move: leave out one of them";

fn wrong(span: Span, message: &str, help: &str, sink: &mut Diagnostics) {
    sink.error(Code::WrongMoment, span, message).help(help);
}

fn position(test: &Spanned<PositionTest>, moment: Moment, sink: &mut Diagnostics) {
    let it = &test.value;
    let in_ban = matches!(moment, Moment::BeforeMove | Moment::BanAfter);
    let stuck = it.stuck.as_ref().map(|it| it.span).or(it.mates_alone.as_ref().map(|it| it.span));
    let stuck = stuck.or(it.legal_move.as_ref().map(|it| it.span));
    if let Some(span) = stuck.filter(|_| in_ban) {
        let gives_check = it.stuck.as_ref().is_some_and(|it| it.value.check.value == CheckState::In);
        sink.error(
            Code::Circular,
            span,
            "a ban cannot test whether a player can move, because that depends on the bans",
        )
        .help(match gives_check {
            true => {
                "to forbid moves that give check, write `attack = { by = \"mover\", on = \"opponents\" }` in place of \
                 `stuck`; only an outcome can test checkmate"
            }
            false => {
                "remove the test: only an outcome can test it, such as `[outcome.stuck]` with `then = \"end\"`, and an outcome \
                 forbids no move"
            },
        });
    }
    if let Some(counter) = it.counter.as_ref().filter(|_| in_ban) {
        wrong(
            counter.span,
            "counters change after a move is made, so a ban cannot test them",
            "test it in an outcome instead: `[outcome.third-check]` with `then = \"end\"`",
            sink,
        );
    }
    if let Some(points) = it.points.as_ref().filter(|_| in_ban) {
        wrong(
            points.span,
            "points are added after a move is made, so a ban cannot test them",
            "test them in an outcome instead: `[outcome.enough-points]` with `then = \"end\"`",
            sink,
        );
    }
    if let Some(mates) = it.mates_alone.as_ref().filter(|_| moment == Moment::AfterMove) {
        wrong(
            mates.span,
            "the mover has just moved, so they cannot be checkmated now",
            "name the outcome under `turn-start`",
            sink,
        );
    }
    if let Some(repeated) = it.repeated.as_ref().filter(|_| moment != Moment::TurnStart) {
        let help = match it.passed.is_some() {
            true => NEVER_BOTH,
            false => "move the test to an outcome under `turn-start` or `on-claim`",
        };
        wrong(repeated.span, "repetitions are counted only at the start of a turn", help, sink);
    }
    let with = it.attack.as_ref().map(|it| &it.value.with);
    if let Some(with) = with.filter(|it| it.value == With::CapturedPiece && moment != Moment::BeforeMove) {
        let help = "write it in a ban or its exception, under `before`";
        wrong(with.span, "only before the move is the captured piece on the board", help, sink);
    }
    let moved_piece = it.attack.as_ref().map(|it| &it.value.with).filter(|it| it.value == With::MovedPiece);
    let of_moved = [it.moved.as_ref().map(|it| it.span), moved_piece.map(|it| it.span)];
    let of_captured = [it.captured.as_ref().map(|it| it.span), it.king_captured.as_ref().map(|it| it.span)];
    if let Some(passed) = it.passed.as_ref().filter(|_| matches!(moment, Moment::TurnStart | Moment::BeforeMove)) {
        let (text, help) = match moment {
            Moment::TurnStart if it.repeated.is_some() => {
                ("`passed` tests the last move, and not a position", NEVER_BOTH)
            }
            Moment::TurnStart => {
                ("at the start of a turn, no player has just passed", "name the outcome under `after-move` alone")
            }
            _ => (
                "before the move it is not known whether the player passes",
                "test the move: `move = { passes = \"yes\" }`",
            ),
        };
        wrong(passed.span, text, help, sink);
    }
    match moment {
        Moment::TurnStart => {
            for span in of_moved.into_iter().chain(of_captured).flatten() {
                wrong(
                    span,
                    "at the start of a turn no piece has just moved",
                    "name the outcome under `after-move` alone",
                    sink,
                );
            }
        }
        Moment::BeforeMove => {
            for span in of_moved.into_iter().flatten() {
                wrong(
                    span,
                    "before the move no piece has moved",
                    "write it under `after`, or test the piece: `move = { piece = { kind = [\"pawn\"] } }`",
                    sink,
                );
            }
        }
        Moment::BanAfter | Moment::AfterMove => {}
    }
}

/// Checks an exception to an outcome: it tests the current position, and the move if one has just been made.
fn exception(unless: &Unless, turn_start: bool, sink: &mut Diagnostics) {
    let help = "test the position after the move, for example `after = { living = 2 }`";
    let never = [unless.piece.as_ref().map(|it| it.span), unless.before.as_ref().map(|it| it.span)];
    for span in never.into_iter().flatten() {
        wrong(span, "an outcome is tested after the move", help, sink);
    }
    if let Some(mv) = unless.r#move.as_ref().filter(|_| turn_start) {
        wrong(mv.span, "at the start of a turn there is no move to test", help, sink);
    }
}

/// Reports a ban on captures that tests for attacks, if bans disarm attacks.
fn disarmed(
    check: Option<&Spanned<Check>>,
    moves: bool,
    before: Option<&Spanned<PositionTest>>,
    sink: &mut Diagnostics,
) {
    let disarms = check.is_some_and(|it| it.value.banned.value == Barred::DoNotAttack);
    if let (true, true, Some(attack)) = (disarms, moves, before.and_then(|it| it.value.attack.as_ref())) {
        sink.error(Code::Circular, attack.span, "attacks depend on the bans (`banned`), and this ban on attacks")
            .help("remove the test, or write `banned = \"attack\"` in [check]");
    }
}
