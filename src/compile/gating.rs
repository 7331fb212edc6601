//! Gating: resolves `[gating]`.
//!
//! Input: the table as written, and the starting position. Output: the rule, and a mark at each kind whose first move
//! matters. Does not know how a piece enters.

use super::conditions::{Conditions, Seen};
use super::pools::held_by;
use super::scope::keys;
use crate::board::Square;
use crate::diagnostic::{Code, Diagnostics};
use crate::policy::GateOpens;
use crate::rulebook::{Gating, Kind, KindId, SeatId};

/// Resolves the rule for pieces that enter with the move of another piece.
pub(super) fn gating(conditions: &Conditions, sink: &mut Diagnostics) -> Option<Gating> {
    let scope = conditions.scope;
    let table = &scope.definition.gating.as_ref()?.value;
    let pieces = scope.kind_set(&table.pieces, sink);
    let source = scope.source(table.source.as_ref(), sink);
    if let Some(pool) = scope.find("pool", keys(&scope.definition.pools), &table.pool, sink) {
        let (name, pool) = &scope.definition.pools[pool];
        if pieces & !held_by(scope, pool, &mut Diagnostics::default()) != 0 {
            sink.error(Code::BadKeys, table.pieces.span, "the pool cannot hold some of these pieces")
                .help(format!("leave them out, or add them to `pieces` in `[pool.{}]`", name.value));
        }
    }
    let by = conditions.piece(&table.by, Seen::Owner, sink)?;
    Some(Gating { pieces, by, opens: table.opens.value, source })
}

/// Notes for which kinds it matters whether a piece has moved: those in the starting position whose first move opens
/// the gate.
pub(super) fn note_first_moves(gating: Option<&Gating>, setup: &[(SeatId, KindId, Square)], kinds: &mut [Kind]) {
    let Some(gating) = gating.filter(|it| it.opens == GateOpens::FirstMove) else { return };
    for (_, kind, _) in setup.iter().filter(|it| gating.opens_for(it.1)) {
        kinds[kind.index()].has_initial = true;
    }
}
