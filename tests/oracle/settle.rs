//! Settles a move: outcomes in order, eliminations, the next turn and the points.

use super::roles::Roles;
use super::tests::View;
use super::{Deed, State};
use std::collections::BTreeSet;
use threefold_engine::policy;
use threefold_engine::policy::Points;
use threefold_engine::rulebook::{BanTests, Chase, Counter, OutcomeId, Player, PositionTest, SeatId};
use threefold_engine::rules::{Ending, EndingCause, Move};

/// How often a position has occurred, and the players who gave check or chased with each of their moves since the first time.
#[derive(Clone)]
pub struct Repeated {
    pub times: u16,
    pub checking: Vec<SeatId>,
    pub chasing: Vec<(Chase, SeatId)>,
}

impl Default for Repeated {
    fn default() -> Self {
        Self { times: 1, checking: Vec::new(), chasing: Vec::new() }
    }
}

/// The effect of an outcome.
enum Done {
    Nothing,
    Ended,
    PutOut,
    Scored,
    Passed,
    /// This player gets an extra turn.
    Extra(SeatId),
}

impl State {
    /// Plays a legal move and settles all consequences.
    pub fn play(&self, mv: Move) -> State {
        let mut next = self.play_unsettled(mv);
        next.settle(1);
        next
    }

    /// Settles up to the start of the next turn.
    pub fn play_unsettled(&self, mv: Move) -> State {
        let shots = self.legal_for(self.turn);
        let shot = shots.get(&mv).expect("a legal move");
        let (mut next, deed) = self.apply_pieces(shot, mv.promotion());
        next.open_vacated();
        next.derive_barriers();
        let extra = next.settle_move(self, &deed);
        next.thaw(&[]);
        match extra.filter(|it| next.is_living(*it)) {
            _ if next.over.is_some() => {}
            Some(seat) => next.give_extra_turn(seat, next.place_after(next.place())),
            None => next.pass_turn(),
        }
        next
    }

    /// Returns the number from which a counter starts, judged by the position before the move.
    fn first_count(&self, counter: &Counter, mover: SeatId) -> u8 {
        let holds = |it: &PositionTest| {
            let mut view = View { roles: Roles::of(mover), deed: None, repeated: Repeated::default() };
            self.holds(it, &mut view)
        };
        let ahead = counter.ahead().iter().find(|it| it.0.as_ref().is_none_or(holds)).map_or(0, |it| it.1);
        let pieces = match counter.starts() {
            policy::CounterStart::Zero => 0,
            policy::CounterStart::PiecesOnBoard => self.all_pieces().len(),
        };
        ahead.saturating_add(pieces.min(255) as u8)
    }

    /// Settles outcomes after a move; starts again at the top of the list until nothing changes.
    /// Returns the player who gets an extra turn.
    fn settle_move(&mut self, before: &State, deed: &Deed) -> Option<SeatId> {
        for (index, counter) in self.book.clone().counters().iter().enumerate() {
            let mut view = View { roles: Roles::of(deed.mover), deed: Some(deed), repeated: Repeated::default() };
            let runs = counter.running().is_none_or(|it| self.holds(it, &mut view));
            let count = self.counters[deed.mover.index()][index];
            let mut view = View { roles: Roles::of(deed.mover), deed: Some(deed), repeated: Repeated::default() };
            self.counters[deed.mover.index()][index] = match runs && self.holds(counter.when(), &mut view) {
                _ if !runs => 0,
                false => count,
                true if count == 0 => before.first_count(counter, deed.mover).saturating_add(1).min(counter.highest()),
                true => count.saturating_add(1).min(counter.highest()),
            };
        }
        let list = self.book.settle().after_move().to_vec();
        // An outcome that scores points does so once for each move.
        let mut scored = Vec::new();
        let mut extra = None;
        loop {
            let mut changed = false;
            for outcome in &list {
                if scored.contains(outcome) {
                    continue;
                }
                match self.look_at(*outcome, Roles::of(deed.mover), Some(deed), &Repeated::default()) {
                    Done::Nothing => continue,
                    Done::Ended => return None,
                    Done::Passed => continue,
                    Done::Scored => {
                        scored.push(*outcome);
                        continue;
                    }
                    Done::Extra(seat) => {
                        scored.push(*outcome);
                        // The move of an extra turn leads to no other one.
                        if self.extra_turn.is_none() {
                            extra = extra.or(Some(seat));
                        }
                        continue;
                    }
                    // If an army is removed, its squares become empty.
                    Done::PutOut => {
                        self.open_vacated();
                        self.derive_barriers();
                        changed = true;
                    }
                }
                break;
            }
            if !changed {
                return extra;
            }
        }
    }

    /// Settles outcomes at the start of a turn. If the mover is eliminated, the turn passes and
    /// this starts again.
    pub fn settle(&mut self, repeated: u16) {
        self.settle_repeated(&Repeated { times: repeated, ..Repeated::default() });
    }

    /// Settles the same for a position that occurs again.
    pub fn settle_repeated(&mut self, repeated: &Repeated) {
        let first = Repeated::default();
        let mut repeated = repeated;
        let list = self.book.settle().turn_start().to_vec();
        let mut passed = Vec::new();
        let mut frozen_now = Vec::new();
        'again: loop {
            if self.over.is_some() {
                return;
            }
            let is_meant = |it: &OutcomeId| {
                let it = &self.book.outcomes()[usize::from(it.0)];
                !self.living().is_empty() || it.when().living() == Some(0) && it.then() == policy::Then::End
            };
            let meant: Vec<OutcomeId> = list.iter().copied().filter(is_meant).collect();
            for outcome in &meant {
                let mover = self.turn;
                let before = self.living();
                match self.look_at(*outcome, Roles::of(mover), None, repeated) {
                    Done::Nothing => continue,
                    Done::Ended => return,
                    Done::Scored => continue,
                    Done::Extra(_) if self.extra_turn.is_some() || self.delayed => continue,
                    Done::Extra(seat) => self.give_extra_turn(seat, self.place()),
                    Done::PutOut => {
                        passed.clear();
                        repeated = &first;
                        frozen_now.extend(before.into_iter().filter(|it| !self.is_living(*it)));
                        self.thaw(&frozen_now);
                        if !self.is_living(mover) && !self.living().is_empty() {
                            self.pass_lost_turn();
                        }
                    }
                    Done::Passed => {
                        // A player can pass an extra turn as well.
                        passed.push(mover);
                        if self.living().iter().all(|it| passed.contains(it)) {
                            self.end(*outcome, Roles { victim: Some(mover), ..Roles::of(mover) });
                            return;
                        }
                        self.pass_turn();
                    }
                }
                continue 'again;
            }
            return;
        }
    }

    /// Passes the turn to the next remaining player. Rights of players who are reached or
    /// skipped lapse.
    pub fn pass_turn(&mut self) {
        self.delayed = false;
        if let Some(seat) = self.extra_turn.take() {
            self.delayed = self.has_turns(seat);
            let place = if self.delayed { seat } else { self.place_after(seat) };
            self.take_place(place);
            return;
        }
        let place = self.place();
        for seat in self.others_after(place).into_iter().chain([place]) {
            self.en_passant.retain(|it| it.owner != seat);
            if self.has_turns(seat) {
                self.take_place(seat);
                return;
            }
        }
    }

    /// Passes the turn of a player who was eliminated before they moved.
    fn pass_lost_turn(&mut self) {
        let place = self.place();
        match self.extra_turn.is_none() && self.has_turns(place) {
            true => self.take_place(place),
            false => self.pass_turn(),
        }
    }

    /// Returns the player whose turn in the order it is, even if an heir plays it.
    fn place(&self) -> SeatId {
        self.inherited_turn.unwrap_or(self.turn)
    }

    /// Reports whether a player has turns, or an heir plays them.
    fn has_turns(&self, seat: SeatId) -> bool {
        self.is_living(seat) || self.heirs.contains_key(&seat)
    }

    /// Returns the next player in the order who has turns.
    fn place_after(&self, seat: SeatId) -> SeatId {
        self.others_after(seat).into_iter().find(|it| self.has_turns(*it)).unwrap_or(seat)
    }

    /// Gives the turn to a player or to their heir.
    fn take_place(&mut self, seat: SeatId) {
        let heir = self.heirs.get(&seat).copied();
        self.turn = heir.unwrap_or(seat);
        self.inherited_turn = heir.map(|_| seat);
        self.en_passant.retain(|it| it.owner != self.turn);
    }

    /// Makes players allies. If a player may have one ally only, an earlier alliance ends.
    fn ally(&mut self, players: &[SeatId]) {
        let players: BTreeSet<SeatId> = players.iter().copied().filter(|it| self.is_living(*it)).collect();
        let is_one = self.book.alliance().is_some_and(|it| it.allies() == policy::AllyLimit::One);
        if is_one && players.len() == 2 {
            self.allies.retain(|it| !players.contains(&it.0) && !players.contains(&it.1));
        }
        if !is_one || players.len() == 2 {
            for one in &players {
                self.allies.extend(players.iter().filter(|it| one < *it).map(|it| (*one, *it)));
            }
        }
    }

    /// Gives a player an extra turn, after which `then` plays.
    fn give_extra_turn(&mut self, seat: SeatId, then: SeatId) {
        // A second move in a row gives no opponent a chance to capture.
        if seat != self.turn {
            self.en_passant.retain(|it| it.owner != seat);
        }
        self.turn = seat;
        self.extra_turn = Some(then);
        self.delayed = false;
        self.inherited_turn = None;
    }

    /// Lets frozen players return if they would not be stuck.
    pub fn thaw(&mut self, except: &[SeatId]) {
        while self.over.is_none() {
            let mut order = self.others_after(self.turn);
            order.push(self.turn);
            order.retain(|it| self.frozen.contains(it) && !except.contains(it));
            let mut freed = None;
            for seat in order {
                if self.kings(seat).is_empty() {
                    self.frozen.remove(&seat);
                } else if freed.is_none() && !self.would_be_stuck(seat) {
                    freed = Some(seat);
                }
            }
            let Some(seat) = freed else { return };
            self.frozen.remove(&seat);
            self.out.remove(&seat);
            self.derive_barriers();
        }
    }

    /// Reports whether a frozen player would be stuck if they were in the game and it were their turn.
    fn would_be_stuck(&self, seat: SeatId) -> bool {
        let mut back = self.clone();
        back.out.remove(&seat);
        back.turn = seat;
        let settled = self.book.settle();
        settled.after_move().iter().chain(settled.turn_start()).any(|id| {
            let outcome = &self.book.outcomes()[id.0 as usize];
            let test = outcome.when().stuck().filter(|_| outcome.then() == policy::Then::Freeze);
            test.is_some_and(|it| back.is_stuck(seat, it.check()))
        })
    }

    /// Reports whether an outcome's tests are true, and binds the victim.
    pub fn happens(&self, id: OutcomeId, view: &mut View) -> bool {
        let outcome = &self.book.outcomes()[id.0 as usize];
        if !self.holds(outcome.when(), view) {
            return false;
        }
        let roles = view.roles;
        let lifts = |it: &BanTests| {
            let look = || View { roles, deed: view.deed, repeated: view.repeated.clone() };
            let of_move = it.mv().is_none() && it.piece().is_none() || view.deed.is_some();
            let mv = view.deed.is_none_or(|deed| {
                it.mv().is_none_or(|it| self.is_move(it, deed, &roles))
                    && it
                        .piece()
                        .is_none_or(|it| !deed.is_pass && self.is_such(it, deed.after.0, &deed.after.1, &roles))
            });
            of_move
                && mv
                && it.before().is_none_or(|it| self.holds(it, &mut look()))
                && it.after().is_none_or(|it| self.holds(it, &mut look()))
        };
        !outcome.unless().iter().any(|it| lifts(&it.1))
    }

    fn look_at(&mut self, id: OutcomeId, roles: Roles, deed: Option<&Deed>, repeated: &Repeated) -> Done {
        let mut view = View { roles, deed, repeated: repeated.clone() };
        if !self.happens(id, &mut view) {
            return Done::Nothing;
        }
        let roles = Roles { mating_player: self.mating_player(id, &view.roles, deed.is_some()), ..view.roles };
        let outcome = self.book.outcomes()[id.0 as usize].clone();
        match outcome.then() {
            policy::Then::End => {
                self.end(id, roles);
                Done::Ended
            }
            policy::Then::Pass => Done::Passed,
            policy::Then::Score => {
                self.award(outcome.score(), &roles);
                Done::Scored
            }
            policy::Then::Reverse => {
                self.reversed = !self.reversed;
                Done::Scored
            }
            policy::Then::Ally => {
                let named: Vec<SeatId> =
                    outcome.allies().iter().flat_map(|it| self.who(*it, &roles, roles.mover)).collect();
                self.ally(&named);
                Done::Scored
            }
            policy::Then::EndAlliances => {
                self.allies.clear();
                Done::Scored
            }
            policy::Then::ExtraTurn => {
                let Some(who) = outcome.extra_turn_for() else { return Done::Extra(roles.mover) };
                let named = self.who(who, &roles, roles.mover);
                let mut order = self.others_after(roles.mover);
                order.push(roles.mover);
                let found = order.into_iter().find(|it| named.contains(it) && self.is_living(*it));
                found.map_or(Done::Nothing, Done::Extra)
            }
            policy::Then::Eliminate | policy::Then::Freeze => {
                let victim = roles.victim.unwrap_or(roles.mover);
                if !self.is_living(victim) {
                    return Done::Nothing;
                }
                self.eliminate(victim, roles.mating_player);
                if outcome.then() == policy::Then::Freeze {
                    self.frozen.insert(victim);
                }
                self.award(outcome.score(), &Roles { victim: Some(victim), ..roles });
                Done::PutOut
            }
        }
    }

    fn end(&mut self, id: OutcomeId, roles: Roles) {
        let score = self.book.outcomes()[id.0 as usize].score().to_vec();
        self.award(&score, &roles);
        let cause = EndingCause::Outcome(id);
        self.over =
            Some(Ending { cause, mover: roles.mover, victim: roles.victim, mating_player: roles.mating_player });
    }

    fn mating_player(&self, id: OutcomeId, roles: &Roles, after_move: bool) -> Option<SeatId> {
        let victim = roles.victim.unwrap_or(roles.mover);
        match self.book.outcomes()[id.0 as usize].mating_player()? {
            policy::MatingPlayer::SoleSufficient => self.mating_alone(victim).first().copied(),
            policy::MatingPlayer::FirstToCapture => {
                self.others_after(victim).into_iter().find(|it| !self.attackers(*it, victim).is_empty())
            }
            policy::MatingPlayer::LastMover if after_move => Some(roles.mover),
            policy::MatingPlayer::LastMover => Some(self.previous(roles.mover)),
            policy::MatingPlayer::Mover => Some(roles.mover),
        }
    }

    /// Adds the points of a row. For each player, the most specific word that denotes the player
    /// counts. `opponents` are the players that no single-player word denotes, and `others` those that no other word denotes.
    fn award(&mut self, score: &[(Player, Points)], roles: &Roles) {
        let rank = |it: Player| match it {
            Player::Role(policy::Who::Third) => 1,
            Player::Role(policy::Who::Partners) => 2,
            Player::Role(policy::Who::Opponents) => 3,
            Player::Role(policy::Who::Living | policy::Who::Eliminated) => 4,
            Player::Role(policy::Who::All) => 5,
            Player::Role(policy::Who::Others) => 6,
            _ => 0,
        };
        let singles = score.iter().filter(|it| rank(it.0) == 0);
        let named: Vec<SeatId> = singles.flat_map(|it| self.who(it.0, roles, roles.mover)).collect();
        for seat in self.book.clone().seat_ids() {
            let means = |it: Player| match it {
                Player::Role(policy::Who::Others) => true,
                Player::Role(policy::Who::Opponents) => !named.contains(&seat) && self.is_living(seat),
                _ => self.who(it, roles, roles.mover).contains(&seat),
            };
            let fits = score.iter().filter(|it| means(it.0));
            if let Some(row) = fits.min_by_key(|it| rank(it.0)) {
                self.scores[seat.index()].0 += row.1.0;
            }
        }
    }

    /// Returns the opponents who each checkmate a player alone, in order of play after the
    /// player.
    pub fn mating_alone(&self, seat: SeatId) -> Vec<SeatId> {
        let opponents: Vec<_> = self.others_after(seat).into_iter().filter(|it| self.is_living(*it)).collect();
        let suffices = |one: &SeatId| {
            let mut board = self.clone();
            if self.book.alone() == policy::Alone::PiecesRemoved {
                for piece in board.pieces.iter_mut() {
                    *piece = piece.filter(|it| it.seat == seat || it.seat == *one);
                }
            }
            let attacks_now = self.counted(seat).contains(one) && !self.attackers(*one, seat).is_empty();
            attacks_now
                // A player in check may not castle out of it.
                && !board.possible_placed(seat).into_iter().filter(|it| it.0.castling().is_none()).any(|(mv, shot)| {
                    let (after, deed) = board.apply(&shot, mv.promotion());
                    let holds = self.book.escapes() == policy::Escapes::BansHold;
                    let barred = holds && (0..2).any(|late| board.obeys_bans(&after, &deed, late == 1).is_err());
                    let barred = barred || board.gives_no_barred_check(&shot, &after, &deed).is_err();
                    !barred && !deed.kings_destroyed.contains(&seat) && after.attackers(*one, seat).is_empty()
                })
        };
        opponents.into_iter().filter(suffices).collect()
    }
}
