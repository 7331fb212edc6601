//! Ways of riding: rays of a man from every square, and what lies between.
//!
//! In: the rays of a rider. Out: [`RiderClass`], which answers three questions without
//! walking: which squares a rider reaches, which riders reach a square, and along which
//! lines, with what between.

use std::collections::BTreeMap;

use super::bits::{Bits, at};
use super::processor::Processor;
use super::slides::{Heads, Slides};

/// A line from a rider to a square.
#[derive(Clone, Copy, Debug)]
pub struct Line<const W: usize> {
    /// Squares that must be empty.
    pub between: Bits<W>,
}

/// All rays of one way of riding.
#[derive(Clone, Debug)]
pub struct RiderClass<const W: usize> {
    /// For each square: its pieces.
    heads: Vec<Heads>,
    /// Lame leaps: for each square, what must be empty and where it lands.
    lame: Vec<Vec<(Bits<W>, u16)>>,
    /// Some leap is lame: no pieces, each stop is asked on its own.
    pub has_lame: bool,
    /// For each square: the riders that would reach it on an empty board.
    pub reached_from: Vec<Bits<W>>,
    /// For each pair (square attacked, rider): its lines, as a range in `lines`.
    index: Vec<(u32, u16)>,
    lines: Vec<Line<W>>,
    squares: usize,
}

/// The rays of a class: for each square, each a list of (squares that must be empty
/// besides the stops before, stop).
pub type Rays = Vec<Vec<Vec<(Vec<u16>, u16)>>>;

impl<const W: usize> RiderClass<W> {
    /// Bakes the rays of every square.
    pub fn new(rays: &Rays, slides: &mut Slides<W>) -> Self {
        let squares = rays.len();
        let mut class = RiderClass {
            heads: Vec::with_capacity(squares),
            lame: vec![Vec::new(); squares],
            has_lame: false,
            reached_from: vec![Bits::EMPTY; squares],
            index: vec![(0, 0); squares * squares],
            lines: Vec::new(),
            squares,
        };
        let mut found: BTreeMap<(u16, u16), Vec<Bits<W>>> = BTreeMap::new();
        let mut forward: Vec<Vec<Vec<u16>>> = vec![Vec::new(); squares];
        for (from, own) in rays.iter().enumerate() {
            for ray in own {
                let mut between = Bits::EMPTY;
                for (through, to) in ray {
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
                    between.insert(*to as usize);
                }
                forward[from].push(ray.iter().map(|it| it.1).take_while(|it| *it as usize != from).collect());
            }
        }
        for ((to, from), lines) in &found {
            class.index[*to as usize * squares + *from as usize] = (class.lines.len() as u32, lines.len() as u16);
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
        class.heads = forward.iter().map(|rays| slides.bake(rays)).collect();
        class
    }

    /// The pieces of a square; without any where leaps are lame.
    pub fn heads(&self, from: usize) -> Heads {
        self.heads[from]
    }

    /// The squares that a rider on `from` reaches, the first man in each way included.
    #[inline(always)]
    pub fn reach(&self, slides: &Slides<W>, from: usize, occupied: Bits<W>, processor: Processor) -> Bits<W> {
        let mut set = slides.look(self.heads[from], occupied, processor);
        if self.has_lame {
            for (through, to) in &self.lame[from] {
                if !through.meets(occupied) {
                    set.insert(*to as usize);
                }
            }
        }
        set
    }

    /// Whether a rider on `from` reaches `to`: some line between them is empty.
    #[inline(always)]
    pub fn reaches(&self, to: usize, from: usize, occupied: Bits<W>) -> bool {
        self.lines(to, from).iter().any(|it| !it.between.meets(occupied))
    }

    /// The lines from a rider on `from` to `to`.
    #[inline(always)]
    pub fn lines(&self, to: usize, from: usize) -> &[Line<W>] {
        let (start, len) = *at(&self.index, to * self.squares + from);
        debug_assert!(start as usize + len as usize <= self.lines.len());
        // SAFETY: `new` fills the index with ranges of `lines`, which does not change.
        unsafe { self.lines.get_unchecked(start as usize..start as usize + len as usize) }
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.lines)
            + size_of_val(&*self.index)
            + size_of_val(&*self.reached_from)
            + size_of_val(&*self.heads)
    }
}
