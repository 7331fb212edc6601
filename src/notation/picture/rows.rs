//! Draws a block of squares as lines: labels, cells, and the barriers between them.
//!
//! Input: a grid of squares in the order of drawing, with empty holes. Output: lines of equal width. Does not know
//! layouts of several blocks.

use super::Marks;
use crate::board::Square;
use crate::notation::NameParts;
use crate::rulebook::Rulebook;

/// Squares in the order of drawing: rows from the top, each from the left.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub rows: Vec<Vec<Option<Square>>>,
    /// Whether the last column is adjacent to the first one.
    pub is_round: bool,
}

impl Grid {
    /// Turns the grid a quarter counterclockwise: the last column becomes the first row.
    pub fn turn(&mut self) {
        let columns = self.columns();
        self.rows =
            (0..columns).rev().map(|column| (0..self.rows.len()).map(|row| self.at(row, column)).collect()).collect();
    }
    fn columns(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }
    fn at(&self, row: usize, column: usize) -> Option<Square> {
        self.rows.get(row)?.get(column).copied().flatten()
    }
    /// Returns the squares of a column.
    fn column(&self, column: usize) -> impl Iterator<Item = Square> {
        (0..self.rows.len()).filter_map(move |row| self.at(row, column))
    }
    /// Reports whether two squares are adjacent in the drawing.
    pub fn touches(&self, a: Square, b: Square) -> bool {
        let place = |square: Square| {
            self.rows
                .iter()
                .enumerate()
                .find_map(|(row, it)| Some((row, it.iter().position(|at| *at == Some(square))?)))
        };
        let (Some(a), Some(b)) = (place(a), place(b)) else { return false };
        let columns = self.columns();
        let wide = a.1.abs_diff(b.1);
        let wide = if self.is_round { wide.min(columns - wide) } else { wide };
        wide <= 1 && a.0.abs_diff(b.0) <= 1
    }
}

/// Returns the common part of the names of squares, if there is one.
fn common<'a>(book: &'a Rulebook, squares: impl Iterator<Item = Square>, prefer_file: bool) -> &'a str {
    let names: Vec<NameParts<'a>> = squares.map(|it| NameParts::of(book, it)).collect();
    let Some(first) = names.first() else { return "" };
    let same_file = names.iter().all(|it| it.file == first.file);
    let same_rank = names.iter().all(|it| it.rank == first.rank);
    match (same_file, same_rank) {
        (true, true) if names.len() == 1 => {
            if prefer_file {
                first.file
            } else {
                first.rank
            }
        }
        (true, _) if prefer_file || !same_rank => first.file,
        (_, true) => first.rank,
        _ => "",
    }
}

/// Returns the sign of a barrier between two squares.
fn fence(marks: &Marks, a: Square, b: Square) -> Option<char> {
    let board = marks.position.variant().board();
    let open = marks.position.barriers();
    let links = [(a, b), (b, a)];
    let mut between = links.iter().flat_map(|(from, to)| board.links(*from).iter().filter(move |it| it.0 == *to));
    let barred = between.find(|(_, link)| board.is_straight(link.heading) && !link.barriers.is_empty())?;
    let all_open = barred.1.barriers.iter().all(|it| open.get(usize::from(*it)).copied().unwrap_or(false));
    Some(if all_open { '=' } else { '#' })
}

/// Reports whether there is a barrier on a diagonal from a square to another column.
fn corner_fence(marks: &Marks, from: Square, column: &[Square]) -> bool {
    let board = marks.position.variant().board();
    let mut links = board.links(from).iter().filter(|(to, _)| column.contains(to));
    links.any(|(_, link)| {
        !board.is_straight(link.heading) && link.barriers.iter().any(|it| marks.at_corners[usize::from(*it)])
    })
}

/// Draws a grid, with labels at the left and at the top or bottom.
pub(super) fn lines(marks: &Marks, grid: &Grid, labels_on_top: bool, sections: bool) -> Vec<String> {
    let book = marks.position.variant().rulebook();
    let columns = grid.columns();
    let cell = marks.width + 1;
    let row_labels: Vec<&str> =
        grid.rows.iter().map(|row| common(book, row.iter().flatten().copied(), false)).collect();
    let label_width = row_labels.iter().map(|it| it.chars().count()).max().unwrap_or(0);

    // Each gap and row has one sign. A gap without any sign takes no space.
    let before = |column: usize| match column {
        0 if grid.is_round => Some(columns - 1),
        0 => None,
        other => Some(other - 1),
    };
    let sign = |row: usize, column: usize| -> Option<char> {
        let (left, right) = (grid.at(row, before(column)?)?, grid.at(row, column % columns)?);
        let corner = |from: Square, to: usize| corner_fence(marks, from, &grid.column(to).collect::<Vec<_>>());
        fence(marks, left, right)
            .or_else(|| (corner(left, column % columns) || corner(right, before(column)?)).then_some(':'))
    };
    let last = if grid.is_round { columns } else { columns.saturating_sub(1) };
    let signs: Vec<Vec<Option<char>>> = (0..grid.rows.len())
        .map(|row| (0..=last).map(|column| if column == columns { sign(row, 0) } else { sign(row, column) }).collect())
        .collect();
    let wide: Vec<bool> = (0..=last).map(|column| signs.iter().any(|it| it[column].is_some())).collect();
    let gap = |column: usize, sign: Option<char>| match wide.get(column) {
        Some(true) => format!(" {}", sign.unwrap_or(' ')),
        _ => String::new(),
    };

    let mut out = Vec::new();
    for (row, squares) in grid.rows.iter().enumerate() {
        let mut line = format!("{:>label_width$} ", row_labels[row]);
        for column in 0..columns {
            line.push_str(&gap(column, signs[row].get(column).copied().flatten()));
            match squares.get(column).copied().flatten() {
                Some(square) => line.push_str(&marks.cell(square)),
                None => line.push_str(&" ".repeat(cell)),
            }
        }
        if grid.is_round {
            line.push_str(&gap(columns, signs[row][columns]));
        }
        out.push(line);
        if let Some(line) = fence_below(marks, grid, row, &|column| gap(column, None), label_width) {
            out.push(line);
        }
    }

    let mut letters = " ".repeat(label_width + 1);
    let mut heads = letters.clone();
    let mut section = "";
    for column in 0..columns {
        let space = gap(column, None);
        let squares: Vec<Square> = grid.column(column).collect();
        letters.push_str(&format!(
            "{space} {:<width$}",
            common(book, squares.iter().copied(), true),
            width = marks.width
        ));
        heads.push_str(&space);
        let here = squares.first().map_or("", |it| NameParts::of(book, *it).section);
        if here != section {
            let start = letters.chars().count() - marks.width;
            heads.push_str(&" ".repeat(start.saturating_sub(heads.chars().count())));
            heads.push_str(here);
            section = here;
        }
    }
    if labels_on_top {
        out.insert(0, letters);
        if sections {
            out.insert(0, heads);
        }
    } else {
        out.push(letters);
        if sections {
            out.push(heads);
        }
    }
    out.iter().map(|it| it.trim_end().to_owned()).collect()
}

/// Draws the line for barriers between a row and the next one, if there are any.
fn fence_below(
    marks: &Marks,
    grid: &Grid,
    row: usize,
    gap: &dyn Fn(usize) -> String,
    label_width: usize,
) -> Option<String> {
    let mut line = " ".repeat(label_width + 1);
    let mut found = false;
    for column in 0..grid.columns() {
        line.push_str(&gap(column));
        let between = grid.at(row, column).zip(grid.at(row + 1, column));
        match between.and_then(|(a, b)| fence(marks, a, b)) {
            Some(sign) => {
                found = true;
                line.push(' ');
                line.push_str(&sign.to_string().repeat(marks.width));
            }
            None => line.push_str(&" ".repeat(marks.width + 1)),
        }
    }
    found.then_some(line)
}
