//! The reason why a promotion that is a move of its own is illegal.
//!
//! Input: a [`State`] and such a move. Output: nothing, or the [`Refusal`] of the path that comes closest to being legal.
//! Does not know promotions on arrival.

use crate::rulebook::KindId;
use crate::rules::engine_move::{Crossing, EngineMove, LegalityRules};
use crate::rules::judge::Judge;
use crate::rules::refusal::Refusal;
use crate::rules::state::State;

impl<const W: usize, const T: usize, const N: usize> Judge<'_, W, T, N> {
    /// Explains a promotion that is a move of its own.
    #[inline(never)]
    pub(super) fn explain_promotion_move(
        self,
        st: &State<W, T, N>,
        mv: EngineMove,
        ty: usize,
        keeping: LegalityRules,
    ) -> Result<(), Refusal> {
        let (from, kind) = (mv.from as usize, KindId(mv.promotion));
        let generator = self.generator();
        let Some(rule) = generator.promotion_move_rule(st, ty, from).filter(|it| it.becomes.contains(&kind)) else {
            let rule = generator.promotion_move_rule(st, ty, from);
            return Err(Refusal::NoSuchPromotion { into: rule.map_or_else(Vec::new, |it| it.becomes.clone()) });
        };
        if generator.is_at_limit(st, rule, kind) {
            return Err(Refusal::PromotionLimit { kind });
        }
        let mut nearest = Refusal::NoSuchMovement;
        let mut crossings = Vec::new();
        let routes = generator.new_routes(st, rule, (ty, from), kind);
        for (route, stop) in routes.iter().flat_map(|it| it.stops_at(mv.to).map(move |stop| (it, stop))) {
            match generator.walk(st, mv, ty, (route, stop)) {
                Ok(crossing) => crossings.push(crossing),
                Err(refusal) if refusal.stage() > nearest.stage() => nearest = refusal,
                Err(_) => {}
            }
        }
        if mv.from == mv.to {
            crossings = vec![Crossing::NONE];
        }
        if crossings.is_empty() {
            return Err(nearest);
        }
        if let Some(at) = generator.attacked_by_new_piece(st, rule, mv) {
            return Err(Refusal::PromotionAttacks { kind, at });
        }
        let mut nearest = None;
        for violation in crossings.into_iter().map(|it| self.violation(st, mv, it, keeping)) {
            let Some(violation) = violation else { return Ok(()) };
            nearest.get_or_insert_with(|| self.refusal(st, mv, violation));
        }
        nearest.map_or(Ok(()), Err)
    }
}
