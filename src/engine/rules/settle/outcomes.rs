//! Outcomes: when they are tested, who is eliminated, how the game ends, and what it scores.
//!
//! Input: a [`State`] after a move or at the start of a turn. Output: the state after every outcome
//! that the lists of `[settle]` name has been carried out, in their order.

use crate::policy::Points;
use crate::policy::{ClaimThen, CounterStart, MatingPlayer, Then, Who};
use crate::rulebook::{ClaimId, Counter, Outcome, OutcomeId, Player, PositionTest, SeatSet};
use crate::rules::engine_move::{EngineMove, MoveEffect};
use crate::rules::facts::pieces::{TestContext, bit};
use crate::rules::facts::repetition::Repetition;
use crate::rules::movegen::sink::Listed;
use crate::rules::settle::Settler;
use crate::rules::state::{NOBODY, PackedEnPassant, PackedEnding, State};

impl<const W: usize, const T: usize, const N: usize> Settler<'_, W, T, N> {
    /// Plays a legal move, up to the start of the next turn.
    pub fn play(self, st: &State<W, T, N>, mv: EngineMove) -> State<W, T, N> {
        let mut next = *st;
        self.play_into(st, mv, &mut next);
        next
    }

    /// Plays a legal move and writes the resulting state to `next`, overwriting it.
    #[inline(always)]
    pub fn play_into(self, st: &State<W, T, N>, mv: EngineMove, next: &mut State<W, T, N>) {
        self.play_by(st, mv, self.engine.moving_type(st, mv), next);
    }

    /// Plays a legal move of a piece of type `ty`, writes the resulting state to `next`, and
    /// returns what the move did.
    #[inline(always)]
    pub fn play_by(self, st: &State<W, T, N>, mv: EngineMove, ty: usize, next: &mut State<W, T, N>) -> MoveEffect {
        next.copy_from(st);
        let done = self.applier().make(st, next, mv, ty);
        self.applier().open_barriers(next);
        let mut extra_turn = NOBODY;
        if !self.engine.plan.move_preconditions.is_empty() && !self.no_outcome_follows(next, st.turn, done) {
            extra_turn = self.settle_move(st, next, done);
        }
        if next.over == PackedEnding::NO {
            if extra_turn == NOBODY && next.has_usual_turns() {
                self.applier().pass_turn(next, 1);
            } else {
                self.end_unusual_turn(next, extra_turn);
            }
        }
        done
    }

    /// Plays a legal move from a list, like [`Settler::play_by`]. If `is_compact`, calls an outlined function, which keeps
    /// the caller small.
    #[inline(always)]
    pub fn play_listed(self, st: &State<W, T, N>, listed: Listed, next: &mut State<W, T, N>, is_compact: bool) {
        if is_compact {
            *next = self.play(st, listed.mv);
        } else {
            self.play_by(st, listed.mv, usize::from(listed.ty), next);
        }
    }

    /// Ends a turn while players are frozen or the order of play is not the usual one, or a turn after which a player
    /// gets an extra one.
    #[cold]
    #[inline(never)]
    fn end_unusual_turn(self, next: &mut State<W, T, N>, extra_turn: u8) {
        if next.frozen() != 0 {
            self.thaw(next, 0);
        }
        if extra_turn == NOBODY {
            self.applier().pass_turn(next, 1);
        } else {
            let then = self.engine.place_after(next, self.engine.place(next));
            self.applier().give_extra_turn(next, extra_turn, then, 1);
        }
    }

    /// Tests the outcomes after a move in order, and starts over after each one that changes something. First, counts on the
    /// counters, and keeps what an extra turn does not end. Returns the player who gets an extra turn, or [`NOBODY`].
    fn settle_move(self, before: &State<W, T, N>, next: &mut State<W, T, N>, done: MoveEffect) -> u8 {
        let mut extra_turn = NOBODY;
        let mut cx = TestContext::of(before.turn);
        cx.done = Some(done);
        self.count(before, next, cx);
        if before.extra_turn().is_some() {
            self.applier().keep_en_passant_right(before, next, done.mv);
        }
        // Outcomes that scored points, reversed the order of play, gave an extra turn or changed alliances for this
        // move, one bit each: an elimination does not repeat them.
        let mut scored = [0u64; 4];
        // Each elimination leaves one living player fewer, so the loop terminates.
        'again: while next.over == PackedEnding::NO {
            for id in &self.engine.book.settle.after_move {
                let mut cx = cx;
                let (word, bit) = (usize::from(id.0 >> 6), 1 << (id.0 & 63));
                if scored[word] & bit == 0 && self.happens(before, next, *id, &mut cx) {
                    let then = self.engine.book.outcomes[id.0 as usize].then;
                    if matches!(then, Then::Score | Then::Reverse | Then::ExtraTurn | Then::Ally | Then::EndAlliances) {
                        scored[word] |= bit;
                    }
                    if then == Then::ExtraTurn && before.extra_turn().is_none() && extra_turn == NOBODY {
                        extra_turn = self.extra_turn_of(next, *id, &cx);
                    }
                    let living = next.living;
                    self.carry_out(next, *id, &mut cx);
                    if next.over != PackedEnding::NO || next.living != living {
                        continue 'again;
                    }
                }
            }
            break;
        }
        if extra_turn != NOBODY && next.is_living(extra_turn) { extra_turn } else { NOBODY }
    }

    /// Counts the move on each counter of the mover whose test holds.
    fn count(self, before: &State<W, T, N>, next: &mut State<W, T, N>, cx: TestContext) {
        let (kinds, number) = (self.engine.book.kinds.len(), self.engine.book.counters.len());
        for (index, counter) in self.engine.book.counters.iter().enumerate() {
            let stops = counter.running.as_ref().is_some_and(|it| !self.judge().holds(next, it, &mut cx.clone()));
            if !stops && !self.judge().holds(next, &counter.when, &mut cx.clone()) {
                continue;
            }
            let Some(count) = self.engine.counters(next, before.turn).get(index).copied() else { continue };
            let count = match (stops, count) {
                (true, _) => 0,
                (false, 0) => self.counter_start(before, counter).saturating_add(1),
                (false, count) => count.saturating_add(1),
            };
            if let Some(it) = next.counters_mut(before.turn, kinds, number).get_mut(index) {
                *it = count.min(counter.highest);
            }
        }
    }

    /// Returns the number from which a counter starts with a move from `before`.
    fn counter_start(self, before: &State<W, T, N>, counter: &Counter) -> u8 {
        let holds = |it: &PositionTest| self.judge().holds(before, it, &mut TestContext::of(before.turn));
        let ahead = counter.ahead.iter().find(|it| it.0.as_ref().is_none_or(holds)).map_or(0, |it| it.1);
        match counter.starts {
            CounterStart::Zero => ahead,
            CounterStart::PiecesOnBoard => ahead.saturating_add(self.engine.owned(before).count().min(255) as u8),
        }
    }

    /// Tests the outcomes at the start of a turn.
    ///
    /// `has_moves` tells whether the player to move has a legal move, if that is already known.
    pub fn settle_turn(self, st: &mut State<W, T, N>, mut repetition: Repetition, has_moves: Option<bool>) {
        // A player who can pass may have no other move.
        let mut known = has_moves.filter(|it| !(*it && self.engine.plan.passes));
        let (mut passed, mut frozen): (SeatSet, SeatSet) = (0, 0);
        'again: while st.over == PackedEnding::NO {
            if st.living == 0 {
                return self.end_without_players(st, repetition);
            }
            if !st.is_living(st.turn) {
                self.applier().pass_lost_turn(st);
                known = None;
                continue;
            }
            let mut cx = TestContext::of(st.turn);
            cx.repetition = repetition;
            cx.has_moves = known;
            for id in &self.engine.book.settle.turn_start {
                cx.victim = NOBODY;
                cx.mating_player = NOBODY;
                if !self.happens(st, st, *id, &mut cx) {
                    continue;
                }
                let outcome = &self.engine.book.outcomes[id.0 as usize];
                let mover = st.turn;
                match outcome.then {
                    Then::End => self.carry_out(st, *id, &mut cx),
                    Then::Score | Then::Reverse | Then::Ally | Then::EndAlliances => continue,
                    Then::ExtraTurn => {
                        let to = self.extra_turn_of(st, *id, &cx);
                        if st.extra_turn().is_some() || st.is_delayed() || to == NOBODY {
                            continue;
                        }
                        let place = self.engine.place(st);
                        self.applier().give_extra_turn(st, to, place, 0);
                        known = known.filter(|_| to == mover);
                    }
                    Then::Eliminate | Then::Freeze => {
                        let living = st.living;
                        self.carry_out(st, *id, &mut cx);
                        if st.living == living {
                            continue;
                        }
                        // A player who is frozen now does not return before the next move, so the loop
                        // terminates.
                        frozen |= living & !st.living;
                        if st.frozen() != 0 {
                            self.thaw(st, frozen);
                        }
                        if !st.is_living(mover) && st.living != 0 {
                            self.applier().pass_lost_turn(st);
                        }
                        // An elimination can change the legal moves, so the cached answer is
                        // void.
                        known = None;
                        passed = 0;
                        // The position without that player occurs for the first time.
                        repetition = repetition.times.min(1).into();
                    }
                    Then::Pass => {
                        passed |= 1 << mover;
                        if passed & st.living == st.living {
                            // No player can move: the outcome that passes the turn ends the game.
                            self.finish(st, *id, &cx);
                        } else {
                            self.applier().pass_turn(st, 0);
                        }
                        known = None;
                    }
                }
                continue 'again;
            }
            return;
        }
    }

    /// Ends a game in which no player is left, if an outcome tests `living = 0`. Other tests are about a player to
    /// move, and there is none.
    #[cold]
    #[inline(never)]
    fn end_without_players(self, st: &mut State<W, T, N>, repetition: Repetition) {
        let outcomes = &self.engine.book.outcomes;
        let is_meant = |it: &&OutcomeId| outcomes[it.0 as usize].when.living == Some(0);
        for id in self.engine.book.settle.turn_start.iter().filter(is_meant) {
            let mut cx = TestContext::of(st.turn);
            cx.repetition = repetition;
            if outcomes[id.0 as usize].then == Then::End && self.happens(st, st, *id, &mut cx) {
                return self.carry_out(st, *id, &mut cx);
            }
        }
    }

    /// Reports whether an outcome occurs, and binds the victim and the mating player.
    fn happens(self, before: &State<W, T, N>, st: &State<W, T, N>, id: OutcomeId, cx: &mut TestContext) -> bool {
        let outcome = &self.engine.book.outcomes[id.0 as usize];
        if !self.judge().holds(st, &outcome.when, cx) {
            return false;
        }
        if !outcome.unless.is_empty() && self.judge().is_excepted(before, st, &outcome.unless, cx) {
            return false;
        }
        if let Some(mating_player) = outcome.mating_player {
            cx.mating_player = self.mating_player(st, mating_player, cx);
        }
        true
    }

    fn mating_player(self, st: &State<W, T, N>, mating_player: MatingPlayer, cx: &TestContext) -> u8 {
        let victim = if cx.victim == NOBODY { cx.mover } else { cx.victim };
        let first = |set: SeatSet| {
            let n = self.engine.tables.n_seats;
            self.judge().in_turn_order(st, set & ((1u16 << n) - 1) as u8, victim).next().unwrap_or(NOBODY)
        };
        match mating_player {
            MatingPlayer::Mover => cx.mover,
            // At the start of a turn, the last player to move is the previous one; after a move,
            // it is the mover.
            MatingPlayer::LastMover if cx.done.is_some() => cx.mover,
            MatingPlayer::LastMover => st.before(cx.mover, self.engine.tables.n_seats),
            MatingPlayer::SoleSufficient => first(self.judge().mates_alone(st, victim)),
            MatingPlayer::FirstToCapture => {
                let mut attackers = 0;
                for seat in 0..self.engine.tables.n_seats {
                    if seat != victim
                        && st.is_living(seat)
                        && !self.attacks().king_attackers(st, victim, 1 << seat).is_empty()
                    {
                        attackers |= 1 << seat;
                    }
                }
                first(attackers)
            }
        }
    }

    /// Returns the player who gets an extra turn by an outcome that has occurred, or [`NOBODY`].
    fn extra_turn_of(self, st: &State<W, T, N>, id: OutcomeId, cx: &TestContext) -> u8 {
        let Some(who) = self.engine.book.outcomes[id.0 as usize].extra_turn_for else { return cx.mover };
        let living = self.facts().who(st, who, cx) & st.living;
        self.judge().in_turn_order(st, living, cx.mover).next().unwrap_or(NOBODY)
    }

    /// Lets frozen players return who are no longer stuck, except the players in `except`.
    #[cold]
    #[inline(never)]
    fn thaw(self, st: &mut State<W, T, N>, except: SeatSet) {
        // Each return can free other frozen players, who may now capture its pieces.
        'again: loop {
            for seat in self.judge().in_turn_order(st, st.frozen() & !except, st.turn) {
                if (self.engine.royals(st) & st.seats[seat as usize]).is_empty() {
                    // A player whose king was captured cannot return.
                    st.set_frozen(st.frozen() & !(1 << seat));
                } else if !self.would_be_stuck(st, seat) {
                    st.set_frozen(st.frozen() & !(1 << seat));
                    st.living |= 1 << seat;
                    self.applier().derive_barriers(st, false);
                    continue 'again;
                }
            }
            return;
        }
    }

    /// Reports whether a frozen player would be stuck if they were in the game.
    fn would_be_stuck(self, st: &State<W, T, N>, seat: u8) -> bool {
        let mut back = *st;
        back.living |= 1 << seat;
        let settle = &self.engine.book.settle;
        let outcomes = settle.after_move.iter().chain(&settle.turn_start);
        let freezing =
            outcomes.map(|id| &self.engine.book.outcomes[id.0 as usize]).filter(|it| it.then == Then::Freeze);
        freezing.filter_map(|it| it.when.stuck).any(|it| self.judge().is_stuck(&back, seat, it.check))
    }

    fn carry_out(self, st: &mut State<W, T, N>, id: OutcomeId, cx: &mut TestContext) {
        match self.engine.book.outcomes[id.0 as usize].then {
            Then::End => self.finish(st, id, cx),
            Then::Eliminate | Then::Freeze => {
                let victim = if cx.victim == NOBODY { cx.mover } else { cx.victim };
                if st.is_living(victim) {
                    cx.victim = victim;
                    if self.engine.book.outcomes[id.0 as usize].then == Then::Freeze {
                        st.set_frozen(st.frozen() | 1 << victim);
                    }
                    self.applier().eliminate(st, victim, cx.mating_player);
                    self.applier().derive_barriers(st, cx.done.is_some());
                    let outcome = &self.engine.book.outcomes[id.0 as usize];
                    self.score(st, &outcome.score, cx);
                }
            }
            Then::Score => self.score(st, &self.engine.book.outcomes[id.0 as usize].score, cx),
            Then::Reverse => st.reverse(),
            Then::Ally => {
                let players = &self.engine.book.outcomes[id.0 as usize].allies;
                let players = players.iter().fold(0, |all, it| all | self.facts().who(st, *it, cx));
                self.engine.ally(st, players);
            }
            Then::EndAlliances => self.engine.end_alliances(st, !0, !0),
            Then::Pass | Then::ExtraTurn => {}
        }
    }

    fn finish(self, st: &mut State<W, T, N>, id: OutcomeId, cx: &TestContext) {
        let outcome: &Outcome = &self.engine.book.outcomes[id.0 as usize];
        st.over = PackedEnding { cause: id.0, mover: cx.mover, victim: cx.victim, mating_player: cx.mating_player };
        // A double step that ends the game leaves a right that nobody can use, and that no text contains.
        for right in st.en_passant.iter_mut().filter(|it| it.age == 0) {
            *right = PackedEnPassant::NONE;
        }
        self.score(st, &outcome.score, cx);
    }

    /// Adds points by role. If several roles fit a player, the most specific one counts.
    ///
    /// `others` covers the players that no other role of the same table names.
    fn score(self, st: &mut State<W, T, N>, score: &[(Player, Points)], cx: &TestContext) {
        let all = ((1u16 << self.engine.tables.n_seats) - 1) as u8;
        for seat in 0..self.engine.tables.n_seats {
            let fits = |who: Player| {
                let set = match who {
                    Player::Role(Who::Others) => all,
                    // Points of partners and of single players count before these.
                    Player::Role(Who::Opponents) => st.living,
                    _ => self.facts().who(st, who, cx),
                };
                set >> seat & 1 != 0
            };
            if let Some((_, points)) = score.iter().filter(|it| fits(it.0)).min_by_key(|it| it.0.precedence()) {
                let total = &mut st.scores[seat as usize];
                *total = total.saturating_add(points.0.clamp(-30_000, 30_000) as i16);
            }
        }
    }

    /// Reports whether the mover may claim an outcome now.
    pub fn is_claimable(self, st: &State<W, T, N>, id: OutcomeId, repetition: Repetition) -> bool {
        let mut cx = TestContext::of(st.turn);
        cx.repetition = repetition;
        st.over == PackedEnding::NO
            && self.engine.book.settle.on_claim.contains(&id)
            && self.happens(st, st, id, &mut cx)
    }

    /// Carries out a claimed outcome.
    pub fn conclude_outcome(self, st: &mut State<W, T, N>, id: OutcomeId) {
        let mut cx = TestContext::of(st.turn);
        cx.repetition = u16::MAX.into();
        self.happens(&st.clone(), &st.clone(), id, &mut cx);
        self.carry_out(st, id, &mut cx);
    }

    /// Carries out an accepted claim.
    ///
    /// In a claim that changes an alliance, `winner` is the partner whom it names. The claimant becomes the victim if the claim names another player as the winner,
    /// eliminates the claimant, or scores the victim.
    pub fn conclude_claim(self, st: &mut State<W, T, N>, id: ClaimId, claimant: u8, winner: u8) {
        let claim = &self.engine.book.claims[id.0 as usize];
        let loses = claim.names_winner()
            || claim.then == ClaimThen::Eliminate
            || claim.score.iter().any(|(who, _)| *who == Who::Victim);
        let mut cx = TestContext::of(claimant);
        cx.victim = if loses { claimant } else { NOBODY };
        cx.mating_player = winner;
        match claim.then {
            ClaimThen::End => {
                st.over = PackedEnding {
                    cause: PackedEnding::by_claim(id),
                    mover: claimant,
                    victim: cx.victim,
                    mating_player: winner,
                };
                self.score(st, &claim.score, &cx);
            }
            ClaimThen::Eliminate => {
                self.applier().eliminate(st, claimant, winner);
                self.score(st, &claim.score, &cx);
                if st.frozen() != 0 {
                    self.thaw(st, 0);
                }
                if st.turn == claimant && st.living != 0 {
                    self.applier().pass_lost_turn(st);
                }
            }
            ClaimThen::Ally => self.engine.ally(st, 1 << claimant | bit(winner)),
            ClaimThen::EndAlliance => {
                self.engine.end_alliances(st, 1 << claimant, if winner == NOBODY { !0 } else { 1 << winner });
            }
            ClaimThen::Reverse => st.reverse(),
        }
    }
}
