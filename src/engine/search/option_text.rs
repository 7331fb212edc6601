//! The text forms of algorithms, techniques and budgets.
//!
//! Contains their `Display` and `FromStr`, which agree, and the error [`OptionTextError`]. With the feature `serde`, these
//! values are stored as the same texts.
//!
//! Input: a text. Output: a value, or an error that lists what was expected. Does not know how a search works.

use std::fmt::{Display, Formatter};
use std::str::FromStr;

use super::options::{Algorithm, Budget};
use super::technique::Technique;

/// Maximum number of characters of a text in an error.
const MAX_QUOTED: usize = 40;

/// A text that is no algorithm, technique or budget of a search.
///
/// ```
/// use threefold::search::{Algorithm, Budget, OptionTextError, Technique};
///
/// assert_eq!("mcts".parse(), Ok(Algorithm::MonteCarlo));
/// assert_eq!("killers".parse(), Ok(Technique::Killers));
/// assert_eq!("20k".parse(), Ok(Budget::Nodes(20_000)));
/// let error: OptionTextError = "mtcs".parse::<Algorithm>().expect_err("a typing error");
/// assert_eq!(error.to_string(), "`mtcs` is not an algorithm: brs, paranoid, alphabeta, maxn or mcts");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {expected}")]
#[non_exhaustive]
pub struct OptionTextError {
    /// The start of the text: at most 40 characters.
    pub text: String,
    /// What was expected, in words.
    pub expected: &'static str,
}

impl OptionTextError {
    fn new(text: &str, expected: &'static str) -> Self {
        Self { text: text.chars().take(MAX_QUOTED).collect(), expected }
    }
}

impl Display for Algorithm {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Parses a short name, such as `brs`.
impl FromStr for Algorithm {
    type Err = OptionTextError;

    fn from_str(text: &str) -> Result<Self, OptionTextError> {
        let expected = "an algorithm: brs, paranoid, alphabeta, maxn or mcts";
        Self::of(text).ok_or_else(|| OptionTextError::new(text, expected))
    }
}

impl Display for Technique {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Parses a short name, such as `killers`.
impl FromStr for Technique {
    type Err = OptionTextError;

    fn from_str(text: &str) -> Result<Self, OptionTextError> {
        Self::of(text).ok_or_else(|| OptionTextError::new(text, "a technique, such as killers or memory"))
    }
}

/// Parses a number of nodes or a time, as [`Budget::parse`] does.
impl FromStr for Budget {
    type Err = OptionTextError;

    fn from_str(text: &str) -> Result<Self, OptionTextError> {
        let expected = "a budget: a number of nodes, such as 2000 or 20k, or a time, such as 2s or 100ms";
        Self::parse(text).ok_or_else(|| OptionTextError::new(text, expected))
    }
}

/// Implements `Serialize` and `Deserialize` by the text of `Display` and `FromStr`.
#[doc(hidden)]
#[macro_export]
macro_rules! serde_as_text {
    ($($name:ty),*) => {$(
        #[cfg(feature = "serde")]
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}

serde_as_text!(Algorithm, Technique, Budget);
