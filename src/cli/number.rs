//! Numbers on the command line, each limited to the range of its option.
//!
//! Input: the text of an argument. Output: the number, or a message with the range and an example. Does not know the
//! options.

use std::ops::RangeInclusive;

/// Returns a parser for numbers in a range. Its error message contains `example`.
pub(super) fn number<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
    example: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let found = text.parse::<u64>().ok().filter(|it| range.contains(it));
        found.and_then(|it| T::try_from(it).ok()).ok_or_else(|| {
            format!("write a whole number from {} to {}, for example {example}", range.start(), range.end())
        })
    }
}

/// Maximum number of seconds that a search may take: one day.
const MAX_SECONDS: f64 = 86_400.0;

/// Parses a number of seconds.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(it) if (0.0..=MAX_SECONDS).contains(&it) => Ok(it),
        _ => Err(format!("write a number of seconds from 0 to {MAX_SECONDS}, for example 2.5")),
    }
}
