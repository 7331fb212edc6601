//! The rulebook that a game record names.
//!
//! Input: the value of the tag `Variant`. Output: a name that [`load`](super::load) accepts. Does not know records and
//! rules.

use crate::catalog;

/// Names that other programs give to the game of the PGN standard, which is also the default of PGN.
const STANDARD: &[&str] = &["standard", "normal", "classical", "orthodox", "from position", ""];
/// The game of the PGN standard.
const DEFAULT: &str = "chess";

/// Returns the name of a rulebook for the value of the tag `Variant` of a record: `three-check` for `Three-check`.
pub(crate) fn name_of_tag(tag: &str) -> String {
    let lower = tag.trim().to_ascii_lowercase();
    let slug = lower.replace([' ', '_'], "-");
    if STANDARD.contains(&lower.as_str()) {
        DEFAULT.to_owned()
    } else if catalog::find(tag).is_none() && catalog::find(&slug).is_some() {
        slug
    } else {
        tag.trim().to_owned()
    }
}
