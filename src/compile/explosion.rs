//! Explosions: resolves what captures destroy around them.
//!
//! Input: `[explosion]`. Output: an [`Explosion`] with ids. Does not know which squares an explosion
//! reaches or how a capture is made.

use super::captures;
use super::conditions::Conditions;
use super::ending::KING_CAPTURED;
use crate::definition::value::Name;
use crate::diagnostic::{Code, Diagnostics, Spanned};
use crate::policy::{Role, StepKind};
use crate::rulebook::{Explosion, Kind};

/// Resolves the header `[explosion]`.
pub(super) fn explosion(conditions: &Conditions, kinds: &[Kind], sink: &mut Diagnostics) -> Option<Explosion> {
    let scope = conditions.scope;
    let written = scope.definition.explosion.as_ref()?;
    let table = &written.value;
    let mut survivors = |it: &Option<Spanned<Vec<Spanned<Name>>>>| it.as_ref().map_or(0, |it| scope.kind_set(it, sink));
    let (immune, unharmed) = (survivors(&table.immune), survivors(&table.unharmed));
    let reaches = |kind: StepKind| table.steps.iter().any(|it| it.value == kind);
    let (straight, diagonal) = (reaches(StepKind::Straight), reaches(StepKind::Diagonal));
    // Without steps, an explosion destroys the capturing piece alone.
    // A piece that captures without moving is not at its center.
    let unscathed = unharmed | captures::without_moving(conditions, &mut Diagnostics::default());
    let survivors = if straight || diagonal { immune & unscathed } else { unscathed };
    // A king that never captures is never at the center of an explosion.
    let is_reached = |it: &Kind| straight || diagonal || it.movement.atoms.iter().any(|it| it.capture);
    let fragile = |it: &(usize, &Kind)| it.1.role == Role::Royal && survivors >> it.0 & 1 == 0 && is_reached(it.1);
    let follows = scope.definition.outcomes.iter().any(|it| it.1.table.when.value.king_captured.is_some());
    if scope.strict && !follows && kinds.iter().enumerate().any(|it| fragile(&it)) {
        sink.error(Code::Needs, written.span, "an explosion can destroy a king, but no outcome says what happens then")
            .help(format!("{KING_CAPTURED}; or let kings survive: name them under `immune` and `unharmed`"));
    }
    let source = scope.source(table.source.as_ref(), sink);
    Some(Explosion { straight, diagonal, immune, unharmed, source })
}
