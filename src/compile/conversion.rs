//! Conversions: resolves which pieces a move converts.
//!
//! Input: `[conversion]`. Output: a [`Conversion`] with ids. Does not know which squares a conversion
//! reaches or how a move is made.

use super::conditions::Conditions;
use crate::diagnostic::{Code, Diagnostics, Spanned};
use crate::policy::{Army, Role, StepKind, Who};
use crate::rulebook::{Conversion, Kind, Player};

/// The players who can own a piece that a move converts.
const OWNERS: &[Who] = &[Who::Next, Who::Previous, Who::Others, Who::Opponents, Who::Partners, Who::Eliminated];

/// Resolves the header `[conversion]`.
pub(super) fn conversion(conditions: &Conditions, kinds: &[Kind], sink: &mut Diagnostics) -> Option<Conversion> {
    let scope = conditions.scope;
    let written = scope.definition.conversion.as_ref()?;
    let table = &written.value;
    let by = table.by.as_ref().map_or(!0, |it| scope.some_kinds(it, sink));
    let immune = table.immune.as_ref().map_or(0, |it| scope.kind_set(it, sink));
    let what = "the piece belongs to another player than the mover";
    let of = conditions.player(&table.of, &[OWNERS], what, sink);
    let royals = || kinds.iter().enumerate().filter(|it| it.1.role == Role::Royal);
    let all_royals = royals().fold(0, |all, it| all | 1 << it.0);
    let names: Vec<String> = royals().filter(|it| immune >> it.0 & 1 == 0).map(|it| it.1.name.clone()).collect();
    if scope.strict && !names.is_empty() {
        let quoted: Vec<String> = names.iter().map(|it| format!("`{it}`")).collect();
        let text = format!("a royal piece never changes its owner, but {} could", quoted.join(", "));
        sink.error(Code::Needs, written.span, text)
            .help(format!("add `immune = [\"{}\"]`, together with the other immune kinds", names.join("\", \"")));
    }
    let elimination = scope.definition.elimination.as_ref().map(|it| it.value.army.value);
    if scope.strict && of == Some(Player::Role(Who::Eliminated)) && elimination.is_none_or(|it| it == Army::Removed) {
        let why = match elimination {
            None => "no player is eliminated",
            Some(_) => "the pieces of an eliminated player leave the board",
        };
        sink.error(Code::NoEffect, table.of.span, why)
            .help("write other players, or let the pieces stay: `army = \"inert\"` in `[elimination]`");
    }
    let reaches = |kind: StepKind| table.steps.iter().any(|it: &Spanned<StepKind>| it.value == kind);
    Some(Conversion {
        by,
        of: of?,
        straight: reaches(StepKind::Straight),
        diagonal: reaches(StepKind::Diagonal),
        reach: table.reach.value,
        immune: immune | all_royals,
        source: scope.source(table.source.as_ref(), sink),
    })
}
