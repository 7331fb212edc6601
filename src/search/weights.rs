//! Weights: the numbers of the evaluation.
//!
//! Contains [`Weights`], plain numbers tied to the hash of the rules. They are derived from the
//! rulebook, and can be changed by tuning or read from a file.
//!
//! Input: the mean reach of each kind. Output: weights in centipawns. Does not know positions.

use super::features::Features;
use crate::policy::Role;
use crate::rulebook::Rulebook;

/// The weights of the evaluation of one rulebook, in centipawns unless stated otherwise.
///
/// [`search`](crate::search) has an example.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Weights {
    /// Hash of the rules for which the weights were made.
    pub rules: String,
    /// Value of a piece by kind; 0 for royal kinds.
    pub pieces: Vec<f64>,
    /// Bonus for each square of mean reach above that of the kind's average square.
    pub mobility: f64,
    /// Share of the gain from promotion that a piece one move away from it is worth. It halves
    /// with each further move.
    pub advance: f64,
    /// Penalty for each opposing piece within two king steps of a royal piece.
    pub pressure: f64,
    /// Penalty for each opposing rider with a royal piece on its lines, blocked or not.
    pub aim: f64,
    /// Bonus for each own piece within one king step of a royal piece.
    pub shelter: f64,
    /// Share of the value of a piece in the pool that its owner keeps.
    pub pool: f64,
    /// Bonus for the player to move.
    pub tempo: f64,
    /// The lead that multiplies a player's chances by e.
    pub spread: f64,
    /// Share of the expected points that is proportional to strength instead of chances. It makes
    /// a winning player keep winning material.
    pub progress: f64,
}

impl Weights {
    /// Derives weights from the reach of the pieces.
    pub(super) fn derive(book: &Rulebook, hash: &str, features: &Features) -> Self {
        let value = |kind: usize| match book.kinds()[kind].role() {
            Role::Royal => 0.0,
            _ => REACH_VALUE * features.mean_reach(kind).powf(REACH_EXPONENT),
        };
        let mut pieces: Vec<f64> = (0..book.kinds().len()).map(value).collect();
        let best = pieces.iter().copied().fold(0.0, f64::max);
        for (kind, piece) in pieces.iter_mut().enumerate() {
            if features.can_promote(kind) {
                *piece += PROMOTION_SHARE * (best - *piece).max(0.0);
            }
            *piece = piece.round();
        }
        Self {
            rules: hash.to_owned(),
            pieces,
            mobility: 4.0,
            advance: 0.3,
            pressure: 12.0,
            aim: 8.0,
            shelter: 8.0,
            pool: 0.1,
            tempo: 10.0,
            spread: 250.0,
            progress: 0.08,
        }
    }
}

/// Value of a mean reach of one square.
const REACH_VALUE: f64 = 44.0;
/// Exponent of the mean reach. A piece that reaches more squares also attacks several at once.
const REACH_EXPONENT: f64 = 1.15;
/// Share of the gain from promotion that the value of a promoting kind contains.
const PROMOTION_SHARE: f64 = 0.05;
