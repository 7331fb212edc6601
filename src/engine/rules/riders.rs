//! Riders: the rays of a sliding piece, and the squares between two squares.
//!
//! Contains [`RiderClass`], the tables of one kind of riding movement.
//!
//! Input: the rays from each square. Output: three answers without walking a ray. Which squares
//! does a rider reach, which riders reach a square, and which squares lie between them?
//!
//! Does not know seats, types or barriers.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::cpu::CpuFeatures;
use super::routes::Stop;
use super::sliders::{EntryRange, SliderBuilder, SliderTable};
use super::square_set::{SquareSet, WIDE};
use super::unchecked::{at, range};

/// A line from a rider to a target square.
#[derive(Clone, Copy, Debug)]
pub struct LineBetween<const W: usize> {
    /// The squares strictly between them; all must be empty.
    pub between: SquareSet<W>,
}

/// The tables of all rays of one riding movement.
#[derive(Clone, Debug)]
pub struct RiderClass<const W: usize> {
    /// By square: the entries of its rays in [`SliderTable`].
    entry_ranges: Vec<EntryRange>,
    /// Lame leaps by square: the squares that must be empty, and the destination.
    lame: Vec<Vec<(SquareSet<W>, u16)>>,
    /// Some leap is lame. Then there are no entries, and each destination is tested separately.
    pub has_lame: bool,
    /// By target square: the riders that reach it on an empty board.
    reached_from: Vec<SquareSet<W>>,
    /// By pair (target square, rider): the first index in `lines`. The lines of a pair end where
    /// those of the next pair start.
    index: Vec<u32>,
    lines: Vec<LineBetween<W>>,
    squares: usize,
}

/// The first `len` stops of a route, as stored in the tables. Two rays are equal if they share the
/// same allocation. Equal routes that were walked twice only cost an additional class.
#[derive(Clone, Debug)]
pub struct Ray {
    stops: Rc<[Stop]>,
    len: usize,
}

impl Ray {
    /// Returns the ray of the first `len` stops.
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

/// The rays of a class, by square.
pub type Rays = Vec<Vec<Ray>>;

impl RiderClass<WIDE> {
    /// Builds the tables from the rays of every square. `spend` counts the steps. Once it returns
    /// `false`, the class stays incomplete.
    pub fn new(rays: &Rays, slides: &mut dyn SliderBuilder, spend: &dyn Fn(usize) -> bool) -> Self {
        let squares = rays.len();
        let has_lame = rays.iter().flatten().flat_map(Ray::stops).any(|it| !it.through().is_empty());
        let stops: usize = rays.iter().flatten().map(|it| it.len).sum();
        // Each line is found and stored; the index and three sets per square come on top.
        let has_budget = spend(stops * 2 + squares * squares * size_of::<u32>() / 64 + squares * 3);
        let (rays, stops) = if has_budget { (rays.as_slice(), stops) } else { (&[][..], 0) };
        let mut class = RiderClass {
            entry_ranges: Vec::with_capacity(squares),
            lame: vec![Vec::new(); squares],
            has_lame,
            reached_from: vec![SquareSet::EMPTY; squares],
            index: Vec::with_capacity(squares * squares + 1),
            lines: Vec::with_capacity(stops),
            squares,
        };
        // By target square, ordered by rider: the rider and the squares between.
        let many = stops / squares.max(1) + 4;
        let mut found: Vec<Vec<(u16, SquareSet<WIDE>)>> = (0..squares).map(|_| Vec::with_capacity(many)).collect();
        for (from, own) in rays.iter().enumerate() {
            let mut open: Vec<Vec<u16>> = Vec::with_capacity(own.len());
            for ray in own {
                let mut between = SquareSet::EMPTY;
                let mut way = Vec::with_capacity(ray.len);
                // A circular ray ends before the rider's own square.
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
            class.entry_ranges.push(if has_lame { (0, 0) } else { slides.add_square(open) });
            if !spend((slides.bytes() - before) / 64) {
                break;
            }
        }
        class.entry_ranges.resize(squares, (0, 0));
        for (to, found) in found.iter().enumerate() {
            class.add_lines(to, found, spend);
        }
        class.index.push(class.lines.len() as u32);
        class.lines.shrink_to_fit();
        // A lame leap does not stop on the squares it passes, so each destination is tested
        // separately.
        for (to, from) in (0..squares).flat_map(|to| (0..squares).map(move |from| (to, from))).filter(|_| has_lame) {
            // SAFETY: both indices are squares (see `unchecked`).
            let own = unsafe { class.lines(to, from) }.iter().map(|it| (it.between, to as u16)).collect::<Vec<_>>();
            class.lame[from].extend(own);
        }
        class
    }

    /// Appends the distinct lines to one target square, ordered by rider.
    fn add_lines(&mut self, to: usize, found: &[(u16, SquareSet<WIDE>)], spend: &dyn Fn(usize) -> bool) {
        for (from, between) in found {
            let pair = to * self.squares + *from as usize;
            // Pairs without lines get the same index as the next pair.
            self.index.resize(pair + 1, self.lines.len() as u32);
            let start = self.index[pair] as usize;
            if !spend((self.lines.len() - start) / 4) {
                break;
            }
            if !self.lines[start..].iter().any(|it| it.between == *between) {
                self.lines.push(LineBetween { between: *between });
            }
        }
        self.index.resize((to + 1) * self.squares, self.lines.len() as u32);
    }

    /// Returns the entries of a square; an empty range if the class has lame leaps.
    pub fn entry_range(&self, from: usize) -> EntryRange {
        self.entry_ranges[from]
    }

    /// Returns the same class with sets of `W` words.
    pub fn resized<const W: usize>(self) -> RiderClass<W> {
        let leaps = |it: &Vec<(SquareSet<WIDE>, u16)>| it.iter().map(|it| (it.0.resized(), it.1)).collect();
        RiderClass {
            entry_ranges: self.entry_ranges,
            lame: self.lame.iter().map(leaps).collect(),
            has_lame: self.has_lame,
            reached_from: self.reached_from.iter().map(|it| it.resized()).collect(),
            index: self.index,
            lines: self.lines.iter().map(|it| LineBetween { between: it.between.resized() }).collect(),
            squares: self.squares,
        }
    }
}

impl<const W: usize> RiderClass<W> {
    /// Returns the squares that a rider on `from` reaches, up to and including the first piece in
    /// each direction.
    #[inline(always)]
    pub fn reach(
        &self,
        slides: &SliderTable<W>,
        from: usize,
        occupied: SquareSet<W>,
        cpu: CpuFeatures,
    ) -> SquareSet<W> {
        // SAFETY: the range comes from these tables (see `unchecked`).
        let mut set = unsafe { slides.attacks(self.entry_ranges[from], occupied, cpu) };
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
    pub unsafe fn reached_from(&self, square: usize) -> SquareSet<W> {
        // SAFETY: the index is a square or a pair of squares (see `unchecked`).
        unsafe { *at(&self.reached_from, square) }
    }

    /// Reports whether a rider on `from` reaches `to`: some line between them is empty.
    ///
    /// # Safety
    /// `to` and `from` are squares of the board.
    #[inline(always)]
    pub unsafe fn reaches(&self, to: usize, from: usize, occupied: SquareSet<W>) -> bool {
        // SAFETY: both indices are squares (see `unchecked`).
        unsafe { self.lines(to, from) }.iter().any(|it| !it.between.meets(occupied))
    }

    /// Returns the lines from a rider on `from` to `to`.
    ///
    /// # Safety
    /// `to` and `from` are squares of the board.
    #[inline(always)]
    pub unsafe fn lines(&self, to: usize, from: usize) -> &[LineBetween<W>] {
        let pair = to * self.squares + from;
        // SAFETY: the index is a square or a pair of squares (see `unchecked`).
        let (start, end) = (unsafe { *at(&self.index, pair) } as usize, unsafe { *at(&self.index, pair + 1) } as usize);
        // SAFETY: `new` fills `index` with ranges of `lines`, and neither changes later.
        unsafe { range(&self.lines, start, end) }
    }

    /// Returns the heap memory used, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.lines)
            + size_of_val(&*self.index)
            + size_of_val(&*self.reached_from)
            + size_of_val(&*self.entry_ranges)
    }
}
