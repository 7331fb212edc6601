//! A generalized sequential probability ratio test (GSPRT) of the first two bots.
//!
//! Contains [`Sprt`] and its running [`SprtState`].
//!
//! A round gives one score between 0 and 1: one half, plus half of the difference of the two bots'
//! mean points, divided by the most points of a seat. With two players, this is the score of a pair
//! of games, as in the pentanomial test of Fishtest. The hypotheses are expected scores
//! `s = 1 / (1 + 10^(-E / 400))` for the two Elo differences `E0` and `E1`.
//!
//! The rounds are independent and identically distributed, so the test needs no model of draws or of
//! points. Under the constraint that the mean is `s`, the likelihood is greatest for
//! `p(a) = f(a) / (1 + t (a - s))`. Here, `f` are the observed frequencies, and `t` solves
//! `sum p(a) (a - s) = 0`. The logarithm of the likelihood ratio is thus
//! `LLR = sum n(a) log((1 + t0 (a - s0)) / (1 + t1 (a - s1)))`.
//! The test ends at Wald's bounds (1945): `log(beta / (1 - alpha))` and `log((1 - beta) / alpha)`.
//!
//! Source: Van den Bergh, "A practical introduction to the GSPRT"; the likelihood is Owen's
//! empirical likelihood (1988). As in Fishtest, a small pseudo-count for the scores 0 and 1 keeps
//! the ratio finite.
//!
//! Input: scores of rounds, in order. Output: a [`Verdict`]. Does not know games.

/// Probability of each of the two errors.
const ERROR: f64 = 0.05;
/// Pseudo-count of the scores 0 and 1.
const PSEUDO_COUNT: f64 = 1e-3;

/// The two hypotheses of a test, as Elo differences.
///
/// [`SprtState`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sprt {
    /// Elo difference of the null hypothesis.
    pub elo0: f64,
    /// Elo difference of the alternative, which is greater.
    pub elo1: f64,
}

/// The result of a test so far.
///
/// [`SprtState`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Verdict {
    /// The rounds so far do not decide.
    Undecided,
    /// The difference is the smaller one: the null hypothesis is accepted.
    Lower,
    /// The difference is the greater one: the alternative is accepted.
    Higher,
}

/// A running test.
///
/// ```
/// use threefold::arena::{Sprt, Verdict, elo_of_score};
///
/// let mut state = Sprt::new(0.0, 100.0).expect("the second number is greater").start();
/// while state.verdict == Verdict::Undecided {
///     state.add(1.0);
/// }
/// assert_eq!(elo_of_score(0.5), 0.0);
/// assert_eq!((state.verdict, state.rounds), (Verdict::Higher, 12));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SprtState {
    /// The two hypotheses.
    pub test: Sprt,
    /// Logarithm of the likelihood ratio.
    pub llr: f64,
    /// The bound at which the test accepts the greater difference; the other one is its negative.
    pub bound: f64,
    /// Whether the test has decided.
    pub verdict: Verdict,
    /// Number of rounds.
    pub rounds: u32,
    /// Each different score with its number of rounds.
    counts: Vec<(f64, f64)>,
}

impl Sprt {
    /// Creates a test; `None` unless `elo0` is below `elo1` and both are between -2000 and 2000.
    pub fn new(elo0: f64, elo1: f64) -> Option<Self> {
        let is_possible = |it: f64| (-2000.0..=2000.0).contains(&it);
        (is_possible(elo0) && is_possible(elo1) && elo0 < elo1).then_some(Self { elo0, elo1 })
    }

    /// Starts the test without any round.
    pub fn start(self) -> SprtState {
        let bound = ((1.0 - ERROR) / ERROR).ln();
        let counts = vec![(0.0, PSEUDO_COUNT), (1.0, PSEUDO_COUNT)];
        SprtState { test: self, llr: 0.0, bound, verdict: Verdict::Undecided, rounds: 0, counts }
    }
}

impl SprtState {
    /// Adds the score of a round, from 0 to 1.
    pub fn add(&mut self, score: f64) {
        let score = score.clamp(0.0, 1.0);
        match self.counts.iter_mut().find(|it| (it.0 - score).abs() < 1e-9) {
            Some(entry) => entry.1 += 1.0,
            None => self.counts.push((score, 1.0)),
        }
        self.rounds += 1;
        let (s0, s1) = (expected_score(self.test.elo0), expected_score(self.test.elo1));
        let (t0, t1) = (self.tilt(s0), self.tilt(s1));
        let of = |(a, n): &(f64, f64)| n * ((1.0 + t0 * (a - s0)).ln() - (1.0 + t1 * (a - s1)).ln());
        self.llr = self.counts.iter().map(of).sum();
        self.verdict = match self.llr {
            llr if llr >= self.bound => Verdict::Higher,
            llr if llr <= -self.bound => Verdict::Lower,
            _ => Verdict::Undecided,
        };
    }

    /// Solves `sum n(a) (a - s) / (1 + t (a - s)) = 0` for `t`. The sum decreases in `t`.
    fn tilt(&self, s: f64) -> f64 {
        let (mut low, mut high) = (-1.0 / (1.0 - s), 1.0 / s);
        for _ in 0..100 {
            let t = (low + high) / 2.0;
            let sum: f64 = self.counts.iter().map(|(a, n)| n * (a - s) / (1.0 + t * (a - s))).sum();
            if sum > 0.0 { low = t } else { high = t }
        }
        (low + high) / 2.0
    }
}

/// Returns the Elo difference of an expected score between 0 and 1.
///
/// [`SprtState`] has an example.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Returns the expected score of an Elo difference.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}
