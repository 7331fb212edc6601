//! The transposition table of the search.
//!
//! Contains [`ScoreTable`]: bounds and best moves by position. The transposition table of perft
//! stores counts instead.
//!
//! Input: keys of positions, depths and values from the perspective of the root player. Output:
//! entries. A key has one slot; a deeper entry of the same position or a newer one of another
//! replaces it. Several threads may share a table: a slot that two of them write at once holds an
//! entry of neither, which the check of the key reveals (Hyatt and Mann, 2002). Does not know
//! positions.

use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::score::Value;
use crate::rules::inside::{EngineMove, NOBODY};

/// The relation of a stored value to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
pub struct ScoreEntry {
    /// The best move, packed; 0 if none is known.
    pub mv: u32,
    /// The value or bound, for the player at the root.
    pub value: Value,
    /// Depth of the search that found it.
    pub depth: u8,
    /// The meaning of `value`.
    pub bound: Bound,
}

/// A table of entries of two words each.
#[derive(Debug)]
pub struct ScoreTable {
    slots: Vec<[AtomicU64; 2]>,
    mask: usize,
}

/// Packs a move into 31 bits plus one that is always set.
#[inline]
pub fn pack(mv: EngineMove) -> u32 {
    let squares = 1 << 31 | u32::from(mv.from & 511) << 22 | u32::from(mv.to & 511) << 13;
    let is_plain = mv.castling & mv.promotion == NOBODY;
    squares | if is_plain { 127 << 6 | 63 } else { pack_special(mv) }
}

/// Packs what makes a castling, a drop or a promotion out of a move.
#[inline(never)]
fn pack_special(mv: EngineMove) -> u32 {
    let (castling, promotion) = match mv.gate() {
        // Numbers that no castling, no drop and no promotion has.
        Some((kind, _)) if mv.castling == NOBODY => ((96 + u32::from(kind)).min(126), 63),
        Some((kind, on_rook_square)) => {
            (u32::from(mv.castling), u32::from(kind) % 31 + if on_rook_square { 31 } else { 0 })
        }
        None => {
            (u32::from(mv.castling.min(127)), if mv.promotion == NOBODY { 63 } else { u32::from(mv.promotion.min(63)) })
        }
    };
    castling << 6 | promotion
}

impl ScoreTable {
    /// Creates a table of at most `bytes` bytes, not larger than `nodes` nodes can fill.
    pub fn new(bytes: usize, nodes: u64) -> Self {
        let wanted = usize::try_from(nodes.saturating_mul(2)).unwrap_or(usize::MAX);
        let most = (bytes / 16).min(wanted.max(1024));
        let mut size = if most < 1024 { 0 } else { 1 << most.ilog2() };
        // If memory runs out, a smaller table gives the same kind of answers.
        while size > 0 && Vec::<[u64; 2]>::new().try_reserve_exact(size).is_err() {
            size /= 2;
        }
        Self { slots: zeroed(size), mask: size.wrapping_sub(1) }
    }

    /// Returns the entry of a key.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<ScoreEntry> {
        let (check, data) = read(self.slots.get(key as usize & self.mask)?);
        // The low 12 bits of the first word hold depth and bound; the key fills the rest.
        if (check ^ key) >> 12 != 0 || check & 0xFFF == 0 {
            return None;
        }
        let bound = match check & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        };
        Some(ScoreEntry { mv: (data >> 32) as u32, value: data as u32 as i32, depth: (check >> 2) as u8, bound })
    }

    /// Stores an entry.
    #[inline(always)]
    pub fn put(&self, key: u64, entry: ScoreEntry) {
        let Some(slot) = self.slots.get(key as usize & self.mask) else { return };
        let (before, data) = read(slot);
        let is_same = (before ^ key) >> 12 == 0;
        if is_same && (before >> 2) as u8 > entry.depth && entry.bound != Bound::Exact {
            return;
        }
        let mv = if entry.mv == 0 && is_same { (data >> 32) as u32 } else { entry.mv };
        let bound = match entry.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let check = key & !0xFFF | u64::from(entry.depth) << 2 | bound;
        let data = u64::from(mv) << 32 | u64::from(entry.value as u32);
        slot[0].store(check ^ data, Relaxed);
        slot[1].store(data, Relaxed);
    }
}

/// Returns the check and the data of a slot.
#[inline(always)]
fn read(slot: &[AtomicU64; 2]) -> (u64, u64) {
    let data = slot[1].load(Relaxed);
    (slot[0].load(Relaxed) ^ data, data)
}

/// Returns empty slots. The system provides zeroed memory page by page, so an unused part costs
/// nothing.
fn zeroed(size: usize) -> Vec<[AtomicU64; 2]> {
    if align_of::<AtomicU64>() != align_of::<u64>() {
        return (0..size).map(|_| Default::default()).collect();
    }
    let mut words = ManuallyDrop::new(vec![[0u64; 2]; size]);
    // SAFETY: an atomic integer has the size and the bits of the integer, here also its alignment.
    // The vector is not dropped, so the memory has one owner.
    unsafe { Vec::from_raw_parts(words.as_mut_ptr().cast(), words.len(), words.capacity()) }
}
