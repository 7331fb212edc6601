//! What leads to the squares about a king.
//!
//! In: leaps and rides. Out: [`Around`], one for each way in which royal men leap: of all
//! men that attack in some way, these are the few that are asked where a king may go.

use super::super::bits::Bits;
use super::super::riders::RiderClass;
use super::super::unchecked::at;
use super::LeapClass;

/// For royal men of one class of leaps: from where each way leads to a square beside them.
#[derive(Clone, Debug)]
pub struct Around<const W: usize> {
    /// By class of the leaps that attack, then by the square of the royal man.
    leaps: Vec<Vec<Bits<W>>>,
    /// All of them together.
    any_leap: Vec<Bits<W>>,
    /// The same for rides, on an empty board, by class.
    rides: Vec<Vec<Bits<W>>>,
}

impl<const W: usize> Around<W> {
    /// Looks about every square.
    pub fn new(royal: &LeapClass<W>, leaps: &[LeapClass<W>], riders: &[RiderClass<W>]) -> Self {
        let about = |from: &dyn Fn(usize) -> Bits<W>| -> Vec<Bits<W>> {
            royal.to.iter().map(|ends| ends.iter().fold(Bits::EMPTY, |all, end| all | from(end))).collect()
        };
        let leaps: Vec<Vec<Bits<W>>> = leaps.iter().map(|it| about(&|end| it.from[end])).collect();
        let any = |square: usize| leaps.iter().fold(Bits::EMPTY, |all, it| all | it[square]);
        Self {
            any_leap: (0..royal.to.len()).map(any).collect(),
            leaps,
            // SAFETY: a square (see `unchecked`).
            rides: riders.iter().map(|it| about(&|end| unsafe { it.reached_from(end) })).collect(),
        }
    }
    /// Returns from where leaps of a class end beside the royal man on a square.
    ///
    /// # Safety
    /// `class` is a class of leaps and `royal` a square of these tables.
    #[inline(always)]
    pub unsafe fn by_leaps(&self, class: u16, royal: usize) -> Bits<W> {
        // SAFETY: a class and a square (see `unchecked`).
        unsafe { *at(at::<Vec<Bits<W>>>(&self.leaps, class as usize), royal) }
    }
    /// Returns from where any leap ends there.
    ///
    /// # Safety
    /// `royal` is a square of these tables.
    #[inline(always)]
    pub unsafe fn by_any_leap(&self, royal: usize) -> Bits<W> {
        // SAFETY: a class and a square (see `unchecked`).
        unsafe { *at(&self.any_leap, royal) }
    }
    /// Returns from where rides of a class lead there.
    ///
    /// # Safety
    /// `class` is a class of rides and `royal` a square of these tables.
    #[inline(always)]
    pub unsafe fn by_rides(&self, class: u16, royal: usize) -> Bits<W> {
        // SAFETY: a class and a square (see `unchecked`).
        unsafe { *at(at::<Vec<Bits<W>>>(&self.rides, class as usize), royal) }
    }
    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        self.leaps.iter().chain(&self.rides).chain([&self.any_leap]).map(|it| size_of_val(&**it)).sum()
    }
}

/// Where riders of each class would come to on an empty board, by class, then square.
pub fn reached_to<const W: usize>(riders: &[RiderClass<W>], squares: usize) -> Vec<Vec<Bits<W>>> {
    let turned = |class: &RiderClass<W>| {
        let mut to = vec![Bits::EMPTY; squares];
        for end in 0..squares {
            // SAFETY: a square (see `unchecked`).
            for from in unsafe { class.reached_from(end) }.iter() {
                to[from].insert(end);
            }
        }
        to
    };
    riders.iter().map(turned).collect()
}
