//! A matrix as Markdown: the readings, a table of all questions on which they part, and
//! each case with its board and its reasons.
//!
//! In the large table `·` stands for what the first reading says, so that what is
//! different is what one sees.

use super::{Column, GameMatrix, Group, Matrix, MatrixCell, Row, numbers};
use crate::case::AnswerValue;
use crate::notation::picture::board_text;

/// A list that is longer is counted in the large table.
const SHORT: usize = 3;

/// The whole matrix.
pub fn markdown(matrix: &Matrix) -> String {
    let tables: Vec<String> = matrix.tables.iter().map(table).collect();
    tables.join("\n")
}

fn table(table: &GameMatrix) -> String {
    let mut out = String::from("| | reading | extends | title |\n|---|---|---|---|\n");
    for (at, column) in table.columns.iter().enumerate() {
        let parent = column.parent.map_or_else(String::new, |it| (it + 1).to_string());
        let title = plain(&column.variant.rulebook().name);
        out.push_str(&format!("| {} | {} | {parent} | {title} |\n", at + 1, code(&column.name)));
    }
    out.push_str(&format!("\n{}", plain(&table.sentence())));
    if table.groups.iter().any(Group::differs) {
        out.push_str(" Where they do, `·` is what 1 says.\n\n");
        out.push_str(&digest(table));
    } else {
        out.push('\n');
    }
    for (at, group) in table.groups.iter().enumerate() {
        out.push_str(&section(at, group, &table.columns));
    }
    out
}

/// The questions on which the readings part.
fn digest(table: &GameMatrix) -> String {
    let heads: String = (1..=table.columns.len()).map(|it| format!(" {it} |")).collect();
    let mut out = format!("| case | question |{heads}\n|---|---|{}\n", "---|".repeat(table.columns.len()));
    for (at, group) in table.groups.iter().enumerate() {
        for row in group.rows.iter().filter(|it| it.differs()) {
            let cells: String = (0..row.cells.len()).map(|it| format!(" {} |", short(row, it))).collect();
            out.push_str(&format!("| {} | {} |{cells}\n", at + 1, plain(&row.ask.text())));
        }
    }
    out
}

/// A cell of the large table.
fn short(row: &Row, column: usize) -> String {
    let (cell, first) = (&row.cells[column], &row.cells[0]);
    match cell {
        _ if column > 0 && cell.text() == first.text() => "·".to_owned(),
        MatrixCell::Came(answer) => match &answer.said {
            AnswerValue::List(words) if words.len() > SHORT => format!("{} of them", words.len()),
            said => code(&said.text()),
        },
        _ => cell.text(),
    }
}

fn section(at: usize, group: &Group, columns: &[Column]) -> String {
    let case = &group.case;
    let file = case.sources.files.first().map_or("", |it| it.name.as_str());
    let mut out = format!("\n## {}. {}\n\n{}", at + 1, plain(&case.about), code(file));
    if let Some(source) = &case.source {
        out.push_str(&format!("; rests on: {}", plain(source)));
    }
    out.push_str(".\n");
    if let Some(position) = &case.position {
        out.push_str(&format!("\nPosition: {}\n", code(&position.value)));
    }
    if !case.play.is_empty() {
        let play: Vec<&str> = case.play.iter().map(|it| it.value.as_str()).collect();
        out.push_str(&format!("\nPlayed: {}\n", code(&play.join(" "))));
    }
    if let Some((shown, game)) = &group.shown {
        let board = board_text(game.position(), game.last_move());
        out.push_str(&format!("\nUnder {}:\n\n{}", code(&columns[*shown].name), fenced(&board)));
    }
    out.push_str("\n| | question | answer | in | because |\n|---|---|---|---|---|\n");
    for row in &group.rows {
        for (number, (answer, columns)) in row.answers().into_iter().enumerate() {
            let (mark, question) = match number {
                0 => (if row.differs() { "≠" } else { "" }, plain(&row.ask.text())),
                _ => ("", String::new()),
            };
            let reasons = row.reasons(&columns);
            let reason = |(reason, own): &(&str, Vec<usize>)| match reasons.len() {
                1 => plain(reason),
                _ => format!("in {}: {}", numbers(own), plain(reason)),
            };
            let reasons: Vec<String> = reasons.iter().map(reason).collect();
            let (answer, columns) = (code(&answer), numbers(&columns));
            out.push_str(&format!("| {mark} | {question} | {answer} | {columns} | {} |\n", reasons.join(" ")));
        }
    }
    out
}

/// A text in which nothing is a sign of Markdown, on one line.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::new();
    for it in text.chars() {
        match it {
            '\\' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '`' => out.extend(['\\', it]),
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            it if it.is_control() => out.push(' '),
            it => out.push(it),
        }
    }
    out
}

/// A text as code, in a table or outside of one.
pub(crate) fn code(text: &str) -> String {
    let clean: String = text.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
    format!("`{}`", clean.replace('`', "'").replace('|', "\\|"))
}

/// A block of code, whatever stands in it.
fn fenced(text: &str) -> String {
    format!("```text\n{}\n```\n", text.trim_end().replace("```", "'''"))
}
