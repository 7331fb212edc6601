//! Scores: resolves `[score]`, the points for each outcome and each claim.
//!
//! Input: outcome or claim = { role = points }. Output: points by role, and diagnostics for names that
//! are neither, and for endings without points. Does not know how points are added up.

use super::conditions::Conditions;
use super::scope::keys;
use crate::definition::value::Name;
use crate::diagnostic::{Code, Diagnostics, Spanned};
use crate::policy::Points;
use crate::policy::{ClaimThen, Then, Who};
use crate::rulebook::Player;

/// Returns the points for an outcome or a claim, by role.
pub(super) fn of(conditions: &Conditions, name: &str, roles: &[Who], sink: &mut Diagnostics) -> Vec<(Player, Points)> {
    let Some(table) = &conditions.scope.definition.score else {
        return Vec::new();
    };
    let Some((_, entries)) = table.value.iter().find(|it| it.0.value == name) else {
        return Vec::new();
    };
    let mut found: Vec<(Player, Points)> = Vec::new();
    for (who, points) in &entries.value {
        let what = format!("`{name}` does not determine this player");
        let Some(who) = conditions.player(who, &[roles], &what, sink) else {
            continue;
        };
        found.push((who, points.value));
    }
    found
}

/// Checks that `[score]` matches the outcomes and claims.
pub(super) fn check(conditions: &Conditions, sink: &mut Diagnostics) {
    let scope = conditions.scope;
    let definition = scope.definition;
    let known: Vec<&str> = keys(&definition.outcomes).chain(keys(&definition.claims)).collect();
    let scored: Vec<&str> = definition.score.as_ref().map_or(Vec::new(), |it| keys(&it.value).collect());
    if let Some(table) = &definition.score {
        for (name, _) in &table.value {
            let name = Spanned::new(Name(name.value.clone()), name.span);
            scope.find("outcome or claim", known.iter().copied(), &name, sink);
        }
    }
    if !scope.strict {
        return;
    }
    // The game goes on, so nobody scores.
    let has_points = |name: &str| {
        let points = definition.score.iter().flat_map(|it| &it.value).find(|it| it.0.value == name);
        points.is_some_and(|it| !it.1.value.is_empty())
    };
    for (name, claim) in definition.claims.iter().filter(|it| has_points(&it.0.value)) {
        if !matches!(claim.then.value, ClaimThen::End | ClaimThen::Eliminate) {
            let text = format!("`{}` ends the game for nobody, so its points are never scored", name.value);
            sink.warning(Code::NoEffect, claim.then.span, text).help(format!(
                "write `then = \"end\"`, or `points = {{}}` in `[claim.{0}]`: it then has no points",
                name.value
            ));
        }
    }
    // Outcomes that are never tested are reported elsewhere.
    let is_settled = |name: &str| {
        let lists =
            definition.settle.as_ref().map(|it| [&it.value.after_move, &it.value.turn_start, &it.value.on_claim]);
        lists.is_none_or(|it| it.into_iter().any(|list| list.value.iter().any(|it| it.value.0 == name)))
    };
    let outcomes = definition.outcomes.iter().filter(|it| is_settled(&it.0.value));
    let outcomes = outcomes.map(|it| ("outcome", &it.0, matches!(it.1.table.then.value, Then::End | Then::Score)));
    let claims = definition.claims.iter().map(|it| ("claim", &it.0, it.1.then.value == ClaimThen::End));
    for (family, name, _) in outcomes.chain(claims).filter(|it| it.2) {
        if !scored.contains(&name.value.as_str()) {
            let scores =
                definition.outcomes.iter().any(|it| it.0.value == name.value && it.1.table.then.value == Then::Score);
            let what = if scores { "scores points" } else { "ends the game" };
            sink.warning(Code::NoPoints, name.span, format!("`{}` {what}, but nobody gets points for it", name.value))
                .help(format!(
                    "add the points of each role to `[{family}.{}]`, for example `points = {{ all = 0.5 }}`",
                    name.value
                ));
        }
    }
}
