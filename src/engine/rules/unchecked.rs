//! Table lookups without bounds checks. All of them go through this module.
//!
//! Contains two unsafe functions. Input: a slice and an index that was made for it. Output: the
//! entry. Debug builds, and thus all tests, compare every index with the length. Does not know what
//! the tables contain.
//!
//! # Invariants
//!
//! Callers rely on these invariants. A SAFETY comment names the kind of index; *square*, *type*,
//! *seat* and *class* are used as defined here.
//!
//! - An [`Engine`](super::engine::Engine) is built once, from a rulebook that only `compile` makes,
//!   and is never changed.
//! - Its tables have one entry for each *square* of the board, each *type* of piece, each *seat*,
//!   each set of seats, and each *class* of leaps or rides. Every index stored in a table was made
//!   for the table that it points to.
//! - Only the engine makes a [`State`](super::state::State). It first checks every id of a setup
//!   (`setup_converter`: squares, seats, kinds, tags, headings, castlings, barrier states, the cause of an
//!   ending). It also checks the ids of a move (`has_ids_of`, before a move is played or explained) and of
//!   a claim (`Position::conclude`). A move that `position::listing` has listed for the state is one that the
//!   engine made itself. The sets of a state thus contain only squares
//!   of the board, and `turn` is a seat of the rulebook.
//! - Public functions that take a seat, a kind or a square compare it with the rulebook first.

/// Returns an entry of a table.
///
/// # Safety
/// `index` is less than the length of `list`.
#[inline(always)]
pub unsafe fn at<T>(list: &[T], index: usize) -> &T {
    debug_assert!(index < list.len(), "{index} of {}", list.len());
    // SAFETY: the caller upholds the contract.
    unsafe { list.get_unchecked(index) }
}

/// Returns the entries of a table from `start` up to, but not including, `end`.
///
/// # Safety
/// `start` is at most `end`, and `end` is at most the length of `list`.
#[inline(always)]
pub unsafe fn range<T>(list: &[T], start: usize, end: usize) -> &[T] {
    debug_assert!(start <= end && end <= list.len(), "{start}..{end} of {}", list.len());
    // SAFETY: the caller upholds the contract.
    unsafe { list.get_unchecked(start..end) }
}
