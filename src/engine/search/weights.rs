//! Weights: the numbers of the evaluation.
//!
//! Contains [`Weights`], plain numbers tied to the hash of the rules, and [`Weight`], the name of each
//! with its range. They are derived from the rulebook, fitted by tuning, or read from a file.
//!
//! Input: the mean reach of each kind. Output: weights in centipawns. Does not know positions.

use super::features::Features;
use crate::policy::{Role, Then, Who};
use crate::rulebook::{NamedWeights, Rulebook};
use crate::rules::Variant;

/// The weights of the evaluation of one rulebook, in centipawns unless stated otherwise.
///
/// [`search`](crate::search) has an example.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Weights {
    /// Hash of the rules for which the weights were made.
    pub rules: String,
    /// Weights on a full board, as at the start of a game.
    pub full: PhaseWeights,
    /// Weights on an empty board. In between, the share of pieces left decides how much each counts.
    pub empty: PhaseWeights,
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

/// The weights that change as pieces leave the board, in centipawns unless stated otherwise.
///
/// [`search`](crate::search) has an example.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PhaseWeights {
    /// Value of a piece by kind; 0 for royal kinds.
    pub pieces: Vec<f64>,
    /// By kind: bonus for each square of mean reach above that of the kind's average square.
    pub mobility: Vec<f64>,
    /// By kind: bonus for each king step nearer to the places where the opponents' royal pieces
    /// start, compared with the average square.
    pub approach: Vec<f64>,
    /// By kind: bonus for each king step nearer to all other squares than the average square.
    pub center: Vec<f64>,
    /// Share of the gain from promotion that a piece one move away from it is worth. It halves
    /// with each further move.
    pub advance: f64,
    /// Penalty for each opposing piece within two king steps of a royal piece.
    pub pressure: f64,
    /// Penalty for each opposing rider with a royal piece on its lines, blocked or not.
    pub aim: f64,
    /// Bonus for each own piece within one king step of a royal piece.
    pub shelter: f64,
}

/// One of the weights, or a group with one weight for each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Weight {
    Pool,
    Tempo,
    Spread,
    Progress,
    /// A weight of a phase; `true` for that of an empty board.
    Phase(PhaseWeight, bool),
}

/// One of the weights that change as pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum PhaseWeight {
    Advance,
    Pressure,
    Aim,
    Shelter,
    Piece,
    Mobility,
    Approach,
    Center,
}

impl PhaseWeight {
    const ALL: [Self; 8] = [
        Self::Advance,
        Self::Pressure,
        Self::Aim,
        Self::Shelter,
        Self::Piece,
        Self::Mobility,
        Self::Approach,
        Self::Center,
    ];
}

/// Range of a bonus.
const BONUS: (f64, f64) = (-1_000.0, 1_000.0);

impl Weight {
    /// Returns all weights in the order of a file: each one before its late form.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        let phases = PhaseWeight::ALL.into_iter().flat_map(|it| [Self::Phase(it, false), Self::Phase(it, true)]);
        [Self::Pool, Self::Tempo, Self::Spread, Self::Progress].into_iter().chain(phases)
    }

    /// Reports whether this is the weight of an empty board.
    pub fn is_late(self) -> bool {
        matches!(self, Self::Phase(_, true))
    }

    /// Returns the key in a file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pool => "pool",
            Self::Tempo => "tempo",
            Self::Spread => "spread",
            Self::Progress => "progress",
            Self::Phase(weight, late) => {
                let (full, empty) = match weight {
                    PhaseWeight::Advance => ("advance", "late-advance"),
                    PhaseWeight::Pressure => ("pressure", "late-pressure"),
                    PhaseWeight::Aim => ("aim", "late-aim"),
                    PhaseWeight::Shelter => ("shelter", "late-shelter"),
                    PhaseWeight::Piece => ("value", "late-value"),
                    PhaseWeight::Mobility => ("mobility", "late-mobility"),
                    PhaseWeight::Approach => ("approach", "late-approach"),
                    PhaseWeight::Center => ("center", "late-center"),
                };
                if late { empty } else { full }
            }
        }
    }

    /// Returns the least and the greatest value.
    pub fn range(self) -> (f64, f64) {
        match self {
            Self::Pool => (-1.0, 2.0),
            Self::Spread => (1.0, 100_000.0),
            Self::Progress => (0.0, 1.0),
            Self::Phase(PhaseWeight::Advance, _) => (-1.0, 1.0),
            Self::Phase(PhaseWeight::Piece, _) => (0.0, 9_000.0),
            Self::Tempo | Self::Phase(..) => BONUS,
        }
    }

    /// Returns the meaning in one phrase.
    pub fn about(self) -> &'static str {
        match self {
            Self::Pool => "share of the value of a piece in the pool that its owner keeps",
            Self::Tempo => "bonus for the player to move",
            Self::Spread => "the lead that multiplies a player's chances by 2.718",
            Self::Progress => "share of the expected points that is proportional to strength",
            Self::Phase(weight, _) => match weight {
                PhaseWeight::Advance => "share of the gain from promotion one move away, halved by each further move",
                PhaseWeight::Pressure => "penalty for each opposing piece within two king steps of a king",
                PhaseWeight::Aim => "penalty for each opposing rider with a king on its lines, blocked or not",
                PhaseWeight::Shelter => "bonus for each own piece within one step of a king",
                PhaseWeight::Piece => "value of the piece",
                PhaseWeight::Mobility => "bonus for each square that it reaches more than on an average square",
                PhaseWeight::Approach => "bonus for each king step toward the squares where opposing kings start",
                PhaseWeight::Center => "bonus for each king step toward the center of the board",
            },
        }
    }

    /// Returns the number of digits behind the point that tuning keeps.
    fn digits(self) -> i32 {
        match self {
            Self::Pool | Self::Progress | Self::Phase(PhaseWeight::Advance, _) => 3,
            Self::Spread | Self::Phase(PhaseWeight::Piece, _) => 0,
            Self::Tempo | Self::Phase(..) => 1,
        }
    }

    /// Reports whether each kind has a weight of its own.
    pub fn is_by_kind(self) -> bool {
        use PhaseWeight::{Approach, Center, Mobility, Piece};
        matches!(self, Self::Phase(Piece | Mobility | Approach | Center, _))
    }

    /// Reports whether the weight is a piece's value.
    pub fn is_value(self) -> bool {
        matches!(self, Self::Phase(PhaseWeight::Piece, _))
    }

    /// Returns the weight among all. `kind` counts only if each kind has its own.
    pub fn at(self, weights: &mut Weights, kind: usize) -> &mut f64 {
        match self {
            Self::Pool => &mut weights.pool,
            Self::Tempo => &mut weights.tempo,
            Self::Spread => &mut weights.spread,
            Self::Progress => &mut weights.progress,
            Self::Phase(weight, late) => {
                let phase = if late { &mut weights.empty } else { &mut weights.full };
                match weight {
                    PhaseWeight::Advance => &mut phase.advance,
                    PhaseWeight::Pressure => &mut phase.pressure,
                    PhaseWeight::Aim => &mut phase.aim,
                    PhaseWeight::Shelter => &mut phase.shelter,
                    PhaseWeight::Piece => &mut phase.pieces[kind],
                    PhaseWeight::Mobility => &mut phase.mobility[kind],
                    PhaseWeight::Approach => &mut phase.approach[kind],
                    PhaseWeight::Center => &mut phase.center[kind],
                }
            }
        }
    }

    /// Returns how much a weight is expected to differ from the derived `value`.
    fn scale(self, value: f64) -> f64 {
        match self {
            Self::Pool => 0.2,
            Self::Phase(PhaseWeight::Advance, _) => 0.15,
            Self::Phase(PhaseWeight::Piece, _) => 10.0 + value.abs() / 5.0,
            Self::Phase(PhaseWeight::Mobility, _) => 4.0,
            Self::Phase(PhaseWeight::Approach | PhaseWeight::Center, _) => 6.0,
            Self::Spread => value / 4.0,
            Self::Progress => 0.04,
            Self::Tempo | Self::Phase(..) => 8.0,
        }
    }
}

/// A weight that tuning may change.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Tunable {
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

    /// Reports whether the weight says how points follow from strength.
    pub fn is_outlook(self) -> bool {
        matches!(self.weight, Weight::Spread | Weight::Progress)
    }
}

/// Reports whether a player with few pieces of a kind gets more points than the others.
fn loses_to_win(book: &Rulebook, kind: usize) -> bool {
    let settle = book.settle();
    let mut tested = settle.after_move().iter().chain(settle.turn_start()).map(|it| &book.outcomes()[it.index()]);
    tested.any(|it| {
        let points = |who: Who| it.score().iter().find(|it| it.0 == who).map_or(0, |it| it.1.0);
        let few =
            it.when().count().is_some_and(|it| it.at_most() <= 1 && it.at().is_none() && it.kinds() >> kind & 1 != 0);
        few && it.then() == Then::End && points(Who::Victim) > points(Who::Others)
    })
}

impl Weights {
    /// Derives weights from the reach of the pieces.
    pub(super) fn derive(book: &Rulebook, hash: &str, features: &Features) -> Self {
        let is_royal = |kind: usize| book.kinds()[kind].role() == Role::Royal;
        let value = |kind: usize| match is_royal(kind) {
            true => 0.0,
            false if features.mean_reach(kind) == 0.0 => IMMOBILE_VALUE,
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
            // A player who wins by losing pieces prefers fewer of them.
            if loses_to_win(book, kind) {
                *piece = -*piece;
            }
        }
        let full = PhaseWeights {
            mobility: kinds.map(|it| if is_royal(it) { 0.0 } else { MOBILITY }).collect(),
            approach: vec![0.0; pieces.len()],
            center: vec![0.0; pieces.len()],
            pieces,
            advance: 0.3,
            pressure: 12.0,
            aim: 8.0,
            shelter: 8.0,
        };
        let empty = full.clone();
        // A piece that can enter is worth about as much as one on the board.
        let pool = if book.has_hand() { 1.0 } else { 0.1 };
        Self { rules: hash.to_owned(), full, empty, pool, tempo: 10.0, spread: 250.0, progress: 0.08 }
    }

    /// Returns weights with the numbers of a file, for the kinds that exist in both rulebooks.
    #[doc(hidden)]
    #[must_use]
    pub fn with_numbers(&self, numbers: &NamedWeights, book: &Rulebook) -> Self {
        let mut weights = self.clone();
        if !numbers.rules.is_empty() {
            weights.rules.clone_from(&numbers.rules);
        }
        let named = |name: &str| Weight::all().find(|it| it.name() == name);
        for (name, value) in &numbers.general {
            if let Some(weight) = named(name).filter(|it| !it.is_by_kind()) {
                *weight.at(&mut weights, 0) = *value;
            }
        }
        for (piece, name, value) in &numbers.by_kind {
            let kind = book.kinds().iter().position(|it| it.name() == piece);
            if let Some((kind, weight)) = kind.zip(named(name).filter(|it| it.is_by_kind())) {
                *weight.at(&mut weights, kind) = *value;
            }
        }
        weights
    }

    /// Reports whether there is a weight for each kind of a rulebook.
    pub(super) fn fits(&self, book: &Rulebook) -> bool {
        let of = |it: &PhaseWeights| [it.pieces.len(), it.mobility.len(), it.approach.len(), it.center.len()];
        let lengths = [of(&self.full), of(&self.empty)];
        lengths.as_flattened().iter().all(|it| *it == book.kinds().len())
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
            Some(hash) => format!("The weights were made for other rules, with the hash {hash}. They are still used."),
            None => "The weights do not say for which rules they were made. They are still used.".to_owned(),
        })
    }

    /// Returns the weights that can be tuned for a rulebook, in a fixed order.
    #[doc(hidden)]
    pub fn tunable(&self, book: &Rulebook) -> Vec<Tunable> {
        let mut weights = self.clone();
        let mut all = Vec::new();
        for weight in Weight::all() {
            for kind in 0..if weight.is_by_kind() { book.kinds().len() } else { 1 } {
                let is_fixed = weight.is_value() && book.kinds()[kind].role() == Role::Royal
                    || weight == Weight::Pool && !book.has_pool();
                if !is_fixed {
                    let scale = weight.scale(*weight.at(&mut weights, kind));
                    all.push(Tunable { weight, kind, scale });
                }
            }
        }
        all
    }

    /// Rounds all weights to the digits that a file shows, within their ranges.
    #[doc(hidden)]
    pub fn round(&mut self) {
        self.change_all(|weight, value| {
            let unit = 10f64.powi(weight.digits());
            (value * unit).round() / unit
        });
    }

    /// Moves all weights into their ranges.
    #[doc(hidden)]
    pub fn clamp(&mut self) {
        self.change_all(|_, value| value);
    }

    /// Changes every weight, and keeps it in its range.
    fn change_all(&mut self, change: impl Fn(Weight, f64) -> f64) {
        for weight in Weight::all() {
            let (least, most) = weight.range();
            for kind in 0..if weight.is_by_kind() { self.full.pieces.len() } else { 1 } {
                let value = weight.at(self, kind);
                *value = change(weight, *value).clamp(least, most) + 0.0;
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
/// Value of a piece that never moves.
const IMMOBILE_VALUE: f64 = 100.0;
/// Share of the gain from promotion that the value of a promoting kind contains.
const PROMOTION_SHARE: f64 = 0.05;
