//! Table lookups without bounds checks: the one place for them.
//!
//! In: a slice and an index that was made together with it. Out: the entry. Every index
//! is compared with the length where debug assertions are on, as in every test.
//!
//! # What callers rely on
//!
//! An [`Engine`](super::engine::Engine) is built once, from a rulebook that only `compile`
//! makes, and is never altered. Its tables have one entry for each *square* of the board, each
//! *type* of man, each *seat*, each set of seats, and each *class* of leaps or rides; what
//! stands in an entry (heads, classes, offsets, types) was made from those tables. A
//! [`State`](super::state::State) is made by the engine alone, after it has looked at every id of
//! a setup (`load`: squares, seats, kinds, tags, headings, castlings, barrier states, the cause of
//! an ending), of a move (`Position::explain`: both squares, the castling, the kind) or of a claim
//! (`Position::conclude`): its sets hold squares of the board, its `turn` is a seat of the rulebook.
//! Public functions that ask about a seat, a kind or a square compare it with the rulebook first. A SAFETY comment names which of
//! these an index is; *square*, *type*, *seat* and *class* mean the above.

/// Returns an entry of a table.
///
/// # Safety
/// `index` is below the length of `list`.
#[inline(always)]
pub unsafe fn at<T>(list: &[T], index: usize) -> &T {
    debug_assert!(index < list.len(), "{index} of {}", list.len());
    // SAFETY: the caller keeps the contract.
    unsafe { list.get_unchecked(index) }
}

/// Returns the entries of a table from `start` up to `end`.
///
/// # Safety
/// `start` is not above `end`, and `end` is not above the length of `list`.
#[inline(always)]
pub unsafe fn part<T>(list: &[T], start: usize, end: usize) -> &[T] {
    debug_assert!(start <= end && end <= list.len(), "{start}..{end} of {}", list.len());
    // SAFETY: the caller keeps the contract.
    unsafe { list.get_unchecked(start..end) }
}
