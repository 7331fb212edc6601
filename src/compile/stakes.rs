//! Example points: who probably wins by an outcome or a claim.
//!
//! Input: what an outcome tests, or what a claim does. Output: points that fit, as examples for findings. Only its author
//! knows what an outcome is worth, so these are never used in a game.

use crate::definition::value::Either;
use crate::definition::{Claim, Definition, PlayerWord, PositionTest};
use crate::diagnostic::Spanned;
use crate::policy::{CheckState, ClaimNames, Consent, Quantity, Who};

/// Points by role, as a rulebook writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stakes {
    /// The points, in braces.
    points: String,
    is_draw: bool,
}

impl Stakes {
    fn draw() -> Self {
        Self { points: "{ all = 0.5 }".to_owned(), is_draw: true }
    }

    fn decided(points: impl Into<String>) -> Self {
        Self { points: points.into(), is_draw: false }
    }

    /// One role wins or loses against all others.
    fn against(role: &str, wins: bool) -> Self {
        let (own, others) = if wins { (1, 0) } else { (0, 1) };
        Self::decided(format!("{{ {role} = {own}, others = {others} }}"))
    }

    /// Returns an example for the header of the outcome, with a draw as the alternative.
    pub(super) fn example(&self) -> String {
        match self.is_draw {
            true => format!("`points = {}` for a draw", self.points),
            false => format!("`points = {}`, or `points = {{ all = 0.5 }}` for a draw", self.points),
        }
    }
}

/// Returns the advice for endings that lack a line in `[score]`: the first decided one and the first draw as examples.
pub(super) fn lines(definition: &Definition, names: &[&str]) -> String {
    let all: Vec<(&str, Stakes)> = names.iter().map(|it| (*it, of(definition, it))).collect();
    let first = |is_draw: bool| all.iter().find(|it| it.1.is_draw == is_draw);
    let examples = [first(false), first(true)].into_iter().flatten();
    let examples: Vec<String> = examples.map(|(name, it)| format!("`{name} = {}`", it.points)).collect();
    format!("add a line for each of them, for example {}", examples.join(" and "))
}

/// Returns example points for an outcome or a claim.
pub(super) fn of(definition: &Definition, name: &str) -> Stakes {
    if let Some((_, claim)) = definition.claims.iter().find(|it| it.0.value == name) {
        return of_claim(claim);
    }
    let outcome = definition.outcomes.iter().find(|it| it.0.value == name);
    outcome.map_or_else(Stakes::draw, |it| of_test(&it.1.table.when.value))
}

fn of_claim(claim: &Claim) -> Stakes {
    match (&claim.names, claim.consent.value) {
        (Some(it), _) if it.value == ClaimNames::Winner => Stakes::against("winner", true),
        // Without consent, a player can only give up.
        (_, Consent::Nobody) => Stakes::against("victim", false),
        _ => Stakes::draw(),
    }
}

fn of_test(when: &PositionTest) -> Stakes {
    if when.king_captured.is_some() || when.captured.is_some() {
        return Stakes::against("victim", false);
    }
    if let Some(Spanned { value: it, .. }) = &when.perpetual_check {
        return of_player(&it.by, &it.how_many.value, false);
    }
    if let Some(Spanned { value: it, .. }) = &when.perpetual_chase {
        return of_player(&it.by, &it.how_many.value, false);
    }
    if let Some(Spanned { value: it, .. }) = &when.stuck {
        return match it.check.value {
            CheckState::Out => Stakes::draw(),
            CheckState::In | CheckState::Either => of_player(&it.who, &it.how_many.value, false),
        };
    }
    if when.repeated.is_some() || when.halfmove_rounds.is_some() || when.mate.is_some() {
        return Stakes::draw();
    }
    if when.mates_alone.is_some() {
        return Stakes::against("mover", false);
    }
    if when.king_in.is_some() || when.moved.is_some() {
        return Stakes::against("mover", true);
    }
    if let Some(Spanned { value: it, .. }) = &when.count {
        return of_player(&it.of, &it.how_many.value, it.at_most.is_none());
    }
    if let Some(Spanned { value: it, .. }) = &when.counter {
        return of_player(&it.of, &it.how_many.value, true);
    }
    if let Some(Spanned { value: it, .. }) = &when.points {
        return of_player(&it.of, &it.how_many.value, true);
    }
    if let Some(Spanned { value: it, .. }) = &when.material {
        return Stakes::against(&it.of.to_string(), false);
    }
    if let Some(Spanned { value: it, .. }) = &when.attack {
        return of_player(&it.on, &it.how_many.value, false);
    }
    match when.living.as_ref().map(|it| it.value) {
        Some(1..) => Stakes::decided("{ living = 1, eliminated = 0 }"),
        _ => Stakes::draw(),
    }
}

/// Returns points for players who win or lose if they meet a test. Of a set of players, the one who meets it is the
/// victim.
fn of_player(of: &PlayerWord, how_many: &Either<Quantity, i64>, wins: bool) -> Stakes {
    match of.role() {
        Some(Who::Mover | Who::Next | Who::Previous) | None if wins => Stakes::against(&of.to_string(), true),
        Some(Who::Mover | Who::Next | Who::Previous) | None => Stakes::against("victim", false),
        Some(_) if *how_many == Either::Text(Quantity::Some) => Stakes::against("victim", wins),
        Some(Who::Opponents | Who::Others) => Stakes::against("mover", !wins),
        Some(_) => Stakes::draw(),
    }
}
