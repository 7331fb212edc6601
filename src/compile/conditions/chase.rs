//! Perpetual chase: who chases what, and which captures count.
//!
//! Input: a test of a definition. Output: a test with ids, or findings. Does not know the history of a game.

use super::{Conditions, LIVING_SETS, Seen, maybe, needs_repetition};
use crate::definition as def;
use crate::diagnostic::{Code, Diagnostics, Spanned};
use crate::policy::Who;
use crate::rulebook::{Chase, MAX_CHASES, Outcome, PerpetualChaseTest, chases_of};

impl Conditions<'_> {
    /// Resolves a test for perpetual chase. `counts` says whether the position must be repeated.
    pub(super) fn perpetual_chase(
        &self,
        test: &Spanned<def::PerpetualChaseTest>,
        counts: bool,
        seen: Seen,
        sink: &mut Diagnostics,
    ) -> Option<PerpetualChaseTest> {
        const OWNERS: &[Who] = &[Who::Next, Who::Previous, Who::Opponents];
        let it = &test.value;
        needs_repetition("perpetual chase", test.span, counts, sink);
        let by = self.player(&it.by, &[seen.singles(), LIVING_SETS], "eliminated players chase no piece", sink)?;
        let how_many = self.quantity(&it.how_many, by, sink)?;
        let kinds = it.kind.as_ref().map_or(u32::MAX, |it| self.scope.some_kinds(it, sink));
        if let Some(state) = it.chased.as_ref().and_then(|it| it.value.state.as_ref()) {
            sink.error(Code::NoEffect, state.span, "only pieces of players who are still in the game are chased")
                .help("leave `state` out");
        }
        let what = "the chased piece belongs to an opponent of the player who chases";
        let chased = maybe(&it.chased, |it| self.piece_of(it, (&[OWNERS], what), Seen::Outcome, sink))?;
        let chase = Chase {
            kinds,
            chased,
            protected: it.protected.value,
            attack: it.attack.value,
            captures: it.captures.value,
        };
        Some(PerpetualChaseTest { by, how_many, chase })
    }
}

/// Reports a rulebook with too many kinds of chase.
pub(in crate::compile) fn check_chases(definition: &def::Definition, all: &[Outcome], sink: &mut Diagnostics) {
    if chases_of(all).len() <= MAX_CHASES {
        return;
    }
    let mut tests = definition.outcomes.iter().filter_map(|it| it.1.table.when.value.perpetual_chase.as_ref());
    let message = format!("a rulebook describes at most {MAX_CHASES} different kinds of chase");
    sink.error(Code::BadNumber, tests.next_back().map(|it| it.span), message).help(
        "write the same `kind`, `chased`, `protected`, `attack` and `captures` as in another outcome with `perpetual-chase`",
    );
}
