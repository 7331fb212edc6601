//! Extra turns and frozen players: resolves the player who gets an extra turn, and checks that frozen players can
//! return.
//!
//! Input: an `[outcome]` and the tables on which it depends. Output: a [`Player`], or diagnostics. Does not know when an
//! outcome is tested.

use super::conditions::Conditions;
use crate::definition as def;
use crate::diagnostic::{Code, Diagnostics, Spanned};
use crate::policy::{Army, King, PartnerLoss, Then, Who};
use crate::rulebook::Player;

/// Resolves the player who gets an extra turn.
pub(super) fn extra_turn_for(
    conditions: &Conditions,
    table: &def::Outcome,
    roles: &[Who],
    sink: &mut Diagnostics,
) -> Option<Player> {
    let written = table.r#for.as_ref()?;
    if table.then.value != Then::ExtraTurn {
        sink.error(Code::NoEffect, written.span, "`for` names the player who gets an extra turn, but there is none")
            .help("write `then = \"extra-turn\"`, or leave `for` out");
        return None;
    }
    let roles: Vec<Who> = roles.iter().copied().filter(|it| *it != Who::Eliminated).collect();
    conditions.player(written, &[&roles], "the outcome does not determine that player, or they have no turns", sink)
}

/// Reports an outcome that freezes a player if nothing says when they return, or if their pieces leave.
pub(super) fn check_frozen(
    conditions: &Conditions,
    name: &Spanned<String>,
    table: &def::Outcome,
    sink: &mut Diagnostics,
) {
    if table.then.value != Then::Freeze {
        return;
    }
    let then = table.then.span;
    if table.when.value.stuck.is_none() && conditions.scope.strict {
        let text = format!("the outcome `{}` does not say when a frozen player returns", name.value);
        sink.error(Code::Needs, then, text)
            .help("add a `stuck` test to `when`: the player returns when they are no longer stuck");
    }
    let together = |it: &&(Spanned<String>, def::Team)| it.1.loss.value == PartnerLoss::Together;
    if let Some((_, team)) = conditions.scope.definition.teams.iter().find(together) {
        sink.error(Code::BadKeys, team.loss.span, "the partners of a frozen player would be eliminated for good")
            .help("write `loss = \"alone\"`, or let the outcome eliminate the player: `then = \"eliminate\"`");
    }
    if let Some(alliance) =
        conditions.scope.definition.alliance.as_ref().filter(|it| it.value.loss.value == PartnerLoss::Together)
    {
        sink.error(Code::BadKeys, alliance.span, "the allies of a frozen player would be eliminated for good")
            .help("write `loss = \"alone\"`, or let the outcome eliminate the player: `then = \"eliminate\"`");
    }
    let Some(elimination) = &conditions.scope.definition.elimination else { return };
    let (army, king) = (&elimination.value.army, &elimination.value.king);
    if matches!(army.value, Army::Removed | Army::TakenOver) {
        let text = format!("`army = \"{}\"` leaves a frozen player no pieces to return to", army.value);
        sink.error(Code::BadKeys, army.span, text).help("write `army = \"inert\"` or `army = \"immune\"`");
    }
    if king.value == King::Removed {
        sink.error(Code::BadKeys, king.span, "a frozen player cannot return without a king")
            .help("write `king = \"stays\"`");
    }
}
