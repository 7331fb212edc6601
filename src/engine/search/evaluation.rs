//! Evaluation: the expected points of every player in a position, without looking ahead.
//!
//! Contains [`Evaluator`], built once per variant, and [`Evaluation`], its view inside one engine.
//!
//! The strength of a player is the sum of piece-square values, which is updated move by move, plus
//! king safety. Strengths become shares of the points at stake by a softmax, so a lead counts the
//! more the closer the race is. Players who are out have the points that they have.
//!
//! Input: [`Weights`] and [`Features`]. Output: values, keys of positions, and piece values for move
//! ordering. All arithmetic is exact on every machine: additions, multiplications and divisions of
//! IEEE numbers. Does not know moves.

use std::sync::Arc;

use super::features::Features;
use super::piece_square::{EvaluationTables, PieceSquare, Tapered, UNITS};
use super::score::{self, Value};
use super::tree::SearchNode;
use super::weights::{PhaseWeights, Weights};
use crate::rules::inside::{Engine, NOWHERE, SquareSet, State, with_state};
use crate::rules::{Position, Variant};

/// Evaluates positions of one variant. Cloning is cheap.
///
/// [`search`](crate::search) has an example.
#[derive(Clone, Debug)]
pub struct Evaluator {
    pub(super) tables: Arc<EvaluationTables>,
}

impl Evaluator {
    /// Creates an evaluator with the shipped weights of the rulebook. A rulebook without any uses those
    /// of its nearest parent, and derived ones for pieces that the parent does not have.
    pub fn new(variant: &Variant) -> Self {
        // Weights of a parent do not fit a game that is won by losing pieces.
        let fits = |it: &Weights| it.full.pieces.iter().all(|it| *it >= 0.0);
        Self::build(variant, |derived| {
            let numbers = variant.shipped_weights().filter(|_| fits(derived))?;
            Some(derived.with_numbers(&numbers, variant.rulebook()))
        })
    }

    /// Creates an evaluator with weights derived from the rulebook.
    pub fn derived(variant: &Variant) -> Self {
        Self::build(variant, |_| None)
    }

    /// Creates an evaluator with other weights. Weights of other rules are accepted if they have
    /// a value for each kind of piece; otherwise, derived weights replace them.
    pub fn with_weights(variant: &Variant, weights: Weights) -> Self {
        Self::build(variant, |_| Some(weights))
    }

    /// Builds the tables with chosen weights. Without a choice, the derived ones count.
    fn build(variant: &Variant, choose: impl FnOnce(&Weights) -> Option<Weights>) -> Self {
        let book = variant.rulebook();
        let engine = variant.engine().empty_board();
        let features = Features::new(engine);
        let derived = Weights::derive(book, variant.hash(), &features);
        let weights = choose(&derived).filter(|it| it.fits(book)).unwrap_or(derived);
        Self { tables: Arc::new(EvaluationTables::new(engine, weights, variant.hash(), &features)) }
    }

    /// Returns the weights in use.
    pub fn weights(&self) -> &Weights {
        &self.tables.weights
    }

    /// Reports whether the evaluator was made for this variant.
    pub fn fits(&self, variant: &Variant) -> bool {
        self.tables.variant_hash == variant.hash()
    }

    /// Returns the value of a position for each seat, as a search compares it, without looking
    /// ahead. The end of the game has its points. All values are 0 if a position is of another variant.
    ///
    /// The values are relative to the points scored so far by `root`, the position that a search
    /// starts from, at distance `ply`.
    pub fn values(&self, position: &Position, root: &Position, ply: usize) -> Vec<i32> {
        if !self.fits(position.variant()) || !self.fits(root.variant()) {
            return vec![0; position.variant().rulebook().seats().len()];
        }
        let before: Vec<i32> = root.scores().iter().map(|it| it.0).collect();
        with_state!(position.variant().engine(), position.state(), |e, s| {
            let evaluation = Evaluation::new(e, &self.tables, &before);
            let node = evaluation.node(s);
            let seats = 0..position.variant().rulebook().seats().len();
            seats
                .map(|it| evaluation.final_value(&node.state, it, ply).unwrap_or(evaluation.vector(&node)[it]))
                .collect()
        })
    }
}

/// What tuning needs to know.
impl Evaluator {
    /// Returns the strength of each seat in centipawns; 0 for players who are out.
    #[doc(hidden)]
    pub fn strengths(&self, position: &Position) -> Vec<f64> {
        with_state!(position.variant().engine(), position.state(), |e, s| {
            let evaluation = Evaluation::new(e, &self.tables, &[]);
            let strengths = evaluation.strengths(&evaluation.node(s));
            let seats = position.variant().rulebook().seats().len();
            strengths.iter().take(seats).map(|it| f64::from(*it) / UNITS).collect()
        })
    }

    /// Returns the share of pieces left, from 0 to 1.
    #[doc(hidden)]
    pub fn phase(&self, position: &Position) -> f64 {
        with_state!(position.variant().engine(), position.state(), |e, s| {
            let evaluation = Evaluation::new(e, &self.tables, &[]);
            f64::from(evaluation.phase(s))
        })
    }

    /// Returns the share of the points at stake that corresponds to a number of points won.
    #[doc(hidden)]
    pub fn share(&self, points: f64, living: usize) -> f64 {
        self.tables.stakes.share_of(points, living)
    }
}

/// The view of an evaluator inside one engine.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation<'a, const W: usize, const T: usize, const N: usize> {
    engine: &'a Engine<W, T, N>,
    /// The tables of the evaluator.
    pub tables: &'a EvaluationTables,
    /// Twelfths of a point of each seat at the root.
    at_root: [i32; N],
    seats: usize,
    /// Weights of kings on a full board: pressure, aim, shelter.
    kings: [f32; 3],
    /// The same weights on an empty board.
    late_kings: [f32; 3],
    pool: f32,
    tempo: f32,
    by_spread: f32,
    progress: f32,
    /// The value of a pawn when both of two players are equally strong.
    pub pawn: Value,
}

impl<'a, const W: usize, const T: usize, const N: usize> Evaluation<'a, W, T, N> {
    /// Creates the view. `at_root` are the twelfths of a point of each seat at the root.
    pub fn new(engine: &'a Engine<W, T, N>, tables: &'a EvaluationTables, at_root: &[i32]) -> Self {
        let mut points = [0; N];
        points.iter_mut().zip(at_root).for_each(|(to, from)| *to = *from);
        let weights = &tables.weights;
        let unit = |it: f64| (it * UNITS) as f32;
        let kings = |it: &PhaseWeights| [it.pressure, it.aim, it.shelter].map(unit);
        Self {
            engine,
            tables,
            at_root: points,
            seats: engine.book.seats().len(),
            kings: kings(&weights.full),
            late_kings: kings(&weights.empty),
            pool: weights.pool as f32,
            tempo: unit(weights.tempo),
            // The softmax has base 2.
            by_spread: (std::f64::consts::LOG2_E / (weights.spread.max(1.0) * UNITS)) as f32,
            progress: weights.progress.clamp(0.0, 1.0) as f32,
            pawn: score::estimate((f64::from(tables.stakes.span(2)) * 25.0 / weights.spread.max(1.0)) as i32),
        }
    }

    /// Returns the entry of a piece on a square.
    #[inline(always)]
    pub fn piece_square(&self, seat: usize, ty: usize, square: usize) -> &PieceSquare {
        self.tables.piece_square(seat, ty, square)
    }

    /// Creates the node of a state from scratch.
    pub fn node(&self, st: &State<W, T, N>) -> SearchNode<W, T, N> {
        let mut node = SearchNode { state: *st, pieces: 0, key: 0, sums: [Tapered::default(); N], since: 0 };
        self.refresh(&mut node);
        node
    }

    /// Computes the key and the sums of a node whose state was set.
    pub fn refresh(&self, node: &mut SearchNode<W, T, N>) {
        node.pieces = 0;
        node.sums = [Tapered::default(); N];
        for square in node.state.occupied().iter() {
            let (seat, ty) = (node.state.seat_at(square) as usize, node.state.type_at(square));
            let entry = self.piece_square(seat, ty, square);
            node.pieces ^= entry.key;
            node.sums[seat] += entry.value;
        }
        node.key = node.pieces ^ self.rest_key(&node.state);
    }

    /// Computes the key of a node whose pieces did not change.
    pub fn rekey(&self, node: &mut SearchNode<W, T, N>) {
        node.key = node.pieces ^ self.rest_key(&node.state);
    }

    /// Reports whether the key and the sums of a node are those of its state.
    pub fn is_fresh(&self, node: &SearchNode<W, T, N>) -> bool {
        let fresh = self.node(&node.state);
        (fresh.key, fresh.sums) == (node.key, node.sums)
    }

    /// Updates the key and the sums of `after`, which is a changed copy of `before`.
    #[inline(always)]
    pub fn update(&self, before: &SearchNode<W, T, N>, after: &mut SearchNode<W, T, N>) {
        let mut changed = SquareSet::EMPTY;
        for ty in 0..T {
            changed |= before.state.types[ty] ^ after.state.types[ty];
        }
        for seat in 0..N {
            changed |= before.state.seats[seat] ^ after.state.seats[seat];
        }
        let (mut key, mut sums) = (before.pieces, before.sums);
        let (old, new) = (before.state.occupied() & changed, after.state.occupied() & changed);
        for square in old.iter() {
            let (seat, ty) = (before.state.seat_at(square) as usize, before.state.type_at(square));
            let entry = self.piece_square(seat, ty, square);
            key ^= entry.key;
            sums[seat] -= entry.value;
        }
        for square in new.iter() {
            let (seat, ty) = (after.state.seat_at(square) as usize, after.state.type_at(square));
            let entry = self.piece_square(seat, ty, square);
            key ^= entry.key;
            sums[seat] += entry.value;
        }
        after.pieces = key;
        after.sums = sums;
        after.key = key ^ self.rest_key(&after.state);
    }

    /// Returns a hash of everything in a state except the pieces on the board and the clocks.
    #[inline(always)]
    fn rest_key(&self, st: &State<W, T, N>) -> u64 {
        let mut hash = mixed(u64::from(st.turn) | u64::from(st.living) << 8 | 1 << 16);
        hash ^= mixed(st.rights.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ st.flags.rotate_left(17));
        for seat in 0..N {
            if st.en_passant[seat].target != NOWHERE {
                hash ^= mixed(u64::from(st.en_passant[seat].target) << 8 | 0x80 | seat as u64);
            }
            if st.scores[seat] != 0 {
                hash ^= mixed((st.scores[seat] as u64) << 32 | 0x40 | seat as u64);
            }
        }
        let has_counters = self.engine.book.seat_values() != 0;
        if self.engine.book.has_pool() || self.engine.plan.counts_losses || has_counters {
            for seat in 0..self.seats {
                for (kind, count) in st.pool[seat].iter().enumerate().filter(|it| *it.1 != 0) {
                    hash ^= mixed(u64::from(*count) << 24 | (kind as u64) << 8 | 0x20 | seat as u64);
                }
                hash ^= mixed(u64::from(st.lost[seat]) << 40 | 0xA0 | seat as u64);
            }
        }
        hash
    }

    /// Returns the value of a seat whose part in the game is over; `None` for the others.
    #[inline(always)]
    pub fn final_value(&self, st: &State<W, T, N>, seat: usize, ply: usize) -> Option<Value> {
        if st.over == crate::rules::inside::PackedEnding::NO {
            if st.is_living(seat as u8) {
                return None;
            }
            let points = i32::from(st.scores[seat]) - self.at_root[seat];
            return Some(score::ending(self.tables.stakes.quality_of_points(points), -1, ply));
        }
        let mut points = [0; N];
        for (at, entry) in points.iter_mut().enumerate() {
            *entry = i32::from(st.scores[at]) - self.at_root[at];
        }
        Some(self.tables.stakes.ending(&points[..self.seats], seat, ply))
    }

    /// Returns the share of pieces left, those of eliminated players excepted.
    #[inline(always)]
    fn phase(&self, st: &State<W, T, N>) -> f32 {
        (st.pieces_of(st.living).count() as f32 * self.tables.by_pieces).min(1.0)
    }

    /// Returns the strength of each remaining seat, in units; 0 for the others.
    #[inline(always)]
    fn strengths(&self, node: &SearchNode<W, T, N>) -> [f32; N] {
        let st = &node.state;
        let mut strengths = [0.0; N];
        let royals = self.engine.royals(st);
        let living = st.pieces_of(st.living);
        let phase = self.phase(st);
        let tapered = |full: f32, empty: f32| empty + (full - empty) * phase;
        let [pressure, aim, shelter] = std::array::from_fn(|it| tapered(self.kings[it], self.late_kings[it]));
        for (seat, entry) in strengths.iter_mut().enumerate().take(self.seats) {
            if !st.is_living(seat as u8) {
                continue;
            }
            let own = st.seats[seat];
            let mut strength = tapered(node.sums[seat].full() as f32, node.sums[seat].empty() as f32);
            if let Some(king) = (royals & own).first() {
                let foes = living.without(own);
                let (near, wide) = (self.zone(0, king), self.zone(1, king));
                strength -= pressure * (wide & foes).count() as f32;
                strength += shelter * (near & own).count() as f32;
                let foe_seats = st.living & !(1 << seat);
                let mut aiming = 0;
                for pattern in &self.engine.tables.attack_patterns(foe_seats).rides {
                    let class = &self.engine.tables.riders[pattern.class as usize];
                    // SAFETY: the king is on a square of the board, for which each class has an entry.
                    let from = unsafe { class.reached_from(king) };
                    aiming += (from & foes & st.pieces_of_types(pattern.types)).count();
                }
                strength -= aim * aiming as f32;
            }
            if self.engine.book.has_pool() {
                let held = |(kind, count): (&i32, &u8)| *kind * i32::from(*count);
                let pool: i32 = self.tables.order_by_kind.iter().zip(&st.pool[seat]).map(held).sum();
                strength += self.pool * pool as f32;
            }
            if seat == st.turn as usize {
                strength += self.tempo;
            }
            *entry = strength;
        }
        strengths
    }

    /// Returns the squares around a king: those within one step, or within two.
    #[inline(always)]
    fn zone(&self, which: usize, square: usize) -> SquareSet<W> {
        let mut set = SquareSet::EMPTY;
        set.0.copy_from_slice(&self.tables.zones[which][square * W..(square + 1) * W]);
        set
    }

    /// Returns the shares of the remaining seats.
    #[inline(always)]
    fn shares(&self, node: &SearchNode<W, T, N>) -> [f32; N] {
        #[cfg(target_arch = "x86_64")]
        if Engine::<W, T, N>::HAS_FAST_COPY && self.engine.tables.cpu.is_fast() {
            // SAFETY: the CPU has the features that the function requires.
            return unsafe { self.shares_fast(node) };
        }
        self.shares_portable(node)
    }

    #[inline(never)]
    fn shares_portable(&self, node: &SearchNode<W, T, N>) -> [f32; N] {
        self.shares_by(node)
    }

    /// Computes the shares with code compiled for BMI1, BMI2, POPCNT and AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,avx2")]
    fn shares_fast(&self, node: &SearchNode<W, T, N>) -> [f32; N] {
        self.shares_by(node)
    }

    #[inline(always)]
    fn shares_by(&self, node: &SearchNode<W, T, N>) -> [f32; N] {
        let strengths = self.strengths(node);
        let st = &node.state;
        let mut most = f32::MIN;
        for (seat, strength) in strengths.iter().enumerate().take(self.seats) {
            if st.is_living(seat as u8) && *strength > most {
                most = *strength;
            }
        }
        let (mut chances, mut total, mut all) = ([0.0; N], 0.0, 0.0);
        for seat in 0..self.seats {
            if st.is_living(seat as u8) {
                chances[seat] = half_power((most - strengths[seat]) * self.by_spread);
                total += chances[seat];
                all += strengths[seat].max(1.0);
            }
        }
        let (by_chance, by_strength) = ((1.0 - self.progress) / total, self.progress / all);
        for seat in 0..self.seats {
            if st.is_living(seat as u8) {
                chances[seat] = chances[seat] * by_chance + strengths[seat].max(1.0) * by_strength;
            }
        }
        chances
    }

    /// Returns the estimated value of one remaining seat.
    #[inline(always)]
    pub fn value(&self, node: &SearchNode<W, T, N>, seat: usize) -> Value {
        let share = self.shares(node)[seat];
        let points = i32::from(node.state.scores[seat]) - self.at_root[seat];
        let stakes = &self.tables.stakes;
        let won = if points == 0 { 0 } else { stakes.quality_of_points(points) };
        score::estimate(won + stakes.quality_of(share, node.state.living_count() as usize))
    }

    /// Returns the values of all seats: estimates for those that remain, points for the others.
    pub fn vector(&self, node: &SearchNode<W, T, N>) -> [Value; N] {
        self.vector_of(node, self.shares(node))
    }

    /// Returns the values of all seats if the players who remain share the points equally.
    pub fn shared(&self, node: &SearchNode<W, T, N>) -> [Value; N] {
        self.vector_of(node, [1.0 / node.state.living_count().max(1) as f32; N])
    }

    fn vector_of(&self, node: &SearchNode<W, T, N>, shares: [f32; N]) -> [Value; N] {
        let mut values = [0; N];
        for seat in 0..self.seats {
            let points = i32::from(node.state.scores[seat]) - self.at_root[seat];
            let won = self.tables.stakes.quality_of_points(points);
            values[seat] = if node.state.is_living(seat as u8) {
                let living = node.state.living_count() as usize;
                score::estimate(won + self.tables.stakes.quality_of(shares[seat], living))
            } else {
                score::estimate(won)
            };
        }
        values
    }
}

/// Returns 2 to the power of `-by`, for `by >= 0`, with an error below 0.1 %.
#[inline(always)]
fn half_power(by: f32) -> f32 {
    let by = by.min(100.0);
    let whole = by as i32;
    let part = by - whole as f32;
    let scale = f32::from_bits(((127 - whole) as u32) << 23);
    (1.0 + part * (-0.692 + part * (0.233 - part * 0.041))) * scale
}

/// Scrambles a word (SplitMix64).
#[inline(always)]
fn mixed(word: u64) -> u64 {
    let mut word = word.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word ^= word >> 29;
    word.wrapping_mul(0x94D0_49BB_1331_11EB) ^ word >> 32
}
