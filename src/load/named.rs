//! The rulebook that a game record names.
//!
//! Input: the value of the tag `Variant`. Output: a name that [`load`](super::load) accepts. Names are compared without
//! case, spaces and hyphens, with digits for number words, and with or without "chess" at the end. Does not know records
//! and rules.

use crate::catalog::{self, Shipped};

/// Names that other programs give to the game of the PGN standard, which is also the default of PGN.
const STANDARD: &[&str] = &["standard", "normal", "classical", "orthodox", "from position", ""];
/// The game of the PGN standard.
const DEFAULT: &str = "chess";
/// The last word of many names, which other programs often leave out or add.
const LAST_WORD: &str = "chess";
/// Number words, each with its digits.
const NUMBERS: &[(&str, &str)] = &[
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
];

/// Returns the name of a rulebook for the value of the tag `Variant` of a record: `three-check` for `3-check`.
pub fn name_of_tag(tag: &str) -> String {
    let tag = tag.trim();
    let lower = tag.to_lowercase();
    if STANDARD.contains(&lower.as_str()) {
        return DEFAULT.to_owned();
    }
    // A path is never the title of a game.
    if tag.starts_with(['.', '/']) || catalog::find(tag).is_some() {
        return tag.to_owned();
    }
    let slug = lower.replace([' ', '_'], "-");
    if catalog::find(&slug).is_some() {
        return slug;
    }
    let (whole, short) = (spelled(tag), without_last_word(&spelled(tag)));
    // From the most exact comparison to the least. If several games fit, none of them is meant.
    let same_name = |it: &Shipped| it.name.to_lowercase() == lower;
    let same_slug = |it: &Shipped| spelled(file_of(&it.slug)) == whole;
    let same_spelling = |it: &Shipped| spelled(&it.name) == whole;
    let same_start =
        |it: &Shipped| [file_of(&it.slug), &it.name].iter().any(|it| without_last_word(&spelled(it)) == short);
    let comparisons: [&dyn Fn(&Shipped) -> bool; 4] = [&same_name, &same_slug, &same_spelling, &same_start];
    let found = comparisons.iter().find_map(|fits| only(catalog::games().filter(|it| fits(it))));
    found.map_or_else(|| tag.to_owned(), |it| it.slug.clone())
}

/// Returns the only item, or `None` if there are more or none.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}

/// Returns the last part of a slug.
fn file_of(slug: &str) -> &str {
    slug.rsplit_once('/').map_or(slug, |it| it.1)
}

/// Returns a name in lowercase, without spaces and punctuation, and with digits for number words.
fn spelled(name: &str) -> String {
    let letters: String = name.to_lowercase().chars().filter(|it| it.is_alphanumeric()).collect();
    NUMBERS.iter().fold(letters, |text, (word, digits)| text.replace(word, digits))
}

/// Returns a name without "chess" at its end, if something else is left.
fn without_last_word(name: &str) -> String {
    name.strip_suffix(LAST_WORD).filter(|it| !it.is_empty()).unwrap_or(name).to_owned()
}
