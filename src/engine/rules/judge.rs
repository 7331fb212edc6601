//! The judge: tests, bans and legality of single moves, with the reasons for refusals.
//!
//! Contains [`Judge`], which answers the questions of [`Judging`](super::judging::Judging).
//!
//! Input: a [`State`](super::state::State) and a move or a test. Output: verdicts. May make moves and
//! generate moves, because a test can ask whether a player has any. Does not know outcomes.

pub mod bans;
pub mod capture_bans;
pub mod chase;
pub mod conditions;
pub mod explain;
pub mod legal_move;
pub mod mate;
pub mod placing;
pub mod promotion;
pub mod repetition;
pub mod violation;

use super::apply::Applier;
use super::attack::Attacks;
use super::engine::{Engine, part};
use super::engine_move::{Crossing, EngineMove, LegalityRules};
use super::facts::Facts;
use super::facts::pieces::TestContext;
use super::judging::Judging;
use super::movegen::Generator;
use super::square_set::SquareSet;
use super::state::State;
use crate::rulebook::CountTest;

part! {
    /// The judge of moves and tests of one variant.
    Judge uses facts: Facts, attacks: Attacks, generator: Generator, applier: Applier
}

impl<const W: usize, const T: usize, const N: usize> Judging<W, T, N> for Engine<W, T, N> {
    fn obeys(&self, st: &State<W, T, N>, mv: EngineMove, crossing: Crossing, keeping: LegalityRules) -> bool {
        Judge::new(self).violation(st, mv, crossing, keeping).is_none()
    }

    fn allows_gate(&self, st: &State<W, T, N>, mv: EngineMove, keeping: LegalityRules) -> bool {
        Judge::new(self).explain_path(st, mv, keeping).is_ok()
    }

    fn allows_placement(&self, st: &State<W, T, N>, mv: EngineMove, keeping: LegalityRules) -> bool {
        let judge = Judge::new(self);
        // A move must be legal without a piece that enters, too.
        if mv.gate().is_some() && !self.allows_placement(st, mv.without_gate(), keeping) {
            return false;
        }
        // Only a barrier on the way makes a difference between the paths of a move.
        match mv.dropped().is_some() || mv.is_pass() || self.book.barrier_instances.is_empty() {
            true => judge.violation(st, mv, Crossing::NONE, keeping).is_none(),
            false => judge.explain_path(st, mv, keeping).is_ok(),
        }
    }

    fn counts(&self, st: &State<W, T, N>, test: &CountTest) -> bool {
        Judge::new(self).count_holds(st, test, &mut TestContext::of(st.turn))
    }

    fn possible_capture_bans(&self, st: &State<W, T, N>, tried: SquareSet<W>) -> SquareSet<W> {
        Judge::new(self).possible_capture_bans(st, tried)
    }

    fn bars_king_capture(&self, st: &State<W, T, N>, from: usize, king: usize) -> bool {
        let judge = Judge::new(self);
        self.book.bans.iter().any(|ban| judge.ban_describes_capture(st, ban, from, king))
    }
}
