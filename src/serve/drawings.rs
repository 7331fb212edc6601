//! A cache of board drawings, because a layout does not change from move to move.
//!
//! Input: a variant and a seat. Output: a [`Drawing`], created at its first use. The cache is
//! bounded and drops the least recently used drawing. Does not know positions.

use std::sync::{Arc, Mutex, PoisonError};

use crate::draw::Drawing;
use crate::rulebook::SeatId;
use crate::rules::Variant;

/// Maximum number of cached drawings.
const MAX_DRAWINGS: usize = 48;

/// The address of a rulebook, and the seat. A hash of the rules is not enough, because rulebooks
/// that play alike may be drawn differently. A drawing keeps its variant alive, so that the address
/// stays unique.
type DrawingKey = (usize, Option<SeatId>);

/// The cached drawings.
#[derive(Debug, Default)]
pub struct Drawings {
    /// Ordered by last use, the most recent last.
    cached: Mutex<Vec<(DrawingKey, Arc<Drawing>)>>,
}

impl Drawings {
    /// Returns the drawing of a variant as seen from a seat, or as laid out.
    pub fn of(&self, variant: &Variant, seat: Option<SeatId>) -> Arc<Drawing> {
        let key = (std::ptr::from_ref(variant.rulebook()) as usize, seat);
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = cached.iter().position(|it| it.0 == key) {
            let found = cached.remove(at);
            let drawing = Arc::clone(&found.1);
            cached.push(found);
            return drawing;
        }
        drop(cached);
        let drawing = Arc::new(Drawing::new(variant, seat));
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if cached.len() >= MAX_DRAWINGS {
            cached.remove(0);
        }
        cached.push((key, Arc::clone(&drawing)));
        drawing
    }
}
