//! King zones: the squares next to a royal piece, and the origins of attacks on them.
//!
//! Contains [`KingZone`], one for each leap class of royal pieces. It selects the few pieces that can
//! matter to where a king may go.
//!
//! Input: leap and rider classes. Output: bitboards of origins. Does not know which pieces are on
//! the board.

use super::super::riders::RiderClass;
use super::super::square_set::SquareSet;
use super::super::unchecked::at;
use super::LeapClass;
use super::resize::{nested, sets};

/// The origins of attacks on the squares next to a royal piece, for one leap class of royal pieces.
#[derive(Clone, Debug)]
pub struct KingZone<const W: usize> {
    /// By leap class of the attackers, then by square of the royal piece.
    leaps: Vec<Vec<SquareSet<W>>>,
    /// By square of the royal piece: the union over all leap classes.
    any_leap: Vec<SquareSet<W>>,
    /// By rider class on an empty board, then by square of the royal piece.
    rides: Vec<Vec<SquareSet<W>>>,
}

impl<const W: usize> KingZone<W> {
    /// Computes the origins for every square of a royal piece.
    pub fn new(royal: &LeapClass<W>, leaps: &[LeapClass<W>], riders: &[RiderClass<W>]) -> Self {
        let about = |from: &dyn Fn(usize) -> SquareSet<W>| -> Vec<SquareSet<W>> {
            royal.to.iter().map(|ends| ends.iter().fold(SquareSet::EMPTY, |all, end| all | from(end))).collect()
        };
        let leaps: Vec<Vec<SquareSet<W>>> = leaps.iter().map(|it| about(&|end| it.from[end])).collect();
        let any = |square: usize| leaps.iter().fold(SquareSet::EMPTY, |all, it| all | it[square]);
        Self {
            any_leap: (0..royal.to.len()).map(any).collect(),
            leaps,
            // SAFETY: the index is a square (see `unchecked`).
            rides: riders.iter().map(|it| about(&|end| unsafe { it.reached_from(end) })).collect(),
        }
    }
    /// Returns the same zones with sets of `V` words.
    pub fn resized<const V: usize>(&self) -> KingZone<V> {
        KingZone { leaps: nested(&self.leaps), any_leap: sets(&self.any_leap), rides: nested(&self.rides) }
    }
    /// Returns the origins of leaps of a class to squares next to the royal piece.
    ///
    /// # Safety
    /// `class` is a class of leaps and `royal` a square of these tables.
    #[inline(always)]
    pub unsafe fn by_leaps(&self, class: u16, royal: usize) -> SquareSet<W> {
        // SAFETY: the indices are a class and a square (see `unchecked`).
        unsafe { *at(at::<Vec<SquareSet<W>>>(&self.leaps, class as usize), royal) }
    }
    /// Returns the origins of all leaps to squares next to the royal piece.
    ///
    /// # Safety
    /// `royal` is a square of these tables.
    #[inline(always)]
    pub unsafe fn by_any_leap(&self, royal: usize) -> SquareSet<W> {
        // SAFETY: the indices are a class and a square (see `unchecked`).
        unsafe { *at(&self.any_leap, royal) }
    }
    /// Returns the origins of rides of a class to squares next to the royal piece, on an empty
    /// board.
    ///
    /// # Safety
    /// `class` is a class of rides and `royal` a square of these tables.
    #[inline(always)]
    pub unsafe fn by_rides(&self, class: u16, royal: usize) -> SquareSet<W> {
        // SAFETY: the indices are a class and a square (see `unchecked`).
        unsafe { *at(at::<Vec<SquareSet<W>>>(&self.rides, class as usize), royal) }
    }
    /// Returns the heap memory used, in bytes.
    pub fn bytes(&self) -> usize {
        self.leaps.iter().chain(&self.rides).chain([&self.any_leap]).map(|it| size_of_val(&**it)).sum()
    }
}

/// Returns the squares that riders of each class reach on an empty board, by class, then origin.
pub fn reached_to<const W: usize>(riders: &[RiderClass<W>], squares: usize) -> Vec<Vec<SquareSet<W>>> {
    let turned = |class: &RiderClass<W>| {
        let mut to = vec![SquareSet::EMPTY; squares];
        for end in 0..squares {
            // SAFETY: the index is a square (see `unchecked`).
            for from in unsafe { class.reached_from(end) }.iter() {
                to[from].insert(end);
            }
        }
        to
    };
    riders.iter().map(turned).collect()
}
