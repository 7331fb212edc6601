//! Sliding by table: where rays come to, given what stands in their way.
//!
//! In: rays, each an ordered list of squares; forks are rays with a common beginning.
//! Out: [`Heads`], by which [`Slides::look`] tells which squares are reached without
//! walking. Knows nothing of men.
//!
//! ```text
//!   square ──> heads ──> pieces: [ words, masks | offset | next piece ]
//!                                    │  gather of the occupancy under the masks
//!                                    v
//!                              sets: one for each way in which the masks are filled
//! ```
//! A piece holds one line (a ray and the one that goes the other way), or, where that
//! has more than [`MAX_BITS`] squares to ask about, a part of one ray ([`PART_BITS`]); the
//! next part is asked only if this one is empty.

use foldhash::HashMap;

use super::bits::{Bits, at};
use super::processor::Processor;

/// How many squares one table lookup asks about.
const MAX_BITS: usize = 8;
/// The same for a part of a long ray: most are blocked in the first part, and small
/// tables are loaded sooner.
const PART_BITS: usize = 6;
/// No next piece.
const NONE: u32 = u32::MAX;

/// One lookup.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Which squares are asked in two words of a set; one may be empty.
    masks: [u64; 2],
    /// Where its sets begin.
    offset: u32,
    /// What to ask where all of it is empty.
    next: u32,
    /// Which words.
    words: [u8; 2],
    /// How many bits the first mask has.
    shift: u8,
}

/// Pieces, as a range in [`Slides::pieces`].
pub type Heads = (u32, u32);

/// The pieces and sets of all classes of a variant.
#[derive(Clone, Debug, Default)]
pub struct Slides<const W: usize> {
    pieces: Vec<Piece>,
    sets: Vec<Bits<W>>,
    /// Rays that have been baked as one piece: (rays, next piece) to where their sets begin.
    baked: HashMap<(Vec<Vec<u16>>, Vec<u16>), u32>,
}

impl<const W: usize> Slides<W> {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// What several ranges of pieces show together, as one range.
    pub fn joined(&mut self, heads: &[Heads]) -> Heads {
        match heads {
            [] => (0, 0),
            [one] => *one,
            _ => {
                let start = self.pieces.len() as u32;
                for (from, to) in heads {
                    let pieces: Vec<Piece> = self.pieces[*from as usize..*to as usize].to_vec();
                    self.pieces.extend(pieces);
                }
                (start, self.pieces.len() as u32)
            }
        }
    }

    /// Everything is baked: forgets what only baking needs.
    pub fn finish(&mut self) {
        self.baked = HashMap::default();
        self.pieces.shrink_to_fit();
        self.sets.shrink_to_fit();
    }

    /// The squares that some pieces show, the first man in each way included.
    #[inline(always)]
    pub fn look(&self, (start, end): Heads, occupied: Bits<W>, processor: Processor) -> Bits<W> {
        let mut set = Bits::EMPTY;
        debug_assert!(start <= end && end as usize <= self.pieces.len());
        // SAFETY: heads are ranges of `pieces`, which only grows.
        for head in unsafe { self.pieces.get_unchecked(start as usize..end as usize) } {
            let filled = head.fill(occupied, processor);
            set |= *at(&self.sets, head.offset as usize + filled);
            if filled == 0 && head.next != NONE {
                set |= self.look_on(head.next, occupied, processor);
            }
        }
        set
    }

    /// The later parts of a long ray whose first part is empty.
    fn look_on(&self, mut next: u32, occupied: Bits<W>, processor: Processor) -> Bits<W> {
        let mut set = Bits::EMPTY;
        while next != NONE {
            let piece = &self.pieces[next as usize];
            let filled = piece.fill(occupied, processor);
            set |= self.sets[piece.offset as usize + filled];
            next = if filled == 0 { piece.next } else { NONE };
        }
        set
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.pieces) + size_of_val(&*self.sets)
    }

    /// Bakes the rays of one square into pieces: lines together, long rays in parts.
    pub fn bake(&mut self, rays: Vec<Vec<u16>>) -> Heads {
        let mut groups: Vec<Vec<Vec<u16>>> = Vec::new();
        let mut asked: Vec<usize> = Vec::new();
        let mut long: Vec<Vec<u16>> = Vec::new();
        for ray in maximal(rays) {
            let asks = relevant(std::slice::from_ref(&ray));
            let need = asks.len();
            if need > MAX_BITS || words(&asks) > 2 {
                long.push(ray);
                continue;
            }
            let limit = if W == 1 { MAX_BITS + 2 } else { MAX_BITS };
            // Rays with a common beginning, then whatever fits.
            let mut best = None;
            for (index, group) in groups.iter().enumerate() {
                let mut both = group.clone();
                both.push(ray.clone());
                let asks = relevant(&both);
                let total = asks.len();
                if total <= limit && words(&asks) <= 2 && best.is_none_or(|(_, size)| total - asked[index] < size) {
                    best = Some((index, total - asked[index]));
                }
            }
            match best {
                Some((index, more)) => {
                    groups[index].push(ray);
                    asked[index] += more;
                }
                None => {
                    asked.push(need);
                    groups.push(vec![ray]);
                }
            }
        }
        // Long rays first as chains: their later parts stand outside the range of heads.
        let mut heads: Vec<Piece> = Vec::new();
        for ray in &long {
            let head = self.chain(ray);
            heads.push(head);
        }
        for group in &groups {
            let piece = self.piece(group, &relevant(group), NONE);
            heads.push(piece);
        }
        let start = self.pieces.len() as u32;
        self.pieces.extend(heads);
        (start, self.pieces.len() as u32)
    }

    /// A ray in parts: the last ones are baked first, since each names the next.
    fn chain(&mut self, ray: &[u16]) -> Piece {
        let mut parts: Vec<Vec<u16>> = Vec::new();
        for square in ray {
            match parts.last_mut() {
                Some(part) if part.len() < PART_BITS && words(part) + usize::from(!shares_word(part, *square)) <= 2 => {
                    part.push(*square);
                }
                _ => parts.push(vec![*square]),
            }
        }
        let mut next = NONE;
        while let Some(part) = parts.pop() {
            let piece = self.piece(std::slice::from_ref(&part), &part, next);
            if parts.is_empty() {
                return piece;
            }
            next = self.pieces.len() as u32;
            self.pieces.push(piece);
        }
        unreachable!("a ray has squares")
    }

    fn piece(&mut self, rays: &[Vec<u16>], asked: &[u16], next: u32) -> Piece {
        let mut masks: Vec<(u8, u64)> = Vec::new();
        let mut sorted = asked.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        for square in &sorted {
            let (word, bit) = ((square >> 6) as u8, 1u64 << (square & 63));
            match masks.last_mut() {
                Some((it, mask)) if *it == word => *mask |= bit,
                _ => masks.push((word, bit)),
            }
        }
        if W == 2 && masks.first().is_some_and(|it| it.0 == 1) {
            masks.insert(0, (0, 0));
        }
        debug_assert!(masks.len() <= 2, "lines are grouped within two words");
        masks.resize(2, (0, 0));
        let piece = |offset| Piece {
            masks: [masks[0].1, masks[1].1],
            offset,
            next,
            words: [masks[0].0, masks[1].0],
            shift: masks[0].1.count_ones() as u8,
        };
        let key = (rays.to_vec(), sorted.clone());
        if let Some(offset) = self.baked.get(&key) {
            return piece(*offset);
        }
        let offset = self.sets.len() as u32;
        self.baked.insert(key, offset);
        // For each ray: by which bit each of its squares stops it, and what it shows by then.
        let stops = |ray: &Vec<u16>| -> Vec<(usize, Bits<W>)> {
            let mut shown = Bits::EMPTY;
            let stop = |square: &u16| {
                shown.insert(*square as usize);
                (sorted.binary_search(square).map_or(0, |bit| 1 << bit), shown)
            };
            ray.iter().map(stop).collect()
        };
        let stops: Vec<Vec<(usize, Bits<W>)>> = rays.iter().map(stops).collect();
        self.sets.reserve(1 << sorted.len());
        for filled in 0..1usize << sorted.len() {
            let shown = |ray: &Vec<(usize, Bits<W>)>| {
                let stop = ray.iter().find(|it| filled & it.0 != 0).or(ray.last());
                stop.map_or(Bits::EMPTY, |it| it.1)
            };
            self.sets.push(stops.iter().map(shown).fold(Bits::EMPTY, |all, it| all | it));
        }
        piece(offset)
    }
}

impl Piece {
    #[inline(always)]
    fn fill<const W: usize>(&self, occupied: Bits<W>, processor: Processor) -> usize {
        if W == 1 {
            return processor.gather(occupied.0[0], self.masks[0]);
        }
        // Of two words, each has its own mask: which they are need not be asked.
        let [first, second] = if W == 2 {
            [occupied.0[0], occupied.0[W - 1]]
        } else {
            self.words.map(|it| *at(&occupied.0, it as usize))
        };
        processor.gather(first, self.masks[0]) | processor.gather(second, self.masks[1]) << self.shift
    }
}

/// The rays that are not the beginning of another, sorted.
fn maximal(mut rays: Vec<Vec<u16>>) -> Vec<Vec<u16>> {
    rays.retain(|it| !it.is_empty());
    rays.sort();
    rays.dedup();
    let keep: Vec<bool> =
        (0..rays.len()).map(|it| !rays.get(it + 1).is_some_and(|next| next.starts_with(&rays[it]))).collect();
    let mut keep = keep.into_iter();
    rays.retain(|_| keep.next() == Some(true));
    rays
}

/// In how many words of a set squares lie.
fn words(squares: &[u16]) -> usize {
    let mut seen = 0u16;
    for square in squares {
        seen |= 1 << (square >> 6);
    }
    seen.count_ones() as usize
}

fn shares_word(squares: &[u16], square: u16) -> bool {
    squares.iter().any(|it| it >> 6 == square >> 6)
}

/// The squares whose occupation matters: all but the last of each ray.
fn relevant(rays: &[Vec<u16>]) -> Vec<u16> {
    let mut all: Vec<u16> = rays.iter().flat_map(|it| &it[..it.len() - 1]).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}
