//! Game families: which shipped rulebooks are readings of which game.
//!
//! Input: slugs. Output: slugs. A reading is in the main folder or in `readings/`, and extends its game
//! or another reading. A file in any other folder (mixtures, mechanisms) is a game of its own, whatever
//! it extends. Does not know what the rulebooks say.

use super::{Catalog, Part, Shipped, shipped};
use crate::definition::load::{Location, locate, top};

/// The folder that contains the readings.
const READINGS: &str = "readings/";

/// Returns the shipped rulebooks that a shipped rulebook extends, in the order of its file.
pub fn parents(slug: &str) -> Vec<&'static Shipped> {
    let Some(own) = shipped().iter().find(|it| it.slug == slug) else { return Vec::new() };
    let from = Location::Shipped(slug.to_owned());
    let names = top(own.text).map_or_else(Vec::new, |it| it.extends.value);
    let located = names.iter().filter_map(|it| match locate(&it.value.0, &from, &Catalog) {
        Ok(Location::Shipped(slug)) => shipped().iter().find(|it| it.slug == slug),
        _ => None,
    });
    located.collect()
}

/// Returns the game of which a shipped rulebook is a reading, or the rulebook itself if it is a game.
pub fn game_of(slug: &str) -> String {
    let mut slug = slug.to_owned();
    // Shipped files contain no cycles; the bound is only a precaution.
    for _ in 0..shipped().len() {
        match read_from(&slug) {
            Some(parent) => slug.clone_from(&parent.slug),
            None => break,
        }
    }
    slug
}

/// Returns a game and all its readings in the order of the catalog, with the game first.
///
/// [`catalog`](crate::catalog) has an example.
pub fn readings(game: &str) -> Vec<&'static Shipped> {
    let is_here = |it: &&Shipped| it.part == Part::Game && game_of(&it.slug) == game;
    let (own, others): (Vec<_>, Vec<_>) = shipped().iter().filter(is_here).partition(|it| it.slug == game);
    own.into_iter().chain(others).collect()
}

/// Returns the game or reading of which this rulebook is a reading.
fn read_from(slug: &str) -> Option<&'static Shipped> {
    let is_reading = |it: &str| it.starts_with(READINGS) || !it.contains('/');
    let parent = parents(slug).into_iter().find(|it| it.part == Part::Game)?;
    (is_reading(slug) && is_reading(&parent.slug)).then_some(parent)
}
