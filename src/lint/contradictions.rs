//! Warnings about rules that contradict each other: kings that are kept safe although nobody attacks them.
//!
//! Input: the tables `[check]`, `[castling-rules]` and `[drop]`. Output: warnings. Does not know where pieces can go, or
//! how the game ends.

use crate::definition::Definition;
use crate::diagnostic::{Code, Diagnostics, Span};
use crate::policy::{Attackers, DropMate, OwnKing};
use crate::rulebook::Rulebook;

/// Warns about rules that keep kings safe, or that forbid mate, although nobody gives check.
pub(super) fn safety_from_nobody(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    let Some(check) = def.check.as_ref().filter(|_| book.check.attackers == Attackers::Nobody) else { return };
    let attackers = check.value.attackers.span;
    let mut warn = |span: Span, message: &str, help: &str| {
        sink.warning(Code::NoEffect, span, message)
            .also(attackers, "nobody gives check")
            .help(format!("write {help}, or `attackers = \"living-opponents\"` in `[check]`"));
    };
    // An explosion may still not destroy the player's own king.
    if book.check.own_king == OwnKing::KeptSafe && book.explosion.is_none() {
        let message = "kings are kept safe from nobody: `attackers = \"nobody\"` means that there is no check";
        warn(check.value.own_king.span, message, "`own-king = \"may-be-left\"`");
    }
    if let Some(rules) = def.castling_rules.as_ref().filter(|_| book.castlings.iter().any(|it| !it.safe.is_empty())) {
        let message = "castling needs safe squares, but every square is safe: `attackers = \"nobody\"` means no check";
        warn(rules.value.safe.span, message, "`safe = []`");
    }
    if let Some((_, drop)) = def.drops.iter().find(|it| it.1.mate.value == DropMate::Forbidden) {
        let message = "no drop ever gives checkmate: `attackers = \"nobody\"` means that there is no check";
        warn(drop.mate.span, message, "`mate = \"allowed\"`");
    }
}
