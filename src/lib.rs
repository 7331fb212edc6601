//! A rules-variant framework for chess for three (or two, or more).
#![warn(missing_docs, missing_debug_implementations)]

pub mod board;
pub mod definition;
pub mod diagnostic;
pub mod notation;
pub mod rules;
pub mod variant;
