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

use super::bits::Bits;
use super::processor::Processor;
use super::unchecked::{at, part};

/// How many squares one table lookup asks about.
const MAX_BITS: usize = 8;
/// The same on a board of one word.
const MOST_BITS: usize = MAX_BITS + 2;
/// The same for a part of a long ray: most are blocked in the first part, and small
/// tables are loaded sooner.
const PART_BITS: usize = 6;
/// No next piece.
const NONE: u32 = u32::MAX;
/// No board has it.
const NO_SQUARE: u16 = u16::MAX;

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
    /// Rays that have been baked as one piece (parted by [`NO_SQUARE`]) and the squares that
    /// are asked about, to where their sets begin.
    baked: HashMap<(Vec<u16>, Bits<W>), u32>,
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
                    self.pieces.extend_from_within(*from as usize..*to as usize);
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

    /// Returns the squares that some pieces show, the first man in each way included.
    ///
    /// # Safety
    /// The range came from [`Slides::bake`] or [`Slides::joined`] of these slides.
    #[inline(always)]
    pub unsafe fn look(&self, (start, end): Heads, occupied: Bits<W>, processor: Processor) -> Bits<W> {
        let mut set = Bits::EMPTY;
        // SAFETY: heads are ranges of `pieces`, which only grows.
        for head in unsafe { part(&self.pieces, start as usize, end as usize) } {
            let filled = head.fill(occupied, processor);
            // SAFETY: a piece has a set for each way in which its masks are filled.
            set |= unsafe { *at(&self.sets, head.offset as usize + filled) };
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
        let rays = maximal(rays);
        let mut groups: Vec<(Vec<&[u16]>, Bits<W>)> = Vec::with_capacity(rays.len());
        let mut long: Vec<&[u16]> = Vec::new();
        for ray in rays.iter().map(Vec::as_slice) {
            // All but the last square: what stands there is shown whether it is empty or not.
            let asks: Bits<W> = set(&ray[..ray.len() - 1]);
            if asks.count() as usize > MAX_BITS || words(asks) > 2 {
                long.push(ray);
                continue;
            }
            let limit = if W == 1 { MOST_BITS } else { MAX_BITS };
            // Rays with a common beginning, then whatever fits.
            let mut best = None;
            for (index, (_, asked)) in groups.iter().enumerate() {
                let both = *asked | asks;
                let more = both.count() - asked.count();
                if both.count() as usize <= limit && words(both) <= 2 && best.is_none_or(|(_, least)| more < least) {
                    best = Some((index, more));
                }
            }
            match best {
                Some((index, _)) => {
                    groups[index].0.push(ray);
                    groups[index].1 |= asks;
                }
                None => groups.push((vec![ray], asks)),
            }
        }
        // Long rays first as chains: their later parts stand outside the range of heads.
        let mut heads: Vec<Piece> = Vec::with_capacity(long.len() + groups.len());
        for ray in long {
            let head = self.chain(ray);
            heads.push(head);
        }
        for (group, asked) in &groups {
            let piece = self.piece(group, *asked, NONE);
            heads.push(piece);
        }
        let start = self.pieces.len() as u32;
        self.pieces.extend(heads);
        (start, self.pieces.len() as u32)
    }

    /// A ray in parts: the last ones are baked first, since each names the next.
    fn chain(&mut self, ray: &[u16]) -> Piece {
        let mut begins = vec![0];
        for end in 1..=ray.len() {
            let part = &ray[begins[begins.len() - 1]..end];
            if part.len() > PART_BITS || words(set::<W>(part)) > 2 {
                begins.push(end - 1);
            }
        }
        let (mut next, mut end) = (NONE, ray.len());
        for begin in begins.into_iter().skip(1).rev() {
            let piece = self.piece(&[&ray[begin..end]], set(&ray[begin..end]), next);
            (next, end) = (self.pieces.len() as u32, begin);
            self.pieces.push(piece);
        }
        self.piece(&[&ray[..end]], set(&ray[..end]), next)
    }

    fn piece(&mut self, rays: &[&[u16]], asked: Bits<W>, next: u32) -> Piece {
        debug_assert!(words(asked) <= 2, "lines are grouped within two words");
        let mut masks = [(0, 0); 2];
        // Of two words, each has its own mask.
        for (mask, word) in masks.iter_mut().zip((0..W).filter(|it| W == 2 || asked.0[*it] != 0)) {
            *mask = (word as u8, asked.0[word]);
        }
        let piece = |offset| Piece {
            masks: [masks[0].1, masks[1].1],
            offset,
            next,
            words: [masks[0].0, masks[1].0],
            shift: masks[0].1.count_ones() as u8,
        };
        let key = (rays.join(&NO_SQUARE), asked);
        if let Some(offset) = self.baked.get(&key) {
            return piece(*offset);
        }
        let start = self.sets.len();
        self.baked.insert(key, start as u32);
        let many = 1usize << asked.count();
        let mut shown = vec![Bits::EMPTY; many];
        for (index, (all, hidden)) in apart(rays, asked).iter().enumerate() {
            // What the lowest man hides is taken from what the men above him leave to be seen.
            shown[0] = *all;
            for filled in 1..many {
                shown[filled] = shown[filled & (filled - 1)].without(hidden[filled.trailing_zeros() as usize]);
            }
            match index {
                0 => self.sets.extend_from_slice(&shown),
                _ => self.sets[start..].iter_mut().zip(&shown).for_each(|(set, more)| *set |= *more),
            }
        }
        piece(start as u32)
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
            // SAFETY: `piece` takes words of a set.
            self.words.map(|it| unsafe { *at(&occupied.0, it as usize) })
        };
        processor.gather(first, self.masks[0]) | processor.gather(second, self.masks[1]) << self.shift
    }
}

/// The rays that are not the beginning of another, sorted.
fn maximal(mut rays: Vec<Vec<u16>>) -> Vec<Vec<u16>> {
    rays.retain(|it| !it.is_empty());
    rays.sort_unstable();
    rays.dedup_by(|next, ray| {
        let goes_on = next.starts_with(ray);
        if goes_on {
            std::mem::swap(next, ray);
        }
        goes_on
    });
    rays
}

fn set<const W: usize>(squares: &[u16]) -> Bits<W> {
    squares.iter().map(|it| *it as usize).collect()
}

/// In how many words of a set squares lie.
fn words<const W: usize>(squares: Bits<W>) -> usize {
    squares.0.iter().filter(|it| **it != 0).count()
}

/// The squares of rays, and for each square that is asked about, ascending, which of them a
/// man on it hides; rays that meet are kept apart, for what one hides another may show.
fn apart<const W: usize>(rays: &[&[u16]], asked: Bits<W>) -> Vec<(Bits<W>, [Bits<W>; MOST_BITS])> {
    let mut apart: Vec<(Bits<W>, [Bits<W>; MOST_BITS])> = Vec::with_capacity(1);
    for ray in rays {
        let all = set(ray);
        let at = apart.iter().position(|it| !it.0.meets(all)).unwrap_or(apart.len());
        if at == apart.len() {
            apart.push((Bits::EMPTY, [Bits::EMPTY; MOST_BITS]));
        }
        let (squares, hidden) = &mut apart[at];
        *squares |= all;
        for (hidden, square) in hidden.iter_mut().zip(asked.iter()) {
            // A ray that crosses itself shows a square from where it first comes there.
            if let Some(at) = ray.iter().position(|it| *it as usize == square) {
                *hidden |= all.without(set(&ray[..=at]));
            }
        }
    }
    apart
}
