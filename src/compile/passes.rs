//! Tests for passes: `passes` of a move and `passed` of a position.
//!
//! Input: a test. Output: whether it asks for a pass, and findings if no move can fit. Does not know the other keys.

use super::conditions::Conditions;
use crate::definition as def;
use crate::diagnostic::{Code, Diagnostics, Spanned};
use crate::policy::{IsPass, TurnPassing};

impl Conditions<'_> {
    /// Resolves a test for a pass.
    pub fn is_pass(&self, test: Option<&Spanned<IsPass>>, sink: &mut Diagnostics) -> Option<bool> {
        let test = test?;
        let turns = self.scope.definition.turns.as_ref();
        if self.scope.strict && turns.is_none_or(|it| it.passing.value == TurnPassing::Never) {
            sink.error(Code::Needs, test.span, "in this rulebook, players may not pass")
                .help("add `passing = \"allowed\"` or `passing = \"when-stuck\"` to `[turns]`, or remove the test");
        }
        Some(test.value == IsPass::Yes)
    }

    /// Resolves the test for a pass of a move, which has no other tests then.
    pub fn move_passes(&self, test: &def::MoveTest, sink: &mut Diagnostics) -> Option<bool> {
        let passes = self.is_pass(test.passes.as_ref(), sink);
        let has_others = test.piece.is_some() || test.captures.is_some() || test.crosses.is_some() || test.to.is_some();
        if let Some(written) = test.passes.as_ref().filter(|_| test.is_pass() && has_others) {
            let text = "a pass has no piece, no path and no square, so no move fits this test";
            sink.error(Code::BadKeys, written.span, text).help("remove `passes`, or the other keys");
        }
        passes
    }
}
