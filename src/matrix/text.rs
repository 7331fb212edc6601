//! A matrix as plain text: a legend of numbered readings, then case by case.
//!
//! Where the columns of a case fit, they stand side by side; where they do not, each
//! question lists its answers with the readings that give them.

use super::{GameMatrix, Group, Matrix, MatrixCell, Row, numbers};
use crate::notation::name::visible;
use crate::notation::paragraph::hung;

/// What fits on a line.
const WIDTH: usize = 100;

/// The whole matrix.
pub fn text(matrix: &Matrix) -> String {
    let tables: Vec<String> = matrix.tables.iter().map(table).collect();
    tables.join("\n")
}

fn table(table: &GameMatrix) -> String {
    let mut out = String::new();
    for (at, column) in table.columns.iter().enumerate() {
        let title = visible(&column.variant.rulebook().name);
        out.push_str(&format!("{:>4}  {} ({title})\n", at + 1, column.name));
    }
    for group in &table.groups {
        let file = group.case.sources.files.first().map_or("", |it| it.name.as_str());
        out.push_str(&format!("\n{}\n{file}\n", visible(&group.case.about)));
        out.push_str(&side_by_side(group).unwrap_or_else(|| folded(group)));
    }
    out.push_str(&format!("\n{}\n", table.sentence()));
    out
}

/// Columns side by side, with the reasons below; `None` where they do not fit.
fn side_by_side(group: &Group) -> Option<String> {
    let mut lines: Vec<Vec<String>> = Vec::new();
    let columns = group.rows.first().map_or(0, |it| it.cells.len());
    lines.push(std::iter::once(String::new()).chain((1..=columns).map(|it| it.to_string())).collect());
    for row in &group.rows {
        let head = format!("{} {}", mark(row), visible(&row.ask.text()));
        lines.push(std::iter::once(head).chain(row.cells.iter().map(|it| it.text())).collect());
    }
    let widths: Vec<usize> = (0..=columns)
        .map(|at| lines.iter().filter_map(|it| it.get(at)).map(|it| it.chars().count()).max().unwrap_or(0))
        .collect();
    if widths.iter().map(|it| it + 2).sum::<usize>() > WIDTH {
        return None;
    }
    let mut out = String::new();
    for line in lines {
        let cells = line.iter().zip(&widths).map(|(it, width)| format!("  {it:<width$}"));
        out.push_str(cells.collect::<String>().trim_end());
        out.push('\n');
    }
    for row in group.rows.iter().filter(|it| it.differs()) {
        for (answer, columns) in answered(row) {
            for (reason, columns) in row.reasons(&columns) {
                let head = format!("    {} {answer} in {}: ", visible(&row.ask.text()), numbers(&columns));
                out.push_str(&hung(&head, &visible(reason), WIDTH));
            }
        }
    }
    out.push_str(&obstacles(group));
    Some(out)
}

/// Under each question the answers, each with its readings and its reason.
fn folded(group: &Group) -> String {
    let mut out = String::new();
    for row in &group.rows {
        out.push_str(&format!("  {} {}\n", mark(row), visible(&row.ask.text())));
        for (answer, columns) in row.answers() {
            out.push_str(&hung("      ", &visible(&format!("{answer}: {}", numbers(&columns))), WIDTH));
            if row.differs() && matches!(row.cells[columns[0]], MatrixCell::Came(_)) {
                for (reason, own) in row.reasons(&columns) {
                    let head = if own == columns { String::new() } else { format!("in {}: ", numbers(&own)) };
                    out.push_str(&hung(&format!("        {head}"), &visible(reason), WIDTH));
                }
            }
        }
    }
    out.push_str(&obstacles(group));
    out
}

/// The answers that are answers.
fn answered(row: &Row) -> impl Iterator<Item = (String, Vec<usize>)> {
    row.answers().into_iter().filter(|it| matches!(row.cells[it.1[0]], MatrixCell::Came(_)))
}

/// Why questions could not be put, each reason once.
fn obstacles(group: &Group) -> String {
    let mut told: Vec<(String, &str, Vec<usize>)> = Vec::new();
    for (column, cell) in group.rows.iter().flat_map(|it| it.cells.iter().enumerate()) {
        let (text, Some(reason)) = (cell.text(), cell.reason()) else { continue };
        if matches!(cell, MatrixCell::Came(_)) {
            continue;
        }
        match told.iter_mut().find(|it| it.0 == text && it.1 == reason) {
            Some((_, _, columns)) if !columns.contains(&column) => columns.push(column),
            Some(_) => {}
            None => told.push((text, reason, vec![column])),
        }
    }
    let line = |(text, reason, columns): (String, &str, Vec<usize>)| {
        hung(&format!("    {text} in {}: ", numbers(&columns)), &visible(reason), WIDTH)
    };
    told.into_iter().map(line).collect()
}

fn mark(row: &Row) -> char {
    if row.differs() { '≠' } else { ' ' }
}
