//! Weights: the numbers of the evaluation.
//!
//! Contains [`Weights`], plain numbers tied to the hash of the rules, and [`Weight`], the name of each
//! with its range. They are derived from the rulebook, fitted by tuning, or read from a file.
//!
//! Input: the mean reach of each kind. Output: weights in centipawns. Does not know positions.

use super::features::Features;
use crate::policy::Role;
use crate::rulebook::Rulebook;
use crate::rules::Variant;

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
    /// By kind: bonus for each square of mean reach above that of the kind's average square.
    pub mobility: Vec<f64>,
    /// By kind: bonus for each king step nearer to the places where the opponents' royal pieces
    /// start, compared with the average square.
    pub approach: Vec<f64>,
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

/// One of the weights, or a group with one weight for each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    Advance,
    Pressure,
    Aim,
    Shelter,
    Pool,
    Tempo,
    Spread,
    Progress,
    Piece,
    Mobility,
    Approach,
}

impl Weight {
    /// All weights in the order of a file.
    pub const ALL: [Self; 11] = [
        Self::Advance,
        Self::Pressure,
        Self::Aim,
        Self::Shelter,
        Self::Pool,
        Self::Tempo,
        Self::Spread,
        Self::Progress,
        Self::Piece,
        Self::Mobility,
        Self::Approach,
    ];

    /// Returns the key in a file.
    pub fn name(self) -> &'static str {
        self.facts().0
    }

    /// Returns the least and the greatest value.
    pub fn range(self) -> (f64, f64) {
        self.facts().1
    }

    /// Returns the meaning in one sentence.
    pub fn about(self) -> &'static str {
        self.facts().2
    }

    /// Returns the number of digits behind the point that tuning keeps.
    fn digits(self) -> i32 {
        match self {
            Self::Advance | Self::Pool | Self::Progress => 3,
            Self::Mobility | Self::Approach => 2,
            Self::Pressure | Self::Aim | Self::Shelter | Self::Tempo => 1,
            Self::Spread | Self::Piece => 0,
        }
    }

    /// Reports whether each kind has a weight of its own.
    pub fn is_by_kind(self) -> bool {
        matches!(self, Self::Piece | Self::Mobility | Self::Approach)
    }

    fn facts(self) -> (&'static str, (f64, f64), &'static str) {
        let bonus = (-1_000.0, 1_000.0);
        match self {
            Self::Advance => (
                "advance",
                (-1.0, 1.0),
                "share of the gain from promotion one move away; it halves with each further move",
            ),
            Self::Pressure => ("pressure", bonus, "penalty for each opposing piece within two king steps of a king"),
            Self::Aim => ("aim", bonus, "penalty for each opposing rider with a king on its lines, blocked or not"),
            Self::Shelter => ("shelter", bonus, "bonus for each own piece within one step of a king"),
            Self::Pool => ("pool", (-1.0, 2.0), "share of the value of a piece in the pool that its owner keeps"),
            Self::Tempo => ("tempo", bonus, "bonus for the player to move"),
            Self::Spread => ("spread", (1.0, 100_000.0), "the lead that multiplies a player's chances by 2.718"),
            Self::Progress => ("progress", (0.0, 1.0), "share of the expected points that is proportional to strength"),
            Self::Piece => ("value", (0.0, 9_000.0), "value of the piece"),
            Self::Mobility => {
                ("mobility", bonus, "bonus for each square that it reaches more than on its average square")
            }
            Self::Approach => {
                ("approach", bonus, "bonus for each king step toward the squares where opposing kings start")
            }
        }
    }

    /// Returns the weight among all. `kind` counts only if each kind has its own.
    pub fn at(self, weights: &mut Weights, kind: usize) -> &mut f64 {
        match self {
            Self::Advance => &mut weights.advance,
            Self::Pressure => &mut weights.pressure,
            Self::Aim => &mut weights.aim,
            Self::Shelter => &mut weights.shelter,
            Self::Pool => &mut weights.pool,
            Self::Tempo => &mut weights.tempo,
            Self::Spread => &mut weights.spread,
            Self::Progress => &mut weights.progress,
            Self::Piece => &mut weights.pieces[kind],
            Self::Mobility => &mut weights.mobility[kind],
            Self::Approach => &mut weights.approach[kind],
        }
    }
}

/// A weight that tuning may change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tunable {
    weight: Weight,
    kind: usize,
    /// How much the weight is expected to differ from the derived one.
    pub scale: f64,
}

impl Tunable {
    /// Returns the weight among all.
    pub fn at(self, weights: &mut Weights) -> &mut f64 {
        self.weight.at(weights, self.kind)
    }
}

impl Weights {
    /// Derives weights from the reach of the pieces.
    pub(super) fn derive(book: &Rulebook, hash: &str, features: &Features) -> Self {
        let is_royal = |kind: usize| book.kinds()[kind].role() == Role::Royal;
        let value = |kind: usize| match is_royal(kind) {
            true => 0.0,
            false => REACH_VALUE * features.mean_reach(kind).powf(REACH_EXPONENT),
        };
        let kinds = 0..book.kinds().len();
        let mut pieces: Vec<f64> = kinds.clone().map(value).collect();
        let best = pieces.iter().copied().fold(0.0, f64::max);
        for (kind, piece) in pieces.iter_mut().enumerate() {
            if features.can_promote(kind) {
                *piece += PROMOTION_SHARE * (best - *piece).max(0.0);
            }
            *piece = piece.round();
        }
        Self {
            rules: hash.to_owned(),
            mobility: kinds.map(|it| if is_royal(it) { 0.0 } else { MOBILITY }).collect(),
            approach: vec![0.0; pieces.len()],
            pieces,
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

    /// Reports whether there is a weight for each kind of a rulebook.
    pub(super) fn fits(&self, book: &Rulebook) -> bool {
        [&self.pieces, &self.mobility, &self.approach].iter().all(|it| it.len() == book.kinds().len())
    }

    /// Returns a sentence for people if the weights were made for other rules than those of a variant.
    ///
    /// ```
    /// use threefold::search::Evaluator;
    /// let chess = threefold::load("chess")?.variant;
    /// assert_eq!(Evaluator::derived(&chess).weights().note(&chess), None);
    /// # Ok::<(), threefold::LoadError>(())
    /// ```
    pub fn note(&self, variant: &Variant) -> Option<String> {
        (self.rules != variant.hash()).then(|| match self.rules.get(..8) {
            Some(hash) => format!("The weights were made for other rules, with the hash {hash}."),
            None => "The weights do not say for which rules they were made.".to_owned(),
        })
    }

    /// Returns the weights that can be tuned for a rulebook, in a fixed order.
    pub(crate) fn tunable(&self, book: &Rulebook) -> Vec<Tunable> {
        let mut all = Vec::new();
        for (kind, it) in book.kinds().iter().enumerate() {
            if it.role() != Role::Royal {
                all.push(Tunable { weight: Weight::Piece, kind, scale: 10.0 + self.pieces[kind].abs() / 5.0 });
            }
            all.push(Tunable { weight: Weight::Mobility, kind, scale: 4.0 });
            all.push(Tunable { weight: Weight::Approach, kind, scale: 6.0 });
        }
        let pool = book.has_pool().then_some((Weight::Pool, 0.2));
        let rest = [
            (Weight::Advance, 0.15),
            (Weight::Pressure, 8.0),
            (Weight::Aim, 8.0),
            (Weight::Shelter, 8.0),
            (Weight::Tempo, 10.0),
        ];
        all.extend(rest.into_iter().chain(pool).map(|(weight, scale)| Tunable { weight, kind: 0, scale }));
        all
    }

    /// Rounds all weights to the digits that a file shows, within their ranges.
    pub(crate) fn round(&mut self) {
        for weight in Weight::ALL {
            let kinds = if weight.is_by_kind() { self.pieces.len() } else { 1 };
            let (unit, (least, most)) = (10f64.powi(weight.digits()), weight.range());
            for kind in 0..kinds {
                let value = weight.at(self, kind);
                *value = ((*value * unit).round() / unit).clamp(least, most) + 0.0;
            }
        }
    }
}

/// Derived bonus for each square of reach above the average.
const MOBILITY: f64 = 4.0;
/// Value of a mean reach of one square.
const REACH_VALUE: f64 = 44.0;
/// Exponent of the mean reach. A piece that reaches more squares also attacks several at once.
const REACH_EXPONENT: f64 = 1.15;
/// Share of the gain from promotion that the value of a promoting kind contains.
const PROMOTION_SHARE: f64 = 0.05;
