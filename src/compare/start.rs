//! Where the search begins: the starting position, positions that were given, positions that are shipped.
//!
//! In: two variants. Out: the positions that stand under both, the starting position first. What is
//! shipped and does not stand on these boards is left out.

use super::Options;
use super::pair::Pair;
use crate::catalog;
use crate::notation::position::{parse_position, render};
use crate::rules::Variant;

/// Where a position comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The starting position.
    Setup,
    /// It was asked for.
    Given,
    /// It is shipped.
    Shipped,
    /// It was made of one that was met in a game: it may never come up in play.
    Made,
}

impl Origin {
    /// As reports have it.
    pub fn word(self) -> &'static str {
        match self {
            Origin::Setup => "setup",
            Origin::Given => "given",
            Origin::Shipped => "shipped",
            Origin::Made => "made",
        }
    }
}

/// A position to begin from.
#[derive(Clone, Debug)]
pub(super) struct SearchStart {
    pub origin: Origin,
    /// Its text; `None` for the starting position.
    pub text: Option<String>,
    pub pair: Pair,
}

/// All positions to begin from.
///
/// # Errors
/// Where a position that was given does not stand under both.
pub(super) fn starts(a: &Variant, b: &Variant, options: &Options) -> Result<Vec<SearchStart>, String> {
    let mut starts = Vec::new();
    if let (Some(one), Some(other)) = (a.start(), b.start()) {
        starts.push(SearchStart { origin: Origin::Setup, text: None, pair: Pair::new(one, other) });
    }
    for text in &options.starts {
        for variant in [a, b] {
            parse_position(variant, text)
                .map_err(|it| format!("under `{}` this is no position\n{}", variant.slug(), render(text, &it)))?;
        }
        let pair = Pair::parse(a, b, text).ok_or("the position stands under neither")?;
        starts.push(SearchStart { origin: Origin::Given, text: Some(text.clone()), pair });
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
