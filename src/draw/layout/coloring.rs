//! Which tone each square has: no two that share a side have the same, as far as two
//! tones, or three, can do it.
//!
//! In: fields with the sides that they share. Out: their tones. The first square is of
//! the darker of two tones.

use super::SquareShape;
use crate::board::Board;

/// CheckBy every field its tone: 0 is the lightest. Always the square that has least choice
/// comes next, so that a map which two tones or three can color is colored by them.
pub(super) fn tones(board: &Board, fields: &mut [SquareShape]) {
    let count = if board.headings == 12 { 3 } else { 2 };
    let mut tones: Vec<Option<usize>> = vec![None; fields.len()];
    // The tones of the neighbors, one bit each.
    let mut captured = vec![0u8; fields.len()];
    for _ in 0..fields.len() {
        let open = (0..fields.len()).filter(|it| tones[*it].is_none());
        let Some(next) = open.max_by_key(|it| (captured[*it].count_ones(), std::cmp::Reverse(*it))) else { break };
        let free = [1, 0, 2].into_iter().find(|it| *it < count && captured[next] >> it & 1 == 0);
        let Some(tone) = free else { return };
        tones[next] = Some(tone);
        for side in &fields[next].sides {
            if let Some(neighbor) = side.neighbor {
                captured[neighbor.index()] |= 1 << tone;
            }
        }
    }
    for (field, tone) in fields.iter_mut().zip(tones) {
        field.tone = tone.unwrap_or(0);
    }
}
