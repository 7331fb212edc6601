//! The engine of [threefold](https://docs.rs/threefold): boards, rules and search.
//!
//! Contains the modules whose speed decides how fast games are played. They are a package of their
//! own so that the optimizer can treat them differently from the rest, and so that changes
//! elsewhere do not compile them again.
//!
//! Input: a [`rulebook::Rulebook`], which `threefold` compiles from a TOML file. Output: positions,
//! moves, refusals, and the best moves that a search finds. Knows no files, no TOML, no notation
//! and no English.
//!
//! Programs use the package `threefold`, which contains all public items of this one. The others,
//! which the documentation hides, may change at any time.

#[macro_use]
mod sealed;

pub mod board;
#[doc(hidden)]
pub mod parallel;
#[doc(hidden)]
pub mod policy;
pub mod rulebook;
pub mod rules;
pub mod search;
#[doc(hidden)]
pub mod sorting;
