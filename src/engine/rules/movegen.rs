//! Move generation: from a position to its moves, passed to a sink.
//!
//! Contains [`Generator`]. Its files follow the data: `context` computes what all moves share,
//! `plain`, `steps`, `odd` and `castle` produce the moves of pieces, `generate` puts them together,
//! `drops` produces the pieces that enter from a pool, `promotion_moves` the promotions that are moves of their own, `gating` adds those that enter with a move, `placing` adds the placements of blockers, `passes` adds the pass, `forced` keeps only captures where they are compulsory, and `sink` receives them.
//!
//! Input: a [`State`](super::state::State). Output: moves. Asks for verdicts on single moves through
//! the trait [`Judging`](super::judging::Judging). Does not know how the judge decides.

pub mod castle;
pub mod context;
pub mod drops;
pub mod forced;
pub mod gating;
pub mod generate;
pub mod odd;
pub mod passes;
pub mod placing;
pub mod plain;
pub mod promotion_moves;
pub mod sink;
pub mod steps;

use super::attack::Attacks;
use super::engine::part;
use super::facts::Facts;

part! {
    /// The move generator of one variant.
    Generator uses facts: Facts, attacks: Attacks
}
