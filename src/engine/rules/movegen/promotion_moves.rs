//! Promotions that are moves of their own: a piece becomes another one on its square, or with a step.
//!
//! Input: a [`MoveContext`], or a piece. Output: such moves for a [`Sink`], and which limits they meet. Does not
//! know promotions on arrival.

use crate::board::Square;
use crate::policy::{PromotionAttack, PromotionStep, Who};
use crate::rulebook::{KindId, Permissions, PromotionMove};
use crate::rules::apply::Applier;
use crate::rules::engine_move::{Crossing, EngineMove};
use crate::rules::facts::pieces::TestContext;
use crate::rules::judging::Judging;
use crate::rules::movegen::Generator;
use crate::rules::movegen::context::MoveContext;
use crate::rules::movegen::sink::Sink;
use crate::rules::refusal::{Permission, Refusal};
use crate::rules::routes::{Route, RouteObstacle, Stop};
use crate::rules::state::{NOWHERE, State};

impl<'a, const W: usize, const T: usize, const N: usize> Generator<'a, W, T, N> {
    /// Emits the moves that follow no route of a piece: drops, promotions that are moves of their own, and the pass. Returns
    /// true if the sink wants no more.
    #[inline(never)]
    pub fn extra_moves(self, context: &MoveContext<'_, W, T, N>, sink: &mut dyn Sink<W>) -> bool {
        let st = context.st;
        let pieces = st.pieces_of_types(self.engine.plan.promoting_types) & st.seats[context.me as usize];
        pieces.iter().any(|it| self.promotion_moves(context, it, sink))
            || self.engine.plan.drops && self.drops(context, sink)
            || self.engine.plan.passes && self.pass(st, context.keeping, sink)
    }

    /// Emits the promotions that are moves of their own of the piece on a square.
    #[inline(never)]
    pub fn promotion_moves(self, context: &MoveContext<'_, W, T, N>, from: usize, sink: &mut dyn Sink<W>) -> bool {
        let (st, ty) = (context.st, context.st.type_at(from));
        let Some(rule) = self.promotion_move_rule(st, ty, from) else { return false };
        sink.piece_type(ty as u8);
        for kind in rule.becomes.iter().filter(|it| !self.is_at_limit(st, rule, **it)) {
            let in_place = EngineMove { promotion: kind.0, ..EngineMove::plain(from, from) };
            if self.allows_promotion_move(context, rule, in_place, Crossing::NONE) && sink.one(in_place) {
                return true;
            }
            let mut emitted = Vec::new();
            for (route, stop) in self.new_routes(st, rule, (ty, from), *kind).iter().flat_map(stops) {
                let mv = EngineMove { to: route.stops[stop].to.0, ..in_place };
                let Ok(crossing) = self.walk(st, mv, ty, (route, stop)) else { continue };
                if !emitted.contains(&mv.to) && self.allows_promotion_move(context, rule, mv, crossing) {
                    emitted.push(mv.to);
                    if sink.one(mv) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn allows_promotion_move(
        self,
        context: &MoveContext<'_, W, T, N>,
        rule: &PromotionMove,
        mv: EngineMove,
        crossing: Crossing,
    ) -> bool {
        self.attacked_by_new_piece(context.st, rule, mv).is_none()
            && self.engine.obeys(context.st, mv, crossing, context.keeping)
    }

    /// Returns the first rule for promotions that are moves of their own that fits the piece on a square.
    pub fn promotion_move_rule(self, st: &State<W, T, N>, ty: usize, from: usize) -> Option<&'a PromotionMove> {
        let (me, kind) = (st.turn, self.engine.tables.types.all[ty].kind);
        let cx = TestContext { owner: me, ..TestContext::of(me) };
        self.engine.book.promotion_moves.iter().find(|it| {
            it.pieces >> kind.0 & 1 != 0
                && it.on.as_ref().is_none_or(|it| self.facts().place_fits(st, it, ty, me, from, &cx))
                && it.count.as_ref().is_none_or(|it| self.engine.counts(st, it))
        })
    }

    /// Reports whether the player has as many pieces of a kind as the rule allows.
    pub fn is_at_limit(self, st: &State<W, T, N>, rule: &PromotionMove, kind: KindId) -> bool {
        let types = self.engine.tables.types.all.iter().enumerate().filter(|it| it.1.kind == kind);
        let own = st.seats[st.turn as usize];
        let count: u32 = types.map(|it| (st.types[it.0] & own).count()).sum();
        rule.most.is_some_and(|most| count >= u32::from(most))
    }

    /// Returns the routes of the new piece from the square of the piece that promotes; none if it may make no step.
    pub fn new_routes(
        self,
        st: &State<W, T, N>,
        rule: &PromotionMove,
        (ty, from): (usize, usize),
        kind: KindId,
    ) -> Vec<Route> {
        if rule.step == PromotionStep::None {
            return Vec::new();
        }
        let new = self.facts().new_type(st.turn, ty, from, kind.0);
        let mut routes = self.facts().routes_of(new, st.turn, from);
        routes.retain(|it| it.quiet && !it.double);
        routes
    }

    /// Returns what the step of a new piece along a route crosses, or why the route is closed.
    pub fn walk(
        self,
        st: &State<W, T, N>,
        mv: EngineMove,
        ty: usize,
        (route, stop): (&Route, usize),
    ) -> Result<Crossing, Refusal> {
        let (from, me, occupied) = (mv.from as usize, st.turn, st.occupied());
        if mv.to == mv.from {
            return Err(Refusal::NoSuchMovement);
        }
        let new = self.facts().new_type(me, ty, from, mv.promotion);
        let hurdles = self.facts().hurdles(st, new, me);
        match route.obstacle(stop, |it| occupied.has(it.index()), |it| hurdles.has(it.index())) {
            Some(RouteObstacle::Piece(at)) => return Err(Refusal::Blocked { at }),
            Some(RouteObstacle::NoHurdle) => return Err(Refusal::NoHurdle),
            Some(RouteObstacle::WrongHurdle(at)) => return Err(Refusal::WrongHurdle { at }),
            None if occupied.has(mv.to as usize) => return Err(Refusal::Blocked { at: Square(mv.to) }),
            None => {}
        }
        let mut crossing = Crossing::NONE;
        let mut allows = Permissions { quiet: true, capture: true, give_check: true, attack: true };
        for (instance, a, b) in route.stops[..=stop].iter().flat_map(Stop::barriers) {
            let header = self.engine.book.barrier_instances[*instance as usize].barrier;
            if self.facts().is_bound(header, new, me, from) {
                self.facts().add_crossing(st, *instance, &mut allows, &mut crossing);
                if !allows.quiet {
                    let (barrier, link) = (*instance as usize, (*a, *b));
                    return Err(Refusal::Barrier { barrier, link, permission: Permission::Quiet });
                }
            }
        }
        Ok(crossing)
    }

    /// Returns the first piece of an opponent that the new piece attacks at once although it may not, or the first king
    /// that the move puts in check.
    pub fn attacked_by_new_piece(self, st: &State<W, T, N>, rule: &PromotionMove, mv: EngineMove) -> Option<Square> {
        if rule.attack == PromotionAttack::Allowed {
            return None;
        }
        let me = st.turn;
        let opponents = self.facts().who(st, Who::Opponents, &TestContext::of(me));
        // The blocker that a move places comes later.
        let after = Applier::new(self.engine).moved(st, EngineMove { placed: NOWHERE, ..mv }).0;
        let attacks = |at: &usize| self.attacks().attackers(&after, *at, 1 << me, after.occupied()).has(mv.to as usize);
        let attacked = after.pieces_of(opponents).iter().find(attacks).map(|it| it as u16);
        let gives_check = |seat: &u8| {
            opponents >> seat & 1 != 0
                && self.engine.foes(&after, *seat) >> me & 1 != 0
                && !self.attacks().king_attackers(&after, *seat, 1 << me).is_empty()
        };
        let checked = || (0..self.engine.tables.n_seats).find(gives_check).map(|it| self.engine.king(&after, it));
        attacked.or_else(checked).map(Square)
    }
}

/// Returns every stop of a route.
fn stops(route: &Route) -> impl Iterator<Item = (&Route, usize)> {
    (0..route.stops.len()).map(move |it| (route, it))
}
