//! Slider attacks by table lookup: PEXT bitboards.
//!
//! Contains [`SliderTable`], the lookup tables for all sliders of a variant.
//!
//! Input: the rays of each square, as ordered lists of squares. Rays that fork share a prefix.
//! Output: [`EntryRange`], with which [`SliderTable::attacks`] returns the reachable squares without walking the
//! rays.
//!
//! ```text
//!   square ──> range ──> entries: [ words, masks | offset | next entry ]
//!                                        │  PEXT of the occupancy under the masks
//!                                        v
//!                                  sets: one for each blocker combination
//! ```
//! An entry covers one line: a ray and the ray in the opposite direction. If that line has more
//! than [`MAX_BITS`] blocker squares, each entry covers a segment of one ray, up to [`SEGMENT_SQUARES`]
//! squares. The next segment is looked up only if the current one is empty.
//!
//! Does not know seats, barriers or rules.

use foldhash::HashMap;

use super::cpu::CpuFeatures;
use super::square_set::SquareSet;
use super::unchecked::{at, range};

/// Maximum number of blocker squares that one lookup covers.
const MAX_BITS: usize = 8;
/// The same maximum on a board of at most 64 squares.
const MAX_BITS_IN_ONE_WORD: usize = MAX_BITS + 2;
/// Maximum number of squares in a segment of a long ray. Most rays are blocked in the first
/// segment, and smaller tables cause fewer cache misses.
const SEGMENT_SQUARES: usize = 6;
/// Marks the last entry of a chain.
const NONE: u32 = u32::MAX;
/// Separates rays in the keys of [`SliderTable::add_square`]. No board has this square.
const NO_SQUARE: u16 = u16::MAX;

/// One PEXT lookup.
#[derive(Clone, Debug)]
pub struct PextEntry {
    /// The relevant occupancy in up to two words of a bitboard. The second mask may be zero.
    masks: [u64; 2],
    /// Index of its first attack set in [`SliderTable::sets`].
    offset: u32,
    /// Index of the entry to look up when no blocker was found, or [`NONE`].
    next: u32,
    /// Indices of the bitboard words to which `masks` apply.
    words: [u8; 2],
    /// Number of bits in the first mask.
    shift: u8,
}

/// A range of entries in [`SliderTable::entries`]: start (inclusive) and end (exclusive).
pub type EntryRange = (u32, u32);

/// The methods that build a [`SliderTable`], without its width.
pub trait SliderBuilder {
    /// Adds the rays of one square and returns their entries. Short rays share entries; long rays
    /// are split into segments.
    fn add_square(&mut self, rays: Vec<Vec<u16>>) -> EntryRange;
    /// Returns one range that contains copies of all entries of `ranges`.
    fn combine(&mut self, ranges: &[EntryRange]) -> EntryRange;
    /// Returns the heap memory used, in bytes.
    fn bytes(&self) -> usize;
}

/// The entries and attack sets of all rider classes of a variant.
#[derive(Clone, Debug, Default)]
pub struct SliderTable<const W: usize> {
    entries: Vec<PextEntry>,
    sets: Vec<SquareSet<W>>,
    /// Cache used while building: rays (separated by [`NO_SQUARE`]) and blocker squares, mapped to
    /// the offset of their sets.
    baked: HashMap<(Vec<u16>, SquareSet<W>), u32>,
}

impl<const W: usize> SliderTable<W> {
    /// Creates an empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Frees the memory that only building needs.
    pub fn finish(&mut self) {
        self.baked = HashMap::default();
        self.entries.shrink_to_fit();
        self.sets.shrink_to_fit();
    }

    /// Returns the squares reached by the entries of a range, up to and including the first blocker
    /// in each direction.
    ///
    /// # Safety
    /// The range came from [`SliderTable::add_square`] or [`SliderTable::combine`] of this table.
    #[inline(always)]
    pub unsafe fn attacks(&self, (start, end): EntryRange, occupied: SquareSet<W>, cpu: CpuFeatures) -> SquareSet<W> {
        let mut set = SquareSet::EMPTY;
        // SAFETY: the range is within `entries`, which only grows.
        for entry in unsafe { range(&self.entries, start as usize, end as usize) } {
            let blockers = entry.blocker_index(occupied, cpu);
            // SAFETY: there is a set for each combination of blockers.
            set |= unsafe { *at(&self.sets, entry.offset as usize + blockers) };
            if blockers == 0 && entry.next != NONE {
                set |= self.attacks_beyond(entry.next, occupied, cpu);
            }
        }
        set
    }

    /// Returns the squares reached in the later segments of a ray whose first segment is empty.
    // Without `always` it would be a call in the loop that generates moves across barriers.
    #[inline(always)]
    fn attacks_beyond(&self, mut next: u32, occupied: SquareSet<W>, cpu: CpuFeatures) -> SquareSet<W> {
        let mut set = SquareSet::EMPTY;
        while next != NONE {
            let entry = &self.entries[next as usize];
            let blockers = entry.blocker_index(occupied, cpu);
            set |= self.sets[entry.offset as usize + blockers];
            next = if blockers == 0 { entry.next } else { NONE };
        }
        set
    }

    /// Splits a ray into segments and returns the entry of the first. The last segment is added
    /// first, since each entry stores the index of the next.
    fn add_segments(&mut self, ray: &[u16]) -> PextEntry {
        let mut starts = vec![0];
        for end in 1..=ray.len() {
            let segment = &ray[starts[starts.len() - 1]..end];
            if segment.len() > SEGMENT_SQUARES || word_count(set::<W>(segment)) > 2 {
                starts.push(end - 1);
            }
        }
        let (mut next, mut end) = (NONE, ray.len());
        for start in starts.into_iter().skip(1).rev() {
            let entry = self.add_entry(&[&ray[start..end]], set(&ray[start..end]), next);
            (next, end) = (self.entries.len() as u32, start);
            self.entries.push(entry);
        }
        self.add_entry(&[&ray[..end]], set(&ray[..end]), next)
    }

    fn add_entry(&mut self, rays: &[&[u16]], relevant: SquareSet<W>, next: u32) -> PextEntry {
        debug_assert!(word_count(relevant) <= 2, "lines are grouped within two words");
        let mut masks = [(0, 0); 2];
        // With two words, word `i` always uses mask `i`.
        for (mask, word) in masks.iter_mut().zip((0..W).filter(|it| W == 2 || relevant.0[*it] != 0)) {
            *mask = (word as u8, relevant.0[word]);
        }
        let entry = |offset| PextEntry {
            masks: [masks[0].1, masks[1].1],
            offset,
            next,
            words: [masks[0].0, masks[1].0],
            shift: masks[0].1.count_ones() as u8,
        };
        let key = (rays.join(&NO_SQUARE), relevant);
        if let Some(offset) = self.baked.get(&key) {
            return entry(*offset);
        }
        let start = self.sets.len();
        self.baked.insert(key, start as u32);
        let combinations = 1usize << relevant.count();
        let mut visible = vec![SquareSet::EMPTY; combinations];
        for (index, (all, hidden)) in disjoint_groups(rays, relevant).iter().enumerate() {
            // Each set follows from a smaller one: remove the lowest blocker, look up that set, and
            // subtract what the blocker hides.
            visible[0] = *all;
            for blockers in 1..combinations {
                visible[blockers] =
                    visible[blockers & (blockers - 1)].without(hidden[blockers.trailing_zeros() as usize]);
            }
            match index {
                0 => self.sets.extend_from_slice(&visible),
                _ => self.sets[start..].iter_mut().zip(&visible).for_each(|(set, more)| *set |= *more),
            }
        }
        entry(start as u32)
    }
}

impl<const W: usize> SliderBuilder for SliderTable<W> {
    fn add_square(&mut self, rays: Vec<Vec<u16>>) -> EntryRange {
        let rays = remove_prefixes(rays);
        let mut groups: Vec<(Vec<&[u16]>, SquareSet<W>)> = Vec::with_capacity(rays.len());
        let mut long: Vec<&[u16]> = Vec::new();
        for ray in rays.iter().map(Vec::as_slice) {
            // The last square is not a blocker: a slider reaches it whether it is occupied or not.
            let relevant: SquareSet<W> = set(&ray[..ray.len() - 1]);
            if relevant.count() as usize > MAX_BITS || word_count(relevant) > 2 {
                long.push(ray);
                continue;
            }
            let limit = if W == 1 { MAX_BITS_IN_ONE_WORD } else { MAX_BITS };
            // Picks the group that needs the fewest additional bits, such as rays with a common
            // prefix.
            let mut best = None;
            for (index, (_, relevant_in_group)) in groups.iter().enumerate() {
                let both = *relevant_in_group | relevant;
                let more = both.count() - relevant_in_group.count();
                if both.count() as usize <= limit && word_count(both) <= 2 && best.is_none_or(|(_, least)| more < least)
                {
                    best = Some((index, more));
                }
            }
            match best {
                Some((index, _)) => {
                    groups[index].0.push(ray);
                    groups[index].1 |= relevant;
                }
                None => groups.push((vec![ray], relevant)),
            }
        }
        // Long rays first: their later segments must lie outside the returned range.
        let mut entries: Vec<PextEntry> = Vec::with_capacity(long.len() + groups.len());
        for ray in long {
            let entry = self.add_segments(ray);
            entries.push(entry);
        }
        for (group, relevant_in_group) in &groups {
            let entry = self.add_entry(group, *relevant_in_group, NONE);
            entries.push(entry);
        }
        let start = self.entries.len() as u32;
        self.entries.extend(entries);
        (start, self.entries.len() as u32)
    }

    fn combine(&mut self, ranges: &[EntryRange]) -> EntryRange {
        match ranges {
            [] => (0, 0),
            [one] => *one,
            _ => {
                let start = self.entries.len() as u32;
                for (from, to) in ranges {
                    self.entries.extend_from_within(*from as usize..*to as usize);
                }
                (start, self.entries.len() as u32)
            }
        }
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.entries) + size_of_val(&*self.sets)
    }
}

impl PextEntry {
    #[inline(always)]
    fn blocker_index<const W: usize>(&self, occupied: SquareSet<W>, cpu: CpuFeatures) -> usize {
        if W == 1 {
            return cpu.pext(occupied.0[0], self.masks[0]);
        }
        // With two words, word `i` always uses mask `i`, so the indices need not be read.
        let [first, second] = if W == 2 {
            [occupied.0[0], occupied.0[W - 1]]
        } else {
            // SAFETY: `add_entry` stores indices of words below `W`.
            self.words.map(|it| unsafe { *at(&occupied.0, it as usize) })
        };
        cpu.pext(first, self.masks[0]) | cpu.pext(second, self.masks[1]) << self.shift
    }
}

/// Removes the rays that are a prefix of another ray, and sorts the rest.
fn remove_prefixes(mut rays: Vec<Vec<u16>>) -> Vec<Vec<u16>> {
    rays.retain(|it| !it.is_empty());
    rays.sort_unstable();
    rays.dedup_by(|next, ray| {
        let is_prefix = next.starts_with(ray);
        if is_prefix {
            std::mem::swap(next, ray);
        }
        is_prefix
    });
    rays
}

fn set<const W: usize>(squares: &[u16]) -> SquareSet<W> {
    squares.iter().map(|it| *it as usize).collect()
}

/// Returns the number of words that contain a square.
fn word_count<const W: usize>(squares: SquareSet<W>) -> usize {
    squares.0.iter().filter(|it| **it != 0).count()
}

/// Groups rays that do not overlap. For each group, returns all its squares and, for each blocker
/// square in ascending order, the squares that a blocker there hides. Overlapping rays need separate
/// groups: a square hidden on one ray may be visible along another.
fn disjoint_groups<const W: usize>(
    rays: &[&[u16]],
    relevant: SquareSet<W>,
) -> Vec<(SquareSet<W>, [SquareSet<W>; MAX_BITS_IN_ONE_WORD])> {
    let mut groups: Vec<(SquareSet<W>, [SquareSet<W>; MAX_BITS_IN_ONE_WORD])> = Vec::with_capacity(1);
    for ray in rays {
        let all = set(ray);
        let at = groups.iter().position(|it| !it.0.meets(all)).unwrap_or(groups.len());
        if at == groups.len() {
            groups.push((SquareSet::EMPTY, [SquareSet::EMPTY; MAX_BITS_IN_ONE_WORD]));
        }
        let (squares, hidden) = &mut groups[at];
        *squares |= all;
        for (hidden, square) in hidden.iter_mut().zip(relevant.iter()) {
            // If a ray crosses itself, its first visit to a square counts.
            if let Some(at) = ray.iter().position(|it| *it as usize == square) {
                *hidden |= all.without(set(&ray[..=at]));
            }
        }
    }
    groups
}
