//! Values: expected points and plies to the end in one comparable number.
//!
//! Contains [`Value`] and its packing:
//!
//! ```text
//!   value = quality * 1024 + urgency        quality: points in units of the stakes
//!                                            urgency: 511 - plies for a win, negative for a loss,
//!                                                     0 for a draw or an estimate
//! ```
//! Comparing two values compares the points first, and then prefers the quicker win and the slower
//! loss. A negated value is the value of an opponent in a sum of zero.
//!
//! Input: qualities and plies. Output: values. Does not know positions.

/// A value that the search compares.
pub type Value = i32;

/// A bound above every value. The difference of two bounds still fits.
pub const INFINITE: Value = (1 << 30) - 1;
/// Number of low bits for the urgency.
const BITS: u32 = 10;
/// The greatest urgency: the game ends now.
const NOW: i32 = 511;
/// Maximum number of plies from the root, quiescence included. Below [`NOW`].
pub const MAX_PLY: usize = 200;

/// Returns the value of an estimate.
#[inline(always)]
pub fn estimate(quality: i32) -> Value {
    quality << BITS
}

/// Returns the value of an ending after `ply` plies. `sign` is positive for a good ending and
/// negative for a bad one.
#[inline(always)]
pub fn ending(quality: i32, sign: i32, ply: usize) -> Value {
    (quality << BITS) + sign.signum() * (NOW - ply as i32)
}

/// Returns the quality of a value.
#[inline(always)]
pub fn quality(value: Value) -> i32 {
    (value + (1 << (BITS - 1))) >> BITS
}

/// Returns the urgency of a value.
#[inline(always)]
pub fn urgency(value: Value) -> i32 {
    value - (quality(value) << BITS)
}

/// Returns the number of plies from the root to the proven end; `None` for an estimate.
pub fn plies_to_end(value: Value) -> Option<u32> {
    let urgency = urgency(value);
    (urgency != 0).then(|| (NOW - urgency.abs()) as u32)
}

/// Converts a value that counts plies from the root into one that counts from the node at `ply`.
#[inline(always)]
pub fn from_root(value: Value, ply: usize) -> Value {
    value + urgency(value).signum() * ply as i32
}

/// Converts a value that counts plies from the node at `ply` into one that counts from the root.
#[inline(always)]
pub fn to_root(value: Value, ply: usize) -> Value {
    value - urgency(value).signum() * ply as i32
}
