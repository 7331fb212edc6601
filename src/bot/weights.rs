//! The weights of a searching bot: shipped with the rulebook, derived from it, or read from a file.
//!
//! Input: a [`Style`] and a variant. Output: an [`Evaluator`], or an error with the findings of the
//! file. Does not know what weights mean.

use std::path::Path;

use super::{BotError, SearchStyle, Style};
use crate::load::{MAX_BYTES, read_file};
use crate::rules::Variant;
use crate::search::Evaluator;
use crate::weights::WeightFile;

/// Weights that do not ship with the rulebook.
///
/// [`Style`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightChoice {
    /// Weights derived from the rulebook.
    Derived,
    /// The weights of a file, given by its path.
    File(String),
}

impl std::fmt::Display for WeightChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Derived => f.write_str("derived"),
            Self::File(path) => f.write_str(path),
        }
    }
}

/// Reads `derived`, or else the path of a file.
///
/// ```
/// use threefold::bot::WeightChoice;
///
/// assert_eq!("derived".parse(), Ok(WeightChoice::Derived));
/// assert_eq!("own.toml".parse(), Ok(WeightChoice::File("own.toml".to_owned())));
/// ```
impl std::str::FromStr for WeightChoice {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(if text == "derived" { Self::Derived } else { Self::File(text.to_owned()) })
    }
}

threefold_engine::serde_as_text!(WeightChoice, super::Level, Style);

impl WeightChoice {
    /// Returns the evaluator with these weights.
    ///
    /// # Errors
    /// Returns an error if the file of weights cannot be used.
    pub fn evaluator(&self, variant: &Variant) -> Result<Evaluator, BotError> {
        let Self::File(path) = self else { return Ok(Evaluator::derived(variant)) };
        let text = text_of(path)?;
        let parsed = WeightFile::parse(path, &text).and_then(|it| it.weights(variant));
        let weights = parsed.map_err(|it| BotError::Weights { path: path.clone(), findings: Box::new(it) })?;
        Ok(Evaluator::with_weights(variant, weights))
    }

    /// Returns a sentence for people if the weights of a file were made for other rules than the rules of
    /// a variant. `evaluator` has these weights.
    pub fn note(&self, evaluator: &Evaluator, variant: &Variant) -> Option<String> {
        let Self::File(path) = self else { return None };
        evaluator.weights().note(variant).map(|it| format!("note: `{path}`: {it}"))
    }
}

impl Style {
    /// Returns a sentence for people if the bot uses a file of weights that were made for other rules.
    pub fn note(&self, evaluator: Option<&Evaluator>, variant: &Variant) -> Option<String> {
        let Self::Search(SearchStyle { weights: Some(weights), .. }) = self else { return None };
        weights.note(evaluator?, variant)
    }

    /// Returns the evaluator of a bot that searches; `None` for a bot that does not need one.
    ///
    /// # Errors
    /// Returns an error if the style names a file of weights that cannot be used.
    pub fn evaluator(&self, variant: &Variant) -> Result<Option<Evaluator>, BotError> {
        let weights = match self {
            Self::Search(SearchStyle { weights, .. }) => weights.as_ref(),
            Self::Level(_) => None,
            Self::Random | Self::Greedy | Self::Uci(_) | Self::Own(_) => return Ok(None),
        };
        weights.map_or_else(|| Ok(Evaluator::new(variant)), |it| it.evaluator(variant)).map(Some)
    }
}

/// Returns the text of a file that is not too large.
fn text_of(path: &str) -> Result<String, BotError> {
    let unreadable = |reason| BotError::UnreadableWeights { path: path.to_owned(), reason };
    // A device has no length, so the length of the text counts.
    let bytes = read_file(Path::new(path)).map_err(unreadable)?;
    if bytes.len() > MAX_BYTES {
        return Err(BotError::LargeWeights { path: path.to_owned(), max: MAX_BYTES });
    }
    String::from_utf8(bytes).map_err(|_| unreadable("it is not UTF-8 text".to_owned()))
}
