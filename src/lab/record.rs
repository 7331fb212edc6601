//! The recorder: watches one game and keeps what the figures need.
//!
//! Contains [`Recorder`], an observer of the engine's loop. It allocates nothing during a game.
//!
//! # The lead
//! A player leads if their army is worth more than that of every other remaining player. In a tie,
//! the player who led before still leads. The lead is determined at the start of each turn, so the
//! end of the game itself is no change of the lead.
//!
//! # The kingmaker
//! The kingmaker of a game is the player who made the move by which another player, the winner, took
//! the lead for good. Before this move, three or more players remained, and the army of the kingmaker
//! was worth less than that of every other. In short: the player in last place decided which of the
//! others won.
//!
//! # Samples for piece values
//! One position of each game is sampled, after a number of moves drawn from [`SAMPLED`]. It gives
//! an equation for each remaining player (see [`super::values`]).
//!
//! Input: events of a game. Output: a [`GameRow`], and counts that are added to a [`Tally`]. Does not
//! know bots or threads.

use rand_core::Rng;
use rand_pcg::Pcg64;

use super::plan::LabPlan;
use super::row::{Exit, GameRow, MAX_SEATS, PLY_LIMIT, STUCK};
use super::tally::Tally;
use crate::bot::bounded;
use crate::policy::Points;
use crate::rulebook::{SeatId, SeatSet};
use crate::rules::{EndEvent, MoveEvent, Observer, PieceCounts};

/// Numbers of moves after which a position can be sampled.
const SAMPLED: std::ops::Range<u64> = 12..140;
/// The number in place of a seat that stands for nobody.
const NOBODY: u8 = u8::MAX;
/// Maximum number of kinds of a rulebook.
const MAX_KINDS: usize = 32;

/// Watches games, one after the other.
#[derive(Debug)]
pub struct Recorder<'a> {
    plan: &'a LabPlan,
    /// The counts of all games that were watched.
    pub tally: Tally,
    row: GameRow,
    squares: usize,
    /// Material of each seat at the last turn after which it changed.
    material: [i32; MAX_SEATS],
    living_at_start: SeatSet,
    living: SeatSet,
    /// Material and players before the last move.
    before: ([i32; MAX_SEATS], SeatSet),
    /// Whether the lead may have changed since it was last determined.
    is_stale: bool,
    mover: u8,
    leader: u8,
    /// The move after which the leader took the lead, and who made it while in last place.
    led_since: u32,
    kingmaker: u8,
    /// Number of moves after which the position is sampled.
    sample_ply: u32,
    /// The seats in the sample; empty without one.
    sampled: SeatSet,
    sample: [[i16; MAX_KINDS]; MAX_SEATS],
}

impl<'a> Recorder<'a> {
    /// Creates a recorder that has not seen any game.
    pub fn new(plan: &'a LabPlan) -> Self {
        let position = plan.start();
        let book = position.variant().rulebook();
        let living = book.seat_ids().filter(|it| position.is_living(*it)).fold(0, |set, it| set | it.bit());
        Self {
            plan,
            tally: Tally::new(plan),
            row: GameRow::new(0),
            squares: book.board().len(),
            material: [0; MAX_SEATS],
            living_at_start: living,
            living,
            before: ([0; MAX_SEATS], living),
            is_stale: true,
            mover: NOBODY,
            leader: NOBODY,
            led_since: 0,
            kingmaker: NOBODY,
            sample_ply: 0,
            sampled: 0,
            sample: [[0; MAX_KINDS]; MAX_SEATS],
        }
    }

    /// Prepares for a game, and draws the moment of its sample.
    pub fn begin(&mut self, index: u64, random: &mut Pcg64) {
        self.row = GameRow::new(index);
        self.living = self.living_at_start;
        self.is_stale = true;
        (self.mover, self.leader, self.kingmaker) = (NOBODY, NOBODY, NOBODY);
        self.led_since = 0;
        self.sampled = 0;
        self.sample_ply = drawn(random);
    }

    /// Counts the game that has finished, and returns its row.
    pub fn end(&mut self) -> GameRow {
        self.tally.add(&self.row);
        if self.sampled != 0 {
            self.add_sample();
        }
        self.row
    }

    /// Adds up the values of the pieces on the board.
    fn count_material(&mut self, pieces: &dyn PieceCounts) {
        for seat in seats(self.living) {
            let mut counts = [0; MAX_KINDS];
            pieces.add_to(seat, &mut counts);
            let values = self.plan.values().iter().zip(counts);
            self.material[seat] = values.map(|(value, count)| value * i32::from(count)).sum();
        }
    }

    /// Determines the leader at the start of a turn.
    fn update_lead(&mut self) {
        self.is_stale = false;
        let (mut best, mut leader, mut is_tied) = (i32::MIN, NOBODY, false);
        for seat in seats(self.living) {
            let material = self.material[seat];
            is_tied = material == best || is_tied && material < best;
            if material > best {
                (best, leader) = (material, seat as u8);
            }
        }
        let still_leads = self.leader != NOBODY
            && self.living >> self.leader & 1 != 0
            && self.material[usize::from(self.leader)] == best;
        if leader == NOBODY || still_leads || is_tied {
            // After the leader's fall, a tie has no leader.
            if is_tied && !still_leads {
                self.leader = NOBODY;
            }
            return;
        }
        // The start of the game is no change, and neither is the first lead.
        self.row.lead_changes += u32::from(self.leader != leader && self.leader != NOBODY);
        self.led_since = self.row.plies;
        let (material, living) = &self.before;
        let mover = usize::from(self.mover);
        let is_kingmaker = self.mover != NOBODY
            && self.mover != leader
            && living.count_ones() >= 3
            && seats(*living).all(|it| it == mover || material[it] > material[mover]);
        self.kingmaker = if is_kingmaker { self.mover } else { NOBODY };
        self.leader = leader;
    }

    /// Adds the equations of the sampled position, with the points of the game.
    fn add_sample(&mut self) {
        let kinds = self.tally.kind_moves.len();
        let count = i64::from(self.sampled.count_ones());
        let mut sums = [0i64; MAX_KINDS];
        let mut points = 0;
        for seat in seats(self.sampled) {
            points += i64::from(self.row.points[seat]);
            (0..kinds).for_each(|kind| sums[kind] += i64::from(self.sample[seat][kind]));
        }
        for seat in seats(self.sampled) {
            let target = count * i64::from(self.row.points[seat]) - points;
            let sample = &self.sample[seat];
            let own: [i64; MAX_KINDS] = std::array::from_fn(|it| count * i64::from(sample[it]) - sums[it]);
            for (kind, value) in own.iter().enumerate().take(kinds).filter(|it| *it.1 != 0) {
                self.tally.value_targets[kind] += i128::from(value * target);
                for (other, it) in own.iter().enumerate().take(kinds) {
                    self.tally.value_products[kind * kinds + other] += i128::from(value * it);
                }
            }
            self.tally.value_squares += i128::from(target * target);
        }
        self.tally.value_freedom += count as u64 - 1;
    }
}

/// Draws the number of moves after which a position is sampled.
fn drawn(random: &mut impl Rng) -> u32 {
    (SAMPLED.start + bounded(random, SAMPLED.end - SAMPLED.start)) as u32
}

/// Iterates over the seats of a set.
fn seats(set: SeatSet) -> impl Iterator<Item = usize> {
    (0..MAX_SEATS).filter(move |it| set >> it & 1 != 0)
}

impl Observer for Recorder<'_> {
    fn turn(&mut self, moves: usize, pieces: &dyn PieceCounts) {
        self.row.choices += moves as u64;
        self.tally.most_choices = self.tally.most_choices.max(moves as u64);
        if self.is_stale {
            self.count_material(pieces);
            self.update_lead();
        }
        if self.row.plies == self.sample_ply {
            self.sampled = pieces.living();
            self.sample = [[0; MAX_KINDS]; MAX_SEATS];
            seats(self.sampled).for_each(|seat| pieces.add_to(seat, &mut self.sample[seat]));
        }
    }

    fn played(&mut self, event: &MoveEvent) {
        let seat = usize::from(event.seat);
        self.row.plies += 1;
        self.mover = event.seat;
        self.before = (self.material, event.living);
        if event.is_pass {
            return;
        }
        self.tally.arrivals[seat * self.squares + event.to] += u64::from(!event.stays);
        let kind = event.kind.index();
        self.tally.kind_moves[kind] += 1;
        if let Some((victim, is_en_passant)) = event.captured {
            self.tally.kind_captures[kind] += 1;
            self.tally.kind_captured[victim.index()] += 1;
            self.tally.en_passants += u64::from(is_en_passant);
        }
        if let Some(promoted) = event.promotion {
            self.tally.kind_promotions[promoted.index()] += 1;
        }
        self.is_stale |= event.captured.is_some() || event.promotion.is_some() || event.is_drop || event.has_gate;
        self.tally.castlings += u64::from(event.is_castling);
    }

    fn eliminated(&mut self, living: SeatSet) {
        for victim in seats(self.living & !living) {
            let by = if self.mover == NOBODY { victim as u8 } else { self.mover };
            self.row.add_exit(Exit { victim: victim as u8, by });
        }
        self.living = living;
        self.is_stale = true;
    }

    fn finished(&mut self, end: &EndEvent<'_>) {
        let count = self.tally.points.len();
        self.row.ending = match end.cause {
            Some(cause) => cause,
            None if self.row.plies >= self.plan.options().ply_limit => PLY_LIMIT,
            None => STUCK,
        };
        let shared = if end.cause.is_some() { 0 } else { self.plan.shared(end.living) };
        let unit = self.plan.unit();
        for (seat, (points, score)) in self.row.points.iter_mut().zip(end.twelfths).enumerate().take(count) {
            let rest = if end.living >> seat & 1 != 0 { shared } else { 0 };
            *points = i32::from(*score) * unit / Points::UNIT + rest;
        }
        let points = &self.row.points[..count];
        let best = points.iter().copied().max().unwrap_or_default();
        let mut winners = points.iter().enumerate().filter(|it| *it.1 == best);
        let first = winners.next().filter(|_| winners.next().is_none() && end.cause.is_some());
        self.row.winner = first.map(|it| SeatId(it.0 as u8));
        let leads = self.row.winner.is_some_and(|it| it.0 == self.leader);
        self.row.lead_ply = leads.then_some(self.led_since);
        self.row.kingmaker = (leads && self.kingmaker != NOBODY).then_some(SeatId(self.kingmaker));
    }
}
