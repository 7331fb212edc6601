//! Castling: the squares where the king must be safe.
//!
//! Input: a state and a castling move. Output: the first square that an opponent attacks. Does not know when castling is possible.

use super::explain::Why;
use super::{Shot, State};

impl State {
    /// Returns the squares of a castling king that must be safe: with the king on each square
    /// and the rook not yet moved, and the king's target with the rook beside it.
    pub fn castles_safely(&self, shot: &Shot, index: u8) -> Result<(), Why> {
        let castling = self.book.castlings()[index as usize].clone();
        if castling.safe_start() && self.is_check(castling.seat()) {
            return Err(Why::castling_attacked(castling.king().0));
        }
        for square in castling.safe() {
            let mut there = self.clone();
            if *square == castling.king().1 {
                there = self.apply_pieces(&Shot { placed: None, ..shot.clone() }, None).0;
            } else {
                let king = there.pieces[castling.king().0.index()].take();
                there.pieces[square.index()] = king;
            }
            if there.is_check(castling.seat()) {
                return Err(Why::castling_attacked(*square));
            }
        }
        Ok(())
    }
}
