//! Boards laid out once: where everything lies does not change from move to move.
//!
//! In: a variant and a seat. Out: a [`Drawing`], made when it is first asked for. A bounded
//! number is kept.

use std::sync::{Arc, Mutex, PoisonError};

use crate::draw::Drawing;
use crate::rulebook::SeatId;
use crate::rules::Variant;

/// So many are kept.
const MAX_DRAWINGS: usize = 48;

/// Which board, seen from where. Rulebooks that play alike may be drawn differently, so that
/// a hash does not tell; a drawing keeps its variant, so that no other comes to lie there.
type DrawingKey = (usize, Option<SeatId>);

/// The drawings.
#[derive(Debug, Default)]
pub struct Drawings {
    /// The last that was asked for is the last.
    kept: Mutex<Vec<(DrawingKey, Arc<Drawing>)>>,
}

impl Drawings {
    /// The board of a variant, as a seat sees it, or as it is laid out.
    pub fn of(&self, variant: &Variant, seat: Option<SeatId>) -> Arc<Drawing> {
        let key = (std::ptr::from_ref(variant.rulebook()) as usize, seat);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = kept.iter().position(|it| it.0 == key) {
            let found = kept.remove(at);
            let drawing = Arc::clone(&found.1);
            kept.push(found);
            return drawing;
        }
        drop(kept);
        let drawing = Arc::new(Drawing::new(variant, seat));
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MAX_DRAWINGS {
            kept.remove(0);
        }
        kept.push((key, Arc::clone(&drawing)));
        drawing
    }
}
