//! Scores: resolves `[score]`, the points for each outcome and each claim.
//!
//! Input: outcome or claim = { role = points }. Output: points by role, and diagnostics for names that
//! are neither, and for endings without points. Does not know how points are added up.

use super::conditions::Conditions;
use super::scope::keys;
use super::stakes;
use crate::definition::value::Name;
use crate::definition::{Definition, PlayerWord};
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
    let missing: Vec<(&str, &Spanned<String>)> = outcomes
        .chain(claims)
        .filter(|it| it.2 && !scored.contains(&it.1.value.as_str()))
        .map(|it| (it.0, it.1))
        .collect();
    // After an unknown name, the missing line may be the one with that name.
    if scored.iter().any(|it| !known.contains(it)) {
        return;
    }
    // A table that replaces an inherited one is a single mistake.
    let (lost, own): (Vec<_>, Vec<_>) = missing.into_iter().partition(|it| it.1.span.file != 0);
    if let Some(table) = definition.score.as_ref().filter(|it| it.span.file == 0 && !lost.is_empty()) {
        let names: Vec<String> = lost.iter().map(|it| format!("`{}`", it.1.value)).collect();
        let message = match &names[..] {
            [only] => format!("{only} ends the game, but nobody gets points for it"),
            _ => format!("these end the game, but nobody gets points for them: {}", names.join(", ")),
        };
        sink.warning(Code::NoPoints, table.span, message).help(stakes::lines(definition, &names_of(&lost)));
    } else {
        lost.into_iter().for_each(|it| without_points(definition, it, sink));
    }
    own.into_iter().for_each(|it| without_points(definition, it, sink));
    nothing_for_anybody(definition, sink);
}

fn names_of<'a>(all: &[(&str, &'a Spanned<String>)]) -> Vec<&'a str> {
    all.iter().map(|it| it.1.value.as_str()).collect()
}

/// Warns about an outcome or a claim without a line in `[score]`.
fn without_points(definition: &Definition, (family, name): (&str, &Spanned<String>), sink: &mut Diagnostics) {
    let scores = definition.outcomes.iter().any(|it| it.0.value == name.value && it.1.table.then.value == Then::Score);
    let what = if scores { "scores points" } else { "ends the game" };
    let example = stakes::of(definition, &name.value).example();
    sink.warning(Code::NoPoints, name.span, format!("`{}` {what}, but nobody gets points for it", name.value))
        .help(format!("add the points of each role to `[{family}.{}]`, for example {example}", name.value));
}

/// Warns about lines that give nothing to one player and do not mention the others, so that nobody gets points. In a game
/// that scores points before its end, these decide.
fn nothing_for_anybody(definition: &Definition, sink: &mut Diagnostics) {
    if definition.outcomes.iter().any(|it| it.1.table.then.value == Then::Score) {
        return;
    }
    let ends = |name: &str| {
        definition.outcomes.iter().any(|it| it.0.value == name && it.1.table.then.value == Then::End)
            || definition.claims.iter().any(|it| it.0.value == name && it.1.then.value == ClaimThen::End)
    };
    for (name, points) in definition.score.iter().flat_map(|it| &it.value).filter(|it| ends(&it.0.value)) {
        let [(who, Spanned { value: Points(0), .. })] = &points.value[..] else { continue };
        if who.value == PlayerWord::Role(Who::All) {
            continue;
        }
        let role = &who.value;
        // The points of an outcome or a claim can be a key of its header.
        let is_key = definition.outcomes.iter().any(|it| it.0.value == name.value && it.1.table.points.is_some())
            || definition.claims.iter().any(|it| it.0.value == name.value && it.1.points.is_some());
        let key = if is_key { "points" } else { name.value.as_str() };
        sink.warning(
            Code::NoPoints,
            points.span,
            format!("`{}` ends the game, but nobody gets points for it: the line says only what `{role}` gets", name.value),
        )
        .help(format!(
            "write the points of the others, for example `{key} = {{ {role} = 0, others = 1 }}`, or `{key} = {{ all = 0 }}` for none"
        ));
    }
}
