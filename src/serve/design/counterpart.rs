//! The rulebook with which the lab compares a draft.
//!
//! Contains [`counterpart`]. A draft that extends a game is compared with that game. Any other draft is
//! compared with its saved version: the edited file, or the catalog entry.
//!
//! Input: the text of the draft. Output: the compiled [`Variant`] to compare it with. Reads only the
//! files that the draft may extend. Does not know games.

use serde::Deserialize;

use super::{Design, TIME_LIMIT};
use crate::catalog::{Catalog, find};
use crate::definition::load::{Loader, Location, locate, top};
use crate::http::HttpError;
use crate::rules::Variant;

/// The rulebook to compare a draft with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Counterpart {
    /// The first game that the draft extends, or else its saved version.
    Parent,
    /// The saved version.
    Saved,
}

/// Returns the rulebook to compare a draft with. `name` is the catalog entry of the draft, if it is
/// one.
///
/// # Errors
///
/// Returns an error if there is none, or if it does not compile.
pub fn counterpart(design: &Design, which: Counterpart, text: &str, name: Option<&str>) -> Result<Variant, HttpError> {
    let location = design.location(name);
    let extended = match which {
        Counterpart::Parent => parents(design, &location, text),
        Counterpart::Saved => Vec::new(),
    };
    for parent in extended {
        let (_, variant) = design.works.run(TIME_LIMIT, design.check_at(parent, None))?;
        // A part of a rulebook cannot be played.
        if let Some(variant) = variant {
            return Ok(variant);
        }
    }
    let saved = match (&location, &design.file) {
        (_, Some(file)) => Some(file.text()),
        (Location::Shipped(slug), None) => find(slug).map(|it| it.text.to_owned()),
        _ => None,
    };
    let saved = saved.ok_or_else(|| match which {
        Counterpart::Parent => {
            HttpError::new(422, "no-parent", "the draft extends no game, and it has no saved version")
                .help("add `extends`, or compare the rulebooks on the command line: `threefold lab A B`")
        }
        Counterpart::Saved => HttpError::new(422, "no-parent", "the draft has no saved version")
            .help("compare it with the rulebook that it extends, or save it first"),
    })?;
    let (_, variant) = design.works.run(TIME_LIMIT, design.check_at(location, Some(&saved)))?;
    variant.ok_or_else(|| {
        HttpError::new(422, "saved-rulebook", "the saved version of the draft does not compile")
            .help("save a version without errors first")
    })
}

/// Returns the locations of the rulebooks that a text extends.
fn parents(design: &Design, location: &Location, text: &str) -> Vec<Location> {
    let loader: &dyn Loader = design.file.as_deref().map_or(&Catalog, |it| it);
    let names = top(text).map_or_else(Vec::new, |it| it.extends.value);
    names.iter().filter_map(|it| locate(&it.value.0, location, loader).ok()).collect()
}
