//! The counts of many games, as exact integers.
//!
//! Contains [`Tally`]. Tallies of the same plan can be added in any order.
//!
//! Input: [`GameRow`]s, and what the recorder counts during the games. Output: sums. Does not know
//! how games are played, or what a sum means.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::impact::{ImpactPlan, ImpactTally};
use super::plan::LabPlan;
use super::row::GameRow;

/// The counts of many games.
///
/// Vectors by two indices are stored row by row. [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Number of games.
    pub games: u64,
    /// By seat: the sum of its points in units.
    pub points: Vec<i64>,
    /// By seat and seat: the sum over all games of the product of their points.
    pub products: Vec<i128>,
    /// By seat: number of games that it won alone.
    pub wins: Vec<u64>,
    /// Sum of the numbers of moves.
    pub plies: u64,
    /// Sum of the squared numbers of moves.
    pub plies_squared: u128,
    /// By number of moves: number of games.
    pub lengths: BTreeMap<u32, u64>,
    /// Sum of the numbers of legal moves over all turns.
    pub choices: u64,
    /// Sum over all games of the squared number of choices.
    pub choices_squared: u128,
    /// Sum over all games of the number of choices times the number of moves.
    pub choices_plies: u128,
    /// The greatest number of legal moves of a turn.
    pub most_choices: u64,
    /// By ending as in [`GameRow::ending`]: number of games by winner, with games without a winner
    /// last.
    pub endings: BTreeMap<u8, Vec<u64>>,
    /// By seat of the last mover and seat of the victim: number of eliminations.
    pub eliminations: Vec<u64>,
    /// By place and seat: number of games in which the seat was eliminated in that place.
    pub exit_order: Vec<u64>,
    /// By seat of the kingmaker and seat of the winner: number of games.
    pub kingmakers: Vec<u64>,
    /// Sum of the numbers of lead changes.
    pub lead_changes: u64,
    /// Sum of the squared numbers of lead changes.
    pub lead_changes_squared: u128,
    /// By tenth of the game: number of games in which the winner took the lead for good there.
    pub lead_tenths: Vec<u64>,
    /// Number of games whose winner did not lead at the last turn.
    pub from_behind: u64,
    /// By seat and square: number of moves that ended there.
    pub arrivals: Vec<u64>,
    /// By kind: number of moves.
    pub kind_moves: Vec<u64>,
    /// By kind: number of captures that it made.
    pub kind_captures: Vec<u64>,
    /// By kind: number of captures of which it was the victim.
    pub kind_captured: Vec<u64>,
    /// By kind: number of promotions to it.
    pub kind_promotions: Vec<u64>,
    /// Number of castlings.
    pub castlings: u64,
    /// Number of captures on another square than the target of the move, such as en passant.
    pub en_passants: u64,
    /// By kind and kind: the matrix of the normal equations for piece values.
    pub value_products: Vec<i128>,
    /// By kind: the right side of the normal equations.
    pub value_targets: Vec<i128>,
    /// Sum of the squared targets.
    pub value_squares: i128,
    /// Degrees of freedom of the samples: remaining players minus one, over all samples.
    pub value_freedom: u64,
    /// How often each rule mattered in the sampled positions.
    pub impact: ImpactTally,
}

impl Tally {
    /// Returns the tally of no games.
    pub fn new(plan: &LabPlan) -> Self {
        let book = plan.start().variant().rulebook();
        let (seats, kinds) = (book.seats().len(), book.kinds().len());
        Self {
            points: vec![0; seats],
            products: vec![0; seats * seats],
            wins: vec![0; seats],
            eliminations: vec![0; seats * seats],
            exit_order: vec![0; seats * seats],
            kingmakers: vec![0; seats * seats],
            lead_tenths: vec![0; 10],
            arrivals: vec![0; seats * book.board().len()],
            kind_moves: vec![0; kinds],
            kind_captures: vec![0; kinds],
            kind_captured: vec![0; kinds],
            kind_promotions: vec![0; kinds],
            value_products: vec![0; kinds * kinds],
            value_targets: vec![0; kinds],
            impact: plan.impact().map(ImpactPlan::tally).unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Adds a game. The recorder has already counted its squares, kinds and samples.
    pub fn add(&mut self, row: &GameRow) {
        let seats = self.points.len();
        self.games += 1;
        for (seat, own) in row.points[..seats].iter().enumerate() {
            self.points[seat] += i64::from(*own);
            for (other, points) in row.points[..seats].iter().enumerate() {
                self.products[seat * seats + other] += i128::from(i64::from(*own) * i64::from(*points));
            }
        }
        if let Some(winner) = row.winner {
            self.wins[winner.index()] += 1;
        }
        let (plies, choices) = (u64::from(row.plies), row.choices);
        self.plies += plies;
        self.plies_squared += u128::from(plies * plies);
        *self.lengths.entry(row.plies).or_default() += 1;
        self.choices += choices;
        self.choices_squared += u128::from(choices) * u128::from(choices);
        self.choices_plies += u128::from(choices) * u128::from(plies);
        let by_winner = self.endings.entry(row.ending).or_insert_with(|| vec![0; seats + 1]);
        by_winner[row.winner.map_or(seats, |it| it.index())] += 1;
        for (place, exit) in row.exits().iter().enumerate() {
            let (victim, by) = (usize::from(exit.victim), usize::from(exit.by));
            self.eliminations[by * seats + victim] += 1;
            self.exit_order[place * seats + victim] += 1;
        }
        self.lead_changes += u64::from(row.lead_changes);
        self.lead_changes_squared += u128::from(row.lead_changes) * u128::from(row.lead_changes);
        let Some(winner) = row.winner else { return };
        match row.lead_ply {
            Some(ply) => self.lead_tenths[(u64::from(ply) * 10 / plies.max(1)).min(9) as usize] += 1,
            None => self.from_behind += 1,
        }
        if let Some(kingmaker) = row.kingmaker {
            self.kingmakers[kingmaker.index() * seats + winner.index()] += 1;
        }
    }

    /// Adds the games of another tally of the same plan.
    pub fn merge(&mut self, other: &Tally) {
        fn all<T: Copy + std::ops::AddAssign>(to: &mut [T], from: &[T]) {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += *from);
        }
        self.games += other.games;
        all(&mut self.points, &other.points);
        all(&mut self.products, &other.products);
        all(&mut self.wins, &other.wins);
        self.plies += other.plies;
        self.plies_squared += other.plies_squared;
        other.lengths.iter().for_each(|(plies, games)| *self.lengths.entry(*plies).or_default() += games);
        self.choices += other.choices;
        self.choices_squared += other.choices_squared;
        self.choices_plies += other.choices_plies;
        self.most_choices = self.most_choices.max(other.most_choices);
        for (ending, games) in &other.endings {
            all(self.endings.entry(*ending).or_insert_with(|| vec![0; games.len()]), games);
        }
        all(&mut self.eliminations, &other.eliminations);
        all(&mut self.exit_order, &other.exit_order);
        all(&mut self.kingmakers, &other.kingmakers);
        self.lead_changes += other.lead_changes;
        self.lead_changes_squared += other.lead_changes_squared;
        all(&mut self.lead_tenths, &other.lead_tenths);
        self.from_behind += other.from_behind;
        all(&mut self.arrivals, &other.arrivals);
        all(&mut self.kind_moves, &other.kind_moves);
        all(&mut self.kind_captures, &other.kind_captures);
        all(&mut self.kind_captured, &other.kind_captured);
        all(&mut self.kind_promotions, &other.kind_promotions);
        self.castlings += other.castlings;
        self.en_passants += other.en_passants;
        all(&mut self.value_products, &other.value_products);
        all(&mut self.value_targets, &other.value_targets);
        self.value_squares += other.value_squares;
        self.value_freedom += other.value_freedom;
        self.impact.merge(&other.impact);
    }

    /// Reports whether a tally read from a file has the dimensions of this plan.
    pub fn fits(&self, plan: &LabPlan) -> bool {
        self.has_shape_of(&Self::new(plan))
    }

    /// Reports whether no more games were won or left unfinished than were played. `unfinished` lists their endings.
    pub fn adds_up(&self, unfinished: &[u8]) -> bool {
        let unfinished = unfinished.iter().filter_map(|it| self.endings.get(it)).flatten();
        let sum = self.wins.iter().chain(unfinished).try_fold(0u64, |sum, it| sum.checked_add(*it));
        sum.is_some_and(|it| it <= self.games)
    }

    /// Reports whether two tallies have the same dimensions, so that they can be added.
    pub fn has_shape_of(&self, other: &Tally) -> bool {
        let shape = |it: &Self| {
            let seats = [it.points.len(), it.products.len(), it.wins.len(), it.eliminations.len()];
            let orders = [it.exit_order.len(), it.kingmakers.len(), it.lead_tenths.len(), it.arrivals.len()];
            let kinds = [it.kind_moves.len(), it.kind_captures.len(), it.kind_captured.len()];
            (seats, orders, kinds, [it.kind_promotions.len(), it.value_products.len(), it.value_targets.len()])
        };
        let has_winners = |it: &Self| it.endings.values().all(|it| it.len() == other.points.len() + 1);
        shape(self) == shape(other)
            && self.impact.rules.len() == other.impact.rules.len()
            && has_winners(self)
            && has_winners(other)
    }
}
