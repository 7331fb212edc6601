//! The reason why a move cannot end with its placement.
//!
//! Input: a [`State`], and a move with or without a placement, in a rulebook with blockers. Output: nothing, or the
//! [`Refusal`]. Does not know how the move itself is judged; see `explain`.

use crate::board::Square;
use crate::rulebook::KindId;
use crate::rules::engine_move::{EngineMove, LegalityRules};
use crate::rules::judge::Judge;
use crate::rules::refusal::{PlacementObstacle, Refusal};
use crate::rules::state::{NOWHERE, State};

impl<const W: usize, const T: usize, const N: usize> Judge<'_, W, T, N> {
    /// Returns the reason why a move is illegal. The move itself comes first, then its placement, and then what depends
    /// on both.
    pub(super) fn explain_with_placement(self, st: &State<W, T, N>, mv: EngineMove) -> Result<(), Refusal> {
        let alone = EngineMove { placed: NOWHERE, ..mv };
        self.explain_by(st, alone, self.generator().alone(LegalityRules::ALL))?;
        let on = self.generator().placements(st, alone);
        let judge = |square: usize| self.explain_by(st, EngineMove { placed: square as u16, ..mv }, LegalityRules::ALL);
        let kind = KindId(self.engine.tables.types.all[self.engine.tables.placement.ty as usize].kind.0);
        if mv.placed != NOWHERE {
            let square = Square(mv.placed);
            return match on.has(square.index()) {
                true => judge(square.index()),
                false => Err(Refusal::Placement { kind, square, obstacle: self.placement_obstacle(st, alone, square) }),
            };
        }
        match on.first() {
            None => Err(Refusal::NowhereToPlace { kind }),
            Some(_) if on.iter().any(|it| judge(it).is_ok()) => Err(Refusal::NotPlaced { kind }),
            Some(first) => judge(first),
        }
    }

    /// Returns why a blocker cannot be placed on a square.
    fn placement_obstacle(self, st: &State<W, T, N>, alone: EngineMove, square: Square) -> PlacementObstacle {
        let table = &self.engine.tables.placement;
        let after = self.applier().moved(st, alone).0;
        if self.engine.blockers(&after).has(square.index()) {
            return if table.moves { PlacementObstacle::Stays } else { PlacementObstacle::Occupied };
        }
        if after.is_occupied(square.index()) {
            return PlacementObstacle::Occupied;
        }
        match table.squares[st.turn as usize].has(square.index()) {
            true => PlacementObstacle::NotReached,
            false => PlacementObstacle::NotThere,
        }
    }
}
