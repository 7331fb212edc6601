//! What becomes of generated moves: they are counted, listed, or asked for.

use super::bits::Bits;
use super::engine::Mv;

/// What becomes of generated moves. Every method returns true to stop.
pub trait Sink<const W: usize> {
    /// Moves of one man.
    fn moves(&mut self, from: usize, to: Bits<W>) -> bool;
    /// One move.
    fn one(&mut self, mv: Mv) -> bool;
    /// What follows are moves of men of this type; of a castling, the king.
    #[inline(always)]
    fn of_type(&mut self, _ty: u8) {}
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

/// A move in a list, with the type of the man, so that nobody has to ask for it.
#[derive(Clone, Copy, Debug)]
pub struct Listed {
    /// The move.
    pub mv: Mv,
    /// The type of the man before it moves; of a castling, of the king.
    pub ty: u8,
}

/// Lists.
#[derive(Debug)]
pub struct List<'a> {
    /// Where to.
    pub moves: &'a mut Vec<Listed>,
    ty: u8,
    /// Some man of the mover attacks a king, or might.
    pub sees_king: bool,
}

impl<'a> List<'a> {
    /// Adds to a list.
    pub fn new(moves: &'a mut Vec<Listed>) -> Self {
        Self { moves, ty: 0, sees_king: false }
    }
}

impl<const W: usize> Sink<W> for List<'_> {
    #[inline(always)]
    fn of_type(&mut self, ty: u8) {
        self.ty = ty;
    }
    #[inline(always)]
    fn sees_king(&mut self, sees: bool) {
        self.sees_king = sees;
    }
    #[inline(always)]
    fn moves(&mut self, from: usize, to: Bits<W>) -> bool {
        // Room is made once: asked for at each move, it takes a sixth of generating.
        let count = to.count() as usize;
        self.moves.reserve(count);
        let ends = to.iter().map(|it| Listed { mv: Mv::plain(from, it), ty: self.ty });
        for (place, listed) in self.moves.spare_capacity_mut().iter_mut().zip(ends) {
            place.write(listed);
        }
        // SAFETY: there is room for `count` more, and as many have been written: one for each square.
        unsafe { self.moves.set_len(self.moves.len() + count) };
        false
    }
    #[inline(always)]
    fn one(&mut self, mv: Mv) -> bool {
        self.moves.push(Listed { mv, ty: self.ty });
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
