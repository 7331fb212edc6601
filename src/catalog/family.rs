//! Which shipped rulebooks extend which: a game and its readings.
//!
//! In: slugs. Out: slugs. A reading lies in the folder itself or in `readings/`, and
//! extends its game or another reading; what lies in other folders (mixtures, mechanisms)
//! is a game of its own, whatever it extends.

use super::{Catalog, Part, Shipped, shipped};
use crate::definition::load::{Location, locate, top};

/// The folder of readings.
const READINGS: &str = "readings/";

/// What a shipped rulebook extends, itself, in the order of the file.
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

/// The game that a shipped rulebook is a reading of; itself where it is none.
pub fn game_of(slug: &str) -> String {
    let mut slug = slug.to_owned();
    // Nothing that is shipped is a circle; a bound costs nothing.
    for _ in 0..shipped().len() {
        match read_from(&slug) {
            Some(parent) => slug.clone_from(&parent.slug),
            None => break,
        }
    }
    slug
}

/// A game and all its readings, in the order of the catalog; the game is the first.
pub fn readings(game: &str) -> Vec<&'static Shipped> {
    let is_here = |it: &&Shipped| it.part == Part::Game && game_of(&it.slug) == game;
    let (own, others): (Vec<_>, Vec<_>) = shipped().iter().filter(is_here).partition(|it| it.slug == game);
    own.into_iter().chain(others).collect()
}

/// The game or the reading that this is a reading of.
fn read_from(slug: &str) -> Option<&'static Shipped> {
    let is_reading = |it: &str| it.starts_with(READINGS) || !it.contains('/');
    let parent = parents(slug).into_iter().find(|it| it.part == Part::Game)?;
    (is_reading(slug) && is_reading(&parent.slug)).then_some(parent)
}
