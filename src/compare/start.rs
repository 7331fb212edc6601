//! Starting points of the search: the starting position, given positions, shipped positions.
//!
//! Input: two variants. Output: the positions that are valid under both, with the starting position first.
//! Shipped positions that do not fit these boards are skipped. Does not know what to compare.

use super::pair::Pair;
use super::{CompareError, Options};
use crate::catalog;
use crate::notation::parse_position;
use crate::notation::position::print_list;
use crate::rules::Variant;

/// The origin of a starting point.
///
/// [`compare`](crate::compare) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Origin {
    /// The starting position of the game.
    Setup,
    /// A position that the user gave.
    Given,
    /// A position that comes with threefold.
    Shipped,
    /// A position constructed from a random game; it may be unreachable in play.
    Made,
}

impl Origin {
    /// Returns the word for the origin in reports.
    pub fn word(self) -> &'static str {
        match self {
            Origin::Setup => "setup",
            Origin::Given => "given",
            Origin::Shipped => "shipped",
            Origin::Made => "made",
        }
    }
}

/// A position from which the search starts.
#[derive(Clone, Debug)]
pub(super) struct SearchStart {
    pub origin: Origin,
    /// Text of the position; `None` for the starting position.
    pub text: Option<String>,
    pub pair: Pair,
}

/// Returns all starting points of the search.
///
/// # Errors
/// Fails if a given position is not valid under both variants.
pub(super) fn starts(a: &Variant, b: &Variant, options: &Options) -> Result<Vec<SearchStart>, CompareError> {
    let mut starts = Vec::new();
    if let (Some(one), Some(other)) = (a.start(), b.start()) {
        starts.push(SearchStart { origin: Origin::Setup, text: None, pair: Pair::new(one, other) });
    }
    for given in &options.starts {
        // The compact form names one of the rulebooks. The list form fits both.
        let fits = [a, b].map(|it| parse_position(it, given).ok());
        let listed = fits.iter().flatten().next().filter(|_| fits.iter().any(Option::is_none)).map(print_list);
        let text = listed.as_ref().unwrap_or(given);
        for variant in [a, b] {
            parse_position(variant, text)
                .map_err(|errors| CompareError::Start { slug: variant.slug().to_owned(), errors })?;
        }
        if let Some(pair) = Pair::parse(a, b, text) {
            starts.push(SearchStart { origin: Origin::Given, text: Some(text.clone()), pair });
        }
    }
    if options.is_shipped_used {
        for text in catalog::positions() {
            if let Some(pair) = Pair::parse(a, b, text) {
                starts.push(SearchStart { origin: Origin::Shipped, text: Some((*text).to_owned()), pair });
            }
        }
    }
    Ok(starts)
}
