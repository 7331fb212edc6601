//! A rules-variant framework for chess for three (or two, or more).
#![warn(missing_docs, missing_debug_implementations)]

pub mod board;
pub mod bot;
pub mod case;
pub mod catalog;
pub mod cli;
pub mod compile;
pub mod definition;
pub mod diagnostic;
pub mod game;
mod load;
pub mod notation;
pub mod rules;
pub mod variant;

pub use load::{Checked, Input, LoadError, Loaded, check, count, load, load_input, load_text};

/// The reference of the language, as Markdown.
pub fn reference() -> String {
    definition::reference::reference(notation::position::KEYS)
}
