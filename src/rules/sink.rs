//! What becomes of generated moves: they are counted, listed, or asked for.

use super::bits::Bits;
use super::engine::Mv;

/// What becomes of generated moves. Every method returns true to stop.
pub trait Sink<const W: usize> {
    /// Moves of one man.
    fn moves(&mut self, from: usize, to: Bits<W>) -> bool;
    /// One move.
    fn one(&mut self, mv: Mv) -> bool;
    /// Moves of several men, each to its own square, that end so many square numbers on.
    fn shifted(&mut self, to: Bits<W>, by: i16) -> bool {
        to.iter().any(|end| self.one(Mv::plain((end as i16 - by) as usize, end)))
    }
    /// Moves of one man, each with every one of these promotions.
    fn promotions(&mut self, from: usize, to: Bits<W>, kinds: &[u8]) -> bool {
        for square in to.iter() {
            for kind in kinds {
                if self.one(Mv { promotion: *kind, ..Mv::plain(from, square) }) {
                    return true;
                }
            }
        }
        false
    }
}

/// Counts.
#[derive(Debug, Default)]
pub struct Count {
    /// How many.
    pub moves: u64,
}

impl<const W: usize> Sink<W> for Count {
    #[inline(always)]
    fn moves(&mut self, _from: usize, to: Bits<W>) -> bool {
        self.moves += u64::from(to.count());
        false
    }
    #[inline(always)]
    fn one(&mut self, _mv: Mv) -> bool {
        self.moves += 1;
        false
    }
    #[inline(always)]
    fn shifted(&mut self, to: Bits<W>, _by: i16) -> bool {
        self.moves += u64::from(to.count());
        false
    }
    #[inline(always)]
    fn promotions(&mut self, _from: usize, to: Bits<W>, kinds: &[u8]) -> bool {
        self.moves += u64::from(to.count()) * kinds.len() as u64;
        false
    }
}

/// Lists.
#[derive(Debug)]
pub struct List<'a>(pub &'a mut Vec<Mv>);

impl<const W: usize> Sink<W> for List<'_> {
    #[inline(always)]
    fn moves(&mut self, from: usize, to: Bits<W>) -> bool {
        self.0.extend(to.iter().map(|it| Mv::plain(from, it)));
        false
    }
    #[inline(always)]
    fn one(&mut self, mv: Mv) -> bool {
        self.0.push(mv);
        false
    }
}

/// Asks whether there is any.
#[derive(Debug, Default)]
pub struct Any(pub bool);

impl<const W: usize> Sink<W> for Any {
    #[inline(always)]
    fn moves(&mut self, _from: usize, to: Bits<W>) -> bool {
        self.0 |= !to.is_empty();
        self.0
    }
    #[inline(always)]
    fn one(&mut self, _mv: Mv) -> bool {
        self.0 = true;
        true
    }
}
