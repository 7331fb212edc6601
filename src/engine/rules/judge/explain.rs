//! The reason why a move is illegal.
//!
//! Input: a [`State`] and a move, legal or not. Output: nothing, or the [`Refusal`] of the path that
//! comes closest to being legal. The routes of the piece are walked step by step. Rules that
//! require making the move are left to `violation`, which move generation uses, too.

use crate::board::Square;
use crate::policy::ForcedCapture;
use crate::rulebook::{KindId, Permissions, SeatId};
use crate::rules::attack::Attacks;
use crate::rules::engine_move::{Crossing, EngineMove, LegalityRules, MoveEffect};
use crate::rules::facts::pieces::TestContext;
use crate::rules::judge::Judge;
use crate::rules::judge::violation::Violation;
use crate::rules::movegen::drops::DropNeed;
use crate::rules::movegen::sink::Sink;
use crate::rules::refusal::{Permission, Refusal};
use crate::rules::routes::{Route, RouteObstacle, Stop};
use crate::rules::square_set::SquareSet;
use crate::rules::state::{NOBODY, NOWHERE, PackedEnding, State};
use crate::rules::tables::DropTable;

/// A sink that keeps the first move.
struct FirstMove(Option<EngineMove>);

impl<const W: usize> Sink<W> for FirstMove {
    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
    fn moves(&mut self, from: usize, to: SquareSet<W>) -> bool {
        self.0 = to.first().map(|it| EngineMove::plain(from, it));
        self.0.is_some()
    }
    fn one(&mut self, mv: EngineMove) -> bool {
        self.0 = Some(mv);
        true
    }
}

impl<const W: usize, const T: usize, const N: usize> Judge<'_, W, T, N> {
    /// Returns the reason why a move is illegal, if it is.
    pub fn explain(self, st: &State<W, T, N>, mv: EngineMove) -> Result<(), Refusal> {
        self.explain_alone(st, mv)?;
        let is_forced = |kind| self.engine.drops_of(st.turn, kind).is_some_and(|it| it.forced);
        if self.generator().must_drop(st, LegalityRules::ALL) {
            return if mv.dropped().is_some_and(is_forced) { Ok(()) } else { Err(Refusal::MustDrop) };
        }
        let captured = self.facts().captured(st, mv, self.engine.moving_type(st, mv));
        if self.engine.book.forced_capture == ForcedCapture::No {
            return Ok(());
        }
        let most = self.generator().most_taken(st, LegalityRules::ALL);
        let taken = if most == 0 { 0 } else { self.generator().taken(st, mv) };
        if captured.is_some() && taken >= most {
            return Ok(());
        }
        let mut first = FirstMove(None);
        let found = self.generator().only_captures(st, most, &mut first, |captures| {
            let free = LegalityRules { forced_capture: false, ..LegalityRules::ALL };
            self.generator().generate_keeping(st, free, captures);
        });
        match first.0.filter(|_| found) {
            Some(it) if captured.is_some() => {
                Err(Refusal::MustTakeMost { from: Square(it.from), to: Square(it.to), taken, most })
            }
            Some(it) => Err(Refusal::MustCapture { from: Square(it.from), to: Square(it.to) }),
            None => Ok(()),
        }
    }

    /// Returns the reason why a move is illegal, even if no player had to capture.
    fn explain_alone(self, st: &State<W, T, N>, mv: EngineMove) -> Result<(), Refusal> {
        if st.over != PackedEnding::NO {
            return Err(Refusal::GameOver);
        }
        if mv.is_pass() {
            return self.explain_pass(st);
        }
        match self.engine.plan.blocker {
            true => self.explain_with_placement(st, mv),
            false if mv.placed != NOWHERE => Err(Refusal::NoSuchMovement),
            false => self.explain_by(st, mv, LegalityRules::ALL),
        }
    }

    /// Returns the reason why the player to move may not pass.
    fn explain_pass(self, st: &State<W, T, N>) -> Result<(), Refusal> {
        if !st.is_living(st.turn) {
            return Err(Refusal::PlayerEliminated { seat: SeatId(st.turn) });
        }
        if !self.engine.plan.passes {
            return Err(Refusal::NoPassing);
        }
        if !self.generator().may_pass(st, LegalityRules::ALL) {
            return Err(Refusal::NotStuck);
        }
        match self.violation(st, EngineMove::PASS, Crossing::NONE, LegalityRules::ALL) {
            None => Ok(()),
            Some(violation) => Err(self.refusal(st, EngineMove::PASS, violation)),
        }
    }

    /// Returns the reason why a move breaks the rules in `keeping`.
    pub(super) fn explain_by(self, st: &State<W, T, N>, mv: EngineMove, keeping: LegalityRules) -> Result<(), Refusal> {
        if let Some(kind) = mv.dropped() {
            return self.explain_drop(st, mv, kind, keeping);
        }
        if mv.gate().is_some() {
            self.explain_by(st, mv.without_gate(), keeping)?;
            self.explain_gate(st, mv)?;
        }
        self.explain_path(st, mv, keeping)
    }

    /// Explains why no piece may enter with a move that is legal without it.
    fn explain_gate(self, st: &State<W, T, N>, mv: EngineMove) -> Result<(), Refusal> {
        let Some((kind, on_rook_square)) = mv.gate() else { return Ok(()) };
        let is_known = self.engine.book.gating.as_ref().is_some_and(|it| it.pieces >> kind & 1 != 0);
        if is_known && st.pool[st.turn as usize][kind as usize] == 0 {
            return Err(Refusal::NotInPool { kind: KindId(kind) });
        }
        match self.generator().may_gate(st, mv) {
            true => Ok(()),
            false => {
                let rook = self.engine.book.castlings.get(mv.castling as usize).map(|it| it.rook.0);
                let square = rook.filter(|_| on_rook_square).unwrap_or(Square(mv.from));
                Err(Refusal::GateClosed { kind: KindId(kind), square })
            }
        }
    }

    /// Returns the reason why the piece of a move may not make it, by the rules in `keeping`.
    pub(super) fn explain_path(
        self,
        st: &State<W, T, N>,
        mv: EngineMove,
        keeping: LegalityRules,
    ) -> Result<(), Refusal> {
        let from = mv.from as usize;
        let owner = st.seat_at(from);
        if owner == NOBODY || owner == self.engine.tables.n_seats {
            return Err(Refusal::NoPiece { square: Square(mv.from) });
        }
        if !st.is_living(owner) {
            return Err(Refusal::PlayerEliminated { seat: SeatId(owner) });
        }
        if owner != st.turn {
            return Err(Refusal::NotYourTurn { owner: SeatId(owner) });
        }
        if mv.castling != NOBODY {
            return self.explain_castling(st, mv, keeping);
        }
        let ty = st.type_at(from);
        if self.facts().is_promotion_move(mv, ty) {
            return self.explain_promotion_move(st, mv, ty, keeping);
        }
        // A promotion with a piece that enters, which no move has.
        let is_both = mv.promotion != NOBODY && !mv.is_promotion() && mv.gate().is_none();
        if is_both && self.engine.plan.promoting_types >> ty & 1 != 0 {
            return Err(Refusal::NoSuchPromotion { into: Vec::new() });
        }
        let (mut nearest, mut steps) = (Refusal::NoSuchMovement, 0);
        let routes = self.facts().routes_of(ty, owner, from);
        for (route, stop) in routes.iter().flat_map(|it| it.stops_at(mv.to).map(move |stop| (it, stop))) {
            match self.explain_visit(st, mv, ty, (route, stop, keeping)) {
                None => {}
                Some(Ok(())) => return self.explain_promotion(st, mv, ty),
                Some(Err(refusal))
                    if refusal.rank() > nearest.rank()
                        || nearest == Refusal::NoSuchMovement
                        // Of several lines that a piece blocks, the shortest is the one that the player means.
                        || matches!((&refusal, &nearest), (Refusal::Blocked { .. }, Refusal::Blocked { .. }))
                            && stop < steps =>
                {
                    (nearest, steps) = (refusal, stop);
                }
                Some(Err(_)) => {}
            }
        }
        if mv.from == mv.to && mv.without_gate().promotion != NOBODY && self.engine.plan.waiting {
            return self.explain_waiting(st, mv, ty, keeping);
        }
        Err(nearest)
    }

    fn explain_drop(
        self,
        st: &State<W, T, N>,
        mv: EngineMove,
        kind: u8,
        keeping: LegalityRules,
    ) -> Result<(), Refusal> {
        let to = mv.to as usize;
        let (id, square) = (KindId(kind), Square(mv.to));
        if !st.is_living(st.turn) {
            return Err(Refusal::PlayerEliminated { seat: SeatId(st.turn) });
        }
        let Some(table) = self.engine.drops_of(st.turn, kind).filter(|_| mv.from == mv.to) else {
            return Err(Refusal::NoSuchMovement);
        };
        if mv.promotion != NOBODY {
            return Err(Refusal::NoSuchPromotion { into: Vec::new() });
        }
        if st.pool[st.turn as usize][table.held as usize] == 0 {
            return Err(Refusal::NotInPool { kind: KindId(table.held) });
        }
        if !table.squares.has(to) {
            return Err(Refusal::NoDropThere { kind: id, square });
        }
        if st.is_occupied(to) {
            return Err(Refusal::Blocked { at: square });
        }
        if !self.generator().drop_squares(st, table).has(to) {
            return Err(self.explain_drop_limit(st, table, mv));
        }
        match self.generator().unmet_need(st, table, to) {
            Some(DropNeed::Neighbor) => return Err(Refusal::DropNotBeside { kind: id, square }),
            Some(DropNeed::Conversion) => return Err(Refusal::DropConvertsNothing { kind: id, square }),
            None => {}
        }
        match self.violation(st, mv, Crossing::NONE, keeping) {
            None => Ok(()),
            Some(violation) => Err(self.refusal(st, mv, violation)),
        }
    }

    /// Explains a drop on a square that a limit of the rule for drops closes.
    fn explain_drop_limit(self, st: &State<W, T, N>, table: &DropTable<W>, mv: EngineMove) -> Refusal {
        let (kind, square, to) = (KindId(table.kind), Square(mv.to), mv.to as usize);
        let own = st.seats[st.turn as usize] & st.pieces_of_types(table.same_kind);
        let is_full = |groups: &[SquareSet<W>], most| groups.iter().any(|it| it.has(to) && (own & *it).count() >= most);
        if is_full(&table.files, table.most_on_file) {
            return Refusal::FileFull { kind, square };
        }
        if is_full(&table.colors, table.most_on_color) {
            return Refusal::ColorFull { kind, square };
        }
        let mut others = self.engine.tables.drops[st.turn as usize].iter().filter(|it| it.kind != table.kind);
        let needs = others.find(|it| self.generator().reserved(st, it).has(to));
        Refusal::SquareNeeded { kind: needs.map_or(kind, |it| KindId(it.kind)), square }
    }

    /// Explains one visit of a route to the destination, given by the number of the stop; `None` if it
    /// does not count as a move.
    fn explain_visit(
        self,
        st: &State<W, T, N>,
        mv: EngineMove,
        ty: usize,
        (route, stop, keeping): (&Route, usize, LegalityRules),
    ) -> Option<Result<(), Refusal>> {
        let (from, to) = (mv.from as usize, mv.to as usize);
        // The piece's own square counts as occupied: a lame leap may have to pass over it.
        let occupied = st.occupied();
        // A full circle leads back to its start only without capturing: a piece cannot capture
        // itself.
        if from == to && !(self.engine.book.full_circle && route.quiet) {
            return None;
        }
        let captured = st.seat_at(to);
        let target = if from == to { NOBODY } else { captured };
        let is_en_passant =
            target == NOBODY && route.en_passant && self.facts().en_passant_targets(st, st.turn, st.occupied()).has(to);
        // A move that can capture en passant does so, so a way without captures does not count.
        if target == NOBODY && !is_en_passant && from != to && self.facts().captured(st, mv, ty).is_some() {
            return None;
        }
        // Check the movement and the promotion first, then the path, then the target square.
        if target == NOBODY && !route.quiet && !is_en_passant {
            return Some(Err(Refusal::NothingToCapture { square: Square(mv.to) }));
        }
        if !self.facts().promotion_kinds(st, st.turn, ty, from, to).as_slice().contains(&mv.without_gate().promotion) {
            return Some(Ok(()));
        }
        let hurdles = self.facts().hurdles(st, ty, st.turn);
        match route.obstacle(stop, |it| occupied.has(it.index()), |it| hurdles.has(it.index())) {
            Some(RouteObstacle::Piece(at)) => return Some(Err(Refusal::Blocked { at })),
            Some(RouteObstacle::NoHurdle) => return Some(Err(Refusal::NoHurdle)),
            Some(RouteObstacle::WrongHurdle(at)) => return Some(Err(Refusal::WrongHurdle { at })),
            None => {}
        }
        let permission = if target == NOBODY {
            if is_en_passant { Permission::Capture } else { Permission::Quiet }
        } else if self.engine.uncapturable_seats(st, st.turn) >> target & 1 != 0 || !route.capture {
            // A blocker belongs to no player.
            let is_partner = route.capture && target != st.turn && target < self.engine.tables.n_seats;
            let at = Square(mv.to);
            return Some(Err(if is_partner { Refusal::Ally { at } } else { Refusal::Blocked { at } }));
        } else if self.facts().is_living_king(st, to) {
            Permission::CaptureKing
        } else {
            Permission::Capture
        };
        if target != NOBODY && !st.is_living(target) && self.engine.plan.immune {
            return Some(Err(Refusal::Immune { at: Square(mv.to) }));
        }
        let mut crossing = Crossing::NONE;
        let mut allows = Permissions { quiet: true, capture: true, give_check: true, attack: true };
        for (instance, a, b) in route.stops[..=stop].iter().flat_map(Stop::barriers) {
            let header = self.engine.book.barrier_instances[*instance as usize].barrier;
            if !self.facts().is_bound(header, ty, st.turn, from) {
                continue;
            }
            self.facts().add_crossing(st, *instance, &mut allows, &mut crossing);
            let ok = match permission {
                Permission::Quiet => allows.quiet,
                Permission::Capture => allows.capture,
                Permission::CaptureKing => allows.capture && allows.attack,
            };
            if !ok {
                return Some(Err(Refusal::Barrier { barrier: *instance as usize, link: (*a, *b), permission }));
            }
        }
        if permission == Permission::CaptureKing && !self.engine.plan.kings_captured {
            return Some(Err(Refusal::KingNotCapturable { at: Square(mv.to) }));
        }
        match self.violation(st, mv, crossing, keeping) {
            None => Some(Ok(())),
            Some(violation) => Some(Err(self.refusal(st, mv, violation))),
        }
    }

    fn explain_promotion(self, st: &State<W, T, N>, mv: EngineMove, ty: usize) -> Result<(), Refusal> {
        let kinds = self.facts().promotion_kinds(st, st.turn, ty, mv.from as usize, mv.to as usize);
        let promotion = mv.without_gate().promotion;
        if kinds.as_slice().contains(&promotion) {
            return Ok(());
        }
        let into = kinds.as_slice().iter().filter(|it| **it != NOBODY).map(|it| KindId(*it)).collect();
        if promotion == NOBODY { Err(Refusal::MustPromote { into }) } else { Err(Refusal::NoSuchPromotion { into }) }
    }

    fn explain_waiting(
        self,
        st: &State<W, T, N>,
        mv: EngineMove,
        ty: usize,
        keeping: LegalityRules,
    ) -> Result<(), Refusal> {
        if !self.facts().waits_for_pool(st.turn, ty, mv.to as usize) {
            return Err(Refusal::NoSuchMovement);
        }
        let kinds = self.facts().waiting_kinds(st, st.turn, ty, mv.to as usize);
        if !kinds.as_slice().contains(&mv.without_gate().promotion) {
            return Err(Refusal::NoSuchPromotion { into: kinds.as_slice().iter().map(|it| KindId(*it)).collect() });
        }
        match self.violation(st, mv, Crossing::NONE, keeping) {
            None => Ok(()),
            Some(violation) => Err(self.refusal(st, mv, violation)),
        }
    }

    fn explain_castling(self, st: &State<W, T, N>, mv: EngineMove, keeping: LegalityRules) -> Result<(), Refusal> {
        let castlings = &self.engine.tables.castlings[st.turn as usize];
        let Some(castling) = castlings.iter().find(|it| it.index == mv.castling) else {
            return Err(Refusal::NoSuchMovement);
        };
        if castling.squares[0] != mv.from || castling.squares[1] != mv.to {
            return Err(Refusal::NoSuchMovement);
        }
        if st.rights >> mv.castling & 1 == 0 {
            return Err(Refusal::NoCastlingRight { castling: mv.castling });
        }
        if mv.without_gate().promotion != NOBODY {
            return Err(Refusal::NoSuchPromotion { into: Vec::new() });
        }
        match self.generator().castling_blocked(st, castling) {
            Some(at) if at == castling.squares[0] || at == castling.squares[2] => {
                return Err(Refusal::NoCastlingRight { castling: mv.castling });
            }
            Some(at) => return Err(Refusal::Blocked { at: Square(at) }),
            None => {}
        }
        match self.violation(st, mv, Crossing::NONE, keeping) {
            None => Ok(()),
            Some(violation) => Err(self.refusal(st, mv, violation)),
        }
    }

    /// Turns a violation into a refusal with its squares and figures.
    pub(super) fn refusal(self, st: &State<W, T, N>, mv: EngineMove, violation: Violation) -> Refusal {
        let (after, done) = self.state_after(st, mv);
        let me = st.turn;
        match violation {
            Violation::OwnKing => {
                // Of several royal pieces, the attacked one counts. Pieces of eliminated players may attack, too.
                let attacked = self.attacks().kings_in_check(&after, me).into_iter().next();
                let (king, by) = attacked.unwrap_or_else(|| {
                    let foes = self.engine.foes(&after, me);
                    (usize::from(self.engine.king(&after, me)), self.attacks().king_attackers(&after, me, foes))
                });
                Refusal::OwnKing { king: Square(king as u16), by: Attacks::<W, T, N>::squares(by) }
            }
            Violation::OwnKingDestroyed => {
                // A pawn can become the king that its own capture destroys, so there may be none before the move.
                let own = |st: &State<W, T, N>| self.engine.royals(st) & st.seats[me as usize];
                let lost = own(st).without(own(&after)).without(SquareSet::of(mv.from as usize));
                let king = lost.first().unwrap_or_else(|| self.facts().square_after(done));
                Refusal::OwnKingDestroyed { king: Square(king as u16) }
            }
            Violation::Castling(square) => self.castling_refusal(st, mv, square),
            Violation::CheckAcross(barrier, seat, moved_only) => {
                let mut by = self.attacks().king_attackers(&after, seat, 1 << me);
                if moved_only {
                    by &= SquareSet::of(self.facts().square_after(done));
                }
                let king = Square(self.engine.king(&after, seat));
                Refusal::CheckAcross { barrier: barrier as usize, king, by: Attacks::<W, T, N>::squares(by) }
            }
            Violation::DropMate(seat) => Refusal::DropMate { king: Square(self.engine.king(&after, seat)) },
            Violation::Ban(ban, stage) => self.ban_refusal(st, &after, ban, stage, done),
        }
    }

    fn ban_refusal(
        self,
        st: &State<W, T, N>,
        after: &State<W, T, N>,
        ban: u8,
        stage: crate::rules::refusal::Stage,
        done: MoveEffect,
    ) -> Refusal {
        let rule = &self.engine.book.bans[ban as usize];
        let mut cx = TestContext::of(st.turn);
        cx.done = Some(done);
        cx.victim = done.captured.map_or(NOBODY, |it| it.seat);
        let balance = |tests: &Option<crate::rulebook::PositionTest>, at: &State<W, T, N>| {
            tests.as_ref().and_then(|it| it.material).and_then(|it| self.facts().figures(at, it, &cx))
        };
        let figures = balance(&rule.forbids.before, st).or_else(|| balance(&rule.forbids.after, after));
        let attacks = rule.forbids.after.as_ref().and_then(|it| it.attack).map(|it| {
            let on = self.facts().who(after, it.on, &cx);
            let by = self.facts().who(after, it.by, &cx);
            let seats = (0..self.engine.tables.n_seats).filter(|seat| on >> seat & 1 != 0);
            let attacked = seats.filter_map(|seat| {
                let pieces = self.attacks().king_attackers(after, seat, by) & self.pieces_of_kinds(after, it.kinds);
                (!pieces.is_empty())
                    .then(|| (Square(self.engine.king(after, seat)), Attacks::<W, T, N>::squares(pieces)))
            });
            attacked.collect()
        });
        let figures = figures.map(|(of, than)| (SeatId(of.0), of.1, SeatId(than.0), than.1));
        Refusal::Ban { ban: ban as usize, figures, attacks: attacks.unwrap_or_default(), stage }
    }
}
