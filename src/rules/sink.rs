//! What becomes of generated moves: they are counted, listed, or asked for.

use super::bits::Bits;
use super::engine::Mv;

/// What becomes of generated moves. Every method returns true to stop.
pub trait Sink<const W: usize> {
    /// Moves of one man.
    fn moves(&mut self, from: usize, to: Bits<W>) -> bool;
    /// One move.
    fn one(&mut self, mv: Mv) -> bool;
    /// All men have been looked at: whether one of them attacks a king, or might.
    #[inline(always)]
    fn sees_king(&mut self, _sees: bool) {}
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
    /// Some man of the mover attacks a king, or might.
    pub sees_king: bool,
}

impl<const W: usize> Sink<W> for Count {
    #[inline(always)]
    fn sees_king(&mut self, sees: bool) {
        self.sees_king = sees;
    }
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
pub struct List<'a> {
    /// Where to.
    pub moves: &'a mut Vec<Mv>,
    /// Some man of the mover attacks a king, or might.
    pub sees_king: bool,
}

impl<'a> List<'a> {
    /// Adds to a list.
    pub fn new(moves: &'a mut Vec<Mv>) -> Self {
        Self { moves, sees_king: false }
    }
}

impl<const W: usize> Sink<W> for List<'_> {
    #[inline(always)]
    fn sees_king(&mut self, sees: bool) {
        self.sees_king = sees;
    }
    #[inline(always)]
    fn moves(&mut self, from: usize, to: Bits<W>) -> bool {
        self.moves.extend(to.iter().map(|it| Mv::plain(from, it)));
        false
    }
    #[inline(always)]
    fn one(&mut self, mv: Mv) -> bool {
        self.moves.push(mv);
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
