//! The numbers of a file of weights, by name.
//!
//! Contains [`NamedWeights`]. Input: names and numbers that were read from a file. Output: the same,
//! for the search. Does not know which weights exist.

/// Weights of an evaluation by name, in the order of their file.
#[derive(Clone, Debug, Default, PartialEq)]
#[doc(hidden)]
pub struct NamedWeights {
    /// Hash of the rules for which the weights were made; empty if it is unknown.
    pub rules: String,
    /// Weights that do not depend on the kind of piece: name and number.
    pub general: Vec<(String, f64)>,
    /// Weights by kind of piece: name of the piece, name of the weight, and number.
    pub by_kind: Vec<(String, String, f64)>,
}
