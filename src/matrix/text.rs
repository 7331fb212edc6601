//! A matrix as plain text: a legend of numbered readings, then every case.
//!
//! Input: a [`Matrix`]. Output: text. The columns of a case are printed side by side if they fit. Otherwise, each
//! question lists its answers with the readings that give them. Does not know how answers are found.

use super::{GameMatrix, Group, Matrix, MatrixCell, Row, numbers};
use crate::notation::name::visible;
use crate::notation::paragraph::hung;

/// Maximum line width in characters.
const WIDTH: usize = 100;

/// Returns the whole matrix as text.
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

/// Prints columns side by side, with the reasons below; `None` if they do not fit.
fn side_by_side(group: &Group) -> Option<String> {
    let mut lines: Vec<Vec<String>> = Vec::new();
    let columns = group.rows.first().map_or(0, |it| it.cells.len());
    lines.push(std::iter::once(String::new()).chain((1..=columns).map(|it| it.to_string())).collect());
    for row in &group.rows {
        let head = format!("{} {}", mark(row), visible(&row.label));
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
                let statement = visible(&row.ask.statement(&row.label, &answer));
                let head = format!("    {statement} in {}: ", numbers(&columns));
                out.push_str(&hung(&head, &visible(reason), WIDTH));
            }
        }
    }
    out.push_str(&obstacles(group));
    Some(out)
}

/// Prints the answers below each question, each with its readings and its reason.
fn folded(group: &Group) -> String {
    let mut out = String::new();
    for row in &group.rows {
        out.push_str(&format!("  {} {}\n", mark(row), visible(&row.label)));
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

/// Returns the answers of the readings to which the question applies.
fn answered(row: &Row) -> impl Iterator<Item = (String, Vec<usize>)> {
    row.answers().into_iter().filter(|it| matches!(row.cells[it.1[0]], MatrixCell::Came(_)))
}

/// Lists the reasons why questions do not apply, each once.
fn obstacles(group: &Group) -> String {
    let mut listed: Vec<(String, &str, Vec<usize>)> = Vec::new();
    for (column, cell) in group.rows.iter().flat_map(|it| it.cells.iter().enumerate()) {
        let (text, Some(reason)) = (cell.text(), cell.reason()) else { continue };
        if matches!(cell, MatrixCell::Came(_)) {
            continue;
        }
        match listed.iter_mut().find(|it| it.0 == text && it.1 == reason) {
            Some((_, _, columns)) if !columns.contains(&column) => columns.push(column),
            Some(_) => {}
            None => listed.push((text, reason, vec![column])),
        }
    }
    let line = |(text, reason, columns): (String, &str, Vec<usize>)| {
        hung(&format!("    {text} in {}: ", numbers(&columns)), &visible(reason), WIDTH)
    };
    listed.into_iter().map(line).collect()
}

fn mark(row: &Row) -> char {
    if row.differs() { '≠' } else { ' ' }
}
