//! DSATUR graph coloring of the squares.
//!
//! Input: square shapes with their neighbors. Output: their tones. Squares that share a side get
//! different tones if two or three tones are enough. The first square has the darker of two tones.
//! Does not know pieces and SVG.

use super::SquareShape;
use crate::board::Board;
use crate::policy::Cells;

/// Sets the tone of every square; 0 is the lightest. DSATUR always colors the square with the
/// fewest remaining choices next, so that it finds a coloring with two tones if one exists.
pub(super) fn assign_tones(board: &Board, shapes: &mut [SquareShape]) {
    let count = if board.cells() == Cells::Hex { 3 } else { 2 };
    let mut tones: Vec<Option<usize>> = vec![None; shapes.len()];
    // One bit for each tone of a neighbor.
    let mut neighbor_tones = vec![0u8; shapes.len()];
    for _ in 0..shapes.len() {
        let open = (0..shapes.len()).filter(|it| tones[*it].is_none());
        let Some(next) = open.max_by_key(|it| (neighbor_tones[*it].count_ones(), std::cmp::Reverse(*it))) else {
            break;
        };
        let free = [1, 0, 2].into_iter().find(|it| *it < count && neighbor_tones[next] >> it & 1 == 0);
        let Some(tone) = free else { return };
        tones[next] = Some(tone);
        for side in &shapes[next].sides {
            if let Some(neighbor) = side.neighbor {
                neighbor_tones[neighbor.index()] |= 1 << tone;
            }
        }
    }
    for (shape, tone) in shapes.iter_mut().zip(tones) {
        shape.tone = tone.unwrap_or(0);
    }
}
