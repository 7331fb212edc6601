//! Captures: resolves `[capture]`.
//!
//! Input: the table as written. Output: whether players must capture, and the kinds that capture without moving. Does not
//! know how a capture is made.

use super::conditions::Conditions;
use crate::diagnostic::{Code, Diagnostics};
use crate::policy::ForcedCapture;

/// Returns whether a player who can capture must capture.
pub(super) fn forced_capture(conditions: &Conditions, sink: &mut Diagnostics) -> ForcedCapture {
    let definition = conditions.scope.definition;
    let Some(table) = &definition.capture else { return ForcedCapture::No };
    conditions.scope.source(table.value.source.as_ref(), sink);
    let forced = &table.value.forced;
    let takes_several = definition.explosion.is_some() || definition.conversion.is_some();
    if forced.value == ForcedCapture::Most && !takes_several && conditions.scope.strict {
        sink.error(Code::NoEffect, forced.span, "every capture takes one piece, so no capture takes the most")
            .help("write `forced = \"yes\"`, or add `[explosion]` or `[conversion]`");
    }
    forced.value
}

/// Returns the kinds that capture without moving, one bit each.
pub(super) fn without_moving(conditions: &Conditions, sink: &mut Diagnostics) -> u32 {
    let kinds = conditions.scope.definition.capture.as_ref().and_then(|it| it.value.without_moving.as_ref());
    kinds.map_or(0, |it| conditions.scope.kind_set(it, sink))
}
