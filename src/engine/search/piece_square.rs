//! The tables of an evaluator: piece-square values, piece values for move ordering, king zones.
//!
//! Contains [`EvaluationTables`], made from weights and features, and the random numbers of position keys
//! (Zobrist hashing).
//!
//! Input: an engine as [`EmptyBoard`], [`Weights`] and [`Features`]. Output: tables by seat, type and square. Does
//! not know positions.

use super::features::Features;
use super::stakes::Stakes;
use super::weights::{PhaseWeights, Weights};
use crate::policy::Role;
use crate::rules::inside::EmptyBoard;

/// Value of a royal piece in exchanges, in the units of [`EvaluationTables::order`].
const ROYAL_VALUE: i32 = 100_000;

/// Number of units of strength per centipawn.
pub const UNITS: f64 = 10.0;

/// The value of a piece on a square, and its random number for position keys (Zobrist hashing).
#[derive(Clone, Copy, Debug, Default)]
pub struct PieceSquare {
    /// Random number of the piece on the square.
    pub key: u64,
    /// Value in tenths of a centipawn.
    pub value: Tapered,
}

/// A value for a full board and one for an empty board, in one word: additions work on both halves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered(i64);

impl Tapered {
    /// Combines the two values.
    pub fn new(full: i32, empty: i32) -> Self {
        Self((i64::from(full) << 32).wrapping_add(i64::from(empty)))
    }

    /// Returns the value for a full board.
    #[inline(always)]
    pub fn full(self) -> i32 {
        (self.0.wrapping_add(1 << 31) >> 32) as i32
    }

    /// Returns the value for an empty board.
    #[inline(always)]
    pub fn empty(self) -> i32 {
        self.0 as i32
    }
}

impl std::ops::AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl std::ops::SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        self.0 = self.0.wrapping_sub(other.0);
    }
}

/// The tables of an evaluator.
#[derive(Debug)]
pub struct EvaluationTables {
    /// The weights in use.
    pub weights: Weights,
    /// Hash of the rules of the variant.
    pub variant_hash: String,
    types: usize,
    squares: usize,
    /// By seat, type and square.
    piece_squares: Vec<PieceSquare>,
    /// By type: the value for move ordering and exchanges, in tenths of a centipawn.
    pub order: Vec<i32>,
    /// By kind: the same value for promotions and pools.
    pub order_by_kind: Vec<i32>,
    /// By square: the squares within one king step, and within two, as words of a bitboard.
    pub zones: [Vec<u64>; 2],
    /// One over the number of pieces at the start; 0 without a start.
    pub by_pieces: f32,
    /// The points to be won.
    pub stakes: Stakes,
}

impl EvaluationTables {
    /// Builds the tables of a variant.
    pub fn new(engine: &dyn EmptyBoard, weights: Weights, hash: &str, features: &Features) -> Self {
        let (book, words) = (engine.book(), engine.words());
        let (types, squares, seats) = (engine.types().all.len(), 64 * words, book.seats().len());
        let mut random = SplitMix(0x5EED_0F2B_0A2D_5EED);
        let mut piece_squares = Vec::with_capacity(seats * types * squares);
        let royal = |kind: usize| book.kinds()[kind].role() == Role::Royal;
        let blockers = usize::from(book.blocker().is_some());
        let phases = [&weights.full, &weights.empty];
        let worth = |phase: &PhaseWeights, kind: usize| if royal(kind) { 0.0 } else { phase.pieces[kind] };
        let best = phases.map(|it| (0..book.kinds().len()).map(|kind| worth(it, kind)).fold(0.0, f64::max));
        for seat in 0..seats {
            for ty in 0..types {
                let kind = engine.types().all[ty].kind.index();
                let mean = features.mean_reach(kind);
                for square in 0..squares {
                    let mut values = phases.map(|it| worth(it, kind));
                    if square < book.board().len() {
                        for ((value, phase), best) in values.iter_mut().zip(phases).zip(best) {
                            *value += phase.mobility[kind] * (features.reach(seat, ty, square) - mean);
                            *value += phase.approach[kind] * features.nearness(seat, square);
                            *value += phase.center[kind] * features.centrality(square);
                            if let Some(moves) = features.moves_to_promotion(seat, ty, square) {
                                let gain = (best - *value).max(0.0) * phase.advance;
                                *value += gain / f64::from(1u32 << moves.clamp(1, 31) >> 1);
                            }
                        }
                    }
                    let [full, empty] = values.map(|it| (it * UNITS).round() as i32);
                    piece_squares.push(PieceSquare { key: random.next(), value: Tapered::new(full, empty) });
                }
            }
        }
        // Blockers are kept like the pieces of one more seat. They are worth nothing, but have keys.
        for _ in 0..blockers * types * squares {
            piece_squares.push(PieceSquare { key: random.next(), value: Tapered::new(0, 0) });
        }
        let mean_worth = |kind: usize| phases.map(|it| worth(it, kind)).iter().sum::<f64>() / 2.0;
        let order_of = |kind: usize| if royal(kind) { ROYAL_VALUE } else { (mean_worth(kind) * UNITS) as i32 };
        let order_by_kind: Vec<i32> = (0..book.kinds().len()).map(order_of).collect();
        let near = |square: usize| -> Vec<usize> {
            let links = |it: usize| book.board().links(crate::board::Square(it as u16)).iter().map(|it| it.0.index());
            links(square).collect()
        };
        let mut zones = [vec![0; squares * words], vec![0; squares * words]];
        for square in 0..book.board().len() {
            let one = near(square);
            let two: Vec<usize> = one.iter().flat_map(|it| near(*it)).collect();
            for (zone, parts) in zones.iter_mut().zip([vec![&one], vec![&one, &two]]) {
                for at in parts.into_iter().flatten().filter(|it| **it != square) {
                    zone[square * words + at / 64] |= 1 << (at % 64);
                }
            }
        }
        Self {
            order: engine.types().all.iter().map(|it| order_by_kind[it.kind.index()]).collect(),
            order_by_kind,
            by_pieces: book.setup().map_or(0.0, |it| 1.0 / it.len().max(1) as f32),
            stakes: Stakes::new(book),
            weights,
            variant_hash: hash.to_owned(),
            types,
            squares,
            piece_squares,
            zones,
        }
    }

    /// Returns the entry of a piece on a square.
    #[inline(always)]
    pub fn piece_square(&self, seat: usize, ty: usize, square: usize) -> &PieceSquare {
        &self.piece_squares[(seat * self.types + ty) * self.squares + square]
    }
}

/// A small generator of random numbers for keys.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }
}
