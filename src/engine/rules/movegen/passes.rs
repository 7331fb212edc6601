//! Passing: a turn without a move on the board.
//!
//! Input: a [`State`] and the rules to obey. Output: the pass, given to a [`Sink`] if it is legal. Does not know other moves.

use crate::policy::TurnPassing;
use crate::rules::engine_move::{Crossing, EngineMove, LegalityRules};
use crate::rules::judging::Judging;
use crate::rules::movegen::Generator;
use crate::rules::movegen::sink::{Any, Sink};
use crate::rules::state::State;

impl<const W: usize, const T: usize, const N: usize> Generator<'_, W, T, N> {
    /// Emits the pass if it is legal. Returns true if the sink wants no more.
    #[inline(never)]
    pub fn pass(self, st: &State<W, T, N>, keeping: LegalityRules, sink: &mut dyn Sink<W>) -> bool {
        keeping.passes
            && self.may_pass(st, keeping)
            && self.engine.obeys(st, EngineMove::PASS, Crossing::NONE, keeping)
            && sink.one(EngineMove::PASS)
    }

    /// Reports whether the rule for passing lets the player to move pass, apart from check and bans.
    pub fn may_pass(self, st: &State<W, T, N>, keeping: LegalityRules) -> bool {
        match self.engine.book.passing {
            TurnPassing::Never => false,
            TurnPassing::Allowed => true,
            TurnPassing::WhenStuck => {
                let mut other = Any::default();
                let sink: &mut dyn Sink<W> = &mut other;
                self.generate_keeping(st, LegalityRules { passes: false, placing: true, ..keeping }, sink);
                !other.0
            }
        }
    }
}
