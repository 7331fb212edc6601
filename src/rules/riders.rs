//! Ways of riding: rays of a man from every square, and what lies between.
//!
//! In: the rays of a rider. Out: [`RiderClass`], which answers three questions without
//! walking: which squares a rider reaches, which riders reach a square, and along which
//! lines, with what between.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::bits::Bits;
use super::processor::Processor;
use super::routes::Stop;
use super::slides::{Heads, Slides};
use super::unchecked::{at, part};

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
    reached_from: Vec<Bits<W>>,
    /// For each pair (square attacked, rider): where its lines begin in `lines`; they end
    /// where those of the next pair begin.
    index: Vec<u32>,
    lines: Vec<Line<W>>,
    squares: usize,
}

/// A route as far as the tables hold it. Two are the same if they were walked once:
/// what was walked twice costs a class more, and is right all the same.
#[derive(Clone, Debug)]
pub struct Ray {
    stops: Rc<[Stop]>,
    len: usize,
}

impl Ray {
    /// The first `len` stops.
    pub fn new(stops: &Rc<[Stop]>, len: usize) -> Self {
        Self { stops: Rc::clone(stops), len }
    }
    fn stops(&self) -> &[Stop] {
        &self.stops[..self.len]
    }
}

impl PartialEq for Ray {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && Rc::ptr_eq(&self.stops, &other.stops)
    }
}

impl Eq for Ray {}

impl Hash for Ray {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (Rc::as_ptr(&self.stops).addr(), self.len).hash(state);
    }
}

/// The rays of a class, for each square.
pub type Rays = Vec<Vec<Ray>>;

impl<const W: usize> RiderClass<W> {
    /// Bakes the rays of every square. Steps are counted by `spend`: where it tells that none
    /// are left, the class stays incomplete.
    pub fn new(rays: &Rays, slides: &mut Slides<W>, spend: &dyn Fn(usize) -> bool) -> Self {
        let squares = rays.len();
        let has_lame = rays.iter().flatten().flat_map(Ray::stops).any(|it| !it.through().is_empty());
        let stops: usize = rays.iter().flatten().map(|it| it.len).sum();
        // Each line is found, then filed; then there are the index and three sets for each square.
        let is_left = spend(stops * 2 + squares * squares * size_of::<u32>() / 64 + squares * 3);
        let (rays, stops) = if is_left { (rays.as_slice(), stops) } else { (&[][..], 0) };
        let mut class = RiderClass {
            heads: Vec::with_capacity(squares),
            lame: vec![Vec::new(); squares],
            has_lame,
            reached_from: vec![Bits::EMPTY; squares],
            index: Vec::with_capacity(squares * squares + 1),
            lines: Vec::with_capacity(stops),
            squares,
        };
        // By square attacked, in order of riders: the rider, and what lies between.
        let many = stops / squares.max(1) + 4;
        let mut found: Vec<Vec<(u16, Bits<W>)>> = (0..squares).map(|_| Vec::with_capacity(many)).collect();
        for (from, own) in rays.iter().enumerate() {
            let mut open: Vec<Vec<u16>> = Vec::with_capacity(own.len());
            for ray in own {
                let mut between = Bits::EMPTY;
                let mut way = Vec::with_capacity(ray.len);
                // A ray that comes round ends before the rider's own square.
                for stop in ray.stops().iter().take_while(|it| it.to.index() != from) {
                    for square in stop.through() {
                        between.insert(square.index());
                    }
                    let to = stop.to.index();
                    found[to].push((from as u16, between));
                    class.reached_from[to].insert(from);
                    between.insert(to);
                    way.push(stop.to.0);
                }
                open.push(way);
            }
            let before = slides.bytes();
            class.heads.push(if has_lame { (0, 0) } else { slides.bake(open) });
            if !spend((slides.bytes() - before) / 64) {
                break;
            }
        }
        class.heads.resize(squares, (0, 0));
        for (to, found) in found.iter().enumerate() {
            class.file_lines(to, found, spend);
        }
        class.index.push(class.lines.len() as u32);
        class.lines.shrink_to_fit();
        // Squares passed are no stops: each stop is asked on its own.
        for (to, from) in (0..squares).flat_map(|to| (0..squares).map(move |from| (to, from))).filter(|_| has_lame) {
            // SAFETY: two squares (see `unchecked`).
            let own = unsafe { class.lines(to, from) }.iter().map(|it| (it.between, to as u16)).collect::<Vec<_>>();
            class.lame[from].extend(own);
        }
        class
    }

    /// Puts the lines to a square behind those to the squares before it, each once.
    fn file_lines(&mut self, to: usize, found: &[(u16, Bits<W>)], spend: &dyn Fn(usize) -> bool) {
        for (from, between) in found {
            let pair = to * self.squares + *from as usize;
            // Of the pairs up to this one, those that are new begin here.
            self.index.resize(pair + 1, self.lines.len() as u32);
            let start = self.index[pair] as usize;
            if !spend((self.lines.len() - start) / 4) {
                break;
            }
            if !self.lines[start..].iter().any(|it| it.between == *between) {
                self.lines.push(Line { between: *between });
            }
        }
        self.index.resize((to + 1) * self.squares, self.lines.len() as u32);
    }

    /// The pieces of a square; without any where leaps are lame.
    pub fn heads(&self, from: usize) -> Heads {
        self.heads[from]
    }

    /// The squares that a rider on `from` reaches, the first man in each way included.
    #[inline(always)]
    pub fn reach(&self, slides: &Slides<W>, from: usize, occupied: Bits<W>, processor: Processor) -> Bits<W> {
        // SAFETY: heads of these tables (see `unchecked`).
        let mut set = unsafe { slides.look(self.heads[from], occupied, processor) };
        if self.has_lame {
            for (through, to) in &self.lame[from] {
                if !through.meets(occupied) {
                    set.insert(*to as usize);
                }
            }
        }
        set
    }

    /// Returns the riders that would reach a square on an empty board.
    ///
    /// # Safety
    /// `square` is a square of the board.
    #[inline(always)]
    pub unsafe fn reached_from(&self, square: usize) -> Bits<W> {
        // SAFETY: a square, or a pair of squares (see `unchecked`).
        unsafe { *at(&self.reached_from, square) }
    }

    /// Whether a rider on `from` reaches `to`: some line between them is empty.
    ///
    /// # Safety
    /// `to` and `from` are squares of the board.
    #[inline(always)]
    pub unsafe fn reaches(&self, to: usize, from: usize, occupied: Bits<W>) -> bool {
        // SAFETY: two squares (see `unchecked`).
        unsafe { self.lines(to, from) }.iter().any(|it| !it.between.meets(occupied))
    }

    /// Returns the lines from a rider on `from` to `to`.
    ///
    /// # Safety
    /// `to` and `from` are squares of the board.
    #[inline(always)]
    pub unsafe fn lines(&self, to: usize, from: usize) -> &[Line<W>] {
        let pair = to * self.squares + from;
        // SAFETY: a square, or a pair of squares (see `unchecked`).
        let (start, end) = (unsafe { *at(&self.index, pair) } as usize, unsafe { *at(&self.index, pair + 1) } as usize);
        // SAFETY: `new` fills the index with ranges of `lines`, which does not change.
        unsafe { part(&self.lines, start, end) }
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.lines)
            + size_of_val(&*self.index)
            + size_of_val(&*self.reached_from)
            + size_of_val(&*self.heads)
    }
}
