//! Alliances and inherited turns: resolves what allies are, who becomes one, and where an eliminated player's turns go.
//!
//! Input: `[alliance]`, `[elimination]`, and the outcomes and claims that use them. Output: an [`Alliance`], players and
//! words, or diagnostics. Does not know when an outcome is tested.

use super::conditions::Conditions;
use super::scope::Scope;
use crate::definition as def;
use crate::diagnostic::{Code, Diagnostics, Span, Spanned};
use crate::policy::{Army, ClaimNames, ClaimThen, Consent, EliminatedTurn, Then, Who};
use crate::rulebook::{Alliance, Player};

/// Resolves the header `[alliance]`.
pub(super) fn alliance(scope: &Scope, sink: &mut Diagnostics) -> Option<Alliance> {
    let definition = scope.definition;
    let table = definition.alliance.as_ref()?;
    let outcomes = definition.outcomes.iter().any(|it| it.1.table.then.value == Then::Ally);
    let claims = definition.claims.iter().any(|it| it.1.then.value == ClaimThen::Ally);
    if scope.strict && definition.seats.len() == 2 {
        sink.error(Code::NoEffect, table.span, "two players cannot ally, because nobody is left to play against")
            .help("leave `[alliance]` out");
    } else if scope.strict && !outcomes && !claims {
        sink.warning(Code::NoEffect, table.span, "no outcome and no claim makes an alliance")
            .help("add a claim with `names = \"partner\"`, `consent = \"named\"` and `then = \"ally\"`, or leave `[alliance]` out");
    }
    let it = &table.value;
    Some(Alliance {
        allies: it.allies.value,
        captures: it.captures.value,
        checks: it.checks.value,
        loss: it.loss.value,
        source: scope.source(it.source.as_ref(), sink),
    })
}

/// Resolves the fate of an eliminated player's turns.
pub(super) fn eliminated_turn(scope: &Scope, sink: &mut Diagnostics) -> EliminatedTurn {
    let Some(table) = &scope.definition.elimination else { return EliminatedTurn::Lost };
    let Some(turn) = &table.value.turn else { return EliminatedTurn::Lost };
    if turn.value == EliminatedTurn::NewOwner && table.value.army.value != Army::TakenOver {
        sink.error(Code::Needs, turn.span, "no player takes over the army, so none gets the turns")
            .help("write `army = \"taken-over\"`, or `turn = \"lost\"`");
    }
    turn.value
}

/// Resolves the players who become allies by an outcome.
pub(super) fn allies(
    conditions: &Conditions,
    name: &Spanned<String>,
    table: &def::Outcome,
    roles: &[Who],
    sink: &mut Diagnostics,
) -> Vec<Player> {
    let then = &table.then;
    if matches!(then.value, Then::Ally | Then::EndAlliances) {
        needs_alliance(conditions, then.span, sink);
    }
    let Some(written) = &table.allies else {
        if then.value == Then::Ally && conditions.scope.strict {
            sink.error(
                Code::Needs,
                then.span,
                format!("the outcome `{}` does not say who becomes an ally", name.value),
            )
            .help("add the players, for example `allies = [\"next\", \"previous\"]`");
        }
        return Vec::new();
    };
    if then.value != Then::Ally {
        sink.error(Code::NoEffect, written.span, "`allies` names the players who become allies, but none do")
            .help("write `then = \"ally\"`, or leave `allies` out");
    }
    if let ([only], true) = (&written.value[..], conditions.scope.strict) {
        let is_one = match only.value.role() {
            Some(who) => ![Who::Others, Who::Opponents, Who::Living, Who::All].contains(&who),
            None => true,
        };
        if is_one {
            sink.error(Code::BadKeys, written.span, "an alliance has two players or more")
                .help("name the other player, too, for example `allies = [\"next\", \"previous\"]`");
        }
    }
    let roles: Vec<Who> = roles.iter().copied().filter(|it| *it != Who::Eliminated).collect();
    let what = "the outcome does not determine that player, or they are eliminated";
    written.value.iter().filter_map(|it| conditions.player(it, &[&roles], what, sink)).collect()
}

/// Checks that a claim names the player whom its consent and its effect concern.
pub(super) fn check_claim(conditions: &Conditions, table: &def::Claim, sink: &mut Diagnostics) {
    if !conditions.scope.strict {
        return;
    }
    let (names, then) = (table.names.as_ref(), &table.then);
    let named = names.map(|it| it.value);
    let allies = matches!(then.value, ClaimThen::Ally | ClaimThen::EndAlliance);
    if allies {
        needs_alliance(conditions, then.span, sink);
    }
    if then.value == ClaimThen::Reverse && conditions.scope.definition.seats.len() == 2 {
        sink.error(Code::NoEffect, then.span, "with two players, the order of play is the same in both directions")
            .help("leave the claim out");
    }
    match named {
        Some(ClaimNames::Partner) if !allies => {
            let span = names.map_or(then.span, |it| it.span);
            sink.error(Code::BadKeys, span, "the claim names a partner, but makes and ends no alliance")
                .help("write `then = \"ally\"` or `then = \"end-alliance\"`, or leave `names` out");
        }
        Some(ClaimNames::Winner) if allies || then.value == ClaimThen::Reverse => {
            let span = names.map_or(then.span, |it| it.span);
            sink.error(Code::BadKeys, span, "the claim names a winner, but does not end the game for any player")
                .help(if allies { "write `names = \"partner\"`" } else { "leave `names` out" });
        }
        None if then.value == ClaimThen::Ally => {
            sink.error(Code::Needs, then.span, "the claim does not say who becomes an ally")
                .help("add `names = \"partner\"`");
        }
        None if table.consent.value == Consent::Named => {
            sink.error(Code::Needs, table.consent.span, "the claim names no player who could agree")
                .help("add `names = \"partner\"` or `names = \"winner\"`, or write another `consent`");
        }
        _ => {}
    }
}

/// Reports a missing `[alliance]` if something makes or ends alliances.
fn needs_alliance(conditions: &Conditions, span: Span, sink: &mut Diagnostics) {
    if conditions.scope.definition.alliance.is_none() && conditions.scope.strict {
        sink.error(Code::Needs, span, "the rulebook does not say what an alliance means")
            .help("add a header `[alliance]`");
    }
}
