//! Draws boards of hexes and triangles: shifted rows, each between the names of its ends.
//!
//! Input: the marks of a position. Output: lines. Does not know other boards.

use super::Marks;
use crate::board::Square;
use crate::policy::Cells;
use crate::sorting::CompactSort;

/// Draws the rows from the top.
pub(super) fn lines(marks: &Marks) -> Vec<String> {
    let board = marks.position.variant().board();
    let (sin, cos) = marks.angle().sin_cos();
    let place =
        |it: Square| (board.info(it).x * cos - board.info(it).y * sin, board.info(it).x * sin + board.info(it).y * cos);
    // The middles of the triangles of a row have two heights.
    let height = |it: Square| match board.cells() {
        Cells::Triangle => f32::from(board.info(it).rank) * cos,
        _ => place(it).1,
    };
    let x = |it: Square| place(it).0;
    let mut squares: Vec<Square> = board.squares().collect();
    let level = |it: Square| (height(it) * 16.0).round() as i32;
    squares.compact_sort_by(|a, b| level(*b).cmp(&level(*a)).then(x(*a).total_cmp(&x(*b))));
    let rows: Vec<&[Square]> = squares.chunk_by(|a, b| level(*a) == level(*b)).collect();
    // One unit is about one cell. Two columns between pieces make half a cell a whole number of columns.
    let cell = (marks.width + 2).next_multiple_of(2);
    let left = squares.iter().map(|it| x(*it)).fold(f32::INFINITY, f32::min);
    let step = rows.iter().flat_map(|row| row.windows(2).map(|it| x(it[1]) - x(it[0]))).fold(f32::INFINITY, f32::min);
    let step = if step.is_finite() && step > 0.01 { step } else { 1.0 };
    let label = squares.iter().map(|it| board.name(*it).chars().count()).max().unwrap_or(1);
    let mut out = Vec::new();
    for row in rows {
        let (Some(first), Some(last)) = (row.first(), row.last()) else { continue };
        let mut line = String::new();
        for square in row {
            let offset = ((x(*square) - left) / step * cell as f32).round();
            let column = (offset.clamp(0.0, 2000.0) as usize) + label + 1;
            // The names of the end squares are written next to their row.
            if square == first {
                let name = board.name(*first);
                line.push_str(&" ".repeat(column.saturating_sub(name.chars().count() + 1)));
                line.push_str(name);
                line.push(' ');
            }
            line.push_str(&" ".repeat(column.saturating_sub(line.chars().count())));
            line.push_str(&marks.cell(*square));
        }
        line.push_str(&format!(" {}", board.name(*last)));
        out.push(line);
    }
    out
}
