//! Random numbers for random moves.
//!
//! Contains [`Random`]: SplitMix64 (Steele, Lea and Flood 2014). Input: a seed. Output: numbers that are
//! the same on every machine. Not for secrets.

/// A generator of random numbers.
#[derive(Clone, Copy, Debug)]
pub struct Random(pub u64);

impl Random {
    /// Returns a random number below `count`; 0 if `count` is 0. The bias is below one in a million.
    pub fn below(&mut self, count: u64) -> u64 {
        ((self.next() >> 32) * count) >> 32
    }
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}
