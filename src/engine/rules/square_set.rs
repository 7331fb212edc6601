//! Bitboards: sets of squares as machine words.
//!
//! Contains [`SquareSet`], a bitboard of up to `64 * W` squares, and its iterators. `W` is chosen when a
//! variant is loaded: 1 for chess, 2 for 96 squares, 3 for a ring of 144.
//!
//! Input: square numbers. Output: sets, counts and square numbers. Does not know what a board is.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// Words of the widest bitboard, which fits every board. Tables are built at this width, so
/// that the builder is compiled once, and then narrowed to that of the engine.
pub const WIDE: usize = 8;

/// A bitboard of `W` words: square `n` is bit `n % 64` of word `n / 64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SquareSet<const W: usize>(pub [u64; W]);

impl<const W: usize> Default for SquareSet<W> {
    #[inline(always)]
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> SquareSet<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);
    /// The set with every bit set, including bits beyond the board.
    pub const FULL: Self = Self([!0; W]);

    /// Returns the index of the word that contains `square`. The index is always in bounds, so the
    /// compiler can omit the check.
    #[inline(always)]
    pub fn word(square: usize) -> usize {
        debug_assert!(square < 64 * W, "{square} in {W} words");
        if W.is_power_of_two() { square >> 6 & (W - 1) } else { (square >> 6).min(W - 1) }
    }
    /// Returns the set that contains only `square`.
    #[inline(always)]
    pub fn of(square: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(square);
        set
    }
    /// Adds a square to the set.
    #[inline(always)]
    pub fn insert(&mut self, square: usize) {
        self.0[Self::word(square)] |= 1 << (square & 63);
    }
    /// Removes a square from the set.
    #[inline(always)]
    pub fn remove(&mut self, square: usize) {
        self.0[Self::word(square)] &= !(1 << (square & 63));
    }
    /// Reports whether the set contains `square`.
    #[inline(always)]
    pub fn has(&self, square: usize) -> bool {
        self.0[Self::word(square)] >> (square & 63) & 1 != 0
    }
    /// Returns 1 if the set contains `square`, or else 0.
    #[inline(always)]
    pub fn bit(&self, square: usize) -> u64 {
        self.0[Self::word(square)] >> (square & 63) & 1
    }
    /// Reports whether the set contains no squares.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        let mut any = 0;
        for word in self.0 {
            any |= word;
        }
        any == 0
    }
    /// Reports whether the two sets have a square in common.
    #[inline(always)]
    pub fn meets(&self, other: Self) -> bool {
        !(*self & other).is_empty()
    }
    /// Returns the set with `V` words. All of its squares must fit, unless it is [`FULL`](Self::FULL).
    pub fn resized<const V: usize>(self) -> SquareSet<V> {
        let mut set = SquareSet::EMPTY;
        set.0.iter_mut().zip(self.0).for_each(|(to, from)| *to = from);
        set
    }
    /// Returns the number of squares in the set.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        let mut n = 0;
        for word in self.0 {
            n += word.count_ones();
        }
        n
    }
    /// Reports whether the set contains exactly one square.
    #[inline(always)]
    pub fn is_single(&self) -> bool {
        let mut seen = false;
        for word in self.0 {
            if word != 0 {
                if seen || word & (word - 1) != 0 {
                    return false;
                }
                seen = true;
            }
        }
        seen
    }
    /// Returns the lowest square, or `None` if the set is empty.
    #[inline(always)]
    pub fn first(&self) -> Option<usize> {
        for (index, word) in self.0.iter().enumerate() {
            if *word != 0 {
                return Some(index * 64 + word.trailing_zeros() as usize);
            }
        }
        None
    }
    /// Returns the squares of this set that are not in `other`.
    #[inline(always)]
    pub fn without(self, other: Self) -> Self {
        let mut out = self;
        for index in 0..W {
            out.0[index] &= !other.0[index];
        }
        out
    }
    /// Returns the set with `by` added to each square number. Squares that leave the range are
    /// dropped.
    #[inline(always)]
    pub fn shifted(self, by: i16) -> Self {
        if W == 1 {
            let word = self.0[0];
            let mut out = self;
            out.0[0] = if by >= 0 { word << by } else { word >> -by };
            return out;
        }
        let far = u32::from(by.unsigned_abs());
        let mut out = Self::EMPTY;
        if W == 2 && far < 128 {
            let both = u128::from(self.0[1]) << 64 | u128::from(self.0[0]);
            let moved = if by >= 0 { both << far } else { both >> far };
            out.0[0] = moved as u64;
            out.0[1] = (moved >> 64) as u64;
            return out;
        }
        if far < 64 && far > 0 {
            for index in 0..W {
                // Bits that cross from the adjacent word.
                out.0[index] = if by > 0 {
                    self.0[index] << far | if index > 0 { self.0[index - 1] >> (64 - far) } else { 0 }
                } else {
                    self.0[index] >> far | if index + 1 < W { self.0[index + 1] << (64 - far) } else { 0 }
                };
            }
            return out;
        }
        self.iter().map(|it| it as i32 + i32::from(by)).filter(|it| (0..64 * W as i32).contains(it)).for_each(|it| {
            out.insert(it as usize);
        });
        out
    }
    /// Returns an iterator over the squares in ascending order.
    #[inline(always)]
    pub fn iter(self) -> Iter<W> {
        Iter { words: self.0 }
    }
    /// Returns each word with the number of its first square, for loops too hot for [`SquareSet::iter`].
    /// `while let Some(square) = next_of(&mut word)` keeps the remaining bits in a register.
    #[inline(always)]
    pub fn words(self) -> impl Iterator<Item = (usize, u64)> {
        self.0.into_iter().enumerate().map(|(index, word)| (index * 64, word))
    }
}

/// Removes and returns the lowest square of a word, or returns `None` if the word is empty.
#[inline(always)]
pub fn next_of(word: &mut u64) -> Option<usize> {
    let square = word.trailing_zeros() as usize;
    if *word == 0 {
        return None;
    }
    *word &= *word - 1;
    Some(square)
}

/// An iterator over the squares of a set, in ascending order.
#[derive(Clone, Debug)]
pub struct Iter<const W: usize> {
    words: [u64; W],
}

impl<const W: usize> Iterator for Iter<W> {
    type Item = usize;
    // Restarts at the first word each time: there are few words, and the iterator needs no index.
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        for index in 0..W {
            let word = self.words[index];
            if word != 0 {
                self.words[index] = word & (word - 1);
                return Some(index * 64 + word.trailing_zeros() as usize);
            }
        }
        None
    }
}

impl<const W: usize> FromIterator<usize> for SquareSet<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

macro_rules! word_by_word {
    ($($trait:ident $method:ident $op:tt;)*) => {$(
        impl<const W: usize> $trait for SquareSet<W> {
            type Output = Self;
            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                for index in 0..W {
                    self.0[index] $op other.0[index];
                }
                self
            }
        }
    )*};
}
word_by_word! { BitAnd bitand &=; BitOr bitor |=; BitXor bitxor ^=; }

impl<const W: usize> BitOrAssign for SquareSet<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> BitAndAssign for SquareSet<W> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> Not for SquareSet<W> {
    type Output = Self;
    #[inline(always)]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}
