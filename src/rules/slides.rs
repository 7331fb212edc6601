//! Riders by table: where a sliding man comes to, given what stands in its way.
//!
//! In: for every square the rays of a rider, each an ordered list of squares; forks are
//! rays with a common beginning. Out: [`RiderClass`], which answers three questions
//! without walking: which squares a rider reaches, which riders reach a square, and
//! along which lines, with what between.
//!
//! ```text
//!   square ──> pieces ──> [ word, mask | word, mask | table offset | next piece ]
//!                              │  pext of the occupancy under the masks
//!                              v
//!                           table: one set for each way in which the masks are filled
//! ```
//! A piece holds one line (a ray and the one that goes the other way), or, where that
//! has more than [`MAX_BITS`] squares to ask about, a part of one ray; the next part is
//! asked only if this one is empty.

use std::collections::BTreeMap;

use super::bits::Bits;

/// How many squares one table lookup asks about.
const MAX_BITS: usize = 8;
/// No next piece.
const NONE: u32 = u32::MAX;

/// One lookup.
#[derive(Clone, Debug)]
struct Piece {
    /// Which words of a set are asked, with which mask; the second may be empty.
    words: [(u8, u64); 2],
    /// How many bits the first mask has.
    shift: u8,
    /// Where its sets begin.
    offset: u32,
    /// What to ask where all of it is empty.
    next: u32,
}

/// A line from a rider to a square.
#[derive(Clone, Copy, Debug)]
pub struct Line<const W: usize> {
    /// Squares that must be empty.
    pub between: Bits<W>,
}

/// All rays of one way of riding.
#[derive(Clone, Debug)]
pub struct RiderClass<const W: usize> {
    /// For each square: its pieces, as a range.
    heads: Vec<(u32, u32)>,
    /// For each square: the pieces that look from it against the rays; empty where both are the same.
    back_heads: Vec<(u32, u32)>,
    pieces: Vec<Piece>,
    table: Vec<Bits<W>>,
    /// Lame leaps: for each square, what must be empty and where it lands.
    lame: Vec<Vec<(Bits<W>, u16)>>,
    has_lame: bool,
    /// For each square: the riders that would reach it on an empty board.
    pub reached_from: Vec<Bits<W>>,
    /// For each pair (square attacked, rider): its lines, as a range in `lines`.
    index: Vec<(u32, u8)>,
    lines: Vec<Line<W>>,
    squares: usize,
}

/// The rays of a class: for each square, each a list of (squares that must be empty
/// besides the stops before, stop).
pub type Rays = Vec<Vec<Vec<(Vec<u16>, u16)>>>;

#[cfg(target_arch = "x86_64")]
fn detect_pext() -> bool {
    std::arch::is_x86_feature_detected!("bmi2")
}
#[cfg(not(target_arch = "x86_64"))]
fn detect_pext() -> bool {
    false
}

/// Whether the processor gathers bits in one instruction; asked once.
pub fn has_pext() -> bool {
    static FOUND: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *FOUND.get_or_init(detect_pext)
}

/// Gathers the bits of `word` under `mask` at the low end.
#[inline(always)]
fn gather(word: u64, mask: u64, fast: bool) -> usize {
    #[cfg(target_arch = "x86_64")]
    if fast {
        let out: u64;
        // SAFETY: `fast` is only true where the processor has BMI2 (`has_pext`); the
        // instruction touches neither memory nor stack.
        unsafe {
            std::arch::asm!("pext {out}, {word}, {mask}", out = lateout(reg) out, word = in(reg) word, mask = in(reg) mask,
                options(pure, nomem, nostack));
        }
        return out as usize;
    }
    let _ = fast;
    gather_portable(word, mask)
}

fn gather_portable(word: u64, mut mask: u64) -> usize {
    let (mut out, mut bit) = (0, 1);
    while mask != 0 {
        if word & mask & mask.wrapping_neg() != 0 {
            out |= bit;
        }
        bit <<= 1;
        mask &= mask - 1;
    }
    out
}

impl<const W: usize> RiderClass<W> {
    /// Bakes the rays of every square.
    pub fn new(rays: &Rays) -> Self {
        let squares = rays.len();
        let mut class = RiderClass {
            heads: Vec::with_capacity(squares),
            back_heads: Vec::new(),
            pieces: Vec::new(),
            table: Vec::new(),
            lame: vec![Vec::new(); squares],
            has_lame: false,
            reached_from: vec![Bits::EMPTY; squares],
            index: vec![(0, 0); squares * squares],
            lines: Vec::new(),
            squares,
        };
        let mut back: Vec<Vec<Vec<u16>>> = vec![Vec::new(); squares];
        let mut found: BTreeMap<(u16, u16), Vec<Bits<W>>> = BTreeMap::new();
        let mut forward: Vec<Vec<Vec<u16>>> = vec![Vec::new(); squares];
        for (from, own) in rays.iter().enumerate() {
            for ray in own {
                let mut between = Bits::EMPTY;
                for (index, (through, to)) in ray.iter().enumerate() {
                    for square in through {
                        between.insert(*square as usize);
                    }
                    if *to as usize == from {
                        break;
                    }
                    let lines = found.entry((*to, from as u16)).or_default();
                    if !lines.contains(&between) {
                        lines.push(between);
                    }
                    class.reached_from[*to as usize].insert(from);
                    if !through.is_empty() || class.has_lame {
                        class.has_lame = true;
                    }
                    let mut way: Vec<u16> = ray[..index].iter().rev().map(|it| it.1).collect();
                    way.push(from as u16);
                    back[*to as usize].push(way);
                    between.insert(*to as usize);
                }
                forward[from].push(ray.iter().map(|it| it.1).take_while(|it| *it as usize != from).collect());
            }
        }
        for ((to, from), lines) in &found {
            class.index[*to as usize * squares + *from as usize] = (class.lines.len() as u32, lines.len() as u8);
            class.lines.extend(lines.iter().map(|it| Line { between: *it }));
        }
        if class.has_lame {
            // Squares passed are no stops: each stop is asked on its own.
            for ((to, from), lines) in &found {
                class.lame[*from as usize].extend(lines.iter().map(|it| (*it, *to)));
            }
            class.heads = vec![(0, 0); squares];
            return class;
        }
        for (from, rays) in forward.iter().enumerate() {
            let range = class.bake(from, rays);
            class.heads.push(range);
        }
        let back: Vec<Vec<Vec<u16>>> = back.into_iter().map(maximal).collect();
        let same = forward.iter().cloned().map(maximal).zip(&back).all(|(a, b)| a == *b);
        if !same {
            for (to, rays) in back.iter().enumerate() {
                let range = class.bake(to, rays);
                class.back_heads.push(range);
            }
        }
        class
    }

    /// Bakes the rays of one square into pieces: lines together, long rays in parts.
    fn bake(&mut self, _from: usize, rays: &[Vec<u16>]) -> (u32, u32) {
        let mut groups: Vec<Vec<Vec<u16>>> = Vec::new();
        let mut asked: Vec<usize> = Vec::new();
        let mut long: Vec<Vec<u16>> = Vec::new();
        for ray in maximal(rays.to_vec()) {
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
                Some(part) if part.len() < MAX_BITS && words(part) + usize::from(!shares_word(part, *square)) <= 2 => {
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
        debug_assert!(masks.len() <= 2, "lines are grouped within two words");
        let offset = self.table.len() as u32;
        for filled in 0..1usize << sorted.len() {
            let blocked = |square: u16| match sorted.binary_search(&square) {
                Ok(bit) => filled >> bit & 1 != 0,
                Err(_) => false,
            };
            let mut set = Bits::EMPTY;
            for ray in rays {
                for square in ray {
                    set.insert(*square as usize);
                    if blocked(*square) {
                        break;
                    }
                }
            }
            self.table.push(set);
        }
        masks.resize(2, (0, 0));
        Piece { words: [masks[0], masks[1]], shift: masks[0].1.count_ones() as u8, offset, next }
    }

    /// The squares that a rider on `from` reaches, the first man in each way included.
    #[inline(always)]
    pub fn reach(&self, from: usize, occupied: Bits<W>, fast: bool) -> Bits<W> {
        self.look(self.heads[from], from, occupied, fast)
    }

    /// The squares whose rider would reach `to`, as far as the first man in each way.
    #[inline(always)]
    pub fn reach_back(&self, to: usize, occupied: Bits<W>, fast: bool) -> Bits<W> {
        if self.has_lame {
            let mut set = Bits::EMPTY;
            for from in self.reached_from[to].iter() {
                if self.lines(to, from).iter().any(|it| !it.between.meets(occupied)) {
                    set.insert(from);
                }
            }
            return set;
        }
        let heads = if self.back_heads.is_empty() { self.heads[to] } else { self.back_heads[to] };
        self.look(heads, to, occupied, fast)
    }

    #[inline(always)]
    fn look(&self, (start, end): (u32, u32), from: usize, occupied: Bits<W>, fast: bool) -> Bits<W> {
        let mut set = Bits::EMPTY;
        for head in &self.pieces[start as usize..end as usize] {
            let mut piece = head;
            loop {
                let filled = piece.fill(occupied, fast);
                set |= self.table[piece.offset as usize + filled];
                if filled != 0 || piece.next == NONE {
                    break;
                }
                piece = &self.pieces[piece.next as usize];
            }
        }
        if self.has_lame {
            for (through, to) in &self.lame[from] {
                if !through.meets(occupied) {
                    set.insert(*to as usize);
                }
            }
        }
        set
    }

    /// The lines from a rider on `from` to `to`.
    #[inline(always)]
    pub fn lines(&self, to: usize, from: usize) -> &[Line<W>] {
        let (start, len) = self.index[to * self.squares + from];
        &self.lines[start as usize..start as usize + len as usize]
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.pieces)
            + size_of_val(&*self.table)
            + size_of_val(&*self.lines)
            + size_of_val(&*self.index)
            + size_of_val(&*self.reached_from)
    }
}

impl Piece {
    #[inline(always)]
    fn fill<const W: usize>(&self, occupied: Bits<W>, fast: bool) -> usize {
        let (word, mask) = self.words[0];
        let first = gather(occupied.0[word as usize], mask, fast);
        if W == 1 {
            return first;
        }
        let (word, mask) = self.words[1];
        first | gather(occupied.0[word as usize], mask, fast) << self.shift
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
